//! The subroutines as they were at some steps, so that going back does not begin at the start.

use std::collections::BTreeMap;

use super::calls::Calls;

/// So many steps lie between two.
const SPACING: u64 = 1 << 14;

/// So many there are at most, each with the calls that it does not share with the one before: some 30 MB.
const MOST: usize = 1 << 19;

/// The subroutines by steps of the machine; the first is always there.
#[derive(Debug)]
pub(super) struct Kept {
    all: BTreeMap<u64, Entry>,
    size: usize,
    most: usize,
}

#[derive(Debug)]
struct Entry {
    calls: Calls,
    size: usize,
}

impl Kept {
    pub(super) fn new(at: u64, calls: &Calls) -> Self {
        Self::with(at, calls, MOST)
    }

    fn with(at: u64, calls: &Calls, most: usize) -> Self {
        let mut kept = Kept { all: BTreeMap::new(), size: 0, most };
        kept.put(at, calls);
        kept
    }

    /// The last not after a step.
    pub(super) fn before(&self, step: u64) -> Option<(u64, &Calls)> {
        self.all.range(..=step).next_back().map(|(at, entry)| (*at, &entry.calls))
    }

    /// A run comes by at this step; also one through what is recorded, for there some may have been let go.
    #[inline]
    pub(super) fn pass(&mut self, at: u64, calls: &Calls) {
        if at.is_multiple_of(SPACING) && !self.all.contains_key(&at) {
            self.put(at, calls);
            if self.size > self.most {
                self.thin(at);
            }
        }
    }

    /// At this step they were changed: what was kept from it on is no longer so.
    pub(super) fn change(&mut self, at: u64, calls: &Calls) {
        self.all.split_off(&at);
        self.size = self.all.values().map(|entry| entry.size).sum();
        self.put(at, calls);
    }

    fn put(&mut self, at: u64, calls: &Calls) {
        let size = size(calls, self.before(at).map(|(_, before)| before));
        self.size += size;
        self.all.insert(at, Entry { calls: calls.clone(), size });
    }

    /// Lets go of neighbours, of more the longer the way from `now`, until half are left or hardly any.
    fn thin(&mut self, now: u64) {
        let goal = self.all.len() / 2;
        let mut share = 256;
        while share > 0 && self.all.len() > goal {
            let mut last = None;
            self.all.retain(|&at, _| {
                let is_kept = last.is_none_or(|last| at - last >= at.abs_diff(now) / share);
                last = if is_kept { Some(at) } else { last };
                is_kept
            });
            share /= 2;
        }
        self.measure();
    }

    fn measure(&mut self) {
        let mut before = None;
        self.size = 0;
        for entry in self.all.values_mut() {
            entry.size = size(&entry.calls, before);
            self.size += entry.size;
            before = Some(&entry.calls);
        }
    }
}

/// How many more there are to keep because of it.
fn size(calls: &Calls, before: Option<&Calls>) -> usize {
    1 + before.map_or(calls.depth(), |before| calls.beside(before))
}

#[cfg(test)]
mod tests {
    use arcadian_cpu::{Core, I8080};
    use arcadian_machine::Machine;

    use super::*;

    /// A program that goes 1,000 deep and comes back has nothing to share from one dive to the next.
    #[test]
    fn deep_recursion_is_bounded() {
        const CALL: [u8; 3] = [0xCD, 0, 0];
        const ALLOWED: usize = 20_000;
        let mut machine = Machine::<I8080>::new();
        machine.backplane.load(0x100, &CALL).unwrap();
        let mut calls = Calls::new(&machine.core);
        let mut kept = Kept::with(0, &calls, ALLOWED);
        for dive in 1..500 {
            for depth in 0..1000 {
                machine.core.set_pc(0x100);
                (arcadian_machine::register::<I8080>("SP").unwrap().set)(
                    &mut machine.core,
                    0xF000 - 2 * depth,
                );
                calls.settle(&machine.core);
                (arcadian_machine::register::<I8080>("SP").unwrap().set)(
                    &mut machine.core,
                    0xEFFE - 2 * depth,
                );
                machine.core.set_pc(0);
                calls.step(&machine.core, &machine.backplane);
            }
            assert_eq!(calls.depth(), 1000);
            kept.pass(dive * SPACING, &calls);
            assert!(kept.size <= ALLOWED, "{}", kept.size);
        }
        assert_eq!(kept.before(SPACING - 1).map(|(at, _)| at), Some(0));
        assert!(kept.all.len() > 5);
        let far = kept.before(400 * SPACING).unwrap();
        assert!(far.0 > 100 * SPACING && far.1.depth() == 1000);
        kept.change(7, &calls);
        assert_eq!((kept.all.len(), kept.size), (2, 1002));
    }
}
