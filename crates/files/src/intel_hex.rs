//! Intel HEX files, which assemblers and linkers write: lines of addresses, bytes and checksums.
//!
//! A line is `:LLAAAATTDD…CC`: length, address, type, data, and a checksum that makes the sum of all bytes 0. Source: Intel,
//! Hexadecimal Object File Format Specification, 1988.

use std::fmt::Write;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct IntelHex {
    /// The bytes by address, joined where they follow each other.
    pub parts: Vec<(u16, Vec<u8>)>,
    pub start: Option<u16>,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct IntelHexError {
    /// The line number, from 1.
    pub line: usize,
    pub problem: Problem,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// The line does not have the form of a record.
    #[error("a record has the form `:LLAAAATTDD…CC` with hexadecimal digits")]
    Form,
    /// The length does not agree with the number of bytes.
    #[error("the record says {says} bytes and has {has}")]
    Length { says: usize, has: usize },
    #[error("the checksum is {says:02X}, it should be {right:02X}")]
    Checksum { says: u8, right: u8 },
    /// The first address beyond the memory.
    #[error(
        "there is a byte at {0:X}, and the memory ends at FFFF; write each bank to a file of its own, with addresses below"
    )]
    Beyond(usize),
    #[error("the record type {0:02X} is not one of 00 to 05")]
    Type(u8),
    #[error("the file has no end record `:00000001FF`")]
    NoEnd,
    #[error("this is after the end record in line {0}; divide the file there, and read each part on its own")]
    AfterEnd(usize),
}

pub fn read(text: &str) -> Result<IntelHex, IntelHexError> {
    let (mut hex, mut base, mut end) = (IntelHex::default(), 0, None);
    for (index, line) in text.lines().enumerate() {
        let fault = |problem| IntelHexError { line: index + 1, problem };
        let line = line.trim();
        match end {
            // CP/M ends texts with this character, and what is after it in the last sector is anything.
            Some(_) if line.starts_with('\x1A') => break,
            _ if line.is_empty() || line.starts_with('\x1A') => continue,
            Some(end) => return Err(fault(Problem::AfterEnd(end))),
            None => {}
        }
        let bytes = record(line).map_err(fault)?;
        let [_, high, low, kind, data @ .., _] = &*bytes else { return Err(fault(Problem::Form)) };
        match kind {
            0 => {
                let address = base + usize::from(u16::from_be_bytes([*high, *low]));
                add(&mut hex.parts, address, data).map_err(fault)?;
            }
            1 => end = Some(index + 1),
            // Segments and upper halves of addresses.
            2 | 4 => {
                let [high, low] = data else { return Err(fault(Problem::Form)) };
                base = usize::from(u16::from_be_bytes([*high, *low])) << if *kind == 2 { 4 } else { 16 };
            }
            3 | 5 => {
                if let [0, 0, high, low] = data {
                    hex.start = Some(u16::from_be_bytes([*high, *low]));
                }
            }
            other => return Err(fault(Problem::Type(*other))),
        }
    }
    let no_end = || IntelHexError { line: text.lines().count().max(1), problem: Problem::NoEnd };
    end.map(|_| hex).ok_or_else(no_end)
}

/// Returns the bytes of a record, whose length and checksum are right.
fn record(line: &str) -> Result<Vec<u8>, Problem> {
    let digits = line.strip_prefix(':').filter(|digits| digits.len() % 2 == 0).ok_or(Problem::Form)?;
    let digit = |byte: u8| char::from(byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
    let pair = |pair: &[u8]| match pair {
        [high, low] => Some(digit(*high)? << 4 | digit(*low)?),
        _ => None,
    };
    let bytes: Vec<u8> = digits.as_bytes().chunks(2).map(pair).collect::<Option<_>>().ok_or(Problem::Form)?;
    let (Some(length), Some(says)) = (bytes.first(), bytes.last()) else { return Err(Problem::Form) };
    let (length, has) = (usize::from(*length), bytes.len().saturating_sub(5));
    if bytes.len() < 5 || length != has {
        return Err(Problem::Length { says: length, has });
    }
    let sum = bytes.iter().fold(0_u8, |sum, byte| sum.wrapping_add(*byte));
    if sum == 0 { Ok(bytes) } else { Err(Problem::Checksum { says: *says, right: says.wrapping_sub(sum) }) }
}

fn add(parts: &mut Vec<(u16, Vec<u8>)>, address: usize, data: &[u8]) -> Result<(), Problem> {
    let beyond = Problem::Beyond(address.max(0x1_0000));
    if data.is_empty() {
        return Ok(());
    }
    if address + data.len() > 0x1_0000 {
        return Err(beyond);
    }
    match parts.last_mut() {
        Some((start, bytes)) if usize::from(*start) + bytes.len() == address => bytes.extend(data),
        _ => parts.push((u16::try_from(address).map_err(|_| beyond)?, data.to_vec())),
    }
    Ok(())
}

type Part = (u16, Vec<u8>);

/// Returns parts with each address once, if some have the same: the later byte counts. Also returns the first address with several
/// different bytes.
pub fn joined(parts: &[Part]) -> Option<(Vec<Part>, Option<u16>)> {
    let (mut memory, mut doubled, mut has_doubled) = (vec![None; 0x1_0000], None, false);
    for (first, part) in parts {
        for (address, byte) in (*first..=u16::MAX).zip(part) {
            let before = memory[usize::from(address)].replace(*byte);
            has_doubled |= before.is_some();
            doubled = doubled.or(before.filter(|before| before != byte).map(|_| address));
        }
    }
    let mut all = Vec::new();
    for (address, byte) in memory.iter().enumerate() {
        let _ = add(&mut all, address, byte.as_slice());
    }
    has_doubled.then_some((all, doubled))
}

/// The number of bytes in a written record.
const PER_RECORD: usize = 16;

pub fn write<'p>(parts: impl IntoIterator<Item = (u16, &'p [u8])>) -> String {
    let mut out = String::new();
    for (address, bytes) in parts {
        for (index, chunk) in bytes.chunks(PER_RECORD).enumerate() {
            let offset = u16::try_from(index * PER_RECORD).unwrap_or(u16::MAX);
            write_record(&mut out, address.wrapping_add(offset), 0, chunk);
        }
    }
    write_record(&mut out, 0, 1, &[]);
    out
}

