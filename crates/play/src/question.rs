//! Questions in the status line.

use crate::folder::LONGEST_NAME;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Question {
    /// Whether to reset the machine and lose unsaved lines.
    Erase,
    /// Whether to load a file whose lines may replace unsaved ones.
    Load(String),
    /// Whether to load a state, which replaces unsaved lines.
    LoadState(String),
    /// Whether to overwrite a file, and what to do afterward.
    Overwrite(String, Then),
    /// Whether to leave and lose unsaved lines.
    Leave,
    /// The name to save under before leaving.
    Name(String),
}

/// The action after a program is saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Then {
    Continue,
    Leave,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stroke {
    Character(char),
    /// The end of a name.
    Enter,
    /// Deletes a character of a name.
    Erase,
    /// Cancels the question.
    Escape,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    Yes,
    /// No, or the question is canceled.
    No,
    Save,
    Discard,
    /// The name is complete.
    Enter,
    /// No answer yet: the key has no meaning or edited the name.
    Open,
}

impl Question {
    pub fn text(&self) -> String {
        match self {
            Question::Erase => "Lines are not saved. Erase the program? Y yes · N no".to_owned(),
            Question::LoadState(file) => format!("Lines are not saved. Load {file} over them? Y yes · N no"),
            Question::Load(file) => {
                format!("Lines are not saved. {file} replaces those with its numbers. Load it? Y yes · N no")
            }
            Question::Overwrite(file, _) => format!("{file} exists. Overwrite it? Y yes · N no"),
            Question::Leave => "Lines are not saved. S saves them · D discards them · Esc stays".to_owned(),
            Question::Name(typed) => format!("Save as: {typed}_ · Enter saves · Esc stays"),
        }
    }

    pub fn answer(&mut self, stroke: Stroke) -> Answer {
        match (&mut *self, stroke) {
            (_, Stroke::Escape) => Answer::No,
            (Question::Name(typed), stroke) => edit(typed, stroke),
            (_, Stroke::Character(letter)) => self.letter(letter.to_ascii_uppercase()),
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

fn edit(typed: &mut String, stroke: Stroke) -> Answer {
    match stroke {
        Stroke::Enter => return Answer::Enter,
        Stroke::Erase => drop(typed.pop()),
        Stroke::Character(character)
            if typed.len() < LONGEST_NAME && (character.is_ascii_graphic() || character == ' ') =>
        {
            typed.push(character);
        }
        Stroke::Character(_) | Stroke::Escape => {}
    }
    Answer::Open
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Returns the keystroke of a character; line feed, escape and delete are Enter, Escape and Erase.
    pub(crate) fn stroke(character: char) -> Stroke {
        match character {
            '\n' => Stroke::Enter,
            '\x1b' => Stroke::Escape,
            '\x7f' => Stroke::Erase,
            character => Stroke::Character(character),
        }
    }

    fn typed(question: &mut Question, keys: &str) -> Answer {
        keys.chars().map(|c| question.answer(stroke(c))).last().expect("a key")
    }

    #[test]
    fn yes_and_no() {
        for mut question in
            [Question::Erase, Question::Load("a".into()), Question::Overwrite("a".into(), Then::Continue)]
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
    }

    #[test]
    fn a_name_is_typed() {
        let mut question = Question::Name("x".to_owned());
        assert_eq!(typed(&mut question, "\x7fstars\x7f 2"), Answer::Open);
        assert_eq!(question, Question::Name("star 2".to_owned()));
        assert_eq!(typed(&mut question, "\n"), Answer::Enter);
        typed(&mut question, &"y".repeat(50));
        assert!(matches!(&question, Question::Name(name) if name.len() == LONGEST_NAME));
        assert_eq!(typed(&mut question, "\x1b"), Answer::No);
    }

    /// The narrowest terminal that can show a picture has 80 columns.
    #[test]
    fn questions_fit_a_line() {
        let file = "A".repeat(LONGEST_NAME) + ".bas";
        for question in [
            Question::Erase,
            Question::Overwrite(file.clone(), Then::Continue),
            Question::Leave,
            Question::Name("A".repeat(LONGEST_NAME)),
        ] {
            assert!(question.text().chars().count() <= 80, "{}", question.text());
        }
    }
}
