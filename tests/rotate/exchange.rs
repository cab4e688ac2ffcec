//! The author's question: "How many regular moves (and which?) would be equivalent to one special move?"
//! Nine, and these.

use super::{coverage::Coverage, pair::Pair, player::answer};
use arcadian_board::rotate::Board;
use std::collections::BTreeSet;

/// Nine clockwise turns that together exchange the letters at a place and its right neighbour.
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

/// The draws of line 16 that make a puzzle which these turns solve.
pub(super) fn undone_by(turns: [u8; 9]) -> Vec<u8> {
    turns.into_iter().rev().collect()
}

/// One special move does what nine turns have undone: level 9 in a single move.
#[test]
fn one_move_for_nine() {
    let mut coverage = Coverage::new();
    for (place, turns) in EXCHANGES {
        let mut pair = Pair::given(&undone_by(turns), &[]);
        let letter = char::from(Board::SOLVED.at(place + 1).unwrap_or(b'?'));
        let played = pair.perform_all(&format!("9{{GO}}S{letter}"), &mut coverage);
        played.unwrap_or_else(|text| panic!("{text}"));
        let shown = pair.game.shown();
        assert!(shown.contains(&"8 FEWER THAN ME!".to_owned()), "{place}: {shown:?}");
        assert_eq!(answer(&pair.game), turns.map(usize::from));
    }
}

/// A turn moves four letters round, so only an odd number of turns can exchange two; and no board is both four turns
/// from the ordered one and four turns before one with an exchange, so seven or fewer cannot.
#[test]
fn fewer_than_nine_are_not_enough() {
    let from_order = within_four(Board::SOLVED, Board::turn);
    assert_eq!(from_order.len(), 1 + 9 + 65 + 449 + 3_039);
    for (place, _) in EXCHANGES {
        let mut exchanged = Board::SOLVED;
        exchanged.swap(place);
        assert!(from_order.is_disjoint(&within_four(exchanged, Board::unturn)), "{place}");
    }
}

/// The boards that at most four turns lead to.
fn within_four(start: Board, turn: fn(&mut Board, usize)) -> BTreeSet<Board> {
    let mut known = BTreeSet::from([start]);
    for _ in 0..4 {
        let neighbours = |board: &Board| {
            let board = *board;
            (1..=11).map(move |place| {
                let mut next = board;
                turn(&mut next, place);
                next
            })
        };
        let next: Vec<Board> = known.iter().flat_map(neighbours).collect();
        known.extend(next);
    }
    known
}
