//! The author's open question: "How many regular moves (and which?) would be equivalent to one special move?"

use super::{
    Board,
    layers::SWAPS,
    solve::{Bound, Rules, Solution, Solver, Unsolved},
};

/// The equivalent of a special move in regular moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Worth {
    /// The position of the left letter.
    pub position: usize,
    /// The shortest sequences of turns with the same effect on every board.
    pub words: Solution,
    /// Whether an exhaustive search found no shorter sequence: [`Solver::is_farther`] with this depth.
    pub is_least: bool,
    /// Half the length of the longest sequence excluded.
    pub depth: usize,
    /// The number of boards within that depth of either end.
    pub boards: usize,
}

/// The positions where a special move is legal: all except multiples of 4.
pub const PAIRS: [usize; 12] = SWAPS;

impl Solver {
    /// Returns the equivalent of the special move at a position, or `None` where it is not legal.
    ///
    /// The special move is its own inverse, so the equivalent sequences are those that solve the board it makes from the
    /// solved one.
    pub fn worth(&mut self, position: usize) -> Result<Option<Worth>, Unsolved> {
        if !Board::can_swap(position) {
            return Ok(None);
        }
        let mut board = Board::SOLVED;
        board.swap(position);
        let words = self.solve(&board, Rules { special: false, limit: usize::MAX }, |_| {})?;
        let depth = words.moves.len() / 2;
        let unsolved = |bound: Bound| Unsolved { at_least: words.moves.len(), bound };
        let (is_least, boards) = self.is_farther(&board, depth).map_err(unsolved)?;
        Ok(Some(Worth { position, words, is_least, depth, boards }))
    }
}
