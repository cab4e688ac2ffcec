//! Notations in which a program is written.

use serde::Serialize;

use super::Header;
use crate::{Convention, Dialect, Line, keypad, line, store::EMPTY, words};

/// A notation of `list`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notation {
    /// Canonical characters, as LIST shows them.
    Text,
    /// Robert Newman's typewriter: `e` for =, `b` for a blank that could be overlooked, `x`, `/`, and SZ
    /// before each line.
    Printed,
    /// ASCII only; the header declares conventions.
    Ascii,
    /// The text files of the Bally Alley archive: words in lowercase letters, `mul` and `div`.
    Archive,
    /// The keys of the 24-key pad, shifts in brackets.
    Keys,
}

/// A program as JSON.
#[derive(Debug, Serialize)]
pub struct Listed {
    dialect: String,
    lines: Vec<ListedLine>,
    /// The rows of the notation.
    text: Vec<String>,
}

#[derive(Debug, Serialize)]
struct ListedLine {
    line: u16,
    bytes: usize,
    /// Canonical characters, without the number.
    text: String,
}

impl Listed {
    /// Returns lines with the text that [`write()`] made of them.
    pub fn new(lines: &[Line], dialect: Dialect, written: &str) -> Self {
        let listed = |line: &Line| ListedLine {
            line: line.number,
            bytes: line.cost(),
            text: line::text_of(&line.text),
        };
        Self {
            dialect: dialect.to_string(),
            lines: lines.iter().map(listed).collect(),
            text: written.lines().map(str::to_owned).collect(),
        }
    }
}

/// Writes a program. In every notation except `Keys`, parsing the result gives the same program.
pub fn write(lines: &[Line], dialect: Dialect, about: &Header, notation: Notation) -> String {
    match notation {
        Notation::Text => text(lines, dialect),
        Notation::Printed => printed(lines, dialect, about),
        Notation::Ascii => ascii(lines, dialect),
        Notation::Archive => archive(lines, dialect),
        Notation::Keys => lines.iter().map(|line| keypad::keys(line) + "\n").collect(),
    }
}

fn archive(lines: &[Line], dialect: Dialect) -> String {
    let archived = |line: &Line| {
        let spelled = archived(&line.text, true);
        // In `RNdiv` the word RND would be read.
        let is_right = crate::scan_text(&spelled).is_ok_and(|text| text == line.text);
        let text = if is_right { spelled } else { archived(&line.text, false) };
        // Without a blank, a digit would belong to the number.
        let blank = if text.starts_with(|first: char| first.is_ascii_digit()) { " " } else { "" };
        format!("{}{blank}{text}\n", line.number)
    };
    dialect_head(dialect) + &lines.iter().map(archived).collect::<String>()
}

/// Writes the text of a line with lowercase words, each with its blank, except at the end. × and ÷ can be spelled as words, too.
fn archived(text: &[u8], spells_signs: bool) -> String {
    let places = line::literal(text);
    let mut out = String::new();
    for (at, (&byte, is_literal)) in text.iter().zip(places).enumerate() {
        let is_sign = spells_signs && !is_literal;
        let word = match byte {
            words::code::TIMES if is_sign => Some("mul".to_owned()),
            words::code::DIVIDE if is_sign => Some("div".to_owned()),
            _ => words::word(byte).map(str::to_ascii_lowercase),
        };
        match word {
            Some(word) if at + 1 == text.len() => out += &word,
            Some(word) => out += &(word + " "),
            None => out += &line::text_of(&[byte]),
        }
    }
    out
}

fn text(lines: &[Line], dialect: Dialect) -> String {
    dialect_head(dialect) + &lines.iter().map(|line| line.to_text() + "\n").collect::<String>()
}

