//! How a source is read: its syntax, that of arcadian or of another assembler, and what it leaves to the command line.

use anyhow::{Result, bail};
use arcadian_asm::{Dialect, Options};
use arcadian_files::{address, diagnostic};
use arcadian_isa::Processor;
use clap::Args;

use super::output;

/// The arguments about the syntax of a source, and what it leaves to a linker.
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
    /// Define a constant, with the value 1 by default; may be repeated
    #[arg(short = 'D', value_name = "NAME=VALUE", value_parser = definition)]
    pub define: Vec<(String, i32)>,
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

fn definition(text: &str) -> std::result::Result<(String, i32), String> {
    let (name, value) = text.split_once('=').unwrap_or((text, "1"));
    let named = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    match arcadian_asm::number(value) {
        Some(value) if named => Ok((name.to_owned(), value)),
        _ => Err("a definition is NAME or NAME=VALUE, as in SIZE=10H".to_owned()),
    }
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
        let (defines, segments, origin) = (self.define.clone(), self.segment.clone(), self.org);
        Ok(Options { processor, defines, dialect, segments, origin, has_placeholders: false })
    }
}
