//! The sound of a session: samples on the clock of the host, of a machine whose time does not pass while it waits.
//!
//! A machine that runs keeps up with the clock, so the time of a write is its T-states plus an offset, which grows when the machine
//! waits. The machine can be ahead of the clock, by the wait of MU for example: what it has written for later is queued. A note of
//! BASIC that sounds when the machine begins to wait ends by the clock.

use std::time::Duration;

use arcadian_bally::{SoundWrite, Synthesizer};
use arcadian_basic::{Basic, cost};

use crate::pace::{FRAME, MAX_DELAY, to_duration, to_tstates};

/// How long samples are made after the last tone, in T-states: the output settles in 50 ms.
const REST: u64 = cost::PER_SECOND / 20;
/// The most writes that wait. More, such as those of a long paste, take effect at once.
const MOST_WRITES: usize = 10_000;
/// The most samples that wait for a host that does not take them, as a part of a second.
const MOST_SAMPLES: u32 = 2;

/// The sound of a session. Its times are T-states since the start of the clock.
pub(crate) struct SessionSound {
    synthesizer: Synthesizer,
    /// Writes that have not been heard, in order.
    queue: Vec<SoundWrite>,
    /// When the note of BASIC that sounds ends.
    note_end: Option<u64>,
    /// The time up to which there are samples.
    made: u64,
    /// The last time at which a tone could be heard.
    sounding: u64,
    /// No samples are made until the present.
    is_skipping: bool,
    samples: Vec<i16>,
    most_samples: usize,
}

impl SessionSound {
    /// Starts the sound of a machine that [listens](Basic::listen).
    pub(crate) fn new(sample_rate: u32) -> Self {
        Self {
            synthesizer: Synthesizer::new(sample_rate),
            queue: Vec::new(),
            note_end: None,
            made: 0,
            sounding: 0,
            is_skipping: true,
            samples: Vec::new(),
            most_samples: (sample_rate / MOST_SAMPLES) as usize,
        }
    }

    /// Collects what a machine has written whose present is that of the clock. What it has written for later is heard now.
    pub(crate) fn collect_present(&mut self, basic: &mut Basic, now: Duration) {
        let now = to_tstates(now);
        self.queue.iter_mut().for_each(|write| write.at = write.at.min(now));
        self.collect(basic, offset(now, basic.tstates()));
    }

    /// Collects what the machine has written. The offset leads from its time to that of the clock.
    pub(crate) fn collect(&mut self, basic: &mut Basic, offset: i64) {
        let writes = basic.take_sound();
        let last = self.queue.last().map_or(self.made, |write| write.at.max(self.made));
        // A machine that catches up with the clock writes for the past.
        let least = writes.first().map_or(i64::MIN, |first| self::offset(last, first.tstates));
        let on_clock = |tstates: u64| tstates.saturating_add_signed(offset.max(least));
        self.queue.extend(writes.iter().map(|write| SoundWrite {
            at: on_clock(write.tstates),
            register: write.register(),
            value: write.value,
        }));
        // A note that begins or ends is a write to the volumes. Two notes can end in the same frame of the machine.
        if writes.iter().any(|write| write.is_volume()) {
            self.note_end = basic.note_end().map(on_clock);
        }
        self.limit_queue();
    }

    fn limit_queue(&mut self) {
        let surplus = self.queue.len().saturating_sub(MOST_WRITES);
        let writes: Vec<_> =
            self.queue.drain(..surplus).map(|write| SoundWrite { at: self.made, ..write }).collect();
        self.synthesizer.play(&writes, self.made);
    }

    /// Makes no samples until the next call of [`make`](Self::make).
    pub(crate) fn suspend(&mut self) {
        self.is_skipping = true;
    }

    /// Makes samples up to `now`, unless the machine waits and nothing sounds.
    pub(crate) fn make(&mut self, now: Duration, is_running: bool) {
        if !is_running && self.is_settled() {
            return;
        }
        let now = to_tstates(now).max(self.made);
        if std::mem::take(&mut self.is_skipping) || now - self.made > to_tstates(MAX_DELAY) {
            self.synthesizer.skip_to(now);
        }
        let writes = self.due(now);
        self.synthesizer.play(&writes, now);
        self.synthesizer.take_samples(&mut self.samples);
        let surplus = self.samples.len().saturating_sub(self.most_samples);
        self.samples.drain(..surplus);
        self.made = now;
        if !self.synthesizer.is_silent() {
            self.sounding = now;
        }
    }

    /// Takes the writes until a time, and the end of the note among them.
    fn due(&mut self, now: u64) -> Vec<SoundWrite> {
        let count = self.queue.partition_point(|write| write.at <= now);
        let mut writes: Vec<_> = self.queue.drain(..count).collect();
        if let Some(at) = self.note_end.take_if(|end| *end <= now) {
            let place = writes.partition_point(|write| write.at <= at);
            let end = arcadian_basic::SoundWrite::end_of_note(at);
            writes.insert(place, SoundWrite { at, register: end.register(), value: end.value });
        }
        writes
    }

    /// Returns whether nothing sounds or will sound without a further write.
    fn is_settled(&self) -> bool {
        let is_silent = self.synthesizer.is_silent() && self.made - self.sounding >= REST;
        is_silent && self.queue.is_empty() && self.note_end.is_none()
    }

    /// Returns the time until samples should be made; none means not before the next write.
    pub(crate) fn idle(&self, now: Duration) -> Option<Duration> {
        (!self.is_settled()).then(|| (to_duration(self.made) + FRAME).saturating_sub(now))
    }

    /// Returns the samples since the last call.
    pub(crate) fn take_samples(&mut self) -> Vec<i16> {
        std::mem::take(&mut self.samples)
    }
}

/// Returns what leads from a time of the machine to one of the clock.
pub(crate) fn offset(clock: u64, tstates: u64) -> i64 {
    clock.wrapping_sub(tstates).cast_signed()
}

#[cfg(test)]
mod tests;
