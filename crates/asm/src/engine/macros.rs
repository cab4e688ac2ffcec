//! Macros: definition, call and expansion.

use std::ops::Range;
use std::rc::Rc;

use super::input::Source;
use super::{Engine, Outcome};
use crate::diagnostic::Problem;
use crate::fault::Fault;
use crate::flow::{DEEPEST, Macro, Parameter, Recording};
use crate::names::Role;
use crate::names::substitution::Argument;
use crate::source::Call;
use crate::syntax::directive::Directive;
use crate::syntax::lines::Piece;
use crate::syntax::scan::{At, is_name, slice, split, word};
use crate::syntax::statement::own::style;
use crate::syntax::statement::{Operation, Statement};

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
        let (text, rest) = (line.text, line.operands_span());
        let (name, parameters) = match &line.name {
            Some(name) => (name.span(), rest),
            None => {
                let name = word(text, rest.start);
                (name.clone(), crate::syntax::scan::trim(text, name.end..rest.end))
            }
        };
        if name.is_empty() {
            return Err(line.fault(Fault::NeedsName(line.word().to_owned())).into());
        }
        self.check_new(line, &name)?;
        let pieces = split(text, parameters, style(self.words.processor, Operation::Macro));
        if let Some(wrong) = pieces.iter().find(|piece| !is_name(slice(text, (*piece).clone()))) {
            return Err(At::new(Fault::ExpectedName, wrong.clone()).into());
        }
        let parameter = |piece: Range<usize>| Parameter {
            name: slice(text, piece.clone()).to_owned(),
            default: None,
            place: self.names.place(&piece),
        };
        let parameters = pieces.into_iter().map(parameter).collect();
        let (name, span) = (slice(text, name.clone()).to_owned(), name);
        Ok(Macro { name, parameters, pieces: Rc::default(), record: line.record, span })
    }

    fn check_new(&self, line: &Statement<'_>, name: &Range<usize>) -> Outcome {
        let text = slice(line.text, name.clone());
        let fault = |fault| Problem::New(At::new(fault, name.clone()));
        match self.words.reserved(text) {
            Some(why) => Err(fault(Fault::Reserved(text.to_owned(), why))),
            None if self.words.is_mnemonic(text) => {
                Err(fault(Fault::Reserved(text.to_owned(), "an instruction")))
            }
            None if crate::tables::own::directive(text).is_some() => {
                Err(fault(Fault::Reserved(text.to_owned(), "a directive")))
            }
            None => match self.macros.get(&text.to_ascii_uppercase()) {
                Some(other) => {
                    let line = self.input.records.get(other.record).map_or(0, |record| record.number + 1);
                    let hint = format!("first defined in line {line}");
                    Err(At::new(Fault::Duplicate(text.to_owned()), name.clone()).hint(hint).into())
                }
                None => Ok(()),
            },
        }
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
                    pieces.pop();
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
        let argument = |piece: Range<usize>| Argument {
            text: slice(line.text, piece.clone()).to_owned(),
            origins: Some(self.names.origins.part(piece)),
        };
        // Arguments are texts, and need not be values.
        let pieces = split(line.text, line.operands_span(), style(self.words.processor, Operation::Macro));
        let arguments: Vec<Argument> = pieces.into_iter().map(argument).collect();
        if arguments.len() != definition.parameters.len() {
            let takes = format!("{} arguments", definition.parameters.len());
            let related = self.input.related("defined here", definition.record, definition.span.clone());
            let at = line.count(&takes, arguments.len());
            return Err(Problem::Reported(self.report_with(line.record, at, related)));
        }
        let operation = line.operation_span();
        let span = operation.start..line.operands_span().end.max(operation.end);
        let record = self.input.records.get(line.record);
        let outer = record.and_then(|record| record.call.as_deref());
        let call = Call::of(&definition.name, record, outer, span);
        if call.depth > DEEPEST {
            self.done = true;
            return Err(line.fault(Fault::MacroDepth(DEEPEST)).into());
        }
        self.expand(&definition, arguments, call, line.record);
        Ok(())
    }
}
