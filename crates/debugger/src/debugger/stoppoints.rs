//! Breakpoints and watchpoints, and the reports of where a run ended, and why.

use std::fmt;

use crate::{
    debuggee::{End, EventRange, Location, Space, State},
    expression::{Expression, ValueError},
};

/// A breakpoint or watchpoint.
#[derive(Clone, Debug)]
pub struct Stoppoint {
    /// Its number, counted from 1.
    pub id: u32,
    /// The text that the user wrote.
    pub text: String,
    pub enabled: bool,
    /// The number of hits in forward execution.
    pub hits: u64,
    /// The number of hits, counted from the first, that do not stop the program.
    pub ignored: u64,
    trigger: Trigger,
    /// The value that the trigger observed in the previous state.
    last: Observed,
}

/// The event that stops the program.
#[derive(Clone, Debug)]
pub enum Trigger {
    /// A location is about to be executed.
    At(Breakpoint),
    /// An expression becomes true, anywhere.
    BecomesTrue(Expression),
    Changes(Watched),
    /// The hardware reports an event.
    Catches(Catchpoint),
}

/// Events of the hardware with an optional condition, which is evaluated after the step in which they occur.
#[derive(Clone, Debug)]
pub struct Catchpoint {
    pub events: EventRange,
    /// The condition; without one the program always stops.
    pub condition: Option<Expression>,
}

/// Locations with an optional condition: one, or all at which a line of a source begins.
#[derive(Clone, Debug)]
pub struct Breakpoint {
    /// The locations in ascending order.
    locations: Vec<Location>,
    /// The condition; without one the program always stops.
    pub condition: Option<Expression>,
}

/// The expression or memory that a watchpoint watches.
#[derive(Clone, Debug)]
pub enum Watched {
    Value(Expression),
    /// The bytes of memory from the first address to the last.
    Bytes(u16, u16),
}

/// The value that a trigger depends on, in one state.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
enum Observed {
    #[default]
    Nothing,
    Value(i64),
    Bytes(Vec<u8>),
}

impl Stoppoint {
    pub fn trigger(&self) -> &Trigger {
        &self.trigger
    }

    /// Observes the state in which a run starts.
    fn start(&mut self, state: &dyn State) {
        self.last = self.trigger.observe(state);
    }

    /// Returns why to stop in a state, if so, and remembers what was observed.
    fn check(&mut self, state: &dyn State) -> Option<Cause> {
        let (id, text) = (self.id, &self.text);
        match &self.trigger {
            Trigger::At(breakpoint) => breakpoint.check(id, text, state),
            Trigger::Catches(catchpoint) => catchpoint.check(id, text, state),
            Trigger::BecomesTrue(_) => {
                let now = self.trigger.observe(state);
                let stops = now == Observed::Value(1) && self.last != now;
                self.last = now;
                stops.then(|| Cause::Breakpoint { id, text: text.clone() })
            }
            Trigger::Changes(watched) => {
                // Most steps change nothing; they must not allocate.
                if watched.is_unchanged(&self.last, state) {
                    return None;
                }
                let now = self.trigger.observe(state);
                let last = std::mem::replace(&mut self.last, now);
                Some(watched.change(id, text, &last, &self.last))
            }
        }
    }
}

impl Breakpoint {
    pub fn new(locations: impl IntoIterator<Item = Location>, condition: Option<Expression>) -> Self {
        let mut all = Vec::new();
        for location in locations {
            if let Err(at) = all.binary_search(&location) {
                all.insert(at, location);
            }
        }
        Breakpoint { locations: all, condition }
    }

    /// Returns the locations in ascending order.
    pub fn locations(&self) -> &[Location] {
        &self.locations
    }

    pub fn is_at(&self, location: Location) -> bool {
        self.locations.binary_search(&location).is_ok()
    }

    fn check(&self, id: u32, text: &str, state: &dyn State) -> Option<Cause> {
        if !self.is_at(state.location()) || state.is_halted() {
            return None;
        }
        check_condition(self.condition.as_ref(), id, text, state, || Cause::Breakpoint {
            id,
            text: text.to_owned(),
        })
    }
}

