//! The tests of the whole workspace, in one binary with a module for each topic.

mod architecture;
mod cartridge;
mod language;
mod robust;
mod rotate;
#[cfg(feature = "suites")]
mod suites;
