//! The contract of a routine: the sheet, its fields and conditions, and the inputs that it allows.

pub(crate) mod binding;
pub mod claim;
pub(crate) mod expression;
pub(crate) mod field;
pub(crate) mod input_space;
pub(crate) mod inputs;
pub(crate) mod placement;
pub(crate) mod registers;
pub(crate) mod routine;
pub(crate) mod scope;
pub(crate) mod sheet_error;
