//! Operators and functions of expressions.

use crate::fault::Fault;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unary {
    Plus,
    Minus,
    Not,
    LogicalNot,
    Low,
    High,
    Bank,
    LowWord,
    HighWord,
    Absolute,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Binary {
    Add,
    Subtract,
    Multiply,
    Divide,
    Modulo,
    Power,
    Left,
    Right,
    /// Of a number without a sign.
    RightUnsigned,
    /// Shifts of numbers of 64 bits without a sign; what is shifted out is lost, however far.
    LeftLogical,
    RightLogical,
    And,
    Or,
    Xor,
    LogicalAnd,
    LogicalOr,
    LogicalXor,
    Equal,
    Unequal,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Least,
    Most,
}

/// The words of our own syntax that are operators.
pub(crate) const OWN_WORDS: &str = "MOD SHL SHR EQ NE LT LE GT GE AND OR XOR NOT LOW HIGH";

/// The numbers that an assembler computes with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Arithmetic {
    /// 32 bits with a sign, in which nothing overflows; a negative number is shifted right as one of 16 bits.
    Own,
    /// 64 bits with a sign.
    Long,
    /// 32 bits with a sign.
    Int,
    /// 32 bits; only comparisons see a sign. A byte of an address is taken by the linker, from the whole expression.
    Linked,
}

impl Arithmetic {
    /// Returns a number as the assembler has it.
    pub(crate) const fn number(self, value: i64) -> i64 {
        match self {
            Arithmetic::Int | Arithmetic::Linked => value as i32 as i64,
            Arithmetic::Long | Arithmetic::Own => value,
        }
    }

    /// Returns a number as an operand.
    const fn operand(self, value: i64) -> i64 {
        if matches!(self, Arithmetic::Linked) { value & 0xFFFF_FFFF } else { value }
    }

    pub(crate) const fn unary(self, operator: Unary, value: i64, truth: i64) -> i64 {
        self.number(operator.apply(self.operand(value), truth))
    }

    pub(crate) fn binary(self, operator: Binary, left: i64, right: i64, truth: i64) -> Result<i64, Fault> {
        let (left, right) = (self.operand(left), self.operand(right));
        let is_shift = match operator {
            Binary::Left | Binary::Right => self != Arithmetic::Long,
            Binary::RightUnsigned => self == Arithmetic::Int,
            _ => false,
        };
        if is_shift && !(0..32).contains(&right) {
            return Err(Fault::BadShift(self.number(right)));
        }
        let left = match (self, operator) {
            (Arithmetic::Own, Binary::Right) if left < 0 => left & 0xFFFF,
            (Arithmetic::Int, Binary::RightUnsigned) => left & 0xFFFF_FFFF,
            _ => left,
        };
        operator.apply(left, right, truth).map(|value| self.number(value))
    }
}

impl Unary {
    pub(crate) const fn apply(self, value: i64, truth: i64) -> i64 {
        match self {
            Unary::Plus => value,
            Unary::Minus => value.wrapping_neg(),
            Unary::Not => !value,
            Unary::LogicalNot => truth * (value == 0) as i64,
            Unary::Low => value & 0xFF,
            Unary::High => value >> 8 & 0xFF,
            Unary::Bank => value >> 16 & 0xFF,
            Unary::LowWord => value & 0xFFFF,
            Unary::HighWord => value >> 16 & 0xFFFF,
            Unary::Absolute => value.wrapping_abs(),
        }
    }

    /// Whether the result is a number even of an address.
    pub(crate) const fn cuts(self) -> bool {
        !matches!(self, Unary::Plus | Unary::Minus | Unary::Not)
    }
}

impl Binary {
    /// Whether this is a comparison or a logical operator, whose result is a truth value.
    pub(crate) const fn tests(self) -> bool {
        use Binary::{Equal, Greater, GreaterOrEqual, Less, LessOrEqual, Unequal};
        use Binary::{LogicalAnd, LogicalOr, LogicalXor};
        matches!(
            self,
            Equal
                | Unequal
                | Less
                | LessOrEqual
                | Greater
                | GreaterOrEqual
                | LogicalAnd
                | LogicalOr
                | LogicalXor
        )
    }

    pub(crate) fn apply(self, left: i64, right: i64, truth: i64) -> Result<i64, Fault> {
        let is = |holds: bool| if holds { truth } else { 0 };
        Ok(match self {
            Binary::Add => left.wrapping_add(right),
            Binary::Subtract => left.wrapping_sub(right),
            Binary::Multiply => left.wrapping_mul(right),
            Binary::Divide => left.checked_div(right).ok_or(Fault::DivisionByZero)?,
            Binary::Modulo => left.checked_rem(right).ok_or(Fault::DivisionByZero)?,
            Binary::Power => {
                u32::try_from(right).ok().and_then(|right| left.checked_pow(right)).ok_or(Fault::Overflow)?
            }
            Binary::Left => shifted(left, right, true)?,
            Binary::Right => shifted(left, right, false)?,
            Binary::RightUnsigned => {
                let count =
                    u32::try_from(right).ok().filter(|count| *count < 64).ok_or(Fault::BadShift(right))?;
                (left.cast_unsigned() >> count).cast_signed()
            }
            Binary::LeftLogical => left.checked_shl(low_half(right)).unwrap_or(0),
            Binary::RightLogical => {
                left.cast_unsigned().checked_shr(low_half(right)).unwrap_or(0).cast_signed()
            }
            Binary::And => left & right,
            Binary::Or => left | right,
            Binary::Xor => left ^ right,
            Binary::LogicalAnd => is(left != 0 && right != 0),
            Binary::LogicalOr => is(left != 0 || right != 0),
            Binary::LogicalXor => is((left != 0) != (right != 0)),
            Binary::Equal => is(left == right),
            Binary::Unequal => is(left != right),
            Binary::Less => is(left < right),
            Binary::LessOrEqual => is(left <= right),
            Binary::Greater => is(left > right),
            Binary::GreaterOrEqual => is(left >= right),
            Binary::Least => left.min(right),
            Binary::Most => left.max(right),
        })
    }
}

/// Returns the low 32 bits, in two's complement.
const fn low_half(value: i64) -> u32 {
    let [a, b, c, d, ..] = value.to_le_bytes();
    u32::from_le_bytes([a, b, c, d])
}

fn shifted(value: i64, count: i64, left: bool) -> Result<i64, Fault> {
    let count = u32::try_from(count).ok().filter(|count| *count < 64).ok_or(Fault::BadShift(count))?;
    Ok(if left { value << count } else { value >> count })
}
