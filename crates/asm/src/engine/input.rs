//! The input: a stack of files and macro expansions.

use super::state::{Expansion, Level};
use std::ops::Range;
use std::rc::Rc;

use super::Engine;
use super::macros::LONGEST_LINE;
use super::state::{Argument, Macro};
use crate::diagnostic::{Problem, Reported};
use crate::expression::Scope;
use crate::fault::Fault;
use crate::origins::Origins;
use crate::sheet::{self, Hand};
use crate::source::{Call, File, Opening, Record};
use crate::syntax::scan::{At, opens, slice};

/// The maximum include depth.
const DEEPEST: usize = 16;
/// The maximum number of processed lines, macro expansions included.
const MOST_LINES: usize = 200_000;
/// The maximum number of bytes of text read, macro expansions included.
const MOST_TEXT: usize = 16 << 20;

impl Level {
    pub(super) fn of_file(file: usize) -> Self {
        Self {
            file,
            next: 0,
            end: usize::MAX,
            caller: None,
            reading: 0,
            expansion: None,
            is_sheet: false,
            outer: None,
            conditions: Vec::new(),
        }
    }

    fn of_sheet(file: usize, outer: Rc<Scope>) -> Self {
        Self { is_sheet: true, outer: Some(outer), ..Self::of_file(file) }
    }

    fn of_macro(expansion: Expansion, outer: Rc<Scope>) -> Self {
        let Macro { file, ref lines, .. } = *expansion.definition;
        let (next, end) = (lines.start, lines.end);
        Self { next, end, expansion: Some(expansion), outer: Some(outer), ..Self::of_file(file) }
    }

    pub(super) fn is_macro(&self) -> bool {
        self.expansion.is_some()
    }

    pub(super) fn file(&self) -> usize {
        self.file
    }

    /// Returns the next line with its number; one of an expansion with its origins, if they are noted.
    fn take(&mut self, files: &[File], has_names: bool) -> Option<(usize, Rc<str>, Option<Origins>)> {
        let number = self.next;
        let line = files.get(self.file)?.lines.get(number).filter(|_| number < self.end)?;
        self.next += 1;
        Some(match &self.expansion {
            Some(expansion) => {
                let own = Origins::of_line(self.file, number, line.len());
                let own = if has_names { own } else { Origins::default() };
                let (text, origins) = expansion.definition.line(line, &own, &expansion.arguments);
                (number, text, has_names.then_some(origins))
            }
            None => (number, Rc::clone(line), None),
        })
    }
}

