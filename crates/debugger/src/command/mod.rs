//! Commands: what people type.
//!
//! [`COMMANDS`] is the one table of them. A [`Session`] executes a line and gives a [`Reply`]; [`script()`] does so with
//! the lines of a text. All of it is text without colour, the same whenever the same is done.

mod call;
mod complete;
mod counting;
mod error;
mod help;
mod listing;
mod looking;
mod memory;
mod moving;
mod script;
mod session;
mod stopping;
mod table;
mod talking;
mod topic;

pub use complete::Completion;
pub use error::CommandError;
pub use help::help;
pub use script::{Entry, script};
pub use session::{Change, Display, Session};
pub use table::{COMMANDS, Command, find};
pub use topic::Topic;

use crate::debugger::Report;

/// What a command answers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reply {
    /// Lines, without a new line at the end; empty if there is nothing to say.
    pub text: String,
    /// Where the program went, if it did.
    pub moved: Option<Report>,
    /// Whether the command could not be done, or what it asserts does not hold.
    pub failed: bool,
    /// Whether the person wants to leave.
    pub quit: bool,
}

impl From<String> for Reply {
    fn from(text: String) -> Self {
        Reply { text, ..Reply::default() }
    }
}

impl From<Vec<String>> for Reply {
    fn from(lines: Vec<String>) -> Self {
        lines.join("\n").into()
    }
}

impl From<CommandError> for Reply {
    fn from(error: CommandError) -> Self {
        Reply { text: error.to_string(), failed: true, ..Reply::default() }
    }
}

/// What the function of a command gives.
type Answer = Result<Reply, CommandError>;
