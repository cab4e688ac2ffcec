//! The hand-assembled columns of a line.

use arcadian_isa::hex;

use crate::syntax::{Span, byte, run, slice};

/// The maximum number of blanks between address and bytes; after more blanks the line has no bytes.
const WIDEST_GAP: usize = 4;

/// The hand-assembled columns of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Hand {
    pub(crate) address: u16,
    pub(crate) bytes: Vec<(u8, Span)>,
    /// The position where the source starts, blanks included.
    pub(crate) rest: usize,
    /// Text that follows the bytes after a single blank: it could be bytes or source.
    pub(crate) unclear: Option<Span>,
}

impl Hand {
    pub(crate) const ADDRESS: Span = 0..4;

    pub(crate) fn read(text: &str) -> Option<Self> {
        let address = hexadecimal(text, Self::ADDRESS).filter(|_| ends(text, 4))?;
        let gap = run(text, 4, |byte| byte == b' ');
        let begin = match byte(text, 4) {
            Some(b'\t') => 5,
            _ if gap - 4 <= WIDEST_GAP => gap,
            _ => return Some(Self { address, bytes: Vec::new(), rest: 4, unclear: None }),
        };
        let mut bytes = Vec::new();
        let mut at = begin;
        while let Some(value) = hexadecimal(text, at..at + 2).filter(|_| ends(text, at + 2)) {
            let [low, _] = value.to_le_bytes();
            bytes.push((low, at..at + 2));
            at += 3;
        }
        let rest = bytes.last().map_or(begin.min(text.len()), |(_, span)| span.end);
        let unclear = bytes.last().and_then(|(_, span)| follows_closely(text, span.end));
        Some(Self { address, bytes, rest, unclear })
    }
}

fn hexadecimal(text: &str, range: Span) -> Option<u16> {
    let length = range.len();
    let digits = slice(text, range);
    let value = hex::parse_digits(digits).filter(|_| digits.len() == length)?;
    u16::try_from(value).ok()
}

fn ends(text: &str, at: usize) -> bool {
    matches!(byte(text, at), None | Some(b' ' | b'\t' | b'\r'))
}

/// Returns the text that follows the bytes after a single blank.
fn follows_closely(text: &str, end: usize) -> Option<Span> {
    let next = byte(text, end + 1)?;
    let close = byte(text, end) == Some(b' ') && !matches!(next, b' ' | b'\t' | b'\r' | b';');
    close.then(|| end + 1..run(text, end + 1, |byte| !byte.is_ascii_whitespace()))
}

#[cfg(test)]
mod tests {
    use super::Hand;

    fn read(text: &str) -> Option<(u16, Vec<u8>, &str)> {
        let hand = Hand::read(text)?;
        let rest = text.get(hand.rest..).unwrap_or("");
        Some((hand.address, hand.bytes.iter().map(|(byte, _)| *byte).collect(), rest.trim()))
    }

    #[test]
    fn columns_are_separated_from_the_source() {
        assert_eq!(read("0100  C3 00 01  JMP X"), Some((0x100, vec![0xC3, 0, 1], "JMP X")));
        assert_eq!(read("0100\t78\tT2CW: MOV A,B"), Some((0x100, vec![0x78], "T2CW: MOV A,B")));
        assert_eq!(read("0100             DB 5"), Some((0x100, vec![], "DB 5")));
        assert_eq!(read("0100\t\tDB 5"), Some((0x100, vec![], "DB 5")));
        assert_eq!(read("0100  ADD B"), Some((0x100, vec![], "ADD B")));
        assert_eq!(read("0104  41 42"), Some((0x104, vec![0x41, 0x42], "")));
        assert_eq!(read("FACE: NOP"), None);
        assert_eq!(read("  0100  78"), None);
        assert_eq!(read("01000 78"), None);
    }

    #[test]
    fn one_blank_after_the_bytes_is_unclear() {
        assert_eq!(Hand::read("0100  DB 5").and_then(|hand| hand.unclear), Some(9..10));
        assert_eq!(Hand::read("0100  78 ; x").and_then(|hand| hand.unclear), None);
    }
}
