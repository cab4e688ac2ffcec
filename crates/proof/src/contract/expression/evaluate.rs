//! Computes expressions for many machines at once.

mod clauses;
mod difference;
mod weighted;

use std::ops::Range;

pub(crate) use self::{clauses::Implication, weighted::WeightedSum};

use super::{
    Binary, Bounds, Expr, ExpressionError, Function, Node, Reduction, Result, Side, Unary, Variable,
    number::Number,
    stated::{Stated, stated},
};
use crate::{
    contract::{claim::LeastSet, evaluable::Evaluable, field::Field, interval::Interval},
    values::bit::ParallelBit,
};

/// A value in many machines.
#[derive(Clone, Debug)]
pub(crate) enum Value<B> {
    Number(Number<B>),
    /// A list of numbers. As a number, a list of bytes is its bytes, low byte first.
    List(Vec<Number<B>>),
}

impl<B: ParallelBit> Value<B> {
    /// Creates the value of a field from the bits of its bytes.
    pub(crate) fn of_field(field: &Field<String>, bytes: impl Iterator<Item = [B; 8]>) -> Self {
        let width = if field.is_flag() { 1 } else { 8 };
        let bytes = bytes.take(field.bytes());
        let value =
            Value::List(bytes.map(|bits| Number::unsigned(bits.into_iter().take(width).collect())).collect());
        field.interval.map_or(value.clone(), |interval| value.within(interval))
    }

    /// States in which interval the number lies that a list of bytes is.
    fn within(self, interval: Interval) -> Self {
        let Value::List(items) = self else { return self };
        let all = Interval::of_width(8 * items.len(), false);
        let interval = all.map_or(interval, |all| all.intersection(interval));
        let byte = |(n, item): (usize, Number<B>)| {
            let known = item.interval().map(|known| known.intersection(interval.byte(n)));
            item.within(known)
        };
        Value::List(items.into_iter().enumerate().map(byte).collect())
    }
}

/// Computes expressions. Where a value is undefined, as after a division by zero, the condition that contains it is false.
#[derive(Clone)]
pub(crate) struct Evaluator<B> {
    entry: Vec<Value<B>>,
    exit: Vec<Value<B>>,
    variables: Vec<Value<B>>,
    /// What is true of fields where the current subexpression matters.
    stated: Vec<Stated>,
    /// The machines in which the current subexpression matters.
    path: B,
    /// The machines in which every value that matters is defined.
    is_defined: B,
    steps: usize,
}

/// The maximum number of subexpressions computed, loops included.
const MAX_STEPS: usize = 100_000;

/// The maximum width of a number in bits.
const MAX_WIDTH: usize = 512;

impl<B: Evaluable> Evaluator<B> {
    /// Creates an evaluator for these values of the input and output fields.
    pub(crate) fn new(entry: Vec<Value<B>>, exit: Vec<Value<B>>) -> Self {
        let (path, is_defined) = (true.into(), true.into());
        Evaluator { entry, exit, variables: Vec::new(), stated: Vec::new(), path, is_defined, steps: 0 }
    }

    /// Returns an evaluator with other values of the first input fields.
    pub(crate) fn with_entry(&self, mut values: Vec<Value<B>>) -> Self {
        values.truncate(self.entry.len());
        values.extend(self.entry.iter().skip(values.len()).cloned());
        Evaluator { entry: values, ..self.clone() }
    }

    /// Returns the output fields that are numbers.
    pub(crate) fn exit_numbers(&self) -> Vec<Number<B>> {
        const MAX_BYTES: usize = 4;
        let bits = |value: &Value<B>| match value {
            Value::List(bytes) if bytes.len() <= MAX_BYTES => {
                Some(Number::of_bits(bytes.iter().flat_map(|byte| byte.all_bits().iter().copied())))
            }
            _ => None,
        };
        self.exit.iter().filter_map(bits).collect()
    }

    /// Returns the machines in which a condition is true. It is computed only for those in a mask: for the others the result is
    /// arbitrary.
    pub(crate) fn condition(&mut self, expr: &Expr, mask: B) -> Result<B> {
        self.start();
        self.path = mask;
        let value = self.truth(expr)?;
        Ok(value & self.is_defined)
    }

    /// Returns the bits of a number, and the machines in which it is defined.
    pub(crate) fn number_bits(&mut self, expr: &Expr, count: usize) -> Result<(Vec<B>, B)> {
        self.start();
        let number = self.number(expr)?;
        Ok(((0..count).map(|n| number.bit(n)).collect(), self.is_defined))
    }

