//! Conditions of SDCC that compare operands as texts.
//!
//! Source of the facts: SDCC `src/SDCCpeeph.c`, `operandsNotRelated`, `operandBaseName` and `notSimilar`; `src/z80/peep.c`,
//! `z80canAssign`.

/// Returns whether no two operands are the same, or parts of the same register pair, or both memory.
pub(super) fn are_unrelated(operands: &[String]) -> bool {
    operands.iter().enumerate().all(|(index, operand)| {
        // SDCC compares the base of one operand with the operand that comes before it.
        operands.iter().take(index).all(|other| are_two_unrelated(base(operand), other))
    })
}

fn are_two_unrelated(base_name: &str, other: &str) -> bool {
    let both_memory = base_name.contains('(') && other.contains('(');
    !both_memory && base_name != base(other)
}

/// Returns the pair that an operand belongs to. Memory that a pair addresses counts as the pair.
fn base(operand: &str) -> &str {
    match operand {
        "d" | "e" | "(de)" => "de",
        "b" | "c" | "(bc)" => "bc",
        "h" | "l" | "(hl)" => "hl",
        "a" => "af",
        _ if operand.contains("iy") => "iy",
        _ if operand.contains("ix") => "ix",
        _ => operand,
    }
}

/// Returns whether no operand is a part of another one.
pub(super) fn none_contains_another(operands: &[String]) -> bool {
    operands.iter().enumerate().all(|(index, operand)| {
        operands
            .iter()
            .skip(index + 1)
            .all(|other| !operand.contains(&**other) && !other.contains(&**operand))
    })
}

/// Returns whether an instruction loads the first operand from the second. Of three, one is an index register.
pub(super) fn is_assignable(operands: &[String]) -> bool {
    let operands: Vec<&str> = operands.iter().map(String::as_str).collect();
    match operands[..] {
        [to, _, "ix" | "iy"] => is_register(to),
        [_, "ix" | "iy", from] => is_register(from) || is_constant(from),
        [to, from] => is_load(to, from),
        _ => false,
    }
}

fn is_load(to: &str, from: &str) -> bool {
    // An address with a name, `(_x)`, has no mark, and SDCC does not take it.
    let memory = |operand: &str| operand.starts_with("(#");
    match (to, from) {
        _ if is_register(to) && is_register(from) => true,
        _ if is_half(to) && is_register(from) => from <= "e",
        _ if is_half(from) && is_register(to) => to <= "e",
        _ if is_half(to) && is_half(from) => to.get(..2) == from.get(..2),
        _ if is_register(to) || is_half(to) => {
            is_constant(from)
                || from == "(hl)" && is_register(to)
                || to == "a" && (is_indirect(from) || memory(from))
        }
        ("(hl)", from) => is_register(from) || is_constant(from),
        ("(bc)" | "(de)", from) => from == "a",
        ("sp", "hl" | "ix" | "iy") => true,
        _ if is_pair(to) => is_constant(from) || memory(from),
        _ if memory(to) => from == "a" || is_pair(from) || from == "sp",
        _ => false,
    }
}

fn is_register(operand: &str) -> bool {
    ["a", "b", "c", "d", "e", "h", "l"].contains(&operand)
}

fn is_half(operand: &str) -> bool {
    ["ixh", "ixl", "iyh", "iyl"].contains(&operand)
}

fn is_pair(operand: &str) -> bool {
    ["bc", "de", "hl", "ix", "iy"].contains(&operand)
}

fn is_indirect(operand: &str) -> bool {
    ["(bc)", "(de)", "(hl)"].contains(&operand)
}

/// Returns whether the operand is an immediate value, which SDCC marks with `#`.
fn is_constant(operand: &str) -> bool {
    operand.starts_with('#')
}
