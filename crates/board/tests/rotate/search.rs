//! Shortest solutions by pattern databases, compared with other methods.

use std::{
    cell::RefCell,
    collections::{BTreeMap, HashMap, HashSet, VecDeque},
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

/// Returns the boards that exactly this number of turns in one direction makes.
fn made(from: &Board, turns: usize, turn: fn(&mut Board, usize)) -> HashSet<[u8; 16]> {
    (0..turns).fold(HashSet::from([*from.letters()]), |boards, _| {
        let after = |letters: [u8; 16]| {
            GROUPS.into_iter().map(move |group| {
                let mut board = board_of(letters);
                turn(&mut board, group);
                *board.letters()
            })
        };
        boards.into_iter().flat_map(after).collect()
    })
}

fn board_of(letters: [u8; 16]) -> Board {
    String::from_utf8_lossy(&letters).parse().expect("a board")
}

/// Returns whether the scrambling of a level can make the board.
fn is_puzzle(board: &Board, level: usize) -> bool {
    let halfway = made(&Board::SOLVED, level / 2, Board::unturn);
    !halfway.is_disjoint(&made(board, level - level / 2, Board::turn))
}

/// The fewest moves with which any puzzle of a level can be won. The order is checked only after a move, so a puzzle in order at
/// the start is won after four.
#[test]
fn the_easiest_puzzle_of_each_level() {
    let search = search(4, false, false);
    let is_won_after = |board: &Board, moves: usize| {
        let shortest = search.solve(board, 99, |_| {}).expect("no limit").len();
        moves == if shortest == 0 { 4 } else { shortest }
    };
    let easiest = |level: usize| {
        (1..=level).find(|&moves| {
            let boards = made(&Board::SOLVED, moves, Board::unturn);
            let mut boards = boards.into_iter().map(board_of).filter(|board| is_won_after(board, moves));
            boards.any(|board| is_puzzle(&board, level))
        })
    };
    let expected = [1, 2, 3, 4, 1, 2, 3, 2, 1];
    assert_eq!((1..=9).filter_map(easiest).collect::<Vec<_>>(), expected);
}

/// The board in reverse order needs 24 clockwise turns. The number is this project's own.
#[test]
#[ignore = "takes a minute, with optimization ten seconds"]
fn the_reversed_board() {
    let search = search(7, false, false);
    let board: Board = "PONM LKJI HGFE DCBA".parse().expect("a board");
    let moves = search.solve(&board, 99, |_| {}).expect("no limit");
    assert_eq!(moves.len(), 24);
    assert!(plays(&board, &moves));
}

/// With turns in both directions it needs 24, too: not more than clockwise, and the number is even. So says the sequence A330280 of the
/// OEIS for 4 × 4.
#[test]
#[ignore = "takes a minute and a half with optimization"]
fn the_reversed_board_in_both_directions() {
    let search = search(7, true, false);
    let board: Board = "PONM LKJI HGFE DCBA".parse().expect("a board");
    let unsolved = search.solve(&board, 22, |_| {}).expect_err("22 are not enough");
    assert_eq!((unsolved.at_least, unsolved.bound), (24, Bound::Moves(22)));
}

#[test]
fn a_search_can_be_stopped() {
    let search = search(3, false, true);
    let board: Board = "PONM LKJI HGFE DCBA".parse().expect("a board");
    let mut asked = Vec::new();
    let unsolved = search.solve_until(&board, Rules { special: false, limit: 99 }, &mut |moves| {
        asked.push(moves);
        asked.len() == 5
    });
    let unsolved = unsolved.expect_err("it is stopped");
    assert_eq!((unsolved.bound, asked.len()), (Bound::Stopped, 5));
    assert_eq!(unsolved.at_least, asked[4]);
    assert!(unsolved.to_string().ends_with("the search was stopped"));
}

/// The squares on a side of the larger board in the next test.
const SIDE: usize = 5;

/// Returns the least number of steps of two letters to the opposite places, if a clockwise turn counts one step for each of them that it
/// moves.
fn steps_to_the_opposite(pair: [usize; 2]) -> usize {
    let last = SIDE * SIDE - 1;
    let goal = pair.map(|position| last - position);
    let corners: Vec<usize> = (0..last).filter(|at| at % SIDE < SIDE - 1 && at / SIDE < SIDE - 1).collect();
    let mut steps = HashMap::from([(pair, 0)]);
    let mut queue = VecDeque::from([pair]);
    while let Some(positions) = queue.pop_front() {
        for corner in &corners {
            let ring = [0, 1, SIDE + 1, SIDE].map(|step| corner + step);
            let next = positions.map(|position| {
                let index = ring.iter().position(|&cell| cell == position);
                index.map_or(position, |index| ring[(index + 1) % 4])
            });
            let moved = (0..2).filter(|&letter| next[letter] != positions[letter]).count();
            let count = steps[&positions] + moved;
            // A turn of both letters can come before a turn of one, so a number may have to be lowered.
            if steps.get(&next).is_none_or(|known| count < *known) {
                steps.insert(next, count);
                queue.push_back(next);
            }
        }
    }
    steps[&goal]
}

/// The reversed board of 5 × 5 needs at least 32 clockwise turns: the steps of twelve disjoint pairs of letters add up to 128, and a turn
/// makes four steps at most. Single letters give 30, which are the distances in rows and columns.
#[test]
fn a_bound_for_the_reversed_board_of_five() {
    let pairs = ["LN", "ST", "HW", "AU", "FY", "JQ", "BV", "GP", "KO", "DI", "EX", "CR"];
    let letters: HashSet<u8> = pairs.iter().flat_map(|pair| pair.bytes()).collect();
    assert!(letters.len() == 24 && !letters.contains(&b'M'), "all but the letter in the middle, each once");
    let positions = |pair: &str| [0, 1].map(|letter| usize::from(pair.as_bytes()[letter] - b'A'));
    let steps: usize = pairs.iter().map(|pair| steps_to_the_opposite(positions(pair))).sum();
    assert_eq!(steps.div_ceil(4), 32);
}
