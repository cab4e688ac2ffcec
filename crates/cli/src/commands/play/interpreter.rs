//! Playing in the interpreter.

use std::time::Duration;

use anyhow::Result;
use arcadian_basic::{Ending, Key, Pause};
use arcadian_files::program::LoadedProgram;
use arcadian_play::bally::sound;
use arcadian_play::{
    pace::{Pace, Speed},
    played_program::{self, Flow, PlayedProgram},
    report, rotate,
    session::BasicSession,
    stick::Action,
};
use arcadian_screen::{Frame, Ink};
use crossterm::event::KeyEvent;

use super::{
    super::play,
    Hint, PlayArgs, default_name,
    keyboard::{self, Meaning},
    recording,
};
use crate::{
    files::{
        input::{self, ProgramFolder},
        output,
        pending::{self, Pending},
    },
    sound::LiveSound,
    terminal::{
        self,
        help::Help,
        picture::{Room, Scene, Shape},
        playing::{self, Next, Playable},
    },
};

/// Plays a program until the user leaves or a signal ends the process.
pub(super) fn play(args: &PlayArgs, loaded: &LoadedProgram, seed: u64) -> Result<()> {
    let mut basic = loaded.machine(seed)?;
    // RUN of an empty machine returns to the prompt at once.
    basic.enter("RUN")?;
    let file = args.record.as_deref().map(Pending::new).transpose()?;
    let (blank, _) = args.tapes.insert(&mut basic)?;
    let locked = file.as_ref().map(|_| played_program::RECORDED);
    let start = |releases| {
        let mut session = BasicSession::new(basic, Pace::new(args.speed), releases);
        let sound = (args.speed == Speed::Period).then(|| LiveSound::start(args.sound.sound)).flatten();
        session.set_sound(sound.as_ref().map(|_| sound::RATE));
        let played =
            PlayedProgram::new(session, Box::new(ProgramFolder::current()), default_name(args), locked)
                .with_idle_note("Nothing runs. Ctrl-C leaves, Ctrl-R erases the program.");
        Interpreter {
            played,
            name: loaded.name.clone(),
            speed: args.speed,
            sound,
            is_player_named: args.sound.is_named(),
            notice: None,
            hint: Hint::default(),
        }
    };
    playing::play(args.display, start, |Interpreter { mut played, sound, .. }| {
        drop(sound);
        let events = played.session_mut().finish().to_vec();
        let basic = played.basic();
        let record = |file| {
            pending::finish(file, recording(args, loaded, seed, &events, basic.statements()).as_bytes())
        };
        pending::all([file.map_or(Ok(()), record), blank.map_or(Ok(()), |blank| blank.finish(basic))])?;
        if let Some(Ending::Error(fault)) = basic.ending() {
            output::show(&report::render_fault(fault));
        }
        Ok(())
    })
}

struct Interpreter {
    played: PlayedProgram,
    /// The name of the program.
    name: String,
    speed: Speed,
    sound: Option<LiveSound>,
    /// Whether the user has named the player of the sound.
    is_player_named: bool,
    /// The reason that there is no sound, until the next key.
    notice: Option<String>,
    hint: Hint,
}

/// The time between two looks at a search for a hint.
const INTERVAL: Duration = Duration::from_millis(30);

impl Interpreter {
    fn toggle_hint(&mut self) {
        let said = self.hint.toggle(self.played.session());
        said.into_iter().for_each(|said| self.played.set_note(said));
    }

    /// Returns whether a key asks for help: also `?`, which ROTATE does not need.
    fn asks_for_help(&self, meaning: Option<Meaning>) -> bool {
        let is_free =
            || self.played.session().pause() != Pause::Prompt && rotate::is_loaded(self.played.basic());
        match meaning {
            Some(Meaning::Help) => true,
            Some(Meaning::Act(Action::Press(Key::Code(b'?')))) => {
                self.played.question().is_none() && is_free()
            }
            _ => false,
        }
    }

    /// Plays what was heard since the last call. While a question is open, the machine is stopped.
    fn play(&mut self, now: Duration) {
        let Some(sound) = &mut self.sound else { return };
        let samples = self.played.session_mut().take_samples();
        if self.played.question().is_some() {
            sound.mute();
        } else if !samples.is_empty() {
            sound.play(&samples, now);
        }
        match sound.notice() {
            Some(notice) if self.is_player_named => self.played.set_note(notice),
            Some(notice) => self.notice = Some(notice),
            None => {}
        }
    }
}

impl Scene for Interpreter {
    type Image = Frame;

    /// Returns the picture, with a cursor line at the next character during text entry. The original machine has no cursor.
    fn image(&self) -> Frame {
        let mut frame = self.played.basic().frame();
        if self.played.is_entering() {
            let (cx, cy) = self.played.basic().cursor();
            frame.picture.fill_box(cx.saturating_sub(1), cy.saturating_sub(4), 5, 1, Ink::Foreground);
        }
        frame
    }

    fn footer(&self, room: Room) -> Vec<String> {
        let searching = self.hint.is_searching().then_some(play::SEARCHING);
        let notice = self.notice.as_deref();
        keyboard::lines(&self.played, searching, self.speed, notice, room)
    }
}

impl Playable for Interpreter {
    const SHAPE: Shape = Shape::BASIC;

    fn advance(&mut self, now: Duration) {
        self.played.advance(now);
        self.play(now);
        let found = self.hint.take(self.played.session());
        found.into_iter().for_each(|found| self.played.set_note(found));
    }

    fn idle(&self, now: Duration) -> Option<Duration> {
        let search = self.hint.is_searching().then_some(INTERVAL);
        self.played.idle(now).into_iter().chain(search).min()
    }

    fn key(&mut self, key: &KeyEvent, now: Duration) -> Next {
        self.notice = None;
        let flow = match keyboard::meaning(key) {
            meaning if self.asks_for_help(meaning) => return Next::Help,
            Some(Meaning::Redraw) => return Next::Redraw,
            Some(Meaning::Suspend) => return Next::Suspend,
            _ if self.played.question().is_some() && terminal::is_interrupt(key) => return Next::Interrupt,
            _ if self.played.question().is_some() => {
                terminal::stroke(key).map_or(Flow::Continue, |stroke| self.played.answer(stroke))
            }
            Some(Meaning::Hint) => {
                self.toggle_hint();
                Flow::Continue
            }
            Some(Meaning::Act(Action::Halt)) if self.hint.is_searching() => {
                self.toggle_hint();
                Flow::Continue
            }
            Some(Meaning::Act(action)) => self.played.act(action, now),
            Some(Meaning::Foreign(character)) => {
                self.played.type_foreign(character);
                Flow::Continue
            }
            Some(Meaning::Help) | None => Flow::Continue,
        };
        if flow == Flow::Leave { Next::Leave } else { Next::Continue }
    }

    fn release(&mut self, key: &KeyEvent) {
        if let Some(Meaning::Act(action)) = keyboard::meaning(key) {
            self.played.session_mut().release(action);
        }
    }

    fn paste(&mut self, text: &str) {
        self.played.paste(text);
    }

    fn suspend(&mut self) {
        self.sound.iter_mut().for_each(LiveSound::mute);
        self.played.session_mut().suspend();
    }

    fn help(&self) -> Help {
        let lines: Vec<_> = self.played.basic().store().lines().collect();
        keyboard::help(&self.name, &lines)
    }

    fn rescue(&self) -> Option<String> {
        let write = || input::rescue(|folder| self.played.rescue(folder));
        self.played.is_unsaved().then(write)
    }
}
