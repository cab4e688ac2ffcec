//! Connectives, comparisons, arithmetic and differences, and the functions that conditions can call.

use arcadian_parallel::byte::ParallelBit;

use super::{Evaluator, MAX_WIDTH, Value, clauses::sum, internal, to_number};
use crate::contract::{
    claim::{Evaluable, LeastSet},
    expression::{Binary, Expr, ExpressionError, Function, Node, Reduction, Result, Unary, number::Number},
};

impl<B: Evaluable> Evaluator<B> {
    /// Computes a number modulo 2^width. The higher bits of sums and products are not computed at all: their diagrams can be far
    /// larger than those of the rest.
    fn truncated(&mut self, expr: &Expr, width: usize) -> Result<Number<B>> {
        let result = match &expr.node {
            Node::Binary(
                binary @ (Binary::Add
                | Binary::Subtract
                | Binary::Multiply
                | Binary::BitOr
                | Binary::BitXor
                | Binary::BitAnd),
                operands,
            ) => {
                let (left, right) =
                    (self.truncated(&operands.0, width)?, self.truncated(&operands.1, width)?);
                self.arithmetic(*binary, &left, &right, expr)?
            }
            Node::Loop(Reduction::Sum, counter, parts) => {
                let mut sum = Number::constant(0);
                for i in self.range(&parts.0)? {
                    let i = Value::Number(Number::constant(i));
                    let term =
                        self.with_variable(*counter, i, |evaluator| evaluator.truncated(&parts.1, width))?;
                    sum = sum.add(&term).low_bits(width);
                }
                sum
            }
            _ => self.number(expr)?,
        };
        Ok(result.low_bits(width))
    }

    pub(super) fn unary(&mut self, unary: Unary, operand: &Expr) -> Result<Number<B>> {
        Ok(match unary {
            Unary::Not => Number::truth(!self.truth(operand)?),
            Unary::Negate => self.number(operand)?.negate(),
            Unary::Complement => self.number(operand)?.complement(),
        })
    }

    pub(super) fn binary(&mut self, binary: Binary, one: &Expr, other: &Expr) -> Result<Number<B>> {
        match binary {
            Binary::Implies | Binary::Or | Binary::And => {
                self.connective(binary, one, other).map(Number::truth)
            }
            Binary::Equal => self.equality(one, other).map(Number::truth),
            Binary::Unequal => self.equality(one, other).map(|equal| Number::truth(!equal)),
            Binary::Modulo if let Some(width) = power_of_two(other) => self.truncated(one, width),
            _ => {
                let (left, right) = (self.number(one)?, self.number(other)?);
                self.arithmetic(binary, &left, &right, other)
            }
        }
    }

    /// Computes the right operand only where it decides.
    fn connective(&mut self, binary: Binary, one: &Expr, other: &Expr) -> Result<B> {
        let left = self.truth(one)?;
        let right = match binary {
            Binary::Or => self.only_if(!left, |evaluator| evaluator.truth(other))?,
            _ => self.only_where((one, left), |evaluator| evaluator.truth(other))?,
        };
        Ok(match binary {
            Binary::Or => left | right,
            Binary::And => left & right,
            _ => !left | right,
        })
    }

    fn equality(&mut self, one: &Expr, other: &Expr) -> Result<B> {
        match (self.value(one)?, self.value(other)?) {
            (Value::List(left), Value::List(right)) => {
                if left.len() != right.len() {
                    return Ok(
                        to_number(Value::List(left), one)?.equals(&to_number(Value::List(right), other)?)
                    );
                }
                let equal = left.iter().zip(&right).map(|(left, right)| left.equals(right));
                let path = self.path;
                Ok(equal.fold(true.into(), |all: B, equal| all & equal.constrain(path)))
            }
            (left, right) => Ok(to_number(left, one)?.equals(&to_number(right, other)?)),
        }
    }

