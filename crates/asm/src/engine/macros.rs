//! Macros: definition, call and expansion.

use super::state::{Argument, Macro, Recording};
use std::ops::Range;
use std::rc::Rc;

use super::{Engine, Line, Outcome};
use crate::diagnostic::Problem;
use crate::fault::Fault;
use crate::names::{NameKind, Role};
use crate::origins::Origins;
use crate::source::Call;
use crate::statement::Operation;
use crate::syntax::directive::Directive;
use crate::syntax::scan::{Apostrophe, At, is_name, opens, quoted, slice, word};

/// The maximum nesting depth of macro calls.
const DEEPEST: usize = 64;
/// The maximum length of an expanded line in bytes. Arguments that double in each nested call would make it astronomical.
pub(super) const LONGEST_LINE: usize = 4096;

impl Macro {
    /// Returns a line with the arguments substituted for the parameters, and its origins. Strings are left alone. A line that gets too
    /// long is cut off above [`LONGEST_LINE`].
    pub(super) fn line(&self, text: &str, origins: &Origins, arguments: &[Argument]) -> (Rc<str>, Origins) {
        let (mut out, mut out_origins) = (String::new(), Origins::default());
        let mut at = 0;
        for name in words(text, 0..text.len()) {
            let piece = slice(text, name.clone());
            let is = |(parameter, _): &(String, _)| parameter.eq_ignore_ascii_case(piece);
            let index = self.parameters.iter().position(is);
            let Some(argument) = index.and_then(|index| arguments.get(index)) else { continue };
            out_origins.append(out.len(), origins.part(at..name.start));
            out += slice(text, at..name.start);
            out_origins.append(out.len(), argument.origins.clone());
            out += &argument.text;
            at = name.end;
            if out.len() > LONGEST_LINE {
                return (out.into(), out_origins);
            }
        }
        out_origins.append(out.len(), origins.part(at..text.len()));
        out += slice(text, at..text.len());
        (out.into(), out_origins)
    }
}

/// Returns the names in a range of a line, outside of strings.
pub(super) fn words(text: &str, range: Range<usize>) -> Vec<Range<usize>> {
    let (mut found, mut at) = (Vec::new(), range.start);
    while at < range.end {
        let name = word(text, at);
        let end = match () {
            () if !name.is_empty() => name.end,
            () if opens(text, at) => quoted(text, at, Apostrophe::Either).unwrap_or(at + 1),
            // A letter after a digit does not start a name.
            () => crate::syntax::scan::run(text, at, |byte| byte.is_ascii_alphanumeric()).max(at + 1),
        };
        let end = (end..=text.len()).find(|end| text.is_char_boundary(*end)).unwrap_or(text.len());
        if !name.is_empty() {
            found.push(at..end);
        }
        at = end;
    }
    found
}

