//! Instances of a rule: old and new code for each way in which its pattern can match. The instructions of a
//! processor as texts with slots for numbers: what a line of a pattern can match.

mod satisfy;
mod search;
pub(crate) mod state;
mod unify;

use std::{
    collections::{HashMap, HashSet},
    fmt,
    sync::{
        OnceLock,
        atomic::{AtomicBool, Ordering},
    },
};

use arcadian_isa::{Mode, Operand, Page, Processor, Row, Status, text};

use crate::rules::{
    rule::{Condition, Format, Reach, Rule},
    syntax,
    term::{Operator, Term},
    text::{INDEX, SLOT},
};

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Instance {
    /// The code that is replaced, as source for the assembler.
    pub old: String,
    pub new: String,
    /// The registers and flags that may differ: `A`, `IXH`, `F.Z`, `F` for all flags.
    pub dead: Vec<String>,
    /// Where they are not used.
    pub reach: Reach,
    /// Operands that are not volatile memory.
    pub not_volatile: Vec<String>,
    /// Other facts that the conditions of the rule ensure.
    pub requires: Vec<Assume>,
    /// The labels of the code that is replaced to which other code can jump.
    pub entries: Vec<Entry>,
    /// The variables of the rule with the operands that they are.
    pub bindings: Vec<(String, String)>,
}

/// A label to which other code can jump.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Entry {
    pub label: String,
    /// The label as the pattern has it.
    pub written: String,
    /// Whether a condition says that other code jumps to it.
    pub is_stated: bool,
}

/// Assumption about the place where a rule is used.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Assume {
    Between {
        low: i64,
        value: Term,
        high: i64,
    },
    Equal(Term, Term),
    Differ(Term, Term),
    /// The code at the label does not read these registers and flags.
    DeadAt {
        label: String,
        /// The names, as in [`Instance::dead`].
        what: Vec<String>,
    },
    /// The number of jumps to the label.
    References {
        label: String,
        count: i64,
    },
    /// The called function leaves these registers, flags and memory operands as they are.
    Keeps {
        /// The function, which stands for the instructions that a wildcard matches.
        function: String,
        /// The names, as in [`Instance::dead`], and operands such as `(IX+N1)`.
        what: Vec<String>,
    },
    /// The called function does not depend on these registers, flags and memory operands.
    Ignores {
        function: String,
        /// The names, as in [`Instance::dead`], and operands.
        what: Vec<String>,
    },
}

impl Assume {
    /// Returns the condition that a value is in a range. Of a constant plus or minus a number it is the range of the constant, so that no
    /// sum of 16 bits wraps into it.
    fn between(low: i64, value: &Term, high: i64) -> Assume {
        if let Term::Binary(operator @ (Operator::Add | Operator::Subtract), operands) = value
            && let [name @ Term::Name(_), Term::Number(number)] = &**operands
        {
            let number = if *operator == Operator::Add { *number } else { -number };
            // A constant can be negative where it is an offset.
            if low >= 0 && low >= number {
                return Assume::Between {
                    low: low - number,
                    value: name.clone(),
                    high: (high - number).min(0xFFFF),
                };
            }
        }
        Assume::Between { low, value: value.clone(), high }
    }

    /// Returns whether it is true whatever the constants are, from 0 to 65535, or false; `None` if this depends on them.
    fn is_true(&self) -> Option<bool> {
        self.is_true_among(&[])
    }

    /// Returns the same where other assumptions give the ranges of constants.
    fn is_true_among(&self, others: &[Assume]) -> Option<bool> {
        let range = |name: &Term| {
            others.iter().find_map(|other| match other {
                Assume::Between { low, value, high } if value == name => Some((*low, *high)),
                _ => None,
            })
        };
        match self {
            Assume::Between { low, value, high } => {
                let (least, greatest) = value.range_where(&range)?;
                let is_inside = least >= *low && greatest <= *high;
                (is_inside || greatest < *low || least > *high).then_some(is_inside)
            }
            Assume::Equal(left, right) if left == right => Some(true),
            Assume::Differ(left, right) if left == right => Some(false),
            Assume::Equal(left, right) => Some(left.number()? == right.number()?),
            Assume::Differ(left, right) => Some(left.number()? != right.number()?),
            _ => None,
        }
    }

