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

fn sheet(cpu: &str, header: &[&str], code: &[&str]) -> String {
    let header: String = header.iter().map(|line| format!(";! {line}\n")).collect();
    let code: String = code.iter().map(|line| format!("        {line}\n")).collect();
    format!(";! routine: RUN\n;! cpu: {cpu}\n;! org: 0300H\n{header}RUN:\n{code}")
}

/// The processor, a contract, the given code, and code of the size to be found.
type Case<'a> = (&'a str, &'a [&'a str], &'a [&'a str], &'a [&'a str]);

/// The last code is as short as the contract allows. Mostly it has other results than the given code.
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
    // The result may be in either of two registers, and in one of them it already is.
    (
        "z80",
        &["in: A = a, B = x", "out: A = p, B = q", "clobbers: F", "ensures: p = x or q = x"],
        &["LD A,B", "RET"],
        &["RET"],
    ),
    // It is in neither, so one of them must be loaded.
    (
        "z80",
        &["in: B = x", "out: A = p, C = q", "clobbers: F", "ensures: p = x or q = x"],
        &["LD A,B", "LD C,A", "RET"],
        &["LD A,B", "RET"],
    ),
    // A range between two inputs.
    (
        "8080",
        &["in: A = x, B = y", "out: A = z", "clobbers: F", "ensures: min(x, y) <= z <= max(x, y)"],
        &["CMP B", "RNC", "MOV A,B", "RET"],
        &["RET"],
    ),
    // Two bytes of memory in any order.
    (
        "6502",
        &[
            "in: (10H) = x, (11H) = y",
            "out: (10H) = p, (11H) = q",
            "clobbers: A, X, P",
            "ensures: (p = x and q = y) or (p = y and q = x)",
        ],
        &["LDA $10", "LDX $11", "STA $11", "STX $10", "RTS"],
        &["RTS"],
    ),
    // Memory, where one byte is determined and the other only has to be greater than 0.
    (
        "6502",
        &[
            "in: (20H:2) = w",
            "out: (20H:2) = v",
            "clobbers: A, P",
            "ensures: v mod 256 = w mod 256 and v >= 256",
        ],
        &["LDA #1", "STA $21", "RTS"],
        &["SEC", "ROL $21", "RTS"],
    ),
    // One of two flags must be right.
    (
        "z80",
        &["in: A = x", "out: Z = z, CY = c", "clobbers: A, F", "ensures: z = (x = 0) or c = (x = 0)"],
        &["CP 1", "RET"],
        &["SUB A", "RET"],
    ),
    // The carry is undefined if the operands are equal.
    (
        "6502",
        &[
            "in: A = x, X = y",
            "out: C = c",
            "clobbers: P, A, (30H)",
            "ensures: x > y implies c",
            "ensures: x < y implies not c",
        ],
        &["STX $30", "CMP $30", "BNE L", "CLC", "L: RTS"],
        &["STX $30", "CMP $30", "RTS"],
    ),
    // Either way of rounding.
    (
        "8080",
        &["in: A = x", "out: A = z", "clobbers: F", "ensures: abs(2 * z - x) <= 1"],
        &["ORA A", "RAR", "ACI 0", "RET"],
        &["ORA A", "RAR", "RET"],
    ),
    // A field that is in two places: any value, but the same.
    (
        "z80",
        &["in: A = x", "out: A = z, B = z", "clobbers: F", "ensures: z >= x"],
        &["LD A,255", "LD B,A", "RET"],
        &["LD B,A", "RET"],
    ),
    // One flag is determined by the result, which is not.
    (
        "z80",
        &["in: A = x", "out: A = z, CY = c", "clobbers: F", "ensures: c = (z = 0)", "ensures: z <= x"],
        &["CP 1", "RET"],
        &["CP 1", "RET"],
    ),
    // Only the sign is determined, and that the result is not 0.
    (
        "z80",
        &[
            "in: HL = x",
            "out: HL = z",
            "clobbers: A, F",
            "ensures: bit(z, 15) = bit(x, 15)",
            "ensures: z <> 0",
        ],
        &["LD A,H", "OR L", "RET NZ", "INC L", "RET"],
        &["LD L,1", "RET"],
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
