//! `play`: plays a program in the terminal.

mod footer;
mod keyboard;
mod on_bally;
mod scene;

use std::{
    io::{self, IsTerminal},
    panic::{self, AssertUnwindSafe},
    path::{Path, PathBuf},
    time::{Instant, SystemTime, UNIX_EPOCH},
};

use anyhow::{Context, Result, bail};
use arcadian_basic::{Basic, Ending as End, key};

use arcadian_desk::{
    escape,
    files::{Files as _, Kind},
    key_file::{self, KeyFile},
    play::{
        host::{self, Flow, Host},
        pace::{self, Pace},
        session::Session,
        stick::{Releases, Stick},
    },
    program::{self, Loaded},
    report,
};
use arcadian_screen::Frame;
use clap::{Args, ValueEnum};

use crate::{
    files::{
        Disk, HostArgs, On, ReadingArgs, Verdict,
        output::{self, Pending},
        program_folder::{self, ProgramFolder},
    },
    number::decimal,
    terminal::{
        self, Terminal,
        color::{self, Palette},
        events::{Events, Input},
        picture::{self, Graphics, Shape, Size, View, size},
    },
};
use keyboard::Meaning;
use scene::Scene;

const PLAY_HELP: &str = "\
Keys: letters, digits and symbols are typed as they are; Enter is GO, Backspace is ERASE, Esc is HALT. `/` types ÷ and `*` types \
×; with Alt they type / and *. Alt with an arrow key types the arrow character. HALT stops the program at the prompt `>`, for \
entering lines and commands such as LIST and RUN. After a line number at the prompt, the right arrow (PAUSE) types the next \
character of the stored line; held down, it pauses LIST. `:PRINT \"NAME\"` saves the program as NAME.bas in the current directory, `:INPUT \"NAME\"` loads \
it; a name has 1 to 32 letters, digits, blanks, `-`, `_` or periods. In a pasted line that BASIC does not understand as it is, `/` becomes ÷, and `*` after a value ×; typographic quotes, minus signs and \
blanks become those of the machine. A note says what was changed. A text with other characters, or with a line that is too long to be \
typed, is refused as a whole. Ctrl-R \
resets the machine and erases the program, Ctrl-C leaves; both ask first if lines are not saved. Ctrl-L redraws the screen, \
Ctrl-Z suspends the process. If a signal or a closed terminal ends the session, unsaved lines are written to a new file, NAME-rescued.bas \
or rescued.bas, in the current directory.
While a program runs, the arrow keys are hand controller 1 (JX, JY), Tab is its trigger (TR), [ and ] turn its knob (KN).

--on bally plays the program in the BASIC cartridge of this project on an emulated Bally Professional Arcade; the keys are those of \
`arcadian bally --basic`. --type types the program on the keypad before RUN.

Examples:
  arcadian play                                ROTATE, as printed in 1982
  arcadian play --new                          an empty machine for your own program
  arcadian play x.bas --speed max              your own program at full speed
  arcadian play --on bally                     ROTATE on the emulated machine
  arcadian play --record game.keys             record a game
  arcadian run rotate --keys-file game.keys    show the final picture of the recording

The speed of `period` is that of Arcadian BASIC, our cartridge: no published timing of the original is known.";

/// The arguments of `play`.
#[derive(Args, Debug)]
#[command(after_help = "See --help for the keys and examples.", after_long_help = PLAY_HELP)]
pub struct PlayArgs {
    /// Program file, or `rotate`; - is standard input
    #[arg(default_value = "rotate")]
    pub program: PathBuf,
    /// Start with an empty machine, at the prompt
    #[arg(long, conflicts_with = "program")]
    pub new: bool,
    #[command(flatten)]
    pub reading: ReadingArgs,
    #[command(flatten)]
    pub host: HostArgs,
    /// Seed of RND, modulo 65536 [default: from the clock, shown at the end]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = decimal::<u64>(0..=u64::MAX))]
    pub seed: Option<u64>,
    /// Speed of execution
    #[arg(long, value_enum, default_value_t)]
    pub speed: Speed,
    /// Graphics method
    #[arg(long, value_enum, default_value_t)]
    pub graphics: Graphics,
    /// Brightness of colors
    #[arg(long, value_enum, default_value_t)]
    pub palette: Palette,
    /// Write the seed and all keys to FILE, for `run --keys-file`
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
}

