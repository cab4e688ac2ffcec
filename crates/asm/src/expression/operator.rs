//! Operators: spelling, precedence, evaluation.

use crate::fault::Fault;
use crate::scan::{byte, is_part, slice};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unary {
    Minus,
    Not,
    Low,
    High,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Binary {
    Add,
    Subtract,
    Multiply,
    Divide,
    Modulo,
    Left,
    Right,
    And,
    Or,
    Xor,
    Equal,
    Unequal,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

/// The precedence of NOT: lower than comparisons, as in Intel's assemblers.
pub(super) const NOT_LEVEL: u8 = 3;

/// Spelling, operator, precedence. Of two with the same prefix the longer comes first.
const BINARY: &[(&str, Binary, u8)] = &[
    ("MOD", Binary::Modulo, 5),
    ("SHL", Binary::Left, 5),
    ("SHR", Binary::Right, 5),
    ("AND", Binary::And, 2),
    ("OR", Binary::Or, 1),
    ("XOR", Binary::Xor, 1),
    ("EQ", Binary::Equal, 3),
    ("NE", Binary::Unequal, 3),
    ("LT", Binary::Less, 3),
    ("LE", Binary::LessOrEqual, 3),
    ("GT", Binary::Greater, 3),
    ("GE", Binary::GreaterOrEqual, 3),
    ("<<", Binary::Left, 5),
    (">>", Binary::Right, 5),
    ("<=", Binary::LessOrEqual, 3),
    (">=", Binary::GreaterOrEqual, 3),
    ("<>", Binary::Unequal, 3),
    ("!=", Binary::Unequal, 3),
    ("==", Binary::Equal, 3),
    ("=", Binary::Equal, 3),
    ("<", Binary::Less, 3),
    (">", Binary::Greater, 3),
    ("*", Binary::Multiply, 5),
    ("/", Binary::Divide, 5),
    ("+", Binary::Add, 4),
    ("-", Binary::Subtract, 4),
    ("&", Binary::And, 2),
    ("|", Binary::Or, 1),
    ("^", Binary::Xor, 1),
];

const WORDS: [&str; 3] = ["NOT", "LOW", "HIGH"];

/// Whether this word is an operator.
pub(crate) fn is_operator(word: &str) -> bool {
    let is = |other: &str| other.eq_ignore_ascii_case(word);
    WORDS.into_iter().any(is) || BINARY.iter().any(|(spelling, ..)| is(spelling))
}

/// Returns the binary operator at `at` with its precedence and end.
pub(super) fn binary(text: &str, at: usize) -> Option<(Binary, u8, usize)> {
    let here = |(spelling, ..): &&(&str, Binary, u8)| {
        let end = at + spelling.len();
        let alone =
            !spelling.starts_with(|c: char| c.is_ascii_alphabetic()) || !byte(text, end).is_some_and(is_part);
        slice(text, at..end).eq_ignore_ascii_case(spelling) && alone
    };
    BINARY.iter().find(here).map(|(spelling, operator, level)| (*operator, *level, at + spelling.len()))
}

impl Unary {
    pub(super) const fn apply(self, value: i64) -> i64 {
        match self {
            Unary::Minus => -value,
            Unary::Not => !value,
            Unary::Low => value & 0xFF,
            Unary::High => value >> 8 & 0xFF,
        }
    }
}

impl Binary {
    pub(super) fn apply(self, left: i64, right: i64) -> Result<i64, Fault> {
        // True is all ones, as in Intel's assemblers.
        let truth = |holds: bool| if holds { -1 } else { 0 };
        Ok(match self {
            Binary::Add => left + right,
            Binary::Subtract => left - right,
            Binary::Multiply => left * right,
            Binary::Divide => left.checked_div(right).ok_or(Fault::DivisionByZero)?,
            Binary::Modulo => left.checked_rem(right).ok_or(Fault::DivisionByZero)?,
            Binary::Left => left << shift(right)?,
            // A negative number is shifted as a 16-bit value.
            Binary::Right if left < 0 => (left & 0xFFFF) >> shift(right)?,
            Binary::Right => left >> shift(right)?,
            Binary::And => left & right,
            Binary::Or => left | right,
            Binary::Xor => left ^ right,
            Binary::Equal => truth(left == right),
            Binary::Unequal => truth(left != right),
            Binary::Less => truth(left < right),
            Binary::LessOrEqual => truth(left <= right),
            Binary::Greater => truth(left > right),
            Binary::GreaterOrEqual => truth(left >= right),
        })
    }
}

fn shift(count: i64) -> Result<u32, Fault> {
    u32::try_from(count).ok().filter(|count| *count < 32).ok_or(Fault::BadShift(count))
}
