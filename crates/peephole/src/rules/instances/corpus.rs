//! The instructions of a processor as texts with slots for numbers: what a line of a pattern can match.

use std::{
    collections::{HashMap, HashSet},
    sync::OnceLock,
};

use arcadian_isa::{Mode, Operand, Page, Processor, Row, Status, text};

use crate::rules::{
    rule::Format,
    syntax,
    text::{INDEX, SLOT},
};

/// Instructions, in the order of the opcodes.
pub(super) struct Corpus {
    texts: Vec<Vec<char>>,
    /// The numbers of the texts of each mnemonic.
    by_mnemonic: HashMap<String, Vec<usize>>,
    /// The names of registers and conditions.
    reserved: HashSet<String>,
}

impl Corpus {
    /// Returns the instructions as a format writes them. They are collected once.
    pub(super) fn of(processor: Processor, format: Format) -> &'static Corpus {
        static ALL: [OnceLock<Corpus>; 3 * Format::ALL.len()] =
            [const { OnceLock::new() }; 3 * Format::ALL.len()];
        let number = processor as usize * Format::ALL.len() + format as usize;
        ALL[number].get_or_init(|| Corpus::new(processor, format))
    }

    fn new(processor: Processor, format: Format) -> Corpus {
        let mut texts: Vec<String> = Vec::new();
        let mut seen = HashSet::new();
        for row in processor.rows().filter(|row| is_written(row)) {
            let text = instruction(processor, row);
            for text in aliases(processor, row, &text).flat_map(|text| spellings(format, row, text)) {
                if seen.insert(text.clone()) {
                    texts.push(text);
                }
            }
        }
        if processor == Processor::Z80 && format == Format::Copt {
            texts.extend(syntax::texts());
        }
        let mut by_mnemonic: HashMap<String, Vec<usize>> = HashMap::new();
        for (number, text) in texts.iter().enumerate() {
            let mnemonic = text.split(' ').next().unwrap_or("").to_owned();
            by_mnemonic.entry(mnemonic).or_default().push(number);
        }
        let texts = texts.iter().map(|text| text.chars().collect()).collect();
        Corpus {
            texts,
            by_mnemonic,
            reserved: processor.rows().flat_map(|row| names(processor, row)).collect(),
        }
    }

    pub(super) fn is_reserved(&self, word: &str) -> bool {
        self.reserved.contains(&word.to_ascii_lowercase())
    }

    pub(super) fn texts(&self, mnemonic: Option<&str>) -> Vec<&[char]> {
        match mnemonic {
            None => self.texts.iter().map(Vec::as_slice).collect(),
            Some(mnemonic) => {
                let numbers = self.by_mnemonic.get(mnemonic).map_or(&[][..], Vec::as_slice);
                numbers.iter().filter_map(|number| self.texts.get(*number)).map(Vec::as_slice).collect()
            }
        }
    }
}

/// Returns the registers and conditions of an instruction.
fn names(processor: Processor, row: &Row) -> Vec<String> {
    let name = |operand: &Operand| match operand {
        Operand::Reg(register) | Operand::At(register) | Operand::Indexed(register) => {
            vec![text::name(processor, *register)]
        }
        Operand::Cond(condition) if processor == Processor::Z80 => vec![condition.name()],
        Operand::Mos(_) => vec!["A", "X", "Y"],
        _ => Vec::new(),
    };
    let more = (processor == Processor::I8080).then_some("M");
    row.operands().iter().flat_map(name).chain(more).map(str::to_ascii_lowercase).collect()
}

/// Returns whether programs have the instruction: it is documented, or it is SLL or has a half of IX or IY.
fn is_written(row: &Row) -> bool {
    let half = |operand: &Operand| matches!(operand, Operand::Reg(register) if text::name(Processor::Z80, *register).len() == 3);
    let named = row.mnemonic == "SLL" || row.operands().iter().any(half);
    (row.status == Status::Documented || named)
        && !row.alternative
        && !matches!(row.page, Page::DdCb | Page::FdCb if row.operands().len() > 2)
}

fn instruction(processor: Processor, row: &Row) -> String {
    let operands: Vec<String> =
        row.operands().iter().map(|operand| self::operand(processor, *operand)).collect();
    let operands = operands.join(",");
    let text =
        if operands.is_empty() { row.mnemonic.to_owned() } else { format!("{} {operands}", row.mnemonic) };
    text.to_ascii_lowercase()
}

