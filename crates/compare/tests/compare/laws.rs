//! Laws for any code; states that show a difference, which are complete: with 0 in all that they do not name, the parts differ; pointers
//! to what the parts push; and jumps to routines in place of a call and a return.

use arcadian_asm::fragment::read_fragment;
use arcadian_compare::{
    Counterexample, Limits, Question, Reason, StackApart, Verdict, can_have_tail_calls, compare, components,
    conditions, named, words,
};
use arcadian_isa::Processor::{self, I8080, Mos6502, Z80};
use proptest::prelude::*;

use crate::read;

const PROCESSORS: [Processor; 3] = [I8080, Z80, Mos6502];

/// Disassembles random bytes; what the assembler does not accept is left out.
fn code(processor: Processor, bytes: &[[u8; 4]]) -> String {
    let lines = bytes.iter().filter_map(|bytes| {
        let line = format!(" {}\n", processor.decode(bytes).ok()?.at(0x8000));
        read_fragment("line", &line, processor).is_ok().then_some(line)
    });
    lines.collect()
}

/// Returns the verdict about two texts, with few trials.
fn verdict(old: &str, new: &str, processor: Processor) -> Verdict {
    verdict_within(100_000, old, new, processor)
}

/// Returns the verdict with a number of nodes of decision diagrams.
fn verdict_within(nodes: usize, old: &str, new: &str, processor: Processor) -> Verdict {
    let (old, new) = (read(old, processor), read(new, processor));
    let mut question = Question::new(&old, &new);
    question.trials = 16;
    question.limits = Limits { nodes, gates: 50_000, conflicts: 5_000, tried: 1 << 20, ..Limits::default() };
    compare(&question).verdict
}

