//! A program and its initial state, as the options of `arcadian step`.

use std::path::PathBuf;

use arcadian_isa::Processor;

use crate::{
    bally::{keys::Keypad, parts::Parts},
    program::Reading,
};

/// A program and its initial state.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// A routine, a sheet or source, a BASIC program, or a binary; `-` is standard input.
    pub target: PathBuf,
    /// The processor of machine code.
    pub cpu: Option<Processor>,
    /// The fields of a routine, as `FIELD=BYTES`.
    pub inputs: Vec<String>,
    /// Changes before the first step: `REGISTER=VALUE` for machine code, a statement or numbered line for BASIC.
    pub set: Vec<String>,
    /// Where a routine's call places things, as `NAME=ADDRESS`: the data of a field, the stack pointer, `return`.
    pub place: Vec<String>,
    /// Sheet: another one with the same inputs and outputs, whose fields it has.
    pub same_as: Option<PathBuf>,
    /// Bytes of memory before the first step of machine code, as `ADDRESS=BYTES`.
    pub poke: Vec<String>,
    /// The address of a binary's first byte; 0 by default.
    pub load: Option<u16>,
    /// The initial program counter of machine code.
    pub pc: Option<u16>,
    /// Symbols of a binary, as `asm --symbols` writes them.
    pub symbols: Option<PathBuf>,
    /// Whether a binary is a program for CP/M.
    pub cpm: bool,
    /// How a BASIC program is read.
    pub reading: Reading,
    /// The files and the expansion of a cartridge's machine.
    pub parts: Parts,
    /// The legends by which the keys of a cartridge are named; none means those that suit it.
    pub keypad: Option<Keypad>,
    /// The keys of a BASIC program, such as `8{GO}AB`, or of a cartridge, such as `{AT 60}5`.
    pub keys: Vec<String>,
    /// A file with the keys of a BASIC program or of a cartridge.
    pub keys_file: Option<PathBuf>,
    /// The seed of RND and of a routine's random input; 1 by default.
    pub seed: Option<u64>,
}

impl Options {
    /// Returns whether the program is a cartridge or ROM of the Bally.
    pub fn is_cartridge(&self) -> bool {
        self.parts.program().is_some()
    }
}
