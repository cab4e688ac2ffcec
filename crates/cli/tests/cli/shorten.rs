//! `shorten`: standard output, threads, the time limit and JSON. The reports are in `tests/commands/shorten.trycmd`.

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

/// The report makes room for the sheet.
#[test]
fn the_sheet_found_is_printed() {
    let stream = shorten(LONG, &["-o", "-"]);
    assert!(
        stream.out.starts_with(";! routine: HALF\n") && stream.err.starts_with("HALF 8080: "),
        "{stream:?}"
    );
    let wrong = shorten(LONG, &["--constants", "1FF"]);
    wrong.is_refused(&["1FF is beyond FF", "bytes separated by commas, as in 0A,30"]);
}

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

/// With `--json` every failure is one JSON object on standard output, beside the message on standard error.
/// A search that runs out of memory reports what it has found.
#[test]
#[cfg(target_os = "linux")]
fn little_memory_cuts_the_search_off() {
    let folder = Folder::with(&[("long.asm", LONG)]);
    let mut command = std::process::Command::new("sh");
    let script = "ulimit -v 200000; exec \"$0\" shorten long.asm --max 8 --no-branches --constants all";
    command.current_dir(folder.root()).args(["-c", script, crate::support::ARCADIAN]);
    let result = RunResult::from(command.output().expect("a shell"));
    assert_eq!(result.status, Some(1), "{result:?}");
    assert!(result.out.contains("cut off at sequences of"), "{result:?}");
    assert!(result.err.contains("memory"), "{result:?}");
}

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
        assert!(
            json["error"]["message"].as_str().is_some_and(|error| error.contains(message)),
            "{args:?}: {json}"
        );
        assert!(result.err.contains(message), "{args:?}: {}", result.err);
    }
}
