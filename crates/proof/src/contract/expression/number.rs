//! Exact integers whose bits are functions of the machine.

use crate::contract::field::Interval;
use arcadian_parallel::byte::ParallelBit;

/// An integer in two's complement, bit 0 first. Operations widen it, so that no result overflows. The width depends only on
/// the expression, never on values.
#[derive(Clone, Debug)]
pub(crate) struct Number<B> {
    bits: Vec<B>,
    /// Whether the last bit has a negative weight.
    is_signed: bool,
    constant: Option<i64>,
    /// The interval of the value, if more is known than the width.
    interval: Option<Interval>,
}

impl<B: ParallelBit> Number<B> {
    pub(super) fn unsigned(bits: Vec<B>) -> Self {
        Number { bits, is_signed: false, constant: None, interval: None }
    }

    /// Creates a number that is not negative.
    pub(crate) fn of_bits(bits: impl Iterator<Item = B>) -> Self {
        Number::unsigned(bits.collect())
    }

    fn signed(bits: Vec<B>) -> Self {
        Number { bits, is_signed: true, constant: None, interval: None }
    }

    /// Creates a number of one bit, which can be used as a condition.
    pub(super) fn truth(bit: B) -> Self {
        Number::unsigned(vec![bit])
    }

    /// Creates a constant of the least width, at least one bit.
    pub(crate) fn constant(value: i64) -> Self {
        let is_signed = value < 0;
        let magnitude = if is_signed { !value } else { value };
        let width = (64 - magnitude.leading_zeros()).max(1) + u32::from(is_signed);
        let bits = (0..width).map(|n| B::from(value >> n & 1 != 0)).collect();
        Number { bits, is_signed, constant: Some(value), interval: None }
    }

    pub(crate) fn width(&self) -> usize {
        self.bits.len()
    }

    pub(super) fn as_constant(&self) -> Option<i64> {
        self.constant
    }

    pub(super) fn is_negative_possible(&self) -> bool {
        self.is_signed
    }

    /// Returns the bit of a number that is 0 or 1, or `None` if it can be anything else.
    pub(super) fn as_truth(&self) -> Option<B> {
        match self.bits[..] {
            [bit] if !self.is_signed => Some(bit),
            _ => None,
        }
    }

    /// Returns the bits; the last one can be a sign.
    pub(crate) fn all_bits(&self) -> &[B] {
        &self.bits
    }

    /// Returns the bits without an explicit sign. There is at least one.
    pub(super) fn bits(&self) -> &[B] {
        &self.bits
    }

    /// Returns the bit with the weight 2^n of the sign-extended number.
    pub(super) fn bit(&self, n: usize) -> B {
        self.bits.get(n).copied().unwrap_or_else(|| self.sign())
    }

    pub(crate) fn sign(&self) -> B {
        match self.bits.last() {
            Some(last) if self.is_signed => *last,
            _ => false.into(),
        }
    }

    fn signed_width(&self) -> usize {
        self.bits.len() + usize::from(!self.is_signed)
    }

    fn with_constant(mut self, value: Option<i64>) -> Self {
        self.constant = value;
        self
    }

    pub(super) fn within(mut self, interval: Option<Interval>) -> Self {
        self.interval = interval;
        self
    }

    /// Returns the interval in which the number lies, unless it is wide.
    pub(super) fn interval(&self) -> Option<Interval> {
        let constant = self.constant.map(Interval::one);
        constant.or(self.interval).or_else(|| Interval::of_width(self.width(), self.is_signed))
    }

    fn zip_intervals(
        &self,
        other: &Self,
        fold: impl FnOnce(Interval, Interval) -> Option<Interval>,
    ) -> Option<Interval> {
        fold(self.interval()?, other.interval()?)
    }

    fn zip<T>(&self, other: &Self, fold: impl FnOnce(i64, i64) -> Option<T>) -> Option<T> {
        fold(self.constant?, other.constant?)
    }

    /// Applies an operation to each pair of bits of numbers extended to the same width.
    fn bitwise(&self, other: &Self, operation: impl Fn(B, B) -> B) -> Self {
        let is_signed = self.is_signed || other.is_signed;
        let width = self.common_width(other);
        let bits = (0..width).map(|n| operation(self.bit(n), other.bit(n))).collect();
        Number { bits, is_signed, constant: None, interval: None }
    }