    /// Returns numbers, and the machines in which all of them are defined and not negative.
    pub(crate) fn naturals(&mut self, exprs: &[Expr]) -> Result<(Vec<Number<B>>, B)> {
        self.start();
        let numbers = exprs.iter().map(|expr| self.number(expr)).collect::<Result<Vec<_>>>()?;
        let is_natural = numbers.iter().fold(self.is_defined, |all, number| all & !number.sign());
        Ok((numbers, is_natural))
    }

    fn start(&mut self) {
        (self.path, self.is_defined, self.steps) = (true.into(), true.into(), 0);
        self.variables.clear();
        self.stated.clear();
    }

    /// Records that the current subexpression is defined only in some machines.
    fn require(&mut self, is_defined: B) {
        self.is_defined = self.is_defined & (!self.path | is_defined);
    }

    /// Computes a subexpression that matters only in some machines.
    fn only_if<T>(&mut self, condition: B, compute: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        let path = self.path;
        self.path = path & condition;
        let result = compute(self);
        self.path = path;
        result
    }

    /// Computes a subexpression that matters only where a condition, whose value is known, is true.
    fn only_where<T>(
        &mut self,
        condition: (&Expr, B),
        compute: impl FnOnce(&mut Self) -> Result<T>,
    ) -> Result<T> {
        let before = self.stated.len();
        self.stated.extend(stated(condition.0));
        let result = self.only_if(condition.1, compute);
        self.stated.truncate(before);
        result
    }

    fn value(&mut self, expr: &Expr) -> Result<Value<B>> {
        self.steps += 1;
        if self.steps > MAX_STEPS {
            let message = format!("the condition takes more than {MAX_STEPS} steps");
            return Err(ExpressionError::new(expr.span.clone(), message).help("shorten its loops"));
        }
        let value = match &expr.node {
            Node::Number(value) => Value::Number(Number::constant(*value)),
            Node::Field(side, field) => self.field(*side, *field, expr)?,
            Node::Variable(variable) => {
                self.variables.get(*variable).cloned().ok_or_else(|| internal(expr))?
            }
            Node::List(items) => {
                Value::List(items.iter().map(|item| self.number(item)).collect::<Result<_>>()?)
            }
            Node::Unary(unary, operand) => Value::Number(self.unary(*unary, operand)?),
            Node::Binary(binary, operands) => {
                Value::Number(self.binary(*binary, &operands.0, &operands.1)?)
            }
            Node::If(parts) => self.conditional(&parts.0, &parts.1, &parts.2)?,
            Node::Let(variable, parts) => {
                let value = self.value(&parts.0)?;
                self.with_variable(*variable, value, |evaluator| evaluator.value(&parts.1))?
            }
            Node::Index(parts) => Value::Number(self.index(&parts.0, &parts.1)?),
            Node::Slice(parts) => Value::List(self.slice(&parts.0, &parts.1)?),
            Node::Call(function, arguments) => Value::Number(self.call(*function, arguments, expr)?),
            Node::Loop(reduction, counter, parts) => {
                Value::Number(self.reduce(*reduction, *counter, &parts.0, &parts.1)?)
            }
            Node::Fold(accumulator, counter, parts) => self.fold(*accumulator, *counter, parts)?,
            Node::Successors(least_set, parts) => Value::List(self.successors(least_set, parts)?),
        };
        match &value {
            Value::Number(number) if number.width() > MAX_WIDTH => {
                let message = format!("the value can have more than {MAX_WIDTH} bits");
                Err(ExpressionError::new(expr.span.clone(), message).help("reduce it, as in `x mod 65536`"))
            }
            _ => Ok(value),
        }
    }

    fn field(&self, side: Side, number: usize, expr: &Expr) -> Result<Value<B>> {
        let fields = if side == Side::Entry { &self.entry } else { &self.exit };
        let value = fields.get(number).cloned().ok_or_else(|| internal(expr))?;
        let stated = self.stated.iter().filter(|(of, field, _)| (*of, *field) == (side, number));
        let known = stated.map(|(.., interval)| *interval).reduce(Interval::intersection);
        Ok(match known {
            Some(interval) => value.within(interval),
            None => value,
        })
    }

    fn number(&mut self, expr: &Expr) -> Result<Number<B>> {
        let value = self.value(expr)?;
        to_number(value, expr)
    }

    fn list(&mut self, expr: &Expr) -> Result<Vec<Number<B>>> {
        match self.value(expr)? {
            Value::List(items) => Ok(items),
            Value::Number(_) => Err(ExpressionError::new(
                expr.span.clone(),
                "this is a number; a field or a list is expected",
            )),
        }
    }

