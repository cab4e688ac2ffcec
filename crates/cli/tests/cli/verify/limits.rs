//! Time limits, and reports that do not depend on the number of threads.

use std::{fs, path::Path};

use serde_json::{Value, json};

use super::{HEAD, outcome, verify};
use crate::support::{Folder, RunResult};

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
    let found = super::verify_sheet(sheet, &args);
    assert_eq!(found.status, Some(1), "{found:?}");
    assert!(found.out.contains("FAILS") && found.out.contains("it does not ensure `y = x`"), "{found:?}");
}
