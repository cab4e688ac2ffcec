//! Boards, words and moves; the layouts against the article's claims and against hand-made tables of squares.

use proptest::prelude::*;

use crate::tactix::{
    Board, FIGURE_2, FIGURE_3, FIGURE_4, FIGURE_5, Layout, Move, Symmetry, Table, TactixError, all_moves,
    table_1, table_2,
};

fn figures() -> [&'static Layout; 4] {
    [&FIGURE_2, &FIGURE_3, &FIGURE_4, &FIGURE_5]
}

#[test]
fn text_round_trip() {
    for text in
        ["x", ".", "x./.x", "x.x/.../xxx", "x..x/..../.x../xxxx", "xxxxxx/x...../....../..xx../x.x.x./.....x"]
    {
        assert_eq!(text.parse::<Board>().map(|board| board.to_string()), Ok(text.to_owned()));
    }
}

#[test]
fn invalid_text() {
    let wrong = [
        ("", TactixError::RowLength { row: 1, squares: 0, rows: 1 }),
        ("x.x/...", TactixError::RowLength { row: 1, squares: 3, rows: 2 }),
        ("x./..x", TactixError::RowLength { row: 2, squares: 3, rows: 2 }),
        ("xx/x0", TactixError::Square { row: 2, found: '0' }),
        ("é", TactixError::Square { row: 1, found: 'é' }),
        ("//////", TactixError::Size(7)),
    ];
    for (text, error) in wrong {
        assert_eq!(text.parse::<Board>(), Err(error), "{text:?}");
    }
}

#[test]
fn sizes() {
    assert_eq!(Board::full(0), Err(TactixError::Size(0)));
    assert_eq!(Board::full(7), Err(TactixError::Size(7)));
    assert_eq!(Board::full(6).map(|board| board.counters()), Ok((1 << 36) - 1));
    assert_eq!(Board::new(3, 0x200), Err(TactixError::Outside(3)));
    assert_eq!(Layout::row_major(7), Err(TactixError::Size(7)));
    assert!(all_moves(7).is_empty() && all_moves(usize::MAX).is_empty());
    assert_eq!([1, 2, 3, 4, 5, 6].map(|size| all_moves(size).len()), [1, 8, 27, 64, 125, 216]);
}

#[test]
fn invalid_bytes() {
    let wrong: [(&Layout, &[u8], TactixError); 8] = [
        (&FIGURE_2, &[1], TactixError::Bytes { layout: 2, found: 1 }),
        (&FIGURE_2, &[], TactixError::Bytes { layout: 2, found: 0 }),
        (&FIGURE_5, &[1, 2, 3], TactixError::Bytes { layout: 4, found: 3 }),
        (&FIGURE_3, &[0; 9], TactixError::Bytes { layout: 5, found: 9 }),
        (&FIGURE_3, &[0, 0, 0, 0, 0x57], TactixError::Unused { byte: 5, bits: 0x02 }),
        (&FIGURE_5, &[0, 0, 0, 0x81], TactixError::Unused { byte: 4, bits: 0x80 }),
        (&FIGURE_4, &[0x80, 0, 0, 0], TactixError::Unused { byte: 1, bits: 0x80 }),
        (&FIGURE_4, &[0x40, 0x40, 0, 0x40], TactixError::Copies(2, 2)),
    ];
    for (layout, bytes, error) in wrong {
        assert_eq!(layout.word(bytes), Err(error), "{bytes:02X?}");
    }
    assert_eq!(FIGURE_4.word(&[0x40; 4]).and_then(|word| FIGURE_4.to_rows(word)), Board::new(5, 1 << 12));
    assert_eq!(FIGURE_2.from_rows(&board(5, 0)), Err(TactixError::OtherSize { layout: 4, board: 5 }));
}

#[test]
fn order_of_moves() {
    let text: Vec<String> = all_moves(2).iter().map(Move::to_string).collect();
    assert_eq!(text, ["00", "00-01", "01", "10", "10-11", "11", "00-10", "01-11"]);
    let board: Board = "x.x/xx./x.x".parse().expect("a board");
    let text: Vec<String> = board.moves().iter().map(Move::to_string).collect();
    assert_eq!(text, ["00", "02", "10", "10-11", "11", "20", "22", "00-10", "00-20", "10-20"]);
}