    fn arithmetic(
        &mut self,
        binary: Binary,
        left: &Number<B>,
        right: &Number<B>,
        divisor: &Expr,
    ) -> Result<Number<B>> {
        Ok(match binary {
            Binary::Less => Number::truth(left.is_less_than(right)),
            Binary::LessOrEqual => Number::truth(!right.is_less_than(left)),
            Binary::Greater => Number::truth(right.is_less_than(left)),
            Binary::GreaterOrEqual => Number::truth(!left.is_less_than(right)),
            Binary::BitOr => left.or(right),
            Binary::BitXor => left.xor(right),
            Binary::BitAnd => left.and(right),
            Binary::ShiftLeft | Binary::ShiftRight => self.shift(binary, left, right, divisor)?,
            Binary::Add => left.add(right),
            Binary::Subtract => left.subtract(right),
            Binary::Multiply => left.multiply(right),
            Binary::Divide => self.divide(left, right, divisor)?.0,
            Binary::Modulo => self.divide(left, right, divisor)?.1,
            // Handled by `binary`.
            Binary::Implies | Binary::Or | Binary::And | Binary::Equal | Binary::Unequal => {
                return Err(internal(divisor));
            }
        })
    }

    fn divide(
        &mut self,
        left: &Number<B>,
        right: &Number<B>,
        divisor: &Expr,
    ) -> Result<(Number<B>, Number<B>)> {
        match right.as_constant() {
            Some(0) if self.variables.is_empty() => {
                Err(ExpressionError::new(divisor.span.clone(), "division by zero"))
            }
            Some(0) => {
                self.require(false.into());
                Ok((Number::constant(0), Number::constant(0)))
            }
            Some(power) if power > 0 && power & (power - 1) == 0 => {
                let count = power.trailing_zeros() as usize;
                Ok((left.shift_right(count), left.low_bits(count)))
            }
            _ => {
                self.require(!right.equals(&Number::constant(0)));
                Ok(left.divide(right))
            }
        }
    }

    fn shift(
        &mut self,
        binary: Binary,
        left: &Number<B>,
        count: &Number<B>,
        expr: &Expr,
    ) -> Result<Number<B>> {
        let is_left = binary == Binary::ShiftLeft;
        let too_wide = || {
            let message = format!("the value can have more than {MAX_WIDTH} bits");
            ExpressionError::new(expr.span.clone(), message)
                .help("limit the count, as in `x << (n & 7)`, or by a line such as `requires: n <= 7`")
        };
        if let Some(constant) = count.as_constant() {
            let negative = || ExpressionError::new(expr.span.clone(), "a shift count cannot be negative");
            let constant = usize::try_from(constant).map_err(|_| negative())?;
            return if !is_left {
                Ok(left.shift_right(constant))
            } else if constant <= MAX_WIDTH {
                Ok(left.shift_left(constant))
            } else {
                Err(too_wide())
            };
        }
        self.require(!count.sign());
        let greatest = count.interval().map_or(i64::MAX, |interval| interval.greatest);
        let mut result = left.clone();
        for (n, bit) in count.bits().iter().enumerate() {
            if n < 63 && 1_i64 << n > greatest {
                self.require(!*bit);
                continue;
            }
            let shifted = if !is_left {
                result.shift_right(1_usize << n.min(16))
            } else if n <= 9 && result.width() + (1 << n) <= MAX_WIDTH {
                result.shift_left(1 << n)
            } else {
                return Err(too_wide());
            };
            result = Number::select(*bit, &shifted, &result);
        }
        Ok(result)
    }
}

/// Returns the exponent of a literal power of two.
fn power_of_two(expr: &Expr) -> Option<usize> {
    match expr.node {
        Node::Number(value) if value > 0 && value & (value - 1) == 0 => Some(value.trailing_zeros() as usize),
        _ => None,
    }
}

