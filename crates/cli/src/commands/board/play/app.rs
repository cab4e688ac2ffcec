//! The state of a game on the screen, and its changes by keys.

mod lines;

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use arcadian_debugger::step::stepping::Stepping;
use arcadian_games::machine::Fault;
use arcadian_games::{Choice, Game, Square};
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::Rect;

use super::{
    Machine, NO_MACHINE, Setup, Thinking,
    geometry::Geometry,
    keys::{self, Action, Step},
    records::{self, Records, Saved},
};

/// The step after a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    Stay,
    Quit,
    Suspend,
    Redraw,
    /// Step through a routine of the last move, by its number.
    Debug(usize),
}

/// A question at the bottom of the screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Question {
    /// Whether to leave without writing the game.
    Quit,
    New,
    /// Whether to continue from the position shown, so that the later moves are lost.
    Continue,
    /// The name of the file for the record, as typed so far.
    Write(String),
    /// Whether the record replaces a file.
    Replace(PathBuf),
    /// The routine of the last move to step through.
    Debug,
}

/// The text below the board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Message {
    pub text: String,
    pub is_error: bool,
}

pub struct App {
    setup: Setup,
    pub cursor: Square,
    /// The move that is being typed.
    pub typed: String,
    pub message: Message,
    pub question: Option<Question>,
    /// Whether the arrow keys step through the moves.
    pub is_stepping: bool,
    pub shows_help: bool,
    /// The files of the games, if they are recorded.
    records: Records,
    /// The record as it was last written to a file, or at the start.
    saved: String,
    written: Vec<PathBuf>,
    thinking: Option<Thinking>,
    /// A fault of the machine code, which ends the game.
    fault: Option<Fault>,
    pub has_colors: bool,
}

impl App {
    pub fn new(mut setup: Setup, records: Records, has_colors: bool) -> Self {
        let saved = setup.game.record();
        let is_stepping = setup.is_replay;
        if is_stepping {
            setup.game.go(0);
        }
        let mut app = Self {
            setup,
            cursor: Square::new(0, 0),
            typed: String::new(),
            message: Message::default(),
            question: None,
            is_stepping,
            shows_help: false,
            records,
            saved,
            written: Vec::new(),
            thinking: None,
            fault: None,
            has_colors,
        };
        app.greet();
        app.follow();
        app
    }

    pub fn game(&self) -> &Game {
        &self.setup.game
    }

    pub fn is_thinking(&self) -> bool {
        self.thinking.is_some()
    }

    /// Returns whether the program thinks about its own move.
    pub fn is_programs_turn(&self) -> bool {
        self.thinking.as_ref().is_some_and(|thinking| !thinking.is_hint)
    }

    fn greet(&mut self) {
        let kind = self.game().start().kind();
        self.cursor = self.game().sources().first().copied().unwrap_or(Square::new(0, 0));
        let solution = self.setup.machine.as_ref().and_then(Machine::solution);
        let greeting = || format!("A move: {}.", kind.selection);
        self.say(&solution.unwrap_or_else(greeting));
    }

    fn say(&mut self, text: &str) {
        self.message = Message { text: text.to_owned(), is_error: false };
    }

    fn fail(&mut self, text: impl ToString) {
        self.message = Message { text: text.to_string(), is_error: true };
    }

    /// Returns whether the game would be lost if the session ended.
    fn is_unsaved(&self) -> bool {
        !self.records.is_on() && self.is_changed()
    }

    /// Returns whether the game is another one than was last written or read.
    fn is_changed(&self) -> bool {
        !self.game().steps().is_empty() && self.game().record() != self.saved
    }

    #[cfg(test)]
    pub fn record_to(&mut self, records: Records) {
        self.records = records;
    }

    /// Writes the record at the end, if that was asked for.
    pub fn finish(&mut self) -> Result<()> {
        self.records.finish(&Saved::from(&self.setup.game))
    }

    /// Writes a game that is neither recorded nor written to a new file. Returns a message.
    pub fn rescue(&self) -> Option<String> {
        self.is_unsaved().then(|| records::rescue(self.game()))
    }
}

