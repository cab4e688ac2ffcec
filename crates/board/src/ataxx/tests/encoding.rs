use proptest::prelude::*;

use super::{boards, square};
use crate::ataxx::{Board, Cell, CornerError, PackedError, Position, Square, Squares, Walls};

fn rows(squares: Squares) -> Vec<String> {
    let letter = |square| if squares.contains(square) { '#' } else { '.' };
    let all: Vec<_> = Square::all().map(letter).collect();
    all.chunks(7).map(String::from_iter).collect()
}

/// The three masks printed in the designer's notes.
#[test]
fn printed_masks() {
    let drawn = |mask| rows(Walls::new(mask).unwrap().squares());
    assert_eq!(drawn(0x7888), ["...#...", "...#...", "...#...", "###.###", "...#...", "...#...", "...#..."]);
    assert_eq!(drawn(0x01A2), [".#...#.", ".#.#.#.", "#.....#", ".......", "#.....#", ".#.#.#.", ".#...#."]);
    assert_eq!(drawn(0x8124), ["..#.#..", ".#...#.", "#.....#", "...#...", "#.....#", ".#...#.", "..#.#.."]);
    assert_eq!(Walls::new(0x0001), Err(CornerError));
}

#[test]
fn squares_of_each_bit() {
    let counts: Vec<_> = (0..16).map(|bit| Walls::expand(1 << bit).len()).collect();
    assert_eq!(counts, [4, 4, 4, 2, 4, 4, 4, 2, 4, 4, 4, 2, 2, 2, 2, 1]);
    assert_eq!(Walls::expand(0xFFFF), Squares::ALL);
    assert_eq!(
        [Walls::label(square("g1")), Walls::label(square("b4")), Walls::label(square("d4"))],
        [0, 13, 15]
    );
}

#[test]
fn counts_of_layouts() {
    assert_eq!(Walls::all().count(), 1 << 15);
    assert_eq!(Walls::all().filter(|walls| walls.is_playable()).count(), 9949);
    let locked: Vec<_> = Walls::all().filter(|walls| walls.is_locked()).collect();
    assert_eq!(locked.len(), 128);
    let around = [1, 2, 4, 5, 6, 8, 9, 10].iter().fold(0, |mask, bit| mask | 1 << bit);
    assert!(Walls::all().all(|walls| locked.contains(&walls) == (walls.mask() & around == around)));
}

#[test]
fn the_start_in_bytes() {
    let start = Position::start(Walls::new(0x7888).unwrap());
    let bytes = [0xC1, 0x20, 0xC0, 0, 0xC0, 0, 0x3F, 0x3F, 0xC0, 0, 0xC0, 0, 0xC2, 0x10];
    assert_eq!(start.board.pack(), bytes);
}

#[test]
fn invalid_bytes() {
    assert_eq!(Board::unpack(&[0; 13]), Err(PackedError::Length(13)));
    assert_eq!(Board::unpack(&[]), Err(PackedError::Length(0)));
    let mut bytes = [0; 14];
    bytes[9] = 0x40;
    assert_eq!(Board::unpack(&bytes), Err(PackedError::Spare { row: 4 }));
    bytes[9] = 0xFF;
    assert_eq!(
        Board::unpack(&bytes).unwrap_err().to_string(),
        "byte 9 (high byte of row 4) is above 3F; its bits 6 and 7 are unused and must be 0"
    );
}

proptest! {
    #[test]
    fn packing_round_trip(board in boards()) {
        prop_assert_eq!(Board::unpack(&board.pack()), Ok(board));
        let sets = [board.free(), board.stones(crate::ataxx::Side::X), board.stones(crate::ataxx::Side::O), board.walls()];
        for square in Square::all() {
            let cell = board.get(square);
            let word = u16::from_le_bytes([board.pack()[2 * square.row()], board.pack()[2 * square.row() + 1]]);
            prop_assert_eq!(word >> (2 * square.column()) & 3, cell as u16);
            let holds: Vec<_> = sets.iter().map(|set| set.contains(square)).collect();
            prop_assert_eq!(holds.iter().filter(|holds| **holds).count(), 1);
            prop_assert!(holds[cell as usize]);
        }
    }

    #[test]
    fn set_changes_one_cell(board in boards(), at in 0..49_usize, bits in 0..4_u8) {
        let changed = Square::all().nth(at).unwrap();
        let mut after = board;
        after.set(changed, Cell::from_bits(bits));
        prop_assert_eq!(after.get(changed), Cell::from_bits(bits));
        prop_assert!(Square::all().all(|square| square == changed || after.get(square) == board.get(square)));
    }
}

#[test]
fn rings_are_distances() {
    for (one, other) in Square::all().flat_map(|one| Square::all().map(move |other| (one, other))) {
        assert_eq!(Squares::near(one).contains(other), one.distance(other) == 1);
        assert_eq!(Squares::far(one).contains(other), one.distance(other) == 2);
        assert_eq!(Squares::one(one).grown().contains(other), one.distance(other) <= 1);
    }
}
