//! The order of messages, and messages that are wrong.

use serde_json::{Value, json};

use crate::support::Client;

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
