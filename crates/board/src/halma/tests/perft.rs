//! Perft counts.

use super::*;

#[test]
fn known_counts() {
    let start = Position::start();
    for (variant, counts) in [
        (Variant::Standard, [1, 40, 1600, 85_440, 4_562_496]),
        (Variant::Kangaroo, [1, 40, 1600, 89_800, 5_040_025]),
    ] {
        for (depth, count) in (0..).zip(counts) {
            assert_eq!(perft(&start, variant, depth), count, "{variant:?}, depth {depth}");
        }
    }
}

#[test]
#[ignore = "10 s in release: cargo test --release -p arcadian-board --lib halma -- --ignored"]
fn counts_of_depth_5() {
    for (variant, count) in [(Variant::Standard, 289_844_520), (Variant::Kangaroo, 348_204_102)] {
        assert_eq!(perft(&Position::start(), variant, 5), count, "{variant:?}");
    }
}

#[test]
fn the_slow_generator_counts_the_same() {
    for variant in [Variant::Standard, Variant::Kangaroo] {
        assert_eq!(slow::perft(&Position::start(), variant, 3), perft(&Position::start(), variant, 3));
    }
}

#[test]
#[ignore = "a minute: cargo test --release -p arcadian-board --lib halma -- --ignored"]
fn the_slow_generator_counts_the_same_at_depth_4() {
    for variant in [Variant::Standard, Variant::Kangaroo] {
        assert_eq!(slow::perft(&Position::start(), variant, 4), perft(&Position::start(), variant, 4));
    }
}

#[test]
fn divide_sums_to_perft() {
    let parts = divide(&Position::start(), Variant::Standard, 3);
    assert_eq!(parts.len(), 40);
    assert_eq!(parts.iter().map(|(_, count)| count).sum::<u64>(), 85_440);
    assert_eq!(divide(&Position::start(), Variant::Standard, 0), []);
}

#[test]
fn a_won_game_has_no_continuation() {
    let mut won = turned(&Position::start());
    won.side = Color::White;
    let won = Position { board: swapped(&won.board), side: Color::Black };
    assert_eq!(won.winner(), Some(Color::White));
    assert_eq!([0, 1, 2].map(|depth| perft(&won, Variant::Standard, depth)), [1, 0, 0]);
    assert_eq!(won.moves(Variant::Standard), []);
}

/// White's pieces are in Black's camp, Black's pieces far from White's.
fn swapped(board: &Board) -> Board {
    let mut swapped = Board::empty();
    for (piece, square) in board.pieces(Color::Black) {
        swapped.add_piece(Color::White, piece, square);
        swapped.add_piece(Color::Black, piece, 100 + piece as u8);
    }
    swapped
}

#[test]
fn a_win_ends_the_sequence() {
    let position: Position =
        "16/16/16/16/16/16/16/b15/16/16/16/16/16/16/10w5/16 w".parse().expect("a position");
    for depth in 0..4 {
        assert_eq!(
            perft(&position, Variant::Standard, depth),
            slow::perft(&position, Variant::Standard, depth)
        );
    }
    assert_eq!(perft(&position, Variant::Standard, 1), 8);
    // The steps to 235 and 251 win; the other six of eight moves have five replies each.
    assert_eq!(perft(&position, Variant::Standard, 2), 30);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn all_generators_agree((variant, position) in positions()) {
        let mut moves = position.moves(variant);
        moves.sort_unstable();
        prop_assert_eq!(&moves, &slow::moves(&position, variant));
        prop_assert_eq!(perft(&position, variant, 1), moves.len() as u64);
        let divided: Vec<Move> = divide(&position, variant, 2).iter().map(|&(played, _)| played).collect();
        prop_assert_eq!(divided, position.moves(variant));
        prop_assert_eq!(
            perft(&position, variant, 2),
            moves.iter().map(|&m| position.play(m, variant).expect("legal").moves(variant).len() as u64).sum::<u64>()
        );
    }
}
