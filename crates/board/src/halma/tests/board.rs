//! The three structures.

use super::*;

#[test]
fn each_square_is_one_bit() {
    for square in 0..=255 {
        let mut set = Set::default();
        set.incl(square);
        assert_eq!(set.squares().collect::<Vec<_>>(), [square]);
        assert_eq!(set.to_bytes()[usize::from(square) / 8], 1 << (square % 8));
        set.excl(square);
        assert!(set.is_empty());
    }
}

#[test]
fn camps_are_opposite_corners() {
    let white = [0, 1, 2, 3, 4, 16, 17, 18, 19, 20, 32, 33, 34, 35, 48, 49, 50, 64, 65];
    assert_eq!(Color::White.camp(), white);
    let mut black = Color::Black.camp();
    black.sort_unstable();
    let expected =
        [190, 191, 205, 206, 207, 220, 221, 222, 223, 235, 236, 237, 238, 239, 251, 252, 253, 254, 255];
    assert_eq!(black, expected);
}

#[test]
fn the_board_is_102_bytes() {
    let bytes = Board::init().to_bytes().expect("all pieces are there");
    assert_eq!(bytes.len(), 102);
    assert_eq!(bytes[..10], [0x1F, 0, 0x1F, 0, 0x0F, 0, 0x07, 0, 0x03, 0]);
    assert_eq!(bytes[32..55], [0; 23]);
    assert_eq!(bytes[54..64], [0, 0xC0, 0, 0xE0, 0, 0xF0, 0, 0xF8, 0, 0xF8]);
    assert_eq!(bytes[64..83], Color::White.camp());
    assert_eq!(bytes[83..], Color::Black.camp());
    assert_eq!(Board::from_bytes(&bytes), Board::init());
}

#[test]
fn a_board_without_all_pieces_has_no_bytes() {
    assert_eq!(Board::empty().to_bytes(), None);
}

#[test]
fn piece_numbers_above_18_are_ignored() {
    let mut board = Board::init();
    board.add_piece(Color::White, 19, 100);
    board.make(Color::Black, usize::MAX, 100);
    assert_eq!(board, Board::init());
    assert_eq!(board.piece(Color::White, 19), None);
}

#[test]
fn a_move_updates_all_three() {
    let mut board = Board::init();
    board.make(Color::Black, 4, 100);
    assert_eq!((board.at(251), board.at(100)), (None, Some(Color::Black)));
    assert_eq!(board.piece(Color::Black, 4), Some(100));
    assert!(board.is_consistent());
    board.make(Color::White, 0, 251);
    assert_eq!(board.at(251), Some(Color::White));
    assert!(board.is_consistent());
}

#[test]
fn inconsistent_structures_are_detected() {
    let good = Board::init().to_bytes().expect("all pieces are there");
    for (byte, bit) in [(0, 1), (10, 1), (32, 1), (40, 1), (63, 0x80), (64, 1), (101, 4)] {
        let mut bytes = good;
        bytes[byte] ^= bit;
        assert!(!Board::from_bytes(&bytes).is_consistent(), "byte {byte}");
    }
}

proptest! {
    #[test]
    fn any_bytes_are_a_board(bytes in prop::collection::vec(any::<u8>(), 102)) {
        let bytes: [u8; 102] = bytes.try_into().expect("102 bytes");
        prop_assert_eq!(Board::from_bytes(&bytes).to_bytes(), Some(bytes));
    }

    #[test]
    fn structures_are_consistent_after_any_game((_, position) in positions()) {
        prop_assert!(position.board.is_consistent());
        prop_assert_eq!(position.board.occupied().len(), 38);
        prop_assert_eq!(position.board.color().len(), 19);
    }

    #[test]
    fn insertion_and_removal(set in occupancies(), square: u8) {
        let (mut with, mut without) = (set, set);
        with.incl(square);
        without.excl(square);
        prop_assert!(with.is_in(square) && !without.is_in(square));
        prop_assert!((0..=255).all(|s| s == square || [with, without].iter().all(|t| t.is_in(s) == set.is_in(s))));
    }
}
