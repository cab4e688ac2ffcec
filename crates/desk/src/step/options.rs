//! A program and its initial state, as the options of `arcadian step`.

use std::path::PathBuf;

use arcadian_isa::Processor;

use crate::program::Reading;

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
    /// The keys of a BASIC program, such as `8{GO}AB`.
    pub keys: Vec<String>,
    /// The seed of RND and of a routine's random input; 1 by default.
    pub seed: Option<u64>,
}
