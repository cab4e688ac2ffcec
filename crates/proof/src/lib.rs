//! Verifies hand-assembled 8080, Z80 and 6502 routines against a reference model, for every input where that is possible.
//!
//! A [`Routine`] is read from a sheet, an assembler source whose header states the routine's contract: its inputs and
//! outputs, what it clobbers, and the [`Claim`] it must satisfy. The claim is a function of the reference model, which
//! this project calls the oracle (crate `arcadian_board`).
//!
//! ```
//! use arcadian_proof::{Bounds, Engine, Replay, Routine, claims::BundledFiles, prove};
//!
//! let sheet = "\
//! ;! routine: HALF
//! ;! cpu: 8080
//! ;! org: 0100H
//! ;! in: HL = board
//! ;! out: HL = board
//! ;! clobbers: A
//! ;! oracle: f2_half
//! HALF:   MOV  A,H        ; a half turn of a 4 x 4 board swaps its two bytes
//!         MOV  H,L
//!         MOV  L,A
//!         RET
//! ";
//! let routine = Routine::read("half.asm", sheet, &mut BundledFiles)?;
//! let result = prove(&routine, Bounds::default(), 1000)?;
//! assert!(result.failing.is_none());
//! assert_eq!(result.cost.map(|cost| (cost.cycles.min, cost.cycles.max)), Some((25, 25)));
//!
//! // Without the last move the low byte is wrong. Replaying the failing state shows how.
//! let routine = Routine::read("half.asm", &sheet.replace("MOV  L,A", "NOP"), &mut BundledFiles)?;
//! let failing = prove(&routine, Bounds::default(), 1000)?.failing.ok_or("it holds")?;
//! let mut replay = Replay::new(&routine, Engine::Own, 1000).ok_or("no such engine")?;
//! let counterexample = replay.run(&failing).unwrap_err();
//! assert_eq!(counterexample.faults[0].to_string(), "`board` is wrong");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Methods
//!
//! [`prove`] runs a routine on all inputs at once; each bit is a Boolean function of the input, stored as a decision
//! diagram. A sheet with invariants is proven by induction ([`Method::Induction`]). [`Sweep`] runs 4,096 inputs in lock step by bit-sliced simulation. [`check_one_by_one`] runs single inputs
//! on this project's cores or on independent emulators. [`Settings::plan`] chooses between them. All return a
//! [`CheckResult`]. [`Mutant`] measures how many single-bit changes of a routine are detected.
//!
//! # Modules
//!
//! - Contract: `routine` and `binding` read a sheet; [`claim`], [`claims`] and `field` describe what it must compute;
//!   `input_space` enumerates its inputs. `placement` is what the header leaves open: where pointers point, the stack.
//! - Values: `byte` builds bytes from `bit`s with one value per machine. A bit is a `bitslice` (up to 4,096 machines)
//!   or a `bdd` (all inputs). `parallel` is the interface that the rest uses for either.
//! - Execution: `explore` runs `path_group`s of machines, which fork and merge, over a `memory` in which every machine
//!   has its own bytes. `harness` sets up the initial state and checks the postconditions.
//! - `cancellation` stops any of it from outside.
//! - `scope` describes the state that other code for the same contract may use.
//! - Methods: `prove`, `induction` over `cut_point`s, `sweep`, `replay` with its `engine`s, `plan`, `mutation`.

mod any_core;
mod bdd;
mod binding;
mod bit;
mod bitslice;
mod byte;
mod cancellation;
mod check_result;
pub mod claim;
pub mod claims;

mod cost;
mod counterexample;
mod cut_point;
mod engine;
mod expectation;
mod explore;
mod expression;
mod field;
mod harness;
mod induction;
mod input_count;
mod input_space;
mod lanes;
mod locations;
mod memory;
mod mutation;
mod parallel;
mod path_group;
mod permuter;
mod placement;
mod plan;
mod prove;
mod random;
mod reference;
mod registers;
mod replay;
mod routine;
mod scope;
mod sheet_error;
mod specification;
mod sweep;

pub use bdd::Bounds;
pub use binding::BindingError;
pub use bitslice::LANES;
pub use cancellation::{Cancelled, cancellable};
pub use check_result::{CheckResult, InitialState};
pub use claim::{Claim, Formula, Function, LeastSet};
pub use cost::{CostRange, Extremes};
pub use counterexample::{Counterexample, Fault};
pub use engine::Engine;
pub use field::{Field, Values};
pub use induction::{CycleProof, InductionFault, InductionStep, prove_by_induction};
pub use input_count::InputCount;
pub use locations::{Location, Placed};
pub use mutation::{Fate, Mutant};
pub use plan::{Method, Plan, PlanError, Settings};
pub use prove::{ProveError, prove};
pub use random::Random;
pub use replay::{Replay, check_one_by_one};
pub use routine::Routine;
pub use scope::ScopeByte;
pub use sheet_error::{HeaderError, SheetError};
pub use specification::{AllowedOutputs, Specification, SpecificationFault};
pub use sweep::{Inputs, Sweep};

#[cfg(test)]
mod tests;
