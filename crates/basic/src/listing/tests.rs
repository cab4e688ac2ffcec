use super::*;
use crate::words::code;
use account::account;
use doubts::{Doubt, doubts};
use errata::Errata;
use proptest::prelude::*;
use std::collections::HashSet;
use write::{Notation, write};

const PRINTED: &str = crate::rotate::LISTING;
const ERRATA: &str = crate::rotate::ERRATA;

fn read(source: &str) -> Listing {
    Listing::read(source, Form::Listing).expect("the listing can be read")
}

fn corrected() -> Listing {
    let mut listing = read(PRINTED);
    Errata::parse(ERRATA).expect("the errata can be read").apply(&mut listing).expect("the errata apply");
    listing
}

#[test]
fn texts_of_the_bally_alley_archive() {
    let source = ". A TITLE\n. AND MORE\n10input X;. mul\n. BETWEEN\n20A=ABS(2mul X)divB;print \"mul\";next A\n30 A=2MUL 3\n";
    let listing = Listing::read(source, Form::Text).expect("a program");
    let texts: Vec<_> = listing.lines().iter().map(Line::to_text).collect();
    assert_eq!(texts, ["10 INPUT X;. MUL", "20 A=ABS(2×X)÷B;PRINT \"MUL\";NEXT A", "30 A=2MUL 3"]);
    let origins = listing.origins(&listing.entries[1]);
    let times = listing.entries[1].line.text.iter().position(|byte| *byte == code::TIMES).expect("a sign");
    assert!(source[origins[times]..].starts_with("mul X"));
    assert!(Listing::read(source, Form::Listing).is_err());
}

#[test]
fn all_printed_numbers_of_rotate_are_correct() {
    let account = account(&corrected());
    assert_eq!(account.lines.len(), 53);
    assert!(account.ok() && account.lines.iter().all(|line| line.syntax_error.is_none()));
    assert_eq!((account.lines[0].sz, account.lines[52].sz), (1790, 144));
}

/// The errata choose the first repair of each.
#[test]
fn the_damaged_lines_of_rotate_are_found() {
    let account = account(&read(PRINTED));
    let damaged: Vec<_> = account.lines.iter().filter(|line| !line.ok).collect();
    let numbers: Vec<_> = damaged.iter().map(|line| line.number).collect();
    assert_eq!(numbers, [1, 4, 5, 13, 15, 19, 24, 31, 32, 36, 46]);
    let corrected = corrected();
    for line in damaged {
        let chosen =
            corrected.entries.iter().find(|entry| entry.line.number == line.number).expect("the line");
        assert_eq!(line.repairs[0].canonical, chosen.line.to_text());
    }
}

/// In three damaged lines the byte count is correct; BASIC does not understand two of them.
#[test]
fn damage_that_keeps_the_byte_count() {
    let account = account(&read(PRINTED));
    let lines: Vec<_> = account.lines.iter().filter(|line| line.syntax_error.is_some()).collect();
    assert_eq!(lines.iter().map(|line| line.number).collect::<Vec<_>>(), [10, 18]);
    for line in lines {
        let error = line.syntax_error.as_ref().expect("filtered");
        assert!(error.repairs[0].canonical.contains("FOR I=17TO 32"));
    }
}

