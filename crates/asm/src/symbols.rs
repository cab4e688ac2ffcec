//! The symbol table: labels, constants, variables.
//!
//! Names are case-insensitive, as in assemblers of the period; the spelling of the definition is kept.
//!
//! A constant whose expression needs a name without a value waits for this name, and its evaluation continues when the name gets a
//! value. So chains of definitions may have any length and order, and each constant waits for at most one name: following these
//! names leads to an undefined name or to a cycle.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use crate::diagnostic::{Problem, Reported};
use crate::expression::{Evaluation, Expression, Name, Scope, Step};
use crate::fault::{Fault, Hint};
use crate::suggestions::nearest;
use crate::syntax::{At, Span};

/// The maximum number of names in the message about a cycle.
const LONGEST_PATH: usize = 6;

/// The kind of a symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SymbolKind {
    /// An address.
    Label,
    /// A value defined once (EQU).
    Constant,
    /// A value that may be redefined (SET); the last one is kept.
    Variable,
}

#[derive(Debug)]
enum State {
    Known(i64),
    /// Its evaluation stopped at a name without a value.
    Waiting(Rc<Expression>, Evaluation),
    /// Its evaluation failed, and the fault is in `Symbols::failing`.
    Failing,
    Wrong(Reported),
}

/// The line and byte range of a definition; `None` if the host defined the symbol.
type Definer = Option<(usize, Span)>;

#[derive(Debug)]
pub(crate) struct Entry {
    pub(crate) name: String,
    pub(crate) kind: SymbolKind,
    pub(crate) place: Definer,
    state: State,
    used: bool,
    /// The definition of a constant.
    definition: Option<Rc<Expression>>,
}

/// A constant that has no value, for a reason to be reported at a record.
#[derive(Debug)]
pub(crate) struct Failing {
    pub(crate) entry: usize,
    pub(crate) record: usize,
    pub(crate) problem: Problem,
}

#[derive(Debug, Default)]
pub(crate) struct Symbols {
    entries: Vec<Entry>,
    by_name: HashMap<String, usize>,
    /// For each name, the constants that wait for its value.
    waiting: HashMap<String, Vec<usize>>,
    /// The routines of the included sheets, which all sheets can refer to.
    routines: HashSet<String>,
    failing: Vec<(usize, Problem)>,
    /// Whether the whole source has been read: names still undefined are errors.
    complete: bool,
    /// No entry before this one is waiting.
    settled: usize,
}

/// Returns the full name of a symbol. A local name is prefixed with its scope; `@` and `.` are equivalent. A name in an included sheet
/// is prefixed with its routine.
pub(crate) fn full_name(name: &str, scope: &Scope) -> String {
    match (name.strip_prefix(['.', '@']), &scope.sheet) {
        (Some(local), _) => format!("{}.{local}", scope.name),
        (None, Some(routine)) if !name.eq_ignore_ascii_case(routine) => format!("{routine}.{name}"),
        (None, _) => name.to_owned(),
    }
}

/// Returns the key of a full name in the tables.
fn key(full: &str) -> String {
    full.to_ascii_uppercase()
}

/// The reason why a name has no value; none if it may still get one.
type Missing = Option<Problem>;

impl From<At> for Missing {
    fn from(at: At) -> Self {
        Some(Problem::New(at))
    }
}

