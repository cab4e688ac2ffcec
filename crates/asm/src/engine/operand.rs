//! The syntax of operands: their forms and the ranges of their expressions.

use std::ops::Range;

use arcadian_isa::{Form, Processor};

use crate::fault::Fault;
use crate::syntax::scan::{Apostrophe, At, byte, inside, slice, trim, word};
use crate::words::Words;

/// An operand as written.
#[derive(Clone, Debug)]
pub(super) struct Written<'t> {
    pub(super) form: Form<'t>,
    /// The range of its expression, if it has one.
    pub(super) value: Option<Range<usize>>,
    pub(super) span: Range<usize>,
    /// On the 6502: marked with `!`, never zero page.
    pub(super) wide: bool,
}

/// Parses the operands of an instruction, already split at the commas.
pub(super) fn read<'t>(
    words: &Words,
    text: &'t str,
    pieces: &[Range<usize>],
    style: Apostrophe,
) -> Result<Vec<Written<'t>>, At> {
    if let Some(index) = pieces.iter().position(Range::is_empty) {
        let comma = pieces.get(index).map_or(0, |piece| piece.start.saturating_sub(1));
        return Err(At::new(Fault::ExpectedValue, comma..comma + 1));
    }
    let reader = Reader { words, text, style };
    match (words.processor, pieces) {
        (Processor::Mos6502, [one]) => Ok(vec![reader.mos(one)]),
        (Processor::Mos6502, [one, index]) => Ok(vec![reader.mos_indexed(one, index)]),
        _ => Ok(pieces.iter().map(|piece| reader.plain(piece)).collect()),
    }
}

struct Reader<'w, 't> {
    words: &'w Words,
    text: &'t str,
    style: Apostrophe,
}

impl<'t> Reader<'_, 't> {
    fn slice(&self, range: Range<usize>) -> &'t str {
        slice(self.text, range)
    }

    fn inside(&self, piece: &Range<usize>) -> Option<Range<usize>> {
        inside(self.text, piece, self.style)
    }

    /// Parses an operand of the 8080 or Z80.
    fn plain(&self, piece: &Range<usize>) -> Written<'t> {
        let whole = self.slice(piece.clone());
        let written = |form, value| Written { form, value, span: piece.clone(), wide: false };
        if self.words.is_register(whole) {
            return written(Form::Name(whole), None);
        }
        let inner = self.inside(piece).filter(|_| self.words.processor != Processor::I8080);
        let Some(inner) = inner else { return written(Form::Value(None), Some(piece.clone())) };
        let register = self.slice(inner.clone());
        if self.words.is_register(register) {
            return written(Form::AtName(register), None);
        }
        let index = word(self.text, inner.start);
        let sign = trim(self.text, index.end..inner.end);
        let signed = matches!(byte(self.text, sign.start), Some(b'+' | b'-'));
        match self.slice(index) {
            name if signed && is_index(name) => written(Form::Indexed(name), Some(sign)),
            _ => written(Form::AtValue, Some(inner)),
        }
    }

    /// Parses a 6502 operand without an index register after it.
    fn mos(&self, piece: &Range<usize>) -> Written<'t> {
        let whole = self.slice(piece.clone());
        let written = |form, value| Written { form, value: Some(value), span: piece.clone(), wide: false };
        if self.words.is_register(whole) {
            return Written { form: Form::Name(whole), value: None, span: piece.clone(), wide: false };
        }
        if whole.starts_with('#') {
            return written(Form::Immediate, piece.start + 1..piece.end);
        }
        let Some(inner) = self.inside(piece) else { return self.direct(Form::Value(None), piece, piece) };
        let pieces = crate::syntax::scan::split(self.text, inner.clone(), self.style);
        match &*pieces {
            [address, index] if self.words.is_register(self.slice(index.clone())) => {
                written(Form::AtValueBy(self.slice(index.clone())), address.clone())
            }
            _ => written(Form::AtValue, inner),
        }
    }

    fn mos_indexed(&self, piece: &Range<usize>, index: &Range<usize>) -> Written<'t> {
        let whole = piece.start..index.end;
        let register = self.slice(index.clone());
        match self.inside(piece) {
            Some(inner) => {
                Written { form: Form::AtValueThenBy(register), value: Some(inner), span: whole, wide: false }
            }
            None => self.direct(Form::ValueBy(register), piece, &whole),
        }
    }

    /// Parses an address with an optional `!` prefix.
    fn direct(&self, form: Form<'t>, piece: &Range<usize>, span: &Range<usize>) -> Written<'t> {
        let wide = byte(self.text, piece.start) == Some(b'!');
        let value = piece.start + usize::from(wide)..piece.end;
        Written { form, value: Some(value), span: span.clone(), wide }
    }
}

pub(crate) fn is_index(name: &str) -> bool {
    ["IX", "IY"].iter().any(|index| index.eq_ignore_ascii_case(name))
}
