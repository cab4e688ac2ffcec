//! Instructions that the assembler of z88dk adds to the Z80: copt sees them, and they stand for two instructions each.
//!
//! Source of the facts: z88dk `src/z80asm/dev/cpu`, synthetic instructions.

use super::SLOT;
use crate::rules::{
    term::{Grammar, Operator, Term},
    text::{Reader, Text, Token},
    value::{PAIRS, halves},
};

/// Returns the instructions as texts with slots.
pub(super) fn texts() -> Vec<String> {
    let pairs: Vec<&str> =
        PAIRS.iter().map(|(name, _)| *name).filter(|name| !name.starts_with('i')).collect();
    let mut texts = Vec::new();
    for to in &pairs {
        texts.extend(pairs.iter().filter(|from| *from != to).map(|from| format!("ld {to},{from}")));
        for index in ["ix", "iy"] {
            texts.push(format!("ld {to},({index}+{SLOT})"));
            texts.push(format!("ld ({index}+{SLOT}),{to}"));
        }
    }
    texts.extend(["ld a,(hl+)", "ld a,(hl-)", "ld (hl+),a", "ld (hl-),a"].map(str::to_owned));
    texts
}

/// Returns the two instructions that such an instruction stands for.
pub(crate) fn expanded(instruction: &Text) -> Option<[Text; 2]> {
    let (mnemonic, operands) = instruction.split_once(|c| c == ' ')?;
    if mnemonic.plain().as_deref() != Some("ld") {
        return None;
    }
    match &operands.split(',')[..] {
        [to, from] => stepped(to, from).or_else(|| halved(to, from)),
        _ => None,
    }
}

fn load(to: &Text, from: &Text) -> Text {
    Text::concat([&Text::from("ld "), to, &Text::from(","), from])
}

/// `ld a,(hl+)` and the like.
fn stepped(to: &Text, from: &Text) -> Option<[Text; 2]> {
    let steps = [("(hl+)", "inc hl"), ("(hl-)", "dec hl")];
    let (memory, step) = steps.iter().find(|(memory, _)| [to, from].contains(&&Text::from(*memory)))?;
    let plain =
        |operand: &Text| if *operand == Text::from(*memory) { Text::from("(hl)") } else { operand.clone() };
    Some([load(&plain(to), &plain(from)), Text::from(*step)])
}

/// A load of a pair: of its low and of its high register.
fn halved(to: &Text, from: &Text) -> Option<[Text; 2]> {
    let [to_high, to_low] = parts(to)?;
    let [from_high, from_low] = parts(from)?;
    let is_direct = |operand: &Text| operand.plain().is_some_and(|pair| halves(&pair).is_some());
    (is_direct(to) || is_direct(from)).then(|| [load(&to_low, &from_low), load(&to_high, &from_high)])
}

fn parts(operand: &Text) -> Option<[Text; 2]> {
    if let Some(plain) = operand.plain().filter(|plain| !plain.starts_with('i'))
        && let Some(halves) = halves(&plain)
    {
        return Some(halves.map(Text::from));
    }
    let address = operand.in_parentheses()?;
    let register =
        Text(address.0.get(..2)?.to_vec()).plain().filter(|register| ["ix", "iy"].contains(&&**register))?;
    let offset = Text(address.0.get(2..)?.to_vec());
    let offset = match offset.0.first() {
        None => Term::Number(0),
        Some(Token::Char('+' | '-')) => {
            Reader::read(&offset, Grammar::Z80asm, &mut |word| Some(Term::name(word))).ok()?
        }
        Some(_) => return None,
    };
    let next = Term::binary(Operator::Add, offset.clone(), Term::Number(1)).ok()?;
    let memory = |offset: Term| {
        Text::concat([&Text::from(format!("({register}+")), &Text::from(offset), &Text::from(")")])
    };
    Some([memory(next), memory(offset)])
}
