//! Counting games: how many sequences of moves there are.

use super::{
    Colour, Move, Position, Set, Variant,
    lines::{Lines, square_of},
};

/// The number of sequences of `depth` moves. Depth 0 is one sequence; a game that is won goes no further.
///
/// The last move is not made: its destinations are counted.
pub fn perft(position: &Position, variant: Variant, depth: u32) -> u64 {
    match depth {
        0 => 1,
        _ if position.winner().is_some() => 0,
        _ => Counter::new(position, variant).count(position.side, depth),
    }
}

/// The same for each first move by itself. Nothing for depth 0.
pub fn divide(position: &Position, variant: Variant, depth: u32) -> Vec<(Move, u64)> {
    let Some(rest) = depth.checked_sub(1) else { return Vec::new() };
    let after = |played| Some((played, perft(&position.play(played, variant).ok()?, variant, rest)));
    position.moves(variant).into_iter().filter_map(after).collect()
}

/// A board made for counting. Moves are made and taken back on it.
struct Counter {
    lines: Lines,
    pieces: [Vec<u8>; 2],
    /// Where each side's pieces want to be.
    home: [Set; 2],
    variant: Variant,
}

impl Counter {
    fn new(position: &Position, variant: Variant) -> Self {
        let squares = |colour| position.board.pieces(colour).map(|(_, square)| square).collect();
        let home = |colour: Colour| colour.other().camp().into_iter().collect();
        Self {
            lines: Lines::new(position.board.occupied().squares()),
            pieces: Colour::BOTH.map(squares),
            home: Colour::BOTH.map(home),
            variant,
        }
    }

    fn count(&mut self, side: Colour, depth: u32) -> u64 {
        let pieces = 0..self.pieces[side as usize].len();
        match depth {
            1 => pieces.map(|piece| u64::from(self.count_destinations(side, piece))).sum(),
            _ => pieces.map(|piece| self.count_after(side, piece, depth)).sum(),
        }
    }

    fn count_destinations(&mut self, side: Colour, piece: usize) -> u32 {
        let from = self.pieces[side as usize][piece];
        self.lines.hops(from, self.variant).count_ones() + self.lines.count_steps(from)
    }

    /// The sequences that begin with a move of this piece.
    fn count_after(&mut self, side: Colour, piece: usize, depth: u32) -> u64 {
        let from = self.pieces[side as usize][piece];
        let destinations = self.destinations(from);
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

    fn destinations(&mut self, from: u8) -> Vec<u8> {
        let hops = self.lines.hops(from, self.variant);
        let landings = (0..64).filter(|n| hops >> n & 1 != 0).map(|n| square_of(n, from));
        landings.chain(self.lines.steps(from)).collect()
    }

    fn has_won(&self, side: Colour) -> bool {
        self.pieces[side as usize].iter().all(|&square| self.home[side as usize].is_in(square))
    }
}
