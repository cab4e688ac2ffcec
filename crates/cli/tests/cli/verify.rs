//! `verify`: bundled routines, sheets of the user, and refused input.

use serde_json::{Value, json};

use crate::support::{Folder, RunResult};

const RIGHT: &str = "\
;! routine: MYHALF
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A
;! oracle: f2_half
;! cycles: 25
0100  7C           MYHALF: MOV A,H
0101  65                   MOV H,L
0102  6F                   MOV L,A
0103  C9                   RET
";

/// A version that clears the lowest bit of byte 1.
const WRONG: &str = "\
;! routine: MYHALF
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F
;! oracle: f2_half
MYHALF: MOV A,H
        ANI 0FEH
        MOV H,L
        MOV L,A
        RET
";

const HEAD: &str = "routine  cpu  method     inputs      bytes  cycles        instructions\n";

fn verify(args: &[&str]) -> RunResult {
    Folder::with(&[]).run(&[&["verify"][..], args].concat())
}

/// Verifies a sheet of the user.
fn verify_sheet(text: &str, args: &[&str]) -> RunResult {
    Folder::with(&[("my.asm", text)]).run(&[&["verify", "my.asm"][..], args].concat())
}

fn outcome(result: &RunResult) -> (Option<i32>, &str, &str) {
    (result.status, &result.out, &result.err)
}

/// Returns name, processor, method and inputs of each routine in a text report that holds or is sampled.
fn rows(result: &RunResult) -> Vec<[&str; 4]> {
    let words = |line| <[&str; 4]>::try_from(str::split_whitespace(line).take(4).collect::<Vec<_>>());
    result
        .out
        .lines()
        .filter(|line| line.ends_with(" holds") || line.ends_with(" sampled"))
        .filter(|line| !line.contains(" routines: "))
        .map(|line| words(line).expect("words"))
        .collect()
}

#[test]
fn a_routine_as_text() {
    let expected = format!(
        "{HEAD}\
T2CW     8080 symbolic   2^16           12  79            12           holds
T2CW     6502 symbolic   2^16           21  44            13           holds
2 routines: all hold
"
    );
    assert_eq!(outcome(&verify(&["T2CW"])), (Some(0), &*expected, ""));
    assert_eq!(verify(&["t2cw"]).out, expected);
}

#[test]
fn a_routine_as_json() {
    let result = verify(&["T2CW", "--json"]);
    let mut report = result.json();
    assert_eq!((result.status, &*result.err), (Some(0), ""));
    let routines = report["routines"].as_array_mut().expect("routines");
    for routine in routines {
        let seconds = routine.as_object_mut().and_then(|routine| routine.remove("seconds"));
        assert!(seconds.and_then(|seconds| seconds.as_f64()).is_some_and(|seconds| seconds > 0.0));
    }
    let routine = |cpu: &str, bytes: u64, cycles: u64, instructions: u64| {
        json!({
            "name": "T2CW", "cpu": cpu, "method": "symbolic", "inputs": "2^16", "ok": true,
            "verdict": "holds", "sampled": false, "undecided": false, "bytes": bytes,
            "cycles": { "min": cycles, "max": cycles },
            "instructions": { "min": instructions, "max": instructions },
            "counterexample": null,
        })
    };
    let routines = [routine("8080", 12, 79, 12), routine("6502", 21, 44, 13)];
    assert_eq!(report, json!({ "ok": true, "routines": routines }));
}

/// The routine rejects the input with the fewest cycles early, but not the one with the most.
#[test]
fn inputs_with_the_fewest_and_the_most_cycles() {
    let result = verify(&["TTAKE", "--cpu", "8080", "--times"]);
    let shown: Vec<_> = result.out.lines().skip(2).collect();
    assert!(
        matches!(shown[..], [least, most] if least.starts_with("  22 cycles with number = ")
        && most.starts_with("  166 cycles with number = ") && most.contains(", board = ")),
        "{}",
        result.out
    );
    let report = verify(&["RSPEC", "--cpu", "6502", "--times", "--json"]).json();
    let at = &report["routines"][0]["cycles_at"];
    let position = |which: &str| u8::from_str_radix(at[which]["position"].as_str().expect("a byte"), 16);
    let is_in_the_last_column = position("min").is_ok_and(|position| position % 4 == 0 || position > 15);
    assert!(is_in_the_last_column, "{at}");
    assert!(position("max").is_ok_and(|position| position % 4 != 0 && position < 16), "{at}");
}

