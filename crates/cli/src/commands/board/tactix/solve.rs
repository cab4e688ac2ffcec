//! Solutions of positions.

use std::path::Path;

use anyhow::{Result, ensure};
use arcadian_board::tactix::{Board, Outcome, Shape, Solution};
use arcadian_files::escape;

use super::{
    super::tactix,
    Game, SolveArgs,
    database::{self, Database, name},
    picture, size, whole,
};
use crate::files::{ExitStatus, output};

pub const HELP: &str = "\
A board is its bytes in hexadecimal, byte 1 first, or its rows: x is a counter, . an empty square, / separates rows. One digit is a \
size, and so is 5x7 (five rows, seven columns): the whole board is solved, with up to 36 squares. A position may have at most 25 \
counters, or any number with a database.

A database is the table of a whole board under one rule. While it is computed it is FILE.partial, and Ctrl-C keeps what is done: the \
same command continues. A file that is damaged or of another board is refused, and replaced only with --rebuild.

Examples:
  arcadian board tactix solve xxx/xxx/xxx
  arcadian board tactix solve 3C 81 --rule misere
  arcadian board tactix solve 5
  arcadian board tactix solve 6 --rule misere --database 6x6.tactix
  arcadian board tactix solve xxxxxx/x....x/x....x/x....x/x....x/xxxxxx --database 6x6.tactix

Exit status: 0 solved; 130 interrupted; 2 bad arguments, a damaged file, or not enough memory.";

/// Solves a position or a whole board.
pub fn run(args: &SolveArgs) -> Result<ExitStatus> {
    output::with_json_error(args.json, || solve(args))
}

fn solve(args: &SolveArgs) -> Result<ExitStatus> {
    if let Some(shape) = args.size.map_or_else(|| shape_of(args), |shape| Ok(Some(shape)))? {
        return whole::run(args, shape);
    }
    let unused = [("--json", args.json), ("--numbers", args.numbers), ("--rebuild", args.rebuild)];
    for (option, is_given) in unused {
        ensure!(
            !is_given,
            "{option} is for whole boards; give a size, such as 5 or 5x7, in place of a position"
        );
    }
    let board = tactix::position(&args.board, args.figure)?;
    let text = match &args.database {
        None => position(&board, args.rule)?,
        Some(path) => in_database(&board, args.rule, path)?,
    };
    output::print(&text)?;
    Ok(ExitStatus::Holds)
}

/// Returns the size if the argument is one: a digit, which is too short for a byte, or two numbers with an `x` between them.
fn shape_of(args: &SolveArgs) -> Result<Option<Shape>> {
    let [text] = &args.board[..] else { return Ok(None) };
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|digit| digit.is_ascii_digit());
    let is_size = text.len() == 1 && is_number(text)
        || text.split_once('x').is_some_and(|(rows, columns)| is_number(rows) && is_number(columns));
    if is_size && args.figure.is_none() { size(text).map(Some) } else { Ok(None) }
}

fn position(board: &Board, game: Game) -> Result<String> {
    let mut text = picture::counters(board);
    for rule in game.rules() {
        let solution = Solution::new(*board, *rule)?;
        text += &format!("{}: {}\n", name(*rule), verdict(&solution, board));
    }
    Ok(text)
}

fn in_database(board: &Board, game: Game, path: &Path) -> Result<String> {
    let mut database = Database::open(path, false)?;
    let rule = database.game().rule;
    ensure!(
        game.rules().contains(&rule),
        "the database {} is for the rule {}; leave --rule out",
        escape::path(path),
        name(rule)
    );
    Ok(format!(
        "{}{}: {}\n",
        picture::counters(board),
        name(rule),
        database::verdict(&mut database, board, path)?
    ))
}

fn verdict(solution: &Solution, board: &Board) -> String {
    let is_losing = solution.outcome(board) != Some(Outcome::Win);
    database::words(is_losing, &solution.winning_moves(board), solution.best_move(board).as_ref())
}
