//! `board rotate`: ROTATE; and its pattern databases, made and read.

mod report;

use std::{path::PathBuf, sync::Arc};

use anyhow::{Context, Result, ensure};
use arcadian_board::rotate::{
    Board, Bound, LETTERS, Move, Moves, PAIRS, Patterns, Rules, Search, Solver, Unsolved, keys,
};
use arcadian_files::escape;
use arcadian_games::{Player, Position, Rotate, rotate::ROTATE};
use clap::{Args, Subcommand};
use serde_json::json;

use super::play::{self, SessionArgs};
use crate::{
    files::{
        ExitStatus, output,
        patterns::{self, HintArgs},
        pending::Pending,
    },
    number::decimal,
    terminal::Progress,
};
use report::LevelsArgs;

/// Solutions with at most this many moves are found from both ends, in a second. Their lists take 40 MB.
const NEAR: usize = 14;
const NEAR_MEMORY: usize = 64 << 20;

const SHOW_HELP: &str = "\
Moves are the keys of the game: a letter turns the group that has it at the upper left; S and a letter exchange that letter with \
its right neighbor, once per game.

Examples:
  arcadian board rotate show
  arcadian board rotate show 'BCDH FGEP IJKL AMNO'
  arcadian board rotate show 'BCDH FGEP IJKL AMNO' ELGDIFCB";

const SOLVE_HELP: &str = "\
Long solutions are found with a pattern database: the least number of moves that brings the first letters to their places, for all their \
positions. Without --database one of six letters is made first, which takes a second or two; a random board then takes a second on \
average, with seven letters a tenth. With --both a turn in either direction is one move; - marks counterclockwise turns.

Examples:
  arcadian board rotate solve BCDH FGEP IJKL AMNO
  arcadian board rotate solve BCDHFGEPIJKLAMNO --special --max-moves 10
  arcadian board rotate solve PONMLKJIHGFEDCBA --database rotate.patterns

Exit status: 0 solved; 1 not solved within the limits; 2 bad arguments.";

const PLAY_HELP: &str = "\
The letters are put in order by turning groups of four. A letter turns the group that has it at the upper left; S and a letter exchange that \
letter with its right neighbor, once; T takes back the turn just made; R starts the puzzle again. Hints of distant puzzles come sooner with \
--database. `arcadian play` is the program of 1982 itself.

Examples:
  arcadian board rotate play
  arcadian board rotate play --level 12 --seed 5
  arcadian board rotate play BCDHFGEPIJKLAMNO";

/// A command of `board rotate`.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Draw a board, or the boards before and after each move
    #[command(after_help = SHOW_HELP)]
    Show(ShowArgs),
    /// Find a shortest solution
    #[command(after_help = SOLVE_HELP)]
    Solve(SolveArgs),
    /// Make a pattern database for `solve` and `levels`
    #[command(after_help = DATABASE_HELP)]
    Database(DatabaseArgs),
    /// Tell how long the shortest solutions of puzzles of each level are
    #[command(after_help = report::HELP)]
    Levels(LevelsArgs),
    /// Find the shortest sequences of turns that equal a special move
    Special(SpecialArgs),
    /// Count the boards first reached from the solved board after 0 to N turns
    Depths(DepthsArgs),
    /// Play the puzzle
    #[command(after_help = PLAY_HELP, after_long_help = format!("{}\n\n{PLAY_HELP}", play::HELP))]
    Play(PlayArgs),
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
    /// Maximum number of moves
    #[arg(long, value_name = "MOVES", default_value_t = u32::MAX, hide_default_value = true, allow_negative_numbers = true, value_parser = decimal::<u32>(0..=u32::MAX.into()))]
    pub max_moves: u32,
    #[command(flatten)]
    pub search: SearchArgs,
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

