//! The report as JSON, in pieces: a host writes each rule as soon as it is judged, in a line of its own.

use arcadian_files::escape;
use serde::{Deserialize, Serialize};

use super::{Change, Counts, Head, Report, RuleEntry};

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

impl Head {
    /// Returns the beginning of the report, up to the list of rules.
    pub fn json(&self) -> serde_json::Result<String> {
        let head = escape::json(self)?;
        Ok(format!("{},\"rules\":[", head.strip_suffix('}').unwrap_or(&head)))
    }
}

impl RuleEntry {
    /// Returns the line of the rule. `is_first` says whether it begins the list.
    pub fn json(&self, is_first: bool) -> serde_json::Result<String> {
        Ok(format!("{}{}", if is_first { "\n" } else { ",\n" }, escape::json(self)?))
    }
}

impl Report {
    /// Returns the end of the report, after the list of rules.
    pub fn json_end(&self) -> serde_json::Result<String> {
        let tail = Tail {
            counts: self.counts(),
            known_changed: &self.changes,
            interrupted: self.is_interrupted,
            seconds: self.seconds,
        };
        Ok(format!("\n],{}\n", escape::json(&tail)?.trim_start_matches('{')))
    }

    pub fn json(&self) -> serde_json::Result<String> {
        let mut text = self.head.json()?;
        for (number, rule) in self.rules.iter().enumerate() {
            text += &rule.json(number == 0)?;
        }
        Ok(text + &self.json_end()?)
    }

    /// Reads the report of a run, or of a part of it.
    pub fn read(text: &str) -> serde_json::Result<Report> {
        let Whole { head, rules, known_changed, interrupted, seconds } = serde_json::from_str(text)?;
        Ok(Report { head, rules, changes: known_changed, is_interrupted: interrupted, seconds })
    }
}
