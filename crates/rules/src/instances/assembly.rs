//! Code of an instance as source for the assembler.

use std::collections::HashMap;

use arcadian_asm::read_fragment;
use arcadian_isa::{CycleKind, Operand, Processor, Reg, Row};

use super::{state::State, z80asm};
use crate::{
    formats::sdcc::INDEX,
    rule::{Format, LineKind, PatternLine, Piece, Template},
    value::{grouped, in_parentheses, ungrouped},
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
                    source.push_str(&format!("{}:\n", words(&text(template, state)?)));
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
        let text = text.trim();
        if text.is_empty() {
            return String::new();
        }
        let two = Some(text).filter(|_| self.format == Format::Copt).and_then(z80asm::expanded);
        if let Some(two) = two.filter(|_| self.processor == Processor::Z80) {
            return two.iter().map(|text| self.instruction(text)).collect();
        }
        let (mnemonic, operands) = text.split_once(' ').unwrap_or((text, ""));
        let operands = split(operands).map(|operand| match self.format {
            Format::Sdcc => sdcc_operand(operand),
            _ => ungrouped(operand),
        });
        let mut operands = words(&operands.collect::<Vec<_>>().join(","));
        if self.format == Format::Copt {
            // The address of the instruction in the assembler of z88dk.
            operands = operands.replace("ASMPC", "$").replace("asmpc", "$");
        }
        if self.processor == Processor::Z80 {
            operands = zilog(mnemonic, operands);
        }
        let blank = if operands.is_empty() { "" } else { " " };
        format!("\t{mnemonic}{blank}{operands}\n")
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

/// Returns the operands, which commas outside of parentheses separate.
fn split(operands: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0;
    operands.split(move |c| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        c == ',' && depth == 0
    })
}

/// Writes an operand of SDCC without its marks. Parentheses after `#` do not make memory of a constant.
fn sdcc_operand(operand: &str) -> String {
    let operand = operand.replace(INDEX, "+");
    let constant = operand.strip_prefix('#');
    let inner = constant.map(|constant| in_parentheses(constant).unwrap_or(constant));
    ungrouped(&inner.unwrap_or(&operand).replace('#', ""))
}

/// Mnemonics with A as the operand that is not written, and with A as the operand that is.
const WITHOUT_A: [&str; 5] = ["sub", "and", "xor", "or", "cp"];
const WITH_A: [&str; 3] = ["add", "adc", "sbc"];

fn zilog(mnemonic: &str, mut operands: String) -> String {
    if WITHOUT_A.contains(&mnemonic)
        && let Some(rest) = operands.strip_prefix("a,")
    {
        operands = rest.to_owned();
    }
    if WITH_A.contains(&mnemonic) && split(&operands).count() == 1 {
        operands = format!("a,{operands}");
    }
    if mnemonic == "jp" {
        return operands;
    }
    operands.replace("(ix)", "(ix+0)").replace("(iy)", "(iy+0)")
}

/// Writes names, and the signs for the bytes of a word, as the assembler has them.
fn words(operands: &str) -> String {
    let mut result = String::new();
    let mut rest = operands;
    while let Some(first) = rest.chars().next() {
        let end = rest.find(|c: char| !is_part(c)).unwrap_or(rest.len());
        if end > 0 {
            result.push_str(&word(rest.get(..end).unwrap_or("")));
            rest = rest.get(end..).unwrap_or("");
            continue;
        }
        let begins = result.is_empty() || result.ends_with([',', '(', '#']);
        match first {
            '<' if begins => result.push_str("low "),
            '>' if begins => result.push_str("high "),
            '%' => result.push_str(" MOD "),
            _ => result.push(first),
        }
        rest = rest.get(first.len_utf8()..).unwrap_or("");
    }
    result
}

fn is_part(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '.' | '$' | '@' | '?' | '\'')
}

/// A name can have dots and dollar signs elsewhere: `00101$`, `.core.name`. A name in a hexadecimal number is the number.
fn word(word: &str) -> String {
    let digits = word.trim_end_matches('$');
    if word.ends_with('$') && digits.chars().all(|c| c.is_ascii_digit()) && !digits.is_empty() {
        return format!("L{digits}");
    }
    // Two names one after the other are not a number of which the digits are known.
    let is_one = |name: &&str| name.strip_prefix('N').is_some_and(|digits| digits.parse::<u32>().is_ok());
    if let Some(name) = word.strip_prefix("0x").filter(is_one) {
        return name.to_owned();
    }
    let is_number = word.starts_with('$') || word.starts_with(|c: char| c.is_ascii_digit());
    if is_number { word.to_owned() } else { word.replace(['.', '$', '?', '@'], "_") }
}
