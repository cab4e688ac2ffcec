//! Any order of requests and changes, on any text, gets exactly one answer for each request, and none of them is a bug.
//! The order of messages, and messages that are wrong.

use proptest::prelude::*;
use serde_json::{Value, json};

use crate::support::{Client, uri};

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

fn scraps() -> impl Strategy<Value = String> {
    let scrap = prop::sample::select(vec![
        " CPU z80\n",
        " CPU 6502\n",
        ";! routine: A\n",
        ";! cpu: 8080\n",
        ";! in: A = x\n",
        ";! ensures: x = 1\n",
        "A: ",
        "A1",
        ".L: ",
        "NOP\n",
        " LD A,(IX+5)\n",
        " JP ",
        " MACRO\n",
        " ENDM\n",
        " INCLUDE \"x.asm\"\n",
        "0100  87 ",
        "\"",
        "'",
        ";",
        "÷",
        "𝄞",
        "\r",
        "\r\n",
        "\n",
        "10 ",
        "(1798) ",
        "A=1\n",
        "PRINT ",
        "GOTO 10\n",
        "FOR I=1TO 9",
        "#! dialect: astro\n",
        ".",
    ]);
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

/// Returns the replies to messages, one per line: the response's code and message, or its result.
fn replies(messages: &[Value]) -> Vec<String> {
    let mut client = Client::new();
    messages.iter().for_each(|message| client.server.receive(message.clone()));
    client.settle().iter().map(reply).collect()
}

fn reply(message: &Value) -> String {
    match message.get("error") {
        Some(error) => {
            format!("{}: {} {}", message["id"], error["code"], error["message"].as_str().unwrap_or(""))
        }
        None if message.get("method").is_some() => message.to_string(),
        None => format!("{}: {}", message["id"], message["result"].to_string().get(..20).unwrap_or("null")),
    }
}

fn request(id: impl Into<Value>, method: &str) -> Value {
    json!({"jsonrpc": "2.0", "id": id.into(), "method": method, "params": {"capabilities": {}}})
}

fn notification(method: &str) -> Value {
    json!({"jsonrpc": "2.0", "method": method, "params": {}})
}

const STARTED: &str = r#"1: {"capabilities":{"po"#;

#[test]
fn messages_in_the_wrong_order() {
    for (messages, expected) in [
        (
            vec![request(1, "textDocument/hover")],
            vec!["1: -32002 the server is not initialized; send `initialize` first"],
        ),
        (
            vec![request(1, "shutdown")],
            vec!["1: -32002 the server is not initialized; send `initialize` first"],
        ),
        (vec![notification("textDocument/didOpen")], vec![]),
        (
            vec![request(1, "initialize"), request(2, "initialize")],
            vec![STARTED, "2: -32600 the server is initialized already"],
        ),
        (
            vec![
                request(1, "initialize"),
                request("a", "shutdown"),
                request(3, "textDocument/hover"),
                request(4, "shutdown"),
            ],
            vec![
                STARTED,
                "\"a\": null",
                "3: -32600 the server is shut down; send `exit`",
                "4: -32600 the server is shut down; send `exit`",
            ],
        ),
        (
            vec![
                request(1, "initialize"),
                request(2, "textDocument/hovr"),
                request(3, "x"),
                notification("y"),
            ],
            vec![
                STARTED,
                "2: -32601 unknown method `textDocument/hovr`; did you mean `textDocument/hover`?",
                "3: -32601 unknown method `x`",
            ],
        ),
    ] {
        assert_eq!(replies(&messages), expected);
    }
}

#[test]
fn messages_that_are_not_requests() {
    for (message, expected) in [
        (json!([]), "null: -32600 invalid message: it is not an object"),
        (json!(7), "null: -32600 invalid message: it is not an object"),
        (json!({"id": 7}), "7: -32600 invalid message: it has no `method`"),
        (json!({"id": 7, "method": 3}), "7: -32600 invalid message: it has no `method`"),
        (
            json!({"id": [7], "method": "x"}),
            "null: -32600 invalid message: `id` is neither a number nor a text",
        ),
        (
            json!({"id": null, "method": "x"}),
            "null: -32600 invalid message: `id` is neither a number nor a text",
        ),
    ] {
        assert_eq!(replies(&[message]), [expected]);
    }
    assert!(replies(&[json!({"id": 7, "result": null}), json!({"id": 7, "error": {}})]).is_empty());
    let mut client = Client::new();
    client.server.receive_malformed("the message is not JSON: expected value");
    assert_eq!(
        client.settle().iter().map(reply).collect::<Vec<_>>(),
        ["null: -32700 the message is not JSON: expected value"]
    );
}

#[test]
fn parameters_that_are_wrong() {
    let mut client = Client::started();
    for (method, params, expected) in [
        ("textDocument/hover", json!({}), "invalid params: the document \"\" is not open"),
        ("textDocument/hover", Value::Null, "invalid params: the document \"\" is not open"),
        (
            "textDocument/hover",
            json!({"textDocument": {"uri": "file:///x.asm"}}),
            "the document \"file:///x.asm\" is not open",
        ),
        ("textDocument/completion", json!({"position": 7}), "invalid params: "),
    ] {
        let error = client.ask(method, params);
        assert_eq!(error["code"], -32602);
        assert!(error["message"].as_str().unwrap_or("").contains(expected), "{error}");
    }
    for (method, params, expected) in [
        (
            "textDocument/didOpen",
            json!({}),
            "textDocument/didOpen: invalid params: missing field `textDocument`",
        ),
        (
            "textDocument/didChange",
            json!({"textDocument": {"uri": "file:///x.asm", "version": 1}, "contentChanges": []}),
            "textDocument/didChange: file:///x.asm is not open",
        ),
        (
            "textDocument/didClose",
            json!({"textDocument": {"uri": "file:///x.asm"}}),
            "textDocument/didClose: file:///x.asm is not open",
        ),
    ] {
        client.notify(method, params);
        let sent = client.settle();
        assert_eq!(
            (&sent[0]["method"], &sent[0]["params"]["message"]),
            (&json!("window/logMessage"), &json!(expected))
        );
    }
}

#[test]
fn initialization_options() {
    for (options, expected) in [
        (
            json!({"cpu": "8086"}),
            r#"invalid initializationOptions: `cpu` is "8086"; it must be 8080, z80 or 6502"#,
        ),
        (
            json!({"cpu": 8080}),
            "invalid initializationOptions: invalid type: integer `8080`, expected a string",
        ),
    ] {
        let mut client = Client::new();
        let error = client.ask("initialize", json!({"capabilities": {}, "initializationOptions": options}));
        assert_eq!(error["message"], expected);
        // The client may try again.
        assert!(client.ask("initialize", json!({"capabilities": {}}))["capabilities"].is_object());
    }
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