#[test]
fn routines_for_one_processor() {
    assert_eq!(rows(&verify(&["T2CW", "--cpu", "6502"])), [["T2CW", "6502", "symbolic", "2^16"]]);
    assert_eq!(rows(&verify(&["T2CW", "--cpu", "8080"])), [["T2CW", "8080", "symbolic", "2^16"]]);
    verify(&["T2CW", "--cpu", "z80"]).is_refused(&["no routine is left", "for that processor"]);
}

#[test]
fn each_method_reports_its_name_and_inputs() {
    for (args, method, inputs) in [
        (&["--method", "symbolic"][..], "symbolic", "2^16"),
        (&["--method", "exhaustive"], "exhaustive", "2^16"),
        (&["--method", "exhaustive", "--threads", "3"], "exhaustive", "2^16"),
        (&["--method", "random", "--samples", "100", "--seed", "5"], "random", "100"),
        (&["--method", "random"], "random", "65536"),
    ] {
        let result = verify(&[&["T2REF"], args].concat());
        let status = if method == "symbolic" { 0 } else { 1 };
        assert_eq!((result.status, &*result.err), (Some(status), ""), "{args:?}");
        let row = |cpu| ["T2REF", cpu, method, inputs];
        assert_eq!(rows(&result), [row("8080"), row("6502")], "{args:?}");
    }
}

