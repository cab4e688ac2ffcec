//! Statements: labels, operation and operands.

pub(crate) mod own;
mod parser;

use crate::fault::{DialectFault, Fault};
use crate::syntax::directive::{Directive, Subject};
use crate::syntax::scan::{At, Checked, Span};
use crate::syntax::token::{Kind, Token, span, split};

pub(crate) use parser::{Parser, Vocabulary};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operation {
    Directive(Directive),
    Mnemonic,
    Macro,
    /// A structure that is placed.
    Structure,
    Unknown,
}

/// A parsed statement.
#[derive(Debug)]
pub(crate) struct Statement<'t> {
    pub(crate) record: usize,
    pub(crate) text: &'t str,
    tokens: Vec<Token<'t>>,
    pub(crate) labels: Vec<Token<'t>>,
    /// Whether the last label has a colon.
    pub(crate) has_colon: bool,
    /// The name before EQU and the like.
    pub(crate) name: Option<Token<'t>>,
    pub(crate) operation: Option<(Operation, Token<'t>)>,
    first_operand: usize,
    /// The ranges of operands and comment in our own syntax. Comments of other assemblers are taken away before.
    operands_span: Span,
    pub(crate) comment: usize,
}

impl<'t> Statement<'t> {
    /// Returns a statement of these tokens, of which nothing is known.
    fn of(record: usize, text: &'t str, tokens: Vec<Token<'t>>) -> Self {
        Self {
            record,
            text,
            tokens,
            labels: Vec::new(),
            has_colon: false,
            name: None,
            operation: None,
            first_operand: 0,
            operands_span: 0..0,
            comment: text.len(),
        }
    }

    /// Returns the statement of a directive among tokens.
    pub(crate) fn of_directive(
        record: usize,
        text: &'t str,
        tokens: Vec<Token<'t>>,
        at: usize,
        directive: Directive,
    ) -> Self {
        let operation = tokens.get(at).map(|token| (Operation::Directive(directive), *token));
        Self { operation, first_operand: at + 1, ..Self::of(record, text, tokens) }
    }

    /// Returns all tokens.
    pub(crate) fn tokens(&self) -> &[Token<'t>] {
        &self.tokens
    }

    /// Returns the tokens after the operation.
    pub(crate) fn operands(&self) -> &[Token<'t>] {
        self.tokens.get(self.first_operand..).unwrap_or(&[])
    }

    /// Returns the operands, split at commas.
    pub(crate) fn pieces(&self) -> Vec<&[Token<'t>]> {
        split(self.operands())
    }

    /// Returns the values of a directive, which needs one.
    pub(crate) fn values(&self) -> Checked<Vec<&[Token<'t>]>> {
        let values = self.pieces();
        if values.is_empty() { Err(self.needs_operand()) } else { Ok(values) }
    }

    pub(crate) fn operation_span(&self) -> Span {
        self.operation.map_or(0..0, |(_, token)| token.span())
    }

    pub(crate) fn word(&self) -> &'t str {
        self.operation.map_or("", |(_, token)| token.text)
    }

    pub(crate) fn directive(&self) -> Option<Directive> {
        match self.operation {
            Some((Operation::Directive(directive), _)) => Some(directive),
            _ => None,
        }
    }

    pub(crate) fn subject(&self) -> Subject {
        match self.operation {
            Some((Operation::Directive(directive), _)) => directive.subject(),
            Some((Operation::Structure, _)) => Subject::Data,
            _ => Subject::Code,
        }
    }

    /// Returns where the operands are, or the operation without any.
    pub(crate) fn code_span(&self) -> Span {
        if self.operands().is_empty() { self.operation_span() } else { span(self.operands()) }
    }

    /// Returns where the operation with its operands is.
    pub(crate) fn whole_span(&self) -> Span {
        self.operation_span().start..self.code_span().end
    }

    /// Returns a fault of the operation.
    pub(crate) fn fault(&self, fault: impl Into<Fault>) -> At {
        At::new(fault, self.operation_span())
    }

    /// Returns the fault of an operation that its assembler has, and what to do instead.
    pub(crate) fn not_supported(&self, hint: &str) -> At {
        self.fault(DialectFault::NotSupported(self.word().to_owned())).hint(hint)
    }

    /// Returns the fault of an operation without operands.
    pub(crate) fn needs_operand(&self) -> At {
        self.fault(Fault::NeedsOperand(self.word().to_owned()))
    }

    /// Returns where its label is in the middle of an instruction.
    pub(crate) fn code_offset(&self) -> Option<CodeOffset> {
        code_offset(&self.tokens).filter(|_| {
            self.labels
                .first()
                .is_some_and(|label| Some(label.at) == self.tokens.first().map(|first| first.at))
        })
    }

    /// Whether a label leaves local names to the label before it: `!NAME`.
    pub(crate) fn owns_nothing(&self) -> bool {
        self.tokens.first().is_some_and(|first| first.is("!"))
    }

    /// Whether the statement ends with a brace that opens a block.
    pub(crate) fn opens(&self) -> bool {
        self.tokens.last().is_some_and(|token| token.is("{"))
    }
}

/// The place of the label `NAME+1` or `NAME+*` in the instruction after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CodeOffset {
    Bytes(i64),
    /// At the value in the instruction.
    Operand,
}

/// Returns where the label at the beginning of a statement is, if it is one in the middle of an instruction.
pub(crate) fn code_offset(tokens: &[Token<'_>]) -> Option<CodeOffset> {
    let [name, plus, offset, ..] = tokens else { return None };
    let adjoins = plus.is("+") && plus.at == name.end() && offset.at == plus.end();
    match offset.kind {
        _ if !adjoins => None,
        Kind::Number(bytes @ 0..=9) if offset.text.len() == 1 => Some(CodeOffset::Bytes(bytes)),
        Kind::Sign if offset.text == "*" => Some(CodeOffset::Operand),
        _ => None,
    }
}
