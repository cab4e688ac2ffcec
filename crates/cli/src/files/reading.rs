//! The arguments that say how a BASIC program is read.

use arcadian_basic::Dialect;
use arcadian_desk::program::Reading;
use clap::Args;

/// How a program is read.
#[derive(Args, Clone, Copy, Debug, Default)]
pub struct ReadingArgs {
    /// Cartridge: bally (Bally BASIC, 1978) or astro (AstroBASIC, 1981); default: what the program's header says
    #[arg(long, value_name = "NAME")]
    pub dialect: Option<Dialect>,
    /// Ignore the errata file beside a printed listing
    #[arg(long)]
    pub as_printed: bool,
}

impl From<ReadingArgs> for Reading {
    fn from(args: ReadingArgs) -> Self {
        Reading { dialect: args.dialect, as_printed: args.as_printed }
    }
}
