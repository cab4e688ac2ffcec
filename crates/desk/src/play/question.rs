//! Questions that are asked in the status line.

use super::folder::LONGEST;

/// A question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Question {
    /// Whether to reset the machine though lines are not saved.
    Erase,
    /// Whether to load a file though lines are not saved.
    Load(String),
    /// Whether to write over a file; afterwards, whether to leave.
    Overwrite(String, Then),
    /// Whether to leave though lines are not saved.
    Leave,
    /// Under which name to save before leaving.
    Name(String),
}

/// What to do after a program was saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Then {
    /// Continue the program.
    Continue,
    /// Leave.
    Leave,
}

/// What a person types at a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stroke {
    /// A character.
    Character(char),
    /// The end of a name.
    Enter,
    /// Deletes a character of a name.
    Erase,
    /// Goes back to the program.
    Escape,
}

/// What a key answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Yes.
    Yes,
    /// No, or back to the program.
    No,
    /// Save the lines.
    Save,
    /// Discard the lines.
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
            Question::Load(file) => format!("Lines are not saved. Load {file} over them? Y yes · N no"),
            Question::Overwrite(file, _) => format!("{file} exists. Overwrite it? Y yes · N no"),
            Question::Leave => "Lines are not saved. S saves them · D discards them · Esc stays".to_owned(),
            Question::Name(typed) => format!("Save as: {typed}_ · Enter saves · Esc stays"),
        }
    }

    /// Takes what is typed.
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
            if typed.len() < LONGEST && (character.is_ascii_graphic() || character == ' ') =>
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

    /// The stroke of a character, with line feed, escape and delete for those that have none.
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
        assert!(matches!(&question, Question::Name(name) if name.len() == LONGEST));
        assert_eq!(typed(&mut question, "\x1b"), Answer::No);
    }

    /// The shortest terminal that shows a picture has 80 columns.
    #[test]
    fn questions_fit_a_line() {
        let file = "A".repeat(LONGEST) + ".bas";
        for question in [
            Question::Erase,
            Question::Overwrite(file.clone(), Then::Continue),
            Question::Leave,
            Question::Name("A".repeat(LONGEST)),
        ] {
            assert!(question.text().chars().count() <= 80, "{}", question.text());
        }
    }
}
