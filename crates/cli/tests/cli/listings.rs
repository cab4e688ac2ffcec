//! `sz` and `list`: whole listings, their errata, and repairs that are written. Faults are in `tests/commands/sz.trycmd`.

use serde_json::{Value, json};

use crate::support::{Folder, RunResult};
#[cfg(unix)]
use crate::terminal::Terminal;

const LISTING: &str = arcadian_basic::rotate::LISTING;
const ERRATA: &str = arcadian_basic::rotate::ERRATA;

fn rotate() -> Folder {
    Folder::with(&[("r.lst", LISTING), ("r.errata.toml", ERRATA)])
}

fn column(report: &Value, key: &str) -> Vec<Value> {
    report["lines"].as_array().expect("lines").iter().map(|line| line[key].clone()).collect()
}

#[test]
fn every_printed_number_of_the_repaired_listing_holds() {
    let result = rotate().run(&["sz", "r.lst", "--json"]);
    let report = result.json();
    assert_eq!((result.status, &report["ok"], &report["empty"]), (Some(0), &json!(true), &json!(1804)));
    assert_eq!(column(&report, "sz"), column(&report, "printed"));
    assert_eq!(column(&report, "line").len(), 53);
    assert_eq!(rotate().run(&["sz", "r.lst"]).status, Some(0));
}

