//! The Bally against what MAME was measured to do (`tests/data`), and its own promises.

mod cartridges;
mod debugger;
mod examples;
mod inputs;
mod magic;
mod mame;
mod picture;
mod rig;
mod robust;
mod saved;
mod sound;
mod tape_port;
mod timing;
