//! The port: one client at a time, and none that is a web page or another user.

use std::{
    io::{BufRead, BufReader, Lines, Read, Write},
    net::{Shutdown, TcpStream},
    process::ChildStderr,
};

use serde_json::{Value, json};

use super::{
    client::{Adapter, Client},
    folder,
};
use crate::support::Folder;

/// An adapter at a free port.
pub(super) struct Port {
    pub(super) address: String,
    /// The token; empty with `--no-token`.
    pub(super) token: String,
    pub(super) errors: Lines<BufReader<ChildStderr>>,
    _adapter: Adapter,
}

impl Port {
    pub(super) fn listening(folder: &Folder, more: &[&str]) -> Port {
        let (mut adapter, _, output) = Adapter::start(folder.root(), &[&["--port", "0"], more].concat());
        let mut line = String::new();
        BufReader::new(output).read_line(&mut line).expect("a line");
        let address = line.trim().strip_prefix("listening on ").expect("an address").to_owned();
        assert!(address.starts_with("127.0.0.1:"), "{address}");
        let mut errors = adapter.errors();
        let line = errors.next().expect("a line").expect("text");
        let token = line.strip_prefix("token ").unwrap_or("").to_owned();
        assert_eq!(token.len(), if more.is_empty() { 32 } else { 0 }, "{line}");
        Port { address, token, errors, _adapter: adapter }
    }

    pub(super) fn client(&self, folder: &Folder) -> Client {
        Client::at_port(&self.address, folder).redact(&self.token)
    }

    pub(super) fn launch(&self, program: &str) -> Value {
        json!({"program": program, "token": self.token})
    }

    /// Connects a client and sends `initialize`. Retries while the previous session is still ending.
    fn connected(&self, folder: &Folder) -> Client {
        loop {
            let mut client = self.client(folder);
            match client.ask("initialize", json!({})) {
                Ok(_) => return client,
                Err(why) => assert!(why.contains("another client"), "{why}"),
            }
        }
    }
}

#[test]
fn a_second_client_is_refused() {
    let folder = folder();
    let port = Port::listening(&folder, &[]);
    let mut first = port.client(&folder);
    first.start(port.launch("loop.asm"));
    let mut second = port.client(&folder);
    let why = second.ask("initialize", json!({})).expect_err("the first client is connected");
    assert!(why.contains("another client is being served"), "{why}");
    second.wait("output");
    second.wait("terminated");
    second.expect_end();
    first.ask_for("next", json!({"threadId": 1}), "stopped");
    let mut noise = port.client(&folder);
    noise.send_bytes(b"hello\n");
    noise.expect_end();
    first.ask("disconnect", json!({})).expect("a response");
    first.expect_end();
    insta::assert_snapshot!(first.transcript());
}

#[test]
fn clients_are_served_one_by_one() {
    let folder = folder();
    let port = Port::listening(&folder, &[]);
    for _ in 0..3 {
        let mut client = port.connected(&folder);
        let launch = json!({"program": "forever.asm", "stopOnEntry": false, "token": port.token});
        client.ask_for("launch", launch, "initialized");
        client.ask("configurationDone", json!({})).expect("it runs");
        // The client disconnects without a request.
    }
    let mut client = port.connected(&folder);
    client.ask("launch", port.launch("loop.asm")).expect("a program");
}

#[test]
fn a_port_that_is_in_use() {
    let folder = Folder::with(&[]);
    let Port { address, _adapter, .. } = Port::listening(&folder, &[]);
    let port = address.rsplit(':').next().expect("a port");
    folder.run(&["dap", "--port", port]).is_refused(&["cannot listen on", &address]);
    folder.run(&["dap", "--port", "70000"]).is_refused(&["70000"]);
    assert_eq!(folder.run(&["dap", "--no-token"]).status, Some(2));
}

fn framed(message: &Value) -> String {
    let text = message.to_string();
    format!("Content-Length: {}\r\n\r\n{text}", text.len())
}

fn request(seq: u64, command: &str, arguments: Value) -> Value {
    json!({"seq": seq, "type": "request", "command": command, "arguments": arguments})
}

/// Sends bytes to the port, and returns everything received until it closes the connection.
fn answer(address: &str, bytes: &[u8]) -> String {
    let mut stream = TcpStream::connect(address).expect("the adapter listens");
    // The port may close the connection before it has received all bytes.
    let _ = stream.write_all(bytes);
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    String::from_utf8(answer).expect("text")
}

/// Returns a request as a browser sends it for a web page. The page chooses path and body; the browser adds the rest.
fn from_browser(method: &str, path: &str, host: &str, body: &str) -> String {
    format!(
        "{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: keep-alive\r\nContent-Length: {}\r\n\
         User-Agent: Mozilla/5.0\r\nContent-Type: text/plain;charset=UTF-8\r\nAccept: */*\r\n\
         Origin: https://attacker.example\r\nSec-Fetch-Mode: no-cors\r\n\
         Referer: https://attacker.example/\r\n\r\n{body}",
        body.len()
    )
}