    fn common_width(&self, other: &Self) -> usize {
        if self.is_signed || other.is_signed {
            self.signed_width().max(other.signed_width())
        } else {
            self.width().max(other.width())
        }
    }

    pub(super) fn and(&self, other: &Self) -> Self {
        let mut result = self.bitwise(other, |one, other| one & other);
        // A number without a sign clears all higher bits.
        let widths = [self, other].into_iter().filter(|number| !number.is_signed).map(Number::width);
        if let Some(width) = widths.min() {
            result.bits.truncate(width);
            result.is_signed = false;
        }
        result
    }

    pub(super) fn or(&self, other: &Self) -> Self {
        self.bitwise(other, |one, other| one | other)
    }

    pub(super) fn xor(&self, other: &Self) -> Self {
        self.bitwise(other, |one, other| one ^ other)
    }

    /// Returns -1 - n.
    pub(super) fn complement(&self) -> Self {
        Number::signed((0..self.signed_width()).map(|n| !self.bit(n)).collect())
            .with_constant(self.constant.map(|value| !value))
    }

    fn sum_in(&self, other: &Self, width: usize, mut carry: B) -> Vec<B> {
        let mut sum = |n| {
            let (one, other) = (self.bit(n), other.bit(n));
            let differ = one ^ other;
            let bit = differ ^ carry;
            carry = differ.select(carry, one);
            bit
        };
        (0..width).map(&mut sum).collect()
    }

    pub(super) fn add(&self, other: &Self) -> Self {
        let bits = self.sum_in(other, self.common_width(other) + 1, false.into());
        let is_signed = self.is_signed || other.is_signed;
        let interval = self.zip_intervals(other, Interval::add);
        Number { bits, is_signed, constant: self.zip(other, i64::checked_add), interval }
    }

    pub(crate) fn subtract(&self, other: &Self) -> Self {
        let width = self.signed_width().max(other.signed_width()) + 1;
        let bits = self.sum_in(&other.complement(), width, true.into());
        let interval = self.zip_intervals(other, Interval::subtract);
        Number::signed(bits).with_constant(self.zip(other, i64::checked_sub)).within(interval)
    }

    pub(crate) fn negate(&self) -> Self {
        Number::constant(0).subtract(self)
    }

    pub(super) fn multiply(&self, other: &Self) -> Self {
        let is_signed = self.is_signed || other.is_signed;
        let width =
            if is_signed { self.signed_width() + other.signed_width() } else { self.width() + other.width() };
        let mut product = Number::unsigned(vec![false.into(); width]);
        // In two's complement, all bits of the factor have a positive weight modulo 2^width.
        for n in 0..width {
            let factor = other.bit(n);
            if factor == false.into() {
                continue;
            }
            let row = (0..width).map(|at| if at < n { false.into() } else { self.bit(at - n) & factor });
            product.bits = product.sum_in(&Number::unsigned(row.collect()), width, false.into());
        }
        product.is_signed = is_signed;
        let interval = self.zip_intervals(other, Interval::multiply);
        product.with_constant(self.zip(other, i64::checked_mul)).within(interval)
    }

    pub(super) fn select(condition: B, set: &Self, clear: &Self) -> Self {
        let interval = set.zip_intervals(clear, |set, clear| Some(set.union(clear)));
        set.bitwise(clear, |set, clear| condition.select(set, clear)).within(interval)
    }

    pub(super) fn absolute(&self) -> Self {
        if !self.is_signed {
            return self.clone();
        }
        let mut result = Number::select(self.sign(), &self.negate(), self);
        // The absolute value of the least number of n bits fits in n bits without a sign.
        result.bits.truncate(self.width());
        result.is_signed = false;
        result.within(None)
    }

    pub(crate) fn equal_bits(&self, other: &Self) -> Vec<B> {
        (0..self.common_width(other)).map(|n| !(self.bit(n) ^ other.bit(n))).collect()
    }

    pub(super) fn is_same(&self, other: &Self, mask: B) -> bool {
        (0..self.common_width(other)).all(|n| self.bit(n).is_same(other.bit(n), mask))
    }

    pub(crate) fn equals(&self, other: &Self) -> B {
        let differences = (0..self.common_width(other)).rev().map(|n| self.bit(n) ^ other.bit(n));
        !differences.fold(false.into(), |any: B, differs| any | differs)
    }

