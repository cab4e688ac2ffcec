//! Patterns of mdlz80optimizer: `pattern:`, `replacement:`, `constraints:`; a blank line ends a pattern.
//!
//! Source of the facts: mdl `src/main/java/workers/pattopt/Pattern.java` and `CPUOpPattern.java`.

use super::{Line, RuleFile, infix::name, mdl_constraints, without_comment};
use crate::rules::rule::{Condition, Format, LineKind, PatternLine, Piece, Rule, RuleError, Template};

pub(super) fn read(text: &str) -> RuleFile {
    let mut file = RuleFile::default();
    let mut lines: Vec<Line> = Vec::new();
    for line in Line::all(text).chain([Line { number: 0, text: "" }]) {
        let trimmed = line.text.trim();
        if trimmed.is_empty() {
            if !lines.is_empty() {
                file.add(rule(&lines));
                lines.clear();
            }
        } else if let Some(name) = trimmed.strip_prefix("include") {
            file.includes.push((line.number, name.trim().trim_matches('"').to_owned()));
        } else if !trimmed.starts_with(';') {
            lines.push(line);
        }
    }
    file
}

/// The part of a pattern that a line belongs to.
#[derive(Clone, Copy, PartialEq)]
enum Section {
    Head,
    Before,
    After,
    Constraints,
}

/// Lines without code of their own.
const HEADS: [&str; 4] = ["pattern:", "name:", "tags:", "parameterized:"];

fn rule(lines: &[Line]) -> Result<Rule, RuleError> {
    let mut section = Section::Head;
    let mut builder = Builder::default();
    for line in lines {
        let text = without_comment(line.text).trim();
        match text {
            _ if HEADS.iter().any(|head| text.starts_with(head)) => {
                builder.head(*line, text)?;
                section = if text.starts_with("pattern:") { Section::Before } else { section };
            }
            "replacement:" => section = Section::After,
            "constraints:" => section = Section::Constraints,
            _ => match section {
                Section::Head => return Err(line.error(text, "a pattern begins with `pattern:`")),
                Section::Before => builder.before.push(numbered(*line, text)?),
                Section::After => builder.after.push(numbered(*line, text)?),
                Section::Constraints => builder.constraints.push((*line, text.to_owned())),
            },
        }
    }
    builder.rule(lines.first().map_or(1, |line| line.number), section)
}

#[derive(Default)]
struct Builder<'t> {
    message: String,
    name: String,
    before: Vec<(i64, PatternLine)>,
    after: Vec<(i64, PatternLine)>,
    constraints: Vec<(Line<'t>, String)>,
    conditions: Vec<Condition>,
}

impl Builder<'_> {
    fn head(&mut self, line: Line, text: &str) -> Result<(), RuleError> {
        let (head, value) = text.split_once(':').unwrap_or((text, ""));
        match head {
            "pattern" => value.trim().clone_into(&mut self.message),
            "name" => value.trim().clone_into(&mut self.name),
            "parameterized" => {
                self.conditions.push(mdl_constraints::read(line, value.trim(), &[])?);
            }
            _ => {}
        }
        Ok(())
    }

    fn rule(mut self, line: usize, section: Section) -> Result<Rule, RuleError> {
        let numbers: Vec<i64> = self.before.iter().map(|(number, _)| *number).collect();
        for (line, text) in &self.constraints {
            self.conditions.push(mdl_constraints::read(*line, text, &numbers)?);
        }
        if section == Section::Before || self.before.is_empty() {
            let text = format!("pattern: {}", self.message);
            return Err(RuleError::new(line, &text, &text, "a pattern has code and `replacement:`"));
        }
        let code = |lines: Vec<(i64, PatternLine)>| lines.into_iter().map(|(_, line)| line).collect();
        Ok(Rule {
            name: if self.name.is_empty() { self.message } else { self.name },
            line,
            format: Format::Mdl,
            before: code(self.before),
            after: code(self.after),
            conditions: self.conditions,
        })
    }
}

/// Reads a line of code with its number: `0: ld a,?const`, `1: *`, `2: [?const] inc a`.
fn numbered(line: Line, text: &str) -> Result<(i64, PatternLine), RuleError> {
    let (number, code) = text.split_once(':').unwrap_or(("", text));
    let Ok(number) = number.trim().parse() else {
        return Err(line.error(text, "a line of code begins with a number and a colon"));
    };
    let code = code.trim();
    let kind = match code.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        _ if code == "*" => LineKind::Block(block(number)),
        Some((count, code)) => LineKind::Repeated(count.trim().to_owned(), template(code.trim())),
        None => LineKind::Code(template(code)),
    };
    Ok((number, PatternLine { line: line.number, kind }))
}

/// Returns the name of the block that a wildcard with this number stands for.
pub(super) fn block(number: i64) -> String {
    format!("BLOCK{number}")
}

/// Reads a line with variables `?name`.
pub(super) fn template(text: &str) -> Template {
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find('?') {
        let (before, variable) = rest.split_at(at);
        let end = 1 + name(variable.get(1..).unwrap_or(""));
        let (variable, after) = variable.split_at(end);
        pieces.push(Piece::Text(before.to_owned()));
        pieces.push(if end > 1 { Piece::Variable(variable.to_owned()) } else { Piece::Text("?".to_owned()) });
        rest = after;
    }
    pieces.push(Piece::Text(rest.to_owned()));
    Template(pieces).tidied()
}
