//! Answers to requests.

use std::ops::Range;

use arcadian_asm::{Diagnostic, Severity};
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

pub fn refuse(message: impl Into<String>) -> Error {
    Error::Message(message.into())
}

/// Returns an error or a warning with its line, from 1, and its place in the line.
pub fn fault(found: &Diagnostic) -> Value {
    let place = &found.location;
    json!({
        "isError": found.severity == Severity::Error,
        "line": place.line,
        "from": units(&place.text, &place.span).start,
        "to": units(&place.text, &place.span).end,
        "message": found.fault.to_string(),
        "hint": found.hint,
    })
}

/// Returns a range of bytes in UTF-16 code units, in which the page counts.
pub fn units(text: &str, span: &Range<usize>) -> Range<usize> {
    let units = |end: usize| text.get(..end).unwrap_or_default().encode_utf16().count();
    units(span.start)..units(span.end)
}
