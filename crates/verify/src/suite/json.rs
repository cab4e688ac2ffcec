//! The report of a suite as JSON, and the union of the reports of the parts of a run.

use std::path::PathBuf;

use arcadian_files::{
    escape,
    shard::{self, JoinError, Part},
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{Case, Status, Subject, Suite};

#[derive(Serialize, Deserialize)]
struct SuiteEntry {
    arcadian: String,
    command: String,
    ok: bool,
    #[serde(flatten)]
    part: Option<Part>,
    cases: Vec<CaseEntry>,
    seconds: f64,
    counts: Counts,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    interrupted: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    error: Option<Value>,
}

#[derive(Serialize, Deserialize)]
struct CaseEntry {
    file: String,
    name: String,
    cpu: Option<String>,
    line: usize,
    ok: bool,
    verdict: Status,
    seconds: f64,
    message: String,
    details: String,
    position: usize,
}

#[derive(Serialize, Deserialize)]
struct Counts {
    passed: usize,
    examples: usize,
    sampled: usize,
    failed: usize,
    undecided: usize,
    invalid: usize,
}

/// The command of the reports.
const COMMAND: &str = "test";

pub(super) fn write(suite: &Suite) -> String {
    let entry = SuiteEntry {
        arcadian: env!("CARGO_PKG_VERSION").to_owned(),
        command: COMMAND.to_owned(),
        ok: suite.is_passed(),
        part: suite.part.clone(),
        cases: suite.cases.iter().map(CaseEntry::of).collect(),
        // The sum of nothing would be -0.
        seconds: suite.cases.iter().fold(0.0, |sum, case| sum + case.seconds),
        counts: Counts {
            passed: suite.count(Status::Passed),
            examples: suite.count(Status::Examples),
            sampled: suite.count(Status::Sampled),
            failed: suite.count(Status::Failed),
            undecided: suite.count(Status::Undecided),
            invalid: suite.count(Status::Invalid),
        },
        interrupted: suite.is_interrupted,
        error: suite
            .unjudged()
            .map(|case| json!({ "message": format!("{}: {}", case.title(), case.message) })),
    };
    // Texts, numbers and lists are always JSON.
    escape::json(&entry).unwrap_or_default() + "\n"
}

impl CaseEntry {
    fn of(case: &Case) -> CaseEntry {
        CaseEntry {
            file: case.file(),
            name: case.name.clone(),
            cpu: case.processor.clone(),
            line: case.line,
            ok: case.is_passed(),
            verdict: case.status,
            seconds: case.seconds,
            message: case.message.clone(),
            details: case.details.clone(),
            position: case.position,
        }
    }

    fn case(self) -> Case {
        Case {
            file: PathBuf::from(self.file),
            name: self.name,
            processor: self.cpu,
            line: self.line,
            status: self.verdict,
            seconds: self.seconds,
            message: self.message,
            details: self.details,
            id: None,
            position: self.position,
        }
    }
}

impl Suite {
    /// Reads the JSON of a report.
    pub fn read(text: &str) -> serde_json::Result<Suite> {
        let SuiteEntry { command, part, cases, interrupted: is_interrupted, .. } =
            serde_json::from_str(text)?;
        if command != COMMAND {
            return Err(serde::de::Error::custom(format!("it is a report of `{}`", escape::line(&command))));
        }
        let cases = cases.into_iter().map(CaseEntry::case).collect();
        Ok(Suite { cases, subject: Subject::Contracts, part, is_interrupted })
    }

    /// Returns the suite of a whole run from those of its parts, which have the names of their files.
    pub fn join(parts: Vec<(String, Suite)>) -> Result<Suite, JoinError> {
        if let Some((name, _)) = parts.iter().find(|(_, suite)| suite.is_interrupted) {
            return Err(JoinError::Interrupted(name.clone()));
        }
        let items = parts.into_iter().map(|(name, suite)| {
            let cases = suite.cases.into_iter().map(|case| (case.position, case)).collect();
            (name, suite.part, cases)
        });
        let cases = shard::join(items.collect())?;
        Ok(Suite { cases, ..Suite::default() })
    }
}
