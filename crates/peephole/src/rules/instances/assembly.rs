//! Code of an instance as source for the assembler, and its spelling.

use std::collections::HashMap;

use arcadian_asm::read_fragment;
use arcadian_isa::{CycleKind, Mode, Operand, Processor, Reg, Row};

use super::state::State;
use crate::rules::{
    rule::{Format, LineKind, PatternLine, Piece, Template},
    syntax::{self, Line},
    term::{NoNumber, Term},
    text::{Text, glued, number},
};

/// Writes code, and tries which instructions assemble.
pub(super) struct Assembly {
    processor: Processor,
    format: Format,
    tried: HashMap<String, Tried>,
}

#[derive(Clone)]
struct Tried {
    fault: Option<String>,
    is_byte: bool,
}

#[derive(Default)]
pub(super) struct Source {
    pub(super) text: String,
    /// The offsets from IX or IY.
    pub(super) offsets: Vec<Term>,
    /// The other numbers, with the lines in which they are.
    pub(super) numbers: Vec<(String, Term)>,
}

pub(super) enum NoSource {
    /// Nothing binds this variable.
    Unbound(String),
    /// An operand cannot be written; the text is the instruction.
    Unwritable(String),
    /// A number is too large, or made of too many parts.
    TooLarge,
}

impl Assembly {
    pub(super) fn new(processor: Processor, format: Format) -> Assembly {
        Assembly { processor, format, tried: HashMap::new() }
    }

    pub(super) fn source(&self, lines: &[PatternLine], state: &State) -> Result<Source, NoSource> {
        let mut source = Source::default();
        for line in lines {
            match &line.kind {
                LineKind::Label(template) => {
                    let text = text(template, state)?;
                    let name = glued(&text.0).ok_or_else(|| NoSource::Unwritable(text.to_string()))?;
                    source.text.push_str(&format!("{}:\n", syntax::words(&name, &mut syntax::name)));
                }
                LineKind::Code(template) => source.add(&self.instruction(&text(template, state)?)?, 1),
                LineKind::Repeated(count, template) => {
                    let number =
                        state.bound.get(count).and_then(Text::plain).and_then(|count| count.parse().ok());
                    let count = number.ok_or_else(|| NoSource::Unbound(count.clone()))?;
                    source.add(&self.instruction(&text(template, state)?)?, count);
                }
                LineKind::Block(name) => source.text.push_str(&format!("\tcall {name}\n")),
            }
        }
        source.text.extend(state.after.iter().map(String::as_str));
        if !state.after.is_empty() {
            source.text.push_str("NEXT:\n");
        }
        Ok(source)
    }

    /// Returns why the source does not assemble, if it does not. Each instruction is tried once.
    pub(super) fn fault(&mut self, source: &str) -> Option<String> {
        source.lines().find_map(|line| self.tried(line).fault)
    }

    /// Returns the numbers that an instruction takes as bytes.
    pub(super) fn bytes<'s>(&mut self, source: &'s Source) -> Vec<&'s Term> {
        let numbers =
            source.numbers.iter().filter(|(line, _)| self.tried(line.trim_end_matches('\n')).is_byte);
        numbers.map(|(_, term)| term).collect()
    }

    fn tried(&mut self, line: &str) -> Tried {
        if let Some(tried) = self.tried.get(line) {
            return tried.clone();
        }
        let tried = match read_fragment("rule", line, self.processor) {
            Ok(fragment) => {
                let operands =
                    fragment.instructions.iter().flat_map(|instruction| instruction.row.operands());
                let is_byte = |operand: &Operand| match operand {
                    Operand::Byte | Operand::Port => true,
                    Operand::Mos(mode) => *mode == Mode::Immediate,
                    _ => false,
                };
                Tried { fault: None, is_byte: operands.clone().any(is_byte) }
            }
            Err(failure) => {
                let first = failure.diagnostics.first();
                let fault = first.map(|first| format!("`{}`: {}", first.location.text.trim(), first.fault));
                Tried { fault: Some(fault.unwrap_or_default()), is_byte: false }
            }
        };
        self.tried.insert(line.to_owned(), tried.clone());
        tried
    }

    /// Returns whether the code changes more than registers and flags, or I or R.
    pub(super) fn has_effect(&self, source: &str) -> bool {
        let Ok(fragment) = read_fragment("rule", source, self.processor) else { return true };
        let has_effect = |row: &Row| {
            let kinds = [CycleKind::Write, CycleKind::Push, CycleKind::Output, CycleKind::Input];
            let special = matches!(row.operands().first(), Some(Operand::Reg(Reg::I | Reg::R)));
            special || kinds.iter().any(|kind| row.bus.has(*kind))
        };
        fragment.instructions.iter().any(|instruction| has_effect(instruction.row))
    }

    fn instruction(&self, text: &Text) -> Result<Vec<Line>, NoSource> {
        let lines = syntax::instruction(self.format, self.processor, &text.trim(), &mut syntax::name);
        lines.ok_or_else(|| NoSource::Unwritable(text.to_string()))
    }
}

