//! Levels of random puzzles, typed moves, and reports as text.

use std::{
    cmp::Reverse,
    sync::atomic::{AtomicUsize, Ordering},
    thread,
};

use anyhow::{Result, bail, ensure};
use arcadian_board::rotate::{Board, Move, Search, Unsolved, Worth, keys};
use arcadian_parallel::random::Random;
use clap::Args;
use serde_json::{Value, json};

use super::SearchArgs;
use crate::{
    files::{ExitStatus, output},
    number::decimal,
    terminal::Progress,
};

/// Formats a solution: its keys, and the positions of the letters. `count` is the number of shortest solutions, if it is known.
pub fn solution(board: &Board, moves: &[Move], count: Option<u64>) -> String {
    let keys = line(&keys(*board, moves));
    let positions = line(&texts(moves));
    let length = match moves.len() {
        0 => return "0 moves: the board is in order\n".to_owned(),
        moves => arcadian_files::count(moves, "move"),
    };
    let others = match count {
        Some(1) => "the only shortest solution".to_owned(),
        Some(count) => format!("the first of {count} shortest solutions"),
        None => "the first of the shortest solutions, which are too many to count".to_owned(),
    };
    format!("{length}, {others}\nkeys      {keys}\npositions {positions}\n")
}

pub fn unsolved(unsolved: &Unsolved) -> String {
    format!("{unsolved}\n")
}

/// Formats a table of special moves, and the proof that no shorter word is equivalent.
pub fn special(found: &[Worth]) -> String {
    let mut proofs: Vec<String> = found.iter().map(proof).collect();
    proofs.dedup();
    let rows: String = found.iter().map(row).collect();
    format!(
        " pair  turns  words  the first word, by position     its keys on the solved board\n{rows}{}",
        proofs.concat()
    )
}

fn row(worth: &Worth) -> String {
    let Worth { position, words, .. } = worth;
    let pair = format!("{position}-{}", position + 1);
    let keys = keys(Board::SOLVED, &words.moves).join(" ");
    format!(
        "{pair:>5}  {:>5}  {:>5} {:<31}  {keys}\n",
        words.moves.len(),
        words.count,
        line(&texts(&words.moves))
    )
}

/// Returns a special move as JSON.
pub fn pair(worth: &Worth) -> Value {
    let Worth { position, words, is_least, .. } = worth;
    json!({
        "position": position,
        "turns": words.moves.len(),
        "words": words.count,
        "positions": texts(&words.moves),
        "keys": keys(Board::SOLVED, &words.moves),
        "shortest": is_least,
    })
}

fn proof(worth: &Worth) -> String {
    let Worth { depth, boards, .. } = worth;
    let shorter = worth.words.moves.len().saturating_sub(1);
    let found =
        if worth.is_least { "the two sets are disjoint" } else { "the two sets intersect, a contradiction" };
    format!(
        "No word of up to {shorter} turns is equivalent: {boards} boards are within {depth} turns of the board with the\n\
        pair exchanged, {boards} boards are within {depth} turns of the solved board, and {found}.\n"
    )
}

pub fn texts(moves: &[Move]) -> Vec<String> {
    moves.iter().map(Move::to_string).collect()
}

/// Formats words in columns of one width for keys and positions.
fn line(words: &[String]) -> String {
    let width = 1 + words.iter().map(String::len).max().unwrap_or(0).max(2);
    words.iter().map(|word| format!("{word:>width$}")).collect()
}

/// Parses keys as a sequence of moves from a board.
pub fn read(mut board: Board, keys: &str) -> Result<Vec<Move>> {
    let mut moves: Vec<Move> = Vec::new();
    let mut letters = keys.chars().filter(|key| !key.is_whitespace()).map(|key| key.to_ascii_uppercase());
    while let Some(key) = letters.next() {
        let special = key == 'S';
        let letter = if special { letters.next() } else { Some(key) };
        let number = moves.len() + 1;
        let step = step(&board, letter, special, number)?;
        let spent = moves.iter().any(|step| matches!(step, Move::Special(_)));
        ensure!(!(special && spent), "move {number} is a second special move; a game has only one");
        step.play(&mut board);
        moves.push(step);
    }
    ensure!(!moves.is_empty(), "no moves given; write letters, as in ELGD");
    Ok(moves)
}

fn step(board: &Board, letter: Option<char>, special: bool, number: usize) -> Result<Move> {
    let Some(letter) = letter else {
        bail!("move {number} is an S without a letter; write a letter after it, as in SK")
    };
    let found = u8::try_from(letter).ok().and_then(|letter| board.find(letter));
    let Some(position) = found else {
        bail!("move {number} is {letter:?}: moves are letters A to P, or S and a letter for the special move")
    };
    if special && Board::can_swap(position) {
        return Ok(Move::Special(position));
    }
    if !special && Board::can_turn(position) {
        return Ok(Move::Turn(position));
    }
    let edge = if position.is_multiple_of(4) { "last column" } else { "bottom row" };
    bail!("move {number} does nothing: {letter} is in the {edge}")
}

