//! What a program prints.

use anyhow::Result;

use super::write_out;

/// How many bytes are kept for the report.
const MOST: usize = 1 << 24;

/// Text as it comes.
pub struct Printed {
    /// Control codes of the ZX Spectrum rather than of CP/M.
    spectrum: bool,
    /// Kept for the report instead of shown.
    quiet: bool,
    /// Bytes still to come that belong to a control code.
    skip: u8,
    kept: String,
    in_line: bool,
    /// Bytes that have come.
    seen: u64,
    /// Those of them that the machine had forgotten, or that are too many to be kept.
    missing: u64,
}

impl Printed {
    /// Nothing printed yet.
    pub fn new(spectrum: bool, quiet: bool) -> Self {
        Self { spectrum, quiet, skip: 0, kept: String::new(), in_line: false, seen: 0, missing: 0 }
    }

    /// Takes more bytes, the last of `count` in all, and says whether anyone still reads.
    pub fn show(&mut self, bytes: &[u8], count: u64) -> Result<bool> {
        self.missing += count.saturating_sub(self.seen).saturating_sub(bytes.len() as u64);
        self.seen = count;
        let text: String = bytes.iter().filter_map(|byte| self.character(*byte)).collect();
        if let Some(last) = text.chars().last() {
            self.in_line = last != '\n';
        }
        match self.quiet {
            true if self.kept.len() + text.len() > MOST => self.missing += text.len() as u64,
            true => self.kept += &text,
            false if !text.is_empty() => return write_out(&text),
            false => {}
        }
        Ok(true)
    }

    /// Whether a line on the terminal is not ended yet.
    pub fn is_in_line(&self) -> bool {
        self.in_line && !self.quiet
    }

    /// Ends the last line, before something else is shown.
    pub fn end(&self) -> Result<()> {
        if self.is_in_line() {
            write_out("\n")?;
        }
        if self.missing > 0 && !self.quiet {
            write_out(&format!("({} bytes came too fast and are missing)\n", self.missing))?;
        }
        Ok(())
    }

    /// How many bytes are neither shown nor kept.
    pub fn missing(&self) -> u64 {
        self.missing
    }

    /// All that was printed, if it was kept.
    pub fn text(&self) -> &str {
        &self.kept
    }

    /// The character of a byte. Of control codes the ends of lines are understood; the others of CP/M are shown by the
    /// border of the program as `\u{1b}`, except NUL, which no terminal shows.
    fn character(&mut self, byte: u8) -> Option<char> {
        if self.skip > 0 {
            self.skip -= 1;
            return None;
        }
        match (self.spectrum, byte) {
            (true, 13) => Some('\n'),
            // INK to OVER have one operand, AT and TAB two.
            (true, 16..=21) => {
                self.skip = 1;
                None
            }
            (true, 22 | 23) => {
                self.skip = 2;
                Some(' ')
            }
            (true, 127) => Some('©'),
            (false, 0 | b'\r') => None,
            (false, control @ (..b' ' | 127)) => Some(char::from(control)),
            (_, b' '..=b'~') => Some(char::from(byte)),
            _ => None,
        }
    }
}
