//! Work that a change makes useless or a client cancels, and work that fails. No test here measures time.

use std::{
    cell::{Cell, RefCell},
    path::Path,
};

use arcadian_files::{
    FileKind, Files,
    error::{Error, Result},
};
use serde_json::{Value, json};

use crate::support::{Client, MemoryFiles, uri};

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
