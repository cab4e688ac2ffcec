//! Numbers that are computed from unknown ones, as trees. They are printed once, in the syntax of the assembler, when the code of an
//! instance is written.

use std::{collections::BTreeSet, fmt, sync::Arc};

/// A number that is known, unknown or computed.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Term {
    Number(i64),
    /// The name of a constant or label.
    Name(Arc<str>),
    Unary(Unary, Arc<Term>),
    Binary(Operator, Arc<[Term; 2]>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Unary {
    /// The negative number.
    Minus,
    /// The complement of all bits.
    Not,
    /// Bits 0 to 7.
    Low,
    /// Bits 8 to 15.
    High,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Operator {
    Add,
    Subtract,
    Multiply,
    Divide,
    Modulo,
    And,
    Or,
    Xor,
    ShiftLeft,
    ShiftRight,
    /// -1 if the first is greater, else 0, as mdl has it.
    Greater,
    GreaterOrEqual,
    Less,
    LessOrEqual,
    Equal,
    Different,
}

/// The assembler that reads an expression, which decides what binds tighter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Grammar {
    /// SDCC's. Source: `sdas/asxxsrc/asexpr.c`, `oprio`.
    Sdas,
    /// z88dk's. Source: `src/z80asm/src/c/expr_def.h`.
    Z80asm,
    /// As in C. Source: mdlz80optimizer `ExpressionParser.java`, `OPERATOR_PRECEDENCE`.
    C,
}

/// Each operator: its spelling in our assembler and there its precedence, and the precedences in the grammars, in their order. 0: the
/// grammar does not have it.
const OPERATORS: [(Operator, &str, u8, [u8; 3]); 16] = [
    (Operator::Add, "+", 4, [7, 7, 7]),
    (Operator::Subtract, "-", 4, [7, 7, 7]),
    (Operator::Multiply, "*", 5, [8, 8, 8]),
    (Operator::Divide, "/", 5, [8, 8, 8]),
    (Operator::Modulo, " MOD ", 5, [8, 8, 8]),
    (Operator::And, "&", 2, [3, 3, 3]),
    (Operator::Or, "|", 1, [1, 1, 1]),
    (Operator::Xor, "^", 1, [4, 1, 2]),
    (Operator::ShiftLeft, "<<", 5, [6, 6, 6]),
    (Operator::ShiftRight, ">>", 5, [6, 6, 6]),
    (Operator::GreaterOrEqual, ">=", 3, [0, 5, 5]),
    (Operator::LessOrEqual, "<=", 3, [0, 5, 5]),
    (Operator::Different, "!=", 3, [0, 5, 4]),
    (Operator::Greater, ">", 3, [0, 5, 5]),
    (Operator::Less, "<", 3, [0, 5, 5]),
    (Operator::Equal, "=", 3, [0, 5, 4]),
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NoNumber {
    /// The text is that of something else, or a division is by zero.
    None,
    /// The number is too large, or made of too many parts.
    TooLarge,
    /// It depends on how a number is written that is not known.
    Unknown,
}

/// The greatest number of parts of a term, and how deep they can be nested: the assembler reads no deeper parentheses.
const MOST_PARTS: usize = 200;
const DEEPEST: usize = 50;

const GREATEST: i64 = 0xFFFF;

impl Operator {
    pub(crate) fn spelled(text: &str) -> Option<Operator> {
        let sign = |spelling: &str| if spelling == " MOD " { "%" } else { spelling }.to_owned();
        let found = OPERATORS.iter().find(|(_, spelling, ..)| sign(spelling) == text);
        found.map(|(operator, ..)| *operator)
    }

    /// Returns the operator at the beginning of a text with its precedence, and the length of its sign.
    pub(crate) fn at(text: &str, grammar: Grammar) -> Option<(Operator, u8, usize)> {
        let mut found: Vec<_> = OPERATORS
            .iter()
            .filter_map(|(operator, spelling, _, levels)| {
                let sign = if *operator == Operator::Modulo { "%" } else { spelling };
                let level = levels[grammar as usize];
                (level > 0 && text.starts_with(sign)).then_some((*operator, level, sign.len()))
            })
            .collect();
        if text.starts_with("==") {
            return found
                .iter()
                .find(|(operator, ..)| *operator == Operator::Equal)
                .map(|one| (one.0, one.1, 2));
        }
        found.sort_by_key(|(.., length)| *length);
        found.pop()
    }

    fn entry(self) -> (&'static str, u8) {
        let found = OPERATORS.iter().find(|(operator, ..)| *operator == self);
        found.map_or(("", 0), |(_, spelling, level, _)| (*spelling, *level))
    }

    /// Returns whether the result is -1 or 0.
    pub(crate) fn is_relation(self) -> bool {
        self.entry().1 == 3
    }

    /// Returns the relation that holds if this one does not.
    pub(crate) fn opposite(self) -> Operator {
        match self {
            Operator::Greater => Operator::LessOrEqual,
            Operator::GreaterOrEqual => Operator::Less,
            Operator::Less => Operator::GreaterOrEqual,
            Operator::LessOrEqual => Operator::Greater,
            Operator::Equal => Operator::Different,
            Operator::Different => Operator::Equal,
            operator => operator,
        }
    }

    /// Computes exactly.
    pub(crate) fn apply(self, left: i64, right: i64) -> Result<i64, NoNumber> {
        let shift = || u32::try_from(right).ok().filter(|count| *count < 32).ok_or(NoNumber::TooLarge);
        let truth = |holds: bool| Some(-i64::from(holds));
        if right == 0 && matches!(self, Operator::Divide | Operator::Modulo) {
            return Err(NoNumber::None);
        }
        let result = match self {
            Operator::Add => left.checked_add(right),
            Operator::Subtract => left.checked_sub(right),
            Operator::Multiply => left.checked_mul(right),
            Operator::Divide => left.checked_div(right),
            Operator::Modulo => left.checked_rem(right),
            Operator::And => Some(left & right),
            Operator::Or => Some(left | right),
            Operator::Xor => Some(left ^ right),
            Operator::ShiftLeft => left.checked_mul(1 << shift()?),
            Operator::ShiftRight => Some(left >> shift()?),
            Operator::Greater => truth(left > right),
            Operator::GreaterOrEqual => truth(left >= right),
            Operator::Less => truth(left < right),
            Operator::LessOrEqual => truth(left <= right),
            Operator::Equal => truth(left == right),
            Operator::Different => truth(left != right),
        };
        result.filter(|result| i32::try_from(*result).is_ok()).ok_or(NoNumber::TooLarge)
    }
}

impl Unary {
    fn apply(self, value: i64) -> Result<i64, NoNumber> {
        match self {
            Unary::Minus => Operator::Subtract.apply(0, value),
            Unary::Not => Ok(!value),
            Unary::Low => Ok(value & 0xFF),
            Unary::High => Ok(value >> 8 & 0xFF),
        }
    }
}

impl Term {
    pub fn name(name: &str) -> Term {
        Term::Name(Arc::from(name))
    }

    /// Creates the result of an operator; two numbers are computed.
    pub(crate) fn binary(operator: Operator, left: Term, right: Term) -> Result<Term, NoNumber> {
        if let (Term::Number(left), Term::Number(right)) = (&left, &right) {
            return operator.apply(*left, *right).map(Term::Number);
        }
        if matches!(operator, Operator::Divide | Operator::Modulo) && (left.is_minus() || right.is_minus()) {
            // A quotient is rounded toward zero, and a remainder has the sign of the dividend.
            let is_minus = left.is_minus() != (operator == Operator::Divide && right.is_minus());
            let result = Term::binary(operator, left.without_minus(), right.without_minus())?;
            return if is_minus { Term::unary(Unary::Minus, result) } else { Ok(result) };
        }
        let (operator, right) = match (operator, right) {
            (Operator::Divide | Operator::Modulo, Term::Number(0)) => return Err(NoNumber::None),
            (Operator::Add, Term::Number(number)) if number < 0 => {
                (Operator::Subtract, Term::Number(-number))
            }
            (Operator::Subtract, Term::Number(number)) if number < 0 => {
                (Operator::Add, Term::Number(-number))
            }
            // Of a number that is not negative, powers of two divide as a shift does.
            (Operator::Divide, Term::Number(number)) if is_power(number) && left.is_natural() => {
                (Operator::ShiftRight, Term::Number(number.trailing_zeros().into()))
            }
            (Operator::Modulo, Term::Number(number)) if is_power(number) && left.is_natural() => {
                (Operator::And, Term::Number(number - 1))
            }
            other => other,
        };
        Term::Binary(operator, Arc::new([left, right])).limited()
    }

    pub(crate) fn unary(unary: Unary, operand: Term) -> Result<Term, NoNumber> {
        match operand {
            Term::Number(number) => unary.apply(number).map(Term::Number),
            operand => Term::Unary(unary, Arc::new(operand)).limited(),
        }
    }

    fn is_minus(&self) -> bool {
        matches!(self, Term::Unary(Unary::Minus, _) | Term::Number(i64::MIN..=-1))
    }

    fn without_minus(self) -> Term {
        match self {
            Term::Number(number) => Term::Number(number.saturating_abs()),
            Term::Unary(Unary::Minus, operand) => (*operand).clone(),
            other => other,
        }
    }

    /// Returns whether a quotient or remainder in it depends on the sign of a number of which only 16 bits are known.
    pub(crate) fn may_divide_negative(&self) -> bool {
        let divides = matches!(self, Term::Binary(Operator::Divide | Operator::Modulo, _));
        divides && !self.operands().iter().all(Term::is_natural)
            || self.operands().iter().any(Term::may_divide_negative)
    }

    fn limited(self) -> Result<Term, NoNumber> {
        let mut left = MOST_PARTS;
        if self.is_within(&mut left, DEEPEST) { Ok(self) } else { Err(NoNumber::TooLarge) }
    }

    fn is_within(&self, parts: &mut usize, depth: usize) -> bool {
        if *parts == 0 || depth == 0 {
            return false;
        }
        *parts -= 1;
        self.operands().iter().all(|operand| operand.is_within(parts, depth - 1))
    }

    fn operands(&self) -> &[Term] {
        match self {
            Term::Number(_) | Term::Name(_) => &[],
            Term::Unary(_, operand) => std::slice::from_ref(operand),
            Term::Binary(_, operands) => &operands[..],
        }
    }

    pub fn number(&self) -> Option<i64> {
        match self {
            Term::Number(number) => Some(*number),
            _ => None,
        }
    }

    pub fn names(&self) -> BTreeSet<&str> {
        match self {
            Term::Name(name) => BTreeSet::from([&**name]),
            term => term.operands().iter().flat_map(Term::names).collect(),
        }
    }

    /// Returns the term with another one in place of a name.
    pub(crate) fn with(&self, name: &str, value: &Term) -> Result<Term, NoNumber> {
        match self {
            Term::Number(_) => Ok(self.clone()),
            Term::Name(other) => Ok(if **other == *name { value.clone() } else { self.clone() }),
            Term::Unary(unary, operand) => Term::unary(*unary, operand.with(name, value)?),
            Term::Binary(operator, operands) => {
                let [left, right] = &**operands;
                Term::binary(*operator, left.with(name, value)?, right.with(name, value)?)
            }
        }
    }

    /// Computes it exactly; `None` if a name has no value, or the result none.
    pub fn value(&self, of: &dyn Fn(&str) -> Option<i64>) -> Option<i64> {
        match self {
            Term::Number(number) => Some(*number),
            Term::Name(name) => of(name),
            Term::Unary(unary, operand) => unary.apply(operand.value(of)?).ok(),
            Term::Binary(operator, operands) => {
                operator.apply(operands[0].value(of)?, operands[1].value(of)?).ok()
            }
        }
    }

    /// Returns the least and the greatest value, where constants are 0 to 65535; `None` if these are not known.
    pub(crate) fn range(&self) -> Option<(i64, i64)> {
        self.range_where(&|_| None)
    }

    /// Returns the same where the ranges of some constants are known.
    pub(crate) fn range_where(&self, of: &dyn Fn(&Term) -> Option<(i64, i64)>) -> Option<(i64, i64)> {
        let operands = match self {
            Term::Number(number) => return Some((*number, *number)),
            Term::Name(_) => return Some(of(self).unwrap_or((0, GREATEST))),
            Term::Unary(Unary::Low | Unary::High, _) => return Some((0, 0xFF)),
            Term::Unary(Unary::Minus, operand) => {
                let (low, high) = operand.range_where(of)?;
                return Some((-high, -low));
            }
            Term::Unary(Unary::Not, operand) => {
                let (low, high) = operand.range_where(of)?;
                return Some((!high, !low));
            }
            Term::Binary(_, operands) => operands,
        };
        let Term::Binary(operator, _) = self else { return None };
        let [left, right] = [operands[0].range_where(of), operands[1].range_where(of)];
        let natural = |range: Option<(i64, i64)>| range.filter(|(low, _)| *low >= 0);
        let corners = |apply: fn(i64, i64) -> Option<i64>| {
            let (left, right) = (left?, right?);
            let all: Option<Vec<i64>> = [left.0, left.1]
                .into_iter()
                .flat_map(|one| [right.0, right.1].map(|other| apply(one, other)))
                .collect();
            let all = all?;
            Some((*all.iter().min()?, *all.iter().max()?))
        };
        let [is_left, is_right] = [left, right].map(|range| range.is_some_and(|(_, high)| high < 0));
        match operator {
            Operator::And if is_left && is_right => Some((i32::MIN.into(), -1)),
            Operator::Or if is_left || is_right => Some((i32::MIN.into(), -1)),
            Operator::Add => corners(i64::checked_add),
            Operator::Subtract => corners(i64::checked_sub),
            Operator::Multiply => corners(i64::checked_mul),
            Operator::And => {
                let high =
                    [natural(left), natural(right)].into_iter().flatten().map(|(_, high)| high).min()?;
                Some((0, high))
            }
            Operator::Or | Operator::Xor => {
                let high = natural(left)?.1.max(natural(right)?.1);
                Some((0, (1 << (64 - high.leading_zeros())) - 1))
            }
            Operator::ShiftRight => natural(left).map(|(_, high)| (0, high)),
            Operator::Divide => {
                natural(left).filter(|_| right.is_some_and(|(low, _)| low > 0)).map(|(_, high)| (0, high))
            }
            Operator::Modulo => natural(left)
                .zip(right.filter(|(low, _)| *low > 0))
                .map(|((_, left), (_, right))| (0, left.min(right - 1))),
            Operator::ShiftLeft => {
                let (low, high) = natural(left)?;
                let (_, count) = natural(right).filter(|(_, count)| *count < 32)?;
                Some((low, high.checked_mul(1 << count)?))
            }
            _ => Some((-1, 0)),
        }
    }

    /// Returns whether it is never negative.
    fn is_natural(&self) -> bool {
        self.range().is_some_and(|(low, _)| low >= 0)
    }

    /// Returns whether it is always a number of 16 bits.
    pub(crate) fn is_word(&self) -> bool {
        self.range().is_some_and(|(low, high)| low >= 0 && high <= GREATEST)
    }

    /// Returns the precedence in our assembler.
    fn level(&self) -> u8 {
        match self {
            Term::Number(number) if *number < 0 => PREFIX,
            Term::Number(_) | Term::Name(_) => ALONE,
            Term::Unary(..) => PREFIX,
            Term::Binary(operator, _) => operator.entry().1,
        }
    }
}

/// The precedence of a sign before an operand, and of an operand without one.
const PREFIX: u8 = 9;
const ALONE: u8 = 10;

fn is_power(number: i64) -> bool {
    number > 0 && number.count_ones() == 1
}

/// A part of a term, in parentheses unless it binds as tight as this.
struct Part<'t>(&'t Term, u8);

impl fmt::Display for Part<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Part(term, least) = self;
        if term.level() < *least { write!(f, "({term})") } else { write!(f, "{term}") }
    }
}

/// In the syntax of the assembler.
impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Term::Number(number) => write!(f, "{number}"),
            Term::Name(name) => write!(f, "{name}"),
            Term::Unary(unary, operand) => {
                let sign = match unary {
                    Unary::Minus => "-",
                    Unary::Not => "~",
                    Unary::Low => "low ",
                    Unary::High => "high ",
                };
                write!(f, "{sign}{}", Part(operand, ALONE))
            }
            Term::Binary(operator, operands) => {
                let (sign, level) = operator.entry();
                // Operators of the same precedence are read from the left. A sign after an operator would be hard to read.
                write!(f, "{}{sign}{}", Part(&operands[0], level), Part(&operands[1], level + 1))
            }
        }
    }
}

#[cfg(test)]
mod tests;
