//! `play`: plays a program in the terminal.

mod interpreter;
mod keyboard;

use std::{
    ffi::OsString,
    path::{Path, PathBuf},
    time::{SystemTime, UNIX_EPOCH},
};

use anyhow::{Result, bail, ensure};
use arcadian_basic::{Basic, key::Event};
use arcadian_files::{
    FileKind, Files as _, escape,
    key_file::{self, KeyFile},
    program::{self, LoadedProgram},
};
use arcadian_games::rotate::Puzzle;
use arcadian_play::{
    bally::{keys::Keypad, session::BallySession, sound},
    pace::Speed,
    rotate,
    session::BasicSession,
};
use clap::{
    Args,
    builder::{PossibleValue, PossibleValuesParser, TypedValueParser},
};

use crate::{
    arcade::{self, Game, SessionArgs},
    files::{
        Disk, ExitStatus, On, PlatformArgs, PortTapes, ReadingArgs, TapesArgs, output, patterns::HintArgs,
    },
    memory::Background,
    number::decimal,
    sound::SoundArgs,
    terminal::playing::{self, DisplayArgs},
};

const PLAY_HELP: &str = "\
Keys: letters, digits and symbols are typed as they are; Enter is GO, Backspace is ERASE, Esc is HALT. `/` types ÷ and `*` types \
×; with Alt they type / and *. Alt with an arrow key types the arrow character. F1 or Ctrl-K shows the rules of ROTATE, or what is known of another program, and all keys; `?` does so too while ROTATE \
runs. HALT stops the program at the prompt `>`, for \
entering lines and commands such as LIST and RUN. After a line number at the prompt, the right arrow (PAUSE) types the next \
character of the stored line; held down, it pauses LIST. `:PRINT \"NAME\"` saves the program as NAME.bas in the current directory, `:INPUT \"NAME\"` loads \
it; a name has 1 to 32 letters, digits, blanks, `-`, `_` or periods. In a pasted line that BASIC does not understand as it is, `/` becomes ÷, and `*` after a value ×; typographic quotes, minus signs and \
blanks become those of the machine. A note says what was changed. A text with other characters, or with a line that is too long to be \
typed, is refused as a whole. Ctrl-R \
resets the machine and erases the program, Ctrl-C leaves; both ask first if lines are not saved. Ctrl-L redraws the screen, \
Ctrl-Z suspends the process. If a signal or a closed terminal ends the session, unsaved lines are written to a new file, NAME-rescued.bas \
or rescued.bas, in the current directory.
While a program runs, the arrow keys are hand controller 1 (JX, JY), Tab is its trigger (TR), [ and ] turn its knob (KN), { and } in the \
finest steps; Alt with 1 to 4 selects another controller.
While ROTATE asks for a move, Ctrl-T shows the next move of a shortest solution below the picture, and Esc or Ctrl-T cancels a long search for it. \
The program must be the one of 1982, as printed or repaired, whatever its file is called; it runs as without the hint. With --database hints of \
distant puzzles come sooner.

At --speed period there is sound: each character that BASIC shows or that is typed has a short note, as long as NT says (NT=0 is silent), \
MU plays notes, and a program can write the sound ports &(16) to &(23). The maximum speed is silent. A program of the system plays the sound: the first of \
pw-play (PipeWire), pacat (PulseAudio), aplay (ALSA), sox and ffplay (FFmpeg) that is installed and works, or the one that --sound names; \
--sound off starts none. If none works, the program is silent, and a line below the picture says what to install, if there is room.

Without UTF-8 (LC_ALL, LC_CTYPE, LANG), on terminals such as vt100, and with --graphics ascii only ASCII characters are written: the text of the picture as \
text, and the rest in characters of about its shape.

--engine bally plays the program in the BASIC cartridge of this project on an emulated Bally Professional Arcade; the keys are those of \
`arcadian bally --basic`. --type types the program on the keypad before RUN. What --record writes there is for `run --engine bally`; while \
it records, no state can be loaded.

Examples:
  arcadian play                                ROTATE, as printed in 1982
  arcadian play --new                          an empty machine for your own program
  arcadian play x.bas --speed max              your own program at full speed
  arcadian play --engine bally                 ROTATE on the emulated machine
  arcadian play --graphics ascii               for a terminal that shows only ASCII
  arcadian play --sound off                    without the notes of BASIC
  arcadian play --database rotate.patterns     ROTATE with hints from a database
  arcadian play --record game.keys             record a game
  arcadian run rotate --keys-file game.keys    show the final picture of the recording
  arcadian play --engine bally --record game.keys  record a game for `run --engine bally --keys-file`

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
    pub platform: PlatformArgs,
    #[command(flatten)]
    pub tapes: TapesArgs,
    /// Seed of RND, modulo 65536 [default: from the clock, shown at the end]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = decimal::<u64>(0..=u64::MAX))]
    pub seed: Option<u64>,
    /// Speed of execution
    #[arg(long, value_parser = speed(), default_value = "period")]
    pub speed: Speed,
    #[command(flatten)]
    pub sound: SoundArgs,
    #[command(flatten)]
    pub hint: HintArgs,
    #[command(flatten)]
    pub display: DisplayArgs,
    /// Write the seed and all keys to FILE, for `run --keys-file`
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
}

fn speed() -> impl TypedValueParser<Value = Speed> {
    let names = [("period", "Estimated speed of 1982"), ("max", "Full speed")];
    PossibleValuesParser::new(names.map(|(name, help)| PossibleValue::new(name).help(help)))
        .map(|name| if name == "max" { Speed::Max } else { Speed::Period })
}

