//! Numbers as text.

/// The base of numbers without a prefix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notation {
    /// In base 16, as in machine code.
    Hexadecimal,
    /// In base 10, as in BASIC.
    Decimal,
}

impl Notation {
    /// Returns the base of a number without a prefix, and its name.
    pub fn base(self) -> (u32, &'static str) {
        match self {
            Notation::Hexadecimal => (16, "hexadecimal"),
            Notation::Decimal => (10, "decimal"),
        }
    }

    /// Writes a value of 1, 8 or 16 bits: `03`, `0300`, a flag `1`; in decimal `768`.
    pub fn value(self, value: i64, bits: u32) -> String {
        match (self, bits) {
            (Notation::Hexadecimal, 8 | 16) => hex_digits(value, bits),
            _ => value.to_string(),
        }
    }

    /// Writes an address: `0300`; in decimal `  768`, aligned to the right.
    pub fn address(self, address: i64) -> String {
        match self {
            Notation::Hexadecimal => format!("{address:04X}"),
            Notation::Decimal => format!("{address:5}"),
        }
    }

    /// Writes a value briefly: `$41 = 65`; in decimal `65`.
    pub fn short(self, value: i64) -> String {
        match (self, width(value)) {
            (Notation::Hexadecimal, Some(bits)) => format!("${} = {value}", hex_digits(value, bits)),
            (Notation::Hexadecimal, None) if value > 0 => format!("${value:X} = {value}"),
            _ => value.to_string(),
        }
    }

    /// Writes a value in the notation of a letter of gdb; none for another letter.
    pub fn formatted(self, value: i64, letter: char) -> Option<String> {
        let bits = match self {
            Notation::Hexadecimal => width(value).unwrap_or(i64::BITS),
            Notation::Decimal => 16,
        };
        formatted(value, bits, letter)
    }

    /// Writes a value in every spelling: `$41 = 65 = %01000001 = 'A'`, `$FE = 254 = -2 = %11111110`.
    pub fn full(self, value: i64) -> String {
        let (Notation::Hexadecimal, Some(bits)) = (self, width(value)) else { return self.short(value) };
        let unsigned = value & ((1 << bits) - 1);
        let mut spellings = vec![format!("${}", hex_digits(value, bits)), unsigned.to_string()];
        if unsigned >> (bits - 1) == 1 {
            spellings.push((unsigned - (1 << bits)).to_string());
        }
        spellings.push(format!("%{unsigned:0digits$b}", digits = bits as usize));
        let character = u8::try_from(unsigned).ok().filter(|byte| (0x20..0x7F).contains(byte));
        spellings.extend(character.map(|byte| format!("'{}'", char::from(byte))));
        spellings.join(" = ")
    }
}

/// The letters of gdb for notations, with their names.
pub const LETTERS: &str = "x (hexadecimal), d (signed), u (unsigned), t (binary), o (octal), c (character)";

/// Writes a value of a size in the notation of a letter; none for another letter.
pub fn formatted(value: i64, bits: u32, letter: char) -> Option<String> {
    let shift = i64::BITS - bits;
    let signed = value << shift >> shift;
    let unsigned = signed.cast_unsigned() & (u64::MAX >> shift);
    let character = u8::try_from(unsigned).ok().filter(|byte| (0x20..0x7F).contains(byte));
    let digits = bits as usize;
    Some(match (letter, character) {
        ('x' | 'a' | 'z', _) => format!("${unsigned:0width$X}", width = digits / 4),
        ('d', _) => signed.to_string(),
        ('t', _) => format!("%{unsigned:0digits$b}"),
        ('o', _) => format!("0{unsigned:o}"),
        ('c', Some(byte)) => format!("'{}'", char::from(byte)),
        ('u' | 'c', _) => unsigned.to_string(),
        _ => return None,
    })
}

/// Returns 8 or 16, the number of bits that a value needs; none if it needs more.
fn width(value: i64) -> Option<u32> {
    match value {
        -0x80..=0xFF => Some(8),
        -0x8000..=0xFFFF => Some(16),
        _ => None,
    }
}

/// Writes the low bits of a value as hexadecimal digits.
pub fn hex_digits(value: i64, bits: u32) -> String {
    format!("{:0digits$X}", value & ((1 << bits) - 1), digits = (bits / 4) as usize)
}
