//! The terminal: modes, input events, colors, and exit by a signal.

pub mod bar;
pub mod charset;
pub mod deadline;
pub mod events;
pub mod help;
pub mod picture;
pub mod playing;
pub mod stepping;

pub use charset::Charset;
pub use deadline::{Progress, before_end, die, end_interrupted, listen_for_interrupt, uninterrupted};
pub use events::{Screen, Terminal, is_interrupt, stroke};

use std::io::IsTerminal as _;

use anstream::{AutoStream, ColorChoice};

use crate::files::output;

/// Returns whether the terminal cannot move the cursor (`TERM=dumb`).
pub fn is_dumb() -> bool {
    std::env::var_os("TERM").is_some_and(|term| term == "dumb")
}

/// Returns whether progress is shown on standard error.
pub fn shows_progress() -> bool {
    std::io::stderr().is_terminal() && !is_dumb() && !output::is_quiet()
}

/// Returns whether there are no colors on the screen: by `--color`, by what the environment says (<https://no-color.org>,
/// <https://bixense.com/clicolors>), or because the terminal has none.
pub fn no_color() -> bool {
    let is_video_terminal = || std::env::var("TERM").is_ok_and(|term| charset::is_video_terminal(&term));
    AutoStream::choice(&std::io::stdout()) == ColorChoice::Never || is_video_terminal()
}
