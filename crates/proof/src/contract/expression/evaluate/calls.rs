//! The functions that conditions can call.

use super::{Evaluator, MAX_WIDTH, Value, clauses::sum, internal, to_number};
use crate::contract::{
    claim::{Evaluable, LeastSet},
    expression::{Expr, ExpressionError, Function, Result, number::Number},
};
use arcadian_parallel::bit::ParallelBit;

impl<B: Evaluable> Evaluator<B> {
    pub(super) fn call(&mut self, function: Function, arguments: &[Expr], expr: &Expr) -> Result<Number<B>> {
        let [first, rest @ ..] = arguments else { return Err(internal(expr)) };
        Ok(match function {
            Function::Abs => self.number(first)?.absolute(),
            Function::Bit => {
                let [n] = rest else { return Err(internal(expr)) };
                let (number, n) = (self.number(first)?, self.number(n)?);
                self.require(!n.sign());
                Number::truth(select_bit(&number, &n))
            }
            Function::High => self.number(first)?.shift_right(8).low_bits(8),
            Function::Low => self.number(first)?.low_bits(8),
            Function::Len => Number::constant(self.list(first)?.len() as i64),
            Function::Max | Function::Min => {
                let mut result = self.number(first)?;
                for other in rest {
                    let other = self.number(other)?;
                    let is_less = result.is_less_than(&other);
                    let takes_other = if function == Function::Max { is_less } else { !is_less };
                    let choose = if function == Function::Max { i64::max } else { i64::min };
                    let intervals = result.interval().zip(other.interval());
                    let interval = intervals.map(|(one, other)| one.extreme(other, choose));
                    result = Number::select(takes_other, &other, &result).within(interval);
                }
                result
            }
            Function::Popcount => {
                let number = self.number(first)?;
                if number.is_negative_possible() {
                    let message = "the set bits of a number that can be negative cannot be counted";
                    return Err(ExpressionError::new(first.span.clone(), message)
                        .help("reduce it, as in `x mod 256`"));
                }
                sum(number.bits().iter().map(|bit| Number::truth(*bit)).collect())
            }
            Function::Reverse => {
                let (number, width) = self.with_width(first, rest)?;
                Number::unsigned((0..width).rev().map(|n| number.bit(n)).collect())
            }
            Function::Signed => {
                let (number, width) = self.with_width(first, rest)?;
                number.as_signed(width)
            }
            Function::Word => {
                let [high] = rest else { return Err(internal(expr)) };
                let (low, high) = (self.number(first)?, self.number(high)?);
                low.low_bits(8).or(&high.low_bits(8).shift_left(8))
            }
        })
    }

    /// Returns a number and its number of bits, which is given or that of a field or list.
    fn with_width(&mut self, value: &Expr, width: &[Expr]) -> Result<(Number<B>, usize)> {
        if let [width] = width {
            let given = self.number(width)?.as_constant().and_then(|bits| usize::try_from(bits).ok());
            let wrong = || {
                let message = format!("the number of bits is a constant from 1 to {MAX_WIDTH}");
                ExpressionError::new(width.span.clone(), message)
            };
            let width = given.filter(|bits| (1..=MAX_WIDTH).contains(bits)).ok_or_else(wrong)?;
            return Ok((self.number(value)?, width));
        }
        match self.value(value)? {
            Value::List(items) if items.len() <= MAX_WIDTH / 8 => {
                let width = match &items[..] {
                    [item] => item.width(),
                    _ => 8 * items.len(),
                };
                Ok((to_number(Value::List(items), value)?, width))
            }
            _ => Err(ExpressionError::new(value.span.clone(), "the number of bits is not known here")
                .help("give it, as in `signed(x, 8)`")),
        }
    }

    /// Computes the successors of an element in a direction, in a context.
    pub(super) fn successors(
        &mut self,
        least_set: &LeastSet,
        (element, direction, context): &(Expr, Expr, Expr),
    ) -> Result<Vec<Number<B>>> {
        let (element, direction) = (self.number(element)?, self.number(direction)?);
        let mut input = vec![low_byte(&element), low_byte(&direction)];
        match self.value(context)? {
            Value::List(bytes) => input.extend(bytes.iter().map(low_byte)),
            Value::Number(number) => input.push(low_byte(&number)),
        }
        let set = B::output(&least_set.successors, &input, least_set.bytes);
        Ok(set.into_iter().map(|bits| Number::unsigned(bits.to_vec())).collect())
    }
}

/// Returns the bits of a number's low byte.
fn low_byte<B: ParallelBit>(number: &Number<B>) -> [B; 8] {
    std::array::from_fn(|n| number.bit(n))
}

/// Returns the bit of a number with an index that can differ between machines and is not negative.
fn select_bit<B: ParallelBit>(number: &Number<B>, index: &Number<B>) -> B {
    select_from(number, index, index.width(), 0, true.into())
}

/// Returns the bit where a mask is set, and `false` elsewhere. The bits of the index above `remaining` are those of `prefix`.
/// Uniting the halves bottom-up keeps the intermediate diagrams small, also where the index is itself a function of many bits.
fn select_from<B: ParallelBit>(
    number: &Number<B>,
    index: &Number<B>,
    remaining: usize,
    prefix: usize,
    mask: B,
) -> B {
    if mask == B::from(false) || B::is_aborted() {
        return mask;
    }
    let is_beyond = match u32::try_from(remaining) {
        Ok(remaining) if remaining < 32 => prefix << remaining >= number.bits().len(),
        _ => prefix > 0,
    };
    if is_beyond {
        return mask & number.sign();
    }
    let Some(n) = remaining.checked_sub(1) else { return mask & number.bit(prefix) };
    let bit = index.bit(n);
    select_from(number, index, n, prefix << 1, mask & !bit)
        | select_from(number, index, n, prefix << 1 | 1, mask & bit)
}
