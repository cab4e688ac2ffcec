//! Reading a line of our own syntax.
//!
//! A word in column one is a label unless it is an operation (mnemonic, directive or macro); with a colon it is a
//! label anywhere; before EQU, SET, `=` and MACRO it is a name anywhere.

use std::ops::Range;

use arcadian_isa::Processor;

use super::{Operation, Statement};
use crate::fault::Fault;
use crate::syntax::directive::Directive;
use crate::syntax::lexis;
use crate::syntax::scan::{
    Apostrophe, At, Checked, Span, blanks, byte, character, code_end, run, slice, trim, word,
};
use crate::syntax::token::{Kind, Token, split, tokens_from};
use crate::tables::own::directive;
use crate::words::Words;

/// The words that a line of our own syntax is read with.
pub(crate) struct Reading<'a> {
    pub(crate) words: &'a Words,
    pub(crate) is_macro: &'a dyn Fn(&str) -> bool,
}

impl Reading<'_> {
    fn operation(&self, text: &str) -> Operation {
        match directive(text) {
            // SET and RES are Z80 instructions; with a dot they are directives on the Z80 too.
            Some(_) if self.words.is_mnemonic(text) => Operation::Mnemonic,
            Some(directive) => Operation::Directive(directive),
            None if (self.is_macro)(text) => Operation::Macro,
            None if self.words.is_mnemonic(text) => Operation::Mnemonic,
            None => Operation::Unknown,
        }
    }

    /// Reads a line from byte `start`. Column one exists only if `start` is 0.
    pub(crate) fn read<'t>(&self, record: usize, text: &'t str, start: usize) -> Checked<Statement<'t>> {
        let mut at = blanks(text, start);
        let mut statement = Statement::of(record, text, Vec::new());
        let stars = byte(text, 0) == Some(b'*') && start == 0 && sets_location(text, 0).is_none();
        if stars || matches!(byte(text, at), None | Some(b';')) {
            statement.comment = at;
            return Ok(statement);
        }
        let mut label = None;
        if let Some((name, has_colon, end)) = self.label(text, at) {
            (label, statement.has_colon) = (Some(name), has_colon);
            at = blanks(text, end);
        }
        let operation = match self.operation_at(text, at, label.is_some()) {
            Ok(operation) => operation,
            // A word before what begins no statement is meant as an operation.
            Err(at) => match label.take().filter(|_| !statement.has_colon) {
                Some(word) => Some((Operation::Unknown, word)),
                None => return Err(at),
            },
        };
        statement.read_operands(self.words.processor, operation, at);
        let operation = operation.map(|found| assignment(&statement, label.is_some(), found));
        let names = matches!(
            operation,
            Some((Operation::Directive(Directive::Constant | Directive::Variable | Directive::Macro), _))
        );
        if names {
            statement.name = label;
        } else if let Some(label) = label {
            statement.labels.push(label);
        }
        // The operation `*=` is the sign before the operator.
        statement.operation = operation.map(|(operation, token)| match operation {
            Operation::Directive(Directive::Org) if token.text.starts_with('*') => {
                (operation, Token { text: slice(token.text, 0..1), ..token })
            }
            _ => (operation, token),
        });
        Ok(statement)
    }

    /// Returns the label, whether it has a colon, and where it ends.
    fn label<'t>(&self, text: &'t str, at: usize) -> Option<(Token<'t>, bool, usize)> {
        let name = word(text, at);
        if name.is_empty() {
            return None;
        }
        let (token, end) = (named(text, name.clone()), name.end);
        if byte(text, end) == Some(b':') {
            return Some((token, true, end + 1));
        }
        let operation = self.operation(token.text);
        let known = operation != Operation::Unknown;
        let is_label = self.is_defined_next(text, end, known)
            || at == 0 && (!known || self.is_name_only(text, operation, end));
        is_label.then_some((token, false, end))
    }

    /// Whether a directive name such as TEXT or PAGE is used as a label: another operation follows it.
    fn is_name_only(&self, text: &str, operation: Operation, end: usize) -> bool {
        use Directive::{Bytes, Ignored, Little, Space};
        let is_data = matches!(operation, Operation::Directive(Bytes(_) | Little(_) | Space(_) | Ignored));
        let next = slice(text, word(text, blanks(text, end)));
        is_data && matches!(self.operation(next), Operation::Directive(_) | Operation::Mnemonic)
    }

    /// Whether the next word (EQU, SET, `=`, MACRO) defines the one before it.
    fn is_defined_next(&self, text: &str, end: usize, known: bool) -> bool {
        let at = blanks(text, end);
        let next = word(text, at);
        match directive(slice(text, next)) {
            Some(Directive::Constant | Directive::Macro) => true,
            Some(Directive::Variable) => !known,
            _ => byte(text, at) == Some(b'=') && byte(text, at + 1) != Some(b'='),
        }
    }

    fn operation_at<'t>(
        &self,
        text: &'t str,
        at: usize,
        labelled: bool,
    ) -> Checked<Option<(Operation, Token<'t>)>> {
        let directive = |directive, end| Ok(Some((Operation::Directive(directive), named(text, at..end))));
        if let Some(end) = sets_location(text, at) {
            return directive(Directive::Org, end);
        }
        let name = word(text, at);
        match byte(text, at) {
            None | Some(b';') => Ok(None),
            Some(b'=') if labelled => directive(Directive::Constant, at + 1),
            // Some processor names begin with a digit.
            Some(b'.') if crate::words::processor(word_after_dot(text, at)).is_some() => {
                directive(Directive::ProcessorNamed, at + 1 + word_after_dot(text, at).len())
            }
            // Other assemblers mark directives.
            Some(b'!' | b'#' | b'%' | b'$') if !word(text, at + 1).is_empty() => {
                Ok(Some((Operation::Unknown, named(text, at..word(text, at + 1).end))))
            }
            Some(first) if name.is_empty() => {
                let span = character(text, at);
                let at = At::new(Fault::Unexpected(slice(text, span.clone()).to_owned()), span);
                Err(if first == b':' && labelled { at.hint("a label has one colon") } else { at })
            }
            Some(_) => Ok(Some((self.operation(slice(text, name.clone())), named(text, name)))),
        }
    }
}

