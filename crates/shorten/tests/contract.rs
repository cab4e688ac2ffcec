//! Contracts that allow several results, and contracts that nothing can satisfy.

use arcadian_asm::NoFiles;
use arcadian_proof::{Bounds, Routine, prove};
use arcadian_shorten::{Equivalence, Options, ShortenError, Shortener};

fn search(sheet: &str, options: Options) -> Result<Shortener, ShortenError> {
    let routine = Routine::read("sheet.asm", sheet, &mut NoFiles, &[]).expect("a sheet");
    let mut search = Shortener::new(sheet, routine, options)?;
    search.run()?;
    Ok(search)
}

/// Returns a sheet with this processor, contract and code.
fn sheet(cpu: &str, header: &[&str], code: &[&str]) -> String {
    let header: String = header.iter().map(|line| format!(";! {line}\n")).collect();
    let code: String = code.iter().map(|line| format!("        {line}\n")).collect();
    format!(";! routine: RUN\n;! cpu: {cpu}\n;! org: 0300H\n{header}RUN:\n{code}")
}

/// A contract, the given code, and the code to be found, with its size.
type Case<'a> = (&'a str, &'a [&'a str], &'a [&'a str], &'a [&'a str]);

/// The last code satisfies the contract, and has other results than the given code.
const SEVERAL: &[Case<'_>] = &[
    (
        "z80",
        &["in: B = x, C = y", "out: A = z", "clobbers: F", "ensures: z <= x", "ensures: z <= y"],
        &["LD A,B", "CP C", "RET C", "LD A,C", "RET"],
        &["XOR A", "RET"],
    ),
    (
        "8080",
        &["in: A = x", "out: A = z", "clobbers: B, F", "ensures: z >= x"],
        &["MOV B,A", "MVI A,255", "RET"],
        &["RET"],
    ),
    // Two bytes. Only their sum is determined.
    (
        "8080",
        &["in: A = x", "out: H = p, L = q", "clobbers: A, F", "ensures: p + q = x"],
        &["MOV H,A", "SUB H", "MOV L,A", "RET"],
        &["MOV H,A", "MVI L,00H", "RET"],
    ),
    // A flag.
    (
        "z80",
        &["in: A = x", "out: CY = c", "clobbers: A, F", "ensures: x < 128 implies c = 0"],
        &["SLA A", "RET"],
        &["AND A", "RET"],
    ),
    (
        "6502",
        &["in: A = x", "out: A = y", "clobbers: P", "ensures: y mod 16 = x mod 16"],
        &["ORA #$F0", "RTS"],
        &["RTS"],
    ),
];

#[test]
fn the_search_is_for_the_contract() {
    for (cpu, header, given, expected) in SEVERAL {
        let sheet = sheet(cpu, header, given);
        let search = search(&sheet, Options { max_instructions: 2, ..Options::default() }).expect("a search");
        let searched = search.searched();
        assert_eq!(searched.equivalence, Equivalence::Contract, "{sheet}");
        assert!(searched.is_optimal, "{sheet}");
        let found = search.best().unwrap_or_else(|| panic!("nothing is shorter than\n{sheet}"));
        let size = |code: &[&str]| {
            let text = self::sheet(cpu, header, code);
            let routine = Routine::read("expected.asm", &text, &mut NoFiles, &[]).expect("a sheet");
            assert!(prove(&routine, Bounds::default(), 1000).expect("a proof").failing.is_none(), "{text}");
            routine.size()
        };
        assert!(found.cost.bytes as usize <= size(expected), "{}", found.sheet);
    }
}

/// A part of the code is replaced only by code with the same results.
#[test]
fn windows_keep_results() {
    let (cpu, header, given, _) = SEVERAL[2];
    let options = Options { windows: true, max_instructions: 2, ..Options::default() };
    let search = search(&sheet(cpu, header, given), options).expect("a search");
    assert_eq!(search.searched().equivalence, Equivalence::Results);
    assert!(!search.searched().is_optimal_for_any_length);
}

#[test]
fn contracts_without_meaning_are_refused() {
    let given: &[&str] = &["MOV A,B", "RET"];
    for (conditions, message) in [
        (["requires: x < 5", "requires: x > 6", "ensures: y = x"], "RUN: no input satisfies `requires`"),
        (
            ["requires: x < 5", "requires: x > 2", "ensures: y < 300"],
            "RUN: `ensures` allows every value of the output `y`, for every input",
        ),
    ] {
        let header = [&["in: B = x", "out: A = y"][..], &conditions].concat();
        let error = search(&sheet("8080", &header, given), Options::default()).expect_err("no contract");
        assert_eq!(error.to_string(), message);
    }
}
