//! Predefined devices.

mod console;
mod feedback;
mod permuter;

pub use console::Console;
pub use feedback::Feedback;
pub use permuter::Permuter;
