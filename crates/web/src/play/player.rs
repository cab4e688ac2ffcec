//! A played BASIC program.

use std::{cell::RefCell, ops::Range, path::Path, rc::Rc, time::Duration};

use arcadian_basic::{
    Key, Pause,
    key::{self, Event},
    listing::{
        Header,
        write::{Notation, write},
    },
};
use arcadian_files::{
    Error, FileKind, key_file,
    program::{self, LoadedProgram, Reading},
};
use arcadian_play::{
    folder::Folder,
    keeper::Stroke,
    pace::{Pace, Speed},
    played_program::PlayedProgram,
    rotate,
    session::BasicSession,
    stick::{Action, Releases},
};
use arcadian_screen::{Frame, HEIGHT, WIDTH, recognize};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::{
    Pixels, Reply, SAMPLE_RATE, change,
    input::{HandMovement, Press, Sources, Texts, control_named, named},
    refuse,
};

/// The most statements of a recording that is repeated. A long day at the speed of 1982 has no more; PRINT, the slowest,
/// takes eight seconds for that many.
const LONGEST_RECORDING: u64 = 5_000_000;

/// The number of printed lines that a page is told.
const PRINTED_LINES: usize = 8;

/// A program to be opened, and how.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct Opening {
    /// `rotate`, or the name of the file with `text`; without both the machine is empty.
    name: Option<String>,
    text: Option<String>,
    dialect: Option<String>,
    as_printed: bool,
    seed: u64,
    speed: Speed,
    /// Recorded keys, which are repeated in the first calls of `advance`.
    keys: Option<String>,
    /// The number of statements of the recording.
    statements: u64,
    /// The files of `:INPUT "NAME"`.
    files: Texts,
}

impl Opening {
    fn load(&self) -> Result<LoadedProgram, Error> {
        let dialect = named(self.dialect.as_deref())?;
        let reading = Reading { dialect, as_printed: self.as_printed, ..Reading::default() };
        match (&self.name, &self.text) {
            (None, None) => Ok(LoadedProgram::empty(&reading)),
            (name, None) => {
                let name = name.as_deref().unwrap_or_default();
                program::load(&Sources::from(self.files.clone()), Path::new(name), &reading)
            }
            (name, Some(text)) => {
                let name = name.clone().unwrap_or_else(|| "program.bas".to_owned());
                program::load(&Sources::one(&name, text), Path::new(&name), &reading)
            }
        }
    }

    fn events(&self) -> Result<Vec<Event>, Error> {
        self.keys.as_deref().map_or_else(|| Ok(Vec::new()), key_file::from_text)
    }
}

/// A machine that is played on a page.
pub(crate) struct Player {
    played: PlayedProgram,
    saved: SavedFiles,
    seed: u64,
    now: Duration,
    shown: Option<Frame>,
    status: Option<Status>,
}

/// The state that a page shows beside the picture. It asks for more when this changes.
#[derive(PartialEq, Eq)]
struct Status {
    message: Option<String>,
    pause: Pause,
    free: usize,
}

impl Player {
    /// Opens a program. Returns the fields of the answer as well.
    pub(crate) fn open(opening: Opening) -> Result<(Player, Value), Error> {
        let loaded = opening.load()?;
        let mut basic = loaded.machine(opening.seed)?;
        basic.enter("RUN").map_err(|error| Error::of(&error))?;
        let events = opening.events()?;
        if opening.statements > LONGEST_RECORDING {
            let statements = opening.statements;
            return Err(refuse(format!(
                "the recording has {statements} statements; at most {LONGEST_RECORDING} are repeated here"
            )));
        }
        let pace = Pace::new(opening.speed);
        let session = BasicSession::repeat(basic, pace, Releases::All, events, opening.statements);
        let saved = SavedFiles::new(opening.files);
        let played = PlayedProgram::new(session, Box::new(saved.clone()), String::new(), None);
        let reply = json!({
            "name": loaded.name,
            "warning": loaded.warning,
            "dialect": loaded.dialect.to_string(),
        });
        let player =
            Player { played, saved, seed: opening.seed, now: Duration::ZERO, shown: None, status: None };
        Ok((player, reply))
    }

