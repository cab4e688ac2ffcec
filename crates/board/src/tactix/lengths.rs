//! Lengths of games.

use super::{MAX_FOR_NUMBERS, Rule, TactixError, sieve::with_room};

/// The length that marks a P-position while it is computed.
const LOSING: u8 = 1 << 7;

/// Returns the number of moves from each position to the end if one player wins as fast as possible and the other loses as slowly
/// as possible.
pub(super) fn lengths(counters: u32, moves: &[u64], rule: Rule) -> Result<Vec<u8>, TactixError> {
    if counters > MAX_FOR_NUMBERS {
        return Err(TactixError::TooManyForNumbers(counters));
    }
    let mut lengths: Vec<u8> = with_room(1 << counters)?;
    lengths.push(if rule == Rule::Normal { LOSING } else { 0 });
    for position in 1..1u64 << counters {
        let after =
            moves.iter().filter(|run| *run & position == **run).map(|run| lengths[(position ^ run) as usize]);
        let (mut fastest, mut slowest) = (None::<u8>, 0);
        for length in after {
            match length & LOSING {
                0 => slowest = slowest.max(length),
                _ => fastest = Some(fastest.map_or(length, |fastest| fastest.min(length))),
            }
        }
        lengths.push(fastest.map_or(LOSING | (slowest + 1), |fastest| (fastest & !LOSING) + 1));
    }
    lengths.iter_mut().for_each(|length| *length &= !LOSING);
    Ok(lengths)
}
