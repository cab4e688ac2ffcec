//! The Bally against what MAME was measured to do (`tests/data`), and its own promises.

mod boot;
mod cartridges;
mod debugger;
mod events;
mod examples;
mod history;
mod inputs;
mod interrupts;
mod magic;
mod mame;
mod picture;
mod ports;
mod rig;
mod robust;
mod saved;
mod sound;
mod tape_port;
mod timing;
