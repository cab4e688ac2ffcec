//! Names: symbols, scopes, structures, text constants; and the occurrences that editors ask for.

pub(crate) mod arrays;
pub(crate) mod constants;
pub(crate) mod define;
pub(crate) mod expression;
pub(crate) mod functions;
pub(crate) mod linked;
pub(crate) mod modules;
pub(crate) mod naming;
mod occurrences;
mod pass;
pub(crate) mod scope;
pub(crate) mod structures;
mod studied;
pub(crate) mod study;
pub(crate) mod substitution;
pub(crate) mod symbols;

pub use occurrences::{Entity, Fixed, NameKind, Names, Occurrence};
pub(crate) use occurrences::{Key, Later, NameParts, Recorder, Role, in_headers, parameter_key};
pub(crate) use pass::*;
pub(crate) use substitution::{Argument, LONGEST_LINE, Substitution, join, part_of, word_end};
