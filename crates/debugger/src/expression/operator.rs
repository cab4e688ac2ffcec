//! Operators: spelling, precedence, evaluation.

use super::ValueError;

/// A prefix operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Prefix {
    Not,
    Complement,
    Negate,
    Plus,
}

/// An infix operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Infix {
    Or,
    And,
    BitOr,
    BitXor,
    BitAnd,
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    ShiftLeft,
    ShiftRight,
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
}

use Infix::*;

pub(super) const PREFIXES: [(char, Prefix); 4] =
    [('!', Prefix::Not), ('~', Prefix::Complement), ('-', Prefix::Negate), ('+', Prefix::Plus)];

/// Spellings. A longer one comes before its prefixes, as the first match counts.
pub(super) const INFIXES: [(&str, Infix); 23] = [
    ("||", Or),
    ("&&", And),
    ("==", Equal),
    ("!=", NotEqual),
    ("<>", NotEqual),
    ("<<", ShiftLeft),
    (">>", ShiftRight),
    ("<=", LessOrEqual),
    (">=", GreaterOrEqual),
    ("|", BitOr),
    ("^", BitXor),
    ("&", BitAnd),
    ("=", Equal),
    ("#", NotEqual),
    ("<", Less),
    (">", Greater),
    ("+", Add),
    ("-", Subtract),
    ("*", Multiply),
    ("×", Multiply),
    ("/", Divide),
    ("÷", Divide),
    ("%", Remainder),
];

impl Prefix {
    pub(super) fn apply(self, operand: i64) -> Result<i64, ValueError> {
        match self {
            Prefix::Not => Ok((operand == 0).into()),
            Prefix::Complement => Ok(!operand),
            Prefix::Negate => operand.checked_neg().ok_or(ValueError::Overflow),
            Prefix::Plus => Ok(operand),
        }
    }
}

impl Infix {
    /// Returns the precedence, as in C; operators with a greater one bind more tightly.
    pub(super) fn precedence(self) -> u8 {
        match self {
            Or => 1,
            And => 2,
            BitOr => 3,
            BitXor => 4,
            BitAnd => 5,
            Equal | NotEqual => 6,
            Less | LessOrEqual | Greater | GreaterOrEqual => 7,
            ShiftLeft | ShiftRight => 8,
            Add | Subtract => 9,
            Multiply | Divide | Remainder => 10,
        }
    }

    pub(super) fn is_comparison(self) -> bool {
        matches!(self, Equal | NotEqual | Less | LessOrEqual | Greater | GreaterOrEqual)
    }

    /// Returns the value if the left operand alone determines it: `0 && x` does not evaluate `x`.
    pub(super) fn short_circuit(self, left: i64) -> Option<i64> {
        match (self, left) {
            (And, 0) => Some(0),
            (Or, _) if left != 0 => Some(1),
            _ => None,
        }
    }

    pub(super) fn apply(self, left: i64, right: i64) -> Result<i64, ValueError> {
        let number = match self {
            Or => Some((left != 0 || right != 0).into()),
            And => Some((left != 0 && right != 0).into()),
            BitOr => Some(left | right),
            BitXor => Some(left ^ right),
            BitAnd => Some(left & right),
            Equal => Some((left == right).into()),
            NotEqual => Some((left != right).into()),
            Less => Some((left < right).into()),
            LessOrEqual => Some((left <= right).into()),
            Greater => Some((left > right).into()),
            GreaterOrEqual => Some((left >= right).into()),
            ShiftLeft => shift_left(left, right),
            ShiftRight => u32::try_from(right).ok().map(|places| left >> places.min(63)),
            Add => left.checked_add(right),
            Subtract => left.checked_sub(right),
            Multiply => left.checked_mul(right),
            Divide | Remainder if right == 0 => return Err(ValueError::DivisionByZero),
            Divide => left.checked_div(right),
            Remainder => left.checked_rem(right),
        };
        number.ok_or(ValueError::Overflow)
    }
}

fn shift_left(number: i64, places: i64) -> Option<i64> {
    let shifted = number.checked_shl(u32::try_from(places).ok()?)?;
    (shifted >> places == number).then_some(shifted)
}
