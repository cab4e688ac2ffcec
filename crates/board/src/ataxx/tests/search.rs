use proptest::prelude::*;

use super::{START, position, positions};
use crate::ataxx::{Found, Limits, Move, Position, Search, WON, Watch};

/// A watcher that stops the search at the nth poll.
struct StopAfter {
    left: u32,
    depths: Vec<Found>,
}

impl Watch for StopAfter {
    fn is_enough(&mut self) -> bool {
        self.left = self.left.saturating_sub(1);
        self.left == 0
    }

    fn found(&mut self, found: &Found) {
        self.depths.push(found.clone());
    }
}

fn search(position: &Position, limits: Limits, left: u32) -> (Found, Vec<Found>) {
    let mut watch = StopAfter { left, depths: Vec::new() };
    let found = Search::new(limits, &mut watch).run(position);
    (found, watch.depths)
}

fn deep(depth: u8) -> Limits {
    Limits { depth, ..Limits::default() }
}

/// Plain minimax without alpha-beta pruning.
fn minimax(position: &Position, depth: u8, ply: i32) -> i32 {
    use crate::ataxx::Outcome::{Drawn, Won};
    match position.outcome() {
        Some(Drawn) => 0,
        Some(Won(side)) if side == position.side => WON - ply,
        Some(Won(_)) => ply - WON,
        None if depth == 0 => {
            let count = |side| position.board.stones(side).len() as i32;
            100 * (count(position.side) - count(position.side.other()))
        }
        None => {
            let values = position
                .moves()
                .into_iter()
                .map(|m| -minimax(&position.play(m).unwrap(), depth - 1, ply + 1));
            values.max().unwrap()
        }
    }
}

#[test]
fn scores_are_those_of_minimax() {
    for fen in
        [START, "7/7/7/2x1o2/7/7/7 o 3 1", "x5o/7/2-1-2/7/2-1-2/7/o5x o 97 1", "7/7/7/7/4ooo/4ooo/4oox x 0 1"]
    {
        for depth in 1..=3 {
            let (found, _) = search(&position(fen), deep(depth), u32::MAX);
            assert_eq!((found.depth, found.score), (depth, minimax(&position(fen), depth, 0)), "{fen}");
        }
    }
}

#[test]
fn a_win_is_found() {
    let (found, _) = search(&position("7/7/7/7/7/-------/x-1o3 x 0 1"), deep(9), u32::MAX);
    assert_eq!((found.score, found.line[0].to_string().as_str()), (WON - 1, "a1c1"));
}

#[test]
fn equal_searches_are_equal() {
    let limits = Limits { nodes: 20_000, ..Limits::default() };
    assert_eq!(search(&position(START), limits, u32::MAX), search(&position(START), limits, u32::MAX));
    let (found, depths) = search(&position(START), limits, u32::MAX);
    assert_eq!(found.nodes, 20_000);
    assert_eq!(depths.last().map(|last| (last.depth, &last.line)), Some((found.depth, &found.line)));
}

#[test]
fn a_stopped_search_has_a_move() {
    for (limits, left) in [(deep(99), 1), (Limits { nodes: 0, ..deep(5) }, u32::MAX), (deep(99), 5)] {
        let (found, _) = search(&position(START), limits, left);
        assert!(position(START).moves().contains(&found.line[0]));
    }
}

#[test]
fn a_decided_search_ends_early() {
    let (over, depths) = search(&position("x6/7/7/7/7/7/7 o 0 1"), deep(9), u32::MAX);
    assert_eq!((over.line.as_slice(), depths.len()), ([].as_slice(), 0));
    let pass = position("-------/-------/-------/-------/-------/---o---/x--o1-- x 0 1");
    let (found, depths) = search(&pass, deep(99), u32::MAX);
    assert_eq!(found.line[0], Move::Pass);
    assert!(depths.len() < 99);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn lines_are_legal(position in positions()) {
        let (found, _) = search(&position, deep(2), u32::MAX);
        prop_assert_eq!(found.line.is_empty(), position.is_over());
        let end = found.line.iter().try_fold(position, |position, &played| position.play(played));
        prop_assert!(end.is_ok());
    }
}
