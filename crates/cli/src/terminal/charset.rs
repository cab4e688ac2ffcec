//! The characters that the terminal shows: all of Unicode, or ASCII only. What the environment says about it, and texts in ASCII.

use std::borrow::Cow;

use arcadian_screen::ascii;
use ratatui::text::Span;

/// The characters that a terminal shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Charset {
    #[default]
    Unicode,
    Ascii,
}

/// The variables that name the encoding; the first that is not empty counts (POSIX).
const LOCALES: [&str; 3] = ["LC_ALL", "LC_CTYPE", "LANG"];

/// Texts that would be wrong or ugly character by character.
const PHRASES: [(&str, &str); 6] = [
    ("/=÷", "/ divides"),
    ("*=×", "* multiplies"),
    (" as ÷", " as the sign of division"),
    (" as ×", " as the sign of multiplication"),
    (" · ", " | "),
    ("…", "..."),
];

impl Charset {
    /// Returns what the terminal shows according to the environment.
    pub fn of_environment() -> Self {
        // Terminals of Windows show Unicode, and set none of the variables.
        if cfg!(windows) { Self::Unicode } else { Self::of(&|name| std::env::var(name).ok()) }
    }

    /// Without a locale nothing is known about the terminal; only the text console then has an encoding of its own.
    fn of(variable: &dyn Fn(&str) -> Option<String>) -> Self {
        let term = variable("TERM").unwrap_or_default();
        let locale = LOCALES.iter().filter_map(|name| variable(name)).find(|value| !value.is_empty());
        let is_unicode = match locale {
            _ if is_video_terminal(&term) => false,
            Some(locale) => locale.to_ascii_uppercase().replace('-', "").contains("UTF8"),
            None => term != "linux",
        };
        if is_unicode { Self::Unicode } else { Self::Ascii }
    }

    /// Returns a text with characters that the terminal shows. In ASCII it can be longer.
    pub fn text(self, text: &str) -> Cow<'_, str> {
        if self == Self::Unicode || text.is_ascii() {
            return Cow::Borrowed(text);
        }
        let text = PHRASES.iter().fold(text.to_owned(), |text, (from, to)| text.replace(from, to));
        let shown = |character: char| match ascii::of(character) {
            Some(ascii) => ascii.to_string(),
            None => format!("U+{:04X}", u32::from(character)),
        };
        Cow::Owned(text.chars().map(shown).collect())
    }

    /// Returns a text that takes the same cells of the terminal.
    pub fn cells(self, text: &str) -> Cow<'_, str> {
        if self == Self::Unicode || text.is_ascii() {
            return Cow::Borrowed(text);
        }
        let shown = |character: char| match ascii::of(character) {
            Some(ascii) => ascii.to_string(),
            None => "?".repeat(Span::raw(character.to_string()).width()),
        };
        Cow::Owned(text.chars().map(shown).collect())
    }
}

/// Returns whether a terminal is one of DEC's video terminals: VT52, VT100, VT102, VT220 and so on. They have no colors either.
pub fn is_video_terminal(term: &str) -> bool {
    term.strip_prefix("vt").is_some_and(|model| model.starts_with(|first: char| first.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_environment_names_the_characters() {
        for (variables, charset) in [
            ("TERM=xterm LANG=en_US.UTF-8", Charset::Unicode),
            ("TERM=xterm LANG=de_DE.utf8", Charset::Unicode),
            ("TERM=xterm LC_CTYPE=UTF-8", Charset::Unicode),
            ("TERM=xterm LC_ALL=C LANG=en_US.UTF-8", Charset::Ascii),
            ("TERM=xterm LC_ALL= LC_CTYPE=POSIX LANG=en_US.UTF-8", Charset::Ascii),
            ("TERM=xterm LC_ALL=C.UTF-8 LANG=C", Charset::Unicode),
            ("TERM=xterm LANG=en_US.ISO-8859-1", Charset::Ascii),
            ("TERM=xterm LANG=en_US", Charset::Ascii),
            ("TERM=xterm", Charset::Unicode),
            ("", Charset::Unicode),
            ("TERM=vt100 LANG=en_US.UTF-8", Charset::Ascii),
            ("TERM=vt220", Charset::Ascii),
            ("TERM=vte-256color", Charset::Unicode),
            ("TERM=linux", Charset::Ascii),
            ("TERM=linux LANG=en_US.UTF-8", Charset::Unicode),
        ] {
            let set = |name: &str| {
                let mut words = variables.split(' ').filter_map(|word| word.split_once('='));
                words.find(|(known, _)| *known == name).map(|(_, value)| value.to_owned())
            };
            assert_eq!(Charset::of(&set), charset, "{variables}");
        }
    }

    #[test]
    fn ascii_takes_the_same_cells() {
        let cells = |text: &str| Charset::Ascii.cells(text).into_owned();
        assert_eq!(cells("┌─ ▸Code ─┐ 7÷2 … é漢字"), "+- >Code -+ 7/2 ~ ?????");
        assert_eq!(cells("e\u{301} ▶0100 ⣿"), "e >0100 #");
        assert_eq!(Charset::Unicode.cells("÷"), "÷");
    }

    #[test]
    fn texts_are_readable_in_ascii() {
        let text = |text: &str| Charset::Ascii.text(text).into_owned();
        assert_eq!(text("/=÷ · Alt-/=/ · Looking …"), "/ divides | Alt-/=/ | Looking ...");
        assert_eq!(text("Ctrl-C leaves"), "Ctrl-C leaves");
        assert_eq!(text("no `é`"), "no `U+00E9`");
        let typed = "Typed / as ÷, * as × (row 1)";
        assert_eq!(text(typed), "Typed / as the sign of division, * as the sign of multiplication (row 1)");
    }
}
