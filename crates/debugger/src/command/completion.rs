//! Completion of commands and their arguments.

use super::{COMMANDS, CommandSession, find};

/// The words that can replace the one before the cursor.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Completion {
    /// The byte at which the replaced word starts; it ends at the cursor.
    pub start: usize,
    /// The words in alphabetical order.
    pub words: Vec<String>,
}

impl CommandSession {
    /// Completes the word before the cursor, which is a byte offset in the line.
    pub fn complete(&self, line: &str, cursor: usize) -> Completion {
        let typed = line.get(..cursor).unwrap_or(line);
        let start = typed.rfind(char::is_whitespace).map_or(0, |blank| blank + 1);
        let words = match typed.split_whitespace().next() {
            Some(first) if start > 0 => find(first).map_or(Vec::new(), |command| (command.words)(self)),
            _ => commands(self),
        };
        let whole = matching(&words, typed, start);
        if !whole.words.is_empty() {
            return whole;
        }
        // In an expression a name can follow an operator without a blank.
        let start = typed.rfind(is_operator).map_or(start, |operator| operator + 1).max(start);
        matching(&words, typed, start)
    }
}

fn is_operator(letter: char) -> bool {
    letter.is_ascii_punctuation() && !matches!(letter, '_' | '?' | '.' | '@')
}

fn matching(words: &[String], typed: &str, start: usize) -> Completion {
    let prefix = typed.get(start..).unwrap_or("").to_ascii_lowercase();
    let matches = |word: &&String| word.to_ascii_lowercase().starts_with(&prefix);
    let mut words: Vec<String> = words.iter().filter(matches).cloned().collect();
    words.sort();
    words.dedup();
    Completion { start, words }
}

pub(super) fn nothing(_: &CommandSession) -> Vec<String> {
    Vec::new()
}

pub(super) fn commands(_: &CommandSession) -> Vec<String> {
    COMMANDS.iter().map(|command| command.name.to_owned()).collect()
}

pub(super) fn names(session: &CommandSession) -> Vec<String> {
    session.program().names()
}

pub(super) fn locations(session: &CommandSession) -> Vec<String> {
    session.program().location_names()
}

/// Returns locations, and events of the hardware.
pub(super) fn goals(session: &CommandSession) -> Vec<String> {
    locations(session).into_iter().chain(events(session)).collect()
}

pub(super) fn events(session: &CommandSession) -> Vec<String> {
    session.program().event_kinds().iter().map(|kind| kind.name.to_owned()).collect()
}

/// Returns events of the hardware, and the names of their values and of expressions.
pub(super) fn catches(session: &CommandSession) -> Vec<String> {
    let named = session.program().event_kinds().iter().flat_map(|kind| kind.named);
    let named = named.map(|(name, _)| (*name).to_owned());
    events(session).into_iter().chain(named).chain(names(session)).collect()
}

pub(super) fn groups(session: &CommandSession) -> Vec<String> {
    session.program().groups().iter().map(|group| group.name.to_ascii_lowercase()).collect()
}

pub(super) fn stoppoints(session: &CommandSession) -> Vec<String> {
    let numbers = session.debugger().stoppoints().iter().map(|stoppoint| stoppoint.id.to_string());
    numbers.chain(["all".to_owned()]).collect()
}

pub(super) fn displays(session: &CommandSession) -> Vec<String> {
    let numbers = session.displays().iter().map(|display| display.id.to_string());
    numbers.chain(["all".to_owned()]).collect()
}

pub(super) fn screen_formats(_: &CommandSession) -> Vec<String> {
    ["text", "dots"].map(str::to_owned).to_vec()
}
