//! The symbol table: labels, constants, variables.
//!
//! Names are case-insensitive, as in assemblers of the period; the spelling of the definition is kept.

use std::collections::HashMap;
use std::ops::Range;
use std::rc::Rc;

use crate::expression::{Expression, Scope, Step};
use crate::fault::Fault;
use crate::nearest::nearest;
use crate::scan::At;

/// The longest allowed chain of constants that are each defined by a later one.
const LONGEST_CHAIN: usize = 200;

/// The kind of a symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// An address.
    Label,
    /// A value defined once (EQU).
    Constant,
    /// A value that may be redefined (SET); the last one is kept.
    Variable,
}

#[derive(Clone, Debug)]
enum State {
    Known(i64),
    Pending(Rc<Expression>),
    /// Being evaluated; a reference to it now is a cycle.
    Working,
    /// Its definition was wrong, which has been reported.
    Wrong,
}

/// The line and byte range of a definition; `None` if the host defined the symbol.
type Definer = Option<(usize, Range<usize>)>;

#[derive(Debug)]
pub(crate) struct Entry {
    pub(crate) name: String,
    pub(crate) kind: Kind,
    pub(crate) place: Definer,
    state: State,
    used: bool,
}

#[derive(Debug, Default)]
pub(crate) struct Symbols {
    entries: Vec<Entry>,
    by_name: HashMap<String, usize>,
    /// Whether the whole source has been read: names still undefined are errors.
    complete: bool,
}

/// Returns the full name of a symbol. A local name is prefixed with its scope; `@` and `.` are equivalent.
pub(crate) fn full_name(name: &str, scope: &Scope) -> String {
    match name.strip_prefix(['.', '@']) {
        Some(local) => format!("{}.{local}", scope.name),
        None => name.to_owned(),
    }
}

impl Symbols {
    fn find(&self, full: &str) -> Option<usize> {
        self.by_name.get(&full.to_ascii_uppercase()).copied()
    }

    pub(crate) fn get(&self, full: &str) -> Option<&Entry> {
        self.find(full).and_then(|index| self.entries.get(index))
    }

    pub(crate) fn is_defined(&self, name: &str, scope: &Scope) -> bool {
        self.resolve(name, scope).is_some()
    }

    pub(crate) fn is_used(&self, full: &str) -> bool {
        self.get(full).is_some_and(|entry| entry.used)
    }

    fn resolve(&self, name: &str, mut scope: &Scope) -> Option<usize> {
        loop {
            let found = self.find(&full_name(name, scope));
            match &scope.outer {
                Some(outer) if found.is_none() => scope = outer,
                _ => return found,
            }
        }
    }

    /// Defines a symbol, or returns the previous definition as an error. A variable may be redefined as a variable.
    pub(crate) fn define(
        &mut self,
        full: &str,
        kind: Kind,
        place: Definer,
        value: Definition,
    ) -> Result<(), (String, Definer)> {
        let state = match value {
            Definition::Value(value) => State::Known(value),
            Definition::Later(expression) => State::Pending(Rc::new(expression)),
            Definition::Wrong => State::Wrong,
        };
        let known = self.find(full).and_then(|index| self.entries.get_mut(index));
        match known {
            Some(entry) if entry.kind == Kind::Variable && kind == Kind::Variable => entry.state = state,
            Some(entry) => return Err((entry.name.clone(), entry.place.clone())),
            None => {
                self.by_name.insert(full.to_ascii_uppercase(), self.entries.len());
                self.entries.push(Entry { name: full.to_owned(), kind, place, state, used: false });
            }
        }
        Ok(())
    }

    /// Substitutes the current values of variables into an expression.
    pub(crate) fn bind(&self, expression: &mut Expression) {
        for step in &mut expression.steps {
            if let Step::Name { name, scope, .. } = step
                && let Some(entry) = self.resolve(name, scope).and_then(|index| self.entries.get(index))
                && let (Kind::Variable, State::Known(value)) = (entry.kind, &entry.state)
            {
                *step = Step::Number(*value);
            }
        }
    }

    /// Evaluates an expression. The error `None` has been reported elsewhere.
    pub(crate) fn value(&mut self, expression: &Expression) -> Result<i64, Option<At>> {
        self.evaluate(expression, 0)
    }

