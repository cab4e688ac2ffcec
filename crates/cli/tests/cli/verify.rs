//! `verify`: bundled routines, sheets of the user, and refused input.

mod counterexamples;
mod cycles;
mod deceiving;
mod methods;
mod report;
mod sheets;
mod threads;
mod time_limit;

use crate::support::{Folder, RunResult};

const RIGHT: &str = "\
;! routine: MYHALF
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A
;! oracle: f2_half
;! cycles: 25
0100  7C           MYHALF: MOV A,H
0101  65                   MOV H,L
0102  6F                   MOV L,A
0103  C9                   RET
";

/// A version that clears the lowest bit of byte 1.
const WRONG: &str = "\
;! routine: MYHALF
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F
;! oracle: f2_half
MYHALF: MOV A,H
        ANI 0FEH
        MOV H,L
        MOV L,A
        RET
";

const HEAD: &str = "routine  cpu  method     inputs      bytes  cycles        instructions\n";

fn verify(args: &[&str]) -> RunResult {
    Folder::with(&[]).run(&[&["verify"][..], args].concat())
}

/// Verifies a sheet of the user.
fn verify_sheet(text: &str, args: &[&str]) -> RunResult {
    Folder::with(&[("my.asm", text)]).run(&[&["verify", "my.asm"][..], args].concat())
}

fn outcome(result: &RunResult) -> (Option<i32>, &str, &str) {
    (result.status, &result.out, &result.err)
}

/// Returns name, processor, method and inputs of each routine in a text report that holds or is sampled.
fn rows(result: &RunResult) -> Vec<[&str; 4]> {
    let words = |line| <[&str; 4]>::try_from(str::split_whitespace(line).take(4).collect::<Vec<_>>());
    result
        .out
        .lines()
        .filter(|line| line.ends_with(" holds") || line.ends_with(" sampled"))
        .filter(|line| !line.contains(" routines: "))
        .map(|line| words(line).expect("words"))
        .collect()
}
