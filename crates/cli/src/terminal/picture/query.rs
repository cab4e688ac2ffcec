//! Queries to the terminal, and parsing of its answers.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// The answers of a terminal, and the keys typed in the meantime.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Answers {
    /// Whether it supports the kitty graphics protocol.
    pub kitty: bool,
    pub sixel: bool,
    /// Whether it reports key releases.
    pub releases: bool,
    /// The size of a character cell in dots.
    pub cell: Option<(u16, u16)>,
    pub typed: Vec<KeyEvent>,
}

/// Queries kitty graphics (by a picture of one dot that is not shown), the keyboard protocol, the cell size and the device
/// attributes. Every terminal answers the last query, so its answer marks the end.
#[cfg(unix)]
const QUERIES: &[u8] = b"\x1b_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\x1b\\\x1b[?u\x1b[16t\x1b[c";

/// Sends the queries and waits for the answers, at most a tenth of a second.
#[cfg(unix)]
pub fn ask() -> Answers {
    read(&unix::converse(QUERIES, is_complete).unwrap_or_default())
}

#[cfg(not(unix))]
pub fn ask() -> Answers {
    Answers::default()
}

#[cfg(unix)]
mod unix {
    use std::{
        io::{self, Write},
        time::{Duration, Instant},
    };

    use rustix::event::{PollFd, PollFlags, Timespec, poll};

    const TIMEOUT: Duration = Duration::from_millis(100);

    /// Sends queries and reads until `done` or the timeout.
    pub(super) fn converse(queries: &[u8], done: impl Fn(&[u8]) -> bool) -> io::Result<Vec<u8>> {
        let mut out = io::stdout();
        out.write_all(queries)?;
        out.flush()?;
        let end = Instant::now() + TIMEOUT;
        let mut bytes = Vec::new();
        while !done(&bytes) && is_ready(end.saturating_duration_since(Instant::now()))? {
            let mut buffer = [0; 256];
            match rustix::io::read(io::stdin(), &mut buffer)? {
                0 => break,
                length => bytes.extend_from_slice(&buffer[..length]),
            }
        }
        Ok(bytes)
    }

    fn is_ready(remaining: Duration) -> io::Result<bool> {
        let timeout = Timespec { tv_sec: 0, tv_nsec: remaining.subsec_nanos().into() };
        let stdin = io::stdin();
        Ok(poll(&mut [PollFd::new(&stdin, PollFlags::IN)], Some(&timeout))? > 0)
    }
}

#[derive(Debug, PartialEq, Eq)]
enum Piece<'a> {
    /// `ESC [ parameters letter`.
    Control(&'a str, char),
    /// `ESC _ text ESC \`.
    Text(&'a str),
    Typed(u8),
}

/// Splits bytes into pieces. An incomplete piece at the end is omitted.
fn pieces(mut bytes: &[u8]) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    while let Some((piece, length)) = first(bytes) {
        pieces.push(piece);
        bytes = &bytes[length..];
    }
    pieces
}

fn first(bytes: &[u8]) -> Option<(Piece<'_>, usize)> {
    match bytes {
        [0x1b, b'[', rest @ ..] => {
            let end = rest.iter().position(|byte| (0x40..=0x7e).contains(byte))?;
            let parameters = str::from_utf8(&rest[..end]).unwrap_or_default();
            Some((Piece::Control(parameters, rest[end].into()), end + 3))
        }
        [0x1b, b'_', rest @ ..] => {
            let end = rest.windows(2).position(|pair| pair == b"\x1b\\")?;
            Some((Piece::Text(str::from_utf8(&rest[..end]).unwrap_or_default()), end + 4))
        }
        [byte, ..] => Some((Piece::Typed(*byte), 1)),
        [] => None,
    }
}

#[cfg(unix)]
fn is_complete(bytes: &[u8]) -> bool {
    pieces(bytes)
        .iter()
        .any(|piece| matches!(piece, Piece::Control(parameters, 'c') if parameters.starts_with('?')))
}

#[cfg(any(unix, test))]
fn read(bytes: &[u8]) -> Answers {
    let mut answers = Answers::default();
    for piece in pieces(bytes) {
        match piece {
            Piece::Text(text) => answers.kitty |= text.starts_with("Gi=31;OK"),
            Piece::Control(parameters, 'u') => answers.releases |= parameters.starts_with('?'),
            Piece::Control(parameters, 'c') => answers.sixel |= numbers(parameters).skip(1).any(|n| n == 4),
            Piece::Control(parameters, 't') => answers.cell = cell(parameters).or(answers.cell),
            Piece::Control(..) => {}
            Piece::Typed(byte) => answers.typed.extend(typed(byte)),
        }
    }
    answers
}

fn numbers(parameters: &str) -> impl Iterator<Item = u16> {
    parameters.trim_start_matches('?').split(';').filter_map(|number| number.parse().ok())
}

/// Parses a cell size: `6 ; height ; width`.
fn cell(parameters: &str) -> Option<(u16, u16)> {
    match numbers(parameters).collect::<Vec<_>>()[..] {
        [6, height, width] if height > 0 && width > 0 => Some((width, height)),
        _ => None,
    }
}

/// Returns the key of a byte typed during the query.
fn typed(byte: u8) -> Option<KeyEvent> {
    let (code, modifiers) = match byte {
        b'\r' => (KeyCode::Enter, KeyModifiers::NONE),
        0x7f => (KeyCode::Backspace, KeyModifiers::NONE),
        0x1b => (KeyCode::Esc, KeyModifiers::NONE),
        b' '..=b'~' => (KeyCode::Char(byte.into()), KeyModifiers::NONE),
        1..=26 => (KeyCode::Char((b'a' + byte - 1).into()), KeyModifiers::CONTROL),
        _ => return None,
    };
    Some(KeyEvent::new(code, modifiers))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_answers_of_known_terminals() {
        let kitty = read(b"\x1b_Gi=31;OK\x1b\\\x1b[?0u\x1b[6;20;9t\x1b[?62;52;c");
        assert_eq!(kitty, Answers { kitty: true, releases: true, cell: Some((9, 20)), ..Answers::default() });
        let foot = read(b"\x1b[?0u\x1b[6;17;8t\x1b[?62;4;22;28;29c");
        assert_eq!(foot, Answers { sixel: true, releases: true, cell: Some((8, 17)), ..Answers::default() });
        assert_eq!(read(b"\x1b[?4;2c"), Answers::default(), "the first number is the terminal's class");
        assert_eq!(read(b"\x1b[6;0;0t\x1b[?6c"), Answers::default());
    }

    #[test]
    fn keys_typed_in_the_meantime_are_kept() {
        let answers = read(b"8\r\x1b[?62;4cA\x03");
        let codes: Vec<_> = answers.typed.iter().map(|key| (key.code, key.modifiers)).collect();
        let (none, control) = (KeyModifiers::NONE, KeyModifiers::CONTROL);
        let key = |character| KeyCode::Char(character);
        assert_eq!(codes, [(key('8'), none), (KeyCode::Enter, none), (key('A'), none), (key('c'), control)]);
    }

    #[test]
    fn malformed_answers_never_panic() {
        for bytes in [&b"\x1b"[..], b"\x1b[", b"\x1b_G", b"\x1b[?", b"\xff\xfe\x00", b"\x1b[99999;;t\x1b[c"] {
            read(bytes);
        }
    }

    #[test]
    #[cfg(unix)]
    fn answers_end_with_the_device_attributes() {
        assert!(!is_complete(b"\x1b[?0u\x1b[?62;4"));
        assert!(is_complete(b"\x1b[?0u\x1b[?62;4c"));
    }
}
