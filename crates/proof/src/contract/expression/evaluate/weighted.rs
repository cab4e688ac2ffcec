//! Sums of weighted bits, for products whose digits would be too large.
//!
//! The digits of a product are functions with exponentially many nodes (Bryant, "On the complexity of VLSI implementations and
//! graph representations of Boolean functions", 1991). As the sum of the products of all pairs of bits, each with its weight, it is
//! small, and many of the products of two states of a loop are the same.

use std::collections::BTreeMap;

use super::{Evaluator, Number};
use crate::contract::{
    expression::{Binary, Expr, Node, Result, Unary},
    field::Interval,
};
use arcadian_parallel::{
    bdd::{self, BddRef},
    byte::ParallelBit,
};

const MAX_TERMS: usize = 1 << 14;

/// The maximum count of a shift to the left.
const MAX_SHIFT: usize = 64;

/// The maximum number of bits of a difference that is part of a sum.
const MAX_DIFFERENCE: usize = 2;

/// An exact integer in many machines: a constant and the weights of bits.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct WeightedSum {
    constant: i128,
    /// None is 0, none of the bits is a constant or the complement of another one.
    weights: BTreeMap<BddRef, i128>,
}

impl WeightedSum {
    pub(crate) fn constant(constant: i128) -> Self {
        WeightedSum { constant, weights: BTreeMap::new() }
    }

    pub(crate) fn of_number(number: &Number<BddRef>) -> Option<Self> {
        let mut sum = WeightedSum::default();
        let last = number.all_bits().len().checked_sub(1)?;
        for (n, bit) in number.all_bits().iter().enumerate() {
            let weight = 1_i128.checked_shl(u32::try_from(n).ok()?).filter(|weight| *weight > 0)?;
            let is_sign = n == last && number.is_negative_possible();
            sum.add_bit(*bit, if is_sign { -weight } else { weight })?;
        }
        Some(sum)
    }

    /// Returns the sum of a number. If its difference from another one has few bits in the machines of a mask, as after an
    /// increment, it consists of both: then the products with the other one are the same as before.
    pub(crate) fn relative(number: &Number<BddRef>, others: &[Number<BddRef>], mask: BddRef) -> Option<Self> {
        let own = WeightedSum::of_number(number)?;
        if own.bits().all(BddRef::is_variable) {
            return Some(own);
        }
        let relative = |other: &Number<BddRef>| {
            let difference = WeightedSum::of_number(&number.subtract(other))?.without_constants(mask)?;
            let is_short = difference.weights.len() <= MAX_DIFFERENCE;
            difference.plus(&WeightedSum::of_number(other)?, 1).filter(|_| is_short)
        };
        let mut similar = others.iter().filter(|other| other.width().abs_diff(number.width()) <= 1);
        Some(similar.find_map(|other| bdd::within_part(|| relative(other))?).unwrap_or(own))
    }

    /// Returns what is added to the weighted bits.
    pub(crate) fn fixed(&self) -> i128 {
        self.constant
    }

    pub(crate) fn weights(&self) -> &BTreeMap<BddRef, i128> {
        &self.weights
    }

    pub(crate) fn bits(&self) -> impl Iterator<Item = BddRef> {
        self.weights.keys().copied()
    }

    pub(crate) fn add_bit(&mut self, bit: BddRef, weight: i128) -> Option<()> {
        let (bit, weight) = match bit.positive() {
            bit_itself if bit_itself == bit => (bit, weight),
            complement => {
                self.constant = self.constant.checked_add(weight).filter(is_small)?;
                (complement, weight.checked_neg()?)
            }
        };
        if bit != BddRef::FALSE {
            let sum = self.weights.remove(&bit).unwrap_or(0).checked_add(weight).filter(is_small)?;
            if sum != 0 {
                self.weights.insert(bit, sum);
            }
        }
        (self.weights.len() <= MAX_TERMS).then_some(())
    }

