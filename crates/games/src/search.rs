//! The search for a move in a game of two players: alpha-beta (principal variation search) with iterative deepening, a
//! transposition table, and selective pruning.
//!
//! A game has a view of its positions for the search, [`Searchable`]. The search has no clock: [`Settings`] bound
//! depth, positions and memory, and a [`Watch`] can stop it. Equal inputs give equal results.

mod order;
#[cfg(test)]
mod tests;

use std::{
    fmt::{Debug, Display},
    mem,
};

use crate::Choice;
pub(crate) use crate::position::hash;
use order::{Bound, Knowledge, Moves, Table};

pub use order::{EVALUATED, End, Ranked, Searchable, WON};

/// The maximum depth of a search in moves.
pub const DEEPEST: u8 = 99;

/// The bounds of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The maximum depth in moves, 1 to [`DEEPEST`].
    pub depth: u8,
    /// The maximum number of positions.
    pub nodes: u64,
    /// The maximum number of entries of the transposition table, each of 24 or 32 bytes; 0 for none.
    pub entries: usize,
    /// Whether to search unlikely moves less deeply or not at all. If not, the score is that of plain minimax.
    pub is_selective: bool,
}

impl Default for Settings {
    /// Returns settings that only [`DEEPEST`] and 262,144 entries bound.
    fn default() -> Self {
        Self { depth: DEEPEST, nodes: u64::MAX, entries: 1 << 18, is_selective: true }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found<M> {
    /// The last completed depth in moves; 0 if the search stopped before it completed depth 1.
    pub depth: u8,
    /// The score for the player to move.
    pub score: i32,
    pub nodes: u64,
    /// The principal variation: the best moves of both players, to the depth searched. It is empty only if there is no move.
    pub line: Vec<M>,
}

/// An observer of a search. It decides about time.
pub trait Watch<M> {
    /// Returns whether to stop the search. Called every 1,024 positions.
    fn is_enough(&mut self) -> bool;

    /// Receives the result of a completed depth.
    fn found(&mut self, _found: &Found<M>) {}
}

/// An observer that never stops the search.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unwatched;

impl<M> Watch<M> for Unwatched {
    fn is_enough(&mut self) -> bool {
        false
    }
}

/// Returns a number from `-most` to `most` that looks random but depends only on a key: the error of an estimate at a low level.
pub(crate) fn error(key: u64, most: u16) -> i32 {
    (hash(key) % (2 * u64::from(most) + 1)) as i32 - i32::from(most)
}

/// Stops a search when a host says so.
pub(crate) struct Stop<'a>(pub(crate) &'a mut dyn FnMut() -> bool);

impl<M> Watch<M> for Stop<'_> {
    fn is_enough(&mut self) -> bool {
        (self.0)()
    }
}

/// Returns a number of moves as text: "1 move", "2 moves".
pub(crate) fn moves(number: u32) -> String {
    format!("{number} move{}", if number == 1 { "" } else { "s" })
}

/// Returns the first move of the line.
pub(crate) fn thought<M: Display>(found: &Found<M>) -> Option<Choice> {
    let moves = moves((WON - found.score.abs()) as u32);
    let reason = match found.score {
        EVALUATED.. => format!("wins in {moves}"),
        score if score <= -EVALUATED => format!("loses in {moves} against best play"),
        _ => format!("found at depth {}, among {} positions", found.depth, found.nodes),
    };
    Some(Choice { text: found.line.first()?.to_string(), reason })
}

/// Searches a position until a bound is reached, the observer stops it, or every line has reached the end of the game.
///
/// ```
/// use arcadian_board::ataxx::{Position, Walls};
/// use arcadian_games::{Level, ataxx, search::Unwatched};
///
/// let position = Position::start(Walls::default());
/// let found = ataxx::choose(&position, Level::LOWEST, &mut Unwatched).ok_or("the game is over")?;
/// assert!(position.play(found.line[0]).is_ok());
/// # Ok::<(), &str>(())
/// ```
pub fn search<P: Searchable>(
    position: &P,
    settings: Settings,
    watch: &mut impl Watch<P::Move>,
) -> Found<P::Move> {
    let mut best = Found { depth: 0, score: 0, nodes: 0, line: Vec::new() };
    if position.end().is_some() {
        return best;
    }
    let mut engine = Engine::new(settings, watch);
    best.line = engine.first_move(position);
    for depth in 1..=settings.depth.clamp(1, DEEPEST) {
        let mut line = Vec::new();
        engine.is_cut = false;
        let score = engine.value(position, Node::root(depth), &mut line);
        if !line.is_empty() {
            // Of a depth that was not completed, the moves that were: the first one is the best of the depth before.
            (best.line, best.score) = (line, if engine.is_stopped { best.score } else { score });
        }
        best.nodes = engine.nodes;
        if engine.is_stopped || best.line.is_empty() {
            break;
        }
        best.depth = depth;
        engine.watch.found(&best);
        if !engine.is_cut {
            break;
        }
    }
    best
}

