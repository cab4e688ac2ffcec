//! Entry points for the fuzz targets; not a public interface.

use std::rc::Rc;

use serde_json::{Value, json};

use arcadian_editor::dap::{editor_session::EditorSession, message::Incoming};
use arcadian_files::key_file;

use crate::{files::Disk, wire};

/// The maximum length of a message in bytes.
const LONGEST_MESSAGE: usize = 1 << 20;

/// The number of times a running program is advanced between messages. The session bounds each advance.
const MOST_ADVANCES: usize = 4;

/// Reads bytes as messages to the end, and checks that every message survives a round trip.
pub fn dap_wire(mut bytes: &[u8]) {
    loop {
        match wire::read(&mut bytes, LONGEST_MESSAGE) {
            Incoming::Message(message) => assert_eq!(round_trip(&message), Incoming::Message(message)),
            Incoming::Malformed(_) => {}
            Incoming::OutOfSync(_) | Incoming::End => return,
        }
    }
}

fn round_trip(message: &Value) -> Incoming {
    let mut bytes = Vec::new();
    wire::write(&mut bytes, message).expect("a vector takes all bytes");
    wire::read(&mut bytes.as_slice(), LONGEST_MESSAGE)
}

/// Sends requests, each a command and its arguments, to one session, and checks that each gets one response.
pub fn dap_session<'a>(requests: impl IntoIterator<Item = (&'a str, Value)>) {
    let mut session = EditorSession::new(Rc::new(|| true), Rc::new(Disk));
    for (seq, (command, arguments)) in requests.into_iter().enumerate() {
        if session.is_over() {
            return;
        }
        let request = json!({"seq": seq, "type": "request", "command": command, "arguments": arguments});
        session.receive(Incoming::Message(request));
        check(&session.drain(), seq);
        for _ in 0..MOST_ADVANCES {
            if session.is_running() {
                session.advance();
            }
        }
        session.drain();
    }
}

fn check(sent: &[Value], seq: usize) {
    let answers = sent.iter().filter(|message| message["type"] == "response");
    let answered: Vec<_> = answers.map(|answer| answer["request_seq"].as_u64()).collect();
    assert_eq!(answered, [Some(seq as u64)]);
    sent.iter().for_each(|message| assert_eq!(round_trip(message), Incoming::Message(message.clone())));
}

/// Parses a text as a key file, and checks that the result survives a round trip.
pub fn key_file(text: &str) {
    if let Ok(file) = key_file::parse("keys", text) {
        let written = key_file::write(&file);
        assert_eq!(key_file::parse("keys", &written).expect("its own text"), file);
    }
}
