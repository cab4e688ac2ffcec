//! Counting the positions after so many moves.

use super::position::Position;

impl Position {
    /// How many sequences of so many moves there are. A game that ends earlier counts nothing.
    pub fn perft(&self, depth: u8) -> u64 {
        self.perft_until(depth, &mut || false).unwrap_or(0)
    }

    /// The same, unless `stop` says so before it is done; it is asked every few milliseconds.
    pub fn perft_until(&self, depth: u8, stop: &mut impl FnMut() -> bool) -> Option<u64> {
        match depth {
            0 => Some(1),
            1 => Some(self.move_count().into()),
            _ if depth > 3 && stop() => None,
            _ => self.moves().into_iter().map(|played| self.after(played).perft_until(depth - 1, stop)).sum(),
        }
    }
}
