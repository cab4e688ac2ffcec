//! Conclusions by algebra: the equations of a cut point, and the conditions that follow from them.

use crate::methods::induction::algebra;
use arcadian_parallel::byte::ParallelBit;
use std::collections::BTreeSet;

use arcadian_parallel::{
    any_core::AnyCore,
    bdd::{self, BddRef},
};

use super::{
    super::{Equation, Induction, Segment, SymbolicByte},
    Algebra, Division, Goal, Literals, MAX_FACTORS, NOTHING, premise,
};
use crate::contract::{
    expression::{Binary, Evaluator, Expr, Node, Part, WeightedSum},
    field::Field,
    routine::{
        cut_point::CutPoint,
        specification::{Condition, bits, values},
    },
};

impl Induction<'_> {
    /// Returns whether algebra decides a condition, and not its value.
    pub(crate) fn is_algebraic(&self, condition: &Condition) -> bool {
        self.attempt.uses_algebra() && condition.has_large_product()
    }

    /// Sets up what algebra knows of a cut point, and what follows from it. Bits of the state that have a value get it.
    pub(crate) fn assume_equations(
        &mut self,
        cut_point: &CutPoint,
        core: &mut AnyCore<SymbolicByte>,
        mask: BddRef,
        segment: &mut Segment,
    ) {
        let conditions: Vec<&Condition> =
            cut_point.invariants.iter().filter(|condition| self.is_algebraic(condition)).collect();
        if conditions.is_empty() {
            return;
        }
        let parts: Vec<&Part> = conditions.into_iter().flat_map(|condition| &condition.parts).collect();
        self.assume_small_parts(cut_point, &parts, mask, segment);
        let plain = self.algebra(cut_point, &parts, mask, segment, self.known_bits.clone());
        let literals = Literals::of(segment.hypotheses.clauses());
        self.store_constants(cut_point, core, &literals);
        segment.state = self.state(cut_point, core);
        bdd::pin(segment.state.iter().flat_map(|byte| byte.0));
        let unknown = self.unknown.variables();
        let is_state = |bit: BddRef| bit.root().is_some_and(|root| unknown.contains(&(root as usize)));
        let known_bits: Vec<[BddRef; 8]> =
            self.known_bits.iter().map(|byte| byte.map(|bit| literals.replace(bit, &is_state))).collect();
        let is_same = known_bits == self.known_bits;
        segment.algebra = vec![self.algebra(cut_point, &parts, mask, segment, known_bits)];
        // The code may use the inputs themselves.
        segment.algebra.extend(Some(plain).filter(|_| !is_same));
    }

    /// Adds the parts without large products to the hypotheses.
    fn assume_small_parts(&self, cut_point: &CutPoint, parts: &[&Part], mask: BddRef, segment: &mut Segment) {
        let mut evaluator = self.evaluator(cut_point, &segment.state);
        for part in parts.iter().filter(|part| !part.is_large) {
            segment.hypotheses.add(&part_clauses(part, &mut evaluator, mask).unwrap_or_default());
        }
    }

    /// Returns what algebra knows with these bits of the known fields, and adds what follows to the hypotheses.
    fn algebra(
        &self,
        cut_point: &CutPoint,
        parts: &[&Part],
        mask: BddRef,
        segment: &mut Segment,
        known_bits: Vec<[BddRef; 8]>,
    ) -> Algebra {
        bdd::pin(known_bits.iter().flatten().copied());
        let state = values(&cut_point.fields, &bits(&segment.state));
        let mut evaluator = Evaluator::new(values(&self.known, &known_bits), state);
        let numbers = cut_point.numbers(&segment.state);
        let mut algebra = Algebra { numbers, known_bits, ..Algebra::default() };
        let mut divisions = Vec::new();
        for part in parts.iter().filter(|part| part.is_large) {
            divisions.extend(algebra.assume(part, &mut evaluator, mask));
        }
        algebra.assume_divisions(&divisions);
        algebra.equations.iter().for_each(|equation| segment.hypotheses.add(&equation.facts(mask)));
        let bounds = divisions.iter().flat_map(|(division, premise)| division.bounds(*premise));
        segment.hypotheses.add(&bounds.collect::<Vec<_>>());
        algebra
    }

    /// Gives bits of the state at a cut point the values that they have in all machines.
    pub(crate) fn store_constants(
        &mut self,
        cut_point: &CutPoint,
        core: &mut AnyCore<SymbolicByte>,
        literals: &Literals,
    ) {
        for place in &cut_point.places {
            let byte = self.harness.load(&mut self.memory, core, *place);
            let known = SymbolicByte::from_fn(|n| literals.constant(byte.0[n]).unwrap_or(byte.0[n]));
            if known != byte {
                self.harness.store(core, &mut self.memory, *place, known);
            }
        }
    }
}

