//! What machines compute with: bits with a value for each machine, and the bytes made of them.

pub(crate) mod bdd;
pub(crate) mod bit;
pub(crate) mod bitslice;
pub(crate) mod byte;
pub(crate) mod cancellation;
pub(crate) mod lanes;
pub(crate) mod parallel;
pub(crate) mod random;
pub(crate) mod symbol;
