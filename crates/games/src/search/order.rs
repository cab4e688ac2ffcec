//! A position as the search sees it; the order in which its moves are searched: the sooner the best one is tried, the fewer
//! positions a search visits; and the table of results of positions that it may reach again.

use std::fmt::Debug;

/// The score of a game won now. A later win scores one less for each move before it.
pub const WON: i32 = 100_000;

/// The limit of evaluations: any score beyond it, in either direction, is a decided game.
pub const EVALUATED: i32 = WON - 1_000;

/// A position as the search sees it. Scores are those of the player to move.
pub trait Searchable: Clone {
    type Move: Copy + Eq + Debug;

    /// The number of slots in which the search counts how often moves were good.
    const SLOTS: usize;

    /// By how much a move may change the estimate of a position, but for surprises.
    const SWING: i32;

    /// Returns the end of the game, or `None` while it continues.
    fn end(&self) -> Option<End>;

    /// Estimates the position. The search limits the estimate to [`EVALUATED`].
    fn evaluate(&self) -> i32;

    /// Appends the moves to consider, each with a rank: the search tries moves with a higher one first.
    fn moves(&self, moves: &mut Vec<Ranked<Self::Move>>);

    fn after(&self, played: Self::Move) -> Self;

    /// Returns a number that identifies all that matters to a search of this depth. Two positions with the same number are taken for one.
    fn key(&self, depth: u8) -> u64;

    /// Returns the slot of a move, below [`Self::SLOTS`].
    fn slot(&self, played: Self::Move) -> usize;

    /// Returns the position as if the player had passed, where a pass is hardly ever better than a move; otherwise `None`.
    fn passed(&self) -> Option<Self> {
        None
    }
}

/// The end of a game for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    Won,
    Lost,
    Drawn,
}

#[derive(Clone, Copy, Debug)]
pub struct Ranked<M> {
    pub played: M,
    /// At most 31 bits. Moves with a higher rank are searched first.
    pub rank: i64,
}

/// Knowledge of a search about moves: those that refuted the position before them.
#[derive(Debug)]
pub(super) struct Knowledge<M> {
    /// The last two refutations at each distance from the root.
    killers: Vec<[Option<M>; 2]>,
    /// For each slot, the number of refutations, deeper ones counting more.
    history: Vec<u32>,
}

impl<M: Copy + Eq> Knowledge<M> {
    pub(super) fn new(plies: usize, slots: usize) -> Self {
        Self { killers: vec![[None; 2]; plies], history: vec![0; slots] }
    }

    /// Remembers that a move refuted a position.
    pub(super) fn refuted(&mut self, ply: u8, slot: usize, depth: u8, played: M) {
        let killers = &mut self.killers[usize::from(ply)];
        if killers[0] != Some(played) {
            *killers = [Some(played), killers[0]];
        }
        self.history[slot] = self.history[slot].saturating_add(u32::from(depth).pow(2));
    }

    /// Ranks the moves of a position: by rank, of equal rank killers first, then by history.
    fn rank<P: Searchable<Move = M>>(&self, position: &P, ply: u8, moves: &mut [Ranked<M>]) {
        let killers = &self.killers[usize::from(ply)];
        for Ranked { played, rank } in moves {
            let is_killer = killers.contains(&Some(*played));
            let history = self.history[position.slot(*played)] >> 1;
            *rank = (*rank << 32) + (i64::from(is_killer) << 31) + i64::from(history);
        }
    }
}

/// The moves of a position in the order in which they are searched. The first is the hint, because it often is enough: then the others are
/// not even listed.
pub(super) struct Moves<'a, P: Searchable> {
    position: &'a P,
    hint: Option<P::Move>,
    is_hint_tried: bool,
    list: &'a mut Vec<Ranked<P::Move>>,
    /// The number of moves taken from the list, once it is filled.
    taken: Option<usize>,
}

