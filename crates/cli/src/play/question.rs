//! Questions that are asked in the status line.

use std::path::PathBuf;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::folder::{self, LONGEST};

/// A question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Question {
    /// Whether to reset the machine though lines are not saved.
    Erase,
    /// Whether to load a file though lines are not saved.
    Load(PathBuf),
    /// Whether to write over a file; afterwards, whether to leave.
    Overwrite(PathBuf, Then),
    /// Whether to leave though lines are not saved.
    Leave,
    /// Under which name to save before leaving.
    Name(String),
}

/// What to do after a program was saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Then {
    GoOn,
    Leave,
}

/// What a key answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    Yes,
    No,
    Save,
    Discard,
    /// The name is complete.
    Enter,
    /// The key answers nothing, or changed the name.
    Open,
}

impl Question {
    /// The line that asks.
    pub fn text(&self) -> String {
        match self {
            Question::Erase => "Lines are not saved. Erase the program? Y yes · N no".to_owned(),
            Question::Load(path) => {
                format!("Lines are not saved. Load {} over them? Y yes · N no", folder::shown(path))
            }
            Question::Overwrite(path, _) => {
                format!("{} exists. Overwrite it? Y yes · N no", folder::shown(path))
            }
            Question::Leave => "Lines are not saved. S saves them · D discards them · Esc stays".to_owned(),
            Question::Name(typed) => format!("Save as: {typed}_ · Enter saves · Esc stays"),
        }
    }

    /// Takes a key.
    pub fn answer(&mut self, key: &KeyEvent) -> Answer {
        let plain = key.modifiers.intersection(KeyModifiers::CONTROL | KeyModifiers::ALT).is_empty();
        match (&mut *self, key.code) {
            (_, KeyCode::Esc) => Answer::No,
            (Question::Name(typed), code) => edit(typed, code, plain),
            (_, KeyCode::Char(letter)) if plain => self.letter(letter.to_ascii_uppercase()),
            _ => Answer::Open,
        }
    }

    fn letter(&self, letter: char) -> Answer {
        match (self, letter) {
            (Question::Leave, 'S') => Answer::Save,
            (Question::Leave, 'D') => Answer::Discard,
            (Question::Leave, _) => Answer::Open,
            (_, 'Y') => Answer::Yes,
            (_, 'N') => Answer::No,
            _ => Answer::Open,
        }
    }
}

fn edit(typed: &mut String, code: KeyCode, plain: bool) -> Answer {
    match code {
        KeyCode::Enter => return Answer::Enter,
        KeyCode::Backspace | KeyCode::Delete => drop(typed.pop()),
        KeyCode::Char(character)
            if typed.len() < LONGEST && (plain && character.is_ascii_graphic() || character == ' ') =>
        {
            typed.push(character);
        }
        _ => {}
    }
    Answer::Open
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(question: &mut Question, keys: &str) -> Answer {
        let key = |c| match c {
            '\n' => KeyCode::Enter,
            '\x1b' => KeyCode::Esc,
            '\x7f' => KeyCode::Backspace,
            c => KeyCode::Char(c),
        };
        keys.chars().map(|c| question.answer(&KeyEvent::from(key(c)))).last().expect("a key")
    }

    #[test]
    fn yes_and_no() {
        for mut question in
            [Question::Erase, Question::Load("a".into()), Question::Overwrite("a".into(), Then::GoOn)]
        {
            for (key, answer) in
                [("y", Answer::Yes), ("N", Answer::No), ("\x1b", Answer::No), ("x", Answer::Open)]
            {
                assert_eq!(typed(&mut question, key), answer, "{question:?} {key}");
            }
        }
        for (key, answer) in
            [("s", Answer::Save), ("D", Answer::Discard), ("\x1b", Answer::No), ("y", Answer::Open)]
        {
            assert_eq!(typed(&mut Question::Leave, key), answer, "{key}");
        }
        let control_c = KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL);
        assert_eq!(Question::Leave.answer(&control_c), Answer::Open);
    }

    #[test]
    fn a_name_is_typed() {
        let mut question = Question::Name("x".to_owned());
        assert_eq!(typed(&mut question, "\x7fstars\x7f 2"), Answer::Open);
        assert_eq!(question, Question::Name("star 2".to_owned()));
        assert_eq!(typed(&mut question, "\n"), Answer::Enter);
        typed(&mut question, &"y".repeat(50));
        assert!(matches!(&question, Question::Name(name) if name.len() == LONGEST));
        assert_eq!(typed(&mut question, "\x1b"), Answer::No);
    }

    /// The shortest terminal that shows a picture has 80 columns.
    #[test]
    fn questions_fit_a_line() {
        let file = PathBuf::from("A".repeat(LONGEST) + ".bas");
        for question in [
            Question::Erase,
            Question::Overwrite(file.clone(), Then::GoOn),
            Question::Leave,
            Question::Name("A".repeat(LONGEST)),
        ] {
            assert!(question.text().chars().count() <= 80, "{}", question.text());
        }
    }
}
