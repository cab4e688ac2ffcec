//! Reading an expression: what binds more strongly is read first (Pratt, 1973).

use std::ops::Range;

use arcadian_asm::nearest;

use super::{
    ExpressionError, Node,
    operator::{INFIXES, Infix, PREFIXES, Prefix},
};
use crate::debuggee::{Debuggee, Kind, Space};

/// Longer ones are nothing that a person wrote.
const LONGEST: usize = 1000;
/// So many operands, each inside of another, are being read at a time: about 200 parentheses.
const DEEPEST: usize = 400;

type Read<T> = Result<T, ExpressionError>;

pub(super) fn read(text: &str, program: &dyn Debuggee) -> Read<Node> {
    let is_basic = program.kind() == Kind::Basic;
    let mut reader = Reader { text, at: 0, depth: 0, is_basic, program };
    if text.len() > LONGEST {
        return reader.wrong(0, format!("this is too long; an expression has at most {LONGEST} characters"));
    }
    let node = reader.expression(0)?;
    match reader.next() {
        None => Ok(node),
        Some(other) => {
            let at = reader.at;
            reader.wrong(at, format!("`{other}` does not fit here; an operator such as + or = could follow"))
        }
    }
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    depth: usize,
    is_basic: bool,
    program: &'a dyn Debuggee,
}

