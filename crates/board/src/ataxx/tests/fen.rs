use proptest::prelude::*;

use super::{START, position, positions};
use crate::ataxx::{FenError, FenFault, Move, MoveError, Position, Square, Walls};

#[test]
fn the_start() {
    assert_eq!(Position::start(Walls::default()).to_string(), START);
    assert_eq!(position(START), Position::start(Walls::default()));
}

/// The texts of libataxx tests/get_fen.cpp and variants that other programs write.
#[test]
fn other_spellings() {
    for (text, fen) in [
        ("x5o/7/7/7/7/7/o5x x", START),
        ("x5o/7/7/7/7/7/o5x x 0", START),
        ("  X5w/7/34/7/7/1114/O5B B 0 1\n", START),
        ("7/7/7/7/7/7/7 W 100 200", "7/7/7/7/7/7/7 o 100 200"),
        ("-------/-5-/7/7/7/7/6- o 65535 65535", "-------/-5-/7/7/7/7/6- o 65535 65535"),
        ("x5o/7/7/7/7/7/o5x x 007 00", "x5o/7/7/7/7/7/o5x x 7 0"),
    ] {
        assert_eq!(position(text).to_string(), fen, "{text}");
    }
}

#[test]
fn invalid_positions() {
    use FenFault::{Extra, FewRanks, Letter, ManyRanks, Narrow, NoSide, Number, Side, Wide};
    for (text, at, fault) in [
        ("", 1, FewRanks(0)),
        ("   ", 1, FewRanks(0)),
        ("x", 2, Narrow { rank: 7, found: 1 }),
        ("x5o/7/7/7/7/7", 14, FewRanks(6)),
        ("x5o/7/7/7/7/7/", 15, Narrow { rank: 1, found: 0 }),
        ("x5o/7/7/7/7/7/o5x/7 x 0 1", 18, ManyRanks),
        ("x5o/7/7/7/7/7/o5x/ x 0 1", 18, ManyRanks),
        ("xx5o/7/7/7/7/7/o5x x 0 1", 4, Wide { rank: 7 }),
        ("x5o/71/7/7/7/7/o5x x 0 1", 6, Wide { rank: 6 }),
        ("x5o/6/7/7/7/7/o5x x 0 1", 6, Narrow { rank: 6, found: 6 }),
        ("x5o//7/7/7/7/o5x x 0 1", 5, Narrow { rank: 6, found: 0 }),
        ("x5o/8/7/7/7/7/o5x x 0 1", 5, Letter('8')),
        ("x5o/0/7/7/7/7/o5x x 0 1", 5, Letter('0')),
        ("x5o/7/7/7/7/7/o5k x 0 1", 17, Letter('k')),
        ("ξ5o/7/7/7/7/7/o5x x 0 1", 1, Letter('ξ')),
        ("x5o/7/٣4/7/7/7/o5x x 0 1", 7, Letter('٣')),
        ("x5o/7/7/7/7/7/o5x", 18, NoSide),
        ("x5o/7/7/7/7/7/o5x  ", 18, NoSide),
        ("x5o/7/7/7/7/7/o5x - 0 1", 19, Side),
        ("x5o/7/7/7/7/7/o5x xo 0 1", 19, Side),
        ("x5o/7/7/7/7/7/o5x x -1 1", 21, Number),
        ("x5o/7/7/7/7/7/o5x x +1 1", 21, Number),
        ("x5o/7/7/7/7/7/o5x x 65536 1", 21, Number),
        ("x5o/7/7/7/7/7/o5x x 0 99999999999999999999999", 23, Number),
        ("x5o/7/7/7/7/7/o5x x 0 1 2", 25, Extra),
        ("x5o/7/7/7/7/7/o5x x ж 1", 21, Number),
    ] {
        assert_eq!(text.parse::<Position>(), Err(FenError { at, fault }), "{text}");
    }
}

#[test]
fn errors_name_the_place() {
    let message = |text: &str| text.parse::<Position>().unwrap_err().to_string();
    assert_eq!(message("x5o/7/7/7/7/7/o5x/7 x 0 1"), "character 18: the board has more than 7 ranks");
    assert_eq!(message("x6o/7/7/7/7/7/o5x x 0 1"), "character 3: rank 7 has more than 7 squares");
    assert_eq!(
        message("x5o/7/7/9/7/7/o5x x 0 1"),
        "character 9: `9` is not a cell; x and o are stones, - is a wall, 1 to 7 are free squares, / ends a rank"
    );
    assert_eq!(message("x5o/7/7/7/7/7/o5x"), "character 18: the side to move is missing; write x or o");
    assert_eq!(message("x5o/7/7/7/7/7/o5x x z"), "character 21: expected a number from 0 to 65535");
}

#[test]
fn moves_as_text() {
    for text in ["g2", "a1", "a7a5", "c3e1", "0000"] {
        assert_eq!(text.parse::<Move>().unwrap().to_string(), text);
    }
    for text in [
        "", "a", "a8", "h1", "g0", "A1", "a1a", "a1a3x", "00000", "a1h1", "null", "\n", "é", "éa", "aéa",
        "0a00",
    ] {
        assert_eq!(text.parse::<Move>(), Err(MoveError::Form), "{text}");
    }
    for text in ["g1g4", "g1g1", "g1f2", "a1g7"] {
        assert!(matches!(text.parse::<Move>(), Err(MoveError::Distance { .. })), "{text}");
    }
    assert_eq!(
        "g1f2".parse::<Move>().unwrap_err().to_string(),
        "g1 and f2 are adjacent; write f2 for a clone to f2"
    );
}

proptest! {
    #[test]
    fn text_round_trip(position in positions()) {
        prop_assert_eq!(position.to_string().parse(), Ok(position));
    }

    #[test]
    fn any_text_is_handled(text in "[xo/1-9 -]{0,30}|\\PC{0,20}") {
        let _ = text.parse::<Position>();
        let _ = text.parse::<Move>();
        let _ = text.parse::<Square>();
        let _ = crate::ataxx::uai::parse(&text);
    }
}
