//! The three kinds of messages.

use crate::error::{Context, Result, refuse};
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::{Value, json};

/// What came from the client.
#[derive(Clone, Debug, PartialEq)]
pub enum Incoming {
    /// A message.
    Message(Value),
    /// A body of the announced length that is not JSON: why.
    Malformed(String),
    /// Not the protocol, so that the start of the next message is unknown: why.
    Lost(String),
    /// The client went away.
    End,
}

/// A request of the client.
#[derive(Clone, Debug, Deserialize, PartialEq)]
pub struct Request {
    /// Its number.
    pub seq: i64,
    /// What is asked for.
    pub command: String,
    /// With what.
    #[serde(default)]
    pub arguments: Value,
}

impl Request {
    /// Reads a message; none if it is no request but an answer, which nobody waits for.
    pub fn read(message: Value) -> Result<Option<Request>> {
        let kind = message.get("type").and_then(Value::as_str);
        match kind {
            Some("request") => {
                Ok(Some(serde_json::from_value(message).context("a request that cannot be read")?))
            }
            Some("response" | "event") => Ok(None),
            _ => refuse!("a message without a `type` of request, response or event"),
        }
    }
}

/// Reads the arguments of a request; none at all are like an empty object.
pub fn arguments<T: DeserializeOwned>(arguments: Value) -> Result<T> {
    let arguments = if arguments.is_null() { json!({}) } else { arguments };
    serde_json::from_value(arguments).context("arguments that cannot be used")
}

/// The answer to a request that was done.
pub fn response(seq: i64, request: &Request, body: Value) -> Value {
    let (asked, command) = (request.seq, &request.command);
    if body.is_null() {
        return json!({"seq": seq, "type": "response", "request_seq": asked, "success": true, "command": command});
    }
    json!({"seq": seq, "type": "response", "request_seq": asked, "success": true, "command": command, "body": body})
}

/// The answer to a request that was not. The reason stands apart from the format, where braces would mean something.
pub fn failure(seq: i64, asked: i64, command: &str, why: &str) -> Value {
    let error = json!({"id": 1, "format": "{why}", "variables": {"why": why}, "showUser": true});
    json!({
        "seq": seq, "type": "response", "request_seq": asked, "success": false, "command": command,
        "message": why, "body": {"error": error},
    })
}

/// Something happened.
pub fn event(seq: i64, event: &str, body: Value) -> Value {
    json!({"seq": seq, "type": "event", "event": event, "body": body})
}
