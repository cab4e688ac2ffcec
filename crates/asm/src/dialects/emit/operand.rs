//! The operands of an instruction with their values.

use std::ops::Range;

use arcadian_isa::Form;

use crate::dialects::engine::Engine;
use crate::dialects::syntax::statement::Statement;
use crate::dialects::syntax::value::Value;
use crate::syntax::operand::{Brackets, Notation, Size, Written};
use crate::syntax::scan::At;
use crate::syntax::token::Token;

/// An operand: its form, the value in it, and what its size must be.
pub(crate) struct Given<'t> {
    pub(crate) form: Form<'t>,
    pub(crate) value: Option<Value>,
    pub(crate) span: Range<usize>,
    pub(crate) size: Option<Size>,
}

impl Engine<'_> {
    pub(crate) fn given<'t>(
        &mut self,
        statement: &Statement<'_>,
        pieces: &[&[Token<'t>]],
    ) -> Result<Vec<Given<'t>>, At> {
        let lexis = &self.table.lexis;
        let brackets = match (self.pass.has_bracket_addresses, lexis.brackets) {
            (true, _) => Brackets::Square,
            (false, true) => Brackets::Both,
            (false, false) => Brackets::Round,
        };
        let notation = Notation {
            words: self.words,
            operands: &self.table.operands,
            brackets,
            registers: self.table.registers,
            has_halves: lexis.devices,
            has_name_a: lexis.braces && self.resolve("A").is_some(),
        };
        let written = notation.read(pieces, statement.operation_span().end)?;
        written.into_iter().map(|written| self.one_given(written)).collect()
    }

    fn one_given<'t>(&mut self, written: Written<'_, 't>) -> Result<Given<'t>, At> {
        let Written { form, value, span, size } = written;
        let value = value.map(|tokens| self.evaluate(tokens)).transpose()?;
        let form = match (form, value) {
            (Form::Value(_), Some(value)) => Form::Value(u16::try_from(value.number).ok()),
            (other, _) => other,
        };
        Ok(Given { form, value, span, size })
    }
}
