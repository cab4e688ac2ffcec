//! Expressions of a dialect in our own syntax.
//!
//! The engine reads an expression as always, by the dialect's precedence, and notes its parts here. What has only numbers becomes the
//! number that the dialect computes.

use crate::syntax::number::number;
use crate::syntax::operator::{Binary, Unary};
use crate::syntax::token::MADE;

/// The parts of an expression whose operator is not read yet.
#[derive(Debug, Default)]
pub(crate) struct Spelling {
    parts: Vec<Part>,
    /// Whether our own syntax does not have something that was read.
    is_lost: bool,
}

#[derive(Debug)]
struct Part {
    text: String,
    /// The precedence in our own syntax of its last operator.
    level: u8,
    /// Its value, if it is a number.
    number: Option<i64>,
    /// Whether its value is never negative and has 16 bits at most. What has more is divided and shifted in another way by an
    /// assembler that computes with 16 bits.
    is_word: bool,
}

/// The precedence of what needs no parentheses.
const VALUE: u8 = 9;

impl Spelling {
    pub(crate) fn lose(&mut self) {
        self.is_lost = true;
        self.parts.clear();
    }

    fn push(&mut self, text: String, level: u8, is_word: bool) {
        self.parts.push(Part { text, level, number: None, is_word });
    }

    /// Notes a number, as it is written if our own syntax gives it the same value.
    pub(crate) fn number(&mut self, text: &str, value: i64) {
        let is_same = number(text).is_some_and(|other| i64::from(other) == value);
        let level = if value < 0 { VALUE - 1 } else { VALUE };
        let text = if is_same { text.to_owned() } else { value.to_string() };
        self.parts.push(Part { text, level, number: Some(value), is_word: (0..=0xFFFF).contains(&value) });
    }

    /// Notes a name; it is replaced when the expression is complete.
    pub(crate) fn name(&mut self, name: &str) {
        self.push(format!("{MADE}{name}{MADE}"), VALUE, true);
    }

    pub(crate) fn here(&mut self) {
        self.push("$".to_owned(), VALUE, true);
    }

    pub(crate) fn unary(&mut self, operator: Unary, value: i64) {
        let Some(Part { text, level, number, is_word }) = self.parts.pop() else { return self.lose() };
        if number.is_some() {
            return self.number("", value);
        }
        let (sign, own) = match operator {
            Unary::Plus => return self.push(text, level, is_word),
            Unary::Minus => ("-", VALUE - 1),
            Unary::Not => ("~", VALUE - 1),
            // Our own operators apply to all that follows, so that in another expression they are in parentheses.
            Unary::Low => ("<", 0),
            Unary::High => (">", 0),
            _ => return self.lose(),
        };
        let text = if level < VALUE { format!("{sign}({text})") } else { format!("{sign}{text}") };
        self.push(text, own, matches!(operator, Unary::Low | Unary::High));
    }

    pub(crate) fn binary(&mut self, operator: Binary, value: i64) {
        let (Some(right), Some(left)) = (self.parts.pop(), self.parts.pop()) else { return self.lose() };
        if left.number.is_some() && right.number.is_some() {
            return self.number("", value);
        }
        let is_count = right.number.is_some_and(|count| (0..16).contains(&count));
        let (sign, level) = match operator {
            Binary::Multiply => ("*", 5),
            Binary::Divide if left.is_word && right.is_word => ("/", 5),
            Binary::Left | Binary::LeftLogical if is_count => ("<<", 5),
            Binary::Right | Binary::RightLogical if is_count && left.is_word => (">>", 5),
            Binary::Add => ("+", 4),
            Binary::Subtract => ("-", 4),
            Binary::And => ("&", 2),
            Binary::Or => ("|", 1),
            Binary::Xor => ("^", 1),
            _ => return self.lose(),
        };
        let are_words = left.is_word && right.is_word;
        let is_word = match operator {
            Binary::And => left.is_word || right.is_word,
            Binary::Or | Binary::Xor | Binary::Right | Binary::RightLogical | Binary::Divide => are_words,
            _ => false,
        };
        let enclosed = |part: Part, least: u8| {
            if part.level < least { format!("({})", part.text) } else { part.text }
        };
        let text = format!("{}{sign}{}", enclosed(left, level), enclosed(right, level + 1));
        self.push(text, level, is_word);
    }

    /// Returns the whole expression, with its names replaced.
    pub(crate) fn text(mut self, name: &mut dyn FnMut(&str) -> String) -> Option<String> {
        let whole = self.parts.pop().filter(|_| self.parts.is_empty() && !self.is_lost)?;
        // Every second piece is a name.
        let pieces = whole.text.split(MADE).enumerate();
        Some(pieces.map(|(at, piece)| if at % 2 == 1 { name(piece) } else { piece.to_owned() }).collect())
    }
}
