//! Answers to requests.

use arcadian_files::Error;
use serde_json::{Value, json};

/// What a request returns: the fields of its answer, or why it failed, for people.
pub type Reply = Result<Value, Error>;

/// Returns the answer as bytes: the fields and `"ok":true`, or `"error"`.
pub(crate) fn encode(reply: Reply) -> Vec<u8> {
    let answer = match reply {
        Ok(fields) => {
            let mut answer = json!({ "ok": true });
            if let (Some(answer), Value::Object(fields)) = (answer.as_object_mut(), fields) {
                answer.extend(fields);
            }
            answer
        }
        Err(error) => json!({ "error": error.to_string() }),
    };
    answer.to_string().into_bytes()
}

/// Returns the answer without fields.
pub fn done() -> Reply {
    Ok(Value::Null)
}

/// Returns an error with a message.
pub fn refuse(message: impl Into<String>) -> Error {
    Error::Message(message.into())
}
