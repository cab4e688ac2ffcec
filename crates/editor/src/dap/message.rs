//! Requests, responses and events as JSON.

use arcadian_files::error::{Context, Result, refuse};
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::{Value, json};

#[derive(Clone, Debug, PartialEq)]
pub enum Incoming {
    Message(Value),
    /// A message whose content is not JSON, with the error.
    Malformed(String),
    /// Bytes that do not follow the protocol, with the error. The start of the next message is unknown.
    OutOfSync(String),
    End,
}

#[derive(Clone, Debug, Deserialize, PartialEq)]
pub struct Request {
    pub seq: i64,
    pub command: String,
    /// The arguments; null if the message has none.
    #[serde(default)]
    pub arguments: Value,
}

impl Request {
    /// Parses a message. Returns none for a response or an event: the adapter sends no requests, so it ignores them.
    pub fn parse(message: Value) -> Result<Option<Request>> {
        let kind = message.get("type").and_then(Value::as_str);
        match kind {
            Some("request") => Ok(Some(serde_json::from_value(message).context("invalid request")?)),
            Some("response" | "event") => Ok(None),
            _ => refuse!("invalid message without a `type` of request, response or event"),
        }
    }
}

/// Parses the arguments of a request. Missing arguments are an empty object.
pub fn parse_arguments<T: DeserializeOwned>(arguments: Value) -> Result<T> {
    let arguments = if arguments.is_null() { json!({}) } else { arguments };
    serde_json::from_value(arguments).context("invalid arguments")
}

/// Returns the response to a request that succeeded.
pub fn response(seq: i64, request: &Request, body: Value) -> Value {
    let (request_seq, command) = (request.seq, &request.command);
    if body.is_null() {
        return json!({"seq": seq, "type": "response", "request_seq": request_seq, "success": true, "command": command});
    }
    json!({"seq": seq, "type": "response", "request_seq": request_seq, "success": true, "command": command, "body": body})
}

/// Returns the response to a request that failed.
///
/// The error is a variable of the format, because the client would replace braces in the format itself. The client
/// notifies the user, except of an expression that cannot be evaluated: it is reported where it was entered.
pub fn failure(seq: i64, request_seq: i64, command: &str, why: &str) -> Value {
    let error =
        json!({"id": 1, "format": "{why}", "variables": {"why": why}, "showUser": command != "evaluate"});
    json!({
        "seq": seq, "type": "response", "request_seq": request_seq, "success": false, "command": command,
        "message": why, "body": {"error": error},
    })
}

pub fn event(seq: i64, event: &str, body: Value) -> Value {
    json!({"seq": seq, "type": "event", "event": event, "body": body})
}
