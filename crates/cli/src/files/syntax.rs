//! How a source is read: its syntax, that of arcadian or of another assembler, and what it leaves to the command line.

use std::path::PathBuf;

use anyhow::Result;
use arcadian_asm::{Dialect, Options};
use arcadian_files::{
    address, diagnostic,
    source::{self, Syntax},
};
use arcadian_isa::Processor;
use clap::Args;

use super::output;

/// The arguments about the syntax of a source, and what it leaves to a linker.
#[derive(Args, Clone, Debug, Default)]
pub struct SyntaxArgs {
    /// Syntax of a source: arcadian, acme, ca65, m80, sdcc, sjasmplus, z88dk or zmac; by default recognized by its statements
    #[arg(long, value_name = "NAME", value_parser = dialect)]
    pub dialect: Option<Dialect>,
    #[command(flatten)]
    pub linking: LinkingArgs,
}

/// The arguments about what a source leaves to the command line.
#[derive(Args, Clone, Debug, Default)]
pub struct LinkingArgs {
    /// Source: address of the first segment, in dialects with segments [default: 0000]
    #[arg(long, value_name = "ADDR", value_parser = address::parse)]
    pub org: Option<u16>,
    /// Source: address of a segment, in dialects with segments; may be repeated
    #[arg(long, value_name = "NAME=ADDR", value_parser = source::segment)]
    pub segment: Vec<(String, u16)>,
    /// Source: define a constant, with the value 1 by default; may be repeated
    #[arg(short = 'D', value_name = "NAME=VALUE", value_parser = source::definition)]
    pub define: Vec<(String, i32)>,
    /// Source: also search this folder for included files; may be repeated
    #[arg(short = 'I', value_name = "DIR")]
    pub include: Vec<PathBuf>,
}

/// Parses the name of a dialect.
pub fn dialect(text: &str) -> std::result::Result<Dialect, String> {
    Dialect::named(text).ok_or_else(|| {
        let names: Vec<&str> = Dialect::all().map(Dialect::name).collect();
        format!("the dialects are {}", names.join(", "))
    })
}

impl From<SyntaxArgs> for Syntax {
    fn from(args: SyntaxArgs) -> Self {
        let SyntaxArgs { dialect, linking: LinkingArgs { org, segment, define, include } } = args;
        Syntax { dialect, origin: org, segments: segment, defines: define, folders: include }
    }
}

impl SyntaxArgs {
    /// Returns how a source is read.
    pub fn syntax(&self) -> Syntax {
        self.clone().into()
    }

    /// Returns the options of the assembler for a source. A dialect that is recognized is said on standard error.
    pub fn options(&self, processor: Option<Processor>, name: &str, text: &str) -> Result<Options> {
        let (options, note) = self.syntax().options(processor, name, text)?;
        note.iter().for_each(|note| output::show(&diagnostic::render_source(note).with_line("")));
        Ok(options)
    }
}
