//! Bounded logs of output.

const CAPACITY: usize = 1 << 20;

/// A log of output. When it has 2^20 items, the older half is discarded.
///
/// Reverse execution removes the items of the instructions it undoes.
#[derive(Clone, Debug)]
pub struct Log<T> {
    items: Vec<T>,
    discarded: u64,
    taken: u64,
}

impl<T> Default for Log<T> {
    fn default() -> Self {
        Log { items: Vec::new(), discarded: 0, taken: 0 }
    }
}

impl<T> Log<T> {
    pub(crate) fn push(&mut self, item: T) {
        if self.items.len() >= CAPACITY {
            self.items.drain(..CAPACITY / 2);
            self.discarded += CAPACITY as u64 / 2;
        }
        self.items.push(item);
    }

    /// Returns the number of items, including discarded ones.
    pub fn count(&self) -> u64 {
        self.discarded + self.items.len() as u64
    }

    /// Returns the items that have not been discarded.
    pub fn as_slice(&self) -> &[T] {
        &self.items
    }

    /// Returns the items since the last call, except for discarded ones.
    pub fn take(&mut self) -> &[T] {
        let from = self.taken.saturating_sub(self.discarded);
        self.taken = self.count();
        usize::try_from(from).ok().and_then(|from| self.items.get(from..)).unwrap_or_default()
    }

    /// Keeps only the first `count` items. Items that were taken count as taken until [`Log::clamp_taken`], so that a replay
    /// does not return them again.
    pub(crate) fn truncate(&mut self, count: u64) {
        let kept = count.saturating_sub(self.discarded);
        self.items.truncate(usize::try_from(kept).unwrap_or(usize::MAX));
        self.discarded = self.discarded.min(count);
    }

    /// Makes items after the end of the log count as not taken.
    pub(crate) fn clamp_taken(&mut self) {
        self.taken = self.taken.min(self.count());
    }
}
