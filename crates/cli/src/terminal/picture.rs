//! A picture in the terminal with lines below it, by block characters, sixel or kitty graphics. Only what changes is written. Queries to
//! the terminal, and parsing of its answers.

mod layout;
mod view;

use arcadian_files::escape;
use clap::ValueEnum;
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::charset::Charset;
use layout::Method;

pub use layout::{Shape, Size};
pub use view::{Scene, View};

/// A graphics method.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Graphics {
    /// Best method that the terminal supports
    #[default]
    Auto,
    /// Block or braille characters
    Blocks,
    /// ASCII characters only; the default without UTF-8, and with a TERM such as vt100
    Ascii,
    /// Sixel graphics
    Sixel,
    /// Kitty graphics protocol
    Kitty,
}

/// Returns the size of the terminal according to the system.
pub fn size() -> Size {
    match crossterm::terminal::window_size() {
        Ok(window) => Size { columns: window.columns, rows: window.rows, cell: cell(&window) },
        Err(_) => {
            let (columns, rows) = crossterm::terminal::size().unwrap_or((80, 24));
            Size { columns, rows, cell: None }
        }
    }
}

/// Returns the size of a character cell in dots. A terminal that does not know its size in dots reports 0.
fn cell(window: &crossterm::terminal::WindowSize) -> Option<(u16, u16)> {
    let cell = (window.width.checked_div(window.columns)?, window.height.checked_div(window.rows)?);
    (cell.0 > 0 && cell.1 > 0).then_some(cell)
}

/// Prefixes of TERM of terminals that answer.
const TERMS: [&str; 7] =
    ["xterm-kitty", "xterm-ghostty", "foot", "wezterm", "contour", "mlterm", "alacritty"];
/// Values of TERM_PROGRAM of terminals that answer.
const PROGRAMS: [&str; 6] = ["WezTerm", "ghostty", "iTerm.app", "rio", "mintty", "vscode"];
/// Variables that are set by terminals that answer.
const MARKS: [&str; 4] = ["KITTY_WINDOW_ID", "KONSOLE_VERSION", "WT_SESSION", "XTERM_VERSION"];
/// Variables that are set by terminal multiplexers.
const MULTIPLEXERS: [&str; 3] = ["TMUX", "STY", "ZELLIJ"];

/// Queries the terminal, which must be in raw mode and not yet read by another thread.
pub fn ask(preference: Graphics) -> Answers {
    if !answers(&|name| std::env::var(name).ok()) {
        return Answers::default();
    }
    let mut answers = ask_terminal();
    answers.kitty &= preference == Graphics::Auto;
    answers.sixel &= preference == Graphics::Auto;
    answers
}

/// Returns whether the environment identifies a terminal that answers.
fn answers(variable: &dyn Fn(&str) -> Option<String>) -> bool {
    let term = variable("TERM").unwrap_or_default();
    let is_multiplexed = MULTIPLEXERS.iter().any(|name| variable(name).is_some())
        || ["screen", "tmux"].iter().any(|start| term.starts_with(start));
    let program = variable("TERM_PROGRAM").unwrap_or_default();
    let known = TERMS.iter().any(|start| term.starts_with(start))
        || PROGRAMS.contains(&program.as_str())
        || MARKS.iter().any(|name| variable(name).is_some());
    known && !is_multiplexed
}

/// Returns the characters of a session: those of the graphics method, or else of the environment.
pub fn charset(preference: Graphics) -> Charset {
    match preference {
        Graphics::Ascii => Charset::Ascii,
        Graphics::Blocks => Charset::Unicode,
        Graphics::Auto | Graphics::Sixel | Graphics::Kitty => Charset::of_environment(),
    }
}

pub fn method(preference: Graphics, answers: &Answers, charset: Charset) -> Method {
    match preference {
        Graphics::Kitty => Method::Kitty,
        Graphics::Sixel => Method::Sixel,
        Graphics::Auto if answers.kitty => Method::Kitty,
        // Placing a sixel picture requires the size of a cell in dots.
        Graphics::Auto if answers.sixel && answers.cell.is_some() => Method::Sixel,
        _ if charset == Charset::Ascii => Method::Ascii,
        _ => Method::Blocks,
    }
}

/// The room for the lines below the picture: `count` lines of `width` columns, or up to `most` for a message that is longer.
#[derive(Clone, Copy, Debug)]
pub struct Room {
    pub width: usize,
    pub count: usize,
    pub most: usize,
    pub charset: Charset,
}

impl Room {
    /// Returns the lines of a message, with characters that the terminal shows.
    pub fn message(self, message: &str, most: usize) -> Vec<String> {
        wrapped(&self.charset.text(&escape::line(message)), self.width, most)
    }
}

/// Wraps a message to at most `count` lines. Text that does not fit is cut off with `…`.
pub fn wrapped(message: &str, width: usize, count: usize) -> Vec<String> {
    let mut lines: Vec<String> = vec![String::new()];
    for word in message.split(' ') {
        let length = |text: &str| text.chars().count();
        let line = lines.last().map_or("", String::as_str);
        let fits = length(line) + 1 + length(word) <= width || line.is_empty();
        if !fits && lines.len() < count {
            lines.push(word.to_owned());
        } else if let Some(line) = lines.last_mut() {
            *line += if line.is_empty() { "" } else { " " };
            *line += word;
        }
    }
    lines.iter().map(|line| padded(line, width)).collect()
}

/// Pads or truncates a line to `width` columns.
fn padded(line: &str, width: usize) -> String {
    let mut cut: String = line.chars().take(width).collect();
    if line.chars().count() > width {
        cut.pop();
        cut.extend((width > 0).then_some('…'));
    }
    format!("{cut:width$}")
}

