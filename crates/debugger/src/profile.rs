//! What ran, how often, and how long.

use std::collections::HashMap;

use crate::{
    debuggee::{Debuggee, Spot},
    debugger::PATIENCE,
    text,
};

/// How often the steps at each place ran, and how long.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Profile {
    counts: HashMap<Spot, Count>,
}

/// How often something ran, and how long.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Steps.
    pub runs: u64,
    /// Cycles, or T-states.
    pub clock: u64,
}

impl Count {
    fn add(&mut self, other: Count) {
        self.runs += other.runs;
        self.clock += other.clock;
    }
}

impl Profile {
    /// Runs a program again from its start to where it stands. None if it was interrupted; the program stands where it
    /// stood all the same.
    pub fn of(program: &mut dyn Debuggee, interrupted: &mut dyn FnMut() -> bool) -> Option<Profile> {
        let now = program.now();
        program.seek(0);
        let mut profile = Profile::default();
        let (mut spot, mut clock) = (program.spot(), program.clock());
        let (mut patience, mut is_stopped) = (PATIENCE, false);
        program.run(now, &mut |state| {
            let count = Count { runs: 1, clock: state.clock().saturating_sub(clock) };
            profile.counts.entry(spot).or_default().add(count);
            (spot, clock) = (state.spot(), state.clock());
            patience -= 1;
            if patience == 0 {
                patience = PATIENCE;
                is_stopped = interrupted();
            }
            is_stopped
        });
        program.seek(now);
        (!is_stopped).then_some(profile)
    }

    /// Adds what ran at another time.
    pub fn merge(&mut self, other: &Profile) {
        for (spot, count) in &other.counts {
            self.counts.entry(*spot).or_default().add(*count);
        }
    }

    /// What ran at a place.
    pub fn count(&self, spot: Spot) -> Count {
        self.counts.get(&spot).copied().unwrap_or_default()
    }

    /// All that ran.
    pub fn total(&self) -> Count {
        let mut total = Count::default();
        self.counts.values().for_each(|count| total.add(*count));
        total
    }

    /// The places that ran, those that took longest first.
    pub fn busiest(&self) -> Vec<(Spot, Count)> {
        let mut all: Vec<_> = self.counts.iter().map(|(spot, count)| (*spot, *count)).collect();
        all.sort_by_key(|(spot, count)| (u64::MAX - count.clock, u64::MAX - count.runs, *spot));
        all
    }

    /// The places of the source that never ran.
    pub fn missed(&self, program: &dyn Debuggee) -> Vec<Spot> {
        let mut all = program.all_code();
        all.retain(|spot| !self.counts.contains_key(spot));
        all
    }
}

/// As text.
impl Profile {
    /// The places that took longest, so many at most: how often they ran, how long, and their code.
    pub fn table(&self, program: &dyn Debuggee, count: usize) -> Vec<String> {
        let (busiest, total) = (self.busiest(), self.total());
        let unit = text::clock(program.kind());
        let share = |clock: u64| 100.0 * clock as f64 / total.clock.max(1) as f64;
        let row = |(spot, Count { runs, clock }): (Spot, Count)| {
            format!("{runs:>10}  {clock:>12}  {:5.1} %  {}", share(clock), text::step(program, spot))
        };
        let mut lines = vec![
            format!("{} steps, {} {unit}, {} places", total.runs, total.clock, busiest.len()),
            format!("{:>10}  {unit:>12}    share", "runs"),
        ];
        lines.extend(busiest.into_iter().take(count).map(row));
        lines
    }

    /// How much of the source has run, and what has not. None without a source.
    pub fn coverage(&self, program: &dyn Debuggee) -> Option<Vec<String>> {
        let (all, missed) = (program.all_code().len(), self.missed(program));
        let ran = all - missed.len();
        let percent = 100.0 * ran as f64 / all as f64;
        let mut lines = vec![format!("{ran} of {all} places of the source have run, {percent:.1} %")];
        lines.extend(missed.into_iter().map(|spot| format!("  {}", text::step(program, spot))));
        (all > 0).then_some(lines)
    }
}