/// The program.
impl App {
    /// Starts the program's thinking if it is to move, and takes its answer.
    ///
    /// # Errors
    /// Fails if a routine did not do what the reference model says.
    pub fn think(&mut self) -> Result<()> {
        if let Some(fault) = self.fault.take() {
            return Err(fault.into());
        }
        if self.thinking.is_none()
            && !self.is_stepping
            && let Some(task) = self.game().task()
        {
            let machine = self.setup.machine.as_ref();
            match machine.map(|machine| machine.choose(&task)).transpose()?.flatten() {
                Some(choice) => self.answer(Some(choice), false),
                None => {
                    self.thinking = Some(Thinking::start(task, false).context("cannot start a thread")?);
                    self.say("The program is thinking …");
                }
            }
        }
        // The solution of a puzzle has no first part that could be shown.
        let is_game = self.game().start().kind().sides.len() > 1;
        self.thinking.iter().filter(|thinking| is_game && thinking.is_overdue()).for_each(Thinking::hurry);
        let answered =
            self.thinking.as_ref().and_then(|thinking| Some((thinking.answer()?, thinking.is_hint)));
        if let Some((answer, is_hint)) = answered {
            self.thinking = None;
            self.answer(answer, is_hint);
        }
        Ok(())
    }

    fn answer(&mut self, answer: Option<Choice>, is_hint: bool) {
        match answer {
            Some(choice) if is_hint => {
                self.say(&format!("Hint: {}, {}.", choice.text, choice.reason));
                self.setup.game.show_hint(choice).unwrap_or_else(|error| self.fail(error));
            }
            Some(choice) => {
                self.say(&format!("The program: {}, {}.", choice.text, choice.reason));
                self.setup.game.play(&choice.text).unwrap_or_else(|error| self.fail(error));
                self.follow();
            }
            None if is_hint => self.fail("the search found no hint"),
            None => {
                // Asking again would give the same answer.
                self.is_stepping = true;
                self.fail("the program found no move");
            }
        }
    }

    /// Returns whether a hint is being searched for.
    fn is_hint_wanted(&self) -> bool {
        self.thinking.as_ref().is_some_and(|thinking| thinking.is_hint)
    }

    fn cancel_hint(&mut self) {
        self.thinking = None;
        self.say("The hint was canceled.");
    }

    fn hint(&mut self) {
        match self.game().hint_task() {
            _ if self.is_hint_wanted() => self.cancel_hint(),
            _ if self.is_thinking() => self.fail("the program is thinking"),
            None => self.fail("the game is over"),
            Some(task) => match Thinking::start(task, true) {
                Ok(thinking) => {
                    self.thinking = Some(thinking);
                    self.say("Looking for a hint … Esc cancels.");
                }
                Err(error) => self.fail(format!("cannot start a thread: {error}")),
            },
        }
    }
}

/// Input.
impl App {
    pub fn key(&mut self, key: &KeyEvent) -> Flow {
        if self.shows_help {
            self.shows_help = false;
            return Flow::Stay;
        }
        if self.question.is_some() {
            return self.answer_question(key);
        }
        if self.is_stepping && self.step_key(key) {
            return Flow::Stay;
        }
        let Some(action) = keys::action(key, self.game().start().kind()) else { return Flow::Stay };
        self.act(action)
    }

    fn act(&mut self, action: Action) -> Flow {
        match action {
            Action::Go(rows, columns) => self.go(rows, columns),
            Action::Enter if self.is_programs_turn() => {
                self.thinking.iter().for_each(Thinking::hurry);
            }
            Action::Enter if self.typed.is_empty() => self.touch(self.cursor),
            Action::Enter => self.play_typed(),
            Action::Erase => drop(self.typed.pop()),
            Action::Cancel if self.is_hint_wanted() => self.cancel_hint(),
            Action::Cancel => {
                self.typed.clear();
                self.setup.game.unselect();
                self.message = Message::default();
                self.follow();
            }
            Action::TakeBack => self.take_back(),
            Action::Hint => self.hint(),
            Action::New if self.game().steps().is_empty() => self.renew(),
            Action::New => self.question = Some(Question::New),
            Action::Write if self.records.is_on() => {
                self.say("The record is written when you leave (--record).");
            }
            Action::Write => self.question = Some(Question::Write(String::new())),
            Action::Quit if self.is_unsaved() => self.question = Some(Question::Quit),
            Action::Quit => return Flow::Quit,
            Action::Help => self.shows_help = true,
            Action::Step(step) => self.step(step),
            Action::Debug => return self.debug(),
            Action::Redraw => return Flow::Redraw,
            Action::Suspend => return Flow::Suspend,
            Action::Type(typed) => self.type_character(typed),
        }
        Flow::Stay
    }