#[test]
fn invalid_moves() {
    assert_eq!(Move::new((0, 0), (1, 1)), None);
    assert_eq!(Move::new((0, 2), (0, 1)), None);
    let gap = Move::new((0, 0), (0, 2)).expect("a move");
    let board: Board = "x.x/.../...".parse().expect("a board");
    assert_eq!(board.take(&gap), Err(TactixError::Illegal));
    let outside = Move::new((0, 2), (0, usize::MAX)).expect("a move");
    assert!(!board.allows(&outside));
    assert_eq!(board.take(&outside), Err(TactixError::Illegal));
}

fn board(size: usize, counters: u64) -> Board {
    Board::new(size, counters & ((1 << (size * size)) - 1)).expect("a board")
}

fn word(layout: &Layout, counters: u64) -> u64 {
    layout.from_rows(&board(layout.size(), counters)).expect("of the same size")
}

proptest! {
    #[test]
    fn word_round_trip(counters: u64) {
        for layout in figures() {
            let board = board(layout.size(), counters);
            let word = layout.from_rows(&board).expect("of the same size");
            prop_assert_eq!(layout.to_rows(word), Ok(board));
            prop_assert_eq!(layout.word(&layout.bytes(word)), Ok(word));
        }
    }

    #[test]
    fn images_agree_in_every_layout(counters: u64) {
        for layout in figures() {
            for symmetry in Symmetry::ALL {
                let image = layout.image(word(layout, counters), symmetry);
                prop_assert_eq!(layout.to_rows(image), Ok(board(layout.size(), counters).image(symmetry)));
            }
        }
    }

    #[test]
    fn symmetries_form_a_group(counters: u64) {
        for layout in figures() {
            let word = word(layout, counters);
            let turned = |word| layout.image(word, Symmetry::Clockwise);
            prop_assert_eq!(turned(turned(word)), layout.image(word, Symmetry::Half));
            prop_assert_eq!(turned(turned(turned(word))), layout.image(word, Symmetry::CounterClockwise));
            prop_assert_eq!(turned(turned(turned(turned(word)))), word);
            for axis in Symmetry::REFLECTIONS {
                prop_assert_eq!(layout.image(layout.image(word, axis), axis), word);
                let between = layout.image(turned(layout.image(word, axis)), axis);
                prop_assert_eq!(between, layout.image(word, Symmetry::CounterClockwise));
            }
        }
    }

    #[test]
    fn canonical_form_is_the_least_image(counters: u64) {
        for layout in figures() {
            let word = word(layout, counters);
            let images = Symmetry::ALL.map(|symmetry| layout.image(word, symmetry));
            prop_assert_eq!(Some(layout.canonical(word)), images.into_iter().min());
            prop_assert!(images.into_iter().all(|image| layout.canonical(image) == layout.canonical(word)));
        }
    }

    #[test]
    fn a_move_removes_its_counters(size in 1usize..=6, counters: u64, choice: prop::sample::Index) {
        let board = board(size, counters);
        let moves = board.moves();
        prop_assume!(!moves.is_empty());
        let run = choice.get(&moves);
        let left = board.take(run).expect("legal");
        prop_assert_eq!(left.counters() | run.squares(size).unwrap_or(0), board.counters());
        prop_assert_eq!(left.counters() & run.squares(size).unwrap_or(0), 0);
        prop_assert!(!left.allows(run));
    }
}

/// Chooses squares for bits 0 to 3; their turns are the squares of bits 4 to 15.
fn layouts() -> impl Iterator<Item = (Symmetry, Layout)> {
    (0..1usize << 16).flat_map(|choice| {
        let pattern = [0, 4, 8, 12].map(|shift| choice >> shift & 15);
        [Symmetry::Clockwise, Symmetry::CounterClockwise]
            .into_iter()
            .filter_map(move |turn| layout(pattern, turn))
    })
}

