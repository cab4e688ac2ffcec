//! Perft: counting sequences of moves.

use super::{Color, Lines, Move, Position, Set, Variant};

/// Returns the number of sequences of `depth` moves. Depth 0 is one sequence; a won game has no continuation.
///
/// The last move is counted, not made.
pub fn perft(position: &Position, variant: Variant, depth: u32) -> u64 {
    match depth {
        0 => 1,
        _ if position.winner().is_some() => 0,
        _ => Counter::new(position, variant).count(position.side, depth),
    }
}

/// Returns the count for each first move; nothing for depth 0.
pub fn divide(position: &Position, variant: Variant, depth: u32) -> Vec<(Move, u64)> {
    let Some(rest) = depth.checked_sub(1) else { return Vec::new() };
    let after = |played| Some((played, perft(&position.play(played, variant).ok()?, variant, rest)));
    position.moves(variant).into_iter().filter_map(after).collect()
}

/// A board for counting, with make and unmake.
struct Counter {
    lines: Lines,
    pieces: [Vec<u8>; 2],
    /// The goal of each side: the opponent's camp.
    goals: [Set; 2],
    variant: Variant,
}

impl Counter {
    fn new(position: &Position, variant: Variant) -> Self {
        let squares = |color| position.board.pieces(color).map(|(_, square)| square).collect();
        let goal = |color: Color| color.other().camp().into_iter().collect();
        Self {
            lines: Lines::new(position.board.occupied().squares()),
            pieces: Color::BOTH.map(squares),
            goals: Color::BOTH.map(goal),
            variant,
        }
    }

    fn count(&mut self, side: Color, depth: u32) -> u64 {
        let pieces = 0..self.pieces[side as usize].len();
        match depth {
            1 => pieces.map(|piece| u64::from(self.count_destinations(side, piece))).sum(),
            _ => pieces.map(|piece| self.count_after(side, piece, depth)).sum(),
        }
    }

    fn count_destinations(&mut self, side: Color, piece: usize) -> u32 {
        let from = self.pieces[side as usize][piece];
        self.lines.hops(from, self.variant).count_ones() + self.lines.count_steps(from)
    }

    /// Counts the sequences that begin with a move of this piece.
    fn count_after(&mut self, side: Color, piece: usize, depth: u32) -> u64 {
        let from = self.pieces[side as usize][piece];
        let destinations: Vec<_> = self.lines.destinations(from, self.variant).collect();
        self.lines.toggle(from);
        let mut sequences = 0;
        for to in destinations {
            self.lines.toggle(to);
            self.pieces[side as usize][piece] = to;
            if !self.has_won(side) {
                sequences += self.count(side.other(), depth - 1);
            }
            self.lines.toggle(to);
        }
        self.pieces[side as usize][piece] = from;
        self.lines.toggle(from);
        sequences
    }

    fn has_won(&self, side: Color) -> bool {
        self.pieces[side as usize].iter().all(|&square| self.goals[side as usize].is_in(square))
    }
}
