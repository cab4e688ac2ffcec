//! The rules of docs/bally-basic.md, and the cases and measurements that decide them.

use crate::probe::case::EVIDENCE;

/// What decides each rule.
const RULES: &str = include_str!("../../../../tests/language/rules.txt");

/// The page whose rows are the rules.
const PAGE: &str = include_str!("../../../../docs/bally-basic.md");

/// Sections whose rows are costs and conventions of this project, not rules of the language.
const LEFT_OUT: [&str; 2] = ["Speed", "Files"];

/// A table row of the page that has an evidence word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The heading of its section.
    pub section: &'static str,
    /// The columns before the evidence word, joined by ` | `.
    pub text: String,
    /// How the rule is known: listing, period, patb or choice.
    pub evidence: &'static str,
    /// The line of the page, from 1.
    pub line: usize,
}

/// What decides a row: an entry of tests/language/rules.txt, whose head describes the format.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entry {
    /// The section of the row.
    pub section: &'static str,
    /// The beginning of the row's text.
    pub beginning: &'static str,
    /// The names of cases.
    pub cases: Vec<&'static str>,
    /// The names of measurements.
    pub measurements: Vec<&'static str>,
    /// Why a cartridge cannot be asked.
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