fn layout(mut pattern: [usize; 4], turn: Symmetry) -> Option<(Symmetry, Layout)> {
    let mut squares = vec![0; 16];
    for quarter in 0..4 {
        for (bit, square) in pattern.iter_mut().enumerate() {
            squares[*square] |= 1 << (4 * quarter + bit);
            let (row, column) = turn.image(3, (*square / 4, *square % 4));
            *square = 4 * row + column;
        }
    }
    squares.iter().all(|bits| *bits != 0).then(|| (turn, Layout::new(4, squares)))
}

/// Returns whether byte 1 is the upper or the lower half of the board.
fn is_halves(layout: &Layout) -> bool {
    let upper = (0..8).fold(0, |bits, square| bits | layout.bits(square / 4, square % 4));
    upper == 0x00FF || upper == 0xFF00
}

fn agrees_with_figure_5(layout: &Layout) -> bool {
    let outer = [0, 1, 3, 4];
    (0..16).all(|square| {
        let (row, column) = (square / 4, square % 4);
        layout.bits(row, column) == FIGURE_5.bits(outer[row], outer[column])
    })
}

#[test]
fn layouts_that_agree_with_the_text() {
    let all: Vec<_> = layouts().collect();
    assert_eq!(all.len(), 12_288);
    let turned = |(turn, layout): &(Symmetry, Layout)| layout.image(0x1234, *turn) == 0x2341;
    assert!(all.iter().all(turned));

    let halves: Vec<_> = all.iter().filter(|(_, layout)| is_halves(layout)).collect();
    assert_eq!(halves.len(), 96);
    for (_, layout) in &halves {
        let pairs = layout.map(Symmetry::Vertical).pairs();
        let inner = |byte: u32| {
            pairs.iter().filter(move |pair| pair.0 / 8 == byte).map(|&(from, to)| (from % 8, to % 8))
        };
        assert!(pairs.iter().all(|(from, to)| from / 8 == to / 8));
        assert!(inner(0).eq(inner(1)), "one subroutine serves both bytes");
    }

    let left: Vec<_> = halves.iter().filter(|(_, layout)| agrees_with_figure_5(layout)).collect();
    assert_eq!(left.len(), 1);
    assert_eq!((left[0].0, &left[0].1), (Symmetry::Clockwise, &*FIGURE_2));
}

/// A reflection is neither a rotation of the word nor a bit reversal followed by one.
#[test]
fn no_layout_makes_a_reflection_a_shift() {
    let clockwise: Vec<_> = layouts().filter(|(turn, _)| *turn == Symmetry::Clockwise).collect();
    assert_eq!(clockwise.len(), 6_144);
    for (_, layout) in clockwise {
        for axis in Symmetry::REFLECTIONS {
            let pairs = layout.map(axis).pairs();
            assert!((0..16).all(|shift| pairs.iter().any(|(from, to)| (from + shift) % 16 != *to)), "{axis}");
            assert!(
                (0..16).all(|sum| pairs.iter().any(|(from, to)| (16 + sum - from) % 16 != *to)),
                "{axis}"
            );
        }
    }
}

const SAME: Table = [0, 1, 2, 3, 4, 5, 6, 7];

#[test]
fn squares_of_the_bits() {
    let figures: [(&Layout, &[&str]); 4] = [
        (&FIGURE_2, &["33 32 22 23 30 20 21 31", "00 01 11 10 03 13 12 02"]),
        (
            &FIGURE_3,
            &[
                "55 54 53 43 44 34 35 45",
                "50 40 30 31 41 42 52 51",
                "00 01 02 12 11 21 20 10",
                "05 15 25 24 14 13 03 04",
                "32  - 22  - 23  - 33  -",
            ],
        ),
        (
            &FIGURE_4,
            &[
                "44 43 42 32 33 34 22 -",
                "40 30 20 21 31 41 22 -",
                "00 01 02 12 11 10 22 -",
                "04 14 24 23 13 03 22 -",
            ],
        ),
        (
            &FIGURE_5,
            &[
                "44 43 33 34 40 30 31 41",
                "00 01 11 10 04 14 13 03",
                "24 23 42 32 20 21 02 12",
                "22 - - - - - - -",
            ],
        ),
    ];
    for (layout, bytes) in figures {
        assert_eq!(layout.byte_count(), bytes.len());
        for (byte, squares) in bytes.iter().enumerate() {
            for (bit, expected) in squares.split_whitespace().enumerate() {
                assert_eq!(square(layout, 8 * byte + bit), expected, "byte {}, bit {bit}", byte + 1);
            }
        }
    }
}

