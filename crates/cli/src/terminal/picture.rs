//! A picture in the terminal with lines below it, by block characters, sixel or kitty graphics. Only what changes is written.

mod layout;
mod query;
mod view;

use clap::ValueEnum;

use layout::Method;
use query::Answers;

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
    let mut answers = query::ask();
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

pub fn method(preference: Graphics, answers: &Answers) -> Method {
    match preference {
        Graphics::Kitty => Method::Kitty,
        Graphics::Sixel => Method::Sixel,
        Graphics::Auto if answers.kitty => Method::Kitty,
        // Placing a sixel picture requires the size of a cell in dots.
        Graphics::Auto if answers.sixel && answers.cell.is_some() => Method::Sixel,
        Graphics::Auto | Graphics::Blocks => Method::Blocks,
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

/// Formats a line: the keys that fit at the left, the state at the right.
pub fn fitted(keys: &[&str], state: &str, width: usize) -> String {
    let free = width.saturating_sub(state.len() + 3);
    let mut line = String::new();
    let mut used = 0;
    for key in keys {
        let wide = key.chars().count() + if used == 0 { 0 } else { 3 };
        if used + wide > free {
            break;
        }
        line += if used == 0 { "" } else { " · " };
        line += key;
        used += wide;
    }
    let gap = width.saturating_sub(used + state.len());
    line.push_str(&" ".repeat(gap));
    line + &state[..state.len().min(width)]
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
}
