//! The input: a stack of files, macro expansions and repetitions.

use std::rc::Rc;

use crate::diagnostic::{Diagnostic, Diagnostics, Related, Reported, Severity};
use crate::names::Substitution;
use crate::source::{Call, File, Record, location};
use crate::syntax::{At, Lexis, Piece, Span, pieces};

/// Statements being read. Its kind says what is done at their end.
pub(crate) struct Frame<K> {
    pub(crate) pieces: Rc<[Piece]>,
    pub(crate) next: usize,
    pub(crate) kind: K,
    /// The replacements in each statement.
    pub(crate) substitution: Option<Substitution>,
    call: Option<Rc<Call>>,
    /// The record that it is read for.
    caller: Option<usize>,
    /// The number of this reading.
    reading: usize,
    /// The number of open blocks when it began.
    pub(crate) blocks: usize,
}

impl<K> Frame<K> {
    pub(crate) fn new(
        pieces: Rc<[Piece]>,
        kind: K,
        call: Option<Rc<Call>>,
        caller: Option<usize>,
        blocks: usize,
    ) -> Self {
        Self { pieces, next: 0, kind, substitution: None, call, caller, reading: 0, blocks }
    }

    /// Returns the file that its statements stand in, unless it has none.
    pub(crate) fn file(&self) -> Option<usize> {
        self.pieces.first().map(|piece| piece.file)
    }

    /// Returns the statements that are still to be read.
    pub(crate) fn rest(&self) -> &[Piece] {
        self.pieces.get(self.next..).unwrap_or(&[])
    }

    fn take(&mut self, lexis: &Lexis) -> Option<Piece> {
        let mut piece = self.pieces.get(self.next)?.clone();
        self.next += 1;
        if let Some(substitution) = &self.substitution {
            (piece.text, piece.origins) = substitution.apply(&piece.text, &piece.origins, lexis);
        }
        Some(piece)
    }
}

pub(crate) struct Input<K> {
    pub(crate) files: Vec<File>,
    split: Vec<Rc<[Piece]>>,
    pub(crate) frames: Vec<Frame<K>>,
    /// The number of readings of files, expansions and repetitions.
    pub(crate) readings: usize,
    lexis: &'static Lexis,
    /// Whether it is noted where characters come from.
    has_origins: bool,
    /// The statements read so far, and what is wrong with them.
    pub(crate) records: Vec<Record>,
    pub(crate) diagnostics: Diagnostics,
}

impl<K> Input<K> {
    pub(crate) fn new(file: File, lexis: &'static Lexis, has_origins: bool) -> Self {
        let split = vec![pieces(0, &file, lexis, has_origins).into()];
        Self {
            files: vec![file],
            split,
            frames: Vec::new(),
            readings: 0,
            lexis,
            has_origins,
            records: Vec::new(),
            diagnostics: Diagnostics::default(),
        }
    }

    /// Adds a file unless one with this name is known. Returns its index, and whether it was known.
    pub(crate) fn add_file(&mut self, name: &str, text: &str) -> (usize, bool) {
        if let Some(known) = self.files.iter().position(|file| file.name == name) {
            return (known, true);
        }
        let file = File::new(name, text);
        self.split.push(pieces(self.files.len(), &file, self.lexis, self.has_origins).into());
        self.files.push(file);
        (self.files.len() - 1, false)
    }

    /// Reads a file next.
    pub(crate) fn push_file(
        &mut self,
        file: usize,
        kind: K,
        call: Option<Rc<Call>>,
        caller: Option<usize>,
        blocks: usize,
    ) {
        if let Some(pieces) = self.split.get(file) {
            self.push(Frame::new(Rc::clone(pieces), kind, call, caller, blocks));
        }
    }

    pub(crate) fn push(&mut self, frame: Frame<K>) {
        self.frames.push(frame);
        self.restart(true);
    }

