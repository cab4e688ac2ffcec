//! The author's question: "How many regular moves (and which?) would be equivalent to one special move?"
//! The answer is nine, and these are examples.

use super::{coverage::Coverage, pair::Pair, player::answer};
use arcadian_board::rotate::Board;
use std::collections::BTreeSet;

/// For each position, nine clockwise turns whose only effect is to exchange its letter with the right neighbor.
pub(super) const EXCHANGES: [(usize, [u8; 9]); 12] = [
    (1, [5, 2, 2, 2, 5, 5, 5, 2, 1]),
    (2, [6, 3, 3, 3, 6, 6, 6, 3, 2]),
    (3, [3, 2, 7, 7, 7, 2, 2, 2, 7]),
    (5, [6, 6, 6, 9, 9, 9, 6, 5, 9]),
    (6, [7, 7, 7, 10, 10, 10, 7, 6, 10]),
    (7, [7, 6, 11, 11, 11, 6, 6, 6, 11]),
    (9, [1, 5, 6, 1, 1, 1, 6, 6, 6]),
    (10, [2, 5, 5, 5, 2, 2, 2, 5, 6]),
    (11, [6, 6, 6, 3, 3, 3, 6, 7, 3]),
    (13, [9, 10, 5, 5, 5, 10, 10, 10, 5]),
    (14, [6, 9, 9, 9, 6, 6, 6, 9, 10]),
    (15, [10, 10, 10, 7, 7, 7, 10, 11, 7]),
];

/// Returns the draws of line 16 that make a puzzle which these turns solve.
pub(super) fn draws_solved_by(turns: [u8; 9]) -> Vec<u8> {
    turns.into_iter().rev().collect()
}

/// One special move solves a puzzle that needs nine turns.
#[test]
fn one_move_for_nine() {
    let mut coverage = Coverage::new();
    for (position, turns) in EXCHANGES {
        let mut pair = Pair::given(&draws_solved_by(turns), &[]);
        let letter = char::from(Board::SOLVED.at(position + 1).unwrap_or(b'?'));
        let played = pair.perform_all(&format!("9{{GO}}S{letter}"), &mut coverage);
        played.unwrap_or_else(|text| panic!("{text}"));
        let shown = pair.game.shown();
        assert!(shown.contains(&"8 FEWER THAN ME!".to_owned()), "{position}: {shown:?}");
        assert_eq!(answer(&pair.game), turns.map(usize::from));
    }
}

/// A turn is an odd permutation, so only an odd number of turns can exchange two letters. No board is within four turns of
/// the solved board and within four turns of an exchanged one, so seven or fewer turns are not enough.
#[test]
fn fewer_than_nine_are_not_enough() {
    let from_solved = within_four(Board::SOLVED, Board::turn);
    assert_eq!(from_solved.len(), 1 + 9 + 65 + 449 + 3_039);
    for (position, _) in EXCHANGES {
        let mut exchanged = Board::SOLVED;
        exchanged.swap(position);
        assert!(from_solved.is_disjoint(&within_four(exchanged, Board::unturn)), "{position}");
    }
}

/// Returns the boards that at most four turns reach.
fn within_four(start: Board, turn: fn(&mut Board, usize)) -> BTreeSet<Board> {
    let mut known = BTreeSet::from([start]);
    for _ in 0..4 {
        let neighbors = |board: &Board| {
            let board = *board;
            (1..=11).map(move |position| {
                let mut next = board;
                turn(&mut next, position);
                next
            })
        };
        let next: Vec<Board> = known.iter().flat_map(neighbors).collect();
        known.extend(next);
    }
    known
}
