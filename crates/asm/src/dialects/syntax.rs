//! What a source is made of: lines, tokens, statements, expressions; and the tables that say how a dialect writes them.

pub(crate) mod directive;
pub(crate) mod lines;
pub(crate) mod shape;
pub(crate) mod spelling;
pub(crate) mod statement;
pub(crate) mod table;
pub(crate) mod value;
