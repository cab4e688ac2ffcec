//! Going through a program in both directions, and where to stop.

mod back;
mod report;
mod stops;

use crate::{
    debuggee::{Debuggee, NoSpot, Refused, Spot, State, Why},
    expression::{Expression, ExpressionError, NoValue},
    profile::Profile,
};

pub use report::{Cause, Report};
pub use stops::{Breakpoint, Condition, Stop, Watch, Watched};

use stops::Stops;

/// So many steps pass between two questions whether someone wants a stop.
pub const PATIENCE: u32 = 1 << 14;

/// A program, and where to stop it.
pub struct Debugger {
    program: Box<dyn Debuggee>,
    stops: Stops,
    interrupted: Box<dyn FnMut() -> bool>,
}

/// Why an expression has no value.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EvaluationError {
    /// It cannot be read.
    #[error(transparent)]
    Expression(#[from] ExpressionError),
    /// It has no value now.
    #[error(transparent)]
    NoValue(#[from] NoValue),
    /// What is left of `=` is no place.
    #[error("`{0}` is nothing that can be set; a register, a flag, a variable or an element can")]
    NoTarget(String),
    /// The value cannot be set.
    #[error(transparent)]
    Refused(#[from] Refused),
}

impl Debugger {
    /// Begins where the program stands.
    pub fn new(program: Box<dyn Debuggee>) -> Self {
        Debugger { program, stops: Stops::default(), interrupted: Box::new(|| false) }
    }

    /// Asks this now and then during long runs; they stop when it says yes.
    pub fn interrupt_when(&mut self, interrupted: impl FnMut() -> bool + 'static) {
        self.interrupted = Box::new(interrupted);
    }

    /// Whether somebody wants a stop.
    pub fn is_interrupted(&mut self) -> bool {
        (self.interrupted)()
    }

    /// What ran, how often and how long, from the start to here; none if it was interrupted.
    pub fn profile(&mut self) -> Option<Profile> {
        Profile::of(self.program.as_mut(), &mut self.interrupted)
    }

    /// The program, to look at.
    pub fn program(&self) -> &dyn Debuggee {
        self.program.as_ref()
    }

    /// The program, to press keys or set values.
    pub fn program_mut(&mut self) -> &mut dyn Debuggee {
        self.program.as_mut()
    }

    /// Breakpoints and watches, in the order in which they were made.
    pub fn stops(&self) -> &[Stop] {
        self.stops.all()
    }

    /// A stop by its number.
    pub fn stop_mut(&mut self, id: u32) -> Option<&mut Stop> {
        self.stops.get_mut(id)
    }

    /// Adds a stop; its number.
    pub fn add(&mut self, text: &str, condition: Condition) -> u32 {
        self.stops.add(text, condition)
    }

    /// Takes a stop away; whether there was one.
    pub fn delete(&mut self, id: u32) -> bool {
        self.stops.delete(id)
    }

    /// The place that a person means.
    pub fn find(&self, place: &str) -> Result<Spot, NoSpot> {
        self.program.find(place)
    }

    /// Reads an expression about the program.
    pub fn read(&self, text: &str) -> Result<Expression, ExpressionError> {
        Expression::read(text, self.program())
    }

    /// The value of an expression now.
    pub fn evaluate(&self, text: &str) -> Result<i64, EvaluationError> {
        let expression = self.read(text)?;
        Ok(expression.value(self.program())?)
    }

    /// Sets what an expression names.
    pub fn assign(&mut self, place: &str, value: i64) -> Result<(), EvaluationError> {
        let expression = self.read(place)?;
        let target = expression.target(self.program())?;
        let target = target.ok_or_else(|| EvaluationError::NoTarget(place.trim().to_owned()))?;
        Ok(self.program.set(target, value)?)
    }
}

/// Forward.
impl Debugger {
    /// Executes so many steps.
    pub fn step(&mut self, steps: u64) -> Report {
        self.forward(steps, Cause::Stepped, |_| false)
    }

    /// Executes a step, and a subroutine that it enters, to its return.
    #[expect(clippy::should_implement_trait, reason = "debuggers have always called it so")]
    pub fn next(&mut self) -> Report {
        let depth = self.program.depth();
        self.forward(u64::MAX, Cause::Stepped, |state| state.depth() <= depth)
    }

    /// Goes on until the subroutine is left.
    pub fn finish(&mut self) -> Report {
        let depth = self.program.depth();
        self.forward(u64::MAX, Cause::Left, |state| state.depth() < depth)
    }

    /// Goes on until something stops it.
    pub fn resume(&mut self) -> Report {
        self.forward(u64::MAX, Cause::Stepped, |_| false)
    }

    /// Goes on to a place, or until something else stops it.
    pub fn until(&mut self, spot: Spot) -> Report {
        self.forward(u64::MAX, Cause::Reached, |state| state.spot() == spot)
    }

    /// Goes to where so many steps are done.
    pub fn seek(&mut self, step: u64) -> Report {
        let from = self.program.now();
        let recorded = step.min(self.program.furthest());
        self.program.seek(recorded);
        let Report { cause, to, .. } = match step - recorded {
            0 => Report { cause: self.program.end().map_or(Cause::Stepped, Cause::End), from, to: recorded },
            more => self.step(more),
        };
        Report { cause, from, to }
    }

    fn forward(&mut self, steps: u64, goal: Cause, reached: impl Fn(&dyn State) -> bool) -> Report {
        let from = self.program.now();
        self.stops.begin(self.program.as_ref());
        let (stops, interrupted) = (&mut self.stops, &mut self.interrupted);
        let mut patience = PATIENCE;
        let mut cause = None;
        let why = self.program.run(steps, &mut |state| {
            cause = stops.pass(state).or_else(|| reached(state).then(|| goal.clone()));
            patience -= 1;
            if patience == 0 {
                patience = PATIENCE;
                cause = cause.take().or_else(|| interrupted().then_some(Cause::Interrupted));
            }
            cause.is_some()
        });
        let end = match why {
            Why::End(end) => Some(end),
            Why::Steps | Why::Asked => self.program.end(),
        };
        let cause = match (cause, end) {
            (Some(cause), _) if cause.is_stop() => cause,
            (_, Some(end)) => Cause::End(end),
            (cause, None) => cause.unwrap_or(Cause::Stepped),
        };
        Report { cause, from, to: self.program.now() }
    }
}
