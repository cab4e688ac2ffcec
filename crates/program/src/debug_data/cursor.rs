//! Lines of a text with their places, for errors.

use std::ops::Range;

use crate::debug_data::{Fault, ParseError};

/// A line of the text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line<'a> {
    /// The text, without the line end.
    pub(crate) text: &'a str,
    /// The number, counted from 1.
    pub(crate) number: usize,
    /// The offset of its first byte in the text.
    offset: usize,
}

/// Returns the lines of a text. Lines end with LF, CRLF or CR.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    let start = text.as_ptr() as usize;
    let lines = text.split('\n').flat_map(|line| line.strip_suffix('\r').unwrap_or(line).split('\r'));
    lines.enumerate().map(move |(index, text)| Line {
        text,
        number: index + 1,
        offset: text.as_ptr() as usize - start,
    })
}

impl<'a> Line<'a> {
    /// Returns the error for a part of the line. The part must be a slice of [`text`](Self::text).
    pub(crate) fn error(&self, part: &str, fault: Fault) -> ParseError {
        let at = (part.as_ptr() as usize).saturating_sub(self.text.as_ptr() as usize).min(self.text.len());
        let span: Range<usize> = self.offset + at..self.offset + (at + part.len()).min(self.text.len());
        ParseError { line: self.number, column: at + 1, span, fault }
    }

    /// Parses a number in a base.
    pub(crate) fn number(&self, part: &str, base: u32) -> Result<u32, ParseError> {
        let is_digits = !part.is_empty() && part.chars().all(|c| c.is_digit(base));
        if !is_digits {
            return Err(self.error(part, Fault::Number(part.to_owned())));
        }
        u32::from_str_radix(part, base).map_err(|_| self.error(part, Fault::Large(part.to_owned())))
    }
}
