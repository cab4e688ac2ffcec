//! Tests of expressions: values, errors, lvalues and limits.

use arcadian_debugger::{
    Debuggee,
    debuggee::Lvalue,
    expression::{Expression, ValueError},
};
use proptest::prelude::*;

use crate::program;

fn value(program: &dyn Debuggee, text: &str) -> Result<i64, String> {
    let expression = Expression::parse(text, program).map_err(|error| format!("{}: {error}", error.at))?;
    expression.value(program).map_err(|why| why.to_string())
}

#[test]
fn values_in_machine_code() {
    let program = program("8080");
    let cases = [
        ("0300", 0x300),
        ("$300", 0x300),
        ("0x300", 0x300),
        ("300H", 0x300),
        ("300h", 0x300),
        ("#300", 300),
        ("%1010", 10),
        ("BEEF", 0xBEEF),
        ("beefh", 0xBEEF),
        ("'A'", 65),
        ("'''", 39),
        ("PC", 0x100),
        ("pc", 0x100),
        ("table", 0x115),
        ("[TABLE]", 1),
        ("[TABLE + 1]", 2),
        ("w[TABLE]", 0x201),
        ("W[TABLE]", 0x201),
        ("[[TABLE] + TABLE]", 2),
        ("2 + 3 * 4", 14),
        ("(2 + 3) * 4", 20),
        ("10 - 3 - 2", 11),
        ("#100 / 7 % 5", 4),
        ("7 × 6 ÷ 2", 21),
        ("1 << 4 + 1", 32),
        ("1 | 2 ^ 3 & 1", 3),
        ("6 & 3 == 3", 0),
        ("-2 * 3", -6),
        ("- - 2", 2),
        ("!0 + !5", 1),
        ("~0", -1),
        ("+5", 5),
        ("1 < 2 == 2 > 1", 1),
        ("1 <= 1 && 2 >= 2 && 1 <> 2 && 1 != 2", 1),
        ("1 = 1", 1),
        ("0 && 1/0", 0),
        ("5 || 1/0", 1),
        ("-1 || 0", 1),
        ("0 || -1", 1),
        ("0 || 0", 0),
        ("-8 >> 1", -4),
        ("-8 >> #100", -1),
        ("0 << #40", 0),
        ("7FFFFFFFFFFFFFFF", i64::MAX),
    ];
    for (text, expected) in cases {
        assert_eq!(value(program.as_ref(), text), Ok(expected), "{text}");
    }
}

#[test]
fn values_in_basic() {
    let mut program = program("basic");
    program.run(17, &mut |_| false);
    let cases = [
        ("10", 10),
        ("$10", 16),
        ("0x1f", 31),
        ("a", 14),
        ("I", 3),
        ("@(I) × 2", 18),
        ("@(1+1)*@(3)", 36),
        ("%(18000) = 0", 1),
        ("7 % (3)", 1),
        ("7 %(3)", 1),
        ("2 *(3)", 6),
        ("*(1) = 0 - 0", 1),
        ("A # I", 1),
        ("A#14", 0),
        ("A<>14", 0),
        ("'A'", 65),
        ("7÷2", 3),
        ("STEP", 17),
        ("-7 / 2", -3),
    ];
    for (text, expected) in cases {
        assert_eq!(value(program.as_ref(), text), Ok(expected), "{text}");
    }
    let mistakes = [
        ("AB", "0: unknown name `AB`"),
        ("@ (1)", "0: expected `@(`"),
        ("@(99999)", "99999 is not a valid address or index"),
        ("*", "0: expected `*(`"),
        ("%101", "0: expected `%(`"),
        ("#1", "0: unexpected `#`; expected a value"),
        ("1F", "0: `1F` is not a decimal number"),
    ];
    for (text, expected) in mistakes {
        assert_eq!(value(program.as_ref(), text), Err(expected.to_owned()), "{text}");
    }
}

#[test]
fn mistakes() {
    let program = program("8080");
    let cases = [
        ("", "0: expected a value"),
        ("1 +", "3: expected a value"),
        ("1 2", "2: unexpected `2`; expected an operator such as + or ="),
        ("1 # 2", "2: unexpected `#`; expected an operator such as + or ="),
        ("é", "0: unexpected `é`; expected a value"),
        (")", "0: unexpected `)`; expected a value"),
        ("(1", "0: `(` is not closed; expected `)`"),
        ("1 + [2)", "4: `[` is not closed; expected `]`"),
        ("TABEL", "0: unknown name `TABEL`; did you mean `TABLE`?"),
        ("1 + QUITEOTHER", "4: unknown name `QUITEOTHER`"),
        ("12G", "0: `12G` is not a hexadecimal number"),
        ("$", "0: `$` is not a hexadecimal number"),
        ("%12", "0: `%12` is not a binary number"),
        ("#1A", "0: `#1A` is not a decimal number"),
        ("0x", "0: `0x` is not a hexadecimal number"),
        ("'AB'", "0: expected one character between apostrophes, such as 'A'"),
        ("8000000000000000", "0: `8000000000000000` is too large; a number has at most 63 bits"),
        ("@(1)", "0: unknown name `@`"),
        ("1/0", "division by zero"),
        ("1%0", "division by zero"),
        ("[10000]", "65536 is not a valid address or index"),
        ("w[-1]", "-1 is not a valid address or index"),
        ("7FFFFFFFFFFFFFFF + 1", "arithmetic overflow"),
        ("7FFFFFFFFFFFFFFF * 2", "arithmetic overflow"),
        ("-7FFFFFFFFFFFFFFF - 2", "arithmetic overflow"),
        ("1 << #63", "arithmetic overflow"),
        ("1 << -1", "arithmetic overflow"),
        ("1 >> -1", "arithmetic overflow"),
        ("(-7FFFFFFFFFFFFFFF - 1) / -1", "arithmetic overflow"),
        ("(-7FFFFFFFFFFFFFFF - 1) % -1", "arithmetic overflow"),
        ("-(-7FFFFFFFFFFFFFFF - 1)", "arithmetic overflow"),
    ];
    for (text, expected) in cases {
        assert_eq!(value(program.as_ref(), text), Err(expected.to_owned()), "{text}");
    }
}

