//! Which statements are read: files, macros, repetitions, conditions; and what each directive does.

#[cfg(feature = "dialects")]
pub(crate) mod blocks;
pub(crate) mod branches;
#[cfg(feature = "dialects")]
pub(crate) mod contest;
#[cfg(feature = "dialects")]
pub(crate) mod directives;
#[cfg(feature = "dialects")]
pub(crate) mod frames;
#[cfg(feature = "dialects")]
pub(crate) mod include;
pub(crate) mod input;
pub(crate) mod kept;
#[cfg(feature = "dialects")]
pub(crate) mod macros;
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

pub(crate) use kept::{DEEPEST, Macro, Parameter, Recording};
#[cfg(feature = "dialects")]
pub(crate) use pass::*;