/// A position to search: how deeply, where, and the values that matter.
#[derive(Clone, Copy)]
struct Node {
    depth: u8,
    /// The number of moves from the root.
    ply: u8,
    alpha: i32,
    beta: i32,
    /// Whether the move before was not a pass, so that the search may try one.
    can_pass: bool,
}

impl Node {
    fn root(depth: u8) -> Self {
        Self { depth, ply: 0, alpha: -WON, beta: WON, can_pass: false }
    }

    /// Returns the node after a move, `less` moves less deep than usual.
    fn below(self, less: u8) -> Self {
        let Self { depth, ply, alpha, beta, .. } = self;
        Self { depth: depth - 1 - less, ply: ply + 1, alpha: -beta, beta: -alpha, can_pass: true }
    }

    /// Returns the node that asks only whether a value is above `alpha`.
    fn scout(self) -> Self {
        Self { beta: self.alpha + 1, ..self }
    }

    /// Returns the node without the values that no end of the game can have here: wins that would have to be earlier.
    fn within_wins(self) -> Self {
        let now = WON - i32::from(self.ply);
        Self { alpha: self.alpha.max(-now), beta: self.beta.min(now - 1), ..self }
    }

    fn is_scout(self) -> bool {
        self.beta - self.alpha == 1
    }
}

struct Engine<'a, P: Searchable, W> {
    settings: Settings,
    watch: &'a mut W,
    nodes: u64,
    is_stopped: bool,
    /// Whether a position was estimated before its game was over, so that a deeper search could find another score.
    is_cut: bool,
    table: Table<P::Move>,
    learned: Knowledge<P::Move>,
    /// Lists of moves for each distance from the root, kept for their memory.
    lists: Vec<Vec<Ranked<P::Move>>>,
}

impl<'a, P: Searchable, W: Watch<P::Move>> Engine<'a, P, W> {
    fn new(settings: Settings, watch: &'a mut W) -> Self {
        let plies = usize::from(DEEPEST) + 1;
        Self {
            settings,
            watch,
            nodes: 0,
            is_stopped: false,
            is_cut: false,
            table: Table::new(settings.entries),
            learned: Knowledge::new(plies, P::SLOTS),
            lists: vec![Vec::new(); plies],
        }
    }

    /// Returns the move with the highest rank, the answer of a search that is stopped at once.
    fn first_move(&mut self, position: &P) -> Vec<P::Move> {
        let mut moves = Vec::new();
        position.moves(&mut moves);
        moves.iter().rev().max_by_key(|ranked| ranked.rank).map(|ranked| ranked.played).into_iter().collect()
    }

    /// Returns the value of a position, exact between `alpha` and `beta`. Stores the moves that yield it in `line`.
    fn value(&mut self, position: &P, node: Node, line: &mut Vec<P::Move>) -> i32 {
        line.clear();
        if self.must_stop() {
            return 0;
        }
        self.nodes += 1;
        if let Some(end) = position.end() {
            return score(end, node.ply);
        }
        let node = node.within_wins();
        let Node { depth, ply, alpha, beta, .. } = node;
        if alpha >= beta {
            return alpha;
        }
        if depth == 0 {
            self.is_cut = true;
            return estimate(position);
        }
        let key = position.key(depth);
        let known = self.table.get(key);
        let hint = known.map(|entry| entry.best);
        if let Some(value) = known.and_then(|entry| entry.deciding(depth, ply, alpha, beta))
            && node.is_scout()
        {
            self.is_cut = true;
            return value;
        }
        if let Some(value) = self.selective_value(position, node) {
            return value;
        }
        let mut list = mem::take(&mut self.lists[usize::from(ply)]);
        let mut moves = Moves::new(position, hint, &mut list);
        let (value, best) = self.best(position, node, &mut moves, line);
        list.clear();
        self.lists[usize::from(ply)] = list;
        if let (false, Some(best)) = (self.is_stopped, best) {
            let bound = match value {
                _ if value >= beta => Bound::AtLeast,
                _ if value <= alpha => Bound::AtMost,
                _ => Bound::Exact,
            };
            self.table.put(key, depth, ply, bound, value, best);
        }
        value
    }

