//! Equations with one quotient or remainder.

use crate::contract::expression::{Binary, Expr, Node, Number, Unary, WeightedSum};
use arcadian_parallel::bdd::BddRef;

/// Which result of a division.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Quotient,
    Remainder,
}

/// A result of a division, and what it is equal to.
#[derive(Clone, Debug)]
pub(super) struct Division {
    kind: Kind,
    pub(super) dividend: WeightedSum,
    pub(super) divisor: WeightedSum,
    pub(super) value: WeightedSum,
}

impl Division {
    /// Returns the only result of a division in an equation, and what it must be equal to. `sum` computes numbers, and factors.
    pub(super) fn solve(
        (one, other): (&Expr, &Expr),
        sum: &mut dyn FnMut(&Expr, bool) -> Option<WeightedSum>,
    ) -> Option<Self> {
        let mut terms = Vec::new();
        add_terms(one, 1, &mut terms);
        add_terms(other, -1, &mut terms);
        let (divisions, others): (Vec<_>, Vec<_>) =
            terms.into_iter().partition(|(_, term)| operation(term).is_some());
        let [(sign, division)] = divisions[..] else { return None };
        let (kind, dividend, divisor) = operation(division)?;
        let value = others.into_iter().try_fold(WeightedSum::default(), |value, (own, term)| {
            value.plus(&sum(term, true)?, -sign * own)
        })?;
        let divisor = match divisor {
            Divisor::Expr(divisor) => sum(divisor, true)?,
            Divisor::Power(power) => WeightedSum::constant(power.into()),
        };
        Some(Division { kind, dividend: sum(dividend, false)?, divisor, value })
    }

    pub(super) fn is_remainder(&self) -> bool {
        self.kind == Kind::Remainder
    }

    /// Whether it is the quotient of the same division.
    pub(super) fn is_quotient_of(&self, remainder: &Division) -> bool {
        self.kind == Kind::Quotient
            && self.dividend == remainder.dividend
            && self.divisor == remainder.divisor
    }

    /// If a remainder is known, returns that it is less than the divisor, which is not 0, and at most the dividend, where a premise
    /// is true.
    pub(super) fn bounds(&self, premise: BddRef) -> Vec<BddRef> {
        if !self.is_remainder() || !is_natural(&self.divisor) {
            return Vec::new();
        }
        let is_less = is_remainder(&self.value, &self.divisor);
        let greatest = self
            .dividend
            .weights()
            .values()
            .try_fold(self.dividend.fixed(), |sum, weight| sum.checked_add(*weight));
        let greatest =
            greatest.filter(|_| is_natural(&self.dividend)).and_then(|greatest| i64::try_from(greatest).ok());
        let is_at_most =
            greatest.map(|greatest| !Number::constant(greatest).is_less_than(&number_of(&self.value)));
        [Some(is_less), is_at_most].into_iter().flatten().map(|bound| !premise | bound).collect()
    }

    /// Returns the sum of which it says that it is a multiple of the divisor.
    pub(super) fn multiple(&self) -> Option<WeightedSum> {
        self.dividend.clone().plus(&self.value, -1)
    }
}

/// Returns where a number is not negative and less than a divisor.
pub(super) fn is_remainder(number: &WeightedSum, divisor: &WeightedSum) -> BddRef {
    let [number, divisor] = [number, divisor].map(number_of);
    !number.sign() & number.is_less_than(&divisor)
}

/// Returns where a number is a divisor, its negative or 0.
pub(super) fn is_simple_multiple(number: &WeightedSum, divisor: &WeightedSum) -> BddRef {
    let [number, divisor] = [number, divisor].map(number_of);
    number.equals(&divisor) | number.equals(&divisor.negate()) | number.equals(&Number::constant(0))
}

fn number_of(sum: &WeightedSum) -> Number<BddRef> {
    let [positive, negative] = sum.difference();
    positive.subtract(&negative)
}

/// Whether a number is never negative.
fn is_natural(sum: &WeightedSum) -> bool {
    sum.fixed() >= 0 && sum.weights().values().all(|weight| *weight > 0)
}

/// Adds the terms of a sum, with their signs.
fn add_terms<'a>(expr: &'a Expr, sign: i128, terms: &mut Vec<(i128, &'a Expr)>) {
    match &expr.node {
        Node::Binary(binary @ (Binary::Add | Binary::Subtract), operands) => {
            add_terms(&operands.0, sign, terms);
            add_terms(&operands.1, if *binary == Binary::Add { sign } else { -sign }, terms);
        }
        Node::Unary(Unary::Negate, operand) => add_terms(operand, -sign, terms),
        _ => terms.push((sign, expr)),
    }
}

#[derive(Clone, Copy)]
enum Divisor<'a> {
    Expr(&'a Expr),
    Power(i64),
}

/// If an expression is a quotient or a remainder of which more than the digits matters, returns its operands.
fn operation(expr: &Expr) -> Option<(Kind, &Expr, Divisor<'_>)> {
    if let Some((dividend, power)) = expr.as_shift() {
        return dividend.has_product().then_some((Kind::Quotient, dividend, Divisor::Power(power)));
    }
    let Node::Binary(binary, operands) = &expr.node else { return None };
    let kind = match binary {
        Binary::Divide => Kind::Quotient,
        Binary::Modulo if expr.as_residue().is_none() => Kind::Remainder,
        _ => return None,
    };
    let is_large = expr.is_quotient() || operands.0.has_product();
    is_large.then_some((kind, &operands.0, Divisor::Expr(&operands.1)))
}

/// If both sides of an equation are remainders, returns the dividends and the divisors.
pub(super) fn remainders<'a>((one, other): (&'a Expr, &'a Expr)) -> Option<([&'a Expr; 2], [&'a Expr; 2])> {
    match (operation(one)?, operation(other)?) {
        ((Kind::Remainder, left, Divisor::Expr(divisor)), (Kind::Remainder, right, Divisor::Expr(other))) => {
            Some(([left, right], [divisor, other]))
        }
        _ => None,
    }
}