    /// Reads the innermost frame from its beginning. A statement that repeats itself is one reading.
    pub(crate) fn restart(&mut self, is_new: bool) {
        let outer = self.frames.len().checked_sub(2).and_then(|outer| self.frames.get(outer));
        let same = outer.map_or(0, |outer| outer.reading);
        if let Some(frame) = self.frames.last_mut() {
            (frame.next, frame.reading) = (0, if is_new { self.readings } else { same });
        }
        self.readings += usize::from(is_new);
    }

    /// Adds the record of a statement that was read, and returns its index.
    pub(crate) fn add_record(&mut self, piece: &Piece, address: u32, is_left_out: bool) -> usize {
        let frame = self.frames.last();
        let text: Rc<str> = if piece.comment.is_empty() {
            Rc::clone(&piece.text)
        } else {
            format!("{}{}{}", piece.text, if piece.text.is_empty() { "" } else { " " }, piece.comment).into()
        };
        self.records.push(Record {
            file: piece.file,
            number: piece.number,
            comment: text.len() - piece.comment.len()..text.len(),
            text,
            call: self.call(),
            root: self.root(),
            caller: frame.and_then(|frame| frame.caller),
            reading: frame.map_or(0, |frame| frame.reading),
            address,
            end: address,
            is_left_out,
            ..Record::default()
        });
        self.records.len() - 1
    }

    pub(crate) fn next(&mut self) -> Option<Piece> {
        self.frames.last_mut()?.take(self.lexis)
    }

    pub(crate) fn call(&self) -> Option<Rc<Call>> {
        self.frames.last().and_then(|frame| frame.call.clone())
    }

    /// Returns the line of the first file that is being read.
    fn root(&self) -> usize {
        let first = self.frames.first();
        first.and_then(|frame| frame.pieces.get(frame.next.saturating_sub(1))).map_or(0, |piece| piece.number)
    }

    /// Changes a record.
    pub(crate) fn change(&mut self, index: usize, change: impl FnOnce(&mut Record)) {
        if let Some(record) = self.records.get_mut(index) {
            change(record);
        }
    }

    /// Reports an error in a record.
    pub(crate) fn error(&mut self, index: usize, at: At, related: Vec<Related>) -> Reported {
        self.change(index, |record| record.wrong = true);
        let diagnostic = self.diagnostic(index, Severity::Error, at, related);
        self.diagnostics.error(diagnostic)
    }

    /// Warns of something in a record, or says it.
    pub(crate) fn remark(&mut self, index: usize, at: At, severity: Severity) {
        let diagnostic = self.diagnostic(index, severity, at, Vec::new());
        self.diagnostics.push(diagnostic);
    }

    /// Returns what is wrong in a record; in a macro expansion it is at the call, and the line of the macro is related.
    fn diagnostic(
        &self,
        index: usize,
        severity: Severity,
        mut at: At,
        mut related: Vec<Related>,
    ) -> Diagnostic {
        let record = self.records.get(index);
        if let Some(Record { file, number, text, call: Some(call), .. }) = record {
            let location = location(&self.files, *file, *number, text, 0..text.len());
            related.push(Related { message: format!("in the macro {}", call.macro_name), location });
        }
        let nowhere = || location(&self.files, 0, index, "", 0..0);
        let span = std::mem::take(&mut at.span);
        let location = record.map_or_else(nowhere, |record| record.location(&self.files, span));
        Diagnostic { related, ..Diagnostic::new(severity, at, location) }
    }

    /// Returns a related location in a record, with a message.
    pub(crate) fn related(&self, message: &str, index: usize, span: Span) -> Vec<Related> {
        let location = self.records.get(index).map(|record| record.location(&self.files, span));
        location.map(|location| Related { message: message.to_owned(), location }).into_iter().collect()
    }

    pub(crate) fn name_of(&self, file: usize) -> String {
        self.files.get(file).map_or_else(String::new, |file| file.name.clone())
    }
}
