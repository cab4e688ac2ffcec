//! The input: a stack of files and macro expansions.

use std::ops::Range;
use std::rc::Rc;

use super::Engine;
use crate::diagnostic::{Problem, Reported};
use crate::expression::Scope;
use crate::fault::Fault;
use crate::flow::Macro;
use crate::flow::input::Frame;
use crate::names::substitution::{Argument, LONGEST_LINE, Substitution};
use crate::sheet::{self, Hand};
use crate::source::Call;
use crate::syntax::scan::{At, opens, slice};
use crate::syntax::statement::Statement;

/// The maximum include depth.
const DEEPEST: usize = 16;
/// The maximum number of processed lines, macro expansions included.
const MOST_LINES: usize = 200_000;
/// The maximum number of bytes of text read, macro expansions included.
const MOST_TEXT: usize = 16 << 20;

/// A source that is read, with the scope to restore at its end.
pub(crate) enum Source {
    File,
    /// An included sheet.
    Sheet(Rc<Scope>),
    Macro(Rc<Scope>),
}

impl Engine<'_> {
    /// Reads the next line and returns the index of its record.
    pub(super) fn next_line(&mut self) -> Option<usize> {
        while !self.done {
            let Some(frame) = self.input.frames.last() else { break };
            let is_first = self.input.frames.len() == 1;
            let has_columns = is_first && self.is_sheet || matches!(frame.kind, Source::Sheet(_));
            let Some(piece) = self.input.next() else {
                self.leave();
                continue;
            };
            let is_left_out = self.recording.is_some() || self.is_skipping();
            let index = self.input.add_record(&piece, self.location, is_left_out);
            if let Some(record) = self.input.records.get_mut(index) {
                record.hand = if has_columns { Hand::read(&piece.text) } else { None };
                // Only a statement has a comment.
                record.comment = 0..0;
                self.read += if record.call.is_some() { piece.text.len() } else { 0 };
            }
            self.names.origins = piece.origins;
            self.bound(index);
            if self.is_too_long(index) {
                continue;
            }
            return Some(index);
        }
        while !self.input.frames.is_empty() {
            self.leave();
        }
        None
    }

    /// Reports a line of an expansion that was cut off.
    fn is_too_long(&mut self, index: usize) -> bool {
        let record = self.input.records.get(index).filter(|record| record.call.is_some());
        let is_too_long = record.is_some_and(|record| record.text.len() > LONGEST_LINE);
        if is_too_long {
            self.report(index, At::new(Fault::LongLine(LONGEST_LINE), 0..0));
        }
        is_too_long
    }

    fn bound(&mut self, index: usize) {
        let fault = match () {
            () if self.input.records.len() >= MOST_LINES => {
                "more than 200000 lines, macro expansions included"
            }
            () if self.read > MOST_TEXT => "more than 16 MB of text, macro expansions included",
            () if self.host.is_cancelled() => "cancelled",
            () => return,
        };
        self.stop(index, fault);
    }

    /// Stops reading and reports why.
    pub(super) fn stop(&mut self, index: usize, why: &'static str) -> Reported {
        let whole = self.input.records.get(index).map_or(0..0, |record| 0..record.text.len());
        self.done = true;
        self.report(index, At::new(Fault::TooMuch(why), whole))
    }

    /// Continues with the lines of a macro, in a scope of its own.
    pub(super) fn expand(&mut self, definition: &Macro, arguments: Vec<Argument>, call: Call, caller: usize) {
        self.expansions += 1;
        let name = format!("{}#{}", definition.name, self.expansions);
        let (sheet, outer) = (self.scope.sheet.clone(), Some(Rc::clone(&self.scope)));
        let outer = std::mem::replace(&mut self.scope, Rc::new(Scope { name, sheet, outer }));
        let (pieces, call) = (Rc::clone(&definition.pieces), Some(Rc::new(call)));
        let blocks = self.conditions.len();
        let mut frame = Frame::new(pieces, Source::Macro(outer), call, Some(caller), blocks);
        let names = definition.parameters.iter().map(|parameter| parameter.name.clone()).collect();
        frame.substitution = Some(Substitution::own(names, arguments));
        self.input.push(frame);
    }

    /// Leaves the innermost file or macro.
    fn leave(&mut self) {
        let Some(frame) = self.input.frames.pop() else { return };
        for condition in self.conditions.split_off(frame.blocks.min(self.conditions.len())) {
            self.report(condition.record, At::new(Fault::UnclosedIf, condition.span));
        }
        if !matches!(frame.kind, Source::Macro(_)) {
            self.unclosed_macro();
        }
        if let Source::Sheet(outer) | Source::Macro(outer) = frame.kind {
            self.scope = outer;
        }
    }

    pub(super) fn include(&mut self, line: &Statement<'_>) -> super::Outcome {
        let span = line.operands_span();
        let name = file_name(line.text, span.clone());
        if name.is_empty() {
            return Err(line.needs_operand().into());
        }
        let fault = |fault| Problem::New(At::new(fault, span.clone()));
        if self.input.frames.len() >= DEEPEST {
            return Err(fault(Fault::IncludeDepth(DEEPEST)));
        }
        let from = self.current_file();
        let include = |why| fault(Fault::Include { name: name.to_owned(), why });
        let included = self.host.source(name, &from).map_err(include)?;
        let is_open = |frame: &Frame<Source>| {
            frame.file().is_some_and(|file| self.input.name_of(file) == included.name)
        };
        if self.input.frames.iter().any(is_open) {
            return Err(fault(Fault::IncludeCycle(included.name)));
        }
        self.read += included.text.len();
        let (file, is_known) = self.input.add_file(&included.name, &included.text);
        let header =
            self.input.files.get(file).map(|file| sheet::read(&file.lines).sheet).unwrap_or_default();
        let is = self.words.processor;
        if let Some(not) = header.processor.filter(|not| *not != is) {
            return Err(fault(Fault::OneProcessor { is, not }));
        }
        self.enter(file, is_known, header.routine, line.record);
        Ok(())
    }

    /// Continues with an included file. A sheet is included once, with names of its own.
    fn enter(&mut self, file: usize, is_known: bool, routine: Option<String>, caller: usize) {
        let kind = match routine {
            None => Source::File,
            Some(_) if is_known => return,
            Some(routine) => {
                self.symbols.add_routine(&routine);
                let inner = Scope { sheet: Some(routine.as_str().into()), name: routine, outer: None };
                Source::Sheet(std::mem::replace(&mut self.scope, Rc::new(inner)))
            }
        };
        self.input.push_file(file, kind, None, Some(caller), self.conditions.len());
    }

    pub(super) fn current_file(&self) -> String {
        let file = self.input.frames.last().and_then(Frame::file);
        file.map_or_else(String::new, |file| self.input.name_of(file))
    }

    /// Whether only comments and blank lines follow, in the current file or macro and in those around it.
    pub(super) fn rest_is_empty(&self) -> bool {
        let is_empty = |line: &str| line.is_empty() || line.starts_with(';');
        let rest = self.input.frames.iter().flat_map(Frame::rest);
        rest.into_iter().all(|piece| is_empty(piece.text.trim()))
    }
}

/// Returns a file name without its optional quotes.
pub(super) fn file_name(text: &str, span: Range<usize>) -> &str {
    let quoted = opens(text, span.start);
    let name = slice(text, span);
    let bare = if quoted { name.get(1..name.len().saturating_sub(1)).unwrap_or("") } else { name };
    bare.trim()
}
