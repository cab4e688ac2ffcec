//! Names: symbols, scopes, structures, text constants; and the occurrences that editors ask for.

#[cfg(feature = "dialects")]
pub(crate) mod arrays;
#[cfg(feature = "dialects")]
pub(crate) mod constants;
#[cfg(feature = "dialects")]
pub(crate) mod define;
#[cfg(feature = "dialects")]
pub(crate) mod expression;
#[cfg(feature = "dialects")]
pub(crate) mod functions;
#[cfg(feature = "dialects")]
pub(crate) mod linked;
#[cfg(feature = "dialects")]
pub(crate) mod modules;
#[cfg(feature = "dialects")]
pub(crate) mod naming;
mod occurrences;
#[cfg(feature = "dialects")]
mod pass;
#[cfg(feature = "dialects")]
pub(crate) mod scope;
#[cfg(feature = "dialects")]
pub(crate) mod structures;
#[cfg(feature = "dialects")]
mod studied;
#[cfg(feature = "dialects")]
pub(crate) mod study;
#[cfg_attr(not(feature = "dialects"), expect(dead_code, reason = "only other assemblers have all of it"))]
pub(crate) mod substitution;
#[cfg(feature = "dialects")]
pub(crate) mod symbols;

pub use occurrences::{Entity, Fixed, NameKind, Names, Occurrence};
pub(crate) use occurrences::{Key, NameParts, Recorder, Role, in_headers, parameter_key};
#[cfg(feature = "dialects")]
pub(crate) use pass::*;
