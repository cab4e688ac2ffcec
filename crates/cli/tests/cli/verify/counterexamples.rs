//! Counterexamples, and the command that steps through one.

use serde_json::{Value, json};

use super::{WRONG, verify_sheet};
use crate::support::Folder;

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