    /// Returns whether the number is less than another. The bits are compared from the highest, like those of equal numbers: what
    /// depends on the low bits of a maximum is far larger than what depends on all of them.
    pub(crate) fn is_less_than(&self, other: &Self) -> B {
        let other_is_signed = other.is_signed;
        let width = self.common_width(other);
        let (mut is_less, mut is_equal) = (B::from(false), B::from(true));
        for n in (0..width).rev() {
            let (one, other) = (self.bit(n), other.bit(n));
            // Of two signs the one that is set is that of the lesser number.
            let is_sign = (self.is_signed || other_is_signed) && n == width - 1;
            let (one, other) = if is_sign { (other, one) } else { (one, other) };
            is_less = is_less | is_equal & !one & other;
            is_equal = is_equal & !(one ^ other);
        }
        is_less
    }

    pub(super) fn shift_left(&self, count: usize) -> Self {
        let zeros = std::iter::repeat_n(B::from(false), count);
        let constant =
            self.constant.filter(|value| value.unsigned_abs().leading_zeros() as usize > count + 1);
        Number { bits: zeros.chain(self.bits.iter().copied()).collect(), interval: None, ..*self }
            .with_constant(constant.map(|value| value << count))
    }

    /// Shifts right by a constant, rounding down.
    pub(super) fn shift_right(&self, count: usize) -> Self {
        let width = self.width().saturating_sub(count).max(1);
        let bits = (0..width).map(|n| self.bit(n + count)).collect();
        let shifted = |value: i64| value >> count.min(63);
        let interval = self.interval().map(|Interval { least, greatest }| Interval {
            least: shifted(least),
            greatest: shifted(greatest),
        });
        Number { bits, is_signed: self.is_signed, constant: None, interval }
            .with_constant(self.constant.map(shifted))
    }

    pub(crate) fn low_bits(&self, width: usize) -> Self {
        let constant = self.constant.filter(|_| width < 63).map(|value| value & ((1 << width) - 1));
        Number::unsigned(
            (0..width.max(1)).map(|n| if n < width { self.bit(n) } else { false.into() }).collect(),
        )
        .with_constant(constant)
    }

    /// Returns the low bits as a number in two's complement.
    pub(super) fn as_signed(&self, width: usize) -> Self {
        Number::signed((0..width).map(|n| self.bit(n)).collect())
    }

    /// Returns quotient and remainder, rounded down, so that the remainder has the sign of the divisor. For a divisor of 0
    /// they are arbitrary.
    pub(super) fn divide(&self, divisor: &Self) -> (Self, Self) {
        if !self.is_signed && !divisor.is_signed {
            return self.divide_unsigned(divisor);
        }
        // floor(n / d) = floor(-n / -d)
        let swaps = divisor.sign();
        let dividend = Number::select(swaps, &self.negate(), self);
        let divisor = divisor.absolute();
        // floor(-n / d) = -1 - floor((n - 1) / d)
        let is_negative = dividend.sign();
        let magnitude = Number::select(is_negative, &dividend.complement(), &dividend);
        let (quotient, remainder) = magnitude.low_bits(dividend.width()).divide_unsigned(&divisor);
        let rest = divisor.subtract(&remainder).subtract(&Number::constant(1));
        let quotient = Number::select(is_negative, &quotient.complement(), &quotient);
        let remainder = Number::select(is_negative, &rest, &remainder);
        (quotient, Number::select(swaps, &remainder.negate(), &remainder))
    }

    /// Divides by the restoring method.
    fn divide_unsigned(&self, divisor: &Self) -> (Self, Self) {
        let mut remainder = Number::unsigned(vec![B::from(false)]);
        let mut quotient = vec![B::from(false); self.width()];
        for n in (0..self.width()).rev() {
            remainder = remainder.shift_left(1).or(&Number::truth(self.bit(n)));
            let difference = remainder.subtract(divisor);
            let fits = !difference.sign();
            quotient[n] = fits;
            remainder = Number::select(fits, &difference, &remainder).low_bits(divisor.width());
        }
        (Number::unsigned(quotient), remainder)
    }
}

