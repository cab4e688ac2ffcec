use super::{START, position};
use crate::ataxx::{
    Side,
    uai::{Command, DEEPEST, GO_NODES, Go, PERFT_NODES, UaiError, parse},
};

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
fn positions() {
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
