//! The program `arcadian`: the commands, and what they need of files and terminals.
//!
//! `app` depends on `commands`, and these on `files` and `terminal`; no command uses another. What does not need a terminal or
//! a file is in the crate `arcadian-desk`.

#![allow(unreachable_pub, reason = "a program has no public interface: `pub` means for its other modules")]

mod app;
mod commands;
mod files;
#[doc(hidden)]
pub mod fuzzing;
mod terminal;

pub use app::main;
