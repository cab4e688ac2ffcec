//! Between which values a number lies in every machine, as far as that follows from the text of the conditions.
//!
//! Only the widths of shifted numbers depend on it. A machine with another value does not satisfy the conditions: there the shift is
//! undefined.

use super::{Binary, Evaluator, Expr, Node, Side};
use crate::contract::{field::Field, interval::Interval};

/// A field, and the interval in which it lies.
pub(super) type Stated = (Side, usize, Interval);

/// Returns the interval in which conditions state a field, of this side and number, to be, if it has few bytes.
pub(crate) fn stated_interval<'a>(
    conditions: impl Iterator<Item = &'a Expr>,
    (side, number): (Side, usize),
    field: &Field<String>,
) -> Option<Interval> {
    let stated = conditions.flat_map(stated);
    let own = stated.filter(|(of_side, of, _)| (*of_side, *of) == (side, number));
    let known = field.interval.or_else(|| Interval::of_width(8 * field.bytes(), false))?;
    Some(own.fold(known, |known, (.., interval)| known.intersection(interval)))
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
