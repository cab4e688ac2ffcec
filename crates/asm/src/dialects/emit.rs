//! Bytes: instructions, data, and the result.

pub(crate) mod data;
pub(crate) mod encode;
pub(crate) mod fake;
pub(crate) mod initial;
pub(crate) mod instruction;
pub(crate) mod result;
pub(crate) mod unknown;
