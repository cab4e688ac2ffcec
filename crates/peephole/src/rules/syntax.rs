//! The syntax of the assemblers of SDCC and z88dk, and that of our assembler. The assembler of z88dk adds instructions to the Z80: copt sees
//! them, and they stand for two instructions each.
//!
//! Source of the facts: SDCC `sdas/doc/asmlnk.txt` and `src/z80/gen.c`; z88dk `src/z80asm/dev/cpu`.

use arcadian_isa::Processor;

use super::text::is_part;
use crate::rules::{
    formats::sdcc::indexed,
    rule::Format,
    term::{Grammar, Operator, Term},
    text::{INDEX, Reader, SLOT, Text, Token, glued},
    value::{PAIRS, halves},
};

/// Returns the lines of our assembler for an instruction of SDCC's: `ld a,5 (ix)`. `name` returns what to call a symbol or a
/// register.
pub fn sdcc(text: &str, name: &mut dyn FnMut(&str) -> String) -> String {
    source(Format::Sdcc, &indexed(text), name)
}

/// Returns the lines of our assembler for an instruction of z88dk's. `name` returns what to call a symbol or a register.
pub fn z88dk(text: &str, name: &mut dyn FnMut(&str) -> String) -> String {
    source(Format::Copt, text, name)
}

fn source(format: Format, text: &str, name: &mut dyn FnMut(&str) -> String) -> String {
    match instruction(format, Processor::Z80, &Text::from(text), name) {
        Some(lines) => lines.into_iter().map(|line| line.text).collect(),
        // The assembler says what is wrong with it.
        None => format!("\t{text}\n"),
    }
}

/// A line of our assembler.
pub(crate) struct Line {
    pub(crate) text: String,
    /// The offset from IX or IY.
    pub(crate) offset: Option<Term>,
    /// The other number, if it is not a number or name as it stands in the format.
    pub(crate) number: Option<Term>,
}

/// Returns the lines of our assembler for an instruction; `None` if an operand cannot be read.
pub(crate) fn instruction(
    format: Format,
    processor: Processor,
    text: &Text,
    name: &mut dyn FnMut(&str) -> String,
) -> Option<Vec<Line>> {
    if text.is_empty() {
        return Some(Vec::new());
    }
    if format == Format::Copt
        && processor == Processor::Z80
        && let Some(two) = expanded(text)
    {
        let lines = two.iter().map(|text| instruction(format, processor, text, name));
        return lines.collect::<Option<Vec<_>>>().map(|lines| lines.into_iter().flatten().collect());
    }
    let (mnemonic, operands) =
        text.split_once(|c| c == ' ').unwrap_or_else(|| (text.clone(), Text::default()));
    let mnemonic = mnemonic.to_string();
    let mut line = Line { text: String::new(), offset: None, number: None };
    let operands = if operands.is_empty() { Vec::new() } else { operands.split(',') };
    let operands: Option<Vec<String>> = operands
        .iter()
        .map(|text| Writer { format, processor, line: &mut line, name }.operand(text))
        .collect();
    let mut operands = operands?.join(",");
    if processor == Processor::Z80 {
        operands = zilog(&mnemonic, operands);
    }
    let blank = if operands.is_empty() { "" } else { " " };
    line.text = format!("\t{mnemonic}{blank}{operands}\n");
    Some(vec![line])
}

struct Writer<'w> {
    format: Format,
    processor: Processor,
    line: &'w mut Line,
    name: &'w mut dyn FnMut(&str) -> String,
}

/// Operators other than `+` and `-`.
const OPERATORS: [char; 8] = ['*', '/', '%', '&', '|', '^', '<', '>'];

impl Writer<'_> {
    fn operand(&mut self, text: &Text) -> Option<String> {
        let mut text = text.clone();
        if self.format == Format::Sdcc {
            // Parentheses after the mark of an immediate value do not make memory of it.
            text = match text.without('#') {
                Some(constant) => constant.in_parentheses().unwrap_or(constant),
                None => text,
            };
            text.0.retain(|token| *token != Token::Char('#'));
        } else if self.processor == Processor::Mos6502
            && let Some(constant) = text.without('#')
        {
            return self.number(&constant).map(|number| format!("#{number}"));
        }
        match text.in_parentheses() {
            Some(inner) => self.address(&inner).map(|address| format!("({address})")),
            None => self.number(&text),
        }
    }

    /// Writes what is in parentheses: an address, or an index register and its offset.
    fn address(&mut self, text: &Text) -> Option<String> {
        let shown = text.to_string().to_ascii_lowercase();
        let is_indexed = ["ix+", "iy+", "ix-", "iy-"].iter().any(|start| shown.starts_with(start));
        if !is_indexed || self.processor != Processor::Z80 {
            return self.number(text);
        }
        let register = shown.get(..2)?;
        let mut offset = Text(text.0.get(2..)?.to_vec());
        if let Some(Token::Char(sign)) = offset.0.first_mut()
            && *sign == INDEX
        {
            *sign = '+';
        }
        let term = self.read(&offset)?;
        self.line.offset = Some(term.clone());
        let text = term.to_string();
        Some(match term {
            Term::Binary(operator, _) if !matches!(operator, Operator::Add | Operator::Subtract) => {
                format!("{register}+({text})")
            }
            _ if text.starts_with('-') => format!("{register}{text}"),
            _ => format!("{register}+{text}"),
        })
    }

    /// Writes a number, or a register and the like as it is.
    fn number(&mut self, text: &Text) -> Option<String> {
        let is_computed = text.0.iter().any(|token| match token {
            Token::Char(c) => "+-".contains(*c) || OPERATORS.contains(c),
            Token::Term(_) => true,
        });
        if !is_computed {
            return Some(words(&text.plain()?, self.name));
        }
        if let Some(term) = self.read(text) {
            self.line.number = Some(term.clone());
            return Some(term.to_string());
        }
        // `(hl+)` and names of registers are no expressions; what has operators would be read by other rules of precedence.
        let word = glued(&text.0).filter(|word| !word.contains(OPERATORS))?;
        Some(words(&word, self.name))
    }

    fn read(&mut self, text: &Text) -> Option<Term> {
        let is_copt = self.format == Format::Copt;
        let mut name = |word: &str| {
            // The address of the instruction in the assembler of z88dk.
            let is_here = word == "$" || is_copt && word.eq_ignore_ascii_case("asmpc");
            Some(Term::name(&if is_here { "$".to_owned() } else { self::word(word, self.name) }))
        };
        Reader::read(text, grammar(self.format, self.processor), &mut name).ok()
    }
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
    if WITH_A.contains(&mnemonic) && Text::from(operands.as_str()).split(',').len() == 1 {
        operands = format!("a,{operands}");
    }
    if mnemonic == "jp" {
        return operands;
    }
    operands.replace("(ix)", "(ix+0)").replace("(iy)", "(iy+0)")
}

