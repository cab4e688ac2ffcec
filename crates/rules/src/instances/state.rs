//! A partial match of a rule: what its variables are bound to and what is assumed.

use std::collections::BTreeSet;

use super::Assume;
use crate::value::{Value, grouped, ungrouped};

/// The variables of a rule with their texts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Bindings(Vec<(String, String)>);

impl Bindings {
    pub(super) fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(other, _)| other == name).map(|(_, text)| text.as_str())
    }

    /// Returns the bindings with one more.
    pub(super) fn with(&self, name: &str, text: String) -> Bindings {
        let mut all = self.clone();
        all.0.push((name.to_owned(), text));
        all
    }

    /// Returns the bindings of these variables.
    pub(super) fn only<'n>(&self, names: impl Iterator<Item = &'n str>) -> Bindings {
        let bound = |name: &str| Some((name.to_owned(), self.get(name)?.to_owned()));
        Bindings(names.filter_map(bound).collect())
    }

    /// Returns the bindings that were added to these.
    pub(super) fn added_to(mut self, these: &Bindings) -> Bindings {
        Bindings(self.0.split_off(these.0.len().min(self.0.len())))
    }

    /// Returns the bindings with more of them.
    pub(super) fn and(&self, more: &Bindings) -> Bindings {
        Bindings(self.0.iter().chain(&more.0).cloned().collect())
    }

    /// Returns the variables that a rule shows, with their texts.
    pub(super) fn operands(&self) -> Vec<(String, String)> {
        let is_shown = |name: &str| name.starts_with(['%', '?', '$']);
        let shown = self.0.iter().filter(|(name, _)| is_shown(name));
        shown.map(|(name, text)| (name.clone(), ungrouped(text))).collect()
    }

    /// Returns the text of a value.
    pub(super) fn evaluate(&self, value: &Value) -> Option<String> {
        value.evaluate(&|name| self.get(name).map(str::to_owned))
    }

    pub(super) fn has_all(&self, value: &Value) -> bool {
        value.variables().iter().all(|name| self.get(name).is_some())
    }
}

/// A partial match.
#[derive(Clone, Debug, Default)]
pub(super) struct State {
    pub(super) bound: Bindings,
    pub(super) dead: BTreeSet<&'static str>,
    pub(super) not_volatile: BTreeSet<String>,
    pub(super) assumes: Vec<Assume>,
    /// Whether the old code may change registers and flags only.
    pub(super) is_without_effect: bool,
    /// Code after the rule that both sides share.
    pub(super) after: Vec<String>,
}

impl State {
    pub(super) fn binding(&self, name: &str, text: String) -> State {
        State { bound: self.bound.with(name, text), ..self.clone() }
    }

    pub(super) fn assuming(&self, assume: Assume) -> State {
        let mut state = self.clone();
        if !state.assumes.contains(&assume) {
            state.assumes.push(assume);
        }
        state
    }

    /// Returns the match in which a name has this value everywhere.
    pub(super) fn substituted(&self, name: &str, value: &str) -> State {
        let value = grouped(value);
        let mut state = self.clone();
        for (_, text) in &mut state.bound.0 {
            *text = replace_word(text, name, &value);
        }
        for assume in &mut state.assumes {
            match assume {
                Assume::Between { value: text, .. } => *text = replace_word(text, name, &value),
                Assume::Equal(left, right) | Assume::Differ(left, right) => {
                    *left = replace_word(left, name, &value);
                    *right = replace_word(right, name, &value);
                }
                _ => {}
            }
        }
        state
    }
}

/// Replaces a word by a text.
fn replace_word(text: &str, word: &str, by: &str) -> String {
    let mut result = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(|c: char| is_part(c)) {
        let (before, from) = rest.split_at(at);
        let end = from.find(|c: char| !is_part(c)).unwrap_or(from.len());
        let (found, after) = from.split_at(end);
        result.push_str(before);
        result.push_str(if found == word { by } else { found });
        rest = after;
    }
    result + rest
}

fn is_part(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '@' | '.')
}