/// The speed of a played program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Speed {
    /// Estimated speed of 1982
    #[default]
    Period,
    /// Full speed
    Max,
}

impl From<Speed> for pace::Speed {
    fn from(speed: Speed) -> Self {
        match speed {
            Speed::Period => pace::Speed::Period,
            Speed::Max => pace::Speed::Max,
        }
    }
}

/// The reason why a session ended.
enum Ending {
    Left,
    Signal(i32),
}

/// Plays a program until the user leaves or a signal ends the process.
pub fn run(args: &PlayArgs) -> Result<Verdict> {
    check_terminal(args)?;
    check_file(&args.program)?;
    let loaded = match args.new {
        true => Loaded::empty(&args.reading.into()),
        false => program::load(&Disk, &args.program, &args.reading.into())?,
    };
    loaded.warning.iter().for_each(|warning| output::note(warning));
    args.host.check()?;
    let seed = args.seed.unwrap_or_else(seed_of_the_clock);
    if args.host.on == On::Bally {
        return on_bally::play(args, &loaded, seed);
    }
    let mut basic = loaded.machine(seed)?;
    // RUN of an empty machine returns to the prompt at once.
    basic.enter("RUN")?;
    let recording = args.record.as_deref().map(Pending::new).transpose()?;

    let mut player = Player::start(args, basic)?;
    let ending = panic::catch_unwind(AssertUnwindSafe(|| player.play()));
    let has_left = matches!(ending, Ok(Ok(Ending::Left)));
    let is_lost = !has_left && player.host.is_unsaved();
    let rescued = is_lost.then(|| program_folder::rescue(|folder| player.host.rescue(folder)));
    let (events, basic) = player.finish();
    rescued.iter().for_each(|message| output::note(message));
    let ending = ending.unwrap_or_else(|panic| panic::resume_unwind(panic));
    if let Some(file) = recording {
        let keys = KeyFile {
            program: (!args.new).then_some(loaded.name),
            as_printed: args.reading.as_printed,
            dialect: Some(loaded.dialect),
            seed: Some(seed),
            statements: Some(basic.statements()),
            events,
        };
        file.finish(key_file::write(&keys).as_bytes())?;
    }
    if let Some(End::Error(fault)) = basic.ending() {
        output::show(&report::render_fault(fault));
    }
    if let Ending::Signal(signal) = ending? {
        terminal::die(signal);
    }
    if args.seed.is_none() {
        output::note(&format!("The random numbers were those of --seed {seed}."));
    }
    Ok(Verdict::Holds)
}

fn check_terminal(args: &PlayArgs) -> Result<()> {
    let instead =
        if args.new { "run --new".to_owned() } else { format!("run {}", escape::argument(&args.program)) };
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

/// Refuses a pipe or a device, which may have no end.
fn check_file(program: &Path) -> Result<()> {
    if !escape::is_stream(program) && Disk.kind(program) == Kind::Device {
        bail!("cannot play {}: it is a device or a pipe", escape::path(program));
    }
    Ok(())
}

/// Returns the default name for saving the program.
fn default_name(args: &PlayArgs) -> String {
    let is_file = !args.new && !program::is_built_in(&args.program) && !escape::is_stream(&args.program);
    let stem = args.program.file_stem().filter(|_| is_file);
    stem.map(escape::os_text).unwrap_or_default()
}

/// Returns a seed from the clock, one of the 65,535 that RND tells apart.
fn seed_of_the_clock() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    (now.as_micros() % 65_535) as u64 + 1
}

