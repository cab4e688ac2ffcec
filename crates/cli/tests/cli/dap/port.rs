//! The port: one client at a time.

use std::io::{BufRead, BufReader};

use serde_json::json;

use super::{
    client::{Adapter, Client},
    folder,
};
use crate::support::Folder;

/// An adapter at a free port, and its address.
fn listening(folder: &Folder) -> (Adapter, String) {
    let (adapter, _, output) = Adapter::start(folder.root(), &["--port", "0"]);
    let mut line = String::new();
    BufReader::new(output).read_line(&mut line).expect("a line");
    let address = line.trim().strip_prefix("listening on ").expect("an address").to_owned();
    assert!(address.starts_with("127.0.0.1:"), "{address}");
    (adapter, address)
}

#[test]
fn a_second_client_is_told_to_wait() {
    let folder = folder();
    let (_adapter, address) = listening(&folder);
    let mut first = Client::at_port(&address, &folder);
    first.begin(json!({"program": "loop.asm"}));
    let mut second = Client::at_port(&address, &folder);
    let why = second.ask("initialize", json!({})).expect_err("the first is there");
    assert!(why.contains("another client is being served"), "{why}");
    second.wait("output");
    second.wait("terminated");
    second.hears_the_end();
    first.ask_for("next", json!({"threadId": 1}), "stopped");
    let mut silent = Client::at_port(&address, &folder);
    silent.send_bytes(b"hello\n");
    silent.hear();
    assert!(silent.said().contains("another client is being served"), "{}", silent.said());
    first.ask("disconnect", json!({})).expect("farewell");
    first.hears_the_end();
    insta::assert_snapshot!(first.said());
}

#[test]
fn clients_are_served_one_after_the_other() {
    let folder = folder();
    let (_adapter, address) = listening(&folder);
    for _ in 0..3 {
        let mut client = connected(&address, &folder);
        client.ask_for("launch", json!({"program": "forever.asm", "stopOnEntry": false}), "initialized");
        client.ask("configurationDone", json!({})).expect("it runs");
        // It goes away without a word.
    }
    let mut client = connected(&address, &folder);
    client.ask("launch", json!({"program": "loop.asm"})).expect("a program");
}

/// A client that has introduced itself; the one before it may not have gone quite yet.
fn connected(address: &str, folder: &Folder) -> Client {
    loop {
        let mut client = Client::at_port(address, folder);
        match client.ask("initialize", json!({})) {
            Ok(_) => return client,
            Err(why) => assert!(why.contains("another client"), "{why}"),
        }
    }
}

#[test]
fn a_port_that_is_taken() {
    let folder = Folder::with(&[]);
    let (_adapter, address) = listening(&folder);
    let port = address.rsplit(':').next().expect("a port");
    folder.run(&["dap", "--port", port]).is_refused(&[&address, "cannot be listened to"]);
    folder.run(&["dap", "--port", "70000"]).is_refused(&["70000"]);
}
