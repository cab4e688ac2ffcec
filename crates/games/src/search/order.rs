//! The order in which moves are searched: the sooner the best one is tried, the fewer positions a search visits.

use super::Searchable;

/// A move with its rank.
#[derive(Clone, Copy, Debug)]
pub struct Ranked<M> {
    /// The move.
    pub played: M,
    /// How promising it looks, at most 31 bits: moves with a higher rank are searched first.
    pub rank: i64,
}

/// What a search has learned about moves: those that refuted the position before them.
#[derive(Debug)]
pub(super) struct Learned<M> {
    /// The last two refutations at each distance from the root.
    killers: Vec<[Option<M>; 2]>,
    /// For each slot, the number of refutations, deeper ones counting more.
    history: Vec<u32>,
}

impl<M: Copy + Eq> Learned<M> {
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

    pub(super) fn next(&mut self, learned: &Learned<P::Move>, ply: u8) -> Option<P::Move> {
        if !self.is_hint_tried {
            self.is_hint_tried = true;
            return self.hint;
        }
        let taken = self.taken.unwrap_or_else(|| self.fill(learned, ply));
        self.taken = Some(taken + 1);
        take_first(self.list.get_mut(taken..)?)
    }

    fn fill(&mut self, learned: &Learned<P::Move>, ply: u8) -> usize {
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
