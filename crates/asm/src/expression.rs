//! Expressions: numbers, names and operators.
//!
//! Expressions are stored in postfix order, so that neither evaluating nor dropping a long one needs a deep stack. Arithmetic is
//! exact in 32 bits and does not wrap at 16; the range of a value is checked where it is used.

mod parse;

use std::ops::Range;
use std::rc::Rc;

use crate::fault::Fault;
use crate::syntax::operator::{Arithmetic, Binary, Unary};
use crate::syntax::scan::At;
use crate::tables::own::TABLE;

pub(crate) use parse::{Context, parse};

/// The scope of local labels: the last ordinary label, or a macro expansion.
#[derive(Debug, Default)]
pub(crate) struct Scope {
    pub(crate) name: String,
    /// The routine of the included sheet that the names belong to.
    pub(crate) sheet: Option<Rc<str>>,
    /// For a macro expansion: the scope of the call, whose local labels may be arguments.
    pub(crate) outer: Option<Rc<Scope>>,
}

/// An expression in postfix order.
#[derive(Clone, Debug, Default)]
pub(crate) struct Expression {
    pub(crate) steps: Vec<Step>,
    pub(crate) span: Range<usize>,
}

/// A name in an expression.
#[derive(Clone, Debug)]
pub(crate) struct Name {
    pub(crate) name: Rc<str>,
    pub(crate) scope: Rc<Scope>,
    pub(crate) span: Range<usize>,
}

#[derive(Clone, Debug)]
pub(crate) enum Step {
    Number(i64),
    /// `$`, the address of the line, with its value.
    Here(i64),
    Name(Name),
    Unary(Unary),
    Binary(Binary, Range<usize>),
}

impl Expression {
    /// Whether the value is 0 to 255 for any values of its names.
    pub(crate) fn is_always_byte(&self) -> bool {
        matches!(self.steps.last(), Some(Step::Unary(Unary::Low | Unary::High)))
    }

    /// Returns the first name in the expression.
    pub(crate) fn name(&self) -> Option<&str> {
        self.steps.iter().find_map(|step| match step {
            Step::Name(name) => Some(&*name.name),
            _ => None,
        })
    }

    /// Evaluates the expression; `lookup` gives the values of names.
    pub(crate) fn evaluate<E: From<At>>(
        &self,
        lookup: impl FnMut(&Name) -> Result<i64, E>,
    ) -> Result<i64, E> {
        self.resume(&mut Evaluation::default(), lookup)
    }

    /// Continues an evaluation. If `lookup` fails, it can be continued at the same name.
    pub(crate) fn resume<E: From<At>>(
        &self,
        evaluation: &mut Evaluation,
        mut lookup: impl FnMut(&Name) -> Result<i64, E>,
    ) -> Result<i64, E> {
        let Evaluation { stack, next } = evaluation;
        while let Some(step) = self.steps.get(*next) {
            let value = match step {
                Step::Number(value) | Step::Here(value) => *value,
                Step::Name(name) => lookup(name)?,
                Step::Unary(unary) => Arithmetic::Own.unary(*unary, stack.pop().unwrap_or(0), TABLE.truth),
                Step::Binary(binary, span) => {
                    let right = stack.pop().unwrap_or(0);
                    let left = stack.pop().unwrap_or(0);
                    Arithmetic::Own
                        .binary(*binary, left, right, TABLE.truth)
                        .map_err(|fault| At::new(fault, span.clone()))?
                }
            };
            if i32::try_from(value).is_err() {
                return Err(At::new(Fault::Overflow, self.span.clone()).into());
            }
            stack.push(value);
            *next += 1;
        }
        Ok(stack.last().copied().unwrap_or(0))
    }

    /// Returns the name at which an evaluation stopped.
    pub(crate) fn name_at(&self, evaluation: &Evaluation) -> Option<&Name> {
        match self.steps.get(evaluation.next) {
            Some(Step::Name(name)) => Some(name),
            _ => None,
        }
    }
}

/// An evaluation that stopped at a name without a value: the operands so far, and the next step.
#[derive(Clone, Debug, Default)]
pub(crate) struct Evaluation {
    stack: Vec<i64>,
    next: usize,
}
