//! What holds for any code.

use crate::read;
use arcadian_asm::fragment::read_fragment;
use arcadian_compare::{Limits, Question, Reason, Verdict, compare};
use arcadian_isa::Processor;
use proptest::prelude::*;

const PROCESSORS: [Processor; 3] = [Processor::I8080, Processor::Z80, Processor::Mos6502];

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

    /// What differs does not depend on which part is the old one, and no answer contradicts the emulators.
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

    /// Circuits say the same as decision diagrams.
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
