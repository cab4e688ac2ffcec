//! The page that F1 shows in place of a picture: what is known about the program, and the keys, in as many parts as the terminal needs.

use arcadian_basic::words::code;
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::{
    charset::Charset,
    picture::{Size, wrapped},
};

/// The content of the page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Help {
    pub title: String,
    pub paragraphs: Vec<String>,
    /// Keys and their meanings.
    pub keys: Vec<(String, String)>,
}

/// The widest page in columns.
const WIDEST: usize = 80;

/// The effect of a key while the page is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Another part is shown.
    Turned,
    Closed,
    /// The page is closed, and the key has its meaning for the session.
    Passed,
}

/// The page as it is shown.
#[derive(Debug)]
pub struct Page {
    help: Help,
    /// The part that is shown, and the number of parts for the last size of the terminal.
    part: usize,
    parts: usize,
}

impl Page {
    pub fn new(help: Help) -> Self {
        Self { help, part: 0, parts: 1 }
    }

    /// Handles a key. Keys that leave, suspend or redraw keep their meaning.
    pub fn key(&mut self, key: &KeyEvent) -> Effect {
        use KeyCode::{Char, Down, Left, PageDown, PageUp, Right, Up};
        match key.code {
            Char('c' | 'q' | 'z' | 'l') if key.modifiers.contains(KeyModifiers::CONTROL) => Effect::Passed,
            PageUp | Up | Left if self.part > 0 => {
                self.part -= 1;
                Effect::Turned
            }
            Char(' ') | PageDown | Down | Right if self.part + 1 < self.parts => {
                self.part += 1;
                Effect::Turned
            }
            _ => Effect::Closed,
        }
    }

    /// Returns the rows of the terminal from the top, the last one with what the keys do.
    pub fn rows(&mut self, size: Size, charset: Charset) -> Vec<String> {
        let columns = usize::from(size.columns);
        let width = columns.min(WIDEST);
        let lines = self.help.lines(width, charset);
        let height = usize::from(size.rows).saturating_sub(1).max(1);
        self.parts = lines.len().div_ceil(height).max(1);
        self.part = self.part.min(self.parts - 1);
        let more = format!("Space=page {}/{} · Esc=back", self.part + 2, self.parts);
        let keys = if self.part + 1 < self.parts { &more } else { "any key goes back" };
        let mut rows: Vec<String> = lines.into_iter().skip(self.part * height).take(height).collect();
        rows.resize(height, String::new());
        rows.extend(wrapped(&charset.text(keys), width, 1));
        rows.truncate(size.rows.into());
        let margin = (columns - width) / 2;
        rows.iter().map(|row| format!("{:margin$}{}", "", row.trim_end())).collect()
    }
}

impl Help {
    fn lines(&self, width: usize, charset: Charset) -> Vec<String> {
        let wrap = |text: &str| wrapped(&charset.text(text), width, usize::MAX);
        let blank = || vec![String::new()];
        let text = self.paragraphs.iter().flat_map(|paragraph| [wrap(paragraph), blank()].concat());
        let longest = self.keys.iter().map(|(names, _)| names.chars().count()).max().unwrap_or(0);
        let column = longest.min(width * 2 / 5);
        let keys = self
            .keys
            .iter()
            .flat_map(|(names, meaning)| entry(&charset.text(names), &charset.text(meaning), column, width));
        [wrap(&self.title), blank()].concat().into_iter().chain(text).chain(keys).collect()
    }
}

/// Returns the lines of a key: its meaning beside its names, or below them if they are longer than the column.
fn entry(names: &str, meaning: &str, column: usize, width: usize) -> Vec<String> {
    const GAP: usize = 2;
    let indent = column + GAP;
    let meaning = wrapped(meaning, width.saturating_sub(indent), usize::MAX);
    if names.chars().count() > column {
        let below = meaning.iter().map(|line| format!("{:indent$}{line}", ""));
        return wrapped(names, width, usize::MAX).into_iter().chain(below).collect();
    }
    let names = std::iter::once(names).chain(std::iter::repeat(""));
    names.zip(&meaning).map(|(names, line)| format!("{names:indent$}{line}")).collect()
}

