//! Searches in the bundled sheets.

#![expect(
    clippy::disallowed_methods,
    clippy::print_stdout,
    reason = "the sheets are files, and the table shows times"
)]

use std::{fs, path::Path, time::Instant};

use arcadian_claims::{BundledFiles, all, sheets};
use arcadian_proof::{Bounds, Routine, prove};
use arcadian_shorten::{Goal, Options, ShortenError, Shortener};

fn read(text: &str) -> Routine {
    Routine::read("sheet.asm", text, &mut BundledFiles, all()).expect("a sheet")
}

fn search(text: &str, options: Options) -> Result<Shortener, ShortenError> {
    let mut search = Shortener::new(text, read(text), options)?;
    search.run()?;
    Ok(search)
}

/// Two moves too many, and a constant that a shorter instruction can make.
const LONG: &str = "\
;! routine: TURN
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F
;! oracle: f2_turn
TURN:   MVI A,0
        DAD H
        RAL
        DAD H
        RAL
        DAD H
        ADC A
        DAD H
        RAL
        ADD L
        ADI 0
        MOV L,A
        RET
";

#[test]
fn windows_of_a_long_sheet() {
    let options = Options { windows: true, max_instructions: 2, ..Options::default() };
    let search = search(LONG, options).expect("a search");
    let found = search.best().expect("shorter code");
    assert_eq!((search.given_cost().bytes, found.cost.bytes), (15, 12));
    let proof = prove(&read(&found.sheet), Bounds::default(), 1000).expect("a proof");
    assert!(proof.failing.is_none() && read(&found.sheet).matches_stated_cycles(&proof, true));
    assert!(search.searched().is_optimal && !search.searched().is_optimal_for_any_length);
}

#[test]
fn only_straight_line_code_has_windows() {
    let text = LONG.replace("        ADI 0\n", "        JNC DONE\nDONE:\n");
    let options = Options { windows: true, ..Options::default() };
    let refused = search(&text, options).map(drop);
    assert_eq!(refused, Err(ShortenError::NotStraight("TURN".to_owned())));
}

/// The operand of its second instruction is an input.
const CHANGED: &str = "\
;! routine: SELF
;! cpu: z80
;! org: 8000H
;! in: A = x, (ARG) = k
;! out: A = y
;! clobbers: F, B, (ARG)
;! ensures: y = (x + k) mod 256
SELF:   LD   B,A
        NOP
        LD   A,B
        DB   0C6H
ARG:    DB   0
        RET
";

/// Tests of a part would take its operand for what is assembled.
#[test]
fn code_that_may_change_itself_has_no_windows() {
    let options = Options { windows: true, max_instructions: 3, ..Options::default() };
    assert_eq!(search(CHANGED, options).map(drop), Err(ShortenError::NotStraight("SELF".to_owned())));
    let found = search(CHANGED, Options { max_instructions: 2, ..Options::default() }).expect("a search");
    let shorter = found.best().expect("shorter code");
    assert!(prove(&read(&shorter.sheet), Bounds::default(), 1000).expect("a proof").failing.is_none());
    assert!(!found.searched().is_optimal && !found.searched().is_optimal_for_any_length);
}

/// Only one input is valid, so random ones are not.
#[test]
fn a_rare_input() {
    let sheet = "\
;! routine: RARE
;! cpu: 8080
;! org: 0100H
;! in: HL = x, DE = y
;! out: A = z
;! clobbers: F
;! requires: x = 12345 and y = 54321
;! ensures: z = x mod 256
RARE:   MOV A,L
        ORA A
        RET
";
    let search = search(sheet, Options { max_instructions: 2, ..Options::default() }).expect("a search");
    assert_eq!(search.best().expect("shorter code").instructions, ["MOV A,L", "RET"]);
}

/// The sheets that were shorter than the bundled ones, as the search wrote them: `asm` has the same code now.
#[test]
fn sheets_found() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("idioms/sheets");
    let expected = [("t2ccw.asm", 22, 46), ("t2cw.asm", 21, 44)];
    for (file, bytes, cycles) in expected {
        let text = fs::read_to_string(folder.join(file)).expect("a sheet");
        let routine = read(&text);
        let proof = prove(&routine, Bounds::default(), 1000).expect("a proof");
        assert!(proof.failing.is_none() && routine.matches_stated_cycles(&proof, true), "{file}");
        assert_eq!((routine.size(), proof.cost.expect("a cost").cycles.max), (bytes, cycles), "{file}");
        let name = format!("6502/{file}");
        let bundled = sheets().find(|sheet| sheet.file == name).expect("a bundled sheet");
        assert_eq!(routine.image(), read(bundled.text()).image(), "{file}");
    }
    assert_eq!(fs::read_dir(&folder).expect("a folder").count(), expected.len());
}

/// Prints what a search finds in each bundled sheet that it accepts.
#[test]
#[ignore = "searches for minutes; the results are in docs/shorten.md"]
fn search_bundled_sheets() {
    for sheet in sheets() {
        for goal in [Goal::Bytes, Goal::Cycles] {
            for (windows, max_instructions) in [(false, 4), (true, 3)] {
                let start = Instant::now();
                let options = Options { goal, windows, max_instructions, ..Options::default() };
                let Ok(search) = search(sheet.text(), options) else { continue };
                let (given, searched) = (search.given_cost(), search.searched());
                let found = search.best().map_or("-".to_owned(), |found| {
                    format!("{}, {}: {}", found.cost.bytes, found.cost.cycles, found.instructions.join("; "))
                });
                let (what, seconds) =
                    (if windows { "windows" } else { "whole" }, start.elapsed().as_secs_f64());
                println!(
                    "{} {what} {goal:?} up to {max_instructions}: {}, {} -> {found} (optimal: {}, {} sequences, {seconds:.1} s)",
                    sheet.file, given.bytes, given.cycles, searched.is_optimal, searched.progress.tried,
                );
            }
        }
    }
}
