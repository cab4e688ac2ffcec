//! What the text of a bound variable is: a name, a number, an operand with a mark.

use crate::{formats::sdcc::INDEX, value::number};

/// Returns an operand without SDCC's mark of immediate values, and whether it has one.
pub(super) fn unmarked(text: &str) -> (&str, bool) {
    text.strip_prefix('#').map_or((text, false), |text| (text, true))
}

/// Whether two operands are the same text or number.
pub(super) fn is_same(left: &str, right: &str) -> bool {
    let ((left, left_marked), (right, right_marked)) = (unmarked(left), unmarked(right));
    let same_number = || number(left).is_some_and(|left| number(right) == Some(left));
    left_marked == right_marked && (left.eq_ignore_ascii_case(right) || same_number())
}

/// Whether this is the name of a constant or label that a variable stands for.
pub(super) fn is_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_uppercase())
        && text.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_')
}

/// Whether this is a number, or made of numbers and names of constants.
pub(super) fn is_expression(text: &str) -> bool {
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty());
    let mut count = 0;
    let all = words.inspect(|_| count += 1).all(|word| is_name(word) || number(word).is_some());
    all && count > 0 && !text.starts_with('(') && !text.contains(['\'', '.', '@', '#', INDEX])
}