impl Number<bool> {
    /// Returns the number in this many bytes, low byte first and in two's complement if it is negative. Returns `None` if it does
    /// not fit.
    pub(super) fn to_bytes(&self, size: usize) -> Option<Vec<u8>> {
        let is_negative = self.sign();
        let fits = (8 * size..=self.width().max(8 * size)).all(|n| self.bit(n) == is_negative);
        let sign_fits = !is_negative || size > 0 && self.bit(8 * size - 1);
        let byte = |n: usize| (0..8).rev().fold(0, |byte, bit| byte << 1 | u8::from(self.bit(8 * n + bit)));
        (fits && sign_fits).then(|| (0..size).map(byte).collect())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::Number;

    fn number(value: i64, is_signed: bool) -> Number<bool> {
        let bits = (0..12).map(|n| value >> n & 1 != 0).collect();
        Number { bits, is_signed, constant: None, interval: None }
    }

    fn value(number: &Number<bool>) -> i64 {
        let weight = |(n, bit): (usize, &bool)| i64::from(*bit) << n;
        let all: i64 = number.bits.iter().enumerate().map(weight).sum();
        all - (i64::from(number.sign()) << number.width())
    }

    proptest! {
        #[test]
        fn arithmetic_is_exact(a in -2048..2048_i64, b in -2048..2048_i64, n in 0..20_usize) {
            let (x, y) = (number(a, true), number(b, true));
            prop_assert_eq!(value(&x), a);
            prop_assert_eq!(value(&x.add(&y)), a + b);
            prop_assert_eq!(value(&x.subtract(&y)), a - b);
            prop_assert_eq!(value(&x.multiply(&y)), a * b);
            prop_assert_eq!(value(&x.negate()), -a);
            prop_assert_eq!(value(&x.complement()), !a);
            prop_assert_eq!(value(&x.absolute()), a.abs());
            prop_assert_eq!(value(&x.and(&y)), a & b);
            prop_assert_eq!(value(&x.or(&y)), a | b);
            prop_assert_eq!(value(&x.xor(&y)), a ^ b);
            prop_assert_eq!(x.is_less_than(&y), a < b);
            prop_assert_eq!(x.equals(&y), a == b);
            prop_assert_eq!(value(&x.shift_left(n)), a << n);
            prop_assert_eq!(value(&x.shift_right(n)), a >> n);
            prop_assert_eq!(value(&x.low_bits(n)), a & ((1 << n) - 1));
            if b != 0 {
                let (quotient, remainder) = x.divide(&y);
                prop_assert_eq!(value(&quotient), a.div_euclid(b) - i64::from(b < 0 && a.rem_euclid(b) != 0));
                prop_assert_eq!(value(&remainder), a - b * value(&quotient));
            }
        }

        #[test]
        fn unsigned_arithmetic_is_exact(a in 0..4096_i64, b in 0..4096_i64, c in -2048..2048_i64) {
            let (x, y, z) = (number(a, false), number(b, false), number(c, true));
            prop_assert_eq!(value(&x.add(&y)), a + b);
            prop_assert_eq!(value(&x.subtract(&y)), a - b);
            prop_assert_eq!(value(&x.multiply(&y)), a * b);
            prop_assert_eq!(value(&x.multiply(&z)), a * c);
            prop_assert_eq!(value(&x.and(&z)), a & c);
            prop_assert_eq!(value(&x.or(&z)), a | c);
            prop_assert_eq!(value(&x.add(&z)), a + c);
            prop_assert_eq!(x.is_less_than(&z), a < c);
            prop_assert_eq!(x.equals(&y), a == b);
            if b != 0 {
                let (quotient, remainder) = x.divide(&y);
                prop_assert_eq!((value(&quotient), value(&remainder)), (a / b, a % b));
                let (quotient, remainder) = z.divide(&y);
                prop_assert_eq!((value(&quotient), value(&remainder)), (c.div_euclid(b), c.rem_euclid(b)));
            }
        }

        #[test]
        fn constants_have_their_value(a in any::<i32>(), b in any::<i16>()) {
            let (x, y) = (Number::<bool>::constant(a.into()), Number::constant(b.into()));
            for number in [x.add(&y), x.subtract(&y), x.multiply(&y), x.clone(), x.shift_left(5), x.shift_right(3)] {
                prop_assert_eq!(number.as_constant(), Some(value(&number)));
            }
        }
    }
}