impl<'a, P: Searchable> Moves<'a, P> {
    /// Creates the moves of a position; the list is empty.
    pub(super) fn new(position: &'a P, hint: Option<P::Move>, list: &'a mut Vec<Ranked<P::Move>>) -> Self {
        Self { position, hint, is_hint_tried: hint.is_none(), list, taken: None }
    }

    pub(super) fn next(&mut self, learned: &Knowledge<P::Move>, ply: u8) -> Option<P::Move> {
        if !self.is_hint_tried {
            self.is_hint_tried = true;
            return self.hint;
        }
        let taken = self.taken.unwrap_or_else(|| self.fill(learned, ply));
        self.taken = Some(taken + 1);
        take_first(self.list.get_mut(taken..)?)
    }

    fn fill(&mut self, learned: &Knowledge<P::Move>, ply: u8) -> usize {
        self.position.moves(self.list);
        self.list.retain(|ranked| Some(ranked.played) != self.hint);
        learned.rank(self.position, ply, self.list);
        0
    }
}

/// Moves the move with the highest rank to the front and returns it. A search often needs only the first few, so this is cheaper than sorting.
fn take_first<M: Copy>(moves: &mut [Ranked<M>]) -> Option<M> {
    let mut first = 0;
    for n in 1..moves.len() {
        if moves[n].rank > moves[first].rank {
            first = n;
        }
    }
    let played = moves.get(first)?.played;
    moves.swap(0, first);
    Some(played)
}

/// The meaning of a result for the value of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

/// The result of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry<M> {
    key: u64,
    value: i32,
    pub(super) best: M,
    depth: u8,
    bound: Bound,
}

impl<M> Entry<M> {
    /// Returns the value, if the result decides a search to this depth between `alpha` and `beta`. A result of another depth would make
    /// the score depend on the size of the table.
    pub(super) fn deciding(&self, depth: u8, ply: u8, alpha: i32, beta: i32) -> Option<i32> {
        let value = from_node(self.value, ply);
        let is_decided = match self.bound {
            Bound::Exact => true,
            Bound::AtLeast => value >= beta,
            Bound::AtMost => value <= alpha,
        };
        (self.depth == depth && is_decided).then_some(value)
    }
}

/// A table of a fixed number of entries. A new result replaces an older one in its place.
#[derive(Debug)]
pub(super) struct Table<M>(Vec<Option<Entry<M>>>);

impl<M: Copy> Table<M> {
    /// Creates a table with at most this number of entries, a power of two; fewer if memory is short.
    pub(super) fn new(entries: usize) -> Self {
        let mut size = entries.checked_ilog2().map_or(0, |bits| 1 << bits);
        let mut table = Vec::new();
        while size > 0 && table.try_reserve_exact(size).is_err() {
            size /= 2;
        }
        table.resize(size, None);
        Self(table)
    }

    pub(super) fn get(&self, key: u64) -> Option<&Entry<M>> {
        self.0.get(self.place(key))?.as_ref().filter(|entry| entry.key == key)
    }

    /// Stores a result found at a distance from the root.
    pub(super) fn put(&mut self, key: u64, depth: u8, ply: u8, bound: Bound, value: i32, best: M) {
        let place = self.place(key);
        if let Some(entry) = self.0.get_mut(place) {
            *entry = Some(Entry { key, value: to_node(value, ply), best, depth, bound });
        }
    }

    fn place(&self, key: u64) -> usize {
        key as usize & self.0.len().wrapping_sub(1)
    }
}

/// Converts a score from the root's view, in which a win counts the moves from the root, to the position's.
fn to_node(value: i32, ply: u8) -> i32 {
    value + decided(value) * i32::from(ply)
}

/// Converts a score from the position's view to the root's.
fn from_node(value: i32, ply: u8) -> i32 {
    value - decided(value) * i32::from(ply)
}

/// Returns 1 for a won game, −1 for a lost one, otherwise 0.
fn decided(value: i32) -> i32 {
    i32::from(value > EVALUATED) - i32::from(value < -EVALUATED)
}
