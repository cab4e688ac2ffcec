//! Grundy numbers of the normal game.

use super::{Board, MAX_FOR_GRUNDY, TactixError, solution::runs};

/// Returns the Grundy number, in the normal game, of every position that can arise from a board: the minimum
/// excluded value (mex) over all moves.
///
/// The counters of the board are numbered in row-major order; position p has the counters whose bits are set in p.
/// The last element is the board itself.
pub fn grundy_numbers(board: &Board) -> Result<Vec<u8>, TactixError> {
    let counters = board.counters().count_ones();
    if counters > MAX_FOR_GRUNDY {
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
