//! Conditions with products and quotients, proven by algebra. From the sums, multiples of known equations are subtracted, so that products
//! cancel.
//!
//! That `p + a * b = x * y` still holds after a round of a loop needs no digits of these products: as sums of weighted bits, most
//! terms of both states are the same. What remains of their difference is a sum that decision diagrams compute.

pub(crate) mod known;

use std::collections::HashMap;

use arcadian_parallel::{
    bdd::{self, BddRef},
    byte::ParallelBit,
};

use super::Equation;
use crate::contract::expression::{Binary, Evaluator, Expr, Node, Number, Part, Unary, WeightedSum};

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
        if let Some((dividends, divisors)) = remainders(sides) {
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

/// The maximum number of terms of a sum that is computed.
const MAX_REST: usize = 512;

/// The number of ways tried to subtract an equation.
const MAX_RATIOS: usize = 4;

type Simplify = fn(&WeightedSum, BddRef) -> Option<WeightedSum>;

/// First what costs little.
const SIMPLIFICATIONS: [Simplify; 2] = [WeightedSum::with_known_variables, WeightedSum::constrain];

/// A sum that shall be 0, or a multiple of 2^width, or have a value.
struct Goal {
    sum: WeightedSum,
    width: Option<u32>,
    /// Whether a multiple of the sum, by a positive factor, is as good.
    can_be_multiple: bool,
}

impl Goal {
    /// Returns whether what remains of the sum in some machines has a property, simplified in one of several ways, and it has few terms.
    fn has_rest(
        &self,
        equations: &[Equation],
        machines: BddRef,
        property: impl Fn(WeightedSum) -> bool,
    ) -> bool {
        let holds = |simplify| {
            let rest = self.reduced(equations, simplify, machines);
            rest.filter(|rest| rest.weights().len() <= MAX_REST).is_some_and(&property)
        };
        SIMPLIFICATIONS.into_iter().any(|simplify| bdd::within_part(|| holds(simplify)) == Some(true))
    }

    fn reduced(&self, equations: &[Equation], simplify: Simplify, machines: BddRef) -> Option<WeightedSum> {
        let mut rest = self.in_width(simplify(&self.sum, machines)?)?;
        let usable =
            equations.iter().filter(|equation| equation.helps(self.width) && equation.applies(machines));
        let known: Vec<WeightedSum> =
            usable.filter_map(|equation| self.in_width(simplify(&equation.sum, machines)?)).collect();
        for known in &known {
            rest = self.without(rest, known, true)?;
        }
        // An equation can help once another one has.
        for known in &known {
            rest = self.without(rest, known, false)?;
        }
        Some(rest)
    }

    /// Subtracts a multiple of a sum that is 0 if fewer terms remain, or not more.
    fn without(&self, rest: WeightedSum, known: &WeightedSum, or_same: bool) -> Option<WeightedSum> {
        let ratios = common_ratios(&rest, known).into_iter();
        let usable = ratios.filter(|(own, _)| *own == 1 || self.can_be_multiple).take(MAX_RATIOS);
        let less = |(own, other): (i128, i128)| {
            self.in_width(WeightedSum::default().plus(&rest, own)?.plus(known, -other)?)
        };
        let best = usable.filter_map(less).min_by_key(complexity);
        let is_better = |less: &WeightedSum| {
            complexity(less) < complexity(&rest) || or_same && complexity(less) == complexity(&rest)
        };
        Some(best.filter(is_better).unwrap_or(rest))
    }

    fn in_width(&self, sum: WeightedSum) -> Option<WeightedSum> {
        self.width.map_or(Some(sum.clone()), |width| sum.modulo(width))
    }
}

/// Returns how many bits of a sum are not variables, and how many there are.
fn complexity(sum: &WeightedSum) -> (usize, usize) {
    (sum.bits().filter(|bit| !bit.is_variable()).count(), sum.weights().len())
}

/// Returns pairs of factors with which terms that two sums share cancel, those first with which most do. The factor of the first
/// sum is positive.
fn common_ratios(one: &WeightedSum, other: &WeightedSum) -> Vec<(i128, i128)> {
    let mut counts: HashMap<(i128, i128), usize> = HashMap::new();
    for (bit, weight) in one.weights() {
        if let Some(other) = other.weights().get(bit) {
            let divisor = greatest_common_divisor(weight.unsigned_abs(), other.unsigned_abs()) as i128;
            let sign = other.signum();
            *counts.entry((sign * other / divisor, sign * weight / divisor)).or_default() += 1;
        }
    }
    let mut ratios: Vec<_> = counts.into_iter().collect();
    ratios.sort_unstable_by_key(|(ratio, count)| (std::cmp::Reverse(*count), *ratio));
    ratios.into_iter().map(|(ratio, _)| ratio).collect()
}

fn greatest_common_divisor(one: u128, other: u128) -> u128 {
    if other == 0 { one.max(1) } else { greatest_common_divisor(other, one % other) }
}

/// The kind of a result of a division.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Quotient,
    Remainder,
}

/// A result of a division, and what it is equal to.
#[derive(Clone, Debug)]
struct Division {
    kind: Kind,
    dividend: WeightedSum,
    divisor: WeightedSum,
    value: WeightedSum,
}

impl Division {
    /// Returns the only result of a division in an equation, and what it must be equal to. `sum` computes numbers, and factors.
    fn solve(
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

    fn is_remainder(&self) -> bool {
        self.kind == Kind::Remainder
    }

    /// Returns whether it is the quotient of the same division.
    fn is_quotient_of(&self, remainder: &Division) -> bool {
        self.kind == Kind::Quotient
            && self.dividend == remainder.dividend
            && self.divisor == remainder.divisor
    }

    /// If a remainder is known, returns that it is less than the divisor, which is not 0, and at most the dividend, where a premise
    /// is true.
    fn bounds(&self, premise: BddRef) -> Vec<BddRef> {
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
    fn multiple(&self) -> Option<WeightedSum> {
        self.dividend.clone().plus(&self.value, -1)
    }
}

/// Returns where a number is not negative and less than a divisor.
fn is_remainder(number: &WeightedSum, divisor: &WeightedSum) -> BddRef {
    let [number, divisor] = [number, divisor].map(number_of);
    !number.sign() & number.is_less_than(&divisor)
}

/// Returns where a number is a divisor, its negative or 0.
fn is_simple_multiple(number: &WeightedSum, divisor: &WeightedSum) -> BddRef {
    let [number, divisor] = [number, divisor].map(number_of);
    number.equals(&divisor) | number.equals(&divisor.negate()) | number.equals(&Number::constant(0))
}

fn number_of(sum: &WeightedSum) -> Number<BddRef> {
    let [positive, negative] = sum.difference();
    positive.subtract(&negative)
}

fn is_natural(sum: &WeightedSum) -> bool {
    sum.fixed() >= 0 && sum.weights().values().all(|weight| *weight > 0)
}

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
fn remainders<'a>((one, other): (&'a Expr, &'a Expr)) -> Option<([&'a Expr; 2], [&'a Expr; 2])> {
    match (operation(one)?, operation(other)?) {
        ((Kind::Remainder, left, Divisor::Expr(divisor)), (Kind::Remainder, right, Divisor::Expr(other))) => {
            Some(([left, right], [divisor, other]))
        }
        _ => None,
    }
}
