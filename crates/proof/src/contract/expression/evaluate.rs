//! Computes expressions for many machines at once.

use arcadian_parallel::byte::ParallelBit;

use super::{Binary, Expr, ExpressionError, Node, Result, Side, Variable, number::Number};
use crate::contract::{
    claim::Evaluable,
    field::{Field, Interval},
};

mod arithmetic;
mod clauses;
mod weighted;

pub(crate) use self::{clauses::Implication, weighted::WeightedSum};

/// A field, and the interval in which it lies.
pub(super) type Stated = (Side, usize, Interval);

/// Returns the interval in which conditions state a field, of this side and number, to be, if it has few bytes.
pub(crate) fn stated_interval<'a>(
    conditions: impl Iterator<Item = &'a Expr>,
    (side, number): (Side, usize),
    field: &Field<String>,
) -> Option<Interval> {
    let stated = conditions.flat_map(stated);
    let own = stated.filter(|(of_side, of, _)| (*of_side, *of) == (side, number));
    let known = field.interval.or_else(|| Interval::of_width(8 * field.bytes(), false))?;
    Some(own.fold(known, |known, (.., interval)| known.intersection(interval)))
}

pub(super) fn stated(condition: &Expr) -> Vec<Stated> {
    condition.conjuncts().into_iter().filter_map(comparison).collect()
}

/// Returns the interval that a comparison of a field and a constant states.
fn comparison(condition: &Expr) -> Option<Stated> {
    let Node::Binary(binary, operands) = &condition.node else { return None };
    match (&operands.0.node, &operands.1.node) {
        (Node::Field(side, field), _) => {
            Some((*side, *field, compared(*binary, Evaluator::constant(&operands.1)?)?))
        }
        (_, Node::Field(side, field)) => {
            Some((*side, *field, compared(mirrored(*binary), Evaluator::constant(&operands.0)?)?))
        }
        _ => None,
    }
}

/// Returns the comparison in which the operands have changed places.
fn mirrored(binary: Binary) -> Binary {
    match binary {
        Binary::Less => Binary::Greater,
        Binary::LessOrEqual => Binary::GreaterOrEqual,
        Binary::Greater => Binary::Less,
        Binary::GreaterOrEqual => Binary::LessOrEqual,
        other => other,
    }
}

/// Returns the interval of the numbers for which a comparison with a constant is true.
fn compared(binary: Binary, constant: i64) -> Option<Interval> {
    Some(match binary {
        Binary::Equal => Interval::one(constant),
        Binary::Less => Interval { greatest: constant.checked_sub(1)?, ..Interval::ALL },
        Binary::LessOrEqual => Interval { greatest: constant, ..Interval::ALL },
        Binary::Greater => Interval { least: constant.checked_add(1)?, ..Interval::ALL },
        Binary::GreaterOrEqual => Interval { least: constant, ..Interval::ALL },
        _ => return None,
    })
}

#[derive(Clone, Debug)]
pub(crate) enum Value<B> {
    Number(Number<B>),
    /// A list of numbers. As a number, a list of bytes is its bytes, low byte first.
    List(Vec<Number<B>>),
}

impl<B: ParallelBit> Value<B> {
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
    /// The known intervals of fields where the current subexpression matters.
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
        // Loops can take long.
        if B::is_cancelled() {
            return Err(internal(expr));
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
}

impl Evaluator<bool> {
    /// Returns the bytes of a value without fields, for a field of this size. A list that is shorter is filled with 0.
    pub(crate) fn bytes(expr: &Expr, size: usize) -> Result<Vec<u8>> {
        let mut evaluator = Evaluator::<bool>::new(Vec::new(), Vec::new());
        evaluator.start();
        let value = evaluator.value(expr)?;
        let wrong = |message: String| Err(ExpressionError::new(expr.span.clone(), message));
        if !evaluator.is_defined {
            return wrong("this has no value".to_owned());
        }
        match value {
            Value::List(items) if items.len() > size => {
                wrong(format!("the field has {size} bytes, and the list {}", items.len()))
            }
            Value::List(items) => {
                let bytes =
                    items.iter().map(|item| item.to_bytes(1).and_then(|bytes| bytes.first().copied()));
                match bytes.collect::<Option<Vec<u8>>>() {
                    Some(mut bytes) => {
                        bytes.resize(size, 0);
                        Ok(bytes)
                    }
                    None => wrong("each item of the list must be a byte".to_owned()),
                }
            }
            Value::Number(number) => match number.to_bytes(size) {
                Some(bytes) => Ok(bytes),
                None => wrong(format!("this does not fit in the {size} bytes of the field")),
            },
        }
    }

    pub(super) fn constant(expr: &Expr) -> Option<i64> {
        Evaluator::<bool>::new(Vec::new(), Vec::new()).number(expr).ok()?.as_constant()
    }
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

/// Returns the error for an expression that the parser should have rejected, or whose value is not needed after a cancellation.
fn internal(expr: &Expr) -> ExpressionError {
    ExpressionError::new(expr.span.clone(), "this expression cannot be evaluated")
}