    fn truth(&mut self, expr: &Expr) -> Result<B> {
        let number = self.number(expr)?;
        let not_a_condition = || {
            ExpressionError::new(expr.span.clone(), "this is a number, where a condition is expected")
                .help("compare it, as in `x <> 0`")
        };
        let truth = number.as_truth().ok_or_else(not_a_condition)?;
        // Keeps diagrams small: what is true for all machines that matter becomes a constant. A large path has the opposite effect.
        Ok(if self.path.is_small() { truth.constrain(self.path) } else { truth })
    }

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

    fn unary(&mut self, unary: Unary, operand: &Expr) -> Result<Number<B>> {
        Ok(match unary {
            Unary::Not => Number::truth(!self.truth(operand)?),
            Unary::Negate => self.number(operand)?.negate(),
            Unary::Complement => self.number(operand)?.complement(),
        })
    }

    fn binary(&mut self, binary: Binary, one: &Expr, other: &Expr) -> Result<Number<B>> {
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
            return match is_left {
                true if constant > MAX_WIDTH => Err(too_wide()),
                true => Ok(left.shift_left(constant)),
                false => Ok(left.shift_right(constant)),
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
            let shifted = match is_left {
                true if n > 9 || result.width() + (1 << n) > MAX_WIDTH => return Err(too_wide()),
                true => result.shift_left(1 << n),
                false => result.shift_right(1_usize << n.min(16)),
            };
            result = Number::select(*bit, &shifted, &result);
        }
        Ok(result)
    }

    fn conditional(&mut self, condition: &Expr, set: &Expr, clear: &Expr) -> Result<Value<B>> {
        let chosen = self.truth(condition)?;
        let one = self.only_where((condition, chosen), |evaluator| evaluator.value(set))?;
        let other = self.only_if(!chosen, |evaluator| evaluator.value(clear))?;
        match (one, other) {
            (Value::List(one), Value::List(other)) if one.len() == other.len() => {
                let items = one.iter().zip(&other).map(|(one, other)| Number::select(chosen, one, other));
                Ok(Value::List(items.collect()))
            }
            (one, other) => {
                Ok(Value::Number(Number::select(chosen, &to_number(one, set)?, &to_number(other, clear)?)))
            }
        }
    }

    fn with_variable<T>(
        &mut self,
        variable: Variable,
        value: Value<B>,
        compute: impl FnOnce(&mut Self) -> Result<T>,
    ) -> Result<T> {
        self.variables.truncate(variable);
        self.variables.push(value);
        let result = compute(self);
        self.variables.truncate(variable);
        result
    }

    fn index(&mut self, list: &Expr, index: &Expr) -> Result<Number<B>> {
        let (items, number) = (self.list(list)?, self.number(index)?);
        let outside = || {
            let message = format!("the index must be from 0 to {}", items.len().saturating_sub(1));
            ExpressionError::new(index.span.clone(), message)
        };
        if let Some(constant) = number.as_constant() {
            let item = usize::try_from(constant).ok().and_then(|constant| items.get(constant));
            return match item {
                Some(item) => Ok(item.clone()),
                None if self.variables.is_empty() => Err(outside()),
                // In a loop, another condition can exclude this round.
                None => {
                    self.require(false.into());
                    Ok(Number::constant(0))
                }
            };
        }
        let is_below = number.is_less_than(&Number::constant(items.len() as i64));
        self.require(is_below & !number.sign());
        select_item(&items, &number).ok_or_else(outside)
    }

    fn slice(&mut self, list: &Expr, bounds: &Bounds) -> Result<Vec<Number<B>>> {
        let (items, range) = (self.list(list)?, self.range(bounds)?);
        let wrong = || {
            let message = format!("the range must be within 0..{}", items.len());
            ExpressionError::new(bounds.first.span.start..bounds.end.span.end, message)
        };
        let index = |bound: i64| usize::try_from(bound).map_err(|_| wrong());
        items.get(index(range.start)?..index(range.end)?).map(<[_]>::to_vec).ok_or_else(wrong)
    }

    /// Returns a range of constants.
    fn range(&mut self, bounds: &Bounds) -> Result<Range<i64>> {
        let mut constant = |expr: &Expr| {
            let varies = || {
                ExpressionError::new(expr.span.clone(), "a range must have constant bounds")
                    .help("take the greatest range and add a condition, as in `all(i in 0..16: i >= n or x[i] = 0)`")
            };
            self.number(expr)?.as_constant().ok_or_else(varies)
        };
        Ok(constant(&bounds.first)?..constant(&bounds.end)?)
    }

