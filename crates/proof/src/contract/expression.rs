//! The language of `requires` and `ensures`: conditions on the fields of a routine at entry and exit.
//!
//! Numbers are exact integers and never overflow; `docs/verify-reference.md` describes the language. [`parse`] resolves names, and
//! [`Evaluator`] computes values for many machines at once. Types and widths do not depend on values, so one evaluation tells
//! whether an expression is well-typed.

mod evaluate;
mod number;
mod parser;
mod parts;
#[cfg(test)]
mod tests;
mod token;

use std::ops::Range;

use arcadian_asm::Hint;

use crate::contract::claim::LeastSet;

pub(crate) use evaluate::stated_interval;
pub(crate) use evaluate::{Evaluator, Implication, Value, WeightedSum};
pub(crate) use number::Number;
pub(crate) use parser::{Scope, address_field, parse, parse_example, parse_list};
pub(crate) use parts::{Part, parts};
pub(crate) use token::Function;
pub(crate) use token::is_keyword;

/// An expression and the bytes of the text from which it was parsed. Expressions are equal if they are so apart from their places.
#[derive(Clone, Debug)]
pub(crate) struct Expr {
    pub(crate) node: Node,
    pub(crate) span: Range<usize>,
}

impl PartialEq for Expr {
    fn eq(&self, other: &Self) -> bool {
        self.node == other.node
    }
}

/// When a field is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Side {
    /// Before the call: an input field.
    Entry,
    /// After the return: an output field.
    Exit,
}

