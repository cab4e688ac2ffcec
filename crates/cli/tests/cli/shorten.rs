//! `shorten`: shorter and faster code for sheets of the user, the report, and refused input.

use crate::support::{Folder, RunResult};

const LONG: &str = "\
;! routine: HALF
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, B
;! oracle: f2_half
;! bytes: 5
;! cycles: 30
;! title: Turns the board by a half turn
; It swaps the two bytes.
0100  44           HALF:   MOV B,H
0101  7D                   MOV A,L
0102  67                   MOV H,A
0103  68                   MOV L,B
0104  C9                   RET
";

/// A scratch byte, and a symbol that only the code uses.
const MEMORY: &str = "\
;! routine: HALF
;! cpu: 6502
;! in: A = board.0, X = board.1
;! out: A = board.0, X = board.1
;! clobbers: (TEMP), Y, P
;! oracle: f2_half
        ORG $0300
TEMP    EQU $12
UNUSED  EQU 5
HALF:   STA TEMP
        TXA
        TAY
        LDX TEMP
        TYA
        RTS
";

fn shorten(sheet: &str, args: &[&str]) -> RunResult {
    Folder::with(&[("my.asm", sheet)]).run(&[&["shorten", "my.asm"][..], args].concat())
}

/// Replaces the numbers that depend on the machine.
fn without_time(report: &str) -> String {
    let line = |line: &str| {
        if line.starts_with("  work ") { "  work ...\n".to_owned() } else { format!("{line}\n") }
    };
    report.lines().map(line).collect()
}

const REPORT: &str = "\
HALF 8080: 5 -> 4 bytes, 30 -> 25 cycles
  space     up to 4 of 75 instructions and a return
  state     A B H L
  constants 00 01 02 04 08 0F 10 20 40 7F 80 F0 FE FF
  work ...
  result    proven; nothing else in this space is shorter, and nothing longer
            is either
";

const FOUND: &str = "\
;! routine: HALF
;! cpu: 8080
;! in: HL = board
;! out: HL = board
;! clobbers: A, B
;! oracle: f2_half
;! title: Turns the board by a half turn
;! org: 0100H
;! bytes: 4
;! cycles: 25
; Found by arcadian shorten --for bytes, and proven.
0100  44           HALF:   MOV B,H
0101  65                   MOV H,L
0102  68                   MOV L,B
0103  C9                   RET
";

#[test]
fn a_shorter_routine_as_text() {
    let result = shorten(LONG, &[]);
    assert_eq!((result.status, result.err.as_str()), (Some(0), ""));
    assert_eq!(without_time(&result.out), format!("{REPORT}\n{FOUND}"));
    assert!(result.out.lines().all(|line| line.len() <= 80), "{}", result.out);
}

#[test]
fn the_sheet_found_is_written_and_verifies() {
    let folder = Folder::with(&[("my.asm", LONG)]);
    let result = folder.run(&["shorten", "my.asm", "-o", "found.asm"]);
    assert_eq!((result.status, without_time(&result.out).as_str()), (Some(0), REPORT));
    assert_eq!(folder.read("found.asm"), FOUND);
    assert_eq!(folder.run(&["verify", "found.asm"]).status, Some(0));
    let stream = folder.run(&["shorten", "my.asm", "-o", "-"]);
    assert_eq!((stream.out.as_str(), without_time(&stream.err).as_str()), (FOUND, REPORT));
}

#[test]
fn nothing_is_written_if_nothing_is_found() {
    let folder = Folder::with(&[("my.asm", FOUND)]);
    let result = folder.run(&["shorten", "my.asm", "-o", "found.asm"]);
    assert_eq!(result.status, Some(0));
    assert!(
        result.out.starts_with("HALF 8080: 4 bytes, 25 cycles; nothing shorter was found\n"),
        "{}",
        result.out
    );
    assert!(result.out.ends_with("  output    found.asm is not written\n"), "{}", result.out);
    assert!(!folder.path("found.asm").exists());
}

#[test]
fn memory_and_symbols() {
    let result = shorten(MEMORY, &["--json"]);
    let json = result.json();
    assert_eq!(json["ok"], true);
    assert_eq!((&json["given"]["bytes"], &json["given"]["cycles"]), (&8.into(), &18.into()));
    assert_eq!((&json["found"]["bytes"], &json["found"]["cycles"]["max"]), (&6.into(), &14.into()));
    let sheet = json["found"]["sheet"].as_str().expect("a sheet");
    // Deleting instructions leaves the other lines of the source as they are.
    assert!(sheet.contains("TEMP    EQU $12\nUNUSED  EQU 5\n"), "{sheet}");
    assert!(!sheet.contains("TYA"), "{sheet}");
    assert_eq!(Folder::with(&[("found.asm", sheet)]).run(&["verify", "found.asm"]).status, Some(0));
    assert_eq!(json["optimal_for_any_length"], true);
}

/// The result does not depend on the number of threads.
#[test]
fn threads_change_nothing() {
    let run = |threads: &str| {
        let mut json = shorten(MEMORY, &["--json", "--max", "3", "--threads", threads]).json();
        json["seconds"] = 0.into();
        json
    };
    assert_eq!(run("1"), run("3"));
}

