//! Several instructions in a statement: `PUSH BC,DE`, `LD A,B,B,C`, `LD A,B,,C,D`.

use crate::dialects::emit::operand::Given;
use crate::dialects::engine::Engine;
use crate::dialects::syntax::statement::Statement;
use crate::syntax::scan::At;
use crate::syntax::token::Token;

/// The most operands of an instruction.
const MOST: usize = 3;
/// Instructions that take several registers even where `,,` separates instructions.
const LISTS: [&str; 4] = ["PUSH", "POP", "INC", "DEC"];

type Pieces<'a, 't> = [&'a [Token<'t>]];

impl Engine<'_> {
    /// Assembles the instructions of a statement.
    pub(crate) fn series(&mut self, statement: &Statement<'_>, pieces: &Pieces<'_, '_>) -> Result<(), At> {
        let mut groups = Vec::new();
        if self.pass.options.double_commas {
            for group in pieces.split(|piece| piece.is_empty()) {
                let is_list = LISTS.iter().any(|word| word.eq_ignore_ascii_case(statement.word()));
                groups.extend(group.chunks(if is_list { 1 } else { group.len().max(1) }));
            }
        } else {
            let mut rest = pieces;
            while !rest.is_empty() {
                let most = rest.len().min(MOST);
                let count = self.longest(statement, rest, most)?;
                // An unknown statement is reported as a whole.
                let Some(count) = count else { return self.one(statement, pieces, None) };
                let (group, after) = rest.split_at(count);
                groups.push(group);
                rest = after;
            }
        }
        if self.pass.options.reverse_pop && statement.word().eq_ignore_ascii_case("POP") {
            groups.reverse();
        }
        groups.into_iter().try_for_each(|group| {
            // Each instruction has an address of its own.
            let here = self.location();
            self.set_here(here);
            self.one(statement, group, None)
        })
    }

    /// Returns how many operands at the beginning the longest instruction takes.
    fn longest(
        &mut self,
        statement: &Statement<'_>,
        pieces: &Pieces<'_, '_>,
        most: usize,
    ) -> Result<Option<usize>, At> {
        for count in (1..=most).rev() {
            let group = pieces.get(..count).unwrap_or(&[]);
            if self.fake_of(statement.word(), group).is_some() {
                return Ok(Some(count));
            }
            let mut given: Vec<Given<'_>> = self.given(statement, group)?;
            if !self.rows(statement.word(), &mut given).is_empty() {
                return Ok(Some(count));
            }
        }
        Ok(None)
    }
}
