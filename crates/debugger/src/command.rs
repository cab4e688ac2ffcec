//! Commands that users type.
//!
//! [`COMMANDS`] is the only list of them. A [`Session`] executes a line and returns a [`Reply`]; [`script()`] does so for
//! the lines of a text. Replies are plain text and deterministic.

mod completion;
mod error;
mod execution;
mod general;
mod help;
mod inspection;
mod invocation;
mod listing;
mod memory;
mod profiling;
mod script;
mod session;
mod stoppoints;
mod table;
mod topic;

pub use completion::Completion;
pub use error::CommandError;
pub use help::help;
pub use script::{Entry, script};
pub use session::Session;
pub use table::{COMMANDS, Command, find};
pub use topic::Topic;

use crate::debugger::Report;
use session::Change;

/// The reply to a command.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reply {
    /// Lines of text without a final line feed; may be empty.
    pub text: String,
    /// The run, if the command moved the program.
    pub moved: Option<Report>,
    /// Whether the command failed, or an assertion is false.
    pub failed: bool,
    /// Whether the user wants to leave.
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

/// The result of a command's function.
type CommandResult = Result<Reply, CommandError>;