fn square(layout: &Layout, bit: usize) -> String {
    let squares = (0..layout.size()).flat_map(|row| (0..layout.size()).map(move |column| (row, column)));
    let mut found = squares.filter(|&(row, column)| layout.bits(row, column) >> bit & 1 != 0);
    found.next().map_or("-".to_owned(), |(row, column)| format!("{row}{column}"))
}

#[test]
fn tables_are_the_printed_ones() {
    assert_eq!(table_1(), exchange(&[(0, 4), (1, 7), (2, 6), (3, 5)]));
    assert_eq!(table_2(), exchange(&[(1, 7), (2, 6), (3, 5)]));
    for bit in 0..8 {
        assert_eq!(table_2()[bit as usize], (8 - bit) % 8, "reverse the byte, rotate left 1");
    }
    for byte in 0..=255u8 {
        assert_eq!(permuted(table_2(), byte), byte.reverse_bits().rotate_left(1));
        let swapped = byte.rotate_left(4);
        assert_eq!(permuted(table_1(), byte), swapped & 0x55 | (swapped & 0x22) << 2 | (swapped & 0x88) >> 2);
    }
}

fn permuted(table: Table, byte: u8) -> u8 {
    (0..8).fold(0, |moved, bit| moved | (byte >> bit & 1) << table[bit])
}

fn exchange(pairs: &[(usize, usize)]) -> Table {
    let mut table = SAME;
    for &(a, b) in pairs {
        table.swap(a, b);
    }
    table
}

/// For each byte 1, 2, …: the byte it moves to and the permutation of its bits.
type Bytes<'a> = &'a [(usize, Table)];

fn check(layout: &Layout, symmetry: Symmetry, bytes: Bytes<'_>) {
    for &(from, to) in layout.map(symmetry).pairs() {
        let (byte, table) = bytes[from as usize / 8];
        assert_eq!(to as usize, 8 * (byte - 1) + table[from as usize % 8] as usize, "{symmetry}: {from}");
    }
}

#[test]
fn a_turn_of_figure_2_is_a_rotation_of_the_word() {
    for word in 0..=u16::MAX {
        let image = |symmetry| FIGURE_2.image(u64::from(word), symmetry) as u16;
        assert_eq!(image(Symmetry::Clockwise), word.rotate_left(4));
        assert_eq!(image(Symmetry::CounterClockwise), word.rotate_right(4));
        assert_eq!(image(Symmetry::Half), word.swap_bytes());
    }
}

#[test]
fn reflections_of_figure_2() {
    let m = |word: u16| word & 0x5555 | (word & 0x2222) << 2 | (word & 0x8888) >> 2;
    for word in 0..=u16::MAX {
        let image = |symmetry| FIGURE_2.image(u64::from(word), symmetry) as u16;
        let vertical = m((word & 0x0F0F) << 4 | (word & 0xF0F0) >> 4);
        assert_eq!(image(Symmetry::Vertical), vertical);
        assert_eq!(image(Symmetry::Horizontal), vertical.swap_bytes());
        assert_eq!(image(Symmetry::MainDiagonal), m(word & 0x0F0F | (word & 0xF0F0).swap_bytes()));
        assert_eq!(image(Symmetry::AntiDiagonal), m(word & 0xF0F0 | (word & 0x0F0F).swap_bytes()));
    }
}

#[test]
fn a_turn_of_figure_3_moves_whole_bytes() {
    let left_2 = [2, 3, 4, 5, 6, 7, 0, 1];
    let cycle = [(2, SAME), (3, SAME), (4, SAME), (1, SAME), (5, left_2)];
    check(&FIGURE_3, Symmetry::Clockwise, &cycle);
}

