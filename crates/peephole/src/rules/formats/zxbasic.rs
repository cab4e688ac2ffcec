//! Templates of zxbasic: a file is one rule.
//!
//! Source of the facts: zxbasic `src/arch/z80/peephole/parser.py`, `pattern.py` and `template.py`.

use super::{Line, RuleFile, digits, regions, regions::Region, without_comment, zxbasic_conditions};
use crate::rules::rule::{Format, LineKind, PatternLine, Piece, Rule, RuleError, Template};

pub(super) fn read(text: &str) -> RuleFile {
    let mut file = RuleFile::default();
    match regions::read(text).and_then(|regions| rule(text, &regions)) {
        Ok(rule) => file.rules.push(rule),
        Err(error) => file.errors.push(error),
    }
    file
}

fn rule(text: &str, regions: &[Region]) -> Result<Rule, RuleError> {
    let region = |name: &str| regions.iter().find(|region| region.name == name);
    let lines = |name: &str| region(name).map_or(&[][..], |region| &region.lines);
    let missing = |name: &str| {
        let first = text.lines().next().unwrap_or("");
        RuleError::new(1, first, first, format!("the region {name} is missing or empty"))
    };
    let replace = region("REPLACE").filter(|region| !region.lines.is_empty());
    let replace = replace.ok_or_else(|| missing("REPLACE"))?;
    region("WITH").ok_or_else(|| missing("WITH"))?;
    let mut conditions = zxbasic_conditions::definitions(lines("DEFINE"))?;
    conditions.extend(zxbasic_conditions::read(lines("IF"))?);
    Ok(Rule {
        name: String::new(),
        line: replace.first.number,
        format: Format::Zxbasic,
        before: open_ended(code(&replace.lines)),
        after: code(lines("WITH")),
        conditions,
    })
}

fn code(lines: &[Line]) -> Vec<PatternLine> {
    let lines = lines.iter().map(|line| (line, without_comment(line.text).trim()));
    let lines = lines.filter(|(_, text)| !text.is_empty());
    lines.map(|(line, text)| PatternLine { line: line.number, kind: kind(text) }).collect()
}

/// The variable for the text after a pattern, with the number of the line.
pub(crate) const MORE: &str = "$more";

/// A line of zxbasic matches the beginning of an instruction: `sub 1` matches `sub 10`.
fn open_ended(mut lines: Vec<PatternLine>) -> Vec<PatternLine> {
    for line in &mut lines {
        if let LineKind::Code(Template(pieces)) = &mut line.kind
            && let Some(Piece::Text(text)) = pieces.last()
            && text.ends_with(|c: char| c.is_ascii_digit())
            // No number begins with 0.
            && !text.ends_with(" 0") && !text.ends_with(",0")
        {
            pieces.push(Piece::Variable(format!("{MORE}{}", line.line)));
        }
    }
    lines
}

fn kind(text: &str) -> LineKind {
    match text.strip_suffix(':') {
        Some(name) => LineKind::Label(template(name)),
        None => LineKind::Code(template(text)),
    }
}

/// Reads a line with variables `$1`. `$$` is a dollar sign.
fn template(text: &str) -> Template {
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find('$') {
        let (before, variable) = rest.split_at(at);
        let number = digits(variable.get(1..).unwrap_or(""));
        let length = if number > 0 {
            1 + number
        } else {
            variable.len().min(if variable.starts_with("$$") { 2 } else { 1 })
        };
        let (variable, after) = variable.split_at(length);
        pieces.push(Piece::Text(before.to_owned()));
        pieces.push(if number > 0 {
            Piece::Variable(variable.to_owned())
        } else {
            Piece::Text("$".to_owned())
        });
        rest = after;
    }
    pieces.push(Piece::Text(rest.to_owned()));
    Template(pieces).tidied()
}
