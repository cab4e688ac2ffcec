//! The lines of copt that begin with a percent sign and a word.
//!
//! Source of the facts: z88dk `src/copt/copt.c`, `opt`, `check`, `check_eval`, `check_member`, `check_notsame` and `rpn_eval`.

use super::Line;
use crate::rules::{
    rule::{Condition, RuleError},
    term::Operator,
    text::number,
    value::{Function, Property, Value},
};

/// What such a line says.
pub(super) enum Directive {
    Title(String),
    Condition(Condition),
}

type Build = fn(&str) -> Option<Condition>;

/// Of two words with the same beginning the longer comes first.
const MEANINGS: &[(&str, Build)] = &[
    ("%check", check),
    // What the user asks for on the command line does not change the meaning of the code.
    ("%notopt", |_| Some(Condition::Always)),
    ("%opt", |_| Some(Condition::Always)),
    ("%notcompiler", |_| Some(Condition::Always)),
    ("%compiler", |_| Some(Condition::Always)),
    ("%notcpu", |name| Some(if name == "z80" { Condition::Never } else { Condition::Always })),
    ("%cpu", |name| Some(if name == "z80" { Condition::Always } else { Condition::Never })),
    ("%eval", eval),
    ("%notSame", |text| {
        let values: Vec<Value> = text.split_whitespace().map(value).collect();
        (values.len() == 2).then_some(Condition::Distinct(values))
    }),
    ("%not", |text| member(text, false)),
    ("%is", |text| member(text, true)),
];

/// Reads a line; `None` if it is code.
pub(super) fn read(line: Line) -> Result<Option<Directive>, RuleError> {
    let text = line.text.trim_end();
    if let Some(title) = text.strip_prefix("%title") {
        return Ok(Some(Directive::Title(title.trim().to_owned())));
    }
    let meaning = MEANINGS.iter().find(|(word, _)| text.starts_with(word) && !text.starts_with("%eval("));
    let Some((word, build)) = meaning else { return Ok(None) };
    match build(text.get(word.len()..).unwrap_or("").trim()) {
        Some(condition) => Ok(Some(Directive::Condition(condition))),
        None => Err(line.error(text, format!("wrong arguments of {word}"))),
    }
}

/// `result = expression`. An expression that ends in `!` is 1 if the number before is zero, else 0.
fn eval(text: &str) -> Option<Condition> {
    let (result, expression) = text.split_once('=')?;
    let result = number(result)?;
    Some(match reverse_polish(expression)? {
        Value::Apply(Function::Is(Property::Zero), operands) => {
            let holds = Condition::Equal(operands.into_iter().next()?, Value::text("0"));
            if result == 0 { holds.negated() } else { holds }
        }
        value => Condition::Equal(value, Value::text(result.to_string())),
    })
}

/// `low <= %n <= high`.
fn check(text: &str) -> Option<Condition> {
    let mut parts = text.split("<=").map(str::trim);
    let (low, variable, high) = (parts.next()?, parts.next()?, parts.next()?);
    Some(Condition::Between(number(low)?, value(variable), number(high)?))
}

/// `%n token token …`: the tokens are texts, or regular expressions in quotes.
fn member(text: &str, holds: bool) -> Option<Condition> {
    let (first, rest) = text.split_once(char::is_whitespace)?;
    let mut tokens = Vec::new();
    for token in rest.split(|c: char| c.is_whitespace() || c == '[' || c == ']') {
        match token.strip_prefix('"') {
            Some(quoted) => {
                // Only alternatives are read here; that is all that a list of tokens needs.
                let inner = quoted.strip_suffix('"')?;
                if inner.contains(['*', '+', '?', '.', '\\']) {
                    let reason = format!("the regular expression {token} in a list is not read");
                    return Some(Condition::Unknown(reason));
                }
                tokens.extend(inner.split('|').map(Value::text));
            }
            None => tokens.extend((!token.is_empty()).then(|| Value::text(token))),
        }
    }
    let first = value(first);
    Some(if holds { Condition::Among(first, tokens) } else { Condition::NoneOf(first, tokens) })
}

fn value(text: &str) -> Value {
    let is_variable =
        text.strip_prefix('%').is_some_and(|digit| digit.parse::<u8>().is_ok_and(|digit| digit < 10));
    if is_variable { Value::Variable(text.to_owned()) } else { Value::text(text) }
}

/// The greatest length of an expression, so that no recursion is too deep. Lines of copt have 512 characters at most.
const LONGEST: usize = 512;

/// Reads an expression in reverse Polish notation.
pub(super) fn reverse_polish(text: &str) -> Option<Value> {
    if text.len() > LONGEST {
        return None;
    }
    let mut stack = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '0'..='9' => {
                let end = rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len());
                stack.push(Value::text(rest.get(..end)?));
                end
            }
            '%' if rest.get(1..)?.starts_with(|c: char| c.is_ascii_digit()) => {
                stack.push(value(rest.get(..2)?));
                2
            }
            '!' => {
                let operand = pop(&mut stack);
                stack.push(Value::apply(Function::Is(Property::Zero), [operand]));
                1
            }
            _ => {
                let (spelling, length) = match first {
                    '%' => ("%", 2),
                    '<' => ("<<", 1),
                    '>' => (">>", 1),
                    _ => (rest.get(..first.len_utf8())?, first.len_utf8()),
                };
                let (right, left) = (pop(&mut stack), pop(&mut stack));
                stack.push(Value::arithmetic(Operator::spelled(spelling)?, left, right));
                length
            }
        };
        rest = rest.get(length..)?.trim_start();
    }
    let value = stack.pop()?;
    stack.is_empty().then_some(value)
}

/// What is taken from the empty stack is 0.
fn pop(stack: &mut Vec<Value>) -> Value {
    stack.pop().unwrap_or_else(|| Value::text("0"))
}
