//! What has been put out, in order, as far as it is remembered.

const KEPT: usize = 1 << 20;

/// Things put out. When more than a million are remembered, the older half of them is forgotten.
///
/// A machine that goes back takes back what it has put out since.
#[derive(Clone, Debug)]
pub struct Log<T> {
    kept: Vec<T>,
    forgotten: u64,
    taken: u64,
}

impl<T> Default for Log<T> {
    fn default() -> Self {
        Log { kept: Vec::new(), forgotten: 0, taken: 0 }
    }
}

impl<T> Log<T> {
    pub(crate) fn push(&mut self, item: T) {
        if self.kept.len() >= KEPT {
            self.kept.drain(..KEPT / 2);
            self.forgotten += KEPT as u64 / 2;
        }
        self.kept.push(item);
    }

    /// How many there have been.
    pub fn count(&self) -> u64 {
        self.forgotten + self.kept.len() as u64
    }

    /// All that is remembered.
    pub fn kept(&self) -> &[T] {
        &self.kept
    }

    /// What has come since this was last asked, as far as it is remembered.
    pub fn take(&mut self) -> &[T] {
        let from = self.taken.saturating_sub(self.forgotten);
        self.taken = self.count();
        usize::try_from(from).ok().and_then(|from| self.kept.get(from..)).unwrap_or_default()
    }

    /// Goes back to the first `count`. What has been taken stays taken until [`Log::settle`], so that what comes
    /// again on the way forward is not handed out again.
    pub(crate) fn truncate(&mut self, count: u64) {
        let kept = count.saturating_sub(self.forgotten);
        self.kept.truncate(usize::try_from(kept).unwrap_or(usize::MAX));
        self.forgotten = self.forgotten.min(count);
    }

    /// Only what is there can have been taken.
    pub(crate) fn settle(&mut self) {
        self.taken = self.taken.min(self.count());
    }
}
