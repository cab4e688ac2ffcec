//! The terminal: modes, input events, colors, and exit by a signal.

pub mod color;
pub mod deadline;
pub mod events;
mod exit;
mod modes;
pub mod picture;
pub mod playing;
mod progress;
mod screen;
pub mod stepping;
mod stroke;

pub use exit::{before_end, die, end_interrupted, listen_for_interrupt, uninterrupted};
pub use modes::{Terminal, is_dumb};
pub use progress::Progress;
pub use screen::Screen;
pub use stroke::stroke;
