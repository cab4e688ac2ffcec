//! `run`: runs a program without a terminal.

mod machine;

use std::{
    io::{self, IsTerminal},
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use anyhow::{Context, Result, anyhow, bail};
use arcadian_basic::{
    Ending, Pause,
    key::Event,
    script::{self, Moment, Stopped},
};
use arcadian_screen::{
    Frame, Zoom,
    blocks::{Depth, Grid, Layout},
    palette, picture, recognize,
};

use arcadian_files::{
    diagnostic,
    key_file::{self, KeyFile},
    program::{self, Reading},
};
use arcadian_play::bally::basic::EnterError;
use arcadian_play::report::{self, NextStatement};
use clap::{Args, ValueEnum};

use crate::{
    files::{Disk, ExitStatus, On, PlatformArgs, ReadingArgs, TapesArgs, output, pending::Pending},
    number::decimal,
    terminal::{self, events},
};
use machine::Animation;
use machine::ImageArgs;
use machine::Machine;
use machine::Sound;

const RUN_HELP: &str = "\
Keys: characters are typed as they are; the others are {GO} {ERASE} {HALT} {PAUSE} {SPACE} {DIV} {MUL} {UP} {LEFT} {RIGHT} \
{DOWN} and words such as {PRINT}. A new line is GO, also at the end of a key file, unless it follows {GO}. {GREEN} {RED} {BLUE} {WORDS} \
shift the next key as on the pad, so the output of `list --as keys` types a program. Each key waits until the program reads a key. \
When no keys are left and the program waits, the run stops. {AT n} delays the following events until n statements have run; \
{JX1=-1} {JY1=1} {TR1=1} {KN1=64} set hand controllers; {HOLD PAUSE} holds a key down until {RELEASE}; {RESET} resets the machine. A key file may start with \
the lines `#! seed: N`, `#! dialect: NAME` and `#! as-printed: yes`; command-line options override them.

--engine bally runs the program on an emulated Bally Professional Arcade with the BASIC cartridge of this project: on its processor, in \
its 4 KB of memory. The report has the same fields; T-states are those of the Z80. The program is written to memory, and keys to the \
list of keys that wait; with --type both are pressed on the keypad.

Examples:
  arcadian run rotate --keys '8{GO}'                 start a level-8 game
  arcadian run rotate --keys '1{GO}A' --json         report everything for scripts
  arcadian run x.bas --set 'A=1' --set '100 STOP'    change the program before RUN
  arcadian run rotate --engine bally --keys '8{GO}'      the same on the emulated machine
  arcadian run rotate --keys '8{GO}' --png rotate.png --screen none
  arcadian run song.bas --wav song.wav               what it sounds like

Exit status: 0 the program ended, was halted or waits for a key; 1 it stopped with an error or used up its budget, or parts of a \
tape could not be read; 2 bad arguments or unreadable input; 130 (SIGINT) stopped by Ctrl-C, which shows the screen and where the program was.";

/// The arguments of `run`.
#[derive(Args, Debug)]
#[command(after_help = "See --help for the key names and examples.", after_long_help = RUN_HELP)]
pub struct RunArgs {
    /// Program file, or `rotate`; - is standard input
    #[arg(required_unless_present = "new")]
    pub program: Option<PathBuf>,
    /// Start with an empty machine
    #[arg(long, conflicts_with = "program")]
    pub new: bool,
    #[command(flatten)]
    pub reading: ReadingArgs,
    /// Keys to press, such as '8{GO}AB'
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub keys: Option<String>,
    /// Key file, as `play --record` writes it
    #[arg(long, value_name = "FILE", conflicts_with = "keys")]
    pub keys_file: Option<PathBuf>,
    #[command(flatten)]
    pub platform: PlatformArgs,
    #[command(flatten)]
    pub tapes: TapesArgs,
    /// Seed of RND, modulo 65536 [default: from the key file, or 1]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = decimal::<u64>(0..=u64::MAX))]
    pub seed: Option<u64>,
    /// Maximum number of statements [default: 100000000, on the Bally 1000000, or more if a recorded game needs them]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = decimal::<u64>(0..=u64::MAX))]
    pub max_statements: Option<u64>,
    /// Execute a statement, or store a numbered line, before RUN; may be repeated
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub set: Vec<String>,
    /// How to show the final screen (--json always includes its text and pixels)
    #[arg(long, value_enum, default_value_t)]
    pub screen: Screen,
    /// Report everything as one JSON object
    #[arg(long)]
    pub json: bool,
    /// Write the final picture as PNG
    #[arg(long, value_name = "FILE")]
    pub png: Option<PathBuf>,
    /// Write the final picture as SVG
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// Write an animation with 10 pictures per emulated second, at most 3000 pictures or 64 MB
    #[arg(long, value_name = "FILE")]
    pub gif: Option<PathBuf>,
    /// Write the sound, an hour at most
    #[arg(long, value_name = "FILE")]
    pub wav: Option<PathBuf>,
    #[command(flatten)]
    pub image: ImageArgs,
}

/// A form in which `run` shows the screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Screen {
    /// Recognized characters, one line per row
    #[default]
    Text,
    /// Pixels as `.` and `#`, 88 rows of 160
    Pixels,
    /// Block characters of two pixels each
    Blocks,
    /// No screen
    None,
}