/// Plays a program until the user leaves or a signal ends the process.
pub fn run(args: &PlayArgs) -> Result<ExitStatus> {
    let instead =
        if args.new { "run --new".to_owned() } else { format!("run {}", escape::argument(&args.program)) };
    playing::check("play", &format!("`arcadian {instead}` works"))?;
    check_file(&args.program)?;
    let loaded = if args.new {
        LoadedProgram::empty(&args.reading.into())
    } else {
        program::load(&Disk, &args.program, &args.reading.into())?
    };
    loaded.warning.iter().for_each(|warning| output::note(warning));
    args.platform.check()?;
    args.hint.prepare()?;
    let seed = args.seed.unwrap_or_else(seed_of_the_clock);
    match args.platform.engine {
        On::Interpreter => interpreter::play(args, &loaded, seed)?,
        On::Bally => {
            args.tapes.refuse()?;
            play_on_bally(args, &loaded, seed)?;
        }
    }
    if args.seed.is_none() {
        output::remark(&format!("The random numbers were those of --seed {seed}."));
    }
    Ok(ExitStatus::Holds)
}

/// Returns the text of a recording: its keys, and how they were recorded.
fn recording(
    args: &PlayArgs,
    loaded: &LoadedProgram,
    seed: u64,
    events: &[Event],
    statements: u64,
) -> String {
    key_file::write(&KeyFile {
        program: (!args.new).then(|| loaded.name.clone()),
        as_printed: args.reading.as_printed,
        dialect: Some(loaded.dialect),
        seed: Some(seed),
        statements: Some(statements),
        events: events.to_vec(),
    })
}

/// Refuses a pipe or a device, which may have no end.
fn check_file(program: &Path) -> Result<()> {
    if !escape::is_stream(program) && Disk.kind(program) == FileKind::Device {
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

pub const SEARCHING: &str = "Looking for a hint … Esc cancels.";
const CANCELED: &str = "The hint was canceled.";
const OTHER_PROGRAM: &str = "There are hints for ROTATE of 1982 only, and its program must be unchanged.";
const NO_MOVE: &str = "There is a hint where ROTATE asks for a move.";
const NOT_FOUND: &str = "The search found no hint.";

/// The search for a hint, if there is one.
#[derive(Debug, Default)]
pub struct Hint {
    search: Option<(String, Background<String>)>,
}

impl Hint {
    pub fn is_searching(&self) -> bool {
        self.search.is_some()
    }

    /// Handles the key for hints: starts a search, or ends it. Returns a message to show with that of the search.
    pub fn toggle(&mut self, session: &BasicSession) -> Option<String> {
        match self.search.take() {
            Some(_) => Some(CANCELED.to_owned()),
            None => self.start(session).err(),
        }
    }

    fn start(&mut self, session: &BasicSession) -> Result<(), String> {
        let asked = asked(session).ok_or_else(|| refusal(session.basic()).to_owned())?;
        let puzzle: Puzzle = asked.parse().map_err(|_| NO_MOVE.to_owned())?;
        let search = Background::start(move |is_enough| puzzle.hint(is_enough));
        self.search = Some((asked, search.map_err(|error| format!("cannot start a thread: {error}"))?));
        Ok(())
    }

    /// Returns what was found, once. A hint for a puzzle that has changed is not wanted.
    pub fn take(&mut self, session: &BasicSession) -> Option<String> {
        let (puzzle, search) = self.search.as_ref()?;
        if asked(session).as_ref() != Some(puzzle) {
            self.search = None;
            return None;
        }
        let found = search.result()?;
        self.search = None;
        Some(found.unwrap_or_else(|| NOT_FOUND.to_owned()))
    }
}

/// Returns the puzzle if a move is asked for.
fn asked(session: &BasicSession) -> Option<String> {
    rotate::puzzle(session.basic(), session.pause())
}

fn refusal(basic: &Basic) -> &'static str {
    if rotate::is_loaded(basic) { NO_MOVE } else { OTHER_PROGRAM }
}

/// Plays a program in the BASIC cartridge until the user leaves or a signal ends the process.
fn play_on_bally(args: &PlayArgs, loaded: &LoadedProgram, seed: u64) -> Result<()> {
    ensure!(
        args.record.is_none() || !args.platform.is_typed,
        "--record cannot be used with --type: a recording gives its keys to the program, it does not type them"
    );
    ensure!(
        args.hint.database.is_none(),
        "--database cannot be used with --engine bally: hints need the interpreter"
    );
    let mut basic = args.platform.bally(loaded, seed, sound::RATE)?;
    // A recording begins with RUN, as its replay does.
    if !loaded.lines.is_empty() || args.record.is_some() {
        basic.enter("RUN")?;
    }
    let name = match default_name(args) {
        name if name.is_empty() => OsString::from("basic"),
        name => name.into(),
    };
    let mut session = match args.record {
        Some(_) => BallySession::scripted(basic),
        None => BallySession::new(basic.into_bally()),
    };
    session.set_speed(Some(args.speed));
    let recording = |session: &mut BallySession| {
        let (events, statements) = session.finish().unwrap_or_default();
        recording(args, loaded, seed, events, statements)
    };
    let tapes = PortTapes::default();
    let game = Game {
        session,
        keypad: Keypad::Basic,
        name,
        is_program: true,
        tapes,
        note: None,
        recording: &recording,
    };
    let session = SessionArgs {
        record: args.record.clone(),
        sound: args.sound,
        display: args.display,
        ..SessionArgs::default()
    };
    arcade::play(game, &session)
}