#[test]
fn names_of_the_z80() {
    let mut program = program("z80");
    let name = program.resolve("BC'").unwrap();
    program.set(Lvalue::Value(name), 0x1234).unwrap();
    assert_eq!(value(program.as_ref(), "BC'+1"), Ok(0x1235));
    assert_eq!(value(program.as_ref(), "bc'"), Ok(0x1234));
    assert_eq!(value(program.as_ref(), "BC"), Ok(0xFFFF));
}

#[test]
fn deep_and_long_expressions() {
    let program = program("6502");
    for (open, close) in
        [("(", ")"), ("[", "]"), ("-", ""), ("!", ""), ("1+(", ")"), ("1||1&&1|1^1&1=1<1<<1+1*(", ")")]
    {
        for count in [10, 150, 1000, 100_000] {
            let text = open.repeat(count) + "1" + &close.repeat(count);
            let read = Expression::parse(&text, program.as_ref());
            assert_eq!(read.is_ok(), count == 10 || (count == 150 && text.len() <= 1000), "{open} {count}");
        }
    }
    let long = "1+".repeat(499) + "1";
    assert_eq!(value(program.as_ref(), &long), Ok(500));
}

#[test]
fn lvalues() {
    let program = program("6502");
    let lvalue = |text: &str| Expression::parse(text, program.as_ref()).unwrap().lvalue(program.as_ref());
    assert_eq!(lvalue("A"), Ok(program.resolve("A").map(Lvalue::Value)));
    assert_eq!(lvalue("(X)"), Ok(program.resolve("X").map(Lvalue::Value)));
    assert!(matches!(lvalue("[TABLE+1]"), Ok(Some(Lvalue::Element(_, 0x314)))));
    assert_eq!(lvalue("A+1"), Ok(None));
    assert_eq!(lvalue("TABLE"), Ok(None));
    assert_eq!(lvalue("[1/0]"), Err(ValueError::DivisionByZero));
}

/// Generates a fully parenthesized expression of numbers, and its value if it has one.
fn tree() -> impl Strategy<Value = (String, Option<i128>)> {
    let leaf = (0..100_i64).prop_map(|number| (format!("#{number}"), Some(i128::from(number))));
    leaf.prop_recursive(5, 40, 2, |inner| {
        let operator = prop::sample::select(vec!["+", "-", "*", "/", "%", "&", "|", "^", "<", "="]);
        (inner.clone(), operator, inner).prop_map(|((left, l), operator, (right, r))| {
            let value = l.zip(r).and_then(|(l, r)| match operator {
                "+" => Some(l + r),
                "-" => Some(l - r),
                "*" => Some(l * r),
                "/" => l.checked_div(r),
                "%" => l.checked_rem(r),
                "&" => Some(l & r),
                "|" => Some(l | r),
                "^" => Some(l ^ r),
                "<" => Some((l < r).into()),
                _ => Some((l == r).into()),
            });
            let value = value.filter(|value| i64::try_from(*value).is_ok());
            (format!("({left} {operator} {right})"), value)
        })
    })
}

proptest! {
    #[test]
    fn any_text_is_parsed_or_rejected(text in "[-+*/%#$()\\[\\]'w0-9A-Ff@<>=!&|~ ×é]{0,40}") {
        for name in ["8080", "z80", "6502", "basic"] {
            let program = program(name);
            if let Err(error) = Expression::parse(&text, program.as_ref()).map(|expression| expression.value(program.as_ref())) {
                prop_assert!(text.is_char_boundary(error.at), "{error:?}");
                prop_assert!(!error.message.is_empty());
            }
        }
    }

    #[test]
    fn values_agree_with_arithmetic((text, expected) in tree()) {
        let program = program("8080");
        let found = value(program.as_ref(), &text).ok().map(i128::from);
        if text.len() <= 1000 {
            prop_assert_eq!(found, expected);
        }
    }
}
