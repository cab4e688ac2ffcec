//! A played program with its files, questions and messages.

use std::time::Duration;

use arcadian_basic::{Basic, Ending, Fault, Line, Pause, Tape};

use crate::{
    folder::{self, Folder},
    keeper::{Answer, Decision, Keeper, Question, Stroke, Then, stem},
    session::BasicSession,
    stick::{Action, Control, FINE_TURN},
};

/// Whether the session continues.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    Continue,
    Leave,
}

/// A played program with its files and the open question.
pub struct PlayedProgram {
    session: BasicSession,
    keeper: Keeper,
    /// The reason why files cannot be used, if they cannot.
    locked: Option<&'static str>,
    question: Option<Question>,
    /// A message for the status line until the next key.
    note: Option<String>,
    /// The answer of HALT if nothing runs.
    idle_note: &'static str,
}

/// The reason why files cannot be used during a recording.
pub const RECORDED: &str = "a recording has no files: start `play` without --record to save and load";

impl PlayedProgram {
    /// Starts playing. `name` is proposed for saving; `locked` is why files cannot be used, if they cannot.
    pub fn new(
        session: BasicSession,
        folder: Box<dyn Folder>,
        name: String,
        locked: Option<&'static str>,
    ) -> Self {
        let keeper = Keeper::new(folder, session.basic().store().lines().collect(), name);
        let rescued = keeper.rescued_file().filter(|_| locked.is_none());
        let note = rescued.map(|file| {
            let name = stem(&file).to_uppercase();
            format!("{file} has unsaved lines of an earlier session: :INPUT \"{name}\" loads it.")
        });
        Self { session, keeper, locked, question: None, note, idle_note: "Nothing runs." }
    }

    /// Sets what HALT says if nothing runs: how to leave, for example.
    pub fn with_idle_note(self, idle_note: &'static str) -> Self {
        Self { idle_note, ..self }
    }

    pub fn basic(&self) -> &Basic {
        self.session.basic()
    }

    pub fn session(&self) -> &BasicSession {
        &self.session
    }

    pub fn session_mut(&mut self) -> &mut BasicSession {
        &mut self.session
    }

    pub fn question(&self) -> Option<&Question> {
        self.question.as_ref()
    }

    /// Returns the status line: a question, a note, or the error that ended the last command.
    pub fn message(&self) -> Option<String> {
        match (&self.question, &self.note) {
            (Some(question), Some(note)) => Some(format!("{} · {note}", question.text())),
            (Some(question), None) => Some(question.text()),
            (None, Some(note)) => Some(note.clone()),
            (None, None) => self.fault().map(Fault::to_string),
        }
    }

    /// Returns the error that ended the last command, if the status line has it.
    pub fn fault(&self) -> Option<&Fault> {
        match self.basic().ending() {
            Some(Ending::Error(fault)) if self.question.is_none() && self.note.is_none() => {
                Some(fault).filter(|_| !self.basic().is_typing())
            }
            _ => None,
        }
    }

    /// Shows a note of the host until the next key.
    pub fn set_note(&mut self, note: String) {
        self.note = Some(note);
    }

    /// Returns whether a line is being entered, at the prompt or for INPUT.
    pub fn is_entering(&self) -> bool {
        matches!(self.session.pause(), Pause::Prompt | Pause::Answer)
    }

    /// Runs the machine up to `now`. The machine is stopped while a question is open.
    pub fn advance(&mut self, now: Duration) {
        if self.question.is_some() {
            return self.session.suspend();
        }
        self.session.advance(now);
        self.note = self.session.take_note().or(self.note.take());
        self.answer_tape();
    }

    /// Returns the time until something can happen without a key; none means never.
    pub fn idle(&self, now: Duration) -> Option<Duration> {
        if self.question.is_some() { None } else { self.session.idle(now) }
    }

