//! Playing in the terminal: one loop and one ending for everything that is played.

use std::{
    io::{self, IsTerminal},
    panic::{self, AssertUnwindSafe},
    time::{Duration, Instant},
};

use anyhow::{Context, Result, bail};
use arcadian_play::stick::Releases;
use clap::Args;
use crossterm::event::KeyEvent;

use super::{
    Terminal, die,
    events::{self, Events, Input, Palette},
    help::{Effect, Help, Page},
    is_dumb,
    picture::{self, Graphics, Scene, Shape, Size, View, size},
};
use crate::files::output;

/// How a played machine is shown.
#[derive(Args, Clone, Copy, Debug, Default)]
pub struct DisplayArgs {
    /// Graphics method
    #[arg(long, value_enum, default_value_t)]
    pub graphics: Graphics,
    /// Brightness of colors
    #[arg(long, value_enum, default_value_t)]
    pub palette: Palette,
}

/// A machine that can be played. Times count from the start of the session.
pub trait Playable: Scene {
    const SHAPE: Shape;

    /// Runs up to a time.
    fn advance(&mut self, now: Duration);

    /// Returns the time until something can happen without a key; none means never.
    fn idle(&self, now: Duration) -> Option<Duration>;

    /// Handles a key that is pressed or repeats.
    fn key(&mut self, key: &KeyEvent, now: Duration) -> Next;

    fn release(&mut self, key: &KeyEvent);

    fn has_pointer(&self) -> bool {
        false
    }

    /// The mouse points at a pixel of the picture, by column and row, with a button down.
    fn point(&mut self, _pixel: Option<(usize, usize)>) {}

    /// Types a pasted text, or shows why not.
    fn paste(&mut self, text: &str);

    /// Stops the time until the next call of [`advance`](Self::advance), because the process is suspended.
    fn suspend(&mut self);

    /// Returns what F1 shows.
    fn help(&self) -> Help;

    /// Writes unsaved lines to a new file, because the session ends without a question. Returns a message.
    fn rescue(&self) -> Option<String>;
}

/// The action that follows a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    Continue,
    /// Shows the page of [`Playable::help`] until a key closes it. The machine is stopped.
    Help,
    Redraw,
    Suspend,
    Leave,
    /// Ends as Ctrl-C ends other commands, and rescues unsaved lines.
    Interrupt,
}

/// The number of the signal that Ctrl-C is outside of raw mode.
const SIGINT: i32 = 2;

enum Ending {
    Left,
    Signal(i32),
}

/// Checks that there is a terminal. `instead` is what works without one.
pub fn check(command: &str, instead: &str) -> Result<()> {
    if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        bail!("`{command}` needs a terminal for the keyboard and the picture; {instead} without one");
    }
    if is_dumb() {
        bail!("`{command}` cannot draw in this terminal: TERM is `dumb`; {instead} without drawing");
    }
    Ok(())
}

/// Plays until the user leaves or a signal ends the process. `start` gets the releases of keys that the terminal reports. `finish`
/// writes the files of the session however it ends, unless by a panic.
pub fn play<P: Playable>(
    display: DisplayArgs,
    start: impl FnOnce(Releases) -> P,
    finish: impl FnOnce(P) -> Result<()>,
) -> Result<()> {
    let mut session = TerminalSession::start(display, start)?;
    let ending = panic::catch_unwind(AssertUnwindSafe(|| session.play()));
    let has_left = matches!(ending, Ok(Ok(Ending::Left)));
    let rescued = if has_left { None } else { session.played.rescue() };
    let played = session.close();
    rescued.iter().for_each(|message| output::note(message));
    let ending = ending.unwrap_or_else(|panic| panic::resume_unwind(panic));
    finish(played)?;
    if let Ending::Signal(signal) = ending? {
        die(signal);
    }
    Ok(())
}

struct TerminalSession<P: Playable> {
    played: P,
    view: View<P::Image>,
    terminal: Terminal,
    events: Events,
    start: Instant,
    /// The page that is shown in place of the picture.
    page: Option<Page>,
}

impl<P: Playable> TerminalSession<P> {
    fn start(display: DisplayArgs, start: impl FnOnce(Releases) -> P) -> Result<Self> {
        let charset = picture::charset(display.graphics);
        let mut terminal = Terminal::enter(charset).context("cannot use the terminal")?;
        let mut answers = picture::ask(display.graphics);
        if answers.releases {
            terminal.request_releases()?;
        }
        let size = size();
        let size = Size { cell: size.cell.or(answers.cell), ..size };
        answers.cell = size.cell;
        let method = picture::method(display.graphics, &answers, charset);
        let played = start(Releases::of_terminal(answers.releases));
        if played.has_pointer() {
            terminal.request_mouse()?;
        }
        Ok(Self {
            played,
            view: View::new(method, charset, events::depth(), display.palette.into(), P::SHAPE, size),
            terminal,
            events: Events::listen(answers.typed)?,
            start: Instant::now(),
            page: None,
        })
    }

    fn play(&mut self) -> Result<Ending> {
        loop {
            let timeout = self.show()?;
            if let Some(input) = self.events.wait(timeout)
                && let Some(ending) = self.handle(input)?
            {
                return Ok(ending);
            }
        }
    }

    /// Runs the machine up to the present and shows it, or the page. Returns the time until something can happen without input.
    fn show(&mut self) -> Result<Option<Duration>> {
        if let Some(page) = &mut self.page {
            let rows = page.rows(self.view.size(), self.view.charset());
            self.view.show_page(&mut self.terminal, rows)?;
            return Ok(None);
        }
        let now = self.start.elapsed();
        self.played.advance(now);
        self.view.show(&mut self.terminal, &self.played, now)?;
        let now = self.start.elapsed();
        Ok(self.played.idle(now).into_iter().chain(self.view.due(now)).min())
    }

    fn key(&mut self, key: &KeyEvent) -> Result<Option<Ending>> {
        match self.page.as_mut().map_or(Effect::Passed, |page| page.key(key)) {
            Effect::Turned => return Ok(None),
            Effect::Closed => {
                self.page = None;
                return Ok(None);
            }
            Effect::Passed => self.page = None,
        }
        match self.played.key(key, self.start.elapsed()) {
            Next::Continue => {}
            Next::Help => {
                self.played.suspend();
                self.page = Some(Page::new(self.played.help()));
            }
            Next::Redraw => self.view.forget(),
            Next::Suspend => self.suspend()?,
            Next::Leave => return Ok(Some(Ending::Left)),
            Next::Interrupt => return Ok(Some(Ending::Signal(SIGINT))),
        }
        Ok(None)
    }

    fn handle(&mut self, input: Input) -> Result<Option<Ending>> {
        match input {
            Input::Key(key) => return self.key(&key),
            Input::Release(key) => self.played.release(&key),
            Input::Paste(text) => {
                self.page = None;
                self.played.paste(&text);
            }
            Input::Point(_) if self.page.is_some() => {}
            Input::Point(cell) => self.played.point(cell.and_then(|cell| self.view.pixel_at(cell))),
            Input::Resize => self.view.resize(size()),
            Input::Suspend => self.suspend()?,
            Input::End(signal) => return Ok(Some(Ending::Signal(signal))),
            Input::Error(error) => return Err(error).context("cannot read from the terminal"),
        }
        Ok(None)
    }

    fn suspend(&mut self) -> Result<()> {
        self.played.suspend();
        self.terminal.suspend().context("cannot use the terminal")?;
        self.view.resize(size());
        Ok(())
    }

    /// Restores the terminal.
    fn close(mut self) -> P {
        self.view.close(&mut self.terminal);
        self.played
    }
}