impl<'a> Reader<'a> {
    fn wrong<T>(&self, at: usize, why: impl Into<String>) -> Read<T> {
        Err(ExpressionError { at, why: why.into() })
    }

    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or("")
    }

    /// The next character that is no blank; it is not taken.
    fn next(&mut self) -> Option<char> {
        self.at = self.text.len() - self.rest().trim_start().len();
        self.rest().chars().next()
    }

    fn take(&mut self, text: &str) -> bool {
        let is_there = self.rest().starts_with(text);
        self.at += if is_there { text.len() } else { 0 };
        is_there
    }

    /// The characters from here on for which this holds.
    fn run(&mut self, holds: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let run = rest.split_once(|letter| !holds(letter)).map_or(rest, |(run, _)| run);
        self.at += run.len();
        run
    }

    fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        if self.depth == DEEPEST {
            return self.wrong(self.at, "this is nested too deeply; write it with fewer parentheses");
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    /// Operands, and operators between them that bind more strongly than that.
    fn expression(&mut self, least: u8) -> Read<Node> {
        self.deeper(|reader| {
            let mut left = reader.operand()?;
            while let Some((spelling, infix)) = reader.infix().filter(|(_, infix)| infix.strength() > least) {
                reader.take(spelling);
                let right = reader.expression(infix.strength())?;
                left = Node::Infix(infix, left.into(), right.into());
            }
            Ok(left)
        })
    }

    fn infix(&mut self) -> Option<(&'static str, Infix)> {
        self.next()?;
        let rest = self.rest();
        let found = INFIXES.iter().find(|(spelling, _)| rest.starts_with(spelling)).copied();
        found.filter(|(spelling, _)| self.is_basic || *spelling != "#")
    }

    fn operand(&mut self) -> Read<Node> {
        let Some(first) = self.next() else {
            return self.wrong(self.at, "a value is missing here");
        };
        if let Some((_, prefix)) = PREFIXES.iter().find(|(letter, _)| *letter == first) {
            return self.signed(*prefix);
        }
        match first {
            '(' => self.enclosed("(", ")"),
            '[' => self.element(Space::Byte, "[", "]"),
            '$' => self.prefixed("$", 16, "hexadecimal"),
            '\'' => self.character(),
            '@' if self.is_basic => self.element(Space::At, "@(", ")"),
            '*' if self.is_basic => self.element(Space::Star, "*(", ")"),
            '%' if self.is_basic => self.element(Space::Memory, "%(", ")"),
            '%' => self.prefixed("%", 2, "binary"),
            '#' if !self.is_basic => self.prefixed("#", 10, "decimal"),
            digit if digit.is_ascii_digit() => self.number(),
            letter if is_part(letter) => self.word(),
            other => self.wrong(self.at, format!("`{other}` does not fit here; a value is expected")),
        }
    }

    fn signed(&mut self, prefix: Prefix) -> Read<Node> {
        self.at += 1;
        let operand = self.deeper(Self::operand)?;
        Ok(Node::Prefix(prefix, operand.into()))
    }

    fn enclosed(&mut self, open: &str, close: &str) -> Read<Node> {
        let begin = self.at;
        if !self.take(open) {
            return self.wrong(begin, format!("`{open}` is expected here"));
        }
        let inner = self.expression(0)?;
        self.next();
        match self.take(close) {
            true => Ok(inner),
            false => self.wrong(begin, format!("`{open}` is not closed; `{close}` is missing")),
        }
    }

    fn element(&mut self, space: Space, open: &str, close: &str) -> Read<Node> {
        Ok(Node::Element(space, self.enclosed(open, close)?.into()))
    }

    fn character(&mut self) -> Read<Node> {
        let begin = self.at;
        let mut letters = self.rest().chars().skip(1);
        match (letters.next(), letters.next()) {
            (Some(letter), Some('\'')) => {
                self.at += letter.len_utf8() + 2;
                Ok(Node::Number(u32::from(letter).into()))
            }
            _ => self.wrong(begin, "a character stands between two apostrophes: 'A'"),
        }
    }

    /// A number behind the sign that says its base.
    fn prefixed(&mut self, sign: &str, base: u32, kind: &str) -> Read<Node> {
        let begin = self.at;
        self.take(sign);
        let digits = self.run(|letter| letter.is_ascii_alphanumeric());
        self.digits(begin..self.at, digits, base, kind)
    }

    fn number(&mut self) -> Read<Node> {
        let begin = self.at;
        let text = self.run(|letter| letter.is_ascii_alphanumeric());
        let span = begin..self.at;
        if let Some(digits) = text.strip_prefix("0x").or(text.strip_prefix("0X")) {
            return self.digits(span, digits, 16, "hexadecimal");
        }
        match self.is_basic {
            true => self.digits(span, text, 10, "decimal"),
            false => self.digits(span, without_h(text), 16, "hexadecimal"),
        }
    }

    fn digits(&self, span: Range<usize>, digits: &str, base: u32, kind: &str) -> Read<Node> {
        let text = self.text.get(span.clone()).unwrap_or("");
        if digits.is_empty() || !digits.chars().all(|digit| digit.is_digit(base)) {
            return self.wrong(span.start, format!("`{text}` is no {kind} number"));
        }
        match i64::from_str_radix(digits, base) {
            Ok(number) => Ok(Node::Number(number)),
            Err(_) => self.wrong(span.start, format!("`{text}` is too large")),
        }
    }

    /// `w[`, a name, a symbol, or hexadecimal digits, in this order.
    fn word(&mut self) -> Read<Node> {
        let begin = self.at;
        let word = self.run(is_part);
        if word.eq_ignore_ascii_case("w") && self.rest().starts_with('[') {
            return self.element(Space::Word, "[", "]");
        }
        // The Z80's other registers are AF' to HL'.
        let primed = self.text.get(begin..=self.at).filter(|text| text.ends_with('\''));
        if let Some(name) = primed.and_then(|text| self.program.name(text)) {
            self.at += 1;
            return Ok(Node::Name(name));
        }
        if let Some(name) = self.program.name(word) {
            return Ok(Node::Name(name));
        }
        if let Some(number) = self.program.constant(word) {
            return Ok(Node::Number(number));
        }
        match i64::from_str_radix(without_h(word), 16) {
            Ok(number) if !self.is_basic => Ok(Node::Number(number)),
            _ => self.unknown(begin, word),
        }
    }

    fn unknown(&self, at: usize, word: &str) -> Read<Node> {
        let names = self.program.names();
        // One letter is near to everything.
        let long = names.iter().map(String::as_str).filter(|name| name.len() > 1 && word.len() > 1);
        let near = nearest(word, long);
        let why = match near {
            Some(near) => format!("there is no `{word}` here; did you mean {near}?"),
            None => format!("there is no `{word}` here"),
        };
        self.wrong(at, why)
    }
}

fn is_part(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || matches!(letter, '_' | '?' | '.' | '@')
}

/// Hexadecimal digits without the H that may stand behind them.
fn without_h(text: &str) -> &str {
    text.strip_suffix(['h', 'H']).unwrap_or(text)
}