/// Exit status 1, unless the user accepts it.
#[test]
fn sampled_is_not_proven() {
    let head = |method: &str, inputs: &str| format!("{HEAD}T2HALF   8080 {method:<10} {inputs:<11}");
    let row =
        |method, inputs| format!("{}     4  25            4            sampled\n", head(method, inputs));
    for (args, method, inputs, what) in [
        (&["--method", "random", "--samples", "100"][..], "random", "100", "100 samples"),
        (&["--method", "exhaustive"], "exhaustive", "2^16", "2^16 inputs with random initial states"),
    ] {
        let all = |more: &[&'static str]| verify(&[&["T2HALF", "--cpu", "8080"], args, more].concat());
        let expected = format!("{}  no fault in {what}; this is not a proof\n", row(method, inputs));
        assert_eq!(outcome(&all(&[])), (Some(1), &*expected, ""));
        assert_eq!(outcome(&all(&["--accept-sampled"])), (Some(0), &*expected, ""));
        for (accepts, more) in [(false, &["--json"][..]), (true, &["--json", "--accept-sampled"])] {
            let result = all(more);
            let report = result.json();
            let routine = &report["routines"][0];
            assert_eq!(
                (&report["ok"], &routine["ok"], &routine["sampled"]),
                (&json!(accepts), &json!(false), &json!(true))
            );
            assert_eq!(result.status, Some(if accepts { 0 } else { 1 }));
        }
    }
    let report = verify(&["T2HALF", "--json"]).json();
    assert_eq!(report["routines"][0]["sampled"], json!(false));
    let both = verify(&["T2HALF", "T2CW", "--cpu", "8080", "--method", "random", "--samples", "10"]);
    assert!(both.out.ends_with("2 routines: not all hold, 2 sampled\n"), "{}", both.out);
}

#[test]
fn impossible_methods() {
    verify(&["RTURN", "--method", "exhaustive"])
        .is_refused(&["cannot run RTURN exhaustively: it has 2^136 inputs"]);
    verify(&["HKHOPS", "--method", "symbolic"]).is_refused(&["HKHOPS", "not written as a formula"]);
    verify(&["T2CW", "--method", "symbolic", "--engine", "iz80"])
        .is_refused(&["cannot use --method symbolic with --engine"]);
    verify(&["T2CW", "--method", "guess"]).is_refused(&["auto, exhaustive, symbolic, induction, random"]);
    for option in ["--samples", "--threads"] {
        verify(&["T2CW", option, "0"]).is_refused(&[option]);
    }
}

#[test]
fn other_engines() {
    for (engine, cpu) in [("iz80", "8080"), ("mos6502", "6502")] {
        let result = verify(&["T2HALF", "--engine", engine]);
        assert_eq!((result.status, rows(&result)), (Some(1), vec![["T2HALF", cpu, "exhaustive", "2^16"]]));
        let result = verify(&["RFIND", "--engine", engine, "--samples", "50"]);
        assert_eq!((result.status, rows(&result)), (Some(1), vec![["RFIND", cpu, "random", "50"]]));
    }
}

#[test]
fn an_engine_for_the_other_processor() {
    let message = [
        "no routine is left",
        "iz80 runs only those for the 8080 and the Z80, mos6502 only those for the 6502",
    ];
    verify(&["T2CW", "--cpu", "6502", "--engine", "iz80"]).is_refused(&message);
    verify_sheet(RIGHT, &["--engine", "mos6502"]).is_refused(&message);
}

#[test]
fn mutants_of_a_small_routine() {
    let result = verify(&["T2HALF", "--cpu", "6502", "--mutants"]);
    let expected = format!(
        "{HEAD}\
T2HALF   6502 symbolic   2^16            6  14            4            holds
  51 mutants: 51 killed, 0 equivalent, 0 survived
"
    );
    assert_eq!(outcome(&result), (Some(0), &*expected, ""));
    let report = verify(&["T2HALF", "--cpu", "6502", "--mutants", "--json"]).json();
    assert_eq!(
        report["routines"][0]["mutants"],
        json!({ "killed": 51, "equivalent": [], "survived": [], "undecided": [] })
    );
    verify(&["T2HALF", "--mutants", "--engine", "iz80"]).is_refused(&["cannot be used with"]);
}

#[test]
fn claims_are_listed() {
    let result = verify(&["--claims"]);
    assert_eq!((result.status, &*result.err), (Some(0), ""));
    for line in [
        "f2_turn        board:2 -> board:2\n               4 x 4, figure 2: a quarter turn clockwise\n",
        "rotate_special position, board:16 -> board:16, refused\n",
        "ataxx_count    board:14 -> x, o, free\n",
    ] {
        assert!(result.out.contains(line), "{line}");
    }
    let report = verify(&["--claims", "--json"]).json();
    let claims = report["claims"].as_array().expect("claims");
    assert_eq!(result.out.lines().count(), 2 * claims.len());
    let field = |name: &str, bytes: u64| json!({ "name": name, "bytes": bytes });
    let about = "4 x 4, figure 2: a quarter turn clockwise";
    let (inputs, outputs) = ([field("board", 2)], [field("board", 2)]);
    assert_eq!(claims[0], json!({ "name": "f2_turn", "about": about, "inputs": inputs, "outputs": outputs }));
    verify(&["T2CW", "--claims"]).is_refused(&["cannot be used with"]);
}

#[test]
fn a_sheet_of_the_user() {
    let expected =
        format!("{HEAD}MYHALF   8080 symbolic   2^16            4  25            4            holds\n");
    assert_eq!(outcome(&verify_sheet(RIGHT, &[])), (Some(0), &*expected, ""));
}

#[test]
fn a_wrong_bit() {
    let expected = format!(
        "{HEAD}\
MYHALF   8080 symbolic   2^16            6  32            5            FAILS
  given      board = 00 01
  should be  board = 01 00
  is         board = 00 00
  `board` is wrong
  shown by   arcadian step my.asm --in board=0001 --go 2
"
    );
    assert_eq!(outcome(&verify_sheet(WRONG, &[])), (Some(1), &*expected, ""));
}

/// Returns the bytes of the field `board`.
fn bytes(fields: &Value) -> [u8; 2] {
    let text = fields["board"].as_str().expect("a board");
    let bytes: Vec<_> = text.split(' ').map(|byte| u8::from_str_radix(byte, 16).expect("a byte")).collect();
    bytes.try_into().expect("two bytes")
}

#[test]
fn a_counterexample_fails_as_reported() {
    for method in ["symbolic", "exhaustive", "random"] {
        let result = verify_sheet(WRONG, &["--method", method, "--json"]);
        let report = result.json();
        let routine = &report["routines"][0];
        assert_eq!((result.status, &*result.err), (Some(1), ""));
        assert_eq!((&report["ok"], &routine["ok"]), (&json!(false), &json!(false)));
        let wrong = &routine["counterexample"];
        let [low, high] = bytes(&wrong["input"]);
        assert_eq!([low, high], [0, 1], "{method}: {wrong}");
        assert_eq!(bytes(&wrong["expected"]), [high, low]);
        assert_eq!(bytes(&wrong["found"]), [high & 0xFE, low]);
        assert_eq!(wrong["faults"], json!(["`board` is wrong"]));
    }
}

/// The command line in the report starts the routine in the failing state, before the instruction that causes the fault.
#[test]
fn a_counterexample_is_shown_by_step() {
    let with = |more: &str, code: &str| {
        WRONG.replace("clobbers: A, F", &format!("clobbers: A, F{more}")).replace("ANI 0FEH", code)
    };
    let moved = "PUSH H\n        POP H\n        MOV B,L";
    for (text, next, commands, shown) in [
        // The register that changes.
        (with("", moved), "MOV  B,L", ["step", "registers"], "B "),
        // A byte of memory on which the fault depends, and an undeclared write.
        (
            with(", (T:1)", "LDA T\n        CPI 9\n        JNZ OK\n        STA 2000H\nOK:     MOV A,H")
                .replace("        RET\n", "        RET\nT:      DB 0\n"),
            "STA  2000",
            ["step", "memory 2000"],
            "2000",
        ),
        // A flip-flop.
        (with("", "EI"), "EI", ["step", "registers"], "step 2"),
        // The stack pointer on entry.
        (
            with(
                ", B, D",
                "XCHG\n        LXI H,0\n        DAD SP\n        MOV A,H\n        XCHG\n        CPI 0EFH\nLOOP:   JNZ LOOP\n        MOV A,H",
            ),
            "JNZ  LOOP",
            ["step 3", "registers"],
            "JNZ",
        ),
    ] {
        let folder = Folder::with(&[("my.asm", &text)]);
        let report = folder.run(&["verify", "my.asm", "--json"]).json();
        let command =
            report["routines"][0]["counterexample"]["command"].as_str().expect("a command").to_owned();
        let words: Vec<_> =
            command.split(' ').skip(1).chain(["-c", commands[0], "-c", commands[1]]).collect();
        let result = folder.run(&words);
        assert_eq!((result.status, &*result.err), (Some(0), ""), "{command}");
        let first = result.out.lines().find(|line| line.starts_with("   ")).expect("the next instruction");
        assert!(first.contains(next), "{command}\n{}", result.out);
        assert!(result.out.contains(shown), "{command}\n{}", result.out);
    }
}

#[test]
fn the_whole_contract_is_verified() {
    let fails = |text: &str, message: &str| {
        let result = verify_sheet(text, &[]);
        assert_eq!((result.status, &*result.err), (Some(1), ""));
        assert!(result.out.contains(message), "{}", result.out);
    };
    fails(&RIGHT.replace("clobbers: A", "clobbers: F"), "neither in `out` nor in `clobbers`");
    fails(&WRONG.replace("RET", "JMP MYHALF"), "it does not return: an endless loop");
    fails(&WRONG.replace("ANI 0FEH", "STA 0C000H"), "C000");
    fails(&WRONG.replace("ANI 0FEH", "OUT 12H"), "it accesses port 12");
    fails(&WRONG.replace("ANI 0FEH", "MOV L,A\n        IN 0FEH\n        MOV A,L"), "it accesses port FE");
    fails(&WRONG.replace("ANI 0FEH", "EI"), "interrupts were disabled and are enabled");
    fails(&WRONG.replace("ANI 0FEH", "DI"), "interrupts were enabled and are disabled");
    fails(&WRONG.replace("ANI 0FEH", "DI\n        EI"), "interrupts were disabled and are enabled");
    let allowed = WRONG.replace("ANI 0FEH", "DI\n        EI").replace("clobbers: A, F", "clobbers: A, INTE");
    assert_eq!(verify_sheet(&allowed, &[]).status, Some(0));
    // These bytes of addresses and operands are not instructions.
    let far = "JMP  NEXT\n        ORG  0F3FBH\nNEXT:   MVI  B,0FBH\n        MVI  B,0F3H";
    let operands = WRONG.replace("ANI 0FEH", far).replace("clobbers: A, F", "clobbers: A, B");
    assert_eq!(verify_sheet(&operands, &[]).status, Some(0));
}

#[test]
fn wrong_cycles_fail() {
    let wrong = RIGHT.replace("cycles: 25", "cycles: 24-25");
    let result = verify_sheet(&wrong, &[]);
    assert_eq!((result.status, &*result.err), (Some(1), ""));
    assert!(result.out.ends_with(" FAILS\n  the sheet states 24-25 cycles; they are 25\n"), "{}", result.out);
    let report = verify_sheet(&wrong, &["--json"]).json();
    let routine = &report["routines"][0];
    assert_eq!((&routine["ok"], &routine["counterexample"]), (&json!(false), &Value::Null));
    assert_eq!(routine["fault"], "the sheet states 24-25 cycles; they are 25");
    // Random inputs need not reach the extremes.
    assert_eq!(verify_sheet(&wrong, &["--method", "random", "--accept-sampled"]).status, Some(0));
}

/// A round takes 25 cycles. With n = 0 there is none.
const TRIANGLE: &str = "\
;! routine: TRIANGLE
;! cpu: 8080
;! org: 0100H
;! in: C = n
;! out: HL = sum
;! clobbers: A, B, C, F
;! ensures: sum = n * (n + 1) / 2
;! at: LOOP: C = i, HL = so_far
;! invariant: 0 < i <= n
;! invariant: so_far = n * (n + 1) / 2 - i * (i + 1) / 2
;! decreases: i
;! remaining: 25 * i + 10
;! cycles: 37-6416
TRIANGLE:
        LXI  H,0
        MVI  B,0
        MOV  A,C
        ORA  A
        RZ
LOOP:   DAD  B
        DCR  C
        JNZ  LOOP
        RET
";

#[test]
fn stated_cycles_of_an_induction_are_proven() {
    let result = verify_sheet(TRIANGLE, &[]);
    assert_eq!((result.status, &*result.err), (Some(0), ""));
    assert!(result.out.contains("  37-6416       -            holds\n"), "{}", result.out);
    let report = verify_sheet(TRIANGLE, &["--json"]).json();
    let routine = &report["routines"][0];
    assert_eq!(
        (&report["ok"], &routine["ok"], &routine["verdict"]),
        (&json!(true), &json!(true), &json!("holds"))
    );
    assert_eq!((&routine["cycles_sampled"], &routine["instructions_sampled"]), (&json!(false), &json!(true)));
    assert_eq!(routine["cycles"], json!({ "min": 37, "max": 6416 }));
    // Nothing is stated, so nothing is shown as if it was proven.
    let unstated = TRIANGLE.replace(";! remaining: 25 * i + 10\n;! cycles: 37-6416\n", "");
    let result = verify_sheet(&unstated, &[]);
    assert_eq!(result.status, Some(0));
    assert!(
        result.out.contains("  -             -            holds\n  random inputs took "),
        "{}",
        result.out
    );
    assert_eq!(verify_sheet(&unstated, &["--json"]).json()["routines"][0]["cycles_sampled"], true);
}

/// What every reader of the verdict sees if the stated cycles of a proven routine are not proven.
#[test]
fn stated_cycles_that_are_only_sampled_do_not_hold() {
    let without = TRIANGLE.replace(";! remaining: 25 * i + 10\n", "");
    let cases = [
        (without.clone(), "no `remaining` lines"),
        (without.replace("37-6416", "30-7000"), "no `remaining` lines"),
        (TRIANGLE.replace("25 * i + 10", "25 * i + 10, 25 * i + 11"), "from the entry to LOOP"),
        (
            TRIANGLE.replace("25 * i + 10", "20 * i + 10, 25 * i + 5"),
            "to the return, a run can take fewer or more",
        ),
    ];
    for (sheet, reason) in &cases {
        let result = verify_sheet(sheet, &[]);
        assert_eq!((result.status, &*result.err), (Some(1), ""), "{}", result.out);
        let [_, row, sampled, why, ..] = result.out.lines().collect::<Vec<_>>()[..] else {
            panic!("{}", result.out)
        };
        assert!(row.ends_with(" holds, cycles sampled"), "{row}");
        assert_eq!(sampled, "  cycles and instructions are those of random inputs");
        assert!(why.starts_with("  the stated cycles are not proven: ") && why.contains(reason), "{why}");
        assert_eq!(verify_sheet(sheet, &["--accept-sampled"]).status, Some(0));
        let result = verify_sheet(sheet, &["--json"]);
        assert_eq!(result.status, Some(1));
        let report = result.json();
        let routine = &report["routines"][0];
        assert_eq!(
            (&report["ok"], &routine["ok"], &routine["sampled"]),
            (&json!(false), &json!(false), &json!(true))
        );
        assert_eq!(
            (&routine["verdict"], &routine["cycles_sampled"]),
            (&json!("holds, cycles sampled"), &json!(true))
        );
        assert!(routine["no_cycle_proof"].as_str().is_some_and(|why| why.contains(reason)), "{routine}");
    }
    // Also if no run shows the cycles, because all are longer than the limit.
    let limited =
        verify_sheet(&without.replace("ensures", "requires: n > 99\n;! ensures"), &["--budget", "20"]);
    assert_eq!(limited.status, Some(1), "{}", limited.out);
    assert!(limited.out.contains(" holds, cycles sampled\n"), "{}", limited.out);
    let folder = Folder::with(&[("one.asm", TRIANGLE), ("other.asm", &without)]);
    let both = folder.run(&["verify", "one.asm", "other.asm"]);
    assert_eq!(both.status, Some(1));
    assert!(both.out.ends_with("2 routines: not all hold, 1 sampled\n"), "{}", both.out);
}

#[test]
fn wrong_cycles_of_an_induction_fail() {
    let result = verify_sheet(&TRIANGLE.replace("37-6416", "37-300"), &[]);
    assert_eq!(result.status, Some(1));
    assert!(
        result.out.contains(" FAILS\n  the sheet states 37-300 cycles; those of some inputs are "),
        "{}",
        result.out
    );
}

#[test]
fn wrong_sheets_are_refused() {
    for (from, to, message) in [
        ("0101  65", "0101  64", "the hand-assembled byte is 64, it should be 65"),
        (";! oracle: f2_half\n", "", "does not say what MYHALF must compute; add `;! ensures: CONDITION`"),
        ("f2_half", "f2_hafl", "`f2_hafl` is not a claim of the oracle; did you mean `f2_half`?"),
        ("f2_half", "chess", "`chess` is not a claim of the oracle; `arcadian verify --claims` lists them"),
        (
            "in: HL = board",
            "in: H = board.1",
            "byte 0 of `board` has no place; add a term for it to `;! in:`",
        ),
        (
            "out: HL = board",
            "out: L = board.0",
            "byte 1 of `board` has no place; add a term for it to `;! out:`",
        ),
        ("in: HL = board", "in: HL = bord", "cannot bind `HL` to `bord`: the fields are `board` (2 bytes)"),
        ("clobbers: A", "clobbers: X", "`X` is not a register"),
        (
            "in: HL = board",
            "in: HL = board, L = board.1",
            "cannot bind `L` twice: another term already uses it",
        ),
        (
            "out: HL = board",
            "out: HL = board, HL = board",
            "cannot bind `HL` twice: another term already uses it",
        ),
        (
            "clobbers: A",
            "clobbers: A, (MYHALF:65000)",
            "the sheet uses address EF00, which is reserved for the stack",
        ),
        ("routine: MYHALF", "routine: MINE", "the routine `MINE` is not a label"),
        ("cpu: 8080", "cpu: 8086", "`cpu` takes 8080, z80 or 6502"),
    ] {
        let sheet = RIGHT.replace(from, to);
        assert_ne!(sheet, RIGHT, "{from}");
        let result = verify_sheet(&sheet, &[]);
        result.is_refused(&[message, "my.asm"]);
        assert_eq!(result.err.matches("error: ").count(), 1, "{}", result.err);
    }
    verify_sheet("", &[]).is_refused(&["does not name a processor"]);
    verify_sheet("\tCPU 8080\nMINE:\tRET\n", &[]).is_refused(&["names no routine"]);
}

/// One invalid sheet prevents the verification of all.
#[test]
fn all_sheets_are_read_before_the_first_is_verified() {
    let wrong = RIGHT.replace("0101  65", "0101  64");
    let folder = Folder::with(&[("right.asm", RIGHT), ("wrong.asm", &wrong)]);
    folder.run(&["verify", "right.asm", "wrong.asm"]).is_refused(&["wrong.asm:10:7"]);
    folder.run(&["verify", "T2CW", "T2CQ"]).is_refused(&["T2CQ"]);
}

#[test]
fn missing_and_unreadable_routines() {
    verify(&["T2HAFL"]).is_refused(&["there is no routine `T2HAFL`; did you mean T2HALF?"]);
    verify(&["QQQQQQQQ"]).is_refused(&["there is no routine `QQQQQQQQ`;"]);
    verify(&["none.asm"]).is_refused(&["cannot read none.asm"]);
    verify(&["."]).is_refused(&[". is a directory"]);
    verify_sheet("\0\u{1}", &[]).is_refused(&["my.asm is a binary file"]);
}

/// An undecided routine does not hold, and the report names the option. 2^36 boards take more than a minute.
#[test]
fn a_time_limit() {
    let args = ["T3CW", "--cpu", "8080", "--method", "exhaustive", "--time-limit", "0.05"];
    let result = verify(&args);
    let expected = format!(
        "{HEAD}T3CW     8080 exhaustive 2^36           21  -             -            undecided\n  \
         not decided within --time-limit 0.05 (seconds)\n"
    );
    assert_eq!(outcome(&result), (Some(1), expected.as_str(), ""));
    let found = verify(&[&args[..], &["--json"]].concat()).json();
    assert_eq!((&found["ok"], &found["routines"][0]["ok"]), (&json!(false), &json!(false)));
    assert_eq!(
        (&found["routines"][0]["undecided"], &found["routines"][0]["cycles"]),
        (&json!(true), &Value::Null)
    );
}

#[test]
fn a_time_limit_that_is_not_reached_changes_nothing() {
    let args = ["T2CW", "T2HALF", "--mutants"];
    assert_eq!(verify(&[&args[..], &["--time-limit", "3600"]].concat()), verify(&args));
}

/// The 1,328 mutants take longer than the routine itself on every computer.
#[test]
fn a_time_limit_leaves_mutants_undecided() {
    let result = verify(&["TTAKE", "--cpu", "8080", "--mutants", "--time-limit", "0.3", "--threads", "1"]);
    assert_eq!(result.status, Some(1), "{result:?}");
    assert!(
        result.out.contains("undecided\n  not decided within --time-limit 0.3 (seconds)\n"),
        "{result:?}"
    );
}

#[test]
fn invalid_time_limits() {
    for limit in ["0", "-1", "soon"] {
        verify(&["T2CW", &format!("--time-limit={limit}")]).is_refused(&["--time-limit", "as in 10 or 0.5"]);
    }
}

#[test]
fn a_list_of_the_routines() {
    let result = verify(&["--list"]);
    assert_eq!((result.status, &*result.err), (Some(0), ""));
    assert!(
        result
            .out
            .starts_with("T2CW    8080  Turns the 4x4 board by a quarter turn clockwise\nT2CW    6502  "),
        "{}",
        result.out
    );
    assert_eq!(result.out.lines().count(), 88);
    let widest = result.out.lines().map(|line| line.chars().count()).max();
    assert!(widest.is_some_and(|columns| columns <= 80), "{widest:?}");
    let found = verify(&["--list", "--json", "t2cw", "--cpu", "6502"]).json();
    let title = "Turns the 4x4 board by a quarter turn clockwise";
    assert_eq!(found, json!({ "routines": [{ "name": "T2CW", "cpu": "6502", "title": title }] }));
    let own = verify_sheet(RIGHT, &["--list"]);
    assert!(own.out.starts_with("MYHALF  8080  "), "{own:?}");
}

/// The widest rows of the bundled routines.
#[test]
fn the_table_fits_80_columns() {
    let result = verify(&[
        "T2CAN",
        "T3REF",
        "RKEY",
        "TTAKE",
        "AANY",
        "HHOPS",
        "--method",
        "random",
        "--samples",
        "100",
    ]);
    let widest = result.out.lines().map(|line| line.chars().count()).max();
    assert!(widest.is_some_and(|columns| columns <= 80), "{}", result.out);
}

const OLD: &str = "\
;! routine: OLD
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! out: A = y
;! clobbers: F
OLD:    ADD  A
        RET
";

const NEW: &str = "\
;! routine: NEW
;! cpu: 8080
;! org: 0200H
;! in: A = x
;! out: A = y
;! clobbers: F, B
;! same-as: old.asm
NEW:    MOV  B,A
        ADD  B
        RET
";

/// The sheets may be compared by an option or by the header; what is kept differently is noted.
#[test]
fn a_sheet_is_compared_with_another() {
    let without = NEW.replace(";! same-as: old.asm\n", "");
    let folder = Folder::with(&[("old.asm", OLD), ("new.asm", NEW), ("plain.asm", &without)]);
    let expected = |file: &str| {
        format!(
            "{HEAD}NEW      8080 symbolic   256             3  19            3            holds\n  \
             note: old.asm keeps B; {file} may change that\n"
        )
    };
    let by_header = folder.run(&["verify", "new.asm"]);
    assert_eq!(outcome(&by_header), (Some(0), &*expected("new.asm"), ""));
    let by_option = folder.run(&["verify", "plain.asm", "--same-as", "old.asm"]);
    assert_eq!(outcome(&by_option), (Some(0), &*expected("plain.asm"), ""));
    folder.run(&["verify", "plain.asm"]).is_refused(&["plain.asm", "`;! same-as: FILE`"]);
    folder.run(&["verify", "--same-as", "old.asm"]).is_refused(&["ROUTINE"]);
    let report = folder.run(&["verify", "new.asm", "--json"]).json();
    let same_as = json!({ "name": "OLD", "file": "old.asm", "kept_only_there": ["B"], "kept_only_here": [] });
    assert_eq!(report["routines"][0]["same_as"], same_as);
}

/// An input shows the difference, and `step` compares with the same sheet.
#[test]
fn different_sheets_have_a_counterexample() {
    let wrong = NEW.replace("ADD  B", "ADC  B").replace(";! same-as: old.asm\n", "");
    let folder = Folder::with(&[("old.asm", OLD), ("new.asm", &wrong)]);
    let result = folder.run(&["verify", "new.asm", "--same-as", "old.asm"]);
    assert_eq!(result.status, Some(1), "{result:?}");
    let command =
        result.out.lines().find_map(|line| line.split_once("shown by   arcadian ")).expect("a command").1;
    assert!(command.starts_with("step new.asm --same-as old.asm --in x="), "{command}");
    let words: Vec<_> = command.split(' ').chain(["-c", "continue", "-c", "figure"]).collect();
    let shown = folder.run(&words);
    assert_eq!((shown.status, &*shown.err), (Some(0), ""));
    assert!(shown.out.contains("but OLD says"), "{}", shown.out);
}

/// A reference must itself be a function of its inputs, and sheets must not refer to each other in a circle.
#[test]
fn references_are_verified() {
    let vague = OLD.replace("ADD  A", "ADD  C");
    let folder = Folder::with(&[
        ("old.asm", &vague),
        ("new.asm", NEW),
        ("a.asm", &NEW.replace("old.asm", "b.asm")),
        ("b.asm", &NEW.replace("old.asm", "a.asm")),
        ("c.asm", &NEW.replace("old.asm", "none.asm")),
        ("d.asm", &NEW.replace(";! in: A = x", ";! in: A = z")),
    ]);
    let result = folder.run(&["verify", "new.asm"]);
    assert_eq!(result.status, Some(1), "{result:?}");
    assert!(result.out.contains("  OLD in old.asm, which it is compared with, fails:\n"), "{}", result.out);
    assert_eq!(
        folder.run(&["verify", "new.asm", "--json"]).json()["routines"][0]["of_reference"],
        json!(true)
    );
    folder.run(&["verify", "a.asm"]).is_refused(&[
        "b.asm:7:13",
        "`a.asm` is compared with this sheet",
        "^^^^^",
    ]);
    folder.run(&["verify", "c.asm"]).is_refused(&["cannot read the sheet `none.asm`"]);
    folder.run(&["verify", "d.asm"]).is_refused(&["cannot bind `A` to `z`: the fields are `x`"]);
}

#[test]
fn conditions_are_verified_and_errors_underlined() {
    let with = |line: &str| NEW.replace(";! same-as: old.asm", line);
    assert_eq!(verify_sheet(&with(";! ensures: y = 2 * x mod 256"), &[]).status, Some(0));
    let wrong = verify_sheet(&with(";! requires: x < 129\n;! ensures: y = 2 * x"), &[]);
    assert_eq!(wrong.status, Some(1), "{wrong:?}");
    for line in ["  given      x = 80\n", "  is         y = 00\n", "  it does not ensure `y = 2 * x`\n"] {
        assert!(wrong.out.contains(line), "{}", wrong.out);
    }
    let none = verify_sheet(&with(";! requires: x < 1 and x > 1\n;! ensures: y = x"), &[]);
    assert!(none.out.contains("FAILS\n  no input satisfies `requires`\n"), "{}", none.out);
    let silent = verify_sheet(&with(";! ensures: y <= 255"), &[]);
    assert!(silent.out.contains("`ensures` allows every value of the output `y`"), "{}", silent.out);
    let never = verify_sheet(&with(";! ensures: y = x + 256"), &[]);
    assert!(never.out.contains("no output satisfies all `ensures` lines for this input"), "{}", never.out);
    verify_sheet(&with(";! ensures: y = 2 * z"), &[]).is_refused(&["my.asm:7:21", "`z` is not a field", "^"]);
    verify_sheet(&with(";! ensures: x = 2"), &[]).is_refused(&["says anything about the output `y`"]);
    verify_sheet(&with(";! ensures: y = x\n;! oracle: f2_half"), &[]).is_refused(&["already says otherwise"]);
}
