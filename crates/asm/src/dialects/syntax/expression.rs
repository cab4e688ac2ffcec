//! Evaluating expressions while they are read (precedence climbing).

use crate::dialects::engine::Engine;
use crate::dialects::syntax::operator::{Binary, Unary};
use crate::dialects::syntax::spelling::Spelling;
use crate::dialects::syntax::table::Quote;
use crate::dialects::syntax::token::unexpected;
use crate::dialects::syntax::token::{Kind, Token, content};
use crate::dialects::syntax::value::Tree;
use crate::dialects::syntax::value::Value;
use crate::fault::Fault;
use crate::scan::At;

/// The maximum nesting depth of parentheses, prefix operators and functions.
pub(crate) const DEEPEST: usize = 64;

/// What ca65 takes for a constant.
const CONSTANT: &str = "ca65 needs a constant that it knows here: no address of a segment, and no name that this scope defines below or takes from outside";

/// Reads values from tokens.
pub(crate) struct Reader<'e, 'h, 't> {
    pub(crate) engine: &'e mut Engine<'h>,
    pub(crate) tokens: &'e [Token<'t>],
    pub(crate) at: usize,
}

impl Engine<'_> {
    /// Evaluates tokens, which must be one expression.
    pub(crate) fn evaluate(&mut self, tokens: &[Token<'_>]) -> Result<Value, At> {
        let mut reader = Reader { engine: self, tokens, at: 0 };
        let value = reader.level(0)?;
        match reader.peek() {
            None => Ok(value),
            Some(token) => Err(unexpected(token)),
        }
    }

    /// Evaluates tokens to a value that no name below decides.
    pub(crate) fn number(&mut self, tokens: &[Token<'_>]) -> Result<i64, At> {
        let value = self.whole(tokens)?;
        if self.table.studies && !self.is_constant(value, crate::dialects::syntax::token::span(tokens))? {
            return Err(
                At::new(Fault::NotConstant, crate::dialects::syntax::token::span(tokens)).hint(CONSTANT)
            );
        }
        Ok(value.number)
    }

    /// Evaluates tokens to a value that is no byte of an address.
    pub(crate) fn whole(&mut self, tokens: &[Token<'_>]) -> Result<Value, At> {
        // ACME keeps strings in symbols, which are converted where they are placed.
        if let [text] = tokens
            && self.table.lexis.braces
            && text.kind == Kind::Text
            && text.text.starts_with('"')
        {
            let hint = "only single characters have values; write them in apostrophes";
            return Err(At::new(Fault::NotSupported(text.text.to_owned()), text.span()).hint(hint));
        }
        let value = self.evaluate(tokens)?;
        value.whole().map_err(|fault| At::new(fault, crate::dialects::syntax::token::span(tokens)))
    }
}

/// Returns the number of bytes that the digits of a number ask for, if the number itself needs fewer.
fn width(text: &str, value: i64) -> u8 {
    let text = text.to_ascii_lowercase();
    let prefixes = [("0x", 2), ("$", 2), ("0b", 8), ("%", 8), ("&", 3)];
    let Some((digits, byte)) =
        prefixes.iter().find_map(|(prefix, byte)| Some((text.strip_prefix(prefix)?.len(), *byte)))
    else {
        return 0;
    };
    match digits {
        _ if digits > 2 * byte && value < 0x1_0000 => 3,
        _ if digits > byte && digits <= 2 * byte && value < 0x100 => 2,
        _ => 0,
    }
}

impl<'t> Reader<'_, '_, 't> {
    pub(crate) fn peek(&self) -> Option<&Token<'t>> {
        self.tokens.get(self.at)
    }

    fn next_is(&self, sign: &str) -> bool {
        self.peek().is_some_and(|token| token.is(sign))
    }

    /// Takes a sign, or reports what stands there.
    pub(crate) fn expect(&mut self, sign: &'static str) -> Result<(), At> {
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
    pub(crate) fn level(&mut self, least: u8) -> Result<Value, At> {
        self.engine.pass.depth += 1;
        let value = if self.engine.pass.depth > DEEPEST {
            Err(self.missing(Fault::TooNested(DEEPEST)))
        } else {
            self.operators(least)
        };
        self.engine.pass.depth -= 1;
        value
    }

    fn operators(&mut self, least: u8) -> Result<Value, At> {
        let mut value = self.value()?;
        while let Some((operator, level, span)) = self.operator().filter(|(_, level, _)| *level >= least) {
            self.at += 1;
            // Powers are computed from the right.
            let right = self.level(if operator == Binary::Power { level } else { level + 1 })?;
            value = self.binary(operator, value, right).map_err(|fault| At::new(fault, span))?;
            self.spell(|spelling| spelling.binary(operator, value.number));
        }
        Ok(value)
    }

    /// Applies an operator to values, and to the expressions of the dialect that keeps them.
    pub(crate) fn binary(&mut self, operator: Binary, left: Value, right: Value) -> Result<Value, Fault> {
        let truth = self.engine.table.truth;
        let how = (self.engine.table.arithmetic, truth);
        if !self.engine.table.studies {
            return left.binary(operator, right, how);
        }
        let tree = self.engine.pass.study.binary(operator, left.tree(), right.tree(), truth);
        if let Tree::Number(number) = tree {
            return Ok(Value::number(number));
        }
        // Only the values that all names have in the end count.
        if self.engine.symbols.pass() == 1 {
            return Ok(left.binary(operator, right, how).unwrap_or(Value::number(0)).with_tree(tree));
        }
        // The linker shifts in another way than the assembler where this matters.
        if matches!(operator, Binary::LeftLogical | Binary::RightLogical) {
            if !(0..64).contains(&right.number) {
                return Err(Fault::BadShift(right.number));
            }
            if operator == Binary::RightLogical && left.number < 0 {
                return Err(Fault::NegativeShift(left.number));
            }
        }
        // The linker takes numbers as 32 bits with a sign, the assembler as 64; the low 32 bits of these operators are the same.
        let is_same = matches!(
            operator,
            Binary::Add
                | Binary::Subtract
                | Binary::Multiply
                | Binary::And
                | Binary::Or
                | Binary::Xor
                | Binary::LeftLogical
        );
        let wide = [left, right].into_iter().find(|value| i32::try_from(value.number).is_err());
        if let Some(wide) = wide.filter(|_| !is_same) {
            return Err(Fault::WideNumber(wide.number));
        }
        Ok(left.binary(operator, right, how)?.with_tree(tree))
    }

    pub(crate) fn unary(&mut self, operator: Unary, operand: Value) -> Result<Value, Fault> {
        let truth = self.engine.table.truth;
        let value = operand.unary(operator, (self.engine.table.arithmetic, truth))?;
        if !self.engine.table.studies {
            return Ok(value);
        }
        Ok(value.with_tree(self.engine.pass.study.unary(operator, operand.tree(), truth)))
    }

    fn operator(&self) -> Option<(Binary, u8, std::ops::Range<usize>)> {
        let token = self.peek().filter(|token| matches!(token.kind, Kind::Sign | Kind::Name))?;
        let is = |row: &&(&str, Binary, u8)| row.0.eq_ignore_ascii_case(token.text);
        let (_, operator, level) = self.engine.operators.iter().find(is)?;
        Some((*operator, *level, token.span()))
    }

    fn prefix(&self, token: &Token<'_>) -> Option<(Unary, u8)> {
        let is = |row: &&(&str, Unary, u8)| row.0.eq_ignore_ascii_case(token.text);
        let is_operator = matches!(token.kind, Kind::Sign | Kind::Name);
        let found = self.engine.prefixes.iter().find(is).filter(|_| is_operator)?;
        Some((found.1, found.2))
    }

    fn value(&mut self) -> Result<Value, At> {
        let Some(token) = self.peek().copied() else { return Err(self.missing(Fault::ExpectedValue)) };
        if let Some(value) = self.unnamed()? {
            self.spell(Spelling::lose);
            return Ok(value);
        }
        if let Some(value) = self.bank_value(&token)? {
            self.spell(Spelling::lose);
            return Ok(value);
        }
        if let Some((unary, level)) = self.prefix(&token) {
            self.at += 1;
            let operand = self.level(level)?;
            let value = self.unary(unary, operand).map_err(|fault| At::new(fault, token.span()))?;
            self.spell(|spelling| spelling.unary(unary, value.number));
            return Ok(value);
        }
        self.at += 1;
        if self.engine.table.here.contains(&token.text) {
            self.spell(Spelling::here);
            let here = self.engine.here();
            return Ok(self.engine.located(here));
        }
        match token.kind {
            Kind::Number(_) | Kind::Wrong | Kind::Text => {
                let value = if token.kind == Kind::Text { self.text(&token) } else { self.literal(&token) }?;
                self.spell(|spelling| spelling.number(token.text, value.number));
                Ok(value)
            }
            Kind::Sign if token.text == "(" || token.text == "[" && !self.engine.table.studies => {
                let value = self.level(0)?;
                self.expect(if token.text == "(" { ")" } else { "]" })?;
                Ok(value)
            }
            Kind::Sign => Err(unexpected(&token)),
            Kind::Name => match self.engine.function(token.text) {
                Some(function) => self.call(function, &token),
                None => {
                    let value = self.engine.name(&token)?;
                    self.spell(|spelling| spelling.name(token.text));
                    Ok(value)
                }
            },
        }
    }

    /// Notes a part of the expression in our own syntax, if that is asked for.
    pub(crate) fn spell(&mut self, note: impl FnOnce(&mut Spelling)) {
        if let Some(spelling) = &mut self.engine.pass.spelling {
            note(spelling);
        }
    }

    /// Reads a number; one without a notation has the radix of the source, or is a label.
    fn literal(&mut self, token: &Token<'_>) -> Result<Value, At> {
        if let Some(value) = self.engine.numbered(token)? {
            return Ok(value);
        }
        let radix = self.engine.pass.radix;
        let in_radix = i64::from_str_radix(token.text, radix).ok().filter(|_| radix != 10);
        match (in_radix, token.kind) {
            (Some(value), _) | (None, Kind::Number(value)) => {
                let width = if self.engine.table.operands.sizes { width(token.text, value) } else { 0 };
                Ok(Value { width, ..Value::number(self.engine.table.arithmetic.number(value)) })
            }
            _ => Err(unexpected(token)),
        }
    }

    /// Reads a string of few characters as a number, the first one as the high byte.
    fn text(&mut self, token: &Token<'_>) -> Result<Value, At> {
        let mut bytes = content(token, &self.engine.table.lexis)?;
        if self.engine.table.lexis.double == Quote::Octal && token.text.starts_with('"') {
            // Two characters are read, whichever they are; the quote after them may be left out.
            if bytes.len() == 1 {
                bytes.push(b'"');
            }
            if bytes.len() != 2 {
                return Err(
                    At::new(Fault::LongString(bytes.len()), token.span()).hint(".ascii places strings")
                );
            }
        }
        if bytes.is_empty() || bytes.len() > 4 {
            return Err(At::new(Fault::LongString(bytes.len()), token.span()));
        }
        let low_first = self.engine.table.lexis.low_first;
        let bytes: Vec<u8> = if low_first { bytes.into_iter().rev().collect() } else { bytes };
        let width = if self.engine.table.lexis.low_first && bytes.len() == 2 { 2 } else { 0 };
        let mapped = bytes.into_iter().map(|byte| self.engine.mapped(byte));
        Ok(Value { width, ..Value::number(mapped.fold(0, |value, byte| value << 8 | i64::from(byte))) })
    }

    /// Reads a label without a name: `:+`, `:--`; `+`, `--` where nothing follows.
    fn unnamed(&mut self) -> Result<Option<Value>, At> {
        let naming = &self.engine.table.naming;
        let start = self.at + usize::from(naming.colons && self.next_is(":"));
        if !(naming.signs || start > self.at) {
            return Ok(None);
        }
        let sign = self
            .tokens
            .get(start)
            .map(|token| token.text)
            .filter(|sign| matches!(*sign, "+" | "-" | "<" | ">"));
        let Some(sign) = sign else { return Ok(None) };
        let first = self.tokens.get(start).map_or(0, |token| token.at);
        let adjoins = |index: usize, token: &Token<'_>| !naming.colons || token.at == first + index;
        if naming.colons && self.peek().is_some_and(|colon| colon.end() != first) {
            return Ok(None);
        }
        let signs = self.tokens.iter().skip(start).enumerate();
        let count = signs.take_while(|(index, token)| token.is(sign) && adjoins(*index, token)).count();
        let ends = self.tokens.get(start + count).is_none_or(|token| matches!(token.text, "," | ")"));
        if start == self.at && !(ends && matches!(sign, "+" | "-")) {
            return Ok(None);
        }
        let span = self.tokens.get(self.at).map_or(0, |token| token.at)
            ..self.tokens.get(start + count - 1).map_or(0, Token::end);
        let is_next = matches!(sign, "+" | ">");
        self.at = start + count;
        self.engine.unnamed_value(is_next, count, span).map(Some)
    }
}