fn printed(lines: &[Line], dialect: Dialect, about: &Header) -> String {
    let mut conventions = vec![('e', '=', "="), ('b', ' ', "blank"), ('x', '×', "×")];
    if slash_can_divide(lines) {
        conventions.push(('/', '÷', "÷"));
    }
    let mut out = String::new();
    for (key, value) in &about.about {
        out += &format!("#! {key}: {value}\n");
    }
    out += &head(dialect, &conventions);
    out.push('\n');
    let mut free = EMPTY as i32;
    for line in lines {
        free -= line.cost() as i32;
        let text = typewritten(line, &spellings(&conventions));
        out += &format!("({free}) {}{}{text}\n", line.number, if text.starts_with('.') { "" } else { " " });
    }
    out
}

fn ascii(lines: &[Line], dialect: Dialect) -> String {
    let all = [
        ('x', '×', "times"),
        ('d', '÷', "divide"),
        ('u', '↑', "up"),
        ('l', '←', "left"),
        ('r', '→', "right"),
        ('n', '↓', "down"),
    ];
    let used = |character: char| lines.iter().any(|line| line::text_of(&line.text).contains(character));
    let mut conventions: Vec<_> = all.into_iter().filter(|(_, means, _)| used(*means)).collect();
    if slash_can_divide(lines) {
        conventions.iter_mut().filter(|c| c.1 == '÷').for_each(|c| c.0 = '/');
    }
    let mut out = head(dialect, &conventions);
    for line in lines {
        let spelled = spellings(&conventions);
        let text: String = line::text_of(&line.text).chars().map(|c| spell(c, &spelled)).collect();
        out += &format!("{} {text}\n", line.number);
    }
    out
}

/// Returns the header of a dialect, which the usual one needs not.
fn dialect_head(dialect: Dialect) -> String {
    if dialect == Dialect::default() { String::new() } else { format!("#! dialect: {dialect}\n") }
}

fn head(dialect: Dialect, conventions: &[(char, char, &str)]) -> String {
    let mut out = format!("#! dialect: {dialect}\n");
    for (written, _, name) in conventions {
        out += &format!("#! {written}: {name}\n");
    }
    out
}

fn spellings(conventions: &[(char, char, &str)]) -> Vec<Convention> {
    conventions.iter().map(|&(written, means, _)| Convention { written, means }).collect()
}

fn spell(character: char, conventions: &[Convention]) -> char {
    conventions.iter().find(|c| c.means == character).map_or(character, |c| c.written)
}

/// Returns whether `/` can stand for ÷. It does only outside strings and remarks, where the program must not contain
/// a slash, and inside them it must not contain ÷.
fn slash_can_divide(lines: &[Line]) -> bool {
    lines.iter().all(|line| {
        let places = line::literal(&line.text);
        line.text
            .iter()
            .zip(places)
            .all(|(&byte, literal)| byte != if literal { words::code::DIVIDE } else { b'/' })
    })
}

/// Writes a line as the typewriter does: with a blank after a word unless a sign follows, and `b` for a blank that is
/// at an edge, next to another, or outside strings.
fn typewritten(line: &Line, conventions: &[Convention]) -> String {
    let places = line::literal(&line.text);
    let mut out = String::new();
    for (at, &byte) in line.text.iter().enumerate() {
        let (before, next) = (at.checked_sub(1).map(|i| line.text[i]), line.text.get(at + 1));
        if byte == b' ' {
            let between =
                |byte: Option<u8>| byte.is_some_and(|b| b.is_ascii_graphic() && b != b'"' && b != b' ');
            let plain = places[at] && between(before) && between(next.copied());
            out.push(if plain { ' ' } else { spell(' ', conventions) });
        } else if let Some(word) = words::word(byte) {
            out += word;
            // A blank after the word would become part of the word.
            let bare = match next {
                None | Some(b'"' | b';') => true,
                Some(b' ') => false,
                _ => byte == words::code::RND,
            };
            out += if bare { "" } else { " " };
        } else {
            out.extend(line::text_of(&[byte]).chars().map(|c| spell(c, conventions)));
        }
    }
    out
}
