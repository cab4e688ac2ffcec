//! Equations with products, as sums of weighted bits that are 0, and the invariants that give them.

use std::{cell::OnceCell, collections::BTreeMap};

use arcadian_parallel::bdd::{self, BddRef};

use crate::contract::{
    expression::{Evaluator, Expr, Implication, Number, WeightedSum},
    routine::specification::Condition,
};

/// The maximum number of terms of an equation that is evaluated where something else fails.
const MAX_TERMS: usize = 100;

/// The maximum number of terms of an equation that is evaluated in any case.
const MAX_SHORT: usize = 4;

/// The number of variables for whose values failing machines are considered separately.
const MAX_DEPTH: usize = 3;

/// The maximum number of numbers that are bounded together.
const MAX_ROWS: usize = 3;

/// The greatest exponent of a power of two at which an equation is split.
const MAX_SPLIT: u32 = 64;

/// An equation that is true in some machines: the sum is 0, or a multiple of 2^width.
#[derive(Clone, Debug)]
pub(super) struct Equation {
    pub(super) sum: WeightedSum,
    pub(super) width: Option<u32>,
    /// The machines in which it is true, of those at the start of the segment.
    pub(super) premise: BddRef,
}

impl Equation {
    /// Returns the equation between two expressions in the machines of a mask, and those in which it is defined.
    pub(super) fn new(
        (one, other): (&Expr, &Expr),
        evaluator: &mut Evaluator<BddRef>,
        mask: BddRef,
        others: &[Number<BddRef>],
    ) -> Option<(Self, BddRef)> {
        let (one_residue, other_residue) = (one.as_residue(), other.as_residue());
        let width = match (one_residue, other_residue) {
            (None, None) => None,
            (Some((_, one)), Some((_, other))) => Some(one).filter(|one| *one == other).map(Some)?,
            (Some((_, width)), None) => evaluator.fits(other, width).then_some(Some(width))?,
            (None, Some((_, width))) => evaluator.fits(one, width).then_some(Some(width))?,
        };
        let one = one_residue.map_or(one, |(dividend, _)| dividend);
        let other = other_residue.map_or(other, |(dividend, _)| dividend);
        let (one, one_defined) = evaluator.weighted_sum(one, mask, others)?;
        let (other, other_defined) = evaluator.weighted_sum(other, mask, others)?;
        let equation = Equation { sum: one.plus(&other, -1)?, width, premise: mask };
        Some((equation, one_defined & other_defined))
    }

    pub(super) fn simplified(&self) -> Option<Self> {
        Some(Equation { sum: self.sum.with_known_variables(self.premise)?, ..self.clone() })
    }

    /// Returns what follows for single bits and numbers, as conditions that are true in all machines of a mask.
    pub(super) fn facts(&self, mask: BddRef) -> Vec<BddRef> {
        bdd::within_part(|| self.all_facts(mask)).unwrap_or_default()
    }

    fn all_facts(&self, mask: BddRef) -> Vec<BddRef> {
        let pieces = pieces(&self.sum, self.width);
        let facts = pieces.iter().flat_map(facts_of_piece);
        let applies = !mask | self.premise;
        let is_always = !mask.intersects(!self.premise);
        facts.map(|fact| if is_always { fact } else { !applies | fact }).collect()
    }

    pub(super) fn applies(&self, machines: BddRef) -> bool {
        !machines.intersects(!self.premise)
    }

    /// Returns those of some failing machines that may satisfy the equation, or `None` if none do.
    pub(super) fn refute(&self, failing: BddRef) -> Option<BddRef> {
        if self.applies(failing) {
            let rest = bdd::within_part(|| self.possible(failing, MAX_DEPTH)).unwrap_or(failing);
            Some(rest).filter(|rest| *rest != BddRef::FALSE)
        } else {
            Some(failing)
        }
    }

    /// Returns those of some machines that satisfy what follows from the equation there, if need be for each value of some
    /// variables.
    fn possible(&self, machines: BddRef, depth: usize) -> BddRef {
        if machines == BddRef::FALSE || bdd::is_aborted() {
            return machines;
        }
        let Some(sum) = self.sum.with_known_variables(machines) else { return machines };
        let facts = pieces(&sum, self.width);
        let facts = facts.iter().flat_map(|piece| [facts_of_piece(piece), total_bounds(piece)].concat());
        let mut rest = facts.fold(machines, |rest, fact| rest & fact);
        if self.width.is_none() && rest != BddRef::FALSE && sum.weights().len() <= MAX_TERMS {
            let [one, other] = sum.difference();
            rest = rest & one.equals(&other);
        }
        match heaviest_variable(&sum, rest).filter(|_| depth > 0) {
            Some(variable) => [variable, !variable]
                .into_iter()
                .fold(BddRef::FALSE, |all, value| all | self.possible(rest & value, depth - 1)),
            None => rest,
        }
    }

