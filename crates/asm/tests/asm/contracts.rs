//! Contracts above labels, header lines that are half written or misspelled, and sheets: header, reading and writing of the columns.

use arcadian_asm::sheet::{Amount, Block, Noted, Term, block, keys};
use arcadian_asm::{Assembly, Dialect, Failure, NoFiles, Options, assemble};
use arcadian_isa::Processor;
use proptest::prelude::*;

fn attempt(dialect: &str, text: &str) -> Result<Assembly, Failure> {
    let dialect = Dialect::named(dialect).expect("a dialect");
    let options = Options { dialect, ..Options::default() };
    assemble("a.s", text, &options, &mut NoFiles)
}

fn read(dialect: &str, text: &str) -> Assembly {
    attempt(dialect, text).unwrap_or_else(|failure| panic!("{failure}\n{text}"))
}

/// Returns the label, the address, and the first and last lines of each contract.
fn contracts(dialect: &str, text: &str) -> Vec<String> {
    let assembly = read(dialect, text);
    let shown = assembly.contracts().into_iter().map(|contract| {
        let last = contract.lines.last().map_or(0, |(number, _)| *number);
        format!("{} {:04X} {}-{last}", contract.label, contract.address, contract.first())
    });
    shown.collect()
}

#[test]
fn a_contract_is_above_the_label_of_its_routine() {
    for (dialect, text, expected) in [
        (
            "arcadian",
            " CPU z80\n ORG 100H\n NOP\n;! in: A = x\n;! out: A = y\nONE: RET\n",
            &["ONE 0101 4-5"][..],
        ),
        // Comments, blank lines, and directives without bytes may be between; an alias and a local label are not the name.
        (
            "ca65",
            ".code\n;! in: A = x\n; a note\n\n .export two\n;! out: A = y\n.proc two\nalias:\n@l: rts\n.endproc\n",
            &["two 0000 2-6"],
        ),
        (
            "sjasmplus",
            " ORG 8000h\n MODULE m\n//! in: A = x\n//! ensures: A = 1\ntwo:\n.l ret\n ENDMODULE\n",
            &["m.two 8000 3-4"],
        ),
        (
            "sdcc",
            " .area _CODE\n;! in: L = x\n_f:: ret\n;! in: L = y\n_g:: ret\n",
            &["_f 0000 2-2", "_g 0001 4-4"],
        ),
        ("acme", "!cpu 6502\n*=$c000\n;! clobbers: A\nf rts\n", &["f C000 3-3"]),
        // A line names another label.
        ("ca65", ".code\n;! routine: g\n;! in: A = x\nh: nop\ng: rts\n", &["g 0000 2-3"]),
        // Data is between.
        ("ca65", ".code\n;! in: A = x\n.byte 1\nh: rts\n", &[]),
        // A budget, other comments, and nothing below.
        ("ca65", ".code\n;! cycles: <= 6\n;! requires: A = 1\nh: rts\n", &[]),
        ("ca65", ".code\n;! important: A\n;! at the end\nh: rts\n;! in: A = x\n", &[]),
        // What is left out, and macros.
        ("ca65", ".code\n.if 0\n;! in: A = x\nh: rts\n.endif\ng: rts\n", &[]),
    ] {
        assert_eq!(contracts(dialect, text), expected, "{dialect}\n{text}");
    }
}

