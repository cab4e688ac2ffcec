//! Expressions about a program: `B = 3 && [HL] > 40`.
//!
//! Operators and precedence are those of C. `=` and `<>` compare as well, `×` and `÷` are accepted, and `#` means "not
//! equal" in BASIC. A comparison yields 1 or 0. Names are resolved when the expression is parsed, so that a condition is
//! evaluated quickly at every step.
//!
//! | text | machine code | BASIC |
//! |---|---|---|
//! | `0300` | hexadecimal | decimal |
//! | `$300` `0x300` | hexadecimal | hexadecimal |
//! | `300H` `%1010` `#10` | hexadecimal, binary, decimal | |
//! | `'A'` | the code of a character | the same |
//! | `BC` | a register or flag, else a symbol, else hexadecimal | a variable |
//! | `[a]` `w[a]` | the byte, the word at address `a` | the same |
//! | `@(n)` `*(n)` `%(a)` | | an element of an array, or of memory |

mod parser;

use Infix::*;

use crate::debuggee::{Debuggee, Lvalue, Space, State, ValueId};

/// A parsed expression with its names resolved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expression(Node);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Node {
    Number(i64),
    Value(ValueId),
    Element(Space, Box<Node>),
    Prefix(Prefix, Box<Node>),
    Infix(Infix, Box<Node>, Box<Node>),
}

/// An expression that cannot be parsed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct ExpressionError {
    /// The position of the mistake, in bytes from the start of the text.
    pub at: usize,
    /// A description of the mistake and of its fix.
    pub message: String,
}

/// An expression that has no value in a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ValueError {
    #[error("division by zero")]
    DivisionByZero,
    /// Memory or the array has no such element.
    #[error("{0} is not a valid address or index")]
    NoElement(i64),
    /// A result does not fit in 64 bits.
    #[error("arithmetic overflow")]
    Overflow,
}

impl Expression {
    pub fn parse(text: &str, program: &dyn Debuggee) -> Result<Self, ExpressionError> {
        parser::parse(text, program).map(Expression)
    }

    pub fn value(&self, state: &dyn State) -> Result<i64, ValueError> {
        self.0.value(state)
    }

    /// Returns what an assignment to it changes; none if it is not a register, flag, variable or element.
    pub fn lvalue(&self, state: &dyn State) -> Result<Option<Lvalue>, ValueError> {
        Ok(match &self.0 {
            Node::Value(id) => Some(Lvalue::Value(*id)),
            Node::Element(space, index) => Some(Lvalue::Element(*space, index.value(state)?)),
            _ => None,
        })
    }

    /// Returns whether it has the same value in every state.
    pub fn is_constant(&self) -> bool {
        self.0.is_constant()
    }

    /// Returns the operands of a comparison.
    pub fn comparison(&self) -> Option<[Expression; 2]> {
        match &self.0 {
            Node::Infix(infix, left, right) if infix.is_comparison() => {
                Some([Expression((**left).clone()), Expression((**right).clone())])
            }
            _ => None,
        }
    }
}

impl Node {
    fn value(&self, state: &dyn State) -> Result<i64, ValueError> {
        match self {
            Node::Number(number) => Ok(*number),
            Node::Value(id) => Ok(state.value(*id)),
            Node::Element(space, index) => {
                let index = index.value(state)?;
                state.load(*space, index).ok_or(ValueError::NoElement(index))
            }
            Node::Prefix(prefix, operand) => prefix.apply(operand.value(state)?),
            Node::Infix(infix, left, right) => {
                let left = left.value(state)?;
                match infix.short_circuit(left) {
                    Some(value) => Ok(value),
                    None => infix.apply(left, right.value(state)?),
                }
            }
        }
    }

    fn is_constant(&self) -> bool {
        match self {
            Node::Number(_) => true,
            Node::Value(_) | Node::Element(..) => false,
            Node::Prefix(_, operand) => operand.is_constant(),
            Node::Infix(_, left, right) => left.is_constant() && right.is_constant(),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Prefix {
    Not,
    Complement,
    Negate,
    Plus,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Infix {
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

const PREFIXES: [(char, Prefix); 4] =
    [('!', Prefix::Not), ('~', Prefix::Complement), ('-', Prefix::Negate), ('+', Prefix::Plus)];

/// Spellings. A longer one comes before its prefixes, as the first match counts.
const INFIXES: [(&str, Infix); 23] = [
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
    fn apply(self, operand: i64) -> Result<i64, ValueError> {
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
    fn precedence(self) -> u8 {
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

    fn is_comparison(self) -> bool {
        matches!(self, Equal | NotEqual | Less | LessOrEqual | Greater | GreaterOrEqual)
    }

    /// Returns the value if the left operand alone determines it: `0 && x` does not evaluate `x`.
    fn short_circuit(self, left: i64) -> Option<i64> {
        match (self, left) {
            (And, 0) => Some(0),
            (Or, _) if left != 0 => Some(1),
            _ => None,
        }
    }

    fn apply(self, left: i64, right: i64) -> Result<i64, ValueError> {
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
