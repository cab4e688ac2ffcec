//! A position of Halma as the search sees it.

use arcadian_board::halma::{Color, Lines, Move, PIECES, Position, Variant};

use super::work::{advance, work};
use crate::search::{self, End, Ranked, Searchable, hash};

/// A position with what the search needs of it at once.
#[derive(Clone)]
pub(super) struct View {
    lines: Lines,
    pieces: [Pieces; 2],
    side: Color,
    variant: Variant,
    key: u64,
    /// The estimate is wrong by at most this, always in the same way for the same position.
    error: u16,
}

/// The pieces of a side, seen by that side: its goal is the lower right corner.
#[derive(Clone, Copy)]
struct Pieces {
    squares: [u8; PIECES],
    count: usize,
    /// What the side still has to do.
    work: i32,
}

impl Pieces {
    fn new(color: Color, position: &Position) -> Self {
        let mut pieces = Self { squares: [0; PIECES], count: 0, work: 0 };
        for (_, square) in position.board.pieces(color) {
            pieces.squares[pieces.count] = seen_by(color, square);
            pieces.count += 1;
        }
        pieces.work = work(pieces.squares());
        pieces
    }

    fn squares(&self) -> &[u8] {
        &self.squares[..self.count]
    }

    fn shift(&mut self, from: u8, to: u8) {
        for square in &mut self.squares[..self.count] {
            if *square == from {
                *square = to;
                break;
            }
        }
        self.work = work(self.squares());
    }

    fn have_arrived(&self) -> bool {
        self.count > 0 && self.work == 0
    }
}

/// Converts between the squares of the board and those that a side sees.
fn seen_by(color: Color, square: u8) -> u8 {
    match color {
        Color::White => square,
        Color::Black => 255 - square,
    }
}

/// Returns the part of a key for a piece.
fn key_of(color: Color, square: u8) -> u64 {
    hash((color as u64 + 1) << 8 | u64::from(square))
}

/// The part of a key for Black to move.
const BLACK_TO_MOVE: u64 = hash(1);

impl View {
    pub(super) fn new(position: &Position, variant: Variant, error: u16) -> Self {
        let parts = Color::BOTH
            .into_iter()
            .flat_map(|color| position.board.pieces(color).map(move |(_, square)| key_of(color, square)));
        let side = if position.side == Color::Black { BLACK_TO_MOVE } else { 0 };
        Self {
            lines: Lines::new(position.board.occupied().squares()),
            pieces: Color::BOTH.map(|color| Pieces::new(color, position)),
            side: position.side,
            variant,
            key: parts.fold(side, |key, part| key ^ part),
            error,
        }
    }

    fn of(&self, color: Color) -> &Pieces {
        &self.pieces[color as usize]
    }
}

impl Searchable for View {
    type Move = Move;

    /// The pairs of origin and destination.
    const SLOTS: usize = 1 << 16;
    const SWING: i32 = 60;

    fn end(&self) -> Option<End> {
        match [self.side.other(), self.side].map(|color| self.of(color).have_arrived()) {
            [true, _] => Some(End::Lost),
            [_, true] => Some(End::Won),
            _ => None,
        }
    }

    fn evaluate(&self) -> i32 {
        self.of(self.side.other()).work - self.of(self.side).work + search::error(self.key, self.error)
    }

    /// Considers the moves that lead ahead, to the side, or one square back; all others only if there are none of these.
    fn moves(&self, moves: &mut Vec<Ranked<Move>>) {
        let mut lines = self.lines;
        let mut retreats = Vec::new();
        for &seen in self.of(self.side).squares() {
            let from = seen_by(self.side, seen);
            for to in lines.destinations(from, self.variant) {
                let rank = advance(seen, seen_by(self.side, to));
                let list = if rank < -1 { &mut retreats } else { &mut *moves };
                list.push(Ranked { played: Move { from, to }, rank });
            }
        }
        if moves.is_empty() {
            moves.append(&mut retreats);
        }
    }

    fn after(&self, played: Move) -> Self {
        let [from, to] = [played.from, played.to];
        let mut after = self.clone();
        after.lines.toggle(from);
        after.lines.toggle(to);
        after.pieces[self.side as usize].shift(seen_by(self.side, from), seen_by(self.side, to));
        after.key ^= key_of(self.side, from) ^ key_of(self.side, to) ^ BLACK_TO_MOVE;
        after.side = self.side.other();
        after
    }

    fn key(&self, _depth: u8) -> u64 {
        self.key
    }

    fn slot(&self, played: Move) -> usize {
        usize::from(played.from) << 8 | usize::from(played.to)
    }
}
