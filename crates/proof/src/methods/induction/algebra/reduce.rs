//! Sums from which multiples of known equations are subtracted, so that products cancel.

use std::collections::HashMap;

use super::Equation;
use crate::contract::expression::WeightedSum;
use arcadian_parallel::bdd::{self, BddRef};

/// The maximum number of terms of a sum that is computed.
const MAX_REST: usize = 512;

/// The number of ways tried to subtract an equation.
const MAX_RATIOS: usize = 4;

/// A way to simplify a sum for the machines of a mask.
type Simplify = fn(&WeightedSum, BddRef) -> Option<WeightedSum>;

/// First what costs little.
const SIMPLIFICATIONS: [Simplify; 2] = [WeightedSum::with_known_variables, WeightedSum::constrain];

/// A sum that shall be 0, or a multiple of 2^width, or have a value.
pub(super) struct Goal {
    pub(super) sum: WeightedSum,
    pub(super) width: Option<u32>,
    /// Whether a multiple of the sum, by a positive factor, is as good.
    pub(super) can_be_multiple: bool,
}

impl Goal {
    /// Whether what remains of the sum in some machines has a property, simplified in one of several ways, and it has few terms.
    pub(super) fn has_rest(
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
pub(super) fn common_ratios(one: &WeightedSum, other: &WeightedSum) -> Vec<(i128, i128)> {
    let mut counts: HashMap<(i128, i128), usize> = HashMap::new();
    for (bit, weight) in one.weights() {
        if let Some(other) = other.weights().get(bit) {
            let divisor = greatest_common_divisor(weight.unsigned_abs(), other.unsigned_abs()) as i128;
            let sign = other.signum();
            *counts.entry((sign * other / divisor, sign * weight / divisor)).or_default() += 1;
        }
    }
    let mut ratios: Vec<_> = counts.into_iter().collect();
    ratios.sort_by_key(|(ratio, count)| (std::cmp::Reverse(*count), *ratio));
    ratios.into_iter().map(|(ratio, _)| ratio).collect()
}

fn greatest_common_divisor(one: u128, other: u128) -> u128 {
    if other == 0 { one.max(1) } else { greatest_common_divisor(other, one % other) }
}
