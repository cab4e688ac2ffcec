//! The Bally as it is played in the terminal.

use std::{
    ffi::OsString,
    path::{Path, PathBuf},
    time::Duration,
};

use anyhow::Result;
use arcadian_bally::{Bally, Pen, RecorderKey};
use arcadian_basic::{Dialect, Key, Line, Pause, words::code};
use arcadian_files::{FileKind, Files as _, escape};
use arcadian_play::{
    about,
    bally::{
        basic,
        keys::{self, Keypad},
        parts,
        report::LastSeconds,
        session::BallySession,
        tape,
    },
    keeper::{Answer, Question},
    keeper::{Decision, Keeper},
    pace::Speed,
    stick::Releases,
};
use crossterm::event::{KeyCode, KeyEvent};

use super::{
    Files, SessionArgs, ZOOM,
    keyboard::{self, Command, Keystroke, Meaning},
    screenshot,
};
use crate::{
    files::{
        Disk, PortTapes,
        input::{self, ProgramFolder},
        pending::{self, Pending},
    },
    sound::LiveSound,
    terminal::{
        self,
        events::Palette,
        help::Help,
        picture::Shape,
        playing::{self, Next, Playable},
    },
};

/// The most frames of sound: an hour.
pub const MOST_SOUND: u64 = 60 * 60 * 60;

/// The most samples of sound that are kept.
const MOST_SAMPLES: usize = 60 * 60 * 48_000;

/// The length of a GIF in seconds.
const SECONDS: u32 = 5;

pub struct Recorder {
    sound: Option<Vec<i16>>,
    pictures: LastSeconds,
}

impl Recorder {
    /// Starts to record what the options ask for.
    pub fn new(args: &SessionArgs) -> Self {
        Self {
            sound: args.wav.is_some().then(Vec::new),
            pictures: LastSeconds::new(args.gif_seconds.unwrap_or(SECONDS)),
        }
    }

    /// Looks at the machine after a frame.
    pub fn observe(&mut self, bally: &Bally) {
        self.pictures.observe(bally);
        if let Some(sound) = self.sound.as_mut().filter(|sound| sound.len() < MOST_SAMPLES) {
            sound.extend_from_slice(bally.samples());
        }
    }

    pub fn samples(&self) -> &[i16] {
        self.sound.as_deref().unwrap_or_default()
    }

    /// Returns the last seconds as a GIF file.
    pub fn gif(&self, bally: &Bally, palette: Palette) -> Result<Vec<u8>> {
        Ok(self.pictures.gif(bally, ZOOM, palette.into())?)
    }
}

pub struct Game<'a> {
    pub session: BallySession,
    /// The legends of its keypad.
    pub keypad: Keypad,
    /// The name of the files of the session, without an ending.
    pub name: OsString,
    /// The footer shows the state of the program in the BASIC cartridge.
    pub is_program: bool,
    pub tapes: PortTapes,
    /// The first message in the footer.
    pub note: Option<String>,
    /// Makes the file of the recording.
    pub recording: &'a dyn Fn(&mut BallySession) -> String,
}

/// Plays until the user leaves or a signal ends the process.
pub fn play(game: Game, args: &SessionArgs) -> Result<()> {
    let files = Files::prepare(args)?;
    let file = args.record.as_deref().map(Pending::new).transpose()?;
    let recording = game.recording;
    let start = |releases| ArcadePlayer::new(args, game, releases);
    playing::play(args.display, start, |player| {
        let ArcadePlayer { mut session, recorder, sound, tapes, .. } = player;
        drop(sound);
        pending::all([
            files.write(session.bally(), &recorder, args, true),
            tapes.finish().map(drop),
            file.map_or(Ok(()), |file| pending::finish(file, recording(&mut session).as_bytes())),
        ])
    })
}

/// Returns a recording of the pad, by frames.
pub fn pad_recording(session: &mut BallySession) -> String {
    let (events, frames) = session.recording();
    format!("{}\n{{AT {frames}}}\n", keys::write(events)).trim_start().to_owned()
}

pub(super) struct ArcadePlayer<'a> {
    args: &'a SessionArgs,
    pub(super) name: OsString,
    pub(super) session: BallySession,
    pub(super) keypad: Keypad,
    pub(super) is_program: bool,
    /// Characters are typed with their shifts.
    pub(super) types_text: bool,
    /// The lines that are in a file, for the BASIC cartridge.
    keeper: Keeper,
    question: Option<Question>,
    /// The message for the footer until the next key.
    note: Option<String>,
    recorder: Recorder,
    pub(super) tapes: PortTapes,
    sound: Option<LiveSound>,
}