impl Symbols {
    fn find(&self, full: &str) -> Option<usize> {
        self.by_name.get(&key(full)).copied()
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

    fn resolve(&self, name: &str, scope: &Scope) -> Option<usize> {
        candidates(name, scope).find_map(|full| self.find(&full))
    }

    /// Whether a name is that of an included sheet's routine, or one in that sheet: `RTURN`, `RTURN.RNO`.
    fn is_of_routine(&self, name: &str) -> bool {
        name.split('.').next().is_some_and(|routine| self.routines.contains(&key(routine)))
    }

    /// Notes that a sheet is included.
    pub(crate) fn add_routine(&mut self, routine: &str) {
        self.routines.insert(key(routine));
    }

    /// Defines a symbol, or returns the previous definition as an error. A variable may be redefined as a variable.
    pub(crate) fn define(
        &mut self,
        full: &str,
        kind: SymbolKind,
        place: Definer,
        value: Definition,
    ) -> Result<(), (String, Definer)> {
        let (state, definition) = value.into_state();
        let known = self.find(full).and_then(|index| self.entries.get_mut(index));
        match known {
            Some(entry) if entry.kind == SymbolKind::Variable && kind == SymbolKind::Variable => {
                entry.state = state;
            }
            Some(entry) => return Err((entry.name.clone(), entry.place.clone())),
            None => {
                let index = self.entries.len();
                let is_waiting = matches!(state, State::Waiting(..));
                self.by_name.insert(key(full), index);
                self.entries.push(Entry {
                    name: full.to_owned(),
                    kind,
                    place,
                    state,
                    used: false,
                    definition,
                });
                let ready = if is_waiting { vec![index] } else { self.waiters(index) };
                self.advance(ready);
            }
        }
        Ok(())
    }

    /// Substitutes the current values of variables into an expression.
    pub(crate) fn bind(&self, expression: &mut Expression) {
        for step in &mut expression.steps {
            if let Step::Name(Name { name, scope, .. }) = step
                && let Some(entry) = self.resolve(name, scope).and_then(|index| self.entries.get(index))
                && let (SymbolKind::Variable, State::Known(value)) = (entry.kind, &entry.state)
            {
                *step = Step::Number(*value);
            }
        }
    }

    /// Evaluates an expression.
    pub(crate) fn value(&mut self, expression: &Expression) -> Result<i64, Problem> {
        expression.evaluate(|name| self.look_up(name).map_err(|missing| self.problem(name, missing)))
    }

    fn problem(&self, name: &Name, missing: Missing) -> Problem {
        let text = name.name.to_string();
        match missing {
            Some(problem) => problem,
            None if self.complete => {
                let at = At::new(Fault::Undefined(text), name.span.clone());
                Problem::Undefined(Box::new((full_name(&name.name, &name.scope), at)))
            }
            None => Problem::New(At::new(Fault::NotYet(text), name.span.clone())),
        }
    }

    /// Returns the value of a name. A variable has one only above the line, where [`Symbols::bind`] substitutes it, and at the end.
    fn look_up(&mut self, name: &Name) -> Result<i64, Missing> {
        let found = self.resolve(&name.name, &name.scope);
        let Some(entry) = found.and_then(|index| self.entries.get_mut(index)) else {
            return Err(None);
        };
        entry.used = true;
        match entry.state {
            State::Known(_) if entry.kind == SymbolKind::Variable && !self.complete => Err(None),
            State::Known(value) => Ok(value),
            State::Waiting(..) | State::Failing => Err(None),
            State::Wrong(reported) => Err(Some(Problem::Reported(reported))),
        }
    }

    /// Continues the evaluation of these constants, and of those that wait for them.
    fn advance(&mut self, mut ready: Vec<usize>) {
        while let Some(index) = ready.pop() {
            let Some(State::Waiting(expression, evaluation)) = self.state(index) else { continue };
            let (expression, mut evaluation) = (Rc::clone(expression), std::mem::take(evaluation));
            let state = match expression.resume(&mut evaluation, |name| self.look_up(name)) {
                Ok(value) => State::Known(value),
                Err(Some(Problem::Reported(reported))) => State::Wrong(reported),
                Err(Some(problem)) => {
                    self.failing.push((index, problem));
                    State::Failing
                }
                Err(None) => {
                    self.wait(index, expression.name_at(&evaluation));
                    State::Waiting(expression, evaluation)
                }
            };
            self.put(index, state);
            ready.extend(self.waiters(index));
        }
    }

    fn state(&mut self, index: usize) -> Option<&mut State> {
        self.entries.get_mut(index).map(|entry| &mut entry.state)
    }

    fn put(&mut self, index: usize, state: State) {
        if let Some(place) = self.state(index) {
            *place = state;
        }
    }

    /// Notes that a constant waits for the value of a name.
    fn wait(&mut self, index: usize, name: Option<&Name>) {
        let Some(Name { name, scope, .. }) = name else { return };
        for full in candidates(name, scope) {
            self.waiting.entry(key(&full)).or_default().push(index);
        }
    }

    /// Returns the constants that wait for an entry, if its state is final.
    fn waiters(&mut self, index: usize) -> Vec<usize> {
        match self.entries.get(index) {
            Some(Entry { state: State::Known(_) | State::Wrong(_), name, .. }) => {
                self.waiting.remove(&key(name)).unwrap_or_default()
            }
            _ => Vec::new(),
        }
    }

    /// Evaluates every constant after the whole source has been read. What still waits afterwards has no value.
    pub(crate) fn complete(&mut self) {
        self.complete = true;
        self.advance((0..self.entries.len()).collect());
    }

    /// Returns a constant that has no value, until there is none; then every constant has a value or a reported error. The caller
    /// reports each and passes it to [`Symbols::fail`].
    pub(crate) fn next_failing(&mut self) -> Option<Failing> {
        if let Some((entry, problem)) = self.failing.pop() {
            return Some(self.failing(entry, problem));
        }
        let is_waiting = |entry: &Entry| matches!(entry.state, State::Waiting(..));
        let rest = self.entries.get(self.settled..).filter(|_| self.complete)?;
        self.settled += rest.iter().position(is_waiting)?;
        Some(self.root(self.settled))
    }

    /// Records that the fault of a constant has been reported. What is defined in terms of it is wrong as a consequence.
    pub(crate) fn fail(&mut self, index: usize, reported: Reported) {
        self.put(index, State::Wrong(reported));
        let ready = self.waiters(index);
        self.advance(ready);
    }

    /// Records that a name has been reported as undefined.
    pub(crate) fn mark_undefined(&mut self, full: &str, reported: Reported) {
        // Of two names the first is reported, so it is not defined yet.
        let _ = self.define(full, SymbolKind::Constant, None, Definition::Wrong(reported));
    }

    /// Returns the undefined name or the cycle to which the definition of a waiting constant leads.
    fn root(&self, start: usize) -> Failing {
        let (mut path, mut visited, mut last) = (Vec::new(), HashMap::new(), start);
        let first = loop {
            if let Some(first) = visited.insert(last, path.len()) {
                break first;
            }
            path.push(last);
            match self.awaited(last) {
                Some((name, None)) => return self.failing(last, self.problem(name, None)),
                Some((_, Some(next))) => last = next,
                None => break 0,
            }
        };
        self.cycle(path.get(first..).unwrap_or(&[]))
    }

    /// Returns the name for which a constant waits, and its entry.
    fn awaited(&self, index: usize) -> Option<(&Name, Option<usize>)> {
        let State::Waiting(expression, evaluation) = &self.entries.get(index)?.state else { return None };
        let name = expression.name_at(evaluation)?;
        Some((name, self.resolve(&name.name, &name.scope)))
    }

    /// Returns the fault of constants that are defined in terms of each other, for the one that is defined first.
    fn cycle(&self, members: &[usize]) -> Failing {
        let first = members.iter().enumerate().min_by_key(|(_, entry)| **entry).map_or(0, |(at, _)| at);
        let (after, before) = members.split_at(first);
        let members: Vec<usize> = before.iter().chain(after).copied().collect();
        let entry = members.first().copied().unwrap_or(0);
        let name = self.entries.get(entry).map_or_else(String::new, |entry| entry.name.clone());
        let span = self.awaited(entry).map_or(0..0, |(name, _)| name.span.clone());
        let names = members.iter().filter_map(|index| self.entries.get(*index));
        let path = circle(names.map(|entry| entry.name.clone()).collect());
        let at = At::new(Fault::Cycle { path, name }, span);
        self.failing(entry, at.into())
    }

    fn failing(&self, entry: usize, problem: Problem) -> Failing {
        let place = self.entries.get(entry).and_then(|entry| entry.place.as_ref());
        Failing { entry, record: place.map_or(0, |(record, _)| *record), problem }
    }

    /// Returns a suggestion for an undefined name: a hexadecimal number without its leading 0, or a misspelling. It
    /// searches all symbols, so call it only for names that are reported.
    pub(crate) fn hint(&self, name: &str) -> Option<Hint> {
        let digits = name.strip_suffix(['H', 'h']).filter(|digits| !digits.is_empty());
        if digits.is_some_and(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit())) {
            return Some(Hint::new(format!("a number begins with a digit: 0{name}"), format!("0{name}")));
        }
        let visible = self.entries.iter().filter(|entry| !matches!(entry.state, State::Wrong(_)));
        let local = name.strip_prefix(['.', '@']).unwrap_or(name);
        let elsewhere = |entry: &&Entry| {
            local.len() < name.len()
                && entry.name.contains('.')
                && last_part(&entry.name, true).eq_ignore_ascii_case(local)
        };
        if let Some(other) = visible.clone().find(elsewhere) {
            return Some(format!("it belongs to another label: `{}`", other.name).into());
        }
        let in_sheet = |entry: &&Entry| {
            last_part(&entry.name, true).eq_ignore_ascii_case(name) && self.is_of_routine(&entry.name)
        };
        if let Some(other) = visible.clone().find(in_sheet) {
            return Some(format!("it belongs to an included sheet: `{}`", other.name).into());
        }
        let near = nearest(local, visible.map(|entry| last_part(&entry.name, local.len() < name.len())))?;
        let dot = if local.len() < name.len() { "." } else { "" };
        Some(Hint::did_you_mean(format!("{dot}{near}")))
    }

