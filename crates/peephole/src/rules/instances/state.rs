//! A partial match of a rule: what its variables are bound to and what is assumed. An equation of constants that a name solves is solved, so
//! that the compared code has fewer names.

use std::collections::{BTreeMap, BTreeSet};

use super::Assume;
use crate::rules::{
    term::{NoNumber, Operator, Term, Unary},
    text::Text,
    value::Value,
};

/// The variables of a rule with their texts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Bindings(Vec<(String, Text)>);

impl Bindings {
    pub(super) fn get(&self, name: &str) -> Option<&Text> {
        self.0.iter().find(|(other, _)| other == name).map(|(_, text)| text)
    }

    pub(super) fn with(&self, name: &str, text: Text) -> Bindings {
        let mut all = self.clone();
        all.0.push((name.to_owned(), text));
        all
    }

    pub(super) fn only<'n>(&self, names: impl Iterator<Item = &'n str>) -> Bindings {
        let bound = |name: &str| Some((name.to_owned(), self.get(name)?.clone()));
        Bindings(names.filter_map(bound).collect())
    }

    /// Returns the bindings that were added to these.
    pub(super) fn added_to(mut self, these: &Bindings) -> Bindings {
        Bindings(self.0.split_off(these.0.len().min(self.0.len())))
    }

    pub(super) fn and(&self, more: &Bindings) -> Bindings {
        Bindings(self.0.iter().chain(&more.0).cloned().collect())
    }

    /// Returns the variables that a rule shows, with their texts.
    pub(super) fn operands(&self) -> Vec<(String, String)> {
        let is_shown = |name: &str| name.starts_with(['%', '?', '$']);
        let shown = self.0.iter().filter(|(name, _)| is_shown(name));
        shown.map(|(name, text)| (name.clone(), text.to_string())).collect()
    }

    pub(super) fn evaluate(&self, value: &Value) -> Result<Text, NoNumber> {
        value.evaluate(&|name| self.get(name).cloned())
    }

    pub(super) fn has_all(&self, value: &Value) -> bool {
        value.variables().iter().all(|name| self.get(name).is_some())
    }
}

#[derive(Clone, Debug, Default)]
pub(super) struct State {
    pub(super) bound: Bindings,
    pub(super) dead: BTreeSet<&'static str>,
    pub(super) not_volatile: Vec<Text>,
    pub(super) assumes: Vec<Assume>,
    /// Whether the old code may change registers and flags only.
    pub(super) is_without_effect: bool,
    /// Code after the rule that both sides share.
    pub(super) after: Vec<String>,
    /// The reason that it is not known whether this is a match.
    pub(super) undecided: Option<&'static str>,
}

impl State {
    pub(super) fn binding(&self, name: &str, text: impl Into<Text>) -> State {
        State { bound: self.bound.with(name, text.into()), ..self.clone() }
    }

    pub(super) fn assuming(&self, assume: Assume) -> State {
        let mut state = self.clone();
        if !state.assumes.contains(&assume) {
            state.assumes.push(assume);
        }
        state
    }

    /// Returns the match, of which it is not known whether it is one.
    pub(super) fn undecided(&self, reason: &'static str) -> State {
        State { undecided: Some(reason), ..self.clone() }
    }

    /// Returns the match in which a name has this value everywhere, unless an assumption is false then.
    pub(super) fn substituted(&self, name: &str, value: &Term) -> Vec<State> {
        match self.with(name, value) {
            Ok(Some(state)) => vec![state],
            Ok(None) => Vec::new(),
            Err(_) => vec![self.undecided(TOO_LARGE)],
        }
    }

    fn with(&self, name: &str, value: &Term) -> Result<Option<State>, NoNumber> {
        let mut state = self.clone();
        for (_, text) in &mut state.bound.0 {
            *text = text.with(name, value)?;
        }
        for text in &mut state.not_volatile {
            *text = text.with(name, value)?;
        }
        state.assumes.clear();
        for assume in &self.assumes {
            let assume = match assume {
                Assume::Between { low, value: term, high } => {
                    Assume::Between { low: *low, value: term.with(name, value)?, high: *high }
                }
                Assume::Equal(left, right) => {
                    Assume::Equal(left.with(name, value)?, right.with(name, value)?)
                }
                Assume::Differ(left, right) => {
                    Assume::Differ(left.with(name, value)?, right.with(name, value)?)
                }
                assume => assume.clone(),
            };
            match assume.is_true() {
                Some(true) => {}
                Some(false) => return Ok(None),
                None => state = state.assuming(assume),
            }
        }
        Ok(Some(state))
    }
}

