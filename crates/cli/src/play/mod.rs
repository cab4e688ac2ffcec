//! `play`: a program in the terminal.

pub mod events;
mod folder;
mod footer;
mod graphics;
mod host;
mod keyboard;
mod layout;
mod pace;
mod query;
mod question;
mod session;
mod stick;
pub mod terminal;
mod view;

use std::{
    io::{self, IsTerminal},
    time::{Instant, SystemTime, UNIX_EPOCH},
};

use anyhow::{Context, Result, bail};
use arcadian_basic::{Basic, Ending as End, key};

use crate::{
    Verdict,
    args::PlayArgs,
    border,
    keys_file::{self, KeysFile},
    output::{self, Pending},
    program::{self, Loaded},
    report,
};
use events::{Events, Input};
use folder::Folder;
use host::{Flow, Host};
use layout::Size;
use pace::Pace;
use session::Session;
use stick::Stick;
use terminal::Terminal;
use view::View;

pub use graphics::depth;

/// Why playing ended.
enum Ending {
    Left,
    Signal(i32),
}

/// Plays a program until one leaves.
pub fn run(args: &PlayArgs) -> Result<Verdict> {
    check_terminal(args)?;
    let loaded = match args.new {
        true => Loaded::empty(&args.reading),
        false => program::load(&args.program, &args.reading)?,
    };
    let seed = args.seed.unwrap_or_else(seed_of_the_clock);
    let mut basic = loaded.machine(seed)?;
    basic.enter("RUN")?;
    let recording = args.record.as_deref().map(Pending::new).transpose()?;

    let mut player = Player::start(args, basic)?;
    let ending = player.play();
    let (events, basic) = player.finish();
    if let Some(file) = recording {
        let keys = KeysFile {
            program: (!args.new).then_some(loaded.name),
            as_printed: args.reading.as_printed,
            dialect: Some(loaded.dialect),
            seed: Some(seed),
            statements: Some(basic.statements()),
            events,
        };
        file.finish(keys_file::write(&keys).as_bytes())?;
    }
    if let Some(End::Error(fault)) = basic.ending() {
        report::underlined(fault).note();
    }
    if let Ending::Signal(signal) = ending? {
        die(signal);
    }
    if args.seed.is_none() {
        output::note(&format!("The random numbers were those of --seed {seed}."));
    }
    Ok(Verdict::Holds)
}

fn check_terminal(args: &PlayArgs) -> Result<()> {
    let instead =
        if args.new { "run --new".to_owned() } else { format!("run {}", border::argument(&args.program)) };
    if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        bail!(
            "`play` needs a terminal for the keyboard and the picture; `arcadian {instead}` works without one"
        );
    }
    if terminal::is_dumb() {
        bail!(
            "`play` cannot draw in this terminal: TERM is `dumb`; `arcadian {instead}` works without drawing"
        );
    }
    Ok(())
}

/// The name under which a program is saved, as long as no other is given.
fn name(args: &PlayArgs) -> String {
    let is_file = !args.new && !program::is_built_in(&args.program) && !border::is_stream(&args.program);
    let stem = args.program.file_stem().filter(|_| is_file);
    stem.map(border::os).unwrap_or_default()
}

/// Six digits, so that one can write them down.
fn seed_of_the_clock() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    (now.as_nanos() / 1_000 % 1_000_000) as u64
}

/// Dies of a signal as if it had not been caught, so that the shell knows.
#[cfg(unix)]
pub fn die(signal: i32) {
    let _ = signal_hook::low_level::emulate_default_handler(signal);
}

#[cfg(not(unix))]
pub fn die(_signal: i32) {}

/// The machine, the terminal and what comes from outside.
struct Player {
    host: Host,
    view: View,
    terminal: Terminal,
    events: Events,
}

impl Player {
    fn start(args: &PlayArgs, basic: Basic) -> Result<Self> {
        let mut terminal = Terminal::enter().context("the terminal cannot be used")?;
        let mut answers = graphics::ask(args.graphics);
        if answers.releases {
            terminal.ask_for_releases()?;
        }
        let size = size();
        let size = Size { cell: size.cell.or(answers.cell), ..size };
        answers.cell = size.cell;
        let method = graphics::method(args.graphics, &answers);
        let session = Session::new(basic, Pace::new(args.speed), Stick::new(answers.releases));
        let locked = args.record.as_ref().map(|_| host::RECORDED);
        Ok(Self {
            host: Host::new(session, Folder::new("."), name(args), locked),
            view: View::new(method, depth(), args.palette.into(), args.speed, size),
            terminal,
            events: Events::listen(answers.typed)?,
        })
    }

    fn play(&mut self) -> Result<Ending> {
        loop {
            let now = Instant::now();
            self.host.advance(now);
            self.view.show(&mut self.terminal, &self.host, now)?;
            let patience = self.host.idle(now).into_iter().chain(self.view.due(now)).min();
            if let Some(input) = self.events.wait(patience)
                && let Some(ending) = self.take(input)?
            {
                return Ok(ending);
            }
        }
    }

    /// Does what an input asks for.
    fn take(&mut self, input: Input) -> Result<Option<Ending>> {
        match input {
            Input::Key(key) => return self.key(&key),
            Input::Release(key) => {
                let session = self.host.session_mut();
                keyboard::action(&key).into_iter().for_each(|action| session.release(action));
            }
            Input::Paste(text) => self.host.paste(&text),
            Input::Resize => self.view.resize(size()),
            Input::Suspend => self.suspend()?,
            Input::End(signal) => return Ok(Some(Ending::Signal(signal))),
            Input::Lost(error) => return Err(error).context("the terminal can no longer be read"),
        }
        Ok(None)
    }

    fn key(&mut self, key: &crossterm::event::KeyEvent) -> Result<Option<Ending>> {
        let flow = match keyboard::action(key) {
            Some(keyboard::Action::Redraw) => {
                self.view.forget();
                Flow::Continue
            }
            Some(keyboard::Action::Suspend) => {
                self.suspend()?;
                Flow::Continue
            }
            _ if self.host.question().is_some() => self.host.answer(key),
            Some(action) => self.host.act(action, Instant::now()),
            None => Flow::Continue,
        };
        Ok((flow == Flow::Leave).then_some(Ending::Left))
    }

    fn suspend(&mut self) -> Result<()> {
        self.terminal.suspend().context("the terminal cannot be used")?;
        self.view.resize(size());
        Ok(())
    }

    /// Gives the terminal back; the keys of the whole game, and the machine as it was left.
    fn finish(mut self) -> (Vec<key::Event>, Basic) {
        self.view.close(&mut self.terminal);
        let events = self.host.session_mut().finish().to_vec();
        (events, self.host.basic().clone())
    }
}

/// The terminal's size as the system knows it.
fn size() -> Size {
    match crossterm::terminal::window_size() {
        Ok(window) => Size { columns: window.columns, rows: window.rows, cell: cell(&window) },
        Err(_) => {
            let (columns, rows) = crossterm::terminal::size().unwrap_or((80, 24));
            Size { columns, rows, cell: None }
        }
    }
}

/// Dots of a character cell; terminals that do not tell say 0.
fn cell(window: &crossterm::terminal::WindowSize) -> Option<(u16, u16)> {
    let cell = (window.width.checked_div(window.columns)?, window.height.checked_div(window.rows)?);
    (cell.0 > 0 && cell.1 > 0).then_some(cell)
}
