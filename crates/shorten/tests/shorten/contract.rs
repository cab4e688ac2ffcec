//! Contracts that allow several results, and contracts that nothing can satisfy. Results of the default options for code that is longer
//! than the sequences searched.

use arcadian_asm::NoFiles;
use arcadian_proof::{Bounds, Routine, prove};
use arcadian_shorten::{ConstantSet, Equivalence, Goal, Options, ShortenError, Shortener};

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

fn read(sheet: &str) -> Routine {
    Routine::read("sheet.asm", sheet, &mut NoFiles, &[]).unwrap_or_else(|error| panic!("{error}\n{sheet}"))
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
fn sheet_of_defaults(cpu: &str, header: &str, code: &str) -> String {
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
    let size = |code| read(&sheet_of_defaults("8080", count, code)).size();
    assert_eq!(
        shortest(
            &sheet_of_defaults("8080", count, dead),
            Options { max_instructions: 1, ..Options::default() }
        ),
        size(without)
    );
    // A pair, neither of which can be deleted alone.
    let restored = "in: A = x, HL = p;out: A = y;clobbers: F;ensures: y = (x + 5) mod 256";
    let pair = "INX H;ADI 1;ADI 1;ADI 1;ADI 1;ADI 1;DCX H;RET";
    assert!(
        shortest(
            &sheet_of_defaults("8080", restored, pair),
            Options { max_instructions: 1, ..Options::default() }
        ) <= 11
    );
}

/// Parts of long straight-line code are replaced without being asked for.
#[test]
fn parts_of_long_code_are_replaced() {
    let header = "in: HL = x;out: HL = y;clobbers: A, DE, F;ensures: y = (x + x) & 65280 ^ 43690";
    let code = "LD A,L;ADD A,L;LD E,A;LD A,H;ADC A,H;LD D,A;LD A,D;XOR 0AAH;LD H,A;LD L,0AAH;RET";
    let size = shortest(
        &sheet_of_defaults("z80", header, code),
        Options { max_instructions: 2, ..Options::default() },
    );
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
        let sheet = sheet_of_defaults(cpu, header, code);
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
        assert_eq!(shortest(&sheet_of_defaults(cpu, contract, code), options()), size, "{cpu} {contract}");
    }
    let faster = Options { goal: Goal::Cycles, ..options() };
    let sheet = sheet_of_defaults("8080", negate, "MOV A,E;CMA;MOV E,A;MOV A,D;CMA;MOV D,A;INX D;NOP;RET");
    assert!(shortest(&sheet, faster) <= 8);
}
