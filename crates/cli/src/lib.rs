//! The program `arcadian`: its commands, and their access to files and terminals.
//!
//! `app` depends on `commands`; these depend on `arcade`, `files`, `reports`, `sheets`, `sound`, `terminal`, `verifier` and `wire`, but not
//! on each other. Code
//! without I/O is in the libraries.
//!
//! A command owns its arguments. What is played is `terminal::playing::Playable`: the interpreter of `play` and the Bally of
//! `bally` and `play --engine bally` have one loop and one ending, which restores the terminal, rescues lines and writes files.

#![allow(unreachable_pub, reason = "a program has no public interface: `pub` is for its own modules")]

mod app;
mod arcade;
mod commands;
mod files;
#[doc(hidden)]
pub mod fuzzing;
mod memory;
mod reports;
mod sheets;
mod sound;
mod terminal;
mod verifier;
mod wire;

use arcadian_files::number;

pub use app::{command, main};
