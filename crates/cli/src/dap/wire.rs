//! Messages on the wire: a header with `Content-Length`, an empty line, and so many bytes of JSON.

use std::io::{self, BufRead, Read, Write};

use serde_json::Value;

/// The longest message, in bytes.
pub const LONGEST: usize = 1 << 20;
/// The longest line of a header.
const LONGEST_LINE: u64 = 1 << 12;
/// A header has at most so many lines.
const MOST_LINES: usize = 32;

/// What came from the client.
#[derive(Clone, Debug, PartialEq)]
pub enum Incoming {
    /// A message.
    Message(Value),
    /// So many bytes as were announced, but no JSON: why.
    Malformed(String),
    /// Where the next message would begin cannot be known: why.
    Lost(String),
    /// The client went away.
    End,
}

/// Reads the next message.
pub fn read(input: &mut impl BufRead) -> Incoming {
    match header(input) {
        Ok(Some(length)) => content(input, length),
        Ok(None) => Incoming::End,
        Err(why) => Incoming::Lost(why),
    }
}

/// The length that a header announces; none at the end of the input.
fn header(input: &mut impl BufRead) -> Result<Option<usize>, String> {
    let mut length = None;
    for _ in 0..MOST_LINES {
        let Some(line) = line(input)? else { return Ok(None) };
        if line.is_empty() {
            return length.map(Some).ok_or_else(|| "a message begins with `Content-Length: N`".to_owned());
        }
        let Some((name, value)) = line.split_once(':') else {
            return Err(format!(
                "`{line}` is no line of a header; a message begins with `Content-Length: N`"
            ));
        };
        if name.trim().eq_ignore_ascii_case("content-length") {
            length = Some(announced(value.trim())?);
        }
    }
    Err(format!("a header has at most {MOST_LINES} lines"))
}

/// A line without its end; none if the client went away before it.
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

fn announced(value: &str) -> Result<usize, String> {
    let is_number = !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit());
    match value.parse() {
        Ok(length) if is_number && length <= LONGEST => Ok(length),
        _ if is_number => {
            Err(format!("`Content-Length: {value}` is too long; a message has at most {LONGEST} bytes"))
        }
        _ => Err(format!("`Content-Length: {value}` is no number of bytes")),
    }
}

fn content(input: &mut impl BufRead, length: usize) -> Incoming {
    let mut bytes = vec![0; length];
    if input.read_exact(&mut bytes).is_err() {
        return Incoming::End;
    }
    match serde_json::from_slice(&bytes) {
        Ok(message) => Incoming::Message(message),
        Err(error) => Incoming::Malformed(format!("the message is no JSON: {error}")),
    }
}

/// Writes a message.
pub fn write(output: &mut impl Write, message: &Value) -> io::Result<()> {
    let text = message.to_string();
    write!(output, "Content-Length: {}\r\n\r\n{text}", text.len())?;
    output.flush()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn all(mut text: &[u8]) -> Vec<Incoming> {
        let mut all = Vec::new();
        while !matches!(all.last(), Some(Incoming::End | Incoming::Lost(_))) {
            all.push(read(&mut text));
        }
        all
    }

    #[test]
    fn what_is_written_can_be_read() {
        let mut bytes = Vec::new();
        let messages = [json!({"seq": 1, "text": "GO ÷ ↑"}), json!([])];
        messages.iter().for_each(|message| write(&mut bytes, message).expect("a vector takes all"));
        let [first, second] = messages.map(Incoming::Message);
        assert_eq!(all(&bytes), [first, second, Incoming::End]);
    }

    #[test]
    fn headers_in_any_case_with_others_beside_them() {
        let text = b"content-length:2\r\nContent-Type: x\r\n\r\n{}CONTENT-LENGTH: 4\n\nnullContent-Le";
        assert_eq!(all(text), [Incoming::Message(json!({})), Incoming::Message(Value::Null), Incoming::End]);
    }

    #[test]
    fn what_is_no_json_is_passed_over() {
        let [malformed, message, end] = &all(b"Content-Length: 3\r\n\r\n{x}Content-Length: 1\r\n\r\n7")[..]
        else {
            panic!("three things come");
        };
        assert!(matches!(malformed, Incoming::Malformed(why) if why.contains("column 2")), "{malformed:?}");
        assert_eq!((message, end), (&Incoming::Message(json!(7)), &Incoming::End));
    }

    #[test]
    fn headers_that_are_none() {
        let long = vec![b'x'; 5000];
        let many = "A: b\r\n".repeat(100);
        for (text, part) in [
            (&b"GET / HTTP/1.1\r\n\r\n"[..], "no line of a header"),
            (b"Content-Type: x\r\n\r\n{}", "begins with"),
            (b"Content-Length: -1\r\n\r\n", "`Content-Length: -1` is no number"),
            (b"Content-Length: 99999999999999999999\r\n\r\n", "too long"),
            (b"Content-Length: 1048577\r\n\r\n", "at most 1048576"),
            (b"\xFF\xFE\r\n", "no line of a header"),
            (&long, "4096"),
            (many.as_bytes(), "32"),
        ] {
            let found = all(text);
            assert!(matches!(&found[..], [Incoming::Lost(why)] if why.contains(part)), "{part}: {found:?}");
        }
    }

    #[test]
    fn a_client_that_goes_away_in_a_message() {
        for text in [&b""[..], b"Content", b"Content-Length: 5\r\n", b"Content-Length: 5\r\n\r\n{}"] {
            assert_eq!(all(text), [Incoming::End]);
        }
    }
}