fn named(text: &str, range: Span) -> Token<'_> {
    Token { kind: Kind::Name, text: slice(text, range.clone()), at: range.start }
}

/// SET is both a Z80 instruction and an assignment; the operands decide.
fn assignment<'t>(
    statement: &Statement<'t>,
    has_name: bool,
    (operation, token): (Operation, Token<'t>),
) -> (Operation, Token<'t>) {
    let sets = operation == Operation::Mnemonic && directive(token.text) == Some(Directive::Variable);
    let assigns = sets && has_name && statement.pieces().len() < 2;
    (if assigns { Operation::Directive(Directive::Variable) } else { operation }, token)
}

fn word_after_dot(text: &str, at: usize) -> &str {
    let end = run(text, at + 1, |byte| byte.is_ascii_alphanumeric());
    slice(text, at + 1..end)
}

/// Returns the end of `*=`, with or without blanks between.
fn sets_location(text: &str, at: usize) -> Option<usize> {
    let equals = blanks(text, at + 1);
    (byte(text, at) == Some(b'*') && byte(text, equals) == Some(b'=')).then_some(equals + 1)
}

pub(crate) fn style(processor: Processor, operation: Operation) -> Apostrophe {
    match (processor, operation) {
        (Processor::Mos6502, Operation::Directive(_) | Operation::Macro) => Apostrophe::Either,
        (Processor::Mos6502, _) => Apostrophe::Character,
        (_, Operation::Directive(_) | Operation::Macro) => Apostrophe::Data,
        _ => Apostrophe::String,
    }
}

impl<'t> Statement<'t> {
    /// Reads what follows an operation, or a label without one.
    fn read_operands(&mut self, processor: Processor, operation: Option<(Operation, Token<'t>)>, at: usize) {
        let style = style(processor, operation.map_or(Operation::Unknown, |(operation, _)| operation));
        let from = operation.map_or(at, |(_, token)| token.end());
        self.comment = code_end(self.text, from, style);
        self.operands_span = trim(self.text, from..self.comment);
        self.tokens = self.tokens_as(processor, style);
    }

    fn tokens_as(&self, processor: Processor, style: Apostrophe) -> Vec<Token<'t>> {
        let (Range { start, end }, lexis) = (self.operands_span(), lexis::own(processor, style));
        // In our own syntax no word is wrong before it is used.
        tokens_from(slice(self.text, 0..end), start, lexis).unwrap_or_default()
    }

    /// Returns the operands as tokens of an instruction of a processor.
    pub(crate) fn tokens_on(&self, processor: Processor) -> Vec<Token<'t>> {
        self.tokens_as(processor, style(processor, Operation::Mnemonic))
    }

    /// Returns the line with the word before its operation as an unknown operation.
    pub(crate) fn with_operation(&self, processor: Processor, word: Token<'t>) -> Self {
        let operation = Some((Operation::Unknown, word));
        let mut meant = Self { operation, ..Self::of(self.record, self.text, Vec::new()) };
        meant.read_operands(processor, operation, word.end());
        meant
    }

    /// Returns where the operands are, from the first to the last character.
    pub(crate) fn operands_span(&self) -> Span {
        self.operands_span.clone()
    }

    /// Returns the only operand.
    pub(crate) fn single(&self) -> Checked<&[Token<'t>]> {
        match *self.pieces() {
            [one] => Ok(one),
            [] => Err(self.needs_operand()),
            ref more => Err(self.count("one operand", more.len())),
        }
    }

    pub(crate) fn count(&self, takes: &str, given: usize) -> At {
        let fault = Fault::Count {
            operation: self.word().to_owned(),
            takes: takes.to_owned(),
            given: given.to_string(),
        };
        At::new(fault, self.operands_span())
    }

    /// Returns where a value that is missing among tokens would be: at the comma after it, or at the end.
    pub(crate) fn place_of(&self, tokens: &[Token<'t>], index: usize) -> usize {
        let before: usize = split(tokens).iter().take(index).map(|value| value.len() + 1).sum();
        tokens.get(before).map_or(self.operands_span.end, |comma| comma.at)
    }

    /// Returns the fault of a value that is missing: the first character that stands there, or the last before it.
    pub(crate) fn missing(&self, index: usize) -> At {
        let at = self.place_of(self.operands(), index);
        At::new(Fault::ExpectedValue, at.saturating_sub(1)..at)
    }
}
