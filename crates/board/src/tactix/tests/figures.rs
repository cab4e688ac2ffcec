//! Checks the layouts against the article's claims and against hand-made tables of squares.

use crate::tactix::{FIGURE_2, FIGURE_3, FIGURE_4, FIGURE_5, Layout, Symmetry, Table, table_1, table_2};

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