fn part_clauses(part: &Part, evaluator: &mut Evaluator<BddRef>, mask: BddRef) -> Option<Vec<BddRef>> {
    let premise = premise(part, evaluator, mask)?;
    let clauses = evaluator.clauses(&part.expr, premise).ok()?;
    let is_always = !mask.intersects(!premise);
    Some(clauses.into_iter().map(|clause| if is_always { clause } else { !premise | clause }).collect())
}

#[derive(Clone, Copy)]
pub(crate) struct Known<'a> {
    /// The fields that are known at every cut point.
    fields: &'a [Field<String>],
    segment: &'a Segment,
    algebra: &'a Algebra,
    machines: BddRef,
    is_valid_placement: BddRef,
}

impl<'a> Known<'a> {
    /// Returns what is known of the machines in a mask, where a segment ends.
    pub(crate) fn new(
        fields: &'a [Field<String>],
        segment: &'a Segment,
        machines: BddRef,
        is_valid_placement: BddRef,
    ) -> Self {
        Known { fields, segment, algebra: &NOTHING, machines, is_valid_placement }
    }

    pub(crate) fn proves(&self, condition: &Condition, evaluator: &Evaluator<BddRef>) -> bool {
        let mut parts = condition.parts.iter();
        let proves = |part| {
            let proof = |known: Self| bdd::within_part(|| known.proves_part(part, evaluator));
            self.variants().any(|known| proof(known) == Some(Some(true)))
        };
        parts.all(proves) && !bdd::is_aborted()
    }

    /// Returns all that is known of the start, in several forms.
    fn variants(&self) -> impl Iterator<Item = Self> {
        let nothing = self.segment.algebra.is_empty().then_some(&NOTHING);
        self.segment.algebra.iter().chain(nothing).map(|algebra| Known { algebra, ..*self })
    }

    fn proves_part(&self, part: &Part, evaluator: &Evaluator<BddRef>) -> Option<bool> {
        let mut evaluator = match &self.algebra.known_bits[..] {
            [] => evaluator.clone(),
            known_bits => evaluator.with_entry(values(self.fields, known_bits)),
        };
        let mut known = *self;
        for premise in &part.premises {
            if premise.has_product() {
                return None;
            }
            let clauses = evaluator.clauses(premise, known.machines).ok()?;
            // The last clause is that the condition is defined.
            if !known.is_true(*clauses.last()?) {
                return Some(false);
            }
            known.machines = clauses.into_iter().fold(known.machines, |all, clause| all & clause);
        }
        if part.is_large {
            return known.proves_relation(&part.expr, &mut evaluator);
        }
        let clauses = evaluator.clauses(&part.expr, known.machines).ok()?;
        Some(clauses.into_iter().all(|clause| known.is_true(clause)))
    }

    fn proves_relation(&self, relation: &Expr, evaluator: &mut Evaluator<BddRef>) -> Option<bool> {
        let Node::Binary(binary, sides) = &relation.node else { return None };
        let (one, other) = &**sides;
        match binary {
            Binary::Equal => self.proves_equality(one, other, evaluator),
            Binary::Less => self.proves_order((one, other), true, evaluator),
            Binary::LessOrEqual => self.proves_order((one, other), false, evaluator),
            Binary::Greater => self.proves_order((other, one), true, evaluator),
            Binary::GreaterOrEqual => self.proves_order((other, one), false, evaluator),
            _ => None,
        }
    }

    /// Returns a number as a sum, if it is defined in all machines.
    fn sum(&self, expr: &Expr, evaluator: &mut Evaluator<BddRef>) -> Option<WeightedSum> {
        let (sum, is_defined) = evaluator.weighted_sum(expr, self.machines, &self.algebra.numbers)?;
        self.is_true(is_defined).then_some(sum)
    }

    fn is_true(&self, condition: BddRef) -> bool {
        let failing = self.machines & !condition & self.is_valid_placement;
        self.segment.refute(failing).is_none() && !bdd::is_aborted()
    }

    fn proves_equality(&self, one: &Expr, other: &Expr, evaluator: &mut Evaluator<BddRef>) -> Option<bool> {
        if let Some(([one, other], [divisor, same])) = algebra::remainders((one, other)) {
            let sum = self.sum(one, evaluator)?.plus(&self.sum(other, evaluator)?, -1)?;
            let (divisor, same) = (self.sum(divisor, evaluator)?, self.sum(same, evaluator)?);
            return Some(
                divisor == same && self.is_true(!is_zero(&divisor)) && self.is_multiple(&sum, &divisor),
            );
        }
        let mut sum = |expr: &Expr, is_factor| {
            let sum = if is_factor { Evaluator::weighted_factor } else { Evaluator::weighted_sum };
            let (sum, is_defined) = sum(evaluator, expr, self.machines, &self.algebra.numbers)?;
            self.is_true(is_defined).then_some(sum)
        };
        if let Some(division) = Division::solve((one, other), &mut sum) {
            return if division.is_remainder() {
                self.is_remainder(&division, evaluator)
            } else {
                self.is_quotient(&division)
            };
        }
        let (Equation { sum, width, .. }, is_defined) =
            Equation::new((one, other), evaluator, self.machines, &self.algebra.numbers)?;
        // Twice a number can be a multiple of a power of two though the number is not.
        let goal = Goal { sum, width, can_be_multiple: width.is_none() };
        Some(self.is_true(is_defined) && self.is_zero(&goal))
    }

