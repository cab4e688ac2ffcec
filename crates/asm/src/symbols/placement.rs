//! Symbols of code that is not placed: which values depend on its address.

use std::collections::{HashMap, HashSet};

use super::{Entry, State, SymbolKind, Symbols};
use crate::expression::{Expression, Name, Step};

/// The numbers of the symbols whose values depend on where the code is placed.
pub(crate) struct Placed(HashSet<usize>);

/// The meaning of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Meaning {
    /// An undefined name.
    Unknown,
    /// A number.
    Number(i64),
    /// An address in the code.
    Address(i64),
    /// Something else that depends on where the code is placed.
    Placed,
}

impl Symbols {
    /// Finds the symbols whose values depend on where the code is placed: labels, and what is defined with `$` or such symbols.
    pub(crate) fn placed(&self) -> Placed {
        let mut users: HashMap<usize, Vec<usize>> = HashMap::new();
        let mut open = Vec::new();
        for (index, entry) in self.entries.iter().enumerate() {
            let steps = entry.definition.iter().flat_map(|definition| &definition.steps);
            let names = steps.clone().filter_map(|step| self.used(step));
            names.for_each(|used| users.entry(used).or_default().push(index));
            if entry.kind == SymbolKind::Label || steps.clone().any(|step| matches!(step, Step::Here(_))) {
                open.push(index);
            }
        }
        let mut placed = HashSet::new();
        while let Some(index) = open.pop() {
            if placed.insert(index) {
                open.extend(users.get(&index).into_iter().flatten());
            }
        }
        Placed(placed)
    }

    fn used(&self, step: &Step) -> Option<usize> {
        match step {
            Step::Name(name) => self.resolve(&name.name, &name.scope),
            _ => None,
        }
    }

    /// Returns what a name stands for.
    pub(crate) fn meaning(&self, name: &Name, placed: &Placed) -> Meaning {
        let found = self.resolve(&name.name, &name.scope);
        let Some((index, entry)) = found.and_then(|index| Some((index, self.entries.get(index)?))) else {
            return Meaning::Unknown;
        };
        match entry.state {
            State::Known(value) if !placed.0.contains(&index) => Meaning::Number(value),
            State::Known(value) if self.is_label(entry) => Meaning::Address(value),
            State::Known(_) => Meaning::Placed,
            _ => Meaning::Unknown,
        }
    }

    /// Whether it is a label or another name of one: `LOOP EQU $`, `LOOP EQU START`.
    pub(crate) fn is_label<'a>(&'a self, mut entry: &'a Entry) -> bool {
        // The definitions are no circle, since they have values.
        while let Some(definition) = &entry.definition {
            match &definition.steps[..] {
                [Step::Here(_)] => return true,
                [name @ Step::Name(_)] => match self.used(name).and_then(|next| self.entries.get(next)) {
                    Some(next) => entry = next,
                    None => return false,
                },
                _ => return false,
            }
        }
        entry.kind == SymbolKind::Label
    }

    /// Whether a symbol is a number.
    pub(crate) fn is_number(&self, full: &str, placed: &Placed) -> bool {
        self.find(full).is_some_and(|index| !placed.0.contains(&index))
    }

    /// Whether an expression depends on where the code is placed.
    pub(crate) fn is_placed(&self, expression: &Expression, placed: &Placed) -> bool {
        let depends = |step: &Step| self.used(step).is_some_and(|used| placed.0.contains(&used));
        expression.steps.iter().any(|step| matches!(step, Step::Here(_)) || depends(step))
    }

    /// Notes that an expression refers to its names.
    pub(crate) fn note_uses(&mut self, expression: &Expression) {
        for step in &expression.steps {
            if let Some(entry) = self.used(step).and_then(|used| self.entries.get_mut(used)) {
                entry.used = true;
            }
        }
    }
}
