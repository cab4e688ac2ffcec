//! Intervals of integers.

/// The least and the greatest value that a number can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Interval {
    pub(crate) least: i64,
    pub(crate) greatest: i64,
}

impl Interval {
    /// The interval of all numbers.
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
