//! Instructions as bytes, and what to say about those that cannot be.

pub(crate) mod encode;
pub(crate) mod forms;
pub(crate) mod result;