#[test]
fn the_time_limit_cuts_the_search_off() {
    let folder = Folder::with(&[]);
    let result = folder.run(&["shorten", "T2CW", "--cpu", "8080", "--max", "9", "--time-limit", "1"]);
    assert_eq!(result.status, Some(1));
    assert!(result.out.contains("\n  result    cut off at sequences of "), "{}", result.out);
}

#[test]
fn sheets_that_cannot_be_shortened() {
    let wrong = LONG.replace("44           HALF:   MOV B,H", "45           HALF:   MOV B,L");
    let stated = LONG.replace("cycles: 30", "cycles: 31");
    for (sheet, status, message) in [
        (wrong.as_str(), 1, "HALF does not satisfy its contract; `arcadian verify` shows a counterexample"),
        (
            stated.as_str(),
            1,
            "HALF does not take the cycles that its header states; `arcadian verify` shows them",
        ),
    ] {
        let result = shorten(sheet, &[]);
        assert_eq!(result.err, format!("error: cannot shorten: {message}\n"));
        assert_eq!((result.status, result.out.as_str()), (Some(status), ""));
    }
    let folder = Folder::with(&[]);
    for (args, message) in [
        (&["T2CW"][..], "T2CW is bundled for several processors; choose one with --cpu: 8080, 6502"),
        (&["T2CW", "--cpu", "z80"], "T2CW is not for that processor"),
        (
            &["RTURN", "--cpu", "8080"],
            "cannot shorten: RTURN is given pointers; shorten searches code for registers, flags and memory at fixed addresses",
        ),
        (
            &["T2DEV", "--cpu", "6502"],
            "cannot shorten: T2DEV uses a device, which the search does not simulate",
        ),
    ] {
        let result = folder.run(&[&["shorten"][..], args].concat());
        assert_eq!((result.status, result.err), (Some(2), format!("error: {message}\n")));
    }
    let result = folder.run(&["shorten", "T2CW", "--constants", "1FF"]);
    assert!(result.err.contains("hexadecimal bytes separated by commas, as in 0A,30"), "{}", result.err);
    assert_eq!(result.status, Some(2));
}

/// With `--json` every failure is one JSON object on standard output, beside the message on standard error.
#[test]
fn failures_as_json() {
    let wrong = LONG.replace("44           HALF:   MOV B,H", "45           HALF:   MOV B,L");
    let no_input = "\
;! routine: COPY
;! cpu: 8080
;! in: B = x
;! out: A = y
;! requires: x < 5 and x > 6
;! ensures: y = x
COPY:   MOV A,B
        RET
";
    let folder =
        Folder::with(&[("wrong.asm", wrong.as_str()), ("none.asm", no_input), ("text.asm", "not a sheet\n")]);
    for (args, status, message) in [
        (&["shorten", "wrong.asm"][..], 1, "cannot shorten: HALF does not satisfy its contract"),
        (&["shorten", "none.asm"], 1, "cannot shorten: COPY: no input satisfies `requires`"),
        (&["shorten", "text.asm"], 2, "text.asm"),
        (&["shorten", "missing.asm"], 2, "missing.asm"),
        (&["shorten", "T2CW"], 2, "T2CW is bundled for several processors"),
        (
            &["shorten", "T2HALF", "--cpu", "8080", "-o", "no/folder/out.asm"],
            2,
            "there is no folder no/folder",
        ),
        (&["verify", "text.asm"], 2, "text.asm"),
        (&["verify", "T2CW", "missing.asm"], 2, "missing.asm"),
        (&["verify", "--engine", "iz80", "--method", "symbolic"], 2, "cannot use --method symbolic"),
    ] {
        let result = folder.run(&[args, &["--json"]].concat());
        let json = result.json();
        assert_eq!((result.status, &json["ok"]), (Some(status), &false.into()), "{args:?}");
        assert!(json["error"].as_str().is_some_and(|error| error.contains(message)), "{args:?}: {json}");
        assert!(result.err.contains(message), "{args:?}: {}", result.err);
    }
}

/// A contract that several results satisfy: the search is for all of them.
#[test]
fn a_contract_with_several_results() {
    let sheet = "\
;! routine: LOWER
;! cpu: z80
;! in: B = x, C = y
;! out: A = z
;! clobbers: F
;! ensures: z <= x
;! ensures: z <= y
LOWER:  LD A,B
        CP C
        RET C
        LD A,C
        RET
";
    let json = shorten(sheet, &["--json"]).json();
    assert_eq!(json["found"]["bytes"], 2, "XOR A; RET, for example: {json}");
    assert_eq!((&json["equivalence"], &json["optimal_for_any_length"]), (&"contract".into(), &true.into()));
    let windows = shorten(sheet, &["--json", "--windows", "--no-branches"]);
    assert_eq!(windows.status, Some(2), "it has branches");
    let straight = sheet.replace("CP C\n        RET C\n        LD A,C", "AND C\n        AND B");
    let windows = shorten(&straight, &["--json", "--windows", "--max", "2"]).json();
    assert_eq!((&windows["equivalence"], &windows["optimal"]), (&"same-results".into(), &false.into()));
}

#[test]
fn help() {
    insta::assert_snapshot!(Folder::with(&[]).run(&["shorten", "--help"]).out);
}
