//! `board GAME play`: a game in the terminal, or line by line without one.

mod app;
mod draw;
mod geometry;
mod keys;
mod machine;
mod records;
mod script;

#[cfg(test)]
mod tests;

use std::{
    io::{self, IsTerminal},
    path::{Path, PathBuf},
    sync::Arc,
    time::{SystemTime, UNIX_EPOCH},
};

use anyhow::{Context, Result, bail, ensure};
use arcadian_files::{Files as _, escape};
use arcadian_games::{Game, Kind, Level, Player, Position, SetupError};
use arcadian_isa::Processor;
use clap::{Args, ValueEnum};

use machine::Machine;
use records::{Records, WHAT};

use crate::{
    files::{Disk, ExitStatus},
    number::decimal,
    terminal::is_dumb,
};

/// The longest record, and the longest picture of a board, in bytes.
pub const LONGEST: u64 = 1 << 20;

/// The part of the help that all games share.
pub const HELP: &str = "\
In a terminal: the arrow keys and Enter select a piece and where it goes, a click does the same, and a move can be typed. u takes back, h \
or Tab gives a hint, r or Ctrl-N starts a new game, w writes the record, with --on s or Ctrl-S steps through the routine of the last move, < and > step through the moves, q leaves, ? shows all keys. Without a terminal, moves \
are read from standard input, one per line, and boards are printed; the lines undo, hint, board, step and quit are commands.";

/// The reason that no routine can be stepped through.
const NO_MACHINE: &str =
    "cannot step: no machine code makes the moves; start the game with --on 8080, --on z80 or --on 6502";

/// Players and files of the game.
#[derive(Args, Debug)]
pub struct SessionArgs {
    /// Seed of all that is random [default: from the clock; the record has it]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = decimal::<u64>(0..=u64::MAX))]
    pub seed: Option<u64>,
    /// Write the game to FILE when it ends; further games of the session go to new files beside it
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// Step through the game in FILE, and continue from there
    #[arg(long, value_name = "FILE", conflicts_with = "seed")]
    pub replay: Option<PathBuf>,
    /// Let the bundled machine code for 8080, z80 or 6502 make the moves, and compare each with the reference model
    #[arg(long, value_name = "CPU")]
    pub on: Option<Processor>,
}

/// Side and level of the program.
#[derive(Args, Debug)]
pub struct OpponentArgs {
    /// Side of the program; the first one starts
    #[arg(long, value_enum, value_name = "SIDE", default_value_t, conflicts_with = "replay")]
    pub program: Sides,
    /// Level of the program, from 1 to 5
    #[arg(long, value_name = "N", default_value_t = 3, allow_negative_numbers = true, value_parser = decimal::<u8>(1..=5), conflicts_with = "replay")]
    pub level: u8,
}

/// The sides that the program plays.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub enum Sides {
    /// The side that starts: White, x, the first player
    First,
    /// The other side
    #[default]
    Second,
    /// Both, without a person
    Both,
    /// None, for two persons
    None,
}

impl OpponentArgs {
    pub fn players(&self) -> Result<[Player; 2]> {
        let level = Level::new(self.level).context("a level is a number from 1 to 5")?;
        let program = Player::Program(level);
        Ok(match self.program {
            Sides::First => [program, Player::Person],
            Sides::Second => [Player::Person, program],
            Sides::Both => [program; 2],
            Sides::None => [Player::Person; 2],
        })
    }
}

/// Makes the initial position for a seed.
pub type Start = Box<dyn Fn(u64) -> Result<Arc<dyn Position>, SetupError>>;

/// A game to play, and how to begin another one.
pub struct Setup {
    game: Game,
    start: Start,
    players: [Player; 2],
    /// Whether the game was read from a file, to be stepped through.
    is_replay: bool,
    machine: Option<Machine>,
}

impl Setup {
    fn new(start: Start, players: [Player; 2], seed: u64) -> Result<Self> {
        let game = Game::new(start(seed)?, players, seed);
        Ok(Self { game, start, players, is_replay: false, machine: None })
    }

    fn replay(path: &Path, kind: &'static Kind) -> Result<Self> {
        let text = Disk.text(path, WHAT, LONGEST)?;
        let name = escape::path(path);
        let game: Game = text.parse().with_context(|| format!("cannot replay {name}"))?;
        let found = game.start().kind();
        ensure!(
            found.name == kind.name,
            "{name} is a game of {}; use `arcadian board {} play --replay`",
            found.title,
            found.name
        );
        let start = Arc::clone(game.start());
        let players = arcadian_games::Side::BOTH.map(|side| game.player(side));
        Ok(Self {
            game,
            start: Box::new(move |_| Ok(Arc::clone(&start))),
            players,
            is_replay: true,
            machine: None,
        })
    }

    /// Begins the next game: another puzzle, other errors of the program.
    fn renew(&mut self) -> Result<()> {
        let seed = self.game.seed().wrapping_add(1);
        self.game = Game::new((self.start)(seed)?, self.players, seed);
        self.is_replay = false;
        Ok(())
    }
}

/// Plays a game in the terminal, or with lines from standard input.
pub fn run(
    kind: &'static Kind,
    args: &SessionArgs,
    players: [Player; 2],
    start: impl Fn(u64) -> Result<Arc<dyn Position>, SetupError> + 'static,
) -> Result<ExitStatus> {
    let mut setup = match &args.replay {
        Some(path) => Setup::replay(path, kind)?,
        None => Setup::new(Box::new(start), players, args.seed.unwrap_or_else(seed_of_the_clock))?,
    };
    setup.machine = args.on.map(|processor| Machine::new(processor, &setup.game)).transpose()?;
    let records = Records::new(args.record.as_deref())?;
    let is_seen = io::stdin().is_terminal() && io::stdout().is_terminal() && !is_dumb();
    if is_seen { draw::play(setup, records) } else { script::play(setup, records) }
}

/// Refuses options that a record decides.
pub fn refuse_with_replay(args: &SessionArgs, is_given: bool, options: &str) -> Result<()> {
    if args.replay.is_some() && is_given {
        bail!("--replay has the rules and the position of its game; leave out {options}");
    }
    Ok(())
}

fn seed_of_the_clock() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    (now.as_micros() % 65_535) as u64 + 1
}

fn player(player: Player) -> String {
    match player {
        Player::Person => "a person".to_owned(),
        Player::Program(level) => format!("program, level {}", level.number()),
    }
}

/// Returns the name of the game, its rules and its seed.
fn heading(game: &Game) -> String {
    format!("{}, {}, seed {}", game.start().kind().title, game.start().rules(), game.seed())
}
