//! The values of expressions.

use crate::fault::{DialectFault, Fault};
use crate::passes::Engine;
use crate::syntax::expression::read;
use crate::syntax::{
    Arithmetic, At, Base, Binary, Checked, Kind, Meaning, Quote, Reader, Spelling, Table, Token, Tree, Unary,
    Value, content, span, unexpected,
};

/// The hint for an expression that ca65 does not take for a constant.
const CONSTANT: &str = "ca65 needs a constant that it knows here: no address of a segment, and no name that this scope defines below or takes from outside";

/// The hint for an address where sdasz80 needs a constant.
const LINKED: &str =
    "only the linker knows the address of a label; the difference of two labels of an area is a constant";

impl Engine<'_> {
    /// Evaluates tokens, which must be one expression.
    pub(crate) fn evaluate(&mut self, tokens: &[Token<'_>]) -> Checked<Value> {
        read(self, tokens)
    }

    /// Evaluates tokens to a value that no name below decides.
    pub(crate) fn number(&mut self, tokens: &[Token<'_>]) -> Checked<i64> {
        let value = self.whole(tokens)?;
        if self.table.studies && !self.is_constant(value, span(tokens))? {
            return Err(At::new(DialectFault::NotConstant, span(tokens)).hint(CONSTANT));
        }
        if self.table.arithmetic == Arithmetic::Linked && matches!(value.base, Base::Segment(_)) {
            return Err(At::new(DialectFault::NotConstant, span(tokens)).hint(LINKED));
        }
        Ok(value.number)
    }

    /// Evaluates tokens to a value that is no byte of an address.
    pub(crate) fn whole(&mut self, tokens: &[Token<'_>]) -> Checked<Value> {
        // ACME keeps strings in symbols, which are converted where they are placed.
        if let [text] = tokens
            && self.table.lexis.braces
            && text.kind == Kind::Text
            && text.text.starts_with('"')
        {
            let hint = "only single characters have values; write them in apostrophes";
            return Err(text.fault(DialectFault::NotSupported).hint(hint));
        }
        let value = self.evaluate(tokens)?;
        value.whole().map_err(|fault| At::new(fault, span(tokens)))
    }

    /// Applies an operator to values, and to the expressions of the dialect that keeps them.
    pub(crate) fn combined(&mut self, operator: Binary, left: Value, right: Value) -> Result<Value, Fault> {
        let truth = self.table.truth;
        let how = (self.table.arithmetic, truth);
        if !self.table.studies {
            return left.binary(operator, right, how);
        }
        let tree = self.pass.study.binary(operator, left.tree(), right.tree(), truth);
        if let Tree::Number(number) = tree {
            return Ok(Value::number(number));
        }
        // Only the values that all names have in the end count.
        if self.symbols.pass() == 1 {
            return Ok(left.binary(operator, right, how).unwrap_or(Value::number(0)).with_tree(tree));
        }
        // The linker shifts in another way than the assembler where this matters.
        if matches!(operator, Binary::LeftLogical | Binary::RightLogical) {
            if !(0..64).contains(&right.number) {
                return Err(Fault::BadShift(right.number));
            }
            if operator == Binary::RightLogical && left.number < 0 {
                return Err(DialectFault::NegativeShift(left.number).into());
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
            return Err(DialectFault::WideNumber(wide.number).into());
        }
        Ok(left.binary(operator, right, how)?.with_tree(tree))
    }

    pub(crate) fn applied(&mut self, operator: Unary, operand: Value) -> Result<Value, Fault> {
        let truth = self.table.truth;
        let value = operand.unary(operator, (self.table.arithmetic, truth))?;
        if !self.table.studies {
            return Ok(value);
        }
        Ok(value.with_tree(self.pass.study.unary(operator, operand.tree(), truth)))
    }

    /// Notes a part of the expression in our own syntax, if that is asked for.
    pub(crate) fn spell(&mut self, note: impl FnOnce(&mut Spelling)) {
        if let Some(spelling) = &mut self.pass.spelling {
            note(spelling);
        }
    }

    /// Returns the value of a number in the radix of the source. What has a notation of its own has another radix.
    fn in_radix(&self, token: &Token<'_>) -> Checked<Option<i64>> {
        let (radix, lexis) = (self.pass.radix, &self.table.lexis);
        let is_prefix = |prefix: &str| {
            token.text.get(..prefix.len()).is_some_and(|start| start.eq_ignore_ascii_case(prefix))
        };
        if radix == 10 || lexis.number_prefixes.iter().any(|(prefix, _)| is_prefix(prefix)) {
            return Ok(None);
        }
        let is_plain = token.text.bytes().all(|byte| byte.is_ascii_digit());
        match (i64::from_str_radix(token.text, radix), token.kind) {
            (Ok(_), Kind::Number(_)) if !is_plain => {
                let fault = DialectFault::NotSupported(token.text.to_owned());
                Err(At::new(fault, token.span())
                    .hint("its last letter is a digit here too; write H at its end"))
            }
            (Ok(value), _) => Ok(Some(value)),
            (Err(_), Kind::Number(_)) if !is_plain => Ok(None),
            (Err(_), _) => Err(token.fault(Fault::BadNumber)),
        }
    }

    /// Reads a number; one without a notation has the radix of the source, or is a label.
    fn literal(&mut self, token: &Token<'_>) -> Checked<Value> {
        if let Some(value) = self.numbered(token)? {
            return Ok(value);
        }
        match (self.in_radix(token)?, token.kind) {
            (Some(value), _) | (None, Kind::Number(value)) => {
                let width = if self.table.operands.sizes { width(token.text, value) } else { 0 };
                Ok(Value { width, ..Value::number(self.table.arithmetic.number(value)) })
            }
            _ => Err(unexpected(token)),
        }
    }

    /// Reads a string of few characters as a number, the first one as the high byte.
    fn text_value(&mut self, token: &Token<'_>) -> Checked<Value> {
        if self.table.studies && token.text.starts_with('"') {
            return Err(unexpected(token).hint("a character in apostrophes is a number"));
        }
        let mut bytes = content(token, &self.table.lexis)?;
        if self.table.lexis.double == Quote::Octal && token.text.starts_with('"') {
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
        let low_first = self.table.lexis.low_first;
        let bytes: Vec<u8> = if low_first { bytes.into_iter().rev().collect() } else { bytes };
        let width = if self.table.lexis.low_first && bytes.len() == 2 { 2 } else { 0 };
        let mapped = bytes.into_iter().map(|byte| self.mapped(byte));
        Ok(Value { width, ..Value::number(mapped.fold(0, |value, byte| value << 8 | i64::from(byte))) })
    }
}

impl<'t> Meaning<'t> for Engine<'_> {
    type Value = Value;

    fn depth(&mut self) -> &mut usize {
        &mut self.pass.depth
    }

    fn table(&self) -> &'static Table {
        self.table
    }

    fn opens(&self, sign: &Token<'t>) -> bool {
        sign.is("(") || sign.is("[") && !self.has_linker()
    }

    fn takes(&self, level: u8, least: u8) -> bool {
        level >= least || !self.table.studies
    }

    fn special(reader: &mut Reader<'_, 't, Self>, token: &Token<'t>) -> Checked<Option<Value>> {
        let value = match reader.unnamed()? {
            Some(value) => Some(value),
            None => reader.bank_value(token)?,
        };
        if value.is_some() {
            reader.meaning.spell(Spelling::lose);
        }
        Ok(value)
    }

    fn operand(reader: &mut Reader<'_, 't, Self>, token: &Token<'t>) -> Checked<Value> {
        let engine = &mut *reader.meaning;
        if engine.table.here.contains(&token.text) {
            engine.spell(Spelling::here);
            let here = engine.here();
            return Ok(engine.located(here));
        }
        match token.kind {
            Kind::Number(_) | Kind::Wrong | Kind::Text => {
                let is_text = token.kind == Kind::Text;
                let value = if is_text { engine.text_value(token) } else { engine.literal(token) }?;
                engine.spell(|spelling| spelling.number(token.text, value.number));
                Ok(value)
            }
            Kind::Sign => Err(unexpected(token)),
            Kind::Name => match engine.function(token.text) {
                Some(function) => reader.call(function, token),
                None => {
                    let value = engine.name(token)?;
                    engine.spell(|spelling| spelling.name(token.text));
                    Ok(value)
                }
            },
        }
    }

    fn unary(&mut self, operator: Unary, operand: Value, sign: &Token<'t>) -> Checked<Value> {
        let value = self.applied(operator, operand).map_err(|fault| At::new(fault, sign.span()))?;
        self.spell(|spelling| spelling.unary(operator, value.number));
        Ok(value)
    }

    fn binary(&mut self, operator: Binary, left: Value, right: Value, sign: &Token<'t>) -> Checked<Value> {
        let value = self.combined(operator, left, right).map_err(|fault| At::new(fault, sign.span()))?;
        self.spell(|spelling| spelling.binary(operator, value.number));
        Ok(value)
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

impl<'t> Reader<'_, 't, Engine<'_>> {
    /// Reads a label without a name: `:+`, `:--`; `+`, `--` where nothing follows.
    fn unnamed(&mut self) -> Checked<Option<Value>> {
        let naming = &self.meaning.table.naming;
        let start = self.at + usize::from(naming.colons && self.next_is(":"));
        if !(naming.signs || start > self.at) {
            return Ok(None);
        }
        let is_sign = |token: &Token<'_>| matches!(token.text, "+" | "-" | "<" | ">");
        let found = self.tokens.get(start).copied().filter(is_sign);
        let Some(Token { text: sign, at: first, .. }) = found else { return Ok(None) };
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
        self.meaning.unnamed_value(is_next, count, span).map(Some)
    }
}
