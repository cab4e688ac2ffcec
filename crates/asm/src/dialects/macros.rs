//! Macros: definition, call and arguments.

use std::ops::Range;
use std::rc::Rc;

use super::engine::Engine;
use super::input::{Frame, FrameKind};
use super::lines::Piece;
use super::recording::Kept;
use super::statement::Statement;
use super::substitution::{Argument, Substitution};
use super::table::Parameters;
use super::token::{MADE, Token};
use crate::fault::Fault;
use crate::names::Role;
use crate::origins::Place;
use crate::scan::{At, slice};
use crate::source::Call;
use crate::symbols::SymbolKind;

/// The maximum nesting depth of macro calls and repetitions.
pub(super) const DEEPEST: usize = 64;
/// The maximum length of an expanded line in bytes.
pub(super) const LONGEST_LINE: usize = 4096;

/// A parameter of a macro.
#[derive(Clone, Debug)]
pub(super) struct Parameter {
    pub(super) name: String,
    default: Option<Argument>,
    /// Where the name stands, if it stands in the source.
    pub(super) place: Option<Place>,
}

#[derive(Debug)]
pub(super) struct Macro {
    pub(super) name: String,
    pub(super) parameters: Vec<Parameter>,
    pub(super) pieces: Rc<[Piece]>,
}

