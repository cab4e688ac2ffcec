//! Instructions as text in the manufacturer's syntax, and its notation of numbers.

use core::fmt::{self, Display, Formatter};

use crate::{
    code::Instruction,
    processor::Processor,
    row::{Cond, Mode, Operand, Reg, Row},
};

/// A function that returns the symbol of an address, if it has one.
pub type Symbols<'a> = dyn Fn(u16) -> Option<&'a str> + 'a;

/// A displayable instruction with its address and symbols.
#[derive(Clone, Copy)]
pub struct Text<'a> {
    instruction: Instruction,
    address: Option<u16>,
    symbols: &'a Symbols<'a>,
}

impl Instruction {
    /// Returns its text at `address`: relative branches show their target.
    pub fn at(&self, address: u16) -> Text<'static> {
        Text { instruction: *self, address: Some(address), symbols: &|_| None }
    }
}

impl Text<'_> {
    /// Adds symbols for addresses: words, memory and branches, but not ports or immediate bytes.
    pub fn with<'b>(self, symbols: &'b Symbols<'b>) -> Text<'b> {
        Text { instruction: self.instruction, address: self.address, symbols }
    }
}

/// Shows relative branches as the distance from the instruction: `$+5` (Zilog), `*+5` (MOS).
impl Display for Instruction {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        Text { instruction: *self, address: None, symbols: &|_| None }.fmt(f)
    }
}

impl fmt::Debug for Instruction {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{:02X?} {self}", &*self.bytes())
    }
}

impl Display for Text<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let row = self.instruction.row;
        f.write_str(row.mnemonic)?;
        if needs_suffix(&self.instruction) {
            f.write_str(".")?;
            row.code().try_for_each(|byte| write!(f, "{byte:02X}"))?;
        }
        let separators = core::iter::once(" ").chain(core::iter::repeat(","));
        row.operands().iter().zip(separators).try_for_each(|(operand, separator)| {
            f.write_str(separator)?;
            self.operand(f, *operand)
        })
    }
}

/// Returns whether the text without a suffix means other bytes: the row is an alternative, or its absolute address is in
/// the zero page and the mnemonic also has the zero-page mode.
fn needs_suffix(instruction: &Instruction) -> bool {
    let row = instruction.row;
    row.alternative || instruction.value <= 0xFF && short_mode(row).is_some_and(|mode| exists(row, mode))
}

const fn short_mode(row: &Row) -> Option<Mode> {
    match row.mode() {
        Mode::Absolute => Some(Mode::ZeroPage),
        Mode::AbsoluteX => Some(Mode::ZeroPageX),
        Mode::AbsoluteY => Some(Mode::ZeroPageY),
        _ => None,
    }
}

fn exists(row: &Row, mode: Mode) -> bool {
    let mut rows = row.page.processor().rows();
    rows.any(|other| other.mnemonic == row.mnemonic && other.mode() == mode)
}

impl Text<'_> {
    fn operand(&self, f: &mut Formatter<'_>, operand: Operand) -> fmt::Result {
        let Instruction { row, displacement, value } = self.instruction;
        let processor = row.page.processor();
        let intel = processor == Processor::I8080;
        let number = |value, digits| processor.hex(value, digits);
        match operand {
            Operand::None => Ok(()),
            Operand::Reg(register) => f.write_str(name(processor, register)),
            Operand::Cond(condition) => f.write_str(condition.name()),
            Operand::Digit(digit) => write!(f, "{digit}"),
            Operand::Vector(address) => number(address.into(), 2).fmt(f),
            Operand::Byte => number(value, 2).fmt(f),
            Operand::Port if intel => number(value, 2).fmt(f),
            Operand::Port => write!(f, "({})", number(value, 2)),
            Operand::Word => self.address(f, value, 4),
            Operand::Memory if intel => self.address(f, value, 4),
            Operand::Memory => bracket(f, |f| self.address(f, value, 4)),
            Operand::Relative => self.branch(f, "$"),
            Operand::At(register) if intel => f.write_str(intel_at(register)),
            Operand::At(register) => write!(f, "({})", name(processor, register)),
            Operand::Indexed(register) => write!(f, "({}{displacement:+})", name(processor, register)),
            Operand::Mos(mode) => self.mos(f, mode),
        }
    }

    fn mos(&self, f: &mut Formatter<'_>, mode: Mode) -> fmt::Result {
        let value = self.instruction.value;
        let short = |f: &mut Formatter<'_>| self.address(f, value, 2);
        let long = |f: &mut Formatter<'_>| self.address(f, value, 4);
        match mode {
            Mode::Implied => Ok(()),
            Mode::Accumulator => f.write_str("A"),
            Mode::Immediate => write!(f, "#{}", Processor::Mos6502.hex(value, 2)),
            Mode::ZeroPage => short(f),
            Mode::ZeroPageX => short(f).and_then(|()| f.write_str(",X")),
            Mode::ZeroPageY => short(f).and_then(|()| f.write_str(",Y")),
            Mode::Absolute => long(f),
            Mode::AbsoluteX => long(f).and_then(|()| f.write_str(",X")),
            Mode::AbsoluteY => long(f).and_then(|()| f.write_str(",Y")),
            Mode::Indirect => bracket(f, long),
            Mode::IndirectX => bracket(f, |f| short(f).and_then(|()| f.write_str(",X"))),
            Mode::IndirectY => bracket(f, short).and_then(|()| f.write_str(",Y")),
            Mode::Relative => self.branch(f, "*"),
        }
    }

    /// Writes the target of a relative branch; `here` is the symbol for the instruction's own address.
    fn branch(&self, f: &mut Formatter<'_>, here: &str) -> fmt::Result {
        match self.address.and_then(|address| self.instruction.target(address)) {
            Some(target) => self.address(f, target, 4),
            None => {
                let Instruction { row, displacement, .. } = self.instruction;
                write!(f, "{here}{:+}", i16::from(displacement) + i16::from(row.length))
            }
        }
    }

    fn address(&self, f: &mut Formatter<'_>, value: u16, digits: usize) -> fmt::Result {
        match (self.symbols)(value) {
            Some(symbol) => f.write_str(symbol),
            None => self.instruction.row.page.processor().hex(value, digits).fmt(f),
        }
    }
}

