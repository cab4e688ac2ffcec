//! Why moves are illegal.

use arcadian_games::Square;

use crate::game;

/// A game, its rules and its position.
type Start = (&'static str, &'static str, &'static str);

/// Squares by row and column.
type Squares = &'static [(usize, usize)];

const TACTIX: Start = ("tactix", "misere", "x.x/xxx/xxx");
const HALMA: Start = ("halma", "standard", crate::HALMA);
const ATAXX: Start = ("ataxx", "standard", "x2-2o/3-3/3-3/---1---/3-3/3-3/o2-2x x 0 1");
const ROTATE: Start = ("rotate", "level 8", "BCDH FGEP IJKL AMNO");

/// A start, moves before, a move, and the reason why it is illegal.
#[rustfmt::skip]
const MOVES: &[(Start, &str, &str, &str)] = &[
    (TACTIX, "", "x", "`x` is not a move; write a counter, such as 12, or the first and last counter of a run, such as 00-03"),
    (TACTIX, "", "", "`` is not a move; write a counter, such as 12, or the first and last counter of a run, such as 00-03"),
    (TACTIX, "", "1\u{1b}", "`1\\u{1b}` is not a move; write a counter, such as 12, or the first and last counter of a run, such as 00-03"),
    (TACTIX, "", "13", "13 is outside the board; rows and columns are 0 to 2"),
    (TACTIX, "", "10-22", "10 and 22 are neither in one row nor in one column"),
    (TACTIX, "", "01", "01 has no counter; a move takes counters without a gap"),
    (TACTIX, "", "00-02", "01 has no counter; a move takes counters without a gap"),
    (TACTIX, "11", "21-01", "01 has no counter; a move takes counters without a gap"),
    (TACTIX, "00 02 10-12 20-22", "00", "the game is over: no counters are left"),
    (HALMA, "", "4", "`4` is not a valid move; write two squares from 0 to 255, such as 4-21"),
    (HALMA, "", "4-256", "`4-256` is not a valid move; write two squares from 0 to 255, such as 4-21"),
    (HALMA, "", "5-6", "square 5 is empty"),
    (HALMA, "", "255-254", "the piece on 255 is Black's, but White is to move"),
    (HALMA, "", "0-1", "square 1 is occupied"),
    (HALMA, "", "0-7", "7 cannot be reached from 0 by a step or by hops"),
    (ATAXX, "", "h1", "`h1`: a move is a square (g2), two squares (a7a5) or 0000"),
    (ATAXX, "", "a7b6", "`a7b6`: a7 and b6 are adjacent; write b6 for a clone to b6"),
    (ATAXX, "", "a7a3", "a7 and a3 are 4 squares apart; a clone goes 1 square, a jump 2"),
    (ATAXX, "", "b5b3", "b5 has no stone"),
    (ATAXX, "", "d7d5", "d7 is a wall"),
    (ATAXX, "", "a1a3", "the stone on a1 is not x's, and x is to move"),
    (ATAXX, "", "c5", "no stone of x is next to c5, so none can be cloned there; write two squares for a jump"),
    (ATAXX, "b7", "d7", "d7 is a wall"),
    (ATAXX, "b7 f7 b6 f6 c7 e7", "c7", "c7 is occupied"),
    (ATAXX, "", "0000", "x can move, so it must not pass"),
    (ROTATE, "", "Z", "`Z` is not a move; write a letter A to P, S and a letter for the special move, T or R"),
    (ROTATE, "", "S", "`S` is not a move; write a letter A to P, S and a letter for the special move, T or R"),
    (ROTATE, "", "H", "H has no group: it is in the bottom row or the right column"),
    (ROTATE, "", "M", "M has no group: it is in the bottom row or the right column"),
    (ROTATE, "", "SP", "P has no right neighbor to be exchanged with"),
    (ROTATE, "SB", "SC", "the special move has been made; R starts again with a new one"),
    (ROTATE, "", "T", "T takes back the turn just made, and there is none"),
    (ROTATE, "B SJ", "T", "T takes back the turn just made, and there is none"),
    (ROTATE, "E L G D I F C B", "A", "the game is over: solved in 8 moves, as many as the turns of the shuffle"),
];

#[test]
fn every_illegal_move_says_why() {
    for &((kind, rules, text), before, illegal, reason) in MOVES {
        let mut game = game(kind, rules, text);
        for played in before.split_whitespace() {
            game.play(played).unwrap_or_else(|error| panic!("{kind} {before}: {error}"));
        }
        let record = game.record();
        let error = game.play(illegal).expect_err(illegal);
        assert_eq!(error.to_string(), reason, "{kind} {before} {illegal}");
        assert_eq!(game.record(), record, "an illegal move changes nothing");
    }
}

/// A start, squares touched in this order (row, column), and the reason why the last one is refused.
#[rustfmt::skip]
const TOUCHES: &[(Start, Squares, &str)] = &[
    (TACTIX, &[(0, 1)], "01 has no counter; a move takes counters without a gap"),
    (TACTIX, &[(0, 0), (0, 1)], "01 has no counter; a move takes counters without a gap"),
    (TACTIX, &[(3, 0)], "there is no square in row 3, column 0 (from 0)"),
    (HALMA, &[(0, 5)], "square 5 is empty"),
    (HALMA, &[(15, 15)], "the piece on 255 is Black's, but White is to move"),
    (HALMA, &[(0, 0)], "the piece on 0 cannot move"),
    (HALMA, &[(0, 4), (0, 9)], "9 cannot be reached from 4 by a step or by hops"),
    (HALMA, &[(0, 16)], "there is no square in row 0, column 16 (from 0)"),
    (ATAXX, &[(0, 3)], "d7 is a wall"),
    (ATAXX, &[(6, 0)], "the stone on a1 is not x's, and x is to move"),
    (ATAXX, &[(0, 0), (0, 4)], "a7 and e7 are 4 squares apart; a clone goes 1 square, a jump 2"),
    (ATAXX, &[(1, 1)], "b6 has no stone"),
    (ROTATE, &[(3, 3)], "O has no group: it is in the bottom row or the right column"),
    (ROTATE, &[(0, 0), (3, 3)], "select the same letter twice for a turn, or its right neighbor for the special move"),
];

#[test]
fn a_square_that_is_refused_says_why() {
    for &((kind, rules, text), touched, reason) in TOUCHES {
        let mut game = game(kind, rules, text);
        let (last, before) = touched.split_last().expect("squares");
        for &(row, column) in before {
            game.touch(Square::new(row, column))
                .unwrap_or_else(|error| panic!("{kind} {touched:?}: {error}"));
        }
        let selected = game.selected();
        let error = game.touch(Square::new(last.0, last.1)).expect_err(reason);
        assert_eq!((error.to_string().as_str(), game.selected()), (reason, selected), "{kind} {touched:?}");
    }
}
