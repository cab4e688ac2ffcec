//! Methods, engines and mutants, and what is only sampled.

use super::{rows, verify};

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

#[test]
fn other_engines() {
    for (engine, cpu) in [("iz80", "8080"), ("mos6502", "6502")] {
        let result = verify(&["T2HALF", "--engine", engine]);
        assert_eq!((result.status, rows(&result)), (Some(1), vec![["T2HALF", cpu, "exhaustive", "2^16"]]));
        let result = verify(&["RFIND", "--engine", engine, "--samples", "50"]);
        assert_eq!((result.status, rows(&result)), (Some(1), vec![["RFIND", cpu, "random", "50"]]));
    }
}
