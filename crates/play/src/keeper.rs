//! Questions in the status line, among them those before unsaved lines are lost; and the file that keeps the lines if a session
//! ends without an answer.

use arcadian_basic::{
    Dialect, Line,
    listing::{
        Header,
        write::{Notation, write},
    },
};
use arcadian_files::FileKind;

use crate::folder::{self, Folder, LONGEST_NAME};

/// The end of the name of a file with rescued lines.
const RESCUED: &str = "rescued";
/// The most rescued files of one program.
const MOST_RESCUED: usize = 999;

/// The files of a played program, and its lines when they were last saved.
pub struct Keeper {
    folder: Box<dyn Folder>,
    /// The lines that were last saved or loaded.
    saved: Vec<Line>,
    /// The name that is proposed for saving.
    name: String,
}

/// The consequence of an answer.
pub enum Decision {
    /// Another question, or the same one.
    Ask(Question, Option<String>),
    /// The session ends.
    Leave,
    /// The question is closed without an effect here.
    Closed(Answer, Question),
}

impl Keeper {
    /// Returns a keeper of lines that need not be saved. `name` is proposed for saving.
    pub fn new(folder: Box<dyn Folder>, saved: Vec<Line>, name: String) -> Self {
        Self { folder, saved, name }
    }

    pub fn folder(&self) -> &dyn Folder {
        &*self.folder
    }

    pub fn is_unsaved(&self, lines: &[Line]) -> bool {
        !lines.is_empty() && lines != self.saved
    }

    /// Notes that the program with these lines is in a file, or that nobody needs it.
    pub fn set_saved(&mut self, lines: Vec<Line>) {
        self.saved = lines;
    }

    /// Sets the name that is proposed for saving: that of a file.
    pub fn set_name(&mut self, file: &str) {
        self.name = stem(file);
    }

    pub fn exists(&self, file: &str) -> bool {
        self.folder.kind(file) != FileKind::Missing
    }

    pub fn save(&mut self, file: &str, lines: &[Line], dialect: Dialect) -> Result<(), String> {
        folder::save(&mut *self.folder, file, lines, dialect)?;
        self.set_name(file);
        self.saved = lines.to_vec();
        Ok(())
    }

    /// Handles a keystroke at a question.
    pub fn answer(
        &mut self,
        mut question: Question,
        stroke: Stroke,
        lines: &[Line],
        dialect: Dialect,
    ) -> Decision {
        match (question.answer(stroke), question) {
            (Answer::Open, question) => Decision::Ask(question, None),
            (Answer::Yes, Question::Overwrite(file, Then::Leave)) => {
                self.save_and_leave(&file, lines, dialect)
            }
            (Answer::No, Question::Overwrite(file, Then::Leave)) => {
                Decision::Ask(Question::Name(stem(&file)), None)
            }
            (Answer::Save, _) => Decision::Ask(Question::Name(self.name.clone()), None),
            (Answer::Discard, _) => Decision::Leave,
            (Answer::Enter, Question::Name(name)) => self.save_under(name, lines, dialect),
            (answer, question) => Decision::Closed(answer, question),
        }
    }

    fn save_under(&mut self, name: String, lines: &[Line], dialect: Dialect) -> Decision {
        match folder::file_name(&*self.folder, &name) {
            Ok(file) if self.exists(&file) => Decision::Ask(Question::Overwrite(file, Then::Leave), None),
            Ok(file) => self.save_and_leave(&file, lines, dialect),
            Err(why) => Decision::Ask(Question::Name(name), Some(why)),
        }
    }

    fn save_and_leave(&mut self, file: &str, lines: &[Line], dialect: Dialect) -> Decision {
        match self.save(file, lines, dialect) {
            Ok(()) => Decision::Leave,
            Err(why) => Decision::Ask(Question::Name(stem(file)), Some(why)),
        }
    }

    /// Writes the lines to a new file of a folder, because the session ends without a question. Returns the name of the file.
    pub fn rescue(
        &self,
        folder: &mut dyn Folder,
        lines: &[Line],
        dialect: Dialect,
    ) -> Result<String, String> {
        let mut files = self.rescued_files();
        let file = files.find(|file| folder.kind(file) == FileKind::Missing);
        let file = file.ok_or_else(|| format!("there are {MOST_RESCUED} rescued files already"))?;
        let text = write(lines, dialect, &Header::default(), Notation::Text);
        folder.write(&file, &text).map_err(|error| error.title())?;
        Ok(file)
    }