/// The default seed.
const SEED: u64 = 1;

pub fn run(args: &RunArgs) -> Result<ExitStatus> {
    let zoom = machine::zoom(&args.image)?;
    if args.json {
        output::claim("--json")?;
    }
    let keys = keys(args)?;
    let ReadingArgs { dialect, as_printed, encoding } = args.reading;
    let reading =
        Reading { dialect: dialect.or(keys.dialect), as_printed: as_printed || keys.as_printed, encoding };
    let loaded = match &args.program {
        Some(program) => program::load(&Disk, program, &reading)?,
        None => program::LoadedProgram::empty(&reading),
    };
    loaded.warning.iter().for_each(|warning| output::note(warning));
    args.platform.check()?;
    let seed = args.seed.or(keys.seed).unwrap_or(SEED);
    match args.platform.engine {
        On::Interpreter => {
            let mut basic = loaded.machine(seed)?;
            let (blank, is_read) = args.tapes.insert(&mut basic)?;
            let finish = |basic: &_| blank.map_or(Ok(()), |blank| blank.finish(basic));
            run_on(basic, args, &keys, zoom, loaded.is_whole && is_read, finish)
        }
        On::Bally => {
            args.tapes.refuse()?;
            run_on(args.platform.bally(&loaded, seed, 0)?, args, &keys, zoom, loaded.is_whole, |_| Ok(()))
        }
    }
}

/// Runs the program of a machine, whose tapes were read as a whole or not, and reports the result. `finish` writes the files that only
/// this machine has.
fn run_on<M: Machine>(
    mut machine: M,
    args: &RunArgs,
    keys: &KeyFile,
    zoom: Zoom,
    is_whole: bool,
    finish: impl FnOnce(&M) -> Result<()>,
) -> Result<ExitStatus> {
    let mut files = Files::prepare(args)?;
    let recorded = keys.statements.unwrap_or(0).saturating_add(1);
    let budget = args.max_statements.unwrap_or(recorded.max(M::BUDGET));

    args.set.iter().try_for_each(|text| set(&mut machine, text, budget))?;
    enter(&mut machine, "RUN")?;
    let gif = files.gif.take();
    let mut animation = gif.map(|file| Animation::new(file, zoom, args.image.palette.into())).transpose()?;
    let mut sound = files.wav.take().map(|file| Sound::new(file, &mut machine));
    let stopped = drive(&mut machine, &keys.events, budget, animation.as_mut(), sound.as_mut())?;

    files.write(&machine.frame(), zoom, args)?;
    animation.map_or(Ok(()), |animation| animation.finish(&machine))?;
    sound.map_or(Ok(()), |sound| sound.finish(&mut machine))?;
    finish(&machine)?;
    show(args, &machine, &stopped, is_whole)
}

fn keys(args: &RunArgs) -> Result<KeyFile> {
    match (&args.keys, &args.keys_file) {
        (Some(text), _) => Ok(KeyFile { events: key_file::from_text(text)?, ..KeyFile::default() }),
        (None, Some(path)) => Ok(key_file::from_file(&Disk, path)?),
        (None, None) => Ok(KeyFile::default()),
    }
}

/// Enters a line. An error names `--set` as its source, because RUN has none.
fn enter(machine: &mut impl Machine, text: &str) -> Result<()> {
    machine.enter(text).map_err(|error| match error {
        EnterError::Character(unknown) => {
            let at = text.char_indices().nth(unknown.at).map_or(text.len(), |(at, _)| at);
            let span = at..at + unknown.character.len_utf8();
            diagnostic::render("--set", text, span, &unknown.to_string(), None).into()
        }
        error => anyhow!("--set '{text}': {error}"),
    })
}

/// Executes a statement, or stores a line, before the program runs.
fn set(machine: &mut impl Machine, text: &str, budget: u64) -> Result<()> {
    enter(machine, text)?;
    match machine.run_until(budget) {
        Pause::Prompt => {}
        Pause::Budget => bail!("--set '{text}' does not end within the budget of {budget} statements"),
        Pause::Key | Pause::Answer | Pause::List | Pause::Tape => {
            bail!("--set '{text}' waits for a key; only the program can read keys")
        }
    }
    match machine.ending() {
        Some(Ending::Error(fault)) => {
            bail!(report::render_fault(fault).with_line(&format!("in --set '{text}'")))
        }
        _ => Ok(()),
    }
}