impl Engine<'_> {
    /// Reads the next line and returns the index of its record.
    pub(super) fn next_line(&mut self) -> Option<usize> {
        let is_sheet = self.is_sheet;
        while !self.done {
            let top = self.levels.len() == 1;
            let level = self.levels.last_mut()?;
            let Some((number, text, origins)) = level.take(&self.files, self.names.is_on) else {
                self.leave();
                continue;
            };
            let call = level.expansion.as_ref().map(|expansion| Rc::clone(&expansion.call));
            let (file, caller, reading) = (level.file, level.caller, level.reading);
            let hand = if top && is_sheet || level.is_sheet { Hand::read(&text) } else { None };
            self.read += if call.is_some() { text.len() } else { 0 };
            let root = self.levels.first().map_or(0, |level| level.next.saturating_sub(1));
            let (address, end, comment) = (self.location, self.location, 0..0);
            let is_left_out = self.recording.is_some() || self.is_skipping();
            let wrong = false;
            let labelled = false;
            let row = None;
            self.records.push(Record {
                file,
                number,
                text,
                origins,
                call,
                root,
                caller,
                reading,
                address,
                end,
                row,
                comment,
                hand,
                labelled,
                opening: Opening::default(),
                is_left_out,
                wrong,
            });
            let index = self.records.len() - 1;
            self.bound(index);
            if self.is_too_long(index) {
                continue;
            }
            return Some(index);
        }
        while !self.levels.is_empty() {
            self.leave();
        }
        None
    }

    /// Reports a line of an expansion that was cut off.
    fn is_too_long(&mut self, index: usize) -> bool {
        let record = self.records.get(index).filter(|record| record.call.is_some());
        let is_too_long = record.is_some_and(|record| record.text.len() > LONGEST_LINE);
        if is_too_long {
            self.report(index, At::new(Fault::LongLine(LONGEST_LINE), 0..0));
        }
        is_too_long
    }

    fn bound(&mut self, index: usize) {
        let fault = match () {
            () if self.records.len() >= MOST_LINES => "more than 200000 lines, macro expansions included",
            () if self.read > MOST_TEXT => "more than 16 MB of text, macro expansions included",
            () if self.host.is_cancelled() => "cancelled",
            () => return,
        };
        self.stop(index, fault);
    }

    /// Stops reading and reports why.
    pub(super) fn stop(&mut self, index: usize, why: &'static str) -> Reported {
        let whole = self.records.get(index).map_or(0..0, |record| 0..record.text.len());
        self.done = true;
        self.report(index, At::new(Fault::TooMuch(why), whole))
    }

    /// Continues with the lines of a macro, in a scope of its own.
    pub(super) fn expand(
        &mut self,
        definition: Rc<Macro>,
        arguments: Vec<Argument>,
        call: Call,
        caller: usize,
    ) {
        self.expansions += 1;
        let name = format!("{}#{}", definition.name, self.expansions);
        let (sheet, outer) = (self.scope.sheet.clone(), Some(Rc::clone(&self.scope)));
        let outer = std::mem::replace(&mut self.scope, Rc::new(Scope { name, sheet, outer }));
        self.push(Level::of_macro(Expansion { definition, arguments, call: Rc::new(call) }, outer), caller);
    }

    /// Reads the lines of a level next, for a record.
    fn push(&mut self, level: Level, caller: usize) {
        self.readings += 1;
        self.levels.push(Level { caller: Some(caller), reading: self.readings, ..level });
    }

    /// Leaves the innermost file or macro.
    fn leave(&mut self) {
        let Some(level) = self.levels.pop() else { return };
        for condition in level.conditions {
            self.report(condition.record, At::new(Fault::UnclosedIf, condition.span));
        }
        if level.expansion.is_none() {
            self.unclosed_macro();
        }
        if let Some(outer) = level.outer {
            self.scope = outer;
        }
    }

    pub(super) fn include(&mut self, line: &super::Line) -> super::Outcome {
        let span = line.statement.operands.clone();
        let name = file_name(&line.text, span.clone());
        if name.is_empty() {
            return Err(line.fault(Fault::NeedsOperand(line.operation().to_owned())).into());
        }
        let fault = |fault| Problem::New(At::new(fault, span.clone()));
        if self.levels.len() >= DEEPEST {
            return Err(fault(Fault::IncludeDepth(DEEPEST)));
        }
        let from = self.current_file();
        let include = |why| fault(Fault::Include { name: name.to_owned(), why });
        let included = self.host.source(name, &from).map_err(include)?;
        let open =
            |level: &Level| self.files.get(level.file()).is_some_and(|file| file.name == included.name);
        if self.levels.iter().any(open) {
            return Err(fault(Fault::IncludeCycle(included.name)));
        }
        self.read += included.text.len();
        let known = self.files.iter().position(|file| file.name == included.name);
        let file = known.unwrap_or(self.files.len());
        if known.is_none() {
            self.files.push(File::new(&included.name, &included.text));
        }
        let header = self.files.get(file).map(|file| sheet::read(&file.lines).sheet).unwrap_or_default();
        let is = self.words.processor;
        if let Some(not) = header.processor.filter(|not| *not != is) {
            return Err(fault(Fault::OneProcessor { is, not }));
        }
        self.enter(file, known.is_some(), header.routine, line.index);
        Ok(())
    }

    /// Continues with an included file. A sheet is included once, with names of its own.
    fn enter(&mut self, file: usize, is_known: bool, routine: Option<String>, caller: usize) {
        match routine {
            None => self.push(Level::of_file(file), caller),
            Some(_) if is_known => {}
            Some(routine) => {
                self.symbols.add_routine(&routine);
                let inner = Scope { sheet: Some(routine.as_str().into()), name: routine, outer: None };
                let outer = std::mem::replace(&mut self.scope, Rc::new(inner));
                self.push(Level::of_sheet(file, outer), caller);
            }
        }
    }

    pub(super) fn current_file(&self) -> String {
        let file = self.levels.last().and_then(|level| self.files.get(level.file()));
        file.map_or_else(String::new, |file| file.name.clone())
    }

    /// Whether only comments and blank lines follow, in the current file or macro and in those around it.
    pub(super) fn rest_is_empty(&self) -> bool {
        self.levels.iter().all(|level| {
            let lines = self.files.get(level.file()).map_or(&[][..], |file| &file.lines);
            let rest = lines.iter().take(level.end).skip(level.next).map(|line| line.trim());
            rest.filter(|line| !line.is_empty() && !line.starts_with(';')).count() == 0
        })
    }
}

/// Returns a file name without its optional quotes.
pub(super) fn file_name(text: &str, span: Range<usize>) -> &str {
    let quoted = opens(text, span.start);
    let name = slice(text, span);
    let bare = if quoted { name.get(1..name.len().saturating_sub(1)).unwrap_or("") } else { name };
    bare.trim()
}
