//! Tests of shortest solutions and of the equivalents of special moves.

use crate::{PRINTED, SOLUTION};
use arcadian_board::rotate::{Board, Bound, Move, PAIRS, Rules, Solution, Solver, Unsolved, keys};
use proptest::prelude::*;

const MEMORY: usize = 256 << 20;
const REGULAR: Rules = Rules { special: false, limit: usize::MAX };
const SPECIAL: Rules = Rules { special: true, limit: usize::MAX };
const GROUPS: [usize; 9] = [1, 2, 3, 5, 6, 7, 9, 10, 11];

fn solve(board: Board, rules: Rules) -> Result<Solution, Unsolved> {
    Solver::new(MEMORY).solve(&board, rules, |_| {})
}

fn after(mut board: Board, moves: &[Move]) -> Board {
    moves.iter().for_each(|step| step.play(&mut board));
    board
}

/// Returns the board that these turns solve.
fn puzzle(turns: &[usize]) -> Board {
    let mut board = Board::SOLVED;
    turns.iter().rev().for_each(|&position| board.unturn(position));
    board
}

/// Finds all solutions of a given length by brute force.
fn all_solutions(board: Board, length: usize, special: bool) -> Vec<Vec<Move>> {
    if length == 0 {
        return if board.is_solved() { vec![Vec::new()] } else { Vec::new() };
    }
    let turns = GROUPS.map(Move::Turn).into_iter();
    let specials = PAIRS.map(Move::Special).into_iter().filter(|_| special);
    let steps = turns.chain(specials);
    let solutions = steps.flat_map(|step| {
        let special = special && matches!(step, Move::Turn(_));
        let rest = all_solutions(after(board, &[step]), length - 1, special);
        rest.into_iter().map(move |rest| [vec![step], rest].concat())
    });
    solutions.collect()
}

#[test]
fn the_printed_solution_is_shortest_and_first() {
    let board = PRINTED.parse().unwrap();
    let solution = solve(board, REGULAR).unwrap();
    assert_eq!(keys(board, &solution.moves).concat(), SOLUTION);
    assert_eq!(solution.count, 7);
    assert_eq!(solve(board, SPECIAL).unwrap().moves.len(), 8);
}

#[test]
fn new_boards_at_each_depth() {
    let mut solver = Solver::new(MEMORY);
    for (depth, boards) in [1, 9, 65, 449, 3039, 20335, 133947, 863315].into_iter().enumerate() {
        assert_eq!(solver.new_boards(depth), Ok(boards), "depth {depth}");
    }
}

#[test]
fn a_special_move_equals_nine_turns() {
    let mut solver = Solver::new(MEMORY);
    for position in PAIRS {
        let worth = solver.worth(position).unwrap().unwrap();
        assert_eq!((worth.words.moves.len(), worth.is_least, worth.depth, worth.boards), (9, true, 4, 3563));
        assert!(worth.words.moves.iter().all(|step| matches!(step, Move::Turn(_))));
        let mut exchanged: Board = PRINTED.parse().unwrap();
        let turned = after(exchanged, &worth.words.moves);
        exchanged.swap(position);
        assert_eq!(turned, exchanged, "{position}");
    }
    for position in [0, 4, 8, 12, 16, 17, usize::MAX] {
        assert_eq!(solver.worth(position), Ok(None));
    }
}

/// Reversing a sequence and the direction of its turns yields its inverse; a reflection makes the turns clockwise
/// again. Therefore a pair and its mirror image, left to right or top to bottom, have the same number of sequences.
#[test]
fn symmetric_pairs_have_equal_counts() {
    let mut solver = Solver::new(MEMORY);
    let mut count = |position| solver.worth(position).unwrap().unwrap().words.count;
    for row in [1, 5, 9, 13] {
        assert_eq!(count(row), count(row + 2));
        assert_eq!(count(row), count(14 - row));
        assert_eq!(count(row + 1), count(15 - row));
    }
}

#[test]
fn the_solved_board_needs_no_moves() {
    for rules in [REGULAR, SPECIAL] {
        assert_eq!(solve(Board::SOLVED, rules), Ok(Solution { moves: Vec::new(), count: 1 }));
    }
}

