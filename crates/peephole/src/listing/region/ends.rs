//! What matters where a region ends, and what passes to the routines that it calls.

use std::collections::{BTreeMap, BTreeSet};

use arcadian_parallel::flow::Resources;

use super::{Regions, Side, departures::Departure, writer::Writer};
use crate::listing::names::renamed;

/// What is live where a region ends.
#[derive(Default)]
pub(super) struct Ends {
    /// What is live at any end.
    pub(super) live: Resources,
    /// What is live where the code ends in another way than by a jump to one of `dead_at`.
    pub(super) live_else: Resources,
    /// What the function itself uses after the cuts at which it ends.
    pub(super) used: Resources,
    /// What is dead at labels outside.
    pub(super) dead_at: BTreeSet<(String, Vec<String>)>,
    /// What passes nothing to called routines.
    pub(super) routines: BTreeMap<String, Vec<String>>,
}

impl Ends {
    /// Adds the cuts at which a region ends.
    pub(super) fn add_cuts(
        &mut self,
        regions: &Regions,
        names: &BTreeMap<usize, String>,
        is_jumped_to: &dyn Fn(&String) -> bool,
    ) {
        let (state, cuts) = (&regions.analysis.state, &regions.versions.cuts);
        let value_at = |values: &[Resources], at: &usize| {
            cuts.new.get(at).and_then(|new| values.get(*new)).copied().unwrap_or(state.all())
        };
        for (at, name) in names {
            let live = value_at(regions.live, at);
            self.used |= value_at(regions.used, at);
            self.live |= live;
            if is_jumped_to(name) {
                self.dead_at.insert((name.clone(), state.registers(state.all() & !live)));
            } else {
                self.live_else |= live;
            }
        }
    }

    /// Adds the routines that the versions call, and where they leave the function.
    pub(super) fn add_departures(&mut self, regions: &Regions, writers: [&Writer; 2]) {
        let state = &regions.analysis.state;
        for departure in writers.iter().flat_map(|writer| writer.departures()) {
            let outside = match departure {
                Departure::Jump(target) | Departure::Call(target) => regions.analysis.outside(Some(target)),
                Departure::Unknown => state.all(),
                Departure::Computed(row) => {
                    regions.analysis.at_return(row, regions.versions.new.is_void) | regions.computed
                }
            };
            let dead = || state.registers(state.all() & !outside);
            match departure {
                Departure::Call(callee) => {
                    self.routines.insert(callee.clone(), dead());
                    continue;
                }
                Departure::Jump(target) => {
                    self.dead_at.insert((target.clone(), dead()));
                }
                Departure::Unknown | Departure::Computed(_) => self.live_else |= outside,
            }
            self.live |= outside;
        }
    }
}

impl Side {
    pub(super) fn jumps_to(&self, name: &str) -> bool {
        self.source.lines().any(|line| {
            let mut is_used = false;
            renamed(line, &mut |word| {
                is_used |= word == name;
                String::new()
            });
            is_used
        })
    }
}
