//! The command line: editing, history and completion.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::keys::Question;

/// The maximum number of lines in the history.
const MOST: usize = 200;

/// The line being edited.
#[derive(Debug)]
pub struct Prompt {
    /// The prompt.
    pub question: Question,
    /// The text.
    pub line: String,
    /// The cursor position in bytes.
    pub cursor: usize,
    /// The position in the history; 0 for the new line.
    back: usize,
}

/// The effect of a key on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyEffect {
    /// Editing continues.
    Edited,
    /// The line is entered.
    Entered,
    /// The line is discarded.
    Cancelled,
    /// The word before the cursor is to be completed.
    Complete,
}

impl Prompt {
    /// Creates an empty line.
    pub fn new(question: Question) -> Self {
        Prompt { question, line: String::new(), cursor: 0, back: 0 }
    }

    /// Handles a key.
    pub fn key(&mut self, key: &KeyEvent, history: &[String]) -> KeyEffect {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Enter => return KeyEffect::Entered,
            KeyCode::Esc => return KeyEffect::Cancelled,
            KeyCode::Tab => return KeyEffect::Complete,
            KeyCode::Char('c' | 'g') if control => return KeyEffect::Cancelled,
            KeyCode::Backspace if self.line.is_empty() => return KeyEffect::Cancelled,
            KeyCode::Backspace => self.delete(self.before()..self.cursor),
            KeyCode::Delete => self.delete(self.cursor..self.after()),
            KeyCode::Left => self.cursor = self.before(),
            KeyCode::Right => self.cursor = self.after(),
            KeyCode::Home => self.cursor = 0,
            KeyCode::End => self.cursor = self.line.len(),
            KeyCode::Up => self.recall(self.back + 1, history),
            KeyCode::Down => self.recall(self.back.saturating_sub(1), history),
            KeyCode::Char('a') if control => self.cursor = 0,
            KeyCode::Char('e') if control => self.cursor = self.line.len(),
            KeyCode::Char('u') if control => self.delete(0..self.cursor),
            KeyCode::Char('k') if control => self.delete(self.cursor..self.line.len()),
            KeyCode::Char('w') if control => self.delete(self.word_start()..self.cursor),
            KeyCode::Char(letter) if !control => self.insert(letter.encode_utf8(&mut [0; 4])),
            _ => {}
        }
        KeyEffect::Edited
    }

    /// Inserts a text at the cursor, without control characters.
    pub fn insert(&mut self, text: &str) {
        let text: String = text.chars().filter(|letter| !letter.is_control()).collect();
        self.line.insert_str(self.cursor, &text);
        self.cursor += text.len();
    }

    /// Replaces the text from `start` to the cursor.
    pub fn replace(&mut self, start: usize, text: &str) {
        self.delete(start.min(self.cursor)..self.cursor);
        self.insert(text);
    }

    fn delete(&mut self, range: std::ops::Range<usize>) {
        self.cursor = range.start;
        self.line.replace_range(range, "");
    }

    /// Returns the position before the character to the left of the cursor.
    fn before(&self) -> usize {
        self.line[..self.cursor].char_indices().next_back().map_or(0, |(at, _)| at)
    }

    /// Returns the position after the character at the cursor.
    fn after(&self) -> usize {
        let next = self.line[self.cursor..].chars().next();
        self.cursor + next.map_or(0, char::len_utf8)
    }

    /// Returns the start of the word before the cursor.
    fn word_start(&self) -> usize {
        let typed = self.line[..self.cursor].trim_end();
        typed
            .char_indices()
            .rev()
            .find(|(_, letter)| letter.is_whitespace())
            .map_or(0, |(at, blank)| at + blank.len_utf8())
    }

    fn recall(&mut self, back: usize, history: &[String]) {
        if back > history.len() {
            return;
        }
        self.back = back;
        self.line =
            back.checked_sub(1).and_then(|n| history.iter().rev().nth(n)).cloned().unwrap_or_default();
        self.cursor = self.line.len();
    }
}

/// Adds a line to the history, unless it equals the last one.
pub fn remember(history: &mut Vec<String>, line: &str) {
    if !line.is_empty() && history.last().is_none_or(|last| last != line) {
        history.push(line.to_owned());
        history.drain(..history.len().saturating_sub(MOST));
    }
}

/// Returns the longest common prefix of all words.
pub fn common_prefix(words: &[String]) -> String {
    let Some((first, others)) = words.split_first() else { return String::new() };
    let shared = |word: &String| first.chars().zip(word.chars()).take_while(|(a, b)| a == b).count();
    let length = others.iter().map(shared).min().unwrap_or(usize::MAX);
    first.chars().take(length).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANY: Question = Question { label: ":", command: Some("") };

    fn typed(keys: &[KeyCode], history: &[&str]) -> Prompt {
        let history: Vec<String> = history.iter().map(|line| (*line).to_owned()).collect();
        let mut prompt = Prompt::new(ANY);
        for code in keys {
            prompt.key(&KeyEvent::from(*code), &history);
        }
        prompt
    }

    #[test]
    fn editing() {
        use KeyCode::{Backspace, Char, Delete, End, Home, Left, Right};
        let prompt =
            typed(&[Char('é'), Char('b'), Left, Left, Char('x'), Right, Backspace, End, Char('c')], &[]);
        assert_eq!((prompt.line.as_str(), prompt.cursor), ("xbc", 3));
        assert_eq!(typed(&[Char('é'), Home, Delete, Delete, Left, Right], &[]).line, "");
        let mut prompt = typed(&[], &[]);
        prompt.insert("one two  three\n\u{1b}");
        prompt.key(&KeyEvent::new(Char('w'), KeyModifiers::CONTROL), &[]);
        assert_eq!(prompt.line, "one two  ");
    }

    #[test]
    fn history() {
        use KeyCode::{Down, Up};
        let lines = ["first", "second"];
        assert_eq!(typed(&[Up], &lines).line, "second");
        assert_eq!(typed(&[Up, Up, Up], &lines).line, "first");
        assert_eq!(typed(&[Up, Up, Down], &lines).line, "second");
        assert_eq!(typed(&[Up, Down], &lines).line, "");
        assert_eq!(typed(&[Up, Down], &[]).line, "");
        let mut kept = Vec::new();
        ["a", "a", "", "b"].iter().for_each(|line| remember(&mut kept, line));
        assert_eq!(kept, ["a", "b"]);
    }

    #[test]
    fn common_prefixes() {
        let common =
            |words: &[&str]| common_prefix(&words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>());
        assert_eq!(common(&["back", "back-next"]), "back");
        assert_eq!(common(&["step"]), "step");
        assert_eq!(common(&["a", "b"]), "");
        assert_eq!(common(&[]), "");
    }
}
