//! The statements that are read: files, macros, repetitions, conditions; and the effects of directives.

#[cfg(feature = "dialects")]
pub(crate) mod blocks;
#[cfg(feature = "dialects")]
pub(crate) mod directives;
#[cfg(feature = "dialects")]
pub(crate) mod include;
pub(crate) mod input;
#[cfg(feature = "dialects")]
pub(crate) mod macros;
mod open;
#[cfg(feature = "dialects")]
mod pass;
#[cfg(feature = "dialects")]
pub(crate) mod recording;
#[cfg(feature = "dialects")]
pub(crate) mod repeat;
#[cfg(feature = "dialects")]
pub(crate) mod settings;
#[cfg(feature = "dialects")]
pub(crate) mod skipping;

pub(crate) use open::{Branches, DEEPEST, Macro, Parameter, Recording};
#[cfg(feature = "dialects")]
pub(crate) use pass::*;