impl<'a> ArcadePlayer<'a> {
    fn new(args: &'a SessionArgs, game: Game, releases: Releases) -> Self {
        let session = game.session.with_releases(releases);
        let types_text = basic::has_cartridge(session.bally());
        let lines = if types_text { basic::lines(session.bally()) } else { Vec::new() };
        let name = escape::os_text(&game.name);
        let keeper = Keeper::new(Box::new(ProgramFolder::current()), lines, name);
        let rescued = keeper.rescued_file().filter(|_| types_text);
        Self {
            args,
            name: game.name,
            keypad: game.keypad,
            is_program: game.is_program,
            types_text,
            session,
            keeper,
            question: None,
            note: game.note.or(rescued.map(|file| {
                format!(
                    "{file} has unsaved lines of an earlier session; `play {file} --engine bally` loads it."
                )
            })),
            recorder: Recorder::new(args),
            tapes: game.tapes,
            sound: LiveSound::start(args.sound.sound),
        }
    }

    /// Returns the message for the footer: a question, a note.
    pub(super) fn message(&self) -> Option<String> {
        let question = self.question.as_ref().map(Question::text);
        let parts: Vec<String> = question.into_iter().chain(self.note.clone()).collect();
        (!parts.is_empty()).then(|| parts.join(" · "))
    }

    fn mute(&mut self) {
        if let Some(sound) = &mut self.sound {
            sound.mute();
        }
    }

    fn command(&mut self, command: Command) -> Next {
        match command {
            Command::Help => return Next::Help,
            Command::Pause => self.switch(None),
            Command::Fast => self.switch(Some(Speed::Max)),
            Command::Step => {
                self.mute();
                let (recorder, tapes) = (&mut self.recorder, &mut self.tapes);
                self.session.step(|bally| {
                    recorder.observe(bally);
                    tapes.observe(bally);
                });
                self.note = Some(format!(
                    "Frame {}. ^N runs the next one, ^P continues.",
                    self.session.bally().frames()
                ));
            }
            Command::Reset if self.is_unsaved() => self.question = Some(Question::Erase),
            Command::Reset => self.reset(),
            Command::Save => self.save(),
            Command::Load if self.is_unsaved() => {
                self.question = Some(Question::LoadState(escape::path(&self.file(".state"))));
            }
            Command::Load => self.load(),
            Command::Tape | Command::Rewind if self.tapes.seconds.is_none() => {
                self.note = Some("There is no tape in the recorder (--tape-in).".to_owned());
            }
            Command::Tape if tape::is_playing(self.session.bally()) => {
                self.session.press_recorder(RecorderKey::Stop);
            }
            Command::Tape => self.session.press_recorder(RecorderKey::Play),
            Command::Rewind => self.session.press_recorder(RecorderKey::Rewind),
            Command::Screenshot => self.screenshot(),
            Command::Gif => self.gif(),
            Command::Redraw => return Next::Redraw,
            Command::Suspend => return Next::Suspend,
            Command::Leave if self.is_unsaved() => self.question = Some(Question::Leave),
            Command::Leave => return Next::Leave,
        }
        Next::Continue
    }

    /// Switches to a speed or pauses, or back to the speed of the machine.
    fn switch(&mut self, speed: Option<Speed>) {
        self.mute();
        let is_on = self.session.speed() == speed;
        self.session.set_speed(if is_on { Some(Speed::Period) } else { speed });
    }
}

