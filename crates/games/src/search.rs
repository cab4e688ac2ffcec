//! The search for a move in a game of two players: alpha-beta with iterative deepening and a transposition table.
//!
//! A game has a view of its positions for the search, [`Searchable`]. The search has no clock: [`Settings`] bound depth, positions and
//! memory, and a [`Watch`] can stop it. Equal inputs give equal results.

mod engine;
mod order;
#[cfg(test)]
mod tests;

use std::fmt::{Debug, Display};

use crate::Choice;

pub use engine::search;
pub use order::Ranked;

/// The maximum depth of a search in moves.
pub const DEEPEST: u8 = 99;

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

    /// Returns the position after one of these moves.
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
    /// The player to move has won.
    Won,
    /// The player to move has lost.
    Lost,
    /// Nobody has won.
    Drawn,
}

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

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found<M> {
    /// The last completed depth in moves; 0 if the search stopped before it completed depth 1.
    pub depth: u8,
    /// The score for the player to move.
    pub score: i32,
    /// The number of positions searched.
    pub nodes: u64,
    /// The principal variation: the best moves of both players, as far as they were searched. It is empty only if there is no move.
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

/// Mixes the bits of a number: equal numbers give equal results, and close numbers unrelated ones. This is the finalizer of SplitMix64
/// (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, 2014).
pub(crate) const fn hash(number: u64) -> u64 {
    let a = (number ^ number >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let b = (a ^ a >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    b ^ b >> 31
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

/// Returns the first move of the line.
pub(crate) fn thought<M: Display>(found: &Found<M>) -> Option<Choice> {
    let moves = match WON - found.score.abs() {
        1 => "1 move".to_owned(),
        number => format!("{number} moves"),
    };
    let reason = match found.score {
        EVALUATED.. => format!("wins in {moves}"),
        score if score <= -EVALUATED => format!("loses in {moves} against best play"),
        _ => format!("found at depth {}, among {} positions", found.depth, found.nodes),
    };
    Some(Choice { text: found.line.first()?.to_string(), reason })
}
