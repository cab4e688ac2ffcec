//! Lists of equivalent sequences of mdlz80optimizer: old code, new code, and the flags that may differ, divided by tabs.
//!
//! Source of the facts: mdl `src/main/java/workers/searchopt`, which reads and writes these lists.

use super::{Line, RuleFile, mdl, mdl_constraints};
use crate::rules::rule::{Format, LineKind, PatternLine, Rule, RuleError};

pub(super) fn read(text: &str) -> RuleFile {
    let mut file = RuleFile::default();
    for line in Line::all(text).filter(|line| !line.text.trim().is_empty()) {
        file.add(rule(line));
    }
    file
}

fn rule(line: Line) -> Result<Rule, RuleError> {
    let fields: Vec<&str> = line.text.split('\t').collect();
    let (before, after, flags) = match fields[..] {
        [before, after] => (before, after, ""),
        [before, after, flags] => (before, after, flags),
        _ => return Err(line.error(line.text, "two sequences and flags are expected, divided by tabs")),
    };
    if before.trim().is_empty() {
        return Err(line.error(line.text, "no code to replace"));
    }
    let conditions =
        mdl_constraints::dead_flags(flags.split(',').map(str::trim).filter(|flag| !flag.is_empty()));
    Ok(Rule {
        name: String::new(),
        line: line.number,
        format: Format::Equivalences,
        before: sequence(line, before),
        after: sequence(line, after),
        conditions: conditions.map_err(|flag| line.error(&flag, format!("`{flag}` is not a flag")))?,
    })
}

fn sequence(line: Line, text: &str) -> Vec<PatternLine> {
    let parts = text.split(';').map(str::trim).filter(|part| !part.is_empty());
    parts.map(|part| PatternLine { line: line.number, kind: LineKind::Code(mdl::template(part)) }).collect()
}
