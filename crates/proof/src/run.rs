//! Running a routine on many machines: memory, path groups, the initial state and the postconditions.

pub(crate) mod call;
pub(crate) mod engine;
pub(crate) mod explore;
pub(crate) mod harness;
pub(crate) mod memory;
