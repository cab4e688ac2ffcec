//! Test vectors of libataxx and of the encodings, property tests, and a slow move generator for comparison.

mod play;

use proptest::prelude::*;

use super::{Board, Cell, Position, Side, Square};
use crate::ataxx::{
    FenError, FenFault, Move, MoveError, Walls,
    uai::{Command, DEEPEST, GO_NODES, Go, PERFT_NODES, UaiError, parse},
};

const START: &str = "x5o/7/7/7/7/7/o5x x 0 1";

fn position(fen: &str) -> Position {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn square(text: &str) -> Square {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn boards() -> impl Strategy<Value = Board> {
    proptest::collection::vec(0..4_u8, 49).prop_map(|cells| {
        let mut board = Board::default();
        Square::all().zip(cells).for_each(|(square, bits)| board.set(square, Cell::from_bits(bits)));
        board
    })
}

fn positions() -> impl Strategy<Value = Position> {
    (boards(), any::<bool>(), 0..110_u16, 0..500_u16).prop_map(|(board, is_x, half_moves, full_moves)| {
        Position { board, side: if is_x { Side::X } else { Side::O }, half_moves, full_moves }
    })
}

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
        let _ = parse(&text);
    }
}

fn go(line: &str) -> Go {
    match parse(line) {
        Ok(Command::Go(go)) => go,
        other => panic!("{line}: {other:?}"),
    }
}

#[test]
fn plain_commands() {
    for (line, command) in [
        ("uai", Command::Uai),
        (" isready \r", Command::IsReady),
        ("uainewgame", Command::NewGame),
        ("stop", Command::Stop),
        ("quit", Command::Quit),
        ("perft 4", Command::Perft { depth: 4, nodes: PERFT_NODES }),
        ("perft 99 nodes 1000", Command::Perft { depth: 99, nodes: 1000 }),
        ("perft 2 nodes x", Command::Perft { depth: 2, nodes: 0 }),
        ("", Command::Nothing),
        ("setoption name hash value 128", Command::Nothing),
    ] {
        assert_eq!(parse(line), Ok(command), "{line}");
    }
    assert_eq!(parse("perft"), Err(UaiError::Perft));
    assert_eq!(parse("perft 100"), Err(UaiError::Perft));
    assert_eq!(parse("xyzzy 1").unwrap_err().to_string(), "unknown command `xyzzy`");
}

#[test]
fn positions_and_moves() {
    let reached = |line| match parse(line) {
        Ok(Command::Position(position)) => Ok(position.to_string()),
        Ok(other) => panic!("{other:?}"),
        Err(error) => Err(error.to_string()),
    };
    assert_eq!(reached("position startpos"), Ok(START.to_owned()));
    assert_eq!(reached("position startpos moves"), Ok(START.to_owned()));
    assert_eq!(reached("position startpos moves g2 a1a3"), Ok("x5o/7/7/7/o6/6x/6x x 1 2".to_owned()));
    assert_eq!(
        reached("position fen x5o/7/7/7/7/7/o5x o moves f7"),
        Ok("x4oo/7/7/7/7/7/o5x x 0 2".to_owned())
    );
    for line in ["position", "position startpos x"] {
        let error = "a position is `startpos` or `fen` and a FEN, then optionally `moves` and moves";
        assert_eq!(reached(line), Err(error.to_owned()));
    }
    assert_eq!(reached("position startpos moves g2 g2"), Err("g2 is not a legal move of o here".to_owned()));
    assert_eq!(
        reached("position fen moves g2"),
        Err("character 1: the board has 0 ranks, expected 7".to_owned())
    );
}

#[test]
fn searches() {
    let clock = "go btime 10000 wtime 60000 binc 100 winc 0";
    assert_eq!((go(clock).time(Side::X), go(clock).time(Side::O)), (Some(450), Some(2400)));
    assert_eq!(go("go wtime 1000 movestogo 1").time(Side::O), Some(490));
    assert_eq!(go("go wtime -5 btime 10").time(Side::O), Some(0));
    assert_eq!(go("go movetime 50").time(Side::X), Some(50));
    assert_eq!((go("go depth 3").depth, go("go nodes 1000").depth), (Some(3), None));
    assert_eq!(go("go depth 1000").depth, Some(DEEPEST));
    assert_eq!(go("go depth x").depth, Some(1));
    assert_eq!(go("go depth movetime 7").move_time, Some(7));
    assert_eq!(go("go movetime 99999999999999999999999").move_time, Some(u64::MAX));
    assert!(go("go infinite").is_infinite && !go("go searchmoves g2 ponder").is_infinite);
    assert_eq!(position(START).side, Side::X);
}

/// A search that states neither a time nor a number of positions has a default bound.
#[test]
fn searches_have_a_bound() {
    for (line, nodes) in [
        ("go", GO_NODES),
        ("go depth 60", GO_NODES),
        ("go searchmoves g2 ponder", GO_NODES),
        ("go wtime 1000", GO_NODES),
        ("go nodes 0", 0),
        ("go nodes 99999999999999999999999", u64::MAX),
        ("go movetime 5", u64::MAX),
        ("go btime 1000", u64::MAX),
        ("go infinite", u64::MAX),
        ("go infinite nodes 5", 5),
    ] {
        assert_eq!(go(line).node_limit(Side::X), nodes, "{line}");
    }
}
