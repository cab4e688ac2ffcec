//! The program that is debugged, and how it is configured.

pub(crate) mod breakpoints;
pub(crate) mod execution;
pub(crate) mod sources;

use std::rc::Rc;

use arcadian_debugger::{
    Debuggee, Debugger, command,
    notation::Notation,
    step::{
        figure::Figures,
        request::StepRequest,
        subject::{Program, Subject},
    },
};
use arcadian_files::{Files, error::Result, escape};
use arcadian_program::{CompiledLines, Variable};
use arcadian_proof::Routine;
use serde::Deserialize;

use breakpoints::Breakpoints;
use execution::Execution;
use execution::SentOutput;
use sources::Sources;

/// Returns whether a running program has to be interrupted because a message has arrived.
pub(crate) type InterruptCheck = Rc<dyn Fn() -> bool>;

/// The program that is debugged, its debugger, and the client's breakpoints.
pub(crate) struct Target {
    pub launch: Launch,
    /// The name: a routine's label or the file name.
    pub name: String,
    pub warnings: Vec<String>,
    /// The routine, if the program is one.
    pub routine: Option<Box<Routine>>,
    /// The debugger with its command line.
    pub console: command::CommandSession,
    /// The variables of a binary with a map.
    pub variables: Vec<Variable>,
    /// Its lines of a compiler's language.
    pub compiled: Rc<CompiledLines>,
    pub breakpoints: Breakpoints,
    pub sources: Sources,
    pub sent_output: SentOutput,
    pub phase: Phase,
    /// The step at which the end of the program was reported to the client.
    pub reported_end: Option<u64>,
}

/// Whether the program is running, stopped or ended.
#[derive(Clone, Debug)]
pub(crate) enum Phase {
    /// Loaded; the client sets its breakpoints.
    Configuring,
    Stopped,
    Running(Execution),
    /// Ended, and reported as ended to the client.
    Ended,
}

impl Target {
    pub(crate) fn load(
        launch: Launch,
        interrupted: &InterruptCheck,
        files: &Rc<dyn Files>,
    ) -> Result<Target> {
        let subject = Subject::load(&**files, &launch.request)?;
        let file = subject.file();
        let (variables, compiled) =
            file.map(|program| (program.variables(), program.compiled())).unwrap_or_default();
        let input = subject.input()?;
        let mut debugger = Debugger::new(subject.start(&input)?);
        let interrupted = interrupted.clone();
        debugger.interrupt_when(move |_| interrupted());
        let sources = Sources::of(debugger.program(), &subject.target, Rc::clone(files));
        let mut console = command::CommandSession::new(debugger);
        if let Some(routine) = subject.routine() {
            let figures = Figures::new(routine, &input.bytes, console.program());
            console.draw_figures(move |program| figures.text(program));
        }
        let warnings = subject.warnings().to_vec();
        let called = launch.request.call.clone().filter(|called| console.program().symbol(called).is_some());
        let (name, routine) = name_and_routine(subject, called);
        Ok(Target {
            launch,
            name,
            warnings,
            routine,
            console,
            variables,
            compiled: Rc::new(compiled),
            breakpoints: Breakpoints::default(),
            sources,
            sent_output: SentOutput::default(),
            phase: Phase::Configuring,
            reported_end: None,
        })
    }

    pub(crate) fn program(&self) -> &dyn Debuggee {
        self.console.program()
    }

    pub(crate) fn debugger(&mut self) -> &mut Debugger {
        self.console.debugger_mut()
    }

    /// Enables or disables all logpoints. They interrupt a run, which would end a console command early.
    pub(crate) fn enable_logpoints(&mut self, enabled: bool) {
        for id in self.breakpoints.logpoints() {
            if let Some(stoppoint) = self.debugger().stoppoint_mut(id) {
                stoppoint.enabled = enabled;
            }
        }
    }

    pub(crate) fn is_basic(&self) -> bool {
        self.program().processor().is_none()
    }

    pub(crate) fn notation(&self) -> Notation {
        self.program().language().notation
    }
}

/// Returns the name of a routine with the routine; else the label that is called, or the name of the file.
fn name_and_routine(subject: Subject, called: Option<String>) -> (String, Option<Box<Routine>>) {
    let routine = match subject.program {
        Program::Code(code) => code.routine,
        _ => None,
    };
    let file = || sources::file_name(&escape::source_name(&subject.target));
    let name = routine.as_ref().map(|routine| routine.name.clone());
    (name.or(called).unwrap_or_else(file), routine)
}

/// The attributes of an editor. The host of a session reads the token.
pub(crate) const EDITOR_ATTRIBUTES: [&str; 3] = ["stopOnEntry", "noDebug", "token"];

/// The arguments of `launch`: a program with the options of `arcadian step`, and those of an editor.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Launch {
    #[serde(flatten)]
    pub request: StepRequest,
    stop_on_entry: Option<bool>,
    #[serde(default)]
    no_debug: bool,
}

impl Launch {
    /// Returns whether the program stops before its first step.
    pub(crate) fn stops_on_entry(&self) -> bool {
        !self.no_debug && self.stop_on_entry.unwrap_or(true)
    }

    pub(crate) fn is_without_debugger(&self) -> bool {
        self.no_debug
    }
}
