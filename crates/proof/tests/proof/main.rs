//! Tests with files: sheets of the examples, exercises, sheets that deceive, and the BASIC cartridge.
#![expect(clippy::disallowed_methods, reason = "the sheets are files")]

mod basic_cartridge;
mod deceiving;
mod examples;
mod exercises;
mod families;
mod header_examples;
mod support;