    /// Returns `self + factor * other`.
    pub(crate) fn plus(mut self, other: &Self, factor: i128) -> Option<Self> {
        self.constant = self.constant.checked_add(other.constant.checked_mul(factor)?).filter(is_small)?;
        for (bit, weight) in &other.weights {
            self.add_bit(*bit, weight.checked_mul(factor)?)?;
        }
        Some(self)
    }

    pub(crate) fn times(&self, other: &Self) -> Option<Self> {
        let mut product = WeightedSum::constant(self.constant.checked_mul(other.constant).filter(is_small)?);
        if self.weights.len().checked_mul(other.weights.len())? > MAX_TERMS {
            return None;
        }
        for (bit, weight) in &self.weights {
            product.add_bit(*bit, weight.checked_mul(other.constant)?)?;
            for (other_bit, other_weight) in &other.weights {
                product.add_bit(*bit & *other_bit, weight.checked_mul(*other_weight)?)?;
            }
        }
        for (bit, weight) in &other.weights {
            product.add_bit(*bit, weight.checked_mul(self.constant)?)?;
        }
        Some(product)
    }

    /// Returns a sum that is the same in the machines of a mask, with simpler bits.
    pub(crate) fn constrain(&self, mask: BddRef) -> Option<Self> {
        let mut sum = WeightedSum::constant(self.constant);
        for (bit, weight) in &self.weights {
            sum.add_bit(bit.constrain(mask), *weight)?;
        }
        Some(sum)
    }

    /// Returns a sum that is the same in the machines of a mask, without the bits that are constant there.
    pub(crate) fn without_constants(&self, mask: BddRef) -> Option<Self> {
        let mut sum = WeightedSum::constant(self.constant);
        for (bit, weight) in &self.weights {
            sum.add_bit(bit.constant(mask).map_or(*bit, BddRef::from), *weight)?;
        }
        Some(sum)
    }

    /// Returns a sum that is the same in the machines of a mask, where variables that are constant there have their values.
    pub(crate) fn with_known_variables(&self, mask: BddRef) -> Option<Self> {
        self.constrain(mask.implied_literals())?.without_constants(mask)
    }

    /// Returns a sum that differs by a multiple of 2^width, with weights as small as possible.
    pub(crate) fn modulo(&self, width: u32) -> Option<Self> {
        let modulus = 1_i128.checked_shl(width).filter(|modulus| *modulus > 0)?;
        let reduce = |weight: i128| {
            let rest = weight.rem_euclid(modulus);
            if rest > modulus / 2 { rest - modulus } else { rest }
        };
        let mut sum = WeightedSum::constant(reduce(self.constant));
        for (bit, weight) in &self.weights {
            sum.add_bit(*bit, reduce(*weight))?;
        }
        Some(sum)
    }

    /// Returns two numbers without a sign whose difference is the sum.
    pub(crate) fn difference(&self) -> [Number<BddRef>; 2] {
        let mut sides = [Rows::default(), Rows::default()];
        let terms = self.weights.iter().map(|(bit, weight)| (*bit, *weight));
        for (bit, weight) in terms.chain([(BddRef::TRUE, self.constant)]) {
            for (n, is_negative) in digits(weight) {
                sides[usize::from(is_negative)].add(bit, n);
            }
        }
        sides.map(Rows::sum)
    }
}

/// Returns whether a weight is so small that sums of all weights cannot overflow.
fn is_small(weight: &i128) -> bool {
    weight.unsigned_abs() < 1 << 100
}

/// Returns the powers of two, with their signs, of which a number is the sum: as few as possible (Reitwiesner, "Binary arithmetic",
/// 1960).
fn digits(number: i128) -> Vec<(usize, bool)> {
    let (mut rest, mut n, mut all) = (number, 0, Vec::new());
    while rest != 0 {
        if rest & 1 != 0 {
            let is_negative = rest & 3 == 3;
            all.push((n, is_negative));
            rest = if is_negative { rest.saturating_add(1) } else { rest - 1 };
        }
        (rest, n) = (rest / 2, n + 1);
    }
    all
}

