//! Invalid messages, invalid requests, clients that disconnect, and the launch configurations of docs/editors.md for programs that other
//! tools built, as an editor sends them.

use std::fs;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::client::{Adapter, Client, framed};
use super::{FOREVER, folder, source};
use crate::programs::example;
use crate::support::Folder;

#[test]
fn invalid_messages_do_not_change_the_session() {
    let folder = folder();
    let (mut client, _adapter) = Client::at_pipe(&folder);
    client.start(json!({"program": "loop.asm"}));
    let deep = "[".repeat(100_000);
    for (text, part) in [
        ("{\"seq\": 1,}", "not JSON"),
        ("", "not JSON"),
        ("\u{0}", "not JSON"),
        (deep.as_str(), "not JSON"),
        ("[]", "without a `type`"),
        ("{\"type\": \"question\"}", "without a `type`"),
        ("{\"type\": \"request\", \"command\": \"next\"}", "seq"),
        ("{\"type\": \"request\", \"seq\": \"one\", \"command\": \"next\"}", "invalid type"),
        ("{\"type\": \"request\", \"seq\": 1, \"command\": 7}", "invalid type"),
    ] {
        client.send_bytes(&framed(text));
        let output = client.wait("output");
        assert!(output["output"].as_str().is_some_and(|output| output.contains(part)), "{part}: {output}");
    }
    client.send_bytes(&framed("{\"type\": \"response\", \"seq\": 9, \"request_seq\": 1, \"success\": true}"));
    client.ask_for("next", json!({"threadId": 1}), "stopped");
}

