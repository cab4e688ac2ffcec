//! Grundy numbers of the normal game.

use super::{Board, MAX_FOR_NUMBERS, TactixError, sieve::with_room, solution::runs};

/// Returns the Grundy number, in the normal game, of every position that can arise from a board: the minimum
/// excluded value (mex) over all moves.
///
/// The counters of the board are numbered in row-major order; position p has the counters whose bits are set in p.
/// The last element is the board itself.
pub fn grundy_numbers(board: &Board) -> Result<Vec<u8>, TactixError> {
    numbers(board.counters().count_ones(), &runs(board))
}

/// Returns the Grundy numbers of all positions with these moves.
///
/// A Grundy number is at most the length of the longest game, so at most the number of counters, and a word can mark all.
pub(super) fn numbers(counters: u32, moves: &[u64]) -> Result<Vec<u8>, TactixError> {
    if counters > MAX_FOR_NUMBERS {
        return Err(TactixError::TooManyForNumbers(counters));
    }
    let mut numbers: Vec<u8> = with_room(1 << counters)?;
    for position in 0..1u64 << counters {
        let possible = moves.iter().filter(|run| *run & position == **run);
        let reached = possible.fold(0u32, |reached, run| reached | 1 << numbers[(position ^ run) as usize]);
        numbers.push(reached.trailing_ones() as u8);
    }
    Ok(numbers)
}