    /// Returns every symbol that has a value, in definition order.
    pub(crate) fn values(&self) -> impl Iterator<Item = (&Entry, i64)> {
        self.entries.iter().filter_map(|entry| match entry.state {
            State::Known(value) => Some((entry, value)),
            _ => None,
        })
    }
}

/// Returns the full names that a name can stand for: the symbol of its scope, then those of the scopes around it. What an included sheet
/// does not define, the source that includes it may.
pub(crate) fn candidates<'a>(name: &'a str, scope: &'a Scope) -> impl Iterator<Item = String> + 'a {
    let is_local = name.starts_with(['.', '@']);
    let outer = move |scope: &&'a Scope| scope.outer.as_deref().filter(|_| is_local);
    let elsewhere = scope.sheet.as_ref().map(|_| name.to_owned());
    std::iter::successors(Some(scope), outer).map(move |scope| full_name(name, scope)).chain(elsewhere)
}

fn last_part(name: &str, local: bool) -> &str {
    if local { name.rsplit('.').next().unwrap_or(name) } else { name }
}

/// The value given by a definition.
#[derive(Debug)]
pub(crate) enum Definition {
    Value(i64),
    Later(Expression),
    Wrong(Reported),
}

impl Definition {
    fn into_state(self) -> (State, Option<Rc<Expression>>) {
        match self {
            Definition::Value(value) => (State::Known(value), None),
            Definition::Later(expression) => {
                let expression = Rc::new(expression);
                let waiting = State::Waiting(Rc::clone(&expression), Evaluation::default());
                (waiting, Some(expression))
            }
            Definition::Wrong(reported) => (State::Wrong(reported), None),
        }
    }
}

/// Returns the way around a circle of names; those in the middle are counted if there are many.
pub(crate) fn circle(mut names: Vec<String>) -> String {
    let first = names.first().cloned();
    if names.len() > LONGEST_PATH {
        let more = names.len() - LONGEST_PATH + 1;
        names.splice(LONGEST_PATH - 2..names.len() - 1, [format!("({more} more)")]);
    }
    names.extend(first);
    names.join(" -> ")
}

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
