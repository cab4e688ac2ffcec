//! Instructions that the assembler of z88dk adds to the Z80's: copt sees them, and they stand for two instructions each.
//!
//! Source of the facts: z88dk `src/z80asm/dev/cpu`, synthetic instructions.

use super::SLOT;
use crate::registers::{PAIRS, halves};

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
pub(crate) fn expanded(instruction: &str) -> Option<[String; 2]> {
    let (to, from) = instruction.strip_prefix("ld ")?.split_once(',')?;
    stepped(to, from).or_else(|| halved(to, from))
}

/// `ld a,(hl+)` and the like.
fn stepped(to: &str, from: &str) -> Option<[String; 2]> {
    let steps = [("(hl+)", "inc hl"), ("(hl-)", "dec hl")];
    let (memory, step) = steps.iter().find(|(memory, _)| to == *memory || from == *memory)?;
    let load = format!("ld {to},{from}").replace(memory, "(hl)");
    Some([load, (*step).to_owned()])
}

/// A load of a pair: of its high and of its low register.
fn halved(to: &str, from: &str) -> Option<[String; 2]> {
    let [to_high, to_low] = parts(to)?;
    let [from_high, from_low] = parts(from)?;
    let is_direct = |operand: &str| halves(operand).is_some();
    let is_one = is_direct(to) || is_direct(from);
    is_one.then(|| [format!("ld {to_low},{from_low}"), format!("ld {to_high},{from_high}")])
}

fn parts(operand: &str) -> Option<[String; 2]> {
    if let Some(halves) = halves(operand).filter(|_| !operand.starts_with('i')) {
        return Some(halves.map(str::to_owned));
    }
    let address = operand.strip_prefix("(i")?.strip_suffix(')')?;
    let is_indexed =
        address.get(1..).is_some_and(|offset| offset.is_empty() || offset.starts_with(['+', '-']));
    let zero = if address.len() == 1 { "+0" } else { "" };
    is_indexed.then(|| [format!("(i{address}{zero}+1)"), operand.to_owned()])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_instructions() {
        let cases = [
            ("ld bc,hl", "ld c,l; ld b,h"),
            ("ld de,(ix+5)", "ld e,(ix+5); ld d,(ix+5+1)"),
            ("ld (iy-2),hl", "ld (iy-2),l; ld (iy-2+1),h"),
            ("ld a,(hl+)", "ld a,(hl); inc hl"),
            ("ld (hl-),a", "ld (hl),a; dec hl"),
        ];
        for (text, expected) in cases {
            assert_eq!(expanded(text).map(|two| two.join("; ")).as_deref(), Some(expected), "{text}");
        }
        for text in ["ld a,b", "ld hl,N1", "ld (N1),hl", "ld sp,hl", "add hl,bc", "ld ix,(N1)", "ld a,(ix+1)"]
        {
            assert_eq!(expanded(text), None, "{text}");
        }
    }
}
