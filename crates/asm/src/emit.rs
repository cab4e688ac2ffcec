//! Bytes: the rows of instructions, their operands, data, and the result.

#[cfg(feature = "dialects")]
pub(crate) mod data;
#[cfg(feature = "dialects")]
pub(crate) mod encode;
#[cfg(feature = "dialects")]
pub(crate) mod fake;
#[cfg(feature = "dialects")]
pub(crate) mod initial;
#[cfg(feature = "dialects")]
pub(crate) mod instruction;
#[cfg(feature = "dialects")]
pub(crate) mod last_pass;
pub(crate) mod operands;
pub(crate) mod rows;
#[cfg(feature = "dialects")]
pub(crate) mod unknown;
