//! Routines that induction proves, and routines that it must not prove.

use arcadian_asm::NoFiles;

use crate::{
    Bounds, CycleProof, InductionStep, Method, Plan, ProveError, Routine, Settings, SheetError,
    prove_by_induction,
};

fn read(sheet: &str) -> Result<Routine, SheetError> {
    Routine::read("test.asm", sheet, &mut NoFiles, &[])
}

/// Returns the step that fails, or `None` if the proof succeeds.
fn fault(sheet: &str) -> Option<InductionStep> {
    let routine = read(sheet).expect("a sheet");
    match prove_by_induction(&routine, Bounds::default(), Settings::default().instruction_limit) {
        Ok(_) => None,
        Err(ProveError::NotInductive(fault)) => Some(fault.step),
        other => panic!("{other:?}"),
    }
}

const TIMES: &str = "\
;! routine: TIMES
;! cpu: 8080
;! org: 0100H
;! in: B = x
;! out: A = y
;! clobbers: B, F
;! requires: 0 < x < 50
;! ensures: y = 5 * x
;! at: LOOP: B = n, A = sum
;! invariant: 0 < n <= x
;! invariant: sum = 5 * (x - n)
;! decreases: n
TIMES:  XRA A
LOOP:   ADI 5
        DCR B
        JNZ LOOP
        RET
";

#[test]
fn a_loop_is_proven() {
    assert_eq!(fault(TIMES), None);
}

