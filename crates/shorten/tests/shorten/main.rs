//! The search for shorter code: contracts that allow several results or that nothing can satisfy, the defaults for code that is longer
//! than the sequences searched, the bundled sheets, and the tables of idioms.

#![expect(
    clippy::disallowed_methods,
    clippy::print_stdout,
    reason = "the sheets are files, and the table shows times"
)]

use std::fs;
use std::path::Path;
use std::time::Instant;

use arcadian_asm::NoFiles;
use arcadian_claims::{BundledFiles, all, sheets};
use arcadian_proof::{Bounds, Routine, prove};
use arcadian_shorten::{ConstantSet, Equivalence, Goal, Options, ShortenError, Shortener};

mod idioms;

fn read(sheet: &str) -> Routine {
    Routine::read("sheet.asm", sheet, &mut BundledFiles, all())
        .unwrap_or_else(|error| panic!("{error}\n{sheet}"))
}

fn search(sheet: &str, options: Options) -> Result<Shortener, ShortenError> {
    let mut search = Shortener::new(sheet, read(sheet), options)?;
    search.run()?;
    Ok(search)
}

/// Returns the processor, a contract, the given code, and code of the size to be found.
fn several() -> impl Iterator<Item = [&'static str; 4]> {
    let lines = include_str!("several.txt").lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| line.split(" => ").collect::<Vec<_>>().try_into().expect("four parts"))
}

#[test]
fn the_search_is_for_the_contract() {
    for [cpu, header, given, expected] in several() {
        let sheet = sheet(cpu, header, given);
        let search = search(&sheet, Options { max_instructions: 2, ..Options::default() }).expect("a search");
        let searched = search.searched();
        assert_eq!(searched.equivalence, Equivalence::Contract, "{sheet}");
        assert!(searched.is_optimal, "{sheet}");
        let least = search.best().map_or(search.given_cost(), |found| found.cost);
        let text = self::sheet(cpu, header, expected);
        let routine = Routine::read("expected.asm", &text, &mut NoFiles, &[]).expect("a sheet");
        assert!(prove(&routine, Bounds::default(), 1000).expect("a proof").failing.is_none(), "{text}");
        assert_eq!(least.bytes as usize, routine.size(), "{sheet}");
    }
}

/// A part of the code is replaced only by code with the same results.
#[test]
fn windows_keep_results() {
    let [cpu, header, given, _] = several().nth(2).expect("a case");
    let options = Options { windows: true, max_instructions: 2, ..Options::default() };
    let search = search(&sheet(cpu, header, given), options).expect("a search");
    assert_eq!(search.searched().equivalence, Equivalence::Results);
    assert!(!search.searched().is_optimal_for_any_length);
}

#[test]
fn contracts_without_meaning_are_refused() {
    for (conditions, message) in [
        ("requires: x < 5;requires: x > 6;ensures: y = x", "RUN: no input satisfies `requires`"),
        (
            "requires: x < 5;requires: x > 2;ensures: y < 300",
            "RUN: `ensures` allows every value of the output `y`, for every input",
        ),
    ] {
        let header = format!("in: B = x;out: A = y;{conditions}");
        let error =
            search(&sheet("8080", &header, "MOV A,B;RET"), Options::default()).expect_err("no contract");
        assert_eq!(error.to_string(), message);
    }
}

/// Searches and checks what was found. Returns the size of the best code, the given one included.
fn shortest(sheet: &str, options: Options) -> usize {
    let mut search = Shortener::new(sheet, read(sheet), options).expect("a search");
    search.run().expect("a result");
    let Some(found) = search.best() else { return search.given_cost().bytes as usize };
    let routine = read(&found.sheet);
    let proof = prove(&routine, Bounds::default(), 1000).expect("a proof");
    assert!(proof.failing.is_none() && routine.matches_stated_cycles(&proof, true), "{}", found.sheet);
    assert_eq!((routine.size(), routine.size()), (found.cost.bytes as usize, routine.image().len()));
    found.cost.bytes as usize
}

/// Returns a sheet with this processor, contract and code. A line that ends with a colon is a label.
fn sheet(cpu: &str, header: &str, code: &str) -> String {
    let header: String = header.split(';').map(|line| format!(";! {line}\n")).collect();
    let code: String = code.split(';').map(|line| format!(" {line}\n")).collect();
    format!(";! routine: RUN\n;! cpu: {cpu}\n;! org: 0300H\n{header}RUN:\n{code}")
}

