//! The arguments for reading a BASIC program.

use arcadian_basic::Dialect;
use arcadian_files::program::Reading;
use clap::Args;

/// Options for reading a program.
#[derive(Args, Clone, Copy, Debug, Default)]
pub struct ReadingArgs {
    /// Dialect: bally (Bally BASIC, 1978) or astro (AstroBASIC, 1981) [default: from the program's header]
    #[arg(long, value_name = "NAME")]
    pub dialect: Option<Dialect>,
    /// Ignore the errata file of a printed listing
    #[arg(long)]
    pub as_printed: bool,
}

impl From<ReadingArgs> for Reading {
    fn from(args: ReadingArgs) -> Self {
        Reading { dialect: args.dialect, as_printed: args.as_printed }
    }
}