    /// Returns whether a number is less than another, or at most as great.
    fn proves_order(
        &self,
        (lesser, greater): (&Expr, &Expr),
        is_strict: bool,
        evaluator: &mut Evaluator<BddRef>,
    ) -> Option<bool> {
        let sum = self.sum(greater, evaluator)?.plus(&self.sum(lesser, evaluator)?, -1)?;
        let goal = Goal { sum, width: None, can_be_multiple: true };
        Some(self.has_rest(&goal, |rest| {
            let [positive, negative] = rest.difference();
            let is_less = negative.is_less_than(&positive);
            let is_right = if is_strict { is_less } else { !positive.is_less_than(&negative) };
            self.is_true(is_right)
        }))
    }

    fn is_zero(&self, goal: &Goal) -> bool {
        self.has_rest(goal, |rest| {
            let bits = match (rest.difference(), goal.width) {
                ([one, other], None) => one.equal_bits(&other),
                ([one, other], Some(width)) => {
                    one.low_bits(width as usize).equal_bits(&other.low_bits(width as usize))
                }
            };
            bits.into_iter().all(|equal| self.is_true(equal))
        })
    }

    /// Returns whether what remains of a sum, once products cancel, has a property.
    fn has_rest(&self, goal: &Goal, property: impl Fn(WeightedSum) -> bool) -> bool {
        goal.has_rest(&self.algebra.equations, self.machines, property)
    }

    /// Returns whether a value is a quotient: what it leaves is not negative and less than the divisor.
    fn is_quotient(&self, division: &Division) -> Option<bool> {
        let product = division.value.times(&division.divisor)?;
        let sum = division.dividend.clone().plus(&product, -1)?;
        let goal = Goal { sum, width: None, can_be_multiple: false };
        Some(self.has_rest(&goal, |rest| self.is_true(algebra::is_remainder(&rest, &division.divisor))))
    }

    /// Returns whether a value is a remainder: not negative, less than the divisor, and what it leaves is a multiple.
    fn is_remainder(&self, division: &Division, evaluator: &Evaluator<BddRef>) -> Option<bool> {
        let Division { value, divisor, .. } = division;
        let multiple = division.multiple()?;
        let numbers = evaluator.exit_numbers().into_iter().chain(self.algebra.numbers.iter().cloned());
        let mut quotients =
            numbers.filter_map(|number| WeightedSum::relative(&number, &self.algebra.numbers, self.machines));
        let is_product = |quotient: WeightedSum| {
            let sum = quotient.times(divisor).and_then(|product| multiple.clone().plus(&product, -1));
            sum.is_some_and(|sum| self.is_zero(&Goal { sum, width: None, can_be_multiple: true }))
        };
        let is_remainder = self.is_true(algebra::is_remainder(value, divisor));
        Some(is_remainder && (self.is_multiple(&multiple, divisor) || quotients.any(is_product)))
    }

    /// Returns whether a sum is a multiple of a number because another one is, from which it differs by a simple multiple.
    fn is_multiple(&self, sum: &WeightedSum, divisor: &WeightedSum) -> bool {
        let known = self.algebra.multiples.iter();
        let usable = known.filter(|(multiple, other)| other == divisor && multiple.applies(self.machines));
        let without = |(multiple, _): &(Equation, WeightedSum)| {
            let common = algebra::common_ratios(sum, &multiple.sum).into_iter();
            let factors: BTreeSet<i128> = common
                .filter(|(own, _)| *own == 1)
                .map(|(_, factor)| factor)
                .take(MAX_FACTORS)
                .chain([1, 2])
                .collect();
            factors
                .into_iter()
                .filter_map(|factor| sum.clone().plus(&multiple.sum, -factor))
                .collect::<Vec<_>>()
        };
        let mut sums = usable.flat_map(without).chain([sum.clone()]);
        sums.any(|sum| {
            let goal = Goal { sum, width: None, can_be_multiple: false };
            self.has_rest(&goal, |rest| self.is_true(algebra::is_simple_multiple(&rest, divisor)))
        })
    }
}

fn is_zero(sum: &WeightedSum) -> BddRef {
    let [positive, negative] = sum.difference();
    positive.equals(&negative)
}
