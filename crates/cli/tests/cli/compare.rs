//! `compare`: standard input, long runs and Ctrl-C. The commands are in `tests/commands/compare.trycmd`, the engine has tests of its own.

use serde_json::Value;

use crate::support::{Folder, RunResult};

fn compare(text: &str, args: &[&str]) -> RunResult {
    Folder::with(&[("pair.asm", text)]).run(&[&["compare", "pair.asm"][..], args].concat())
}

/// Asserts the exit status and returns what is reported.
fn reported(result: RunResult, status: i32) -> String {
    assert_eq!(result.status, Some(status), "{result:?}");
    result.out
}

#[test]
fn standard_input() {
    let piped = Folder::with(&[])
        .feed(&["compare", "-", "--cpu", "z80"], b" PUSH BC\r\n POP DE\r\n---\r\n LD D,B\r\n LD E,C\r\n");
    assert_eq!(piped.status, Some(0), "{piped:?}");
}

/// A long run is cut, and the report says so.
#[test]
fn the_steps_of_a_long_run() {
    let text = " LD B,0\nL1: NOP\n NOP\n DJNZ L1\n LD A,1\n---\n LD B,0\n LD A,2\n";
    let out = reported(compare(text, &["--cpu", "z80", "--steps"]), 1);
    assert_eq!(out.matches("it goes on; these are the first 500 instructions\n").count(), 1, "{out}");
    let json = reported(compare(text, &["--cpu", "z80", "--json"]), 1);
    let value: Value = serde_json::from_str(&json).expect("one object");
    let all = ["old", "new"].map(|part| value["counterexample"][part]["all_steps"].clone());
    assert_eq!(all, [false, true]);
}

/// What is known so far is reported, and a shell sees the signal.
#[test]
#[cfg(target_os = "linux")]
fn ctrl_c_ends_comparisons_measurements_and_searches() {
    use crate::support::slow_input;
    use std::os::unix::process::ExitStatusExt;
    let pair = slow_input("pair_multiply16.asm");
    let loops = slow_input("cycles_ldir.asm");
    let sheet = slow_input("multiply32.asm");
    let folder = Folder::with(&[("pair.asm", pair), ("loops.asm", loops), ("sheet.asm", sheet)]);
    let cases = [
        ("compare pair.asm --cpu z80", "not decided: interrupted\n", ""),
        ("compare pair.asm --cpu z80 --json", r#""text":"not decided: interrupted""#, ""),
        ("cycles loops.asm --cpu z80", "undecided\n  interrupted\n", ""),
        (
            "shorten sheet.asm",
            "",
            "error: cannot shorten sheet.asm: interrupted before the given code was proven\n",
        ),
    ];
    for (line, out, err) in cases {
        let output = folder.interrupt(&line.split(' ').collect::<Vec<_>>());
        let (found_out, found_err) =
            (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert_eq!((output.status.signal(), &*found_err), (Some(2), err), "{line}: {found_out}");
        assert!(found_out.contains(out), "{line}: {found_out}");
    }
}

#[test]
#[cfg(unix)]
fn a_line_says_what_is_computed() {
    use crate::support::slow_input;
    let pair = slow_input("pair_multiply16.asm");
    let loops = slow_input("cycles_ldir.asm");
    let sheet = slow_input("multiply32.asm");
    let folder = Folder::with(&[("pair.asm", pair), ("loops.asm", loops), ("sheet.asm", sheet)]);
    for (line, shown) in [
        ("compare pair.asm --cpu z80 --time-limit 3", "comparing"),
        ("cycles loops.asm --cpu z80 --time-limit 3", "1/1 COPY"),
        ("shorten sheet.asm --time-limit 3", "proving MUL"),
    ] {
        let args: Vec<&str> = line.split(' ').collect();
        let terminal = crate::terminal::Terminal::start(&folder, (80, 24), &args);
        terminal.wait_for_text(shown);
    }
}

/// Parts without an instruction are not the same: nothing is compared. One part may be all that an optimizer has removed.
#[test]
fn nothing_to_compare() {
    let folder = Folder::with(&[
        ("empty.asm", ""),
        ("comment.asm", "; only a comment\nK EQU 5\n"),
        ("label.asm", "HERE:\n"),
        ("nop.asm", " NOP\n"),
        ("both.asm", "; old\n---\n; new\n"),
    ]);
    for (args, expected) in [
        (&["empty.asm", "comment.asm"][..], "no part in empty.asm and comment.asm has an instruction\n"),
        (&["label.asm", "empty.asm"], "no part in label.asm and empty.asm has an instruction\n"),
        (&["both.asm"], "no part in both.asm has an instruction\n"),
        (&["empty.asm", "empty.asm", "--json"], "nothing to compare"),
    ] {
        let result = folder.run(&[&["compare", "--cpu", "z80"], args].concat());
        assert_eq!(result.status, Some(2), "{args:?}: {result:?}");
        assert!(result.err.contains(expected), "{args:?}: {}", result.err);
    }
    for (old, new) in [("nop.asm", "empty.asm"), ("comment.asm", "nop.asm")] {
        assert_eq!(folder.run(&["compare", "--cpu", "z80", old, new]).status, Some(0), "{old} {new}");
    }
}
