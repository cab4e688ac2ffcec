//! Reading expressions from tokens (precedence climbing). What the operands are and what becomes of them is up to a [`Meaning`].

use super::operator::{Binary, Unary};
use super::table::Table;
use super::token::{Token, unexpected};
use crate::fault::Fault;
use crate::syntax::scan::{At, Checked, is_one_of};

/// The maximum nesting depth of parentheses, prefix operators and functions.
pub(crate) const DEEPEST: usize = 64;

/// The meaning of operands and operators.
pub(crate) trait Meaning<'t>: Sized {
    /// The result of an operand or an operator.
    type Value;

    /// Returns the depth of the expression.
    fn depth(&mut self) -> &mut usize;

    /// Returns the table with the operators.
    fn table(&self) -> &'static Table;

    /// Whether a sign is an opening parenthesis.
    fn opens(&self, sign: &Token<'t>) -> bool {
        sign.is("(")
    }

    /// Whether a prefix operator may stand before an operand of an operator: the precedences of its operand and of that operator.
    fn takes(&self, _level: u8, _least: u8) -> bool {
        true
    }

    /// Reads an operand that begins like an operator, if there is one.
    fn special(_: &mut Reader<'_, 't, Self>, _: &Token<'t>) -> Checked<Option<Self::Value>> {
        Ok(None)
    }

    /// Reads the rest of an operand after its first token.
    fn operand(reader: &mut Reader<'_, 't, Self>, first: &Token<'t>) -> Checked<Self::Value>;

    /// Applies a prefix operator.
    fn unary(&mut self, operator: Unary, operand: Self::Value, sign: &Token<'t>) -> Checked<Self::Value>;

    /// Applies an operator.
    fn binary(
        &mut self,
        operator: Binary,
        left: Self::Value,
        right: Self::Value,
        sign: &Token<'t>,
    ) -> Checked<Self::Value>;
}

/// Reads expressions from tokens.
pub(crate) struct Reader<'e, 't, M> {
    pub(crate) meaning: &'e mut M,
    pub(crate) tokens: &'e [Token<'t>],
    pub(crate) at: usize,
}

/// Reads tokens that must be one expression.
pub(crate) fn read<'t, M: Meaning<'t>>(meaning: &mut M, tokens: &[Token<'t>]) -> Checked<M::Value> {
    let mut reader = Reader { meaning, tokens, at: 0 };
    let value = reader.level(0)?;
    reader.peek().map_or(Ok(value), |token| Err(unexpected(token)))
}

impl<'t, M: Meaning<'t>> Reader<'_, 't, M> {
    pub(crate) fn peek(&self) -> Option<&Token<'t>> {
        self.tokens.get(self.at)
    }

    pub(crate) fn next_is(&self, sign: &str) -> bool {
        self.peek().is_some_and(|token| token.is(sign))
    }

    /// Takes a sign, or reports what stands there.
    pub(crate) fn expect(&mut self, sign: &'static str) -> Checked {
        if self.next_is(sign) {
            self.at += 1;
            return Ok(());
        }
        Err(self.peek().map_or_else(|| self.missing(Fault::Expected(sign)), unexpected))
    }

    fn missing(&self, fault: Fault) -> At {
        let end = self.tokens.last().map_or(0, Token::end);
        At::new(fault, end.saturating_sub(1)..end)
    }

    /// Reads operators with at least this precedence, and their operands.
    pub(crate) fn level(&mut self, least: u8) -> Checked<M::Value> {
        *self.meaning.depth() += 1;
        let value = if *self.meaning.depth() > DEEPEST {
            let fault = Fault::TooNested(DEEPEST);
            Err(match self.peek() {
                Some(token) => At::new(fault, token.span()),
                None => self.missing(fault),
            })
        } else {
            self.operators(least)
        };
        *self.meaning.depth() -= 1;
        value
    }

    fn operators(&mut self, least: u8) -> Checked<M::Value> {
        let mut value = self.value(least)?;
        while let Some((operator, level, sign)) = self.operator().filter(|(_, level, _)| *level >= least) {
            self.at += 1;
            // Several powers are computed from the right.
            let right = self.level(level + u8::from(operator != Binary::Power))?;
            value = self.meaning.binary(operator, value, right, &sign)?;
        }
        Ok(value)
    }

    fn operator(&self) -> Option<(Binary, u8, Token<'t>)> {
        let token = self.peek().filter(|token| token.is_word())?;
        let is = |row: &&(&str, Binary, u8)| is_one_of(row.0, token.text);
        let (_, operator, level) = self.meaning.table().operators.iter().find(is)?;
        Some((*operator, *level, *token))
    }

    fn prefix(&self, token: &Token<'_>) -> Option<(Unary, u8)> {
        let is = |row: &&(&str, Unary, u8)| is_one_of(row.0, token.text);
        let mut prefixes = self.meaning.table().prefixes.iter().filter(|_| token.is_word());
        prefixes.find(is).map(|found| (found.1, found.2))
    }

    fn value(&mut self, least: u8) -> Checked<M::Value> {
        let Some(token) = self.peek().copied() else { return Err(self.missing(Fault::ExpectedValue)) };
        if let Some(value) = M::special(self, &token)? {
            return Ok(value);
        }
        self.at += 1;
        if let Some((unary, level)) = self.prefix(&token) {
            if !self.meaning.takes(level, least) {
                return Err(unexpected(&token));
            }
            let operand = self.level(level)?;
            return self.meaning.unary(unary, operand, &token);
        }
        if !self.meaning.opens(&token) {
            return M::operand(self, &token);
        }
        let value = self.level(0)?;
        if self.peek().is_none() {
            return Err(At::new(Fault::MissingClose, token.span()));
        }
        self.expect(if token.is("(") { ")" } else { "]" })?;
        Ok(value)
    }
}
