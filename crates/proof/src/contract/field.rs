//! The fields that make up a routine's input and output, and intervals of their values.

use arcadian_isa::hex;

/// A named value of one or more bytes, low byte first. The names of the oracle's fields are constants, those of a sheet strings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field<Name = &'static str> {
    pub name: Name,
    pub values: Values,
    /// The interval in which the header states it to be as a number.
    pub(crate) interval: Option<Interval>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Values {
    /// This number of arbitrary bytes.
    Any(usize),
    /// Arbitrary bytes, in the given number. Most random samples are the given bytes with a few changes: uniform samples
    /// would almost never satisfy a condition on all bytes.
    Like(&'static [u8]),
    /// One byte below a limit, which must not be 0.
    Below(u8),
    /// One byte per mask; bits outside the mask are 0.
    Masked(&'static [u8]),
    /// Like `Masked`, with some bits equal in all bytes.
    Tied {
        /// One mask per byte.
        masks: &'static [u8],
        /// The bits that are equal in all bytes.
        tied: u8,
    },
}

impl<Name> Field<Name> {
    pub const fn new(name: Name, values: Values) -> Self {
        Field { name, values, interval: None }
    }

    /// Returns whether its only values are 0 and 1.
    pub const fn is_flag(&self) -> bool {
        matches!(self.values, Values::Masked([1]) | Values::Below(2))
    }

    pub const fn bytes(&self) -> usize {
        match self.values {
            Values::Any(bytes) => bytes,
            Values::Like(bytes) => bytes.len(),
            Values::Below(_) => 1,
            Values::Masked(masks) | Values::Tied { masks, .. } => masks.len(),
        }
    }

    /// Returns whether bytes have the right length and are one of the field's values.
    pub fn allows(&self, bytes: &[u8]) -> bool {
        let is_masked = |masks: &[u8]| bytes.iter().zip(masks).all(|(byte, mask)| byte & !mask == 0);
        let is_tied = |tied: u8| bytes.windows(2).all(|pair| (pair[0] ^ pair[1]) & tied == 0);
        bytes.len() == self.bytes()
            && match self.values {
                Values::Any(_) | Values::Like(_) => true,
                Values::Below(limit) => bytes.iter().all(|byte| *byte < limit),
                Values::Masked(masks) => is_masked(masks),
                Values::Tied { masks, tied } => is_masked(masks) && is_tied(tied),
            }
    }

    pub fn all_bytes(fields: &[Field<Name>]) -> usize {
        fields.iter().map(Self::bytes).sum()
    }
}

impl Field<String> {
    /// Returns the bytes of some fields as text, as in `board=1B2F,letter=41`: byte 0 first.
    pub fn settings(fields: &[Self], bytes: &[u8]) -> String {
        let mut rest = bytes.iter();
        let texts = fields.iter().map(|field| {
            let bytes: Vec<u8> = rest.by_ref().take(field.bytes()).copied().collect();
            format!("{}={}", field.name, hex::unspaced_bytes(&bytes))
        });
        texts.collect::<Vec<_>>().join(",")
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Interval {
    pub(crate) least: i64,
    pub(crate) greatest: i64,
}

impl Interval {
    pub(crate) const ALL: Interval = Interval { least: i64::MIN, greatest: i64::MAX };

    pub(crate) fn one(value: i64) -> Self {
        Interval { least: value, greatest: value }
    }

    /// Returns the interval of the numbers with a width, if that is less than 63 bits.
    pub(crate) fn of_width(width: usize, is_signed: bool) -> Option<Self> {
        let power = |exponent: usize| (exponent < 63).then(|| 1_i64 << exponent);
        Some(if is_signed {
            let end = power(width.checked_sub(1)?)?;
            Interval { least: -end, greatest: end - 1 }
        } else {
            Interval { least: 0, greatest: power(width)? - 1 }
        })
    }

    /// Returns the part that lies in another interval as well; if there is none, this interval.
    pub(crate) fn intersection(self, other: Self) -> Self {
        let (least, greatest) = (self.least.max(other.least), self.greatest.min(other.greatest));
        if least <= greatest { Interval { least, greatest } } else { self }
    }

    pub(crate) fn union(self, other: Self) -> Self {
        Interval { least: self.least.min(other.least), greatest: self.greatest.max(other.greatest) }
    }

    /// Returns the interval of a byte of numbers that are not negative.
    pub(crate) fn byte(self, n: usize) -> Self {
        let high = |value: i64| value.checked_shr(8 * n as u32 + 8).unwrap_or(0);
        let byte = |value: i64| value.checked_shr(8 * n as u32).unwrap_or(0) & 0xFF;
        if high(self.least) == high(self.greatest) {
            Interval { least: byte(self.least), greatest: byte(self.greatest) }
        } else {
            Interval { least: 0, greatest: 0xFF }
        }
    }

    pub(crate) fn add(self, other: Self) -> Option<Self> {
        let (least, greatest) =
            (self.least.checked_add(other.least)?, self.greatest.checked_add(other.greatest)?);
        Some(Interval { least, greatest })
    }

    pub(crate) fn subtract(self, other: Self) -> Option<Self> {
        let (least, greatest) =
            (self.least.checked_sub(other.greatest)?, self.greatest.checked_sub(other.least)?);
        Some(Interval { least, greatest })
    }

    pub(crate) fn multiply(self, other: Self) -> Option<Self> {
        let product = |one: i64, other: i64| one.checked_mul(other).map(Interval::one);
        let first = product(self.least, other.least)?.union(product(self.least, other.greatest)?);
        let last = product(self.greatest, other.least)?.union(product(self.greatest, other.greatest)?);
        Some(first.union(last))
    }

    /// Returns the interval of the least, or the greatest, of two numbers.
    pub(crate) fn extreme(self, other: Self, choose: fn(i64, i64) -> i64) -> Self {
        Interval { least: choose(self.least, other.least), greatest: choose(self.greatest, other.greatest) }
    }
}
