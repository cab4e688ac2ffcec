//! A debug adapter: the Debug Adapter Protocol (DAP) without its transport.
//!
//! A [`session::Session`] receives messages and returns messages. Each request is a row of the table in `requests.rs` with a
//! handler, which works on the state in `state.rs`.

mod breakpoints;
mod capabilities;
pub mod client;
mod console;
mod disassemble;
mod execution;
mod frames;
mod launch;
mod memory;
pub mod message;
mod requests;
pub mod session;
mod sources;
mod state;
mod target;
mod value;
mod variables;
