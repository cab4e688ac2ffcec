//! The program that is debugged.

pub(super) mod configuration;
pub(super) mod hits;
pub(super) mod motion;
pub(super) mod points;
mod printed;
pub(super) mod sources;

use std::rc::Rc;

use arcadian_debugger::{Debuggee, Debugger, command, notation::Notation};
use arcadian_proof::Routine;

use super::client::Interrupted;
use configuration::Launch;
use motion::Motion;
use points::Points;
use printed::Printed;
use sources::Sources;

use crate::{
    border,
    error::Result,
    files::Files,
    step::{self, figure::Figures, options::Options, subject::Subject},
};

/// The program, and what the client wants of it.
pub(super) struct Target {
    /// How it was launched.
    pub launch: Launch,
    /// What it is called.
    pub name: String,
    /// A warning about the program.
    pub warning: Option<String>,
    /// The routine, if it is one.
    pub routine: Option<Box<Routine>>,
    /// The debugger, and what is typed in the console.
    pub console: command::Session,
    /// Breakpoints.
    pub points: Points,
    /// Its sources.
    pub sources: Sources,
    /// What the client has been shown of what it printed.
    pub printed: Printed,
    /// Whether it runs.
    pub standing: Standing,
    /// The step at which the client was told that the program is at its end.
    pub ended: Option<u64>,
}

/// Whether a program runs.
#[derive(Clone, Debug)]
pub(super) enum Standing {
    /// The client still sets breakpoints.
    Configuring,
    /// It stands.
    Stopped,
    /// It runs.
    Running(Motion),
    /// It has ended, and the client knows.
    Over,
}

impl Target {
    /// Loads a program.
    pub(super) fn load(launch: Launch, interrupted: &Interrupted, files: &Rc<dyn Files>) -> Result<Target> {
        let options = launch.options()?;
        let subject = Subject::load(&**files, &options)?;
        let input = step::input(&subject, &options)?;
        let mut debugger = Debugger::new(subject.begin(&options, &input)?);
        let interrupted = interrupted.clone();
        debugger.interrupt_when(move |_| interrupted());
        let sources = Sources::of(debugger.program(), &options.target, Rc::clone(files));
        let mut console = command::Session::new(debugger);
        if let Some(routine) = subject.routine() {
            let figures = Figures::new(routine, &input.bytes, console.program());
            console.draw_figures(move |program| figures.text(program));
        }
        let warning = subject.warning().map(str::to_owned);
        let (name, routine) = named(subject, &options);
        Ok(Target {
            launch,
            name,
            warning,
            routine,
            console,
            points: Points::default(),
            sources,
            printed: Printed::default(),
            standing: Standing::Configuring,
            ended: None,
        })
    }

    /// The program, to look at.
    pub(super) fn program(&self) -> &dyn Debuggee {
        self.console.program()
    }

    /// The debugger.
    pub(super) fn debugger(&mut self) -> &mut Debugger {
        self.console.debugger_mut()
    }

    /// Whether log messages end a run for a moment. A command of the console would take that for a stop.
    pub(super) fn let_logs_stop(&mut self, stops: bool) {
        for id in self.points.logs() {
            if let Some(stop) = self.debugger().stoppoint_mut(id) {
                stop.enabled = stops;
            }
        }
    }

    /// Whether it is BASIC.
    pub(super) fn is_basic(&self) -> bool {
        self.program().processor().is_none()
    }

    /// How its numbers are written.
    pub(super) fn notation(&self) -> Notation {
        self.program().language().notation
    }
}

/// A routine's name, or that of the file.
fn named(subject: Subject, options: &Options) -> (String, Option<Box<Routine>>) {
    match subject {
        Subject::Routine(routine) => (routine.name.clone(), Some(routine)),
        _ => (sources::file_name(&border::name(&options.target)), None),
    }
}