/// A variable of `let`, of a loop or of `fold`, numbered by nesting.
pub(crate) type Variable = usize;

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Node {
    Number(i64),
    /// A field, by its number among the input or output fields.
    Field(Side, usize),
    Variable(Variable),
    List(Vec<Expr>),
    Unary(Unary, Box<Expr>),
    Binary(Binary, Box<(Expr, Expr)>),
    /// Condition, value if it is true, value if it is false.
    If(Box<(Expr, Expr, Expr)>),
    /// Value and body.
    Let(Variable, Box<(Expr, Expr)>),
    /// List and index.
    Index(Box<(Expr, Expr)>),
    /// List and range.
    Slice(Box<(Expr, Bounds)>),
    Call(Function, Vec<Expr>),
    /// Counter, range and body.
    Loop(Reduction, Variable, Box<(Bounds, Expr)>),
    /// Accumulator, its first value, counter, range and body.
    Fold(Variable, Variable, Box<(Expr, Bounds, Expr)>),
    /// The successors of an element in a direction, in a context, in the claim about a least set.
    Successors(&'static LeastSet, Box<(Expr, Expr, Expr)>),
}

/// A range: the first number and the one after the last.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Bounds {
    pub(crate) first: Expr,
    pub(crate) end: Expr,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unary {
    Not,
    Negate,
    Complement,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Binary {
    Implies,
    Or,
    And,
    Equal,
    Unequal,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    BitOr,
    BitXor,
    BitAnd,
    ShiftLeft,
    ShiftRight,
    Add,
    Subtract,
    Multiply,
    Divide,
    Modulo,
}

/// What a loop does with the values of its body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reduction {
    All,
    Any,
    Count,
    Sum,
    Xor,
}

impl Reduction {
    const NAMES: [(&'static str, Reduction); 5] = [
        ("all", Reduction::All),
        ("any", Reduction::Any),
        ("count", Reduction::Count),
        ("sum", Reduction::Sum),
        ("xor", Reduction::Xor),
    ];

    fn find(name: &str) -> Option<Reduction> {
        let known = Self::NAMES.iter().find(|(known, _)| name.eq_ignore_ascii_case(known));
        known.map(|(_, reduction)| *reduction)
    }
}

/// An error in an expression: where, what, and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ExpressionError {
    pub(crate) span: Range<usize>,
    pub(crate) message: String,
    pub(crate) help: Option<Hint>,
}

impl ExpressionError {
    fn new(span: Range<usize>, message: impl Into<String>) -> Self {
        ExpressionError { span, message: message.into(), help: None }
    }

    /// Creates an error about a whole text.
    pub(crate) fn in_whole(text: &str, message: impl Into<String>) -> Self {
        ExpressionError::new(0..text.len(), message)
    }

    /// Moves the error into a part of the text.
    pub(crate) fn within(self, span: Range<usize>) -> Self {
        ExpressionError { span, ..self }
    }

    fn help(self, help: impl Into<Hint>) -> Self {
        ExpressionError { help: Some(help.into()), ..self }
    }
}

/// A result, or where the expression is wrong.
type Result<T> = std::result::Result<T, ExpressionError>;

impl Expr {
    /// Creates a constant that is not in a text.
    pub(crate) fn constant(value: i64) -> Expr {
        Expr { node: Node::Number(value), span: 0..0 }
    }

    /// Returns the expressions that this one directly consists of.
    fn parts(&self) -> Vec<&Expr> {
        match &self.node {
            Node::Number(_) | Node::Variable(_) | Node::Field(..) => Vec::new(),
            Node::List(all) | Node::Call(_, all) => all.iter().collect(),
            Node::Unary(_, operand) => vec![operand],
            Node::Binary(_, parts) | Node::Let(_, parts) | Node::Index(parts) => vec![&parts.0, &parts.1],
            Node::If(parts) | Node::Successors(_, parts) => vec![&parts.0, &parts.1, &parts.2],
            Node::Slice(parts) => vec![&parts.0, &parts.1.first, &parts.1.end],
            Node::Loop(_, _, parts) => vec![&parts.0.first, &parts.0.end, &parts.1],
            Node::Fold(_, _, parts) => vec![&parts.0, &parts.1.first, &parts.1.end, &parts.2],
        }
    }

    /// Like [`parts`](Self::parts).
    fn parts_mut(&mut self) -> Vec<&mut Expr> {
        match &mut self.node {
            Node::Number(_) | Node::Variable(_) | Node::Field(..) => Vec::new(),
            Node::List(all) | Node::Call(_, all) => all.iter_mut().collect(),
            Node::Unary(_, operand) => vec![operand],
            Node::Binary(_, parts) | Node::Let(_, parts) | Node::Index(parts) => {
                vec![&mut parts.0, &mut parts.1]
            }
            Node::If(parts) | Node::Successors(_, parts) => vec![&mut parts.0, &mut parts.1, &mut parts.2],
            Node::Slice(parts) => vec![&mut parts.0, &mut parts.1.first, &mut parts.1.end],
            Node::Loop(_, _, parts) => vec![&mut parts.0.first, &mut parts.0.end, &mut parts.1],
            Node::Fold(_, _, parts) => {
                vec![&mut parts.0, &mut parts.1.first, &mut parts.1.end, &mut parts.2]
            }
        }
    }

    /// Returns the fields that the expression reads.
    pub(crate) fn fields(&self) -> Vec<(Side, usize)> {
        match &self.node {
            Node::Field(side, number) => vec![(*side, *number)],
            _ => self.parts().into_iter().flat_map(Expr::fields).collect(),
        }
    }

    /// Returns whether the expression reads a field after the return.
    pub(crate) fn reads_output(&self) -> bool {
        matches!(self.node, Node::Field(Side::Exit, _)) || self.parts().into_iter().any(Expr::reads_output)
    }

    /// Returns whether the expression reads the output field with this number.
    pub(crate) fn mentions_output(&self, number: usize) -> bool {
        matches!(self.node, Node::Field(Side::Exit, field) if field == number)
            || self.parts().into_iter().any(|part| part.mentions_output(number))
    }

    /// Returns the sides of an equation.
    pub(crate) fn as_equality(&self) -> Option<(&Expr, &Expr)> {
        match &self.node {
            Node::Binary(Binary::Equal, sides) => Some((&sides.0, &sides.1)),
            _ => None,
        }
    }

    /// Returns the expressions that `and` connects.
    pub(crate) fn conjuncts(&self) -> Vec<&Expr> {
        match &self.node {
            Node::Binary(Binary::And, parts) => [parts.0.conjuncts(), parts.1.conjuncts()].concat(),
            _ => vec![self],
        }
    }

    /// If the expression is `field = value` or `value = field`, where the value does not depend on the field, returns the number of
    /// the output field and the value.
    pub(crate) fn as_equation(&self) -> Option<(usize, &Expr)> {
        let Node::Binary(Binary::Equal, operands) = &self.node else { return None };
        let (one, other) = &**operands;
        [(one, other), (other, one)].into_iter().find_map(|(field, value)| match field.node {
            Node::Field(Side::Exit, number) if !value.mentions_output(number) => Some((number, value)),
            _ => None,
        })
    }

    /// If the expression is `field = value` or `value = field` with an output field and a value that is known on entry, returns
    /// the number of the field and the value.
    pub(crate) fn as_definition(&self) -> Option<(usize, &Expr)> {
        let Node::Binary(Binary::Equal, operands) = &self.node else { return None };
        let (one, other) = &**operands;
        [(one, other), (other, one)].into_iter().find_map(|(field, value)| match field.node {
            Node::Field(Side::Exit, number) if !value.reads_output() => Some((number, value)),
            _ => None,
        })
    }
}
