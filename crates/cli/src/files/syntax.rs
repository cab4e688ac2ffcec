//! The syntax of a source: that of arcadian, or of another assembler.

use anyhow::{Result, bail};
use arcadian_asm::{Dialect, Options};
use arcadian_files::{address, diagnostic};
use arcadian_isa::Processor;
use clap::Args;

use super::output;

/// The arguments about the syntax of a source.
#[derive(Args, Clone, Debug, Default)]
pub struct SyntaxArgs {
    /// Syntax of the source: arcadian, acme, ca65, m80, sdcc, sjasmplus, z88dk or zmac; by default recognized by its statements
    #[arg(long, value_name = "NAME", value_parser = dialect)]
    pub dialect: Option<Dialect>,
    /// Address of the first segment, in dialects with segments; 0 by default
    #[arg(long, value_name = "ADDR", value_parser = address::parse)]
    pub org: Option<u16>,
    /// Address of a segment, in dialects with segments; may be repeated
    #[arg(long, value_name = "NAME=ADDR", value_parser = segment)]
    pub segment: Vec<(String, u16)>,
}

fn dialect(text: &str) -> std::result::Result<Dialect, String> {
    Dialect::named(text).ok_or_else(|| {
        let names: Vec<&str> = Dialect::all().map(Dialect::name).collect();
        format!("the dialects are {}", names.join(", "))
    })
}

fn segment(text: &str) -> std::result::Result<(String, u16), String> {
    let (name, value) =
        text.split_once('=').filter(|(name, _)| !name.is_empty()).ok_or("a segment is NAME=ADDR")?;
    Ok((name.to_owned(), address::parse(value)?))
}

impl SyntaxArgs {
    /// Returns the options of the assembler for a source. A dialect that is recognized is said on standard error.
    pub fn options(&self, processor: Option<Processor>, name: &str, text: &str) -> Result<Options> {
        let recognized = || {
            let (dialect, note) = Dialect::guess(name, text)?;
            output::show(&diagnostic::render_source(&note).with_line(""));
            Some(dialect)
        };
        let dialect = self.dialect.or_else(recognized).unwrap_or_default();
        if dialect == Dialect::default() && (self.org.is_some() || !self.segment.is_empty()) {
            bail!("--org and --segment are for dialects with segments; write `ORG` or `* =` in the source");
        }
        let (segments, origin) = (self.segment.clone(), self.org);
        Ok(Options { processor, defines: Vec::new(), dialect, segments, origin })
    }
}
