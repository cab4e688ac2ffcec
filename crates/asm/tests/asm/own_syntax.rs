//! Expressions of the compilers' assemblers in our own syntax have the same values.

use arcadian_asm::{Dialect, NoFiles, Options, assemble};
use arcadian_isa::Processor;
use proptest::prelude::*;

/// The names in expressions with their values.
const NAMES: [(&str, i32); 3] = [("_a", 0x1234), ("_b", 3), ("_c", 0xFF80)];

/// Returns the word that a source places, if it is assembled.
fn word(text: &str, dialect: Dialect, processor: Processor) -> Option<u16> {
    let defines = NAMES.map(|(name, value)| (name.to_owned(), value)).to_vec();
    let options = Options { processor: Some(processor), dialect, defines, ..Options::default() };
    let assembly = assemble("test", text, &options, &mut NoFiles).ok()?;
    Some(u16::from_le_bytes([*assembly.image.first()?, *assembly.image.get(1)?]))
}

fn expressions(
    unary: &'static [&'static str],
    binary: &'static [&'static str],
) -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        prop::sample::select(NAMES.map(|(name, _)| name.to_owned()).to_vec()),
        (0..20_u32).prop_map(|number| number.to_string()),
        Just("0x1f0".to_owned()),
    ];
    leaf.prop_recursive(4, 24, 2, move |inner| {
        prop_oneof![
            (prop::sample::select(unary), inner.clone()).prop_map(|(sign, value)| format!("{sign}{value}")),
            (inner.clone(), prop::sample::select(binary), inner.clone())
                .prop_map(|(left, sign, right)| format!("{left}{sign}{right}")),
            inner.prop_map(|inner| format!("({inner})")),
        ]
    })
}

/// Compares an expression in a dialect with the same one in our own syntax. Returns whether both have a value.
fn is_compared(name: &str, directive: &str, expression: &str) -> Result<bool, TestCaseError> {
    let dialect = Dialect::named(name).expect("a dialect");
    let processor = if name == "ca65" { Processor::Mos6502 } else { Processor::Z80 };
    let Some(own) = dialect.in_own_syntax(expression, &mut str::to_owned) else { return Ok(false) };
    let mask = if name == "sdcc" { "" } else { "&0xffff" };
    let value = word(&format!(" {directive} ({expression}){mask}\n"), dialect, processor);
    let own_directive = if processor == Processor::Z80 { "DW" } else { ".WORD" };
    let own_value = word(&format!(" {own_directive} ({own})&0FFFFH\n"), Dialect::OWN, processor);
    let (Some(value), Some(own_value)) = (value, own_value) else { return Ok(false) };
    prop_assert_eq!(value, own_value, "{} is {}", expression, own);
    Ok(true)
}

proptest! {
    #[test]
    fn expressions_of_sdasz80(expression in expressions(&["-", "~", "<", ">", "+"], &["+", "-", "*", "<<", ">>", "&", "|", "^", "/"])) {
        is_compared("sdcc", ".dw", &expression)?;
    }

    #[test]
    fn expressions_of_z80asm(expression in expressions(&["-", "~", "+"], &["+", "-", "*", "<<", ">>", "&", "|", "^", "/"])) {
        is_compared("z88dk", "defw", &expression)?;
    }

    #[test]
    fn expressions_of_ca65(expression in expressions(&["-", "~", "<", ">", "+"], &["+", "-", "*", "<<", ">>", "&", "|", "^", "/"])) {
        is_compared("ca65", ".word", &expression)?;
    }
}

/// The comparison is of something: these have values in both.
#[test]
fn expressions_have_values() {
    for (name, directive, expression, own) in [
        ("ca65", ".word", ">_a+1", "(>_a)+1"),
        ("ca65", ".word", "1|2&3+4", "7"),
        ("ca65", ".word", "_a|2&3+4", "(_a|2)+4"),
        ("ca65", ".word", "_a-(_b-1)", "_a-(_b-1)"),
        ("ca65", ".word", "-_a*2", "-_a*2"),
        ("ca65", ".word", "_a>>1+2", "_a>>1+2"),
        ("sdcc", ".dw", "_a/3+1", "_a/3+1"),
        ("sdcc", ".dw", "2+1<<2", "12"),
        ("sdcc", ".dw", "_a+1<<2", "(_a+1)<<2"),
        ("z88dk", "defw", "_a*2+1", "_a*2+1"),
    ] {
        let dialect = Dialect::named(name).expect("a dialect");
        let found = dialect.in_own_syntax(expression, &mut str::to_owned);
        assert_eq!(found.as_deref(), Some(own), "{expression}");
        assert!(is_compared(name, directive, expression).expect("the same value"), "{expression}");
    }
    for (name, expression) in [
        // Truth has another value, and negative numbers are shifted in another way.
        ("ca65", "_a<_b"),
        ("ca65", "(_b-_a)>>1"),
        ("sdcc", "_a*2/3"),
        ("z88dk", "_a=_b"),
        ("sdcc", "_a+"),
    ] {
        let dialect = Dialect::named(name).expect("a dialect");
        assert_eq!(dialect.in_own_syntax(expression, &mut str::to_owned), None, "{expression}");
    }
}
