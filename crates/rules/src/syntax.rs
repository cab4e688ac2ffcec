//! The syntax of the assemblers of SDCC and z88dk, and that of our assembler.
//!
//! Source of the facts: SDCC `sdas/doc/asmlnk.txt` and `src/z80/gen.c`; z88dk `src/z80asm/dev/cpu`.

use arcadian_isa::Processor;

use crate::{
    formats::sdcc::{INDEX, indexed},
    instances::z80asm,
    rule::Format,
    value::{in_parentheses, ungrouped},
};

/// Returns the lines of our assembler for an instruction of SDCC's: `ld a,5 (ix)`. `name` returns what to call a symbol or a
/// register.
pub fn sdcc(text: &str, name: &mut dyn FnMut(&str) -> String) -> String {
    instruction(Format::Sdcc, Processor::Z80, &indexed(text), name)
}

/// Returns the lines of our assembler for an instruction of z88dk's. `name` returns what to call a symbol or a register.
pub fn z88dk(text: &str, name: &mut dyn FnMut(&str) -> String) -> String {
    instruction(Format::Copt, Processor::Z80, text, name)
}

/// Returns the lines of our assembler for an instruction.
pub(crate) fn instruction(
    format: Format,
    processor: Processor,
    text: &str,
    name: &mut dyn FnMut(&str) -> String,
) -> String {
    if text.is_empty() {
        return String::new();
    }
    let two = Some(text).filter(|_| format == Format::Copt).and_then(z80asm::expanded);
    if let Some(two) = two.filter(|_| processor == Processor::Z80) {
        return two.iter().map(|text| instruction(format, processor, text, name)).collect();
    }
    let (mnemonic, operands) = text.split_once(' ').unwrap_or((text, ""));
    let operands = split(operands).map(|operand| match format {
        Format::Sdcc => sdcc_operand(operand),
        _ => ungrouped(operand),
    });
    let mut operands = words(&operands.collect::<Vec<_>>().join(","), name);
    if format == Format::Copt {
        // The address of the instruction in the assembler of z88dk.
        operands = operands.replace("ASMPC", "$").replace("asmpc", "$");
    }
    if processor == Processor::Z80 {
        operands = zilog(mnemonic, operands);
    }
    let blank = if operands.is_empty() { "" } else { " " };
    format!("\t{mnemonic}{blank}{operands}\n")
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
pub(crate) fn words(operands: &str, name: &mut dyn FnMut(&str) -> String) -> String {
    let mut result = String::new();
    let mut rest = operands;
    while let Some(first) = rest.chars().next() {
        let end = rest.find(|c: char| !is_part(c)).unwrap_or(rest.len());
        if end > 0 {
            result.push_str(&word(rest.get(..end).unwrap_or(""), name));
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

/// Returns a number as it is, and the name that the assembler knows for another one.
fn word(word: &str, name: &mut dyn FnMut(&str) -> String) -> String {
    // Two names one after the other are not a number of which the digits are known.
    let is_one = |name: &&str| name.strip_prefix('N').is_some_and(|digits| digits.parse::<u32>().is_ok());
    if let Some(name) = word.strip_prefix("0x").filter(is_one) {
        return name.to_owned();
    }
    let starts_as_number = word.starts_with('$') || word.starts_with(|c: char| c.is_ascii_digit());
    if starts_as_number && !is_temporary(word) { word.to_owned() } else { name(word) }
}

/// Whether the word is a label of SDCC that is local to a function: `00101$`.
fn is_temporary(word: &str) -> bool {
    let digits = word.trim_end_matches('$');
    word.ends_with('$') && digits.chars().all(|c| c.is_ascii_digit()) && !digits.is_empty()
}

/// Returns a name that the assembler can read. Elsewhere a name can have dots and dollar signs: `00101$`, `.core.name`.
pub fn name(name: &str) -> String {
    let letter = if is_temporary(name) { "L" } else { "" };
    let name = if is_temporary(name) { name.trim_end_matches('$') } else { name };
    letter.to_owned() + &name.replace(['.', '$', '?', '@'], "_")
}
