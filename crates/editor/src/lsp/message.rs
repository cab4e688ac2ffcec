//! Requests, responses and notifications as JSON-RPC 2.0, and the queue of those for the client.

use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Value, json};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Refusal {
    pub(crate) code: i32,
    pub(crate) message: String,
}

/// The error codes of JSON-RPC and of the protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Code {
    Parse = -32700,
    InvalidRequest = -32600,
    UnknownMethod = -32601,
    InvalidParams = -32602,
    Internal = -32603,
    NotInitialized = -32002,
    Cancelled = -32800,
    ContentModified = -32801,
    Failed = -32803,
}

impl Code {
    pub(crate) fn because(self, message: impl Into<String>) -> Refusal {
        Refusal { code: self as i32, message: message.into() }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Message {
    Request {
        id: Value,
        method: String,
        params: Value,
    },
    Notification {
        method: String,
        params: Value,
    },
    /// The answer to a request of the server. None of them changes anything.
    Response,
}

impl Message {
    /// Parses a message. The error has the `id` of what may be meant as a request.
    pub(crate) fn parse(mut message: Value) -> Result<Message, (Value, Refusal)> {
        let id = message.get("id").cloned().unwrap_or(Value::Null);
        let invalid = |id: &Value, why: &str| {
            let id = if is_id(id) { id.clone() } else { Value::Null };
            (id, Code::InvalidRequest.because(format!("invalid message: {why}")))
        };
        if !message.is_object() {
            return Err(invalid(&id, "it is not an object"));
        }
        let params = message.get_mut("params").map(Value::take).unwrap_or_default();
        match message.get("method") {
            Some(Value::String(method)) if message.get("id").is_none() => {
                Ok(Message::Notification { method: method.clone(), params })
            }
            Some(Value::String(method)) if is_id(&id) => {
                Ok(Message::Request { id, method: method.clone(), params })
            }
            Some(Value::String(_)) => Err(invalid(&id, "`id` is neither a number nor a text")),
            None if message.get("result").is_some() || message.get("error").is_some() => {
                Ok(Message::Response)
            }
            _ => Err(invalid(&id, "it has no `method`")),
        }
    }
}

fn is_id(id: &Value) -> bool {
    id.is_i64() || id.is_string()
}

#[derive(Default)]
pub(crate) struct Outbox {
    messages: Vec<Value>,
    last_request: u64,
}

impl Outbox {
    pub(crate) fn drain(&mut self) -> Vec<Value> {
        std::mem::take(&mut self.messages)
    }

    pub(crate) fn respond(&mut self, id: &Value, result: Result<Value, Refusal>) {
        self.messages.push(match result {
            Ok(result) => json!({"jsonrpc": "2.0", "id": id, "result": result}),
            Err(Refusal { code, message }) => {
                json!({"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": message}})
            }
        });
    }

    pub(crate) fn notify(&mut self, method: &str, params: Value) {
        self.messages.push(json!({"jsonrpc": "2.0", "method": method, "params": params}));
    }

    /// Sends a request to the client. None of its responses changes anything.
    pub(crate) fn request(&mut self, method: &str, params: Value) {
        self.last_request += 1;
        let id = format!("arcadian-{}", self.last_request);
        self.messages.push(json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
    }

    pub(crate) fn log_error(&mut self, message: &str) {
        self.notify("window/logMessage", json!({"type": lsp_types::MessageType::ERROR, "message": message}));
    }
}

pub(crate) fn parse<T: DeserializeOwned>(params: Value) -> Result<T, Refusal> {
    serde_json::from_value(params)
        .map_err(|error| Code::InvalidParams.because(format!("invalid params: {error}")))
}

pub(crate) fn value(result: &impl Serialize) -> Result<Value, Refusal> {
    serde_json::to_value(result).map_err(|error| Code::Internal.because(error.to_string()))
}
