//! A program in the debugger.

mod view;

use crate::{
    files::{Sources, Texts},
    refuse,
};
use arcadian_debugger::step::{request::StepRequest, stepping::Stepping, subject::Subject};
use arcadian_files::{Error, registers};
use arcadian_isa::Processor;
use serde::Deserialize;
use serde_json::{Value, json};

pub(crate) use view::Wanted;

use crate::step::programs;

/// The steps that one command can execute, a second or two. A page shows that it stopped there, and continues on request.
const BUDGET: u64 = 20_000_000;

/// A program with the options of `arcadian step`, and its files.
#[derive(Debug, Deserialize)]
pub(crate) struct Target {
    #[serde(flatten)]
    request: StepRequest,
    #[serde(default)]
    files: Texts,
    /// The steps to execute at once.
    #[serde(default)]
    go: u64,
}

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
    pub(crate) fn open(mut target: Target) -> Result<(Self, Value), Error> {
        let mut files = Sources::from(target.files);
        programs::complete(&mut target.request, &mut files);
        let subject = Subject::load(&files, &target.request)?;
        let mut stepping = Stepping::start(&subject)?;
        stepping.session.debugger_mut().set_budget(BUDGET);
        let (name, warning) = (subject.name(), subject.warnings().first());
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

    /// Returns why the program stopped last.
    #[cfg(test)]
    pub(crate) fn message(&self) -> &str {
        &self.message
    }

    /// Returns the words that complete the last one, which begins at a UTF-8 offset.
    pub(crate) fn complete(&self, line: &str) -> Value {
        let found = self.stepping.session.complete(line, line.len());
        json!({ "start": found.start, "words": found.words })
    }
}
