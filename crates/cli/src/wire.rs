//! The wire format of debug adapters and language servers: a header with `Content-Length`, an empty line, and that number of bytes of JSON.
//!
//! A header may contain only the two fields of the protocol. A web page can make a browser send a request with any body to a
//! local port, but the browser always adds other header lines.

use std::io::{self, BufRead, Read, Write};

use serde_json::Value;

use arcadian_editor::dap::message::Incoming;
use arcadian_files::escape;

/// The maximum length of a header line in bytes, including its end.
const LONGEST_LINE: u64 = 1 << 12;
/// The number of characters of a header line that an error quotes.
const MOST_QUOTED: usize = 60;
/// Prefixes of lines that occur only in HTTP.
const HTTP_FIELDS: [&str; 7] = ["host:", "origin:", "referer:", "user-agent:", "cookie:", "sec-", "upgrade:"];

/// Reads the next message, which has at most `longest` bytes.
pub fn read(input: &mut impl BufRead, longest: usize) -> Incoming {
    match header(input, longest) {
        Ok(Some(length)) => content(input, length),
        Ok(None) => Incoming::End,
        Err(why) => Incoming::OutOfSync(why),
    }
}

/// Reads a header. Returns its `Content-Length`, or `None` at the end of the input.
fn header(input: &mut impl BufRead, longest: usize) -> Result<Option<usize>, String> {
    let (mut length, mut has_type) = (None, false);
    loop {
        let Some(line) = line(input)? else { return Ok(None) };
        if line.is_empty() {
            return length.map(Some).ok_or_else(|| "a message starts with `Content-Length: N`".to_owned());
        }
        let (name, value) = line.split_once(':').unwrap_or((&line, ""));
        match name.to_ascii_lowercase().as_str() {
            "content-length" if length.is_none() => length = Some(parse_length(value.trim(), longest)?),
            "content-type" if !has_type => has_type = true,
            "content-length" | "content-type" => return Err(format!("a second {name} in a header")),
            _ => return Err(format!("{} is not a header line; {EXPECTED}", quoted(&line))),
        }
    }
}

const EXPECTED: &str = "a message starts with `Content-Length: N` and an optional `Content-Type`";

/// Quotes the start of a line of the client, with control characters escaped.
fn quoted(line: &str) -> String {
    let start: String = line.chars().take(MOST_QUOTED).collect();
    format!("{start:?}{}", if start.len() < line.len() { "…" } else { "" })
}

/// Reads a line without its end. Returns `None` if the client disconnects before the end of the line.
fn line(input: &mut impl BufRead) -> Result<Option<String>, String> {
    let mut bytes = Vec::new();
    let read = input.take(LONGEST_LINE).read_until(b'\n', &mut bytes);
    match (read, bytes.pop()) {
        (Err(_), _) | (_, None) => Ok(None),
        (_, Some(b'\n')) => Ok(Some(String::from_utf8_lossy(&bytes).trim_end().to_owned())),
        _ if bytes.len() as u64 + 1 == LONGEST_LINE => {
            Err(format!("a line of a header has at most {LONGEST_LINE} bytes"))
        }
        _ => Ok(None),
    }
}

fn parse_length(value: &str, longest: usize) -> Result<usize, String> {
    let is_number = !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit());
    match value.parse() {
        Ok(length) if is_number && length <= longest => Ok(length),
        _ if is_number => Err(format!(
            "the Content-Length {} is too long; a message has at most {longest} bytes",
            quoted(value)
        )),
        _ => Err(format!("the Content-Length {} is not a number of bytes", quoted(value))),
    }
}

fn content(input: &mut impl BufRead, length: usize) -> Incoming {
    let mut bytes = vec![0; length];
    if input.read_exact(&mut bytes).is_err() {
        return Incoming::End;
    }
    match serde_json::from_slice(&bytes) {
        Ok(message) => Incoming::Message(message),
        Err(_) if is_http(&bytes) => {
            Incoming::OutOfSync("the body of a message is an HTTP request".to_owned())
        }
        Err(error) => Incoming::Malformed(format!("the message is not JSON: {error}")),
    }
}

/// Returns whether the body looks like an HTTP request. A browser sends such a body, a client of this protocol does not.
fn is_http(body: &[u8]) -> bool {
    let is_http = |line: &[u8]| {
        let line = String::from_utf8_lossy(line).trim().to_ascii_lowercase();
        line.contains(" http/") || HTTP_FIELDS.iter().any(|field| line.starts_with(field))
    };
    body.split(|byte| *byte == b'\n').any(is_http)
}