/// Dead instructions are deleted from code of any length, also between branches and in loops.
#[test]
fn dead_instructions_are_deleted() {
    let count = "in: B = x;out: A = y;clobbers: B, C, D, F;requires: x > 0 and x < 9;ensures: y = 3 * x";
    let dead = "MVI A,0;MVI C,5;.loop:;ADI 3;ORA A;MOV D,D;DCR B;MOV C,C;JNZ .loop;MVI D,1;RET";
    let without = "MVI A,0;.loop:;ADI 3;DCR B;JNZ .loop;RET";
    let size = |code| read(&sheet("8080", count, code)).size();
    assert_eq!(
        shortest(&sheet("8080", count, dead), Options { max_instructions: 1, ..Options::default() }),
        size(without)
    );
    // A pair, neither of which can be deleted alone.
    let restored = "in: A = x, HL = p;out: A = y;clobbers: F;ensures: y = (x + 5) mod 256";
    let pair = "INX H;ADI 1;ADI 1;ADI 1;ADI 1;ADI 1;DCX H;RET";
    assert!(
        shortest(&sheet("8080", restored, pair), Options { max_instructions: 1, ..Options::default() }) <= 11
    );
}

/// Parts of long straight-line code are replaced without being asked for.
#[test]
fn parts_of_long_code_are_replaced() {
    let header = "in: HL = x;out: HL = y;clobbers: A, DE, F;ensures: y = (x + x) & 65280 ^ 43690";
    let code = "LD A,L;ADD A,L;LD E,A;LD A,H;ADC A,H;LD D,A;LD A,D;XOR 0AAH;LD H,A;LD L,0AAH;RET";
    let size = shortest(&sheet("z80", header, code), Options { max_instructions: 2, ..Options::default() });
    assert_eq!(size, 8, "ADD HL,HL; LD A,H; XOR 0AAH; LD H,A; LD L,0AAH; RET");
}

/// `SUI 41H; CPI 1AH; RET`: neither constant is in the code, and one is the negative of the other in `ADI`.
#[test]
fn constants_are_derived_from_code_and_contract() {
    let header = "in: A = x;out: CY = c;clobbers: A, F;ensures: c = if x >= 65 and x <= 90 then 1 else 0";
    for (cpu, code) in [
        ("8080", "CPI 65;JC .no;CPI 91;JNC .no;STC;RET;.no:;ANA A;RET"),
        ("z80", "CP 65;JR C,.no;CP 91;JR NC,.no;SCF;RET;.no:;AND A;RET"),
    ] {
        let sheet = sheet(cpu, header, code);
        assert_eq!(shortest(&sheet, Options { max_instructions: 2, ..Options::default() }), 5, "{cpu}");
        let given =
            Options { max_instructions: 2, constants: ConstantSet::List(Vec::new()), ..Options::default() };
        assert!(shortest(&sheet, given) > 5, "{cpu}: constants that were asked for are the only ones");
    }
}

#[test]
fn idioms_are_known() {
    let negate = "in: DE = x;out: DE = y;clobbers: A, F;ensures: y = (0 - x) mod 65536";
    let absolute = "in: HL = x;out: HL = y;clobbers: A, F;ensures: y = abs(signed(x)) mod 65536";
    let options = || Options { max_instructions: 1, ..Options::default() };
    for (cpu, contract, code, size) in [
        ("8080", negate, "MOV A,E;CMA;MOV E,A;MOV A,D;CMA;MOV D,A;INX D;RET", 7),
        ("z80", negate, "LD A,E;CPL;LD E,A;LD A,D;CPL;LD D,A;INC DE;RET", 7),
        ("8080", absolute, "MOV A,H;RAL;RNC;MOV A,L;CMA;MOV L,A;MOV A,H;CMA;MOV H,A;INX H;RET", 10),
        ("z80", absolute, "BIT 7,H;JR Z,.end;LD A,L;CPL;LD L,A;LD A,H;CPL;LD H,A;INC HL;.end:;RET", 10),
    ] {
        assert_eq!(shortest(&sheet(cpu, contract, code), options()), size, "{cpu} {contract}");
    }
    let faster = Options { goal: Goal::Cycles, ..options() };
    let sheet = sheet("8080", negate, "MOV A,E;CMA;MOV E,A;MOV A,D;CMA;MOV D,A;INX D;NOP;RET");
    assert!(shortest(&sheet, faster) <= 8);
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
