//! The operands of an instruction with their values, the rows that they select, and their bytes.

use std::ops::Range;

use arcadian_isa::{Form, Mode, Operand, Processor, Row};

use crate::emit::rows::{Unmatched, low_word, rows};
use crate::fault::{Fault, Hint};
use crate::syntax::operand::{OperandForm, Size, is_index};
use crate::syntax::scan::{At, slice};
use crate::syntax::statement::Statement;
use crate::words::Words;

/// A value of an operand.
pub(crate) trait Known {
    /// Returns the number, if it is known where the statement stands.
    fn known(&self) -> Option<i64>;

    /// Returns the fault of a number that selects the opcode and is not known there, if that is one.
    fn unknown(text: &str) -> Option<Fault>;
}

/// An operand: its form, the value in it, and what the size of its address must be.
pub(crate) struct OperandValue<'t, V> {
    pub(crate) form: Form<'t>,
    pub(crate) value: Option<V>,
    pub(crate) span: Range<usize>,
    pub(crate) size: Option<Size>,
}

impl<'t, V> OperandValue<'t, V> {
    /// Creates an operand as written, with a value that is this number, if anything says so.
    pub(crate) fn new(written: OperandForm<'_, 't>, value: Option<V>, number: Option<i64>) -> Self {
        let OperandForm { form, span, size, .. } = written;
        let form = match form {
            Form::Value(_) => Form::Value(number.and_then(|number| u16::try_from(number).ok())),
            other => other,
        };
        Self { form, value, span, size }
    }
}

fn find<V>(words: &Words, mnemonic: &str, given: &[OperandValue<'_, V>]) -> Vec<&'static Row> {
    let forms: Vec<Form<'_>> = given.iter().map(|operand| operand.form).collect();
    rows(words, mnemonic, &forms)
}

/// Returns the rows that match. `ASL` means `ASL A`, and `(IX)` means `(IX+0)` unless it matches as it stands.
pub(crate) fn select<V>(
    words: &Words,
    mnemonic: &str,
    given: &mut [OperandValue<'_, V>],
) -> Vec<&'static Row> {
    let found = find(words, mnemonic, given);
    match words.processor {
        _ if !found.is_empty() => found,
        Processor::Mos6502 if given.is_empty() => rows(words, mnemonic, &[Form::Name("A")]),
        Processor::Z80 => {
            for operand in &mut *given {
                if let Form::AtName(name) = operand.form
                    && is_index(name)
                {
                    operand.form = Form::Indexed(name);
                }
            }
            find(words, mnemonic, given)
        }
        _ => found,
    }
}

/// Returns the fault of operands that match no row. `hint` returns what to do about them, instead of the forms that there are.
pub(crate) fn bad_operands<V: Known>(
    words: &Words,
    statement: &Statement<'_>,
    given: &[OperandValue<'_, V>],
    hint: impl FnOnce(&Unmatched<'_>) -> Option<Hint>,
) -> At {
    let written: Vec<Form<'_>> = given.iter().map(|given| given.form).collect();
    let unmatched = Unmatched { words, mnemonic: statement.word(), written: &written };
    let span = |index: usize| given.get(index).map_or(0..0, |given| given.span.clone());
    if let Some((index, fault)) =
        unmatched.wrong_digit(|index| given.get(index)?.value.as_ref().and_then(Known::known))
    {
        let fault = fault.or_else(|| V::unknown(slice(statement.text, span(index))));
        if let Some(fault) = fault {
            return At::new(fault, span(index));
        }
    }
    let hint = hint(&unmatched).unwrap_or_else(|| unmatched.forms().into());
    At::new(Fault::BadOperands(statement.word().to_owned()), statement.code_span()).hint(hint)
}

/// The numbers in an instruction.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Numbers {
    /// The distance of a branch, or the displacement from an index register.
    signed: i8,
    value: u16,
}

impl Numbers {
    /// Sets the number of an operand, which is within its bounds; that of a branch is its distance.
    pub(crate) fn set(&mut self, operand: Operand, number: i64) {
        match operand {
            Operand::Relative | Operand::Mos(Mode::Relative) | Operand::Indexed(_) => {
                self.signed = i8::try_from(number).unwrap_or(0);
            }
            _ => self.value = low_word(number),
        }
    }

    /// Returns the bytes of an instruction.
    pub(crate) fn bytes(self, row: &Row) -> Vec<u8> {
        row.encode(self.signed, self.value).to_vec()
    }
}
