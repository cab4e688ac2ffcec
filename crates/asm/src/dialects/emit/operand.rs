//! Operands of instructions as the dialects write them: their forms and values.

use crate::syntax::token::span;
use std::ops::Range;

use arcadian_isa::{Form, Processor};

use crate::dialects::engine::Engine;
use crate::dialects::syntax::statement::{Statement, split};
use crate::dialects::syntax::value::Value;
use crate::engine::is_index;
use crate::fault::Fault;
use crate::syntax::scan::At;
use crate::syntax::token::Token;

/// An operand: its form, the value in it, and what its size must be.
pub(crate) struct Given<'t> {
    pub(crate) form: Form<'t>,
    pub(crate) value: Option<Value>,
    pub(crate) span: Range<usize>,
    pub(crate) size: Option<Size>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Size {
    Narrow,
    Wide,
}

impl Engine<'_> {
    pub(crate) fn given<'t>(
        &mut self,
        statement: &Statement<'_>,
        pieces: &[&[Token<'t>]],
    ) -> Result<Vec<Given<'t>>, At> {
        if let Some(index) = pieces.iter().position(|piece| piece.is_empty()) {
            let at =
                index.checked_sub(1).and_then(|before| pieces.get(before)).map_or(0, |piece| span(piece).end);
            let at = if at == 0 { statement.operation_span().end } else { at };
            return Err(At::new(Fault::ExpectedValue, at..at + 1));
        }
        match (self.words.processor, pieces) {
            (Processor::Mos6502, [one]) => Ok(vec![self.mos(one)?]),
            (Processor::Mos6502, [one, index]) => Ok(vec![self.mos_indexed(one, index)?]),
            _ => pieces.iter().map(|piece| self.plain(piece)).collect(),
        }
    }

    /// Returns a register by its usual name.
    fn register<'t>(&self, word: &'t str) -> Option<&'t str> {
        if let Some((_, usual)) =
            self.table.registers.iter().find(|(other, _)| other.eq_ignore_ascii_case(word))
        {
            return Some(usual);
        }
        self.words.is_register(word).then_some(word)
    }

    fn operand<'t>(
        &mut self,
        form: Form<'t>,
        value: &[Token<'_>],
        whole: Range<usize>,
    ) -> Result<Given<'t>, At> {
        let value = self.evaluate(value)?;
        let form = match form {
            Form::Value(_) => Form::Value(u16::try_from(value.number).ok()),
            other => other,
        };
        Ok(Given { form, value: Some(value), span: whole, size: None })
    }

    /// Reads an operand of the 8080 or Z80.
    fn plain<'t>(&mut self, piece: &[Token<'t>]) -> Result<Given<'t>, At> {
        let whole = span(piece);
        let named = |form| Ok(Given { form, value: None, span: whole.clone(), size: None });
        if let [one] = piece
            && let Some(register) = self.register(one.text)
        {
            return named(Form::Name(register));
        }
        if let [half, pair] = piece
            && let Some(register) = half_of(half.text, pair.text).filter(|_| self.table.lexis.devices)
        {
            return named(Form::Name(register));
        }
        if self.words.processor == Processor::I8080 || self.table.operands.hash && is_immediate(piece) {
            return self.operand(Form::Value(None), piece, whole);
        }
        if self.table.operands.displacement_first
            && let [before @ .., open, register, close] = piece
            && !before.is_empty()
            && open.is("(")
            && close.is(")")
            && is_index(register.text)
        {
            return self.operand(Form::Indexed(register.text), before, whole);
        }
        let Some(inner) = self.inside(piece) else { return self.operand(Form::Value(None), piece, whole) };
        match inner {
            [one] if self.register(one.text).is_some() => {
                named(Form::AtName(self.register(one.text).unwrap_or(one.text)))
            }
            [register, sign, ..] if is_index(register.text) && matches!(sign.text, "+" | "-") => {
                self.operand(Form::Indexed(register.text), inner.get(1..).unwrap_or(&[]), whole)
            }
            // `(4 + IX)`
            [before @ .., plus, register] if plus.is("+") && is_index(register.text) => {
                self.operand(Form::Indexed(register.text), before, whole)
            }
            inner => self.operand(Form::AtValue, inner, whole),
        }
    }

    /// Returns what parentheses around the whole piece enclose.
    fn inside<'a, 't>(&self, piece: &'a [Token<'t>]) -> Option<&'a [Token<'t>]> {
        let [open, inner @ .., close] = piece else { return None };
        let brackets = self.table.lexis.brackets && open.is("[") && close.is("]");
        let is_indirect = if self.pass.has_bracket_addresses {
            open.is("[") && close.is("]")
        } else {
            open.is("(") && close.is(")") || brackets
        };
        if !is_indirect {
            return None;
        }
        let mut depth = 0_usize;
        for token in inner {
            match token.text {
                "(" | "[" => depth += 1,
                ")" | "]" => depth = depth.checked_sub(1)?,
                _ => {}
            }
        }
        Some(inner)
    }

    /// Reads a 6502 operand without an index register after it.
    fn mos<'t>(&mut self, piece: &[Token<'t>]) -> Result<Given<'t>, At> {
        let whole = span(piece);
        if let [one] = piece
            && one.text.eq_ignore_ascii_case("A")
            && (self.resolve(one.text).is_none() || !self.table.lexis.braces)
        {
            return Ok(Given { form: Form::Name("A"), value: None, span: whole, size: None });
        }
        if let [hash, rest @ ..] = piece
            && hash.is("#")
        {
            return self.operand(Form::Immediate, rest, whole);
        }
        let Some(inner) = self.inside(piece) else { return self.direct(Form::Value(None), piece, whole) };
        match &*split(inner) {
            [address, [index]] => self.operand(Form::AtValueBy(index.text), address, whole),
            _ => self.operand(Form::AtValue, inner, whole),
        }
    }

    fn mos_indexed<'t>(&mut self, piece: &[Token<'t>], index: &[Token<'t>]) -> Result<Given<'t>, At> {
        let whole = span(piece).start..span(index).end;
        let [register] = index else {
            return Err(index
                .get(1)
                .map_or_else(|| At::new(Fault::ExpectedName, whole), crate::syntax::token::unexpected));
        };
        match self.inside(piece) {
            Some(inner) => self.operand(Form::AtValueThenBy(register.text), inner, whole),
            None => self.direct(Form::ValueBy(register.text), piece, whole),
        }
    }

    /// Reads an address, perhaps with its size before it: `a:address`, `z:address`.
    fn direct<'t>(
        &mut self,
        form: Form<'t>,
        piece: &[Token<'t>],
        whole: Range<usize>,
    ) -> Result<Given<'t>, At> {
        let operands = &self.table.operands;
        let size = match piece {
            [size, colon, ..]
                if colon.is(":")
                    && operands.narrow.split(' ').any(|name| name.eq_ignore_ascii_case(size.text)) =>
            {
                Some(Size::Narrow)
            }
            [size, colon, ..]
                if colon.is(":")
                    && operands.wide.split(' ').any(|name| name.eq_ignore_ascii_case(size.text)) =>
            {
                Some(Size::Wide)
            }
            _ => None,
        };
        let piece = if size.is_some() { piece.get(2..).unwrap_or(&[]) } else { piece };
        Ok(Given { size, ..self.operand(form, piece, whole)? })
    }
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
