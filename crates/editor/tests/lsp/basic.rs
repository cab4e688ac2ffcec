//! Listings and programs of Bally BASIC.

use serde_json::json;

use crate::support::{Client, applied, diagnostics, range, short, uri};

fn found(name: &str, text: &str) -> String {
    diagnostics(&Client::started().open(name, text), name)
}

#[test]
fn programs() {
    for (text, expected) in [
        ("10 A=1\n20 PRINT A\n", ""),
        ("", ""),
        ("\n \n", ""),
        ("10 PRINT \"÷𝄞\n", "0:0-0:13 error basic: `𝄞` is not a character of the machine\n"),
        ("10 GOTO 500\n", "0:8-0:11 error basic: there is no line 500\n"),
        ("10 PRNT A\n", "0:3-0:4 error basic: `PRNT` is not a word of BASIC; did you mean `PRINT`?\n"),
        ("#! dialect: atari\n10 A=1\n", "0:2-0:17 error basic: "),
        ("hello\n", "0:0-0:1 error basic: expected a line number"),
        (
            "10 A=1\n10 A=2\n20 PRINT A\n",
            "1:0-1:6 error basic: line 10 occurs twice; the first is in row 1\n",
        ),
    ] {
        let found = found("x.bas", text);
        assert!(found.starts_with(expected) && found.is_empty() == expected.is_empty(), "{text}: {found}");
    }
}

/// A listing whose line 20 lacks a character, and line 30 has a damaged number.
const LISTING: &str = "(1798) 10 A=1\n(1792) 20 B=\n(I786) 30 C=2\n(1781) 40 PRINT A\n";

#[test]
fn sizes_of_listings() {
    insta::assert_snapshot!(found("x.lst", LISTING));
}

#[test]
fn repairs() {
    let mut all = String::new();
    for text in [
        LISTING,
        "(1789) 10 INPUT \"HOW MANY\"N\n(1775) 20 PRNIT #1,N×N,\"!\"\n",
        "10 GOTO 2O\n20 STOP\nhello\n",
    ] {
        let mut client = Client::started();
        client.open("x.lst", text);
        let whole = json!({"start": {"line": 0, "character": 0}, "end": {"line": 9, "character": 0}});
        let params =
            json!({"textDocument": {"uri": uri("x.lst")}, "range": whole, "context": {"diagnostics": []}});
        let reply = client.ask("textDocument/codeAction", params);
        for action in reply.as_array().expect("a list") {
            let after = applied(text, &action["edit"]["changes"][uri("x.lst")]);
            let changed: Vec<&str> =
                after.lines().filter(|line| !text.lines().any(|other| other == *line)).collect();
            let preferred = if action["isPreferred"] == true { " (preferred)" } else { "" };
            all += &format!(
                "{}{preferred} -> {}\n",
                action["title"].as_str().unwrap_or(""),
                changed.join(" / ")
            );
        }
        all += "\n";
    }
    insta::assert_snapshot!(all);
}

#[test]
fn a_listing_with_errata() {
    let errata = "[[repair]]\nline = 20\nfrom = 'B='\nto = 'B=1'\nwhy = \"a lost digit\"\n";
    let mut client = Client::started();
    client.files.0.insert("/project/x.errata.toml".into(), errata.into());
    let text = LISTING.replace("I786", "1786");
    let sent = client.open("x.lst", &text);
    insta::assert_snapshot!(diagnostics(&sent, "x.lst"));
    client.files.0.insert("/project/x.errata.toml".into(), errata.replace("20", "50").into());
    client.notify(
        "workspace/didChangeWatchedFiles",
        json!({"changes": [{"uri": uri("x.errata.toml"), "type": 2}]}),
    );
    let found = diagnostics(&client.settle(), "x.lst");
    assert_eq!(found, "0:0-0:0 error basic: the listing has no line 50\n");
}

#[test]
fn explanations() {
    let mut all = String::new();
    for text in [
        "10 PRI‸NT A\n",
        "10 FORI=0‸TO 9;NEXT I\n",
        "10 A=RN‸D(5)\n",
        "10 GOTO 2‸0\n20 PRINT \"HERE\"\n",
        "10 A=2‸0\n20 PRINT A\n",
        "10 .PR‸INT\n",
        "10 CX‸=5\n",
        "10 MO‸=5\n",
        "#! dialect: astro\n10 MO‸=5\n",
    ] {
        let reply = Client::started().ask_at_mark("textDocument/hover", "x.bas", text, json!({}));
        let place = if reply.is_null() { String::new() } else { range(&reply["range"]) };
        all += &format!(
            "{}\n--> {place}\n{}\n\n",
            text.trim_end(),
            reply["contents"]["value"].as_str().unwrap_or("nothing")
        );
    }
    insta::assert_snapshot!(all);
}

#[test]
fn definitions_and_symbols() {
    let text = "(1795) 10 GOSUB 3‸0\n(1787) 20 GOTO 10\n(1780) 30 RETURN\n";
    let mut client = Client::started();
    let reply = client.ask_at_mark("textDocument/definition", "x.lst", text, json!({}));
    assert_eq!((short(&reply["uri"]), range(&reply["range"])), ("x.lst".to_owned(), "2:0-2:0".to_owned()));
    let reply = client.ask("textDocument/documentSymbol", json!({"textDocument": {"uri": uri("x.lst")}}));
    let symbols = reply.as_array().expect("a list").iter();
    let symbols: Vec<String> = symbols
        .map(|symbol| format!("{} {} {}", range(&symbol["range"]), symbol["name"], symbol["detail"]))
        .collect();
    assert_eq!(
        symbols,
        ["0:0-0:18 \"10\" \"GOSUB 30\"", "1:0-1:17 \"20\" \"GOTO 10\"", "2:0-2:16 \"30\" \"RETURN\""]
    );
    let reply = client.ask("textDocument/references", json!({"textDocument": {"uri": uri("x.lst")}, "position": {"line": 0, "character": 0}, "context": {"includeDeclaration": true}}));
    assert!(reply.is_null());
}

#[test]
fn completion() {
    for (text, expected) in [
        ("10 PR‸\n", "PRINT"),
        ("10 go‸\n", "GOTO GOSUB"),
        ("10 PRINT \"GO‸\n", ""),
        ("10 .GO‸\n", ""),
        ("#! dialect: astro\n10 M‸\n", "MU MO"),
        ("10 M‸\n", "MU"),
    ] {
        let reply = Client::started().ask_at_mark("textDocument/completion", "x.bas", text, json!({}));
        let items = reply["items"].as_array().expect("a list");
        let labels: Vec<&str> = items.iter().filter_map(|item| item["label"].as_str()).collect();
        assert_eq!(labels.join(" "), expected, "{text}");
    }
}

#[test]
fn the_problems_of_a_file_that_is_not_a_listing_are_bounded() {
    let text: String = (0..500).map(|row| format!("this is row {row}\n")).collect();
    let found = found("x.bas", &format!("1 A=1\n{text}"));
    assert_eq!(found.lines().count(), 101);
    assert!(
        found.ends_with("0:0-0:0 information basic: 400 more lines with errors are not shown\n"),
        "{found}"
    );
}
