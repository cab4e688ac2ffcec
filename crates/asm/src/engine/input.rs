//! The lines that are read: files, conditions and macros.

use std::rc::Rc;

use super::{Engine, Outcome};
use crate::diagnostic::{Problem, Reported};
use crate::expression::Scope;
use crate::fault::Fault;
use crate::flow::{Branches, Frame, Macro, Parameter, Recording};
use crate::names::{Argument, LONGEST_LINE, Role, Substitution};
use crate::sheet::{self, Hand};
use crate::source::Call;
use crate::syntax::{At, Directive, Piece, Span, Statement, Test, Token, is_name, opens, slice, span, split};

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
    pub(super) fn expand(
        &mut self,
        definition: &Macro,
        arguments: Vec<Argument>,
        call: Option<Call>,
        caller: usize,
    ) {
        self.expansions += 1;
        let name = format!("{}#{}", definition.name, self.expansions);
        let (sheet, outer) = (self.scope.sheet.clone(), Some(Rc::clone(&self.scope)));
        let outer = std::mem::replace(&mut self.scope, Rc::new(Scope { name, sheet, outer }));
        let (pieces, call) = (Rc::clone(&definition.pieces), call.map(Rc::new));
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

    pub(super) fn include(&mut self, line: &Statement<'_>) -> Outcome {
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
pub(super) fn file_name(text: &str, span: Span) -> &str {
    let quoted = opens(text, span.start);
    let name = slice(text, span);
    let bare = if quoted { name.get(1..name.len().saturating_sub(1)).unwrap_or("") } else { name };
    bare.trim()
}

/// Macros: definition, call and expansion.
impl Engine<'_> {
    pub(super) fn begin_macro(&mut self, line: &Statement<'_>) -> Outcome {
        let (span, record) = (line.operation_span(), line.record);
        let definition = self.heading(line);
        let (definition, outcome) = match definition {
            Ok(definition) => {
                self.note_macro(&definition.name, &definition.span, Role::Definition);
                self.note_parameters(&definition.parameters);
                (Some(definition), Ok(()))
            }
            Err(at) => (None, Err(at)),
        };
        self.recording = Some(Recording::new(definition, record, span));
        outcome
    }

    /// Parses `NAME MACRO A,B` or `MACRO NAME A,B`.
    fn heading(&self, line: &Statement<'_>) -> Outcome<Macro> {
        if self.input.frames.last().is_some_and(|frame| matches!(frame.kind, Source::Macro(_))) {
            return Err(line.fault(Fault::MacroInMacro).into());
        }
        let (first, rest) =
            line.operands().split_at(usize::from(line.name.is_none()).min(line.operands().len()));
        let Some(name) = line.name.or(first.first().copied()).filter(Token::is_name) else {
            return Err(line.fault(Fault::NeedsName(line.word().to_owned())).into());
        };
        self.check_new(&name)?;
        let parameter = |(index, piece): (usize, &&[Token<'_>])| match piece {
            [one] if is_name(one.text) => Ok(Parameter {
                name: one.text.to_owned(),
                default: None,
                place: self.names.place(&one.span()),
            }),
            [] => {
                let at = line.place_of(rest, index);
                Err(At::new(Fault::ExpectedName, at..at))
            }
            _ => Err(At::new(Fault::ExpectedName, span(piece))),
        };
        let parameters = split(rest).iter().enumerate().map(parameter).collect::<Result<_, _>>()?;
        let (span, name) = (name.span(), name.text.to_owned());
        Ok(Macro { name, parameters, pieces: Rc::default(), record: line.record, span })
    }

    fn check_new(&self, name: &Token<'_>) -> Outcome {
        let instruction = || self.words.is_mnemonic(name.text).then_some("an instruction");
        let directive = || crate::tables::own::directive(name.text).map(|_| "a directive");
        if let Some(why) = self.words.reserved(name.text).or_else(instruction).or_else(directive) {
            return Err(name.fault(|text| Fault::Reserved(text, why)).into());
        }
        let Some(other) = self.macros.get(&name.text.to_ascii_uppercase()) else { return Ok(()) };
        let line = self.input.records.get(other.record).map_or(0, |record| record.number + 1);
        Err(name.fault(Fault::Duplicate).hint(format!("first defined in line {line}")).into())
    }

    /// Keeps a line of a macro.
    pub(super) fn keep(&mut self, index: usize) {
        if let (Some(recording), Some(record)) = (&mut self.recording, self.input.records.get(index)) {
            let (text, origins) = (Rc::clone(&record.text), self.names.origins.clone());
            recording.pieces.push(Piece::new(record.file, record.number, text, origins));
        }
    }

    /// Processes a line inside a macro definition.
    pub(super) fn record(&mut self, line: &Statement<'_>) -> Outcome {
        if self.names.is_on {
            let definition = self.recording.as_ref().and_then(|recording| recording.what.as_ref());
            let parameters = definition.map_or_else(Vec::new, |definition| definition.parameters.clone());
            self.note_left_out(line, &parameters);
        }
        let Some(recording) = &mut self.recording else { return Ok(()) };
        match line.directive() {
            Some(Directive::Macro) => {
                recording.depth += 1;
                return Err(line.fault(Fault::MacroInMacro).into());
            }
            Some(Directive::EndMacro) if recording.depth > 0 => {
                recording.depth -= 1;
            }
            Some(Directive::EndMacro) => {
                if let Some(Recording { what: Some(definition), mut pieces, .. }) = self.recording.take() {
                    if let (Some(last), Some(label)) = (pieces.pop(), line.labels.first()) {
                        let label = label.at..line.operation_span().start;
                        let (text, origins) = (slice(line.text, label.clone()), last.origins.part(label));
                        pieces.push(Piece { text: text.into(), origins, ..last });
                    }
                    let key = definition.name.to_ascii_uppercase();
                    self.macros.insert(key, Rc::new(Macro { pieces: pieces.into(), ..definition }));
                }
            }
            _ => {}
        }
        Ok(())
    }

    pub(super) fn unclosed_macro(&mut self) {
        if let Some(recording) = self.recording.take() {
            self.report(recording.record, At::new(Fault::UnclosedMacro, recording.span));
        }
    }

    pub(super) fn call(&mut self, line: &Statement<'_>) -> Outcome {
        let key = line.word().to_ascii_uppercase();
        let Some(definition) = self.macros.get(&key).cloned() else {
            return Err(self.unknown(line).into());
        };
        self.note_macro(&definition.name, &line.operation_span(), Role::Use);
        // Arguments are texts, and need not be values.
        let argument = |piece: &[Token<'_>]| Argument {
            text: slice(line.text, span(piece)).to_owned(),
            origins: Some(self.names.origins.part(span(piece))),
        };
        let arguments: Vec<Argument> = line.pieces().into_iter().map(argument).collect();
        if arguments.len() != definition.parameters.len() {
            let takes = format!("{} arguments", definition.parameters.len());
            let related = self.input.related("defined here", definition.record, definition.span.clone());
            let at = line.count(&takes, arguments.len());
            return Err(Problem::Reported(self.report_with(line.record, at, related)));
        }
        let operation = line.operation_span();
        let span = operation.start..line.operands_span().end.max(operation.end);
        let record = self.input.records.get(line.record);
        let call = record.map(|record| Call::of(&definition.name, record, span));
        if call.as_ref().is_some_and(|call| call.depth > DEEPEST) {
            self.done = true;
            return Err(line.fault(Fault::MacroDepth(DEEPEST)).into());
        }
        self.expand(&definition, arguments, call, line.record);
        Ok(())
    }
}

/// An open IF.
#[derive(Debug)]
pub(super) struct Condition {
    pub(super) record: usize,
    pub(super) span: Span,
    pub(super) branches: Branches,
}

/// IF, IFDEF, IFNDEF, ELSEIF, ELSE, ENDIF.
impl Engine<'_> {
    pub(super) fn is_skipping(&self) -> bool {
        // A condition inside a skipped branch is never active, so the innermost one decides.
        self.conditions.last().is_some_and(|condition| !condition.branches.is_active)
    }

    pub(super) fn condition(&mut self, line: &Statement<'_>, directive: Directive) -> Outcome {
        match directive {
            Directive::If(test) => self.begin_if(line, test),
            Directive::ElseIf(test) => self.else_if(line, test),
            Directive::Else => {
                self.last_condition(line)?.otherwise();
                Ok(())
            }
            _ => self.end_if(line),
        }
    }

    fn begin_if(&mut self, line: &Statement<'_>, test: Test) -> Outcome {
        let skipping = self.is_skipping();
        let holds = if skipping { Ok(false) } else { self.holds(line, test) };
        let branches = if skipping { Branches::SKIPPED } else { Branches::new(&holds) };
        self.conditions.push(Condition { record: line.record, span: line.operation_span(), branches });
        holds.map(drop)
    }

    fn holds(&mut self, line: &Statement<'_>, test: Test) -> Outcome<bool> {
        let operand = line.single()?;
        if test == Test::True {
            let value = self.expression(operand)?;
            return self.symbols.value(&value).map(|value| value != 0);
        }
        let operand = span(operand);
        let name = slice(line.text, operand.clone());
        if !is_name(name) {
            return Err(At::new(Fault::ExpectedName, operand).into());
        }
        self.note_later(name, &operand, Role::Use);
        Ok(self.symbols.is_defined(name, &self.scope) == (test == Test::Defined))
    }

    fn else_if(&mut self, line: &Statement<'_>, test: Test) -> Outcome {
        if !self.last_condition(line)?.is_open {
            *self.last_condition(line)? = Branches::SKIPPED;
            return Ok(());
        }
        let holds = self.holds(line, test);
        *self.last_condition(line)? = Branches::new(&holds);
        holds.map(drop)
    }

    /// Returns the IF that an ELSE or ELSEIF belongs to.
    fn last_condition(&mut self, line: &Statement<'_>) -> Outcome<&mut Branches> {
        let outside = self.input.frames.last().map_or(0, |frame| frame.blocks);
        let missing = || line.fault(Fault::NoIf(line.word().to_owned()));
        let own = self.conditions.get_mut(outside..).and_then(<[_]>::last_mut);
        let branches = &mut own.ok_or_else(missing)?.branches;
        branches.check(line.word()).map_err(|fault| line.fault(fault))?;
        Ok(branches)
    }

    fn end_if(&mut self, line: &Statement<'_>) -> Outcome {
        let outside = self.input.frames.last().map_or(0, |frame| frame.blocks);
        let closed = if self.conditions.len() > outside { self.conditions.pop() } else { None };
        closed.map(drop).ok_or_else(|| line.fault(Fault::NoIf(line.word().to_owned())).into())
    }
}