    /// Runs the machine up to a time. Draws the picture if it has changed.
    pub(crate) fn advance(&mut self, now: Duration, pixels: &mut Pixels) -> u32 {
        self.now = now.max(self.now);
        self.played.advance(self.now);
        let frame = self.played.basic().frame();
        let mut changed = 0;
        if !self.shown.as_ref().is_some_and(|shown| shown.looks_like(&frame)) {
            let colors = (0..HEIGHT).flat_map(|row| (0..WIDTH).map(move |column| (column, row)));
            pixels.draw(WIDTH, colors.map(|(column, row)| frame.color(column, row)));
            self.shown = Some(frame);
            changed |= change::PICTURE;
        }
        let status = self.status();
        if self.status.as_ref() != Some(&status) {
            self.status = Some(status);
            changed |= change::STATE;
        }
        if self.played.idle(self.now) == Some(Duration::ZERO) {
            changed |= change::BUSY;
        }
        if self.played.session().is_repeating() {
            changed |= change::REPEATING;
        }
        changed
    }

    fn status(&self) -> Status {
        Status {
            message: self.played.message(),
            pause: self.played.session().pause(),
            free: self.played.basic().store().free(),
        }
    }

    pub(crate) fn key(&mut self, press: &Press) -> Result<(), Error> {
        let events = key_file::from_text(&press.key)?;
        let [Event::Key(key)] = events[..] else {
            return Err(refuse(format!("`{}` is not the name of one key", press.key)));
        };
        self.act(if key == Key::Halt { Action::Halt } else { Action::Press(key) }, press.down);
        Ok(())
    }

    /// Moves the selected hand controller.
    pub(crate) fn control(&mut self, press: &Press) -> Result<(), Error> {
        self.act(Action::Control(control_named(&press.key)?), press.down);
        Ok(())
    }

    /// Selects the hand controller that [`control`](Self::control) moves.
    pub(crate) fn select(&mut self, number: usize) {
        self.played.session_mut().act(Action::Select(number), self.now);
    }

    /// Sets what a gamepad or the mouse does with a hand controller.
    pub(crate) fn hold(&mut self, held: &HandMovement) {
        let session = self.played.session_mut();
        if !session.is_repeating() {
            session.set_handle(held.number, held.switches(), held.knob);
        }
    }

    fn act(&mut self, action: Action, down: bool) {
        if self.played.question().is_some() || self.played.session().is_repeating() {
            return;
        }
        if down {
            self.played.act(action, self.now);
        } else {
            self.played.session_mut().release(action);
        }
    }

    /// Stops the program, or discards the line being entered.
    pub(crate) fn halt(&mut self) {
        self.act(Action::Halt, true);
    }

    /// Stops repeating a recording: the program continues from there.
    pub(crate) fn stop(&mut self) {
        self.played.session_mut().stop_repeating();
    }

    /// Resets the machine, after a question if lines are not saved.
    pub(crate) fn reset(&mut self) {
        self.act(Action::Reset, true);
    }

    pub(crate) fn paste(&mut self, text: &str) {
        if !self.played.session().is_repeating() {
            self.played.paste(text);
        }
    }

    /// Answers the open question with a key: a character, or the name of one.
    pub(crate) fn answer(&mut self, stroke: &str) -> Result<(), Error> {
        let mut characters = stroke.chars();
        let stroke = match (stroke, characters.next(), characters.next()) {
            ("Enter", ..) => Stroke::Enter,
            ("Escape", ..) => Stroke::Escape,
            ("Backspace", ..) => Stroke::Erase,
            (_, Some(character), None) => Stroke::Character(character),
            _ => return Err(refuse(format!("`{stroke}` is not a character, Enter, Escape or Backspace"))),
        };
        self.played.answer(stroke);
        Ok(())
    }

    pub(crate) fn set_speed(&mut self, speed: Speed) {
        self.played.session_mut().set_pace(Pace::new(speed));
    }

    pub(crate) fn set_sound(&mut self, is_on: bool) {
        self.played.session_mut().set_sound(is_on.then_some(SAMPLE_RATE));
    }

