//! Methods, engines and mutants, and what is only sampled.

use serde_json::json;

use super::{HEAD, RIGHT, outcome, rows, verify, verify_sheet};

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
