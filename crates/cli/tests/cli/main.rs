//! The program from outside: real processes, real files, and a pseudo-terminal to play in.

mod assembler;
mod bad_input;
mod board;
mod dap;
mod exec;
mod files;
mod hostile;
mod listings;
#[cfg(unix)]
mod play;
mod run;
mod step;
#[cfg(unix)]
mod step_view;
mod support;
#[cfg(unix)]
mod terminal;
mod uai;
mod verify;
