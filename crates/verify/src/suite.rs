//! The sheets of a project as test cases, and reports of them for people and build servers.
//!
//! ```
//! use arcadian_verify::suite::{Case, Format, Status, Suite};
//!
//! let mut suite = Suite::default();
//! suite.cases.push(Case {
//!     file: "lib/mean.asm".into(),
//!     name: "MEAN".into(),
//!     processor: Some("8080".into()),
//!     line: 9,
//!     status: Status::Passed,
//!     seconds: 0.01,
//!     ..Case::default()
//! });
//! assert_eq!(suite.write(Format::Tap), "TAP version 14\n1..1\nok 1 - lib/mean.asm: MEAN, 8080\n");
//! assert!(suite.is_passed());
//! ```

mod formats;
mod json;

use std::path::PathBuf;

use arcadian_files::{
    escape,
    shard::{Part, Shard},
};
use serde::{Deserialize, Serialize};

use crate::Verdict;

/// The test cases of a run, in order.
#[derive(Clone, Debug, Default)]
pub struct Suite {
    pub cases: Vec<Case>,
    pub subject: Subject,
    /// The part of a divided run that these are.
    pub part: Option<Part>,
    /// Whether the run ended early, so that there are only the cases that were judged before.
    pub is_interrupted: bool,
}

/// The subject of the cases.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Subject {
    #[default]
    Contracts,
    /// Rules of peephole optimizers.
    Rules,
}

/// Chooses the cases of one part of a run, in the order of the whole run.
#[derive(Clone, Copy, Debug, Default)]
pub struct Division {
    shard: Option<Shard>,
    /// The number of cases so far, also of other parts.
    count: usize,
}

impl Division {
    pub fn new(shard: Option<Shard>) -> Division {
        Division { shard, count: 0 }
    }

    /// Adds a case to the run. Returns it with its place if it belongs to this part.
    pub fn take(&mut self, case: Case) -> Option<Case> {
        let position = self.count;
        self.count += 1;
        let is_own = self.shard.is_none_or(|shard| shard.takes(&case.title()));
        is_own.then_some(Case { position, ..case })
    }

    /// Returns what a report says about the part of a run with this name.
    pub fn part(self, run: String) -> Option<Part> {
        self.shard.map(|shard| Part { shard, run, total: self.count })
    }
}

/// The contract of a sheet, or a sheet that cannot be read. Control characters in its texts, but not in its path, are already escaped.
#[derive(Clone, Debug, Default)]
pub struct Case {
    pub file: PathBuf,
    /// The name of the routine; empty if the sheet cannot be read.
    pub name: String,
    pub processor: Option<String>,
    /// The line, from 1, at which a failure is reported.
    pub line: usize,
    pub status: Status,
    pub seconds: f64,
    /// The problem, on one line; empty if the case passed.
    pub message: String,
    /// The report of the routine, or the error with its excerpt; can be empty.
    pub details: String,
    /// A name that stays when the case moves to another line.
    pub id: Option<String>,
    /// Its place in the whole run, from 0.
    pub position: usize,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// The contract is proven.
    #[serde(rename = "holds")]
    Passed,
    /// All examples hold, and only they say what the outputs are. Everything else is proven.
    Examples,
    /// No run violates the contract, but a part of it was only sampled.
    Sampled,
    #[serde(rename = "fails")]
    Failed,
    /// It does not hold, and a list of known findings says so.
    Known,
    /// A limit was reached first.
    Undecided,
    /// There is nothing to judge: no code matches the rule.
    Unmatched,
    /// The sheet cannot be read, or it lacks code.
    #[default]
    Invalid,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// For people: a line for each case, then what is wrong.
    Text,
    /// The Test Anything Protocol, version 14.
    Tap,
    /// The XML of JUnit, which most build servers read.
    Junit,
    /// Static Analysis Results Interchange Format 2.1.0.
    Sarif,
    /// Workflow commands, which GitHub shows as annotations.
    Github,
    /// Everything as one object, which can be joined with other parts of a run.
    Json,
}

impl From<Verdict> for Status {
    fn from(verdict: Verdict) -> Self {
        match verdict {
            Verdict::Holds => Status::Passed,
            Verdict::Examples => Status::Examples,
            Verdict::CyclesSampled | Verdict::ExamplesOnly | Verdict::Sampled => Status::Sampled,
            Verdict::Fails => Status::Failed,
            Verdict::Undecided => Status::Undecided,
            Verdict::NotJudged => Status::Invalid,
        }
    }
}