/// A character is lost or doubled. The damaged line alone is reported, unless its size stays the same.
#[test]
fn a_lost_or_doubled_character_is_found() {
    let clean = write(&corrected().lines(), Dialect::Bally, &Header::default(), Notation::Printed);
    let rows: Vec<&str> = clean.lines().collect();
    let (mut damaged, mut offered) = (0, 0);
    for (i, row) in rows.iter().enumerate().filter(|(_, row)| row.starts_with('(')) {
        let text_at = row.find(')').expect("a number") + 5;
        let places = row.char_indices().map(|(at, c)| (at, c.len_utf8())).filter(|(at, _)| *at > text_at);
        // Every seventh position keeps the test short; together the lines contain all kinds of characters.
        for (at, length) in places.skip(i % 7).step_by(7) {
            for replacement in [String::new(), row[at..at + length].repeat(2)] {
                let mut rows: Vec<String> = rows.iter().map(|row| (*row).to_owned()).collect();
                rows[i] = format!("{}{replacement}{}", &row[..at], &row[at + length..]);
                let Ok(listing) = Listing::read(&rows.join("\n"), Form::Listing) else { continue };
                let original = read(&clean).entries[i - 6].line.clone();
                let account = account(&listing);
                let found: Vec<_> = account.lines.iter().filter(|line| !line.ok).collect();
                if listing.entries[i - 6].line.cost() == original.cost() {
                    assert!(found.is_empty(), "{}", rows[i]);
                    continue;
                }
                assert_eq!(
                    found.iter().map(|line| line.number).collect::<Vec<_>>(),
                    [original.number],
                    "{}",
                    rows[i]
                );
                damaged += 1;
                offered +=
                    u32::from(found[0].repairs.iter().any(|repair| repair.canonical == original.to_text()));
            }
        }
    }
    assert!(damaged > 300, "{damaged}");
    assert!(offered * 10 > damaged * 5, "{offered} of {damaged}");
}

#[test]
fn a_misprinted_number_is_not_damage_of_its_line() {
    let source = "(1798) 10 A=1\n(1793) 20 B=2\n(1786) 30 C=3\n";
    let account = account(&read(source));
    assert_eq!(account.lines.iter().map(|line| line.ok).collect::<Vec<_>>(), [true, false, true]);
    assert_eq!(account.lines[1].repairs[0].text, "(1792) 20 B=2");
}

#[test]
fn a_number_without_its_blank_and_one_that_lost_a_digit() {
    let account = account(&read("(1798)10 A=1\n(179) 20 B=2\n(1786)30 C=3\n"));
    assert_eq!(account.lines.iter().map(|line| line.ok).collect::<Vec<_>>(), [true, false, true]);
    assert_eq!(account.lines[1].repairs[0].text, "(1792) 20 B=2");
}

/// A typewriter without the digits 1 and 0. In parentheses, similar characters are digits anyway.
#[test]
fn line_numbers_with_conventions() {
    let listing = read("#! l: 1\n#! O: 0\n(l798) lO A=l\n(1791) 2O GOTO lO\n");
    assert_eq!(listing.lines().iter().map(Line::to_text).collect::<Vec<_>>(), ["10 A=1", "20 GOTO 10"]);
}

#[test]
fn bare_wraps_that_begin_with_a_digit() {
    let listing = read("(1788) 10 BOX 21,35,\n13,9,3\n(1785) 20 STOP\n");
    assert_eq!(listing.lines()[0].to_text(), "10 BOX 21,35,13,9,3");
    assert_eq!(listing.lines().len(), 2);
}

#[test]
fn repairs_of_several_kinds() {
    for (text, missing, meant) in [
        ("IF V=HV=0", 1, "IF V=H V=0"),
        ("PRINT \"FUEL LEFT\"#4,F", 1, "PRINT \"FUEL LEFT\",#4,F"),
        ("PRINT \"YES!\n   IN\"", 1, "PRINT \"YES! IN\""),
        ("prnt a", -4, "PRINT A"),
        ("STP", 1, "STOP"),
    ] {
        let bytes =
            crate::scan_text(&text.replace("\n   ", "")).expect("machine characters").len() as i32 + 3;
        let after = 1804 - bytes - missing;
        let account = account(&read(&format!("({after}) 10 {text}\n({}) 20 A=1\n", after - 6)));
        assert_eq!(account.lines[0].repairs[0].canonical, format!("10 {meant}"), "{:?}", account.lines[0]);
    }
}

