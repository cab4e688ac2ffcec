//! Values, places and rows of code as text, a line at most 100 characters where that is possible.

use crate::debuggee::{Debuggee, Kind, Row, Spot};

/// A value of so many bits: `03`, `0300`, a flag `1`; in BASIC decimal.
pub fn value(value: i64, bits: u32, kind: Kind) -> String {
    match (kind, bits) {
        (Kind::Code(_), 8) => format!("{:02X}", value & 0xFF),
        (Kind::Code(_), 16) => format!("{:04X}", value & 0xFFFF),
        _ => value.to_string(),
    }
}

/// How many bits hold a value: 8, 16, or none of both.
fn width(value: i64) -> Option<usize> {
    match value {
        -0x80..=0xFF => Some(8),
        -0x8000..=0xFFFF => Some(16),
        _ => None,
    }
}

/// A value in short: `$41 = 65`; in BASIC `65`.
pub fn short(value: i64, kind: Kind) -> String {
    match (kind, width(value)) {
        (Kind::Code(_), Some(bits)) => format!("{} = {value}", hexadecimal(value, bits)),
        (Kind::Code(_), None) if value > 0 => format!("${value:X} = {value}"),
        _ => value.to_string(),
    }
}

/// A value in all its spellings: `$41 = 65 = %01000001 = 'A'`, `$FE = 254 = -2 = %11111110`.
pub fn full(value: i64, kind: Kind) -> String {
    let (Kind::Code(_), Some(bits)) = (kind, width(value)) else { return short(value, kind) };
    let whole = value & ((1 << bits) - 1);
    let mut spellings = vec![hexadecimal(value, bits), whole.to_string()];
    if whole >> (bits - 1) == 1 {
        spellings.push((whole - (1 << bits)).to_string());
    }
    spellings.push(format!("%{whole:0bits$b}"));
    let character = u8::try_from(whole).ok().filter(|byte| (0x20..0x7F).contains(byte));
    spellings.extend(character.map(|byte| format!("'{}'", char::from(byte))));
    spellings.join(" = ")
}

fn hexadecimal(value: i64, bits: usize) -> String {
    format!("${:0digits$X}", value & ((1 << bits) - 1), digits = bits / 4)
}

/// What the clock counts.
pub fn clock(kind: Kind) -> &'static str {
    match kind {
        Kind::Code(_) => "cycles",
        Kind::Basic => "T-states",
    }
}

/// A place as one would ask for it: `0300`, or `100.2`, the second statement of line 100.
pub fn place(program: &dyn Debuggee, spot: Spot) -> String {
    if let Kind::Code(_) = program.kind() {
        return format!("{:04X}", spot.0);
    }
    let line = line_of(spot);
    let before = program.all_code().iter().filter(|other| line_of(**other) == line && **other < spot).count();
    match before {
        0 => line.to_string(),
        _ => format!("{line}.{}", before + 1),
    }
}

/// The number of the BASIC line that a place is in.
fn line_of(spot: Spot) -> u32 {
    spot.0 >> 16
}

/// Whether a place is in a row.
pub fn is_in(row: &Row, spot: Spot, kind: Kind) -> bool {
    match kind {
        Kind::Code(_) => row.spot == spot,
        Kind::Basic => line_of(row.spot) == line_of(spot),
    }
}

/// A row of code, with a mark of two characters before it; labels have lines of their own.
pub fn row(row: &Row, mark: &str, kind: Kind) -> Vec<String> {
    if kind == Kind::Basic {
        return vec![format!("{mark:2}{:>6} {}", line_of(row.spot), row.text)];
    }
    let mut lines: Vec<String> = row.labels.iter().map(|label| format!("{label}:")).collect();
    let bytes = hex(&row.bytes);
    // The text of data is its bytes.
    let text = if row.text == bytes { "" } else { &row.text };
    let comment = if row.comment.is_empty() { String::new() } else { format!("; {}", row.comment) };
    let line = format!("{mark:2} {:04X}  {bytes:<11}  {text:<20}  {comment}", row.spot.0);
    lines.push(line.trim_end().to_owned());
    lines
}

/// A row with the statement marked below it, if it is BASIC.
pub fn marked_row(row_of_code: &Row, mark: &str, kind: Kind) -> Vec<String> {
    let mut lines = row(row_of_code, mark, kind);
    if let (Kind::Basic, Some(statement)) = (kind, &row_of_code.statement) {
        let blanks = " ".repeat(9 + statement.start);
        lines.push(blanks + &"^".repeat(statement.len().max(1)));
    }
    lines
}

/// The step at a place in one line: `0103  DCR  B  ; one less`, `100.2  PRINT I`.
pub fn step(program: &dyn Debuggee, spot: Spot) -> String {
    let place = place(program, spot);
    let row = program.code(spot, 0, 0).into_iter().next().unwrap_or_default();
    let range = row.statement.unwrap_or(0..usize::MAX);
    let text: String = row.text.chars().take(range.end).skip(range.start).collect();
    let comment = if row.comment.is_empty() { String::new() } else { format!("  ; {}", row.comment) };
    format!("{place}  {text:<20}{comment}").trim_end().to_owned()
}

/// Bytes, two digits each.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02X}")).collect::<Vec<_>>().join(" ")
}