#[test]
fn invalid_framing_ends_the_session() {
    for (bytes, part) in [
        (&b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"[..], "is not a header line"),
        (b"Content-Length: 999999999\r\n\r\n", "at most 1048576 bytes"),
        (b"Content-Length: minus one\r\n\r\n", "is not a number of bytes"),
        (b"\r\n", "starts with `Content-Length: N`"),
        (&[0xFF; 5000], "4096"),
    ] {
        let (mut client, mut adapter) = Client::at_pipe(&Folder::with(&[]));
        client.send_bytes(bytes);
        let output = client.wait("output");
        assert!(output["output"].as_str().is_some_and(|output| output.contains(part)), "{part}: {output}");
        client.wait("terminated");
        client.expect_end();
        assert_eq!(adapter.wait_for_exit().code(), Some(1));
    }
}

#[test]
fn requests_at_the_wrong_time() {
    let folder = folder();
    let (mut client, _adapter) = Client::at_pipe(&folder);
    let fails = |client: &mut Client, command: &str, part: &str| {
        let why = client.ask(command, json!({})).expect_err(command);
        assert!(why.contains(part), "{command}: {why}");
    };
    fails(&mut client, "next", "send `initialize` first");
    fails(&mut client, "launch", "send `initialize` first");
    client.ask("initialize", json!({"pathFormat": "uri"})).expect_err("no paths");
    client.ask("initialize", json!({})).expect("an adapter");
    fails(&mut client, "initialize", "already");
    for command in ["next", "threads", "setBreakpoints", "stackTrace", "restart", "configurationDone"] {
        fails(&mut client, command, "send `launch` first");
    }
    fails(&mut client, "attach", "\"request\": \"launch\"");
    fails(&mut client, "launch", "`program` is missing");
    client.ask_for("launch", json!({"program": "loop.asm"}), "initialized");
    fails(&mut client, "launch", "already");
    fails(&mut client, "next", "send `configurationDone` first");
    client.ask_for("configurationDone", json!({}), "stopped");
    fails(&mut client, "configurationDone", "already started");
    fails(&mut client, "nxt", "did you mean `next`?");
    fails(&mut client, "restartFrame", "unknown request");
    client.ask("cancel", json!({"requestId": 1})).expect("nothing to do");
}

#[test]
fn invalid_arguments() {
    let folder = folder();
    let (mut client, _adapter) = Client::at_pipe(&folder);
    client.start(json!({"program": "loop.asm"}));
    client.is_refused(include_str!("invalid_arguments.txt"));
    let many = json!({"breakpoints": vec![json!({"name": "LOOP"}); 1001]});
    client.is_refused(&format!("setFunctionBreakpoints | {many} | at most 1000"));
    client.is_refused(&format!("evaluate | {} | too long", json!({"expression": "(".repeat(2000)})));
    let huge = i64::MAX;
    // Values out of range still get a response.
    for (command, arguments) in [
        ("readMemory", json!({"memoryReference": "0xFFFFFFFF", "count": huge})),
        ("disassemble", json!({"memoryReference": "0x0", "instructionOffset": -huge, "instructionCount": 3})),
        ("disassemble", json!({"memoryReference": "0x0", "instructionOffset": huge, "instructionCount": 3})),
        ("breakpointLocations", json!({"source": {"path": "/no/where"}, "line": 1, "endLine": huge})),
        ("stackTrace", json!({"startFrame": huge, "levels": huge})),
        ("variables", json!({"variablesReference": 1, "start": huge, "count": huge})),
        ("completions", json!({"text": "÷", "column": huge, "line": huge})),
        (
            "setBreakpoints",
            json!({"source": {"path": "/no/where"}, "breakpoints": [{"line": -huge, "column": huge}]}),
        ),
        (
            "setInstructionBreakpoints",
            json!({"breakpoints": [{"instructionReference": "0x1", "offset": huge}]}),
        ),
    ] {
        client.ask(command, arguments).expect(command);
    }
    client.ask_for("next", json!({}), "stopped");
}

#[test]
fn programs_that_cannot_be_launched() {
    let folder = Folder::with(&[("bad.asm", "        CPU 8080\n        MVI Q,1\n"), ("x.bin", "!!")]);
    let (mut client, _adapter) = Client::at_pipe(&folder);
    client.ask("initialize", json!({})).expect("an adapter");
    client.is_refused(include_str!("not_launched.txt"));
    client.ask_for("launch", json!({"program": "t2cw"}), "initialized");
}

#[test]
fn a_client_that_disconnects_during_a_run() {
    let folder = Folder::with(&[("forever.asm", FOREVER)]);
    let (mut client, mut adapter) = Client::at_pipe(&folder);
    client.launch(json!({"program": "forever.asm", "stopOnEntry": false}));
    client.ask("configurationDone", json!({})).expect("it runs");
    let start = Instant::now();
    drop(client);
    assert_eq!(adapter.wait_for_exit().code(), Some(0));
    assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
}

#[test]
fn a_client_that_disconnects_within_a_message() {
    let (mut client, mut adapter) = Client::at_pipe(&Folder::with(&[]));
    client.send_bytes(b"Content-Length: 100\r\n\r\n{\"seq\"");
    drop(client);
    assert_eq!(adapter.wait_for_exit().code(), Some(0));
}

#[test]
fn many_requests_at_once_are_answered_in_order() {
    let folder = folder();
    let (mut client, _adapter) = Client::at_pipe(&folder);
    client.start(json!({"program": "forever.asm"}));
    client.send("continue", json!({}));
    for _ in 0..200 {
        client.send("threads", json!({}));
    }
    client.send(
        "setBreakpoints",
        json!({"source": source(&folder, "forever.asm"), "breakpoints": [{"line": 3}]}),
    );
    let answers = (0..202).map(|_| client.receive()).filter(|message| message["type"] == "response");
    let numbers: Vec<i64> = answers.filter_map(|message| message["request_seq"].as_i64()).collect();
    assert!(numbers.is_sorted() && numbers.len() >= 201, "{numbers:?}");
}

const DOCUMENT: &str = include_str!("../../../../../docs/editors.md");

/// Returns the folder of an example with its sources and what was built from them in folders of their own.
fn project(name: &str) -> Folder {
    let folder = example(name);
    for part in ["src", "build"] {
        fs::create_dir(folder.path(part)).expect("a folder");
    }
    for entry in fs::read_dir(folder.root()).expect("the folder").flatten() {
        let path = entry.path();
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        let part = if ["s", "c"].contains(&ending) { "src" } else { "build" };
        if !ending.is_empty() {
            fs::rename(&path, folder.path(part).join(entry.file_name())).expect("a move");
        }
    }
    folder
}

/// Returns a configuration of the document with the folder of the workspace.
fn configuration(name: &str, folder: &Folder) -> Value {
    let blocks = DOCUMENT.split("```json\n").skip(1).filter_map(|rest| rest.split("```").next());
    let files = blocks.map(|block| serde_json::from_str::<Value>(block).expect("JSON"));
    let all = files.flat_map(|file| file["configurations"].as_array().cloned().unwrap_or_default());
    let found = all.into_iter().find(|configuration| configuration["name"] == name).expect("a configuration");
    let text = found.to_string().replace("${workspaceFolder}", &folder.root().display().to_string());
    serde_json::from_str(&text).expect("JSON")
}

/// A session with a configuration that is stopped at its start.
struct Session {
    client: Client,
    folder: Folder,
    _adapter: Adapter,
}

impl Session {
    fn start(example: &str, name: &str, file: &str, line: usize) -> Session {
        let folder = project(example);
        let (mut client, adapter) = Client::at_pipe(&folder);
        client.launch(configuration(name, &folder));
        let breakpoints = json!({"source": source(&folder, file), "breakpoints": [{"line": line}]});
        let set = client.ask("setBreakpoints", breakpoints).expect("breakpoints");
        assert_eq!(
            (&set["breakpoints"][0]["verified"], &set["breakpoints"][0]["line"]),
            (&json!(true), &json!(line))
        );
        client.ask_for("configurationDone", json!({}), "stopped");
        Session { client, folder, _adapter: adapter }
    }

    /// Executes a request and returns the call stack, as `NAME FILE:LINE` for each frame.
    fn run(&mut self, request: &str) -> String {
        self.client.ask_for(request, json!({"threadId": 1}), "stopped");
        self.stack()
    }

    fn stack(&mut self) -> String {
        let stack = self.client.ask("stackTrace", json!({"threadId": 1})).expect("a stack");
        let root = self.folder.root().display().to_string();
        let frame = |frame: &Value| {
            let path = frame["source"]["path"].as_str().expect("a file").replace(&root, "");
            format!(
                "{} {}:{}",
                frame["name"].as_str().expect("a name"),
                path.trim_start_matches('/'),
                frame["line"]
            )
        };
        stack["stackFrames"].as_array().expect("frames").iter().map(frame).collect::<Vec<_>>().join(", ")
    }

    /// Returns the values of a scope, as `NAME=VALUE`.
    fn scope(&mut self, name: &str) -> String {
        let scopes = self.client.ask("scopes", json!({"frameId": 1})).expect("scopes");
        let scopes = scopes["scopes"].as_array().expect("scopes").clone();
        let scope = scopes.iter().find(|scope| scope["name"] == name).expect("a scope");
        let variables =
            self.client.ask("variables", json!({"variablesReference": scope["variablesReference"]}));
        let variables = variables.expect("variables");
        let text = |value: &Value| value.as_str().expect("a text").to_owned();
        let variable = |variable: &Value| format!("{}={}", text(&variable["name"]), text(&variable["value"]));
        variables["variables"]
            .as_array()
            .expect("variables")
            .iter()
            .map(variable)
            .collect::<Vec<_>>()
            .join(" ")
    }

    fn hover(&mut self, word: &str) -> Value {
        let arguments = json!({"expression": word, "context": "hover", "frameId": 1});
        self.client.ask("evaluate", arguments).expect("a value")["result"].clone()
    }
}

#[test]
fn a_program_of_ca65_and_cc65() {
    let mut session = Session::start("ca65", "ca65", "src/square.s", 24);
    assert_eq!(session.stack(), "start src/start.s:4");
    // A step in C is a line.
    for (request, stack) in [
        ("stepIn", "start src/sum.c:11"),
        ("next", "start src/sum.c:12"),
        ("next", "start src/sum.c:14"),
        ("stepBack", "start src/sum.c:12"),
        ("continue", "_square src/square.s:24, start src/sum.c:14"),
        ("next", "_square src/square.s:25, start src/sum.c:14"),
        ("stepBack", "_square src/square.s:24, start src/sum.c:14"),
    ] {
        assert_eq!(session.run(request), stack, "{request}");
    }
    assert_eq!(session.scope("Registers"), "PC=$032F A=$05 X=$05 Y=$00 S=$FB P=$04");
    assert_eq!(session.scope("Variables"), "_last=$05 _total=$00 _run::L0003=$05 factor=$05");
    assert_eq!((session.hover("last"), session.hover("factor")), (json!("$05"), json!("$05")));
}

#[test]
fn a_program_of_sdcc() {
    let mut session = Session::start("sdcc", "SDCC", "src/square.s", 14);
    assert_eq!(session.stack(), "main src/sum.c:20");
    for (request, stack) in [
        ("stepIn", "_sum_to src/sum.c:8, main src/sum.c:20"),
        ("next", "_sum_to src/sum.c:11, main src/sum.c:20"),
        ("continue", "_square src/square.s:14, _sum_to src/sum.c:13, main src/sum.c:20"),
        ("next", "_square src/square.s:15, _sum_to src/sum.c:13, main src/sum.c:20"),
        ("stepBack", "_square src/square.s:14, _sum_to src/sum.c:13, main src/sum.c:20"),
        ("stepOut", "_sum_to src/sum.c:13, main src/sum.c:20"),
    ] {
        assert_eq!(session.run(request), stack, "{request}");
    }
    assert_eq!(session.scope("Variables"), "_total=$00");
    assert_eq!(session.hover("total"), json!("$00"));
}
