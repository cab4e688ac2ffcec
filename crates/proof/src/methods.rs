//! The methods of verification: proofs, sweeps, single inputs.

pub(crate) mod induction;
pub(crate) mod replay;
pub(crate) mod result;
pub(crate) mod sweep;
pub(crate) mod symbolic;