    pub(crate) fn take_samples(&mut self) -> Vec<f32> {
        crate::samples(&self.played.session_mut().take_samples()).collect()
    }

    /// Returns all state that a page shows beside the picture.
    pub(crate) fn state(&self) -> Value {
        let basic = self.played.basic();
        json!({
            "message": self.played.message(),
            "fault": self.played.fault().map(|fault| {
                let Range { start, end } = fault.wrong();
                json!({ "source": fault.source, "from": start, "to": end })
            }),
            "question": self.played.question().is_some(),
            "waiting": self.waiting(),
            "puzzle": rotate::puzzle(basic, self.played.session().pause()),
            "text": recognize::text(basic.picture()),
            "printed": self.printed(),
            "sz": basic.store().free(),
            "lines": basic.store().lines().count(),
            "statements": basic.statements(),
            "tstates": basic.tstates(),
            "saved": self.saved.take_new(),
        })
    }

    /// Returns the last lines that the program printed, also those that are not on the screen any more.
    fn printed(&self) -> Vec<&str> {
        let lines: Vec<_> = self.played.basic().transcript().lines().collect();
        lines[lines.len().saturating_sub(PRINTED_LINES)..].to_vec()
    }

    fn waiting(&self) -> &'static str {
        match self.played.session().pause() {
            Pause::Key => "key",
            Pause::Answer => "input",
            Pause::List => "list",
            Pause::Tape => "tape",
            Pause::Prompt => "prompt",
            Pause::Budget => "running",
        }
    }

    pub(crate) fn program(&self) -> String {
        let basic = self.played.basic();
        let lines: Vec<_> = basic.store().lines().collect();
        write(&lines, basic.dialect(), &Header::default(), Notation::Text)
    }

    /// Returns what repeats the session so far.
    pub(crate) fn recording(&self) -> Reply {
        if self.saved.was_used() {
            return Err(refuse("a program was saved or loaded, which a recording cannot repeat"));
        }
        let basic = self.played.basic();
        Ok(json!({
            "dialect": basic.dialect().to_string(),
            "seed": self.seed,
            "keys": key::write(self.played.session().recording()),
            "statements": basic.statements(),
        }))
    }
}

/// The folder of `:PRINT "NAME"` and `:INPUT "NAME"`. The page keeps its files.
#[derive(Clone, Default)]
pub(crate) struct SavedFiles(Rc<RefCell<Contents>>);

#[derive(Default)]
struct Contents {
    files: Texts,
    /// The names of the files that were written and not taken yet.
    new: Vec<String>,
    was_used: bool,
}

impl SavedFiles {
    pub(crate) fn new(files: Texts) -> Self {
        SavedFiles(Rc::new(RefCell::new(Contents { files, ..Contents::default() })))
    }

    /// Returns the files written since the last call.
    pub(crate) fn take_new(&self) -> Texts {
        let mut contents = self.0.borrow_mut();
        let names = std::mem::take(&mut contents.new);
        names
            .into_iter()
            .filter_map(|name| contents.files.get(&name).map(|text| (name, text.clone())))
            .collect()
    }

    /// Returns whether a program was saved or loaded. A recording cannot repeat that.
    pub(crate) fn was_used(&self) -> bool {
        self.0.borrow().was_used
    }
}

impl Folder for SavedFiles {
    fn names(&self) -> Vec<String> {
        self.0.borrow().files.keys().cloned().collect()
    }

    fn kind(&self, name: &str) -> FileKind {
        if self.0.borrow().files.contains_key(name) { FileKind::File } else { FileKind::Missing }
    }

    fn read(&self, name: &str) -> Result<String, Error> {
        let mut contents = self.0.borrow_mut();
        contents.was_used = true;
        contents.files.get(name).cloned().ok_or_else(|| refuse("there is no such file"))
    }

    fn write(&mut self, name: &str, text: &str) -> Result<(), Error> {
        let mut contents = self.0.borrow_mut();
        contents.was_used = true;
        contents.new.push(name.to_owned());
        contents.files.insert(name.to_owned(), text.to_owned());
        Ok(())
    }
}
