//! The arguments for where a BASIC program runs.

use anyhow::{Result, ensure};
use arcadian_files::program::LoadedProgram;
use arcadian_play::bally::basic::BasicBally;
use clap::{Args, ValueEnum};

/// Options for where a program runs.
#[derive(Args, Clone, Copy, Debug)]
pub struct PlatformArgs {
    /// Where the program runs
    #[arg(long, value_enum, value_name = "WHERE", default_value_t)]
    pub on: On,
    /// With --on bally: type the program and all keys on the keypad
    #[arg(long = "type")]
    pub is_typed: bool,
}

/// Where a program runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum On {
    /// The interpreter
    #[default]
    Interpreter,
    /// An emulated Bally with the BASIC cartridge of this project
    Bally,
}

impl PlatformArgs {
    /// Checks that the options fit together.
    pub fn check(&self) -> Result<()> {
        ensure!(
            self.on == On::Bally || !self.is_typed,
            "--type needs --on bally: the interpreter has no keypad to type on"
        );
        Ok(())
    }

    /// Returns a Bally with a program in its memory, and the seed of RND.
    pub fn bally(&self, loaded: &LoadedProgram, seed: u64, sample_rate: u32) -> Result<BasicBally> {
        Ok(BasicBally::loaded(loaded, seed, self.is_typed, sample_rate)?)
    }
}
