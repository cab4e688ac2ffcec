//! The cycles of the parts of a source, proven, and the budgets that its comments state.
//!
//! ```
//! use arcadian_asm::{NoFiles, Options, assemble};
//! use arcadian_program::cycles::{Finding, stated};
//!
//! let source = "\
//!         CPU  z80
//!         ORG  4000H
//! ;! cycles: <= 40
//! HALVE:  SRL  A
//!         RET  NC
//!         INC  A
//!         RET
//! ";
//! let assembly = assemble("halve.asm", source, &Options::default(), &mut NoFiles)?;
//! let [part] = &stated(&assembly)?[..] else { panic!("one budget") };
//! let finding = Finding::of(&assembly, part);
//! assert_eq!(finding.line(), "HALVE            return           19-27         <= 40         holds");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`stated`] reads the budgets, [`routines`] finds what a source calls, [`Part::between`] takes two labels.

mod code;
mod finding;
mod part;

pub use code::{Code, PartError, Row, StatedError};
pub use finding::{Finding, HEAD, PartEntry, Verdict};
pub use part::{Part, routines, stated};
