//! The commands. Each owns its arguments and uses no other.

pub mod asm;
pub mod bally;
pub mod board;
pub mod compare;
pub mod cycles;
pub mod dap;
pub mod dis;
pub mod exec;
pub mod init;
pub mod list;
pub mod lsp;
pub mod play;
pub mod rules;
pub mod run;
pub mod shorten;
pub mod step;
pub mod sz;
pub mod tape;
pub mod test;
pub mod verify;
