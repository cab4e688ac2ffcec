//! The language of `requires` and `ensures`: conditions on the fields of a routine at entry and exit.
//!
//! Numbers are exact integers and never overflow; `docs/verify-reference.md` describes the language. [`parse`] resolves names, and
//! [`Evaluator`] computes values for many machines at once. Types and widths do not depend on values, so one evaluation tells
//! whether an expression is well-typed.

mod evaluate;
mod number;
mod parser;
#[cfg(test)]
mod tests;
mod token;

use std::ops::Range;

use arcadian_asm::Hint;

use crate::contract::claim::LeastSet;

pub(crate) use evaluate::{Evaluator, Implication, Value, WeightedSum, stated_interval};
pub(crate) use number::Number;
pub(crate) use parser::{Scope, address_field, parse, parse_example, parse_list};
pub(crate) use token::Function;
pub use token::is_keyword;

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

/// The time at which a field is read.
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

/// The operation that a loop applies to the values of its body.
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

    pub(crate) fn fields(&self) -> Vec<(Side, usize)> {
        match &self.node {
            Node::Field(side, number) => vec![(*side, *number)],
            _ => self.parts().into_iter().flat_map(Expr::fields).collect(),
        }
    }

    pub(crate) fn reads_output(&self) -> bool {
        matches!(self.node, Node::Field(Side::Exit, _)) || self.parts().into_iter().any(Expr::reads_output)
    }

    pub(crate) fn mentions_output(&self, number: usize) -> bool {
        matches!(self.node, Node::Field(Side::Exit, field) if field == number)
            || self.parts().into_iter().any(|part| part.mentions_output(number))
    }

    pub(crate) fn as_equality(&self) -> Option<(&Expr, &Expr)> {
        match &self.node {
            Node::Binary(Binary::Equal, sides) => Some((&sides.0, &sides.1)),
            _ => None,
        }
    }

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

/// The size in bytes of the factors of a product from which on it is large.
const LARGE: usize = 3;

/// One of the conditions that together are equivalent to one with a large product.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    /// The premises under which it matters, if it is the conclusion of an implication.
    pub(crate) premises: Vec<Expr>,
    pub(crate) expr: Expr,
    /// Whether it has a large product itself.
    pub(crate) is_large: bool,
}

/// Returns the parts of a condition, or nothing if it has no large product. `bytes` is the size of a field.
pub(crate) fn parts(condition: &Expr, bytes: &dyn Fn(Side, usize) -> usize) -> Vec<Part> {
    let mut all = Vec::new();
    condition.collect_parts(&[], &mut all);
    if condition.has_variables() && all.iter().any(Part::has_variables) {
        // The number of a variable is its depth, which differs once a `let` around it is gone.
        all = vec![Part { premises: Vec::new(), expr: condition.clone(), is_large: false }];
    }
    for part in &mut all {
        let is_large = part.exprs().any(|expr| expr.has_large_product(bytes));
        part.is_large = is_large;
    }
    if all.iter().any(|part| part.is_large) { all } else { Vec::new() }
}

impl Part {
    fn exprs(&self) -> impl Iterator<Item = &Expr> {
        self.premises.iter().chain([&self.expr])
    }

    fn has_variables(&self) -> bool {
        self.exprs().any(Expr::has_variables)
    }
}

impl Expr {
    fn collect_parts(&self, premises: &[Expr], all: &mut Vec<Part>) {
        match &self.node {
            Node::Binary(Binary::And, operands) => {
                operands.0.collect_parts(premises, all);
                operands.1.collect_parts(premises, all);
            }
            Node::Binary(Binary::Implies, operands) => {
                operands.1.collect_parts(&[premises, std::slice::from_ref(&operands.0)].concat(), all);
            }
            // The right side matters where the left one is false.
            Node::Binary(Binary::Or, operands) if !operands.0.has_product() => {
                operands.1.collect_parts(&[premises, &[operands.0.negated()]].concat(), all);
            }
            Node::If(operands) => {
                let (condition, set, clear) = &**operands;
                set.collect_parts(&[premises, std::slice::from_ref(condition)].concat(), all);
                clear.collect_parts(&[premises, &[condition.negated()]].concat(), all);
            }
            Node::Let(variable, operands) if !operands.0.has_variables() => {
                let (value, body) = &**operands;
                // That the value is defined matters even where it is not used.
                let is_defined = Node::Binary(Binary::Equal, Box::new((value.clone(), value.clone())));
                let expr = Expr { node: is_defined, span: value.span.clone() };
                all.push(Part { premises: premises.to_vec(), expr, is_large: false });
                body.clone().with_value(*variable, value).collect_parts(premises, all);
            }
            _ => all.push(Part { premises: premises.to_vec(), expr: self.clone(), is_large: false }),
        }
    }

