//! Loading programs.

use std::{ops::Range, path::Path};

use anyhow::{Result, anyhow, bail};
use arcadian_basic::{Basic, Dialect, Line, scan_text};

use crate::{
    diagnostic::{self, Diagnostic},
    input,
};

/// A program ready for the machine.
#[derive(Debug)]
pub struct Loaded {
    /// The lines in ascending order.
    pub lines: Vec<Line>,
    /// The cartridge it is for.
    pub dialect: Dialect,
    /// What to call it.
    pub name: String,
}

impl Loaded {
    /// A machine with the program in it.
    pub fn machine(&self, seed: u64) -> Result<Basic> {
        let mut basic = Basic::new(self.dialect, seed);
        basic.load(&self.lines).map_err(|(line, full)| {
            anyhow!(
                "{} does not fit: line {line} needs {} bytes and {} are free",
                self.name,
                full.needed,
                full.free
            )
        })?;
        Ok(basic)
    }
}

/// Reads a program file. `dialect` wins over what its header says.
pub fn load(program: &str, dialect: Option<Dialect>, _as_printed: bool) -> Result<Loaded> {
    if program == "rotate" {
        bail!("ROTATE is not built in yet; name a program file");
    }
    let source = input::text(Path::new(program), "a program", input::LONGEST_PROGRAM)?;
    let lines = read(program, &source)?;
    Ok(Loaded { lines, dialect: dialect.unwrap_or_default(), name: program.to_owned() })
}

fn read(path: &str, source: &str) -> Result<Vec<Line>> {
    let mut start = 0;
    let mut lines = Vec::new();
    for whole in source.split_inclusive('\n') {
        if !whole.trim().is_empty() && !whole.starts_with("#!") {
            lines.push(line(path, source, start, whole.trim_end())?);
        }
        start += whole.len();
    }
    Ok(lines)
}

fn line(path: &str, source: &str, start: usize, text: &str) -> Result<Line> {
    let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let (number, rest) = text.split_at(digits);
    let wrong = |span: Range<usize>, title: &str, help| {
        let span = start + span.start..start + span.end;
        anyhow::Error::from(Diagnostic(diagnostic::render(path, source, span, title, help)))
    };
    let number = number.parse().map_err(|_| {
        wrong(0..digits.max(1), "a line begins with its number, 1 to 32767", Some("an example: `10 PRINT 1`"))
    })?;
    let scanned = scan_text(rest).map_err(|unknown| {
        let at = digits + rest.chars().take(unknown.at).map(char::len_utf8).sum::<usize>();
        wrong(at..at + unknown.character.len_utf8(), &unknown.to_string(), None)
    })?;
    Ok(Line { number, text: scanned.bytes })
}
