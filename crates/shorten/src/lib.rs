//! Searches for the shortest or fastest code with the contract of a routine, and proves what it finds.
//!
//! ```
//! use arcadian_claims::{BundledFiles, all};
//! use arcadian_proof::Routine;
//! use arcadian_shorten::{Options, Shortener};
//!
//! let sheet = "\
//! ;! routine: HALF
//! ;! cpu: 8080
//! ;! org: 0100H
//! ;! in: HL = board
//! ;! out: HL = board
//! ;! clobbers: A, B
//! ;! oracle: f2_half
//! HALF:   MOV  B,H        ; a half turn of a 4 x 4 board swaps its two bytes
//!         MOV  A,L
//!         MOV  H,A
//!         MOV  L,B
//!         RET
//! ";
//! let routine = Routine::read("half.asm", sheet, &mut BundledFiles, all())?;
//! let mut search = Shortener::new(sheet, routine, Options::default())?;
//! search.run()?;
//! let found = search.best().ok_or("nothing is shorter")?;
//! assert_eq!(found.instructions, ["MOV B,H", "MOV H,L", "MOV L,B", "RET"]);
//! assert_eq!((search.given_cost().bytes, found.cost.bytes), (5, 4));
//! assert!(search.searched().is_optimal);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # How it works
//!
//! - `flow` executes each instruction on abstract bits and derives which parts of the state it reads and changes. `operation`
//!   selects the instructions that a contract allows, from the opcode tables in `isa`.
//! - `engine` runs the given routine on test inputs, and an instruction on sixteen test machines at once, with the processor's core
//!   over `lanes`.
//! - `space` extends prefixes of candidates by one instruction, `search` keeps the cheapest prefix of each state.
//! - `prover` proves the candidates that pass all tests, with `arcadian_proof`, and `sheet` writes them, also as parts of
//!   straight-line code.
//! - `prover` also proves candidates before the search: the given code without some instructions, and `idioms`, where everything is
//!   that differs between the processors. `options` derives immediate operands.
//! - `shortener` is the order of all this.
//!
//! The search has no randomness that is not seeded, and reads no clock: the same sheet and options give the same result.
//!
//! A candidate that the prover refutes becomes a test. `docs/shorten.md` has the argument why nothing cheaper is missed. A
//! host can run the parts of a stage on its threads.

mod engine;
mod idioms;
mod lanes;
mod model;
mod operation;
mod options;
mod prover;
mod report;
mod search;
mod sheet;
mod shortener;
mod space;

pub use options::{COMMON_CONSTANTS, COMMON_WORDS, ConstantSet, Cost, Goal, Options, ShortenError};
pub use prover::Found;
pub use report::Report;
pub use search::Progress;
pub use shortener::{Equivalence, Part, Searched, Shortener};