pub const HELP: &str = "\
A puzzle of level N is made as the game makes it: N groups, each at random, are turned counterclockwise. Its shortest solution can have \
fewer moves than N: then it is easier than its level, and the best player wins a WOW.

Examples:
  arcadian board rotate levels --games 100 --to 12
  arcadian board rotate levels --games 1000 --database rotate.patterns
  arcadian board rotate levels --from 40 --games 1000 --deepest --both";

/// The highest level of the game.
const HIGHEST: u64 = 40;

/// The arguments of `levels`.
#[derive(Args, Debug)]
pub struct LevelsArgs {
    /// Puzzles of each level
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = decimal::<u32>(1..=1_000_000))]
    pub games: u32,
    /// First level
    #[arg(long, value_name = "LEVEL", default_value_t = 1, value_parser = decimal::<usize>(1..=HIGHEST))]
    pub from: usize,
    /// Last level
    #[arg(long, value_name = "LEVEL", default_value_t = HIGHEST as usize, value_parser = decimal::<usize>(1..=HIGHEST))]
    pub to: usize,
    /// Seed of the random numbers
    #[arg(long, value_name = "SEED", default_value_t = 1, value_parser = decimal::<u64>(0..=u64::MAX))]
    pub seed: u64,
    /// Print a puzzle with the longest solution, too
    #[arg(long)]
    pub deepest: bool,
    #[command(flatten)]
    pub search: SearchArgs,
}

/// The puzzles of a level, each with the length of its shortest solution.
#[derive(Default)]
struct Solved(Vec<(usize, Board)>);

/// Solves the puzzles and prints a row for each level.
pub fn run(args: &LevelsArgs) -> Result<ExitStatus> {
    ensure!(args.from <= args.to, "the first level, {}, is above the last one, {}", args.from, args.to);
    let progress = Progress::new();
    let search = args.search.open(&progress)?;
    progress.erase();
    let mut table = output::Table::new(
        "level  shortest  average  longest  easier than the level  in order at the start\n",
    )?;
    let mut levels = Vec::new();
    let mut deepest = None;
    for level in args.from..=args.to {
        let solved = solve_all(&search, &puzzles(level, args));
        table.add(&solved.row(level))?;
        levels.push(json!({ "level": level, "moves": solved.lengths() }));
        // Of several the one that comes first in the alphabet, whatever thread has found it first.
        let found = solved.0.into_iter().max_by_key(|&(length, board)| (length, Reverse(board)));
        deepest = deepest.max(found.map(|(length, board)| (length, Reverse(board))));
    }
    if let Some((length, Reverse(board))) = deepest.filter(|_| args.deepest) {
        table.add(&format!("the deepest: {board}, {length} moves\n"))?;
    }
    let deepest =
        deepest.map(|(length, Reverse(board))| json!({ "board": board.to_string(), "moves": length }));
    table.finish(ExitStatus::Holds, json!({ "levels": levels, "deepest": deepest }))
}

/// Makes the puzzles of a level. They do not depend on other levels.
fn puzzles(level: usize, args: &LevelsArgs) -> Vec<Board> {
    let mut random = Random::new(args.seed << 8 | level as u64);
    (0..args.games)
        .map(|_| {
            let mut board = Board::SOLVED;
            for _ in 0..level {
                // As RND(11) of the game, whose multiples of 4 are drawn again.
                let draws = std::iter::repeat_with(|| 1 + random.below(11) as usize);
                draws
                    .into_iter()
                    .find(|&position| Board::can_turn(position))
                    .into_iter()
                    .for_each(|p| board.unturn(p));
            }
            board
        })
        .collect()
}

/// Solves the puzzles on all cores.
fn solve_all(search: &Search, puzzles: &[Board]) -> Solved {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut solved = Vec::new();
        while let Some(board) = puzzles.get(next.fetch_add(1, Ordering::Relaxed)) {
            solved.extend(search.solve(board, usize::MAX, |_| {}).map(|moves| (moves.len(), *board)));
        }
        solved
    };
    let cores = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        let threads: Vec<_> = (0..cores).map(|_| scope.spawn(work)).collect();
        Solved(threads.into_iter().flat_map(|thread| thread.join().unwrap_or_default()).collect())
    })
}

impl Solved {
    /// Returns the length of each puzzle's shortest solution, in order.
    fn lengths(&self) -> Vec<usize> {
        let mut lengths: Vec<usize> = self.0.iter().map(|(length, _)| *length).collect();
        lengths.sort_unstable();
        lengths
    }

    fn row(&self, level: usize) -> String {
        let lengths = self.lengths();
        let sum: usize = lengths.iter().sum();
        let share = |count: usize| format!("{:.1} %", 100.0 * count as f64 / lengths.len().max(1) as f64);
        format!(
            "{level:>5}  {:>8}  {:>7.2}  {:>7}  {:>21}  {:>21}\n",
            lengths.iter().min().unwrap_or(&0),
            sum as f64 / lengths.len().max(1) as f64,
            lengths.iter().max().unwrap_or(&0),
            share(lengths.iter().filter(|&&length| length < level).count()),
            share(lengths.iter().filter(|&&length| length == 0).count()),
        )
    }
}