/// Returns what a verdict says, without the example. A state found by trying shows one aspect of several, so that the aspect is left out.
/// `pair` names the parts if the verdict contradicts the emulators.
fn name(verdict: &Verdict, pair: &str) -> String {
    match verdict {
        Verdict::Same => "same".to_owned(),
        Verdict::SameIf { dead, .. } => format!("{dead:?}"),
        Verdict::Different { .. } => "different".to_owned(),
        Verdict::Undecided(reason) => {
            let is_fault = matches!(reason, Reason::Disagreement(_) | Reason::Unproven);
            assert!(!is_fault, "{pair}: {reason}");
            "undecided".to_owned()
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    /// NOP changes nothing that is compared, before and after any code.
    #[test]
    fn nop_is_neutral(bytes in prop::collection::vec(any::<[u8; 4]>(), 1..5), which in 0..3_usize) {
        let processor = PROCESSORS[which];
        let code = code(processor, &bytes);
        // What follows LD A,R depends on the number of instructions, and so may what a branch into the code skips.
        prop_assume!(!code.contains("A,R"));
        for longer in [format!(" NOP\n{code}"), format!("{code} NOP\n")] {
            let verdict = verdict(&code, &longer, processor);
            let is_too_large = matches!(&verdict, Verdict::Undecided(reason) if !matches!(reason, Reason::Disagreement(_)));
            prop_assert!(is_too_large || matches!(verdict, Verdict::Same), "{processor}: {code}: {verdict:?}");
        }
    }

    /// Checks that the difference does not depend on which part is the old one, and that no answer contradicts the emulators.
    #[test]
    fn the_order_does_not_matter(
        one in prop::collection::vec(any::<[u8; 4]>(), 1..4),
        other in prop::collection::vec(any::<[u8; 4]>(), 1..4),
        which in 0..3_usize,
    ) {
        let processor = PROCESSORS[which];
        let (one, other) = (code(processor, &one), code(processor, &other));
        let name = |verdict: &Verdict| name(verdict, &format!("{processor}: {one} {other}"));
        let there = name(&verdict(&one, &other, processor));
        let back = name(&verdict(&other, &one, processor));
        let is_open = there == "undecided" || back == "undecided";
        prop_assert!(is_open || there == back, "{processor}: {one} {other}: {there} {back}");
    }

    #[test]
    fn circuits_agree_with_diagrams(
        one in prop::collection::vec(any::<[u8; 4]>(), 1..6),
        other in prop::collection::vec(any::<[u8; 4]>(), 1..6),
        which in 0..3_usize,
    ) {
        let processor = PROCESSORS[which];
        let (one, other) = (code(processor, &one), code(processor, &other));
        // With so few nodes no decision diagram has room.
        let names = [100_000, 16].map(|nodes| {
            let verdict = verdict_within(nodes, &one, &other, processor);
            name(&verdict, &format!("{processor}: {one} {other}"))
        });
        let is_open = names.iter().any(|name| name == "undecided");
        prop_assert!(is_open || names[0] == names[1], "{processor}: {one} {other}: {names:?}");
    }
}

/// Returns conditions that only this state satisfies, by its registers and the named memory.
fn pinned(found: &Counterexample, processor: Processor) -> String {
    let mut all: Vec<String> =
        found.entry.iter().map(|value| format!("{} = {}", value.name, value.value)).collect();
    let is_named = |name: &str| {
        found.entry.iter().any(|value| {
            value.name == name || name.len() == 1 && value.bits == 16 && value.name.contains(name)
        })
    };
    let rest = components(processor).into_iter().filter(|component| {
        let is_plain = !component.name.contains('\'') && !component.name.starts_with("IM");
        is_plain && !is_named(component.name) && !component.name.starts_with('I')
    });
    all.extend(rest.map(|component| format!("{} = 0", component.name)));
    all.extend(found.memory.iter().map(|(address, value)| format!("({address}) = {value}")));
    all.join(", ")
}

const MULTIPLY: &str =
    " LD B,8\n LD HL,0\nL1: ADD HL,HL\n RLC C\n JR NC,L2\n ADD HL,DE\nL2: DJNZ L1\n LD (4000H),HL\n";
const MULTIPLY_BYTES: &str =
    " LDA #0\n LDX #8\nL1: LSR $10\n BCC L2\n CLC\n ADC $11\nL2: ROR A\n ROR $12\n DEX\n BNE L1\n STA $13\n";

#[test]
fn a_state_found_by_trying_is_complete() {
    let cases = [
        (Z80, MULTIPLY.to_owned(), MULTIPLY.replace(" ADD HL,DE\n", " ADD HL,DE\n INC HL\n")),
        (Z80, MULTIPLY.to_owned(), MULTIPLY.replace("LD B,8", "LD B,7")),
        (Mos6502, MULTIPLY_BYTES.to_owned(), MULTIPLY_BYTES.replace("CLC", "SEC")),
    ];
    let mut sampled = 0;
    // Without gates there are no circuits, which would find it otherwise.
    for (gates, (processor, old, new)) in
        [0, Limits::default().gates].into_iter().flat_map(|gates| cases.iter().map(move |case| (gates, case)))
    {
        let (old, new) = (read(old, *processor), read(new, *processor));
        let mut question = Question::new(&old, &new);
        question.trials = 64;
        question.limits.gates = gates;
        let Verdict::Different { counterexample, .. } = compare(&question).verdict else {
            panic!("{processor}: different")
        };
        sampled += usize::from(counterexample.is_sampled);
        let text = pinned(&counterexample, *processor);
        question.requires = conditions(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let again = compare(&question).verdict;
        assert!(matches!(again, Verdict::Different { .. }), "{processor}: {text}: {again:?}");
    }
    assert!(sampled > 0, "no state is found by trying");
}

/// Checks parts whose use of the stack below a pointer that they load depends on the state. Memory that is free there is no difference.
#[test]
fn a_state_shows_memory_that_is_not_below_both_stack_pointers() {
    let pushes = [
        (Z80, " PUSH BC\n", " DEC SP\n DEC SP\n PUSH BC\n INC SP\n INC SP\n"),
        (I8080, " PUSH B\n", " DCX SP\n DCX SP\n PUSH B\n INX SP\n INX SP\n"),
        (Mos6502, " PHA\n", " TSX\n DEX\n TXS\n PHA\n INX\n TXS\n"),
    ];
    let ends = [
        (Z80, "B", " LD HL,0\n LD SP,HL\n"),
        (Z80, "B", " SBC HL,HL\n LD SP,HL\n"),
        (Z80, "B", " LD SP,1234H\n"),
        (Z80, "B", " LD SP,HL\n"),
        (Z80, "B", " LD SP,(4000H)\n"),
        (I8080, "B", " SPHL\n"),
        (I8080, "B", " LXI SP,1234H\n"),
        (Mos6502, "A", " LDX #$FF\n TXS\n"),
        (Mos6502, "A", " TYA\n TAX\n TXS\n"),
    ];
    for (processor, live, end) in ends {
        let (_, push, move_and_push) =
            pushes.into_iter().find(|(known, ..)| *known == processor).expect("a push");
        let part = |begin: &str| read(&format!("{begin}{end}"), processor);
        let (old, new) = (part(push), part(move_and_push));
        let mut question = Question::new(&old, &new);
        question.live.retain(|component| component.name == live);
        let found = compare(&question).verdict;
        let Verdict::Different { counterexample, .. } = found else { panic!("{end}: {found:?}") };
        let text = pinned(&counterexample, processor);
        question.requires = conditions(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let again = compare(&question).verdict;
        assert!(matches!(again, Verdict::Different { .. }), "{end}: {text}: {again:?}");
    }
}

/// Returns the answers if a pointer may lead to each pushed byte, to none that is pulled again, and to none.
fn stack_answers(processor: Processor, old: &str, new: &str, dead: &[&str]) -> [String; 3] {
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
        assert_eq!(stack_answers(processor, old, new, dead), expected, "{processor}: {old} -> {new}");
    }
}

/// Returns the answer without and with tail calls.
fn answers(processor: Processor, old: &str, new: &str) -> [String; 2] {
    let (old, new) = (read(old, processor), read(new, processor));
    let mut question = Question::new(&old, &new);
    question.trials = 64;
    let mut answer = |has_tail_calls: bool| {
        question.has_tail_calls = has_tail_calls;
        let answer = compare(&question);
        if let Verdict::Same = answer.verdict {
            assert!(can_have_tail_calls(&question) || !has_tail_calls);
        }
        words::verdict(processor, &answer.verdict)
    };
    [answer(false), answer(true)]
}

/// The return after a call is one of the part, and takes its time.
#[test]
fn a_jump_in_place_of_a_call_saves_the_return() {
    let (old, new) = (read("CALL X1; RET", Z80), read("JP X1", Z80));
    let mut question = Question::new(&old, &new);
    question.has_tail_calls = true;
    assert_eq!(compare(&question).cycles, Some((17, 17)));
}

#[test]
fn a_jump_is_a_call_and_a_return() {
    let (outside, elsewhere) = (
        "different: ports, volatile cells or called routines see something else",
        "different: they continue at different places",
    );
    let same = "the same for every state";
    let not_returning = "not decided: in the new part, line 1 calls a routine inside the part that leaves it without returning; \
        code outside could return into the part. If it jumps to another routine, --tail-calls may help";
    let cases = [
        (Z80, "CALL X1; RET", "JP X1", [outside, same]),
        (Z80, "JR X1", "CALL X1; RET", [outside, same]),
        (I8080, "CALL X1; RET", "JMP X1", [outside, same]),
        (Mos6502, "JSR X1; RTS", "JMP X1", [outside, same]),
        (Z80, "RST 8; RET", "JP 8", [outside, same]),
        // The first return is not to the end of the part.
        (Z80, "CALL X1", "JP X1", [outside, elsewhere]),
        // Another routine, another state before it, something between.
        (Z80, "CALL X1; RET", "JP X2", [outside, elsewhere]),
        (Z80, "INC A; CALL X1; RET", "JP X1", [outside, "the same if A, S, Z, HF, PV and N are dead"]),
        (Z80, "CALL X1; INC A; RET", "JP X1", [outside, "the same if A, S, Z, HF, PV and N are dead"]),
        (Z80, "PUSH BC; CALL X1; POP BC; RET", "JP X1", [outside, outside]),
        // The flags after the call decide whether the old part returns.
        (Z80, "CALL Z,X1; RET Z", "JP Z,X1", [outside, elsewhere]),
        (Z80, "CALL X1; CALL X1; RET", "CALL X1; JP X1", [outside, same]),
        (Z80, "CALL X1; INC A; CALL X1; RET", "CALL X1; JP X1", [outside, outside]),
        (Z80, "CALL Z,X1; RET", "JP Z,X1; RET", [outside, same]),
        (I8080, "RST 1; RST 1; RET", "RST 1; JMP 8", [outside, same]),
        // A routine of the part that ends with the call.
        (Z80, "CALL S; RET; S: CALL X1; RET", "CALL S; RET; S: JP X1", [not_returning, same]),
        // Nothing is called: both jump.
        (Z80, "XOR A; JP X1", "LD A,0; JP X1", ["the same if F is dead", "the same if F is dead"]),
    ];
    for (processor, old, new, expected) in cases {
        assert_eq!(answers(processor, old, new), expected, "{processor}: {old} -> {new}");
    }
}
