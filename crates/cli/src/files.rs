//! Files and standard streams, and what a command returns.

pub mod input;
mod nearby;
pub mod output;
mod reading;
mod verdict;

pub use input::Disk;
pub use reading::ReadingArgs;
pub use verdict::Verdict;
