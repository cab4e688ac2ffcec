//! The statements that are read: files, macros, repetitions, conditions; and the effects of directives.

pub(crate) mod blocks;
pub(crate) mod directives;
pub(crate) mod include;
pub(crate) mod input;
pub(crate) mod macros;
mod open;
pub(crate) mod recording;
pub(crate) mod repeat;
pub(crate) mod settings;
pub(crate) mod skipping;

pub(crate) use open::*;
