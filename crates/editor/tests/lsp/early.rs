//! Diagnostics of a line before its document is analyzed; and the analysis of a changed text, which is that of the text.

use std::sync::LazyLock;

use proptest::prelude::*;
use serde_json::{Value, json};

use crate::support::{Client, diagnostics};

/// A dialect: its name, the first lines of a source, and lines that can follow them in any order, right ones and wrong ones.
struct Dialect {
    name: &'static str,
    head: &'static str,
    lines: Vec<&'static str>,
}

static DIALECTS: LazyLock<Vec<Dialect>> = LazyLock::new(|| {
    let sections = include_str!("early.txt").split("== ").skip(1);
    let dialects = sections.map(|section| {
        let (name, rest) = section.split_once('\n').expect("a name");
        let (head, lines) = rest.split_once("--\n").expect("a head");
        Dialect { name, head, lines: lines.lines().collect() }
    });
    dialects.collect()
});

fn client(dialect: &Dialect) -> Client {
    let cpu = if ["acme", "ca65"].contains(&dialect.name) { "6502" } else { "z80" };
    let mut client = Client::with(json!({"initializationOptions": {"dialect": dialect.name, "cpu": cpu}}));
    client.server.drain();
    client
}

fn replace(client: &mut Client, version: i32, lines: std::ops::Range<usize>, new: &str) {
    let position = |line: usize| json!({"line": line, "character": 0});
    let range = json!({"start": position(lines.start), "end": position(lines.end)});
    client.change("x.asm", version, json!([{"range": range, "text": new}]));
}

fn list(messages: &[Value]) -> Vec<Value> {
    let is_about = |message: &&Value| message["method"] == "textDocument/publishDiagnostics";
    let last = messages.iter().rev().find(is_about);
    last.and_then(|message| message["params"]["diagnostics"].as_array().cloned()).unwrap_or_default()
}

#[test]
fn a_wrong_line_is_reported_before_the_analysis() {
    for (name, line, error) in [
        ("arcadian", " QQQ", "3:1-3:4 error assembler: the Z80 has no instruction `QQQ`"),
        ("arcadian", " LD A,(5", "missing closing parenthesis"),
        ("ca65", " qqq", "`qqq` is not a word of ca65"),
        ("sdcc", " qqq", "`qqq` is not a word of sdcc"),
        ("sjasmplus", " qqq", "`qqq` is not a word of sjasmplus"),
    ] {
        let dialect = DIALECTS.iter().find(|dialect| dialect.name == name).expect("a dialect");
        let mut client = client(dialect);
        client.open("x.asm", &format!("{}\n\n\n\n", dialect.head));
        replace(&mut client, 2, 3..3, &format!("{line}\n"));
        let sent = client.server.drain();
        assert_eq!(sent[0]["params"]["version"], 2, "{name}");
        let found = diagnostics(&sent, "x.asm");
        assert!(found.contains(error), "{name}: {found}");
    }
}

#[test]
fn an_error_moves_with_its_line_and_goes_with_it() {
    let mut client = Client::started();
    client.server.drain();
    client.open("x.asm", " CPU 8080\n XYZ\n NOP\n");
    replace(&mut client, 2, 0..0, "; a line\n");
    assert!(client.server.drain().is_empty(), "editors move errors by themselves");
    replace(&mut client, 3, 3..4, " QQQ\n");
    let found = diagnostics(&client.server.drain(), "x.asm");
    assert!(found.starts_with("2:1-2:4 error") && found.contains("\n3:1-3:4 error"), "{found}");
    replace(&mut client, 4, 2..3, " NOP\n");
    let found = diagnostics(&client.server.drain(), "x.asm");
    assert!(found.starts_with("3:1-3:4 error") && found.lines().count() == 1, "{found}");
    assert_eq!(diagnostics(&client.settle(), "x.asm"), found);
}

/// Replacements of lines: the first one, their number, and indices of new ones.
fn edits() -> impl Strategy<Value = Vec<(usize, usize, Vec<prop::sample::Index>)>> {
    let new = prop::collection::vec(any::<prop::sample::Index>(), 0..3);
    prop::collection::vec((0_usize..12, 0_usize..3, new), 1..8)
}

proptest! {
    #[test]
    fn the_analysis_after_changes_is_that_of_the_text(
        dialect in 0..DIALECTS.len(),
        first in prop::collection::vec(any::<prop::sample::Index>(), 0..12),
        edits in edits(),
        is_settled in prop::collection::vec(any::<bool>(), 8),
    ) {
        let dialect = &DIALECTS[dialect];
        // No two lines are equal, so that it is clear which ones a change replaces.
        let mut count_of_lines = 0;
        let mut chosen = |indices: &[prop::sample::Index]| -> Vec<String> {
            let chosen = indices.iter().map(|index| {
                count_of_lines += 1;
                format!("{} ; {count_of_lines}", index.get(&dialect.lines))
            });
            chosen.collect()
        };
        let mut lines: Vec<String> = dialect.head.lines().map(str::to_owned).collect();
        lines.extend(chosen(&first));
        let text = |lines: &[String]| lines.iter().map(|line| format!("{line}\n")).collect::<String>();
        let mut client = client(dialect);
        client.open("x.asm", &text(&lines));
        for (version, ((at, count, new), is_settled)) in (2..).zip(edits.into_iter().zip(is_settled)) {
            let at = at.min(lines.len());
            let end = (at + count).min(lines.len());
            let new = chosen(&new);
            replace(&mut client, version, at..end, &text(&new));
            lines.splice(at..end, new.iter().cloned());
            let early = list(&client.server.drain());
            if !is_settled {
                continue;
            }
            let last = list(&client.settle());
            let mut fresh = self::client(dialect);
            prop_assert_eq!(&last, &list(&fresh.open("x.asm", &text(&lines))), "{}", text(&lines));
            // An error that is reported at once is one of the analysis.
            let is_new = |found: &&Value| {
                let line = found["range"]["start"]["line"].as_u64().unwrap_or(0) as usize;
                (at..at + new.len()).contains(&line)
            };
            for found in early.iter().filter(is_new) {
                prop_assert!(last.contains(found), "{}\n{}\n{:#?}", found, text(&lines), last);
            }
        }
    }
}