    /// Returns the highest value of the moves and the move that has it, and stores the moves that yield it in `line`.
    fn best(
        &mut self,
        position: &P,
        mut node: Node,
        moves: &mut Moves<'_, P>,
        line: &mut Vec<P::Move>,
    ) -> (i32, Option<P::Move>) {
        let (mut best, mut highest, mut deeper) = (None, -WON, Vec::new());
        for n in 0.. {
            let Some(played) = moves.next(&self.learned, node.ply) else { break };
            if self.settings.is_selective && node.is_scout() && is_skipped(node.depth, n) {
                break;
            }
            let value = self.value_of(&position.after(played), node, n, &mut deeper);
            if self.is_stopped {
                break;
            }
            if best.is_none() || value > highest {
                (best, highest) = (Some(played), value);
            }
            if value > node.alpha {
                node.alpha = value;
                line.clear();
                line.push(played);
                line.append(&mut deeper);
            }
            if value >= node.beta {
                self.learned.refuted(node.ply, position.slot(played), node.depth, played);
                break;
            }
        }
        if best.is_none() && !self.is_stopped {
            highest = estimate(position);
        }
        (highest, best)
    }

    /// Returns a value that is good enough without searching the moves: the estimate if it is far from the window, or the bound that even a
    /// pass would reach.
    fn selective_value(&mut self, position: &P, node: Node) -> Option<i32> {
        let Node { depth, alpha, beta, .. } = node;
        if !self.settings.is_selective || !node.is_scout() {
            return None;
        }
        let estimate = estimate(position);
        if is_far(estimate, P::SWING, depth, alpha, beta) {
            self.is_cut = true;
            return Some(estimate);
        }
        let passed =
            if node.can_pass && depth >= 3 && estimate >= beta { position.passed()? } else { return None };
        let below = Node { can_pass: false, ..node.below(2) };
        (-self.value(&passed, below, &mut Vec::new()) >= beta && !self.is_stopped).then_some(beta)
    }

    /// Returns the value of the nth move. The first is expected to be the best: of the others it is asked whether they are better.
    fn value_of(&mut self, after: &P, node: Node, n: usize, line: &mut Vec<P::Move>) -> i32 {
        let less = if self.settings.is_selective { reduction(node.depth, n) } else { 0 };
        if n > 0 {
            let mut value = -self.value(after, node.scout().below(less), line);
            if less > 0 && value > node.alpha {
                value = -self.value(after, node.scout().below(0), line);
            }
            if value <= node.alpha || node.is_scout() {
                return value;
            }
        }
        -self.value(after, node.below(0), line)
    }

    fn must_stop(&mut self) -> bool {
        let is_interrupted = self.nodes.is_multiple_of(1024) && self.watch.is_enough();
        self.is_stopped |= is_interrupted || self.nodes >= self.settings.nodes;
        self.is_stopped
    }
}

fn estimate(position: &impl Searchable) -> i32 {
    position.evaluate().clamp(-EVALUATED, EVALUATED)
}

fn score(end: End, ply: u8) -> i32 {
    match end {
        End::Drawn => 0,
        End::Won => WON - i32::from(ply),
        End::Lost => i32::from(ply) - WON,
    }
}

// What a selective search leaves out. Matches of Ataxx against the search without a rule decided what is here
// (docs/boards/ataxx.md, "The search").

/// The greatest depth at which an estimate far from the window decides.
const ESTIMATED: u8 = 5;

/// The greatest depth at which late moves are skipped.
const SKIPPED: u8 = 4;

/// Returns whether an estimate is so far below `alpha` or above `beta` that moves which each change it by `swing` would not matter.
pub(super) fn is_far(estimate: i32, swing: i32, depth: u8, alpha: i32, beta: i32) -> bool {
    let margin = swing * i32::from(depth);
    depth <= ESTIMATED && (estimate + margin <= alpha || estimate - margin >= beta)
}

/// Returns whether the nth move is too late to be searched.
pub(super) fn is_skipped(depth: u8, n: usize) -> bool {
    depth <= SKIPPED && n > 8 + 4 * usize::from(depth)
}

/// Returns by how many moves less the nth move is searched at first.
pub(super) fn reduction(depth: u8, n: usize) -> u8 {
    if depth < 2 || n < 2 {
        return 0;
    }
    let more = depth.ilog2() * n.ilog2() / 4;
    (1 + more as u8).min(depth - 1)
}