    /// Performs an action while no question is open.
    pub fn act(&mut self, action: Action, now: Duration) -> Flow {
        self.note = None;
        match action {
            Action::Leave if self.is_unsaved() => self.question = Some(Question::Leave),
            Action::Leave => return Flow::Leave,
            Action::Reset if self.is_unsaved() => self.question = Some(Question::Erase),
            Action::Reset => self.reset(),
            Action::Halt if self.session.is_at_empty_prompt() => {
                self.note = Some(self.idle_note.to_owned());
            }
            Action::Select(number) => {
                self.session.act(action, now);
                self.note = Some(format!("The keys move hand controller {number}."));
            }
            Action::Control(Control::Turn(by))
                if by.unsigned_abs() == FINE_TURN.unsigned_abs() && self.session.pause() != Pause::Budget =>
            {
                // The finest turns are on characters that BASIC lacks.
                self.type_foreign(if by < 0 { '{' } else { '}' });
            }
            action => {
                self.session.act(action, now);
                self.note = self.session.take_note();
            }
        }
        self.answer_tape();
        Flow::Continue
    }

    /// Types a pasted text, or says why not.
    pub fn paste(&mut self, text: &str) {
        if self.question.is_some() {
            self.note = Some("A question is open: nothing was pasted".to_owned());
            return;
        }
        let typed = self.session.paste(text);
        let note = typed.unwrap_or_else(|refusal| Some(refusal.to_string()));
        self.note = self.session.take_note().or(note);
        self.answer_tape();
    }

    /// Types a character that the machine lacks: what stands for it, if that is clear. Says what was typed.
    pub fn type_foreign(&mut self, character: char) {
        self.paste(&character.to_string());
    }

    fn lines(&self) -> Vec<Line> {
        self.basic().store().lines().collect()
    }

    pub fn is_unsaved(&self) -> bool {
        self.keeper.is_unsaved(&self.lines())
    }

    /// Writes the program to a new file of a folder, because the session ends without a question. Returns the name of the file.
    pub fn rescue(&self, folder: &mut dyn Folder) -> Result<String, String> {
        self.keeper.rescue(folder, &self.lines(), self.basic().dialect())
    }

    fn reset(&mut self) {
        self.session.reset();
        self.keeper.set_saved(Vec::new());
        self.note = Some("The program is erased.".to_owned());
    }

    /// Completes a waiting tape statement, or asks the player first.
    fn answer_tape(&mut self) {
        let Some(tape) = self.basic().tape().filter(|_| self.question.is_none()).cloned() else { return };
        self.note = None;
        if let Some(why) = self.locked {
            return self.session.tape_failed(why.to_owned());
        }
        let (Tape::Save(name) | Tape::Load(name)) = &tape;
        match (&tape, folder::file_name(self.keeper.folder(), name)) {
            (_, Err(why)) => self.session.tape_failed(why),
            (Tape::Save(_), Ok(file)) if self.keeper.exists(&file) => {
                self.question = Some(Question::Overwrite(file, Then::Continue));
            }
            (Tape::Save(_), Ok(file)) => self.save(&file),
            (Tape::Load(_), Ok(file)) if self.keeper.exists(&file) && self.is_unsaved() => {
                self.question = Some(Question::Load(file));
            }
            (Tape::Load(_), Ok(file)) => self.load(&file),
        }
    }

    /// Handles a keystroke at the open question.
    pub fn answer(&mut self, stroke: Stroke) -> Flow {
        let Some(question) = self.question.take() else { return Flow::Continue };
        self.note = None;
        let (lines, dialect) = (self.lines(), self.basic().dialect());
        match self.keeper.answer(question, stroke, &lines, dialect) {
            Decision::Leave => return Flow::Leave,
            Decision::Ask(question, note) => (self.question, self.note) = (Some(question), note),
            Decision::Closed(answer, question) => self.close(answer, question),
        }
        Flow::Continue
    }

