//! Fewer checkpoints the longer the way to them.

use super::history::Checkpoint;

/// Lets go of neighbours until the rest takes at most so many bytes, or hardly any are left; the first always stays.
///
/// The gap that is allowed grows with the distance from `now`: a 256th of it at first, then twice that, and so on.
pub(super) fn thin(checkpoints: &mut Vec<Checkpoint>, now: u64, bytes: usize) {
    let mut share = 256;
    while share > 0 && total(checkpoints) > bytes {
        let mut last = None;
        checkpoints.retain(|next| {
            let gap = next.at.abs_diff(now) / share;
            let keep = last.is_none_or(|last| next.at - last >= gap);
            last = if keep { Some(next.at) } else { last };
            keep
        });
        measure(checkpoints);
        share /= 2;
    }
}

/// About how many bytes they take.
pub(super) fn total(checkpoints: &[Checkpoint]) -> usize {
    checkpoints.iter().map(|checkpoint| checkpoint.bytes).sum()
}

/// What a checkpoint takes depends on the one before it.
fn measure(checkpoints: &mut [Checkpoint]) {
    for index in (1..checkpoints.len()).rev() {
        let (before, rest) = checkpoints.split_at_mut(index);
        if let (Some(before), Some(checkpoint)) = (before.last(), rest.first_mut()) {
            checkpoint.bytes = checkpoint.moment.bytes_beside(Some(&before.moment));
        }
    }
}
