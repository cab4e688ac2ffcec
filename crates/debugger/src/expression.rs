//! Expressions.

use crate::debuggee::{Debuggee, State, Target};

/// An expression whose names are resolved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expression;

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
    pub fn read(_text: &str, _program: &dyn Debuggee) -> Result<Self, ExpressionError> {
        Err(ExpressionError { at: 0, why: String::new() })
    }

    /// Its value now.
    pub fn value(&self, _state: &dyn State) -> Result<i64, NoValue> {
        Err(NoValue::DivisionByZero)
    }

    /// What an assignment to it would set; none if it is no register, variable or element.
    pub fn target(&self, _state: &dyn State) -> Result<Option<Target>, NoValue> {
        Ok(None)
    }
}
