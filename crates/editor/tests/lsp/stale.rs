//! Documents that are opened, changed, saved and closed; work that a change makes useless, and work that fails. No test here measures
//! time.

use std::{
    cell::{Cell, RefCell},
    path::Path,
};

use arcadian_files::{
    FileKind, Files,
    error::{Error, Result},
};
use serde_json::{Value, json};

use crate::support::{Client, MemoryFiles, diagnostics, uri};

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

/// A source that includes files reads the first one. Then the document changes, as it can while an analysis runs on another thread.
struct ChangingFiles<'a> {
    client: &'a RefCell<Client>,
    read: Cell<usize>,
}

impl Files for ChangingFiles<'_> {
    fn kind(&self, _: &Path) -> FileKind {
        FileKind::File
    }

    fn bytes(&self, _: &Path, _: &str, _: u64) -> Result<Vec<u8>> {
        self.read.set(self.read.get() + 1);
        self.client.borrow_mut().change("x.asm", 2, json!([{"text": " CPU 8080\n RET\n"}]));
        Ok(b" NOP\n".to_vec())
    }

    fn peek(&self, _: u64) -> Result<Vec<u8>> {
        Ok(Vec::new())
    }

    fn missing(&self, _: &Path, _: &[&str]) -> Error {
        Error::Message("missing".to_owned())
    }
}