fn operand(processor: Processor, operand: Operand) -> String {
    let intel = processor == Processor::I8080;
    let name = |register| text::name(processor, register);
    match operand {
        Operand::None => String::new(),
        Operand::Reg(register) => name(register).to_owned(),
        Operand::Cond(condition) => condition.name().to_owned(),
        Operand::Digit(digit) => digit.to_string(),
        Operand::Vector(address) => address.to_string(),
        Operand::Byte | Operand::Word | Operand::Relative => SLOT.to_string(),
        Operand::Port | Operand::Memory if intel => SLOT.to_string(),
        Operand::Port | Operand::Memory => format!("({SLOT})"),
        Operand::At(register) if intel => match name(register) {
            "H" => "M".to_owned(),
            pair => pair.to_owned(),
        },
        Operand::At(register) => format!("({})", name(register)),
        Operand::Indexed(register) => format!("({}+{SLOT})", name(register)),
        Operand::Mos(mode) => mos(mode),
    }
}

fn mos(mode: Mode) -> String {
    match mode {
        Mode::Implied => String::new(),
        Mode::Accumulator => "A".to_owned(),
        Mode::Immediate => format!("#{SLOT}"),
        Mode::ZeroPage | Mode::Absolute | Mode::Relative => SLOT.to_string(),
        Mode::ZeroPageX | Mode::AbsoluteX => format!("{SLOT},X"),
        Mode::ZeroPageY | Mode::AbsoluteY => format!("{SLOT},Y"),
        Mode::Indirect => format!("({SLOT})"),
        Mode::IndirectX => format!("({SLOT},X)"),
        Mode::IndirectY => format!("({SLOT}),Y"),
    }
}

/// Returns an instruction with each of its mnemonics.
fn aliases<'a>(processor: Processor, row: &'a Row, text: &'a str) -> impl Iterator<Item = String> + 'a {
    let others = processor.aliases().iter().filter(|(_, own)| *own == row.mnemonic);
    let others =
        others.map(|(alias, own)| text.replacen(&own.to_ascii_lowercase(), &alias.to_ascii_lowercase(), 1));
    std::iter::once(text.to_owned()).chain(others)
}

fn spellings(format: Format, row: &Row, text: String) -> Vec<String> {
    match format {
        Format::Sdcc => sdcc_spellings(row, &text),
        Format::Copt => vec![text],
        // They write `(ix)` for `(ix+0)`.
        Format::Mdl | Format::Equivalences | Format::Zxbasic => {
            let offset = format!("+{SLOT})");
            let short = text.contains(&offset).then(|| text.replace(&offset, ")"));
            let more = with_a(row, &text).filter(|_| format == Format::Mdl);
            std::iter::once(text).chain(short).chain(more).collect()
        }
    }
}

/// Returns an instruction with the operand A that most assemblers leave out.
fn with_a(row: &Row, text: &str) -> Option<String> {
    let leaves_out = matches!(row.mnemonic, "SUB" | "AND" | "XOR" | "OR" | "CP");
    leaves_out.then(|| text.replacen(' ', " a,", 1))
}

/// SDCC marks immediate values, and those of addresses that have no name: `ld a,#5`, `ld a,(#5)`. It writes `sub a,b` and `sub b`.
fn sdcc_spellings(row: &Row, text: &str) -> Vec<String> {
    let jumps = row.operands().contains(&Operand::Relative) || matches!(row.mnemonic, "JP" | "CALL");
    let marked = format!("#{SLOT}");
    let indexed = text.replace(&format!("+{SLOT})"), &format!("{INDEX}\u{0})"));
    let mut texts =
        match row.operands().iter().find(|operand| matches!(operand, Operand::Memory | Operand::Port)) {
            _ if jumps => vec![indexed],
            Some(_) => vec![indexed.clone(), indexed.replace(SLOT, &marked)],
            None => vec![indexed.replace(SLOT, &marked)],
        };
    texts.extend(texts.clone().iter().filter_map(|text| with_a(row, text)));
    texts.into_iter().map(|text| text.replace('\u{0}', &SLOT.to_string())).collect()
}