#[test]
fn a_damaged_line_without_a_number_is_found_by_the_next_number() {
    let account = account(&read("(1798) 10 A=1\n20 B=2C=3\n30 D=4\n(1776) 40 E=5\n"));
    let last = &account.lines[3];
    assert_eq!((last.from, last.missing(), last.is_correct), (20, 1, false));
    assert_eq!(last.repairs[0].canonical, "20 B=2;C=3");
}

/// Characters that readers confuse, with and without a printed number.
#[test]
fn confused_characters() {
    for (read_as, meant) in [
        ("lF Y<-44GOTO 10", "IF Y<-44GOTO 10"),
        ("1F Y<-44GOTO 10", "IF Y<-44GOTO 10"),
        ("FOR I=1T0 9;NEXT I", "FOR I=1TO 9;NEXT I"),
        ("FOR I=1TQ 9;NEXT I", "FOR I=1TO 9;NEXT I"),
        ("RETUm", "RETURN"),
        ("B0X 1,2,3,4,1", "BOX 1,2,3,4,1"),
        ("A=md (9)", "A=RND (9)"),
        ("lF AGOTO 1O", "IF AGOTO 10"),
        ("A=S;lF BRETUm", "A=S;IF BRETURN"),
    ] {
        let text = format!("10 {meant}");
        let bytes = read(&format!("{text}\n")).entries[0].line.cost() as i32;
        for number in [String::new(), format!("({}) ", 1804 - bytes)] {
            let account = account(&read(&format!("{number}10 {read_as}\n")));
            let line = &account.lines[0];
            let repairs = line.syntax_error.as_ref().map_or(&line.repairs, |error| &error.repairs);
            let first = repairs.first().map(|repair| &repair.canonical);
            assert_eq!(first, Some(&text), "{number}{read_as}: {repairs:?}");
        }
    }
}

#[test]
fn words_with_a_wrong_letter() {
    for (text, bytes, meant) in [
        ("G0TO 20", 6, "GOTO 20"),
        ("PRNT A", 5, "PRINT A"),
        ("GOSUUB 9", 5, "GOSUB 9"),
        ("FRO A=1TO 2", 9, "FOR A=1TO 2"),
        ("A=1 B=2", 10, "A=1;B=2"),
    ] {
        let listing = read(&format!("({}) 10 {text}\n", 1804 - bytes));
        let account = account(&listing);
        let offered: Vec<_> =
            account.lines[0].repairs.iter().map(|repair| repair.canonical.clone()).collect();
        assert!(offered.contains(&format!("10 {meant}")) || account.lines[0].ok, "{text}: {offered:?}");
    }
}

#[test]
fn errors_have_spans() {
    let table: [(&str, &str, &str); 18] = [
        ("(1798) 10 A=1\n(1791) Z0 GOTO 10\n", "`Z0` is not a valid line number; perhaps 20", "Z0"),
        ("(1798) 10 A=1\n(1791) 2O GOTO 10\n", "`2O` is not a valid line number; perhaps 20", "2O"),
        ("10 A=1\n#! x: ×\n", "before the first line", " x: ×"),
        ("#! x: ×\n#! x: ÷\n10 A=1\n", "`x` occurs twice in the header", " x: ÷"),
        ("10 A=1\n10 B=2\n", "line 10 occurs twice", "10 B=2"),
        ("(12X4) 10 A=1\n", "is not a valid number", "12X4"),
        ("40000 A=1\n", "1 to 32767", "40000"),
        ("0 A=1\n", "1 to 32767", "0"),
        ("A=1\n", "expected a line number", "A"),
        ("10\n", "has no text", "10"),
        ("10 A=é\n", "not a character of the machine", "é"),
        ("#! dialect: basica\n10 A=1\n", "`basica` is not a dialect", " dialect: basica"),
        ("#! colour: red\n10 A=1\n", "no header key `colour`", " colour: red"),
        ("#! nothing\n10 A=1\n", "`#! key: value`", " nothing"),
        ("#! x: timess\n10 A=1\n", "neither a single character", " x: timess"),
        ("\n\n", "no program line", ""),
        ("", "no program line", ""),
        ("10 A=1\u{0}\n", "\\0", "\u{0}"),
    ];
    for (source, message, underlined) in table {
        let error = Listing::read(source, Form::Listing).expect_err(source);
        assert!(error.to_string().contains(message), "{source:?}: {error}");
        assert_eq!(&source[error.span], underlined, "{source:?}");
    }
}

