//! Reports of a cartridge rule by rule, and the cases and measurements that decide each rule of docs/bally-basic.md.

use std::fmt::Write;

use serde_json::{Value, json};

use crate::probe::{Finding, MeasuredValue, case::EVIDENCE};

/// The behavior of a cartridge concerning a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// All cases and measurements agree.
    Agrees,
    Differs,
    /// No case or measurement could be tried.
    NotTestable,
    /// None of its cases was chosen.
    NotTried,
}

impl Verdict {
    pub fn word(self) -> &'static str {
        match self {
            Verdict::Agrees => "agrees",
            Verdict::Differs => "differs",
            Verdict::NotTestable => "not testable",
            Verdict::NotTried => "not tried",
        }
    }
}

/// A rule of the page, and what a cartridge does about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    pub row: Row,
    pub entry: Entry,
    pub verdict: Verdict,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaseResult {
    pub name: String,
    /// The program and its input, for a reader.
    pub lines: Vec<String>,
    pub finding: Finding,
}

impl CaseResult {
    pub fn differs(&self) -> bool {
        matches!(self.finding, Finding::Differs { .. })
    }
}

#[derive(Clone, Debug, Default)]
pub struct Report {
    pub prompt: String,
    /// The number of characters whose shapes were learned.
    pub characters: usize,
    pub cases: Vec<CaseResult>,
    pub measured: Vec<MeasuredValue>,
}

impl Report {
    pub fn rules(&self) -> Vec<Rule> {
        let rule = |(row, entry)| Rule { verdict: self.judge(&entry), row, entry };
        all().into_iter().map(rule).collect()
    }

    fn judge(&self, entry: &Entry) -> Verdict {
        let cases = self.cases_of(entry).filter_map(|case| match case.finding {
            Finding::Agrees => Some(true),
            Finding::Differs { .. } => Some(false),
            Finding::NotTestable(_) => None,
        });
        let all: Vec<bool> = cases.chain(self.measured_of(entry).filter_map(MeasuredValue::agrees)).collect();
        match all.as_slice() {
            [] if entry.reasons.is_empty() && self.cases_of(entry).next().is_none() => Verdict::NotTried,
            [] => Verdict::NotTestable,
            all if all.iter().all(|agrees| *agrees) => Verdict::Agrees,
            _ => Verdict::Differs,
        }
    }

    fn cases_of(&self, entry: &Entry) -> impl Iterator<Item = &CaseResult> {
        self.cases.iter().filter(|case| entry.cases.contains(&&*case.name))
    }

    fn measured_of(&self, entry: &Entry) -> impl Iterator<Item = &MeasuredValue> {
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
        let case = |case: &CaseResult| match &case.finding {
            Finding::Agrees => json!({ "name": case.name, "verdict": "agrees" }),
            Finding::Differs { expected, found } => json!({
                "name": case.name, "verdict": "differs", "lines": case.lines, "expected": expected, "found": found,
            }),
            Finding::NotTestable(why) => {
                json!({ "name": case.name, "verdict": "not testable", "why": why.to_string() })
            }
        };
        let measured = |one: &MeasuredValue| {
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
            let old = page_line(row.line);
            let new = old.strip_suffix(&format!("{} |", row.evidence)).unwrap_or(old);
            let _ = write!(out, "@@ -{0} +{0} @@\n-{old}\n+{new}rom |\n", row.line);
        }
        out
    }
}

/// Shows a case that differs.
fn show(out: &mut String, case: &CaseResult) {
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

/// The evidence for each rule.
const RULES: &str = include_str!("../../../../tests/language/rules.txt");

/// The page whose rows are the rules.
const PAGE: &str = include_str!("../../../../docs/bally-basic.md");

/// Sections whose rows are costs and conventions of this project, not rules of the language.
const LEFT_OUT: [&str; 2] = ["Speed", "Files"];

/// A table row of the page that has an evidence word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    pub section: &'static str,
    /// The columns before the evidence word, joined by ` | `.
    pub text: String,
    /// The evidence word: listing, period, patb or choice.
    pub evidence: &'static str,
    /// The line of the page, from 1.
    pub line: usize,
}

/// The evidence for a row: an entry of tests/language/rules.txt, whose head describes the format.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entry {
    pub section: &'static str,
    /// The beginning of the row's text.
    pub beginning: &'static str,
    pub cases: Vec<&'static str>,
    pub measurements: Vec<&'static str>,
    /// The reason why a cartridge cannot be asked.
    pub reasons: Vec<&'static str>,
}

impl Entry {
    pub fn decides(&self, row: &Row) -> bool {
        self.section == row.section && row.text.starts_with(self.beginning)
    }

    fn take(&mut self, line: &'static str) -> Option<()> {
        let lists =
            [("- ", &mut self.cases), ("? measured: ", &mut self.measurements), ("! ", &mut self.reasons)];
        let mut taken = lists.into_iter().filter_map(|(mark, list)| Some((line.strip_prefix(mark)?, list)));
        taken.next().map(|(text, list)| list.push(text))
    }
}

/// Returns the rules in the order of the page, each with what decides it. A test makes sure that none is left out.
pub fn all() -> Vec<(Row, Entry)> {
    let entries = entries().unwrap_or_default();
    let entry = |row: Row| {
        let entry = entries.iter().find(|entry| entry.decides(&row)).cloned()?;
        Some((row, entry))
    };
    rows().into_iter().filter_map(entry).collect()
}

/// Reads the entries. An error names the line that cannot be read.
pub fn entries() -> Result<Vec<Entry>, String> {
    let (mut section, mut entries) = ("", Vec::<Entry>::new());
    for (number, line) in (1..).zip(RULES.lines()) {
        if let Some(heading) = line.strip_prefix("## ") {
            section = heading;
        } else if let Some(beginning) = line.strip_prefix("= ") {
            entries.push(Entry { section, beginning, ..Entry::default() });
        } else if !line.is_empty() && !line.starts_with('#') {
            let entry = entries.last_mut().filter(|entry| entry.section == section);
            entry
                .and_then(|entry| entry.take(line))
                .ok_or_else(|| format!("rules.txt:{number}: unknown row: {line}"))?;
        }
    }
    Ok(entries)
}

/// Returns the rows of the page that are rules.
pub fn rows() -> Vec<Row> {
    let (mut section, mut rows) = ("", Vec::new());
    for (line, text) in (1..).zip(PAGE.lines()) {
        if let Some(heading) = text.strip_prefix("## ") {
            section = heading;
        } else if let Some((text, evidence)) = rule_of(text).filter(|_| !LEFT_OUT.contains(&section)) {
            rows.push(Row { section, text, evidence, line });
        }
    }
    rows
}

/// Returns the columns before the evidence word of a table row, and the word; `None` for other lines.
fn rule_of(line: &'static str) -> Option<(String, &'static str)> {
    let inner = line.strip_prefix('|')?.strip_suffix('|')?;
    let mut columns: Vec<_> = inner.split('|').map(str::trim).collect();
    let evidence = columns.pop().filter(|word| EVIDENCE.contains(word))?;
    Some((columns.join(" | ").trim_start().to_owned(), evidence))
}

/// Returns a line of the page, from 1.
pub(crate) fn page_line(line: usize) -> &'static str {
    PAGE.lines().nth(line - 1).unwrap_or_default()
}
