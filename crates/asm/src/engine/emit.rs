//! The second pass: evaluates values and emits bytes.

use arcadian_isa::{Mode, Operand, Row};

use super::{Datum, Emission, Engine, Item, Outcome};
use crate::diagnostic::Problem;
use crate::emit::operands::Numbers;
use crate::emit::rows::{Bounds, bounds, displacement, low_word, range};
use crate::expression::Expression;
use crate::fault::Fault;
use crate::image::Memory;
use crate::syntax::scan::At;

impl Engine<'_> {
    /// Emits every item. Returns the memory and the bytes of each record.
    pub(crate) fn emit(&mut self) -> (Memory, Vec<Vec<u8>>) {
        let mut memory = Memory::new();
        let mut bytes = vec![Vec::new(); self.input.records.len()];
        for item in std::mem::take(&mut self.items) {
            match self.item(&item) {
                Ok(made) => {
                    self.put(&mut memory, &item, &made);
                    if let Some(all) = bytes.get_mut(item.record) {
                        all.extend(made);
                    }
                }
                Err(problem) => drop(self.settle(item.record, problem)),
            }
        }
        (memory, bytes)
    }

    fn put(&mut self, memory: &mut Memory, item: &Item, bytes: &[u8]) {
        let Err((address, other)) = memory.put(item.address, bytes, item.record) else { return };
        if item.lost.is_some() {
            return;
        }
        let whole = |index: usize| self.input.records.get(index).map_or(0..0, code);
        let related = self.input.related("placed by this line", other, whole(other));
        let at = At::new(Fault::Overlap(address), whole(item.record));
        self.report_with(item.record, at, related);
    }

    fn item(&mut self, item: &Item) -> Outcome<Vec<u8>> {
        match &item.what {
            Emission::Instruction { row, operands, was_unknown } => {
                let bytes = self.encode(row, operands, item)?;
                if *was_unknown {
                    self.warn_if_short(item, operands);
                }
                Ok(bytes)
            }
            Emission::Bytes(data) => self.data(data),
            Emission::Words { values, high_first } => self.words_of(values, *high_first),
            Emission::Fill { count, value } => Ok(vec![self.byte("the byte", value)?; *count]),
            Emission::Binary(bytes) => Ok(bytes.clone()),
        }
    }

    fn data(&mut self, data: &[Datum]) -> Outcome<Vec<u8>> {
        let mut bytes = Vec::new();
        for datum in data {
            match datum {
                Datum::Value(value) => bytes.push(self.byte("the byte", value)?),
                Datum::Text(text) => bytes.extend(text),
            }
        }
        Ok(bytes)
    }

    fn words_of(&mut self, values: &[Expression], high_first: bool) -> Outcome<Vec<u8>> {
        let mut bytes = Vec::new();
        for value in values {
            let word = self.word("the word", value)?;
            bytes.extend(if high_first { word.to_be_bytes() } else { word.to_le_bytes() });
        }
        Ok(bytes)
    }

    fn encode(&mut self, row: &Row, operands: &[(Operand, Expression)], item: &Item) -> Outcome<Vec<u8>> {
        let mut numbers = Numbers::default();
        for (operand, expression) in operands {
            let Some(bounds) = bounds(row, *operand) else { continue };
            let number = self.within(bounds, expression)?;
            let is_branch = matches!(operand, Operand::Relative | Operand::Mos(Mode::Relative));
            let number =
                if is_branch { self.branch(row, low_word(number), expression, item)?.into() } else { number };
            numbers.set(*operand, number);
        }
        Ok(numbers.bytes(row))
    }

    /// Returns the value of an expression, which must be within bounds.
    pub(super) fn within(&mut self, bounds: Bounds, value: &Expression) -> Outcome<i64> {
        let number = self.symbols.value(value)?;
        let (what, least, most) = bounds;
        range(what, number, least, most).map_err(|fault| At::new(fault, value.span.clone()))?;
        Ok(number)
    }

    fn byte(&mut self, what: &'static str, value: &Expression) -> Outcome<u8> {
        self.within((what, -128, 255), value).map(|value| low_word(value).to_le_bytes()[0])
    }

    fn word(&mut self, what: &'static str, value: &Expression) -> Outcome<u16> {
        self.within((what, -32768, 65535), value).map(low_word)
    }

    /// Returns the displacement of a relative branch. It wraps around the end of memory, as on the processor.
    fn branch(&mut self, row: &Row, to: u16, target: &Expression, item: &Item) -> Outcome<i8> {
        let next = low_word(i64::from(item.address) + i64::from(row.length));
        let distance = i16::from_le_bytes(to.wrapping_sub(next).to_le_bytes());
        displacement(row, distance.into()).map_err(|(fault, hint)| {
            let at = At::new(fault, target.span.clone()).hint(hint);
            item.lost.map_or(Problem::New(at), Problem::Reported)
        })
    }

    /// Warns about a zero-page address assembled as absolute: correct, but maybe not intended.
    fn warn_if_short(&mut self, item: &Item, operands: &[(Operand, Expression)]) {
        let Some((_, expression)) = operands.first() else { return };
        if let (Ok(0..=0xFF), Some(name)) = (self.symbols.value(expression), expression.name()) {
            let hint = format!(
                "define `{name}` above this line, or prefix it with `<` for two bytes or `!` for three"
            );
            let at = At::new(Fault::TookAbsolute(name.to_owned()), expression.span.clone()).hint(hint);
            self.warn(item.record, at);
        }
    }
}

/// Returns the range of the code without surrounding blanks and comment.
fn code(record: &crate::source::Record) -> std::ops::Range<usize> {
    let start = record.hand.as_ref().map_or(0, |hand| hand.rest);
    crate::syntax::scan::trim(&record.text, start..record.comment.start.max(start))
}
