//! The speed of a tape, from the lengths of its cycles.

use crate::{MARK, Recording};

/// The time between two measurements, in seconds.
pub(crate) const HOP: f64 = 0.05;
/// The time before and after a measurement from which cycles count, in seconds.
const REACH: f64 = 0.15;
/// The speeds that are followed. Outside them, a slow mark could be a fast space.
const LIMITS: std::ops::RangeInclusive<f64> = 0.75..=1.33;
/// The fewest cycles for a measurement.
const FEWEST: usize = 24;

/// The speed of a tape over time; 1 is the standard's.
pub(crate) struct Speed {
    hops: Vec<f64>,
}

/// A cycle of the signal.
struct Cycle {
    /// Its middle, in seconds.
    at: f64,
    /// The speed of the tape, if the cycle is one of the tones.
    speed: f64,
}

impl Speed {
    /// Measures the speed of a recording whose samples have no constant offset.
    pub(crate) fn of(recording: &Recording) -> Self {
        let cycles = cycles(recording);
        let count = (recording.seconds() / HOP) as usize + 1;
        let mut hops = Vec::with_capacity(count);
        let (mut from, mut to, mut last) = (0, 0, None);
        for hop in 0..count {
            let middle = hop as f64 * HOP;
            while cycles.get(from).is_some_and(|cycle| cycle.at < middle - REACH) {
                from += 1;
            }
            while cycles.get(to).is_some_and(|cycle| cycle.at <= middle + REACH) {
                to += 1;
            }
            let measured = median(&cycles[from.min(to)..to]);
            last = measured.or(last);
            hops.push(last);
        }
        // Before the first measurement there is only silence.
        let first = hops.iter().flatten().next().copied().unwrap_or(1.0);
        Self { hops: hops.into_iter().map(|speed| speed.unwrap_or(first)).collect() }
    }

    /// Returns the speed at a time in seconds.
    pub(crate) fn at(&self, seconds: f64) -> f64 {
        let hop = (seconds / HOP + 0.5) as usize;
        self.hops.get(hop).or(self.hops.last()).copied().unwrap_or(1.0)
    }
}

fn median(cycles: &[Cycle]) -> Option<f64> {
    let mut speeds: Vec<f64> = cycles.iter().map(|cycle| cycle.speed).collect();
    let middle = speeds.len() / 2;
    (speeds.len() >= FEWEST).then(|| *speeds.select_nth_unstable_by(middle, f64::total_cmp).1)
}

/// Returns the cycles that are as long as a mark or a space.
fn cycles(recording: &Recording) -> Vec<Cycle> {
    let rate = f64::from(recording.sample_rate);
    let rising = rising_edges(&recording.samples);
    let speed = |length: f64| {
        let mark = rate / f64::from(MARK) / length;
        [mark, 2.0 * mark].into_iter().find(|speed| LIMITS.contains(speed))
    };
    let pairs = rising.windows(2).map(|pair| (pair[0], pair[1]));
    pairs
        .filter_map(|(start, end)| Some(Cycle { at: (start + end) / 2.0 / rate, speed: speed(end - start)? }))
        .collect()
}

/// Returns the positions at which the signal becomes positive, between samples.
fn rising_edges(samples: &[f32]) -> Vec<f64> {
    let pairs = samples.windows(2).enumerate();
    pairs
        .filter(|(_, pair)| pair[0] < 0.0 && pair[1] >= 0.0)
        .map(|(at, pair)| at as f64 + f64::from(pair[0] / (pair[0] - pair[1])))
        .collect()
}
