use proptest::prelude::*;

use super::{START, position, positions, slow::Slow};
use crate::ataxx::Uncounted;

/// Positions and their counts from depth 0: those of libataxx tests/perft.cpp, and one for the wall mask 7888.
const VECTORS: &[(&str, &[u64])] = &[
    ("7/7/7/7/7/7/7 x 0 1", &[1, 0, 0, 0, 0]),
    ("7/7/7/7/7/7/7 o 0 1", &[1, 0, 0, 0, 0]),
    (START, &[1, 16, 256, 6460, 155_888, 4_752_668]),
    ("x5o/7/7/7/7/7/o5x o 0 1", &[1, 16, 256, 6460, 155_888, 4_752_668]),
    ("x5o/7/2-1-2/7/2-1-2/7/o5x x 0 1", &[1, 14, 196, 4184, 86_528, 2_266_352]),
    ("x5o/7/2-1-2/7/2-1-2/7/o5x o 0 1", &[1, 14, 196, 4184, 86_528, 2_266_352]),
    ("x5o/7/2-1-2/3-3/2-1-2/7/o5x x 0 1", &[1, 14, 196, 4100, 83_104, 2_114_588]),
    ("x5o/7/3-3/2-1-2/3-3/7/o5x x 0 1", &[1, 16, 256, 5948, 133_264, 3_639_856]),
    ("7/7/7/7/ooooooo/ooooooo/xxxxxxx x 0 1", &[1, 1, 75, 249, 14_270, 452_980]),
    ("7/7/7/7/ooooooo/ooooooo/xxxxxxx o 0 1", &[1, 75, 249, 14_270, 452_980]),
    ("7/7/7/7/xxxxxxx/xxxxxxx/ooooooo x 0 1", &[1, 75, 249, 14_270, 452_980]),
    ("7/7/7/2x1o2/7/7/7 x 0 1", &[1, 23, 419, 7887, 168_317, 4_266_992]),
    ("x5o/7/7/7/7/7/o5x x 100 1", &[1, 0, 0, 0, 0]),
    ("7/7/7/7/-------/-------/x5o x 0 1", &[1, 2, 4, 13, 30, 73, 174]),
    ("x2-2o/3-3/3-3/---1---/3-3/3-3/o2-2x x 0 1", &[1, 16, 256, 5180]),
];

#[test]
fn published_counts() {
    for (fen, counts) in VECTORS {
        let found: Vec<_> = (0..counts.len()).map(|depth| position(fen).perft(depth as u8)).collect();
        assert_eq!(found, *counts, "{fen}");
    }
}

#[test]
fn the_slow_generator_agrees() {
    for (fen, counts) in VECTORS {
        let position = position(fen);
        let depth = counts.iter().take_while(|count| **count < 200_000).count() - 1;
        assert_eq!(Slow::of(&position).perft(depth as u8), position.perft(depth as u8), "{fen}");
    }
}

/// Counts beyond the published ones; both generators agree on them.
const DEEPER: &[(&str, u8, u64)] = &[
    (START, 6, 141_865_520),
    ("x5o/7/2-1-2/7/2-1-2/7/o5x x 0 1", 6, 58_227_084),
    ("x2-2o/3-3/3-3/---1---/3-3/3-3/o2-2x x 0 1", 4, 102_364),
    ("x2-2o/3-3/3-3/---1---/3-3/3-3/o2-2x x 0 1", 5, 2_322_764),
    ("x2-2o/3-3/3-3/---1---/3-3/3-3/o2-2x x 0 1", 6, 51_681_984),
    ("7/7/7/7/4ooo/4ooo/4oox x 0 1", 6, 1_683_904),
    ("x5o/7/7/7/7/7/o5x x 97 1", 5, 3_779_968),
];

#[test]
fn deeper_counts() {
    for (fen, depth, count) in DEEPER {
        assert_eq!(position(fen).perft(*depth), *count, "{fen}");
    }
}

#[test]
#[ignore = "minutes: cargo test --release -p arcadian-board --lib ataxx -- --ignored"]
fn the_slow_generator_agrees_deeper() {
    for (fen, depth, count) in DEEPER {
        assert_eq!(Slow::of(&position(fen)).perft(*depth), *count, "{fen}");
    }
}

#[test]
fn a_count_can_be_stopped() {
    let mut polls = 0;
    let stopped = position(START).perft_until(99, u64::MAX, &mut || {
        polls += 1;
        polls == 100
    });
    assert_eq!((stopped, polls), (Err(Uncounted::Stopped), 100));
}

#[test]
fn a_count_has_a_limit() {
    let count = |depth, limit| position(START).perft_until(depth, limit, &mut || false);
    assert_eq!(count(4, 155_888), Ok(155_888));
    assert_eq!(count(4, 155_887), Err(Uncounted::TooMany));
    assert_eq!(count(99, 1_000_000), Err(Uncounted::TooMany));
    assert_eq!((count(0, 0), count(1, 0)), (Err(Uncounted::TooMany), Err(Uncounted::TooMany)));
}

proptest! {
    #[test]
    fn any_position_has_equal_counts(position in positions()) {
        for depth in 0..=2 {
            prop_assert_eq!(position.perft(depth), Slow::of(&position).perft(depth));
        }
        prop_assert_eq!(position.moves().len(), position.move_count() as usize);
    }
}
