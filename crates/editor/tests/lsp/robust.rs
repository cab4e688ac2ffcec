//! Any order of requests and changes, on any text, gets exactly one answer for each request, and none of them is a bug.
//! The order of messages, and messages that are wrong.

use std::{collections::BTreeSet, fs, path::Path};

use proptest::prelude::*;
use serde_json::{Value, json};

use crate::support::{Client, diagnostics, uri};

/// The requests about a document, with more parameters than each needs.
const METHODS: [&str; 10] = [
    "completion",
    "hover",
    "definition",
    "references",
    "prepareRename",
    "rename",
    "documentSymbol",
    "codeAction",
    "codeLens",
    "unknown",
];

#[derive(Clone, Debug)]
enum Step {
    Open(bool, String),
    Change(u32, u32, u32, u32, String),
    Ask(usize, u32, u32),
    Prove,
    Save,
    Close,
    Settle,
}

/// Parts of sources, divided by bars.
const SCRAPS: &str = " CPU z80\n| CPU 6502\n|;! routine: A\n|;! cpu: 8080\n|;! in: A = x\n|;! ensures: x = 1\n|A: |A1|\
    .L: |NOP\n| LD A,(IX+5)\n| JP | MACRO\n| ENDM\n| INCLUDE \"x.asm\"\n|0100  87 |\"|'|;|÷|𝄞|\r|\r\n|\
    \n|10 |(1798) |A=1\n|PRINT |GOTO 10\n|FOR I=1TO 9|#! dialect: astro\n|.";

fn scraps() -> impl Strategy<Value = String> {
    let scrap = prop::sample::select(SCRAPS.split('|').collect::<Vec<_>>());
    prop::collection::vec(scrap, 0..12).prop_map(|scraps| scraps.concat())
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        (any::<bool>(), scraps()).prop_map(|(is_basic, text)| Step::Open(is_basic, text)),
        (0_u32..6, 0_u32..20, 0_u32..6, 0_u32..20, scraps())
            .prop_map(|(line, column, to, end, text)| Step::Change(line, column, to, end, text)),
        (0..METHODS.len(), 0_u32..6, 0_u32..20)
            .prop_map(|(method, line, column)| Step::Ask(method, line, column)),
        (0..METHODS.len(), 0_u32..6, 0_u32..20)
            .prop_map(|(method, line, column)| Step::Ask(method, line, column)),
        Just(Step::Prove),
        Just(Step::Save),
        Just(Step::Close),
        Just(Step::Settle),
    ];
    prop::collection::vec(step, 1..20)
}

fn perform(client: &mut Client, name: &mut &'static str, step: Step) -> Option<u64> {
    let document = json!({"uri": uri(name)});
    match step {
        Step::Open(is_basic, text) => {
            *name = if is_basic { "x.lst" } else { "x.asm" };
            let document = json!({"uri": uri(name), "languageId": "", "version": 1, "text": text});
            client.notify("textDocument/didOpen", json!({"textDocument": document}));
        }
        Step::Change(line, character, to, end, text) => {
            let range = json!({"start": {"line": line, "character": character}, "end": {"line": to, "character": end}});
            client.change(name, 2, json!([{"range": range, "text": text}]));
        }
        Step::Ask(method, line, character) => {
            let at = json!({"line": line, "character": character});
            let params = json!({
                "textDocument": document, "position": at, "range": {"start": at, "end": at}, "newName": "NEW",
                "context": {"diagnostics": [], "includeDeclaration": true},
            });
            return Some(client.send(&format!("textDocument/{}", METHODS[method]), params));
        }
        Step::Prove => {
            let params = json!({"command": "arcadian.prove", "arguments": [uri(name)]});
            return Some(client.send("workspace/executeCommand", params));
        }
        Step::Save => client.notify("textDocument/didSave", json!({"textDocument": document})),
        Step::Close => client.notify("textDocument/didClose", json!({"textDocument": document})),
        Step::Settle => {}
    }
    None
}

fn settle(client: &mut Client) -> Vec<Value> {
    while let Some(job) = client.server.next_proof() {
        client.server.finish_proof(job.run(&client.files, &|_| ()));
    }
    client.settle()
}

proptest! {
    #[test]
    fn every_request_has_one_answer(steps in steps()) {
        let mut client = Client::started();
        let (mut asked, mut sent, mut name) = (Vec::new(), Vec::new(), "x.asm");
        for step in steps {
            let is_pause = matches!(step, Step::Settle);
            asked.extend(perform(&mut client, &mut name, step));
            if is_pause {
                sent.extend(settle(&mut client));
            }
        }
        sent.extend(settle(&mut client));
        for id in asked {
            let answers: Vec<&Value> = sent.iter().filter(|message| message["id"] == id).collect();
            prop_assert_eq!(answers.len(), 1);
            prop_assert_ne!(&answers[0]["error"]["code"], &json!(-32603), "{}", answers[0]);
        }
        let bug = sent.iter().find(|message| message.to_string().contains("this is a bug"));
        prop_assert!(bug.is_none(), "{:?}", bug);
    }
}

