//! `.3 NOP` and `.(EXPRESSION) NOP`: an instruction several times.

use crate::dialects::engine::Engine;
use crate::dialects::syntax::lines::Piece;
use crate::dialects::syntax::statement::Statement;
use crate::fault::Fault;
use crate::syntax::scan::{At, slice};
use crate::syntax::token::{Token, tokens};

impl Engine<'_> {
    /// Repeats the rest of the statement, if it begins with a count. Returns whether it does.
    pub(crate) fn dot_repeat(&mut self, statement: &Statement<'_>) -> Result<bool, At> {
        if !self.table.lexis.dot_counts {
            return Ok(false);
        }
        let start = statement.operation_span().start;
        let rest = slice(statement.text, start..statement.text.len());
        let Some(after_dot) = rest
            .strip_prefix('.')
            .filter(|after| after.starts_with(|c: char| c == '(' || c.is_ascii_digit()))
        else {
            return Ok(false);
        };
        let length = count_end(after_dot);
        let found = tokens(slice(after_dot, 0..length), &self.table.lexis)?;
        let shift = start + 1;
        let moved: Vec<Token<'_>> =
            found.iter().map(|token| Token { at: token.at + shift, ..*token }).collect();
        let count = self.number(&moved)?;
        // The blanks keep the columns of messages.
        let text = " ".repeat(shift + length) + slice(after_dot, length..after_dot.len());
        if text.trim().is_empty() {
            return Err(At::new(Fault::ExpectedValue, start..statement.text.len()));
        }
        let Some(record) = self.pass.records.get(statement.record) else { return Ok(true) };
        let origins = self.pass.origins.part(shift + length..statement.text.len());
        let origins = crate::dialects::names::naming::moved(origins, shift + length);
        let (file, number, comment) = (record.file, record.number, "".into());
        let piece = Piece { file, number, text: text.into(), comment, origins };
        self.repeat_pieces(vec![piece], count, statement.record)?;
        Ok(true)
    }
}

/// Returns the end of a number or of an expression in parentheses.
fn count_end(text: &str) -> usize {
    if !text.starts_with('(') {
        return text.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(text.len());
    }
    let mut depth = 0_usize;
    for (index, found) in text.char_indices() {
        match found {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            return index + 1;
        }
    }
    text.len()
}
