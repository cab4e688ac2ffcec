//! Macros: definition, call and substitution.

use std::ops::Range;
use std::rc::Rc;

use super::directive::Directive;
use super::engine::Engine;
use super::input::{Frame, FrameKind};
use super::lines::Piece;
use super::statement::Statement;
use super::table::{Lexis, Parameters};
use super::token::{MADE, Token, name_end, quote_end};
use crate::fault::Fault;
use crate::scan::{At, slice};
use crate::source::Call;
use crate::symbols::SymbolKind;

/// The maximum nesting depth of macro calls and repetitions.
pub(super) const DEEPEST: usize = 64;
/// The maximum length of an expanded line in bytes.
pub(super) const LONGEST_LINE: usize = 4096;

#[derive(Debug)]
pub(super) struct Macro {
    name: String,
    parameters: Vec<(String, Option<String>)>,
    pieces: Rc<[Piece]>,
}

/// Statements being kept: those of a macro or of a repetition.
pub(super) struct Recording {
    pub(super) what: Kept,
    pub(super) pieces: Vec<Piece>,
    pub(super) record: usize,
    pub(super) span: Range<usize>,
    depth: usize,
    /// Whether it ends with a brace.
    in_braces: bool,
}

pub(super) enum Kept {
    Macro {
        name: String,
        parameters: Vec<(String, Option<String>)>,
    },
    Repeat(super::repeat::Loop),
    /// What has an error, or is repeated no times.
    Nothing {
        is_macro: bool,
    },
}

/// What replaces names in a statement.
#[derive(Clone, Debug)]
pub(super) struct Substitution {
    parameters: Vec<String>,
    arguments: Vec<String>,
    join: Option<char>,
    in_strings: bool,
    /// The number of arguments that the call gives.
    pub(super) given: usize,
}

impl Substitution {
    pub(super) fn new(parameters: Vec<String>, arguments: Vec<String>, how: Parameters) -> Self {
        let (join, in_strings) = match how {
            Parameters::Text { join, in_strings } => (join, in_strings),
            Parameters::Symbols => (None, false),
        };
        let given = arguments.len();
        Self { parameters, arguments, join, in_strings, given }
    }

    /// Adds a name that is replaced.
    pub(super) fn add(&mut self, name: &str, text: String) {
        self.parameters.insert(0, name.to_owned());
        self.arguments.insert(0, text);
    }

    fn argument(&self, name: &str) -> Option<&str> {
        let index = self.parameters.iter().position(|parameter| parameter == name)?;
        Some(self.arguments.get(index).map_or("", |argument| argument))
    }

    /// Returns a statement with the arguments. A line that gets too long is cut off above [`LONGEST_LINE`].
    pub(super) fn apply(&self, text: &str, lexis: &Lexis) -> Rc<str> {
        let (mut out, mut at) = (String::new(), 0);
        while at < text.len() && out.len() <= LONGEST_LINE {
            let end = name_end(text, at, lexis);
            if end > at {
                out += self.argument(slice(text, at..end)).unwrap_or(slice(text, at..end));
                at = end;
                continue;
            }
            let rest = slice(text, at..text.len());
            if self.join.is_some_and(|join| rest.starts_with(join) && self.joins(text, at, lexis)) {
                at += 1;
                continue;
            }
            let quoted = quote_end(text, at, lexis).filter(|_| !self.in_strings).flatten();
            let number = super::token::number(text, at, lexis, false).map(|(_, end)| end);
            let end = quoted.or(number).unwrap_or_else(|| crate::scan::character(text, at).end).max(at + 1);
            out += slice(text, at..end.min(text.len()));
            at = end;
        }
        out.into()
    }

    /// Whether the sign at `at` joins a parameter with its surroundings.
    fn joins(&self, text: &str, at: usize, lexis: &Lexis) -> bool {
        let next = slice(text, at + 1..name_end(text, at + 1, lexis));
        let start = text.get(..at).map_or(0, |head| {
            head.trim_end_matches(|c: char| c.is_ascii_alphanumeric() || "_?.$@".contains(c)).len()
        });
        let previous = slice(text, start..at);
        self.argument(next).is_some() || self.argument(previous).is_some()
    }
}

