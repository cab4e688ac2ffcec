//! Assembling an instruction of the processor or of the dialect.

use arcadian_isa::Processor;

use super::encode::choose;
use super::engine::Engine;
use super::operand::{Given, Size, span};
use super::statement::Statement;
use crate::fault::Fault;
use crate::scan::At;
use crate::words::Words;

impl Engine<'_> {
    /// Whether a word is an instruction, of the processor or of the dialect.
    pub(super) fn is_instruction(&self, word: &str) -> bool {
        let word = if self.table.operands.sizes { word.split('+').next().unwrap_or(word) } else { word };
        let fake =
            |row: &(&str, &str)| row.0.split(' ').next().is_some_and(|name| name.eq_ignore_ascii_case(word));
        let intel = self.table.operands.intel_too && Words::of(Processor::I8080).is_bare_mnemonic(word);
        self.words.is_bare_mnemonic(word) || intel || self.table.fakes.iter().any(fake)
    }

    /// Assembles an instruction; one that is none of this processor may be one of the 8080.
    pub(super) fn instruction(&mut self, statement: &Statement<'_>) -> Result<(), At> {
        let outcome = self.instruction_of_processor(statement);
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
        let mut size = None;
        // ACME: `lda+1 address`
        let is_sized =
            self.table.operands.sizes && statement.operands().first().is_some_and(|token| token.is("+"));
        if let Some([plus, digit, rest @ ..]) = pieces.first().copied()
            && is_sized
            && plus.at == statement.operation_span().end
        {
            size = match digit.text {
                "1" => Some(Size::Narrow),
                "2" => Some(Size::Wide),
                _ => None,
            };
            if let Some(first) = pieces.first_mut() {
                *first = rest;
            }
            pieces.retain(|piece| !piece.is_empty());
        }
        if self.fake(statement, &pieces)? {
            return Ok(());
        }
        let repeats = self.table.operands.repeats && pieces.len() > 1;
        let mut given = self.given(statement, &pieces)?;
        if let (Some(first), Some(size)) = (given.first_mut(), size) {
            first.size = Some(size);
        }
        let rows = self.rows(statement.word(), &mut given);
        match choose(&rows, given.first(), &self.segments) {
            Some(row) => self.encode(statement, row, &given),
            None if repeats && given.iter().all(|one| self.has_row(statement.word(), one)) => {
                for one in given {
                    let rows = self.rows(statement.word(), &mut [Given { span: one.span.clone(), ..one }]);
                    let row = choose(&rows, Some(&one), &self.segments);
                    let row = row.ok_or_else(|| self.bad_operands(statement))?;
                    self.encode(statement, row, std::slice::from_ref(&one))?;
                }
                Ok(())
            }
            None => Err(self.bad_operands(statement)),
        }
    }

    fn has_row(&self, word: &str, given: &Given<'_>) -> bool {
        self.words.find(word, &[given.form]).any(|row| !row.alternative)
    }

    pub(super) fn bad_operands(&self, statement: &Statement<'_>) -> At {
        let span = if statement.operands().is_empty() {
            statement.operation_span()
        } else {
            span(statement.operands())
        };
        At::new(Fault::BadOperands(statement.word().to_owned()), span)
    }
}
