//! Documents that are opened, changed, saved and closed.

use serde_json::json;

use crate::support::{Client, diagnostics, uri};

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
