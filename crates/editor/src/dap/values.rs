//! Values and addresses as text.

use arcadian_debugger::notation::{Notation, hex_digits};
use arcadian_isa::hex;
use serde::Deserialize;

/// The `ValueFormat` object of the protocol.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
pub(crate) struct Format {
    hex: Option<bool>,
}

/// Formats a value of `bits` bits; 0 means the number that the value needs. Values of machine code are hexadecimal and values of
/// BASIC and counters decimal, unless the client requests the other format.
pub(crate) fn format_value(value: i64, bits: u32, notation: Notation, format: Option<Format>) -> String {
    let hex = format.and_then(|format| format.hex);
    match (notation, bits) {
        (_, 1) => value.to_string(),
        (Notation::Decimal, _) if hex == Some(true) => hexadecimal(value, 16),
        (Notation::Decimal, _) => value.to_string(),
        (Notation::Hexadecimal, 17..) => format!("#{value}"),
        (Notation::Hexadecimal, _) if hex == Some(false) || !(-0x8000..0x1_0000).contains(&value) => {
            format!("#{value}")
        }
        (Notation::Hexadecimal, 0) => {
            hexadecimal(value, if (-0x80..0x100).contains(&value) { 8 } else { 16 })
        }
        (Notation::Hexadecimal, bits) => hexadecimal(value, bits),
    }
}

fn hexadecimal(value: i64, bits: u32) -> String {
    format!("${}", hex_digits(value, bits))
}

/// Returns the memory reference of an address.
pub(crate) fn reference(address: i64) -> String {
    format!("0x{address:04X}")
}

/// Parses a number as the protocol writes addresses: decimal, or hexadecimal after `0x`.
pub(crate) fn parse_number(text: &str) -> Option<i64> {
    match text.strip_prefix("0x").or(text.strip_prefix("0X")) {
        Some(digits) => hex::parse_digits(digits)?.try_into().ok(),
        None => text.parse().ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_in_both_bases() {
        let (hex, decimal) = (Some(Format { hex: Some(true) }), Some(Format { hex: Some(false) }));
        for (value, bits, notation, format, text) in [
            (0x3, 8, Notation::Hexadecimal, None, "$03"),
            (0x3, 16, Notation::Hexadecimal, hex, "$0003"),
            (255, 0, Notation::Hexadecimal, None, "$FF"),
            (-1, 0, Notation::Hexadecimal, None, "$FF"),
            (256, 0, Notation::Hexadecimal, None, "$0100"),
            (70_000, 0, Notation::Hexadecimal, None, "#70000"),
            (12, 8, Notation::Hexadecimal, decimal, "#12"),
            (1, 1, Notation::Hexadecimal, hex, "1"),
            (-1, 16, Notation::Decimal, None, "-1"),
            (-1, 16, Notation::Decimal, hex, "$FFFF"),
        ] {
            assert_eq!(format_value(value, bits, notation, format), text);
        }
    }
}
