//! Boards, words and moves.

use proptest::prelude::*;

use crate::tactix::{
    Board, FIGURE_2, FIGURE_3, FIGURE_4, FIGURE_5, Layout, Move, Symmetry, TactixError, all_moves,
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
