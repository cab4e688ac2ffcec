//! The terminal: modes, input events, colors, and exit by a signal.

pub mod deadline;
pub mod events;
mod exit;
pub mod modes;
pub mod picture;
pub mod playing;
pub mod stepping;

pub use deadline::Progress;
pub use events::stroke;
pub use exit::{before_end, die, end_interrupted, listen_for_interrupt, uninterrupted};
pub use modes::Screen;
pub use modes::{Terminal, is_dumb};
