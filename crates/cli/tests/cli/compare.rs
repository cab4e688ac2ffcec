//! `compare`: two pieces of code for every machine state, and refused input. The engine has tests of its own.

use serde_json::Value;

use crate::support::{Folder, RunResult};

const ZERO: &str = "        LD   A,0\n---\n        XOR  A\n";

fn compare(text: &str, args: &[&str]) -> RunResult {
    Folder::with(&[("pair.asm", text)]).run(&[&["compare", "pair.asm"][..], args].concat())
}

/// Asserts the exit status and returns what is reported.
fn reported(result: RunResult, status: i32) -> String {
    assert_eq!(result.status, Some(status), "{result:?}");
    result.out
}

#[test]
fn the_answer_is_in_the_exit_status() {
    assert!(reported(compare(ZERO, &["--cpu", "z80"]), 1).starts_with("the same if F is dead\n"));
    assert!(
        reported(compare(ZERO, &["--cpu", "z80", "--dead", "F"]), 0)
            .starts_with("the same for every state\n")
    );
    assert!(
        reported(compare(ZERO, &["--cpu", "z80", "--live", "a,hl"]), 0)
            .starts_with("the same for every state\n")
    );
    let stores = " LD (HL),B\n---\n LD (HL),C\n";
    assert!(reported(compare(stores, &["--cpu", "z80"]), 1).starts_with("different: memory"));
    let constant = "K EQU 5\n LD A,K\n---\n LD A,K\n";
    assert!(reported(compare(constant, &["--cpu", "z80"]), 0).starts_with("the same for every state\n"));
    let condition = ["--cpu", "z80", "--requires", "B = C"];
    let expected = "the same for every state that --requires allows\n";
    assert!(reported(compare(stores, &condition), 0).starts_with(expected));
}

#[test]
fn two_files_or_standard_input() {
    let folder = Folder::with(&[("old.asm", " PUSH BC\n POP DE\n"), ("new.asm", " LD D,B\n LD E,C\n")]);
    let result = folder.run(&["compare", "old.asm", "new.asm", "--cpu", "z80"]);
    assert_eq!(reported(result, 0), "the same for every state\n  bytes    2 -> 2\n  cycles   saves 13\n");
    let piped = folder
        .feed(&["compare", "-", "--cpu", "z80"], b" PUSH BC\r\n POP DE\r\n---\r\n LD D,B\r\n LD E,C\r\n");
    assert_eq!(piped.status, Some(0), "{piped:?}");
}

#[test]
fn json_has_the_verdict_and_the_state() {
    let out = reported(compare(ZERO, &["--cpu", "z80", "--json"]), 1);
    let value: Value = serde_json::from_str(&out).expect("one object");
    assert_eq!(value["verdict"], "same-if");
    assert_eq!(value["dead"].as_array().map(Vec::len), Some(6));
    assert_eq!(value["counterexample"]["new"]["values"]["Z"], 1);
    assert_eq!(value["counterexample"]["new"]["steps"][0]["text"], "XOR  A");
}

