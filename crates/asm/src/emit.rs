//! Bytes: the rows of instructions, their operands, data, and the result.

pub(crate) mod data;
pub(crate) mod encode;
pub(crate) mod initial;
pub(crate) mod instruction;
pub(crate) mod last_pass;
pub(crate) mod rows;
pub(crate) mod unknown;
