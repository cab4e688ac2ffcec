//! Expressions of mdlz80optimizer in constraints: numbers (also hexadecimal ones), variables, names, operators and parentheses.

use crate::rules::{
    rule::{Condition, LineKind, PatternLine, Piece, Rule, Template},
    term::{Grammar, Operator},
    value::Value,
};

/// The greatest number of operands of an expression, so that no recursion is too deep.
const MOST_OPERANDS: usize = 500;

/// Reads an expression; `None` if it is not one.
pub(super) fn read(text: &str) -> Option<Value> {
    let mut parser = Parser { rest: text, operands: 0 };
    let value = parser.level(0)?;
    parser.rest.trim().is_empty().then_some(value)
}

struct Parser<'t> {
    rest: &'t str,
    operands: usize,
}

impl Parser<'_> {
    fn level(&mut self, least: u8) -> Option<Value> {
        let mut left = self.operand()?;
        loop {
            self.rest = self.rest.trim_start();
            let found = Operator::at(self.rest, Grammar::C).filter(|(_, level, _)| *level >= least);
            let Some((operator, level, length)) = found else { return Some(left) };
            self.rest = self.rest.get(length..)?;
            let right = self.level(level + 1)?;
            left = Value::arithmetic(operator, left, right);
        }
    }

    fn operand(&mut self) -> Option<Value> {
        self.operands += 1;
        if self.operands > MOST_OPERANDS {
            return None;
        }
        self.rest = self.rest.trim_start();
        match self.rest.chars().next()? {
            '(' => {
                self.rest = self.rest.get(1..)?;
                let inner = self.level(0)?;
                self.rest = self.rest.trim_start().strip_prefix(')')?;
                Some(inner)
            }
            '-' => {
                self.rest = self.rest.get(1..)?;
                let value = self.operand()?;
                Some(Value::arithmetic(Operator::Subtract, Value::text("0"), value))
            }
            '?' => {
                let end = 1 + name(self.rest.get(1..)?);
                (end > 1).then(|| self.take(end)).flatten().map(Value::Variable)
            }
            '#' | '$' => {
                let end = 1 + name(self.rest.get(1..)?);
                let digits = self.take(end)?;
                let number = i64::from_str_radix(digits.get(1..)?, 16).ok()?;
                Some(Value::text(number.to_string()))
            }
            _ => {
                let end = name(self.rest);
                let quoted = usize::from(self.rest.get(end..)?.starts_with('\''));
                // Registers and mnemonics are in small letters, as in instructions.
                let word = (end > 0).then(|| self.take(end + quoted)).flatten();
                word.map(|word| Value::text(word.to_ascii_lowercase()))
            }
        }
    }

    fn take(&mut self, length: usize) -> Option<String> {
        let (taken, rest) = self.rest.split_at_checked(length)?;
        self.rest = rest;
        Some(taken.to_owned())
    }
}

/// Replaces such texts by sums. The variables are then bytes.
pub(super) fn computed(mut rule: Rule) -> Rule {
    for line in &mut rule.after {
        for name in sums(line) {
            rule.conditions.push(Condition::Between(0, Value::Variable(name), 255));
        }
    }
    rule
}

/// Replaces the texts of a line, and returns the variables in them.
fn sums(line: &mut PatternLine) -> Vec<String> {
    let LineKind::Code(Template(pieces)) = &mut line.kind else { return Vec::new() };
    let mut names = Vec::new();
    let mut at = 0;
    while at < pieces.len() {
        let bytes = variables(pieces.get(at + 1..).unwrap_or(&[]));
        if let Some(Piece::Text(text)) = pieces.get_mut(at)
            && bytes.len() > 1
            && let Some(before) = text.strip_suffix("0x")
        {
            *text = before.to_owned();
            pieces.splice(at + 1..=at + bytes.len(), sum(&bytes).map(Piece::Value));
            names.extend(bytes);
        }
        at += 1;
    }
    names
}

/// Returns the variables at the beginning.
fn variables(pieces: &[Piece]) -> Vec<String> {
    let name = |piece: &Piece| match piece {
        Piece::Variable(name) => Some(name.clone()),
        _ => None,
    };
    pieces.iter().map_while(name).collect()
}

/// Returns the number of these bytes, the highest first.
fn sum(bytes: &[String]) -> Option<Value> {
    bytes.iter().cloned().map(Value::Variable).reduce(|high, low| {
        let high = Value::arithmetic(Operator::Multiply, high, Value::text("256"));
        Value::arithmetic(Operator::Add, high, low)
    })
}

/// Returns the end of the name at the beginning of a text.
pub(super) fn name(text: &str) -> usize {
    text.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'_').count()
}