/// A line of a contract that would state nothing is an error.
#[test]
fn contracts_at_wrong_places() {
    const ABOVE: &str = "; a contract is above the label of its routine";
    const NO_LABEL: &str = "this line of a contract has no label below it";
    const INNER: &str = "; a label in a macro or in a scope without a name is not that of a routine; name the scope, or put a label above it";
    const BELOW: &str =
        "a sheet has one header; this line of a contract is below it; use --routine Y for this contract";
    let sheet = ";! routine: X\n;! cpu: z80\n;! in: A = x\nX: INC A\n";
    let of_sheet = |rest: &str| format!("{sheet}{rest}");
    let without_label = |line: usize| format!("a.s:{line}:1: error: {NO_LABEL}{ABOVE}");
    let in_scope = format!("a.s:2:1: error: {NO_LABEL}{INNER}");
    let beside = format!("a.s:2:1: error: a line of a contract states nothing beside code{ABOVE}");
    for (dialect, text, is_header_only, expected) in [
        ("ca65", ".code\nh: nop\n;! clobbers: A\n rts\n", false, without_label(3)),
        ("ca65", ".code\nh: rts\n;! in: A = x\n", false, without_label(3)),
        ("arcadian", &of_sheet(";! clobbers: B\n RET\n"), true, without_label(5)),
        ("arcadian", &of_sheet("RET\n;! in: A = y\nY: RET\n"), true, format!("a.s:6:1: error: {BELOW}")),
        ("arcadian", &of_sheet("RET\n;! in: A = y\nY: RET\n"), false, String::new()),
        ("ca65", ".code\nh: rts ;! in: A = x\n", false, beside),
        ("ca65", ".code\n;! in: A = x\n.scope\nh: rts\n.endscope\n", false, in_scope.clone()),
        (
            "ca65",
            ".code\n;! routine: h\n;! in: A = x\nh: rts\n.scope\nh: nop\n rts\n.endscope\n",
            false,
            in_scope,
        ),
        ("ca65", ".code\n;! in: A = x\nh:\nfive = 5\n rts\n", false, String::new()),
        ("ca65", ".code\n.macro m\n;! in: A = x\n nop\n.endmacro\nh: m\n rts\n", false, without_label(3)),
        ("arcadian", &of_sheet(";! cycles to W: 4\nW: RET\n;! note\n"), true, String::new()),
    ] {
        let found = read(dialect, text).check_contracts(is_header_only).err();
        let shown = found.map(|failure| failure.diagnostics[0].to_string()).unwrap_or_default();
        assert_eq!(shown.lines().next().unwrap_or_default(), expected, "{text}");
    }
}

#[test]
fn the_header_of_a_sheet_is_not_a_contract_of_a_program() {
    let sheet = ";! routine: X\n;! cpu: z80\n;! in: A = x\nX: RET\n;! in: A = y\nY: RET\n";
    assert_eq!(contracts("arcadian", sheet), ["Y 0001 5-5"]);
}

#[test]
fn a_sheet_of_a_contract_has_only_the_bytes_that_are_kept() {
    let text = ".segment \"CODE\"\ntable: .byte 7\n;! in: X = n\n;! out: A = y\n.proc f\nl: lda table,x\n rts\n.endproc\nbuffer: .byte 9\n";
    let assembly = read("ca65", text);
    let [contract] = &assembly.contracts()[..] else { panic!("one contract") };
    let sheet = assembly.with_contract(contract, &|address| (1..5).contains(&address)).expect("it is read");
    let header = sheet.sheet.clone().expect("a header");
    assert_eq!((header.routine.as_deref(), header.processor), (Some("f"), Some(Processor::Mos6502)));
    assert_eq!((sheet.origin, sheet.image.as_slice(), sheet.size), (1, &[0xBD, 0, 0, 0x60][..], 4));
    assert_eq!((sheet.byte_at(0), sheet.byte_at(1), sheet.byte_at(5)), (None, Some(0xBD), None));
    // A label in the scope of the routine needs no scope in its contract.
    assert_eq!(sheet.symbol("l").map(|symbol| symbol.value), Some(1));
}

#[test]
fn names_that_differ_in_case_only_are_different_names() {
    let assembly = read("ca65", ".code\nLoop: nop\nloop: nop\nLOOP: rts\n");
    let value = |name: &str| assembly.symbol(name).map(|symbol| symbol.value);
    assert_eq!((value("Loop"), value("loop"), value("LOOP")), (Some(0), Some(1), Some(2)));
}

/// Returns what is wrong with a contract above a label.
fn wrong(lines: &str) -> Vec<String> {
    let assembly = read("ca65", &format!(".code\n{lines}h: rts\n"));
    let contracts = assembly.contracts();
    let results = contracts.iter().map(|contract| assembly.with_contract(contract, &|_| true));
    let failures = results.filter_map(Result::err);
    failures.flat_map(|failure| failure.diagnostics).map(|found| found.to_string()).collect()
}

#[test]
fn wrong_lines_of_a_contract_are_reported_at_their_places() {
    for (lines, expected) in [
        (
            ";! in: A = x\n;! esures: x = 1\n",
            "a.s:3:4: error: `esures` is not a sheet header key; did you mean `ensures`?",
        ),
        (
            "  ;! ensure: x = 1\n",
            "a.s:2:4: error: `ensure` is not a sheet header key; did you mean `ensures`?",
        ),
        (
            ";! in: A = x\n;! out A = y\n",
            "a.s:3:1: error: a header line has the form `;! key: value`; write `;! out: A = y`",
        ),
        (
            ";! in: A = x\n;! out = A\n",
            "a.s:3:1: error: a header line has the form `;! key: value`; write `;! out: A`",
        ),
        (
            ";! in: A = x\n;! cycles: many\n",
            "a.s:3:12: error: `cycles` takes a number, two as in 17-23, or a budget as in <= 23",
        ),
        (";! in: A = x\n;! cpu: z80\n", "a.s:3:9: error: "),
        (
            ";! in: A = x\n;! same-as: a\n;! same-as: b\n",
            "a.s:4:4: error: `same-as` appears twice in the header",
        ),
        (";! in: A = x\n;! bytes: 2\n", "a.s:3:11: error: the header says 2 bytes, the code has 1"),
        (";! in:\n", "a.s:2:1: error: `in` takes a list such as `A = letter, HL`, or `none`"),
    ] {
        let found = wrong(lines);
        assert!(found.len() == 1 && found[0].starts_with(expected), "{lines}{found:?}");
    }
}

