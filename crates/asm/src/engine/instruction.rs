//! Instruction selection: from mnemonic and operands to an opcode row.

use arcadian_isa::Row;

use super::data::constant;
use super::hint::statement_span;
use super::{Emission, Engine, Outcome};
use crate::emit::operands::{Known, OperandValue, bad_operands, select};
use crate::emit::rows::{Unmatched, is_short};
use crate::expression::Expression;
use crate::fault::{Fault, Hint};
use crate::syntax::operand::{self, OperandForm, Size};
use crate::syntax::scan::slice;
use crate::syntax::statement::Statement;

/// The expression of an operand and, if already known, its value.
pub(super) struct Quantity {
    expression: Expression,
    number: Option<i64>,
}

impl Known for Quantity {
    fn known(&self) -> Option<i64> {
        self.number
    }

    fn unknown(text: &str) -> Option<Fault> {
        Some(Fault::OpcodeUnknown(text.to_owned()))
    }
}

type Operands<'t> = Vec<OperandValue<'t, Quantity>>;

impl Engine<'_> {
    pub(super) fn instruction(&mut self, line: &Statement<'_>) -> Outcome {
        let mut given = self.given(line)?;
        let rows = select(self.words, line.word(), &mut given);
        let Some((row, was_unknown)) = choose(&rows, &given) else {
            let without_a = |unmatched: &Unmatched<'_>| {
                let operand = slice(line.text, given.get(1)?.span.clone());
                let right = format!("{} {operand}", unmatched.without_a()?);
                Some(Hint::new(format!("write `{right}`"), right).of(statement_span(line)))
            };
            let hint = |unmatched: &Unmatched<'_>| self.foreign(line).or_else(|| without_a(unmatched));
            return Err(bad_operands(self.words, line, &given, hint).into());
        };
        let values =
            given.into_iter().map(|given| given.value.map_or_else(|| constant(0), |kept| kept.expression));
        let operands = row.operands().iter().copied().zip(values).collect();
        self.place(line, row.length.into(), Emission::Instruction { row, operands, was_unknown })?;
        if let Some(record) = self.input.records.get_mut(line.record) {
            record.row = Some(row);
        }
        Ok(())
    }

    fn given<'t>(&mut self, line: &Statement<'t>) -> Outcome<Operands<'t>> {
        let written = operand::own(self.words).read(&line.pieces(), line.operands_span().start)?;
        written.into_iter().map(|written| self.one_given(line, written)).collect()
    }

    fn one_given<'t>(
        &mut self,
        line: &Statement<'_>,
        written: OperandForm<'_, 't>,
    ) -> Outcome<OperandValue<'t, Quantity>> {
        let expression = written.value.map(|tokens| self.expression(tokens)).transpose();
        let expression = expression.map_err(|at| self.or_foreign(line, at))?;
        let number = expression.as_ref().and_then(|expression| self.symbols.value(expression).ok());
        Ok(OperandValue::new(written, expression.map(|expression| Quantity { expression, number }), number))
    }
}

/// Chooses the zero-page form if the address is known to be in the zero page. The flag says that the address was not
/// known in the first pass.
fn choose(rows: &[&'static Row], given: &[OperandValue<'_, Quantity>]) -> Option<(&'static Row, bool)> {
    let is_wide = given.iter().any(|operand| operand.size == Some(Size::Wide));
    let short = rows.iter().find(|row| is_short(row)).filter(|_| !is_wide);
    let long = rows.iter().find(|row| !is_short(row));
    let address = given.first().and_then(|given| given.value.as_ref());
    let number = address.and_then(|address| address.number);
    let is_byte = address.is_some_and(|address| address.expression.is_always_byte());
    let fits = is_byte || number.is_some_and(|number| (0..=0xFF).contains(&number));
    match (short, long) {
        (Some(short), Some(_)) if fits => Some((short, false)),
        (Some(_), Some(long)) => Some((long, number.is_none())),
        (short, long) => short.or(long).map(|row| (*row, false)),
    }
}