impl Engine<'_> {
    pub(super) fn macro_of(&self, name: &str) -> Option<&Rc<Macro>> {
        self.pass.macros.get(&self.macro_key(name))
    }

    pub(super) fn macro_key(&self, name: &str) -> String {
        if self.table.naming.is_case_sensitive { name.to_owned() } else { name.to_ascii_uppercase() }
    }

    /// Begins to keep the statements of a macro: `NAME MACRO A,B` or `MACRO NAME A,B`.
    pub(super) fn begin_macro(&mut self, statement: &Statement<'_>) -> Result<(), At> {
        let mut operands = statement.operands();
        let name = statement.name.or_else(|| statement.labels.last().copied()).or_else(|| {
            let first = operands.first().copied();
            operands = operands.get(1..).unwrap_or(&[]);
            first
        });
        let name = name.filter(Token::is_name);
        if operands.first().is_some_and(|token| token.is(",")) {
            operands = operands.get(1..).unwrap_or(&[]);
        }
        let what = match name {
            Some(name) => {
                self.note_macro(&name, Role::Definition);
                Kept::Macro { name: name.text.to_owned(), parameters: self.parameters(statement, operands) }
            }
            None => Kept::Nothing { is_macro: true },
        };
        self.begin_keeping(statement, what);
        let missing = At::new(Fault::NeedsName(statement.word().to_owned()), statement.operation_span());
        name.map(drop).ok_or(missing)
    }

    fn parameters(&self, statement: &Statement<'_>, operands: &[Token<'_>]) -> Vec<Parameter> {
        let text = statement.text;
        let pieces = super::statement::split(operands).into_iter();
        let parameter = |piece: &[Token<'_>]| {
            let name = piece.iter().find(|token| token.is_name())?;
            let default = piece
                .iter()
                .position(|token| token.is("="))
                .and_then(|at| Some(self.written(text, piece.get(at + 1)?.at..piece.last()?.end())));
            Some(Parameter { name: name.text.to_owned(), default, place: self.place_of(&name.span()) })
        };
        pieces.filter_map(parameter).collect()
    }

    /// Returns a range of the current statement as an argument.
    pub(super) fn written(&self, text: &str, range: Range<usize>) -> Argument {
        Argument { origins: Some(self.pass.origins.part(range.clone())), text: slice(text, range).to_owned() }
    }

    /// Expands a macro.
    pub(super) fn call(&mut self, statement: &Statement<'_>) -> Result<(), At> {
        let Some(definition) = self.macro_of(statement.word()).cloned() else {
            return Err(self.unknown(statement));
        };
        let text = statement.text;
        let pieces = arguments(statement.operands());
        let written = pieces.iter().map(|piece| self.written(text, argument(text, piece)));
        let mut arguments: Vec<Argument> = if self.table.parameters == Parameters::Words {
            let start = statement.operation_span().end;
            let items = self.arguments_in(slice(text, start..text.len()), start);
            self.note_named(&items, &definition.parameters);
            by_name(items, &definition.parameters)
        } else {
            written.collect()
        };
        if arguments.len() > definition.parameters.len() && self.table.naming.is_case_sensitive {
            let takes = format!("{} arguments", definition.parameters.len());
            let (operation, given) = (statement.word().to_owned(), arguments.len().to_string());
            return Err(At::new(Fault::Count { operation, takes, given }, statement.operation_span()));
        }
        let given = arguments.len();
        for parameter in definition.parameters.iter().skip(given) {
            arguments.push(parameter.default.clone().unwrap_or_default());
        }
        if self.input.frames.len() > DEEPEST {
            return Err(At::new(Fault::MacroDepth(DEEPEST), statement.operation_span()));
        }
        let values = match self.table.parameters {
            Parameters::Symbols => {
                pieces.iter().map(|piece| self.evaluate(by_value(piece))).collect::<Result<_, At>>()?
            }
            Parameters::Text { .. } | Parameters::Words => Vec::new(),
        };
        self.pass.expansions += 1;
        let kind = FrameKind::Macro {
            scope: Rc::clone(&self.pass.scope),
            zone: self.pass.zone.clone(),
            owners: self.pass.owners.len(),
        };
        let call = self.call_at(statement, &definition.name);
        let (call, caller, blocks) = (Some(Rc::new(call)), Some(statement.record), self.pass.blocks.len());
        let mut frame = Frame::new(Rc::clone(&definition.pieces), kind, call, caller, blocks);
        if self.table.parameters == Parameters::Symbols {
            self.pass.zone = format!("{}{MADE}{}", definition.name, self.pass.expansions);
            for (Parameter { name, place, .. }, value) in definition.parameters.iter().zip(values) {
                let full = self.full_name(name);
                self.note_name_at(&full, name, *place, Role::Definition);
                let _ = self.symbols.define(&full, SymbolKind::Variable, value, None);
            }
        } else {
            let names = definition.parameters.iter().map(|parameter| parameter.name.clone()).collect();
            let mut substitution = Substitution::new(names, arguments, self.table.parameters);
            substitution.given = given;
            frame.substitution = Some(substitution);
        }
        if self.table.naming.macros_own_locals {
            self.pass.owners.push(format!("{}{MADE}{}", definition.name, self.pass.expansions));
        }
        self.input.push(frame);
        Ok(())
    }

    /// Returns the location of the outermost macro call.
    pub(super) fn call_at(&self, statement: &Statement<'_>, name: &str) -> Call {
        let record = self.pass.records.get(statement.record);
        let text = record.map_or_else(|| "".into(), |record| Rc::clone(&record.text));
        match self.input.call() {
            Some(outer) => Call {
                macro_name: name.to_owned(),
                file: outer.file,
                number: outer.number,
                text: Rc::clone(&outer.text),
                span: outer.span.clone(),
                depth: outer.depth + 1,
            },
            None => Call {
                macro_name: name.to_owned(),
                file: record.map_or(0, |record| record.file),
                number: record.map_or(0, |record| record.number),
                span: statement.operation_span().start..text.len(),
                text,
                depth: 1,
            },
        }
    }

    /// LOCAL: gives names of the macro other names in each expansion.
    pub(super) fn local(&mut self, statement: &Statement<'_>) -> Result<(), At> {
        let number = self.pass.expansions;
        let outside = At::new(Fault::NoMacro(statement.word().to_owned()), statement.operation_span());
        for name in statement.operands().iter().filter(|token| token.is_name()) {
            let made = format!("{}{MADE}{number}", name.text);
            self.note_later(&made, &name.span(), Role::Use);
        }
        let frame = self.input.innermost_macro().ok_or(outside)?;
        if let Some(substitution) = &mut frame.substitution {
            for name in statement.operands().iter().filter(|token| token.is_name()) {
                let made = format!("{}{MADE}{number}", name.text);
                substitution.add(name.text, made);
            }
        }
        Ok(())
    }

    /// Leaves the innermost macro, with the repetitions inside it.
    pub(super) fn exit_macro(&mut self, statement: &Statement<'_>) -> Result<(), At> {
        let outside = At::new(Fault::NoMacro(statement.word().to_owned()), statement.operation_span());
        let last = self.input.frames.iter().rposition(Frame::is_macro);
        let last = last.or_else(|| {
            self.input.frames.iter().rposition(|frame| matches!(frame.kind, FrameKind::Repeat(_)))
        });
        let last = last.ok_or(outside)?;
        for frame in self.input.frames.iter_mut().skip(last) {
            frame.finish();
            if let FrameKind::Repeat(repeat) = &mut frame.kind {
                repeat.stop();
            }
        }
        let blocks = self.input.frames.get(last).map_or(0, |frame| frame.blocks);
        self.drop_blocks(blocks);
        Ok(())
    }

    pub(super) fn argument_count(&self) -> i64 {
        let frame = self.input.frames.iter().rev().find(|frame| frame.is_macro());
        let count =
            frame.and_then(|frame| frame.substitution.as_ref()).map_or(0, |substitution| substitution.given);
        i64::try_from(count).unwrap_or(0)
    }
}

