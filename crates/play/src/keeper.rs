//! Unsaved lines: the questions before they are lost, and the file that keeps them if a session ends without an answer.

use arcadian_basic::{
    Dialect, Line,
    listing::{
        Header,
        write::{Notation, write},
    },
};
use arcadian_files::FileKind;

use crate::{
    folder::{self, Folder, LONGEST_NAME},
    question::{Answer, Question, Stroke, Then},
};

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
            (Answer::No, Question::Overwrite(_, Then::Leave)) | (Answer::Save, _) => self.ask_name(None),
            (Answer::Discard, _) => Decision::Leave,
            (Answer::Enter, Question::Name(name)) => self.save_under(name, lines, dialect),
            (answer, question) => Decision::Closed(answer, question),
        }
    }

    fn save_under(&mut self, name: String, lines: &[Line], dialect: Dialect) -> Decision {
        self.name = name;
        match folder::file_name(&*self.folder, &self.name) {
            Ok(file) if self.exists(&file) => Decision::Ask(Question::Overwrite(file, Then::Leave), None),
            Ok(file) => self.save_and_leave(&file, lines, dialect),
            Err(why) => self.ask_name(Some(why)),
        }
    }

    fn save_and_leave(&mut self, file: &str, lines: &[Line], dialect: Dialect) -> Decision {
        match self.save(file, lines, dialect) {
            Ok(()) => Decision::Leave,
            Err(why) => self.ask_name(Some(why)),
        }
    }

    fn ask_name(&self, note: Option<String>) -> Decision {
        Decision::Ask(Question::Name(self.name.clone()), note)
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

    /// Returns the names of files with rescued lines of this program, the oldest first.
    fn rescued_files(&self) -> impl Iterator<Item = String> {
        let prefix: String =
            match self.name.chars().take(LONGEST_NAME - RESCUED.len() - 5).collect::<String>() {
                name if name.is_empty() => name,
                name => name + "-",
            };
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

#[cfg(test)]
mod tests {
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
    fn only_changed_lines_are_unsaved() {
        let (one, two) = (lines("10 A=1\n"), lines("10 A=2\n"));
        let mut keeper = Keeper::new(Box::new(Memory::default()), one.clone(), String::new());
        assert!(!keeper.is_unsaved(&one) && keeper.is_unsaved(&two) && !keeper.is_unsaved(&[]));
        keeper.set_saved(two.clone());
        assert!(keeper.is_unsaved(&one) && !keeper.is_unsaved(&two));
        assert_eq!(keeper.rescued_file(), None);
    }
}