impl Catchpoint {
    fn check(&self, id: u32, text: &str, state: &dyn State) -> Option<Cause> {
        let event = self.events.occurred(state)?;
        let cause = || Cause::Catchpoint { id, text: text.to_owned(), event };
        check_condition(self.condition.as_ref(), id, text, state, cause)
    }
}

/// Returns the cause if the condition holds, or that it has no value.
fn check_condition(
    condition: Option<&Expression>,
    id: u32,
    text: &str,
    state: &dyn State,
    cause: impl FnOnce() -> Cause,
) -> Option<Cause> {
    match condition.map_or(Ok(1), |condition| condition.value(state)) {
        Ok(0) => None,
        Ok(_) => Some(cause()),
        Err(error) => Some(Cause::ConditionError { id, text: text.to_owned(), error }),
    }
}

impl Trigger {
    fn observe(&self, state: &dyn State) -> Observed {
        match self {
            Trigger::At(_) | Trigger::Catches(_) => Observed::Nothing,
            Trigger::BecomesTrue(expression) => expression
                .value(state)
                .map_or(Observed::Nothing, |value| Observed::Value((value != 0).into())),
            Trigger::Changes(Watched::Value(expression)) => {
                expression.value(state).map_or(Observed::Nothing, Observed::Value)
            }
            Trigger::Changes(Watched::Bytes(first, last)) => {
                Observed::Bytes((*first..=*last).map(|address| byte(state, address)).collect())
            }
        }
    }
}

impl Watched {
    fn is_unchanged(&self, last: &Observed, state: &dyn State) -> bool {
        match (self, last) {
            (Watched::Value(expression), Observed::Value(value)) => expression.value(state) == Ok(*value),
            (Watched::Value(expression), _) => expression.value(state).is_err(),
            (Watched::Bytes(first, end), Observed::Bytes(bytes)) => {
                (*first..=*end).zip(bytes).all(|(address, value)| byte(state, address) == *value)
            }
            (Watched::Bytes(..), _) => false,
        }
    }

    /// Describes a change. If several bytes changed, it is the first of them.
    fn change(&self, id: u32, text: &str, last: &Observed, now: &Observed) -> Cause {
        if let (Watched::Bytes(first, end), Observed::Bytes(last), Observed::Bytes(now)) = (self, last, now) {
            let changes = (*first..=*end).zip(last.iter().zip(now));
            if let Some((address, (last, now))) = changes.into_iter().find(|(_, (last, now))| last != now) {
                let (before, after) = (Some((*last).into()), Some((*now).into()));
                return Cause::Watchpoint { id, text: format!("[{address:04X}]"), before, after };
            }
        }
        Cause::Watchpoint { id, text: text.to_owned(), before: last.value(), after: now.value() }
    }
}

impl Observed {
    fn value(&self) -> Option<i64> {
        match self {
            Observed::Value(value) => Some(*value),
            Observed::Nothing | Observed::Bytes(_) => None,
        }
    }
}

fn byte(state: &dyn State, address: u16) -> u8 {
    state.load(Space::Byte, address.into()).map_or(0, |value| value as u8)
}

#[derive(Clone, Debug, Default)]
pub(super) struct Stoppoints {
    all: Vec<Stoppoint>,
    last_id: u32,
}

/// The hits in a replayed state. Execution goes back to that state for `location`, to the previous one for `change`.
#[derive(Default)]
pub(super) struct ReplayHits {
    pub(super) location: Option<Cause>,
    pub(super) change: Option<Cause>,
}

impl Stoppoints {
    pub(super) fn all(&self) -> &[Stoppoint] {
        &self.all
    }

    pub(super) fn get_mut(&mut self, id: u32) -> Option<&mut Stoppoint> {
        self.all.iter_mut().find(|stoppoint| stoppoint.id == id)
    }

    pub(super) fn add(&mut self, text: &str, trigger: Trigger) -> u32 {
        self.last_id += 1;
        let (id, text, last) = (self.last_id, text.to_owned(), Observed::default());
        self.all.push(Stoppoint { id, text, enabled: true, hits: 0, ignored: 0, trigger, last });
        id
    }

    pub(super) fn delete(&mut self, id: u32) -> bool {
        let before = self.all.len();
        self.all.retain(|stoppoint| stoppoint.id != id);
        self.all.len() < before
    }

