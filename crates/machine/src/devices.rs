//! Predefined devices.

mod console;
mod feedback;
mod permuter;
mod scripted;

pub use console::Console;
pub use feedback::Feedback;
pub use permuter::Permuter;
pub use scripted::{Scripted, Write};
