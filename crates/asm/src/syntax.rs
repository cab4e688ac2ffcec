//! The characters, words and expressions of a source, in our own syntax and in those of other assemblers.

pub(crate) mod expression;
pub(crate) mod lexis;
pub(crate) mod number;
pub(crate) mod operand;
pub(crate) mod operator;
pub(crate) mod scan;
pub(crate) mod token;
