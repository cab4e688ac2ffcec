use proptest::prelude::*;

use super::{START, position, positions, slow::Slow, square};
use crate::ataxx::{IllegalMove, Move, Outcome, Position, Side, Uncounted};

fn played(fen: &str, moves: &str) -> Position {
    let make = |position: Position, text: &str| position.play(text.parse().unwrap()).unwrap();
    moves.split_whitespace().fold(position(fen), make)
}

/// The moves of libataxx tests/counters.cpp.
#[test]
fn counts() {
    let half_and_full = |fen, moves| {
        let after = played(fen, moves);
        (after.half_moves, after.full_moves)
    };
    assert_eq!(half_and_full(START, "g2 a2 g3"), (0, 2));
    assert_eq!(half_and_full(START, "g2 a2 g3 a2a4 a7a5 a1b3"), (3, 4));
    assert_eq!(half_and_full(START, "g2 a2 g3 a2a4 a7a5 a1b3 b4"), (0, 4));
    let cornered = "7/7/7/7/4ooo/4ooo/4oox x 0 1";
    assert_eq!(half_and_full(cornered, "0000"), (1, 1));
    assert_eq!(half_and_full(cornered, "0000 d1 0000 d1b1 0000"), (3, 3));
    assert_eq!(half_and_full(cornered, "0000 d1 0000 d1b1 0000 a1"), (0, 4));
}

#[test]
fn captures() {
    let full = "ooooooo/ooooooo/oo3oo/oox1ooo/ooooooo/ooooooo/ooooooo x 7 1";
    assert_eq!(played(full, "d4").to_string(), "ooooooo/ooooooo/oo3oo/ooxxxoo/ooxxxoo/ooooooo/ooooooo o 0 1");
    assert_eq!(
        played(full, "c4e5").to_string(),
        "ooooooo/oooxxxo/oo2xxo/oo2xxo/ooooooo/ooooooo/ooooooo o 8 1"
    );
}

/// The positions of libataxx tests/gameover.cpp and their results.
#[test]
fn ends() {
    use Outcome::{Drawn, Won};
    for (fen, outcome) in [
        (START, None),
        ("x5o/7/2-1-2/7/2-1-2/7/o5x x 0 1", None),
        ("x5o/7/7/7/7/7/o5x x 99 1", None),
        ("x5o/7/7/7/7/7/o5x x 100 1", Some(Drawn)),
        ("xx4o/7/7/7/7/7/o5x x 101 1", Some(Drawn)),
        ("7/7/7/7/7/7/7 x 0 1", Some(Drawn)),
        ("x6/7/7/7/7/7/7 x 0 1", Some(Won(Side::X))),
        ("x6/7/7/7/7/7/7 o 0 1", Some(Won(Side::X))),
        ("o6/7/7/7/7/7/7 x 200 1", Some(Won(Side::O))),
        ("xxxxxxx/xxxxxxx/xxxxxxx/xxxoooo/ooooooo/ooooooo/ooooooo x 0 1", Some(Won(Side::O))),
        ("xx-----/-------/-------/7/-------/-------/-----oo x 0 1", Some(Drawn)),
        ("7/7/7/7/4ooo/4ooo/4oox x 0 1", None),
    ] {
        let position = position(fen);
        assert_eq!(position.outcome(), outcome, "{fen}");
        assert_eq!(position.is_over(), outcome.is_some(), "{fen}");
        assert_eq!(position.moves().is_empty(), outcome.is_some(), "{fen}");
    }
}

#[test]
fn illegal_moves() {
    for (fen, text) in [
        (START, "0000"),
        (START, "d4"),
        (START, "a7"),
        (START, "g7e7"),
        (START, "a5a7"),
        ("x2-2o/3-3/3-3/---1---/3-3/3-3/o2-2x x 0 1", "d4"),
        ("xx-4/7/7/7/7/7/o5x x 0 1", "a7c7"),
        ("x5o/7/7/7/7/7/o5x x 100 1", "a6"),
        ("x6/7/7/7/7/7/7 o 0 1", "0000"),
    ] {
        let position = position(fen);
        let illegal = IllegalMove { played: text.parse().unwrap(), side: position.side };
        assert_eq!(position.play(illegal.played), Err(illegal), "{fen} {text}");
    }
    let message = position(START).play(Move::Clone(square("d4"))).unwrap_err().to_string();
    assert_eq!(message, "d4 is not a legal move of x here");
}

#[test]
fn the_order_of_moves() {
    let moves: Vec<_> = position(START).moves().iter().map(Move::to_string).collect();
    assert_eq!(moves.join(" "), "b7 a6 b6 f2 g2 f1 a7c7 a7c6 a7a5 a7b5 a7c5 g1e3 g1f3 g1g3 g1e2 g1e1");
    assert_eq!(position("7/7/7/7/4ooo/4ooo/4oox x 0 1").moves(), [Move::Pass]);
}

proptest! {
    /// Both generators yield the same resulting positions.
    #[test]
    fn moves_are_those_of_the_slow_generator(position in positions()) {
        let after = |position: Position| {
            let fen = position.to_string();
            fen.split(' ').take(3).collect::<Vec<_>>().join(" ")
        };
        let mut fast: Vec<_> = position.moves().iter().map(|&m| after(position.play(m).unwrap())).collect();
        let mut slow: Vec<_> = Slow::of(&position).children().iter().map(Slow::text).collect();
        fast.sort();
        slow.sort();
        prop_assert_eq!(fast, slow);
    }

    #[test]
    fn only_the_listed_moves_are_played(position in positions(), pair in (0..7_usize, 0..7_usize, 0..7_usize, 0..7_usize)) {
        let name = |row: usize, column: usize| format!("{}{}", (b'a' + column as u8) as char, 7 - row);
        let (from, to) = (name(pair.0, pair.1), name(pair.2, pair.3));
        for text in [to.clone(), from + &to, "0000".to_owned()] {
            if let Ok(any) = text.parse::<Move>() {
                prop_assert_eq!(position.play(any).is_ok(), position.moves().contains(&any), "{}", text);
            }
        }
    }
}

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