    /// Returns the newest file with rescued lines of an earlier session.
    pub fn rescued_file(&self) -> Option<String> {
        self.rescued_files().take_while(|file| self.exists(file)).last()
    }

    /// Returns the names of files with rescued lines of this program, the oldest first. A name that could not be saved under, as of a
    /// file that another program has written, has no part in them.
    fn rescued_files(&self) -> impl Iterator<Item = String> {
        let name: String = self.name.chars().take(LONGEST_NAME - RESCUED.len() - 5).collect();
        let prefix = folder::validate(&name).map_or_else(|_| String::new(), |name| format!("{name}-"));
        (1..=MOST_RESCUED).map(move |number| match number {
            1 => format!("{prefix}{RESCUED}.bas"),
            _ => format!("{prefix}{RESCUED}-{number}.bas"),
        })
    }
}

/// Returns the name of a file without its extension.
pub fn stem(file: &str) -> String {
    file.rsplit_once('.').map_or(file, |(stem, _)| stem).to_owned()
}

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
    use crate::folder::tests::Memory;
    use arcadian_basic::listing::{Form, Listing};

    fn lines(text: &str) -> Vec<Line> {
        Listing::read(text, Form::Text).expect("a program").lines()
    }

    #[test]
    fn rescued_lines_never_overwrite_a_file() {
        let mut folder = Memory::default();
        let program = lines("10 A=7÷2\n");
        for (name, expected) in [
            ("", "rescued.bas"),
            ("", "rescued-2.bas"),
            ("", "rescued-3.bas"),
            ("stars", "stars-rescued.bas"),
            (&"y".repeat(LONGEST_NAME), "yyyyyyyyyyyyyyyyyyyy-rescued.bas"),
        ] {
            let keeper = Keeper::new(Box::new(Memory::default()), Vec::new(), name.to_owned());
            let file = keeper.rescue(&mut folder, &program, Dialect::Bally);
            assert_eq!(file.as_deref(), Ok(expected));
            assert_eq!(folder::load(&folder, expected, Dialect::Bally).as_ref(), Ok(&program));
            assert!(folder::file_name(&folder, &stem(expected).to_uppercase()).as_deref() == Ok(expected));
        }
        let keeper = Keeper::new(Box::new(folder), Vec::new(), String::new());
        assert_eq!(keeper.rescued_file().as_deref(), Some("rescued-3.bas"));
    }

    #[test]
    fn a_refused_name_is_not_kept() {
        let program = lines("10 A=7÷2\n");
        for name in ["a/b", "../../up", ".hid", "X\"Y", "NUL", ""] {
            let mut keeper = Keeper::new(Box::new(Memory::default()), Vec::new(), "stars".to_owned());
            let question = Question::Name(name.to_owned());
            let decision = keeper.answer(question.clone(), Stroke::Enter, &program, Dialect::Bally);
            assert!(matches!(decision, Decision::Ask(again, Some(_)) if again == question), "{name}");
            let rescued = keeper.rescue(&mut Memory::default(), &program, Dialect::Bally);
            assert_eq!(rescued.as_deref(), Ok("stars-rescued.bas"), "{name}");
            let keeper = Keeper::new(Box::new(Memory::default()), Vec::new(), name.to_owned());
            let rescued = keeper.rescue(&mut Memory::default(), &program, Dialect::Bally);
            assert_eq!(rescued.as_deref(), Ok("rescued.bas"), "{name}");
        }
    }

    #[test]
    fn only_changed_lines_are_unsaved() {
        let (one, two) = (lines("10 A=1\n"), lines("10 A=2\n"));
        let mut keeper = Keeper::new(Box::new(Memory::default()), one.clone(), String::new());
        assert!(!keeper.is_unsaved(&one) && keeper.is_unsaved(&two) && !keeper.is_unsaved(&[]));
        keeper.set_saved(two.clone());
        assert!(keeper.is_unsaved(&one) && !keeper.is_unsaved(&two));
        assert_eq!(keeper.rescued_file(), None);
    }

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
