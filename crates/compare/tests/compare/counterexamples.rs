//! A state that shows a difference is complete: with 0 in all that it does not name, the parts differ.

use crate::read;
use arcadian_compare::{Counterexample, Limits, Question, Verdict, compare, components, conditions};
use arcadian_isa::Processor::{self, I8080, Mos6502, Z80};

/// Returns conditions that only this state satisfies, as far as registers and the named memory are concerned.
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

/// How deep the parts use the stack below a pointer that they load depends on the state. Memory that is free there is no difference.
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
