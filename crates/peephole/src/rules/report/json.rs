//! The report as JSON: each rule has a line of its own.

use arcadian_files::escape;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{Change, Counts, Head, Report, RuleEntry, Status};

/// The fields after the rules.
#[derive(Serialize)]
struct Tail<'a> {
    #[serde(flatten)]
    counts: Counts,
    #[serde(skip_serializing_if = "<[Change]>::is_empty")]
    known_changed: &'a [Change],
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    interrupted: bool,
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<Value>,
}

/// What is read of a report.
#[derive(Deserialize)]
struct Whole {
    #[serde(flatten)]
    head: Head,
    rules: Vec<RuleEntry>,
    #[serde(default)]
    known_changed: Vec<Change>,
    #[serde(default)]
    interrupted: bool,
    seconds: f64,
}

/// The first fields, as in every report.
#[derive(Serialize)]
struct Envelope<'a> {
    arcadian: &'a str,
    command: &'a str,
    ok: bool,
    #[serde(flatten)]
    head: &'a Head,
}

impl Report {
    pub fn json(&self) -> serde_json::Result<String> {
        let Head { arcadian, command, .. } = &self.head;
        let head = escape::json(&Envelope { arcadian, command, ok: self.is_right(), head: &self.head })?;
        let rules = self.rules.iter().map(escape::json).collect::<serde_json::Result<Vec<_>>>()?;
        let error = (self.status() == Status::NotJudged).then(|| json!({ "message": self.unjudged() }));
        let tail = Tail {
            counts: self.counts(),
            known_changed: &self.changes,
            interrupted: self.is_interrupted,
            seconds: self.seconds,
            error,
        };
        let (head, tail) = (head.strip_suffix('}').unwrap_or(&head), escape::json(&tail)?);
        let rules: String = rules.iter().map(|rule| format!("\n{rule},")).collect();
        let rules = rules.trim_end_matches(',');
        Ok(format!("{head},\"rules\":[{rules}\n],{}\n", tail.trim_start_matches('{')))
    }

    /// Returns why nothing is refuted and not everything judged.
    fn unjudged(&self) -> String {
        match self.counts().unreadable {
            0 => format!("no rule matches code of the {}", self.head.cpu),
            count => format!("{} cannot be read", arcadian_files::count(count, "rule")),
        }
    }

    /// Reads the report of a run, or of a part of it.
    pub fn read(text: &str) -> serde_json::Result<Report> {
        let Whole { head, rules, known_changed, interrupted, seconds } = serde_json::from_str(text)?;
        Ok(Report { head, rules, changes: known_changed, is_interrupted: interrupted, seconds })
    }
}
