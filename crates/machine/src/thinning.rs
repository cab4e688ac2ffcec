//! Thinning of checkpoints: fewer are kept the farther they are from the present.

/// A list of checkpoints in order of position.
pub trait Checkpoints {
    /// Returns the total size, in the unit of the limit.
    fn size(&self) -> usize;

    /// Calls `keep` for each position in ascending order and removes the checkpoints for which it returns `false`.
    fn retain(&mut self, keep: &mut dyn FnMut(u64) -> bool);
}

/// The divisor in the first pass, which allows gaps of 1/4096 of the distance from the present.
const FINEST: u64 = 4096;

/// Removes checkpoints until their size is at most `limit` or few remain. The first one and one at `now` are never removed.
///
/// The allowed gap between neighbors is a fraction of their distance from `now`, and doubles in each pass. Replay from
/// the nearest checkpoint therefore stays short near the present, and its length is bounded in proportion elsewhere.
pub fn thin(checkpoints: &mut impl Checkpoints, now: u64, limit: usize) {
    let mut divisor = FINEST;
    while divisor > 0 && checkpoints.size() > limit {
        let mut last = None;
        checkpoints.retain(&mut |at| {
            let is_kept = last.is_none_or(|last| at - last >= at.abs_diff(now) / divisor);
            last = if is_kept { Some(at) } else { last };
            is_kept
        });
        divisor /= 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Checkpoints for Vec<u64> {
        fn size(&self) -> usize {
            self.len()
        }

        fn retain(&mut self, keep: &mut dyn FnMut(u64) -> bool) {
            Vec::retain(self, |at| keep(*at));
        }
    }

    #[test]
    fn checkpoints_within_the_limit_are_kept() {
        let mut all: Vec<u64> = (0..100).collect();
        thin(&mut all, 99, 100);
        assert_eq!(all.len(), 100);
    }

    /// Every position is replayed from a checkpoint that is near in proportion to its distance from the present.
    #[test]
    fn gaps_grow_with_the_distance() {
        for now in [0, 40_000, 99_999] {
            let mut all: Vec<u64> = (0..100_000).collect();
            thin(&mut all, now, 1000);
            assert!(all.len() <= 1000 && all.len() > 300, "{}", all.len());
            assert_eq!((all[0], all.contains(&now)), (0, true));
            for pair in all.windows(2) {
                let distance = pair.iter().map(|at| at.abs_diff(now)).max().unwrap_or(0);
                assert!(pair[1] - pair[0] <= 1 + distance / 32, "{now}: {pair:?}");
            }
        }
    }

    #[test]
    fn an_impossible_limit_leaves_few() {
        let mut all: Vec<u64> = (0..100_000).collect();
        thin(&mut all, 99_999, 0);
        assert!((2..40).contains(&all.len()), "{all:?}");
    }
}