/// Returns a word with one letter removed, doubled or replaced, or two letters in the other order.
fn misspelled(word: &str) -> Vec<String> {
    let letters: Vec<char> = word.chars().collect();
    let mut all = Vec::new();
    for n in 0..letters.len() {
        let with = |change: &dyn Fn(&mut Vec<char>)| {
            let mut letters = letters.clone();
            change(&mut letters);
            letters.into_iter().collect::<String>()
        };
        all.push(with(&|letters| {
            letters.remove(n);
        }));
        all.push(with(&|letters| letters.insert(n, letters[n])));
        all.push(with(&|letters| letters[n] = 'z'));
        if n > 0 {
            all.push(with(&|letters| letters.swap(n - 1, n)));
        }
    }
    all.retain(|other| !other.is_empty() && keys().all(|(key, _)| key != other));
    all
}

#[test]
fn a_key_with_a_wrong_letter_is_reported_with_a_near_one() {
    for (key, _) in keys() {
        for word in misspelled(key) {
            let text = format!(";! routine: X\n;! cpu: z80\n;! {word}: none\nX: RET\n");
            let failure = attempt("arcadian", &text).expect_err(&word);
            let shown = failure.diagnostics[0].to_string();
            assert!(
                shown.contains(&format!("`{word}` is not a sheet header key; did you mean `")),
                "{shown}"
            );
        }
        // Case does not matter.
        let upper = format!(";! {}: none\n", key.to_ascii_uppercase());
        let lower = format!(";! {key}: none\n");
        assert_eq!(block([upper.as_str()]), block([lower.as_str()]), "{key}");
    }
}

#[test]
fn a_misspelled_processor_is_reported_rather_than_a_missing_one() {
    for (header, expected) in [
        (";! cp: 8080\n", "a.s:1:4: error: `cp` is not a sheet header key; did you mean `cpu`?"),
        (";! cpu 8080\n", "a.s:1:1: error: a header line has the form `;! key: value`; write `;! cpu: 8080`"),
        (
            ";! cpu = 8080\n",
            "a.s:1:1: error: a header line has the form `;! key: value`; write `;! cpu: 8080`",
        ),
        (";! cpu: 8008\n", "a.s:1:9: error: `cpu` takes 8080, z80 or 6502"),
        (";! cpu:\n", "a.s:1:1: error: `cpu` takes 8080, z80 or 6502"),
    ] {
        let failure = attempt("arcadian", &format!("{header} RET\n")).expect_err(header);
        assert_eq!(failure.diagnostics[0].to_string(), expected, "{header}");
    }
    // A header line may be indented, and its key in any case.
    assert_eq!(read("arcadian", "  ;! CPU: 8080\n RET\n").processor, Processor::I8080);
}

#[test]
fn blocks_of_comments() {
    for (lines, expected) in [
        (&[";! in: A = x", ";! cycles: 5"][..], Block::Contract),
        (&["; text", ";! cycles to NEXT: 5", ";! requires: A = 1"], Block::Budget),
        (&[";! cpu: z80", ";! title: A game"], Block::Other),
        (&[";! clobers: A"], Block::Contract),
        (&[";! it: is", ";!!! note", ""], Block::Other),
    ] {
        assert_eq!(block(lines.iter().copied()), expected, "{lines:?}");
    }
}

#[test]
fn a_header_line_names_the_dialect() {
    let stated = |text: &str| Dialect::stated(text).map(Dialect::name);
    assert_eq!(stated(" MODULE m ;! dialect: sjasmplus\n"), Some("sjasmplus"));
    assert_eq!(stated("; text\n;! Dialect: CA65 ; a note\n"), Some("ca65"));
    assert_eq!((stated(";! dialect: tasm\n"), stated(";! cpu: z80\n")), (None, None));
    let failure = attempt("arcadian", ";! dialect: tasm\n;! cpu: z80\n RET\n").expect_err("no such dialect");
    assert_eq!(
        failure.diagnostics[0].to_string(),
        "a.s:1:13: error: `dialect` takes the name of an assembler, such as ca65"
    );
}