#[test]
fn repairs_that_do_not_apply() {
    let source = "(1798) 10 A=1\n(1791) 20 BB=2\n";
    let table = [
        ("line = 30\nfrom = 'A'\nto = 'B'", "no line 30"),
        ("line = 10\nfrom = 'X'\nto = 'B'", "line 10 does not contain `X`"),
        ("line = 20\nfrom = 'B'\nto = ''", "line 20 contains `B` 2 times"),
        ("line = 10\nfrom = 'A=1'\nto = 'A=12'", "after its repair line 10 has 7 bytes"),
        ("line = 10\nfrom = 'A=1'\nto = ''", "has no text"),
        ("line = 10\nfrom = '10 A'\nto = '20 A'", "line 20 would occur twice"),
        ("line = 10\nfrom = 'A'", "missing field `to`"),
        ("line = 'x'\nfrom = 'A'\nto = 'B'", "invalid type"),
        ("line = 10\nform = 'A'\nto = 'B'", "unknown field `form`"),
    ];
    for (repair, message) in table {
        let errata = Errata::parse(&format!("[[repair]]\nwhy = 'test'\n{repair}\n"));
        let error = errata.and_then(|errata| errata.apply(&mut read(source))).expect_err(repair);
        assert!(error.to_string().contains(message), "{repair}: {error}");
    }
}

#[test]
fn wraps_are_indented_or_bare() {
    let listing = read("(1790) 10 A=1;\nB=2;\n   C=3\n(1784) 20 D=4\n");
    assert_eq!(listing.lines()[0].to_text(), "10 A=1;B=2;C=3");
    assert_eq!(listing.lines().len(), 2);
    assert!(account(&listing).ok());
    let listing = read("10 GOTO\n   20\n20 STOP\n");
    assert_eq!(listing.lines()[0].to_text(), "10 GOTO 20");
}

#[test]
fn every_notation_reads_back() {
    let lines = corrected().lines();
    for notation in [Notation::Text, Notation::Printed, Notation::Ascii, Notation::Archive] {
        let written = write(&lines, Dialect::Bally, &Header::default(), notation);
        assert_eq!(read(&written).lines(), lines, "{notation:?}");
        assert!(account(&read(&written)).ok());
    }
}

/// A blank after a word, and printed numbers below zero.
#[test]
fn difficult_lines_read_back() {
    let line =
        |number, text: &str| Line { number, text: crate::scan_text(text).expect("machine characters") };
    for text in ["A=RND", "A=RND  ", "A=RND  (5)", "A=RND (5)", "PRINT  \"A", "IF  ;", "LIST  "] {
        check_that_it_reads_back(&[line(10, text)], Dialect::Bally, &Header::default()).expect(text);
    }
    let long: Vec<_> = (1..30).map(|number| line(number, &"A=1;".repeat(20))).collect();
    check_that_it_reads_back(&long, Dialect::Bally, &Header::default()).expect("a long program");
}

/// Returns text that is difficult to read back: all characters and words, unusual starts, open quotes.
fn any_text() -> impl Strategy<Value = String> {
    let byte = prop_oneof![
        4 => 32..=99_u8,
        2 => 104..=119_u8,
        4 => prop::sample::select(b" \"\"..;;:()#!0123456789EBXOLI1SZG/=".to_vec()),
    ];
    prop::collection::vec(byte, 1..60).prop_map(|bytes| crate::text_of(&bytes))
}

