//! What a selective search leaves out. Matches of Ataxx against the search without a rule decided what is here
//! (docs/boards/ataxx.md, "The search").

/// The greatest depth at which an estimate far from the window decides.
const ESTIMATED: u8 = 5;

/// The greatest depth at which late moves are skipped.
const SKIPPED: u8 = 4;

/// Returns whether an estimate is so far below `alpha` or above `beta` that moves which each change it by `swing` would not matter.
pub(super) fn is_far(estimate: i32, swing: i32, depth: u8, alpha: i32, beta: i32) -> bool {
    let margin = swing * i32::from(depth);
    depth <= ESTIMATED && (estimate + margin <= alpha || estimate - margin >= beta)
}

/// Returns whether the nth move is too late to be searched.
pub(super) fn is_skipped(depth: u8, n: usize) -> bool {
    depth <= SKIPPED && n > 8 + 4 * usize::from(depth)
}

/// Returns by how many moves less the nth move is searched at first.
pub(super) fn reduction(depth: u8, n: usize) -> u8 {
    if depth < 2 || n < 2 {
        return 0;
    }
    let more = depth.ilog2() * n.ilog2() / 4;
    (1 + more as u8).min(depth - 1)
}
