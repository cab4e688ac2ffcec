//! Parsing a line into label, operation, operands and comment.
//!
//! A word in column one is a label unless it is an operation (mnemonic, directive or macro); with a colon it is a
//! label anywhere; before EQU, SET, `=` and MACRO it is a name anywhere.

use std::ops::Range;

use crate::fault::Fault;
use crate::syntax::directive::Directive;
use crate::syntax::scan::{Apostrophe, At, blanks, byte, character, code_end, slice, split, trim, word};
use crate::tables::own::directive;
use crate::words::Words;
use arcadian_isa::Processor;

/// The kind of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operation {
    Directive(Directive),
    Mnemonic,
    Macro,
    /// Neither of these.
    Unknown,
}

/// A parsed line. The ranges are byte ranges in the line.
#[derive(Clone, Debug, Default)]
pub(crate) struct Statement {
    pub(crate) label: Option<Range<usize>>,
    pub(crate) colon: bool,
    pub(crate) operation: Option<(Operation, Range<usize>)>,
    pub(crate) operands: Range<usize>,
    /// The comment, including the semicolon.
    pub(crate) comment: Range<usize>,
}

/// What is needed to parse a line.
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

    /// Returns how apostrophes are read in the operands of this operation.
    pub(crate) fn style(&self, operation: Operation) -> Apostrophe {
        style(self.words.processor, operation)
    }

    /// Parses a line from byte `start`. Column one exists only if `start` is 0.
    pub(crate) fn read(&self, text: &str, start: usize) -> Result<Statement, At> {
        let mut at = blanks(text, start);
        let mut statement = Statement::default();
        let stars = byte(text, 0) == Some(b'*') && start == 0 && sets_location(text, 0).is_none();
        if stars || matches!(byte(text, at), None | Some(b';')) {
            statement.comment = at..text.len();
            return Ok(statement);
        }
        if let Some((label, colon, end)) = self.label(text, at, at == 0) {
            (statement.label, statement.colon) = (Some(label), colon);
            at = blanks(text, end);
        }
        let operation = match self.operation_at(text, at, statement.label.is_some()) {
            Ok(operation) => operation,
            // A word before what begins no statement is meant as an operation.
            Err(at) => match statement.label.take().filter(|_| !statement.colon) {
                Some(word) => Some((Operation::Unknown, word)),
                None => return Err(at),
            },
        };
        let style = self.style(operation.as_ref().map_or(Operation::Unknown, |(operation, _)| *operation));
        let from = operation.as_ref().map_or(at, |(_, span)| span.end);
        let end = code_end(text, from, style);
        statement.operands = trim(text, from..end);
        statement.comment = end..text.len();
        statement.operation = operation.map(|found| self.assignment(text, &statement, found, style));
        if let Some((Operation::Directive(Directive::Org), span)) = &statement.operation
            && slice(text, span.clone()).starts_with('*')
        {
            statement.operation = Some((Operation::Directive(Directive::Org), span.start..span.start + 1));
        }
        Ok(statement)
    }

    /// SET is both a Z80 instruction and an assignment; the operands decide.
    fn assignment(
        &self,
        text: &str,
        statement: &Statement,
        found: (Operation, Range<usize>),
        style: Apostrophe,
    ) -> (Operation, Range<usize>) {
        let (operation, span) = found;
        let set = directive(slice(text, span.clone())) == Some(Directive::Variable);
        let alone = statement.label.is_some() && split(text, statement.operands.clone(), style).len() < 2;
        let assigns = operation == Operation::Mnemonic && set && alone;
        (if assigns { Operation::Directive(Directive::Variable) } else { operation }, span)
    }

    /// Returns the label, whether it has a colon, and where it ends.
    fn label(&self, text: &str, at: usize, column_one: bool) -> Option<(Range<usize>, bool, usize)> {
        let name = word(text, at);
        if name.is_empty() {
            return None;
        }
        if byte(text, name.end) == Some(b':') {
            return Some((name.clone(), true, name.end + 1));
        }
        let operation = self.operation(slice(text, name.clone()));
        let known = operation != Operation::Unknown;
        let is_label = self.is_defined_next(text, name.end, known)
            || column_one && (!known || self.is_name_only(text, operation, name.end));
        is_label.then(|| (name.clone(), false, name.end))
    }

    /// Whether a directive name such as TEXT or PAGE is used as a label: another operation follows it.
    fn is_name_only(&self, text: &str, operation: Operation, end: usize) -> bool {
        use Directive::{Bytes, Ignored, Space, Words};
        let is_data = matches!(operation, Operation::Directive(Bytes(_) | Words | Space(_) | Ignored));
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

    fn operation_at(
        &self,
        text: &str,
        at: usize,
        labelled: bool,
    ) -> Result<Option<(Operation, Range<usize>)>, At> {
        if let Some(end) = sets_location(text, at) {
            return Ok(Some((Operation::Directive(Directive::Org), at..end)));
        }
        let name = word(text, at);
        match byte(text, at) {
            None | Some(b';') => Ok(None),
            Some(b'=') if labelled => Ok(Some((Operation::Directive(Directive::Constant), at..at + 1))),
            // Some processor names begin with a digit.
            Some(b'.') if crate::words::processor(word_after_dot(text, at)).is_some() => {
                let end = at + 1 + word_after_dot(text, at).len();
                Ok(Some((Operation::Directive(Directive::ProcessorNamed), at..end)))
            }
            // Other assemblers mark directives.
            Some(b'!' | b'#' | b'%' | b'$') if !word(text, at + 1).is_empty() => {
                Ok(Some((Operation::Unknown, at..word(text, at + 1).end)))
            }
            Some(first) if name.is_empty() => {
                let span = character(text, at);
                let at = At::new(Fault::Unexpected(slice(text, span.clone()).to_owned()), span);
                Err(if first == b':' && labelled { at.hint("a label has one colon") } else { at })
            }
            Some(_) => Ok(Some((self.operation(slice(text, name.clone())), name))),
        }
    }
}

fn word_after_dot(text: &str, at: usize) -> &str {
    let end = crate::syntax::scan::run(text, at + 1, |byte| byte.is_ascii_alphanumeric());
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
        _ => Apostrophe::String,
    }
}
