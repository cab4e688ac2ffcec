//! Functions in expressions.

use crate::fault::Fault;
use crate::names::Role;
use crate::passes::Engine;
use crate::syntax::{
    At, Binary, Checked, Function, Kind, Reader, Spelling, Token, Value, content, is_one_of, span, split,
};

impl Engine<'_> {
    pub(crate) fn function(&self, word: &str) -> Option<Function> {
        let is = |row: &&(&str, Function)| is_one_of(row.0, word);
        self.table.functions.iter().find(is).map(|(_, function)| *function)
    }

    pub(crate) fn are_alike(&self, left: &[Token<'_>], right: &[Token<'_>], exact: bool) -> bool {
        let (left, right) = (words(left), words(right));
        left.len() == right.len()
            && left.iter().zip(&right).all(|(left, right)| self.is_alike(left, right, exact))
    }

    /// Whether two words are of the same kind, or are the same. A register or directive is a kind of its own.
    fn is_alike(&self, left: &Token<'_>, right: &Token<'_>, exact: bool) -> bool {
        let is_fixed = |token: &Token<'_>| {
            token.kind == Kind::Sign || token.text.starts_with('.') || self.words.is_register(token.text)
        };
        match (left.kind, right.kind) {
            (Kind::Number(left), Kind::Number(right)) => !exact || left == right,
            // A character is a kind of its own too.
            (Kind::Text, Kind::Text) => {
                left.text.chars().next() == right.text.chars().next() && (!exact || left.text == right.text)
            }
            _ if is_fixed(left) || is_fixed(right) => left.text.eq_ignore_ascii_case(right.text),
            (Kind::Name, Kind::Name) => {
                left.text.starts_with('@') == right.text.starts_with('@')
                    && (!exact || left.text == right.text)
            }
            _ => false,
        }
    }
}

/// Returns the words of ca65: each name and `::` of a path, and `:+` and `a:` as one.
fn words<'t>(tokens: &[Token<'t>]) -> Vec<Token<'t>> {
    let mut words: Vec<Token<'t>> = Vec::new();
    let mut rest = tokens;
    while let Some((token, after)) = rest.split_first() {
        rest = after;
        let joined =
            |count: usize| after.iter().take(count).filter(|next| next.is("+") || next.is("-")).count();
        if token.is_name() && token.text.contains("::") {
            let mut at = token.at;
            for (index, name) in token.text.split("::").enumerate() {
                if index > 0 {
                    words.push(Token { kind: Kind::Sign, text: "::", at });
                    at += 2;
                }
                if !name.is_empty() {
                    words.push(Token { kind: Kind::Name, text: name, at });
                }
                at += name.len();
            }
            continue;
        }
        words.push(*token);
        if token.is(":") {
            let signs = after.iter().enumerate();
            let signs = signs.take_while(|(index, next)| {
                next.at == token.end() + index && after.first().is_some_and(|first| first.text == next.text)
            });
            let count = signs.count();
            rest = after.get(joined(count)..).unwrap_or(&[]);
        } else if matches!(token.text, "a" | "A" | "f" | "F" | "z" | "Z")
            && after.first().is_some_and(|colon| colon.is(":") && colon.at == token.end())
        {
            rest = after.get(1..).unwrap_or(&[]);
        }
    }
    words
}

