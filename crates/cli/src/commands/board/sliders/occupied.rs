//! Occupied squares on the command line.

use std::str::FromStr;

use anyhow::{Context, Error, Result};
use arcadian_board::sliders::{Square, bits};
use arcadian_isa::hex;

/// A set of squares, as a word of W bits.
#[derive(Clone, Copy, Debug, Default)]
pub struct Occupied(pub u64);

impl FromStr for Occupied {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        if text.starts_with("0x") {
            return word(text).map(Self);
        }
        let names = text.split([',', ' ']).filter(|name| !name.is_empty());
        let squares: Vec<Square> = names.map(str::parse).collect::<Result<_, _>>()?;
        Ok(Self(bits(squares)))
    }
}

/// Parses a word: `0x` and up to 16 hexadecimal digits.
pub fn word(text: &str) -> Result<u64> {
    text.strip_prefix("0x")
        .and_then(hex::parse_digits)
        .with_context(|| format!("`{text}` is not a valid word; write 0x and 1 to 16 hexadecimal digits"))
}
