//! What is said of a cartridge: for each rule, whether it agrees.

use std::fmt::Write;

use serde_json::{Value, json};

use crate::probe::{
    Finding, Measured,
    rules::{self, Entry, Row},
};

/// What a cartridge does about a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// All cases and measurements agree.
    Agrees,
    Differs,
    /// None could be tried.
    NotTestable,
}

impl Verdict {
    /// Returns the word of reports.
    pub fn word(self) -> &'static str {
        match self {
            Verdict::Agrees => "agrees",
            Verdict::Differs => "differs",
            Verdict::NotTestable => "not testable",
        }
    }
}

/// A rule of the page, and what a cartridge does about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// The row of the page.
    pub row: Row,
    /// What decides it.
    pub entry: Entry,
    /// What the cartridge does.
    pub verdict: Verdict,
}

/// A case by name, and what it showed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judged {
    /// The name of the case.
    pub name: String,
    /// The program and its input, for a reader.
    pub lines: Vec<String>,
    /// What it showed.
    pub finding: Finding,
}

impl Judged {
    /// Returns whether the cartridge shows something else.
    pub fn differs(&self) -> bool {
        matches!(self.finding, Finding::Differs { .. })
    }
}

/// Everything that was found out about a cartridge.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// What the prompt shows.
    pub prompt: String,
    /// The number of characters whose shapes were learned.
    pub characters: usize,
    pub cases: Vec<Judged>,
    /// The measurements.
    pub measured: Vec<Measured>,
}

impl Report {
    /// Returns the rules of the page with their verdicts.
    pub fn rules(&self) -> Vec<Rule> {
        let rule = |(row, entry)| Rule { verdict: self.judge(&entry), row, entry };
        rules::all().into_iter().map(rule).collect()
    }

    fn judge(&self, entry: &Entry) -> Verdict {
        let cases = self.cases_of(entry).filter_map(|case| match case.finding {
            Finding::Agrees => Some(true),
            Finding::Differs { .. } => Some(false),
            Finding::NotTestable(_) => None,
        });
        let all: Vec<bool> = cases.chain(self.measured_of(entry).filter_map(Measured::agrees)).collect();
        match all.as_slice() {
            [] => Verdict::NotTestable,
            all if all.iter().all(|agrees| *agrees) => Verdict::Agrees,
            _ => Verdict::Differs,
        }
    }

    fn cases_of(&self, entry: &Entry) -> impl Iterator<Item = &Judged> {
        self.cases.iter().filter(|case| entry.cases.contains(&&*case.name))
    }

    fn measured_of(&self, entry: &Entry) -> impl Iterator<Item = &Measured> {
        self.measured.iter().filter(|one| entry.measurements.contains(&one.name))
    }

    pub fn text(&self) -> String {
        let rules = self.rules();
        let count = |verdict| rules.iter().filter(|rule| rule.verdict == verdict).count();
        let [agrees, differs, not] = [Verdict::Agrees, Verdict::Differs, Verdict::NotTestable].map(count);
        let mut out =
            format!("{} rules: {agrees} agree, {differs} differ, {not} cannot be tested\n", rules.len());
        for Rule { row, entry, .. } in rules.iter().filter(|rule| rule.verdict == Verdict::Differs) {
            let _ = writeln!(out, "\ndiffers: {} ({}, {})", row.text, row.section, row.evidence);
            self.cases_of(entry).for_each(|case| show(&mut out, case));
            for one in self.measured_of(entry).filter(|one| one.agrees() == Some(false)) {
                let expected = one.expected.unwrap_or_default();
                let _ = writeln!(out, "  {}: {}, expected {expected}", one.what, one.found);
            }
        }
        let _ = writeln!(out, "\nmeasured");
        for one in &self.measured {
            let _ = writeln!(out, "  {}: {}", one.what, one.found);
        }
        out
    }

    /// Returns the cases as text, without the rules.
    pub fn cases_text(&self) -> String {
        let mut out = String::new();
        for case in &self.cases {
            let verdict = match &case.finding {
                Finding::Agrees => "agrees".to_owned(),
                Finding::Differs { .. } => "differs".to_owned(),
                Finding::NotTestable(why) => format!("not testable: {why}"),
            };
            let _ = writeln!(out, "{verdict}: {}", case.name);
            show(&mut out, case);
        }
        out
    }

    pub fn json(&self) -> Value {
        let rules = self.rules();
        let rule = |Rule { row, entry, verdict }: &Rule| {
            json!({
                "section": row.section, "rule": row.text, "evidence": row.evidence, "verdict": verdict.word(),
                "cases": entry.cases, "measurements": entry.measurements, "untestable": entry.reasons.first(),
            })
        };
        let case = |case: &Judged| match &case.finding {
            Finding::Agrees => json!({ "name": case.name, "verdict": "agrees" }),
            Finding::Differs { expected, found } => json!({
                "name": case.name, "verdict": "differs", "lines": case.lines, "expected": expected, "found": found,
            }),
            Finding::NotTestable(why) => {
                json!({ "name": case.name, "verdict": "not testable", "why": why.to_string() })
            }
        };
        let measured = |one: &Measured| {
            json!({
                "name": one.name, "what": one.what, "found": one.found, "expected": one.expected, "agrees": one.agrees(),
            })
        };
        json!({
            "prompt": self.prompt,
            "characters": self.characters,
            "rules": rules.iter().map(rule).collect::<Vec<_>>(),
            "cases": self.cases.iter().map(case).collect::<Vec<_>>(),
            "measured": self.measured.iter().map(measured).collect::<Vec<_>>(),
        })
    }

    /// Returns a patch for docs/bally-basic.md: rules without a source of the time, with which this cartridge agrees, get the
    /// evidence word `rom`.
    pub fn patch(&self) -> String {
        let mut out = String::from("--- a/docs/bally-basic.md\n+++ b/docs/bally-basic.md\n");
        let is_confirmed =
            |rule: &Rule| rule.verdict == Verdict::Agrees && ["patb", "choice"].contains(&rule.row.evidence);
        for Rule { row, .. } in self.rules().into_iter().filter(is_confirmed) {
            let old = rules::page_line(row.line);
            let new = old.strip_suffix(&format!("{} |", row.evidence)).unwrap_or(old);
            let _ = write!(out, "@@ -{0} +{0} @@\n-{old}\n+{new}rom |\n", row.line);
        }
        out
    }
}

/// Shows a case that differs.
fn show(out: &mut String, case: &Judged) {
    let Finding::Differs { expected, found } = &case.finding else { return };
    let _ = writeln!(out, "  {}", case.name);
    for line in &case.lines {
        let _ = writeln!(out, "    {line}");
    }
    for (title, rows) in [("expected", expected), ("found", found)] {
        let _ = writeln!(out, "    {title}:");
        for row in rows {
            let _ = writeln!(out, "      {row}");
        }
    }
}
