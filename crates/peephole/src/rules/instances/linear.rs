//! Equations of constants: one that a name solves is solved, so that the compared code has fewer names.

use std::collections::BTreeMap;

use crate::rules::term::{NoNumber, Operator, Term, Unary};

/// A sum of terms with factors, and a number.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Sum {
    factors: BTreeMap<Term, i64>,
    number: i64,
}

impl Sum {
    /// Returns the difference of two terms as a sum.
    pub(super) fn difference(left: &Term, right: &Term) -> Result<Sum, NoNumber> {
        let mut sum = Sum::default();
        sum.add(left, 1)?;
        sum.add(right, -1)?;
        sum.factors.retain(|_, factor| *factor != 0);
        Ok(sum)
    }

    /// Adds a term times a factor; what is not a sum is a part of one.
    fn add(&mut self, term: &Term, factor: i64) -> Result<(), NoNumber> {
        let product = |number: i64| Operator::Multiply.apply(factor, number);
        match term {
            Term::Number(number) => {
                self.number = Operator::Add.apply(self.number, product(*number)?)?;
                Ok(())
            }
            Term::Unary(Unary::Minus, operand) => self.add(operand, product(-1)?),
            Term::Binary(operator, operands) => match (operator, &operands[..]) {
                (Operator::Add, [left, right]) => {
                    self.add(left, factor)?;
                    self.add(right, factor)
                }
                (Operator::Subtract, [left, right]) => {
                    self.add(left, factor)?;
                    self.add(right, product(-1)?)
                }
                (Operator::Multiply, [Term::Number(number), other] | [other, Term::Number(number)]) => {
                    self.add(other, product(*number)?)
                }
                _ => self.count(term, factor),
            },
            Term::Unary(..) | Term::Name(_) => self.count(term, factor),
        }
    }

    fn count(&mut self, term: &Term, factor: i64) -> Result<(), NoNumber> {
        let count = self.factors.entry(term.clone()).or_default();
        *count = Operator::Add.apply(*count, factor)?;
        Ok(())
    }

    /// Returns the number, if there are no names.
    pub(super) fn as_number(&self) -> Option<i64> {
        self.factors.is_empty().then_some(self.number)
    }

    /// Returns a name and the value that makes the sum zero; the last name that can be solved for.
    pub(super) fn solved(&self) -> Result<Option<(String, Term)>, NoNumber> {
        let mut names = self.factors.iter().rev().filter_map(|(term, factor)| match term {
            Term::Name(name) if factor.abs() == 1 => Some((&**name, term, *factor)),
            _ => None,
        });
        // A name that is also a part of another term has no value that does not depend on itself.
        let is_alone =
            |name: &str| self.factors.keys().filter(|term| term.names().contains(name)).count() == 1;
        let Some((name, term, factor)) = names.find(|(name, ..)| is_alone(name)) else { return Ok(None) };
        let mut rest = self.clone();
        rest.factors.remove(term);
        Ok(Some((name.to_owned(), rest.term(-factor)?)))
    }

    /// Returns the sum times a sign, what is added before what is subtracted.
    fn term(&self, sign: i64) -> Result<Term, NoNumber> {
        let mut parts: Vec<(i64, Term)> =
            self.factors.iter().map(|(term, factor)| (factor * sign, term.clone())).collect();
        parts.push((self.number * sign, Term::Number(1)));
        parts.sort_by_key(|(factor, _)| *factor < 0);
        let mut sum = Term::Number(0);
        for (factor, term) in parts.into_iter().filter(|(factor, _)| *factor != 0) {
            let operator = if factor < 0 { Operator::Subtract } else { Operator::Add };
            let part = match factor.abs() {
                1 => term,
                factor => Term::binary(Operator::Multiply, term, Term::Number(factor))?,
            };
            sum = match (sum, operator) {
                (Term::Number(0), Operator::Add) => part,
                (Term::Number(0), _) => Term::unary(Unary::Minus, part)?,
                (sum, operator) => Term::binary(operator, sum, part)?,
            };
        }
        Ok(sum)
    }
}
