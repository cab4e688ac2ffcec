//! A program being stepped: the debugger's session, its figures and what changed.

use std::rc::Rc;

use arcadian_files::error::Result;
use arcadian_proof::Field;
use serde::Serialize;

use crate::{
    Debuggee, Debugger, Location,
    command::{CommandSession, Reply},
    debuggee::{Group, Space},
    debugger::{Cause, Stoppoint, Trigger},
    step::{
        figure::{BoardBytes, Drawing, Figures, Mark},
        subject::{Code, Input, Program, Subject},
    },
};

/// The kinds of programs, which have different views.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ViewKind {
    /// Machine code.
    Code,
    /// Machine code on hardware that reports events, with a screen and keys.
    Cartridge,
    Basic,
}

impl ViewKind {
    pub const ALL: [ViewKind; 3] = [ViewKind::Code, ViewKind::Cartridge, ViewKind::Basic];
}

/// A byte of memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct MarkedByte {
    pub value: u8,
    pub mark: Mark,
}

/// A program being stepped.
pub struct Stepping {
    /// The debugger and its command line.
    pub session: CommandSession,
    /// The boards of a routine.
    pub figures: Option<Rc<Figures>>,
    /// The state at the start and before the last move.
    pub past: Past,
    /// The routine with its claim and input; empty for other programs.
    pub title: String,
}

impl Stepping {
    /// Starts a program in the state that the options specify.
    pub fn start(subject: &Subject) -> Result<Self> {
        let input = subject.input()?;
        let mut session = CommandSession::new(Debugger::new(subject.start(&input)?));
        let figures = subject.routine().map(|routine| Figures::new(routine, &input.bytes, session.program()));
        let figures = figures.map(Rc::new);
        if let Some(figures) = figures.clone() {
            session.draw_figures(move |program| figures.text(program));
        }
        let start = Snapshot::of(session.program(), figures.as_deref());
        let past = Past { before: start.clone(), start };
        Ok(Stepping { session, figures, past, title: title(subject, &input) })
    }

    pub fn program(&self) -> &dyn Debuggee {
        self.session.program()
    }

    pub fn kind(&self) -> ViewKind {
        match (self.program().processor(), self.program().event_kinds()) {
            (None, _) => ViewKind::Basic,
            (Some(_), []) => ViewKind::Code,
            (Some(_), _) => ViewKind::Cartridge,
        }
    }

    /// Returns the boards of a routine with marks on changes.
    pub fn boards(&self) -> Vec<Drawing> {
        let Some(figures) = &self.figures else { return Vec::new() };
        figures.draw(&figures.read(self.program()), &self.past.before.boards)
    }

    /// Returns the subroutines and loops that are being executed, and where each was entered.
    pub fn frames(&self) -> Vec<String> {
        let program = self.program();
        let frames = program.frames().into_iter();
        frames.map(|frame| format!("{} from {}", frame.name, program.location_name(frame.from))).collect()
    }

    pub fn byte(&self, address: u16) -> MarkedByte {
        let value = self.program().load(Space::Byte, address.into()).unwrap_or(0) as u8;
        let of = |past: &Snapshot| past.memory.get(usize::from(address)).copied().unwrap_or(0);
        MarkedByte { value, mark: Mark::of(&of(&self.past.start), &of(&self.past.before), &value) }
    }

    /// Executes a command. If it moves the program, changes are marked from here on.
    pub fn execute(&mut self, line: &str) -> Reply {
        let before = Snapshot::of(self.program(), self.figures.as_deref());
        let reply = self.session.execute(line);
        if reply.moved.as_ref().is_some_and(|report| report.from != report.to) {
            self.past.before = before;
        }
        reply
    }

    /// Returns the message after a move: why it stopped, and the oracle's verdict. A view shows the rest.
    pub fn stop_message(&self, cause: &Cause) -> String {
        let cause = Some(cause.to_string()).filter(|cause| !cause.is_empty());
        let verdict = self.figures.as_ref().and_then(|figures| figures.verdict(self.program()));
        let lines: Vec<String> = cause.into_iter().chain(verdict).collect();
        lines.join(": ")
    }

    pub fn breakpoint(&self, location: Location) -> Option<&Stoppoint> {
        let is_here = |stop: &&Stoppoint| matches!(stop.trigger(), Trigger::At(at) if at.is_at(location));
        self.session.debugger().stoppoints().iter().find(is_here)
    }

    /// Returns the breakpoint in the row of code that starts at a location.
    pub fn breakpoint_in_row(&self, row: Location) -> Option<&Stoppoint> {
        let is_here = |stop: &&Stoppoint| match stop.trigger() {
            Trigger::At(at) => at.locations().iter().any(|at| self.program().is_same_row(row, *at)),
            _ => false,
        };
        self.session.debugger().stoppoints().iter().find(is_here)
    }

    /// Returns the command that sets or deletes a breakpoint at a location.
    pub fn toggle(&self, location: Location) -> String {
        match self.breakpoint(location) {
            Some(stop) => format!("delete {}", stop.id),
            None => format!("break {}", self.program().location_name(location)),
        }
    }
}

/// Returns the title of a routine, with its claim and input; empty for other programs.
fn title(subject: &Subject, input: &Input) -> String {
    let Program::Code(Code { routine: Some(routine), request, .. }) = &subject.program else {
        return String::new();
    };
    let fields = Field::settings(routine.specification.inputs(), &input.bytes);
    let given =
        request.inputs.iter().flat_map(|text| text.split(',')).filter_map(|part| part.split_once('='));
    let given: Vec<String> = given.map(|(name, _)| name.trim().to_ascii_lowercase()).collect();
    let is_given = |field: &&Field<String>| given.contains(&field.name.to_ascii_lowercase());
    let origin = match routine.specification.inputs().iter().filter(is_given).count() {
        0 => " (random; --in sets fields)",
        some if some < routine.specification.inputs().len() => " (the rest random)",
        _ => "",
    };
    format!(
        "{}, {}: {}\n{fields}{origin}\n",
        routine.name,
        routine.processor(),
        routine.specification.about()
    )
}

/// The values and memory at one time.
#[derive(Clone, Debug, Default)]
pub struct Snapshot {
    /// Registers and flags, or variables.
    pub groups: Vec<Group>,
    /// The 64 KB of memory; empty for BASIC.
    pub memory: Vec<u8>,
    /// The bytes of the boards.
    pub boards: BoardBytes,
}

impl Snapshot {
    /// Takes a snapshot.
    pub fn of(program: &dyn Debuggee, figures: Option<&Figures>) -> Self {
        let byte = |address: i64| program.load(Space::Byte, address).unwrap_or(0) as u8;
        let memory = match program.processor() {
            Some(_) => (0..=0xFFFF).map(byte).collect(),
            None => Vec::new(),
        };
        Snapshot {
            groups: program.groups(),
            memory,
            boards: figures.map_or(Vec::new(), |figures| figures.read(program)),
        }
    }

    /// Returns a value by its name, or 0 if it is not listed.
    pub fn value(&self, name: &str) -> i64 {
        let all = self.groups.iter().flat_map(|group| &group.values);
        all.into_iter().find(|value| value.name == name).map_or(0, |value| value.value)
    }
}

/// The snapshots at the start and before the last move.
#[derive(Clone, Debug)]
pub struct Past {
    /// The state at the start.
    pub start: Snapshot,
    /// The state before the last move.
    pub before: Snapshot,
}

impl Past {
    /// Returns the change mark of a value.
    pub fn value(&self, name: &str, now: i64) -> Mark {
        Mark::of(&self.start.value(name), &self.before.value(name), &now)
    }
}