/// The reason that a match is not decided.
pub(super) const TOO_LARGE: &str = "a number of its conditions is too large, or made of too many parts";

/// A sum of terms with factors, and a number.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Sum {
    factors: BTreeMap<Term, i64>,
    number: i64,
}

impl Sum {
    /// Returns the difference of two terms as a sum.
    pub(super) fn difference(left: &Term, right: &Term) -> Result<Sum, NoNumber> {
        let mut sum = Sum::default();
        sum.add(left, 1)?;
        sum.add(right, -1)?;
        sum.factors.retain(|_, factor| *factor != 0);
        Ok(sum)
    }

    /// Adds a term times a factor; what is not a sum is a part of one.
    fn add(&mut self, term: &Term, factor: i64) -> Result<(), NoNumber> {
        let product = |number: i64| Operator::Multiply.apply(factor, number);
        match term {
            Term::Number(number) => {
                self.number = Operator::Add.apply(self.number, product(*number)?)?;
                Ok(())
            }
            Term::Unary(Unary::Minus, operand) => self.add(operand, product(-1)?),
            Term::Binary(operator, operands) => match (operator, &operands[..]) {
                (Operator::Add, [left, right]) => {
                    self.add(left, factor)?;
                    self.add(right, factor)
                }
                (Operator::Subtract, [left, right]) => {
                    self.add(left, factor)?;
                    self.add(right, product(-1)?)
                }
                (Operator::Multiply, [Term::Number(number), other] | [other, Term::Number(number)]) => {
                    self.add(other, product(*number)?)
                }
                _ => self.count(term, factor),
            },
            Term::Unary(..) | Term::Name(_) => self.count(term, factor),
        }
    }

    fn count(&mut self, term: &Term, factor: i64) -> Result<(), NoNumber> {
        let count = self.factors.entry(term.clone()).or_default();
        *count = Operator::Add.apply(*count, factor)?;
        Ok(())
    }

    /// Returns the number, if there are no names.
    pub(super) fn as_number(&self) -> Option<i64> {
        self.factors.is_empty().then_some(self.number)
    }

    /// Returns a name and the value that makes the sum zero; the last name that can be solved for.
    pub(super) fn solved(&self) -> Result<Option<(String, Term)>, NoNumber> {
        let mut names = self.factors.iter().rev().filter_map(|(term, factor)| match term {
            Term::Name(name) if factor.abs() == 1 => Some((&**name, term, *factor)),
            _ => None,
        });
        // A name that is also a part of another term has no value that does not depend on itself.
        let is_alone =
            |name: &str| self.factors.keys().filter(|term| term.names().contains(name)).count() == 1;
        let Some((name, term, factor)) = names.find(|(name, ..)| is_alone(name)) else { return Ok(None) };
        let mut rest = self.clone();
        rest.factors.remove(term);
        Ok(Some((name.to_owned(), rest.term(-factor)?)))
    }

    /// Returns the sum times a sign, what is added before what is subtracted.
    fn term(&self, sign: i64) -> Result<Term, NoNumber> {
        let mut parts: Vec<(i64, Term)> =
            self.factors.iter().map(|(term, factor)| (factor * sign, term.clone())).collect();
        parts.push((self.number * sign, Term::Number(1)));
        parts.sort_by_key(|(factor, _)| *factor < 0);
        let mut sum = Term::Number(0);
        for (factor, term) in parts.into_iter().filter(|(factor, _)| *factor != 0) {
            let operator = if factor < 0 { Operator::Subtract } else { Operator::Add };
            let part = match factor.abs() {
                1 => term,
                factor => Term::binary(Operator::Multiply, term, Term::Number(factor))?,
            };
            sum = match (sum, operator) {
                (Term::Number(0), Operator::Add) => part,
                (Term::Number(0), _) => Term::unary(Unary::Minus, part)?,
                (sum, operator) => Term::binary(operator, sum, part)?,
            };
        }
        Ok(sum)
    }
}
