//! `board rotate`: ROTATE.

mod moves;
mod picture;
mod report;

use anyhow::{Context, Result, ensure};
use arcadian_board::rotate::{Board, PAIRS, Rules, Solver};
use clap::{Args, Subcommand};

use super::progress::Progress;
use crate::files::{ExitStatus, output};
use crate::number::decimal;

const SHOW_HELP: &str = "\
Moves are the keys of the game: a letter turns the group that has it at the upper left; S and a letter exchange that letter with \
its right neighbor, once per game.

Examples:
  arcadian board rotate show
  arcadian board rotate show 'BCDH FGEP IJKL AMNO'
  arcadian board rotate show 'BCDH FGEP IJKL AMNO' ELGDIFCB";

const SOLVE_HELP: &str = "\
Examples:
  arcadian board rotate solve BCDH FGEP IJKL AMNO
  arcadian board rotate solve BCDHFGEPIJKLAMNO --special --limit 10

Exit status: 0 solved; 1 not solved within the limits; 2 bad arguments.";

/// A command of `board rotate`.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Draw a board, or the boards before and after each move
    #[command(after_help = SHOW_HELP)]
    Show(ShowArgs),
    /// Find a shortest solution
    #[command(after_help = SOLVE_HELP)]
    Solve(SolveArgs),
    /// Find the shortest sequences of turns that equal a special move
    Special(SpecialArgs),
    /// Count the boards first reached from the solved board after 0 to N turns
    Depths(DepthsArgs),
}

/// The arguments of `show`.
#[derive(Args, Debug)]
pub struct ShowArgs {
    /// Letters A to P, row by row [default: in order]
    #[arg(value_parser = board)]
    pub board: Option<Board>,
    /// Keys to press, as in ELGDIFCB or ESK
    pub moves: Option<String>,
}

/// The arguments of `solve`.
#[derive(Args, Debug)]
pub struct SolveArgs {
    /// Letters A to P, row by row
    #[arg(required = true)]
    pub board: Vec<String>,
    /// Allow one special move
    #[arg(long)]
    pub special: bool,
    /// Maximum number of moves
    #[arg(long, value_name = "MOVES", default_value_t = u32::MAX, hide_default_value = true, allow_negative_numbers = true, value_parser = decimal::<u32>(0..=u32::MAX.into()))]
    pub limit: u32,
    #[command(flatten)]
    pub memory: MemoryArgs,
}

/// The arguments of `special`.
#[derive(Args, Debug)]
pub struct SpecialArgs {
    /// Position of the left letter, 1 to 15 except multiples of 4 [default: all twelve]
    #[arg(allow_negative_numbers = true, value_parser = decimal::<usize>(1..=15))]
    pub pair: Option<usize>,
}

/// The arguments of `depths`.
#[derive(Args, Debug)]
pub struct DepthsArgs {
    /// Maximum number of turns
    #[arg(value_name = "N", allow_negative_numbers = true, value_parser = decimal::<u32>(0..=u32::MAX.into()))]
    pub depth: u32,
    #[command(flatten)]
    pub memory: MemoryArgs,
}

/// The memory limit.
#[derive(Args, Debug)]
pub struct MemoryArgs {
    /// Maximum memory for boards in MB
    #[arg(long, value_name = "MB", default_value_t = 512, allow_negative_numbers = true, value_parser = decimal::<u32>(1..=1 << 20))]
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

/// Runs a command.
pub fn run(command: &Command) -> Result<ExitStatus> {
    match command {
        Command::Show(args) => show(args),
        Command::Solve(args) => solve(args),
        Command::Special(args) => special(args),
        Command::Depths(args) => depths(args),
    }
}

fn show(args: &ShowArgs) -> Result<ExitStatus> {
    let board = args.board.unwrap_or(Board::SOLVED);
    let text = match &args.moves {
        None => picture::numbered(&board),
        Some(keys) => picture::moves(board, &moves::read(board, keys)?),
    };
    output::print(&text)?;
    Ok(ExitStatus::Holds)
}

fn solve(args: &SolveArgs) -> Result<ExitStatus> {
    let text = args.board.join(" ");
    let board = board(&text).with_context(|| format!("`{text}` is not a valid board"))?;
    let rules = Rules { special: args.special, limit: usize::try_from(args.limit).unwrap_or(usize::MAX) };
    let progress = Progress::new();
    let outcome = args.memory.solver().solve(&board, rules, |moves| {
        progress.show(&format!("searching for solutions of {moves} moves"));
    });
    progress.erase();
    let (text, status) = match outcome {
        Ok(solution) => (report::solution(&board, &solution), ExitStatus::Holds),
        Err(unsolved) => (report::unsolved(&unsolved), ExitStatus::Fails),
    };
    output::print(&text)?;
    Ok(status)
}

fn special(args: &SpecialArgs) -> Result<ExitStatus> {
    if let Some(pair) = args.pair {
        let left = "the left letter of a pair is at 1 to 15, except multiples of 4";
        ensure!(PAIRS.contains(&pair), "no pair starts at position {pair}: {left}");
    }
    let mut solver = Solver::new(64 << 20);
    let asked = PAIRS.into_iter().filter(|pair| args.pair.is_none_or(|asked| asked == *pair));
    let found: Vec<_> = asked.map(|pair| solver.worth(pair)).collect::<Result<_, _>>()?;
    let found: Vec<_> = found.into_iter().flatten().collect();
    output::print(&report::special(&found))?;
    Ok(if found.iter().all(|worth| worth.is_least) { ExitStatus::Holds } else { ExitStatus::Fails })
}

fn depths(args: &DepthsArgs) -> Result<ExitStatus> {
    let mut solver = args.memory.solver();
    output::print("turns  new boards\n")?;
    for depth in 0..=usize::try_from(args.depth)? {
        match solver.new_boards(depth) {
            Ok(boards) => output::print(&format!("{depth:>5}  {boards:>10}\n"))?,
            Err(bound) => {
                output::print(&format!("the limit of {bound} is reached\n"))?;
                return Ok(ExitStatus::Fails);
            }
        }
    }
    Ok(ExitStatus::Holds)
}
