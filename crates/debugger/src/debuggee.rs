//! The interface between the debugger and a program, whatever the program is written in; requests that a program refuses, and how it
//! ended.

mod event;

use std::{fmt, ops::Range};

use arcadian_isa::Processor;
use arcadian_machine::DeviceEvent;

pub use arcadian_program::source::LocationError;
pub use event::{
    BEAM, BeamScreen, CodeRow, EventError, EventKind, EventRange, Group, Language, Lvalue, Screen,
    SourceLine, Space, StackFrame, ValueId, Variable,
};

/// The place where a step begins. The program decides what the number means: machine code uses the address.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Location(pub u32);

/// The state of a program between two steps. Nothing here changes it.
pub trait State {
    /// Returns where the next step begins: the program counter.
    fn location(&self) -> Location;

    /// Returns the number of steps since the start.
    fn steps(&self) -> u64;

    /// Returns the number of clock cycles (T-states) since the start.
    fn cycles(&self) -> u64;

    /// Returns the number of subroutines entered and not yet left.
    fn depth(&self) -> usize;

    /// Returns whether the processor is halted. The instruction at [`location`](Self::location) is not about to run then.
    fn is_halted(&self) -> bool {
        false
    }

    /// Returns the value of a register, flag, variable or counter; 0 for an unknown one.
    fn value(&self, id: ValueId) -> i64;

    /// Returns an element of memory or of an array, if there is one with this address or index.
    fn load(&self, space: Space, index: i64) -> Option<i64>;

    /// Returns what the program shows, if it has a screen.
    fn screen(&self) -> Option<Screen> {
        None
    }

    /// Returns the events that the hardware reported in the last step.
    fn events(&self) -> &[DeviceEvent] {
        &[]
    }
}

/// A program that can be executed forward and backward.
pub trait Debuggee: State {
    /// Returns how programs of this kind are written and counted.
    fn language(&self) -> &'static Language;

    /// Returns the processor that executes the program; none for an interpreted one.
    fn processor(&self) -> Option<Processor> {
        None
    }

    fn event_kinds(&self) -> &'static [EventKind] {
        &[]
    }

    /// Returns the number of steps recorded: the last that [`seek`](Self::seek) can reach.
    fn recorded(&self) -> u64;

    /// Executes up to `steps` steps, replaying the recorded ones. `observe` is called after each and returns whether to
    /// stop.
    fn run(&mut self, steps: u64, observe: &mut dyn FnMut(&dyn State) -> bool) -> Outcome;

    /// Goes forward or backward to the state after `step` steps, or to the last one recorded.
    fn seek(&mut self, step: u64);

    /// Returns the register, flag, variable or counter of this name, in any case.
    fn resolve(&self, name: &str) -> Option<ValueId>;

    fn symbol(&self, name: &str) -> Option<i64>;

    /// Returns all names that expressions can use, symbols included.
    fn names(&self) -> Vec<String>;

    /// Parses a location as a user writes it.
    fn find_location(&self, text: &str) -> Result<Location, LocationError> {
        Ok(self.find_locations(text)?.first().copied().unwrap_or_default())
    }

    /// Parses a location as a user writes it: one, or all at which a line of a source begins.
    fn find_locations(&self, text: &str) -> Result<Vec<Location>, LocationError>;

    /// Writes a location as [`find_location`](Self::find_location) reads it.
    fn location_name(&self, location: Location) -> String;

    /// Returns locations worth offering as completions.
    fn location_names(&self) -> Vec<String>;

    /// Returns the location of a memory address, if steps begin at addresses.
    fn location_at(&self, _address: u16) -> Option<Location> {
        None
    }

    /// Returns the memory address of a location, if steps begin at addresses.
    fn address(&self, _location: Location) -> Option<u16> {
        None
    }

    /// Returns whether [`rows`](Self::rows) shows both locations in one row.
    fn is_same_row(&self, one: Location, other: Location) -> bool {
        one == other
    }

    /// Changes a value. The history beyond this point is discarded.
    fn set(&mut self, target: Lvalue, value: i64) -> Result<(), SetError>;

    /// Returns the call stack and the active loops, innermost first.
    fn frames(&self) -> Vec<StackFrame>;

    /// Returns the values worth showing: registers and flags, or variables.
    fn groups(&self) -> Vec<Group>;

    /// Returns the addresses of the stack in memory, from the byte pushed last.
    fn stack(&self) -> Option<Range<u32>> {
        None
    }

    /// Returns the code around a location: up to `before` rows before its row and `after` rows after it.
    fn rows(&self, around: Location, before: usize, after: usize) -> Vec<CodeRow>;

    /// Returns every location of the source where a step can begin, in ascending order.
    fn all_locations(&self) -> Vec<Location>;

    /// Returns the line of the source that a location belongs to.
    fn source_line(&self, location: Location) -> Option<SourceLine>;

    /// Returns the files and lines of the sources in which a breakpoint can stop, in ascending order.
    fn source_lines(&self) -> Vec<(String, usize)>;

    /// Returns the first line of a source from this one on that has code, and where a breakpoint in it stops.
    fn locations_in_source(&self, file: &str, line: usize) -> Option<(usize, Vec<Location>)>;

    /// Presses keys, written as in a key script. In BASIC they wait until the program reads them; on hardware they are
    /// pressed and released in time. The history beyond this point is discarded.
    fn press(&mut self, _keys: &str) -> Result<(), PressError> {
        Err(PressError::NoKeyboard)
    }

    /// Returns why the program cannot continue by itself, if it cannot.
    fn end(&self) -> Option<End>;

    /// Returns the lines printed so far.
    fn output(&self) -> Vec<String>;

    /// Writes the step at a location in one line: `0103  DCR  B  ; one less`, `100.2  PRINT I`.
    fn step_text(&self, location: Location) -> String {
        let row = self.rows(location, 0, 0).into_iter().next().unwrap_or_default();
        format!("{}  {}", self.location_name(location), row.step_text()).trim_end().to_owned()
    }
}

