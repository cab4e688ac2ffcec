//! `board rotate`.

mod moves;
mod picture;
mod progress;
mod report;

use anyhow::{Context, Result, ensure};
use arcadian_board::rotate::{Board, PAIRS, Rules, Solver};
use clap::{Args, Subcommand};

use crate::files::{Verdict, output};
use progress::Progress;

const SHOW_HELP: &str = "\
Moves are the keys of the game: a letter turns the group whose upper left letter it is, S and a letter exchanges that letter \
with its right neighbour, once.

Examples:
  arcadian board rotate show
  arcadian board rotate show 'BCDH FGEP IJKL AMNO'
  arcadian board rotate show 'BCDH FGEP IJKL AMNO' ELGDIFCB";

const SOLVE_HELP: &str = "\
Examples:
  arcadian board rotate solve BCDH FGEP IJKL AMNO
  arcadian board rotate solve BCDHFGEPIJKLAMNO --special --limit 10

Exit status: 0 solved; 1 not within the bounds; 2 bad arguments.";

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Draw a board, or the boards between moves
    #[command(after_help = SHOW_HELP)]
    Show(ShowArgs),
    /// Find a shortest solution
    #[command(after_help = SOLVE_HELP)]
    Solve(SolveArgs),
    /// Say how many regular moves equal a special move, and which
    Special(SpecialArgs),
    /// Count the boards first reached from the ordered one after 0 to N turns
    Depths(DepthsArgs),
}

/// What to draw.
#[derive(Args, Debug)]
pub struct ShowArgs {
    /// The letters A to P row by row [default: in order]
    #[arg(value_parser = board)]
    pub board: Option<Board>,
    /// What to press, as in ELGDIFCB or ESK
    pub moves: Option<String>,
}

/// What to solve.
#[derive(Args, Debug)]
pub struct SolveArgs {
    /// The letters A to P row by row
    #[arg(required = true)]
    pub board: Vec<String>,
    /// Allow one special move
    #[arg(long)]
    pub special: bool,
    /// The most moves to look for
    #[arg(long, value_name = "MOVES", default_value_t = u32::MAX, hide_default_value = true)]
    pub limit: u32,
    #[command(flatten)]
    pub memory: MemoryArgs,
}

/// Which pairs.
#[derive(Args, Debug)]
pub struct SpecialArgs {
    /// The position of the left letter, 1 to 15 but no multiple of 4 [default: all twelve]
    pub pair: Option<usize>,
}

/// How far.
#[derive(Args, Debug)]
pub struct DepthsArgs {
    /// The most turns
    #[arg(value_name = "N")]
    pub depth: u32,
    #[command(flatten)]
    pub memory: MemoryArgs,
}

/// A bound.
#[derive(Args, Debug)]
pub struct MemoryArgs {
    /// The most memory for boards, in MB
    #[arg(long, value_name = "MB", default_value_t = 512, value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    pub memory: u32,
}

impl MemoryArgs {
    fn solver(&self) -> Solver {
        Solver::new(usize::try_from(u64::from(self.memory) << 20).unwrap_or(usize::MAX))
    }
}

fn board(text: &str) -> Result<Board> {
    Ok(text.to_ascii_uppercase().parse()?)
}

/// Does it.
pub fn run(command: &Command) -> Result<Verdict> {
    match command {
        Command::Show(args) => show(args),
        Command::Solve(args) => solve(args),
        Command::Special(args) => special(args),
        Command::Depths(args) => depths(args),
    }
}

fn show(args: &ShowArgs) -> Result<Verdict> {
    let board = args.board.unwrap_or(Board::SOLVED);
    let text = match &args.moves {
        None => picture::numbered(&board),
        Some(keys) => picture::moves(board, &moves::read(board, keys)?),
    };
    output::print(&text)?;
    Ok(Verdict::Holds)
}

fn solve(args: &SolveArgs) -> Result<Verdict> {
    let text = args.board.join(" ");
    let board = board(&text).with_context(|| format!("`{text}` is not a valid board"))?;
    let rules = Rules { special: args.special, limit: usize::try_from(args.limit).unwrap_or(usize::MAX) };
    let progress = Progress::new();
    let outcome = args.memory.solver().solve(&board, rules, |moves| progress.tell(moves));
    progress.end();
    let (text, verdict) = match outcome {
        Ok(solution) => (report::solution(&board, &solution), Verdict::Holds),
        Err(unsolved) => (report::unsolved(&unsolved), Verdict::Fails),
    };
    output::print(&text)?;
    Ok(verdict)
}

fn special(args: &SpecialArgs) -> Result<Verdict> {
    if let Some(pair) = args.pair {
        let left = "the left letter of a pair is at 1 to 15, except multiples of 4";
        ensure!(PAIRS.contains(&pair), "no pair begins at position {pair}: {left}");
    }
    let mut solver = Solver::new(64 << 20);
    let asked = PAIRS.into_iter().filter(|pair| args.pair.is_none_or(|asked| asked == *pair));
    let found: Vec<_> = asked.map(|pair| solver.worth(pair)).collect::<Result<_, _>>()?;
    let found: Vec<_> = found.into_iter().flatten().collect();
    output::print(&report::special(&found))?;
    Ok(if found.iter().all(|worth| worth.is_least) { Verdict::Holds } else { Verdict::Fails })
}

fn depths(args: &DepthsArgs) -> Result<Verdict> {
    let mut solver = args.memory.solver();
    output::print("turns  new boards\n")?;
    for depth in 0..=usize::try_from(args.depth)? {
        match solver.new_boards(depth) {
            Ok(boards) => output::print(&format!("{depth:>5}  {boards:>10}\n"))?,
            Err(bound) => {
                output::print(&format!("the limit of {bound} is reached\n"))?;
                return Ok(Verdict::Fails);
            }
        }
    }
    Ok(Verdict::Holds)
}
