//! `sz` and `list`.

use serde_json::{Value, json};

use crate::support::Folder;

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
    assert_eq!(result.status, Some(0));
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

/// Faults that do not change the byte count.
#[test]
fn faults_of_the_text_are_found() {
    let listing = "(1795) 10 PRINT 1/2+A\n(1789) 20 GOTO 50\n";
    let folder = Folder::with(&[("x.lst", listing), ("good.bas", "10 .SPEED S\n20 GOTO 10×S\n")]);
    let result = folder.run(&["sz", "x.lst"]);
    assert_eq!(result.status, Some(1));
    insta::assert_snapshot!(result.out);
    let report = folder.run(&["sz", "x.lst", "--json"]).json();
    assert_eq!(report["ok"], json!(false));
    let line = json!({
        "line": 20,
        "column": 9,
        "kind": "line",
        "text": "20 GOTO 50",
        "why": "there is no line 50",
        "repairs": [
            { "text": "(1789) 20 GOTO 10", "why": "`50` was read for `10`", "canonical": "20 GOTO 10", "choice": "20:1" },
            { "text": "(1789) 20 GOTO 20", "why": "`50` was read for `20`", "canonical": "20 GOTO 20", "choice": "20:2" },
        ],
    });
    assert_eq!((&report["findings"][0]["kind"], &report["findings"][1]), (&json!("what"), &line));
    assert_eq!(folder.run(&["sz", "good.bas"]).status, Some(0));
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
        assert_eq!(folder.run(&["sz", name]).status, Some(0), "{notation}");
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

/// Other commands need a listing without such rows.
#[test]
fn rows_that_cannot_be_read_are_faults() {
    for (text, parts) in [
        ("(12x4) 10 A=1\n", &["x.lst:1:2", "`12x4`, is not a valid number", "^^^^"][..]),
        ("(1798) 10 A=1\n(1792) 10 B=2\n", &["x.lst:2:1", "line 10 occurs twice", "row 1"]),
        ("10 A=é\n", &["x.lst:1:6", "`é` is not a character of the machine"]),
    ] {
        let folder = Folder::with(&[("x.lst", text)]);
        folder.run(&["list", "x.lst"]).is_refused(parts);
        let result = folder.run(&["sz", "x.lst"]);
        assert_eq!((result.status, &*result.err), (Some(1), ""));
        assert!(result.out.contains(parts[1]), "{}", result.out);
    }
}

#[test]
fn running_a_wrong_listing_warns() {
    let result = Folder::with(&[("x.lst", "(1798) 10 A=1\n(1790) 20 B=2\n")]).run(&["run", "x.lst"]);
    assert_eq!(result.status, Some(0));
    assert!(result.err.contains("line 20: the byte counts differ"), "{}", result.err);
}
