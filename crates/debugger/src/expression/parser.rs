//! Parser of expressions: precedence climbing (Pratt, 1973).

use std::ops::Range;

use arcadian_asm::{nearest, or_near};

use super::{ExpressionError, INFIXES, Infix, Node, PREFIXES, Prefix};
use crate::{
    debuggee::{Debuggee, Language, Space},
    notation::Notation,
};

/// The longest expression, in bytes.
const LONGEST: usize = 1000;
/// The deepest recursion: about 200 nested parentheses.
const DEEPEST: usize = 400;

type Parsed<T> = Result<T, ExpressionError>;

pub(super) fn parse(text: &str, program: &dyn Debuggee) -> Parsed<Node> {
    let mut parser = Parser { text, at: 0, depth: 0, language: program.language(), program };
    if text.len() > LONGEST {
        return parser.error(0, format!("the expression is too long; the limit is {LONGEST} characters"));
    }
    let node = parser.expression(0)?;
    match parser.peek() {
        None => Ok(node),
        Some(other) => {
            let at = parser.at;
            parser.error(at, format!("unexpected `{other}`; expected an operator such as + or ="))
        }
    }
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
    depth: usize,
    language: &'static Language,
    program: &'a dyn Debuggee,
}

impl<'a> Parser<'a> {
    fn error<T>(&self, at: usize, message: impl Into<String>) -> Parsed<T> {
        Err(ExpressionError { at, message: message.into() })
    }

    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or("")
    }

    /// Skips blanks and returns the next character without consuming it.
    fn peek(&mut self) -> Option<char> {
        self.at = self.text.len() - self.rest().trim_start().len();
        self.rest().chars().next()
    }

    /// Consumes a text if it is next.
    fn take(&mut self, text: &str) -> bool {
        let is_next = self.rest().starts_with(text);
        self.at += if is_next { text.len() } else { 0 };
        is_next
    }

    /// Consumes the characters that satisfy a predicate.
    fn take_while(&mut self, predicate: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let taken = rest.split_once(|letter| !predicate(letter)).map_or(rest, |(taken, _)| taken);
        self.at += taken.len();
        taken
    }

    fn nested<T>(&mut self, parse: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth == DEEPEST {
            return self.error(self.at, "the expression is nested too deeply; use fewer parentheses");
        }
        self.depth += 1;
        let result = parse(self);
        self.depth -= 1;
        result
    }

    /// Parses operands and the operators between them whose precedence is greater than `least`.
    fn expression(&mut self, least: u8) -> Parsed<Node> {
        self.nested(|parser| {
            let mut left = parser.operand()?;
            while let Some((spelling, infix)) = parser.infix().filter(|(_, infix)| infix.precedence() > least)
            {
                parser.take(spelling);
                let right = parser.expression(infix.precedence())?;
                left = Node::Infix(infix, left.into(), right.into());
            }
            Ok(left)
        })
    }

    fn infix(&mut self) -> Option<(&'static str, Infix)> {
        self.peek()?;
        let rest = self.rest();
        let found = INFIXES.iter().find(|(spelling, _)| rest.starts_with(spelling)).copied();
        found.filter(|(spelling, _)| *spelling != "#" || self.language.has_hash_operator)
    }

    fn operand(&mut self) -> Parsed<Node> {
        let Some(first) = self.peek() else {
            return self.error(self.at, "expected a value");
        };
        if let Some((_, prefix)) = PREFIXES.iter().find(|(letter, _)| *letter == first) {
            return self.prefixed(*prefix);
        }
        if let Some((open, space)) = self.language.arrays.iter().find(|(open, _)| open.starts_with(first)) {
            return self.element(*space, open, ")");
        }
        if let Some((_, base, name)) = self.language.bases.iter().find(|(letter, ..)| *letter == first) {
            return self.number_after_prefix(*base, name);
        }
        match first {
            '(' => self.enclosed("(", ")"),
            '[' => self.element(Space::Byte, "[", "]"),
            '$' => self.register_of_gdb().map_or_else(|| self.number_after_prefix(16, "hexadecimal"), Ok),
            '\'' => self.character(),
            digit if digit.is_ascii_digit() => self.number(),
            letter if is_name_part(letter) => self.word(),
            other => self.error(self.at, format!("unexpected `{other}`; expected a value")),
        }
    }

    fn prefixed(&mut self, prefix: Prefix) -> Parsed<Node> {
        self.at += 1;
        let operand = self.nested(Self::operand)?;
        Ok(Node::Prefix(prefix, operand.into()))
    }

    fn enclosed(&mut self, open: &str, close: &str) -> Parsed<Node> {
        let start = self.at;
        if !self.take(open) {
            return self.error(start, format!("expected `{open}`"));
        }
        let inner = self.expression(0)?;
        self.peek();
        if self.take(close) {
            Ok(inner)
        } else {
            self.error(start, format!("`{open}` is not closed; expected `{close}`"))
        }
    }

    fn element(&mut self, space: Space, open: &str, close: &str) -> Parsed<Node> {
        Ok(Node::Element(space, self.enclosed(open, close)?.into()))
    }

    fn character(&mut self) -> Parsed<Node> {
        let start = self.at;
        let mut letters = self.rest().chars().skip(1);
        match (letters.next(), letters.next()) {
            (Some(letter), Some('\'')) => {
                self.at += letter.len_utf8() + 2;
                Ok(Node::Number(u32::from(letter).into()))
            }
            _ => self.error(start, "expected one character between apostrophes, such as 'A'"),
        }
    }

    /// Parses a number after the character that announces its base.
    fn number_after_prefix(&mut self, base: u32, name: &str) -> Parsed<Node> {
        let start = self.at;
        self.at += 1;
        let digits = self.take_while(|letter| letter.is_ascii_alphanumeric());
        self.digits(start..self.at, digits, base, name)
    }

    /// Parses `$hl`, as gdb writes a register. Only a number that is also one is taken for it.
    fn register_of_gdb(&mut self) -> Option<Node> {
        let name = self.rest().strip_prefix('$')?;
        let end = name.find(|letter| !is_name_part(letter)).unwrap_or(name.len());
        let id = self.program.resolve(&name[..end])?;
        self.at += 1 + end;
        Some(Node::Value(id))
    }

    fn number(&mut self) -> Parsed<Node> {
        let start = self.at;
        let text = self.take_while(|letter| letter.is_ascii_alphanumeric());
        let span = start..self.at;
        if let Some(digits) = text.strip_prefix("0x").or(text.strip_prefix("0X")) {
            return self.digits(span, digits, 16, "hexadecimal");
        }
        let (base, name) = self.language.notation.base();
        self.digits(span, if base == 16 { without_h(text) } else { text }, base, name)
    }

    fn digits(&self, span: Range<usize>, digits: &str, base: u32, name: &str) -> Parsed<Node> {
        let text = self.text.get(span.clone()).unwrap_or("");
        if digits.is_empty() || !digits.chars().all(|digit| digit.is_digit(base)) {
            return self.error(span.start, format!("`{text}` is not a {name} number"));
        }
        match i64::from_str_radix(digits, base) {
            Ok(number) => Ok(Node::Number(number)),
            Err(_) => self.error(span.start, format!("`{text}` is too large; a number has at most 63 bits")),
        }
    }

    /// Parses `w[`, a name, a symbol, or hexadecimal digits, in this order of preference.
    fn word(&mut self) -> Parsed<Node> {
        let start = self.at;
        self.take_while(is_name_part);
        // ca65 writes `scope::name`.
        while self.rest().starts_with("::") {
            self.at += 2;
            self.take_while(is_name_part);
        }
        let word = self.text.get(start..self.at).unwrap_or_default();
        if word.eq_ignore_ascii_case("w") && self.rest().starts_with('[') {
            return self.element(Space::Word, "[", "]");
        }
        // The alternate registers of the Z80 are AF' to HL'.
        let primed = self.text.get(start..=self.at).filter(|text| text.ends_with('\''));
        if let Some(id) = primed.and_then(|text| self.program.resolve(text)) {
            self.at += 1;
            return Ok(Node::Value(id));
        }
        if let Some(id) = self.program.resolve(word) {
            return Ok(Node::Value(id));
        }
        if let Some(number) = self.program.symbol(word) {
            return Ok(Node::Number(number));
        }
        match i64::from_str_radix(without_h(word), 16) {
            Ok(number) if self.language.notation == Notation::Hexadecimal => Ok(Node::Number(number)),
            _ => self.unknown(start, word),
        }
    }

    fn unknown(&self, at: usize, word: &str) -> Parsed<Node> {
        let names = self.program.names();
        // Every name is similar to a single letter.
        let candidates = names.iter().map(String::as_str).filter(|name| name.len() > 1 && word.len() > 1);
        let hint = or_near(nearest(word, candidates));
        self.error(at, format!("unknown name `{word}`{hint}"))
    }
}

fn is_name_part(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || matches!(letter, '_' | '?' | '.' | '@')
}

/// Removes the H that may follow hexadecimal digits.
fn without_h(text: &str) -> &str {
    text.strip_suffix(['h', 'H']).unwrap_or(text)
}
