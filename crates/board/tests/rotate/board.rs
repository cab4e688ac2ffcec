//! Tests of the board.

use crate::{PRINTED, SOLUTION};
use arcadian_board::rotate::{Board, BoardError};
use std::collections::HashSet;

pub(crate) const GROUPS: [usize; 9] = [1, 2, 3, 5, 6, 7, 9, 10, 11];

/// The solution printed with the listing, a board after each letter.
#[test]
fn printed_solution() {
    let boards = [
        "BCDH FGKE IJLP AMNO",
        "BCDH FGKE IJNL AMOP",
        "BCDH FJGE INKL AMOP",
        "BCGD FJEH INKL AMOP",
        "BCGD FJEH AIKL MNOP",
        "BCGD AFEH IJKL MNOP",
        "BFCD AEGH IJKL MNOP",
        "ABCD EFGH IJKL MNOP",
    ];
    let mut board: Board = PRINTED.parse().unwrap();
    for (letter, expected) in SOLUTION.bytes().zip(boards) {
        board.turn(board.find(letter).unwrap());
        assert_eq!(board.to_string(), expected, "after {}", char::from(letter));
    }
    assert!(board.is_solved());
}

#[test]
fn unturn_and_four_turns_restore_the_board() {
    for position in GROUPS {
        let mut board = Board::SOLVED;
        board.turn(position);
        assert_ne!(board, Board::SOLVED);
        board.unturn(position);
        assert_eq!(board, Board::SOLVED);
        (0..4).for_each(|_| board.turn(position));
        assert_eq!(board, Board::SOLVED);
    }
}

#[test]
fn other_positions_do_nothing() {
    for position in (0..40).chain([usize::MAX]) {
        let (mut turned, mut unturned, mut swapped) = (Board::SOLVED, Board::SOLVED, Board::SOLVED);
        turned.turn(position);
        unturned.unturn(position);
        swapped.swap(position);
        assert_eq!(turned != Board::SOLVED, GROUPS.contains(&position), "{position}");
        assert_eq!(unturned != Board::SOLVED, GROUPS.contains(&position), "{position}");
        assert_eq!(swapped != Board::SOLVED, Board::can_swap(position), "{position}");
    }
    assert_eq!((0..40).filter(|&p| Board::can_swap(p)).count(), 12);
}

#[test]
fn letters_and_positions() {
    let board: Board = PRINTED.parse().unwrap();
    assert_eq!(board.letters(), b"BCDHFGEPIJKLAMNO");
    assert_eq!((board.find(b'A'), board.find(b'@'), board.find(b'Q')), (Some(13), None, None));
    assert_eq!((board.at(0), board.at(1), board.at(16), board.at(17)), (None, Some(b'B'), Some(b'O'), None));
    assert_eq!(format!("{board:>21}"), format!("  {PRINTED}"));
}

#[test]
fn text_must_be_the_sixteen_letters() {
    for text in [
        "",
        "ABCD",
        "ABCD EFGH IJKL MNOO",
        "ABCD EFGH IJKL MNOPP",
        "abcd efgh ijkl mnop",
        "ÄBCD EFGH IJKL MNO",
    ] {
        assert_eq!(text.parse::<Board>(), Err(BoardError), "{text}");
    }
    assert_eq!("ABCDEFGHIJKLMNOP".parse(), Ok(Board::SOLVED));
}

/// The number of boards first reached at each depth by clockwise turns of the solved board.
#[test]
fn new_boards_at_each_depth() {
    let mut seen = HashSet::from([Board::SOLVED]);
    let mut layer = vec![Board::SOLVED];
    for expected in [1, 9, 65, 449, 3039, 20335, 133947, 863315] {
        assert_eq!(layer.len(), expected);
        layer = layer.into_iter().flat_map(neighbors).filter(|&board| seen.insert(board)).collect();
    }
}

fn neighbors(board: Board) -> [Board; 9] {
    GROUPS.map(|position| {
        let mut next = board;
        next.turn(position);
        next
    })
}
