//! Items and slices of lists.

use super::{Evaluator, Value};
use crate::contract::{
    evaluable::Evaluable,
    expression::{Bounds, Expr, ExpressionError, Result, number::Number},
};
use arcadian_parallel::bit::ParallelBit;

impl<B: Evaluable> Evaluator<B> {
    pub(super) fn list(&mut self, expr: &Expr) -> Result<Vec<Number<B>>> {
        match self.value(expr)? {
            Value::List(items) => Ok(items),
            Value::Number(_) => Err(ExpressionError::new(
                expr.span.clone(),
                "this is a number; a field or a list is expected",
            )),
        }
    }

    pub(super) fn index(&mut self, list: &Expr, index: &Expr) -> Result<Number<B>> {
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

    pub(super) fn slice(&mut self, list: &Expr, bounds: &Bounds) -> Result<Vec<Number<B>>> {
        let (items, range) = (self.list(list)?, self.range(bounds)?);
        let wrong = || {
            let message = format!("the range must be within 0..{}", items.len());
            ExpressionError::new(bounds.first.span.start..bounds.end.span.end, message)
        };
        let index = |bound: i64| usize::try_from(bound).map_err(|_| wrong());
        items.get(index(range.start)?..index(range.end)?).map(<[_]>::to_vec).ok_or_else(wrong)
    }
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
