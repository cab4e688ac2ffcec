//! Stepping through programs, machine code or BASIC, in both directions.
//!
//! A [`Debuggee`] is a program that can be run to and fro; [`code::Code`] and [`basic`] are the two there are. A
//! [`Debugger`] goes through one, and knows where to stop. [`command`] is what people type.
//!
//! Nothing here reads a clock, a file or a terminal.

pub mod basic;
pub mod code;
pub mod command;
pub mod debuggee;
pub mod debugger;
pub mod expression;
pub mod profile;
pub mod text;

pub use debuggee::{Debuggee, Kind, Spot, State};
pub use debugger::{Cause, Debugger, Report};
