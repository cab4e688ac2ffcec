//! New code that puts numbers together as text: `0x%2%1` has the two hexadecimal digits of each byte.
//!
//! Source of the facts: SDCC writes an immediate byte as `0x` and two digits, `src/SDCCasm.c`, `immedbyte`.

use crate::rules::{
    condition::Condition,
    rule::{LineKind, PatternLine, Piece, Rule, Template},
    term::Operator,
    value::Value,
};

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
