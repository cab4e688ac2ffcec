//! ROTATE: the listing of 1982 in the interpreter, held against the native oracle key by key, and its pictures.

mod coverage;
mod exchange;
mod machine;
mod oracle;
mod pair;
mod player;
mod screens;
mod view;
