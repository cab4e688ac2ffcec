//! A plain player: alpha-beta, one ply deeper each time.

use super::{
    board::Side,
    moves::Move,
    position::{Outcome, Position},
};

/// The deepest search.
pub const DEEPEST: u8 = 99;

/// The score of a won game, less the number of moves to it, in hundredths of a stone.
pub const WON: i32 = 10_000;

/// How far to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// At most so many moves deep, 1 to [`DEEPEST`].
    pub depth: u8,
    /// At most so many positions.
    pub nodes: u64,
}

impl Default for Limits {
    /// As deep as it gets.
    fn default() -> Self {
        Self { depth: DEEPEST, nodes: u64::MAX }
    }
}

/// What a search found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// So many moves deep; 0 if not even one move could be looked ahead.
    pub depth: u8,
    /// For the player to move, in hundredths of a stone.
    pub score: i32,
    /// Positions seen until then.
    pub nodes: u64,
    /// The best moves of both players. There is at least one unless the game is over.
    pub line: Vec<Move>,
}

/// Who looks on. This is where time comes from: the search itself has no clock.
pub trait Watch {
    /// Whether to stop. It is asked every thousand positions or so.
    fn is_enough(&mut self) -> bool;

    /// A depth is done.
    fn found(&mut self, found: &Found);
}

/// A search of one position. Equal positions and limits give equal moves and counts.
#[derive(Debug)]
pub struct Search<'a, W> {
    limits: Limits,
    watch: &'a mut W,
    nodes: u64,
    is_stopped: bool,
    /// Whether a position was judged before its game was over, so that a deeper search could say more.
    is_cut: bool,
    /// The best line of the depth before: its moves are tried first.
    hints: Vec<Move>,
}

impl<'a, W: Watch> Search<'a, W> {
    /// Prepares a search.
    pub fn new(limits: Limits, watch: &'a mut W) -> Self {
        Self { limits, watch, nodes: 0, is_stopped: false, is_cut: false, hints: Vec::new() }
    }

    /// Searches until a limit is reached, the watcher has enough, or everything is known.
    pub fn run(mut self, position: &Position) -> Found {
        let first = self.ordered(position, 0).into_iter().take(1).collect();
        let mut best = Found { line: first, ..Found::default() };
        for depth in 1..=self.limits.depth.clamp(1, DEEPEST) {
            self.is_cut = false;
            let mut line = Vec::new();
            let score = self.value(position, depth, 0, -WON, WON, &mut line);
            if self.is_stopped || line.is_empty() {
                break;
            }
            self.hints.clone_from(&line);
            best = Found { depth, score, nodes: self.nodes, line };
            self.watch.found(&best);
            if !self.is_cut {
                break;
            }
        }
        Found { nodes: self.nodes, ..best }
    }

    /// The value of a position for the player to move, exact between `alpha` and `beta`; and the moves that lead to it.
    fn value(
        &mut self,
        position: &Position,
        depth: u8,
        ply: u8,
        alpha: i32,
        beta: i32,
        line: &mut Vec<Move>,
    ) -> i32 {
        line.clear();
        if self.must_stop() {
            return 0;
        }
        self.nodes += 1;
        if let Some(outcome) = position.outcome() {
            return ended(outcome, position.side, ply);
        }
        if depth == 0 {
            self.is_cut = true;
            return material(position);
        }
        let (mut alpha, mut deeper) = (alpha, Vec::new());
        for played in self.ordered(position, ply) {
            let value = -self.value(&position.after(played), depth - 1, ply + 1, -beta, -alpha, &mut deeper);
            if self.is_stopped {
                return 0;
            }
            if value > alpha {
                alpha = value;
                line.clear();
                line.push(played);
                line.append(&mut deeper);
            }
            if alpha >= beta {
                break;
            }
        }
        alpha
    }

    fn must_stop(&mut self) -> bool {
        let is_asked = self.nodes.is_multiple_of(1024) && self.watch.is_enough();
        self.is_stopped |= is_asked || self.nodes >= self.limits.nodes;
        self.is_stopped
    }

    /// The moves, those first that look best: the hint, then those that gain most stones.
    fn ordered(&self, position: &Position, ply: u8) -> Vec<Move> {
        let hint = self.hints.get(usize::from(ply)).copied();
        let mut moves = position.moves();
        moves.sort_by_cached_key(|&played| (Some(played) != hint, u32::MAX - gain(position, played)));
        moves
    }
}

/// Stones gained.
fn gain(position: &Position, played: Move) -> u32 {
    let captures = played.to().map_or(0, |to| position.board.captures(position.side, to).len());
    captures + u32::from(matches!(played, Move::Clone(_)))
}

fn ended(outcome: Outcome, side: Side, ply: u8) -> i32 {
    match outcome {
        Outcome::Drawn => 0,
        Outcome::Won(winner) if winner == side => WON - i32::from(ply),
        Outcome::Won(_) => i32::from(ply) - WON,
    }
}

fn material(position: &Position) -> i32 {
    let [own, enemy] =
        [position.side, position.side.other()].map(|side| position.board.stones(side).len().cast_signed());
    100 * (own - enemy)
}