/// Writes the names in a text as the assembler has them.
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
        result.push(first);
        rest = rest.get(first.len_utf8()..).unwrap_or("");
    }
    result
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

/// Returns whether the word is a label of SDCC that is local to a function: `00101$`.
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

pub(crate) fn grammar(format: Format, processor: Processor) -> Grammar {
    match format {
        Format::Sdcc if processor != Processor::Mos6502 => Grammar::Sdas,
        Format::Copt if processor == Processor::Z80 => Grammar::Z80asm,
        _ => Grammar::C,
    }
}

/// Returns the instructions as texts with slots.
pub(super) fn texts() -> Vec<String> {
    let pairs: Vec<&str> =
        PAIRS.iter().map(|(name, _)| *name).filter(|name| !name.starts_with('i')).collect();
    let mut texts = Vec::new();
    for to in &pairs {
        texts.extend(pairs.iter().filter(|from| *from != to).map(|from| format!("ld {to},{from}")));
        for index in ["ix", "iy"] {
            texts.push(format!("ld {to},({index}+{SLOT})"));
            texts.push(format!("ld ({index}+{SLOT}),{to}"));
        }
    }
    texts.extend(["ld a,(hl+)", "ld a,(hl-)", "ld (hl+),a", "ld (hl-),a"].map(str::to_owned));
    texts
}

/// Returns the two instructions that such an instruction stands for.
pub(crate) fn expanded(instruction: &Text) -> Option<[Text; 2]> {
    let (mnemonic, operands) = instruction.split_once(|c| c == ' ')?;
    if mnemonic.plain().as_deref() != Some("ld") {
        return None;
    }
    match &operands.split(',')[..] {
        [to, from] => stepped(to, from).or_else(|| halved(to, from)),
        _ => None,
    }
}

fn load(to: &Text, from: &Text) -> Text {
    Text::concat([&Text::from("ld "), to, &Text::from(","), from])
}

/// `ld a,(hl+)` and the like.
fn stepped(to: &Text, from: &Text) -> Option<[Text; 2]> {
    let steps = [("(hl+)", "inc hl"), ("(hl-)", "dec hl")];
    let (memory, step) = steps.iter().find(|(memory, _)| [to, from].contains(&&Text::from(*memory)))?;
    let plain =
        |operand: &Text| if *operand == Text::from(*memory) { Text::from("(hl)") } else { operand.clone() };
    Some([load(&plain(to), &plain(from)), Text::from(*step)])
}

/// A load of a pair: of its low and of its high register.
fn halved(to: &Text, from: &Text) -> Option<[Text; 2]> {
    let [to_high, to_low] = parts(to)?;
    let [from_high, from_low] = parts(from)?;
    let is_direct = |operand: &Text| operand.plain().is_some_and(|pair| halves(&pair).is_some());
    (is_direct(to) || is_direct(from)).then(|| [load(&to_low, &from_low), load(&to_high, &from_high)])
}

fn parts(operand: &Text) -> Option<[Text; 2]> {
    if let Some(plain) = operand.plain().filter(|plain| !plain.starts_with('i'))
        && let Some(halves) = halves(&plain)
    {
        return Some(halves.map(Text::from));
    }
    let address = operand.in_parentheses()?;
    let register =
        Text(address.0.get(..2)?.to_vec()).plain().filter(|register| ["ix", "iy"].contains(&&**register))?;
    let offset = Text(address.0.get(2..)?.to_vec());
    let offset = match offset.0.first() {
        None => Term::Number(0),
        Some(Token::Char('+' | '-')) => {
            Reader::read(&offset, Grammar::Z80asm, &mut |word| Some(Term::name(word))).ok()?
        }
        Some(_) => return None,
    };
    let next = Term::binary(Operator::Add, offset.clone(), Term::Number(1)).ok()?;
    let memory = |offset: Term| {
        Text::concat([&Text::from(format!("({register}+")), &Text::from(offset), &Text::from(")")])
    };
    Some([memory(next), memory(offset)])
}
