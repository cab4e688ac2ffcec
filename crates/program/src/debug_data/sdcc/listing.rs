//! Completed listings of SDCC's assembler: `   8024 45               [ 4]    6         ld      b, l`.
//!
//! A line has an address, bytes, the cycles of an instruction in brackets, its number, and the source. A number may be all there
//! is before the source; bytes that do not fit continue in a line without a number.

use super::assembly_of;
use crate::debug_data::{DebugData, Fault, Level, Line, LineRange, ParseError, SourceFile, lines};

/// The first column that belongs to the value of a constant rather than to an address.
const VALUES: usize = 16;
/// The first column that belongs to the number of a line.
const NUMBERS: usize = 30;
/// The numbers of digits that an address can have.
const DIGITS: [usize; 3] = [4, 6, 8];

/// A line of a listing.
struct Row<'a> {
    address: Option<(&'a str, u32)>,
    bytes: Vec<u8>,
    has_cycles: bool,
    /// The line's number and its source.
    source: Option<(u32, &'a str)>,
}

pub(crate) fn is_it(text: &str) -> bool {
    let mut rows = lines(text).filter(|line| !line.text.trim().is_empty()).map(|line| Row::read(&line));
    rows.next().is_some_and(|row| matches!(row, Ok(Row { source: Some((1, _)), .. })))
}

pub(crate) fn parse(name: &str, text: &str) -> Result<DebugData, ParseError> {
    let mut data = DebugData::default();
    let mut source = String::new();
    let mut count: u32 = 0;
    for line in lines(text).filter(|line| !line.text.trim().is_empty()) {
        let row = Row::read(&line)?;
        match row.source {
            Some((number, text)) => {
                // Lines that the listing leaves out are empty, so that numbers stay right.
                while count.saturating_add(1) < number && count < text_limit(line.number) {
                    source.push('\n');
                    count += 1;
                }
                source.push_str(text);
                source.push('\n');
                count = number;
                data.lines.extend(row.range(number));
            }
            None => continue_last(&mut data, &row),
        }
    }
    let stem = name.rsplit(['/', '\\']).next().unwrap_or(name);
    let module = stem.rsplit_once('.').map_or(stem, |(module, _)| module);
    data.files.push(SourceFile { name: assembly_of(module), size: None, text: Some(source) });
    Ok(data)
}

/// Returns the largest line number that a line of the listing can have.
fn text_limit(row: usize) -> u32 {
    /// The most lines in a row that a listing leaves out.
    const LEFT_OUT: usize = 1 << 16;
    u32::try_from(row.saturating_add(LEFT_OUT)).unwrap_or(u32::MAX)
}

/// Adds bytes to the line before.
fn continue_last(data: &mut DebugData, row: &Row) {
    let Some(last) = data.lines.last_mut() else { return };
    let follows = row
        .address
        .is_some_and(|(_, address)| Some(address) == last.address.checked_add(last.bytes.len() as u32));
    if follows {
        last.bytes.extend(&row.bytes);
        last.length = Some(last.bytes.len() as u32);
    }
}

impl<'a> Row<'a> {
    fn read(line: &Line<'a>) -> Result<Row<'a>, ParseError> {
        let trimmed = line.text.trim_start();
        let indent = line.text.len() - trimmed.len();
        let mut row = Row { address: None, bytes: Vec::new(), has_cycles: false, source: None };
        let mut rest = trimmed;
        let (word, after) = split_word(rest);
        if indent < VALUES && DIGITS.contains(&word.len()) {
            row.address = Some((word, line.number(word, 16)?));
            rest = after;
            while let Some((byte, after)) = byte(rest) {
                row.bytes.push(byte);
                rest = after;
            }
        } else if indent < NUMBERS && DIGITS.contains(&word.len()) {
            // The value of a constant.
            rest = after;
        }
        rest = rest.trim_start();
        if let Some((_, after)) = rest.strip_prefix('[').and_then(|cycles| cycles.split_once(']')) {
            row.has_cycles = true;
            rest = after.trim_start();
        }
        let (number, source) = split_word(rest);
        if number.is_empty() {
            return Ok(row);
        }
        let number = line.number(number, 10).map_err(|_| {
            line.error(number, Fault::Field { text: number.to_owned(), expected: "the number of a line" })
        })?;
        row.source = Some((number, source.strip_prefix(' ').unwrap_or(source)));
        Ok(row)
    }

    /// Returns the addresses of the row, if it has bytes.
    fn range(&self, line: u32) -> Option<LineRange> {
        let (_, address) = self.address?;
        let length = Some(u32::try_from(self.bytes.len()).ok()?).filter(|length| *length > 0)?;
        Some(LineRange {
            file: 0,
            line,
            columns: None,
            address,
            length: Some(length),
            bytes: self.bytes.clone(),
            level: Level::Assembly,
            is_data: !self.has_cycles,
        })
    }
}

/// Returns the text before the first space, and the rest with the space.
fn split_word(text: &str) -> (&str, &str) {
    text.split_at(text.find(' ').unwrap_or(text.len()))
}

/// Returns a byte that follows a single space, and the rest.
fn byte(text: &str) -> Option<(u8, &str)> {
    let digits =
        text.strip_prefix(' ')?.get(..2).filter(|digits| digits.chars().all(|c| c.is_ascii_hexdigit()))?;
    let rest = text.get(3..)?;
    let is_end = rest.is_empty() || rest.starts_with(' ');
    Some((u8::from_str_radix(digits, 16).ok().filter(|_| is_end)?, rest))
}
