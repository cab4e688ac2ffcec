//! Instruction selection: from mnemonic and operands to an opcode row.

use std::ops::Range;

use arcadian_isa::{Form, Processor, Row};

use super::data::constant;
use super::{Engine, Outcome, What};
use crate::emit::rows::{is_short, rows};
use crate::expression::Expression;
use crate::syntax::operand::{self, Size, Written, is_index};
use crate::syntax::statement::Statement;

/// An operand with its expression and, if already known, its value.
pub(super) struct Given<'t> {
    pub(super) written: Form<'t>,
    pub(super) span: Range<usize>,
    /// On the 6502: marked with `!`, never zero page.
    is_wide: bool,
    pub(super) expression: Option<Expression>,
    pub(super) known: Option<i64>,
}

impl<'t> Given<'t> {
    pub(super) fn form(&self) -> Form<'t> {
        match self.written {
            Form::Value(_) => Form::Value(self.known.and_then(|value| u16::try_from(value).ok())),
            other => other,
        }
    }
}

impl Engine<'_> {
    pub(super) fn instruction(&mut self, line: &Statement<'_>) -> Outcome {
        let mut given = self.given(line)?;
        let candidates = self.candidates(line.word(), &mut given);
        let wide = given.iter().any(|operand| operand.is_wide);
        let address = given.first();
        let chosen = choose(&candidates, address, wide);
        let Some((row, was_unknown)) = chosen else { return Err(self.bad_operands(line, &given).into()) };
        let values = given.into_iter().map(|operand| operand.expression.unwrap_or_else(|| constant(0)));
        let operands = row.operands().iter().copied().zip(values).collect();
        self.place(line, row.length.into(), What::Instruction { row, operands, was_unknown })?;
        if let Some(record) = self.records.get_mut(line.record) {
            record.row = Some(row);
        }
        Ok(())
    }

    fn given<'t>(&mut self, line: &Statement<'t>) -> Outcome<Vec<Given<'t>>> {
        let written = operand::own(self.words).read(&line.pieces(), line.operands_span().start)?;
        written.into_iter().map(|written| self.one_given(line, written)).collect()
    }

    fn one_given<'t>(&mut self, line: &Statement<'_>, written: Written<'_, 't>) -> Outcome<Given<'t>> {
        let expression = written.value.map(|tokens| self.expression(line, tokens)).transpose();
        let expression = expression.map_err(|at| self.or_foreign(line, at))?;
        let known = expression.as_ref().and_then(|expression| self.symbols.value(expression).ok());
        let Written { form, span, size, .. } = written;
        Ok(Given { written: form, span, is_wide: size == Some(Size::Wide), expression, known })
    }

    /// Returns the matching rows. `ASL` means `ASL A`, and `(IX)` means `(IX+0)` unless it matches as it stands.
    fn candidates(&self, mnemonic: &str, given: &mut [Given<'_>]) -> Vec<&'static Row> {
        let words = self.words;
        let forms: Vec<Form<'_>> = given.iter().map(Given::form).collect();
        let found = rows(words, mnemonic, &forms);
        match (words.processor, found.is_empty()) {
            (Processor::Mos6502, true) if forms.is_empty() => rows(words, mnemonic, &[Form::Name("A")]),
            (Processor::Z80, true) => {
                let displaced = |form: Form<'_>| matches!(form, Form::AtName(name) if is_index(name));
                for operand in given.iter_mut().filter(|operand| displaced(operand.form())) {
                    if let Form::AtName(name) = operand.written {
                        operand.written = Form::Indexed(name);
                    }
                }
                let forms: Vec<Form<'_>> = given.iter().map(Given::form).collect();
                rows(words, mnemonic, &forms)
            }
            _ => found,
        }
    }
}

/// Chooses the zero-page form if the address is known to be in the zero page. The flag says that the address was not
/// known in the first pass.
fn choose(rows: &[&'static Row], address: Option<&Given<'_>>, wide: bool) -> Option<(&'static Row, bool)> {
    let short = rows.iter().find(|row| is_short(row)).filter(|_| !wide);
    let long = rows.iter().find(|row| !is_short(row));
    let known = address.and_then(|address| address.known);
    let always = address.and_then(|given| given.expression.as_ref()).is_some_and(Expression::is_always_byte);
    let fits = always || known.is_some_and(|value| (0..=0xFF).contains(&value));
    match (short, long) {
        (Some(short), Some(_)) if fits => Some((short, false)),
        (Some(_), Some(long)) => Some((long, known.is_none())),
        (short, long) => short.or(long).map(|row| (*row, false)),
    }
}
