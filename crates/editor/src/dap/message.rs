//! Messages of the protocol as JSON, and the arguments of requests.

use arcadian_asm::{did_you_mean, nearest};
use arcadian_debugger::step::{kind, request};
use arcadian_files::error::{Context, Result, message, refuse};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::dap::debuggee;

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

/// Attributes of a configuration that clients read themselves and send to every adapter.
const OF_CLIENTS: [&str; 13] = [
    "type",
    "request",
    "name",
    "preLaunchTask",
    "postDebugTask",
    "internalConsoleOptions",
    "debugServer",
    "presentation",
    "serverReadyAction",
    "suppressMultipleSessionWarning",
    "windows",
    "osx",
    "linux",
];

/// Refuses attributes of a configuration that nothing reads.
pub(crate) fn check_attributes(configuration: &Value) -> Result<()> {
    let Some(attributes) = configuration.as_object() else { return Ok(()) };
    let known: Vec<&str> = request::attributes().chain(debuggee::EDITOR_ATTRIBUTES).collect();
    // Names with two underscores are those of a client's own data.
    let is_known = |name: &str| name.starts_with("__") || known.contains(&name) || OF_CLIENTS.contains(&name);
    match attributes.keys().find(|name| !is_known(name)) {
        None => Ok(()),
        Some(unknown) => match nearest(unknown, known.iter().copied()) {
            Some(near) => refuse!("there is no attribute `{unknown}`; {}", did_you_mean(near)),
            None => refuse!("there is no attribute `{unknown}`; the attributes are {}", known.join(", ")),
        },
    }
}

/// Returns a line or column counted from 1. `first` is the client's first one.
pub(crate) fn from_first(what: &str, number: i64, first: usize) -> Result<usize> {
    let from_1 = i64::try_from(first).ok().and_then(|first| number.checked_sub(first));
    let from_1 = from_1.and_then(|number| usize::try_from(number).ok()?.checked_add(1));
    from_1.ok_or_else(|| message!("there is no {what} {number}; {what}s are counted from {first}"))
}

/// Replaces the options in a message by the attributes of a configuration: `--source-dir` by `sourceDir`.
pub(crate) fn named(message: &str) -> String {
    let mut parts = message.split(" --");
    let first = parts.next().unwrap_or("");
    let first = first.strip_prefix("--").map_or_else(|| first.to_owned(), attribute);
    parts.fold(first, |text, part| format!("{text} {}", attribute(part)))
}

/// Replaces the option at the start of a text.
fn attribute(text: &str) -> String {
    let end = text.find(|letter: char| !letter.is_ascii_lowercase() && letter != '-').unwrap_or(text.len());
    let (option, rest) = text.split_at(end);
    match kind::attribute(&format!("--{option}")) {
        Some(attribute) => format!("`{attribute}`{rest}"),
        None => format!("--{text}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attributes_of_a_configuration() {
        for (name, wrong) in [
            ("program", None),
            ("target", None),
            ("stopOnEntry", None),
            ("noDebug", None),
            ("sourceDir", None),
            ("sourcePath", None),
            ("asPrinted", None),
            ("type", None),
            ("__sessionId", None),
            ("progam", Some("did you mean `program`?")),
            ("stoponentry", Some("did you mean `stopOnEntry`?")),
            ("input", Some("did you mean `inputs`?")),
            ("source-dir", Some("did you mean `sourceDir`?")),
            ("cwd", Some("the attributes are")),
            ("linked", Some("there is no attribute `linked`")),
        ] {
            let found = check_attributes(&json!({ name: 1 })).map_err(|error| error.to_string());
            match wrong {
                None => assert_eq!(found, Ok(()), "{name}"),
                Some(part) => {
                    assert!(found.as_ref().is_err_and(|why| why.contains(part)), "{name}: {found:?}");
                }
            }
        }
    }

    #[test]
    fn lines_are_counted_from_the_first() {
        for (number, first, expected) in [
            (1, 1, Some(1)),
            (0, 0, Some(1)),
            (7, 0, Some(8)),
            (0, 1, None),
            (-1, 0, None),
            (i64::MIN, 1, None),
        ] {
            assert_eq!(from_first("line", number, first).ok(), expected, "{number} {first}");
        }
        let why = from_first("line", -1, 1).map_err(|error| error.to_string());
        assert_eq!(why, Err("there is no line -1; lines are counted from 1".to_owned()));
    }

    #[test]
    fn options_become_attributes() {
        for (message, expected) in [
            ("--in x: bad", "`inputs` x: bad"),
            (
                "a.c was not found; --source-dir DIR says where",
                "a.c was not found; `sourceDir` DIR says where",
            ),
            ("add --load ADDR, or --load-state", "add `load` ADDR, or `loadState`"),
            ("1 -- 2", "1 -- 2"),
            ("ends --", "ends --"),
            ("a --own.asm does not exist", "a --own.asm does not exist"),
            ("a--b --ü", "a--b --ü"),
            ("", ""),
        ] {
            assert_eq!(named(message), expected);
        }
    }
}
