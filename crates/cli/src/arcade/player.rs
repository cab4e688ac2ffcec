//! Playing in the terminal.

use std::{
    ffi::OsString,
    io::{self, IsTerminal},
    panic::{self, AssertUnwindSafe},
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use anyhow::{Context, Result, bail};
use arcadian_bally::Bally;
use arcadian_basic::{Dialect, Line};
use arcadian_desk::{
    bally::{
        basic,
        keys::{self, Keypad},
        parts,
        session::{Mode, Session},
    },
    escape,
    files::{Files as _, Kind},
    play::{
        keeper::{Decision, Keeper},
        question::{Answer, Question},
        stick::Releases,
    },
};
use arcadian_screen::Raster;
use crossterm::event::{KeyCode, KeyEvent};

use super::{
    SessionArgs,
    files::Files,
    keyboard::{self, Command, Meaning, Typed},
    recorder::Recorder,
    scene::BallyScene,
    screenshot,
};
use crate::{
    files::{
        Disk, Verdict,
        output::{self, Pending},
        program_folder::{self, ProgramFolder},
    },
    sound::LiveSound,
    terminal::{
        self, Terminal, color,
        events::{Events, Input},
        picture::{self, Shape, Size, View, size},
    },
};

/// The reason why a session ended.
enum Ending {
    Left,
    Signal(i32),
}

/// A machine to be played.
pub struct Played {
    /// The machine.
    pub bally: Bally,
    /// The legends of its keypad.
    pub keypad: Keypad,
    /// The name of the files of the session, without an ending.
    pub name: OsString,
    /// Whether it begins at full speed.
    pub is_fast: bool,
}

/// Plays until the user leaves or a signal ends the process.
pub fn play(played: Played, args: &SessionArgs) -> Result<Verdict> {
    let files = Files::prepare(args)?;
    let recording = args.record.as_deref().map(Pending::new).transpose()?;
    let mut player = Player::start(args, played)?;
    let ending = panic::catch_unwind(AssertUnwindSafe(|| player.play()));
    let has_left = matches!(ending, Ok(Ok(Ending::Left)));
    let rescued = if has_left { None } else { player.rescue() };
    let Player { session, recorder, sound, view, mut terminal, .. } = player;
    view.close(&mut terminal);
    drop((terminal, sound));
    rescued.iter().for_each(|message| output::note(message));
    let ending = ending.unwrap_or_else(|panic| panic::resume_unwind(panic));
    files.write(session.bally(), &recorder, args)?;
    if let Some(file) = recording {
        let (events, frames) = session.recording();
        let script = format!("{}\n{{AT {frames}}}\n", keys::write(events));
        file.finish(script.trim_start().as_bytes())?;
    }
    if let Ending::Signal(signal) = ending? {
        terminal::die(signal);
    }
    Ok(Verdict::Holds)
}

/// Checks that there is a terminal. `instead` is what works without one.
pub fn check_terminal(command: &str, instead: &str) -> Result<()> {
    if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        bail!("`{command}` needs a terminal for the keyboard and the picture; {instead} without one");
    }
    if terminal::is_dumb() {
        bail!("`{command}` cannot draw in this terminal: TERM is `dumb`; {instead} without drawing");
    }
    Ok(())
}

/// A played machine, the view, and the terminal's events.
struct Player<'a> {
    args: &'a SessionArgs,
    name: OsString,
    session: Session,
    keypad: Keypad,
    /// Characters are typed with their shifts.
    types_text: bool,
    /// The lines that are in a file, for the BASIC cartridge.
    keeper: Keeper,
    question: Option<Question>,
    /// The message for the footer until the next key.
    note: Option<String>,
    recorder: Recorder,
    sound: Option<LiveSound>,
    view: View<Raster>,
    terminal: Terminal,
    events: Events,
    /// When the game started; times given to the session count from here.
    start: Instant,
}

impl<'a> Player<'a> {
    fn start(args: &'a SessionArgs, played: Played) -> Result<Self> {
        let mut terminal = Terminal::enter().context("cannot use the terminal")?;
        let mut answers = picture::ask(args.graphics);
        if answers.releases {
            terminal.request_releases()?;
        }
        let size = size();
        let size = Size { cell: size.cell.or(answers.cell), ..size };
        answers.cell = size.cell;
        let method = picture::method(args.graphics, &answers);
        let mut session = Session::new(played.bally, Releases::of_terminal(answers.releases));
        session.set_mode(if played.is_fast { Mode::Fast } else { Mode::Real });
        let types_text = basic::has_cartridge(session.bally());
        let lines = if types_text { basic::lines(session.bally()) } else { Vec::new() };
        let name = escape::os_text(&played.name);
        let keeper = Keeper::new(Box::new(ProgramFolder::current()), lines, name);
        let rescued = keeper.rescued_file().filter(|_| types_text);
        Ok(Self {
            args,
            name: played.name,
            keypad: played.keypad,
            types_text,
            session,
            keeper,
            question: None,
            note: rescued.map(|file| {
                format!("{file} has unsaved lines of an earlier session; `play {file} --on bally` loads it.")
            }),
            recorder: Recorder::new(args),
            sound: LiveSound::start(args.sound),
            view: View::new(method, color::depth(), args.palette.into(), Shape::BALLY, size),
            terminal,
            events: Events::listen(answers.typed)?,
            start: Instant::now(),
        })
    }