impl Status {
    pub fn word(self) -> &'static str {
        match self {
            Status::Passed => "holds",
            Status::Examples => "examples",
            Status::Sampled => "sampled",
            Status::Failed => "FAILS",
            Status::Known => "known",
            Status::Undecided => "undecided",
            Status::Unmatched => "no match",
            Status::Invalid => "INVALID",
        }
    }
}

impl Case {
    /// Returns the path as text, with slashes and without control characters.
    fn file(&self) -> String {
        escape::path(&self.file)
    }

    /// Returns file, routine and processor.
    pub fn title(&self) -> String {
        let processor = self.processor.as_ref().map_or_else(String::new, |name| format!(", {name}"));
        if self.name.is_empty() { self.file() } else { format!("{}: {}{processor}", self.file(), self.name) }
    }

    /// Whether this case does not make the suite fail.
    pub fn is_passed(&self) -> bool {
        matches!(self.status, Status::Passed | Status::Examples | Status::Known | Status::Unmatched)
    }
}

impl Suite {
    pub fn is_passed(&self) -> bool {
        !self.is_interrupted && self.cases.iter().all(Case::is_passed)
    }

    /// Returns the first case that cannot be judged, if nothing else is wrong.
    pub fn unjudged(&self) -> Option<&Case> {
        let is_only = !self.is_interrupted && self.wrong().all(|case| case.status == Status::Invalid);
        self.wrong().next().filter(|_| is_only)
    }

    pub fn count(&self, status: Status) -> usize {
        self.cases.iter().filter(|case| case.status == status).count()
    }

    /// Takes what was only sampled as passed.
    pub fn accept_sampled(&mut self) {
        for case in self.cases.iter_mut().filter(|case| case.status == Status::Sampled) {
            case.status = Status::Passed;
        }
    }

    pub fn write(&self, format: Format) -> String {
        match format {
            Format::Text => formats::text(self),
            Format::Tap => formats::tap(self),
            Format::Junit => formats::junit(self),
            Format::Sarif => formats::sarif(self),
            Format::Github => formats::annotations(self),
            Format::Json => json::write(self),
        }
    }

    /// Whether a text is a report of a former run, which a new one may replace.
    pub fn is_report(text: &str) -> bool {
        let starts = ["TAP version 14\n", "{\"arcadian\":"];
        let parts = ["<testsuites name=\"arcadian\"", "\"name\": \"arcadian\""];
        let counts =
            text.lines().any(|line| line.contains(" hold") && line.starts_with(|c: char| c.is_ascii_digit()));
        text.is_empty()
            || counts
            || starts.iter().any(|start| text.starts_with(start))
            || parts.iter().any(|part| text.contains(part))
    }

    fn wrong(&self) -> impl Iterator<Item = &Case> {
        self.cases.iter().filter(|case| !case.is_passed())
    }
}

/// Rules of peephole optimizers as test cases.
#[cfg(feature = "rules")]
mod rules {
    use arcadian_peephole::rules::{Change, Report, RuleEntry, VerdictName};

    use super::{Case, PathBuf, Status, Subject, Suite, escape};

    impl From<&Report> for Suite {
        fn from(report: &Report) -> Suite {
            let rules = report.rules.iter().map(|rule| case(rule, &report.head.cpu));
            let cases = rules.chain(report.changes.iter().map(changed)).collect();
            let (part, is_interrupted) = (report.head.part.clone(), report.is_interrupted);
            Suite { cases, subject: Subject::Rules, part, is_interrupted }
        }
    }