    pub fn paste(&mut self, text: &str) -> Flow {
        let kind = self.game().start().kind();
        let is_move = |letter: &char| kind.characters.contains(letter.to_ascii_lowercase());
        match &mut self.question {
            Some(Question::Write(name)) => name.extend(text.chars().filter(|letter| !letter.is_control())),
            Some(_) => {}
            None => text.trim().chars().filter(is_move).for_each(|letter| self.type_character(letter)),
        }
        Flow::Stay
    }

    pub fn click(&mut self, area: Rect, place: (u16, u16)) -> Flow {
        let grid = self.game().position().grid();
        let square = Geometry::new(&grid, area).ok().and_then(|geometry| geometry.square_at(place));
        if let Some(square) = square
            && !self.shows_help
            && self.question.is_none()
        {
            self.cursor = square;
            self.touch(square);
        }
        Flow::Stay
    }

    fn go(&mut self, rows: isize, columns: isize) {
        let grid = self.game().position().grid();
        let moved = |at: usize, by, count: usize| at.saturating_add_signed(by).min(count.saturating_sub(1));
        self.cursor = Square::new(
            moved(self.cursor.row, rows, grid.rows.len()),
            moved(self.cursor.column, columns, grid.columns.len()),
        );
    }

    /// Adds a character to the typed move. The keys of ROTATE are moves without Enter, as in the game itself, but for an S.
    fn type_character(&mut self, typed: char) {
        self.typed.push(typed);
        let kind = self.game().start().kind();
        let is_key = kind.sides.len() == 1 && !self.typed.eq_ignore_ascii_case("s");
        if is_key {
            self.play_typed();
        }
    }

    fn play_typed(&mut self) {
        let typed = std::mem::take(&mut self.typed);
        self.make(|game| game.play(&typed).map(|()| true));
    }

    fn touch(&mut self, square: Square) {
        self.make(|game| game.touch(square).map(|touch| touch == arcadian_games::Touch::Played));
    }

    /// Makes a move of a person, or shows why not.
    fn make(&mut self, play: impl FnOnce(&mut Game) -> Result<bool, arcadian_games::Illegal>) {
        if self.is_programs_turn() {
            return self.fail("the program is to move; Enter makes it move now, u takes your move back");
        }
        if self.is_stepping {
            return self.fail("these are the moves of the record; c continues the game from here");
        }
        match play(&mut self.setup.game) {
            Ok(is_played) => {
                // A hint for another position is not wanted.
                self.thinking = None;
                if is_played || self.message.is_error {
                    self.message = Message::default();
                }
                self.follow();
            }
            Err(error) => self.fail(error),
        }
    }

    fn take_back(&mut self) {
        if self.is_stepping {
            return self.fail("these are the moves of the record; c continues the game from here");
        }
        self.thinking = None;
        self.typed.clear();
        if self.setup.game.take_back() {
            self.setup.game.cut();
            self.say("Taken back.");
            self.follow();
        } else {
            self.fail("there is no move of a person to take back");
        }
    }

    fn renew(&mut self) {
        self.thinking = None;
        let written = match self.records.next(&self.setup.game) {
            Ok(written) => written,
            Err(error) => return self.fail(format!("{error:#}")),
        };
        match self.setup.renew() {
            Ok(()) => {
                (self.saved, self.is_stepping) = (self.game().record(), false);
                self.greet();
                self.follow();
                written.iter().for_each(|written| self.say(written));
            }
            Err(error) => self.fail(format!("{error:#}")),
        }
    }
}

/// The machine code.
impl App {
    /// Runs the routines of the last move, or of the selected piece. What they do wrong ends the game.
    fn follow(&mut self) {
        if let Some(machine) = &mut self.setup.machine {
            self.fault = machine.follow(&self.setup.game).err();
        }
    }

    #[cfg(test)]
    pub fn use_machine(&mut self, machine: Machine) {
        self.setup.machine = Some(machine);
    }

    pub fn has_machine(&self) -> bool {
        self.setup.machine.is_some()
    }

    /// Starts a routine of the last move in the debugger. Returns its label, too.
    pub fn stepping(&self, number: usize) -> Result<(Stepping, &'static str)> {
        self.setup.machine.as_ref().context(NO_MACHINE)?.stepping(number)
    }

