//! Files, standard streams, and the verdict of a command.

pub mod input;
mod nearby;
pub mod output;
mod reading;
mod verdict;

pub use input::Disk;
pub use reading::ReadingArgs;
pub use verdict::Verdict;
