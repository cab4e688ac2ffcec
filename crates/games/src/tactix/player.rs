//! How the program plays TACTIX: perfectly where the board can be solved at once, and with errors at the lower levels.

use arcadian_board::tactix::{Board, MAX_SOLVABLE, Move, Outcome, Rule, Solution, Symmetry};

use crate::{Choice, Level, position::Random};

/// The number of counters from which on the highest level plays perfectly, on boards of every size.
pub const PERFECT: u32 = MAX_SOLVABLE;

/// How many of 100 moves are picked at random, for each level.
const ERRORS: [usize; 5] = [100, 60, 35, 15, 0];

/// The number of solutions that are tried on a board that is too large to solve. Each takes a tenth of a second.
const TRIES: usize = 12;

/// Chooses a move, or none on an empty board.
pub(super) fn choose(
    board: Board,
    rule: Rule,
    level: Level,
    random: u64,
    is_enough: &mut dyn FnMut() -> bool,
) -> Option<Choice> {
    let mut random = Random::new(random);
    let errs = random.below(100) < ERRORS.get(usize::from(level.number()) - 1).copied().unwrap_or(0);
    if errs {
        return choice(random.pick(&board.moves())?, "picked at random");
    }
    match Solution::new(board, rule) {
        Ok(solution) => solved(&board, &solution, &mut random),
        Err(_) => unsolved(board, rule, &mut random, is_enough),
    }
}

fn choice(run: &Move, reason: &str) -> Option<Choice> {
    Some(Choice { text: run.to_string(), reason: reason.to_owned() })
}

/// Chooses a winning move. If there is none, one that takes few counters: the more are left, the easier is the opponent's error.
fn solved(board: &Board, solution: &Solution, random: &mut Random) -> Option<Choice> {
    let winning = solution.winning_moves(board);
    if let Some(run) = random.pick(&winning) {
        return choice(run, "wins with best play");
    }
    let singles: Vec<Move> = board.moves().into_iter().filter(|run| run.first() == run.last()).collect();
    choice(random.pick(&singles)?, "loses against best play, as every move does")
}

/// Chooses a move of a board that is too large: one that provably wins, one that keeps the board symmetric, or any.
fn unsolved(
    board: Board,
    rule: Rule,
    random: &mut Random,
    is_enough: &mut dyn FnMut() -> bool,
) -> Option<Choice> {
    let moves = board.moves();
    let left = |run: &Move| board.take(run).ok();
    if let Some(run) = winning(&moves, left, rule, is_enough) {
        return choice(&run, "wins with best play");
    }
    let is_symmetric = |run: &&Move| left(run).is_some_and(|left| left.image(Symmetry::Half) == left);
    let symmetric: Vec<Move> = moves.iter().filter(is_symmetric).copied().collect();
    match (random.pick(&symmetric), rule) {
        (Some(run), Rule::Normal) if board.size().is_multiple_of(2) => {
            choice(run, "wins: the board is symmetric, so every move has an answer")
        }
        (Some(run), _) => choice(run, "leaves a symmetric board; it is too large to solve at once"),
        (None, _) => choice(random.pick(&moves)?, "any move; the board is too large to solve at once"),
    }
}

/// Returns the first of some moves after which the opponent provably loses, among those that leave few enough counters to solve.
fn winning(
    moves: &[Move],
    left: impl Fn(&Move) -> Option<Board>,
    rule: Rule,
    is_enough: &mut dyn FnMut() -> bool,
) -> Option<Move> {
    let is_small = |board: &Board| board.counters().count_ones() <= MAX_SOLVABLE;
    let small = moves.iter().filter_map(|run| Some((run, left(run).filter(is_small)?)));
    small
        .take(TRIES)
        .take_while(|_| !is_enough())
        .find(|(_, board)| {
            Solution::new(*board, rule).is_ok_and(|solution| solution.outcome(board) == Some(Outcome::Loss))
        })
        .map(|(run, _)| *run)
}
