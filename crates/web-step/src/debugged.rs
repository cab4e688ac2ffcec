//! A program in the debugger.

mod view;

use std::path::PathBuf;

use arcadian_desk::{
    Error,
    program::Reading,
    registers,
    step::{options::Options, stepping::Stepping, subject::Subject},
};
use arcadian_isa::Processor;
use arcadian_web::{
    files::{Sources, Texts},
    input::named,
    refuse,
};
use serde::Deserialize;
use serde_json::{Value, json};

pub(crate) use view::Wanted;

/// The steps that one command can execute, a second or two. A page shows that it stopped there, and continues on request.
const BUDGET: u64 = 20_000_000;

/// A program and its initial state: the options of `arcadian step`.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct Target {
    /// A routine, a file of `files`, or `rotate`.
    target: String,
    files: Texts,
    cpu: Option<String>,
    inputs: Vec<String>,
    set: Vec<String>,
    place: Vec<String>,
    poke: Vec<String>,
    same_as: Option<String>,
    keys: Vec<String>,
    seed: Option<u64>,
    dialect: Option<String>,
    as_printed: bool,
    /// The steps to execute at once.
    go: u64,
}

impl Target {
    fn options(&self) -> Result<Options, Error> {
        Ok(Options {
            target: self.target.clone().into(),
            cpu: processor(self.cpu.as_deref())?,
            inputs: self.inputs.clone(),
            set: self.set.clone(),
            place: self.place.clone(),
            poke: self.poke.clone(),
            same_as: self.same_as.clone().map(PathBuf::from),
            keys: self.keys.clone(),
            seed: self.seed,
            reading: Reading { dialect: named(self.dialect.as_deref())?, as_printed: self.as_printed },
            ..Options::default()
        })
    }
}

/// Returns the processor with a name.
pub(crate) fn processor(name: Option<&str>) -> Result<Option<Processor>, Error> {
    name.map(|name| registers::processor(name).map_err(refuse)).transpose()
}

/// A program in the debugger.
pub(crate) struct Debugged {
    stepping: Stepping,
    name: String,
    message: String,
}

impl Debugged {
    /// Starts a program. Returns the fields of the answer as well.
    pub(crate) fn open(target: Target) -> Result<(Self, Value), Error> {
        let options = target.options()?;
        let files = Sources::from(target.files);
        let subject = Subject::load(&files, &options)?;
        let mut stepping = Stepping::start(&subject, &options)?;
        stepping.session.debugger_mut().set_budget(BUDGET);
        let (name, warning) = (subject.name(&options), subject.warning());
        let reply = json!({ "name": name, "title": stepping.title, "warning": warning });
        let mut debugged = Debugged { stepping, name, message: String::new() };
        if target.go > 0 {
            debugged.command(&format!("go {}", target.go));
        }
        Ok((debugged, reply))
    }

    /// Executes a line of the command table.
    pub(crate) fn command(&mut self, line: &str) -> Value {
        let reply = self.stepping.execute(line);
        self.message = match &reply.moved {
            Some(report) => self.stepping.stop_message(&report.cause),
            None => String::new(),
        };
        // Each command may execute as many steps again.
        self.stepping.session.debugger_mut().set_budget(BUDGET);
        json!({ "text": reply.text, "failed": reply.failed, "moved": reply.moved.is_some() })
    }

    /// Returns the words that complete the last one, which begins at a UTF-8 offset.
    pub(crate) fn complete(&self, line: &str) -> Value {
        let found = self.stepping.session.complete(line, line.len());
        json!({ "start": found.start, "words": found.words })
    }
}
