//! SDCC and z88dk: `replace [restart] { … } by { … } if …`.
//!
//! Source of the facts: SDCC `src/SDCCpeeph.c`, `readRules`, `getPeepLine` and `matchLine`.

use super::{super::text::INDEX, Line, RuleFile, digits, infix, sdcc_conditions, without_comment};
use crate::rules::rule::{Condition, Format, LineKind, PatternLine, Piece, Rule, RuleError, Template};

pub(super) fn read(text: &str) -> RuleFile {
    let mut file = RuleFile::default();
    let lines: Vec<Line> = Line::all(text).collect();
    let mut reader = Reader { lines: &lines, at: 0 };
    while let Some(rule) = reader.rule() {
        file.add(rule);
    }
    file
}

struct Reader<'a, 't> {
    lines: &'a [Line<'t>],
    at: usize,
}

impl<'t> Reader<'_, 't> {
    fn line(&self) -> Option<Line<'t>> {
        self.lines.get(self.at).copied()
    }

    fn next(&mut self) -> Option<Line<'t>> {
        let line = self.line();
        self.at += 1;
        line
    }

    /// Reads the next rule. `barrier`, comments and blank lines are between rules.
    fn rule(&mut self) -> Option<Result<Rule, RuleError>> {
        loop {
            let line = self.next()?;
            let text = code(line.text);
            if text.starts_with("replace") {
                let rule = self.replace(line);
                if rule.is_err() {
                    self.skip_to_rule();
                }
                return Some(rule);
            }
            if !text.is_empty() && text != "barrier" {
                self.skip_to_rule();
                let message = "this is in no rule: conditions end with the line of their `if`, and a rule begins with `replace`";
                return Some(Err(line.error(text, message)));
            }
        }
    }

    fn skip_to_rule(&mut self) {
        while self.line().is_some_and(|line| !line.text.trim_start().starts_with("replace")) {
            self.at += 1;
        }
    }

    fn replace(&mut self, first: Line<'t>) -> Result<Rule, RuleError> {
        let head = code(first.text);
        let brace = if head.ends_with('{') { Some(first) } else { self.next() };
        if brace.is_none_or(|line| !code(line.text).ends_with('{')) {
            return Err(first.error(head, "a rule begins with `replace {` or `replace restart {`"));
        }
        let (before, closing) = self.block(first)?;
        let by = self.after_brace(closing);
        if by.split_whitespace().collect::<String>() != "by{" {
            return Err(closing.error(by, "`} by {` comes after the code to replace"));
        }
        let (after, closing) = self.block(closing)?;
        let conditions = self.conditions(closing)?;
        let name = self.name(first);
        let rule = Rule { name, line: first.number, format: Format::Sdcc, before, after, conditions };
        if rule.before.is_empty() {
            Err(first.error("replace", "no code to replace"))
        } else {
            Ok(infix::computed(rule))
        }
    }

    /// Reads lines up to a closing brace, and returns the line with the brace.
    fn block(&mut self, opening: Line<'t>) -> Result<(Vec<PatternLine>, Line<'t>), RuleError> {
        let mut lines = Vec::new();
        while let Some(line) = self.next() {
            if line.text.trim_start().starts_with('}') {
                return Ok((lines, line));
            }
            if line.text.trim_start().starts_with("replace") {
                self.at -= 1;
                return Err(
                    line.error("replace", "a rule begins before the braces of the one before are closed")
                );
            }
            lines.extend(pattern_line(line)?);
        }
        Err(opening.error("{", "`{` is not closed"))
    }

    /// Returns what is after a closing brace, which can be in the next line.
    fn after_brace(&mut self, closing: Line<'t>) -> &'t str {
        let rest = code(closing.text).trim_start_matches('}').trim();
        if !rest.is_empty() {
            return rest;
        }
        self.next().map_or("", |line| code(line.text))
    }

    /// Reads the conditions after the new code, to the end of the line. `if` and the conditions can be in the next line.
    fn conditions(&mut self, closing: Line<'t>) -> Result<Vec<Condition>, RuleError> {
        let mut line = closing;
        let mut rest = code(closing.text).trim_start_matches('}').trim();
        if rest.is_empty() {
            let next = self.line().filter(|next| code(next.text).starts_with("if"));
            let Some(next) = next else { return Ok(Vec::new()) };
            self.at += 1;
            (line, rest) = (next, code(next.text));
        }
        let Some(conditions) = rest.strip_prefix("if") else {
            return Err(line.error(rest, "only `if` can follow the new code"));
        };
        if conditions.is_empty() {
            line = self.next().unwrap_or(line);
            return sdcc_conditions::read(line, code(line.text));
        }
        sdcc_conditions::read(line, conditions)
    }

    /// Returns the comment of the new code, which names most rules.
    fn name(&self, first: Line) -> String {
        let body = self.lines.get(first.number..self.at).unwrap_or(&[]);
        let comment = body.iter().find_map(|line| line.text.trim_start().strip_prefix(';'));
        comment.map_or_else(String::new, |text| text.trim().to_owned())
    }
}

/// Returns the text of a line between rules, without comment.
fn code(text: &str) -> &str {
    text.find("//").and_then(|at| text.get(..at)).unwrap_or(text).trim()
}

fn pattern_line(line: Line) -> Result<Option<PatternLine>, RuleError> {
    let text = without_comment(code(line.text)).trim();
    if text.is_empty() {
        return Ok(None);
    }
    let kind = match text.strip_suffix(':') {
        Some(name) => LineKind::Label(template(name.trim_end_matches(':'))),
        None => LineKind::Code(template(&indexed(text))),
    };
    Ok(Some(PatternLine { line: line.number, kind }))
}

/// Reads a line with variables `%1`.
pub(super) fn template(text: &str) -> Template {
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find('%') {
        let (before, variable) = rest.split_at(at);
        let end = 1 + digits(variable.get(1..).unwrap_or(""));
        let (variable, after) = variable.split_at(end);
        pieces.push(Piece::Text(before.to_owned()));
        // A lone percent sign is text.
        pieces.push(if end > 1 { Piece::Variable(variable.to_owned()) } else { Piece::Text("%".to_owned()) });
        rest = after;
    }
    pieces.push(Piece::Text(rest.to_owned()));
    Template(pieces).tidied()
}

/// Writes the operand `5 (ix)` as the assembler does, with a sign of its own: `(ix+5)`.
pub(crate) fn indexed(text: &str) -> String {
    let Some((mnemonic, operands)) = text.split_once(char::is_whitespace) else { return text.to_owned() };
    let operands: Vec<String> = operands.split(',').map(|operand| index_operand(operand.trim())).collect();
    format!("{mnemonic} {}", operands.join(","))
}

fn index_operand(operand: &str) -> String {
    let parts = operand.strip_suffix(')').and_then(|operand| operand.split_once('('));
    match parts {
        Some((offset, register)) if is_offset(offset.trim()) => {
            format!("({register}{INDEX}{})", offset.trim())
        }
        _ => operand.to_owned(),
    }
}

/// Whether the text before a parenthesis is an offset, not the sign of the high or low byte or an operator.
fn is_offset(text: &str) -> bool {
    text.ends_with(|c: char| c.is_alphanumeric())
}
