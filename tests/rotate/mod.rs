//! ROTATE: the 1982 listing in the interpreter, compared with the native oracle after every key, and snapshots of its screens.

mod coverage;
mod oracle;
mod pair;
mod player;
mod screens;
pub(crate) mod sessions;
mod view;
