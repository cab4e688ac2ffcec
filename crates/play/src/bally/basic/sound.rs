//! What the cartridge writes to the sound ports.

use arcadian_bally::{LINES, frame_end, line_start};
use arcadian_basic::SoundWrite;

use super::{BasicBally, addresses::NLEFT};

/// A record of writes that the host has not taken.
#[derive(Clone, Default)]
pub(super) struct Record {
    writes: Vec<SoundWrite>,
    /// The number of writes of the machine that were looked at.
    seen: u64,
}

impl BasicBally {
    /// Records writes to the sound ports from now on, and first the values that they have. The host takes them after each run.
    pub fn listen(&mut self) {
        let chips = self.bally.chips();
        let (seen, registers) = (chips.sound().count(), chips.registers().sound());
        let tstates = self.tstates();
        let writes = (SoundWrite::FIRST_PORT..).zip(registers).map(|(port, value)| SoundWrite {
            tstates,
            port,
            value,
        });
        self.record = Some(Record { writes: writes.collect(), seen });
    }

    /// Returns the writes to the sound ports since the last call, in order, and forgets them. Times are those of
    /// [`tstates`](Self::tstates).
    pub fn take_sound(&mut self) -> Vec<SoundWrite> {
        self.record_sound();
        self.record.as_mut().map(|record| std::mem::take(&mut record.writes)).unwrap_or_default()
    }

    /// Returns the time in T-states at which the note of BASIC that sounds ends.
    pub fn note_end(&self) -> Option<u64> {
        // The upper bit tells a note of MU.
        let frames = u64::from(self.word(NLEFT) & 0x7FFF);
        (frames > 0).then(|| self.tstates() + line_start(frames * u64::from(LINES)))
    }

    /// Returns when a run has to stop so that no write is lost: the machine keeps those of two frames.
    pub(super) fn record_until(&self, end: u64) -> u64 {
        if self.record.is_some() { end.min(frame_end(self.bally.cycles())) } else { end }
    }

    /// Copies new writes from the machine.
    pub(super) fn record_sound(&mut self) {
        let Some(record) = &mut self.record else { return };
        let log = self.bally.chips().sound();
        let new = log.since(record.seen).unwrap_or_default();
        record.writes.extend(new.iter().map(|write| SoundWrite {
            tstates: write.at.saturating_sub(self.started),
            port: SoundWrite::FIRST_PORT + write.register,
            value: write.value,
        }));
        record.seen = log.count();
    }
}
