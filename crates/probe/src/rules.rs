//! The rules of docs/bally-basic.md, and the cases and measurements that decide them.

use crate::case::EVIDENCE;

/// The rules by section, from tests/language/rules.txt.
const RULES: &str = include_str!("../../../tests/language/rules.txt");

/// The page whose rows are the rules.
const PAGE: &str = include_str!("../../../docs/bally-basic.md");

/// A rule of the language: a row of the page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// The heading of its section.
    pub section: String,
    /// The row without its evidence word, cells separated by ` | `.
    pub text: String,
    /// How it is known: listing, period, patb or choice.
    pub evidence: String,
    /// The line of the page, from 1.
    pub line: usize,
    /// The names of the cases that decide it.
    pub cases: Vec<String>,
    /// The names of the measurements that decide it.
    pub measurements: Vec<String>,
    /// Why a cartridge cannot be asked.
    pub untestable: Option<String>,
}

/// An entry of the file: what decides a row.
struct Entry<'a> {
    section: &'a str,
    beginning: &'a str,
    rest: Vec<&'a str>,
}

/// A row of the page with an evidence word.
struct Row<'a> {
    section: &'a str,
    text: String,
    evidence: &'a str,
    line: usize,
}

/// Returns all rules in the order of the page. An entry without its row is left out, which a test does not allow.
pub fn all() -> Vec<Rule> {
    let rows = rows();
    let rule = |entry: Entry| {
        let is_row = |row: &&Row| row.section == entry.section && row.text.starts_with(entry.beginning);
        let row = rows.iter().find(is_row)?;
        let marked = |mark: &str| {
            entry
                .rest
                .iter()
                .filter_map(|line| line.strip_prefix(mark))
                .map(|rest| rest.trim().to_owned())
                .collect::<Vec<_>>()
        };
        Some(Rule {
            section: row.section.to_owned(),
            text: row.text.clone(),
            evidence: row.evidence.to_owned(),
            line: row.line,
            cases: marked("- "),
            measurements: marked("? measured:"),
            untestable: marked("! ").into_iter().next(),
        })
    };
    entries().into_iter().filter_map(rule).collect()
}

fn entries() -> Vec<Entry<'static>> {
    let (mut section, mut entries) = ("", Vec::<Entry>::new());
    for line in RULES.lines() {
        if let Some(heading) = line.strip_prefix("## ") {
            section = heading;
        } else if let Some(beginning) = line.strip_prefix("= ") {
            entries.push(Entry { section, beginning, rest: Vec::new() });
        } else if let Some(entry) = entries.last_mut().filter(|_| !line.is_empty() && !line.starts_with('#'))
        {
            entry.rest.push(line);
        }
    }
    entries
}

fn rows() -> Vec<Row<'static>> {
    let (mut section, mut rows) = ("", Vec::new());
    for (line, text) in (1..).zip(PAGE.lines()) {
        if let Some(heading) = text.strip_prefix("## ") {
            section = heading;
        }
        let cells = text.strip_prefix("| ").and_then(|row| row.strip_suffix(" |"));
        let Some((text, evidence)) = cells.and_then(|cells| cells.rsplit_once(" | ")) else { continue };
        if EVIDENCE.contains(&evidence) {
            rows.push(Row { section, text: text.trim().to_owned(), evidence, line });
        }
    }
    rows
}

/// Returns a row of the page, by its line from 1.
pub(crate) fn page_line(line: usize) -> &'static str {
    PAGE.lines().nth(line - 1).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{case, measure};

    #[test]
    fn each_entry_has_its_row_its_cases_and_its_measurements() {
        let (rules, cases) = (all(), case::all());
        assert_eq!(rules.len(), entries().len());
        assert!(rules.len() > 250, "{}", rules.len());
        for rule in rules {
            for name in &rule.cases {
                assert!(cases.iter().any(|case| case.name == *name), "there is no case `{name}`");
            }
            for name in &rule.measurements {
                assert!(measure::names().any(|known| known == name), "there is no measurement `{name}`");
            }
            assert!(page_line(rule.line).ends_with(&format!("{} |", rule.evidence)), "{}", rule.text);
        }
    }
}
