//! The methods of verification: proofs, sweeps, single inputs.

pub(crate) mod check_result;
pub(crate) mod counterexample;
pub(crate) mod induction;
pub(crate) mod prove_error;
pub(crate) mod replay;
pub(crate) mod samples;
pub(crate) mod sweep;
pub(crate) mod symbolic;
