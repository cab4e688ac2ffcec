//! Instructions of a dialect that stand for others.

use super::encode::choose;
use super::engine::Engine;
use super::operand::span;
use super::statement::{Statement, split};
use super::token::{Token, tokens};
use crate::scan::{At, slice};

impl Engine<'_> {
    /// Assembles an instruction of the dialect as those that it stands for. Returns whether it is one.
    pub(super) fn fake(&mut self, statement: &Statement<'_>, pieces: &[&[Token<'_>]]) -> Result<bool, At> {
        let written = pieces.iter().map(|piece| piece.iter().map(|token| token.text).collect::<String>());
        let written: Vec<String> = written.collect();
        for (pattern, replacement) in self.table.fakes {
            let (name, forms) = pattern.split_once(' ').unwrap_or((pattern, ""));
            let forms: Vec<&str> = if forms.is_empty() { Vec::new() } else { forms.split(',').collect() };
            let fits = name.eq_ignore_ascii_case(statement.word())
                && forms.len() == written.len()
                && forms
                    .iter()
                    .zip(&written)
                    .all(|(form, written)| *form == "%" || form.eq_ignore_ascii_case(written));
            if !fits {
                continue;
            }
            let operand =
                forms.iter().zip(pieces).find(|(form, _)| **form == "%").map(|(_, piece)| span(piece));
            let operand = operand.map_or("", |span| slice(statement.text, span));
            for part in replacement.split('|') {
                self.part(statement, &part.replace('%', operand))?;
            }
            return Ok(true);
        }
        Ok(false)
    }

    /// Assembles an instruction that the engine wrote. Errors are those of the statement.
    fn part(&mut self, statement: &Statement<'_>, text: &str) -> Result<(), At> {
        let found = tokens(text, &self.table.lexis)?;
        let Some((word, rest)) = found.split_first() else { return Ok(()) };
        let whole = |at: At| At { span: span(statement.operands()), ..at };
        let pieces = split(rest);
        let mut given = self.given(statement, &pieces).map_err(whole)?;
        let rows = self.rows(word.text, &mut given);
        let row = choose(&rows, given.first(), &self.segments).ok_or_else(|| self.bad_operands(statement))?;
        self.encode(statement, row, &given).map_err(whole)
    }
}
