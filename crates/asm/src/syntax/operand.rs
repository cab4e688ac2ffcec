//! The operands of instructions: their forms, and the tokens of their values.

use arcadian_isa::{Form, Processor};

use super::lexis::FOREIGN;
use super::scan::{At, Checked, Span, is_one_of};
use super::token::{Token, span, split, unexpected};
use crate::fault::Fault;
use crate::words::Words;

/// An operand as written.
#[derive(Clone, Debug)]
pub(crate) struct OperandForm<'a, 't> {
    pub(crate) form: Form<'t>,
    /// The tokens of its value, if it has one.
    pub(crate) value: Option<&'a [Token<'t>]>,
    pub(crate) span: Span,
    /// The size that its address must have.
    pub(crate) size: Option<Size>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Size {
    Narrow,
    Wide,
}

/// The brackets around an address: `(`, `[` or both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Brackets {
    Round,
    Square,
    Both,
}

/// The notation of operands in a table.
#[derive(Debug)]
pub(crate) struct Operands {
    /// Whether `#` marks an immediate operand on the Z80, which no other is, as sdasz80 has it.
    pub(crate) hash: bool,
    /// Whether a displacement stands before its register: `4 (IX)`.
    pub(crate) displacement_first: bool,
    /// The words before an address that give it one byte, and two.
    pub(crate) narrow: &'static str,
    pub(crate) wide: &'static str,
    /// The sign before an address of two bytes.
    pub(crate) wide_sign: &'static str,
    /// Whether they are those of our own syntax, in which registers of the 6502 are no names and IX and IY come first.
    pub(crate) is_own: bool,
    /// Whether `+1` and `+2` after a mnemonic give the size of its address.
    pub(crate) sizes: bool,
    /// Whether a value that does not fit is cut off, with a warning.
    pub(crate) truncates: bool,
    /// Whether the high byte of what must fit into one may be ones: -256, 0FF03H.
    pub(crate) extends_sign: bool,
    /// Whether registers of the 8080 are numbers where a value is expected.
    pub(crate) register_numbers: bool,
    /// Whether instructions of the 8080 may stand among those of the Z80.
    pub(crate) intel_too: bool,
    /// Whether several operands of one instruction make several instructions: `PUSH BC,DE`.
    pub(crate) repeats: bool,
}

impl Operands {
    /// Operands as the manufacturer writes them.
    pub(crate) const PLAIN: Self = Self {
        hash: false,
        displacement_first: false,
        narrow: "",
        wide: "",
        wide_sign: "",
        is_own: false,
        sizes: false,
        truncates: false,
        extends_sign: false,
        register_numbers: false,
        intel_too: false,
        repeats: false,
    };

    /// Operands of our own syntax, in which `!` before an address of the 6502 gives it two bytes.
    pub(crate) const OWN: Self = Self { wide_sign: "!", is_own: true, ..Self::PLAIN };
}

/// The notation of operands in a syntax.
pub(crate) struct Notation<'a> {
    pub(crate) words: &'a Words,
    pub(crate) operands: &'a Operands,
    pub(crate) brackets: Brackets,
    /// Other names of registers.
    pub(crate) registers: &'static [(&'static str, &'static str)],
    /// Whether `LOW BC` is a register.
    pub(crate) has_halves: bool,
    /// Whether `A` is a name on the 6502, and not the accumulator.
    pub(crate) has_name_a: bool,
}

/// Returns the notation of our own syntax.
pub(crate) const fn own(words: &Words) -> Notation<'_> {
    Notation {
        words,
        operands: &Operands::OWN,
        brackets: Brackets::Round,
        registers: &[],
        has_halves: false,
        has_name_a: false,
    }
}

