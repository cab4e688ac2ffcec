//! Instructions of a dialect that stand for others.
//!
//! A pattern is a name and its operands: words as they are written, `%` for any operand, `(I%)` for an address in IX or IY, `*` for
//! all of them. The replacement has instructions divided by `|`, with `%` for the operand, or for what is in the parentheses, and `#`
//! for IX or IY.

use crate::origins::Origins;
use crate::passes::Engine;
use crate::syntax::operand::is_index;
use crate::syntax::scan::{At, slice};
use crate::syntax::statement::Statement;
use crate::syntax::token::{Token, span, split, tokens};

/// The replacement of an instruction, and its operand.
pub(crate) struct Replacement {
    parts: &'static str,
    /// The index of the operand that `%` stands for.
    operand: Option<usize>,
    is_indexed: bool,
}

const INDEXED: &str = "(I%)";

impl Engine<'_> {
    /// Returns what an instruction of the dialect stands for.
    pub(crate) fn fake_of(&self, word: &str, pieces: &[&[Token<'_>]]) -> Option<Replacement> {
        self.fakes_of(word).iter().find_map(|(forms, parts)| {
            let forms: Vec<&str> = if forms.is_empty() { Vec::new() } else { forms.split(',').collect() };
            if forms == ["*"] {
                return Some(Replacement { parts, operand: None, is_indexed: false });
            }
            let fits = forms.len() == pieces.len()
                && forms.iter().zip(pieces).all(|(form, piece)| self.fits(form, piece));
            let operand = forms.iter().position(|form| matches!(*form, "%" | INDEXED));
            let is_indexed = forms.contains(&INDEXED);
            fits.then_some(Replacement { parts, operand, is_indexed })
        })
    }

    /// Returns the operands and replacements of an instruction that may stand for others.
    pub(crate) fn fakes_of(&self, word: &str) -> &[(&'static str, &'static str)] {
        if self.fakes.is_empty() {
            return &[];
        }
        self.fakes.get(&word.to_ascii_uppercase()).map_or(&[], |fakes| fakes)
    }

    fn fits(&self, form: &str, piece: &[Token<'_>]) -> bool {
        if form == "%" {
            return true;
        }
        let is_open = |token: &Token<'_>| token.is("(") || self.table.lexis.brackets && token.is("[");
        if form == INDEXED {
            return matches!(piece, [open, register, .., _] if is_open(open) && is_index(register.text));
        }
        let written = piece.iter().map(|token| match token.text {
            "[" if self.table.lexis.brackets => "(",
            "]" if self.table.lexis.brackets => ")",
            other => other,
        });
        form.eq_ignore_ascii_case(&written.collect::<String>())
    }

    /// Assembles what an instruction of the dialect stands for.
    pub(crate) fn fake(
        &mut self,
        statement: &Statement<'_>,
        replacement: &Replacement,
        pieces: &[&[Token<'_>]],
    ) -> Result<(), At> {
        let piece = replacement.operand.and_then(|index| pieces.get(index)).copied().unwrap_or(&[]);
        let piece = match piece {
            [_, inner @ .., _] if replacement.is_indexed => inner,
            whole => whole,
        };
        let register = piece.first().map_or("", |first| first.text);
        let operand = if replacement.operand.is_some() { span(piece) } else { span(statement.operands()) };
        for part in replacement.parts.split('|') {
            let (mut text, mut origins) = (String::new(), Origins::default());
            for sign in part.chars() {
                match sign {
                    '#' => text += register,
                    '%' => {
                        origins.append(text.len(), self.pass.names.origins.part(operand.clone()));
                        text += slice(statement.text, operand.clone());
                    }
                    other => text.push(other),
                }
            }
            let own = std::mem::replace(&mut self.pass.names.origins, origins);
            let outcome = self.part(statement, &text);
            self.pass.names.origins = own;
            outcome?;
        }
        Ok(())
    }

    /// Assembles an instruction that the engine wrote. Errors are those of the statement.
    fn part(&mut self, statement: &Statement<'_>, text: &str) -> Result<(), At> {
        let found = tokens(text, &self.table.lexis)?;
        let Some((word, rest)) = found.split_first() else { return Ok(()) };
        let whole = |at: At| At { span: span(statement.operands()), ..at };
        let pieces = split(rest);
        let mut given = self.given(statement, &pieces).map_err(whole)?;
        let rows = self.rows(word.text, &mut given);
        let row = self.choose(statement, &rows, &given)?;
        self.encode(statement, row, &given).map_err(whole)
    }
}
