//! What the text of a bound variable is: a number, an operand with a mark.

use crate::rules::{text::Text, value::number};

/// Returns an operand without SDCC's mark of immediate values, and whether it has one.
pub(super) fn unmarked(text: &Text) -> (Text, bool) {
    text.without('#').map_or_else(|| (text.clone(), false), |text| (text, true))
}

/// Returns the number that a text is.
pub(super) fn known(text: &Text) -> Option<i64> {
    text.plain().and_then(|text| number(&text))
}

/// Whether two operands are the same text or number.
pub(super) fn is_same(left: &Text, right: &Text) -> bool {
    let ((left, left_marked), (right, right_marked)) = (unmarked(left), unmarked(right));
    let same_number = || known(&left).is_some_and(|left| known(&right) == Some(left));
    left_marked == right_marked && (left.eq_ignore_ascii_case(&right) || same_number())
}