/// Runs the program until Ctrl-C, and records the animation and the sound if there are any.
fn drive<M: Machine>(
    machine: &mut M,
    events: &[Event],
    budget: u64,
    mut animation: Option<&mut Animation>,
    mut sound: Option<&mut Sound>,
) -> Result<Stopped> {
    let slice = match (&animation, &sound) {
        (Some(_), _) => machine::FRAME_SLICE,
        (None, Some(_)) => machine::SLICE,
        (None, None) => M::SLICE,
    };
    let interrupted = interrupt()?;
    let mut observe = |machine: &M, moment: Moment| {
        animation.iter_mut().for_each(|animation| animation.observe(machine, moment));
    };
    let mut position = script::Position::default();
    loop {
        let stopped = position.advance(machine, events, budget, slice, &mut observe);
        sound.iter_mut().for_each(|sound| sound.observe(machine));
        match stopped {
            Some(stopped) => return Ok(stopped),
            None if interrupted.load(Ordering::Relaxed) => return Ok(Stopped::Interrupted),
            None => {}
        }
    }
}

/// Returns a flag that Ctrl-C sets. The second Ctrl-C ends the process.
fn interrupt() -> Result<Arc<AtomicBool>> {
    let interrupted = Arc::new(AtomicBool::new(false));
    terminal::listen_for_interrupt(&interrupted).context("cannot listen for Ctrl-C")?;
    Ok(interrupted)
}

struct Files {
    png: Option<Pending>,
    svg: Option<Pending>,
    gif: Option<Pending>,
    wav: Option<Pending>,
}

impl Files {
    /// Opens the files before the run, so that an unwritable path fails early.
    fn prepare(args: &RunArgs) -> Result<Self> {
        let [png, gif, wav] =
            [&args.png, &args.gif, &args.wav].map(|path| path.as_deref().map(Pending::binary).transpose());
        let svg = args.svg.as_deref().map(Pending::new).transpose();
        Ok(Self { png: png?, svg: svg?, gif: gif?, wav: wav? })
    }

    fn write(self, frame: &Frame, zoom: Zoom, args: &RunArgs) -> Result<()> {
        let scale = args.image.palette.into();
        if let Some(file) = self.png {
            file.finish(&arcadian_screen::png::encode(frame, zoom, scale)?)?;
        }
        if let Some(file) = self.svg {
            file.finish(arcadian_screen::svg::encode(frame, args.image.aspect.into(), scale).as_bytes())?;
        }
        Ok(())
    }
}

/// Reports the results, and where a program that has not ended is.
fn show(args: &RunArgs, machine: &impl Machine, stopped: &Stopped, is_whole: bool) -> Result<ExitStatus> {
    let is_well = is_whole && report::has_succeeded(stopped);
    let is_unfinished = matches!(stopped, Stopped::Budget | Stopped::Interrupted);
    let next = is_unfinished.then(|| machine.next_statement()).flatten();
    if args.json {
        let mut report = report::json(&machine.results(), stopped);
        next.into_iter().for_each(|next| report["place"] = next.json());
        output::print_report(is_well, &report)?;
    } else {
        let depth = depth(args.screen);
        output::print_graphics(&screen(&machine.frame(), args.screen, depth, args.image.palette.into()))?;
        report_stop(stopped, machine.statements(), next.as_ref(), args.screen);
    }
    if *stopped == Stopped::Interrupted {
        terminal::end_interrupted();
    }
    Ok(ExitStatus::of(is_well))
}

/// Returns the color depth: colors only for blocks on a terminal.
fn depth(screen: Screen) -> Depth {
    let is_colored = screen == Screen::Blocks && io::stdout().is_terminal();
    if is_colored { events::depth() } else { Depth::None }
}

/// Formats the screen. Each row ends with a new line.
pub fn screen(frame: &Frame, form: Screen, depth: Depth, scale: palette::Scale) -> String {
    let rows = match form {
        Screen::Text => recognize::text(&frame.picture),
        Screen::Pixels => picture::pixels(&frame.picture),
        Screen::Blocks => Grid::new(frame, Layout::Half, scale).lines(depth),
        Screen::None => Vec::new(),
    };
    rows.into_iter().map(|row| row + "\n").collect()
}

/// Reports on standard error how a run stopped, unless it ended by itself.
fn report_stop(stopped: &Stopped, statements: u64, next: Option<&NextStatement>, screen: Screen) {
    let unfinished = |error: &str, advice: &str| match next {
        Some(next) => output::show(&next.render(error, advice)),
        None => output::note(&format!("error: {error} in a command{advice}")),
    };
    match stopped {
        Stopped::Error(fault) => output::show(&report::render_fault(fault)),
        Stopped::Budget => unfinished(
            &format!("the budget of {statements} statements is used up"),
            "; the program is still running, --max-statements N raises it",
        ),
        Stopped::Interrupted => unfinished(&format!("interrupted after {statements} statements"), ""),
        Stopped::Waiting if screen != Screen::None => output::remark(
            "note: the program waits for a key; --keys gives it more keys, `arcadian play` plays it",
        ),
        Stopped::Waiting | Stopped::End | Stopped::Halt => {}
    }
}