pub fn write(output: &mut impl Write, message: &Value) -> io::Result<()> {
    let text = escape::json(message)?;
    write!(output, "Content-Length: {}\r\n\r\n{text}", text.len())?;
    output.flush()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn all(mut text: &[u8]) -> Vec<Incoming> {
        let mut all = Vec::new();
        while !matches!(all.last(), Some(Incoming::End | Incoming::OutOfSync(_))) {
            all.push(read(&mut text, 1 << 20));
        }
        all
    }

    #[test]
    fn messages_survive_a_round_trip() {
        let mut bytes = Vec::new();
        let messages = [json!({"seq": 1, "text": "GO ÷ ↑"}), json!([])];
        messages.iter().for_each(|message| write(&mut bytes, message).expect("a vector takes all"));
        let [first, second] = messages.map(Incoming::Message);
        assert_eq!(all(&bytes), [first, second, Incoming::End]);
    }

    #[test]
    fn header_fields_in_any_case() {
        let text = b"content-length:2\r\nContent-Type: x\r\n\r\n{}CONTENT-LENGTH: 4\n\nnullContent-Le";
        assert_eq!(all(text), [Incoming::Message(json!({})), Incoming::Message(Value::Null), Incoming::End]);
    }

    #[test]
    fn http_in_a_body() {
        for text in
            ["GET / HTTP/1.1", "{\n origin: https://x", "Host:127.0.0.1", "\r\nSec-Fetch-Mode: no-cors"]
        {
            let found = all(format!("Content-Length: {}\r\n\r\n{text}", text.len()).as_bytes());
            assert!(
                matches!(&found[..], [Incoming::OutOfSync(why)] if why.contains("HTTP")),
                "{text}: {found:?}"
            );
        }
        let text = r#"{"text": "Origin: GET / HTTP/1.1"}"#;
        let found = all(format!("Content-Length: {}\r\n\r\n{text}", text.len()).as_bytes());
        assert!(matches!(found[0], Incoming::Message(_)), "{found:?}");
    }

    #[test]
    fn a_message_that_is_not_json_is_skipped() {
        let [malformed, message, end] = &all(b"Content-Length: 3\r\n\r\n{x}Content-Length: 1\r\n\r\n7")[..]
        else {
            panic!("not three messages");
        };
        assert!(matches!(malformed, Incoming::Malformed(why) if why.contains("column 2")), "{malformed:?}");
        assert_eq!((message, end), (&Incoming::Message(json!(7)), &Incoming::End));
    }

    #[test]
    fn invalid_headers() {
        let long = vec![b'x'; 5000];
        for (text, part) in [
            (&b"GET / HTTP/1.1\r\n\r\n"[..], "\"GET / HTTP/1.1\" is not a header line"),
            (b"POST /a:b HTTP/1.1\r\nContent-Length: 2\r\n\r\n{}", "is not a header line"),
            (b"Content-Length: 2\r\nOrigin: null\r\n\r\n{}", "\"Origin: null\" is not a header line"),
            (b"Content-Length : 2\r\n\r\n{}", "is not a header line"),
            (b" Content-Length: 2\r\n\r\n{}", "is not a header line"),
            (b"Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}", "a second Content-Length"),
            (b"Content-Type: x\r\ncontent-type: y\r\n\r\n{}", "a second content-type"),
            (b"Content-Type: x\r\n\r\n{}", "starts with"),
            (b"Content-Length: -1\r\n\r\n", "\"-1\" is not a number"),
            (b"Content-Length: 99999999999999999999\r\n\r\n", "too long"),
            (b"Content-Length: 1048577\r\n\r\n", "at most 1048576"),
            (b"\xC2\x9B\xE2\x80\xAE\x1b[2J\r\n", r#""\u{9b}\u{202e}\u{1b}[2J" is not"#),
            (b"\xFF\xFE\r\n", "is not a header line"),
            (&long, "4096"),
        ] {
            let found = all(text);
            assert!(
                matches!(&found[..], [Incoming::OutOfSync(why)] if why.contains(part)),
                "{part}: {found:?}"
            );
        }
    }

    #[test]
    fn a_client_that_disconnects_within_a_message() {
        for text in [&b""[..], b"Content", b"Content-Length: 5\r\n", b"Content-Length: 5\r\n\r\n{}"] {
            assert_eq!(all(text), [Incoming::End]);
        }
    }
}
