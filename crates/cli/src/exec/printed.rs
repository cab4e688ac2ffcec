//! What a program prints, made fit for a terminal.

use anyhow::Result;

use super::write_out;

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
}

impl Printed {
    /// Nothing printed yet.
    pub fn new(spectrum: bool, quiet: bool) -> Self {
        Self { spectrum, quiet, skip: 0, kept: String::new(), in_line: false }
    }

    /// Takes more bytes.
    pub fn show(&mut self, bytes: &[u8]) -> Result<()> {
        let text: String = bytes.iter().filter_map(|byte| self.character(*byte)).collect();
        if let Some(last) = text.chars().last() {
            self.in_line = last != '\n';
        }
        match self.quiet {
            true => self.kept += &text,
            false if !text.is_empty() => write_out(&text)?,
            false => {}
        }
        Ok(())
    }

    /// Ends the last line, before something else is shown.
    pub fn end(&self) -> Result<()> {
        if self.in_line && !self.quiet { write_out("\n") } else { Ok(()) }
    }

    /// All that was printed, if it was kept.
    pub fn text(&self) -> &str {
        &self.kept
    }

    /// The character of a byte. What could steer a terminal is left out.
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
            (false, b'\n') => Some('\n'),
            (false, b'\t') => Some('\t'),
            (_, b' '..=b'~') => Some(char::from(byte)),
            _ => None,
        }
    }
}