fn write_record(out: &mut String, address: u16, kind: u8, data: &[u8]) {
    let [high, low] = address.to_be_bytes();
    let length = u8::try_from(data.len()).unwrap_or(u8::MAX);
    let bytes = [length, high, low, kind].into_iter().chain(data.iter().copied());
    let mut sum = 0_u8;
    out.push(':');
    for byte in bytes {
        sum = sum.wrapping_add(byte);
        let _ = write!(out, "{byte:02X}");
    }
    let _ = writeln!(out, "{:02X}", sum.wrapping_neg());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let long: Vec<u8> = (0..40).collect();
        let text = write([(0x100, &long[..]), (0xFFFF, &[0xC9])]);
        assert_eq!(text.lines().count(), 5);
        assert_eq!(text.lines().next(), Some(":10010000000102030405060708090A0B0C0D0E0F77"));
        let hex = read(&text).unwrap();
        assert_eq!(hex, IntelHex { parts: vec![(0x100, long), (0xFFFF, vec![0xC9])], start: None });
    }

    #[test]
    fn lines_of_linkers_are_read() {
        let text =
            ":020000040000FA\n:03020000AF060145\r\n\n:0400000500000200F5\n:00000001FF\n\n\x1Arest\nrest";
        let hex = read(text).unwrap();
        assert_eq!(hex, IntelHex { parts: vec![(0x200, vec![0xAF, 6, 1])], start: Some(0x200) });
    }

    /// A segment is 16 times its number, so it can be within the memory.
    #[test]
    fn segments_are_added() {
        let hex = read(":020000020800F4\n:01000200AA53\n:00000001FF").unwrap();
        assert_eq!(hex.parts, [(0x8002, vec![0xAA])]);
    }

    const BEYOND: &str =
        ", and the memory ends at FFFF; write each bank to a file of its own, with addresses below";

    #[test]
    fn wrong_lines_are_reported() {
        for (text, message) in [
            ("", "line 1: the file has no end record `:00000001FF`"),
            ("NOP", "line 1: a record has the form `:LLAAAATTDD…CC` with hexadecimal digits"),
            (":0", "line 1: a record has the form `:LLAAAATTDD…CC` with hexadecimal digits"),
            (":é0", "line 1: a record has the form `:LLAAAATTDD…CC` with hexadecimal digits"),
            (":00", "line 1: the record says 0 bytes and has 0"),
            (":02000000AA54", "line 1: the record says 2 bytes and has 1"),
            (":01000000AA54", "line 1: the checksum is 54, it should be 55"),
            (":02FFFF00AABB9B", &format!("line 1: there is a byte at 10000{BEYOND}")),
            (":020000040001F9\n:01400000AA15", &format!("line 2: there is a byte at 14000{BEYOND}")),
            (":020000022000DC\n:010000000AF5", &format!("line 2: there is a byte at 20000{BEYOND}")),
            (":00000004FC", "line 1: a record has the form `:LLAAAATTDD…CC` with hexadecimal digits"),
            (":00000006FA", "line 1: the record type 06 is not one of 00 to 05"),
            (
                ":024000003CC9B9\n:00000001FF\n\n:0150000000AF\n",
                "line 4: this is after the end record in line 2; divide the file there, and read each part on its own",
            ),
            (":01000000AA55\n", "line 1: the file has no end record `:00000001FF`"),
        ] {
            assert_eq!(read(text).unwrap_err().to_string(), message, "{text}");
        }
    }
}
