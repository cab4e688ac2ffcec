//! The bus as the 6502 sees it: an access in every cycle.

use crate::bus::{Decide, MachineCycle};
use crate::domain::Domain;
use crate::step::Step;

/// The bus with a count of accesses.
pub(super) struct Counted<'a, B> {
    pub(super) bus: &'a mut B,
    count: u64,
}

impl<'a, B> Counted<'a, B> {
    #[inline(always)]
    pub(super) fn new(bus: &'a mut B) -> Self {
        Counted { bus, count: 0 }
    }

    #[inline(always)]
    pub(super) fn step(&self) -> Step {
        Step { cycles: self.count as u32, accesses: self.count as u32 }
    }

    /// The count so far.
    #[inline(always)]
    pub(super) fn count(&self) -> u64 {
        self.count
    }

    /// Counts what was counted elsewhere.
    #[inline(always)]
    pub(super) fn add(&mut self, step: Step) {
        self.count += u64::from(step.cycles);
    }

    /// The cycles of a read: RDY repeats it. On the bus it is made once.
    #[inline(always)]
    fn begin<T: Domain>(&mut self, cycle: MachineCycle, address: T::Word)
    where
        B: Decide<T>,
    {
        let cycles = 1 + u32::from(self.bus.wait_states(cycle, address));
        self.count += u64::from(cycles);
        self.bus.elapse(cycles);
    }

    #[inline(always)]
    pub(super) fn fetch<T: Domain>(&mut self, address: u16) -> u8
    where
        B: Decide<T>,
    {
        self.begin(MachineCycle::Fetch, address.into());
        let opcode = self.bus.fetch(address);
        self.bus.settle(opcode)
    }

    /// Fetches an opcode that is thrown away.
    #[inline(always)]
    pub(super) fn fetch_unused<T: Domain>(&mut self, address: u16)
    where
        B: Decide<T>,
    {
        self.begin(MachineCycle::Fetch, address.into());
        self.bus.fetch_unused(address);
    }

    #[inline(always)]
    pub(super) fn read<T: Domain>(&mut self, address: T::Word) -> T
    where
        B: Decide<T>,
    {
        self.begin(MachineCycle::Read, address);
        self.bus.read(address)
    }

    /// Writes. The NMOS chip does not look at RDY meanwhile.
    #[inline(always)]
    pub(super) fn write<T: Domain>(&mut self, address: T::Word, value: T)
    where
        B: Decide<T>,
    {
        self.count += 1;
        self.bus.elapse(1);
        self.bus.write(address, value);
    }
}
