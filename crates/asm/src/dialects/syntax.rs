//! What a source is made of: lines, tokens, statements, expressions; and the tables that say how a dialect writes them.

pub(crate) mod directive;
pub(crate) mod expression;
pub(crate) mod functions;
pub(crate) mod lines;
pub(crate) mod operator;
pub(crate) mod spelling;
pub(crate) mod statement;
pub(crate) mod table;
pub(crate) mod token;
pub(crate) mod value;
