//! `verify`: contracts of sheets, counterexamples, stated cycles, and the list of claims. Methods, lists and examples are in
//! `tests/commands/verify.trycmd` and `verify_methods.trycmd`. Time limits, and reports that do not depend on the number of threads.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::support::{Folder, ROUTINE, RunResult, sections};

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

fn verify_sheet(text: &str, args: &[&str]) -> RunResult {
    Folder::with(&[("my.asm", text)]).run(&[&["verify", "my.asm"][..], args].concat())
}

fn outcome(result: &RunResult) -> (Option<i32>, &str, &str) {
    (result.status, &result.out, &result.err)
}

/// Returns the bytes of the field `board`.
fn bytes(fields: &Value) -> [u8; 2] {
    let text = fields["board"].as_str().expect("a board");
    let bytes: Vec<_> = text.split(' ').map(|byte| u8::from_str_radix(byte, 16).expect("a byte")).collect();
    bytes.try_into().expect("two bytes")
}

#[test]
fn a_counterexample_fails_as_reported() {
    for method in ["symbolic", "exhaustive"] {
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

/// Every reader of the verdict sees that the stated cycles of a proven routine are not proven.
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
fn sheets_have_the_expected_result() {
    let mut count = 0;
    for (name, text) in
        sections(include_str!("verify/deceiving.txt")).chain([("ROUTINE", &*format!("holds\n{ROUTINE}"))])
    {
        let (expected, sheet) = text.split_once('\n').expect("a result and a sheet");
        let folder = Folder::with(&[("my.asm", sheet)]);
        check(&folder.run(&["verify", "my.asm"]), expected, name);
        for method in ["symbolic", "exhaustive", "random"].iter().filter(|_| name.contains("outside_")) {
            let result = folder.run(&["verify", "my.asm", "--samples", "1024", "--method", method]);
            check(&result, expected, name);
        }
        count += 1;
    }
    assert!(count > 40, "{count}");
}

fn check(result: &RunResult, expected: &str, name: &str) {
    let (what, message) = expected.split_once(": ").unwrap_or((expected, ""));
    let (status, text) = match what {
        "holds" => (0, &result.out),
        "fails" | "sampled" => (1, &result.out),
        "not judged" => (2, &result.out),
        "refused" => (2, &result.err),
        other => panic!("{name}: unknown result `{other}`"),
    };
    assert_eq!(result.status, Some(status), "{name}: {result:?}");
    assert!(text.contains(message), "{name}: {text}");
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
    verify_sheet("", &[]).is_refused(&["the source is empty"]);
    verify_sheet("\tCPU 8080\nMINE:\tRET\n", &[]).is_refused(&["has no contract", "`;! routine: LABEL`"]);
}

#[test]
fn missing_and_unreadable_routines() {
    verify_sheet("\0\u{1}", &[]).is_refused(&["my.asm is a binary file"]);
}

/// A routine whose answer depends on memory that its header does not name, and which differs only rarely.
const RARE: &str = "\
;! routine: RARE
;! cpu: z80
;! org: 8000H
;! in: HL -> t:2, BC = n
;! out: A = c
;! clobbers: F, BC, DE, HL
;! requires: n < 2000
;! ensures: c = t[0]
RARE:   LD A,(HL)
        LD DE,1990
        EX DE,HL
        OR A
        SBC HL,BC
        EX DE,HL
        RET NZ
        INC HL
        INC HL
        LD A,(HL)
        RET
";

/// Returns the report as text and as JSON, without times.
fn reports(folder: &Folder, args: &[&str]) -> (RunResult, Value) {
    let text = folder.run(&[&["verify"][..], args].concat());
    let mut json = folder.run(&[&["verify", "--json"][..], args].concat()).json();
    for routine in json["routines"].as_array_mut().expect("routines") {
        routine.as_object_mut().expect("an object").remove("seconds");
    }
    (text, json)
}

#[test]
fn the_report_does_not_depend_on_threads() {
    let sheets = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/verdicts");
    let files =
        ["beyond_stack.asm", "beyond_register.asm", "beyond_z80.s", "within.asm", "product_rarely_wrong.asm"];
    let texts = files.map(|name| fs::read_to_string(sheets.join(name)).expect("a sheet"));
    let mut all: Vec<(&str, &str)> = files.into_iter().zip(texts.iter().map(String::as_str)).collect();
    all.push(("rare.asm", RARE));
    let folder = Folder::with(&all);
    let program: &[&str] = &["beyond_z80.s", "--cpu", "z80", "--org", "8000"];
    let runs: [&[&str]; 9] = [
        &["beyond_stack.asm"],
        &["beyond_register.asm"],
        &["beyond_register.asm", "--method", "exhaustive"],
        &["beyond_stack.asm", "--method", "random"],
        program,
        &["rare.asm"],
        &["within.asm", "--method", "exhaustive"],
        // Several routines at once.
        &["beyond_stack.asm", "beyond_register.asm", "within.asm", "rare.asm"],
        &["product_rarely_wrong.asm", "--samples", "9000"],
    ];
    for args in runs {
        let expected = reports(&folder, &[args, &["--threads", "1"]].concat());
        assert_ne!(expected.0.status, Some(2), "{:?}", expected.0);
        for threads in ["2", "3", "8"] {
            let found = reports(&folder, &[args, &["--threads", threads]].concat());
            assert_eq!(found, expected, "{args:?} in {threads} threads");
        }
    }
}

/// The byte after the data of a pointer on the stack can be anything, as the report shows.
#[test]
fn a_pointer_on_the_stack_has_a_counterexample() {
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/verdicts/beyond_z80.s"));
    let folder = Folder::with(&[("a.s", &text.expect("a program"))]);
    let found = folder.run(&["verify", "a.s", "--cpu", "z80", "--org", "8000"]);
    assert_eq!(found.status, Some(1), "{found:?}");
    for part in ["FAILS", "n = 04", "it does not ensure", " at 4003\n", "shown by"] {
        assert!(found.out.contains(part), "`{part}` in {}", found.out);
    }
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

/// A counterexample that is known when the time ends is reported as it was found. To simplify this one would take minutes.
#[test]
fn a_counterexample_that_is_found_in_time_is_reported() {
    let sheet = "\
;! routine: SLOW
;! cpu: 8080
;! org: 0100H
;! in: B = x, (T:40) = t
;! out: B = y
;! clobbers: A, F, C, D, E, H, L
;! ensures: y = x
SLOW:   MVI  C,8
        LXI  H,0
LOOP:   INX  H
        MOV  A,H
        ORA  L
        JNZ  LOOP
        DCR  C
        JNZ  LOOP
        LXI  H,T
        XRA  A
        MVI  C,40
SUM:    ADD  M
        INX  H
        DCR  C
        JNZ  SUM
        CPI  3
        RC
        INR  B
        RET
T:      DS   40
";
    let args = ["--method", "random", "--budget", "10000000", "--time-limit", "2", "--threads", "1"];
    let found = verify_sheet(sheet, &args);
    assert_eq!(found.status, Some(1), "{found:?}");
    assert!(found.out.contains("FAILS") && found.out.contains("it does not ensure `y = x`"), "{found:?}");
}
