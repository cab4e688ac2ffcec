//! Analyses while a text changes: errors of a line before its document is analyzed, the analysis of a changed text, which is that of the
//! text, work that a change makes useless or a client cancels, and work that fails. No test here measures time.

use std::cell::{Cell, RefCell};
use std::path::Path;
use std::sync::LazyLock;

use arcadian_files::error::{Error, Result};
use arcadian_files::{FileKind, Files};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::support::{Client, MemoryFiles, diagnostics, uri};

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

#[test]
fn a_label_that_the_change_takes_away_is_not_known() {
    for (name, label, line) in [("z88dk", "a2: ld a,5", " ld a,(a2"), ("ca65", "a1: lda #5", " lda (a1")] {
        let dialect = DIALECTS.iter().find(|dialect| dialect.name == name).expect("a dialect");
        let mut client = client(dialect);
        client.open("x.asm", &format!("{}{label}\n", dialect.head));
        let at = dialect.head.lines().count();
        replace(&mut client, 2, at..at + 1, &format!("{line}\n"));
        let (early, last) = (list(&client.server.drain()), list(&client.settle()));
        assert!(!last.is_empty() && early.iter().all(|found| last.contains(found)), "{early:#?} {last:#?}");
    }
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

const HOVER: &str = "textDocument/hover";

fn hover_params() -> Value {
    json!({"textDocument": {"uri": uri("x.asm")}, "position": {"line": 1, "character": 1}})
}

fn opened(text: &str) -> Client {
    let mut client = Client::started();
    client.server.drain();
    let document = json!({"uri": uri("x.asm"), "languageId": "", "version": 1, "text": text});
    client.notify("textDocument/didOpen", json!({"textDocument": document}));
    client
}

/// Files that a function gives.
struct FilesOf<F>(F);

impl<F: Fn() -> Vec<u8>> Files for FilesOf<F> {
    fn kind(&self, _: &Path) -> FileKind {
        FileKind::File
    }

    fn bytes(&self, _: &Path, _: &str, _: u64) -> Result<Vec<u8>> {
        Ok(self.0())
    }

    fn peek(&self, _: u64) -> Result<Vec<u8>> {
        Ok(Vec::new())
    }

    fn missing(&self, _: &Path, _: &[&str]) -> Error {
        Error::Message("missing".to_owned())
    }
}

/// A source that includes files reads the first one. Then the document changes, as it can while an analysis runs on another thread.
#[test]
fn a_change_stops_the_analysis_in_progress() {
    let client =
        RefCell::new(opened(" CPU 8080\n INCLUDE \"a.asm\"\n INCLUDE \"b.asm\"\n INCLUDE \"c.asm\"\n"));
    let job = client.borrow_mut().server.next_job().expect("an analysis");
    let read = Cell::new(0);
    let done = job.run(&FilesOf(|| {
        read.set(read.get() + 1);
        client.borrow_mut().change("x.asm", 2, json!([{"text": " CPU 8080\n RET\n"}]));
        b" NOP\n".to_vec()
    }));
    assert_eq!(read.get(), 1, "no file is read after the change");
    let client = &mut *client.borrow_mut();
    client.server.finish(done);
    assert!(client.server.drain().is_empty(), "nothing is sent about the old text");
    let sent = client.settle();
    assert_eq!((sent.len(), &sent[0]["params"]["version"]), (1, &json!(2)));
}

#[test]
fn many_changes_are_analyzed_once() {
    let mut client = opened(" CPU 8080\n");
    for version in 2..100 {
        client.change("x.asm", version, json!([{"text": format!(" CPU 8080\n DB {version}\n")}]));
    }
    let job = client.server.next_job().expect("an analysis");
    assert!(client.server.next_job().is_none(), "one analysis at a time");
    client.server.finish(job.run(&MemoryFiles::default()));
    assert!(client.server.next_job().is_none());
    assert_eq!(client.server.drain().len(), 1);
}

#[test]
fn a_waiting_request_can_be_cancelled() {
    let mut client = opened(" CPU 8080\n RET\n");
    let id = client.send(HOVER, hover_params());
    client.notify("$/cancelRequest", json!({"id": id + 7}));
    assert!(client.server.drain().is_empty());
    client.notify("$/cancelRequest", json!({"id": id}));
    let sent = client.server.drain();
    assert_eq!((&sent[0]["id"], &sent[0]["error"]["code"]), (&json!(id), &json!(-32800)));
    assert!(client.settle().iter().all(|message| message["id"] != id), "there is one response");
}

#[test]
fn a_panic_ends_only_its_analysis() {
    let mut client = opened(" CPU 8080\n INCLUDE \"a.asm\"\n");
    let id = client.send(HOVER, hover_params());
    let job = client.server.next_job().expect("an analysis");
    client.server.finish(job.run(&FilesOf(|| panic!("the disk is on fire"))));
    let sent = client.server.drain();
    let message = sent[0]["params"]["diagnostics"][0]["message"].as_str().unwrap_or("");
    assert_eq!(message, "the analysis of this file failed: this is a bug in arcadian\nthe disk is on fire");
    assert_eq!((&sent[1]["id"], &sent[1]["result"]), (&json!(id), &Value::Null));
    client.change("x.asm", 2, json!([{"text": " CPU 8080\n RET\n"}]));
    assert!(client.ask(HOVER, hover_params())["contents"].is_object());
}

const SHEET: &str = "\
;! routine: TWICE
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! out: A = y
;! clobbers: F
;! requires: x < 128
;! ensures: y = 2 * x
0100  87           TWICE: ADD A
0101  C9                  RET
";

fn prove(client: &mut Client) -> u64 {
    client.send("workspace/executeCommand", json!({"command": "arcadian.prove", "arguments": [uri("x.asm")]}))
}

/// The cancellation is not a matter of time: it comes before the proof begins, or the proof itself observes it.
#[test]
fn proofs_that_are_cancelled() {
    let mut client = Client::started();
    client.open("x.asm", SHEET);
    let (first, second) = (prove(&mut client), prove(&mut client));
    let job = client.server.next_proof().expect("a proof");
    assert!(client.server.next_proof().is_none(), "one proof at a time");
    client.notify("$/cancelRequest", json!({"id": first}));
    let proven = job.run(&client.files, &|_| ());
    client.server.finish_proof(proven);
    assert_eq!(client.server.drain()[0]["error"]["code"], -32800);
    // A change cancels what waits.
    client.change("x.asm", 2, json!([{"text": SHEET}]));
    assert!(client.server.next_proof().is_none());
    let refused = client.server.drain();
    assert_eq!((&refused[0]["id"], &refused[0]["error"]["code"]), (&json!(second), &json!(-32801)));
    // The progress has a button, too.
    let params = json!({"command": "arcadian.prove", "arguments": [uri("x.asm")], "workDoneToken": "mine"});
    client.send("workspace/executeCommand", params);
    let job = client.server.next_proof().expect("a proof");
    client.notify("window/workDoneProgress/cancel", json!({"token": "mine"}));
    let proven = job.run(&client.files, &|_| ());
    client.server.finish_proof(proven);
    let sent = client.server.drain();
    let shown = |message: &Value| message["params"]["value"]["kind"].as_str().map(str::to_owned);
    assert_eq!(sent.iter().filter_map(shown).collect::<Vec<_>>(), ["begin", "end"]);
    assert_eq!(sent[2]["error"]["code"], -32800);
}