impl Engine<'_> {
    pub(super) fn macro_of(&self, name: &str) -> Option<&Rc<Macro>> {
        self.pass.macros.get(&self.macro_key(name))
    }

    fn macro_key(&self, name: &str) -> String {
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
                Kept::Macro { name: name.text.to_owned(), parameters: self.parameters(statement, operands) }
            }
            None => Kept::Nothing { is_macro: true },
        };
        self.begin_keeping(statement, what);
        let missing = At::new(Fault::NeedsName(statement.word().to_owned()), statement.operation_span());
        name.map(drop).ok_or(missing)
    }

    fn parameters(&self, statement: &Statement<'_>, operands: &[Token<'_>]) -> Vec<(String, Option<String>)> {
        let text = statement.text;
        let pieces = super::statement::split(operands).into_iter();
        let parameter = |piece: &[Token<'_>]| {
            let name = piece.iter().find(|token| token.is_name())?;
            let default = piece
                .iter()
                .position(|token| token.is("="))
                .and_then(|at| Some(slice(text, piece.get(at + 1)?.at..piece.last()?.end()).to_owned()));
            Some((name.text.to_owned(), default))
        };
        pieces.filter_map(parameter).collect()
    }

    pub(super) fn begin_keeping(&mut self, statement: &Statement<'_>, what: Kept) {
        let (record, span) = (statement.record, statement.operation_span());
        let in_braces = self.table.lexis.braces && statement.opens();
        self.pass.recording = Some(Recording { what, pieces: Vec::new(), record, span, depth: 0, in_braces });
    }

    pub(super) fn keep(&mut self, piece: &Piece) {
        if let Some(recording) = &mut self.pass.recording {
            recording.pieces.push(piece.clone());
        }
    }

    /// Keeps a statement, unless it ends what is kept.
    pub(super) fn keep_or_end(&mut self, piece: &Piece, statement: &Statement<'_>) {
        let has_one_end = self.directives.values().any(|directive| *directive == Directive::EndAny);
        let Some(recording) = &mut self.pass.recording else { return };
        let is_macro = matches!(recording.what, Kept::Macro { .. } | Kept::Nothing { is_macro: true });
        let (begins, ends) = match statement.directive() {
            _ if recording.in_braces => {
                let closes = statement.word() == "}";
                (statement.opens() && !closes, closes && !statement.opens())
            }
            Some(Directive::EndAny) => (false, true),
            Some(Directive::Macro) => (is_macro || has_one_end, false),
            Some(directive) if directive.repeats() => (!is_macro || has_one_end, false),
            Some(Directive::EndMacro) => (false, is_macro),
            Some(Directive::EndRepeat) => (false, !is_macro),
            _ => (false, false),
        };
        match (ends, recording.depth) {
            (true, 0) => return self.end_keeping(statement),
            (true, _) => recording.depth -= 1,
            _ => recording.depth += usize::from(begins),
        }
        self.keep(piece);
    }

    fn end_keeping(&mut self, statement: &Statement<'_>) {
        let Some(recording) = self.pass.recording.take() else { return };
        let pieces = recording.pieces.into();
        match recording.what {
            Kept::Macro { name, parameters } => {
                let key = self.macro_key(&name);
                self.pass.macros.insert(key, Rc::new(Macro { name, parameters, pieces }));
            }
            Kept::Repeat(repeat) => {
                if let Err(at) = self.begin_loop(statement, repeat, pieces, recording.record) {
                    self.report(recording.record, at);
                }
            }
            Kept::Nothing { .. } => {}
        }
    }

    /// Expands a macro.
    pub(super) fn call(&mut self, statement: &Statement<'_>) -> Result<(), At> {
        let Some(definition) = self.macro_of(statement.word()).cloned() else {
            return Err(self.unknown(statement));
        };
        let text = statement.text;
        let pieces = arguments(statement.operands());
        let written = pieces.iter().map(|piece| argument(text, piece));
        let mut arguments: Vec<String> = written.collect();
        if arguments.len() > definition.parameters.len() && self.table.naming.is_case_sensitive {
            let takes = format!("{} arguments", definition.parameters.len());
            let (operation, given) = (statement.word().to_owned(), arguments.len().to_string());
            return Err(At::new(Fault::Count { operation, takes, given }, statement.operation_span()));
        }
        let given = arguments.len();
        for (_, default) in definition.parameters.iter().skip(given) {
            arguments.push(default.clone().unwrap_or_default());
        }
        if self.input.frames.len() > DEEPEST {
            return Err(At::new(Fault::MacroDepth(DEEPEST), statement.operation_span()));
        }
        let values = match self.table.parameters {
            Parameters::Symbols => {
                pieces.iter().map(|piece| self.evaluate(by_value(piece))).collect::<Result<_, At>>()?
            }
            Parameters::Text { .. } => Vec::new(),
        };
        self.pass.expansions += 1;
        let kind = FrameKind::Macro {
            scope: Rc::clone(&self.pass.scope),
            zone: self.pass.zone.clone(),
            owners: self.pass.owners.len(),
        };
        let call = self.call_at(statement, &definition.name);
        let mut frame =
            Frame::new(Rc::clone(&definition.pieces), kind, Some(Rc::new(call)), self.pass.blocks.len());
        let names: Vec<String> = definition.parameters.iter().map(|(name, _)| name.clone()).collect();
        if self.table.parameters == Parameters::Symbols {
            self.pass.zone = format!("{}{MADE}{}", definition.name, self.pass.expansions);
            for (name, value) in names.iter().zip(values) {
                let full = self.full_name(name);
                let _ = self.symbols.define(&full, SymbolKind::Variable, value, None);
            }
        } else {
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

/// Returns the text of an argument without braces or angle brackets around it.
fn argument(text: &str, piece: &[Token<'_>]) -> String {
    let (Some(first), Some(last)) = (piece.first(), piece.last()) else { return String::new() };
    let whole = slice(text, first.at..last.end());
    let enclosed =
        |open: char, close: char| whole.strip_prefix(open).and_then(|inner| inner.strip_suffix(close));
    enclosed('{', '}').or_else(|| enclosed('<', '>')).unwrap_or(whole).to_owned()
}

/// Returns an argument without the sign that gives a macro the symbol itself.
fn by_value<'a, 't>(piece: &'a [Token<'t>]) -> &'a [Token<'t>] {
    match piece {
        [sign, rest @ ..] if sign.is("~") && rest.len() == 1 => rest,
        other => other,
    }
}
