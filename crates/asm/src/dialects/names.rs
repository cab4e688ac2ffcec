//! Names: symbols, scopes, structures, text constants; and what editors learn of them.

pub(crate) mod arrays;
pub(crate) mod constants;
pub(crate) mod define;
pub(crate) mod modules;
pub(crate) mod naming;
pub(crate) mod scope;
pub(crate) mod structures;
pub(crate) mod study;
pub(crate) mod substitution;
pub(crate) mod symbols;