#[test]
fn wrong_sheets_fail_at_the_right_step() {
    let invariant = |text: &str| InductionStep::Invariant("LOOP".to_owned(), text.to_owned());
    let decreases = InductionStep::Decreases("LOOP".to_owned());
    let result = |text: &str| InductionStep::Result(text.to_owned());
    let cases = [
        // The code.
        ("ADI 5", "ADI 6", invariant("sum = 5 * (x - n)")),
        ("XRA A", "MVI A,5", invariant("sum = 5 * (x - n)")),
        ("        DCR B\n", "        DCR B\n        DCR B\n", invariant("0 < n <= x")),
        (
            "JNZ LOOP
        RET",
            "PUSH B
        JMP LOOP",
            InductionStep::StackDepth("LOOP".to_owned()),
        ),
        ("        RET", "        INR C\n        RET", result("C is preserved")),
        ("        RET", "        INR A\n        RET", result("`y = 5 * x`")),
        ("        RET", "        POP H\n        PCHL", result("H is preserved")),
        ("        RET", "        HLT", InductionStep::Returns),
        ("ADI 5", "STA 1234H", InductionStep::UndeclaredWrite),
        ("ADI 5", "OUT 1", InductionStep::Port),
        // The invariants.
        ("0 < n <= x", "n <= x", invariant("n <= x")),
        ("sum = 5 * (x - n)", "sum = 5 * x", invariant("sum = 5 * x")),
        ("sum = 5 * (x - n)", "sum >= 0", result("`y = 5 * x`")),
        ("decreases: n", "decreases: x", decreases.clone()),
        ("decreases: n", "decreases: n - 1 - x", decreases.clone()),
        ("decreases: n", "decreases: n / (n - 2)", decreases.clone()),
        ("requires: 0 < x < 50", "requires: x < 50", invariant("0 < n <= x")),
    ];
    let mut wrong = Vec::new();
    for (before, after, step) in cases {
        let sheet = TIMES.replace(before, after);
        assert_ne!(sheet, TIMES, "{before}");
        let found = fault(&sheet);
        if found.as_ref() != Some(&step) {
            wrong.push(format!("{before} -> {after}: {found:?}"));
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
}

/// Returns what is proven of the cycles of `TIMES` if its header states these, and `remaining`.
fn cycle_proof(cycles: &str, remaining: &str) -> CycleProof {
    let line = |key: &str, value: &str| {
        if value.is_empty() { String::new() } else { format!(";! {key}: {value}\n") }
    };
    let lines = line("remaining", remaining) + &line("cycles", cycles);
    let sheet = TIMES.replace(";! decreases: n\n", &format!(";! decreases: n\n{lines}"));
    let routine = read(&sheet).unwrap_or_else(|error| panic!("{error}"));
    prove_by_induction(&routine, Bounds::default(), 1000).expect("a proof")
}

/// XRA A takes 4 cycles, a round 22, RET 10.
#[test]
fn stated_cycles_are_proven_from_those_that_remain() {
    assert_eq!(cycle_proof("", ""), CycleProof::NotStated);
    assert_eq!(cycle_proof("36-1092", ""), CycleProof::NotProven(InductionStep::NoRemaining.alone().into()));
    for (cycles, remaining) in [
        ("36-1092", "22 * n + 10"),
        ("36-1092", "10 + n * 22"),
        ("36-1092", "22 * n + 10, 22 * n + 10"),
        ("36-1092", "32, 22 * n + 10"),
        ("14-2000", "10, 22 * n + 10"),
        ("36-2000", "22 * n + 10, 30 * n + 15"),
        ("36-1092", "sum(i in 0..50: if i < n then 22 else 0) + 10"),
    ] {
        assert_eq!(cycle_proof(cycles, remaining), CycleProof::Proven, "{cycles}; {remaining}");
    }
    for (cycles, remaining, to) in [
        // The whole routine.
        ("36-1091", "22 * n + 10", Some("LOOP")),
        ("37-1092", "22 * n + 10", Some("LOOP")),
        ("1092", "22 * n + 10", Some("LOOP")),
        // A round.
        ("36-1092", "22 * n + 10, 21 * n + 31", Some("LOOP")),
        ("0-5000", "22 * n + 10, 22 * (n mod 32) + 10", Some("LOOP")),
        ("0-5000", "23 * n + 9, 90 * n", Some("LOOP")),
        // The end.
        ("0-5000", "22 * n + 10, 22 * n + 9", None),
        ("0-5000", "22 * n + 11, 22 * n + 12", None),
        ("0-5000", "22 * n + 10, 0 * n", None),
        // Undefined for n = 2.
        ("0-5000", "0, 100 * n + 0 * (n / (n - 2))", Some("LOOP")),
    ] {
        let CycleProof::NotProven(ProveError::NotInductive(fault)) = cycle_proof(cycles, remaining) else {
            panic!("{cycles}; {remaining}");
        };
        assert!(matches!(fault.step, InductionStep::Cycles(_)), "{fault}");
        if let (InductionStep::Cycles(found), Some(to)) = (&fault.step, to) {
            assert_eq!(found.as_deref(), Some(to), "{cycles}; {remaining}");
        }
    }
}

/// A wrong routine usually shows itself in random runs. It should not wait for a proof, which can take long.
#[test]
fn random_inputs_come_first() {
    let plan =
        |sheet: &str, method| Settings { method, ..Settings::default() }.plan(&read(sheet).expect("a sheet"));
    for method in [Method::Auto, Method::Induction] {
        assert!(matches!(plan(TIMES, method), Ok(Plan::Inductive(..))));
        let wrong = plan(&TIMES.replace("ADI 5", "ADI 6"), method);
        assert!(matches!(wrong, Ok(Plan::Failed(result, _)) if result.failing.is_some()));
    }
}

/// A loop that does not end satisfies every invariant. It must not be proven.
#[test]
fn an_endless_loop_fails() {
    let sheet = TIMES.replace("DCR B", "NOP  ").replace("ADI 5", "NOP  ").replace("JNZ LOOP", "JMP LOOP");
    let sheet = sheet.replace("sum = 5 * (x - n)", "sum = 0");
    assert_eq!(fault(&sheet), Some(InductionStep::Decreases("LOOP".to_owned())));
}

/// State that no loop changes is known without an invariant, also on the stack; state that one loop changes is unknown at all labels.
#[test]
fn what_does_not_change_is_known() {
    let sheet = "\
;! routine: NESTED
;! cpu: z80
;! org: 8000H
;! in: B = x, D = y
;! out: D = z
;! clobbers: A, B, C, E, F
;! ensures: z = y
;! at: OUTER: B = i
;! decreases: if i = 0 then 256 else i, 1, 0
;! at: INNER: C = j
;! decreases: if i = 0 then 256 else i, 0, if j = 0 then 256 else j
NESTED: PUSH DE
OUTER:  LD   C,9
INNER:  LD   D,C
        DEC  C
        JR   NZ,INNER
        DJNZ OUTER
        POP  DE
        RET
";
    let error = read(sheet).expect_err("i is not known at INNER").to_string();
    assert!(error.contains("`i` is not a field"), "{error}");
    assert_eq!(fault(&sheet.replace("INNER: C = j", "INNER: B = i, C = j")), None);
    let other = sheet
        .replace("INNER: C = j", "INNER: B = i, C = j")
        .replace("PUSH DE", "PUSH BC")
        .replace("POP  DE", "POP  BC");
    assert_eq!(fault(&other), Some(InductionStep::Result("`z = y`".to_owned())));
}

/// A wrong routine may not be proven by a field with a value that a run never has.
#[test]
fn equations_between_fields_are_checked() {
    let sheet = TIMES.replace("sum = 5 * (x - n)", "sum = sum + 0 and n = n and sum = 5 * (x - n)");
    assert_eq!(fault(&sheet), None);
    let sheet = TIMES.replace("sum = 5 * (x - n)", "n = 1 and sum = 5 * (x - n)");
    assert!(matches!(fault(&sheet), Some(InductionStep::Invariant(..))));
    let sheet = TIMES.replace("sum = 5 * (x - n)", "n = x - sum / 5 and sum = 5 * (x - n)");
    assert_eq!(fault(&sheet), None);
}

#[test]
fn headers_are_checked() {
    let cases = [
        ("at: LOOP: B = n", "at: LOP: B = n", "`LOP` is not a label"),
        (";! decreases: n\n", "", "no `decreases` line follows"),
        ("decreases: n", "decreases: n +", "the condition ends here"),
        ("invariant: 0 < n", "invariant: 0 < m", "`m` is not a field"),
        ("invariant: 0 < n <= x", "invariant: n", "where a condition is expected"),
        ("at: LOOP: B = n, A = sum", "at: LOOP: B = n, HL = sum, H = high", "cannot bind `H` twice"),
        (";! decreases: n", ";! decreases: n\n;! expands: n", "closed under successors"),
        (";! decreases: n", ";! decreases: n\n;! at: LOOP\n;! decreases: x", "has an `at` line already"),
        (";! decreases: n", ";! decreases: n\n;! at: TIMES\n;! decreases: x, x", "the same number of values"),
        (";! at: LOOP: B = n, A = sum\n", "", "must follow a line"),
        (";! decreases: n", ";! decreases: n\n;! decreases: n", "twice"),
        (";! decreases: n", ";! decreases: n\n;! remaining: 22 * n", "there is none"),
        (
            ";! decreases: n",
            ";! decreases: n\n;! cycles: 9\n;! remaining: 1, 2, n",
            "takes one number or two",
        ),
        (";! decreases: n", ";! decreases: n\n;! cycles: 9\n;! remaining: m", "`m` is not a field"),
        (
            ";! decreases: n",
            ";! decreases: n\n;! remaining: n\n;! cycles: 9\n;! at: TIMES\n;! decreases: 99",
            "no `remaining` line follows, but line 13 has one",
        ),
    ];
    let mut wrong = Vec::new();
    for (before, after, message) in cases {
        let sheet = TIMES.replacen(before, after, 1);
        assert_ne!(sheet, TIMES, "{before}");
        let error = read(&sheet).expect_err(after).to_string();
        if !error.contains(message) {
            wrong.push(format!("{after}: {error}"));
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
}

#[test]
fn invariants_bound_shifts() {
    let sheet = "\
;! routine: POWER
;! cpu: 8080
;! org: 0100H
;! in: BC = n
;! out: HL = power
;! clobbers: B, C, F, A
;! requires: n < 16
;! ensures: power = 1 << n
;! at: LOOP: BC = left, HL = so_far
;! invariant: left <= n
;! invariant: left < 16 and so_far = 1 << n - left
;! decreases: left
POWER:  LXI H,1
LOOP:   MOV A,C
        ORA A
        RZ
        DAD H
        DCX B
        JMP LOOP
";
    assert_eq!(fault(sheet), None);
    let wrong = sheet.replace("n < 16", "n <= 16");
    assert!(matches!(fault(&wrong), Some(InductionStep::Invariant(..))));
    let wrong = sheet.replace("LXI H,1", "LXI H,2");
    assert!(matches!(fault(&wrong), Some(InductionStep::Invariant(..))));
}

/// Returns whether a sheet is proven with few nodes, so that what is not proven ends early.
fn is_proven(sheet: &str) -> bool {
    let routine = read(sheet).unwrap_or_else(|error| panic!("{error}"));
    prove_by_induction(&routine, Bounds { nodes: 500_000 }, 1000).is_ok()
}

/// Right sheets whose runs can take far too long for tests, and changes after which they are wrong.
#[test]
fn products_and_quotients_are_proven_by_algebra() {
    let cases: [(&str, &[(&str, &str)]); 7] = [
        (
            include_str!("../../../tests/products/div16_repeat.asm"),
            &[
                ("requires: d > 0", "requires: d >= 0"),
                ("q = x / d and r = x mod d", "q * d < x and r <= x"),
                ("q = x / d and r = x mod d", "q = x / d and r = (x + 1) mod d"),
                ("x = n * d + left", "x >= n * d + left"),
                ("x = n * d + left", "(n * d + left) mod 65536 = x"),
                ("SBB  D\n        RC", "SBB  D\n        RC\n        RZ"),
            ],
        ),
        (
            include_str!("../../../tests/products/div16_addback.asm"),
            &[("        DAD  B\n", ""), ("LXI  D,0FFFFH", "LXI  D,0"), ("(n + 1) mod 65536", "n + 1")],
        ),
        (
            include_str!("../../../tests/products/div16_zero.asm"),
            &[("d = 0 implies q = 65535", "q > 0"), ("d > 0 implies ", ""), ("        RZ\n", "")],
        ),
        (
            include_str!("../../../tests/products/mod16.asm"),
            &[
                ("r = x mod d", "r = x mod (d + 1)"),
                ("left mod d = x mod d", "left mod d = x / 2 mod d"),
                ("left mod d = x mod d", "left <= x"),
            ],
        ),
        (
            include_str!("../../../tests/products/mul16_repeat.asm"),
            &[
                ("p = x * y mod 65536", "p = x * y mod 131072"),
                ("s = x * (y - n) mod 65536", "s mod 256 = x * (y - n) mod 256"),
                ("s = x * (y - n) mod 65536", "2 * s mod 65536 = 2 * x * (y - n) mod 65536"),
                ("s = x * (y - n) mod 65536", "x * s mod 65536 = x * x * (y - n) mod 65536"),
                ("DAD  B", "DAD  D"),
            ],
        ),
        (
            include_str!("../../../tests/products/mul_nested.asm"),
            &[
                ("        INX  H\n", "        INR  L\n"),
                ("x - j) mod", "x - j + 1) mod"),
                ("        PUSH B\n", "        PUSH B\n        DCX  B\n"),
            ],
        ),
        (
            include_str!("../../../tests/products/square16_odd.asm"),
            &[("p = x * x mod 65536", "p = x * x"), ("        INX  D\n        INX  D\n", "        INX  D\n")],
        ),
    ];
    let mut wrong = Vec::new();
    for (sheet, changes) in cases {
        let title = sheet.lines().next().unwrap_or_default();
        if !is_proven(sheet) {
            wrong.push(format!("not proven: {title}"));
        }
        for (before, after) in changes {
            let changed = sheet.replacen(before, after, 1);
            assert_ne!(changed, sheet, "{before}");
            if is_proven(&changed) {
                wrong.push(format!("proven: {title}: {before} -> {after}"));
            }
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
}
