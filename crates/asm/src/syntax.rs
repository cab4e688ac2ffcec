//! Syntax: characters, words, expressions, operands and statements, and the form of the tables that describe a dialect.

pub(crate) mod directive;
pub(crate) mod expression;
pub(crate) mod lexis;
pub(crate) mod lines;
pub(crate) mod number;
pub(crate) mod operand;
pub(crate) mod operator;
pub(crate) mod scan;
pub(crate) mod spelling;
pub(crate) mod statement;
pub(crate) mod table;
pub(crate) mod token;
pub(crate) mod value;
