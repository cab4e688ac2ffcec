//! The terminal: modes, input events, colors, and exit by a signal.

pub mod bar;
pub mod deadline;
pub mod events;
pub mod picture;
pub mod playing;
pub mod stepping;

pub use deadline::{Progress, before_end, die, end_interrupted, listen_for_interrupt, uninterrupted};
pub use events::{Screen, Terminal, stroke};

/// Returns whether the terminal cannot move the cursor (`TERM=dumb`).
pub fn is_dumb() -> bool {
    std::env::var_os("TERM").is_some_and(|term| term == "dumb")
}

/// Returns whether the user disables colors (<https://no-color.org>).
pub fn no_color() -> bool {
    std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty())
}
