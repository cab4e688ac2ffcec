//! Shortest solutions by pattern databases, compared with other methods.

use std::{
    cell::RefCell,
    collections::{BTreeMap, HashMap},
};

use arcadian_board::rotate::{Board, Bound, Move, Moves, PAIRS, Patterns, Rules, Search, Solver};
use proptest::prelude::*;

use super::board::GROUPS;

fn search(letters: usize, both: bool, special: bool) -> Search {
    Search::new(Patterns::build(letters, Moves { both, special }, |_, _| {}).expect("a number of letters"))
}

/// Returns the board that some steps make, each a number of a step.
fn mixed(steps: &[usize]) -> Board {
    let mut board = Board::SOLVED;
    steps.iter().for_each(|step| board.unturn(GROUPS[step % GROUPS.len()]));
    board
}

fn plays(board: &Board, moves: &[Move]) -> bool {
    let mut board = *board;
    moves.iter().for_each(|step| step.play(&mut board));
    board.is_solved()
}

#[test]
fn the_same_solutions_as_the_bidirectional_search() {
    for special in [false, true] {
        let search = search(4, false, special);
        let solver = RefCell::new(Solver::new(1 << 26));
        let rules = Rules { special, limit: usize::MAX };
        proptest!(ProptestConfig::with_cases(40), |(steps in prop::collection::vec(0..9usize, 0..9))| {
            let board = mixed(&steps);
            let expected = solver.borrow_mut().solve(&board, rules, |_| {}).expect("within the memory");
            let moves = search.solve(&board, 99, |_| {}).expect("no limit");
            prop_assert_eq!(search.count(&board, moves.len()), Some(expected.count), "{}", board);
            prop_assert_eq!(moves, expected.moves, "{}", board);
        });
    }
}

/// All boards within three turns in both directions, by breadth.
#[test]
fn turns_in_both_directions() {
    let search = search(4, true, false);
    let mut counts = HashMap::from([(Board::SOLVED, 1u64)]);
    for depth in 0..4 {
        for (board, count) in &counts {
            let moves = search.solve(board, 99, |_| {}).expect("no limit");
            let length = moves.len();
            assert!(plays(board, &moves));
            assert!(length <= depth && (depth - length).is_multiple_of(2), "{board}: {length}");
            if length == depth {
                assert_eq!(search.count(board, length), Some(*count), "{board}");
            }
        }
        let mut next = HashMap::new();
        for (board, count) in counts {
            for position in GROUPS {
                for change in [Board::turn, Board::unturn] {
                    let mut moved = board;
                    change(&mut moved, position);
                    *next.entry(moved).or_insert(0) += count;
                }
            }
        }
        counts = next;
    }
}

#[test]
fn limits_and_special_moves() {
    let search = search(3, false, true);
    let mut board = Board::SOLVED;
    board.swap(6);
    assert_eq!(search.solve(&board, 99, |_| {}), Ok(vec![Move::Special(6)]));
    let printed: Board = "BCDH FGEP IJKL AMNO".parse().expect("a board");
    let unsolved = search.solve(&printed, 6, |_| {}).expect_err("it needs eight");
    assert_eq!((unsolved.at_least, unsolved.bound), (8, Bound::Moves(6)));
    assert_eq!(search.solve(&Board::SOLVED, 0, |_| {}), Ok(Vec::new()));
    assert_eq!(search.count(&Board::SOLVED, 3), Some(0));
    assert_eq!(PAIRS.len(), 12);
}

/// All puzzles of the first levels: the number of moves that they need, with and without the special move. Four turns of a group
/// are none, so the first WOW is possible at level 5.
#[test]
fn the_first_level_that_is_easier_than_it_says() {
    for special in [false, true] {
        let search = search(4, false, special);
        for (level, expected) in
            [(1, &[(1, 9)][..]), (2, &[(2, 81)]), (3, &[(3, 729)]), (4, &[(0, 9), (4, 6552)])]
        {
            let puzzles = (0..9usize.pow(level)).map(|number| {
                let steps: Vec<usize> = (0..level).map(|step| number / 9usize.pow(step) % 9).collect();
                mixed(&steps)
            });
            let mut counts = BTreeMap::new();
            for board in puzzles {
                let moves = search.solve(&board, 99, |_| {}).expect("no limit");
                *counts.entry(moves.len()).or_insert(0) += 1;
            }
            assert_eq!(counts.into_iter().collect::<Vec<_>>(), expected, "level {level}");
        }
        let five = search.solve(&mixed(&[0, 0, 0, 0, 4]), 99, |_| {}).expect("no limit");
        assert_eq!(five.len(), 1);
    }
}

/// The board in reverse order needs 24 turns: the number in the sequence A330280 of the OEIS for 4 × 4.
#[test]
#[ignore = "takes a minute, with optimization ten seconds"]
fn the_reversed_board() {
    let search = search(7, false, false);
    let board: Board = "PONM LKJI HGFE DCBA".parse().expect("a board");
    let moves = search.solve(&board, 99, |_| {}).expect("no limit");
    assert_eq!(moves.len(), 24);
    assert!(plays(&board, &moves));
}
