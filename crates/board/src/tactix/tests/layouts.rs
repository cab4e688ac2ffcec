//! Counts the 4 × 4 layouts that the article describes and checks that none of them makes a reflection a shift.

use crate::tactix::{FIGURE_2, FIGURE_5, Layout, Symmetry};

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

/// Whether byte 1 is the upper or the lower half of the board.
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