#[test]
fn a_special_move_is_used_where_it_helps() {
    for position in PAIRS {
        let mut board = Board::SOLVED;
        board.turn(6);
        board.swap(position);
        let solution = solve(board, SPECIAL).unwrap();
        assert_eq!(solution.moves.len(), 4, "{position}");
        assert_eq!(solution.moves.iter().filter(|step| matches!(step, Move::Special(_))).count(), 1);
        assert!(after(board, &solution.moves).is_solved());
    }
}

#[test]
fn limits_are_reported() {
    let board = PRINTED.parse().unwrap();
    let mut tried = Vec::new();
    let seven =
        Solver::new(MEMORY).solve(&board, Rules { special: false, limit: 7 }, |moves| tried.push(moves));
    assert_eq!(tried, [0, 2, 4, 6]);
    assert_eq!(seven, Err(Unsolved { at_least: 8, bound: Bound::Moves(7) }));
    assert_eq!(
        seven.unwrap_err().to_string(),
        "no solution has fewer than 8 moves; the limit of 7 moves is reached"
    );

    // Layers 0 to 3 have 524 boards of 8 bytes; layer 4 needs 9 × 449 more.
    let small = Solver::new(16 << 10).solve(&board, REGULAR, |_| {});
    assert_eq!(small, Err(Unsolved { at_least: 8, bound: Bound::Memory(16 << 10) }));
    let none = Solver::new(0);
    assert_eq!({ none }.solve(&board, SPECIAL, |_| {}).unwrap_err().at_least, 2);
    assert_eq!(Solver::new(0).new_boards(1), Err(Bound::Memory(0)));
}

#[test]
fn keys_follow_the_letters() {
    let board: Board = PRINTED.parse().unwrap();
    assert_eq!(keys(board, &[Move::Turn(7), Move::Special(7), Move::Turn(7)]), ["E", "SK", "E"]);
    assert_eq!(Move::Special(7).to_string(), "S7");
    assert_eq!(Move::Turn(12).keys(&Board::SOLVED), "L");
    assert_eq!(Move::Turn(17).keys(&Board::SOLVED), "");
}

/// Takes a few seconds and 470 MB.
#[test]
#[ignore = "slow: cargo test --release -p arcadian-board --test rotate -- --ignored"]
fn more_new_boards() {
    let mut solver = Solver::new(512 << 20);
    assert_eq!(solver.new_boards(8), Ok(5_391_356));
    assert_eq!(solver.new_boards(9), Ok(32_135_846));
    assert_eq!(solver.new_boards(10), Err(Bound::Memory(512 << 20)));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Compares with a brute-force search.
    #[test]
    fn shortest_first_and_counted(turns in prop::collection::vec(prop::sample::select(&GROUPS[..]), 0..5),
                                  special in any::<bool>(), exchange in prop::sample::select(&PAIRS[..])) {
        let mut board = puzzle(&turns);
        if special && turns.len() < 4 {
            board.swap(exchange);
        }
        let solutions = (0..=4).map(|length| all_solutions(board, length, special)).find(|solutions| !solutions.is_empty());
        let found = Solver::new(MEMORY).solve(&board, Rules { special, limit: 4 }, |_| {}).unwrap();
        let solutions = solutions.unwrap();
        prop_assert_eq!(found.count, solutions.len() as u64);
        prop_assert_eq!(Some(&found.moves), solutions.iter().min());
    }

    #[test]
    fn puzzles_are_solved(turns in prop::collection::vec(prop::sample::select(&GROUPS[..]), 0..12)) {
        let board = puzzle(&turns);
        let regular = solve(board, REGULAR).unwrap();
        prop_assert!(regular.moves.len() <= turns.len());
        prop_assert!((turns.len() - regular.moves.len()).is_multiple_of(2));
        prop_assert!(after(board, &regular.moves).is_solved());
        let special = solve(board, SPECIAL).unwrap();
        prop_assert!(special.moves.len() <= regular.moves.len());
        prop_assert!(after(board, &special.moves).is_solved());
    }
}
