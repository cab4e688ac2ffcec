//! Profile and coverage: how often each location ran, and how long.

use std::collections::HashMap;

use crate::debuggee::{Debuggee, InterruptPoll, Location, State};

/// The number of steps and cycles spent at each location.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Profile {
    counts: HashMap<Location, Count>,
}

/// The number of executed steps, and their duration.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    pub steps: u64,
    pub cycles: u64,
}

impl Count {
    fn add(&mut self, other: Count) {
        self.steps += other.steps;
        self.cycles += other.cycles;
    }
}

impl Profile {
    /// Replays a program from its start to its current step. Returns none if `interrupted` returned true. The program
    /// is at its current step again afterwards in either case.
    pub fn of(
        program: &mut dyn Debuggee,
        interrupted: &mut dyn FnMut(&dyn State) -> bool,
    ) -> Option<Profile> {
        let now = program.steps();
        program.seek(0);
        let mut profile = Profile::default();
        let (mut location, mut cycles) = (program.location(), program.cycles());
        let mut interrupt = InterruptPoll::new(interrupted);
        program.run(now, &mut |state| {
            let count = Count { steps: 1, cycles: state.cycles().saturating_sub(cycles) };
            profile.counts.entry(location).or_default().add(count);
            (location, cycles) = (state.location(), state.cycles());
            interrupt.poll(state)
        });
        let is_interrupted = interrupt.is_interrupted();
        program.seek(now);
        (!is_interrupted).then_some(profile)
    }

    pub fn merge(&mut self, other: &Profile) {
        for (location, count) in &other.counts {
            self.counts.entry(*location).or_default().add(*count);
        }
    }

    pub fn count(&self, location: Location) -> Count {
        self.counts.get(&location).copied().unwrap_or_default()
    }

    /// Returns the sum over all locations.
    pub fn total(&self) -> Count {
        let mut total = Count::default();
        self.counts.values().for_each(|count| total.add(*count));
        total
    }

    /// Returns the locations that ran, those with the most cycles first.
    pub fn busiest(&self) -> Vec<(Location, Count)> {
        let mut all: Vec<_> = self.counts.iter().map(|(location, count)| (*location, *count)).collect();
        all.sort_unstable_by_key(|(location, count)| {
            (u64::MAX - count.cycles, u64::MAX - count.steps, *location)
        });
        all
    }

    /// Returns the locations of the source that never ran.
    pub fn missed(&self, program: &dyn Debuggee) -> Vec<Location> {
        let mut all = program.all_locations();
        all.retain(|location| !self.counts.contains_key(location));
        all
    }
}

/// As text.
impl Profile {
    /// Writes the `rows` locations with the most cycles: how often they ran, how long, and their code.
    pub fn table(&self, program: &dyn Debuggee, rows: usize) -> Vec<String> {
        let (busiest, total) = (self.busiest(), self.total());
        let unit = program.language().cycles;
        let share = |cycles: u64| 100.0 * cycles as f64 / total.cycles.max(1) as f64;
        let row = |(location, Count { steps, cycles }): (Location, Count)| {
            format!("{steps:>10}  {cycles:>12}  {:5.1} %  {}", share(cycles), program.step_text(location))
        };
        let mut lines = vec![
            format!("{} steps, {} {unit}, {} locations", total.steps, total.cycles, busiest.len()),
            format!("{:>10}  {unit:>12}    share", "runs"),
        ];
        lines.extend(busiest.into_iter().take(rows).map(row));
        lines
    }

    /// Writes the share of the source that ran, and the steps that did not. Returns none without a source.
    pub fn coverage(&self, program: &dyn Debuggee) -> Option<Vec<String>> {
        let (all, missed) = (program.all_locations().len(), self.missed(program));
        let ran = all - missed.len();
        let percent = 100.0 * ran as f64 / all as f64;
        let mut lines = vec![format!("{ran} of {all} {} ran, {percent:.1} %", program.language().steps)];
        lines.extend(missed.into_iter().map(|location| format!("  {}", program.step_text(location))));
        (all > 0).then_some(lines)
    }
}
