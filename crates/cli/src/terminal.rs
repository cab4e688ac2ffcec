//! The terminal: modes, input events, colors, and exit by a signal.

pub mod charset;
pub mod deadline;
pub mod events;
pub mod help;
pub mod picture;
pub mod playing;
pub mod stepping;

pub use charset::Charset;
pub use deadline::{Progress, before_end, die, end_interrupted, listen_for_interrupt, uninterrupted};
pub use events::{Screen, Terminal, stroke};

/// Returns whether the terminal cannot move the cursor (`TERM=dumb`).
pub fn is_dumb() -> bool {
    std::env::var_os("TERM").is_some_and(|term| term == "dumb")
}

/// Returns whether the user disables colors (<https://no-color.org>), or the terminal has none.
pub fn no_color() -> bool {
    let is_disabled = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    is_disabled || std::env::var("TERM").is_ok_and(|term| charset::is_video_terminal(&term))
}
