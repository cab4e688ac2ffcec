//! Assembling an instruction of the processor or of the dialect.

use arcadian_isa::{Form, Processor};

use crate::dialects::emit::operand::Given;
use crate::dialects::engine::Engine;
use crate::dialects::syntax::statement::Statement;
use crate::emit::forms::Unmatched;
use crate::fault::Fault;
use crate::syntax::operand::Size;
use crate::syntax::scan::At;
use crate::syntax::token::Token;
use crate::syntax::token::span;
use crate::words::Words;

/// Instructions that numbers as labels are written after without a mark: `JR 1B`.
const BRANCHES: [&str; 4] = ["JP", "JR", "CALL", "DJNZ"];

impl Engine<'_> {
    /// Whether a word is an instruction, of the processor or of the dialect.
    pub(crate) fn is_any_instruction(&self, word: &str) -> bool {
        let word = if self.table.operands.sizes { word.split('+').next().unwrap_or(word) } else { word };
        let intel = self.table.operands.intel_too && Words::of(Processor::I8080).is_bare_mnemonic(word);
        self.words.is_bare_mnemonic(word) || intel || !self.fakes_of(word).is_empty()
    }

    /// Assembles an instruction; one that is none of this processor may be one of the 8080.
    pub(crate) fn instruction(&mut self, statement: &Statement<'_>) -> Result<(), At> {
        self.pass.is_branch = BRANCHES.iter().any(|word| word.eq_ignore_ascii_case(statement.word()));
        let outcome = self.instruction_of_processor(statement);
        self.pass.is_branch = false;
        let is_none =
            outcome.as_ref().is_err_and(|at| matches!(at.fault, Fault::BadOperands(_) | Fault::Register(_)));
        if !(is_none && self.table.operands.intel_too && self.words.processor == Processor::Z80) {
            return outcome;
        }
        let own = std::mem::replace(&mut self.words, Words::of(Processor::I8080));
        let intel = self.instruction_of_processor(statement);
        self.words = own;
        intel.or(outcome)
    }

    fn instruction_of_processor(&mut self, statement: &Statement<'_>) -> Result<(), At> {
        let mut pieces = statement.pieces();
        let size = self.size_after(statement, &mut pieces);
        if self.table.operands.repeats && pieces.len() > 1 {
            return self.series(statement, &pieces);
        }
        self.one(statement, &pieces, size)
    }

    /// Takes the size of the address that ACME writes after the mnemonic: `lda+1 address`.
    fn size_after<'t>(&self, statement: &Statement<'t>, pieces: &mut Vec<&[Token<'t>]>) -> Option<Size> {
        let is_sized = self.table.operands.sizes;
        let [plus, digit, rest @ ..] = pieces.first().copied().filter(|_| is_sized)? else { return None };
        if !plus.is("+") || plus.at != statement.operation_span().end {
            return None;
        }
        if let Some(first) = pieces.first_mut() {
            *first = rest;
        }
        pieces.retain(|piece| !piece.is_empty());
        match digit.text {
            "1" => Some(Size::Narrow),
            "2" => Some(Size::Wide),
            _ => None,
        }
    }

    /// Assembles one instruction.
    pub(crate) fn one(
        &mut self,
        statement: &Statement<'_>,
        pieces: &[&[Token<'_>]],
        size: Option<Size>,
    ) -> Result<(), At> {
        if let Some(replacement) = self.fake_of(statement.word(), pieces) {
            return self.fake(statement, &replacement, pieces);
        }
        let mut given = self.given(statement, pieces)?;
        if let (Some(first), Some(size)) = (given.first_mut(), size) {
            first.size = Some(size);
        }
        let rows = self.rows(statement.word(), &mut given);
        let row = self.choose(statement, &rows, &given)?;
        self.encode(statement, row, &given)
    }

    pub(crate) fn bad_operands(&self, statement: &Statement<'_>, given: &[Given<'_>]) -> At {
        let written: Vec<Form<'_>> = given.iter().map(|given| given.form).collect();
        let unmatched = Unmatched { words: self.words, mnemonic: statement.word(), written: &written };
        let value = |index: usize| {
            given.get(index)?.value.filter(|value| !value.is_forward).map(|value| value.number)
        };
        if let Some((index, Some(fault))) = unmatched.wrong_digit(value) {
            return At::new(fault, given.get(index).map_or(0..0, |given| given.span.clone()));
        }
        let span = if statement.operands().is_empty() {
            statement.operation_span()
        } else {
            span(statement.operands())
        };
        At::new(Fault::BadOperands(statement.word().to_owned()), span).hint(unmatched.forms())
    }
}
