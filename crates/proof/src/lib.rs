//! Holds hand-assembled routines against the native oracle, for every input where that can be done.

pub mod claim;
mod claims;
mod field;
mod random;

pub use claim::{Claim, Formula};
pub use field::{Field, Values};
pub use random::Random;