/// A game in the terminal: the machine with its host, the view, and the terminal's events.
struct Player {
    host: Host,
    view: View<Frame>,
    speed: Speed,
    terminal: Terminal,
    events: Events,
    /// When the game started; times given to the host count from here.
    start: Instant,
}

impl Player {
    fn start(args: &PlayArgs, basic: Basic) -> Result<Self> {
        let mut terminal = Terminal::enter().context("cannot use the terminal")?;
        let mut answers = picture::ask(args.graphics);
        if answers.releases {
            terminal.request_releases()?;
        }
        let size = size();
        let size = Size { cell: size.cell.or(answers.cell), ..size };
        answers.cell = size.cell;
        let method = picture::method(args.graphics, &answers);
        let session = Session::new(
            basic,
            Pace::new(args.speed.into()),
            Stick::new(Releases::of_terminal(answers.releases)),
        );
        let locked = args.record.as_ref().map(|_| host::RECORDED);
        Ok(Self {
            host: Host::new(session, Box::new(ProgramFolder::current()), default_name(args), locked)
                .with_idle_note("Nothing runs. Ctrl-C leaves, Ctrl-R erases the program."),
            view: View::new(method, color::depth(), args.palette.into(), Shape::BASIC, size),
            speed: args.speed,
            terminal,
            events: Events::listen(answers.typed)?,
            start: Instant::now(),
        })
    }

    fn play(&mut self) -> Result<Ending> {
        loop {
            let now = self.start.elapsed();
            self.host.advance(now);
            self.view.show(&mut self.terminal, &Scene { host: &self.host, speed: self.speed }, now)?;
            let timeout = self.host.idle(now).into_iter().chain(self.view.due(now)).min();
            if let Some(input) = self.events.wait(timeout)
                && let Some(ending) = self.handle(input)?
            {
                return Ok(ending);
            }
        }
    }

    /// Handles an input.
    fn handle(&mut self, input: Input) -> Result<Option<Ending>> {
        match input {
            Input::Key(key) => return self.key(&key),
            Input::Release(key) => {
                let session = self.host.session_mut();
                if let Some(Meaning::Act(action)) = keyboard::meaning(&key) {
                    session.release(action);
                }
            }
            Input::Paste(text) => self.host.paste(&text),
            Input::Resize => self.view.resize(size()),
            Input::Suspend => self.suspend()?,
            Input::End(signal) => return Ok(Some(Ending::Signal(signal))),
            Input::Error(error) => return Err(error).context("cannot read from the terminal"),
        }
        Ok(None)
    }

    fn key(&mut self, key: &crossterm::event::KeyEvent) -> Result<Option<Ending>> {
        let flow = match keyboard::meaning(key) {
            Some(Meaning::Redraw) => {
                self.view.forget();
                Flow::Continue
            }
            Some(Meaning::Suspend) => {
                self.suspend()?;
                Flow::Continue
            }
            _ if self.host.question().is_some() => {
                terminal::stroke(key).map_or(Flow::Continue, |stroke| self.host.answer(stroke))
            }
            Some(Meaning::Act(action)) => self.host.act(action, self.start.elapsed()),
            Some(Meaning::Foreign(character)) => {
                self.host.type_foreign(character);
                Flow::Continue
            }
            None => Flow::Continue,
        };
        Ok((flow == Flow::Leave).then_some(Ending::Left))
    }

    fn suspend(&mut self) -> Result<()> {
        self.terminal.suspend().context("cannot use the terminal")?;
        self.view.resize(size());
        Ok(())
    }

    /// Restores the terminal. Returns the keys of the session and the final machine.
    fn finish(mut self) -> (Vec<key::Event>, Basic) {
        self.view.close(&mut self.terminal);
        let events = self.host.session_mut().finish().to_vec();
        (events, self.host.basic().clone())
    }
}