/// Numbers to be added. Bits share a number if their weights differ.
#[derive(Default)]
struct Rows(Vec<BTreeMap<usize, BddRef>>);

impl Rows {
    fn add(&mut self, bit: BddRef, n: usize) {
        match self.0.iter_mut().find(|row| !row.contains_key(&n)) {
            Some(row) => _ = row.insert(n, bit),
            None => self.0.push(BTreeMap::from([(n, bit)])),
        }
    }

    fn sum(self) -> Number<BddRef> {
        let number = |row: BTreeMap<usize, BddRef>| {
            let width = row.keys().next_back().map_or(1, |last| last + 1);
            Number::unsigned((0..width).map(|n| row.get(&n).copied().unwrap_or(BddRef::FALSE)).collect())
        };
        super::clauses::sum(self.0.into_iter().map(number).collect())
    }
}

impl Evaluator<BddRef> {
    /// Returns a number as a sum of weighted bits, and the machines of a mask in which it is defined; `None` if there are too many
    /// terms, or products of which more than the sum matters. A factor that is greater than one of `others` by a value with few
    /// bits consists of the bits of both.
    pub(crate) fn weighted_sum(
        &mut self,
        expr: &Expr,
        mask: BddRef,
        others: &[Number<BddRef>],
    ) -> Option<(WeightedSum, BddRef)> {
        self.sum_or_factor(expr, mask, others, false)
    }

    /// Like [`weighted_sum`](Self::weighted_sum), for a number that is a factor.
    pub(crate) fn weighted_factor(
        &mut self,
        expr: &Expr,
        mask: BddRef,
        others: &[Number<BddRef>],
    ) -> Option<(WeightedSum, BddRef)> {
        self.sum_or_factor(expr, mask, others, true)
    }

    fn sum_or_factor(
        &mut self,
        expr: &Expr,
        mask: BddRef,
        others: &[Number<BddRef>],
        is_factor: bool,
    ) -> Option<(WeightedSum, BddRef)> {
        self.start();
        self.path = mask;
        let sum = self.weighted(expr, others, is_factor).ok()??;
        Some((sum, self.is_defined))
    }

    /// Returns whether a number is never negative and has at most a number of bits.
    pub(crate) fn fits(&mut self, expr: &Expr, width: u32) -> bool {
        self.start();
        !expr.has_product()
            && self
                .number(expr)
                .is_ok_and(|number| !number.is_negative_possible() && number.width() <= width as usize)
    }

    fn weighted(
        &mut self,
        expr: &Expr,
        others: &[Number<BddRef>],
        is_factor: bool,
    ) -> Result<Option<WeightedSum>> {
        Ok(match &expr.node {
            Node::Binary(binary @ (Binary::Add | Binary::Subtract), operands) => {
                let factor = if *binary == Binary::Subtract { -1 } else { 1 };
                let one = self.weighted(&operands.0, others, is_factor)?;
                let other = self.weighted(&operands.1, others, is_factor)?;
                one.zip(other).and_then(|(one, other)| one.plus(&other, factor))
            }
            Node::Binary(Binary::Multiply, operands) => {
                let one = self.weighted(&operands.0, others, true)?;
                let other = self.weighted(&operands.1, others, true)?;
                one.zip(other).and_then(|(one, other)| one.times(&other))
            }
            Node::Binary(Binary::ShiftLeft, operands) => {
                let one = self.weighted(&operands.0, others, is_factor)?;
                let power = self.power(&operands.1)?;
                one.zip(power).and_then(|(one, power)| one.times(&power))
            }
            Node::Unary(Unary::Negate, operand) => {
                let operand = self.weighted(operand, others, is_factor)?;
                operand.and_then(|operand| WeightedSum::default().plus(&operand, -1))
            }
            _ if expr.has_product() => None,
            _ => {
                let number = self.number(expr)?;
                let others = if is_factor { others } else { &[] };
                WeightedSum::relative(&number, others, self.path)
            }
        })
    }