impl Engine<'_> {
    pub(super) fn begin_macro(&mut self, line: &Line) -> Outcome {
        let (span, record) = (line.operation_span(), line.index);
        let definition = self.heading(line);
        let (definition, outcome) = match definition {
            Ok(definition) => {
                self.note_kind(NameKind::Macro, &definition.name, record, &definition.span, Role::Definition);
                self.note_parameters(&definition.parameters);
                (Some(definition), Ok(()))
            }
            Err(at) => (None, Err(at)),
        };
        self.recording = Some(Recording { definition, record, span, depth: 0 });
        outcome
    }

    /// Parses `NAME MACRO A,B` or `MACRO NAME A,B`.
    fn heading(&self, line: &Line) -> Outcome<Macro> {
        if self.levels.last().is_some_and(|level| level.is_macro()) {
            return Err(line.fault(Fault::MacroInMacro).into());
        }
        let text = &line.text;
        let rest = line.statement.operands.clone();
        let (name, parameters) = match &line.statement.label {
            Some(label) => (label.clone(), rest),
            None => {
                let name = word(text, rest.start);
                (name.clone(), crate::syntax::scan::trim(text, name.end..rest.end))
            }
        };
        if name.is_empty() {
            return Err(line.fault(Fault::NeedsName(line.operation().to_owned())).into());
        }
        self.check_new(line, &name)?;
        let pieces = crate::syntax::scan::split(text, parameters, line.style);
        if let Some(wrong) = pieces.iter().find(|piece| !is_name(slice(text, (*piece).clone()))) {
            return Err(At::new(Fault::ExpectedName, wrong.clone()).into());
        }
        let place = |piece: &Range<usize>| self.place_of(line.index, piece);
        let parameter = |piece: Range<usize>| (slice(text, piece.clone()).to_owned(), place(&piece));
        let parameters = pieces.into_iter().map(parameter).collect();
        let (file, number) =
            self.records.get(line.index).map_or((0, 0), |record| (record.file, record.number));
        let lines = number + 1..number + 1;
        Ok(Macro {
            name: slice(text, name.clone()).to_owned(),
            parameters,
            file,
            lines,
            record: line.index,
            span: name,
        })
    }

    fn check_new(&self, line: &Line, name: &Range<usize>) -> Outcome {
        let text = slice(&line.text, name.clone());
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
                    let line = self.records.get(other.record).map_or(0, |record| record.number + 1);
                    let hint = format!("first defined in line {line}");
                    Err(At::new(Fault::Duplicate(text.to_owned()), name.clone()).hint(hint).into())
                }
                None => Ok(()),
            },
        }
    }

    /// Processes a line inside a macro definition.
    pub(super) fn record(&mut self, line: &Line) -> Outcome {
        let number = self.records.get(line.index).map_or(0, |record| record.number);
        if self.names.is_on {
            let definition = self.recording.as_ref().and_then(|recording| recording.definition.as_ref());
            let parameters = definition.map_or_else(Vec::new, |definition| definition.parameters.clone());
            self.note_left_out(line, &parameters);
        }
        let Some(recording) = &mut self.recording else { return Ok(()) };
        match line.statement.operation {
            Some((Operation::Directive(Directive::Macro), _)) => {
                recording.depth += 1;
                return Err(line.fault(Fault::MacroInMacro).into());
            }
            Some((Operation::Directive(Directive::EndMacro), _)) if recording.depth > 0 => {
                recording.depth -= 1;
            }
            Some((Operation::Directive(Directive::EndMacro), _)) => {
                if let Some(mut definition) = self.recording.take().and_then(|recording| recording.definition)
                {
                    definition.lines.end = number;
                    self.macros.insert(definition.name.to_ascii_uppercase(), Rc::new(definition));
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

    pub(super) fn call(&mut self, line: &Line) -> Outcome {
        let key = line.operation().to_ascii_uppercase();
        let Some(definition) = self.macros.get(&key).cloned() else {
            return Err(self.unknown(line).into());
        };
        self.note_kind(NameKind::Macro, &definition.name, line.index, &line.operation_span(), Role::Use);
        let argument = |piece: Range<usize>| Argument {
            text: slice(&line.text, piece.clone()).to_owned(),
            origins: self.origins_of(line.index, piece),
        };
        let arguments: Vec<Argument> = line.pieces().into_iter().map(argument).collect();
        if arguments.len() != definition.parameters.len() {
            let takes = format!("{} arguments", definition.parameters.len());
            let related = self.related("defined here", definition.record, definition.span.clone());
            let at = line.count(&takes, arguments.len());
            return Err(Problem::Reported(self.report_with(line.index, at, related)));
        }
        let operation = line.operation_span();
        let span = operation.start..line.statement.operands.end.max(operation.end);
        let record = self.records.get(line.index);
        let outer = record.and_then(|record| record.call.as_deref());
        let call = Call::of(&definition.name, record, outer, span);
        if call.depth > DEEPEST {
            self.done = true;
            return Err(line.fault(Fault::MacroDepth(DEEPEST)).into());
        }
        self.expand(definition, arguments, call, line.index);
        Ok(())
    }
}