fn any_program() -> impl Strategy<Value = Vec<Line>> {
    let line = (prop_oneof![1..300_u16, 1..=crate::LAST_NUMBER], any_text());
    prop::collection::vec(line, 1..60).prop_map(|texts| {
        let read = |(number, text): (u16, String)| Line {
            number,
            text: crate::scan_text(&text).expect("machine characters"),
        };
        let mut lines: Vec<Line> = texts.into_iter().map(read).filter(|line| !line.text.is_empty()).collect();
        lines.sort_by_key(|line| line.number);
        lines.dedup_by_key(|line| line.number);
        lines
    })
}

/// Checks that every notation except `Keys` reads back as the same lines in the same dialect.
fn check_that_it_reads_back(lines: &[Line], dialect: Dialect, header: &Header) -> Result<(), TestCaseError> {
    for (notation, form) in [
        (Notation::Text, Form::Text),
        (Notation::Ascii, Form::Text),
        (Notation::Archive, Form::Text),
        (Notation::Printed, Form::Listing),
    ] {
        let written = write(lines, dialect, header, notation);
        let listing = Listing::read(&written, form);
        let listing = listing.map_err(|error| TestCaseError::fail(format!("{error}\n{written}")))?;
        prop_assert_eq!(&listing.lines()[..], lines, "{:?}\n{}", notation, written);
        prop_assert_eq!(listing.dialect(), dialect, "{:?}", notation);
    }
    Ok(())
}

/// Returns a file with conventions and arbitrary lines.
fn any_file() -> impl Strategy<Value = String> {
    let means = "[ -@\\[-^×÷↑←→↓]|blank|times|divide|up|left|right|down";
    let convention = ("[!-~]", means).prop_map(|(written, means)| format!("#! {written}: {means}\n"));
    let line = (1..300_u16, "[ -~×÷↑←→↓]{0,24}").prop_map(|(number, text)| format!("{number}{text}\n"));
    let parts = (prop::collection::vec(convention, 0..6), prop::collection::vec(line, 1..5));
    parts.prop_map(|(header, lines)| header.concat() + &lines.concat())
}

/// The end of a word and the beginning of a spelled sign make another word.
#[test]
fn a_sign_after_part_of_a_word_reads_back() {
    let text = crate::scan_text("A=RN÷2×3").expect("machine characters");
    let lines = [Line { number: 10, text }];
    check_that_it_reads_back(&lines, Dialect::Bally, &Header::default()).expect("the same lines");
    assert_eq!(write(&lines, Dialect::Bally, &Header::default(), Notation::Archive), "10A=RN÷2×3\n");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, ..ProptestConfig::default() })]

    #[test]
    fn any_program_reads_back(lines in any_program(), title in "[!-~]{0,12}", astro: bool) {
        prop_assume!(!lines.is_empty());
        let dialect = if astro { Dialect::Astro } else { Dialect::Bally };
        let header = Header { about: vec![("title".to_owned(), title)], ..Header::default() };
        check_that_it_reads_back(&lines, dialect, &header)?;
    }

    #[test]
    fn any_file_reads_back_in_other_notations(source in any_file()) {
        for form in [Form::Text, Form::Listing] {
            if let Ok(listing) = Listing::read(&source, form) {
                check_that_it_reads_back(&listing.lines(), listing.dialect(), &listing.header)?;
            }
        }
    }
}