    /// Returns the power of two with an exponent, if that is bounded. Elsewhere it is undefined.
    fn power(&mut self, exponent: &Expr) -> Result<Option<WeightedSum>> {
        let number = self.number(exponent)?;
        let Some(Interval { greatest, .. }) = number.interval() else { return Ok(None) };
        let Some(greatest) = usize::try_from(greatest).ok().filter(|greatest| *greatest <= MAX_SHIFT) else {
            return Ok(None);
        };
        let (mut power, mut is_known) = (Some(WeightedSum::default()), BddRef::FALSE);
        for n in 0..=greatest {
            let is_here = number.equals(&Number::constant(n as i64));
            is_known = is_known | is_here;
            power = power.and_then(|mut power| power.add_bit(is_here, 1 << n).map(|()| power));
        }
        self.require(is_known);
        Ok(power)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use arcadian_parallel::bdd::{Bounds, reset};

    const BITS: usize = 5;

    /// Returns two numbers without a sign as functions of new variables.
    fn numbers() -> [Number<BddRef>; 2] {
        reset(2 * BITS, Bounds::default());
        [(); 2].map(|()| Number::unsigned((0..BITS).map(|_| BddRef::new_variable()).collect()))
    }

    fn value(number: &Number<BddRef>, assignment: &[bool]) -> i128 {
        number.all_bits().iter().enumerate().map(|(n, bit)| i128::from(bit.evaluate(assignment)) << n).sum()
    }

    proptest! {
        #[test]
        fn sums_have_their_values(x in 0..32_i128, y in 0..32_i128, factor in -9..9_i128, width in 1..9_u32) {
            let [one, other] = numbers();
            let assignment: Vec<bool> =
                [x, y].into_iter().flat_map(|value| (0..BITS).map(move |n| value >> n & 1 != 0)).collect();
            let (a, b) = (WeightedSum::of_number(&one).expect("few"), WeightedSum::of_number(&other).expect("few"));
            let d = WeightedSum::of_number(&one.subtract(&other)).expect("few");
            let check = |sum: Option<WeightedSum>, expected: i128| {
                let [positive, negative] = sum.expect("few terms").difference();
                prop_assert_eq!(value(&positive, &assignment) - value(&negative, &assignment), expected);
                Ok(())
            };
            check(a.times(&b), x * y)?;
            check(d.clone().plus(&b, factor), x - y + factor * y)?;
            check(d.times(&d), (x - y) * (x - y))?;
            let [positive, negative] = d.times(&a).and_then(|sum| sum.modulo(width)).expect("few terms").difference();
            let rest = value(&positive, &assignment) - value(&negative, &assignment) - (x - y) * x;
            prop_assert_eq!(rest.rem_euclid(1 << width), 0);
            let mask = one.is_less_than(&other);
            if x < y {
                check(d.times(&a).and_then(|sum| sum.constrain(mask)), (x - y) * x)?;
            }
        }
    }

    #[test]
    fn equal_sums_cancel() {
        let [one, other] = numbers();
        let sum = |number| WeightedSum::of_number(number).expect("few bits");
        let (a, b) = (sum(&one), sum(&other));
        let square = |sum: WeightedSum| sum.times(&sum).expect("few terms");
        let binomial = square(a.clone().plus(&b, 1).expect("few terms"));
        let rest = binomial.plus(&square(a.clone()), -1).and_then(|rest| rest.plus(&square(b.clone()), -1));
        let rest = rest.and_then(|rest| rest.plus(&a.times(&b)?, -2));
        assert_eq!(rest, Some(WeightedSum::default()));
    }
}