/// Joins the names of keys with the same meaning, in the order of the first of each.
pub fn grouped(keys: impl IntoIterator<Item = (String, String)>) -> Vec<(String, String)> {
    let mut groups: Vec<(String, String)> = Vec::new();
    for (name, meaning) in keys {
        match groups.iter_mut().find(|(_, known)| *known == meaning) {
            Some((names, _)) => *names += &format!(", {name}"),
            None => groups.push((name, meaning)),
        }
    }
    groups
}

/// Returns the name of a key with the modifiers that are held.
pub fn name(modifiers: KeyModifiers, code: KeyCode) -> String {
    let held = [(KeyModifiers::CONTROL, "Ctrl-"), (KeyModifiers::ALT, "Alt-")];
    let held = held.iter().filter(|(modifier, _)| modifiers.contains(*modifier)).map(|(_, name)| *name);
    let name = match code {
        KeyCode::Char(' ') => "Space".to_owned(),
        KeyCode::Char(letter) if !modifiers.is_empty() => letter.to_uppercase().to_string(),
        KeyCode::Char(character) => character.to_string(),
        KeyCode::F(number) => format!("F{number}"),
        other => format!("{other:?}"),
    };
    held.collect::<String>() + &name
}

/// Returns what a character of BASIC does that is not typed as it is.
pub fn of_code(code: u8) -> &'static str {
    match code {
        code::GO => "GO: ends a line",
        code::ERASE => "ERASE: takes back the last character",
        code::DIVIDE => "types ÷, the sign of division",
        code::TIMES => "types ×, the sign of multiplication",
        94..=97 => "type the characters ↑ ← → ↓",
        _ => "type / and * themselves",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn help() -> Help {
        let keys =
            [("Enter", of_code(code::GO)), ("/", of_code(code::DIVIDE)), ("Ctrl-J", of_code(code::GO))];
        Help {
            title: "ROTATE".to_owned(),
            paragraphs: vec!["Put the letters in order.".to_owned(), "R starts again.".to_owned()],
            keys: grouped(keys.map(|(name, meaning)| (name.to_owned(), meaning.to_owned()))),
        }
    }

    fn size(columns: u16, rows: u16) -> Size {
        Size { columns, rows, cell: None }
    }

    #[test]
    fn one_part_in_a_large_terminal() {
        let mut page = Page::new(help());
        let rows = page.rows(size(90, 10), Charset::Unicode);
        let expected = [
            "     ROTATE",
            "     ",
            "     Put the letters in order.",
            "     ",
            "     R starts again.",
            "     ",
            "     Enter, Ctrl-J  GO: ends a line",
            "     /              types ÷, the sign of division",
            "     ",
            "     any key goes back",
        ];
        assert_eq!(rows, expected);
        assert_eq!(page.key(&KeyEvent::from(KeyCode::Char(' '))), Effect::Closed);
    }

    #[test]
    fn parts_in_a_small_terminal() {
        let mut page = Page::new(help());
        let rows = page.rows(size(27, 7), Charset::Ascii);
        assert_eq!(rows[6], "Space=page 2/2 | Esc=back");
        assert_eq!(page.key(&KeyEvent::from(KeyCode::Char(' '))), Effect::Turned);
        let rows = page.rows(size(27, 7), Charset::Ascii);
        let expected = [
            "Enter, Ctrl-J",
            "            GO: ends a line",
            "/           types /, the",
            "            sign of",
            "            division",
        ];
        assert_eq!(rows[..5], expected, "{rows:#?}");
        assert_eq!(rows[6], "any key goes back");
        assert_eq!(page.key(&KeyEvent::from(KeyCode::Up)), Effect::Turned);
        assert_eq!(page.key(&KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL)), Effect::Passed);
        assert_eq!(page.key(&KeyEvent::from(KeyCode::F(1))), Effect::Closed);
    }

    #[test]
    fn never_larger_than_the_terminal() {
        let mut page = Page::new(help());
        for (columns, rows) in (0..100).flat_map(|columns| (0..30).map(move |rows| (columns, rows))) {
            let shown = page.rows(size(columns, rows), Charset::Unicode);
            assert!(shown.len() <= rows.into(), "{columns} x {rows}");
            assert!(
                shown.iter().all(|row| row.chars().count() <= columns.into()),
                "{columns} x {rows}: {shown:?}"
            );
        }
    }
}
