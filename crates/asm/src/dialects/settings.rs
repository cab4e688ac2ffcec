//! What a source sets for the statements after it: processor, radix, codes of characters.

use super::engine::Engine;
use super::statement::Statement;
use super::token::Token;
use crate::fault::Fault;
use crate::scan::{At, slice};
use crate::words::Words;

impl Engine<'_> {
    pub(super) fn set_processor(&mut self, processor: arcadian_isa::Processor) {
        self.words = Words::of(processor);
        self.named = Some(processor);
    }

    pub(super) fn named_processor(&mut self, statement: &Statement<'_>) -> Result<(), At> {
        let first = statement.operands().first().ok_or_else(|| self.needs_operand(statement))?;
        let name = slice(statement.text, first.at..statement.operands().last().map_or(0, Token::end));
        let name = name.trim_matches(['"', '\'']);
        match crate::words::processor(name) {
            Some(processor) => {
                self.set_processor(processor);
                Ok(())
            }
            None => Err(At::new(Fault::BadProcessor(name.to_owned()), first.span()).hint(crate::PROCESSORS)),
        }
    }

    pub(super) fn processor_bits(&self) -> i64 {
        i64::from(self.words.processor == arcadian_isa::Processor::Mos6502)
    }

    pub(super) fn set_radix(&mut self, statement: &Statement<'_>) -> Result<(), At> {
        let first = statement.operands().first().ok_or_else(|| self.needs_operand(statement))?;
        let radix = match first.text.to_ascii_lowercase().as_str() {
            "x" | "h" => 16,
            "d" => 10,
            "o" | "q" => 8,
            "b" => 2,
            text => text.parse().unwrap_or(0),
        };
        if !(2..=16).contains(&radix) {
            return Err(At::new(Fault::BadNumber(first.text.to_owned()), first.span()));
        }
        self.pass.radix = radix;
        Ok(())
    }

    /// `.charmap FROM, TO`
    pub(super) fn map_character(&mut self, statement: &Statement<'_>) -> Result<(), At> {
        let pieces = statement.pieces();
        let [from, to] = &*pieces else { return Err(self.needs_operand(statement)) };
        let (from, to) = (self.number(from)?, self.number(to)?);
        match (u8::try_from(from), u8::try_from(to)) {
            (Ok(from), Ok(to)) => drop(self.pass.charmap.insert(from, to)),
            _ => {
                return Err(At::new(
                    Fault::BadNumber(to.to_string()),
                    super::operand::span(statement.operands()),
                ));
            }
        }
        Ok(())
    }
}