/// The number of steps between two questions whether the user wants to interrupt the run.
pub const INTERRUPT_INTERVAL: u32 = 1 << 14;

/// Asks from time to time whether a run is to be interrupted.
pub(crate) struct InterruptPoll<'a> {
    interrupted: &'a mut dyn FnMut(&dyn State) -> bool,
    remaining: u32,
    is_interrupted: bool,
}

impl<'a> InterruptPoll<'a> {
    pub(crate) fn new(interrupted: &'a mut dyn FnMut(&dyn State) -> bool) -> Self {
        InterruptPoll { interrupted, remaining: INTERRUPT_INTERVAL, is_interrupted: false }
    }

    /// Counts a step and returns whether the run is to be interrupted after it.
    #[inline]
    pub(crate) fn poll(&mut self, state: &dyn State) -> bool {
        self.remaining -= 1;
        if self.remaining == 0 {
            self.remaining = INTERRUPT_INTERVAL;
            self.is_interrupted = (self.interrupted)(state);
        }
        self.is_interrupted
    }

    /// Returns the last answer.
    pub(crate) fn is_interrupted(&self) -> bool {
        self.is_interrupted
    }
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetError {
    #[error("{value} does not fit in {name} ({least} to {most})")]
    OutOfRange {
        /// The register, variable or element.
        name: String,
        value: i64,
        least: i64,
        most: i64,
    },
    /// Memory or the array has no such element.
    #[error("{0} is not a valid address or index")]
    NoElement(i64),
    #[error("{0} is read-only")]
    ReadOnly(String),
    /// The address holds program text that a suspended statement still needs.
    #[error("{0} is program text, read-only while a statement waits for input")]
    InUse(String),
}

impl SetError {
    /// Checks that a value is within the range of what it is assigned to.
    pub(crate) fn check(name: &str, value: i64, least: i64, most: i64) -> Result<i64, SetError> {
        if (least..=most).contains(&value) {
            Ok(value)
        } else {
            Err(SetError::OutOfRange { name: name.to_owned(), value, least, most })
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PressError {
    #[error("the program has no keyboard")]
    NoKeyboard,
    /// The text is not a key script.
    #[error("{0}")]
    Invalid(String),
}

/// The reason why a run returned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// All requested steps were executed.
    Done,
    /// The observer asked to stop.
    Stopped,
    Ended(End),
}

/// The reason why a program cannot continue by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// The routine returned to its caller.
    Returned,
    Halted,
    SelfJump,
    /// The code ran away: it is halted for good, or executes outside of its memory. The text says which.
    RanAway(String),
    /// An operating system service ended the program or is not available; the text says which.
    Service(String),
    NeedsKey,
    /// The program is waiting for a line of input.
    NeedsInput,
    Finished,
    /// The user halted the program.
    Interrupted,
    /// The program stopped with an error; the text is its message.
    Error(String),
}

impl End {
    /// Returns whether input lets the program continue.
    pub fn is_waiting(&self) -> bool {
        matches!(self, End::NeedsKey | End::NeedsInput)
    }
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            End::Returned => "the routine has returned",
            End::Halted => "the processor is halted",
            End::SelfJump => "the instruction jumps to itself",
            End::NeedsKey => "the program is waiting for a key",
            End::NeedsInput => "the program is waiting for an answer to INPUT",
            End::Finished => "the program has ended",
            End::Interrupted => "the program was halted",
            End::Service(message) | End::Error(message) | End::RanAway(message) => message,
        })
    }
}
