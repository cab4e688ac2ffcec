//! What a terminal can show, found out as far as that is quick and safe.
//!
//! Asking costs a round trip, and a terminal that does not answer costs the whole timeout before the first picture.
//! Worse, an answer that comes late is taken for typed keys. So only terminals whose environment says that they
//! answer are asked, and none behind tmux, screen or zellij, which pass such pictures on badly or not at all.

use arcadian_screen::blocks::Depth;
use crossterm::event::KeyEvent;

use super::layout::Method;
use crate::{args::Graphics, diagnostic};

/// Beginnings of TERM whose terminals answer.
const TERMS: [&str; 7] =
    ["xterm-kitty", "xterm-ghostty", "foot", "wezterm", "contour", "mlterm", "alacritty"];
/// Values of TERM_PROGRAM whose terminals answer.
const PROGRAMS: [&str; 6] = ["WezTerm", "ghostty", "iTerm.app", "rio", "mintty", "vscode"];
/// Variables that terminals that answer set.
const MARKS: [&str; 4] = ["KITTY_WINDOW_ID", "KONSOLE_VERSION", "WT_SESSION", "XTERM_VERSION"];
/// Variables of what stands between us and the terminal.
const BETWEEN: [&str; 3] = ["TMUX", "STY", "ZELLIJ"];

/// What a terminal answered, and what was typed meanwhile.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Answers {
    pub kitty: bool,
    pub sixel: bool,
    /// It can tell when keys are let go.
    pub releases: bool,
    /// Dots of a character cell.
    pub cell: Option<(u16, u16)>,
    pub typed: Vec<KeyEvent>,
}

/// Asks the terminal, which must be in raw mode and read by nobody yet.
pub fn ask(wish: Graphics) -> Answers {
    if !answers(&|name| std::env::var(name).ok()) {
        return Answers::default();
    }
    let mut answers = super::query::ask();
    answers.kitty &= wish == Graphics::Auto;
    answers.sixel &= wish == Graphics::Auto;
    answers
}

/// Whether the environment names a terminal that answers.
fn answers(variable: &dyn Fn(&str) -> Option<String>) -> bool {
    let term = variable("TERM").unwrap_or_default();
    let between = BETWEEN.iter().any(|name| variable(name).is_some())
        || ["screen", "tmux"].iter().any(|start| term.starts_with(start));
    let program = variable("TERM_PROGRAM").unwrap_or_default();
    let known = TERMS.iter().any(|start| term.starts_with(start))
        || PROGRAMS.contains(&program.as_str())
        || MARKS.iter().any(|name| variable(name).is_some());
    known && !between
}

/// How to draw.
pub fn method(wish: Graphics, answers: &Answers) -> Method {
    match wish {
        Graphics::Kitty => Method::Kitty,
        Graphics::Sixel => Method::Sixel,
        Graphics::Auto if answers.kitty => Method::Kitty,
        // A sixel picture's place is right only if the cell's dots are known.
        Graphics::Auto if answers.sixel && answers.cell.is_some() => Method::Sixel,
        Graphics::Auto | Graphics::Blocks => Method::Blocks,
    }
}

/// The colours that block characters may have.
pub fn depth() -> Depth {
    let colours = std::env::var("COLORTERM").unwrap_or_default();
    let term = std::env::var("TERM").unwrap_or_default();
    if diagnostic::no_colour() || term == "dumb" {
        Depth::None
    } else if ["truecolor", "24bit"].contains(&colours.as_str()) || term.ends_with("-direct") {
        Depth::TrueColor
    } else {
        Depth::Ansi16
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_terminals_that_answer_are_asked() {
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
