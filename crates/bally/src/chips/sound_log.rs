//! The log of writes to the sound chip.
//!
//! Nothing that a program can read depends on the sound chip, so the machine only records the writes. A
//! [`Synthesizer`](crate::Synthesizer) computes the samples from them, once, also when reverse execution replays a part of
//! the run.

/// A write to a register of the sound chip.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SoundWrite {
    /// The cycle of the write.
    pub at: u64,
    /// The register, 0 to 7 for the ports 10 to 17.
    pub register: u8,
    pub value: u8,
}

/// The writes of the last two frames.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SoundLog {
    writes: Vec<SoundWrite>,
    /// The number of writes that were discarded.
    discarded: u64,
    /// The number of writes before the current frame.
    before: u64,
}

impl SoundLog {
    pub(super) fn push(&mut self, write: SoundWrite) {
        self.writes.push(write);
    }

    /// Discards the writes of the frame before the last.
    pub(super) fn end_frame(&mut self) {
        let old = (self.before - self.discarded) as usize;
        self.writes.drain(..old);
        self.discarded = self.before;
        self.before = self.count();
    }

    /// Returns the number of writes since power-up.
    pub fn count(&self) -> u64 {
        self.discarded + self.writes.len() as u64
    }

    /// Returns the writes after the first `count`, or `None` if some of them have been discarded.
    pub fn since(&self, count: u64) -> Option<&[SoundWrite]> {
        self.writes.get(usize::try_from(count.checked_sub(self.discarded)?).ok()?..)
    }
}
