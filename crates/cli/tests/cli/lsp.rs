//! `lsp`: the real server, driven by a client at its standard input and output.

use std::{
    io::{Read, Write},
    process::{Child, ChildStdin, Command, ExitStatus, Stdio},
    sync::mpsc::Receiver,
    thread,
    time::{Duration, Instant},
};

use serde_json::{Value, json};

use crate::{
    dap::client::{framed, messages},
    support::{ARCADIAN, Folder},
};

/// The time limit for a message of the server and for its end.
const TIMEOUT: Duration = Duration::from_secs(30);

/// A server with a client. It is killed when dropped.
struct Client {
    server: Child,
    to: Option<ChildStdin>,
    from: Receiver<Value>,
    last_id: u64,
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

impl Client {
    fn start(folder: &Folder) -> Client {
        let mut command = Command::new(ARCADIAN);
        command.current_dir(folder.root()).args(["lsp", "--stdio"]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut server = command.spawn().expect("the server starts");
        let (to, output) = (server.stdin.take(), server.stdout.take().expect("a pipe"));
        Client { server, to, from: messages(output), last_id: 0 }
    }

    fn initialized(folder: &Folder) -> Client {
        let mut client = Client::start(folder);
        let result =
            client.ask("initialize", json!({"processId": null, "rootUri": null, "capabilities": {}}));
        assert_eq!(result["serverInfo"]["name"], "arcadian");
        client.notify("initialized", json!({}));
        client
    }

    fn write(&mut self, bytes: &[u8]) {
        let to = self.to.as_mut().expect("a connection");
        to.write_all(bytes).and_then(|()| to.flush()).expect("the server reads");
    }

    fn send(&mut self, message: &Value) {
        self.write(&framed(&message.to_string()));
    }

    fn notify(&mut self, method: &str, params: Value) {
        self.send(&json!({"jsonrpc": "2.0", "method": method, "params": params}));
    }

    fn request(&mut self, method: &str, params: Value) -> u64 {
        self.last_id += 1;
        self.send(&json!({"jsonrpc": "2.0", "id": self.last_id, "method": method, "params": params}));
        self.last_id
    }

    fn next(&mut self, is_it: impl Fn(&Value) -> bool) -> Value {
        loop {
            let message = self.from.recv_timeout(TIMEOUT).expect("a message");
            if is_it(&message) {
                return message;
            }
        }
    }

    fn response(&mut self, id: u64) -> Value {
        self.next(|message| message["id"] == id)
    }

    fn ask(&mut self, method: &str, params: Value) -> Value {
        let id = self.request(method, params);
        self.response(id)["result"].clone()
    }

    fn diagnostics(&mut self, uri: &str, version: i32) -> Value {
        let message =
            self.next(|message| message["params"]["uri"] == uri && message["params"]["version"] == version);
        message["params"]["diagnostics"].clone()
    }

    fn open(&mut self, uri: &str, text: &str) {
        let document = json!({"uri": uri, "languageId": "asm", "version": 1, "text": text});
        self.notify("textDocument/didOpen", json!({"textDocument": document}));
    }

    fn wait_for_exit(&mut self) -> ExitStatus {
        let start = Instant::now();
        while start.elapsed() < TIMEOUT {
            if let Some(status) = self.server.try_wait().expect("a process") {
                return status;
            }
            thread::sleep(Duration::from_millis(10));
        }
        panic!("the server does not end");
    }

    fn errors(&mut self) -> String {
        let mut text = String::new();
        self.server.stderr.take().expect("a pipe").read_to_string(&mut text).expect("text");
        text
    }
}

fn uri(folder: &Folder, name: &str) -> String {
    let path = folder.path(name).display().to_string().replace('\\', "/");
    format!("file://{}{path}", if path.starts_with('/') { "" } else { "/" })
}

#[test]
fn a_session_from_initialize_to_exit() {
    let folder = Folder::with(&[("main.asm", ""), ("sub.asm", "SUB: RET\n")]);
    let main = uri(&folder, "main.asm");
    let mut client = Client::initialized(&folder);
    client.open(&main, " CPU z80\n INCLUDE \"sub.asm\"\n CALL SUX\n");
    let found = client.diagnostics(&main, 1);
    assert_eq!(
        found,
        json!([{
            "range": {"start": {"line": 2, "character": 6}, "end": {"line": 2, "character": 9}},
            "severity": 1, "code": "assembler", "source": "arcadian",
            "message": "`SUX` is not defined\ndid you mean `SUB`?"
        }])
    );
    let place = json!({"start": {"line": 2, "character": 8}, "end": {"line": 2, "character": 9}});
    let changes = json!([{"range": place, "text": "B"}]);
    client.notify(
        "textDocument/didChange",
        json!({"textDocument": {"uri": main, "version": 2}, "contentChanges": changes}),
    );
    assert_eq!(client.diagnostics(&main, 2), json!([]));
    let at = json!({"textDocument": {"uri": main}, "position": {"line": 2, "character": 7}});
    let place = client.ask("textDocument/definition", at.clone());
    assert_eq!(place["uri"], uri(&folder, "sub.asm"));
    let hover = client.ask("textDocument/hover", at);
    assert_eq!(hover["contents"]["value"], "`SUB` label = 0000H (0)\n\ndefined in sub.asm, line 1");
    assert_eq!(client.ask("shutdown", Value::Null), Value::Null);
    client.notify("exit", Value::Null);
    assert_eq!(client.wait_for_exit().code(), Some(0));
}

#[test]
fn a_long_source_that_changes_while_it_is_analyzed() {
    let folder = Folder::with(&[]);
    let long = uri(&folder, "long.asm");
    let mut client = Client::initialized(&folder);
    client.open(&long, &format!(" CPU 8080\n{}", " ; a comment\n".repeat(100_000)));
    let at = json!({"textDocument": {"uri": long}, "position": {"line": 1, "character": 2}});
    let hover = client.request("textDocument/hover", at.clone());
    for version in 2..52 {
        let start = json!({"line": 1, "character": 0});
        let changes =
            json!([{"range": {"start": start, "end": start}, "text": format!(" MVI A,{version}\n")}]);
        let document = json!({"uri": long, "version": version});
        client.notify("textDocument/didChange", json!({"textDocument": document, "contentChanges": changes}));
    }
    // The hover is of the first text, unless it was analyzed before the changes came.
    let reply = client.response(hover);
    assert!(reply["error"]["code"] == -32801 || reply["result"].is_null(), "{reply}");
    let hover = client.ask("textDocument/hover", at);
    assert!(
        hover["contents"]["value"].as_str().is_some_and(|text| text.starts_with("`MVI A,33H`")),
        "{hover}"
    );
}

#[test]
fn the_server_ends_with_its_client() {
    let folder = Folder::with(&[]);
    for bytes in [&b""[..], b"Content-Length: 50", b"Content-Length: 50\r\n\r\n{\"jsonrpc\": ", b"\r\n"] {
        let mut client = Client::start(&folder);
        client.write(bytes);
        drop(client.to.take());
        assert_eq!(client.wait_for_exit().code(), Some(1), "{bytes:?}");
    }
    let mut client = Client::initialized(&folder);
    client.notify("exit", Value::Null);
    assert_eq!(client.wait_for_exit().code(), Some(1), "without shutdown");
}

#[test]
fn the_server_ends_while_it_works() {
    let folder = Folder::with(&[]);
    let mut client = Client::initialized(&folder);
    client
        .open(&uri(&folder, "x.asm"), &format!(" CPU 8080\n{}", "A MACRO\n NOP\n ENDM\n A\n".repeat(20_000)));
    drop(client.to.take());
    assert_eq!(client.wait_for_exit().code(), Some(1));
}

#[test]
fn bytes_that_are_not_messages() {
    let folder = Folder::with(&[]);
    let mut client = Client::initialized(&folder);
    client.write(b"Content-Length: 3\r\n\r\n{x}");
    let reply = client.next(|message| message.get("error").is_some());
    assert_eq!((&reply["id"], &reply["error"]["code"]), (&Value::Null, &json!(-32700)));
    client.write(b"Content-Length: 4\r\n\r\n\"\xFF\xFF\"");
    assert_eq!(client.next(|message| message.get("error").is_some())["error"]["code"], -32700);
    // The connection goes on.
    assert_eq!(client.ask("shutdown", Value::Null), Value::Null);
    client.write(b"GET / HTTP/1.1\r\n\r\n");
    assert_eq!(client.wait_for_exit().code(), Some(1));
    assert!(client.errors().contains("the connection has ended: \"GET / HTTP/1.1\" is not a header line"));
}

#[test]
fn a_message_that_is_too_long() {
    let mut client = Client::start(&Folder::with(&[]));
    client.write(b"Content-Length: 99999999999\r\n\r\n");
    assert_eq!(client.wait_for_exit().code(), Some(1));
    assert!(client.errors().contains("too long; a message has at most 67108864 bytes"));
}

const SHEET: &str = "\
;! routine: TWICE
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! out: A = y
;! clobbers: F
;! ensures: y = 2 * x
0100  87           TWICE: ADD A
0101  C9                  RET
";

#[test]
fn a_proof_in_the_background() {
    let folder = Folder::with(&[]);
    let sheet = uri(&folder, "twice.asm");
    let mut client = Client::initialized(&folder);
    client.open(&sheet, &SHEET.replace("2 * x", "2 * x + 1"));
    let params = json!({"command": "arcadian.prove", "arguments": [sheet], "workDoneToken": 7});
    let id = client.request("workspace/executeCommand", params.clone());
    let begin = client.next(|message| message["method"] == "$/progress");
    assert_eq!(
        begin["params"],
        json!({"token": 7, "value": {"kind": "begin", "title": "Proving twice.asm", "cancellable": true}})
    );
    assert_eq!(client.response(id)["result"]["verdict"], "FAILS");
    // The code lens has the command line, which leads to the fault.
    let lenses = client.ask("textDocument/codeLens", json!({"textDocument": {"uri": sheet}}));
    let title = lenses[1]["command"]["title"].as_str().unwrap_or("").to_owned();
    assert!(title.starts_with("arcadian step ") && title.contains(" --in x="), "{title}");
    let whole = json!([{"text": SHEET.replace(";! ensures", ";! requires: x < 128\n;! ensures")}]);
    client.notify(
        "textDocument/didChange",
        json!({"textDocument": {"uri": sheet, "version": 2}, "contentChanges": whole}),
    );
    assert_eq!(client.ask("workspace/executeCommand", params)["verdict"], "holds");
}

#[test]
fn the_server_ends_during_a_proof() {
    let folder = Folder::with(&[]);
    let sheet = uri(&folder, "long.asm");
    let mut client = Client::initialized(&folder);
    // Each run takes up to 65,536 rounds.
    let text = SHEET.replace(";! in: A = x", ";! in: HL = x").replace("2 * x", "0");
    let text = text.replace(
        "0100  87           TWICE: ADD A\n0101  C9                  RET\n",
        "TWICE: DCX H\n MOV A,H\n ORA L\n JNZ TWICE\n RET\n",
    );
    client.open(&sheet, &text.replace(";! clobbers: F", ";! clobbers: F, HL"));
    client.request(
        "workspace/executeCommand",
        json!({"command": "arcadian.prove", "arguments": [sheet], "workDoneToken": 7}),
    );
    client.next(|message| message["method"] == "$/progress");
    assert_eq!(client.ask("shutdown", Value::Null), Value::Null);
    client.notify("exit", Value::Null);
    assert_eq!(client.wait_for_exit().code(), Some(0));
}