/// Every repair of a damaged listing can be applied to its file.
fn check_repairs(source: &str, form: Form) {
    let Ok(survey) = survey::Survey::read(source, form) else { return };
    let account = survey.account();
    for repair in doubts(&account).iter().flat_map(Doubt::repairs) {
        assert!(apply(source, &repair.edits).is_some(), "{source:?}: {repair:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn damaged_listings_never_panic(rows in prop::collection::vec("\\(?[1-9I][0-9O]{0,3}\\)? ?[1-9]{1,2} [A-C=;1-3\" é(]{0,12}\n|[A-Z1-9]{1,6}\n", 0..9)) {
        check_repairs(&rows.concat(), Form::Listing);
    }

}

proptest! {
    #[test]
    fn reading_never_panics(source in "(\\PC|\n|\\(|\\)|[0-9]|#!){0,200}") {
        for form in [Form::Listing, Form::Text] {
            if let Ok(listing) = Listing::read(&source, form) {
                account(&listing);
            }
            check_repairs(&source, form);
        }
        let _ = Errata::parse(&source);
    }
}

/// Also after a wrap, with a convention, and after a repair.
#[test]
fn origins_are_the_positions_of_bytes_in_the_file() {
    let source = "#! e: =\n(1) 10 AeO;IF AeO\n    GOTO 10\n";
    let listing = read(source);
    let origins = listing.origins(&listing.entries[0]);
    let from = |at: usize| &source[origins[at]..];
    assert_eq!(origins.len(), listing.entries[0].line.text.len());
    assert!(from(0).starts_with("AeO;") && from(4).starts_with("IF AeO") && from(8).starts_with("GOTO 10"));
    assert!(from(10).starts_with("0\n"));

    let listing = corrected();
    for entry in &listing.entries {
        let origins = listing.origins(entry);
        let is_inside = origins.iter().all(|at| entry.span().contains(at));
        assert!(origins.is_sorted() && is_inside, "{:?}", entry.span());
    }
}

/// A heading or the number of a page is read as the continuation of the line above it.
#[test]
fn a_row_that_is_not_of_the_program_is_named() {
    let source = "(1794) 1 A=1;B=2\nARCADIAN    PAGE 57\n(1788) 2 A=1\n";
    let account = account(&read(source));
    let line = &account.lines[0];
    assert!(!line.ok && account.lines[1].ok);
    assert_eq!(line.repairs[0].text, "(1794) 1 A=1;B=2");
    assert_eq!(line.repairs[0].why, "the row `ARCADIAN    PAGE 57` is not part of the program");
}

/// Damages of the listing as a reader of characters makes them: what is damaged, what it becomes, and the line that must be
/// named, and which of the proposed repairs is the right one, from 1.
const DAMAGES: [(&str, &str, u16, Option<usize>); 24] = [
    ("14 IF (D<1)+", "14 lF (D<1)+", 14, Some(1)),
    ("FOR Ie1TO 16;@(I)", "FOR IelTO 16;@(I)", 13, Some(1)),
    ("He0He4", "HeOHe4", 3, Some(1)),
    ("2 GOTO 12", "2 G0TO 12", 2, Some(1)),
    ("IF Me83GOTO 39", "IF Me83GOTO 3g", 23, Some(1)),
    ("17TO 32;PeI-16;@(P)", "I7TO 32;PeI-16;@(P)", 10, Some(1)),
    ("BOX 0,-22,159", "BOX 0,-22,15S", 9, None),
    ("NEXT J;RETURN", "NEXTJ RETURN", 7, Some(1)),
    ("PeRND(11)", "PeRND(11))", 16, Some(1)),
    ("HeP-P/4x4e0;GOTO 39", "HeP-P/4x4e0;GOTO 99", 26, Some(3)),
    ("(1784) 2", "(1734) 2", 2, Some(1)),
    ("(1591) 7", "(1519) 7", 7, Some(1)),
    ("(1598) 6", "[1598) 6", 6, Some(1)),
    ("(1577) 8", "-1577- 8", 8, Some(1)),
    ("(1543) 9", "(15 43) 9", 9, Some(1)),
    ("(1059) 22", "(1O58) 22", 22, Some(1)),
    ("NEXT J;RETURN\n", "NEXT J;RETURN\nARCADIAN   PAGE 57\n", 7, Some(1)),
    ("GOTO 19\n(1078)", "GOTO 19\n- 12 -\n(1078)", 20, Some(1)),
    ("(1591) 7 NEXT J;RETURN\n", "", 8, None),
    ("TVe@(P);RETURN\n(1619) 5", "TVe@(P);RETURN (1619) 5", 4, Some(1)),
    ("(1089) 20 GOTO 19\n", "(1089) 20 GOTO 19\n(1089) 20 GOTO 19\n", 20, Some(1)),
    ("CXe-29;CYe-24", "CXe-29 CYe-24", 9, Some(1)),
    ("PRINT\"ANSWER? (Y/N)", "PRINT ANSWER? (Y/N)", 29, Some(1)),
    ("KP#89GOTO 51", "KP#89GOTO SI", 30, Some(1)),
];

#[test]
fn every_damage_of_a_listing_is_found() {
    let clean = write(&corrected().lines(), Dialect::Bally, &Header::default(), Notation::Printed);
    assert!(account(&read(&clean)).ok());
    let mut missed = Vec::new();
    for (from, to, number, _) in DAMAGES {
        assert_eq!(clean.matches(from).count(), 1, "{from}");
        let account = surveyed(&clean.replace(from, to));
        let lines = account.lines.iter().filter(|line| !line.ok || line.syntax_error.is_some());
        let named: Vec<u16> = lines
            .flat_map(|line| line.from..=line.number)
            .chain(account.findings.iter().map(|finding| finding.line))
            .chain(account.faults.iter().filter_map(|fault| fault.line))
            .chain(
                account
                    .faults
                    .iter()
                    .filter(|fault| fault.text.contains(&format!(") {number} ")))
                    .map(|_| number),
            )
            .collect();
        if account.ok() || !named.contains(&number) {
            missed.push((to, named));
        }
    }
    assert!(missed.is_empty(), "{missed:?}");
}

/// The right repair of each damage gives the program back, without a change elsewhere in the file.
#[test]
fn the_right_repair_gives_the_line_back() {
    let clean = write(&corrected().lines(), Dialect::Bally, &Header::default(), Notation::Printed);
    for (from, to, number, place) in DAMAGES {
        let damaged = clean.replace(from, to);
        let account = surveyed(&damaged);
        let doubts = doubts(&account);
        let repairs: Vec<&Repair> = doubts.iter().flat_map(Doubt::repairs).collect();
        let is_right = |repair: &&Repair| {
            let repaired = apply(&damaged, &repair.edits).expect("edits of the file");
            let rows = |text: &str| text.lines().map(str::to_owned).collect::<HashSet<_>>();
            let changed = rows(&repaired).symmetric_difference(&rows(&clean)).count();
            changed <= 2 && read(&repaired).lines() == corrected().lines() && surveyed(&repaired).ok()
        };
        let right = repairs.iter().position(is_right).map(|at| at + 1);
        assert_eq!(right, place, "{to} in line {number}: {repairs:#?}");
    }
}

fn surveyed(source: &str) -> account::Account {
    survey::Survey::read(source, Form::Listing).expect("the listing can be read").account()
}

/// Splits the data file into cases of four parts.
fn damaged() -> impl Iterator<Item = [String; 4]> {
    let cases = include_str!("tests/damaged.txt").split("====\n").skip(1);
    cases.map(|case| {
        let rows = case.split_inclusive('\n').skip_while(|row| row.starts_with("# "));
        let parts: Vec<String> =
            rows.collect::<String>().split("->\n").map(|part| part.replace("\\\n", "")).collect();
        parts.try_into().expect("four parts")
    })
}

#[test]
fn damaged_rows_do_not_stop_a_listing() {
    assert_eq!(damaged().count(), 23);
    for [source, lines, faults, repaired] in damaged() {
        let survey = survey::Survey::read(&source, Form::Listing).expect(&source);
        let account = survey.account();
        let texts: Vec<String> = survey.listing.lines().iter().map(Line::to_text).collect();
        assert_eq!(texts, lines.lines().collect::<Vec<_>>(), "{source}");
        let place = |fault: &Fault| fault.line.map_or(format!("row {}", fault.row), |line| line.to_string());
        let described = account
            .faults
            .iter()
            .map(|fault| format!("{}: {}: {}", place(fault), fault.kind.name(), fault.why));
        assert_eq!(described.collect::<Vec<_>>(), faults.lines().collect::<Vec<_>>(), "{source}");
        let repairs = account.faults.iter().filter_map(|fault| fault.repairs.first());
        let edits: Vec<Edit> = repairs.flat_map(|repair| repair.edits.clone()).collect();
        assert_eq!(apply(&source, &edits), Some(repaired), "{source}");
    }
}

/// Checks the lines that are lost before a line: their bytes, and the numbers that they can have.
#[test]
fn lost_lines_are_counted() {
    let of_line = |source: &str, number| {
        let line = account(&read(source)).lines.into_iter().find(|line| line.number == number).expect(source);
        line.lost.map(|lost| (lost.bytes, lost.first, lost.last))
    };
    for (source, number, lost) in [
        ("(1798) 10 A=1\n(1780) 30 C=3\n(1774) 40 D=4\n", 30, Some((12, 11, 29))),
        ("(1792) 2 A=1\n(1786) 3 B=2\n", 2, Some((6, 1, 1))),
        // Too few bytes, no free number, a line that BASIC does not understand, a damaged number.
        ("(1798) 10 A=1\n(1789) 30 C=3\n(1783) 40 D=4\n", 30, None),
        ("(1798) 10 A=1\n(1780) 11 C=3\n(1774) 12 D=4\n", 11, None),
        ("(1798) 10 A=1\n(1780) 30 C=3=\n(1774) 40 D=4\n", 30, None),
        ("(1798) 10 A=1\n(1700) 30 C=3\n(1786) 40 D=4\n", 30, None),
    ] {
        assert_eq!(of_line(source, number), lost, "{source}");
    }
}

/// A heading that begins with a number is read as a line without a printed number.
#[test]
fn a_heading_with_a_number_is_not_of_the_program() {
    let source = "(1798) 10 A=1\n57 ARCADIAN\n(1792) 20 B=2\n";
    let account = account(&read(source));
    let repair = &account.lines[2].repairs[0];
    assert_eq!(repair.why, "the row `57 ARCADIAN` is not part of the program");
    assert_eq!(apply(source, &repair.edits).as_deref(), Some("(1798) 10 A=1\n(1792) 20 B=2\n"));
}

/// Wraps, indents and trailing blanks stay, except where a repair needs a blank at a wrap.
#[test]
fn repairs_keep_the_rows() {
    for (source, repaired) in [
        (
            "(1790) 10 A=1;B=2\n   C=3  \n(1784) 20 D=4\n",
            Some("(1790) 10 A=1;B=2;\n   C=3  \n(1784) 20 D=4\n"),
        ),
        ("(1791) 10 PRINT\"YES!\n   IN\"\n", Some("(1791) 10 PRINT\"YES! IN\"\n")),
        ("(1795) 10 A=1;PRIMT\n   A\n", Some("(1795) 10 A=1;PRINT\n   A\n")),
        ("(1794) 1 A=1;B=2\nPAGE 57\n(1788) 2 A=1\n", Some("(1794) 1 A=1;B=2\n(1788) 2 A=1\n")),
        ("(1794) 1 A=1;B=2\nPAGE 57", Some("(1794) 1 A=1;B=2\n")),
    ] {
        let account = account(&read(source));
        let repair = &account.lines[0].repairs[0];
        assert_eq!(apply(source, &repair.edits).as_deref(), repaired, "{repair:?}");
    }
}
