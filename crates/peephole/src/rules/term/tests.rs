//! Expressions keep their value on every path: written by the precedence of a rule file, read, printed for the assembler, and read by it.

use arcadian_asm::{fragment::Term as Step, read_fragment};
use arcadian_isa::Processor;
use proptest::prelude::*;

use super::{Grammar, Operator, Term};
use crate::rules::text::{Reader, Text, Token};

/// An expression, with its own evaluation.
#[derive(Clone, Debug)]
enum Tree {
    Number(i64),
    Name(usize),
    Minus(Box<Tree>),
    Not(Box<Tree>),
    Binary(usize, Box<Tree>, Box<Tree>),
}

/// The operators with their precedences in sdas, z80asm and C, as their manuals have them: a higher number binds tighter.
const SIGNS: [(&str, [u8; 3]); 8] = [
    ("+", [5, 5, 5]),
    ("-", [5, 5, 5]),
    ("*", [6, 6, 6]),
    ("&", [2, 2, 3]),
    ("|", [1, 1, 1]),
    ("^", [3, 1, 2]),
    ("<<", [4, 4, 4]),
    (">>", [4, 4, 4]),
];
const GRAMMARS: [Grammar; 3] = [Grammar::Sdas, Grammar::Z80asm, Grammar::C];
const NAMES: [&str; 3] = ["N1", "CONST2", "N8BITCONST"];

impl Tree {
    fn value(&self, names: &[i64; 3]) -> Option<i64> {
        let value = match self {
            Tree::Number(number) => *number,
            Tree::Name(name) => names[*name],
            Tree::Minus(tree) => -tree.value(names)?,
            Tree::Not(tree) => -1 - tree.value(names)?,
            Tree::Binary(sign, left, right) => {
                let (left, right) = (left.value(names)?, right.value(names)?);
                match SIGNS[*sign].0 {
                    "+" => left + right,
                    "-" => left - right,
                    "*" => left * right,
                    "&" => left & right,
                    "|" => left | right,
                    "^" => left ^ right,
                    "<<" if (0..16).contains(&right) => left * 2_i64.pow(u32::try_from(right).ok()?),
                    // What the assemblers make of negative numbers is not the same.
                    ">>" if (0..16).contains(&right) && left >= 0 => {
                        left / 2_i64.pow(u32::try_from(right).ok()?)
                    }
                    _ => return None,
                }
            }
        };
        Some(value).filter(|value| value.abs() < 1 << 31)
    }

    fn written(&self, grammar: usize, least: u8) -> String {
        match self {
            Tree::Number(number) => number.to_string(),
            Tree::Name(name) => NAMES[*name].to_owned(),
            Tree::Minus(tree) => format!("-{}", tree.written(grammar, 9)),
            Tree::Not(tree) => format!("~{}", tree.written(grammar, 9)),
            Tree::Binary(sign, left, right) => {
                let (sign, levels) = SIGNS[*sign];
                let level = levels[grammar];
                let text =
                    format!("{}{sign}{}", left.written(grammar, level), right.written(grammar, level + 1));
                if level < least { format!("({text})") } else { text }
            }
        }
    }
}

fn trees() -> impl Strategy<Value = Tree> {
    let leaf = prop_oneof![(0..300_i64).prop_map(Tree::Number), (0..3_usize).prop_map(Tree::Name)];
    leaf.prop_recursive(6, 24, 2, |inner| {
        prop_oneof![
            1 => inner.clone().prop_map(|tree| Tree::Minus(Box::new(tree))),
            1 => inner.clone().prop_map(|tree| Tree::Not(Box::new(tree))),
            8 => (0..SIGNS.len(), inner.clone(), inner)
                .prop_map(|(sign, left, right)| Tree::Binary(sign, Box::new(left), Box::new(right))),
        ]
    })
}

/// Computes what the assembler reads, step by step.
fn assembled(term: &Term, names: &[i64; 3]) -> Option<i64> {
    // The operand of this instruction has 16 bits; what is computed when it is read has more.
    if let Some(number) = term.number().filter(|number| !(-0x8000..0x1_0000).contains(number)) {
        return Some(number);
    }
    let text = term.to_string();
    let fragment = read_fragment("text", &format!(" LD HL,{text}\n"), Processor::Z80)
        .unwrap_or_else(|failure| panic!("{text}: {:?}", failure.diagnostics));
    let mut stack: Vec<i64> = Vec::new();
    for step in &fragment.instructions[0].value {
        let right = match step {
            Step::Number(_) | Step::Parameter(_) => 0,
            _ => stack.pop().expect("an operand"),
        };
        let mut left = || stack.pop().expect("an operand");
        let value = match step {
            Step::Number(number) => *number,
            Step::Parameter(number) => {
                let name = &fragment.parameters[*number];
                names[NAMES.iter().position(|other| other == name).expect("a name")]
            }
            Step::Minus => -right,
            Step::Not => !right,
            Step::Add => left() + right,
            Step::Subtract => left() - right,
            Step::Multiply => left() * right,
            Step::And => left() & right,
            Step::Or => left() | right,
            Step::Xor => left() ^ right,
            Step::Left if (0..32).contains(&right) => left() << right,
            Step::Right if (0..32).contains(&right) => left() >> right,
            _ => return None,
        };
        stack.push(value);
    }
    stack.pop()
}