/// Splits the arguments of a macro at commas outside parentheses, braces and `<…>`.
fn arguments<'a, 't>(tokens: &'a [Token<'t>]) -> Vec<&'a [Token<'t>]> {
    let mut pieces = Vec::new();
    let mut rest = tokens;
    while rest.first().is_some_and(|first| first.is("<")) {
        let Some(close) = rest.iter().position(|token| token.is(">")) else { break };
        pieces.push(rest.get(..=close).unwrap_or(&[]));
        rest = rest.get(close + 1..).unwrap_or(&[]);
        match rest.first() {
            Some(comma) if comma.is(",") => rest = rest.get(1..).unwrap_or(&[]),
            None => return pieces,
            Some(_) => break,
        }
    }
    let others = super::statement::split(rest);
    // An argument in angle brackets may follow others.
    let first = others.iter().position(|piece| piece.first().is_some_and(|first| first.is("<")));
    match first.filter(|first| *first > 0) {
        Some(first) => {
            pieces.extend(others.iter().take(first));
            let at = others.iter().take(first).map(|piece| piece.len() + 1).sum::<usize>();
            pieces.extend(arguments(rest.get(at..).unwrap_or(&[])));
        }
        None => pieces.extend(others),
    }
    pieces
}

/// Returns the range of an argument without braces or angle brackets around it.
fn argument(text: &str, piece: &[Token<'_>]) -> Range<usize> {
    let (Some(first), Some(last)) = (piece.first(), piece.last()) else { return 0..0 };
    let whole = slice(text, first.at..last.end());
    let encloses =
        |open: char, close: char| whole.strip_prefix(open).is_some_and(|inner| inner.ends_with(close));
    let is_enclosed = encloses('{', '}') || encloses('<', '>');
    if is_enclosed { first.at + 1..last.end() - 1 } else { first.at..last.end() }
}

/// Returns an argument without the sign that gives a macro the symbol itself.
fn by_value<'a, 't>(piece: &'a [Token<'t>]) -> &'a [Token<'t>] {
    match piece {
        [sign, rest @ ..] if sign.is("~") && rest.len() == 1 => rest,
        other => other,
    }
}

/// Returns the arguments in the order of the parameters, if each is written `PARAMETER=ARGUMENT`.
fn by_name(items: Vec<Argument>, parameters: &[Parameter]) -> Vec<Argument> {
    let named = |item: &Argument| {
        let (name, value) = item.text.split_once('=')?;
        let index = parameters.iter().position(|parameter| parameter.name == name.trim())?;
        let (start, text) = (item.text.len() - value.trim_start().len(), value.trim().to_owned());
        let origins = item.origins.as_ref().map(|origins| origins.part(start..start + text.len()));
        (!value.starts_with('=')).then_some((index, Argument { text, origins }))
    };
    let Some(all) = items.iter().map(named).collect::<Option<Vec<_>>>() else { return items };
    let count = all.iter().map(|(index, _)| index + 1).max().unwrap_or(0);
    let mut ordered = vec![Argument::default(); count];
    for (index, value) in all {
        if let Some(place) = ordered.get_mut(index) {
            *place = value;
        }
    }
    ordered
}
