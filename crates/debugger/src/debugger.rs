//! Execution of a program forward and backward, with breakpoints and watchpoints.

mod stoppoints;

use crate::{
    debuggee::{
        Debuggee, EventError, EventRange, InterruptPoll, Location, LocationError, Outcome, SetError, State,
    },
    expression::{Expression, ExpressionError, ValueError},
    profile::Profile,
};
use stoppoints::Stoppoints;

pub use crate::debuggee::INTERRUPT_INTERVAL;
pub use stoppoints::{Breakpoint, Catchpoint, Cause, Report, Stoppoint, Trigger, Watched};

/// Sees a state and returns whether to interrupt the run.
type Interrupt = Box<dyn FnMut(&dyn State) -> bool>;

pub struct Debugger {
    program: Box<dyn Debuggee>,
    stoppoints: Stoppoints,
    interrupted: Interrupt,
    /// Steps that may still be executed.
    budget: u64,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EvaluationError {
    #[error(transparent)]
    Expression(#[from] ExpressionError),
    #[error(transparent)]
    Value(#[from] ValueError),
    /// The expression on the left of `=` is not an lvalue.
    #[error("cannot assign to `{0}`; only registers, flags, variables and elements can be set")]
    NotAssignable(String),
    #[error(transparent)]
    Set(#[from] SetError),
}

impl Debugger {
    /// Creates a debugger for a program in its current state, without breakpoints.
    pub fn new(program: Box<dyn Debuggee>) -> Self {
        Debugger {
            program,
            stoppoints: Stoppoints::default(),
            interrupted: Box::new(|_| false),
            budget: u64::MAX,
        }
    }

    /// Limits the steps that all further runs execute together, forward or searching backward.
    pub fn set_budget(&mut self, steps: u64) {
        self.budget = steps;
    }

    /// Sets the function that is asked every [`INTERRUPT_INTERVAL`] steps whether to interrupt the run. It sees
    /// the state that the run, or a replay, has reached.
    pub fn interrupt_when(&mut self, interrupted: impl FnMut(&dyn State) -> bool + 'static) {
        self.interrupted = Box::new(interrupted);
    }

    /// Returns whether the user wants to interrupt the run.
    pub fn is_interrupted(&mut self) -> bool {
        (self.interrupted)(self.program.as_ref())
    }

    /// Replays the program from its start to its current step and counts what ran. Returns none if interrupted.
    pub fn profile(&mut self) -> Option<Profile> {
        Profile::of(self.program.as_mut(), &mut self.interrupted)
    }

    pub fn program(&self) -> &dyn Debuggee {
        self.program.as_ref()
    }

    /// Returns the program, to press keys or set values.
    pub fn program_mut(&mut self) -> &mut dyn Debuggee {
        self.program.as_mut()
    }

    /// Returns breakpoints and watchpoints in the order of their creation.
    pub fn stoppoints(&self) -> &[Stoppoint] {
        self.stoppoints.all()
    }

    pub fn stoppoint_mut(&mut self, id: u32) -> Option<&mut Stoppoint> {
        self.stoppoints.get_mut(id)
    }

    /// Adds a breakpoint or watchpoint and returns its number. `text` describes it in reports.
    pub fn add_stoppoint(&mut self, text: &str, trigger: Trigger) -> u32 {
        self.stoppoints.add(text, trigger)
    }

    /// Deletes a breakpoint or watchpoint. Returns whether it existed.
    pub fn delete_stoppoint(&mut self, id: u32) -> bool {
        self.stoppoints.delete(id)
    }

    pub fn find_location(&self, text: &str) -> Result<Location, LocationError> {
        self.program.find_location(text)
    }

    /// Parses a location as a user writes it: one, or all at which a line of a source begins.
    pub fn find_locations(&self, text: &str) -> Result<Vec<Location>, LocationError> {
        self.program.find_locations(text)
    }

    pub fn find_events(&self, text: &str) -> Result<EventRange, EventError> {
        EventRange::parse(text, self.program.event_kinds(), |name| self.program.symbol(name))
    }

    pub fn parse(&self, text: &str) -> Result<Expression, ExpressionError> {
        Expression::parse(text, self.program())
    }

    /// Evaluates an expression in the current state.
    pub fn evaluate(&self, text: &str) -> Result<i64, EvaluationError> {
        let expression = self.parse(text)?;
        Ok(expression.value(self.program())?)
    }

    /// Assigns a value to a register, flag, variable or element.
    pub fn assign(&mut self, target: &str, value: i64) -> Result<(), EvaluationError> {
        let lvalue = self.parse(target)?.lvalue(self.program())?;
        let lvalue = lvalue.ok_or_else(|| EvaluationError::NotAssignable(target.trim().to_owned()))?;
        Ok(self.program.set(lvalue, value)?)
    }
}

/// Forward execution.
impl Debugger {
    /// Executes up to `steps` steps.
    pub fn step(&mut self, steps: u64) -> Report {
        self.forward(steps, |_| None)
    }

    /// Executes one step. A subroutine that it calls is executed up to its return.
    #[expect(clippy::should_implement_trait, reason = "the name of the command in every debugger")]
    pub fn next(&mut self) -> Report {
        let depth = self.program.depth();
        self.forward(u64::MAX, |state| (state.depth() <= depth).then_some(Cause::Stepped))
    }

    /// Continues until the current subroutine returns.
    pub fn finish(&mut self) -> Report {
        let depth = self.program.depth();
        self.forward(u64::MAX, |state| (state.depth() < depth).then_some(Cause::Returned))
    }

    /// Continues until a breakpoint, a watchpoint or the end of the program.
    pub fn resume(&mut self) -> Report {
        self.forward(u64::MAX, |_| None)
    }

    /// Continues to one of some locations, or until another cause stops the program.
    pub fn until(&mut self, locations: &[Location]) -> Report {
        self.forward(u64::MAX, |state| is_about_to_run(state, locations).then_some(Cause::Reached))
    }

    /// Continues until the hardware reports one of these events, or until another cause stops the program.
    pub fn until_event(&mut self, events: &EventRange) -> Report {
        self.forward(u64::MAX, |state| events.occurred(state).map(Cause::Event))
    }

    /// Goes forward or backward to the state after `step` steps.
    pub fn seek(&mut self, step: u64) -> Report {
        let from = self.program.steps();
        let recorded = step.min(self.program.recorded());
        self.program.seek(recorded);
        let Report { cause, to, .. } = match step - recorded {
            0 => Report { cause: self.program.end().map_or(Cause::Stepped, Cause::End), from, to: recorded },
            more => self.step(more),
        };
        Report { cause, from, to }
    }

    /// Executes up to `steps` steps. `goal` returns why to stop in a state, if so.
    fn forward(&mut self, steps: u64, goal: impl Fn(&dyn State) -> Option<Cause>) -> Report {
        let from = self.program.steps();
        self.stoppoints.start(self.program.as_ref());
        let stoppoints = &mut self.stoppoints;
        let mut interrupt = InterruptPoll::new(self.interrupted.as_mut());
        let mut cause = None;
        let allowed = steps.min(self.budget);
        let outcome = self.program.run(allowed, &mut |state| {
            cause = stoppoints.check(state).or_else(|| goal(state));
            if interrupt.poll(state) {
                cause = cause.take().or(Some(Cause::Interrupted));
            }
            cause.is_some()
        });
        let end = match outcome {
            Outcome::Ended(end) => Some(end),
            Outcome::Done | Outcome::Stopped => self.program.end(),
        };
        self.budget -= (self.program.steps() - from).min(allowed);
        let all_done = if allowed < steps { Cause::OutOfBudget } else { Cause::Stepped };
        let cause = match (cause, end) {
            (Some(cause), _) if cause.is_stoppoint() => cause,
            (_, Some(end)) => Cause::End(end),
            (cause, None) => cause.unwrap_or(all_done),
        };
        Report { cause, from, to: self.program.steps() }
    }
}

/// Returns whether one of some locations is executed next. A halted processor only waits before it.
fn is_about_to_run(state: &dyn State, locations: &[Location]) -> bool {
    locations.contains(&state.location()) && !state.is_halted()
}

/// The length of the first section in steps; each further one is twice as long, up to the longest.
const SHORTEST: u64 = 1 << 12;
const LONGEST: u64 = 1 << 22;

/// Backward execution.
impl Debugger {
    /// Takes back up to `steps` steps.
    pub fn back(&mut self, steps: u64) -> Report {
        let from = self.program.steps();
        let to = from.saturating_sub(steps);
        self.program.seek(to);
        let cause = if steps > from { Cause::Start } else { Cause::Stepped };
        Report { cause, from, to }
    }

    /// Takes back one step. If it returned from a subroutine, goes back to the call.
    pub fn back_next(&mut self) -> Report {
        let depth = self.program.depth();
        self.backward(|state| (state.depth() <= depth).then_some(Cause::Stepped))
    }

    /// Goes back to the call of the current subroutine.
    pub fn back_finish(&mut self) -> Report {
        let depth = self.program.depth();
        self.backward(|state| (state.depth() < depth).then_some(Cause::Called))
    }

    /// Goes back to the previous breakpoint, or to before the step that changed a watched value.
    pub fn back_resume(&mut self) -> Report {
        self.backward(|_| None)
    }

    /// Goes back to one of some locations, or until another cause stops the program.
    pub fn back_until(&mut self, locations: &[Location]) -> Report {
        self.backward(|state| is_about_to_run(state, locations).then_some(Cause::Reached))
    }

    /// Goes back to the last of these events, or until another cause stops the program. Like forward execution it stops
    /// after the step in which the event occurred.
    pub fn back_until_event(&mut self, events: &EventRange) -> Report {
        self.backward(|state| events.occurred(state).map(Cause::Event))
    }

    fn backward(&mut self, goal: impl Fn(&dyn State) -> Option<Cause>) -> Report {
        let from = self.program.steps();
        let mut search = Search {
            program: self.program.as_mut(),
            stoppoints: &mut self.stoppoints,
            interrupted: self.interrupted.as_mut(),
            budget: &mut self.budget,
            goal: &goal,
        };
        let (to, cause) = match search.last_before(from) {
            Ok(Some(found)) => found,
            Ok(None) => (0, Cause::Start),
            Err(Aborted(cause)) => (from, cause),
        };
        self.program.seek(to);
        Report { cause, from, to }
    }
}

/// The search was ended before its result: why.
struct Aborted(Cause);

/// A step to go back to, and why.
type Found = Option<(u64, Cause)>;

/// A search for the last state that stops the program.
struct Search<'a> {
    program: &'a mut dyn Debuggee,
    stoppoints: &'a mut Stoppoints,
    interrupted: &'a mut dyn FnMut(&dyn State) -> bool,
    budget: &'a mut u64,
    goal: &'a dyn Fn(&dyn State) -> Option<Cause>,
}

impl Search<'_> {
    fn last_before(&mut self, here: u64) -> Result<Found, Aborted> {
        let (mut end, mut length) = (here, SHORTEST);
        while end > 0 {
            let start = end.saturating_sub(length);
            if let Some(found) = self.last_between(start, end)? {
                return Ok(Some(found));
            }
            end = start;
            length = (length * 2).min(LONGEST);
        }
        Ok(None)
    }

    /// Searches the steps from `start` up to but not including `end`.
    fn last_between(&mut self, start: u64, end: u64) -> Result<Found, Aborted> {
        // A condition that becomes true at `start` is only noticed in comparison with the step before.
        let start = start.saturating_sub(1);
        *self.budget = self.budget.checked_sub(end - start).ok_or(Aborted(Cause::OutOfBudget))?;
        self.program.seek(start);
        let program: &dyn State = self.program;
        self.stoppoints.start(program);
        // In the first state there is no step whose changes could be seen, so only locations count.
        let location = self.stoppoints.check_replayed(program).location;
        let mut found = location.or_else(|| (self.goal)(program)).map(|cause| (start, cause));
        let mut interrupt = InterruptPoll::new(self.interrupted);
        let (stoppoints, goal) = (&mut *self.stoppoints, self.goal);
        self.program.run(end - start, &mut |state| {
            let now = state.steps();
            let hits = stoppoints.check_replayed(state);
            // The previous step made the change, so the destination is before that step.
            let change = hits.change.map(|cause| (now - 1, cause));
            let location = hits.location.or_else(|| goal(state)).filter(|_| now < end);
            found = location.map(|cause| (now, cause)).or(change).or(found.take());
            interrupt.poll(state)
        });
        if interrupt.is_interrupted() { Err(Aborted(Cause::Interrupted)) } else { Ok(found) }
    }
}
