//! Verifies hand-assembled 8080, Z80 and 6502 routines against a reference model, for every input where that is possible.
//!
//! A [`Routine`] is read from a sheet, an assembler source whose header states the routine's contract: its inputs and
//! outputs, what it clobbers, and what it must compute. This is stated by conditions, by another routine, or by the name of a
//! [`Claim`]: a function of the reference model, which this project calls the oracle. The crate `arcadian_claims` has the claims
//! about games; [`claim`] shows how to write others.
//!
//! ```
//! use arcadian_asm::NoFiles;
//! use arcadian_proof::{Bounds, Engine, Replay, Routine, prove};
//!
//! let sheet = "\
//! ;! routine: SWAP
//! ;! cpu: 8080
//! ;! org: 0100H
//! ;! in: HL = x
//! ;! out: HL = y
//! ;! clobbers: A
//! ;! ensures: y = x / 256 + x mod 256 * 256
//! SWAP:   MOV  A,H
//!         MOV  H,L
//!         MOV  L,A
//!         RET
//! ";
//! let routine = Routine::read("swap.asm", sheet, &mut NoFiles, &[])?;
//! let result = prove(&routine, Bounds::default(), 1000)?;
//! assert!(result.failing.is_none());
//! assert_eq!(result.cost.map(|cost| (cost.cycles.min, cost.cycles.max)), Some((25, 25)));
//!
//! // Without the last move the low byte is wrong. Replaying the failing state shows how.
//! let routine = Routine::read("swap.asm", &sheet.replace("MOV  L,A", "NOP"), &mut NoFiles, &[])?;
//! let failing = prove(&routine, Bounds::default(), 1000)?.failing.ok_or("it holds")?;
//! let mut replay = Replay::new(&routine, Engine::Own, 1000).ok_or("no such engine")?;
//! let counterexample = replay.run(&failing)?.unwrap_err();
//! assert_eq!(counterexample.faults[0].to_string(), "it does not ensure `y = x / 256 + x mod 256 * 256`");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Methods
//!
//! [`prove`] runs a routine on all inputs at once; each bit is a Boolean function of the input, stored as a decision diagram. A
//! sheet with invariants is proven by induction ([`Method::Induction`]). [`Sweep`] runs 4,096 inputs in lock step by bit-sliced
//! simulation. [`check_one_by_one`] runs single inputs on this project's cores or on independent emulators. [`Settings::plan`]
//! chooses between them. All return a [`CheckResult`]. [`Mutant`] measures how many single-bit changes of a routine are detected.
//!
//! # Modules
//!
//! Each uses only those before it. What machines compute with, and their cores, are in `arcadian-parallel`.
//!
//! - `contract`: `routine` reads a sheet: its `binding` to registers and memory, its `specification` with conditions
//!   (`expression`), its cut points. [`claim`] describes a function of the oracle. `input_space` and `inputs` enumerate inputs,
//!   `placement` is what the header leaves open: where pointers point, the stack. `scope` is the state that other code for the same
//!   contract may use.
//! - `run`: `explore` runs `path_group`s of machines, which fork and merge, over a `memory` in which every machine has its own
//!   bytes. `harness` sets up the initial state and checks the postconditions; `reference` computes what is right. `engine` is a
//!   single machine, `call` a single call on a machine that the debugger can step.
//! - `methods`: `symbolic`, `induction`, `sweep`, and `replay` and `samples` for single inputs.
//! - `plan` chooses a method, `mutation` applies it to mutants.

/// The contract of a routine: the sheet, its fields and conditions, and the inputs that it allows.
mod contract {
    pub(crate) mod binding;
    pub mod claim;
    pub(crate) mod expression;
    pub(crate) mod field;
    pub(crate) mod input_space;
    pub(crate) mod inputs;
    pub(crate) mod placement;
    pub(crate) mod registers;
    pub(crate) mod routine;
    pub(crate) mod scope;
    pub(crate) mod sheet_error;
}
/// The methods of verification: proofs, sweeps, single inputs.
mod methods {
    pub(crate) mod induction;
    pub(crate) mod replay;
    pub(crate) mod result;
    pub(crate) mod sweep;
    pub(crate) mod symbolic;
}
mod mutation;
mod plan;
/// Running a routine on many machines: memory, path groups, the initial state and the postconditions.
mod run {
    pub(crate) mod call;
    pub(crate) mod engine;
    pub(crate) mod explore;
    pub(crate) mod harness;
    pub(crate) mod memory;
}

pub use arcadian_cpu::Domain;

pub use contract::claim;

pub use arcadian_parallel::bdd::Bounds;
pub use arcadian_parallel::bitslice::LANES;
pub use arcadian_parallel::cancellation::{Cancelled, cancellable, interruptible, is_cancelled};
pub use arcadian_parallel::random::Random;
pub use contract::binding::BindingError;
pub use contract::claim::{Claim, Formula, Function, LeastSet};
pub use contract::expression::is_keyword;
pub use contract::field::{Field, Values};
pub use contract::input_space::InputCount;
pub use contract::inputs::{InitialState, Inputs};
pub use contract::routine::Routine;
pub use contract::routine::specification::{AllowedOutputs, Specification, SpecificationFault};
pub use contract::scope::{FixedPlace, Placed, ScopeByte};
pub use contract::sheet_error::{HeaderError, SheetError};
pub use methods::induction::{CycleProof, prove_by_induction};
pub use methods::replay::Replay;
pub use methods::result::{
    CheckResult, CostRange, Counterexample, Extremes, Fault, InductionFault, InductionStep, ProveError,
};
pub use methods::sweep::{Sweep, check_one_by_one};
pub use methods::symbolic::prove;
pub use mutation::{Fate, Mutant};
pub use plan::{Method, Plan, PlanError, Settings};
pub use run::call::{CallFault, Returned};
pub use run::engine::Engine;

#[cfg(test)]
mod tests;
