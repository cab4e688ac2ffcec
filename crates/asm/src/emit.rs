//! Instructions as bytes, and what to say about those that cannot be.

pub(crate) mod result;
pub(crate) mod rows;
