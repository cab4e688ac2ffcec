//! Between which values a number lies in every machine, as far as that follows from the text of the conditions.
//!
//! Only the widths of shifted numbers depend on it. A machine with another value does not satisfy the conditions: there the shift is
//! undefined.

use super::{Binary, Evaluator, Expr, Node, Side};
use crate::field::Field;

/// The least and the greatest value that a number can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Interval {
    pub(crate) least: i64,
    pub(crate) greatest: i64,
}

/// A field, and the interval in which it lies.
pub(super) type Stated = (Side, usize, Interval);

impl Interval {
    /// The interval of all numbers.
    const ALL: Interval = Interval { least: i64::MIN, greatest: i64::MAX };

    pub(super) fn one(value: i64) -> Self {
        Interval { least: value, greatest: value }
    }

    /// Returns the interval of the numbers with a width, if that is less than 63 bits.
    pub(super) fn of_width(width: usize, is_signed: bool) -> Option<Self> {
        let power = |exponent: usize| (exponent < 63).then(|| 1_i64 << exponent);
        Some(match is_signed {
            false => Interval { least: 0, greatest: power(width)? - 1 },
            true => {
                let end = power(width.checked_sub(1)?)?;
                Interval { least: -end, greatest: end - 1 }
            }
        })
    }

    /// Returns the interval in which conditions state a field, of this side and number, to be, if it has few bytes.
    pub(crate) fn stated<'a>(
        conditions: impl Iterator<Item = &'a Expr>,
        (side, number): (Side, usize),
        field: &Field<String>,
    ) -> Option<Self> {
        let stated = conditions.flat_map(stated);
        let own = stated.filter(|(of_side, of, _)| (*of_side, *of) == (side, number));
        let known = field.interval.or_else(|| Interval::of_width(8 * field.bytes(), false))?;
        Some(own.fold(known, |known, (.., interval)| known.intersection(interval)))
    }

    /// Returns the part that lies in another interval as well; if there is none, this interval.
    pub(super) fn intersection(self, other: Self) -> Self {
        let (least, greatest) = (self.least.max(other.least), self.greatest.min(other.greatest));
        if least <= greatest { Interval { least, greatest } } else { self }
    }

    pub(super) fn union(self, other: Self) -> Self {
        Interval { least: self.least.min(other.least), greatest: self.greatest.max(other.greatest) }
    }

    /// Returns the interval of a byte of numbers that are not negative.
    pub(super) fn byte(self, n: usize) -> Self {
        let high = |value: i64| value.checked_shr(8 * n as u32 + 8).unwrap_or(0);
        let byte = |value: i64| value.checked_shr(8 * n as u32).unwrap_or(0) & 0xFF;
        match high(self.least) == high(self.greatest) {
            true => Interval { least: byte(self.least), greatest: byte(self.greatest) },
            false => Interval { least: 0, greatest: 0xFF },
        }
    }

    pub(super) fn add(self, other: Self) -> Option<Self> {
        let (least, greatest) =
            (self.least.checked_add(other.least)?, self.greatest.checked_add(other.greatest)?);
        Some(Interval { least, greatest })
    }

    pub(super) fn subtract(self, other: Self) -> Option<Self> {
        let (least, greatest) =
            (self.least.checked_sub(other.greatest)?, self.greatest.checked_sub(other.least)?);
        Some(Interval { least, greatest })
    }

    pub(super) fn multiply(self, other: Self) -> Option<Self> {
        let product = |one: i64, other: i64| one.checked_mul(other).map(Interval::one);
        let first = product(self.least, other.least)?.union(product(self.least, other.greatest)?);
        let last = product(self.greatest, other.least)?.union(product(self.greatest, other.greatest)?);
        Some(first.union(last))
    }

    /// Returns the interval of the least, or the greatest, of two numbers.
    pub(super) fn extreme(self, other: Self, choose: fn(i64, i64) -> i64) -> Self {
        Interval { least: choose(self.least, other.least), greatest: choose(self.greatest, other.greatest) }
    }
}

/// Returns the intervals in which a condition states fields to be.
pub(super) fn stated(condition: &Expr) -> Vec<Stated> {
    condition.conjuncts().into_iter().filter_map(comparison).collect()
}

/// Returns the interval that a comparison of a field and a constant states.
fn comparison(condition: &Expr) -> Option<Stated> {
    let Node::Binary(binary, operands) = &condition.node else { return None };
    match (&operands.0.node, &operands.1.node) {
        (Node::Field(side, field), _) => {
            Some((*side, *field, compared(*binary, Evaluator::constant(&operands.1)?)?))
        }
        (_, Node::Field(side, field)) => {
            Some((*side, *field, compared(mirrored(*binary), Evaluator::constant(&operands.0)?)?))
        }
        _ => None,
    }
}

/// Returns the comparison in which the operands have changed places.
fn mirrored(binary: Binary) -> Binary {
    match binary {
        Binary::Less => Binary::Greater,
        Binary::LessOrEqual => Binary::GreaterOrEqual,
        Binary::Greater => Binary::Less,
        Binary::GreaterOrEqual => Binary::LessOrEqual,
        other => other,
    }
}

/// Returns the interval of the numbers for which a comparison with a constant is true.
fn compared(binary: Binary, constant: i64) -> Option<Interval> {
    Some(match binary {
        Binary::Equal => Interval::one(constant),
        Binary::Less => Interval { greatest: constant.checked_sub(1)?, ..Interval::ALL },
        Binary::LessOrEqual => Interval { greatest: constant, ..Interval::ALL },
        Binary::Greater => Interval { least: constant.checked_add(1)?, ..Interval::ALL },
        Binary::GreaterOrEqual => Interval { least: constant, ..Interval::ALL },
        _ => return None,
    })
}