impl<'e, 't> Reader<'e, 't, Engine<'_>> {
    /// Reads the operands of a function and returns its value.
    pub(crate) fn call(&mut self, function: Function, name: &Token<'t>) -> Checked<Value> {
        let truth = self.meaning.table.truth;
        let is = |holds: bool| Ok(Value::number(if holds { truth } else { 0 }));
        match function {
            Function::Fixed(_) | Function::Processor | Function::Arguments => {
                let number = match function {
                    Function::Fixed(number) => number,
                    Function::Processor => self.meaning.processor_bits(),
                    _ => self.meaning.argument_count(),
                };
                self.meaning.spell(|spelling| spelling.number("", number));
                return Ok(Value::number(number));
            }
            Function::Apply(unary) => {
                self.expect("(")?;
                let operand = self.level(0)?;
                self.expect(")")?;
                let value =
                    self.meaning.applied(unary, operand).map_err(|fault| At::new(fault, name.span()))?;
                self.meaning.spell(|spelling| spelling.unary(unary, value.number));
                return Ok(value);
            }
            _ => self.meaning.spell(Spelling::lose),
        }
        if matches!(function, Function::Blank | Function::Count | Function::Match | Function::ExactMatch) {
            return self.list_function(function);
        }
        let operands = self.operands()?;
        let operand = |index: usize| operands.get(index).copied().unwrap_or(&[]);
        let missing = || name.fault(Fault::NeedsOperand);
        match function {
            Function::Defined | Function::Referenced => {
                let token = operand(0).first().filter(|token| token.is_name()).ok_or_else(missing)?;
                is(if function == Function::Defined {
                    self.meaning.note_test(token);
                    self.meaning.is_name_defined(token.text)
                } else {
                    self.meaning.note_later(token.text, &token.span(), Role::Use);
                    self.meaning.is_name_used(token.text)
                })
            }
            Function::Constant => {
                let span = span(operand(0));
                let value = self.meaning.evaluate(operand(0))?;
                is(self.meaning.is_constant(value, span)?)
            }
            Function::Size => self.meaning.size_of(operand(0), name),
            Function::Length => Ok(Value::number(self.string(operand(0), name)?.len() as i64)),
            Function::Character => {
                let text = self.string(operand(0), name)?;
                let index = self.meaning.number(operand(1))?;
                let byte = usize::try_from(index).ok().and_then(|index| text.get(index));
                byte.map(|byte| Value::number(i64::from(self.meaning.mapped(*byte)))).ok_or_else(missing)
            }
            Function::Greatest | Function::Smallest => {
                let (left, right) = (self.meaning.evaluate(operand(0))?, self.meaning.evaluate(operand(1))?);
                let operator = if function == Function::Greatest { Binary::Most } else { Binary::Least };
                self.meaning.combined(operator, left, right).map_err(|fault| At::new(fault, name.span()))
            }
            _ => Err(missing()),
        }
    }

    /// Reads a function of lists of words, and returns its value.
    fn list_function(&mut self, function: Function) -> Checked<Value> {
        self.expect("(")?;
        let is_pair = matches!(function, Function::Match | Function::ExactMatch);
        let first = self.list(if is_pair { "," } else { ")" })?;
        let value = if is_pair {
            self.expect(",")?;
            let second = self.list(")")?;
            let is_alike = self.meaning.are_alike(first, second, function == Function::ExactMatch);
            if is_alike { self.meaning.table.truth } else { 0 }
        } else if function == Function::Count {
            words(first).len() as i64
        } else if first.is_empty() {
            self.meaning.table.truth
        } else {
            0
        };
        self.expect(")")?;
        Ok(Value::number(value))
    }

    /// Returns the words up to a sign, or those in braces.
    fn list(&mut self, end: &'static str) -> Checked<&'e [Token<'t>]> {
        let tokens: &'e [Token<'t>] = self.tokens;
        let is_braced = self.peek().is_some_and(|token| token.is("{"));
        self.at += usize::from(is_braced);
        let rest = tokens.get(self.at..).unwrap_or(&[]);
        let end = if is_braced { "}" } else { end };
        let length = rest.iter().position(|token| token.is(end)).unwrap_or(rest.len());
        self.at += length;
        if is_braced {
            self.expect("}")?;
        }
        Ok(rest.get(..length).unwrap_or(&[]))
    }

    /// Returns the tokens between parentheses, split at commas.
    fn operands(&mut self) -> Checked<Vec<&'e [Token<'t>]>> {
        self.expect("(")?;
        let tokens: &'e [Token<'t>] = self.tokens;
        let rest = tokens.get(self.at..).unwrap_or(&[]);
        let mut depth = 0_usize;
        for (index, token) in rest.iter().enumerate() {
            match token.text {
                "(" => depth += 1,
                ")" if depth == 0 => {
                    self.at += index + 1;
                    return Ok(split(rest.get(..index).unwrap_or(&[])));
                }
                ")" => depth -= 1,
                _ => {}
            }
        }
        self.at = tokens.len();
        self.expect(")").map(|()| Vec::new())
    }

    fn string(&mut self, tokens: &[Token<'_>], name: &Token<'_>) -> Checked<Vec<u8>> {
        match tokens {
            [token] => content(token, &self.meaning.table.lexis),
            _ => Err(name.fault(Fault::NeedsOperand)),
        }
    }
}

/// Returns tokens without the braces around them.
pub(crate) fn unbraced<'a, 't>(tokens: &'a [Token<'t>]) -> &'a [Token<'t>] {
    match tokens {
        [open, inner @ .., close] if open.is("{") && close.is("}") => inner,
        other => other,
    }
}
