//! Conditions as conjunctions, with lists and loops.

use std::ops::Range;

use arcadian_parallel::byte::ParallelBit;

use super::{Evaluator, Value, to_number};
use crate::contract::{
    claim::Evaluable,
    expression::{Binary, Bounds, Expr, ExpressionError, Node, Reduction, Result, Variable, number::Number},
};

/// A condition as an implication: where the premise is true, every conclusion must be true.
#[derive(Clone, Debug)]
pub(crate) struct Implication<B> {
    pub(crate) premise: B,
    pub(crate) conclusions: Vec<B>,
    /// The machines in which both sides are defined.
    pub(crate) is_defined: B,
}

impl<B: Evaluable> Evaluator<B> {
    /// Computes the sides of an implication separately, for the machines in a mask. Any other condition has the premise `true`.
    pub(crate) fn implication(&mut self, expr: &Expr, mask: B) -> Result<Implication<B>> {
        self.start();
        self.path = mask;
        let (premise, conclusion) = match &expr.node {
            Node::Binary(Binary::Implies, parts) => (self.truth(&parts.0)?, &parts.1),
            _ => (true.into(), expr),
        };
        let conclusions = self.split(conclusion)?;
        Ok(Implication { premise, conclusions, is_defined: self.is_defined })
    }

    /// Returns conditions that together are equivalent to one, computed as in [`condition`](Self::condition). Each is much smaller
    /// than all of them together: a bit of an equation, a round of a loop. The last one is that the condition is defined.
    pub(crate) fn clauses(&mut self, expr: &Expr, mask: B) -> Result<Vec<B>> {
        self.start();
        self.path = mask;
        let mut clauses = self.split(expr)?;
        clauses.push(self.is_defined);
        Ok(clauses)
    }

    fn split(&mut self, expr: &Expr) -> Result<Vec<B>> {
        match &expr.node {
            Node::Binary(Binary::And, parts) => {
                let mut clauses = self.split(&parts.0)?;
                clauses.extend(self.split(&parts.1)?);
                Ok(clauses)
            }
            Node::Binary(Binary::Implies, parts) => {
                let premise = self.truth(&parts.0)?;
                let clauses = self.only_where((&parts.0, premise), |evaluator| evaluator.split(&parts.1))?;
                Ok(clauses.into_iter().map(|clause| !premise | clause).collect())
            }
            Node::Binary(Binary::Equal, parts) => self.equal_parts(&parts.0, &parts.1),
            Node::Let(variable, parts) => {
                let value = self.value(&parts.0)?;
                self.with_variable(*variable, value, |evaluator| evaluator.split(&parts.1))
            }
            Node::Loop(Reduction::All, counter, parts) => {
                let mut clauses = Vec::new();
                for i in self.range(&parts.0)? {
                    let value = Value::Number(Number::constant(i));
                    let round = self.with_variable(*counter, value, |evaluator| evaluator.split(&parts.1))?;
                    clauses.extend(round);
                }
                Ok(clauses)
            }
            _ => Ok(vec![self.truth(expr)?]),
        }
    }

    fn equal_parts(&mut self, one: &Expr, other: &Expr) -> Result<Vec<B>> {
        match (self.value(one)?, self.value(other)?) {
            (Value::List(left), Value::List(right)) if left.len() == right.len() => {
                Ok(left.iter().zip(&right).flat_map(|(left, right)| left.equal_bits(right)).collect())
            }
            (left, right) => Ok(to_number(left, one)?.equal_bits(&to_number(right, other)?)),
        }
    }
}

impl<B: Evaluable> Evaluator<B> {
    pub(super) fn list(&mut self, expr: &Expr) -> Result<Vec<Number<B>>> {
        match self.value(expr)? {
            Value::List(items) => Ok(items),
            Value::Number(_) => Err(ExpressionError::new(
                expr.span.clone(),
                "this is a number; a field or a list is expected",
            )),
        }
    }

