//! Code of an instance as source for the assembler.

use std::collections::HashMap;

use arcadian_asm::read_fragment;
use arcadian_isa::{CycleKind, Operand, Processor, Reg, Row};

use super::state::State;
use crate::{
    rule::{Format, LineKind, PatternLine, Piece, Template},
    syntax,
    value::grouped,
};

/// Writes code, and tries which instructions assemble.
pub(super) struct Assembly {
    processor: Processor,
    format: Format,
    /// The instructions that were tried, with the errors.
    tried: HashMap<String, Option<String>>,
}

impl Assembly {
    pub(super) fn new(processor: Processor, format: Format) -> Assembly {
        Assembly { processor, format, tried: HashMap::new() }
    }

    /// Returns the source of these lines, or the variable that nothing binds.
    pub(super) fn source(&self, lines: &[PatternLine], state: &State) -> Result<String, String> {
        let mut source = String::new();
        for line in lines {
            match &line.kind {
                LineKind::Label(template) => {
                    source.push_str(&format!(
                        "{}:\n",
                        syntax::words(&text(template, state)?, &mut syntax::name)
                    ));
                }
                LineKind::Code(template) => source.push_str(&self.instruction(&text(template, state)?)),
                LineKind::Repeated(count, template) => {
                    let count = state.bound.get(count).and_then(|count| count.parse().ok()).unwrap_or(0);
                    source.push_str(&self.instruction(&text(template, state)?).repeat(count));
                }
                LineKind::Block(name) => source.push_str(&format!("\tcall {name}\n")),
            }
        }
        source.extend(state.after.iter().map(String::as_str));
        if !state.after.is_empty() {
            source.push_str("NEXT:\n");
        }
        Ok(source)
    }

    /// Returns why the source does not assemble, if it does not. Each instruction is tried once.
    pub(super) fn fault(&mut self, source: &str) -> Option<String> {
        source.lines().find_map(|line| {
            if !self.tried.contains_key(line) {
                self.tried.insert(line.to_owned(), fault(line, self.processor));
            }
            self.tried.get(line).cloned().flatten()
        })
    }

    /// Whether the code changes more than registers and flags, or I or R.
    pub(super) fn has_effect(&self, source: &str) -> bool {
        let Ok(fragment) = read_fragment("rule", source, self.processor) else { return true };
        let has_effect = |row: &Row| {
            let kinds = [CycleKind::Write, CycleKind::Push, CycleKind::Output, CycleKind::Input];
            let special = matches!(row.operands().first(), Some(Operand::Reg(Reg::I | Reg::R)));
            special || kinds.iter().any(|kind| row.bus.has(*kind))
        };
        fragment.instructions.iter().any(|instruction| has_effect(instruction.row))
    }

    fn instruction(&self, text: &str) -> String {
        syntax::instruction(self.format, self.processor, text.trim(), &mut syntax::name)
    }
}

fn fault(line: &str, processor: Processor) -> Option<String> {
    let failure = read_fragment("rule", line, processor).err()?;
    let first = failure.diagnostics.first()?;
    Some(format!("`{}`: {}", first.location.text.trim(), first.fault))
}

fn text(template: &Template, state: &State) -> Result<String, String> {
    let bound = |name: &String| state.bound.get(name).map(str::to_owned).ok_or_else(|| name.clone());
    let piece = |piece: &Piece| match piece {
        Piece::Text(text) => Ok(text.clone()),
        Piece::Variable(name) => bound(name),
        Piece::Regex(regex) => bound(&regex.whole),
        Piece::Value(value) => {
            let text = state.bound.evaluate(value);
            text.map(|text| grouped(&text)).ok_or_else(|| value.variables().join(", "))
        }
    };
    template.0.iter().map(piece).collect()
}
