//! The values that a structure is placed with: `NAME STRUCTURE 1, {2, 3}`.

use crate::names::{Leaf, LeafKind};
use crate::passes::Engine;
use crate::syntax::{Checked, Kind, Reader, Statement, Token, Value, content, span, split, unexpected};

impl Engine<'_> {
    /// Stores the values of a statement in the bytes of a structure. A value that is left out keeps the default.
    pub(crate) fn initialize(
        &mut self,
        statement: &Statement<'_>,
        tokens: &[Token<'_>],
        leaves: &[Leaf],
        bytes: &mut [u8],
    ) -> Checked {
        let inner = match tokens {
            [open, inner @ .., close] if open.is("{") && close.is("}") && encloses(tokens) => inner,
            whole => whole,
        };
        let mut enclosed = Vec::new();
        let mut at = 0;
        for leaf in leaves {
            match leaf.kind {
                LeafKind::Open => {
                    let has_brace = inner.get(at).is_some_and(|token| token.is("{"));
                    enclosed.push(has_brace);
                    at += usize::from(has_brace);
                }
                LeafKind::Close => {
                    if enclosed.pop() == Some(true) {
                        match inner.get(at) {
                            Some(token) if token.is("}") => at += 1,
                            Some(token) => return Err(unexpected(token)),
                            None => {}
                        }
                        at += usize::from(inner.get(at).is_some_and(|token| token.is(",")));
                    }
                }
                LeafKind::Number(default) => {
                    at = self.value(statement, inner, at, (leaf.offset, leaf.size, default), bytes)?;
                }
                LeafKind::Text => {
                    at = self.characters(statement, inner, at, (leaf.offset, leaf.size), bytes)?;
                }
            }
        }
        inner.get(at).map_or(Ok(()), |token| Err(unexpected(token)))
    }

    /// Reads a value at a token and stores it. Returns the index after it and its comma.
    fn value(
        &mut self,
        statement: &Statement<'_>,
        tokens: &[Token<'_>],
        mut at: usize,
        (offset, size, default): (i64, i64, Value),
        bytes: &mut [u8],
    ) -> Checked<usize> {
        let whole = usize::try_from(size).unwrap_or(1);
        let end = match tokens.get(at) {
            None => Some(at),
            Some(token) if token.is("}") => Some(at),
            Some(token) if token.is(",") => Some(at + 1),
            Some(_) => None,
        };
        if let Some(end) = end {
            self.relocate(statement.record, default, offset, whole);
            return Ok(end);
        }
        let mut reader = Reader { meaning: self, tokens, at };
        let value = reader.level(0)?;
        let (start, end) = (at, reader.at);
        at = end;
        let span = span(tokens.get(start..end).unwrap_or(&[]));
        self.relocate(statement.record, value, offset, whole);
        let made = self.low_bytes(statement, value, whole, span)?;
        store(bytes, offset, &made);
        Ok(at + usize::from(tokens.get(at).is_some_and(|token| token.is(","))))
    }

    /// Reads `{"text", 5}` at a token and stores its bytes, up to the given length.
    fn characters(
        &mut self,
        statement: &Statement<'_>,
        tokens: &[Token<'_>],
        at: usize,
        (offset, length): (i64, i64),
        bytes: &mut [u8],
    ) -> Checked<usize> {
        match tokens.get(at) {
            None => return Ok(at),
            Some(token) if token.is("}") => return Ok(at),
            Some(token) if token.is(",") => return Ok(at + 1),
            Some(token) if !token.is("{") => return Err(unexpected(token)),
            Some(_) => {}
        }
        let rest = tokens.get(at + 1..).unwrap_or(&[]);
        let count = rest.iter().position(|token| token.is("}")).unwrap_or(rest.len());
        let mut made = self.listed(statement, rest.get(..count).unwrap_or(&[]))?;
        made.truncate(usize::try_from(length).unwrap_or(0));
        store(bytes, offset, &made);
        let at = at + 1 + count + 1;
        Ok(at + usize::from(tokens.get(at).is_some_and(|token| token.is(","))))
    }

    /// Returns the bytes of strings and values between commas.
    pub(crate) fn listed(&mut self, statement: &Statement<'_>, tokens: &[Token<'_>]) -> Checked<Vec<u8>> {
        let mut made = Vec::new();
        for piece in split(tokens) {
            match piece {
                [text] if text.kind == Kind::Text => made.extend(content(text, &self.table.lexis)?),
                _ => {
                    let value = self.evaluate(piece)?;
                    made.extend(self.low_bytes(statement, value, 1, span(piece))?);
                }
            }
        }
        Ok(made)
    }
}

/// Whether the first brace is closed by the last one.
fn encloses(tokens: &[Token<'_>]) -> bool {
    let mut depth = 0_usize;
    let closed = tokens.iter().position(|token| {
        match token.text {
            "{" if token.kind == Kind::Sign => depth += 1,
            "}" if token.kind == Kind::Sign => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0
    });
    closed.is_some_and(|closed| closed + 1 == tokens.len())
}

fn store(bytes: &mut [u8], offset: i64, made: &[u8]) {
    let start = usize::try_from(offset).unwrap_or(usize::MAX);
    for (place, byte) in bytes.iter_mut().skip(start).zip(made) {
        *place = *byte;
    }
}
