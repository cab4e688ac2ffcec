//! The formats: one parser each.

mod copt;
mod mdl;
pub(crate) mod sdcc;
pub(crate) mod zxbasic;

use crate::rules::rule::{Format, Rule, RuleError};

#[derive(Clone, Debug, Default)]
pub struct RuleFile {
    /// Its rules, in order.
    pub rules: Vec<Rule>,
    /// Errors for the lines that could not be read, in order.
    pub errors: Vec<RuleError>,
    /// The files that it includes, with the numbers of the lines.
    pub includes: Vec<(usize, String)>,
}

impl RuleFile {
    /// Adds a rule, or the error in it. The lines are those of the rule, up to where reading goes on.
    fn add(&mut self, format: Format, lines: &[Line], rule: Result<Rule, RuleError>) {
        match rule {
            Ok(rule) => self.rules.push(rule),
            Err(error) => {
                let lines: Vec<&str> = lines.iter().map(|line| uncommented(format, line.text)).collect();
                self.errors.push(RuleError { rule: lines.join("\n"), ..error });
            }
        }
    }
}

/// Reads a rule file. A rule with an error is left out, and the error is in the result.
pub fn read(format: Format, text: &str) -> RuleFile {
    let mut file = match format {
        Format::Sdcc => sdcc::read(text),
        Format::Copt => copt::read(text),
        Format::Mdl => mdl::read(text),
        Format::Equivalences => mdl::read_equivalences(text),
        Format::Zxbasic => zxbasic::read(text),
    };
    let lines: Vec<&str> = text.lines().collect();
    for rule in &mut file.rules {
        // A file of zxbasic is one rule, which can begin with its level.
        let first = if format == Format::Zxbasic { 0 } else { rule.line.saturating_sub(1) };
        let own = lines.get(first..rule.end.min(lines.len())).unwrap_or(&[]);
        rule.text = own.join("\n").trim_end().to_owned();
    }
    file
}

#[derive(Clone, Copy)]
struct Line<'t> {
    number: usize,
    text: &'t str,
}

impl<'t> Line<'t> {
    fn all(text: &'t str) -> impl Iterator<Item = Line<'t>> {
        text.lines().enumerate().map(|(index, text)| Line { number: index + 1, text })
    }

    fn error(self, part: &str, message: impl Into<String>) -> RuleError {
        RuleError::new(self.number, self.text, part, message)
    }
}

/// Returns the text before a comment, which a semicolon outside of quotes begins.
pub(crate) fn without_comment(text: &str) -> &str {
    let (mut quoted, mut escaped) = (false, false);
    let end = text.char_indices().find(|(_, c)| {
        quoted ^= *c == '"' && !escaped;
        escaped = *c == '\\';
        *c == ';' && !quoted
    });
    end.map_or(text, |(at, _)| text.get(..at).unwrap_or(text))
}

/// Returns a line of a rule without its comment.
pub(crate) fn uncommented(format: Format, line: &str) -> &str {
    match format {
        Format::Sdcc => without_comment(line.split("//").next().unwrap_or(line)),
        Format::Copt if line.trim_start().starts_with(';') => "",
        // Semicolons divide instructions.
        Format::Copt | Format::Equivalences => line,
        Format::Mdl | Format::Zxbasic => without_comment(line),
    }
}

/// Returns the end of the digits at the beginning of a text.
fn digits(text: &str) -> usize {
    text.bytes().take_while(u8::is_ascii_digit).count()
}
