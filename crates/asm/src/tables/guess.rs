//! Recognizing the dialect of a source by statements that no other dialect has.

use std::ops::Range;

use crate::diagnostic::{Diagnostic, Severity, SourceLocation};
use crate::fault::Fault;
use crate::source::File;
use crate::syntax::scan::At;
use crate::syntax::table::Table;
use crate::tables::TABLES;

/// A guess and the statement that decides it.
#[derive(Debug)]
pub(crate) struct Guess {
    pub(crate) table: &'static Table,
    /// The line, from 0.
    pub(crate) line: usize,
    pub(crate) span: Range<usize>,
}

impl Guess {
    /// Returns the note about the guess.
    pub(crate) fn note(&self, file: &File) -> Diagnostic {
        let text = file.lines.get(self.line).map_or("", |line| line);
        let mark = text.get(self.span.clone()).unwrap_or("").to_owned();
        let fault = Fault::Guessed { dialect: self.table.name, mark };
        let at = At::new(fault, self.span.clone()).hint("the option --dialect names the syntax");
        let location = SourceLocation {
            file: file.name.clone(),
            line: self.line + 1,
            span: self.span.clone(),
            text: text.to_owned(),
        };
        Diagnostic::new(Severity::Note, at, location)
    }
}

/// Returns the dialect of a source, if it has statements of one dialect only. A sheet has none.
pub(crate) fn guess(file: &File) -> Option<Guess> {
    if crate::sheet::read(&file.lines).is_sheet() {
        return None;
    }
    let mut found: Option<Guess> = None;
    for (number, line) in file.lines.iter().enumerate() {
        let Some((table, span)) = mark(line) else { continue };
        match &found {
            Some(guess) if std::ptr::eq(guess.table, table) => {}
            Some(_) => return None,
            None => found = Some(Guess { table, line: number, span }),
        }
    }
    found
}

/// Returns the dialect that has this statement, and where its mark is.
fn mark(line: &str) -> Option<(&'static Table, Range<usize>)> {
    let start = line.len() - line.trim_start().len();
    let rest = line.get(start..).filter(|rest| rest.len() > 2)?;
    let first = rest.as_bytes().first()?.to_ascii_lowercase();
    TABLES.iter().find_map(|table| {
        let marks = table.marks.iter().filter(|mark| mark.as_bytes().first() == Some(&first));
        let mark = marks.into_iter().find(|mark| begins(rest, mark, start > 0))?;
        Some((*table, start..start + mark.trim_end().len()))
    })
}

/// Whether a statement begins with a mark. In column one a word alone could be a label.
fn begins(statement: &str, mark: &str, is_indented: bool) -> bool {
    let (mut written, mut wanted) = (statement.bytes().peekable(), mark.bytes());
    let mut has_operand = mark.starts_with('!');
    loop {
        match (wanted.next(), written.peek().copied()) {
            (None, next) => {
                let ends = has_operand && !mark.starts_with('!')
                    || !mark.ends_with(|c: char| c.is_ascii_alphanumeric())
                    || next.is_none_or(|next| next.is_ascii_whitespace() || next == b';');
                return ends && (is_indented || has_operand);
            }
            (Some(b' '), Some(next)) if next.is_ascii_whitespace() => {
                while written.next_if(u8::is_ascii_whitespace).is_some() {}
                has_operand = true;
            }
            (Some(wanted), Some(next)) if next.to_ascii_lowercase() == wanted => {
                written.next();
            }
            _ => return false,
        }
    }
}