fn read(text: &Text, grammar: Grammar) -> Option<Term> {
    Reader::read(text, grammar, &mut |word| Some(Term::name(word))).ok()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    /// From the text of a rule to the assembler.
    #[test]
    fn an_expression_keeps_its_value(tree in trees(), names in [0..65536_i64, 0..65536_i64, 0..256_i64]) {
        let Some(expected) = tree.value(&names) else { return Ok(()) };
        for (number, grammar) in GRAMMARS.into_iter().enumerate() {
            let text = tree.written(number, 0);
            // A number on the way can be too large for the assembler.
            let Some(term) = read(&Text::from(text.as_str()), grammar) else { continue };
            let of = |name: &str| NAMES.iter().position(|other| *other == name).map(|at| names[at]);
            prop_assert_eq!(term.value(&of), Some(expected), "{} as {}", text, term);
            prop_assert_eq!(assembled(&term, &names), Some(expected), "{} as {}", text, term);
            let (low, high) = term.range().unwrap_or((expected, expected));
            prop_assert!(low <= expected && expected <= high, "{} is {}, not {} to {}", term, expected, low, high);
        }
    }

    /// A term in the place of a name stays together, whatever is around it.
    #[test]
    fn a_term_in_the_place_of_a_name(outer in trees(), inner in trees(), names in [0..65536_i64, 0..65536_i64, 0..256_i64]) {
        let Some(value) = inner.value(&names) else { return Ok(()) };
        let Some(expected) = outer.value(&[value, names[1], names[2]]) else { return Ok(()) };
        let of = |name: &str| NAMES.iter().position(|other| *other == name).map(|at| names[at]);
        let text = |tree: &Tree| Text::from(tree.written(2, 0));
        let (Some(inner), Some(term)) = (read(&text(&inner), Grammar::C), read(&text(&outer), Grammar::C)) else {
            return Ok(());
        };
        let Ok(term) = term.with("N1", &inner) else { return Ok(()) };
        prop_assert_eq!(term.value(&of), Some(expected), "{}", term);
        prop_assert_eq!(assembled(&term, &names), Some(expected), "{}", term);
        // The same in a text, as the variable of a line.
        let mut line = Text::from("2*");
        line.0.push(Token::Term(inner.clone()));
        line.0.extend(Text::from("+1").0);
        let Some(term) = read(&line, Grammar::C) else { return Ok(()) };
        prop_assert_eq!(assembled(&term, &names), Some(2 * value + 1), "{}", term);
    }
}

#[test]
fn what_is_computed_at_once() {
    let cases: [(Operator, i64, i64, Option<i64>); 6] = [
        (Operator::ShiftLeft, -3, 2, Some(-12)),
        (Operator::Divide, -7, 2, Some(-3)),
        (Operator::Divide, 1, 0, None),
        (Operator::Modulo, 1, 0, None),
        (Operator::Multiply, 65536, 65536, None),
        (Operator::GreaterOrEqual, 2, 2, Some(-1)),
    ];
    for (operator, left, right, expected) in cases {
        let term = Term::binary(operator, Term::Number(left), Term::Number(right));
        assert_eq!(term.ok().and_then(|term| term.number()), expected, "{left} {operator:?} {right}");
    }
    // Shifts of numbers that can be negative are not divisions.
    let division = |left: &str| {
        let left = read(&Text::from(left), Grammar::C).expect("a term");
        Term::binary(Operator::Divide, left, Term::Number(4)).map(|term| term.to_string())
    };
    assert_eq!(division("N1+1").as_deref(), Ok("(N1+1)>>2"));
    assert_eq!(division("N1-1").as_deref(), Ok("(N1-1)/4"));
}

#[test]
fn a_term_of_too_many_parts_is_no_term() {
    let double = |term: Term| Term::binary(Operator::Multiply, term.clone(), term);
    let mut term = Ok(Term::name("N1"));
    for _ in 0..40 {
        term = term.and_then(double);
    }
    assert!(term.is_err());
}