    fn evaluate(&mut self, expression: &Expression, depth: usize) -> Result<i64, Option<At>> {
        expression.evaluate(|name, scope, span| {
            let fault = |fault| Some(At::new(fault, span.clone()));
            let Some(index) = self.resolve(name, scope) else {
                return Err(self.undefined(name, scope).and_then(fault));
            };
            if let Some(entry) = self.entries.get_mut(index) {
                entry.used = true;
            }
            match self.entries.get(index).map(|entry| entry.state.clone()) {
                Some(State::Known(value)) => Ok(value),
                Some(State::Working) => Err(fault(Fault::Cycle(name.to_string()))),
                Some(State::Pending(_)) if depth >= LONGEST_CHAIN => {
                    Err(fault(Fault::LongChain(name.to_string(), LONGEST_CHAIN)))
                }
                Some(State::Pending(inner)) => self.settle(index, &inner, depth + 1).map_err(|wrong| {
                    let cycle = wrong.is_some_and(|at| matches!(at.fault, Fault::Cycle(_)));
                    match cycle {
                        true => fault(Fault::Cycle(name.to_string())),
                        false if self.complete => None,
                        false => fault(Fault::NotYet(name.to_string())),
                    }
                }),
                Some(State::Wrong) | None => Err(None),
            }
        })
    }

    /// Evaluates a constant. Until the whole source has been read a failure is not final.
    fn settle(&mut self, index: usize, expression: &Rc<Expression>, depth: usize) -> Result<i64, Option<At>> {
        self.put(index, State::Working);
        let value = self.evaluate(expression, depth);
        let failed = || match self.complete {
            true => State::Wrong,
            false => State::Pending(Rc::clone(expression)),
        };
        let state = value.as_ref().map_or_else(|_| failed(), |value| State::Known(*value));
        self.put(index, state);
        value
    }

    fn put(&mut self, index: usize, state: State) {
        if let Some(entry) = self.entries.get_mut(index) {
            entry.state = state;
        }
    }

    /// Evaluates every constant after the whole source has been read, the last one first because chains of forward
    /// references end with it. Returns the faults, each with the line of the definition.
    pub(crate) fn complete(&mut self) -> Vec<(usize, At)> {
        self.complete = true;
        let mut faults = Vec::new();
        for index in (0..self.entries.len()).rev() {
            let Some(Entry { state: State::Pending(expression), place, .. }) = self.entries.get(index) else {
                continue;
            };
            let (expression, line) = (Rc::clone(expression), place.as_ref().map_or(0, |(line, _)| *line));
            if let Err(Some(at)) = self.settle(index, &expression, 0) {
                faults.push((line, at));
            }
        }
        faults
    }

    /// Returns the fault for an undefined name. Once the whole source has been read, each name is reported once.
    fn undefined(&mut self, name: &str, scope: &Scope) -> Option<Fault> {
        if !self.complete {
            return Some(Fault::NotYet(name.to_owned()));
        }
        let first = self.define(&full_name(name, scope), Kind::Constant, None, Definition::Wrong).is_ok();
        first.then(|| Fault::Undefined(name.to_owned()))
    }

    /// Returns a suggestion for an undefined name: a hexadecimal number without its leading 0, or a misspelling. It
    /// searches all symbols, so call it only for names that are reported.
    pub(crate) fn hint(&self, name: &str) -> Option<String> {
        let digits = name.strip_suffix(['H', 'h']).filter(|digits| !digits.is_empty());
        if digits.is_some_and(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit())) {
            return Some(format!("a number begins with a digit: 0{name}"));
        }
        let visible = self.entries.iter().filter(|entry| !matches!(entry.state, State::Wrong));
        let local = name.strip_prefix(['.', '@']).unwrap_or(name);
        let elsewhere = |entry: &&Entry| {
            local.len() < name.len()
                && entry.name.contains('.')
                && last_part(&entry.name, true).eq_ignore_ascii_case(local)
        };
        if let Some(other) = visible.clone().find(elsewhere) {
            return Some(format!("it belongs to another label: `{}`", other.name));
        }
        let near = nearest(local, visible.map(|entry| last_part(&entry.name, local.len() < name.len())))?;
        let dot = if local.len() < name.len() { "." } else { "" };
        Some(format!("did you mean `{dot}{near}`?"))
    }

    /// Returns every symbol that has a value, in definition order.
    pub(crate) fn values(&self) -> impl Iterator<Item = (&Entry, i64)> {
        self.entries.iter().filter_map(|entry| match entry.state {
            State::Known(value) => Some((entry, value)),
            _ => None,
        })
    }
}

fn last_part(name: &str, local: bool) -> &str {
    if local { name.rsplit('.').next().unwrap_or(name) } else { name }
}

/// The value given by a definition.
#[derive(Debug)]
pub(crate) enum Definition {
    Value(i64),
    Later(Expression),
    Wrong,
}