    fn play(&mut self) -> Result<Ending> {
        loop {
            let now = self.start.elapsed();
            self.advance(now);
            let message = self.message();
            let scene = BallyScene {
                session: &self.session,
                keypad: self.keypad,
                types_text: self.types_text,
                note: message.as_deref(),
            };
            self.view.show(&mut self.terminal, &scene, now)?;
            let now = self.start.elapsed();
            let timeout = self.session.idle(now).into_iter().chain(self.view.due(now)).min();
            if let Some(input) = self.events.wait(timeout)
                && let Some(ending) = self.handle(input)?
            {
                return Ok(ending);
            }
        }
    }

    /// Returns the message for the footer: a question, a note.
    fn message(&self) -> Option<String> {
        let question = self.question.as_ref().map(Question::text);
        let parts: Vec<String> = question.into_iter().chain(self.note.clone()).collect();
        (!parts.is_empty()).then(|| parts.join(" · "))
    }

    /// Runs the machine up to `now`. Only its own speed has sound. The machine is stopped while a question is open.
    fn advance(&mut self, now: Duration) {
        if self.question.is_some() {
            return self.session.suspend();
        }
        let is_heard = self.session.mode() == Mode::Real;
        let (recorder, sound) = (&mut self.recorder, &mut self.sound);
        self.session.advance(now, |bally| {
            recorder.observe(bally);
            if let Some(sound) = sound.as_mut().filter(|_| is_heard) {
                sound.play(bally.samples(), now);
            }
        });
        let notice = sound.as_mut().and_then(LiveSound::notice);
        self.note = self.session.take_note().or(notice).or(self.note.take());
    }

    fn mute(&mut self) {
        if let Some(sound) = &mut self.sound {
            sound.mute();
        }
    }

    fn handle(&mut self, input: Input) -> Result<Option<Ending>> {
        match input {
            Input::Key(key) => return self.key(&key),
            Input::Release(key) => self.release(&key),
            Input::Paste(text) => self.paste(&text),
            Input::Resize => self.view.resize(size()),
            Input::Suspend => self.suspend()?,
            Input::End(signal) => return Ok(Some(Ending::Signal(signal))),
            Input::Error(error) => return Err(error).context("cannot read from the terminal"),
        }
        Ok(None)
    }

    fn key(&mut self, event: &KeyEvent) -> Result<Option<Ending>> {
        self.note = None;
        let now = self.start.elapsed();
        if let Some(question) = self.question.take() {
            return Ok(self.answer(question, event));
        }
        match keyboard::typed(event).filter(|_| self.types_text) {
            Some(Typed::Key(key)) => {
                self.session.type_keys([key]);
                return Ok(None);
            }
            Some(Typed::Foreign(character)) => {
                self.paste(&character.to_string());
                return Ok(None);
            }
            None => {}
        }
        if event.code == KeyCode::Esc {
            self.session.stop_typing();
        }
        match keyboard::meaning(event, self.keypad) {
            Some(Meaning::Press(key)) => self.session.press(key, keyboard::has_release(event), now),
            Some(Meaning::Control(control)) => self.session.control(control, now),
            Some(Meaning::Handle(number)) => self.session.select_handle(number),
            Some(Meaning::Command(Command::Leave)) if self.is_unsaved() => {
                self.question = Some(Question::Leave);
            }
            Some(Meaning::Command(Command::Leave)) => return Ok(Some(Ending::Left)),
            Some(Meaning::Command(command)) => self.command(command)?,
            None => {}
        }
        Ok(None)
    }

    fn release(&mut self, key: &KeyEvent) {
        match keyboard::meaning(key, self.keypad) {
            Some(Meaning::Press(key)) => self.session.release(key),
            Some(Meaning::Control(control)) => self.session.release_control(control),
            _ => {}
        }
    }

    fn command(&mut self, command: Command) -> Result<()> {
        match command {
            Command::Pause => self.switch(Mode::Paused),
            Command::Fast => self.switch(Mode::Fast),
            Command::Step => {
                self.mute();
                self.session.step(|bally| self.recorder.observe(bally));
                self.note = Some(format!(
                    "Frame {}. ^N runs the next one, ^P continues.",
                    self.session.bally().frames()
                ));
            }
            Command::Reset if self.is_unsaved() => self.question = Some(Question::Erase),
            Command::Reset => self.reset(),
            Command::Save => self.save(),
            Command::Load if self.is_unsaved() => {
                self.question = Some(Question::Load(escape::path(&self.file(".state"))));
            }
            Command::Load => self.load(),
            Command::Screenshot => self.screenshot(),
            Command::Gif => self.gif(),
            Command::Redraw => self.view.forget(),
            Command::Suspend => self.suspend()?,
            Command::Leave => {}
        }
        Ok(())
    }