impl Notation<'_> {
    /// Reads the operands of an instruction, split at the commas. `before` is where they begin.
    pub(crate) fn read<'a, 't>(
        &self,
        pieces: &[&'a [Token<'t>]],
        before: usize,
    ) -> Checked<Vec<OperandForm<'a, 't>>> {
        if let Some(index) = pieces.iter().position(|piece| piece.is_empty()) {
            let last = pieces.iter().take(index).rev().find(|piece| !piece.is_empty());
            let at = last.map_or(before, |piece| span(piece).end);
            return Err(At::new(Fault::ExpectedValue, at..at + 1));
        }
        let written = match (self.words.processor, pieces) {
            (Processor::Mos6502, [one]) => vec![self.mos(one)],
            (Processor::Mos6502, [one, index]) => vec![self.mos_indexed(one, index)?],
            _ => pieces.iter().map(|piece| self.plain(piece)).collect(),
        };
        match written.iter().find(|operand| operand.value.is_some_and(<[_]>::is_empty)) {
            Some(empty) => Err(At::new(Fault::ExpectedValue, empty.span.end - 1..empty.span.end)),
            None => Ok(written),
        }
    }

    const fn is_own(&self) -> bool {
        !FOREIGN || self.operands.is_own
    }

    /// Returns a register by its usual name.
    fn register<'t>(&self, word: &'t str) -> Option<&'t str> {
        let registers = if FOREIGN { self.registers } else { &[] };
        let usual = registers.iter().find(|(others, _)| is_one_of(others, word));
        usual.map(|(_, usual)| *usual).or_else(|| self.words.is_register(word).then_some(word))
    }

    /// Reads an operand of the 8080 or Z80.
    fn plain<'a, 't>(&self, piece: &'a [Token<'t>]) -> OperandForm<'a, 't> {
        let named = |form| OperandForm { form, value: None, span: span(piece), size: None };
        let written = |form, value| OperandForm { form, value: Some(value), span: span(piece), size: None };
        if let [one] = piece
            && let Some(register) = self.register(one.text)
        {
            return named(Form::Name(register));
        }
        if let [half, pair] = piece
            && let Some(register) = half_of(half.text, pair.text).filter(|_| FOREIGN && self.has_halves)
        {
            return named(Form::Name(register));
        }
        if self.words.processor == Processor::I8080 || FOREIGN && self.operands.hash && is_immediate(piece) {
            return written(Form::Value(None), piece);
        }
        if FOREIGN
            && self.operands.displacement_first
            && let [before @ .., open, register, close] = piece
            && before.first().is_some_and(|first| !first.is("("))
            && open.is("(")
            && close.is(")")
            && is_index(register.text)
        {
            return written(Form::Indexed(register.text), before);
        }
        let Some(inner) = self.inside(piece) else { return written(Form::Value(None), piece) };
        match inner {
            [one] if self.register(one.text).is_some() => {
                named(Form::AtName(self.register(one.text).unwrap_or(one.text)))
            }
            // sdasz80 knows only `4 (IX)`.
            inner if FOREIGN && self.operands.hash => written(Form::AtValue, inner),
            [register, sign, ..] if is_index(register.text) && matches!(sign.text, "+" | "-") => {
                written(Form::Indexed(register.text), inner.get(1..).unwrap_or(&[]))
            }
            // `(4 + IX)`
            [before @ .., plus, register] if !self.is_own() && plus.is("+") && is_index(register.text) => {
                written(Form::Indexed(register.text), before)
            }
            inner => written(Form::AtValue, inner),
        }
    }

    /// Returns what parentheses around the whole piece enclose.
    pub(crate) fn inside<'a, 't>(&self, piece: &'a [Token<'t>]) -> Option<&'a [Token<'t>]> {
        let [open, inner @ .., close] = piece else { return None };
        let is_square = FOREIGN && open.is("[") && close.is("]") && self.brackets != Brackets::Round;
        let is_round = open.is("(") && close.is(")") && (!FOREIGN || self.brackets != Brackets::Square);
        let mut depth = 0_usize;
        for token in inner.iter().filter(|_| is_round || is_square) {
            match token.text {
                "(" | "[" => depth += 1,
                ")" | "]" => depth = depth.checked_sub(1)?,
                _ => {}
            }
        }
        (is_round || is_square).then_some(inner)
    }

    /// Reads a 6502 operand without an index register after it.
    fn mos<'a, 't>(&self, piece: &'a [Token<'t>]) -> OperandForm<'a, 't> {
        let written = |form, value| OperandForm { form, value: Some(value), span: span(piece), size: None };
        if let [one] = piece
            && self.is_accumulator(one)
        {
            return OperandForm { form: Form::Name(one.text), value: None, span: span(piece), size: None };
        }
        if let [hash, rest @ ..] = piece
            && hash.is("#")
        {
            return written(Form::Immediate, rest);
        }
        let Some(inner) = self.inside(piece) else {
            return self.direct(Form::Value(None), piece, span(piece));
        };
        match &*split(inner) {
            [address, [index]] if !self.is_own() || self.words.is_register(index.text) => {
                written(Form::AtValueBy(index.text), address)
            }
            _ => written(Form::AtValue, inner),
        }
    }

    fn is_accumulator(&self, word: &Token<'_>) -> bool {
        if self.is_own() {
            self.words.is_register(word.text)
        } else {
            word.text.eq_ignore_ascii_case("A") && !self.has_name_a
        }
    }

    fn mos_indexed<'a, 't>(
        &self,
        piece: &'a [Token<'t>],
        index: &[Token<'t>],
    ) -> Checked<OperandForm<'a, 't>> {
        let whole = span(piece).start..span(index).end;
        let register = match index {
            [register] => register.text,
            // No instruction has such an index, which the caller says with those that there are.
            _ if self.is_own() => "",
            _ => return Err(index.get(1).map_or_else(|| At::new(Fault::ExpectedName, whole), unexpected)),
        };
        Ok(match self.inside(piece) {
            Some(inner) => {
                let form = Form::AtValueThenBy(register);
                OperandForm { form, value: Some(inner), span: whole, size: None }
            }
            None => self.direct(Form::ValueBy(register), piece, whole),
        })
    }

    /// Reads an address, perhaps with its size before it: `a:address`, `z:address`, `!address`.
    fn direct<'a, 't>(&self, form: Form<'t>, piece: &'a [Token<'t>], span: Span) -> OperandForm<'a, 't> {
        let (size, length) = match piece {
            [sign, ..] if sign.is(if FOREIGN { self.operands.wide_sign } else { "!" }) => {
                (Some(Size::Wide), 1)
            }
            [size, colon, ..] if FOREIGN && colon.is(":") && is_one_of(self.operands.narrow, size.text) => {
                (Some(Size::Narrow), 2)
            }
            [size, colon, ..] if FOREIGN && colon.is(":") && is_one_of(self.operands.wide, size.text) => {
                (Some(Size::Wide), 2)
            }
            _ => (None, 0),
        };
        OperandForm { form, value: piece.get(length..), span, size }
    }
}

pub(crate) fn is_index(name: &str) -> bool {
    ["IX", "IY"].iter().any(|index| index.eq_ignore_ascii_case(name))
}

/// Whether an operand is marked as immediate: `#5`, or `<#5`, which is the same as `#<5`.
fn is_immediate(piece: &[Token<'_>]) -> bool {
    match piece {
        [part, hash, ..] if hash.is("#") => part.is("<") || part.is(">"),
        [hash, ..] => hash.is("#"),
        [] => false,
    }
}

/// Returns the register that is half of a pair: `LOW BC`.
fn half_of(half: &str, pair: &str) -> Option<&'static str> {
    const PAIRS: [(&str, &str, &str); 5] =
        [("BC", "B", "C"), ("DE", "D", "E"), ("HL", "H", "L"), ("IX", "IXH", "IXL"), ("IY", "IYH", "IYL")];
    let (_, high, low) = PAIRS.iter().find(|(name, ..)| name.eq_ignore_ascii_case(pair))?;
    match half.to_ascii_lowercase().as_str() {
        "low" => Some(low),
        "high" => Some(high),
        _ => None,
    }
}
