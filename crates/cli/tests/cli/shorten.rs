//! `shorten`: threads and little memory. The rest is in `tests/cases/shorten.txt` and `tests/commands/shorten.trycmd`.

use crate::support::{Folder, RunResult};

#[cfg(target_os = "linux")]
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

#[test]
fn threads_change_nothing() {
    let run = |threads: &str| {
        let mut json = shorten(MEMORY, &["--json", "--max", "3", "--threads", threads]).json();
        json["seconds"] = 0.into();
        json
    };
    assert_eq!(run("1"), run("3"));
}

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
