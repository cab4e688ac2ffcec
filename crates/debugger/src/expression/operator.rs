//! Operators: how they are written, how strongly they bind, what they do.

use super::NoValue;

/// An operator before its operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Prefix {
    Not,
    Complement,
    Negative,
    Positive,
}

/// An operator between two operands.
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
    Left,
    Right,
    Plus,
    Minus,
    Times,
    Over,
    Rest,
}

use Infix::*;

pub(super) const PREFIXES: [(char, Prefix); 4] =
    [('!', Prefix::Not), ('~', Prefix::Complement), ('-', Prefix::Negative), ('+', Prefix::Positive)];

/// Spellings; one that begins another stands behind it.
pub(super) const INFIXES: [(&str, Infix); 23] = [
    ("||", Or),
    ("&&", And),
    ("==", Equal),
    ("!=", NotEqual),
    ("<>", NotEqual),
    ("<<", Left),
    (">>", Right),
    ("<=", LessOrEqual),
    (">=", GreaterOrEqual),
    ("|", BitOr),
    ("^", BitXor),
    ("&", BitAnd),
    ("=", Equal),
    ("#", NotEqual),
    ("<", Less),
    (">", Greater),
    ("+", Plus),
    ("-", Minus),
    ("*", Times),
    ("×", Times),
    ("/", Over),
    ("÷", Over),
    ("%", Rest),
];

impl Prefix {
    pub(super) fn apply(self, operand: i64) -> Result<i64, NoValue> {
        match self {
            Prefix::Not => Ok((operand == 0).into()),
            Prefix::Complement => Ok(!operand),
            Prefix::Negative => operand.checked_neg().ok_or(NoValue::TooLarge),
            Prefix::Positive => Ok(operand),
        }
    }
}

impl Infix {
    /// C's precedence; the greater binds more strongly.
    pub(super) fn strength(self) -> u8 {
        match self {
            Or => 1,
            And => 2,
            BitOr => 3,
            BitXor => 4,
            BitAnd => 5,
            Equal | NotEqual => 6,
            Less | LessOrEqual | Greater | GreaterOrEqual => 7,
            Left | Right => 8,
            Plus | Minus => 9,
            Times | Over | Rest => 10,
        }
    }

    pub(super) fn is_comparison(self) -> bool {
        matches!(self, Equal | NotEqual | Less | LessOrEqual | Greater | GreaterOrEqual)
    }

    /// The value, where the left side alone decides it: `0 && x` asks nothing of `x`.
    pub(super) fn decided_by(self, left: i64) -> Option<i64> {
        match (self, left) {
            (And, 0) => Some(0),
            (Or, _) if left != 0 => Some(1),
            _ => None,
        }
    }

    pub(super) fn apply(self, left: i64, right: i64) -> Result<i64, NoValue> {
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
            Left => shifted_left(left, right),
            Right => u32::try_from(right).ok().map(|places| left >> places.min(63)),
            Plus => left.checked_add(right),
            Minus => left.checked_sub(right),
            Times => left.checked_mul(right),
            Over | Rest if right == 0 => return Err(NoValue::DivisionByZero),
            Over => left.checked_div(right),
            Rest => left.checked_rem(right),
        };
        number.ok_or(NoValue::TooLarge)
    }
}

fn shifted_left(number: i64, places: i64) -> Option<i64> {
    let shifted = number.checked_shl(u32::try_from(places).ok()?)?;
    (shifted >> places == number).then_some(shifted)
}
