//! Files, standard streams, and the verdict of a command.

mod host;
pub mod input;
mod nearby;
pub mod output;
mod parts;
mod pending;
mod pipe;
pub mod program_folder;
mod reading;
mod replace;
mod roles;
mod verdict;

pub use host::{HostArgs, On};
pub use input::Disk;
pub use parts::PartsArgs;
pub use reading::ReadingArgs;
pub use verdict::Verdict;
