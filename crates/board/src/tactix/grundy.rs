//! Grundy numbers of the normal game.

use super::{Board, TactixError, solution::runs};

/// The most counters of a board whose Grundy numbers are found. It has at most 120 moves.
pub const MOST_FOR_GRUNDY: u32 = 20;

/// The Grundy number of every position that can come of a board, in the normal game: the least number that no move
/// leads to. Position p has those counters, numbered from the upper left, row by row, whose bits are set in p; the
/// last is the board itself.
pub fn grundy_numbers(board: &Board) -> Result<Vec<u8>, TactixError> {
    let counters = board.counters().count_ones();
    if counters > MOST_FOR_GRUNDY {
        return Err(TactixError::TooManyForGrundy(counters));
    }
    let runs = runs(board);
    let mut numbers: Vec<u8> = Vec::with_capacity(1 << counters);
    for position in 0..1u64 << counters {
        let possible = runs.iter().filter(|run| *run & position == **run);
        let reached = possible.fold(0u128, |reached, run| reached | 1 << numbers[(position ^ run) as usize]);
        numbers.push(reached.trailing_ones() as u8);
    }
    Ok(numbers)
}