    pub(super) fn index(&mut self, list: &Expr, index: &Expr) -> Result<Number<B>> {
        let (items, number) = (self.list(list)?, self.number(index)?);
        let outside = || {
            let message = format!("the index must be from 0 to {}", items.len().saturating_sub(1));
            ExpressionError::new(index.span.clone(), message)
        };
        if let Some(constant) = number.as_constant() {
            let item = usize::try_from(constant).ok().and_then(|constant| items.get(constant));
            return match item {
                Some(item) => Ok(item.clone()),
                None if self.variables.is_empty() => Err(outside()),
                // In a loop, another condition can exclude this round.
                None => {
                    self.require(false.into());
                    Ok(Number::constant(0))
                }
            };
        }
        let is_below = number.is_less_than(&Number::constant(items.len() as i64));
        self.require(is_below & !number.sign());
        select_item(&items, &number).ok_or_else(outside)
    }

    pub(super) fn slice(&mut self, list: &Expr, bounds: &Bounds) -> Result<Vec<Number<B>>> {
        let (items, range) = (self.list(list)?, self.range(bounds)?);
        let wrong = || {
            let message = format!("the range must be within 0..{}", items.len());
            ExpressionError::new(bounds.first.span.start..bounds.end.span.end, message)
        };
        let index = |bound: i64| usize::try_from(bound).map_err(|_| wrong());
        items.get(index(range.start)?..index(range.end)?).map(<[_]>::to_vec).ok_or_else(wrong)
    }
}

/// Returns the item with an index that differs between machines; any item where the index is outside.
fn select_item<B: ParallelBit>(items: &[Number<B>], index: &Number<B>) -> Option<Number<B>> {
    let mut level = items.to_vec();
    for n in 0..index.width() {
        if level.len() == 1 {
            break;
        }
        let bit = index.bit(n);
        let pairs = level.chunks(2);
        level = pairs.map(|pair| Number::select(bit, pair.last().unwrap_or(&pair[0]), &pair[0])).collect();
    }
    level.into_iter().next()
}

impl<B: Evaluable> Evaluator<B> {
    pub(super) fn range(&mut self, bounds: &Bounds) -> Result<Range<i64>> {
        let mut constant = |expr: &Expr| {
            let varies = || {
                ExpressionError::new(expr.span.clone(), "a range must have constant bounds")
                    .help("take the greatest range and add a condition, as in `all(i in 0..16: i >= n or x[i] = 0)`")
            };
            self.number(expr)?.as_constant().ok_or_else(varies)
        };
        Ok(constant(&bounds.first)?..constant(&bounds.end)?)
    }

    pub(super) fn reduce(
        &mut self,
        reduction: Reduction,
        counter: Variable,
        bounds: &Bounds,
        body: &Expr,
    ) -> Result<Number<B>> {
        let mut terms = Vec::new();
        let mut truth = B::from(reduction == Reduction::All);
        for i in self.range(bounds)? {
            let value = Value::Number(Number::constant(i));
            self.with_variable(counter, value, |evaluator| {
                match reduction {
                    Reduction::All => truth = truth & evaluator.only_if(truth, |all| all.truth(body))?,
                    Reduction::Any => truth = truth | evaluator.only_if(!truth, |any| any.truth(body))?,
                    Reduction::Count => terms.push(Number::truth(evaluator.truth(body)?)),
                    Reduction::Sum | Reduction::Xor => terms.push(evaluator.number(body)?),
                }
                Ok(())
            })?;
        }
        Ok(match reduction {
            Reduction::All | Reduction::Any => Number::truth(truth),
            Reduction::Count | Reduction::Sum => sum(terms),
            Reduction::Xor => terms.iter().fold(Number::constant(0), |all, term| all.xor(term)),
        })
    }

    pub(super) fn fold(
        &mut self,
        accumulator: Variable,
        counter: Variable,
        parts: &(Expr, Bounds, Expr),
    ) -> Result<Value<B>> {
        let (first, bounds, body) = parts;
        let (mut value, range) = (self.value(first)?, self.range(bounds)?);
        for i in range {
            let i = Value::Number(Number::constant(i));
            value = self.with_variable(accumulator, value, |evaluator| {
                evaluator.with_variable(counter, i, |evaluator| evaluator.value(body))
            })?;
        }
        Ok(value)
    }
}

/// Adds numbers pairwise, which widens the sum less than one by one.
pub(super) fn sum<B: ParallelBit>(mut terms: Vec<Number<B>>) -> Number<B> {
    while terms.len() > 1 {
        let pair = |pair: &[Number<B>]| pair.iter().skip(1).fold(pair[0].clone(), |sum, term| sum.add(term));
        terms = terms.chunks(2).map(pair).collect();
    }
    terms.pop().unwrap_or(Number::constant(0))
}
