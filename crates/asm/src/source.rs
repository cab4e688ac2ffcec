//! The files read, and every line that was processed.

use std::ops::Range;
use std::rc::Rc;

use arcadian_isa::Row;

use crate::diagnostic::Place;
use crate::sheet::Hand;

/// A file as lines.
#[derive(Debug)]
pub(crate) struct File {
    pub(crate) name: String,
    pub(crate) lines: Vec<Rc<str>>,
}

impl File {
    /// The lines of a text. CP/M ends one with Ctrl-Z, and what fills the last record behind it means nothing.
    pub(crate) fn new(name: &str, text: &str) -> Self {
        let text = text.split('\x1A').next().unwrap_or("");
        Self { name: name.to_owned(), lines: text.lines().map(Rc::from).collect() }
    }
}

/// The call of a macro, outside all macros.
#[derive(Debug)]
pub(crate) struct Call {
    pub(crate) macro_name: String,
    pub(crate) file: usize,
    pub(crate) number: usize,
    pub(crate) text: Rc<str>,
    pub(crate) span: Range<usize>,
    /// The innermost one's depth: 1 for a macro called by the file.
    pub(crate) depth: usize,
}

/// A line as it was processed, once for each time.
#[derive(Debug)]
pub(crate) struct Record {
    pub(crate) file: usize,
    /// Counted from 0.
    pub(crate) number: usize,
    pub(crate) text: Rc<str>,
    pub(crate) call: Option<Rc<Call>>,
    /// The line of the first file from which it comes, by include or macro.
    pub(crate) root: usize,
    /// Where the location stood before and behind it.
    pub(crate) address: u32,
    pub(crate) end: u32,
    pub(crate) row: Option<&'static Row>,
    pub(crate) comment: Range<usize>,
    pub(crate) hand: Option<Hand>,
    /// Whether it defines a label.
    pub(crate) labelled: bool,
    /// Whether something in it is wrong, so that its bytes say nothing.
    pub(crate) wrong: bool,
}

impl Record {
    /// The place of a span; of a line made by a macro, that of the call.
    pub(crate) fn place(&self, files: &[File], span: Range<usize>) -> Place {
        match &self.call {
            Some(call) => place(files, call.file, call.number, &call.text, call.span.clone()),
            None => place(files, self.file, self.number, &self.text, span),
        }
    }

    /// The place in its own file, where that is another one.
    pub(crate) fn inner_place(&self, files: &[File]) -> Option<Place> {
        let whole = 0..self.text.len();
        self.call.as_ref().map(|_| place(files, self.file, self.number, &self.text, whole))
    }
}

pub(crate) fn place(files: &[File], file: usize, number: usize, text: &str, span: Range<usize>) -> Place {
    let name = files.get(file).map_or_else(String::new, |file| file.name.clone());
    Place { file: name, line: number + 1, span, text: text.to_owned() }
}
