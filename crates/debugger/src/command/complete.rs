//! What can be typed next.

use super::{COMMANDS, Session, find};
use crate::{debuggee::Kind, text};

/// Words that can stand where somebody types.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Completion {
    /// Where the word begins that they replace, in bytes; it ends at the cursor.
    pub start: usize,
    /// The words, in their order.
    pub words: Vec<String>,
}

impl Session {
    /// What the word before the cursor, a byte of the line, can become.
    pub fn complete(&self, line: &str, cursor: usize) -> Completion {
        let typed = line.get(..cursor).unwrap_or(line);
        let start = typed.rfind(char::is_whitespace).map_or(0, |blank| blank + 1);
        let words = match typed.split_whitespace().next() {
            Some(first) if start > 0 => find(first).map_or(Vec::new(), |command| (command.words)(self)),
            _ => commands(self),
        };
        let whole = beginning(&words, typed, start);
        if !whole.words.is_empty() {
            return whole;
        }
        // Inside an expression a name may follow a sign.
        let start = typed.rfind(is_sign).map_or(start, |sign| sign + 1).max(start);
        beginning(&words, typed, start)
    }
}

fn is_sign(letter: char) -> bool {
    letter.is_ascii_punctuation() && !matches!(letter, '_' | '?' | '.' | '@')
}

fn beginning(words: &[String], typed: &str, start: usize) -> Completion {
    let begun = typed.get(start..).unwrap_or("").to_ascii_lowercase();
    let fits = |word: &&String| word.to_ascii_lowercase().starts_with(&begun);
    let mut words: Vec<String> = words.iter().filter(fits).cloned().collect();
    words.sort();
    words.dedup();
    Completion { start, words }
}

pub(super) fn nothing(_: &Session) -> Vec<String> {
    Vec::new()
}

pub(super) fn commands(_: &Session) -> Vec<String> {
    COMMANDS.iter().map(|command| command.name.to_owned()).collect()
}

pub(super) fn names(session: &Session) -> Vec<String> {
    session.program().names()
}

/// Names that are places; of BASIC its lines and statements.
pub(super) fn places(session: &Session) -> Vec<String> {
    let program = session.program();
    match program.kind() {
        Kind::Code(_) => program.names().into_iter().filter(|name| program.find(name).is_ok()).collect(),
        Kind::Basic => program.all_code().into_iter().map(|spot| text::place(program, spot)).collect(),
    }
}

pub(super) fn stops(session: &Session) -> Vec<String> {
    let numbers = session.debugger().stops().iter().map(|stop| stop.id.to_string());
    numbers.chain(["all".to_owned()]).collect()
}

pub(super) fn displays(session: &Session) -> Vec<String> {
    let numbers = session.displays().iter().map(|display| display.id.to_string());
    numbers.chain(["all".to_owned()]).collect()
}

pub(super) fn views(_: &Session) -> Vec<String> {
    ["text", "dots"].map(str::to_owned).to_vec()
}