const SHEET: &str = include_str!("right/sheet.asm");

fn read_sheet(text: &str) -> Assembly {
    let assembly = assemble("sheet.asm", text, &Options::default(), &mut NoFiles);
    assembly.unwrap_or_else(|failure| panic!("{}\n{text}", crate::messages(&failure).join("\n")))
}

#[test]
fn the_header_is_read() {
    let sheet = read_sheet(SHEET).sheet.unwrap();
    let read_terms = |terms: &[Term]| -> Vec<(String, bool, String)> {
        terms.iter().map(|term| (term.place.clone(), term.points, term.meaning.clone())).collect()
    };
    let term = |place: &str, meaning: &str| (place.to_owned(), false, meaning.to_owned());
    assert_eq!(sheet.routine.as_deref(), Some("T2CW"));
    assert_eq!((sheet.processor, sheet.origin), (Some(Processor::I8080), Some(0x0100)));
    assert_eq!(read_terms(&sheet.inputs), [term("B", "the letter"), term("HL", "")]);
    assert_eq!(read_terms(&sheet.outputs), [term("A", "the letter turned")]);
    assert_eq!(sheet.clobbers, []);
    assert_eq!(sheet.oracle, Some(Noted { value: "rotate".to_owned(), note: "of the board".to_owned() }));
    assert_eq!(
        sheet.bytes,
        Some(Noted { value: Amount { least: 18, most: 18, is_budget: false }, note: String::new() })
    );
    let cycles = Noted {
        value: Amount { least: 20, most: 25, is_budget: false },
        note: "without the call".to_owned(),
    };
    assert_eq!(sheet.cycles, Some(cycles));
    assert_eq!(sheet.about, [("author".to_owned(), "nobody".to_owned())]);
}

#[test]
fn terms_know_their_place_and_end_at_a_comment() {
    let text = ";! routine: X\n;! cpu: 8080\n;! in: A = x,  B = y ; one, two\n;! at: X: C = i ; not this, D\nX: RET\n";
    let sheet = read_sheet(text).sheet.unwrap();
    let placed = |terms: &[Term]| -> Vec<(usize, usize, String)> {
        let line = |term: &Term| (term.line.number, term.line.span.start, term.line.value().to_owned());
        terms.iter().map(line).collect()
    };
    assert_eq!(placed(&sheet.inputs), [(3, 7, "A = x".to_owned()), (3, 15, "B = y".to_owned())]);
    assert_eq!(placed(&sheet.cut_points[0].state), [(4, 10, "C = i".to_owned())]);
}

#[test]
fn lines_are_found_by_address() {
    let assembly = read_sheet(SHEET);
    assert_eq!(assembly.line_at(0x0100).map(|line| line.comment.as_str()), Some("high byte"));
    assert_eq!(
        assembly.line_at(0x0104).map(|line| line.number),
        assembly.line_at(0x0102).map(|line| line.number)
    );
    assert_eq!(assembly.line_at(0x0200), None);
    assert_eq!(assembly.byte_at(0x0101), Some(0x07));
}

#[test]
fn a_sheet_written_from_a_sheet_is_the_same() {
    assert_eq!(read_sheet(SHEET).sheet_text(), SHEET);
}

#[test]
fn a_sheet_written_from_a_source_assembles_to_the_same_bytes() {
    for source in crate::SOURCES {
        let assembly = read_sheet(source);
        let text = assembly.sheet_text();
        let sheet = read_sheet(&text);
        assert_eq!((sheet.image, sheet.origin), (assembly.image, assembly.origin), "{text}");
        assert_eq!(sheet.sheet.unwrap().processor, Some(assembly.processor));
    }
}

#[test]
fn the_size_is_checked() {
    let with = |size| {
        assemble("s", &SHEET.replace("bytes: 18", size), &Options::default(), &mut NoFiles).map_or_else(
            |failure| failure.to_string(),
            |made| made.warnings.first().map_or_else(String::new, ToString::to_string),
        )
    };
    for (size, shown) in [
        ("bytes: <= 18", ""),
        ("bytes: 19", "s:8:11: error: the header says 19 bytes, the code has 18"),
        ("bytes: <= 17", "s:8:11: warning: the header says <= 17 bytes, the code has 18"),
        ("bytes: 17-19", "s:8:11: error: `bytes` takes a number, or a budget as in <= 23"),
    ] {
        assert_eq!(with(size), shown, "{size}");
    }
}