    /// Switches to a mode, or back to the speed of the machine.
    fn switch(&mut self, mode: Mode) {
        self.mute();
        self.session.set_mode(if self.session.mode() == mode { Mode::Real } else { mode });
    }

    fn suspend(&mut self) -> Result<()> {
        self.mute();
        self.session.suspend();
        self.terminal.suspend().context("cannot use the terminal")?;
        self.view.resize(size());
        Ok(())
    }
}

/// The program in the BASIC cartridge.
impl Player<'_> {
    fn lines(&self) -> Vec<Line> {
        if self.types_text { basic::lines(self.session.bally()) } else { Vec::new() }
    }

    fn is_unsaved(&self) -> bool {
        self.keeper.is_unsaved(&self.lines())
    }

    /// Types a text, or says why not.
    fn paste(&mut self, text: &str) {
        self.note = match self.types_text {
            true if self.question.is_some() => Some("A question is open: nothing was pasted".to_owned()),
            true => self.session.paste(text).unwrap_or_else(|refusal| Some(refusal.to_string())),
            false => Some("Text cannot be pasted: the machine does not have the BASIC cartridge".to_owned()),
        };
    }

    /// Handles a key at a question.
    fn answer(&mut self, question: Question, event: &KeyEvent) -> Option<Ending> {
        let Some(stroke) = terminal::stroke(event) else {
            self.question = Some(question);
            return None;
        };
        match self.keeper.answer(question, stroke, &self.lines(), Dialect::Bally) {
            Decision::Leave => return Some(Ending::Left),
            Decision::Ask(question, note) => (self.question, self.note) = (Some(question), note),
            Decision::Closed(Answer::Yes, Question::Erase) => self.reset(),
            Decision::Closed(Answer::Yes, Question::Load(_)) => self.load(),
            Decision::Closed(..) => {}
        }
        None
    }

    fn reset(&mut self) {
        self.session.stop_typing();
        self.session.reset();
        self.keeper.set_saved(Vec::new());
    }

    /// Writes unsaved lines to a new file, because the session ends without a question. Returns a message.
    fn rescue(&self) -> Option<String> {
        let lines = self.lines();
        let write = || program_folder::rescue(|folder| self.keeper.rescue(folder, &lines, Dialect::Bally));
        self.keeper.is_unsaved(&lines).then(write)
    }
}

/// Files of a session, in the current directory, with the name of the cartridge.
impl Player<'_> {
    fn save(&mut self) {
        let state = self.session.bally().save();
        if self.write(&self.file(".state"), &state) {
            self.keeper.set_saved(self.lines());
        }
    }

    fn load(&mut self) {
        if self.args.record.is_some() {
            self.note = Some("A recording cannot load a state: start without --record.".to_owned());
            return;
        }
        let path = self.file(".state");
        if Disk.kind(&path) == Kind::Device {
            self.note = Some(format!("cannot read {}: it is a device or a pipe", escape::path(&path)));
            return;
        }
        let loaded = parts::load_state(&Disk, &path, |state| self.session.load(state));
        self.note = Some(match loaded {
            Ok(()) => {
                self.keeper.set_saved(self.lines());
                format!("Loaded {}.", escape::path(&path))
            }
            Err(error) => error.title(),
        });
    }

    fn screenshot(&mut self) {
        let bally = self.session.bally();
        let path = self.file(&format!("-{}.png", bally.frames()));
        self.write_encoded(&path, screenshot(bally, self.args.palette));
    }

    fn gif(&mut self) {
        let bally = self.session.bally();
        let path = self.file(&format!("-{}.gif", bally.frames()));
        let file = self.recorder.gif(bally, self.args.palette);
        self.write_encoded(&path, file);
        // Emulated time has not passed during the encoding.
        self.session.suspend();
    }

    fn write_encoded(&mut self, path: &Path, file: Result<Vec<u8>>) {
        match file {
            Ok(file) => {
                self.write(path, &file);
            }
            Err(error) => self.note = Some(format!("{error:#}")),
        }
    }

    /// Writes a file; returns whether that was possible.
    fn write(&mut self, path: &Path, bytes: &[u8]) -> bool {
        let written = Pending::saved(path, parts::STATE).and_then(|file| file.finish(bytes));
        let is_written = written.is_ok();
        self.note = Some(match written {
            Ok(()) => format!("Written: {}", escape::path(path)),
            Err(error) => format!("{error:#}"),
        });
        is_written
    }

    /// Returns the path of a file of the session.
    fn file(&self, ending: &str) -> PathBuf {
        let mut name = self.name.clone();
        name.push(ending);
        name.into()
    }
}
