//! Lookup of rows by mnemonic and operands.
//!
//! [`find`] looks up a mnemonic and the syntactic form of each operand. It returns every matching row: the preferred ones
//! first, shorter ones before longer ones (zero page before absolute), alternatives last. A text without a suffix selects
//! the first row that is not an alternative and whose operand fits.
//!
//! A suffix (see the crate documentation) restricts the rows to the one with these bytes.

use crate::processor::Processor;
use crate::row::Row;
use crate::row::{Mode, Operand};
use crate::text::name;

/// The syntactic form of an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form<'a> {
    /// A name that may be a register, a pair or a condition: `A`, `NZ`, `PSW`, `AF'`.
    Name(&'a str),
    /// An expression, with its value if known; required if the value selects the row: `BIT 7,A`, `RST 8`.
    Value(Option<u16>),
    /// `(HL)`
    AtName(&'a str),
    /// `(1234H)`
    AtValue,
    /// `(IX+5)`, with the index register.
    Indexed(&'a str),
    /// `#$12`
    Immediate,
    /// `$12,X`, with the register.
    ValueBy(&'a str),
    /// `($12,X)`, with the register.
    AtValueBy(&'a str),
    /// `($12),Y`, with the register.
    AtValueThenBy(&'a str),
}

impl Form<'_> {
    /// Returns whether a written form matches this form of an operand, ignoring case.
    pub fn matches(self, written: Form<'_>) -> bool {
        match (self, written) {
            (Form::Name(own), Form::Name(other))
            | (Form::AtName(own), Form::AtName(other))
            | (Form::Indexed(own), Form::Indexed(other))
            | (Form::ValueBy(own), Form::ValueBy(other))
            | (Form::AtValueBy(own), Form::AtValueBy(other))
            | (Form::AtValueThenBy(own), Form::AtValueThenBy(other)) => own.eq_ignore_ascii_case(other),
            (Form::Value(None), Form::Value(_)) => true,
            (own, other) => own == other,
        }
    }
}

impl Operand {
    /// Returns its form in a processor's syntax.
    pub fn form(self, processor: Processor) -> Form<'static> {
        let intel = processor == Processor::I8080;
        match self {
            Operand::Reg(register) => Form::Name(name(processor, register)),
            Operand::Cond(condition) => Form::Name(condition.name()),
            Operand::Digit(value) | Operand::Vector(value) => Form::Value(Some(value.into())),
            Operand::None | Operand::Byte | Operand::Word | Operand::Relative => Form::Value(None),
            Operand::Port | Operand::Memory if intel => Form::Value(None),
            Operand::Port | Operand::Memory => Form::AtValue,
            Operand::At(register) if intel => Form::Name(crate::text::intel_at(register)),
            Operand::At(register) => Form::AtName(name(processor, register)),
            Operand::Indexed(register) => Form::Indexed(name(processor, register)),
            Operand::Mos(mode) => mode.form(),
        }
    }
}

impl Mode {
    const fn form(self) -> Form<'static> {
        match self {
            Mode::Accumulator => Form::Name("A"),
            Mode::Immediate => Form::Immediate,
            Mode::Implied | Mode::ZeroPage | Mode::Absolute | Mode::Relative => Form::Value(None),
            Mode::ZeroPageX | Mode::AbsoluteX => Form::ValueBy("X"),
            Mode::ZeroPageY | Mode::AbsoluteY => Form::ValueBy("Y"),
            Mode::Indirect => Form::AtValue,
            Mode::IndirectX => Form::AtValueBy("X"),
            Mode::IndirectY => Form::AtValueThenBy("Y"),
        }
    }
}

impl Row {
    /// Returns the forms of its operands.
    pub fn forms(&self) -> impl ExactSizeIterator<Item = Form<'static>> + '_ {
        self.operands().iter().map(|operand| operand.form(self.page.processor()))
    }

    fn matches(&self, mnemonic: &str, suffix: Option<&str>, operands: &[Form<'_>]) -> bool {
        let forms = self.forms();
        self.mnemonic.eq_ignore_ascii_case(mnemonic)
            && suffix.is_none_or(|digits| self.has_code(digits))
            && forms.len() == operands.len()
            && forms.zip(operands).all(|(own, written)| own.matches(*written))
    }

    /// Returns whether these hexadecimal digits are its prefixes and opcode.
    pub fn has_code(&self, digits: &str) -> bool {
        let mut rest = digits.bytes();
        let mut nibble = || rest.next().and_then(|digit| char::from(digit).to_digit(16));
        let equal = self.code().all(|byte| {
            let (high, low) = (nibble(), nibble());
            high == Some(u32::from(byte >> 4)) && low == Some(u32::from(byte & 15))
        });
        equal && rest.next().is_none()
    }
}

impl Processor {
    /// Returns the rows that match a mnemonic and operands, the preferred one first. See [the module](self).
    pub fn find<'a>(
        self,
        mnemonic: &'a str,
        operands: &'a [Form<'a>],
    ) -> impl Iterator<Item = &'static Row> + 'a {
        find(self, mnemonic, operands)
    }
}

/// Returns the matching rows. The mnemonic may have a suffix and may be one of [`Processor::aliases`].
pub fn find<'a>(
    processor: Processor,
    mnemonic: &'a str,
    operands: &'a [Form<'a>],
) -> impl Iterator<Item = &'static Row> + 'a {
    let (mnemonic, suffix) = match mnemonic.split_once('.') {
        Some((mnemonic, suffix)) => (mnemonic, Some(suffix)),
        None => (mnemonic, None),
    };
    let alias = processor.aliases().iter().find(|(other, _)| other.eq_ignore_ascii_case(mnemonic));
    let mnemonic = alias.map_or(mnemonic, |(_, own)| own);
    let rows = processor.rows().filter(move |row| row.matches(mnemonic, suffix, operands));
    rows.clone().filter(|row| !row.alternative).chain(rows.filter(|row| row.alternative))
}
