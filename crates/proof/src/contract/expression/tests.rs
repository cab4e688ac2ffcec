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
    for text in [
        "x = 7 and old(x) = 200",
        "z = 40000 and w = 1234H and w = $1234 and w = 0x1234",
        "old(x) + 100 = 300",
        "old(x) * z = 8000000",
        "x - old(x) = -193",
        "(x - old(x)) / 10 = -20 and (x - old(x)) mod 10 = 7",
        "7 / -2 = -4 and 7 mod -2 = -1",
        "-(7) / -2 = 3 and -(7) mod -2 = -1",
        "~x = -8 and ~x mod 256 = 248",
        "x | 8 = 15 and x & 3 = 3 and x ^ 1 = 6",
        "x + 1 << 2 = 32 and 1 << x = 128 and z >> x = 312",
        "-1 >> 5 = -1",
        "low(w) = 34H and high(w) = 12H and word(34H, 12H) = w",
        "signed(old(x)) = -56 and signed(z, 16) = -25536 and abs(signed(old(x))) = 56",
        "min(x, 3, 9) = 3 and max(x, 3, 9) = 9",
        "popcount(old(x)) = 3 and reverse(old(x)) = %00010011 and reverse(1, 4) = 8",
        "bit(x, 0) and not bit(x, 3) and bit(x, x - 5)",
        "text[0] = 1 and text[x - 4] = 255 and text = [1, 2, 3, 255]",
        "text[1..3] = [2, 3] and text[0..2] = 513 and len(text) = 4",
        "[10, 20, 30][text[1]] = 30",
        "all(i in 0..3: text[i] = i + 1) and not all(i in 0..4: text[i] = i + 1)",
        "any(i in 0..4: text[i] = 255) and count(i in 0..4: text[i] < 3) = 2",
        "sum(i in 0..4: text[i]) = 261 and xor(i in 0..3: text[i]) = 0",
        "fold(c = 1, i in 0..4: c * 2) = 16 and fold(c = old(x), i in 0..8: c / 2) = 0",
        "sum(i in 0..3: sum(j in 0..3: i * j)) = 9",
        "let a = x + 1 in a * a = 64",
        "(if carry then 1 else 2) = 1 and carry and carry = 1",
        "carry = (x < 8)",
        "0 < x <= 7 < 9 and 9 > x >= 7",
        "x = 7 or z / (x - 7) = 1",
        "TABLE + 1 = 1F1H",
        "'A' = 65 ; a comment",
        "X = 7 AND NOT (Z = 1)",
        "1 + 2 * 3 = 7 and not x = 8",
        "z <> x and x = [7, 0] and z mod %100 = 0 and true and not false",
        "all(i in 0..4: i = 3 or text[i] < text[i + 1]) and signed([7, 1]) = 263",
        "sum(i in 0..9999: x) = 69993 and all(i in 0..3: i = 0 or 6 / i >= 3)",
        "x == 7 and x != 8 and x <> 9",
        "text[0..3] = 030201H",
        "text = 0FF030201H and text = 4278387201",
        "x = 8 implies x = 9 implies x = 10",
        "x = 7 and (not x = 8) and carry = (not x = 8)",
        "x <= 7 implies 1 << 7 - x = 1",
        "4608 <= w < 4700 and 1 << w - 4608 > 0",
        "(if 8 > x then 200 << x else 0) = 25600 and 1 << min(w, 9) = 512",
    ] {
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
    for (text, part, message) in [
        ("z = q", "q", "`q` is not a field, a variable or a symbol of the sheet"),
        ("z = x +", "", "the condition ends here, where a value is expected"),
        ("z = (x", "", "`)` is missing"),
        ("z = x)", ")", "unexpected `)`"),
        ("x", "x", "this is a number, where a condition is expected"),
        ("x + 1", "x + 1", "this is a number, where a condition is expected"),
        ("x < y < 3", "y", "`y` is not a field, a variable or a symbol of the sheet"),
        ("carry = x > 7", ">", "a second comparison needs parentheses"),
        ("x and carry", "x", "this is a number, where a condition is expected"),
        ("text[4] = 1", "4", "the index must be from 0 to 3"),
        ("text[1..5] = 1", "1..5", "the range must be within 0..4"),
        ("text[0..x] = 1", "x", "a range must have constant bounds"),
        ("all(i in 0..x: carry)", "x", "a range must have constant bounds"),
        ("x / 0 = 1", "0", "division by zero"),
        ("foo(x) = 1", "foo", "there is no function `foo`"),
        ("bit(x) = 1", "bit(", "`bit` takes a value and the number of a bit"),
        ("old(z) = 1", "z", "`z` is not an input field"),
        ("1 << w = 1", "w", "the value can have more than 512 bits"),
        ("w < 500 implies 1 << w + 500 > 0", "w + 500", "the value can have more than 512 bits"),
        ("w > 7 or 1 << w > 0", "w", "the value can have more than 512 bits"),
        ("x % 2 = 1", "%", "unexpected `%`"),
        ("!carry", "!", "unexpected `!`"),
        ("x = 12Q3", "12Q3", "`12Q3` is not a valid number"),
        ("x = 'AB'", "'", "a character is written as in 'A'"),
        ("x = ä", "ä", "unexpected `ä`"),
        ("signed(x + 1) = 1", "x + 1", "the number of bits is not known here"),
        ("popcount(-x) = 1", "-x", "the set bits of a number that can be negative cannot be counted"),
        ("x[0][0] = 1", "x[0]", "this is a number; a field or a list is expected"),
        ("carry = not x = 8", "not", "`not` needs parentheses here"),
        ("let x = 1 in x = 1", "x", "`x` is a field; choose another name"),
        (
            "all(i in 0..1000: all(j in 0..1000: i <= 1000))",
            "i",
            "the condition takes more than 100000 steps",
        ),
        ("", "", "the condition ends here, where a value is expected"),
    ] {
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
