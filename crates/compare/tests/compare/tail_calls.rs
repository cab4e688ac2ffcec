//! Jumps to routines in place of a call and a return.

use crate::read;
use arcadian_compare::{Question, Verdict, can_have_tail_calls, compare, words};
use arcadian_isa::Processor::{self, I8080, Mos6502, Z80};

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
