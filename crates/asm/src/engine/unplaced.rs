//! Reading code that is not placed: the first pass, and then no addresses are assigned to names that are not defined.

use super::{Engine, What};
use crate::{
    diagnostic::Failure,
    fault::Fault,
    fragment::{Fragment, Names, ORIGIN, Unplaced},
    scan::At,
    symbols::SymbolKind,
};
use arcadian_isa::Operand;

impl Engine<'_> {
    /// Runs the first pass and returns its instructions.
    pub(crate) fn into_fragment(mut self) -> Result<Fragment, Failure> {
        self.read();
        let items = std::mem::take(&mut self.items);
        let addresses: Vec<u32> = items.iter().map(|item| item.address).chain([self.location]).collect();
        let mut names = Names { addresses: &addresses, parameters: Vec::new() };
        let mut instructions = Vec::new();
        let mut next = ORIGIN;
        for item in &items {
            let What::Instruction { row, operands, .. } = &item.what else {
                self.refuse(item.record, "write instructions with their mnemonics");
                continue;
            };
            if item.address != next {
                self.refuse(item.record, SKIPS);
            }
            next = item.address + u32::from(row.length);
            let (mut displacement, mut value) = (Vec::new(), Vec::new());
            for (operand, expression) in operands {
                let mut terms = || names.terms(expression, |name| self.symbols.defined(name));
                match operand {
                    Operand::Indexed(_) => displacement = terms(),
                    _ if has_value(*operand) => value = terms(),
                    _ => {}
                }
            }
            let record = self.records.get(item.record);
            instructions.push(Unplaced {
                row,
                displacement,
                value,
                line: record.map_or(0, |record| record.number + 1),
                text: record.map_or_else(String::new, |record| record.text.trim().to_owned()),
            });
        }
        let parameters = names.parameters;
        if self.diagnostics.errors == 0 && self.location != next {
            self.refuse(self.records.len().saturating_sub(1), SKIPS);
        }
        if self.diagnostics.errors > 0 {
            return Err(self.diagnostics.sorted());
        }
        let instruction_at = |address: i64| addresses.iter().position(|start| i64::from(*start) == address);
        let labels = self.symbols.values().filter(|(entry, _)| entry.kind == SymbolKind::Label);
        let labels =
            labels.filter_map(|(entry, at)| Some((entry.name.clone(), instruction_at(at)?))).collect();
        let warnings = self.diagnostics.sorted().diagnostics;
        Ok(Fragment { processor: self.words.processor, instructions, parameters, labels, warnings })
    }

    /// Reports a line that is no instruction.
    fn refuse(&mut self, record: usize, hint: &'static str) {
        let span = self.records.get(record).map_or(0..0, |record| 0..record.text.len());
        self.report(record, At::new(Fault::NoInstruction, span).hint(hint));
    }
}

/// What to do about bytes that are no instructions.
const SKIPS: &str = "leave out ORG, DS and what else skips bytes";

/// Whether an operand is a number after the opcode.
fn has_value(operand: Operand) -> bool {
    use Operand::{Byte, Memory, Mos, Port, Relative, Word};
    match operand {
        Mos(mode) => !matches!(mode, arcadian_isa::Mode::Implied | arcadian_isa::Mode::Accumulator),
        operand => matches!(operand, Byte | Word | Relative | Port | Memory),
    }
}