    /// Returns whether a multiple of the sum can be subtracted from one that shall be a multiple of 2^width, or 0.
    pub(super) fn helps(&self, width: Option<u32>) -> bool {
        self.width.is_none_or(|own| width.is_some_and(|width| width <= own))
    }

    pub(super) fn pin(&self) {
        bdd::pin(self.sum.bits().chain([self.premise]));
    }
}

/// Returns the least and the greatest value of a sum if its bits have any values.
fn range(sum: &WeightedSum) -> Option<(i128, i128)> {
    sum.weights().values().try_fold((sum.fixed(), sum.fixed()), |(least, greatest), weight| {
        Some((least.checked_add((*weight).min(0))?, greatest.checked_add((*weight).max(0))?))
    })
}

fn is_within(sum: &WeightedSum, width: u32) -> bool {
    let limit = 1_i128.checked_shl(width).unwrap_or(0);
    range(sum).is_some_and(|(least, greatest)| -limit < least && greatest < limit)
}

/// Splits an equation where the low digits cannot carry into the high ones: then each part is 0 by itself. Returns those that are
/// exactly 0.
fn pieces(sum: &WeightedSum, width: Option<u32>) -> Vec<WeightedSum> {
    let last = width.unwrap_or(MAX_SPLIT).min(MAX_SPLIT);
    for n in 1..last {
        let Some((low, high)) = split(sum, n) else { continue };
        if !high.weights().is_empty() && !low.weights().is_empty() && is_within(&low, n) {
            let rest = pieces(&high, width.map(|width| width - n));
            return [vec![low], rest].concat();
        }
    }
    let is_exact = width.is_none_or(|width| is_within(sum, width));
    if is_exact { vec![sum.clone()] } else { Vec::new() }
}

/// Splits a sum into `low + 2^n * high`, where all multiples of 2^n are part of the second.
fn split(sum: &WeightedSum, n: u32) -> Option<(WeightedSum, WeightedSum)> {
    let power = 1_i128.checked_shl(n).filter(|power| *power > 0)?;
    // The rest that is nearer to 0.
    let rest = sum.fixed().rem_euclid(power);
    let rest = if rest > power / 2 { rest - power } else { rest };
    let (mut low, mut high) =
        (WeightedSum::constant(rest), WeightedSum::constant((sum.fixed() - rest) / power));
    for (bit, weight) in sum.weights() {
        match weight % power {
            0 => high.add_bit(*bit, weight / power)?,
            _ => low.add_bit(*bit, *weight)?,
        }
    }
    Some((low, high))
}

/// Returns what follows from a sum that is 0.
fn facts_of_piece(sum: &WeightedSum) -> Vec<BddRef> {
    let extreme = |is_least: bool| {
        let fact =
            move |(bit, weight): (&BddRef, &i128)| if (*weight < 0) == is_least { *bit } else { !*bit };
        sum.weights().iter().map(fact).collect()
    };
    match range(sum) {
        Some((0, _)) => extreme(true),
        Some((_, 0)) => extreme(false),
        Some(_) if sum.weights().len() <= MAX_SHORT => {
            let [one, other] = sum.difference();
            vec![one.equals(&other)]
        }
        _ => [1, -1].into_iter().filter_map(|sign| bounds(sum, sign)).flatten().collect(),
    }
}

/// Returns between which values the numbers lie that consist of the variables with weights of a sign, if a sum is 0.
fn bounds(sum: &WeightedSum, sign: i128) -> Option<Vec<BddRef>> {
    let sum = WeightedSum::default().plus(sum, sign)?;
    let facts = rows(&sum).into_iter().filter_map(|row| bounds_of(&sum, &[row]));
    Some(facts.flatten().filter(|fact| *fact != BddRef::TRUE).collect())
}

/// Likewise, for what several of these numbers are together.
fn total_bounds(sum: &WeightedSum) -> Vec<BddRef> {
    let negative = WeightedSum::default().plus(sum, -1);
    let sides = [Some(sum.clone()), negative].into_iter().flatten();
    let total = |sum: WeightedSum| {
        let rows = rows(&sum);
        (2..=MAX_ROWS).contains(&rows.len()).then(|| bounds_of(&sum, &rows)).flatten()
    };
    sides.filter_map(total).flatten().collect()
}

