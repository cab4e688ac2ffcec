//! Which statements are read: files, macros, repetitions, conditions; and what each directive does.

pub(crate) mod blocks;
pub(crate) mod contest;
pub(crate) mod directives;
pub(crate) mod dot_repeat;
pub(crate) mod include;
pub(crate) mod input;
pub(crate) mod macros;
pub(crate) mod messages;
pub(crate) mod options;
pub(crate) mod recording;
pub(crate) mod repeat;
pub(crate) mod settings;
