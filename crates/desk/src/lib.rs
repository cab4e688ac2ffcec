//! The parts of arcadian that all hosts share: loading programs and routines, playing, stepping, debug sessions and reports.
//!
//! A host is a program that uses this crate: the terminal program and the web page. It provides files
//! ([`files::Files`], [`play::folder::Folder`]), the time and the keys. This crate does no I/O.
//!
//! ```
//! use arcadian_desk::{files::NoFiles, program, report};
//! use arcadian_basic::{key, script};
//!
//! // ROTATE is built in. Start it with seed 1 and enter level 8; it then waits for a move.
//! let program = program::load(&NoFiles, "rotate".as_ref(), &program::Reading::default())?;
//! let mut basic = program.machine(1)?;
//! basic.enter("RUN").expect("machine characters");
//! let keys = key::parse("8{GO}").expect("keys");
//! let stopped = script::drive(&mut basic, &keys, 1_000_000, 1_000, &mut |_, _| {});
//! assert_eq!(report::json(&(&basic).into(), &stopped)["stopped"], "waiting");
//! # Ok::<(), arcadian_desk::Error>(())
//! ```

pub mod address;
pub mod bally;
pub mod bits;
pub mod dap;
pub mod diagnostic;
pub mod error;
pub mod escape;
pub mod files;
pub mod image;
pub mod include;
pub mod key_file;
pub mod play;
pub mod program;
pub mod registers;
pub mod report;
pub mod routine;
mod sound_file;
pub mod step;
pub mod sz;
#[cfg(feature = "tape")]
pub mod tape;
pub mod verify;

pub use error::Error;
