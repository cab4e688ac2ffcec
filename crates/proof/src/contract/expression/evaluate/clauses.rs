//! Conditions as conjunctions.

use super::{Evaluator, Value, to_number};
use crate::contract::{
    evaluable::Evaluable,
    expression::{Binary, Expr, Node, Reduction, Result, number::Number},
};

/// A condition as an implication: where the premise is true, every conclusion must be true.
#[derive(Clone, Debug)]
pub(crate) struct Implication<B> {
    pub(crate) premise: B,
    /// The clauses of the conclusion.
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
