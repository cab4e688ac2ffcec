//! Conditions with products and quotients, proven by algebra.
//!
//! That `p + a * b = x * y` still holds after a round of a loop needs no digits of these products: as sums of weighted bits, most
//! terms of both states are the same. What remains of their difference is a sum that decision diagrams compute.

pub(crate) mod known;
mod reduce;

use arcadian_parallel::{
    bdd::{self, BddRef},
    bit::ParallelBit,
};

use super::Equation;
use crate::contract::expression::{Evaluator, Expr, Number, Part, WeightedSum};
use reduce::Division;

/// The number of multiples of a known multiple that are tried.
const MAX_FACTORS: usize = 2;

/// The algebraic facts about the start of a segment.
#[derive(Clone, Debug, Default)]
pub(super) struct Algebra {
    equations: Vec<Equation>,
    /// Sums that are multiples of a number.
    multiples: Vec<(Equation, WeightedSum)>,
    numbers: Vec<Number<BddRef>>,
    /// The bits of the known fields, or bits of the state that represent them.
    known_bits: Vec<[BddRef; 8]>,
}

/// The algebraic facts about the entry: none.
static NOTHING: Algebra =
    Algebra { equations: Vec::new(), multiples: Vec::new(), numbers: Vec::new(), known_bits: Vec::new() };

impl Algebra {
    /// Adds the equation that a part of an invariant is where its premises are true, for the machines in a mask. Returns the
    /// division that it is about instead, and where.
    fn assume(
        &mut self,
        part: &Part,
        evaluator: &mut Evaluator<BddRef>,
        mask: BddRef,
    ) -> Option<(Division, BddRef)> {
        let sides = part.expr.as_equality()?;
        let premise = premise(part, evaluator, mask)?;
        if let Some((dividends, divisors)) = reduce::remainders(sides) {
            let mut sum = |expr| Some(evaluator.weighted_sum(expr, premise, &[])?.0);
            let ([one, other], [divisor, same]) = (dividends.map(&mut sum), divisors.map(&mut sum));
            self.assume_multiple(
                one?.plus(&other?, -1)?,
                divisor.clone().filter(|_| divisor == same)?,
                premise,
            );
            return None;
        }
        let numbers = self.numbers.clone();
        let mut sum = |expr: &Expr, is_factor| {
            if is_factor {
                evaluator.weighted_factor(expr, premise, &numbers).map(|(sum, _)| sum)
            } else {
                evaluator.weighted_sum(expr, premise, &numbers).map(|(sum, _)| sum)
            }
        };
        if let Some(division) = Division::solve(sides, &mut sum) {
            return Some((division, premise));
        }
        let (equation, _) = Equation::new(sides, evaluator, premise, &numbers)?;
        self.equations.extend(equation.simplified());
        self.equations.last()?.pin();
        None
    }

    fn assume_multiple(&mut self, sum: WeightedSum, divisor: WeightedSum, premise: BddRef) {
        let multiple = Equation { sum, width: None, premise };
        multiple.pin();
        bdd::pin(divisor.bits());
        self.multiples.push((multiple, divisor));
    }

    /// Adds what two results of a division say together, and what a remainder says.
    fn assume_divisions(&mut self, divisions: &[(Division, BddRef)]) {
        for (remainder, premise) in divisions.iter().filter(|(division, _)| division.is_remainder()) {
            if let Some(multiple) = remainder.multiple() {
                self.assume_multiple(multiple, remainder.divisor.clone(), *premise);
            }
            for (quotient, other) in
                divisions.iter().filter(|(division, _)| division.is_quotient_of(remainder))
            {
                let product = quotient.value.times(&quotient.divisor);
                let sum = product.and_then(|product| remainder.multiple()?.plus(&product, -1));
                let equation = sum.map(|sum| Equation { sum, width: None, premise: *premise & *other });
                self.equations.extend(equation.inspect(Equation::pin));
            }
        }
    }

    /// Returns those of some failing machines that satisfy the equations, or `None` if none do.
    pub(super) fn refute(&self, failing: BddRef) -> Option<BddRef> {
        self.equations.iter().try_fold(failing, |rest, equation| equation.refute(rest))
    }
}

/// Single bits that have a value or are equal.
#[derive(Default)]
pub(super) struct Literals {
    constants: Vec<(BddRef, bool)>,
    /// Two variables, and whether one is the complement of the other.
    equal: Vec<(BddRef, BddRef, bool)>,
}

impl Literals {
    fn of(clauses: impl Iterator<Item = BddRef>) -> Self {
        let mut literals = Literals::default();
        for clause in clauses {
            let Some((variable, clear, set)) = clause.branches() else { continue };
            let variable = BddRef::variable(variable);
            if clause == variable || clause == !variable {
                literals.constants.push((variable, clause == variable));
            } else if clear == !set && set.positive().is_variable() {
                literals.equal.push((variable, set.positive(), set != set.positive()));
            }
        }
        literals
    }

    /// Returns those bits that have a value in all machines of a mask.
    pub(super) fn implied_by(mask: BddRef) -> Self {
        let variables = mask.support().into_iter().map(BddRef::variable);
        let constants = variables.filter_map(|variable| Some((variable, variable.constant(mask)?)));
        Literals { constants: constants.collect(), equal: Vec::new() }
    }

    fn constant(&self, bit: BddRef) -> Option<BddRef> {
        let known = self.constants.iter().find(|(variable, _)| *variable == bit.positive())?;
        Some(BddRef::from(known.1 == (bit == bit.positive())))
    }

    /// Returns a bit, or what it is equal to: a constant or one of some variables.
    fn replace(&self, bit: BddRef, is_wanted: &dyn Fn(BddRef) -> bool) -> BddRef {
        let other = |(one, other, is_complement): &(BddRef, BddRef, bool)| {
            let pairs = [(one, other), (other, one)];
            let (_, other) = pairs.into_iter().find(|(one, other)| **one == bit && is_wanted(**other))?;
            Some(if *is_complement { !*other } else { *other })
        };
        self.constant(bit).or_else(|| self.equal.iter().find_map(other)).unwrap_or(bit)
    }
}

fn premise(part: &Part, evaluator: &mut Evaluator<BddRef>, mask: BddRef) -> Option<BddRef> {
    part.premises.iter().try_fold(mask, |mask, condition| {
        let clauses = (!condition.has_product()).then(|| evaluator.clauses(condition, mask).ok())??;
        Some(clauses.into_iter().fold(mask, |all, clause| all & clause))
    })
}