/// Returns between which values the sum of numbers lies that are part of a sum that is 0.
fn bounds_of(sum: &WeightedSum, rows: &[Row]) -> Option<Vec<BddRef>> {
    let (least, greatest) = range(sum)?;
    let mut total = WeightedSum::default();
    for (n, bit) in rows.iter().flatten() {
        total.add_bit(*bit, 1 << n)?;
    }
    let (_, own) = range(&total)?;
    let [number, _] = total.difference();
    let constant = |value: i128| i64::try_from(value).ok().map(Number::constant);
    let is_at_most = constant(least.checked_neg()?).map(|most| !most.is_less_than(&number));
    let is_at_least = constant(own.checked_sub(greatest)?).map(|least| !number.is_less_than(&least));
    Some(is_at_most.into_iter().chain(is_at_least).collect())
}

/// The bits of a number with their exponents.
type Row = BTreeMap<usize, BddRef>;

/// Returns numbers that consist of the variables of a sum whose weights are powers of two.
fn rows(sum: &WeightedSum) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    for (bit, weight) in sum.weights().iter().filter(|(bit, weight)| **weight > 0 && bit.is_variable()) {
        let n = weight.trailing_zeros() as usize;
        if n < 62 && *weight == 1 << n {
            match rows.iter_mut().find(|row| !row.contains_key(&n)) {
                Some(row) => _ = row.insert(n, *bit),
                None => rows.push(BTreeMap::from([(n, *bit)])),
            }
        }
    }
    rows
}

/// Returns the variable of some machines on which most of the value of products depends.
fn heaviest_variable(sum: &WeightedSum, machines: BddRef) -> Option<BddRef> {
    if machines == BddRef::FALSE {
        return None;
    }
    let own = machines.support();
    let mut weights: BTreeMap<usize, u128> = BTreeMap::new();
    for (bit, weight) in sum.weights().iter().filter(|(bit, _)| !bit.is_variable()) {
        for factor in bit.factors().into_iter().flatten().filter(|factor| own.contains(factor)) {
            let total = weights.entry(factor).or_default();
            *total = total.saturating_add(weight.unsigned_abs());
        }
    }
    let heaviest = weights.into_iter().max_by_key(|(_, weight)| *weight)?;
    Some(BddRef::variable(heaviest.0))
}

#[derive(Clone, Debug)]
pub(super) struct Invariant {
    sides: Implication<BddRef>,
    /// The clauses, if the sides are not defined in all machines.
    undefined: Option<Vec<BddRef>>,
    /// All clauses, once they are needed.
    clauses: OnceCell<Vec<BddRef>>,
}

impl Invariant {
    /// Evaluates an invariant for the machines in a mask, and keeps the result from garbage collection.
    pub(super) fn new(condition: &Condition, evaluator: &mut Evaluator<BddRef>, mask: BddRef) -> Self {
        let sides = condition.implication(evaluator, mask);
        let is_defined = !mask.intersects(!sides.is_defined);
        let undefined = (!is_defined).then(|| condition.clauses(evaluator, mask));
        let all = sides.conclusions.iter().chain(undefined.iter().flatten()).copied();
        bdd::pin(all.chain([sides.premise]));
        Invariant { sides, undefined, clauses: OnceCell::new() }
    }

    pub(super) fn len(&self) -> usize {
        self.undefined.as_ref().unwrap_or(&self.sides.conclusions).len()
    }

    pub(super) fn clauses(&self) -> &[BddRef] {
        self.clauses.get_or_init(|| (0..self.len()).map(|n| self.clause(n)).collect())
    }

    pub(super) fn clause(&self, n: usize) -> BddRef {
        match &self.undefined {
            Some(clauses) => clauses[n],
            None => !self.sides.premise | self.sides.conclusions[n],
        }
    }

    /// Returns whether a clause is true in the machines of a mask because the invariant was true in an earlier state of them, `before`.
    /// This is what most proofs need, and far cheaper than a clause: where the premise was true before, the conclusion only has to
    /// be as it was.
    pub(super) fn is_preserved(&self, n: usize, before: &Invariant, mask: BddRef) -> bool {
        let (now, then) = (&self.sides, &before.sides);
        let (Some(after), Some(earlier)) = (now.conclusions.get(n), then.conclusions.get(n)) else {
            return false;
        };
        let (after, earlier) = (*after, *earlier);
        let mask = mask & now.premise;
        self.undefined.is_none()
            && now.conclusions.len() == then.conclusions.len()
            && !mask.intersects(!after & earlier)
            && !(mask & !then.premise).intersects(!after)
    }
}