#[test]
fn as_printed_the_damaged_lines_are_found() {
    let result = rotate().run(&["sz", "r.lst", "--as-printed", "--json"]);
    let report = result.json();
    assert_eq!((result.status, &report["ok"]), (Some(1), &json!(false)));
    let lines = report["lines"].as_array().expect("lines");
    let damaged: Vec<_> = lines.iter().filter(|line| line["ok"] == json!(false)).collect();
    let numbers: Vec<_> = damaged.iter().map(|line| line["line"].as_i64().expect("a number")).collect();
    assert_eq!(numbers, [1, 4, 5, 13, 15, 19, 24, 31, 32, 36, 46]);
    let first = |line: &Value| line["repairs"][0]["text"].as_str().unwrap_or_default().to_owned();
    assert!(first(damaged[5]).contains(r#""?bb",;MeKP"#) && first(damaged[9]).contains(r#""b",;TVeM"#));
    assert!(damaged.iter().all(|line| line["repairs"][0]["why"].is_string()));
}

#[test]
fn a_listing_without_numbers_and_one_too_long() {
    let long: String = (1..100).map(|n| format!("{n} PRINT \"0123456789ABCDEF\"\n")).collect();
    let folder = Folder::with(&[("x.bas", "10 A=1\n20 GOTO 10\n"), ("long.bas", &long)]);
    let result = folder.run(&["sz", "x.bas"]);
    assert_eq!(result.status, Some(2));
    assert!(result.out.contains("2 lines, 12 bytes; 1792 of 1804 are left."), "{}", result.out);
    assert_eq!(column(&folder.run(&["sz", "x.bas", "--json"]).json(), "printed"), [Value::Null, Value::Null]);
    let result = folder.run(&["sz", "long.bas"]);
    assert_eq!(result.status, Some(1));
    assert!(
        result.out.contains("SORRY: no room") && result.out.contains("The program does not fit."),
        "{}",
        result.out
    );
}

#[test]
fn every_notation_is_the_same_program() {
    let folder = rotate();
    let text = folder.run(&["list", "r.lst", "--as", "text"]).out;
    assert_eq!(folder.run(&["list", "rotate"]).out, text);
    assert!(text.contains("\n14 IF (D<1)+(D>40)RUN\n"), "{text}");
    for (notation, name) in
        [("text", "t.bas"), ("ascii", "a.bas"), ("archive", "v.bas"), ("printed", "p.lst")]
    {
        let written = folder.run(&["list", "r.lst", "--as", notation]).out;
        assert!(notation != "ascii" || written.is_ascii());
        std::fs::write(folder.path(name), written).expect("a file");
        assert_eq!(folder.run(&["list", name]).out, text, "{notation}");
        let status = if notation == "printed" { 0 } else { 2 };
        assert_eq!(folder.run(&["sz", name]).status, Some(status), "{notation}");
    }
    assert!(folder.run(&["list", "r.lst", "--as", "keys"]).out.contains("\n2{WORDS}+12{GO}\n"));
}

#[test]
fn errata_that_do_not_apply() {
    let listing = ("x.lst", "(1798) 10 A=1\n");
    let repair = |text: &str| format!("[[repair]]\nline = 10\n{text}\nwhy = 'test'\n");
    for (errata, parts) in [
        (repair("from = 'Z'\nto = 'B'"), &["x.errata.toml:3:8", "line 10 does not contain `Z`", "^^^"][..]),
        (repair("from = 'A=1'\nto = 'A=11'"), &["after its repair line 10 has 7 bytes", "require 6"]),
        ("[[repair]\n".to_owned(), &["x.errata.toml:1:"]),
        ("[[repair]]\nline = 10\nfrom = ''\nto = 'B'\nwhy = 'test'\n".to_owned(), &["does not contain"]),
    ] {
        let folder = Folder::with(&[listing, ("x.errata.toml", &errata)]);
        for command in ["sz", "list", "run"] {
            folder.run(&[command, "x.lst"]).is_refused(parts);
        }
        assert_eq!(folder.run(&["sz", "x.lst", "--as-printed"]).status, Some(0));
    }
}

#[test]
fn listings_that_cannot_be_read() {
    for (text, parts) in [
        ("#! dialect: basica\n10 A=1\n", &["x.lst:1:3", "`basica` is not a dialect", "astro"][..]),
        ("#! sieze: 3\n10 A=1\n", &["no header key `sieze`", "dialect"]),
        ("A GAME\n", &["x.lst:1:1", "expected a line number"]),
        ("", &["no program line"]),
        ("(1798) 10 A=\0\n", &["x.lst is a binary file"]),
    ] {
        let folder = Folder::with(&[("x.lst", text)]);
        folder.run(&["sz", "x.lst"]).is_refused(parts);
        folder.run(&["sz", "x.lst", "--write", "y.lst"]).is_refused(parts);
        assert_eq!(folder.names(), ["x.lst"]);
    }
}

/// Line 20 lost a `;` (one of two repairs), line 30 has a misread number, lines 40 and 50 are on one row.
const DAMAGED: &str = "#! title: TEST\r\n#! e: =\r\n\r\n  (1798) 10 Ae1  \r\n(1788) 20 Be2Ce3\r\n(I782) 30 De4\r\n\r\n\
                       (1776) 40 Ee5 (1770) 50 Fe6\r\n";

fn damaged_folder() -> Folder {
    Folder::with(&[("x.lst", DAMAGED)])
}

fn sz(folder: &Folder, args: &[&str], input: &str) -> RunResult {
    let mut all = vec!["sz", "x.lst"];
    all.extend(args);
    folder.feed(&all, input.as_bytes())
}

/// Options, how often `old` becomes `new` in the file, and what the report says is left.
#[test]
fn chosen_repairs_are_written() {
    let number = ("(I782)", "(1782)");
    let separator = ("Be2Ce3", "Be2;Ce3");
    let parted = ("5 (1770)", "5\r\n(1770)");
    for (repairs, changes, left) in [
        (
            &[][..],
            &[][..],
            "0 changes. Left as printed: line 20 (7 repairs), line 30 (1 repair), line 40 (1 repair).",
        ),
        (&["30"], &[number], "1 change. Left as printed: line 20 (7 repairs), line 40 (1 repair)."),
        (&["30:1"], &[number], "1 change. Left as printed: line 20 (7 repairs), line 40 (1 repair)."),
        (&["single"], &[number, parted], "2 changes. Left as printed: line 20 (7 repairs)."),
        (&["20:1", "single"], &[separator, number, parted], "3 changes. Nothing is left in doubt."),
        (&["40:1", "20:1"], &[separator, parted], "2 changes. Left as printed: line 30 (1 repair)."),
    ] {
        let folder = damaged_folder();
        let options = repairs.iter().flat_map(|repair| ["--repair", repair]);
        let args: Vec<&str> = ["--write", "y.lst"].into_iter().chain(options).collect();
        let result = sz(&folder, &args, "");
        let expected = changes.iter().fold(DAMAGED.to_owned(), |text, (old, new)| text.replace(old, new));
        assert_eq!(folder.read("y.lst"), expected, "{repairs:?}");
        assert!(result.out.contains(&format!("y.lst: {left}")), "{}", result.out);
        assert_eq!(folder.read("x.lst"), DAMAGED);

        // What was written holds when it is read again.
        let again = folder.run(&["sz", "y.lst", "--json"]);
        assert_eq!(again.status, result.status);
        let report = again.json();
        let is_right = |line: &str| !left.contains(&format!("line {line} "));
        for line in report["lines"].as_array().expect("lines") {
            assert_eq!(
                line["ok"],
                is_right(&line["line"].to_string()) || line["line"] == 40,
                "{repairs:?}: {line}"
            );
        }
    }
}

#[test]
fn the_report_shows_each_change() {
    insta::assert_snapshot!(
        sz(&damaged_folder(), &["--write", "y.lst", "--repair", "20:1", "--repair", "single"], "").out
    );
}

#[test]
fn the_json_has_the_changes() {
    let folder = damaged_folder();
    let report = sz(&folder, &["--write", "y.lst", "--repair", "30", "--json"], "").json();
    let change = json!([{
        "place": { "line": 30 },
        "repair": 1,
        "why": "the number: read `I782` as 1782",
        "before": "(I782) 30 De4",
        "after": "(1782) 30 De4",
    }]);
    assert_eq!(
        (&report["changes"], &report["written"], &report["ok"]),
        (&change, &json!("y.lst"), &json!(false))
    );
    let choice = |report: &Value| report["lines"][1]["repairs"][1]["choice"].clone();
    assert_eq!(
        (choice(&report), &report["faults"][0]["repairs"][0]["choice"]),
        (json!("20:2"), &json!("40:1"))
    );
    assert_eq!(choice(&folder.run(&["sz", "x.lst", "--json"]).json()), json!("20:2"));
}

#[test]
fn repairs_that_cannot_be_made() {
    for (args, parts) in [
        (&["--repair", "20"][..], &["line 20 has 7 repairs", "such as `20:1`"][..]),
        (&["--repair", "20:8"], &["line 20 has no repair 8", "1 to 7"]),
        (&["--repair", "30:2"], &["line 30 has no repair 2", "it has one"]),
        (&["--repair", "10:1"], &["line 10 has no proposed repair", "--walk"]),
        (&["--repair", "99:1"], &["there is no line 99"]),
        (&["--repair", "row6:1"], &["row 6 is a row of a line"]),
        (&["--repair", "row99"], &["there is no row 99"]),
        (&["--repair", "30", "--repair", "30:1"], &["line 30 is named twice"]),
        (&["--repair", "all"], &["`all` is not a repair", "LINE:N", "single"]),
        (&["--walk", "--repair", "30"], &["cannot be used with"]),
        (&["--walk", "--json"], &["cannot be used with"]),
    ] {
        let folder = damaged_folder();
        let mut all = vec!["--write", "y.lst"];
        all.extend(args);
        sz(&folder, &all, "").is_refused(parts);
        assert_eq!(folder.names(), ["x.lst"], "{args:?}");
    }
    // The other copy of the line would have its number.
    let listing = "(1798) 10 A=1\n(1792) 20 B==2\n(1786) 30 A=1\n(1792) 20 B==2\n(1780) 40 C=3\n";
    let folder = Folder::with(&[("x.lst", listing)]);
    let refused = sz(&folder, &["--write", "y.lst", "--repair", "20:1"], "");
    refused.is_refused(&["repair 1 of line 20 cannot be written", "#! _: blank"]);
    folder.run(&["sz", "x.lst", "--repair", "10"]).is_refused(&["--write"]);
    folder.run(&["sz", "x.lst", "--walk"]).is_refused(&["--write"]);
    folder.run(&["sz", "-", "--walk", "--write", "y.lst"]).is_refused(&["--walk reads its answers there"]);
}

#[test]
fn outputs_that_are_not_possible() {
    let folder = damaged_folder();
    std::fs::create_dir(folder.path("dir")).expect("a folder");
    for (output, parts) in [
        ("x.lst", "the command reads this file"),
        ("./x.lst", "the command reads this file"),
        ("dir", "it is a directory"),
        ("no/y.lst", "there is no folder no"),
    ] {
        sz(&folder, &["--write", output], "").is_refused(&["cannot write", parts]);
    }
    assert_eq!(
        (folder.read("x.lst"), folder.names()),
        (DAMAGED.to_owned(), vec!["dir".into(), "x.lst".into()])
    );
}

#[test]
fn standard_streams() {
    let folder = damaged_folder();
    let from_input = folder.feed(&["sz", "-", "--write", "y.lst", "--repair", "single"], DAMAGED.as_bytes());
    assert_eq!((from_input.status, folder.read("y.lst").len()), (Some(1), DAMAGED.len() + 1));
    let to_output = sz(&folder, &["--write", "-", "--repair", "30"], "");
    assert_eq!(to_output.out, DAMAGED.replace("(I782)", "(1782)"));
    assert!(to_output.err.contains("<stdout>: 1 change."), "{}", to_output.err);
    sz(&folder, &["--write", "-", "--json"], "").is_refused(&["standard output", "another option uses it"]);
}

#[test]
fn errata_are_written() {
    let rotate = Folder::with(&[]);
    let result = rotate.run(&["sz", "rotate", "--write", "y.lst"]);
    assert_eq!(result.status, Some(0), "{}", result.err);
    assert!(
        result.out.contains("y.lst: 0 changes and the errata. Nothing is left in doubt."),
        "{}",
        result.out
    );
    assert_eq!(rotate.run(&["list", "y.lst"]).out, rotate.run(&["list", "rotate"]).out);
    rotate.run(&["sz", "rotate", "--as-printed", "--write", "z.lst"]);
    assert_eq!(rotate.read("z.lst"), arcadian_basic::rotate::LISTING);

    // Blanks at the end of a row, which a listing cannot have.
    let errata = "[[repair]]\nline = 10\nfrom = 'ABC'\nto = 'ABC  '\nwhy = 'the count'\n";
    let folder = Folder::with(&[("x.lst", "(1794) 10 PRINT\"ABC\n"), ("x.errata.toml", errata)]);
    assert!(folder.run(&["sz", "x.lst"]).out.contains("1 line, 10 bytes"));
    folder.run(&["sz", "x.lst", "--write", "y.lst"]).is_refused(&["--as-printed"]);
}

/// The ways in which a row's printed number or line number is damaged: what of `(SZ) N` becomes what.
const HEADS: [(&str, &str); 9] = [
    (") ", ") /"),
    (") ", ") *"),
    (") ", ") '"),
    (") ", ") L"),
    (") ", ") ?"),
    (") ", ")#"),
    (") ", " "),
    ("(1", ""),
    ("(", ""),
];

/// A repair that is taken without a choice keeps every statement, and never claims a wrong program.
#[test]
fn no_single_repair_drops_a_statement() {
    let clean = rotate().run(&["list", "rotate", "--as", "printed"]).out;
    let program = rotate().run(&["list", "rotate"]).out;
    for (row, (from, to)) in clean.lines().filter(|row| row.starts_with('(')).zip(HEADS.iter().cycle()) {
        let folder = Folder::with(&[("x.lst", &clean.replace(row, &row.replacen(from, to, 1)))]);
        for (read, written) in [("x.lst", "y.lst"), ("y.lst", "z.lst")] {
            let result = folder.run(&["sz", read, "--write", written, "--repair", "single"]);
            let repaired = folder.read(written);
            let text =
                row.split_once(") ").map_or(row, |(_, line)| line.trim_start_matches(char::is_numeric));
            assert!(repaired.contains(text), "{row} lost with {to}: {}", result.out);
            let is_whole = || folder.run(&["list", written]).out == program;
            assert!(result.status == Some(1) || is_whole(), "{row} with {to}: {}", result.out);
        }
    }
}

const EARLIER: &str = "(1798) 10 A=1\n";

/// Checks the file and the output after typed answers.
#[test]
fn answers_of_the_walk() {
    let number = ("(I782)", "(1782)");
    let separator = ("Be2Ce3", "Be2;Ce3");
    let parted = ("5 (1770)", "5\r\n(1770)");
    for (answers, changes, said) in [
        ("1\n1\n1\n", &[separator, number, parted][..], "3 changes. Nothing is left in doubt."),
        ("", &[], "No more answers: the rest stays as printed."),
        ("1\n", &[separator], "No more answers"),
        ("s\n1\nq\n", &[number], "1 change. Left as printed: line 20 (7 repairs), line 40 (1 repair)."),
        ("?\nx\n\n0\n9\n-1\nq\n", &[], "line 20 has no repair 9: its repairs are 1 to 7"),
        ("e\n20 Be2;Ce3\n1", &[separator, number], "line 20: 10 bytes, SZ 1788, printed 1788   right"),
        ("e\n(1788) 20 Be2;Ce3\nq\n", &[separator], "Kept."),
        ("e\n\nq\n", &[], "No changes: y.lst is not written."),
        ("i\n45 Ze1\n\nq\n", &[], "line 45 cannot stand before line 20, after line 10"),
        ("e\nBe2\n20\n\nq\n", &[], "a line begins with its number"),
        ("e\n20 Be2\nn\nq\n", &[], "It stays as printed."),
        ("e\n20 Be2\ny\nq\n", &[("Be2Ce3", "Be2")], "line 20 (no repair)"),
        ("e\n20 Be\u{1b}[31m\nq\n", &[], "`\\u{1b}` is not a character"),
        ("i\n15 Ze1\ny\nq\n", &[("(1788)", "15 Ze1\r\n(1788)")], "a line that was lost, typed anew"),
    ] {
        let folder = Folder::with(&[("x.lst", DAMAGED), ("y.lst", EARLIER)]);
        let result = sz(&folder, &["--write", "y.lst", "--walk"], answers);
        let change = |text: String, (old, new): &(&str, &str)| text.replace(old, new);
        let expected = changes.iter().fold(DAMAGED.to_owned(), change);
        // Without a change, a file that exists keeps the repairs of an earlier run.
        let expected = if changes.is_empty() { EARLIER.to_owned() } else { expected };
        assert_eq!(folder.read("y.lst"), expected, "{answers:?}: {}", result.out);
        assert!(result.out.contains(said) && !result.out.contains('\x1b'), "{answers:?}: {}", result.out);
    }
}

#[test]
#[cfg(unix)]
fn an_interrupted_walk_writes_nothing() {
    let folder = Folder::with(&[("x.lst", DAMAGED), ("y.lst", EARLIER)]);
    let mut terminal = Terminal::start(&folder, (80, 50), &["sz", "x.lst", "--write", "y.lst", "--walk"]);
    terminal.wait_for_text("q, ?:");
    terminal.type_keys("1\r");
    terminal.wait_for("the next question", |screen| screen.contents().matches("q, ?:").count() == 2);
    terminal.type_keys("\x03");
    terminal.wait_for_text("Interrupted: y.lst is not written.");
    assert_eq!(folder.read("y.lst"), EARLIER);
}

#[test]
fn a_walk_in_a_pipe() {
    insta::assert_snapshot!(sz(&damaged_folder(), &["--write", "y.lst", "--walk"], "?\n2\nq\n").out);
}

/// The report that was made before the walk has the rows as they were.
#[test]
fn a_walk_names_rows_as_the_report_does() {
    let copies =
        "(1797) 10 PRINT \"A\"\n(1790) 20 PRINT \"C\"\n(1790) 20 PRINT \"D\"\n(1790) 20 PRINT \"E\"\n";
    let said = sz(&Folder::with(&[("x.lst", copies)]), &["--write", "y.lst", "--walk"], "1\n").out;
    assert!(said.contains("row 4") && !said.contains("(before"), "{said}");
}

/// Text of a listing that a terminal would obey.
#[test]
fn the_walk_escapes_the_listing() {
    let folder = Folder::with(&[("x.lst", "(1798) 10 A=1\n20 \u{1b}[2J\u{202e}A=1\n")]);
    let result = sz(&folder, &["--write", "y.lst", "--walk"], "s\n");
    assert!(result.out.contains("\\u{1b}[2J\\u{202e}") && !result.out.contains('\u{202e}'), "{}", result.out);
}