    /// Observes the state in which a run starts.
    pub(super) fn start(&mut self, state: &dyn State) {
        self.all.iter_mut().for_each(|stoppoint| stoppoint.start(state));
    }

    /// Returns why to stop in a state, if so. Counts the hits of every stoppoint.
    pub(super) fn check(&mut self, state: &dyn State) -> Option<Cause> {
        let mut first = None;
        for stoppoint in self.all.iter_mut().filter(|stoppoint| stoppoint.enabled) {
            let Some(cause) = stoppoint.check(state) else { continue };
            stoppoint.hits += 1;
            if stoppoint.hits > stoppoint.ignored {
                first = first.or(Some(cause));
            }
        }
        first
    }

    /// Returns what a replayed state hits. Hits are neither counted nor ignored.
    pub(super) fn check_replayed(&mut self, state: &dyn State) -> ReplayHits {
        let mut hits = ReplayHits::default();
        for stoppoint in self.all.iter_mut().filter(|stoppoint| stoppoint.enabled) {
            match stoppoint.check(state) {
                Some(cause @ Cause::Watchpoint { .. }) => hits.change = hits.change.or(Some(cause)),
                Some(cause) => hits.location = hits.location.or(Some(cause)),
                None => {}
            }
        }
        hits
    }
}

/// The result of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    pub cause: Cause,
    /// The step at which it started.
    pub from: u64,
    /// The step at which it ended.
    pub to: u64,
}

/// The reason why a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cause {
    /// The requested steps were executed.
    Stepped,
    /// The requested location was reached.
    Reached,
    Returned,
    /// Backward execution reached the call of the subroutine.
    Called,
    Breakpoint {
        id: u32,
        /// The breakpoint as the user wrote it.
        text: String,
    },
    /// The hardware reported an event of a catchpoint.
    Catchpoint {
        id: u32,
        /// The catchpoint as the user wrote it.
        text: String,
        event: String,
    },
    /// The hardware reported the requested event: what happened.
    Event(String),
    Watchpoint {
        id: u32,
        /// The watched value as the user wrote it, or the byte that changed.
        text: String,
        before: Option<i64>,
        after: Option<i64>,
    },
    /// The condition of a breakpoint or catchpoint has no value where it could stop.
    ConditionError {
        id: u32,
        /// The breakpoint or catchpoint as the user wrote it.
        text: String,
        error: ValueError,
    },
    End(End),
    /// Backward execution reached the start.
    Start,
    Interrupted,
    OutOfBudget,
}

impl Cause {
    /// Returns whether a breakpoint, watchpoint or catchpoint ended the run.
    pub fn is_stoppoint(&self) -> bool {
        self.stoppoint().is_some()
    }

    /// Returns the number of the breakpoint, watchpoint or catchpoint that ended the run.
    pub fn stoppoint(&self) -> Option<u32> {
        match self {
            Cause::Breakpoint { id, .. }
            | Cause::Watchpoint { id, .. }
            | Cause::Catchpoint { id, .. }
            | Cause::ConditionError { id, .. } => Some(*id),
            _ => None,
        }
    }

    /// Writes the cause, and values by `value`.
    pub(crate) fn text(&self, value: impl Fn(i64) -> String) -> String {
        let value = |number: &Option<i64>| number.map_or_else(|| "no value".to_owned(), &value);
        match self {
            Cause::Stepped => String::new(),
            Cause::Reached => "location reached".to_owned(),
            Cause::Returned => "the subroutine returned".to_owned(),
            Cause::Called => "call of the subroutine".to_owned(),
            Cause::Breakpoint { id, text } => format!("breakpoint {id}, {text}"),
            Cause::Catchpoint { id, text, event } => format!("catchpoint {id}, {text}: {event}"),
            Cause::Event(event) => event.clone(),
            Cause::Watchpoint { id, text, before, after } => {
                format!("watchpoint {id}, {text} changed from {} to {}", value(before), value(after))
            }
            Cause::ConditionError { id, text, error } => format!("breakpoint {id}, {text}: {error}"),
            Cause::End(end) => end.to_string(),
            Cause::Start => "start of the program".to_owned(),
            Cause::Interrupted => "interrupted".to_owned(),
            Cause::OutOfBudget => "the budget of steps is used up".to_owned(),
        }
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(|value| value.to_string()))
    }
}
