//! The files read and a record of every processed line.

use std::rc::Rc;

use arcadian_isa::Row;

use crate::diagnostic::SourceLocation;
use crate::sheet::Hand;
use crate::syntax::{Span, Subject};

/// A file split into lines.
#[derive(Debug)]
pub(crate) struct File {
    pub(crate) name: String,
    pub(crate) lines: Vec<Rc<str>>,
}

impl File {
    /// Splits a text into lines. CP/M ends a text with Ctrl-Z; the padding after it is ignored, as is a byte order mark.
    pub(crate) fn new(name: &str, text: &str) -> Self {
        let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
        let text = text.split('\x1A').next().unwrap_or("");
        Self { name: name.to_owned(), lines: text.lines().map(Rc::from).collect() }
    }
}

/// The outermost macro call that a line comes from.
#[derive(Clone, Debug)]
pub(crate) struct Call {
    pub(crate) macro_name: String,
    pub(crate) file: usize,
    pub(crate) number: usize,
    pub(crate) text: Rc<str>,
    pub(crate) span: Span,
    /// The nesting depth of the innermost call: 1 for a macro called by the file.
    pub(crate) depth: usize,
}

impl Call {
    /// Returns a call in a record, which may be part of another one.
    pub(crate) fn of(name: &str, record: &Record, span: Span) -> Self {
        let (macro_name, file, number) = (name.to_owned(), record.file, record.number);
        match record.call.as_deref() {
            Some(outer) => Call { macro_name, depth: outer.depth + 1, ..outer.clone() },
            None => Call { macro_name, file, number, text: Rc::clone(&record.text), span, depth: 1 },
        }
    }
}

/// The beginning of a line without bytes. A written sheet needs it where a name such as `BEAA` looks like an address.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Opening {
    /// A label that could have a colon.
    Label,
    /// A statement that may stand in any column.
    Statement,
    /// Text of a macro, which no hand columns are looked for in.
    #[default]
    Verbatim,
}

/// A processed line. A macro line has one record per expansion.
#[derive(Debug, Default)]
pub(crate) struct Record {
    pub(crate) file: usize,
    /// The line number, from 0.
    pub(crate) number: usize,
    pub(crate) text: Rc<str>,
    pub(crate) call: Option<Rc<Call>>,
    /// The line of the first file that this line comes from through includes and macros.
    pub(crate) root: usize,
    /// The record of the call, repetition or inclusion that it comes from.
    pub(crate) caller: Option<usize>,
    /// The number of its reading: of a file, an expansion or a repetition.
    pub(crate) reading: usize,
    /// The location counter before the line; `end` is the one after it.
    pub(crate) address: u32,
    pub(crate) end: u32,
    pub(crate) row: Option<&'static Row>,
    pub(crate) comment: Span,
    pub(crate) hand: Option<Hand>,
    /// Whether the line defines a label.
    pub(crate) labelled: bool,
    pub(crate) opening: Opening,
    pub(crate) subject: Subject,
    /// Whether a condition leaves it out, or it is the text of a repetition or a macro.
    pub(crate) is_left_out: bool,
    /// Whether the line has an error, so that its bytes are meaningless.
    pub(crate) wrong: bool,
}

impl Record {
    /// Returns the location of a span; for a line of a macro expansion, that of the macro call.
    pub(crate) fn location(&self, files: &[File], span: Span) -> SourceLocation {
        match &self.call {
            Some(call) => location(files, call.file, call.number, &call.text, call.span.clone()),
            None => location(files, self.file, self.number, &self.text, span),
        }
    }
}

pub(crate) fn location(files: &[File], file: usize, number: usize, text: &str, span: Span) -> SourceLocation {
    let name = files.get(file).map_or_else(String::new, |file| file.name.clone());
    SourceLocation { file: name, line: number + 1, span, text: text.to_owned() }
}
