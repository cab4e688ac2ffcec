//! Time limits.

use serde_json::{Value, json};

use super::{HEAD, outcome, verify};

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
