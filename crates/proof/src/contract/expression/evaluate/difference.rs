//! Differences of numbers in two states.

use super::{Evaluator, Value, loops::sum};
use crate::contract::{
    evaluable::Evaluable,
    expression::{Binary, Expr, Function, Node, Reduction, Result, number::Number},
};
use arcadian_parallel::bit::ParallelBit;

impl<B: Evaluable> Evaluator<B> {
    /// Returns `one - other` for the machines in a mask, where `other` is computed by another evaluator, and the machines in which
    /// both are defined. Terms that are the same in both cancel out first: the difference of two large sums that differ in one term
    /// is as small as this term.
    pub(crate) fn difference(
        &mut self,
        one: &Expr,
        others: &mut Self,
        other: &Expr,
        mask: B,
    ) -> Result<(Number<B>, B)> {
        self.start();
        others.start();
        (self.path, others.path) = (mask, mask);
        let difference = self.subtract(one, others, other)?;
        Ok((difference, self.is_defined & others.is_defined))
    }

    fn subtract(&mut self, one: &Expr, others: &mut Self, other: &Expr) -> Result<Number<B>> {
        match (&one.node, &other.node) {
            (Node::Binary(Binary::Add, left), Node::Binary(Binary::Add, right)) => {
                let first = self.subtract(&left.0, others, &right.0)?;
                Ok(first.add(&self.subtract(&left.1, others, &right.1)?))
            }
            (Node::Binary(Binary::Multiply, left), Node::Binary(Binary::Multiply, right)) if matches!((&left.0.node, &right.0.node), (Node::Number(x), Node::Number(y)) if x == y) =>
            {
                let factor = self.number(&left.0)?;
                Ok(self.subtract(&left.1, others, &right.1)?.multiply(&factor))
            }
            (Node::Call(Function::Popcount, left), Node::Call(Function::Popcount, right)) => {
                self.subtract_counts(&left[0], others, &right[0])
            }
            (Node::Loop(reduction, counter, left), Node::Loop(same, other_counter, right))
                if reduction == same && matches!(reduction, Reduction::Sum | Reduction::Count) =>
            {
                let (range, other_range) = (self.range(&left.0)?, others.range(&right.0)?);
                if range != other_range {
                    return self.subtract_whole(one, others, other);
                }
                let terms = range.map(|i| {
                    let i = Value::Number(Number::constant(i));
                    self.with_variable(*counter, i.clone(), |own| {
                        others.with_variable(*other_counter, i, |others| {
                            own.subtract(&left.1, others, &right.1)
                        })
                    })
                });
                Ok(sum(terms.filter(is_not_zero).collect::<Result<_>>()?))
            }
            (Node::Binary(Binary::Add, left), _) => {
                let first = self.subtract(&left.0, others, other)?;
                Ok(first.add(&self.number(&left.1)?))
            }
            (Node::Binary(Binary::Subtract, left), _) => {
                let first = self.subtract(&left.0, others, other)?;
                Ok(first.subtract(&self.number(&left.1)?))
            }
            (_, Node::Binary(Binary::Add, right)) => {
                let first = self.subtract(one, others, &right.0)?;
                Ok(first.subtract(&others.number(&right.1)?))
            }
            (_, Node::Binary(Binary::Subtract, right)) => {
                let first = self.subtract(one, others, &right.0)?;
                Ok(first.add(&others.number(&right.1)?))
            }
            _ => self.subtract_whole(one, others, other),
        }
    }

    fn subtract_whole(&mut self, one: &Expr, others: &mut Self, other: &Expr) -> Result<Number<B>> {
        let (one, other) = (self.number(one)?, others.number(other)?);
        Ok(if one.is_same(&other, self.path) { Number::constant(0) } else { one.subtract(&other) })
    }

    /// Subtracts the number of bits set in `other` from that in `one`.
    fn subtract_counts(&mut self, one: &Expr, others: &mut Self, other: &Expr) -> Result<Number<B>> {
        let (left, right) = (self.number(one)?, others.number(other)?);
        let width = left.width().max(right.width());
        let path = self.path;
        let pairs = (0..width).map(|n| (left.bit(n), right.bit(n)));
        let pairs = pairs.filter(|(left, right)| !left.is_same(*right, path));
        let terms = pairs.map(|(left, right)| Number::truth(left).subtract(&Number::truth(right)));
        Ok(sum(terms.collect()))
    }
}

fn is_not_zero<B: ParallelBit>(number: &Result<Number<B>>) -> bool {
    !matches!(number, Ok(number) if number.as_constant() == Some(0))
}