    /// Carries out the answer to a question about erasing or the tape.
    fn close(&mut self, answer: Answer, question: Question) {
        match (answer, question) {
            (Answer::Yes, Question::Erase) => self.reset(),
            (Answer::Yes, Question::Load(file)) => self.load(&file),
            (Answer::Yes, Question::Overwrite(file, Then::Continue)) => self.save(&file),
            (Answer::No, Question::Load(file)) => {
                self.session.tape_failed(format!("{file} was not loaded"));
            }
            (Answer::No, Question::Overwrite(file, Then::Continue)) => {
                self.session.tape_failed(format!("{file} was not overwritten"));
            }
            _ => {}
        }
    }

    /// Saves the program for `:PRINT`.
    fn save(&mut self, file: &str) {
        let (lines, dialect) = (self.lines(), self.basic().dialect());
        match self.keeper.save(file, &lines, dialect) {
            Ok(()) => {
                self.note = Some(format!("Saved as {file}."));
                self.session.tape_saved();
            }
            Err(why) => self.session.tape_failed(why),
        }
    }

    /// Loads lines for `:INPUT`.
    fn load(&mut self, file: &str) {
        let lines = folder::load(self.keeper.folder(), file, self.basic().dialect());
        let loaded = lines.and_then(|mut lines| {
            lines.sort_by_key(|line| line.number);
            let result = self.session.tape_loaded(&lines);
            result.map(|()| lines).map_err(|error| format!("cannot load {file}: {error}"))
        });
        match loaded {
            Ok(lines) => {
                self.note = Some(format!("Loaded {file}."));
                if self.lines() == lines {
                    self.keeper.set_name(file);
                    self.keeper.set_saved(lines);
                }
            }
            Err(why) => self.session.tape_failed(why),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        folder::tests::Memory,
        keeper::tests::stroke,
        pace::{Pace, Speed},
        stick::Releases,
    };
    use arcadian_basic::{Dialect, Key};
    use arcadian_files::{FileKind, error::Result};
    use std::{cell::RefCell, rc::Rc};

    /// Files that a test can inspect.
    #[derive(Clone, Default)]
    struct Shared(Rc<RefCell<Memory>>);

    impl Folder for Shared {
        fn names(&self) -> Vec<String> {
            self.0.borrow().names()
        }

        fn kind(&self, name: &str) -> FileKind {
            self.0.borrow().kind(name)
        }

        fn read(&self, name: &str) -> Result<String> {
            self.0.borrow().read(name)
        }

        fn write(&mut self, name: &str, text: &str) -> Result<()> {
            self.0.borrow_mut().write(name, text)
        }
    }

    struct Fixture {
        played: PlayedProgram,
        folder: Shared,
        now: Duration,
    }

    impl Fixture {
        fn new(program: &[&str]) -> Self {
            Self::locked(program, None)
        }

        fn locked(program: &[&str], locked: Option<&'static str>) -> Self {
            let mut basic = Basic::new(Dialect::Bally, 1);
            program.iter().for_each(|line| basic.enter(line).expect("machine characters"));
            basic.enter("RUN").expect("machine characters");
            let session = BasicSession::new(basic, Pace::new(Speed::Max), Releases::None);
            let folder = Shared::default();
            let files = Box::new(folder.clone());
            let mut fixture = Self {
                played: PlayedProgram::new(session, files, String::new(), locked),
                folder,
                now: Duration::ZERO,
            };
            fixture.run();
            fixture
        }

        fn run(&mut self) {
            (0..5).for_each(|_| self.played.advance(self.now));
        }

        fn enter(&mut self, line: &str) -> String {
            self.played.paste(&format!("{line}\n"));
            self.run();
            self.message()
        }

        fn message(&self) -> String {
            self.played.message().unwrap_or_default()
        }

        fn answer(&mut self, keys: &str) -> Flow {
            let flows = keys.chars().map(|c| self.played.answer(stroke(c)));
            let flow = flows.last().unwrap_or(Flow::Continue);
            self.run();
            flow
        }

        fn act(&mut self, action: Action) -> Flow {
            let flow = self.played.act(action, self.now);
            self.run();
            flow
        }

        fn file(&self, name: &str) -> String {
            self.folder.read(name).unwrap_or_default()
        }

        fn lines(&self) -> Vec<String> {
            self.played.basic().store().lines().map(|line| line.to_text()).collect()
        }
    }

    #[test]
    fn saving_and_loading() {
        let mut fixture = Fixture::new(&[]);
        fixture.enter("10 PRINT \"HI\"");
        assert_eq!(fixture.enter(":PRINT \"STARS\""), "Saved as STARS.bas.");
        assert_eq!(fixture.file("STARS.bas"), "10 PRINT \"HI\"\n");
        fixture.enter("20 STOP");
        assert_eq!(fixture.enter(":PRINT \"STARS\""), "STARS.bas exists. Overwrite it? Y yes · N no");
        fixture.answer("n");
        assert_eq!(fixture.message(), "SORRY STARS.bas was not overwritten");
        assert_eq!(
            fixture.enter(":INPUT \"STARS\""),
            "Lines are not saved. STARS.bas replaces those with its numbers. Load it? Y yes · N no"
        );
        fixture.answer("n");
        assert_eq!(
            (fixture.message().as_str(), fixture.lines().len()),
            ("SORRY STARS.bas was not loaded", 2)
        );
        fixture.enter(":PRINT \"STARS\"");
        fixture.answer("y");
        assert_eq!(
            (fixture.message().as_str(), fixture.file("STARS.bas").lines().count()),
            ("Saved as STARS.bas.", 2)
        );
        fixture.enter("10");
        fixture.enter("20");
        assert_eq!(
            (fixture.enter(":INPUT \"stars\"").as_str(), fixture.lines().len()),
            ("Loaded STARS.bas.", 2)
        );
        assert_eq!(fixture.act(Action::Leave), Flow::Leave, "all lines are saved");
    }

    #[test]
    fn saving_and_loading_can_fail() {
        let mut fixture = Fixture::new(&["10 STOP"]);
        for (line, part) in [
            (":PRINT \"A/B\"", "SORRY `A/B` is not a valid name"),
            (":PRINT \"\"", "is not a valid name"),
            (":INPUT \"NO\"", "SORRY cannot load NO.bas: there is no such file here"),
            (":PRINT", "SORRY there is no tape: `:PRINT \"NAME\"` saves"),
            (":LIST", "SORRY there is no tape"),
        ] {
            let message = fixture.enter(line);
            assert!(message.contains(part), "{line}: {message}");
        }
        fixture.folder.write("long.bas", &format!("10 A={}\n", "1".repeat(1_900))).expect("a file");
        let message = fixture.enter(":INPUT \"LONG\"");
        assert_eq!(message, "SORRY cannot load long.bas: SORRY: line 10 needs 1905 bytes and 1804 are free");
        fixture.folder.write("more.bas", "5 A=1\n20 A=2\n").expect("a file");
        assert_eq!(fixture.lines(), ["10 STOP"]);
        fixture.enter(":INPUT \"MORE\"");
        assert_eq!(fixture.lines(), ["5 A=1", "10 STOP", "20 A=2"]);
        assert!(fixture.played.is_unsaved(), "no file has all lines");
    }

    /// Each text is pasted into a machine that has one line; the message, and the lines afterward.
    #[test]
    fn pasted_texts_are_typed_as_they_are_or_a_message_says_what_differs() {
        let long = format!("20 .{}", "X".repeat(120));
        for (text, message, lines) in [
            ("20 A=1\n", "", &["10 STOP", "20 A=1"][..]),
            ("20 PRINT “A”\n", "Typed “ ” as \" (line 20)", &["10 STOP", "20 PRINT \"A\""]),
            ("20 A=7/2*3\n", "Typed / as ÷, * as × (line 20)", &["10 STOP", "20 A=7÷2×3"]),
            ("5 A=1\n20 PRINT \"é\"\n", "Nothing was typed: the machine has no `é` (line 20)", &["10 STOP"]),
            (
                &long,
                "Nothing was typed: line 20 has 124 characters, and a typed line at most 104",
                &["10 STOP"],
            ),
        ] {
            let mut fixture = Fixture::new(&["10 STOP"]);
            fixture.played.paste(text);
            fixture.run();
            assert!(fixture.message().starts_with(message), "{text}: {}", fixture.message());
            assert_eq!(fixture.lines(), lines, "{text}");
        }
    }

    /// The machine ignores keys after the 104th.
    #[test]
    fn a_full_line_is_not_entered_without_a_question() {
        let mut fixture = Fixture::new(&[]);
        let press = |fixture: &mut Fixture, codes: &[u8]| {
            for code in codes {
                assert_eq!(fixture.act(Action::Press(Key::Code(*code))), Flow::Continue);
            }
        };
        press(&mut fixture, b"10 .");
        press(&mut fixture, &[b'X'; 100]);
        assert_eq!(fixture.message(), "");
        press(&mut fixture, b"YZ");
        assert_eq!(fixture.message(), "The line is full. Not typed: YZ");
        press(&mut fixture, b"\r");
        assert_eq!((fixture.lines(), fixture.message().contains("Not typed: YZ. GO again")), (vec![], true));
        press(&mut fixture, b"\r");
        assert_eq!((fixture.lines().len(), fixture.message()), (1, String::new()));
    }

    /// Nobody knows beforehand that a pasted row answers INPUT, whose lines are shorter.
    #[test]
    fn a_paste_ends_where_an_answer_is_full() {
        let mut fixture = Fixture::new(&["10 INPUT A", "20 INPUT B", "30 STOP"]);
        fixture.played.paste(&format!("1\n{}\n5\n", "1+".repeat(15)));
        fixture.run();
        assert_eq!(
            fixture.message(),
            "The line is full. Not typed: 1 and the rest of the pasted text, 12 keys"
        );
        assert_eq!(fixture.played.basic().typed().len(), 20);
    }

    #[test]
    fn a_foreign_character_is_replaced_or_refused() {
        let mut fixture = Fixture::new(&[]);
        fixture.played.type_foreign('−');
        assert_eq!(fixture.message(), "Typed − as - (row 1)");
        fixture.played.type_foreign('é');
        assert_eq!(fixture.message(), "Nothing was typed: the machine has no `é` (row 1)");
        assert_eq!(fixture.played.basic().typed(), b"-");
    }

    #[test]
    fn unsaved_lines_can_be_rescued() {
        let mut fixture = Fixture::new(&["10 STOP"]);
        assert!(!fixture.played.is_unsaved());
        fixture.enter("20 A=7÷2");
        assert!(fixture.played.is_unsaved());
        let mut folder = fixture.folder.clone();
        assert_eq!(fixture.played.rescue(&mut folder).as_deref(), Ok("rescued.bas"));
        assert_eq!(fixture.file("rescued.bas"), "10 STOP\n20 A=7÷2\n");
    }

    #[test]
    fn a_program_may_save_itself() {
        let mut fixture = Fixture::new(&["10 :PRINT \"X\";A=A+1;IF A<2GOTO 10"]);
        assert_eq!(fixture.message(), "X.bas exists. Overwrite it? Y yes · N no");
        fixture.answer("y");
        assert_eq!(
            (fixture.played.basic().variables()[0], fixture.message().as_str()),
            (2, "Saved as X.bas.")
        );
    }

    #[test]
    fn leaving_asks_for_unsaved_lines() {
        let mut fixture = Fixture::new(&["10 STOP"]);
        assert_eq!(fixture.act(Action::Leave), Flow::Leave, "unchanged since it was loaded");
        fixture.enter("20 STOP");
        assert_eq!(fixture.act(Action::Leave), Flow::Continue);
        assert_eq!(fixture.message(), "Lines are not saved. S saves them · D discards them · Esc stays");
        fixture.answer("\x1b");
        assert_eq!((fixture.message().as_str(), fixture.lines().len()), ("", 2));
        fixture.act(Action::Leave);
        assert_eq!(fixture.answer("d"), Flow::Leave);
        fixture.act(Action::Leave);
        assert_eq!(fixture.answer("sa/b\n"), Flow::Continue);
        assert!(fixture.message().contains("`a/b` is not a valid name"), "{}", fixture.message());
        fixture.folder.write("mine.bas", "1 STOP\n").expect("a file");
        assert_eq!(fixture.answer("\x7f\x7f\x7fmine\n"), Flow::Continue);
        assert_eq!(fixture.message(), "mine.bas exists. Overwrite it? Y yes · N no");
        assert_eq!(fixture.answer("n"), Flow::Continue);
        assert_eq!(fixture.answer("2\n"), Flow::Leave);
        assert_eq!(
            (fixture.file("mine2.bas").as_str(), fixture.file("mine.bas").as_str()),
            ("10 STOP\n20 STOP\n", "1 STOP\n")
        );
    }

    #[test]
    fn resetting_asks_for_unsaved_lines() {
        let mut fixture = Fixture::new(&["10 A=5"]);
        fixture.act(Action::Reset);
        assert_eq!(
            (fixture.lines().len(), fixture.played.basic().variables()[0]),
            (0, 0),
            "unchanged since it was loaded"
        );
        fixture.enter("10 STOP");
        fixture.act(Action::Reset);
        assert_eq!(fixture.message(), "Lines are not saved. Erase the program? Y yes · N no");
        fixture.answer("n");
        assert_eq!(fixture.lines(), ["10 STOP"]);
        fixture.act(Action::Reset);
        fixture.answer("y");
        assert_eq!(fixture.lines(), [""; 0]);
        assert_eq!(fixture.act(Action::Leave), Flow::Leave, "there are no unsaved lines");
    }

    /// A question interrupts the program, which continues afterward. Keys typed at the question do not reach the program.
    #[test]
    fn a_question_stops_the_machine() {
        let mut fixture = Fixture::new(&["10 A=1-A;GOTO 10"]);
        fixture.act(Action::Halt);
        fixture.enter("20 STOP");
        fixture.enter("RUN");
        fixture.act(Action::Leave);
        let before = fixture.played.basic().statements();
        fixture.run();
        assert_eq!((fixture.played.basic().statements(), fixture.played.idle(fixture.now)), (before, None));
        fixture.played.paste("STOP\n");
        fixture.answer("x");
        fixture.answer("\x1b");
        fixture.run();
        assert!(fixture.played.basic().statements() > before);
    }

    #[test]
    fn errors_and_notes_are_messages_until_a_key() {
        let mut fixture = Fixture::new(&["10 A=1÷0"]);
        assert_eq!(fixture.message(), "HOW? in line 10, column 9: division by zero");
        fixture.act(Action::Press(Key::Code(b'A')));
        assert_eq!(fixture.message(), "");
        fixture.act(Action::Halt);
        assert_eq!(fixture.act(Action::Halt), Flow::Continue);
        assert!(fixture.message().contains("Nothing runs."));
        assert_eq!(
            fixture.enter("PRINT A$"),
            "WHAT? there are no string variables: KP reads a character as a number, TV shows one, `@(n)` keeps them"
        );
    }

    #[test]
    fn a_recording_has_no_files() {
        let mut fixture = Fixture::locked(&["10 STOP"], Some(RECORDED));
        assert_eq!(fixture.enter(":PRINT \"X\""), format!("SORRY {RECORDED}"));
        assert_eq!(fixture.file("X.bas"), "");
    }
}
