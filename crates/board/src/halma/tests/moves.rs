//! Steps, hops and chains.

use super::*;

/// The legal first moves: a square, then its destinations.
const FIRST: [(u8, &[u8]); 16] = [
    (2, &[36]),
    (3, &[5, 37]),
    (4, &[5, 21, 36]),
    (17, &[51]),
    (18, &[52]),
    (19, &[21, 36, 51]),
    (20, &[5, 21, 36, 37]),
    (32, &[66]),
    (33, &[67]),
    (34, &[36, 51, 66]),
    (35, &[5, 36, 51, 52]),
    (48, &[80, 82]),
    (49, &[51, 66, 81]),
    (50, &[51, 66, 67, 80]),
    (64, &[66, 80, 81]),
    (65, &[66, 80, 81, 82]),
];

#[test]
fn first_moves() {
    for variant in [Variant::Standard, Variant::Kangaroo] {
        for square in Color::White.camp() {
            let listed = FIRST.iter().find(|(from, _)| *from == square).map_or(&[][..], |(_, to)| to);
            let found: Vec<u8> = Position::start().destinations(square, variant).squares().collect();
            assert_eq!(found, listed, "{square}");
            let black: Vec<u8> = Position::start().destinations(255 - square, variant).squares().collect();
            let expected: Vec<u8> = listed.iter().rev().map(|to| 255 - to).collect();
            assert_eq!(black, expected, "{square}, Black's");
        }
    }
}

fn set(squares: &[u8]) -> Set {
    squares.iter().copied().collect()
}

/// Checks the hops of the piece on `from` in both variants.
fn check(pieces: &[u8], from: u8, standard: &[u8], kangaroo: &[u8]) {
    let occupied = set(pieces);
    assert_eq!(hops(&occupied, from, Variant::Standard), set(standard), "standard from {from}");
    assert_eq!(hops(&occupied, from, Variant::Kangaroo), set(kangaroo), "kangaroo from {from}");
}

#[test]
fn hops_in_all_directions() {
    check(&[], 0, &[], &[]);
    let ring = [102, 103, 104, 118, 120, 134, 135, 136];
    let landings = [85, 87, 89, 117, 121, 149, 151, 153];
    check(&ring, 119, &landings, &landings);
    // Two adjacent pieces in line block both variants.
    check(&[119, 120, 121], 119, &[], &[]);
    check(&[16, 20, 21], 16, &[], &[]);
}

#[test]
fn the_border_stops_a_hop() {
    check(&[1, 0], 1, &[], &[]);
    check(&[15, 14], 14, &[], &[]);
    check(&[240, 224], 224, &[], &[]);
    check(&[14, 15, 31], 14, &[], &[]);
    // The landing square beyond the eighth square is off the board.
    check(&[0, 8], 0, &[], &[]);
    check(&[0, 7], 0, &[], &[14]);
}

#[test]
fn giant_hops_are_symmetrical() {
    check(&[0, 3], 0, &[], &[6]);
    check(&[0, 3, 4], 0, &[], &[]);
    check(&[0, 3, 5], 0, &[], &[]);
    check(&[0, 3, 6], 0, &[], &[]);
    check(&[0, 3, 7], 0, &[], &[6, 8]);
    check(&[0, 51], 0, &[], &[102]);
}

#[test]
fn the_starting_square_counts_as_empty() {
    // Around a ring of four pieces: each hop lands on a corner, the last one on the starting square.
    check(&[17, 18, 35, 50, 33], 17, &[19, 49, 51], &[19, 49, 51]);
    // A kangaroo hops through its own square.
    check(&[3, 4, 17, 18], 3, &[1, 5, 33, 35], &[1, 5, 7, 33, 35]);
}

#[test]
fn whether_the_square_itself_is_in_the_set_does_not_matter() {
    let mut others = *Position::start().board.occupied();
    others.excl(35);
    assert_eq!(
        hops(&others, 35, Variant::Standard),
        hops(Position::start().board.occupied(), 35, Variant::Standard)
    );
}

#[test]
fn chains_are_shortest_and_complete() {
    let occupied = set(&[17, 18, 20, 35, 50, 52]);
    assert_eq!(chain(&occupied, 17, 21, Variant::Standard), Some(vec![17, 19, 21]));
    assert_eq!(chain(&occupied, 17, 17, Variant::Standard), None);
    assert_eq!(chain(&occupied, 17, 16, Variant::Standard), None);
}

proptest! {
    #[test]
    fn hops_are_reversible(occupied in occupancies(), from: u8, variant in variants()) {
        let mut before = occupied;
        before.incl(from);
        for to in hops(&before, from, variant).squares() {
            let mut moved = before;
            moved.excl(from);
            moved.incl(to);
            prop_assert!(hops(&moved, to, variant).is_in(from), "{from} to {to}");
        }
    }

    #[test]
    fn steps_are_reversible(occupied in occupancies(), from: u8) {
        for to in steps(&occupied, from).squares() {
            prop_assert!(steps(&Set::default(), to).is_in(from));
            prop_assert!(!occupied.is_in(to));
        }
    }

    #[test]
    fn hops_preserve_parity_and_steps_do_not(occupied in occupancies(), from: u8, variant in variants()) {
        prop_assert!(hops(&occupied, from, variant).squares().all(|to| (to ^ from) & 0x11 == 0));
        prop_assert!(steps(&occupied, from).squares().all(|to| (to ^ from) & 0x11 != 0));
    }

    #[test]
    fn kangaroo_hops_include_standard_hops(occupied in occupancies(), from: u8) {
        let giant = hops(&occupied, from, Variant::Kangaroo);
        prop_assert!(hops(&occupied, from, Variant::Standard).squares().all(|to| giant.is_in(to)));
    }

    #[test]
    fn chains_consist_of_single_hops(occupied in occupancies(), from: u8, variant in variants()) {
        let mut others = occupied;
        others.excl(from);
        for to in hops(&occupied, from, variant).squares() {
            let chain = chain(&occupied, from, to, variant).expect("reachable by hops");
            prop_assert_eq!((chain[0], chain[chain.len() - 1]), (from, to));
            for hop in chain.windows(2) {
                let (rows, columns) = ((hop[0] / 16).abs_diff(hop[1] / 16), (hop[0] % 16).abs_diff(hop[1] % 16));
                prop_assert!(rows == 0 || columns == 0 || rows == columns);
                prop_assert!(others.is_in(hop[0].midpoint(hop[1])), "{:?}", hop);
            }
        }
    }

    #[test]
    fn turned_boards_have_turned_moves((variant, position) in positions()) {
        let mut moves = position.moves(variant);
        let mut mirror: Vec<Move> =
            turned(&position).moves(variant).iter().map(|m| Move { from: 255 - m.from, to: 255 - m.to }).collect();
        moves.sort_unstable();
        mirror.sort_unstable();
        prop_assert_eq!(moves, mirror);
    }
}

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