impl Source {
    fn add(&mut self, lines: &[Line], count: usize) {
        for line in lines {
            self.offsets.extend(line.offset.clone());
            self.numbers.extend(line.number.clone().map(|number| (line.text.clone(), number)));
        }
        let text: String = lines.iter().map(|line| line.text.as_str()).collect();
        self.text.push_str(&text.repeat(count));
    }
}

fn text(template: &Template, state: &State) -> Result<Text, NoSource> {
    let bound = |name: &String| state.bound.get(name).cloned().ok_or_else(|| NoSource::Unbound(name.clone()));
    let piece = |piece: &Piece| match piece {
        Piece::Text(text) => Ok(Text::from(text.as_str())),
        Piece::Variable(name) => bound(name),
        Piece::Regex(regex) => bound(&regex.whole),
        Piece::Value(value) => state.bound.evaluate(value).map_err(|reason| {
            let unbound = value.variables().into_iter().find(|name| state.bound.get(name).is_none());
            match (unbound, reason) {
                (Some(name), _) => NoSource::Unbound(name.to_owned()),
                (None, NoNumber::TooLarge) => NoSource::TooLarge,
                (None, NoNumber::None) => NoSource::Unwritable(value.variables().join(", ")),
            }
        }),
    };
    let texts = template.0.iter().map(piece).collect::<Result<Vec<_>, _>>()?;
    Ok(Text::concat(&texts))
}

/// Returns an operand without SDCC's mark of immediate values, and whether it has one.
pub(super) fn unmarked(text: &Text) -> (Text, bool) {
    text.without('#').map_or_else(|| (text.clone(), false), |text| (text, true))
}

pub(super) fn known(text: &Text) -> Option<i64> {
    text.plain().and_then(|text| number(&text))
}

/// Returns whether two operands are the same text or number.
pub(super) fn is_same(left: &Text, right: &Text) -> bool {
    let ((left, left_marked), (right, right_marked)) = (unmarked(left), unmarked(right));
    let same_number = || known(&left).is_some_and(|left| known(&right) == Some(left));
    left_marked == right_marked && (left.eq_ignore_ascii_case(&right) || same_number())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::syntax::expanded;

    #[test]
    fn two_instructions() {
        let cases = [
            ("ld bc,hl", "ld c,l; ld b,h"),
            ("ld de,(ix+5)", "ld e,(ix+5); ld d,(ix+6)"),
            ("ld de,(ix+n&7)", "ld e,(ix+(n&7)); ld d,(ix+((n&7)+1))"),
            ("ld (iy-2),hl", "ld (iy+-2),l; ld (iy+-1),h"),
            ("ld a,(hl+)", "ld a,(hl); inc hl"),
            ("ld (hl-),a", "ld (hl),a; dec hl"),
        ];
        for (text, expected) in cases {
            let two = expanded(&Text::from(text)).map(|two| two.map(|text| text.to_string()).join("; "));
            assert_eq!(two.as_deref(), Some(expected), "{text}");
        }
        for text in ["ld a,b", "ld hl,N1", "ld (N1),hl", "ld sp,hl", "add hl,bc", "ld ix,(N1)", "ld a,(ix+1)"]
        {
            assert_eq!(expanded(&Text::from(text)), None, "{text}");
        }
    }
}
