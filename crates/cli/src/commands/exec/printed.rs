//! The bytes that a program prints.

use anyhow::Result;

use super::write_out;

/// The maximum number of bytes kept for the report.
const MOST: usize = 1 << 24;

/// Decodes printed bytes, and shows them or keeps them for the report.
pub struct Printed {
    /// Whether control codes are those of the ZX Spectrum rather than of CP/M.
    is_spectrum: bool,
    /// Whether the text is kept for the report instead of shown.
    is_captured: bool,
    /// The number of operand bytes of a control code still to skip.
    skip: u8,
    kept: String,
    /// Whether the last line has no line end yet.
    in_line: bool,
    /// The number of bytes printed so far.
    seen: u64,
    /// The number of bytes dropped by the machine's buffer or by the limit for the report.
    missing: u64,
}

impl Printed {
    pub fn new(is_spectrum: bool, is_captured: bool) -> Self {
        Self { is_spectrum, is_captured, skip: 0, kept: String::new(), in_line: false, seen: 0, missing: 0 }
    }

    /// Processes the last bytes of `count` printed in total. Returns whether standard output is still open.
    pub fn show(&mut self, bytes: &[u8], count: u64) -> Result<bool> {
        self.missing += count.saturating_sub(self.seen).saturating_sub(bytes.len() as u64);
        self.seen = count;
        let text: String = bytes.iter().filter_map(|byte| self.character(*byte)).collect();
        if let Some(last) = text.chars().last() {
            self.in_line = last != '\n';
        }
        if !self.is_captured {
            return if text.is_empty() { Ok(true) } else { write_out(&text) };
        }
        if self.kept.len() + text.len() > MOST {
            self.missing += text.len() as u64;
        } else {
            self.kept += &text;
        }
        Ok(true)
    }

    /// Returns whether the cursor of the terminal is within a line.
    pub fn is_in_line(&self) -> bool {
        self.in_line && !self.is_captured
    }

    /// Ends the last line, and reports missing bytes.
    pub fn end(&self) -> Result<()> {
        if self.is_in_line() {
            write_out("\n")?;
        }
        if self.missing > 0 && !self.is_captured {
            write_out(&format!("({} bytes were printed too fast and are missing)\n", self.missing))?;
        }
        Ok(())
    }

    /// Returns the text kept for the report, and the number of bytes that are neither shown nor kept.
    pub fn kept(&self) -> (&str, u64) {
        (&self.kept, self.missing)
    }

    /// Returns the character of a byte. Control codes of the Spectrum other than line ends become a blank or nothing. Those of
    /// CP/M are kept, except NUL, and escaped on output as `\u{1b}`.
    fn character(&mut self, byte: u8) -> Option<char> {
        if self.skip > 0 {
            self.skip -= 1;
            return None;
        }
        match (self.is_spectrum, byte) {
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
