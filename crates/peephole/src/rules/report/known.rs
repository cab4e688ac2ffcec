//! Lists of known findings: with one, a run fails only if something changes. A line has the stable name of a rule, its verdict, and for
//! readers the place of the rule and what is wrong. The name and the verdict decide; a line that begins with `#` is a comment.
//!
//! ```text
//! 5b0f5fb92d1c  refuted  peeph.def:583  refuted: different: memory is not the same
//! ```

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write,
};

use arcadian_files::escape;

use super::{Change, Report, RuleEntry, VerdictName};

/// A list of known findings.
#[derive(Clone, Debug, Default)]
pub struct Known {
    entries: Vec<Entry>,
}

#[derive(Clone, Debug)]
struct Entry {
    /// The number of its line, from 1.
    line: usize,
    id: String,
    verdict: VerdictName,
    /// The file and the line of the rule when the list was written.
    place: Option<(String, usize)>,
}

/// A line of a list that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {message}")]
pub struct KnownError {
    pub line: usize,
    pub message: String,
}

/// The number of hexadecimal digits of a stable name.
const DIGITS: usize = 12;

impl Known {
    pub fn read(text: &str) -> Result<Known, KnownError> {
        let lines = text.lines().enumerate().map(|(index, line)| (index + 1, line.trim()));
        let lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
        let entries: Result<Vec<Entry>, KnownError> = lines
            .map(|(line, text)| Entry::read(line, text).map_err(|message| KnownError { line, message }))
            .collect();
        Ok(Known { entries: entries? })
    }

    /// Notes in a rule whether its finding is known.
    pub fn mark(&self, rule: &mut RuleEntry) {
        rule.known = !rule.verdict.is_fine()
            && self.entries.iter().any(|entry| entry.id == rule.id && entry.verdict == rule.verdict);
    }

    /// Returns in words how the rules of a report differ from the list, which has this name. `ids` are the stable names of all rules in the
    /// files, also of those that this run does not judge.
    pub fn changes(&self, name: &str, report: &Report, ids: &BTreeSet<String>) -> Vec<Change> {
        let judged = self.entries.iter().filter(|entry| entry.is_of(report));
        judged
            .filter_map(|entry| {
                let change = entry.change(self, report, ids)?;
                let place =
                    entry.place.as_ref().map(|(file, line)| format!(" ({file}:{line})")).unwrap_or_default();
                let text = format!("{}{place} {change}", entry.id);
                Some(Change { file: name.to_owned(), line: entry.line, text })
            })
            .collect()
    }

    /// Returns the files of the list that a report is not about, with the numbers of their findings.
    pub fn others(&self, report: &Report) -> BTreeMap<&str, usize> {
        let mut others = BTreeMap::new();
        for entry in self.entries.iter().filter(|entry| !entry.is_of(report)) {
            if let Some((file, _)) = &entry.place {
                *others.entry(file.as_str()).or_default() += 1;
            }
        }
        others
    }
}

impl Entry {
    fn read(line: usize, text: &str) -> Result<Entry, String> {
        const FORM: &str = "a finding is the name of a rule and its verdict, as in `5b0f5fb92d1c  refuted`";
        let (id, rest) = text.split_once(char::is_whitespace).ok_or(FORM)?;
        if id.len() != DIGITS || !id.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Err(format!("`{}` is not the name of a rule; {FORM}", escape::line(id)));
        }
        let (verdict, rest) =
            rest.trim_start().split_once(char::is_whitespace).unwrap_or((rest.trim_start(), ""));
        let named = VerdictName::named(verdict).filter(|verdict| !verdict.is_fine());
        let verdict = named.ok_or_else(|| {
            format!(
                "`{}` is not a finding; write refuted, if_dead, says_nothing, shadowed, undecided or unreadable",
                escape::line(verdict)
            )
        })?;
        let place = rest.trim_start().split("  ").next().and_then(|place| place.rsplit_once(':'));
        let place = place.and_then(|(file, line)| Some((file.to_owned(), line.parse().ok()?)));
        Ok(Entry { line, id: id.to_ascii_lowercase(), verdict, place })
    }

    /// Returns whether a report is about its file. Folders do not count: a run can be started in any of them.
    fn is_of(&self, report: &Report) -> bool {
        let Some((file, _)) = &self.place else { return true };
        report.head.files.iter().any(|judged| last_part(&escape::line(&judged.name)) == last_part(file))
    }

    fn change(&self, known: &Known, report: &Report, ids: &BTreeSet<String>) -> Option<String> {
        let mut same = report.rules.iter().filter(|rule| rule.id == self.id).peekable();
        if let Some(first) = same.peek() {
            let now = format!("is {} now, not {}", first.verdict.word(), self.verdict.word());
            return (!same.any(|rule| rule.verdict == self.verdict)).then_some(now);
        }
        if ids.contains(&self.id) {
            return None;
        }
        let is_known = |rule: &RuleEntry| known.entries.iter().any(|entry| entry.id == rule.id);
        let is_there = |rule: &&RuleEntry| {
            self.place.as_ref().is_some_and(|(file, line)| {
                last_part(&rule.file) == last_part(file) && rule.line == *line && !is_known(rule)
            })
        };
        Some(match report.rules.iter().find(is_there) {
            Some(rule) => format!("has another text now, with the name {}: {}", rule.id, rule.verdict.word()),
            None => "is not in the files any more".to_owned(),
        })
    }
}

fn last_part(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

impl RuleEntry {
    /// Returns the line for it in a list of known findings.
    pub fn finding(&self) -> String {
        format!("{}  {:<12}  {}  {}", self.id, self.verdict.word(), self.place(), self.text)
    }
}

impl Report {
    /// Returns a list of all findings.
    pub fn findings(&self) -> String {
        let mut text = "# Known findings of `arcadian rules`: the name of the rule, its verdict, and for readers its place and what is wrong.\n"
            .to_owned();
        let mut written = BTreeSet::new();
        for rule in self.rules.iter().filter(|rule| !rule.verdict.is_fine()) {
            if written.insert((&rule.id, rule.verdict)) {
                let _ = writeln!(text, "{}", rule.finding());
            }
        }
        text
    }
}
