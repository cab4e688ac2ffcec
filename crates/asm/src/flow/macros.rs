//! Macros: definition, call and arguments.

use std::rc::Rc;

use crate::fault::Fault;
use crate::flow::{DEEPEST, Frame, FrameKind, Macro, Parameter, RecordingKind};
use crate::names::{Argument, Role, Substitution, WORD};
use crate::passes::Engine;
use crate::source::Call;
use crate::symbols::SymbolKind;
use crate::syntax::{
    At, Checked, Lexis, MADE, Parameters, Skipping, Span, Statement, Token, Value, blanks, byte, slice, span,
    split, tokens, tokens_in, unexpected,
};

/// The default of a parameter written `?NAME`, and the number before its labels, which no source has.
const EMPTY_IS_LABEL: &str = "?";
const FIRST_LABEL: usize = 1_000_000;

impl Engine<'_> {
    pub(crate) fn macro_of(&self, name: &str) -> Option<&Rc<Macro>> {
        self.pass.macros.get(&self.macro_key(name))
    }

    pub(crate) fn macro_key(&self, name: &str) -> String {
        if self.table.naming.is_case_sensitive { name.to_owned() } else { name.to_ascii_uppercase() }
    }

    /// Begins to keep the statements of a macro: `NAME MACRO A,B` or `MACRO NAME A,B`.
    pub(crate) fn begin_macro(&mut self, statement: &Statement<'_>) -> Checked {
        let mut operands = statement.operands();
        let name = statement.name.or_else(|| statement.labels.last().copied()).or_else(|| {
            let first = operands.first().copied();
            operands = operands.get(1..).unwrap_or(&[]);
            first
        });
        let name = name.filter(Token::is_name);
        if self.table.skipping == Skipping::FirstAlone
            && (statement.has_colon
                || !statement.operands().is_empty() && operands.len() < statement.operands().len())
        {
            return Err(statement
                .fault(Fault::NeedsName(statement.word().to_owned()))
                .hint("zmac takes it without a colon, before MACRO"));
        }
        if operands.first().is_some_and(|token| token.is(",")) {
            operands = operands.get(1..).unwrap_or(&[]);
        }
        let what = match name {
            Some(name) => {
                self.note_macro(&name, Role::Definition);
                RecordingKind::Macro {
                    name: name.text.to_owned(),
                    parameters: self.parameters(statement, operands),
                }
            }
            None => RecordingKind::Nothing { is_macro: true },
        };
        self.begin_keeping(statement, what);
        let missing = statement.fault(Fault::NeedsName(statement.word().to_owned()));
        let name = name.ok_or(missing)?;
        if self.table.studies && self.is_own_mnemonic(name.text) && !self.pass.has_free_names {
            return Err(At::new(Fault::Reserved(name.text.to_owned(), WORD), name.span()));
        }
        if self.has_linker() && self.macro_of(name.text).is_some() {
            return Err(name.fault(Fault::Duplicate));
        }
        Ok(())
    }

    fn parameters(&self, statement: &Statement<'_>, operands: &[Token<'_>]) -> Vec<Parameter> {
        let text = statement.text;
        if self.table.parameters == Parameters::Blanks {
            let is_label = |at: usize| operands.get(at).is_some_and(|before| before.is("?"));
            let names = operands.iter().enumerate().filter(|(_, token)| token.is_name());
            let parameter = |(at, name): (usize, &Token<'_>)| {
                let default = at.checked_sub(1).filter(|at| is_label(*at));
                self.parameter(name, default.map(|_| Argument::made(EMPTY_IS_LABEL)))
            };
            return names.map(parameter).collect();
        }
        let pieces = split(operands).into_iter();
        let parameter = |piece: &[Token<'_>]| {
            let name = piece.iter().find(|token| token.is_name())?;
            if self.table.parameters == Parameters::Symbols {
                let mark = piece.first().filter(|sign| sign.is("~"));
                return Some(self.parameter(name, mark.map(|sign| Argument::made(sign.text))));
            }
            let sign = piece.iter().position(|token| token.is("="));
            let default =
                sign.and_then(|at| Some(self.written(text, piece.get(at + 1)?.at..piece.last()?.end())));
            Some(self.parameter(name, default))
        };
        pieces.filter_map(parameter).collect()
    }

    fn parameter(&self, name: &Token<'_>, default: Option<Argument>) -> Parameter {
        Parameter { name: name.text.to_owned(), default, place: self.pass.names.place(&name.span()) }
    }

    /// Returns a range of the current statement as an argument.
    pub(crate) fn written(&self, text: &str, range: Span) -> Argument {
        Argument {
            origins: Some(self.pass.names.origins.part(range.clone())),
            text: slice(text, range).to_owned(),
        }
    }

    /// Expands a macro.
    pub(crate) fn call(&mut self, statement: &Statement<'_>) -> Checked {
        let pieces = arguments(statement.operands());
        let key = self.macro_key(statement.word());
        let found = match self.table.parameters {
            Parameters::Symbols => self.pass.macros.get(&by_count(&key, pieces.len())),
            _ => self.pass.macros.get(&key),
        };
        let Some(definition) = found.cloned() else {
            return Err(self.unknown(statement));
        };
        let mut arguments = self.given_arguments(statement, &pieces, &definition)?;
        if arguments.len() > definition.parameters.len() && self.table.naming.is_case_sensitive {
            let takes = format!("{} arguments", definition.parameters.len());
            let (operation, given) = (statement.word().to_owned(), arguments.len().to_string());
            return Err(statement.fault(Fault::Count { operation, takes, given }));
        }
        let given = arguments.len();
        for parameter in definition.parameters.iter().skip(given) {
            arguments.push(parameter.default.clone().unwrap_or_default());
        }
        self.label_empty(&mut arguments, &definition.parameters);
        if self.input.frames.len() > DEEPEST {
            return Err(statement.fault(Fault::MacroDepth(DEEPEST)));
        }
        let values = self.given_values(&pieces, &definition.parameters)?;
        let mut frame = self.frame_of(statement, &definition);
        let own = format!("{}{MADE}{}", definition.name, self.pass.expansions);
        if self.table.parameters == Parameters::Symbols {
            self.pass.zone.clone_from(&own);
            self.define_parameters(&own, &definition.parameters, values);
        } else {
            let names = definition.parameters.iter().map(|parameter| parameter.name.clone()).collect();
            let mut substitution = Substitution::new(names, arguments, self.table.parameters);
            substitution.given = given;
            frame.substitution = Some(substitution);
        }
        if self.table.naming.macros_own_locals {
            self.pass.owners.push(own);
        }
        self.input.push(frame);
        Ok(())
    }

    /// Returns the arguments of a call as texts.
    fn given_arguments(
        &mut self,
        statement: &Statement<'_>,
        pieces: &[&[Token<'_>]],
        definition: &Macro,
    ) -> Checked<Vec<Argument>> {
        let (text, rest) = (statement.text, statement.operation_span().end);
        Ok(match self.table.parameters {
            Parameters::Tokens => self.all_comma_arguments(statement)?,
            Parameters::Words => {
                let items = self.arguments_in(slice(text, rest..text.len()), rest);
                self.note_named(&items, &definition.parameters);
                by_name(items, &definition.parameters)
            }
            Parameters::Blanks => self.divided(text, rest)?,
            Parameters::Text { .. } | Parameters::Symbols => {
                pieces.iter().map(|piece| self.written(text, argument(text, piece))).collect()
            }
        })
    }

    /// Returns the arguments of a call where parameters are symbols.
    fn given_values(
        &mut self,
        pieces: &[&[Token<'_>]],
        parameters: &[Parameter],
    ) -> Checked<Vec<MacroArgument>> {
        let mut values = Vec::new();
        if self.table.parameters != Parameters::Symbols {
            return Ok(values);
        }
        for (piece, parameter) in pieces.iter().zip(parameters) {
            values.push(match (piece, &parameter.default) {
                ([sign, name], Some(_)) if sign.is("~") && name.is_name() => {
                    let full = self.full_name(name.text);
                    self.note_later(name.text, &name.span(), Role::Use);
                    MacroArgument::Name(full)
                }
                // What is given by reference must be taken so.
                ([sign, ..], _) if sign.is("~") => return Err(unexpected(sign)),
                (piece, Some(_)) => {
                    let hint = "this parameter stands for a name; write ~ before it";
                    return Err(At::new(Fault::ExpectedName, span(piece)).hint(hint));
                }
                (piece, None) => MacroArgument::Value(self.whole(piece)?),
            });
        }
        Ok(values)
    }

    /// Returns the frame of a new expansion.
    fn frame_of(&mut self, statement: &Statement<'_>, definition: &Macro) -> Frame<FrameKind> {
        self.pass.expansions += 1;
        let kind = FrameKind::Macro {
            scope: Rc::clone(&self.pass.scope),
            zone: self.pass.zone.clone(),
            owners: self.pass.owners.len(),
        };
        let span = statement.operation_span().start..statement.text.len();
        let record = self.input.records.get(statement.record);
        let call = record.map(|record| Rc::new(Call::of(&definition.name, record, span)));
        let pieces = Rc::clone(&definition.pieces);
        Frame::new(pieces, kind, call, Some(statement.record), self.pass.blocks.len())
    }

    /// Defines the parameters of an expansion, the owner of these names, as symbols.
    fn define_parameters(&mut self, owner: &str, parameters: &[Parameter], values: Vec<MacroArgument>) {
        self.pass.owners.push(owner.to_owned());
        for (Parameter { name, place, .. }, value) in parameters.iter().zip(values) {
            let full = self.own_name(name);
            self.note_name_at(&full, name, *place, Role::Definition);
            match value {
                MacroArgument::Value(value) => {
                    self.symbols.forget(&full);
                    let _ = self.symbols.define(&full, SymbolKind::Variable, value, None);
                }
                MacroArgument::Name(other) => drop(self.pass.aliases.insert(full, other)),
            }
        }
        self.pass.owners.pop();
    }

    /// Returns the texts from `at` that blanks or commas divide. `^/…/` encloses one, `\\` gives the number that an expression has.
    pub(crate) fn divided(&mut self, text: &str, at: usize) -> Checked<Vec<Argument>> {
        let (mut found, mut at) = (Vec::new(), blanks(text, at));
        while at < text.len() {
            at = blanks(text, at + usize::from(byte(text, at) == Some(b',')));
            let mark = slice(text, at..text.len()).strip_prefix('^').and_then(|rest| rest.chars().next());
            let start = at + mark.map_or(0, |mark| 1 + mark.len_utf8());
            let rest = slice(text, start..text.len());
            let end = mark.map_or_else(|| rest.find([' ', '\t', ',']), |mark| rest.find(mark));
            let end = start + end.unwrap_or(rest.len());
            let argument = slice(text, start..end);
            at = blanks(text, end + mark.map_or(0, char::len_utf8));
            found.push(match argument.strip_prefix('\\') {
                Some(expression) => {
                    let tokens = tokens_in(expression, start + 1, &self.table.lexis)?;
                    let number = self.number(&tokens)? & 0xFFFF_FFFF;
                    Argument::made(match self.pass.radix {
                        8 => format!("{number:o}"),
                        16 => format!("{number:X}"),
                        _ => number.to_string(),
                    })
                }
                None => self.written(text, start..end),
            });
        }
        Ok(found)
    }

    /// Makes a label of its own for each parameter with a `?` that is given nothing.
    fn label_empty(&mut self, arguments: &mut [Argument], parameters: &[Parameter]) {
        for (argument, parameter) in arguments.iter_mut().zip(parameters) {
            let default = parameter.default.as_ref().map(|default| default.text.as_str());
            if default == Some(EMPTY_IS_LABEL) && matches!(argument.text.as_str(), "" | EMPTY_IS_LABEL) {
                self.pass.expansions += 1;
                *argument = Argument::made(format!("{}$", FIRST_LABEL + self.pass.expansions));
            }
        }
    }

    /// Returns the arguments of a macro that is called in the way of ca65.
    fn all_comma_arguments(&self, statement: &Statement<'_>) -> Checked<Vec<Argument>> {
        let (text, start) = (statement.text, statement.operation_span().end);
        let (arguments, end) = comma_arguments(slice(text, start..text.len()), &self.table.lexis, None)
            .map_err(|at| At { span: at.span.start + start..at.span.end + start, ..at })?;
        let rest = slice(text, start + end..text.len());
        match blanks(rest, 0) {
            at if at < rest.len() => {
                let span = start + end + at..text.len();
                Err(At::new(Fault::Unexpected(slice(text, span.clone()).to_owned()), span))
            }
            _ => {
                let argument = |range: Span| self.written(text, start + range.start..start + range.end);
                Ok(arguments.into_iter().map(argument).collect())
            }
        }
    }

    /// LOCAL: gives names of the macro other names in each expansion.
    pub(crate) fn local(&mut self, statement: &Statement<'_>) -> Checked {
        let number = self.pass.expansions;
        let outside = statement.fault(Fault::NoMacro(statement.word().to_owned()));
        for name in statement.operands().iter().filter(|token| token.is_name()) {
            let made = format!("{}{MADE}{number}", name.text);
            self.note_later(&made, &name.span(), Role::Use);
        }
        let frame = self.input.frames.iter_mut().rev().find(|frame| frame.is_macro()).ok_or(outside)?;
        if let Some(substitution) = &mut frame.substitution {
            for name in statement.operands().iter().filter(|token| token.is_name()) {
                let made = format!("{}{MADE}{number}", name.text);
                substitution.add(name.text, made);
            }
        }
        Ok(())
    }

    /// Leaves the innermost macro, with the repetitions inside it.
    pub(crate) fn exit_macro(&mut self, statement: &Statement<'_>) -> Checked {
        let outside = statement.fault(Fault::NoMacro(statement.word().to_owned()));
        let last = self.input.frames.iter().rposition(Frame::is_macro);
        // ca65 leaves macros only.
        let last = last.or_else(|| {
            self.input
                .frames
                .iter()
                .rposition(|frame| matches!(frame.kind, FrameKind::Repeat(_)) && !self.table.studies)
        });
        let last = last.ok_or(outside)?;
        if self.table.studies && last + 1 < self.input.frames.len() {
            let hint =
                "ca65 goes on with the repetition and leaves the macro after it; end the macro outside";
            return Err(statement.not_supported(hint));
        }
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

    pub(crate) fn argument_count(&self) -> i64 {
        let frame = self.input.frames.iter().rev().find(|frame| frame.is_macro());
        let count =
            frame.and_then(|frame| frame.substitution.as_ref()).map_or(0, |substitution| substitution.given);
        i64::try_from(count).unwrap_or(0)
    }
}

/// Returns the ranges of arguments in the way of ca65, at most this number, and where they end: each ends at the next comma, parentheses or not, unless
/// braces enclose it.
pub(crate) fn comma_arguments(text: &str, lexis: &Lexis, most: Option<usize>) -> Checked<(Vec<Span>, usize)> {
    let tokens = tokens(text, lexis)?;
    let (mut arguments, mut at) = (Vec::new(), 0);
    while !tokens.is_empty() && most.is_none_or(|most| arguments.len() < most) {
        let rest = tokens.get(at..).unwrap_or(&[]);
        let in_braces = rest.first().is_some_and(|first| first.is("{"));
        let first = usize::from(in_braces);
        let rest = rest.get(first..).unwrap_or(&[]);
        let is_end = |token: &Token<'_>| token.is(if in_braces { "}" } else { "," });
        let length = rest.iter().position(is_end);
        if in_braces && length.is_none() {
            return Err(At::new(Fault::Expected("}"), text.len().saturating_sub(1)..text.len()));
        }
        let length = length.unwrap_or(rest.len());
        arguments.push(match (rest.first(), rest.get(..length).and_then(<[_]>::last)) {
            (Some(first), Some(last)) => first.at..last.end(),
            _ => 0..0,
        });
        at += first + length + first;
        match tokens.get(at) {
            Some(comma) if comma.is(",") && most != Some(arguments.len()) => at += 1,
            _ => break,
        }
    }
    let end = at.checked_sub(1).and_then(|last| tokens.get(last)).map_or(0, Token::end);
    Ok((arguments, end))
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
    let others = split(rest);
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
fn argument(text: &str, piece: &[Token<'_>]) -> Span {
    let (Some(first), Some(last)) = (piece.first(), piece.last()) else { return 0..0 };
    let whole = slice(text, first.at..last.end());
    let encloses =
        |open: char, close: char| whole.strip_prefix(open).is_some_and(|inner| inner.ends_with(close));
    let is_enclosed = encloses('{', '}') || encloses('<', '>');
    if is_enclosed { first.at + 1..last.end() - 1 } else { first.at..last.end() }
}

/// An argument of a macro whose parameters are symbols.
enum MacroArgument {
    Value(Value),
    /// The full name of a symbol, which the macro may change.
    Name(String),
}

/// Returns the key of a macro where others with the same name take other numbers of arguments.
pub(crate) fn by_count(key: &str, count: usize) -> String {
    format!("{key}{MADE}{count}")
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
