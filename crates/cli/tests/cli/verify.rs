//! `verify`: counterexamples that `step` shows, sheets that were written to deceive, the list of claims, and reports that do not depend on
//! the number of threads. The rest is in `tests/cases/verify.txt`, and in `tests/commands/verify.trycmd` and `verify_methods.trycmd`.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::support::{Folder, ROUTINE, RunResult, sections};

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

fn verify(args: &[&str]) -> RunResult {
    Folder::with(&[]).run(&[&["verify"][..], args].concat())
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
    let folder = Folder::with(&[]);
    for sheet in fs::read_dir(sheets).expect("the sheets") {
        let sheet = sheet.expect("a sheet");
        fs::copy(sheet.path(), folder.root().join(sheet.file_name())).expect("a copy");
    }
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