impl Playable for ArcadePlayer<'_> {
    const SHAPE: Shape = Shape::BALLY;

    /// Runs the machine up to `now`. Only its own speed has sound. The machine is stopped while a question is open.
    fn advance(&mut self, now: Duration) {
        if self.question.is_some() {
            return self.session.suspend();
        }
        let is_heard = self.session.speed() == Some(Speed::Period);
        let (recorder, tapes, sound) = (&mut self.recorder, &mut self.tapes, &mut self.sound);
        self.session.advance(now, |bally| {
            recorder.observe(bally);
            tapes.observe(bally);
            if let Some(sound) = sound.as_mut().filter(|_| is_heard) {
                sound.play(bally.samples(), now);
            }
        });
        let notice = sound.as_mut().and_then(LiveSound::notice);
        self.note = self.session.take_note().or(notice).or(self.note.take());
    }

    fn idle(&self, now: Duration) -> Option<Duration> {
        self.session.idle(now)
    }

    fn key(&mut self, event: &KeyEvent, now: Duration) -> Next {
        self.note = None;
        if self.question.is_some() && terminal::is_interrupt(event) {
            return Next::Interrupt;
        }
        if let Some(question) = self.question.take() {
            return self.answer(question, event);
        }
        match keyboard::typed(event).filter(|_| self.types_text) {
            Some(Keystroke::Key(key)) => {
                let is_at_prompt = basic::pause(self.session.bally()) == Pause::Prompt;
                if key == Key::Code(code::GO) && is_at_prompt {
                    self.note = about::command(&self.session.line()).map(str::to_owned);
                }
                self.session.type_key(key, now);
                return Next::Continue;
            }
            Some(Keystroke::Foreign(character)) => {
                self.paste(&character.to_string());
                return Next::Continue;
            }
            None => {}
        }
        if event.code == KeyCode::Esc {
            self.session.stop_typing();
        }
        match keyboard::meaning(event, self.keypad) {
            Some(Meaning::Press(key)) => self.session.press(key, keyboard::has_release(event), now),
            Some(Meaning::Control(control)) => self.session.control(control, now),
            Some(Meaning::Handle(number)) if !self.session.select_handle(number) => {
                self.note = Some(format!("Handle {number} is not connected (--handles)."));
            }
            Some(Meaning::Handle(_)) => {}
            Some(Meaning::Command(command)) => return self.command(command),
            None => {}
        }
        Next::Continue
    }

    fn release(&mut self, key: &KeyEvent) {
        match keyboard::meaning(key, self.keypad) {
            Some(Meaning::Press(key)) => self.session.release(key),
            Some(Meaning::Control(control)) => self.session.release_control(control),
            _ => {}
        }
    }

    fn has_pointer(&self) -> bool {
        self.args.pen
    }

    fn point(&mut self, pixel: Option<(usize, usize)>) {
        self.session.point(pixel.and_then(|(x, y)| Pen::at(x, y)));
    }

    /// Types a text, or says why not.
    fn paste(&mut self, text: &str) {
        self.note = if !self.types_text {
            Some("Text cannot be pasted: the machine does not have the BASIC cartridge".to_owned())
        } else if self.question.is_some() {
            Some("A question is open: nothing was pasted".to_owned())
        } else {
            self.session.paste(text).unwrap_or_else(|refusal| Some(refusal.to_string()))
        };
    }

    fn suspend(&mut self) {
        self.mute();
        self.session.suspend();
    }

    fn help(&self) -> Help {
        self.page()
    }

    fn rescue(&self) -> Option<String> {
        let lines = self.lines();
        let write = || input::rescue(|folder| self.keeper.rescue(folder, &lines, Dialect::Bally));
        self.keeper.is_unsaved(&lines).then(write)
    }
}

/// The program in the BASIC cartridge.
impl ArcadePlayer<'_> {
    fn lines(&self) -> Vec<Line> {
        if self.types_text { basic::lines(self.session.bally()) } else { Vec::new() }
    }

    fn is_unsaved(&self) -> bool {
        self.keeper.is_unsaved(&self.lines())
    }

    fn answer(&mut self, question: Question, event: &KeyEvent) -> Next {
        let Some(stroke) = terminal::stroke(event) else {
            self.question = Some(question);
            return Next::Continue;
        };
        match self.keeper.answer(question, stroke, &self.lines(), Dialect::Bally) {
            Decision::Leave => return Next::Leave,
            Decision::Ask(question, note) => (self.question, self.note) = (Some(question), note),
            Decision::Closed(Answer::Yes, Question::Erase) => self.reset(),
            Decision::Closed(Answer::Yes, Question::LoadState(_)) => self.load(),
            Decision::Closed(..) => {}
        }
        Next::Continue
    }

    fn reset(&mut self) {
        self.session.stop_typing();
        self.session.reset();
        self.keeper.set_saved(Vec::new());
    }
}

/// Files of a session, in the current directory, with the name of the cartridge.
impl ArcadePlayer<'_> {
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
        if Disk.kind(&path) == FileKind::Device {
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
        self.write_encoded(&path, screenshot(bally, self.args.display.palette));
    }

    fn gif(&mut self) {
        let bally = self.session.bally();
        let path = self.file(&format!("-{}.gif", bally.frames()));
        let file = self.recorder.gif(bally, self.args.display.palette);
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

    pub(super) fn file(&self, ending: &str) -> PathBuf {
        let mut name = self.name.clone();
        name.push(ending);
        name.into()
    }
}