    /// Returns the case of a rule. Its name stays when the rule moves.
    fn case(rule: &RuleEntry, processor: &str) -> Case {
        let status = match rule.verdict {
            VerdictName::Proven => Status::Passed,
            VerdictName::NeverMatches => Status::Unmatched,
            _ if rule.known => Status::Known,
            VerdictName::Refuted | VerdictName::IfDead | VerdictName::SaysNothing | VerdictName::Shadowed => {
                Status::Failed
            }
            VerdictName::Undecided => Status::Undecided,
            VerdictName::Unreadable => Status::Invalid,
        };
        let name =
            if rule.name.is_empty() { rule.id.clone() } else { format!("{} ({})", rule.name, rule.id) };
        let mut details = format!("{}\n", rule.source);
        for part in [&rule.instance, &rule.counterexample].into_iter().flatten() {
            details += &format!("\n{part}\n");
        }
        Case {
            file: PathBuf::from(&rule.file),
            name: escape::line(&name).into_owned(),
            processor: Some(processor.to_owned()),
            line: rule.line,
            status,
            seconds: rule.seconds,
            message: rule.text.clone(),
            details: escape::text(&details).into_owned(),
            id: Some(rule.id.clone()),
            position: rule.position,
        }
    }

    /// Returns the case of a line in a list of known findings that is not true any more.
    fn changed(change: &Change) -> Case {
        Case {
            file: PathBuf::from(&change.file),
            name: "known findings".to_owned(),
            line: change.line,
            status: Status::Failed,
            message: escape::line(&change.text).into_owned(),
            ..Case::default()
        }
    }
}

/// Snapshots of the formats, with names and texts that try to be markup.
#[cfg(test)]
mod tests {
    use super::*;

    fn case(file: &str, name: &str, status: Status, message: &str, details: &str) -> Case {
        let processor = (!name.is_empty()).then(|| "8080".to_owned());
        Case {
            file: file.into(),
            name: name.into(),
            processor,
            line: 9,
            status,
            seconds: 0.25,
            message: message.into(),
            details: details.into(),
            ..Case::default()
        }
    }

    fn suite() -> Suite {
        let cases = vec![
            case("lib/mean.asm", "MEAN", Status::Passed, "", "MEAN 8080 holds"),
            case(
                "lib/max.asm",
                "MAX",
                Status::Failed,
                "it does not ensure `z > 3`",
                "MAX  FAILS\n  given x = 01\n",
            ),
            case(
                "a,b: #1 <é>.asm",
                "X",
                Status::Sampled,
                "100 % of \"some\"",
                "::error::no\n##[error]no\u{1b}[31m\n",
            ),
            case("lib/slow.asm", "SLOW", Status::Undecided, "a limit", ""),
            case("bad.asm", "", Status::Invalid, "no such instruction", "error: no\n --> bad.asm:9:2\n"),
        ];
        Suite { cases, ..Suite::default() }
    }

    #[test]
    fn each_format_has_every_result() {
        for (name, format) in [
            ("text", Format::Text),
            ("tap", Format::Tap),
            ("junit", Format::Junit),
            ("sarif", Format::Sarif),
            ("github", Format::Github),
            ("json", Format::Json),
        ] {
            insta::assert_snapshot!(name, suite().write(format));
            assert!(Suite::is_report(&suite().write(format)), "{name}");
            let interrupted = Suite { cases: Vec::new(), is_interrupted: true, ..suite() };
            assert!(interrupted.write(format).contains("interrupted"), "{name}");
        }
    }

    #[test]
    fn the_address_of_a_file_is_its_own_name() {
        let cases = vec![case("a/\u{202e}\t b.asm", "X", Status::Failed, "", "")];
        let suite = Suite { cases, ..Suite::default() };
        let report = suite.write(Format::Sarif);
        assert!(report.contains(r#""uri": "a/%E2%80%AE%09%20b.asm""#), "{report}");
    }

    #[test]
    fn only_annotations_are_commands() {
        let text = suite().write(Format::Github);
        let commands: Vec<&str> = text.lines().filter(|line| line.trim_start().starts_with("::")).collect();
        assert_eq!(commands.len(), 4, "{commands:#?}");
        assert!(!text.lines().any(|line| !line.starts_with("::") && line.contains("##[")), "{text}");
        assert!(commands.iter().all(|line| line.contains(",line=9,title=")), "{commands:#?}");
    }

    #[test]
    fn samples_count_if_they_are_accepted() {
        let mut suite = suite();
        assert!(!suite.is_passed());
        suite.cases.retain(|case| matches!(case.status, Status::Passed | Status::Sampled));
        assert!(!suite.is_passed());
        suite.accept_sampled();
        assert!(suite.is_passed());
        assert!(Suite::default().is_passed());
    }
}
