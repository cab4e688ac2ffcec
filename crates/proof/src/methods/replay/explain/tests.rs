//! Tests of the content of counterexamples.

use std::sync::{Arc, atomic::AtomicBool};

use arcadian_asm::NoFiles;

use crate::{Cancelled, Counterexample, Engine, Fault, Inputs, Routine, check_one_by_one, interruptible};

const LIMIT: u64 = 10_000;

fn explained(text: &str) -> Counterexample {
    let routine = Routine::read("test.asm", text, &mut NoFiles, &[]).expect("a sheet");
    let found = check_one_by_one(&routine, Engine::Own, Inputs::Sampled(1), 0..1 << 12, LIMIT);
    let failing = found.expect("an engine").failing.expect("a fault");
    Counterexample::explain(&routine, Engine::Own, LIMIT, &failing)
        .expect("no limit")
        .expect("it fails again")
}

/// The header and code of a routine with one input that it must return, the code, and the number of instructions before the first
/// state that recurs.
const ENDLESS: [(&str, &str, u64); 6] = [
    ("8080\n;! org: 0100H\n;! in: A = x\n;! out: A = y", "TEST: NOP\nSELF: JMP SELF\n", 1),
    // The loop runs three times before its state recurs. A and the flags differ when it begins.
    (
        "8080\n;! org: 0100H\n;! in: A = x\n;! out: A = y\n;! clobbers: B, F",
        "TEST: MVI B,3\nLOOP: MOV A,B\n ORA A\n JZ LOOP\n DCR B\n JMP LOOP\n",
        1 + 3 * 5 + 2,
    ),
    // R counts as well.
    (
        "z80\n;! org: 0100H\n;! in: A = x\n;! out: A = y\n;! clobbers: B, F",
        "TEST: LD B,3\nLOOP: LD A,B\n OR A\n JP Z,LOOP\n DEC B\n JP LOOP\n",
        1 + 3 * 5 + 2,
    ),
    (
        "6502\n;! org: $0200\n;! in: A = x\n;! out: A = y\n;! clobbers: X, P",
        "TEST: LDX #200\nWAIT: DEX\n BNE WAIT\nLOOP: TXA\n JMP LOOP\n",
        1 + 200 * 2,
    ),
    // Memory counts up to a limit.
    (
        "6502\n;! org: $0200\n;! in: A = x\n;! out: A = y\n;! clobbers: P, (COUNT)",
        "COUNT = $20\nTEST: LDA #0\n STA COUNT\nLOOP: LDA COUNT\n CMP #5\n BCS LOOP\n INC COUNT\n JMP LOOP\n",
        2 + 5 * 5 + 2,
    ),
    // All of it recurs.
    ("8080\n;! org: 0100H\n;! in: A = x\n;! out: A = y", "TEST: MOV A,A\n MOV B,B\n JMP TEST\n", 0),
];

#[test]
fn an_endless_loop_is_shown_from_the_first_state_that_recurs() {
    for (header, code, first) in ENDLESS {
        let wrong = explained(&format!(";! routine: TEST\n;! cpu: {header}\n;! ensures: y = x\n{code}"));
        assert!(matches!(wrong.faults[..], [Fault::Endless(_)]), "{:?}\n{code}", wrong.faults);
        assert_eq!(wrong.lost_after, Some(first), "{code}");
        assert_eq!(wrong.input, [("x".to_owned(), vec![0])], "{code}");
    }
}

#[test]
fn the_input_of_a_counterexample_is_small() {
    let sheet = |requires: &str, code: &str| {
        format!(
            ";! routine: TEST\n;! cpu: 8080\n;! org: 0100H\n;! in: A = x, BC = n, HL -> data:20\n;! out: A = y\n\
             ;! clobbers: F, D\n{requires};! ensures: y = x\nTEST: {code}\n RET\n"
        )
    };
    let cases: [(&str, &str, u8, u16, &[u8]); 6] = [
        ("", "CPI 41H\n RC\n XRA A", 0x41, 0, &[]),
        ("", "MOV D,A\n MOV A,C\n CPI 6\n MOV A,D\n RC\n INR A", 0, 6, &[]),
        (";! requires: n > 5\n", "INR A", 0, 6, &[]),
        (";! requires: n mod 7 = 3 and x < 9\n", "INR A", 0, 3, &[]),
        ("", "MOV D,M\n INR D\n DCR D\n RP\n INR A", 0, 0, &[0x80]),
        ("", "INX H\n MOV D,M\n DCX H\n INR D\n DCR D\n RZ\n INR A", 0, 0, &[0, 1]),
    ];
    for (requires, code, x, n, data) in cases {
        let wrong = explained(&sheet(requires, code));
        let mut all = vec![0; 20];
        all[..data.len()].copy_from_slice(data);
        let expected = [("x", vec![x]), ("n", n.to_le_bytes().to_vec()), ("data", all)];
        assert_eq!(wrong.input, expected.map(|(name, bytes)| (name.to_owned(), bytes)), "{code}");
        assert_eq!(wrong.placed.iter().map(|(_, address)| *address).collect::<Vec<_>>(), [0x4000], "{code}");
        assert!(wrong.memory.is_empty() && wrong.registers.is_empty(), "{code}");
    }
}

#[test]
fn a_placement_is_shown_only_where_it_matters() {
    let sheet = ";! routine: TEST\n;! cpu: 8080\n;! org: 0100H\n;! in: HL -> one:2, DE -> other:2\n;! out: HL -> one\n\
                 ;! clobbers: A, H, L\n;! ensures: one = [0, 0]\n\
                 TEST: XRA A\n MOV M,A\n INR L\n MOV M,A\n RET\n";
    let wrong = explained(&sheet.replace("A, H", "A, F, H"));
    let [(one, at), (other, 0x5000)] = &wrong.placed[..] else { panic!("{:?}", wrong.placed) };
    assert_eq!((one.name(), at & 0xFF, other.name()), ("one", 0xFF, "other"));
}

/// Whether code is missing is not known then.
#[test]
fn a_search_for_the_cause_that_is_cut_off_decides_nothing() {
    let text = ";! routine: TEST\n;! cpu: z80\n;! org: 0100H\n;! in: A = x\n;! out: A = y\n;! clobbers: (V)\n;! ensures: y = x\n\
                TEST: LD (V),A\n JP 5000H\nV: DB 0\n";
    assert_eq!(explained(text).faults, [Fault::Absent(0x5000)]);
    let routine = Routine::read("test.asm", text, &mut NoFiles, &[]).expect("a sheet");
    let found = check_one_by_one(&routine, Engine::Own, Inputs::Sampled(1), 0..1, LIMIT);
    let failing = found.expect("an engine").failing.expect("a fault");
    let explain = || Counterexample::explain(&routine, Engine::Own, LIMIT, &failing);
    assert_eq!(interruptible(&Arc::new(AtomicBool::new(true)), explain), Err(Cancelled));
}
