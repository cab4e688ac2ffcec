//! Tries every answer on independent emulators, iz80 and mos6502.

mod peer;
mod run;
mod world;

use arcadian_isa::Processor;
use arcadian_parallel::bdd::BddRef;

use crate::{
    code::Code,
    counterexample::Assignment,
    random::Random,
    state::{Component, list},
    unknowns::Unknowns,
};
use peer::Peer;
use run::{Ended, run};
use world::World;

/// Two parts on an independent emulator.
pub(crate) struct Trial<'a> {
    pub(crate) unknowns: &'a Unknowns,
    pub(crate) old: &'a Code,
    pub(crate) new: &'a Code,
    /// What is compared at the end.
    pub(crate) live: &'a [Component],
    /// What is compared before a call.
    pub(crate) all: &'a [Component],
    pub(crate) volatile: &'a [(u16, u16)],
    pub(crate) is_stack_live: bool,
}

/// What differs on the independent emulator.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub(crate) struct Observed {
    pub(crate) components: Vec<Component>,
    /// Events, exit or memory.
    pub(crate) others: bool,
}

impl Trial<'_> {
    fn processor(&self) -> Processor {
        self.unknowns.entry.processor()
    }

    /// Returns what differs from a state, or `None` if the emulator cannot tell.
    fn observe(&self, peer: &mut Peer, assignment: &Assignment, seed: u64) -> Option<Observed> {
        let mut world = World::new(self.unknowns, assignment, seed, self.volatile.to_vec());
        let mut end = |code| {
            world.begin_run();
            peer.exchange_world(&mut world);
            let end = run(code, peer, assignment, self.all);
            peer.exchange_world(&mut world);
            end
        };
        let (old, new) = (end(self.old)?, end(self.new)?);
        Some(self.difference(&old, &new))
    }

    fn difference(&self, old: &Ended, new: &Ended) -> Observed {
        let all = Observed { components: Vec::new(), others: true };
        if old.exit != new.exit || old.events != new.events || old.calls.len() != new.calls.len() {
            return all;
        }
        for (old, new) in old.calls.iter().zip(&new.calls) {
            if old.components != new.components || old.memory_differs(new, self.is_stack_live) {
                return all;
            }
        }
        let values = self.all.iter().zip(old.end.components.iter().zip(&new.end.components));
        let components = values.filter(|(component, (old, new))| old != new && self.live.contains(component));
        Observed {
            components: components.map(|(component, _)| *component).collect(),
            others: old.end.memory_differs(&new.end, self.is_stack_live),
        }
    }

    /// Returns whether the emulator shows the difference of a counterexample.
    pub(crate) fn confirms(&self, assignment: &Assignment) -> Result<(), String> {
        match self.observe(&mut Peer::new(self.processor()), assignment, 1) {
            Some(observed) if observed == Observed::default() => {
                Err("an independent emulator shows no difference from the state found".to_owned())
            }
            // What the emulator cannot tell it does not contradict.
            _ => Ok(()),
        }
    }

    /// Tries random and directed states in which only some registers and flags may differ.
    pub(crate) fn agrees(&self, dead: &[Component], mask: BddRef, count: usize) -> Result<(), String> {
        let mut random = Random::new(1982);
        let mut peer = Peer::new(self.processor());
        for _ in 0..count {
            let assignment = self.unknowns.random(&mut random);
            if !mask.evaluate(&assignment.0) {
                continue;
            }
            let Some(observed) = self.observe(&mut peer, &assignment, random.next()) else { continue };
            if observed.others {
                return Err("an independent emulator shows a difference in memory, exit or events".to_owned());
            }
            let unexpected: Vec<_> =
                observed.components.into_iter().filter(|component| !dead.contains(component)).collect();
            if !unexpected.is_empty() {
                let names = list(self.processor(), &unexpected);
                return Err(format!("an independent emulator shows a difference in {names}"));
            }
        }
        Ok(())
    }
}
