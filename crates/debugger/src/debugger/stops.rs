//! Breakpoints and watches.

use super::report::Cause;
use crate::{
    debuggee::{Space, Spot, State},
    expression::Expression,
};

/// A breakpoint or a watch.
#[derive(Clone, Debug)]
pub struct Stop {
    /// Its number, from 1.
    pub id: u32,
    /// As the person wrote it.
    pub text: String,
    /// Whether it stops runs.
    pub enabled: bool,
    /// How often it has been met going forward.
    pub hits: u64,
    /// So many times it is met without a stop.
    pub ignored: u64,
    condition: Condition,
    // The value at the step before: of a watch what it shows, else whether it was true.
    last: Seen,
}

/// When to stop.
#[derive(Clone, Debug)]
pub enum Condition {
    /// At a place, if the expression is true there.
    At(Breakpoint),
    /// When the expression becomes true.
    Becomes(Expression),
    /// When a value changes.
    Changes(Watch),
}

/// A place, and what must be true there.
#[derive(Clone, Debug)]
pub struct Breakpoint {
    /// The place.
    pub spot: Spot,
    /// What must be true; nothing means always.
    pub condition: Option<Expression>,
}

/// What is watched.
#[derive(Clone, Debug)]
pub struct Watch(pub Watched);

/// Something whose change can be seen.
#[derive(Clone, Debug)]
pub enum Watched {
    /// The value of an expression.
    Value(Expression),
    /// The bytes from the first address to the last.
    Bytes(u16, u16),
}

/// What a watch saw.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
enum Seen {
    #[default]
    Nothing,
    Value(i64),
    Bytes(Vec<u8>),
}

impl Stop {
    /// When it stops.
    pub fn condition(&self) -> &Condition {
        &self.condition
    }

    /// Looks at where a run begins.
    fn begin(&mut self, state: &dyn State) {
        self.last = self.condition.look(state);
    }

    /// Why to stop here, if so. `last` is brought up to date.
    fn meet(&mut self, state: &dyn State) -> Option<Cause> {
        let (id, text) = (self.id, &self.text);
        match &self.condition {
            Condition::At(Breakpoint { spot, .. }) if *spot != state.spot() || state.is_halted() => None,
            Condition::At(Breakpoint { condition: None, .. }) => Some(Cause::Stop { id, text: text.clone() }),
            Condition::At(Breakpoint { condition: Some(condition), .. }) => match condition.value(state) {
                Ok(0) => None,
                Ok(_) => Some(Cause::Stop { id, text: text.clone() }),
                Err(why) => Some(Cause::Trouble { id, text: text.clone(), why }),
            },
            Condition::Becomes(_) => {
                let now = self.condition.look(state);
                let stops = now == Seen::Value(1) && self.last != now;
                self.last = now;
                stops.then(|| Cause::Stop { id, text: text.clone() })
            }
            Condition::Changes(watch) => {
                // Nothing is kept or made for the many steps at which nothing changes.
                if watch.is_still(&self.last, state) {
                    return None;
                }
                let now = self.condition.look(state);
                let (text, before, after) = difference(text, watch, &self.last, &now);
                self.last = now;
                Some(Cause::Changed { id, text, before, after })
            }
        }
    }
}

impl Condition {
    fn look(&self, state: &dyn State) -> Seen {
        match self {
            Condition::At(_) => Seen::Nothing,
            Condition::Becomes(expression) => {
                expression.value(state).map_or(Seen::Nothing, |value| Seen::Value((value != 0).into()))
            }
            Condition::Changes(Watch(Watched::Value(expression))) => {
                expression.value(state).map_or(Seen::Nothing, Seen::Value)
            }
            Condition::Changes(Watch(Watched::Bytes(first, last))) => {
                Seen::Bytes((*first..=*last).map(|address| byte(state, address)).collect())
            }
        }
    }
}

impl Watch {
    fn is_still(&self, last: &Seen, state: &dyn State) -> bool {
        match (&self.0, last) {
            (Watched::Value(expression), Seen::Value(value)) => expression.value(state) == Ok(*value),
            (Watched::Value(expression), _) => expression.value(state).is_err(),
            (Watched::Bytes(first, end), Seen::Bytes(bytes)) => {
                (*first..=*end).zip(bytes).all(|(address, value)| byte(state, address) == *value)
            }
            (Watched::Bytes(..), _) => false,
        }
    }
}

fn byte(state: &dyn State, address: u16) -> u8 {
    state.load(Space::Byte, address.into()).map_or(0, |value| value as u8)
}

/// What changed: of several bytes the first that did.
fn difference(text: &str, watch: &Watch, last: &Seen, now: &Seen) -> (String, Option<i64>, Option<i64>) {
    let value = |seen: &Seen| match seen {
        Seen::Value(value) => Some(*value),
        _ => None,
    };
    if let (Watched::Bytes(first, end), Seen::Bytes(last), Seen::Bytes(now)) = (&watch.0, last, now)
        && let Some((address, (last, now))) =
            (*first..=*end).zip(last.iter().zip(now)).find(|(_, (last, now))| last != now)
    {
        return (format!("[{address:04X}]"), Some((*last).into()), Some((*now).into()));
    }
    (text.to_owned(), value(last), value(now))
}

/// All of them.
#[derive(Clone, Debug, Default)]
pub(super) struct Stops {
    all: Vec<Stop>,
    made: u32,
}

impl Stops {
    pub(super) fn all(&self) -> &[Stop] {
        &self.all
    }

    pub(super) fn get_mut(&mut self, id: u32) -> Option<&mut Stop> {
        self.all.iter_mut().find(|stop| stop.id == id)
    }

    pub(super) fn add(&mut self, text: &str, condition: Condition) -> u32 {
        self.made += 1;
        let (id, text, last) = (self.made, text.to_owned(), Seen::default());
        self.all.push(Stop { id, text, enabled: true, hits: 0, ignored: 0, condition, last });
        id
    }

    pub(super) fn delete(&mut self, id: u32) -> bool {
        let before = self.all.len();
        self.all.retain(|stop| stop.id != id);
        self.all.len() < before
    }

    /// A run begins here.
    pub(super) fn begin(&mut self, state: &dyn State) {
        self.all.iter_mut().for_each(|stop| stop.begin(state));
    }

    /// A run comes by: why to stop here, if so. Every one that is met counts it.
    pub(super) fn pass(&mut self, state: &dyn State) -> Option<Cause> {
        let mut first = None;
        for stop in self.all.iter_mut().filter(|stop| stop.enabled) {
            let Some(cause) = stop.meet(state) else { continue };
            stop.hits += 1;
            if stop.hits > stop.ignored {
                first = first.or(Some(cause));
            }
        }
        first
    }

    /// A run that is only looked at again comes by: nothing is counted or left out. A place comes before a change,
    /// which the step before made.
    pub(super) fn glance(&mut self, state: &dyn State) -> (Option<Cause>, Option<Cause>) {
        let (mut place, mut change) = (None, None);
        for stop in self.all.iter_mut().filter(|stop| stop.enabled) {
            match stop.meet(state) {
                Some(cause @ Cause::Changed { .. }) => change = change.or(Some(cause)),
                Some(cause) => place = place.or(Some(cause)),
                None => {}
            }
        }
        (place, change)
    }
}
