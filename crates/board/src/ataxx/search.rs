//! An alpha-beta search with iterative deepening.

use super::{
    board::Side,
    moves::Move,
    position::{Outcome, Position},
};

/// The maximum depth of a search.
pub const DEEPEST: u8 = 99;

/// The score of a game won now, in hundredths of a stone. A later win scores one less for each move before it.
pub const WON: i32 = 10_000;

/// The limits of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The maximum depth in moves, 1 to [`DEEPEST`].
    pub depth: u8,
    /// The maximum number of positions.
    pub nodes: u64,
}

impl Default for Limits {
    /// Returns limits that only [`DEEPEST`] bounds.
    fn default() -> Self {
        Self { depth: DEEPEST, nodes: u64::MAX }
    }
}

/// The result of a search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// The last completed depth in moves; 0 if the search stopped before it completed depth 1.
    pub depth: u8,
    /// The score for the player to move, in hundredths of a stone.
    pub score: i32,
    /// The number of positions searched so far.
    pub nodes: u64,
    /// The principal variation: the best moves of both players. It is empty only if the game is over.
    pub line: Vec<Move>,
}

/// An observer of a search. It decides about time, because the search has no clock.
pub trait Watch {
    /// Returns whether to stop the search. Called every 1,024 positions.
    fn is_enough(&mut self) -> bool;

    /// Receives the result of a completed depth.
    fn found(&mut self, found: &Found);
}

/// A search of one position. Equal positions and limits give equal moves and counts.
#[derive(Debug)]
pub struct Search<'a, W> {
    limits: Limits,
    watch: &'a mut W,
    nodes: u64,
    is_stopped: bool,
    /// Whether a position was evaluated before its game was over, so that a deeper search could find another score.
    is_cut: bool,
    /// The principal variation of the previous depth; its moves are tried first.
    hints: Vec<Move>,
}

impl<'a, W: Watch> Search<'a, W> {
    /// Creates a search.
    pub fn new(limits: Limits, watch: &'a mut W) -> Self {
        Self { limits, watch, nodes: 0, is_stopped: false, is_cut: false, hints: Vec::new() }
    }

    /// Searches until a limit is reached, the watcher stops it, or every line has reached the end of the game.
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

    /// Returns the value of a position for the player to move, exact between `alpha` and `beta`. Stores the moves that
    /// yield it in `line`.
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
        let is_interrupted = self.nodes.is_multiple_of(1024) && self.watch.is_enough();
        self.is_stopped |= is_interrupted || self.nodes >= self.limits.nodes;
        self.is_stopped
    }

    /// Returns the moves, most promising first: the hint, then by stones gained.
    fn ordered(&self, position: &Position, ply: u8) -> Vec<Move> {
        let hint = self.hints.get(usize::from(ply)).copied();
        let mut moves = position.moves();
        moves.sort_by_cached_key(|&played| (Some(played) != hint, u32::MAX - gain(position, played)));
        moves
    }
}

/// Returns the number of stones that a move gains.
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
