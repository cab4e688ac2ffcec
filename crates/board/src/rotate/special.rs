//! The author's open question: "How many regular moves (and which?) would be equivalent to one special move?"

use super::{
    Board,
    layers::SWAPS,
    solve::{Bound, Rules, Solution, Solver, Unsolved},
};

/// What a special move is worth in regular moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Worth {
    /// The position of the left letter.
    pub position: usize,
    /// The shortest words of turns that change any board as the special move does.
    pub words: Solution,
    /// Whether no shorter word does, by exhaustion: [`Solver::is_apart`] with this depth.
    pub is_least: bool,
    /// Half the length of the longest shorter word.
    pub depth: usize,
    /// The boards within that depth of either end.
    pub boards: usize,
}

/// The positions where a special move can be made: all that are no multiple of 4.
pub const PAIRS: [usize; 12] = SWAPS;

impl Solver {
    /// What the special move at a position is worth, or `None` where there is none.
    ///
    /// The special move undoes itself, so the words that do what it does on any board are those that solve the
    /// board which it makes of the ordered one.
    pub fn worth(&mut self, position: usize) -> Result<Option<Worth>, Unsolved> {
        if !Board::can_swap(position) {
            return Ok(None);
        }
        let mut board = Board::SOLVED;
        board.swap(position);
        let words = self.solve(&board, Rules { special: false, limit: usize::MAX }, |_| {})?;
        let depth = words.moves.len() / 2;
        let unsolved = |bound: Bound| Unsolved { fewest: words.moves.len(), bound };
        let (is_least, boards) = self.is_apart(&board, depth).map_err(unsolved)?;
        Ok(Some(Worth { position, words, is_least, depth, boards }))
    }
}