fn request(id: impl Into<Value>, method: &str) -> Value {
    json!({"jsonrpc": "2.0", "id": id.into(), "method": method, "params": {"capabilities": {}}})
}

fn notification(method: &str) -> Value {
    json!({"jsonrpc": "2.0", "method": method, "params": {}})
}

#[test]
fn a_message_that_is_not_json() {
    let mut client = Client::new();
    client.server.receive_malformed("the message is not JSON: expected value");
    let error = &client.settle()[0]["error"];
    assert_eq!(
        (&error["code"], &error["message"]),
        (&json!(-32700), &json!("the message is not JSON: expected value"))
    );
}

#[test]
fn the_capabilities() {
    let capabilities = |encodings: Value| {
        let general = json!({"general": {"positionEncodings": encodings}});
        Client::new().ask("initialize", json!({"capabilities": general}))["capabilities"].clone()
    };
    assert_eq!(capabilities(json!(["utf-16"]))["positionEncoding"], "utf-16");
    assert_eq!(capabilities(json!(["utf-32"]))["positionEncoding"], "utf-16");
    let all = capabilities(json!(["utf-16", "utf-8"]));
    insta::assert_snapshot!(serde_json::to_string_pretty(&all).expect("JSON"));
}

#[test]
fn the_end_of_a_connection() {
    for (messages, is_over, is_expected) in [
        (vec![], false, false),
        (vec![notification("exit")], true, false),
        (vec![request(1, "initialize"), notification("exit")], true, false),
        (vec![request(1, "initialize"), request(2, "shutdown")], false, false),
        (vec![request(1, "initialize"), request(2, "shutdown"), notification("exit")], true, true),
    ] {
        let mut client = Client::new();
        messages.into_iter().for_each(|message: Value| client.server.receive(message));
        assert_eq!((client.server.is_over(), client.server.ended_as_expected()), (is_over, is_expected));
    }
}

fn found(name: &str, text: &str) -> String {
    diagnostics(&Client::started().open(name, text), name)
}

#[test]
fn hostile_sources() {
    for text in [
        String::new(),
        "\u{feff} CPU 8080\n RET".to_owned(),
        "\0\u{1b}÷".to_owned(),
        format!(" CPU z80\n LD A,{}", "(".repeat(100_000)),
        "A MACRO\n A\n ENDM\n A\n CPU 8080\n".to_owned(),
        " CPU 6502\n".to_owned() + &" XYZ\n".repeat(500),
        ";!;! routine: A\n;!;! cpu: 8080\n0100  C9  A: RET\n".to_owned(),
    ] {
        let mut client = Client::started();
        client.open("x.asm", &text);
        for line in 0..3 {
            for character in 0..8 {
                let at = json!({"textDocument": {"uri": uri("x.asm")}, "position": {"line": line, "character": character}});
                for method in ["hover", "definition", "completion", "prepareRename"] {
                    client.ask(&format!("textDocument/{method}"), at.clone());
                }
            }
        }
    }
    let many = found("x.asm", &(" CPU 6502\n".to_owned() + &" XYZ\n".repeat(500)));
    assert!(
        many.contains("0:0-0:0 information assembler: 400 more errors and warnings are not shown"),
        "{many}"
    );
    let long = found("x.asm", &" ".repeat(5 << 20));
    assert_eq!(
        long,
        "0:0-0:0 error file: the file has 5242880 bytes; a file of this kind has at most 4194304\n"
    );
}

#[test]
fn the_outline_is_bounded() {
    let text: String = (0..6000).map(|number| format!("C{number} EQU {number}\n")).collect();
    let mut client = Client::started();
    client.open("x.asm", &format!(" CPU z80\n{text}"));
    let reply = client.ask("textDocument/documentSymbol", json!({"textDocument": {"uri": uri("x.asm")}}));
    let symbols = reply.as_array().expect("a list");
    assert_eq!(
        (symbols.len(), &symbols[4999]["name"], &symbols[5000]["name"]),
        (5001, &json!("C4999"), &json!("1000 more names"))
    );
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

#[test]
fn the_items_of_a_completion() {
    let reply = Client::started().ask_at_mark("textDocument/completion", "x.asm", ";! rou‸\n", json!({}));
    insta::assert_snapshot!(serde_json::to_string_pretty(&reply["items"]).expect("JSON"));
}

/// The grammar of the extension for VS Code has the words that the assembler knows.
#[test]
#[expect(clippy::disallowed_methods, reason = "the grammar is a file")]
fn the_grammar_has_all_header_keys() {
    let words =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../editors/vscode/grammars/assembly-words.json");
    let words: Value = serde_json::from_str(&fs::read_to_string(words).expect("the words")).expect("JSON");
    let listed: BTreeSet<&str> =
        words["headerKeys"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let known: BTreeSet<&str> = arcadian_asm::sheet::keys().map(|(name, _)| name).collect();
    assert_eq!(listed, known);
}
