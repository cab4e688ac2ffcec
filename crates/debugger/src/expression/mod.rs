//! Expressions about a program: `B = 3 && [HL] > 40`.
//!
//! Operators are C's, with C's precedence; `=` and `<>` are understood as well, `×` and `÷` too, and `#` in BASIC. A
//! comparison gives 1 or 0. Names are resolved when the expression is read, so that its value is quickly found at
//! every step.
//!
//! | text | machine code | BASIC |
//! |---|---|---|
//! | `0300` | hexadecimal | decimal |
//! | `$300` `0x300` | hexadecimal | hexadecimal |
//! | `300H` `%1010` `#10` | hexadecimal, binary, decimal | |
//! | `'A'` | the character's number | the same |
//! | `BC` | a register or flag, else a symbol, else hexadecimal | a variable |
//! | `[a]` `w[a]` | the byte, the word at `a` | |
//! | `@(n)` `*(n)` `%(a)` | | an element of an array, or of memory |

mod operator;
mod read;

use crate::debuggee::{Debuggee, Name, Space, State, Target};
use operator::{Infix, Prefix};

/// An expression whose names are resolved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expression(Node);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Node {
    Number(i64),
    Name(Name),
    Element(Space, Box<Node>),
    Prefix(Prefix, Box<Node>),
    Infix(Infix, Box<Node>, Box<Node>),
}

/// An expression that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{why}")]
pub struct ExpressionError {
    /// Where, in bytes from the beginning of the text.
    pub at: usize,
    /// What is wrong, and what to do.
    pub why: String,
}

/// An expression that has no value now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoValue {
    /// It divides by zero.
    #[error("division by zero")]
    DivisionByZero,
    /// Nothing is at that number.
    #[error("there is nothing at {0}")]
    NothingThere(i64),
    /// The numbers are too large.
    #[error("the numbers are too large")]
    TooLarge,
}

impl Expression {
    /// Reads an expression about a program.
    pub fn read(text: &str, program: &dyn Debuggee) -> Result<Self, ExpressionError> {
        read::read(text, program).map(Expression)
    }

    /// Its value now.
    pub fn value(&self, state: &dyn State) -> Result<i64, NoValue> {
        self.0.value(state)
    }

    /// What an assignment to it would set; none if it is no register, variable or element.
    pub fn target(&self, state: &dyn State) -> Result<Option<Target>, NoValue> {
        Ok(match &self.0 {
            Node::Name(name) => Some(Target::Name(*name)),
            Node::Element(space, index) => Some(Target::Element(*space, index.value(state)?)),
            _ => None,
        })
    }

    /// Whether it has the same value always.
    pub fn is_constant(&self) -> bool {
        self.0.is_constant()
    }

    /// What stands left and right of it, if it is a comparison.
    pub fn sides(&self) -> Option<[Expression; 2]> {
        match &self.0 {
            Node::Infix(infix, left, right) if infix.is_comparison() => {
                Some([Expression((**left).clone()), Expression((**right).clone())])
            }
            _ => None,
        }
    }
}

impl Node {
    fn value(&self, state: &dyn State) -> Result<i64, NoValue> {
        match self {
            Node::Number(number) => Ok(*number),
            Node::Name(name) => Ok(state.value(*name)),
            Node::Element(space, index) => {
                let index = index.value(state)?;
                state.load(*space, index).ok_or(NoValue::NothingThere(index))
            }
            Node::Prefix(prefix, operand) => prefix.apply(operand.value(state)?),
            Node::Infix(infix, left, right) => {
                let left = left.value(state)?;
                match infix.decided_by(left) {
                    Some(value) => Ok(value),
                    None => infix.apply(left, right.value(state)?),
                }
            }
        }
    }

    fn is_constant(&self) -> bool {
        match self {
            Node::Number(_) => true,
            Node::Name(_) | Node::Element(..) => false,
            Node::Prefix(_, operand) => operand.is_constant(),
            Node::Infix(_, left, right) => left.is_constant() && right.is_constant(),
        }
    }
}
