//! Comments that look like lines of a contract or a budget and lack its sign, so that they state nothing.

use std::fmt;
use std::ops::Range;

use super::Amount;
use super::header::{after_mark, is_about_part, is_key};

/// A comment `; key: value`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unmarked {
    /// The line, counted from 1.
    pub line: usize,
    /// The bytes of the comment's sign in the line.
    pub sign: Range<usize>,
    /// The comment.
    text: String,
}

impl Unmarked {
    /// Returns the sign that makes the comment a line of a contract.
    pub fn right_sign(&self) -> &'static str {
        if self.text.starts_with('/') { "//!" } else { ";!" }
    }
}

impl fmt::Display for Unmarked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rest = self.text.get(self.sign.len()..).unwrap_or("");
        write!(f, "`{}` states nothing; write `{}{rest}`", self.text, self.right_sign())
    }
}

/// Keys of text, which ordinary comments have as well.
const OF_TEXT: [&str; 5] = ["title", "author", "date", "source", "note"];

/// Returns the comments of a source that are probably meant as lines of a contract: those with a key beside such lines, and budgets
/// anywhere.
pub fn unmarked(text: &str) -> Vec<Unmarked> {
    let lines: Vec<(usize, &str)> = (1..).zip(text.lines()).collect();
    let is_comment = |line: &str| sign(line).is_some();
    let groups = lines.chunk_by(|(_, one), (_, next)| is_comment(one) == is_comment(next));
    let mut found = Vec::new();
    for group in groups {
        let is_marked = |line: &str| after_mark(line).and_then(|start| key(line.get(start..)?)).is_some();
        let has_contract = group.iter().any(|(_, line)| is_marked(line));
        for (number, line) in group {
            let Some(sign) = sign(line).filter(|_| after_mark(line).is_none()) else { continue };
            let rest = line.get(sign.end..).unwrap_or("");
            let is_budget = rest.split_once(':').is_some_and(|(_, value)| {
                Amount::parse(value.trim()).is_some_and(|(cycles, _)| cycles.is_budget)
            });
            let is_meant = |key: &str| {
                let is_of_cycles = key.eq_ignore_ascii_case("cycles") || is_about_part(key);
                has_contract || is_of_cycles && is_budget
            };
            if key(rest).is_some_and(is_meant) {
                let text = line.get(sign.start..).unwrap_or("").trim_end().to_owned();
                found.push(Unmarked { line: *number, sign, text });
            }
        }
    }
    found
}

/// Returns where the sign of a line is that is only a comment.
fn sign(line: &str) -> Option<Range<usize>> {
    let start = line.len() - line.trim_start().len();
    let length =
        [";", "//"].iter().find(|sign| line.get(start..).is_some_and(|rest| rest.starts_with(**sign)))?.len();
    Some(start..start + length)
}

/// Returns the key of a line of a contract, without the keys of text.
fn key(rest: &str) -> Option<&str> {
    let (key, value) = rest.split_once(':')?;
    let key = key.trim();
    let is_text = OF_TEXT.iter().any(|name| name.eq_ignore_ascii_case(key));
    ((is_key(key) || is_about_part(key)) && !is_text && !value.trim().is_empty()).then_some(key)
}

#[cfg(test)]
mod tests {
    use super::unmarked;

    /// A source, and the lines of the comments that are found.
    const CASES: [(&str, &[usize]); 9] = [
        ("; cycles: <= 10\nA: RET\n", &[1]),
        ("; cycles: 10\n; in: A = n\nA: RET\n", &[]),
        (";! in: A = n\n; out: A = n\n; cycles: 10\n; a note\n; note: x\nA: RET\n", &[2, 3]),
        ("; out: A = n\n  ; requires: n > 1\n ;! in: A = n\n", &[1, 2]),
        (";! in: A = n\nA: RET\n; out: A = n\n", &[]),
        ("; cycles to NEXT: <= 9\n NOP\n", &[1]),
        ("// in: A = n\n//! out: A = n\nvoid f(void);\n", &[1]),
        (" NOP ; cycles: <= 9\n", &[]),
        (";! in: A = n\n;; in: A = n\n; in\n; in:\n", &[]),
    ];

    #[test]
    fn comments_without_their_sign() {
        for (text, lines) in CASES {
            let found: Vec<usize> = unmarked(text).iter().map(|found| found.line).collect();
            assert_eq!(found, lines, "{text}");
        }
        let found = unmarked("  ; cycles: <= 10\n");
        assert_eq!(found[0].to_string(), "`; cycles: <= 10` states nothing; write `;! cycles: <= 10`");
    }
}
