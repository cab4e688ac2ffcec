//! `board GAME play`: a game in the terminal, or line by line without one. The machine code of a game with `--engine`: what ran for the last
//! move, and how it can be stepped through. The thread that thinks.

mod app;
mod draw;
mod geometry;
mod keys;
mod records;
mod script;
#[cfg(test)]
mod tests;

use std::{
    io::{self, IsTerminal},
    path::{Path, PathBuf},
    sync::Arc,
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

use anyhow::{Context, Result, bail, ensure};
use arcadian_debugger::step::{stepping::Stepping, subject::Subject};
use arcadian_files::{Files as _, escape};
use arcadian_games::{
    Choice, Game, Kind, Level, Player, Position, SetupError, Task,
    machine::{Fault, GameCode, Run},
};
use arcadian_isa::Processor;
use arcadian_machine::CallCost;
use clap::{Args, ValueEnum};

use crate::{
    files::{Disk, ExitStatus},
    memory::Background,
    number::{decimal, grouped},
    terminal::is_dumb,
};
use records::{Records, WHAT};

/// The longest record, and the longest picture of a board, in bytes.
pub const LONGEST: u64 = 1 << 20;

/// The part of the help that all games share.
pub const HELP: &str = "\
In a terminal: the arrow keys and Enter select a piece and where it goes, a click does the same, and a move can be typed. u takes back, h \
or Tab gives a hint, r or Ctrl-N starts a new game, w writes the record, with --engine s or Ctrl-S steps through the routine of the last move, < and > step through the moves, q leaves, ? shows all keys. Without a terminal, moves \
are read from standard input, one per line, and boards are printed; the lines undo, hint, board, step and quit are commands.";

/// The reason that no routine can be stepped through.
const NO_MACHINE: &str =
    "cannot step: no machine code makes the moves; start the game with --engine 8080, z80 or 6502";

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
    pub engine: Option<Processor>,
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
    setup.machine = args.engine.map(|processor| Machine::new(processor, &setup.game)).transpose()?;
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

/// The longest input of a command line that is printed, in bytes.
const LONGEST_INPUT: usize = 256;

/// The routines of a game, and those that made the last move or found where the selected piece can go.
pub struct Machine {
    code: GameCode,
    runs: Vec<Run>,
}

impl Machine {
    /// Reads the routines, and solves the board if the program needs that.
    pub fn new(processor: Processor, game: &Game) -> Result<Self> {
        let code = GameCode::new(processor, game);
        Ok(Self::of(code.with_context(|| format!("cannot play on the {processor}"))?))
    }

    pub fn of(code: GameCode) -> Self {
        Self { code, runs: Vec::new() }
    }

    /// Runs the routines that find where the selected piece can go. If there are none, runs those that made the last move.
    pub fn follow(&mut self, game: &Game) -> Result<(), Fault> {
        self.runs = self.code.selection_runs(game)?;
        if self.runs.is_empty() {
            self.runs = self.code.runs(game)?;
        }
        Ok(())
    }

    /// Runs the routines of all moves up to the position shown. Returns what they cost together, or nothing before the first move.
    pub fn follow_all(&mut self, game: &Game) -> Result<Option<String>, Fault> {
        let mut replayed = game.clone();
        let mut total = CallCost { instructions: 0, cycles: 0 };
        for at in 1..=game.at() {
            replayed.go(at);
            self.follow(&replayed)?;
            total = self.runs.iter().fold(total, |total, run| sum(total, run.cost));
        }
        let moves = arcadian_files::count(game.at(), "move");
        Ok((game.at() > 0).then(|| format!("{moves} on the {}: {}", self.code.processor(), cost(total))))
    }

    /// Chooses the move of the program, or returns `None` if the game has to.
    pub fn choose(&self, task: &Task) -> Result<Option<Choice>, Fault> {
        self.code.choose(task)
    }

    pub fn processor(&self) -> Processor {
        self.code.processor()
    }

    /// Returns the runs that were made last.
    pub fn runs(&self) -> &[Run] {
        &self.runs
    }

    /// Says what solving the board cost, if the machine did it.
    pub fn solution(&self) -> Option<String> {
        self.code.solution_cost().map(|spent| self.line("TSOLVE", spent))
    }

    /// Says what the routines of the last move cost, as in `RKEY on the 8080: 510 cycles, 68 instructions; RDONE: …`.
    pub fn costs(&self) -> Option<String> {
        let mut groups = self.runs.chunk_by(|one, other| one.routine == other.routine).map(|group| {
            let total = group.iter().map(|run| run.cost).reduce(sum);
            let times = if group.len() == 1 { String::new() } else { format!(", {} times,", group.len()) };
            (format!("{}{times}", group[0].routine), total.unwrap_or(group[0].cost))
        });
        let (name, spent) = groups.next()?;
        let rest = groups.map(|(name, spent)| format!("; {}: {}", name.trim_end_matches(','), cost(spent)));
        Some(self.line(&name, spent) + &rest.collect::<String>())
    }

    fn line(&self, name: &str, spent: CallCost) -> String {
        format!("{name} on the {}: {}", self.code.processor(), cost(spent))
    }

    /// Returns the command lines that step through the routines of the last move. A comment replaces one that would be too long.
    pub fn commands(&self) -> Vec<String> {
        let cpu = match self.code.processor() {
            Processor::I8080 => String::new(),
            other => format!(" --cpu {other}"),
        };
        let command = |run: &Run| match run.input.len() {
            0..=LONGEST_INPUT => format!("arcadian step {}{cpu} --in {}", run.routine, self.code.input(run)),
            bytes => format!(
                "# {}: {} bytes of input are too many for a command line; the key s in a terminal steps through it",
                run.routine,
                grouped(bytes as u64)
            ),
        };
        self.runs.iter().map(command).collect()
    }

    /// Starts a routine of the last move with the same input. Returns its label, too.
    pub fn stepping(&self, number: usize) -> Result<(Stepping, &'static str)> {
        let run = self.runs.get(number).context("no routine has this number")?;
        let routine = self.code.routine(run.routine).context("the routine is not known")?;
        Ok((Stepping::start(&Subject::call(routine.clone(), &run.input))?, run.routine))
    }
}

fn sum(one: CallCost, other: CallCost) -> CallCost {
    CallCost { instructions: one.instructions + other.instructions, cycles: one.cycles + other.cycles }
}

fn cost(spent: CallCost) -> String {
    format!("{} cycles, {} instructions", grouped(spent.cycles), grouped(spent.instructions))
}

/// A search that is running. Dropping it stops the search.
#[derive(Debug)]
pub struct Thinking {
    search: Background<Choice>,
    /// Whether a hint is wanted, not a move of the program.
    pub is_hint: bool,
    start: Instant,
}

/// The time for a hint. A move of the program has none: the same game must be the same on every machine.
const HINT: Duration = Duration::from_secs(3);

impl Thinking {
    pub fn start(task: Task, is_hint: bool) -> io::Result<Self> {
        let search = Background::start(move |is_enough| task.choose(is_enough))?;
        Ok(Self { search, is_hint, start: Instant::now() })
    }

    /// Returns the answer if the search has ended. It has none if it failed.
    pub fn answer(&self) -> Option<Option<Choice>> {
        self.search.result()
    }

    pub fn is_overdue(&self) -> bool {
        self.is_hint && self.start.elapsed() > HINT
    }

    /// Ends the search soon, with the best move so far.
    pub fn hurry(&self) {
        self.search.hurry();
    }
}
