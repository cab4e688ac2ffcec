//! The debugger in an editor: a session of the Debug Adapter Protocol without its wire.
//!
//! A [`session::Session`] takes messages and returns messages. A request is a row of the table in [`requests`] and a function
//! of the file that has its subject; it works on the [`state::State`].

mod breakpoints;
mod capabilities;
pub mod client;
mod console;
mod disassemble;
mod frames;
mod launch;
mod memory;
pub mod message;
mod motion;
mod requests;
pub mod session;
mod sources;
mod state;
mod target;
mod value;
mod variables;
