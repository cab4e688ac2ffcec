//! Equations of constants: one that a name solves is solved, so that the compared code has fewer names.

use std::collections::BTreeMap;

use crate::value::{Function, Operator, Value, number};

use super::state::Bindings;

/// A sum of names with factors, and a number.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Sum {
    factors: BTreeMap<String, i64>,
    number: i64,
}

impl Sum {
    /// Returns a value as a sum; what is not a sum is a name.
    pub(super) fn of(value: &Value, bound: &Bindings) -> Option<Sum> {
        if let Value::Apply(Function::Arithmetic(operator @ (Operator::Add | Operator::Subtract)), sides) =
            value
        {
            let [left, right] = &sides[..] else { return None };
            let sign = if *operator == Operator::Add { 1 } else { -1 };
            return Sum::of(left, bound)?.plus(&Sum::of(right, bound)?, sign);
        }
        let text = bound.evaluate(value)?;
        Some(match number(&text) {
            Some(number) => Sum { number, ..Sum::default() },
            None => Sum { factors: BTreeMap::from([(text, 1)]), number: 0 },
        })
    }

    /// Returns this sum plus another one, times a sign.
    pub(super) fn plus(mut self, other: &Sum, sign: i64) -> Option<Sum> {
        for (name, factor) in &other.factors {
            *self.factors.entry(name.clone()).or_default() += sign * factor;
        }
        self.factors.retain(|_, factor| *factor != 0);
        self.number = self.number.checked_add(sign.checked_mul(other.number)?)?;
        Some(self)
    }

    /// Returns the number, if there are no names.
    pub(super) fn as_number(&self) -> Option<i64> {
        self.factors.is_empty().then_some(self.number)
    }

    /// Returns a name and the value that makes the sum zero; the last name that can be solved for.
    pub(super) fn solved(&self) -> Option<(String, String)> {
        let simple = |name: &str| name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        let mut names = self.factors.iter().rev();
        let (name, factor) = names.find(|(name, factor)| factor.abs() == 1 && simple(name))?;
        let mut rest = self.clone();
        rest.factors.remove(name);
        Some((name.clone(), rest.text(-factor)))
    }

    /// Writes the sum times a sign.
    fn text(&self, sign: i64) -> String {
        let mut text = String::new();
        for (name, factor) in &self.factors {
            let factor = factor * sign;
            text.push_str(if factor < 0 {
                "-"
            } else if text.is_empty() {
                ""
            } else {
                "+"
            });
            text.push_str(name);
            if factor.abs() != 1 {
                text.push_str(&format!("*{}", factor.abs()));
            }
        }
        let number = self.number * sign;
        match number {
            _ if text.is_empty() => number.to_string(),
            0 => text,
            _ => format!("{text}{number:+}"),
        }
    }
}
