//! Conditions with known values, and wrong conditions.

use super::{Evaluator, ExpressionError, Scope, Value, parse};
use crate::contract::field::{Field, Values};

fn fields() -> (Vec<Field<String>>, Vec<Field<String>>) {
    let field = |name: &str, values| Field::new(name.to_owned(), values);
    let inputs = vec![
        field("x", Values::Any(1)),
        field("w", Values::Any(2)),
        field("text", Values::Any(4)),
        field("carry", Values::Masked(&[1])),
    ];
    (inputs, vec![field("x", Values::Any(1)), field("z", Values::Any(2))])
}

fn bits(bytes: &[u8]) -> Vec<[bool; 8]> {
    crate::contract::routine::specification::concrete(bytes)
}

/// Evaluates a condition with x = 200, w = 1234H, text = 1, 2, 3, 255 and carry = 1 on entry, x = 7 and z = 40000 on exit.
fn holds(text: &str) -> Result<bool, ExpressionError> {
    let (inputs, outputs) = fields();
    let symbol = |name: &str| (name == "TABLE").then_some(0x1F0);
    let expr = parse(text, &Scope { inputs: &inputs, outputs: &outputs, symbol: &symbol, least_set: None })?;
    let values = |fields: &[Field<String>], bytes: &[&[u8]]| -> Vec<Value<bool>> {
        fields
            .iter()
            .zip(bytes)
            .map(|(field, bytes)| Value::of_field(field, bits(bytes).into_iter()))
            .collect()
    };
    let entry = values(&inputs, &[&[200], &[0x34, 0x12], &[1, 2, 3, 255], &[1]]);
    let exit = values(&outputs, &[&[7], &[0x40, 0x9C]]);
    Evaluator::new(entry, exit).condition(&expr, true)
}

#[test]
fn conditions_are_true() {
    for text in include_str!("true_conditions.txt").lines() {
        assert_eq!(holds(text), Ok(true), "{text}");
    }
}

#[test]
fn undefined_values_make_a_condition_false() {
    for text in [
        "z / (x - 7) = 0",
        "z / (x - 7) <> 0",
        "not (z / (x - 7) = 0)",
        "text[x] >= 0",
        "text[x - 8] >= 0",
        "1 << -(x & 1) >= 0",
        "x = 7 and z mod (x - 7) = 0",
        "any(i in 0..9: text[old(x) - 200 + i] = 77)",
    ] {
        assert_eq!(holds(text), Ok(false), "{text}");
    }
    for text in [
        "x <> 7 and z / (x - 7) = 0 or x = 7",
        "(if x = 7 then 1 else z / (x - 7)) = 1",
        "x = 8 implies text[x] = 1",
        "all(i in 0..9: i >= 4 or text[old(x) - 200 + i] > 0)",
    ] {
        assert_eq!(holds(text), Ok(true), "{text}");
    }
}

#[test]
fn errors_are_underlined() {
    // The condition, the part that is underlined, and the message.
    for line in include_str!("wrong_conditions.txt").lines() {
        let [text, part, message] = *line.split(" | ").collect::<Vec<_>>() else { panic!("{line}") };
        let error = holds(text).expect_err(text);
        assert_eq!((&text[error.span.clone()], error.message.as_str()), (part, message), "{text}");
    }
    for chain in [" and x >= 0".repeat(3000), "[0..1]".repeat(3000), " ^ 1".repeat(3000)] {
        let error = holds(&format!("text{chain} = 1")).expect_err("too long");
        assert_eq!(error.message, "the condition has more than 400 operators");
    }
    let deep = format!("{}x = 1{}", "(".repeat(60), ")".repeat(60));
    assert_eq!(holds(&deep).expect_err("too deep").message, "expressions are nested more than 50 deep");
}