#[test]
fn a_change_stops_the_analysis_in_progress() {
    let client =
        RefCell::new(opened(" CPU 8080\n INCLUDE \"a.asm\"\n INCLUDE \"b.asm\"\n INCLUDE \"c.asm\"\n"));
    let job = client.borrow_mut().server.next_job().expect("an analysis");
    let files = ChangingFiles { client: &client, read: Cell::new(0) };
    let done = job.run(&files);
    assert_eq!(files.read.get(), 1, "no file is read after the change");
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
fn a_request_waits_for_the_analysis_and_a_change_refuses_it() {
    let mut client = opened(" CPU 8080\n RET\n");
    let first = client.send(HOVER, hover_params());
    assert!(client.server.drain().is_empty(), "there is no analysis yet");
    client.change("x.asm", 2, json!([{"text": " CPU 8080\n NOP\n"}]));
    let refused = client.server.drain();
    assert_eq!((&refused[0]["id"], &refused[0]["error"]["code"]), (&json!(first), &json!(-32801)));
    let hover = client.ask(HOVER, hover_params());
    assert!(hover["contents"]["value"].as_str().is_some_and(|text| text.contains("NOP")), "{hover}");
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
fn shutdown_and_close_answer_what_waits() {
    let mut client = opened(" CPU 8080\n RET\n");
    client.send(HOVER, hover_params());
    client.notify("textDocument/didClose", json!({"textDocument": {"uri": uri("x.asm")}}));
    assert_eq!(client.server.drain()[0]["error"]["code"], -32801);
    let mut client = opened(" CPU 8080\n RET\n");
    client.send(HOVER, hover_params());
    client.send("shutdown", Value::Null);
    assert_eq!(client.server.drain()[0]["error"]["code"], -32800);
}

/// Completion must not wait: it is asked for while a word is typed.
#[test]
fn completion_does_not_wait() {
    let mut client = opened(" CPU 8080\n MO\n");
    let params = json!({"textDocument": {"uri": uri("x.asm")}, "position": {"line": 1, "character": 3}});
    let id = client.send("textDocument/completion", params);
    assert_eq!(client.server.drain()[0]["id"], id);
}

struct PanickingFiles;

impl Files for PanickingFiles {
    fn kind(&self, _: &Path) -> FileKind {
        FileKind::File
    }

    fn bytes(&self, _: &Path, _: &str, _: u64) -> Result<Vec<u8>> {
        panic!("the disk is on fire")
    }

    fn peek(&self, _: u64) -> Result<Vec<u8>> {
        Ok(Vec::new())
    }

    fn missing(&self, _: &Path, _: &[&str]) -> Error {
        Error::Message("missing".to_owned())
    }
}

#[test]
fn a_panic_ends_only_its_analysis() {
    let mut client = opened(" CPU 8080\n INCLUDE \"a.asm\"\n");
    let id = client.send(HOVER, hover_params());
    let job = client.server.next_job().expect("an analysis");
    client.server.finish(job.run(&PanickingFiles));
    let sent = client.server.drain();
    let message = sent[0]["params"]["diagnostics"][0]["message"].as_str().unwrap_or("");
    assert_eq!(message, "the analysis of this file failed: this is a bug in arcadian\nthe disk is on fire");
    assert_eq!((&sent[1]["id"], &sent[1]["result"]), (&json!(id), &Value::Null));
    client.change("x.asm", 2, json!([{"text": " CPU 8080\n RET\n"}]));
    assert!(client.ask(HOVER, hover_params())["contents"].is_object());
}

/// A line that did not change is explained at once, because the analysis of a long source takes time.
#[test]
fn a_line_that_did_not_change_is_explained_during_the_analysis() {
    let mut client = opened(" CPU 8080\n NOP\n NOP\n NOP\n RET\n");
    client.settle();
    let start = json!({"line": 1, "character": 0});
    client.change(
        "x.asm",
        2,
        json!([{"range": {"start": start, "end": start}, "text": " MVI A,5\n MVI B,6\n"}]),
    );
    let at = |line: u32| json!({"textDocument": {"uri": uri("x.asm")}, "position": {"line": line, "character": 1}});
    client.send(HOVER, at(6));
    let sent = client.server.drain();
    let text = sent[0]["result"]["contents"]["value"].as_str().unwrap_or("");
    assert!(text.starts_with("`RET`") && text.ends_with("\n\nbefore the last change"), "{text}");
    assert_eq!(sent[0]["result"]["range"]["start"]["line"], 6);
    // The new line has to wait.
    let id = client.send(HOVER, at(1));
    assert!(client.server.drain().is_empty());
    let sent = client.settle();
    let reply = sent.iter().find(|message| message["id"] == id).expect("a response");
    assert!(
        reply["result"]["contents"]["value"].as_str().is_some_and(|text| text.starts_with("`MVI A,05H`"))
    );
}

/// The assembler of a dialect gives nothing for a source with errors, and while one types there nearly always is one.
#[test]
fn names_are_known_while_there_are_errors() {
    let text = ".segment \"CODE\"\nstart: lda #5\n jmp start\n";
    let mut client = opened(text);
    client.settle();
    let start = json!({"line": 1, "character": 0});
    client.change("x.asm", 2, json!([{"range": {"start": start, "end": start}, "text": " xyz\n\n"}]));
    let sent = client.settle();
    let found = sent[0]["params"]["diagnostics"].as_array().expect("a list");
    assert!(found.iter().any(|found| found["severity"] == 1), "{found:#?}");
    let at = |line: u32, character: u32| json!({"textDocument": {"uri": uri("x.asm")}, "position": {"line": line, "character": character}});
    let place = client.ask("textDocument/definition", at(4, 6));
    assert_eq!(place["range"]["start"], json!({"line": 3, "character": 0}));
    assert!(
        client.ask(HOVER, at(4, 6))["contents"]["value"].as_str().is_some_and(|text| text.contains("label"))
    );
    assert!(client.ask(HOVER, at(1, 2)).is_null(), "the new line is not known");
    let symbols = client.ask("textDocument/documentSymbol", json!({"textDocument": {"uri": uri("x.asm")}}));
    assert_eq!((&symbols[0]["name"], &symbols[0]["range"]["start"]["line"]), (&json!("start"), &json!(3)));
    let mut rename = at(4, 6);
    rename["newName"] = json!("again");
    assert_eq!(
        client.ask("textDocument/rename", rename)["message"],
        "correct the errors of the source first"
    );
    client.change("x.asm", 3, json!([{"text": text}]));
    client.settle();
    let mut rename = at(2, 6);
    rename["newName"] = json!("again");
    assert!(client.ask("textDocument/rename", rename)["changes"].is_object());
}

#[test]
fn changes_of_parts_and_of_the_whole() {
    let mut client = Client::started();
    let sent = client.open("x.asm", " CPU 8080\n MOV A,B\n XYZ\n");
    assert_eq!(sent[0]["params"]["version"], 1);
    insta::assert_snapshot!(diagnostics(&sent, "x.asm"), @"2:1-2:4 error assembler: the 8080 has no instruction `XYZ`");
    // The second change is of the text after the first.
    let changes = json!([
        {"range": {"start": {"line": 2, "character": 1}, "end": {"line": 2, "character": 4}}, "text": "DB '÷𝄞'\n"},
        {"range": {"start": {"line": 2, "character": 5}, "end": {"line": 2, "character": 6}}, "text": "A"},
    ]);
    client.change("x.asm", 2, changes);
    let sent = client.settle();
    assert_eq!(sent[0]["params"]["version"], 2);
    insta::assert_snapshot!(diagnostics(&sent, "x.asm"), @"2:6-2:8 error assembler: `𝄞` is not an ASCII character");
    client.change("x.asm", 3, json!([{"text": " CPU 8080\n RET\n"}]));
    assert_eq!(diagnostics(&client.settle(), "x.asm"), "");
}

#[test]
fn columns_are_those_of_the_encoding() {
    let text = " CPU 8080\n DB '𝄞÷'\n";
    let general = json!({"capabilities": {"general": {"positionEncodings": ["utf-8"]}}});
    let mut client = Client::with(general);
    let found = diagnostics(&client.open("x.asm", text), "x.asm");
    assert_eq!(found, "1:5-1:9 error assembler: `𝄞` is not an ASCII character\n");
    let found = diagnostics(&Client::started().open("x.asm", text), "x.asm");
    assert_eq!(found, "1:5-1:7 error assembler: `𝄞` is not an ASCII character\n");
}

#[test]
fn a_closed_document_has_no_diagnostics() {
    let mut client = Client::started();
    client.open("x.asm", " CPU 8080\n XYZ\n");
    client.notify("textDocument/didClose", json!({"textDocument": {"uri": uri("x.asm")}}));
    assert_eq!(diagnostics(&client.settle(), "x.asm"), "");
    assert_eq!(
        client.ask("textDocument/hover", json!({"textDocument": {"uri": uri("x.asm")}}))["code"],
        -32602
    );
}

#[test]
fn a_document_that_was_never_saved() {
    let mut client = Client::started();
    let document = json!({"uri": "untitled:Untitled-1", "languageId": "bally-basic", "version": 1, "text": "10 PRNT A\n"});
    client.notify("textDocument/didOpen", json!({"textDocument": document}));
    let sent = client.settle();
    assert_eq!(sent[0]["params"]["uri"], "untitled:Untitled-1");
    assert!(
        sent[0]["params"]["diagnostics"][0]["message"].as_str().is_some_and(|text| text.contains("PRINT")),
        "{sent:#?}"
    );
}

#[test]
fn positions_outside_of_the_text_are_moved_into_it() {
    let mut client = Client::started();
    client.open("x.asm", " CPU 8080\n XYZ\n");
    let far = json!({"line": 4_000_000_000_u32, "character": 4_000_000_000_u32});
    client.change(
        "x.asm",
        2,
        json!([{"range": {"start": far, "end": {"line": 0, "character": 0}}, "text": " RET\n"}]),
    );
    let found = diagnostics(&client.settle(), "x.asm");
    assert_eq!(found, "1:1-1:4 error assembler: the 8080 has no instruction `XYZ`\n");
    let params = json!({"textDocument": {"uri": uri("x.asm")}, "position": far});
    assert!(client.ask("textDocument/hover", params.clone()).is_null());
    assert!(client.ask("textDocument/completion", params)["items"].is_array());
}
