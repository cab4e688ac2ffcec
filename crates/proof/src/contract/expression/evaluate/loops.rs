//! Loops over constant ranges.

use std::ops::Range;

use super::{Evaluator, Value};
use crate::contract::{
    evaluable::Evaluable,
    expression::{Bounds, Expr, ExpressionError, Reduction, Result, Variable, number::Number},
};
use arcadian_parallel::bit::ParallelBit;

impl<B: Evaluable> Evaluator<B> {
    /// Returns a range of constants.
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
