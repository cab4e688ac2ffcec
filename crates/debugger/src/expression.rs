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

mod operator;
mod parser;

use crate::debuggee::{Debuggee, Lvalue, Space, State, ValueId};
use operator::{Infix, Prefix};

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
    /// What is wrong, and what to do.
    pub message: String,
}

/// An expression that has no value in a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ValueError {
    /// Division by zero.
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
    /// Parses an expression about a program.
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