    /// Steps through a routine of the last move, or asks through which one.
    fn debug(&mut self) -> Flow {
        match self.setup.machine.as_ref().map(|machine| machine.runs().len()) {
            None => self.fail(NO_MACHINE),
            Some(0) => self.fail("cannot step: no routine has made a move"),
            Some(1) => return Flow::Debug(0),
            Some(_) => self.question = Some(Question::Debug),
        }
        Flow::Stay
    }
}

/// Stepping through the moves.
impl App {
    fn step(&mut self, step: Step) {
        self.thinking = None;
        self.is_stepping = true;
        let (at, end) = (self.game().at(), self.game().steps().len());
        let next = match step {
            Step::Back => at.saturating_sub(1),
            Step::Forward => (at + 1).min(end),
            Step::Start => 0,
            Step::End => end,
        };
        self.setup.game.go(next);
        self.message = Message::default();
        self.follow();
    }

    /// Handles a key while stepping. Returns whether it was one of stepping.
    fn step_key(&mut self, key: &KeyEvent) -> bool {
        match key.code {
            KeyCode::Left | KeyCode::Up => self.step(Step::Back),
            KeyCode::Right | KeyCode::Down => self.step(Step::Forward),
            KeyCode::Char('c') if !key.modifiers.contains(KeyModifiers::CONTROL) => {
                match self.later_moves() {
                    0 => self.continue_here(),
                    _ => self.question = Some(Question::Continue),
                }
            }
            _ => return false,
        }
        true
    }
}

/// Continuing from a position of the record.
impl App {
    fn later_moves(&self) -> usize {
        self.game().steps().len() - self.game().at()
    }

    fn continue_here(&mut self) {
        self.setup.game.cut();
        self.is_stepping = false;
        self.greet();
    }
}

/// Questions.
impl App {
    fn answer_question(&mut self, key: &KeyEvent) -> Flow {
        let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
        match (self.question.take(), key.code) {
            (Some(Question::Quit), KeyCode::Char('c')) if is_control => return Flow::Quit,
            (_, KeyCode::Esc) => {}
            (_, KeyCode::Char('c')) if is_control => {}
            (Some(Question::Quit), KeyCode::Char('y')) => return Flow::Quit,
            (Some(Question::Quit), KeyCode::Char('w')) => {
                self.question = Some(Question::Write(String::new()));
            }
            (Some(Question::New | Question::Continue), KeyCode::Char('w')) if !self.records.is_on() => {
                self.question = Some(Question::Write(String::new()));
            }
            (Some(Question::New), KeyCode::Char('y')) => self.renew(),
            (Some(Question::Continue), KeyCode::Char('y')) => self.continue_here(),
            (Some(Question::Replace(path)), KeyCode::Char('y')) => self.write(&path),
            (Some(Question::Write(name)), code) => self.name_key(name, code),
            (Some(Question::Debug), KeyCode::Char(digit)) => {
                let runs = self.setup.machine.as_ref().map_or(0, |machine| machine.runs().len());
                let number = digit.to_digit(10).and_then(|digit| (digit as usize).checked_sub(1));
                return number.filter(|number| *number < runs).map_or(Flow::Stay, Flow::Debug);
            }
            (Some(_) | None, _) => {}
        }
        Flow::Stay
    }

    fn name_key(&mut self, mut name: String, code: KeyCode) {
        match code {
            KeyCode::Enter if name.is_empty() => {}
            KeyCode::Enter => {
                let path = PathBuf::from(name);
                match path.is_file() && !self.written.contains(&path) {
                    true => self.question = Some(Question::Replace(path)),
                    false => self.write(&path),
                }
            }
            KeyCode::Backspace => {
                name.pop();
                self.question = Some(Question::Write(name));
            }
            KeyCode::Char(letter) => {
                name.push(letter);
                self.question = Some(Question::Write(name));
            }
            _ => self.question = Some(Question::Write(name)),
        }
    }

    fn write(&mut self, path: &Path) {
        match records::write(path, self.game()) {
            Ok(()) => {
                self.say(&format!("Written to {}.", arcadian_files::escape::path(path)));
                self.saved = self.game().record();
                self.written.push(path.to_owned());
            }
            Err(error) => self.fail(format!("{error:#}")),
        }
    }
}