/// The arguments of `play`.
#[derive(Args, Debug)]
pub struct PlayArgs {
    /// Letters A to P, row by row [default: a shuffled board]
    #[arg(conflicts_with_all = ["level", "seed", "replay"])]
    pub board: Vec<String>,
    /// Level, the number of turns of the shuffle, from 1 to 40
    #[arg(long, value_name = "N", default_value_t = 8, allow_negative_numbers = true, value_parser = decimal::<u8>(1..=40), conflicts_with = "replay")]
    pub level: u8,
    #[command(flatten)]
    pub session: SessionArgs,
    #[command(flatten)]
    pub hint: HintArgs,
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

pub fn run(command: &Command) -> Result<ExitStatus> {
    match command {
        Command::Show(args) => show(args),
        Command::Solve(args) => solve(args),
        Command::Database(args) => write(args),
        Command::Levels(args) => report::run(args),
        Command::Special(args) => special(args),
        Command::Depths(args) => depths(args),
        Command::Play(args) => play_game(args),
    }
}

fn show(args: &ShowArgs) -> Result<ExitStatus> {
    let board = args.board.unwrap_or(Board::SOLVED);
    let (text, steps) = match &args.moves {
        None => (numbered(&board), Vec::new()),
        Some(keys) => {
            let steps = report::read(board, keys)?;
            (moves(board, &steps), steps)
        }
    };
    let mut after = board;
    steps.iter().for_each(|step| step.play(&mut after));
    let report =
        json!({ "board": board.to_string(), "positions": report::texts(&steps), "after": after.to_string() });
    output::answer(ExitStatus::Holds, &text, report)
}

fn solve(args: &SolveArgs) -> Result<ExitStatus> {
    let text = args.board.join(" ");
    let board = board(&text).with_context(|| format!("`{text}` is not a valid board"))?;
    let progress = Progress::new();
    let outcome = shortest(args, &board, &progress)?;
    progress.erase();
    match outcome {
        Ok((moves, count)) => {
            let keys = keys(board, &moves);
            let report = json!({ "keys": keys, "positions": report::texts(&moves), "solutions": count });
            output::answer(ExitStatus::Holds, &report::solution(&board, &moves, count), report)
        }
        Err(unsolved) => {
            let report = json!({ "keys": null, "positions": null, "solutions": null });
            output::answer(ExitStatus::Fails, &report::unsolved(&unsolved), report)
        }
    }
}

/// The first of the shortest solutions, and their number if it is known.
type Solution = (Vec<Move>, Option<u64>);

/// Finds the first of the shortest solutions and their number, the near ones from both ends.
fn shortest(args: &SolveArgs, board: &Board, progress: &Progress) -> Result<Result<Solution, Unsolved>> {
    let limit = usize::try_from(args.max_moves).unwrap_or(usize::MAX);
    let moves = args.search.moves;
    let show = |moves| progress.show(|| format!("searching for solutions of {moves} moves"));
    if !moves.both && args.search.database.is_none() {
        let rules = Rules { special: moves.special, limit: limit.min(NEAR) };
        let near = Solver::new(NEAR_MEMORY).solve(board, rules, &show);
        match near {
            Ok(solution) => return Ok(Ok((solution.moves, Some(solution.count)))),
            Err(unsolved) if unsolved.bound == Bound::Moves(limit) => return Ok(Err(unsolved)),
            // What is farther needs a database.
            Err(_) => {}
        }
    }
    let search = args.search.open(progress)?;
    let moves = search.solve(board, limit, &show);
    Ok(moves.map(|moves| {
        let count = search.count(board, moves.len());
        (moves, count)
    }))
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
    let status = ExitStatus::of(found.iter().all(|worth| worth.is_least));
    let pairs: Vec<_> = found.iter().map(report::pair).collect();
    output::answer(status, &report::special(&found), json!({ "pairs": pairs }))
}

fn depths(args: &DepthsArgs) -> Result<ExitStatus> {
    let mut solver = args.memory.solver();
    let mut table = output::Table::new("turns  new boards\n")?;
    let mut all = Vec::new();
    for depth in 0..=usize::try_from(args.depth)? {
        match solver.new_boards(depth) {
            Ok(boards) => {
                all.push(boards);
                table.add(&format!("{depth:>5}  {boards:>10}\n"))?;
            }
            Err(bound) => {
                table.add(&format!("the limit of {bound} is reached\n"))?;
                return table.finish(ExitStatus::Fails, json!({ "boards": all }));
            }
        }
    }
    table.finish(ExitStatus::Holds, json!({ "boards": all }))
}

fn play_game(args: &PlayArgs) -> Result<ExitStatus> {
    args.hint.prepare()?;
    let given = match &args.board[..] {
        [] => None,
        letters => Some(board(&letters.concat())?),
    };
    let level = args.level;
    let start = move |seed| {
        let puzzle = match given {
            Some(board) => Rotate::new(board, None)?,
            None => Rotate::shuffled(level, seed)?,
        };
        Ok(Arc::new(puzzle) as Arc<dyn Position>)
    };
    play::run(&ROTATE, &args.session, [Player::Person; 2], start)
}

/// The number of boards side by side.
const ACROSS: usize = 4;

/// Draws a board next to the numbers of its positions.
pub fn numbered(board: &Board) -> String {
    let rows = rows(board, None).into_iter().enumerate();
    let lines = rows.map(|(row, letters)| {
        let numbers: String = (1..=4).map(|column| format!("{:>4}", 4 * row + column)).collect();
        format!("{letters}   {numbers}\n")
    });
    lines.collect()
}

/// Draws the board before each move and after the last. The letters of a turn are in brackets, those of a special move in
/// parentheses.
pub fn moves(mut board: Board, moves: &[Move]) -> String {
    let mut blocks: Vec<[String; 4]> = Vec::new();
    for (number, step) in (1..).zip(moves) {
        let between = [format!("{number}."), step.keys(&board), "-->".to_owned(), String::new()];
        let mut block = rows(&board, Some(*step));
        block.iter_mut().zip(between).for_each(|(row, text)| row.push_str(&format!("{text:^6}")));
        blocks.push(block);
        step.play(&mut board);
    }
    blocks.push(rows(&board, None));
    blocks.chunks(ACROSS).map(side_by_side).collect::<Vec<_>>().join("\n")
}

fn side_by_side(blocks: &[[String; 4]]) -> String {
    let line = |row: usize| blocks.iter().map(|block| block[row].as_str()).collect::<String>();
    (0..4).map(|row| format!("{}\n", line(row).trim_end())).collect()
}

fn rows(board: &Board, marked: Option<Move>) -> [String; 4] {
    let letters = board.letters();
    [0, 1, 2, 3].map(|row: usize| {
        let cell = |column| {
            let index = 4 * row + column;
            let (before, after) = marks(marked, index + 1);
            format!("{before}{}{after}", char::from(letters[index]))
        };
        (0..4).map(cell).collect()
    })
}

/// Returns the characters before and after the letter at a position.
fn marks(marked: Option<Move>, position: usize) -> (char, char) {
    let (lefts, [open, close]) = match marked {
        None => return (' ', ' '),
        Some(Move::Turn(p) | Move::Unturn(p)) => ([p, p + 4], ['[', ']']),
        Some(Move::Special(p)) => ([p, p], ['(', ')']),
    };
    let is_left = lefts.contains(&position);
    let is_right = lefts.contains(&(position - 1));
    (if is_left { open } else { ' ' }, if is_right { close } else { ' ' })
}

pub const DATABASE_HELP: &str = "\
A database of seven letters has 29 MB and is made in about 20 seconds, one of eight letters 260 MB in some minutes. It doubles with --special. \
It holds for the moves that it was made for. Its checksum is tested whenever it is read; a damaged one must be made again.

Examples:
  arcadian board rotate database rotate.patterns
  arcadian board rotate database both.patterns --both";

/// The letters of a database that is not kept.
const LETTERS_AT_ONCE: usize = 6;

/// The moves that a solution can have.
#[derive(Args, Clone, Copy, Debug)]
pub struct MovesArgs {
    /// Allow one special move
    #[arg(long)]
    pub special: bool,
    /// Count a turn in either direction as one move
    #[arg(long)]
    pub both: bool,
}

impl From<MovesArgs> for Moves {
    fn from(MovesArgs { special, both }: MovesArgs) -> Self {
        Moves { both, special }
    }
}

/// The options of a search.
#[derive(Args, Debug)]
pub struct SearchArgs {
    #[command(flatten)]
    pub moves: MovesArgs,
    /// Pattern database that `board rotate database` has made
    #[arg(long, value_name = "FILE", conflicts_with = "letters")]
    pub database: Option<PathBuf>,
    /// Number of letters of the database that is made first
    #[arg(long, value_name = "N", default_value_t = LETTERS_AT_ONCE, value_parser = decimal::<usize>(1..=8))]
    pub letters: usize,
}

/// The arguments of `database`.
#[derive(Args, Debug)]
pub struct DatabaseArgs {
    /// File to write
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Number of letters
    #[arg(long, value_name = "N", default_value_t = 7, value_parser = decimal::<usize>(1..=8))]
    pub letters: usize,
    #[command(flatten)]
    pub moves: MovesArgs,
}

impl SearchArgs {
    /// Reads the database, or makes one.
    pub fn open(&self, progress: &Progress) -> Result<Search> {
        let moves = self.moves.into();
        let Some(path) = &self.database else {
            return Ok(Search::new(build(self.letters, moves, progress)?));
        };
        let patterns = patterns::read_patterns(path)?;
        let has = patterns.moves();
        ensure!(
            has == moves,
            "{} is for {}, and {} was asked for; make one with the same options",
            escape::path(path),
            patterns::described(has),
            patterns::described(moves)
        );
        Ok(Search::new(patterns))
    }
}

fn build(letters: usize, moves: Moves, progress: &Progress) -> Result<Patterns> {
    debug_assert!(LETTERS.contains(&letters), "the option allows no other number");
    let shown = |distance, count| {
        progress.show(|| format!("making a pattern database: {count} placements at distance {distance}"));
    };
    Ok(Patterns::build(letters, moves, shown)?)
}

/// Makes a database and writes it.
pub fn write(args: &DatabaseArgs) -> Result<ExitStatus> {
    let file = Pending::binary(&args.file)?;
    let progress = Progress::new();
    let patterns = build(args.letters, args.moves.into(), &progress)?;
    progress.erase();
    let bytes = patterns.to_bytes();
    file.finish(&bytes)?;
    output::note(&format!(
        "{}: {} letters, {}, {} bytes",
        escape::path(&args.file),
        patterns.letters(),
        patterns::described(patterns.moves()),
        bytes.len()
    ));
    Ok(ExitStatus::Holds)
}