#[test]
fn every_reflection_of_figure_3_uses_table_2() {
    let rows = [
        (Symmetry::AntiDiagonal, [3, 2, 1, 4], vec![(2, 6)]),
        (Symmetry::MainDiagonal, [1, 4, 3, 2], vec![(0, 4)]),
        (Symmetry::Vertical, [2, 1, 4, 3], vec![(0, 6), (2, 4)]),
        (Symmetry::Horizontal, [4, 3, 2, 1], vec![(0, 2), (4, 6)]),
    ];
    for (axis, bytes, fifth) in rows {
        let mut rule: Vec<_> = bytes.iter().map(|&byte| (byte, table_2())).collect();
        rule.push((5, exchange(&fifth)));
        check(&FIGURE_3, axis, &rule);
    }
    let rule = [(3, table_2()), (2, table_2()), (1, table_2()), (4, table_2()), (5, table_2())];
    check(&FIGURE_3, Symmetry::AntiDiagonal, &rule);
}

#[test]
fn a_turn_of_figure_4_moves_whole_bytes() {
    let to = [1, 2, 3, 0];
    for &(from, to_bit) in FIGURE_4.map(Symmetry::Clockwise).pairs() {
        let (byte, bit) = (from as usize / 8, from as usize % 8);
        assert!(to_bit as usize == 8 * to[byte] + bit || (bit == 6 && to_bit % 8 == 6), "{from}");
    }
}

#[test]
fn reflections_of_figure_4_split_the_bytes() {
    let rows = [
        (Symmetry::Vertical, [2, 1, 4, 3], [1, 4, 3, 2]),
        (Symmetry::Horizontal, [4, 3, 2, 1], [3, 2, 1, 4]),
        (Symmetry::AntiDiagonal, [3, 2, 1, 4], [2, 1, 4, 3]),
        (Symmetry::MainDiagonal, [1, 4, 3, 2], [4, 3, 2, 1]),
    ];
    let table = exchange(&[(1, 5)]);
    for (axis, outer, inner) in rows {
        for &(from, to) in FIGURE_4.map(axis).pairs() {
            let (byte, bit) = (from as usize / 8, from as usize % 8);
            match bit {
                6 => assert_eq!(to % 8, 6, "the centre"),
                2 | 3 => assert_eq!(to as usize, 8 * (inner[byte] - 1) + bit, "{axis}"),
                _ => assert_eq!(to, 8 * (outer[byte] - 1) + table[bit], "{axis}"),
            }
        }
    }
}

#[test]
fn figure_5_is_figure_2_with_a_middle() {
    let without_middle: Vec<u64> = (0..25)
        .map(|square| (square / 5, square % 5))
        .filter(|&(row, column)| row != 2 && column != 2)
        .map(|(row, column)| FIGURE_5.bits(row, column))
        .collect();
    let figure_2: Vec<u64> = (0..16).map(|square| FIGURE_2.bits(square / 4, square % 4)).collect();
    assert_eq!(without_middle, figure_2);

    let rows = [
        (Symmetry::Clockwise, [2, 3, 4, 5, 6, 7, 0, 1]),
        (Symmetry::Vertical, exchange(&[(0, 4), (1, 5)])),
        (Symmetry::Horizontal, exchange(&[(2, 6), (3, 7)])),
        (Symmetry::AntiDiagonal, exchange(&[(0, 6), (1, 7), (2, 4), (3, 5)])),
        (Symmetry::MainDiagonal, exchange(&[(0, 2), (1, 3), (4, 6), (5, 7)])),
    ];
    for (symmetry, third) in rows {
        for &(from, to) in FIGURE_5.map(symmetry).pairs() {
            match from {
                0..16 => assert!(FIGURE_2.map(symmetry).pairs().contains(&(from, to)), "{symmetry}"),
                16..24 => assert_eq!(to, 16 + third[from as usize - 16], "{symmetry}"),
                _ => assert_eq!(to, from),
            }
        }
    }
}

/// The caption says that a *horizontal* axis needs no exchange between bytes. Only the vertical axis needs none.
#[test]
fn the_caption_of_figure_5_names_the_wrong_axis() {
    let exchanges = |axis: Symmetry| FIGURE_5.map(axis).pairs().iter().any(|(from, to)| from / 8 != to / 8);
    assert_eq!(Symmetry::REFLECTIONS.map(exchanges), [false, true, true, true]);
}
