//! The port: one client at a time.

use std::{
    io::{BufRead, BufReader, Lines},
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

    /// Returns the launch configuration for a program.
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
