//! Detection of the terminal's graphics support.
//!
//! A query costs a round trip, and the whole timeout if the terminal does not answer; a late answer would be read as typed keys.
//! So a terminal is queried only if the environment identifies it as one that answers, and not under tmux, screen or zellij,
//! which forward such pictures badly or not at all.

use super::{
    Graphics,
    layout::Method,
    query::{self, Answers},
};

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

/// Returns the method of drawing.
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