fn bracket(f: &mut Formatter<'_>, inner: impl Fn(&mut Formatter<'_>) -> fmt::Result) -> fmt::Result {
    f.write_str("(")?;
    inner(f)?;
    f.write_str(")")
}

impl Cond {
    /// Returns its name.
    pub const fn name(self) -> &'static str {
        match self {
            Cond::NZ => "NZ",
            Cond::Z => "Z",
            Cond::NC => "NC",
            Cond::C => "C",
            Cond::PO => "PO",
            Cond::PE => "PE",
            Cond::P => "P",
            Cond::M => "M",
        }
    }
}

/// Returns the name of a register. Intel's name of a pair is its first register.
pub const fn name(processor: Processor, register: Reg) -> &'static str {
    let intel = matches!(processor, Processor::I8080);
    match register {
        Reg::A => "A",
        Reg::B => "B",
        Reg::C => "C",
        Reg::D => "D",
        Reg::E => "E",
        Reg::F => "F",
        Reg::H => "H",
        Reg::L => "L",
        Reg::I => "I",
        Reg::R => "R",
        Reg::IXH => "IXH",
        Reg::IXL => "IXL",
        Reg::IYH => "IYH",
        Reg::IYL => "IYL",
        Reg::AF if intel => "PSW",
        Reg::BC if intel => "B",
        Reg::DE if intel => "D",
        Reg::HL if intel => "H",
        Reg::AF => "AF",
        Reg::AF2 => "AF'",
        Reg::BC => "BC",
        Reg::DE => "DE",
        Reg::HL => "HL",
        Reg::SP => "SP",
        Reg::IX => "IX",
        Reg::IY => "IY",
    }
}

/// Returns Intel's notation for the memory that a pair addresses: M for HL, the pair itself in `LDAX B`.
pub(crate) const fn intel_at(register: Reg) -> &'static str {
    match register {
        Reg::HL => "M",
        other => name(Processor::I8080, other),
    }
}

/// A number in the notation of a processor's manufacturer.
#[derive(Clone, Copy, Debug)]
pub struct Number {
    processor: Processor,
    value: u16,
    digits: usize,
}

impl Processor {
    /// Returns a number in the notation of its manufacturer: `$3E` for the 6502. Intel's and Zilog's notation ends in H and
    /// begins with a decimal digit: `3EH`, `0FFH`.
    ///
    /// ```
    /// use arcadian_isa::Processor;
    ///
    /// assert_eq!(Processor::Z80.hex(0xFF, 2).to_string(), "0FFH");
    /// ```
    pub const fn hex(self, value: u16, digits: usize) -> Number {
        Number { processor: self, value, digits }
    }
}

impl Display for Number {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Number { processor, value, digits } = *self;
        if processor == Processor::Mos6502 {
            return write!(f, "${value:0digits$X}");
        }
        let first = value >> (4 * digits.saturating_sub(1));
        let zero = if first > 9 { "0" } else { "" };
        write!(f, "{zero}{value:0digits$X}H")
    }
}
