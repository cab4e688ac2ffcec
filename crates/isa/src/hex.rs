//! Bytes as hexadecimal text and back.
//!
//! ```
//! use arcadian_isa::hex;
//!
//! assert_eq!(hex::bytes(&[0x3E, 5]).to_string(), "3E 05");
//! assert_eq!(hex::parse_number("$1F"), Some(0x1F));
//! ```

use core::fmt::{self, Display, Formatter, Write};

/// Bytes as text. A width fills the text with blanks on the right.
#[derive(Clone, Copy, Debug)]
pub struct Bytes<'a> {
    bytes: &'a [u8],
    is_spaced: bool,
}

/// Returns bytes as pairs of digits with blanks between them: `3E 05`.
pub const fn bytes(bytes: &[u8]) -> Bytes<'_> {
    Bytes { bytes, is_spaced: true }
}

/// Returns bytes as pairs of digits without blanks: `3E05`.
pub const fn unspaced_bytes(bytes: &[u8]) -> Bytes<'_> {
    Bytes { bytes, is_spaced: false }
}

impl Display for Bytes<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let mut length = 0;
        for (index, byte) in self.bytes.iter().enumerate() {
            if self.is_spaced && index > 0 {
                f.write_char(' ')?;
                length += 1;
            }
            write!(f, "{byte:02X}")?;
            length += 2;
        }
        (length..f.width().unwrap_or(0)).try_for_each(|_| f.write_char(' '))
    }
}

/// Parses a number in one of the notations `0300`, `$300`, `0x300` and `300H`, or a decimal one: `#768`.
pub fn parse_number(text: &str) -> Option<u64> {
    if let Some(digits) = text.strip_prefix('#') {
        return digits.parse().ok().filter(|_| digits.bytes().all(|digit| digit.is_ascii_digit()));
    }
    let after_prefix = ["$", "0x", "0X"].into_iter().find_map(|prefix| text.strip_prefix(prefix));
    parse_digits(after_prefix.or(text.strip_suffix(['h', 'H'])).unwrap_or(text))
}

/// Returns whether a number says what its digits are, as `$300`, `0x300`, `300H` and `#768` do.
pub fn is_marked(text: &str) -> bool {
    ["$", "#", "0x", "0X"].iter().any(|mark| text.starts_with(mark)) || text.ends_with(['h', 'H'])
}

/// An address as sources and contracts write it: `0050H`, `0F000H`.
#[derive(Clone, Copy, Debug)]
pub struct InSource(pub u32);

impl Display for InSource {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}{:04X}H", if self.0 >= 0xA000 { "0" } else { "" }, self.0)
    }
}

/// Parses digits, without a sign or prefix.
pub fn parse_digits(digits: &str) -> Option<u64> {
    let is_plain = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    u64::from_str_radix(digits, 16).ok().filter(|_| is_plain)
}

/// Parses bytes of two digits each, with nothing between them.
pub fn parse_bytes(digits: &str) -> Option<impl Iterator<Item = u8>> {
    let (pairs, rest) = digits.as_bytes().as_chunks::<2>();
    let parsed = pairs.iter().map(|[high, low]| byte(*high, *low));
    let is_valid = rest.is_empty() && parsed.clone().all(|byte| byte.is_some());
    is_valid.then(|| parsed.flatten())
}

/// Parses a byte of two digits.
pub(crate) const fn byte(high: u8, low: u8) -> Option<u8> {
    match (digit(high), digit(low)) {
        (Some(high), Some(low)) => Some(high << 4 | low),
        _ => None,
    }
}

const fn digit(digit: u8) -> Option<u8> {
    match digit {
        b'0'..=b'9' => Some(digit - b'0'),
        b'A'..=b'F' => Some(digit - b'A' + 10),
        b'a'..=b'f' => Some(digit - b'a' + 10),
        _ => None,
    }
}