impl<B: Evaluable> Evaluator<B> {
    /// Returns `one - other` for the machines in a mask, where `other` is computed by another evaluator, and the machines in which
    /// both are defined. Terms that are the same in both cancel out first: the difference of two large sums that differ in one term
    /// is as small as this term.
    pub(crate) fn difference(
        &mut self,
        one: &Expr,
        others: &mut Self,
        other: &Expr,
        mask: B,
    ) -> Result<(Number<B>, B)> {
        self.start();
        others.start();
        (self.path, others.path) = (mask, mask);
        let difference = self.subtract(one, others, other)?;
        Ok((difference, self.is_defined & others.is_defined))
    }

    fn subtract(&mut self, one: &Expr, others: &mut Self, other: &Expr) -> Result<Number<B>> {
        match (&one.node, &other.node) {
            (Node::Binary(Binary::Add, left), Node::Binary(Binary::Add, right)) => {
                let first = self.subtract(&left.0, others, &right.0)?;
                Ok(first.add(&self.subtract(&left.1, others, &right.1)?))
            }
            (Node::Binary(Binary::Multiply, left), Node::Binary(Binary::Multiply, right)) if matches!((&left.0.node, &right.0.node), (Node::Number(x), Node::Number(y)) if x == y) =>
            {
                let factor = self.number(&left.0)?;
                Ok(self.subtract(&left.1, others, &right.1)?.multiply(&factor))
            }
            (Node::Call(Function::Popcount, left), Node::Call(Function::Popcount, right)) => {
                self.subtract_counts(&left[0], others, &right[0])
            }
            (Node::Loop(reduction, counter, left), Node::Loop(same, other_counter, right))
                if reduction == same && matches!(reduction, Reduction::Sum | Reduction::Count) =>
            {
                let (range, other_range) = (self.range(&left.0)?, others.range(&right.0)?);
                if range != other_range {
                    return self.subtract_whole(one, others, other);
                }
                let terms = range.map(|i| {
                    let i = Value::Number(Number::constant(i));
                    self.with_variable(*counter, i.clone(), |own| {
                        others.with_variable(*other_counter, i, |others| {
                            own.subtract(&left.1, others, &right.1)
                        })
                    })
                });
                Ok(sum(terms.filter(is_not_zero).collect::<Result<_>>()?))
            }
            (Node::Binary(Binary::Add, left), _) => {
                let first = self.subtract(&left.0, others, other)?;
                Ok(first.add(&self.number(&left.1)?))
            }
            (Node::Binary(Binary::Subtract, left), _) => {
                let first = self.subtract(&left.0, others, other)?;
                Ok(first.subtract(&self.number(&left.1)?))
            }
            (_, Node::Binary(Binary::Add, right)) => {
                let first = self.subtract(one, others, &right.0)?;
                Ok(first.subtract(&others.number(&right.1)?))
            }
            (_, Node::Binary(Binary::Subtract, right)) => {
                let first = self.subtract(one, others, &right.0)?;
                Ok(first.add(&others.number(&right.1)?))
            }
            _ => self.subtract_whole(one, others, other),
        }
    }

    fn subtract_whole(&mut self, one: &Expr, others: &mut Self, other: &Expr) -> Result<Number<B>> {
        let (one, other) = (self.number(one)?, others.number(other)?);
        Ok(if one.is_same(&other, self.path) { Number::constant(0) } else { one.subtract(&other) })
    }

    /// Subtracts the number of bits set in `other` from that in `one`.
    fn subtract_counts(&mut self, one: &Expr, others: &mut Self, other: &Expr) -> Result<Number<B>> {
        let (left, right) = (self.number(one)?, others.number(other)?);
        let width = left.width().max(right.width());
        let path = self.path;
        let pairs = (0..width).map(|n| (left.bit(n), right.bit(n)));
        let pairs = pairs.filter(|(left, right)| !left.is_same(*right, path));
        let terms = pairs.map(|(left, right)| Number::truth(left).subtract(&Number::truth(right)));
        Ok(sum(terms.collect()))
    }
}

fn is_not_zero<B: ParallelBit>(number: &Result<Number<B>>) -> bool {
    !matches!(number, Ok(number) if number.as_constant() == Some(0))
}

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