    fn call(&mut self, function: Function, arguments: &[Expr], expr: &Expr) -> Result<Number<B>> {
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

    fn reduce(
        &mut self,
        reduction: Reduction,
        counter: Variable,
        bounds: &Bounds,
        body: &Expr,
    ) -> Result<Number<B>> {
        let mut terms = Vec::new();
        let mut truth = B::from(reduction == Reduction::All);
        for i in self.range(bounds)? {
            let value = Value::Number(Number::constant(i));
            self.with_variable(counter, value, |evaluator| {
                match reduction {
                    Reduction::All => truth = truth & evaluator.only_if(truth, |all| all.truth(body))?,
                    Reduction::Any => truth = truth | evaluator.only_if(!truth, |any| any.truth(body))?,
                    Reduction::Count => terms.push(Number::truth(evaluator.truth(body)?)),
                    Reduction::Sum | Reduction::Xor => terms.push(evaluator.number(body)?),
                }
                Ok(())
            })?;
        }
        Ok(match reduction {
            Reduction::All | Reduction::Any => Number::truth(truth),
            Reduction::Count | Reduction::Sum => sum(terms),
            Reduction::Xor => terms.iter().fold(Number::constant(0), |all, term| all.xor(term)),
        })
    }

    /// Computes the successors of an element in a direction, in a context.
    fn successors(
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

    fn fold(
        &mut self,
        accumulator: Variable,
        counter: Variable,
        parts: &(Expr, Bounds, Expr),
    ) -> Result<Value<B>> {
        let (first, bounds, body) = parts;
        let (mut value, range) = (self.value(first)?, self.range(bounds)?);
        for i in range {
            let i = Value::Number(Number::constant(i));
            value = self.with_variable(accumulator, value, |evaluator| {
                evaluator.with_variable(counter, i, |evaluator| evaluator.value(body))
            })?;
        }
        Ok(value)
    }
}

impl Evaluator<bool> {
    /// Returns the value of an expression without fields.
    pub(super) fn constant(expr: &Expr) -> Option<i64> {
        Evaluator::<bool>::new(Vec::new(), Vec::new()).number(expr).ok()?.as_constant()
    }
}

/// Returns the bits of a number's low byte.
fn low_byte<B: ParallelBit>(number: &Number<B>) -> [B; 8] {
    std::array::from_fn(|n| number.bit(n))
}

/// Returns the exponent of a literal power of two.
fn power_of_two(expr: &Expr) -> Option<usize> {
    match expr.node {
        Node::Number(value) if value > 0 && value & (value - 1) == 0 => Some(value.trailing_zeros() as usize),
        _ => None,
    }
}

/// Adds numbers pairwise, which widens the sum less than one by one.
fn sum<B: ParallelBit>(mut terms: Vec<Number<B>>) -> Number<B> {
    while terms.len() > 1 {
        let pair = |pair: &[Number<B>]| pair.iter().skip(1).fold(pair[0].clone(), |sum, term| sum.add(term));
        terms = terms.chunks(2).map(pair).collect();
    }
    terms.pop().unwrap_or(Number::constant(0))
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

/// Returns the item with an index that differs between machines; any item where the index is outside.
fn select_item<B: ParallelBit>(items: &[Number<B>], index: &Number<B>) -> Option<Number<B>> {
    let mut level = items.to_vec();
    for n in 0..index.width() {
        if level.len() == 1 {
            break;
        }
        let bit = index.bit(n);
        let pairs = level.chunks(2);
        level = pairs.map(|pair| Number::select(bit, pair.last().unwrap_or(&pair[0]), &pair[0])).collect();
    }
    level.into_iter().next()
}

fn to_number<B: ParallelBit>(value: Value<B>, expr: &Expr) -> Result<Number<B>> {
    let items = match value {
        Value::Number(number) => return Ok(number),
        Value::List(items) => items,
    };
    let is_wide = |item: &Number<B>| item.width() > 8 || item.is_negative_possible();
    if items.iter().any(is_wide) || items.len() > MAX_WIDTH / 8 {
        let message = format!("only a list of up to {} bytes is a number", MAX_WIDTH / 8);
        return Err(ExpressionError::new(expr.span.clone(), message).help("use an item of it, as in `x[0]`"));
    }
    if let [item] = &items[..] {
        return Ok(item.clone());
    }
    let bits = items.iter().flat_map(|item| (0..8).map(|n| item.bit(n)));
    let weighted = |(n, item): (usize, &Number<B>)| {
        let weight = 1_i64.checked_shl(8 * u32::try_from(n).ok()?).filter(|weight| *weight > 0)?;
        item.interval()?.multiply(Interval::one(weight))
    };
    let interval = items.iter().enumerate().map(weighted).reduce(|sum, byte| sum?.add(byte?)).flatten();
    Ok(Number::unsigned(bits.collect()).within(interval))
}

/// What the parser should have prevented.
fn internal(expr: &Expr) -> ExpressionError {
    ExpressionError::new(expr.span.clone(), "this expression cannot be evaluated")
}