/// With and without a token: the header alone identifies a browser.
#[test]
fn a_web_page_gets_no_answer() {
    let folder = folder();
    for more in [&[][..], &["--no-token"]] {
        let mut port = Port::listening(&folder, more);
        let attack = request(1, "initialize", json!({})).to_string();
        let launch = framed(&request(2, "launch", json!({"program": "loop.asm"})));
        let frames = framed(&request(1, "initialize", json!({}))) + &launch;
        let host = port.address.clone();
        for text in [
            from_browser("POST", "/a:b", &host, &attack) + &launch,
            from_browser("POST", "/a:b", &host, &frames),
            from_browser("POST", "/a:b", "rebound.attacker.example:80", &frames),
            from_browser("GET", "/", "rebound.attacker.example", ""),
            from_browser("OPTIONS", "/Content-Length:2", &host, ""),
            // A valid header line that a page might inject before the lines of the browser.
            format!("Content-Length: 2\r\nOrigin: https://attacker.example\r\n\r\n{{}}{frames}"),
            "Content-Length: 17\r\n\r\nGET / HTTP/1.1\r\n\r\n".to_owned() + &frames,
        ] {
            assert_eq!(answer(&port.address, text.as_bytes()), "", "{text}");
            let line = port.errors.next().expect("a line").expect("text");
            assert!(line.starts_with("the connection is closed: "), "{line}");
            assert!(line.contains("is not a header line") || line.contains("is an HTTP request"), "{line}");
        }
    }
}

/// Another user of the computer can connect, but has not seen the token.
#[test]
fn a_client_without_the_token_is_refused() {
    let folder = folder();
    let mut port = Port::listening(&folder, &[]);
    let wrong = "0".repeat(32);
    for (command, token, part) in [
        ("launch", Value::Null, "the token is missing"),
        ("launch", json!(""), "the token is wrong"),
        ("launch", json!(wrong), "the token is wrong"),
        ("launch", json!(port.token[1..]), "the token is wrong"),
        ("launch", json!(port.token.to_uppercase() + " "), "the token is wrong"),
        ("launch", json!([port.token]), "the token is missing"),
        ("attach", json!(wrong), "the token is wrong"),
    ] {
        let mut client = port.client(&folder);
        client.ask("initialize", json!({})).expect("an adapter");
        let why = client.ask(command, json!({"program": "loop.asm", "token": token})).expect_err("no token");
        assert!(why.contains(part), "{why}");
        client.expect_end();
        assert!(port.errors.next().expect("a line").expect("text").contains(part));
    }
}

#[test]
fn requests_before_the_token_are_refused() {
    let folder = folder();
    let mut port = Port::listening(&folder, &[]);
    let hello = framed(&request(1, "initialize", json!({})));
    let read = framed(&request(2, "readMemory", json!({"memoryReference": "0x0", "count": 16})));
    let source = framed(&request(2, "source", json!({"source": {"path": "/etc/hostname"}})));
    for text in [read, source, hello.clone(), "Content-Length: 2\r\n\r\n[]".to_owned(), framed(&json!({}))] {
        let answer = answer(&port.address, (hello.clone() + &text).as_bytes());
        assert_eq!(answer.matches("Content-Length").count(), 1, "{answer}");
        assert!(answer.contains("supportsStepBack"), "{answer}");
        let line = port.errors.next().expect("a line").expect("text");
        assert!(line.contains("a request before the token"), "{line}");
    }
}

#[test]
fn a_client_with_the_token_is_served() {
    let folder = folder();
    let port = Port::listening(&folder, &[]);
    let mut client = port.client(&folder);
    client.start(port.launch("loop.asm"));
    client.ask_for("next", json!({"threadId": 1}), "stopped");
    client.ask_for("restart", json!({}), "stopped");
    let memory = client.ask("readMemory", json!({"memoryReference": "0x100", "count": 2}));
    assert_eq!(memory.expect("memory")["data"], "BgM=");
    client.ask("disconnect", json!({})).expect("a response");
    client.expect_end();
}

#[test]
fn without_a_token_every_client_is_served() {
    let folder = Folder::with(&[("x.asm", "        CPU 8080\n        NOP\n")]);
    let port = Port::listening(&folder, &["--no-token"]);
    port.client(&folder).start(json!({"program": "x.asm"}));
}

/// Only the process that started the adapter can write to its standard input, so no token is needed.
#[test]
fn a_pipe_needs_no_token() {
    let folder = folder();
    let (mut client, _adapter) = Client::at_pipe(&folder);
    client.start(json!({"program": "loop.asm", "token": "any"}));
}

/// The connection ends when a client closes its side before it has presented the token.
#[test]
fn a_client_that_disconnects_before_the_token() {
    let folder = folder();
    let port = Port::listening(&folder, &[]);
    for bytes in [&b""[..], b"Content-Length: 50\r\n\r\n{"] {
        let mut stream = TcpStream::connect(&port.address).expect("the adapter listens");
        stream.write_all(bytes).expect("the bytes are sent");
        stream.shutdown(Shutdown::Write).expect("no more");
        assert_eq!(stream.read_to_end(&mut Vec::new()).expect("its end"), 0);
    }
}
