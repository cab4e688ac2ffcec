//! The second pass: evaluates values and emits bytes.

use arcadian_isa::{Mode, Operand, Row};

use super::define::range;
use super::{Datum, Engine, Item, Outcome, What};
use crate::diagnostic::Problem;
use crate::expression::Expression;
use crate::fault::Fault;
use crate::image::Memory;
use crate::syntax::scan::At;

impl Engine<'_> {
    /// Emits every item. Returns the memory and the bytes of each record.
    pub(crate) fn emit(&mut self) -> (Memory, Vec<Vec<u8>>) {
        let mut memory = Memory::new();
        let mut bytes = vec![Vec::new(); self.records.len()];
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
        let whole = |index: usize| self.records.get(index).map_or(0..0, code);
        let related = self.related("placed by this line", other, whole(other));
        let at = At::new(Fault::Overlap(address), whole(item.record));
        self.report_with(item.record, at, related);
    }

    fn item(&mut self, item: &Item) -> Outcome<Vec<u8>> {
        match &item.what {
            What::Instruction { row, operands, was_unknown } => {
                let bytes = self.encode(row, operands, item)?;
                if *was_unknown {
                    self.warn_if_short(item, operands);
                }
                Ok(bytes)
            }
            What::Bytes(data) => self.data(data),
            What::Words { values, high_first } => self.words_of(values, *high_first),
            What::Fill { count, value } => Ok(vec![self.byte("the byte", value)?; *count]),
            What::Binary(bytes) => Ok(bytes.clone()),
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
        let (mut signed, mut value) = (0, 0);
        for (operand, expression) in operands {
            let Some(bounds) = bounds(row, *operand) else { continue };
            let number = self.within(bounds, expression)?;
            match operand {
                Operand::Relative | Operand::Mos(Mode::Relative) => {
                    signed = self.branch(row, low_word(number), expression, item)?;
                }
                Operand::Indexed(_) => signed = i8::try_from(number).unwrap_or(0),
                _ => value = low_word(number),
            }
        }
        Ok(row.encode(signed, value).to_vec())
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
        i8::try_from(distance).map_err(|_| {
            let distance = i64::from(distance);
            let by = if distance > 0 { distance - 127 } else { -128 - distance };
            let at = At::new(Fault::BranchRange { distance, by }, target.span.clone()).hint(farther(row));
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

/// What a number is called, the least and the greatest value.
pub(crate) type Bounds = (&'static str, i64, i64);

/// Returns the bounds of an operand that is a number.
pub(crate) fn bounds(row: &Row, operand: Operand) -> Option<Bounds> {
    match operand {
        Operand::Relative | Operand::Mos(Mode::Relative) => Some(("the address", -32768, 65535)),
        Operand::Indexed(_) => Some(("the displacement", -128, 127)),
        Operand::Byte | Operand::Mos(Mode::Immediate) => Some(("the byte", -128, 255)),
        Operand::Port => Some(("the port", 0, 255)),
        Operand::Word | Operand::Memory => Some(("the word", -32768, 65535)),
        Operand::Mos(Mode::Implied | Mode::Accumulator) => None,
        Operand::Mos(_) if row.length == 2 => Some(("the zero-page address", 0, 255)),
        Operand::Mos(_) => Some(("the address", -32768, 65535)),
        _ => None,
    }
}

/// Returns the low 16 bits, in two's complement.
const fn low_word(value: i64) -> u16 {
    let bytes = value.to_le_bytes();
    u16::from_le_bytes([bytes[0], bytes[1]])
}

/// Suggests an instruction with a longer range than a relative branch.
fn farther(row: &Row) -> String {
    match row.mnemonic {
        "JR" => "JP has no range limit".to_owned(),
        "DJNZ" => "DEC B and JP NZ have no range limit".to_owned(),
        _ => "use the opposite branch over a JMP".to_owned(),
    }
}

/// Returns the range of the code without surrounding blanks and comment.
fn code(record: &crate::source::Record) -> std::ops::Range<usize> {
    let start = record.hand.as_ref().map_or(0, |hand| hand.rest);
    crate::syntax::scan::trim(&record.text, start..record.comment.start.max(start))
}