#[test]
fn another_processor_is_refused() {
    let options = Options { processor: Some(Processor::Z80), ..Options::default() };
    let shown = assemble("s", SHEET, &options, &mut NoFiles).unwrap_err().to_string();
    assert_eq!(shown, "s:2:9: error: this source is for the Z80, not for the 8080");
}

#[test]
fn a_written_sheet() {
    insta::assert_snapshot!(read_sheet(include_str!("right/macros.asm")).sheet_text());
}

/// Returns the images of a source and of the sheet written from it.
fn images(source: &str) -> [(u16, Vec<u8>); 2] {
    let assembly = read_sheet(source);
    let sheet = read_sheet(&assembly.sheet_text());
    [assembly, sheet].map(|assembly| (assembly.origin, assembly.image))
}

/// The sources have names that look like addresses, macro text, and lines whose code begins at another address.
#[test]
fn a_written_sheet_is_unambiguous() {
    for source in [
        "CPU z80\nBeAa = 00\n DB BEAA\n",
        "CPU z80\nFACE EQU 5\nCAFE SET 6\nFeed MACRO X\n DB X\n ENDM\n FEED FACE\n DB CAFE\n",
        "CPU z80\nBEAA MACRO\nFACE = 5\n ENDM\nBEAA\n DB FACE\n",
        "CPU z80\nMAC MACRO FACE\nFACE LD A,5\nDEAD ENDM\n MAC L2\n DW L2,DEAD\n",
        "CPU z80\n IF 0\nFACE IF 1\n DB 1\nDEAD ENDIF\nBEEF NOP\n ENDIF\n DB 2\n",
        "CPU z80\nFACE IF 0\nBEEF ELSE\n DB 1\nCAFE ENDIF\n",
        "CPU z80\nMAC MACRO\n ORG 200H\n DB 1,2,3,4,5,6\n ENDM\n ORG 100H\nLAB: MAC\n DW LAB\n",
        "CPU z80\nMAC MACRO\n ORG 0FFFCH\n DB 1,2,3,4\n ORG 0\n DB 5,6,7,8,9\n ENDM\n MAC\n",
        "CPU z80\n DB 1\n END\nFACE NOP\n",
    ] {
        let [source_image, sheet_image] = images(source);
        assert_eq!(sheet_image, source_image, "{source}");
    }
}

/// A source that is not a sheet can state its size too.
#[test]
fn the_size_of_a_source_is_checked() {
    let shown =
        assemble("s", ";! bytes: 3\n CPU z80\n NOP\n", &Options::default(), &mut NoFiles).unwrap_err();
    assert_eq!(shown.to_string(), "s:1:11: error: the header says 3 bytes, the code has 1");
}

fn name() -> impl Strategy<Value = String> {
    prop_oneof!["[A-Fa-f]{4}", "[A-Fa-f][A-Fa-f0-9]{3}", "[A-Za-z_][A-Za-z0-9_]{0,5}"]
}

fn line() -> impl Strategy<Value = String> {
    prop_oneof![
        (name(), prop::sample::select(vec!["=", "EQU", "SET"]), any::<u8>())
            .prop_map(|(name, sign, value)| format!("{name} {sign} {value}")),
        (
            name(),
            prop::sample::select(vec!["", ":"]),
            prop::sample::select(vec!["NOP", "DB 1,2,3,4,5", "", "DS 3"])
        )
            .prop_map(|(name, colon, code)| format!("{name}{colon} {code}")),
        (name(), name()).prop_map(|(name, label)| format!("{name} MACRO\n{label} NOP\n ENDM\n {name}")),
        (name(), 0..2_u8, name())
            .prop_map(|(name, value, label)| format!("{name} IF {value}\n{label} NOP\n ENDIF")),
        name().prop_map(|name| format!(" DW {name}")),
        prop::sample::select(vec![" ORG 200H", " NOP ; note", "; DEAD 00", " DB 'a ', \"b\"", ""])
            .prop_map(str::to_owned),
    ]
}

proptest! {
    /// If a source assembles, its sheet assembles to the same bytes.
    #[test]
    fn sheets_of_random_sources_assemble_to_the_same_bytes(lines in prop::collection::vec(line(), 0..12), processor in 0..3_usize) {
        let processor = crate::PROCESSORS[processor];
        if let Ok(assembly) = crate::run(processor, &lines.join("\n")) {
            let text = assembly.sheet_text();
            let sheet = assemble("sheet.asm", &text, &Options::default(), &mut NoFiles);
            let sheet = sheet.map_err(|failure| TestCaseError::fail(format!("{failure}\n{text}")))?;
            prop_assert_eq!((sheet.origin, sheet.image), (assembly.origin, assembly.image), "{}", text);
        }
    }
}
