//! Pointers to what the parts push.

use crate::read;
use arcadian_compare::{Question, StackApart, compare, named, words};
use arcadian_isa::Processor::{self, Mos6502, Z80};

/// Returns the answers if a pointer may lead to each pushed byte, to none that is pulled again, and to none.
fn answers(processor: Processor, old: &str, new: &str, dead: &[&str]) -> [String; 3] {
    let (old, new) = (read(old, processor), read(new, processor));
    let mut question = Question::new(&old, &new);
    question.trials = 64;
    for name in dead {
        let dead = named(processor, name).unwrap_or_else(|_| panic!("{name}"));
        question.live.retain(|component| !dead.contains(component));
    }
    [StackApart::No, StackApart::Pulled, StackApart::Pushed].map(|stack| {
        question.stack_apart = stack;
        words::verdict(processor, &compare(&question).verdict)
    })
}

#[test]
fn pushed_bytes_to_which_no_pointer_leads() {
    let (memory, a, same) =
        ("different: memory is not the same", "the same if A is dead", "the same for every state");
    let cases: [(_, _, _, &[&str], _); 8] = [
        // What is pushed is pulled again.
        (Z80, "PUSH BC; LD A,(HL); POP BC", "LD A,(HL)", &[], [a, same, same]),
        // It stays.
        (Z80, "LD A,(HL); PUSH BC", "PUSH BC; LD A,(HL)", &[], [a, a, same]),
        (Z80, "PUSH BC; LD (HL),A", "LD (HL),A; PUSH BC", &[], [memory, memory, same]),
        (Mos6502, "PHA; LDX $10", "LDX $10; PHA", &[], [same, same, same]),
        // An address that is computed from the stack pointer is that of what was pushed.
        (
            Z80,
            "PUSH BC; LD HL,0; ADD HL,SP; LD A,(HL)",
            "PUSH BC; LD HL,0; ADD HL,SP; LD A,C",
            &["F"],
            [same, same, same],
        ),
        (
            Z80,
            "PUSH BC; LD HL,0; ADD HL,SP; LD A,(HL)",
            "PUSH BC; LD HL,0; ADD HL,SP; LD A,B",
            &["F"],
            [a, a, a],
        ),
        // The parts differ wherever pointers lead.
        (Z80, "PUSH BC; LD A,(HL)", "PUSH DE; LD A,(HL)", &[], [memory, memory, memory]),
        // A store that is forgotten is not a matter of pointers to the stack.
        (Z80, "LD (HL),A; PUSH BC", "PUSH BC", &[], [memory, memory, memory]),
    ];
    for (processor, old, new, dead, expected) in cases {
        assert_eq!(answers(processor, old, new, dead), expected, "{processor}: {old} -> {new}");
    }
}
