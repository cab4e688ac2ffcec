//! The speed of a played machine, and its sound on the clock of the host.

#[cfg(test)]
mod tests;

use std::time::Duration;

use arcadian_bally::{SoundWrite, Synthesizer};
use arcadian_basic::{Basic, Pause, cost};
use serde::Deserialize;

/// The time for which samples are made after the last tone, in T-states: the output settles in 50 ms.
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
    /// The end of the note of BASIC that sounds.
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
        self.collect(basic, difference(now, basic.tstates()));
    }

    /// Collects what the machine has written. The offset leads from its time to that of the clock.
    pub(crate) fn collect(&mut self, basic: &mut Basic, offset: i64) {
        let writes = basic.take_sound();
        let last = self.queue.last().map_or(self.made, |write| write.at.max(self.made));
        // A machine that catches up with the clock writes for the past.
        let least = writes.first().map_or(i64::MIN, |first| difference(last, first.tstates));
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

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Speed {
    /// The estimated speed of the original.
    #[default]
    Period,
    /// As fast as possible.
    Max,
}

/// Returns what a program does, for a status line.
pub fn state(pause: Pause, speed: Speed) -> &'static str {
    match (pause, speed) {
        (Pause::Key | Pause::Answer, _) => "waits for a key",
        (Pause::List, _) => "pauses",
        (Pause::Tape, _) => "waits for a file",
        (Pause::Prompt, _) => "ready",
        (Pause::Budget, Speed::Period) => "runs as in 1982",
        (Pause::Budget, Speed::Max) => "runs at full speed",
    }
}

/// The time of one television frame, which the machine runs at a time.
pub(crate) const FRAME: Duration = Duration::from_nanos(16_652_777);
/// The longest delay that the machine catches up. After a longer one the host was suspended, and the time is skipped.
pub(crate) const MAX_DELAY: Duration = Duration::from_millis(100);

/// Synchronizes emulated time with the clock.
#[derive(Debug)]
pub struct Pace {
    speed: Speed,
    /// A clock time and the emulated time at that clock time.
    anchor: Option<(Duration, u64)>,
}

impl Pace {
    /// Returns a pace that starts at the first call of [`due`](Self::due).
    pub fn new(speed: Speed) -> Self {
        Self { speed, anchor: None }
    }

    pub fn speed(&self) -> Speed {
        self.speed
    }

    /// Returns what leads from emulated time to the clock, in T-states. While emulated time is stopped, the present leads to the
    /// present.
    pub fn offset(&self, now: Duration, tstates: u64) -> i64 {
        let (clock, from) = self.anchor.unwrap_or((now, tstates));
        difference(to_tstates(clock), from)
    }

    /// Stops emulated time until the next call of [`due`](Self::due).
    pub fn suspend(&mut self) {
        self.anchor = None;
    }

    /// Returns the emulated time, in T-states, that the machine has to reach at `now`; none means no limit.
    pub fn due(&mut self, now: Duration, tstates: u64) -> Option<u64> {
        if self.speed == Speed::Max {
            return None;
        }
        let (start, from) = *self.anchor.get_or_insert((now, tstates));
        let due = from + to_tstates(now.saturating_sub(start));
        if due <= tstates + to_tstates(MAX_DELAY) {
            return Some(due);
        }
        self.anchor = Some((now, tstates));
        Some(tstates + to_tstates(FRAME))
    }

    /// Returns the time to wait before the machine continues, at least a frame.
    pub fn delay(&self, now: Duration, tstates: u64) -> Duration {
        match (self.speed, self.anchor) {
            (Speed::Max, _) => Duration::ZERO,
            (Speed::Period, None) => FRAME,
            (Speed::Period, Some(_)) => self.remaining(now, tstates).max(FRAME),
        }
    }

    /// Returns the time until the clock reaches the emulated time.
    pub fn remaining(&self, now: Duration, tstates: u64) -> Duration {
        match (self.speed, self.anchor) {
            (Speed::Max, _) | (_, None) => Duration::ZERO,
            (Speed::Period, Some((start, from))) => {
                (start + to_duration(tstates.saturating_sub(from))).saturating_sub(now)
            }
        }
    }
}

pub(crate) fn to_tstates(time: Duration) -> u64 {
    (time.as_secs_f64() * cost::PER_SECOND as f64) as u64
}

pub(crate) fn to_duration(tstates: u64) -> Duration {
    Duration::from_secs_f64(tstates as f64 / cost::PER_SECOND as f64)
}

pub(crate) fn difference(clock: u64, tstates: u64) -> i64 {
    clock.wrapping_sub(tstates).cast_signed()
}

#[cfg(test)]
mod speed_tests {
    use super::*;

    const SECOND: u64 = cost::PER_SECOND;

    #[test]
    fn emulated_time_follows_the_clock() {
        let start = Duration::ZERO;
        let mut pace = Pace::new(Speed::Period);
        assert_eq!(pace.due(start, 500), Some(500));
        assert_eq!(pace.due(start + FRAME * 3, 500), Some(500 + to_tstates(FRAME * 3)));
        assert_eq!(pace.due(start + Duration::from_secs(1), 400 + SECOND), Some(500 + SECOND));
    }

    #[test]
    fn a_long_delay_is_skipped() {
        let start = Duration::ZERO;
        let mut pace = Pace::new(Speed::Period);
        pace.due(start, 0);
        assert_eq!(pace.due(start + Duration::from_secs(60), 0), Some(to_tstates(FRAME)));
        pace.suspend();
        assert_eq!(pace.due(start + Duration::from_secs(90), 70), Some(70));
    }

    #[test]
    fn a_machine_ahead_of_the_clock_waits() {
        let start = Duration::ZERO;
        let mut pace = Pace::new(Speed::Period);
        pace.due(start, 0);
        let wait = pace.delay(start, 2 * SECOND);
        assert!(wait > Duration::from_millis(1_999) && wait < Duration::from_millis(2_001), "{wait:?}");
        assert_eq!(pace.delay(start, 1), FRAME);
        assert_eq!(Pace::new(Speed::Max).delay(start, 1), Duration::ZERO);
    }
}