    /// Computes exactly whether it holds for these values of constants; `None` if a constant has no value. Assumptions that are not about
    /// numbers count as true.
    pub fn holds(&self, of: &dyn Fn(&str) -> Option<i64>) -> Option<bool> {
        match self {
            Assume::Between { low, value, high } => {
                value.value(of).map(|value| (*low..=*high).contains(&value))
            }
            Assume::Equal(left, right) => Some(left.value(of)? == right.value(of)?),
            Assume::Differ(left, right) => Some(left.value(of)? != right.value(of)?),
            _ => Some(true),
        }
    }
}

impl fmt::Display for Assume {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Assume::Between { low, value, high } => write!(f, "{value} is {low} to {high}"),
            Assume::Equal(left, right) => write!(f, "{left} = {right}"),
            Assume::Differ(left, right) => write!(f, "{left} <> {right}"),
            Assume::DeadAt { label, what } => write!(f, "dead at {label}: {}", what.join(", ")),
            Assume::References { label, count } => write!(f, "jumps to {label}: {count}"),
            Assume::Keeps { function, what } => write!(f, "{function} keeps {}", what.join(", ")),
            Assume::Ignores { function, what } => write!(f, "{function} ignores {}", what.join(", ")),
        }
    }
}

/// Instances for which a rule stands.
#[derive(Clone, Debug, Default)]
pub struct Instances {
    /// The instances, each once, in the order of the opcodes.
    pub list: Vec<Instance>,
    /// The reason that these are not all instances, if they are not.
    pub limited: Option<String>,
    /// The number of matches whose new code does not assemble.
    pub not_assembled: usize,
}

/// Instances, or why there are none.
#[derive(Clone, Debug)]
pub enum Outcome {
    Instances(Instances),
    /// No code of the processor matches the rule; the text says why.
    NeverMatches(String),
    /// The rule cannot be decided; the text says why.
    NotDecided(String),
}

#[derive(Clone, Copy, Debug)]
pub struct Options<'a> {
    pub processor: Processor,
    /// The greatest number of instances of a rule.
    pub most: usize,
    /// Set when the time is over; the rule is not decided then.
    pub cancel: Option<&'a AtomicBool>,
}

impl Default for Options<'_> {
    fn default() -> Self {
        Options { processor: Processor::Z80, most: 1000, cancel: None }
    }
}

impl Options<'_> {
    fn is_cancelled(&self) -> bool {
        self.cancel.is_some_and(|cancel| cancel.load(Ordering::Relaxed))
    }
}

pub fn instances(rule: &Rule, options: &Options) -> Outcome {
    if let Some(reason) = rule.conditions.iter().find_map(Condition::undecided) {
        return Outcome::NotDecided(reason.to_owned());
    }
    if let Some(number) = rule.conditions.iter().position(|condition| *condition == Condition::Never) {
        let written = rule.written.get(number).map_or("one of its conditions", String::as_str);
        return Outcome::NeverMatches(format!("{written} never holds for the {}", options.processor));
    }
    search::run(rule, options)
}

/// Instructions, in the order of the opcodes.
struct Corpus {
    texts: Vec<Vec<char>>,
    /// The numbers of the texts of each mnemonic.
    by_mnemonic: HashMap<String, Vec<usize>>,
    /// The names of registers and conditions.
    reserved: HashSet<String>,
}

impl Corpus {
    /// Returns the instructions as a format writes them. They are collected once.
    fn of(processor: Processor, format: Format) -> &'static Corpus {
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

    fn is_reserved(&self, word: &str) -> bool {
        self.reserved.contains(&word.to_ascii_lowercase())
    }

    fn texts(&self, mnemonic: Option<&str>) -> Vec<&[char]> {
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
        row.operands().iter().map(|operand| operand_text(processor, *operand)).collect();
    let operands = operands.join(",");
    let text =
        if operands.is_empty() { row.mnemonic.to_owned() } else { format!("{} {operands}", row.mnemonic) };
    text.to_ascii_lowercase()
}

fn operand_text(processor: Processor, operand: Operand) -> String {
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
