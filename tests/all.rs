//! The tests of the whole workspace, in one binary with a module for each topic.

mod architecture;
/// The interpreter and the Arcadian BASIC cartridge are compared: one language, two implementations.
///
/// A scenario (program, commands, keys, seed) runs in both. Equal must be: how it stopped, the error with its place, the lines
/// of PRINT and INPUT, the picture bit for bit, SZ, all variables and elements, and the number of statements.
///
/// `pair.rs` runs, compares, and reduces a difference to a small program, `generator.rs` makes random programs;
/// `mame.rs` runs the cartridge in MAME.
mod cartridge {
    mod cases;
    mod generator;
    mod mame;
    mod pair;
    mod random;
    mod rotate;
    mod variants;
}
mod language;
mod robust;
mod rotate;
#[cfg(feature = "suites")]
mod suites;