    fn negated(&self) -> Self {
        Expr { node: Node::Unary(Unary::Not, Box::new(self.clone())), span: self.span.clone() }
    }

    /// Returns whether the expression introduces variables.
    fn has_variables(&self) -> bool {
        matches!(self.node, Node::Let(..) | Node::Loop(..) | Node::Fold(..))
            || self.parts().into_iter().any(Expr::has_variables)
    }

    fn with_value(mut self, variable: Variable, value: &Expr) -> Self {
        match self.node {
            Node::Variable(own) if own == variable => value.clone(),
            _ => {
                for part in self.parts_mut() {
                    *part = part.clone().with_value(variable, value);
                }
                self
            }
        }
    }

    /// Returns whether the expression has a product or a quotient whose operands have many bits together.
    fn has_large_product(&self, bytes: &dyn Fn(Side, usize) -> usize) -> bool {
        let size = |operand: &Expr| {
            let mut fields = operand.fields();
            fields.sort_unstable();
            fields.dedup();
            fields.into_iter().map(|(side, number)| bytes(side, number)).sum::<usize>()
        };
        let own = self.factors().is_some_and(|(one, other)| size(one) + size(other) >= LARGE);
        own || self.parts().into_iter().any(|part| part.has_large_product(bytes))
    }

    /// Returns whether the expression has a product or a quotient of what is not constant.
    pub(crate) fn has_product(&self) -> bool {
        self.factors().is_some() || self.parts().into_iter().any(Expr::has_product)
    }

    /// If the expression is a product or a quotient of what is not constant, returns the operands. Powers of two do not count: they
    /// only shift.
    fn factors(&self) -> Option<(&Expr, &Expr)> {
        let Node::Binary(Binary::Multiply | Binary::Divide | Binary::Modulo, operands) = &self.node else {
            return None;
        };
        let (one, other) = &**operands;
        let is_simple = |operand: &Expr| operand.fields().is_empty() && !operand.has_free_variables();
        (![one, other].into_iter().any(|operand| is_simple(operand) || operand.is_power()))
            .then_some((one, other))
    }

    /// Returns whether the expression is a quotient or a remainder of what is not constant.
    pub(crate) fn is_quotient(&self) -> bool {
        !matches!(self.node, Node::Binary(Binary::Multiply, _)) && self.factors().is_some()
    }

    fn has_free_variables(&self) -> bool {
        matches!(self.node, Node::Variable(_)) || self.parts().into_iter().any(Expr::has_free_variables)
    }

    /// Returns whether the expression is `1 << n`.
    fn is_power(&self) -> bool {
        match &self.node {
            Node::Binary(Binary::ShiftLeft, operands) => matches!(operands.0.node, Node::Number(1)),
            _ => false,
        }
    }

    /// Returns the fields in counts of shifts.
    pub(crate) fn shift_counts(&self) -> Vec<(Side, usize)> {
        let own = match &self.node {
            Node::Binary(Binary::ShiftLeft | Binary::ShiftRight, operands) => operands.1.fields(),
            _ => Vec::new(),
        };
        let parts = self.parts().into_iter().flat_map(Expr::shift_counts);
        own.into_iter().chain(parts).collect()
    }

    /// If the expression is a quotient by a constant power of two, written as a shift, returns the dividend and the power.
    pub(crate) fn as_shift(&self) -> Option<(&Expr, i64)> {
        let Node::Binary(Binary::ShiftRight, operands) = &self.node else { return None };
        let count = u32::try_from(operands.1.as_constant()?).ok()?;
        Some((&operands.0, 1_i64.checked_shl(count).filter(|power| *power > 0)?))
    }

    fn as_constant(&self) -> Option<i64> {
        let is_closed = self.fields().is_empty() && !self.has_free_variables();
        Evaluator::constant(self).filter(|_| is_closed)
    }

    /// If the expression is a remainder modulo a constant power of two, returns the dividend and the exponent.
    pub(crate) fn as_residue(&self) -> Option<(&Expr, u32)> {
        let Node::Binary(Binary::Modulo, operands) = &self.node else { return None };
        let modulus = operands.1.as_constant()?;
        let is_power = modulus > 0 && modulus & (modulus - 1) == 0;
        is_power.then_some((&operands.0, modulus.trailing_zeros()))
    }
}
