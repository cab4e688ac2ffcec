//! Holds hand-assembled routines against the native oracle, for every input where that can be done.

mod binding;
mod bits;
pub mod claim;
pub mod claims;
mod diagrams;
mod field;
mod finding;
mod lanes;
mod many;
mod memory;
mod mutants;
mod names;
mod permuter;
mod places;
mod plan;
mod planes;
mod prove;
mod random;
mod replay;
mod routine;
mod single;
mod space;
mod stage;
mod sweep;
mod ways;

pub use binding::BindingError;
pub use claim::{Claim, Formula};
pub use diagrams::Bounds;
pub use field::{Field, Values};
pub use finding::{Extent, Finding, Start, Times};
pub use mutants::{Fate, Mutant};
pub use places::Place;
pub use plan::{Method, NoPlan, Plan, Settings};
pub use planes::LANES;
pub use prove::{NoProof, prove};
pub use random::Random;
pub use replay::{Counterexample, Fault, Replay, check_singly};
pub use routine::{Routine, SheetError};
pub use single::Engine;
pub use space::Count;
pub use sweep::{Inputs, Sweep};

#[cfg(test)]
mod tests;