/// What is wrong, where, and what to do; exit status 2.
#[test]
fn refused_input() {
    let cases: &[(&str, &[&str], &str)] = &[
        (
            " NOP\n",
            &["--cpu", "z80"],
            "error: cannot find two parts in pair.asm: write one line of dashes (---) between",
        ),
        ("---\n---\n", &["--cpu", "z80"], "error: cannot find two parts in pair.asm"),
        (" LD A\n---\n NOP\n", &["--cpu", "z80"], "pair.asm:1:"),
        (" NOP\n---\n LD A\n", &["--cpu", "z80"], "pair.asm:3:"),
        (" LD A,300\n---\n NOP\n", &["--cpu", "z80"], "the byte is 300, 45 more than 255"),
        (" LD A,300\n---\n NOP\n", &["--cpu", "z80"], "pair.asm:1:7"),
        (" LD (IX+200),A\n---\n NOP\n", &["--cpu", "z80"], "the displacement is 200, 73 more than 127"),
        (" LDA ($100),Y\n---\n NOP\n", &["--cpu", "6502"], "the zero-page address is 256, 1 more than 255"),
        ("NOOP\n---\n NOP\n", &["--cpu", "z80"], "the Z80 has no instruction `NOOP`"),
        ("RTN\n---\n RET\n", &["--cpu", "z80"], "a label is written `RTN:`"),
        (
            "K EQU 5\n LD A,K\n---\nK EQU 6\n LD A,K\n",
            &["--cpu", "z80"],
            "`K` is 6 here and 5 in the other part; a name means one thing in a comparison",
        ),
        ("K EQU $+1\n LD HL,K\n---\n NOP\n", &["--cpu", "z80"], "`K` depends on the address of the code"),
        (
            ZERO,
            &["--cpu", "z80", "--dead", "Q"],
            "cannot use --dead: the Z80 has no register or flag `Q`; write A, B,",
        ),
        (
            ZERO,
            &["--cpu", "z80", "--requires", "HL DE"],
            "cannot use --requires: a relation is expected here",
        ),
        (
            ZERO,
            &["--cpu", "z80", "--requires", "HL = NOWHERE"],
            "`NOWHERE` is neither a register, nor a flag, nor a constant",
        ),
        (ZERO, &["--cpu", "z80", "--requires", "A = 10000H"], "`10000H` is not a number up to 65535"),
        (ZERO, &["--cpu", "z80", "--live", ","], "cannot use --live: the list is empty"),
        (ZERO, &["--cpu", "z80", "--volatile", "2-1"], "a range is FIRST-LAST"),
    ];
    for (text, args, expected) in cases {
        let result = compare(text, args);
        assert_eq!(result.status, Some(2), "{args:?}: {result:?}");
        assert!(result.err.contains(expected), "{args:?}: {}", result.err);
    }
}

#[test]
fn the_place_in_a_condition_is_marked() {
    let result = compare(ZERO, &["--cpu", "z80", "--requires", "HL = 1, A"]);
    let lines: Vec<_> = result.err.lines().collect();
    assert_eq!(lines[1..], ["         HL = 1, A", "                  ^"], "{}", result.err);
}

/// What cannot be decided says why, and is no proof.
#[test]
fn not_decided() {
    let cases = [
        ("LOOP: JR LOOP\n---\n NOP\n", "more than"),
        (" LD HL,$\n---\n LD HL,$\n NOP\n", "in the old part, line 1 uses the address of its own code"),
        (
            "HERE: NOP\n---\n JP HERE\n",
            "in the new part, line 3 uses the label `HERE`, which only the other part defines",
        ),
        (" LD A,N/2\n---\n LD A,N/2\n NOP\n", "line 1 computes with unknown numbers"),
        (" JR $+1\n---\n NOP\n", "line 1 leads into the middle of an instruction"),
    ];
    for (text, expected) in cases {
        let out = reported(compare(text, &["--cpu", "z80"]), 1);
        assert!(out.starts_with("not decided: ") && out.contains(expected), "{text}: {out}");
    }
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

/// A tail call is the same only if the routine does not look at the stack, which the user says.
#[test]
fn tail_calls() {
    let text = " CALL PUTC\n RET\n---\n JP PUTC\n";
    let out = reported(compare(text, &["--cpu", "z80"]), 1);
    assert!(out.starts_with("different: "), "{out}");
    assert!(
        out.ends_with(
            "Add --tail-calls if the routine that is jumped to returns: then the same for every state.\n"
        ),
        "{out}"
    );
    let out = reported(compare(text, &["--cpu", "z80", "--tail-calls"]), 0);
    assert!(out.starts_with("the same for every state\n"), "{out}");
}

/// What is known so far is reported, and a shell sees the signal.
#[test]
#[cfg(target_os = "linux")]
fn ctrl_c_ends_comparisons_measurements_and_searches() {
    use std::os::unix::process::ExitStatusExt;
    let pair = include_str!("../deadline/pair_multiply16.asm");
    let loops = include_str!("../deadline/cycles_ldir.asm");
    let sheet = include_str!("../deadline/multiply32.asm");
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
    let pair = include_str!("../deadline/pair_multiply16.asm");
    let loops = include_str!("../deadline/cycles_ldir.asm");
    let sheet = include_str!("../deadline/multiply32.asm");
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
