//! `sz` and `list`: whole listings and repairs that are written. The rest is in `tests/cases/sz.txt` and `tests/commands/sz.trycmd`.

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
fn a_listing_that_is_too_long() {
    let long: String = (1..100).map(|n| format!("{n} PRINT \"0123456789ABCDEF\"\n")).collect();
    let result = Folder::with(&[("long.bas", &long)]).run(&["sz", "long.bas"]);
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

#[test]
fn the_report_shows_each_change() {
    insta::assert_snapshot!(
        sz(&damaged_folder(), &["--write", "y.lst", "--repair", "20:1", "--repair", "single"], "").out
    );
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

#[test]
#[cfg(unix)]
fn an_interrupted_walk_writes_nothing() {
    let folder = Folder::with(&[("x.lst", DAMAGED), ("y.lst", EARLIER)]);
    let mut terminal = Terminal::start(&folder, (80, 50), &["sz", "x.lst", "--write", "y.lst", "--walk"]);
    terminal.wait_for_text("q, ?:");
    terminal.type_keys("1\r");
    terminal.wait_for("the next question", |screen| screen.contents().matches("q, ?:").count() == 2);
    terminal.type_and_wait("\x03", "Interrupted: y.lst is not written.");
    assert_eq!(folder.read("y.lst"), EARLIER);
}

#[test]
fn a_walk_in_a_pipe() {
    insta::assert_snapshot!(sz(&damaged_folder(), &["--write", "y.lst", "--walk"], "?\n2\nq\n").out);
}