/// The least distance of keys and state.
const GAP: usize = 3;

impl Room {
    /// Formats a line: at the left the keys that fit and `last`, which is always there, at the right the state. `Ctrl-` becomes `^`,
    /// and then the state is left out, as far as the width requires.
    pub fn keys(self, keys: &[&str], last: &str, state: &str) -> String {
        let spelled = |is_short: bool| {
            let spell = |key: &&str| {
                let key = self.charset.text(key);
                if is_short { key.replace("Ctrl-", "^") } else { key.into_owned() }
            };
            (keys.iter().map(spell).collect::<Vec<_>>(), spell(&last))
        };
        let both = [spelled(true), spelled(false)];
        let separator = self.charset.text(" · ");
        let best = |free| {
            both.iter()
                .filter_map(|(keys, last)| fitted(keys, last, &separator, free))
                .max_by_key(|(count, _)| *count)
        };
        let state = self.charset.text(state);
        let used = length(&state) + GAP;
        let beside = self.width.checked_sub(used).and_then(best);
        let state = if beside.is_some() { &*state } else { "" };
        let line = beside.or_else(|| best(self.width)).map_or_else(|| both[0].1.clone(), |(_, line)| line);
        let gap = self.width.saturating_sub(length(&line) + length(state));
        padded(&format!("{line}{:gap$}{state}", ""), self.width)
    }
}

fn length(text: &str) -> usize {
    text.chars().count()
}

/// Returns the first keys that fit before the last one, and their number; `None` if not even that one fits.
fn fitted(keys: &[String], last: &str, separator: &str, free: usize) -> Option<(usize, String)> {
    let mut left = free.checked_sub(length(last))?;
    let fits = |key: &&String| match left.checked_sub(length(key) + length(separator)) {
        Some(rest) => {
            left = rest;
            true
        }
        None => false,
    };
    let mut shown: Vec<&str> = keys.iter().take_while(fits).map(String::as_str).collect();
    shown.push(last);
    Some((shown.len(), shown.join(separator)))
}

#[cfg(test)]
mod footer_tests {
    use super::*;

    #[test]
    fn messages_are_wrapped_and_cut() {
        let sentence = "WHAT? in line 20, column 11: write it in another way";
        assert_eq!(wrapped(sentence, 60, 2), [format!("{sentence:60}")]);
        let (first, second) = ("WHAT? in line 20, column 11:  ", "write it in another way       ");
        assert_eq!(wrapped(sentence, 30, 2), [first, second]);
        assert_eq!(wrapped(sentence, 20, 2), ["WHAT? in line 20,   ", "column 11: write it…"]);
        assert_eq!(wrapped(sentence, 20, 1), ["WHAT? in line 20, c…"]);
        for (width, count) in (0..60).flat_map(|width| (1..4).map(move |count| (width, count))) {
            let lines = wrapped(sentence, width, count);
            assert!(
                lines.len() <= count && lines.iter().all(|line| line.chars().count() == width),
                "{lines:?}"
            );
        }
    }

    #[test]
    fn the_last_key_is_always_there() {
        let keys = ["F1=help", "Enter=GO", "/=÷", "Ctrl-T=hint"];
        let line = |width, charset, state| {
            let room = Room { width, count: 1, most: 1, charset };
            room.keys(&keys, "Ctrl-C leaves", state)
        };
        let unicode = |width, state| line(width, Charset::Unicode, state).trim_end().to_owned();
        assert_eq!(unicode(62, "ready"), "F1=help · Enter=GO · /=÷ · Ctrl-T=hint · Ctrl-C leaves   ready");
        assert_eq!(unicode(58, "ready"), "F1=help · Enter=GO · /=÷ · ^T=hint · ^C leaves       ready");
        assert_eq!(unicode(40, "waits for a key"), "F1=help · ^C leaves      waits for a key");
        assert_eq!(unicode(27, "waits for a key"), "^C leaves   waits for a key");
        assert_eq!(unicode(27, "runs at full speed"), "F1=help · Ctrl-C leaves");
        assert_eq!(unicode(5, "ready"), "^C l…");
        let ascii = line(60, Charset::Ascii, "tape · runs");
        assert_eq!(ascii.trim_end(), "F1=help | Enter=GO | / divides | Ctrl-C leaves   tape | runs");
        for (width, charset) in
            (0..200).flat_map(|width| [(width, Charset::Unicode), (width, Charset::Ascii)])
        {
            assert_eq!(line(width, charset, "waits for a key").chars().count(), width);
        }
    }
}

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
pub fn ask_terminal() -> Answers {
    read(&unix::converse(QUERIES, is_complete).unwrap_or_default())
}

#[cfg(not(unix))]
pub fn ask_terminal() -> Answers {
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
            Piece::Control(parameters, 't') => answers.cell = cell_of(parameters).or(answers.cell),
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
fn cell_of(parameters: &str) -> Option<(u16, u16)> {
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
    fn only_terminals_that_answer_are_queried() {
        let asked = |set: &[(&str, &str)]| {
            answers(&|name| set.iter().find(|(known, _)| *known == name).map(|(_, value)| value.to_string()))
        };
        assert!(asked(&[("TERM", "xterm-kitty")]));
        assert!(asked(&[("TERM", "xterm-256color"), ("TERM_PROGRAM", "WezTerm")]));
        assert!(asked(&[("TERM", "xterm"), ("XTERM_VERSION", "XTerm(390)")]));
        assert!(!asked(&[("TERM", "xterm-256color")]));
        assert!(!asked(&[("TERM", "xterm-kitty"), ("TMUX", "/tmp/x")]));
        assert!(!asked(&[("TERM", "tmux-256color"), ("KITTY_WINDOW_ID", "1")]));
        assert!(!asked(&[]));
    }

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
