//! What a step took, and the counting of it.

use crate::bus::Decide;
use crate::domain::Domain;

/// What one step took: an instruction, the acceptance of an interrupt, or a moment of standing still.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    /// Clock cycles (T-states).
    pub cycles: u32,
    /// Accesses to memory and ports, interrupt acknowledgements included.
    pub accesses: u32,
}

/// What a run took.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Ran {
    /// Steps.
    pub instructions: u64,
    /// Clock cycles (T-states).
    pub cycles: u64,
    /// Accesses to memory and ports.
    pub accesses: u64,
}

impl core::ops::Add for Ran {
    type Output = Ran;

    fn add(self, other: Ran) -> Ran {
        Ran {
            instructions: self.instructions + other.instructions,
            cycles: self.cycles + other.cycles,
            accesses: self.accesses + other.accesses,
        }
    }
}

/// The bus with a count of cycles and accesses.
pub(crate) struct Counted<'a, B> {
    pub(crate) bus: &'a mut B,
    // Both counts in one number, so that an access costs one addition: cycles below, accesses from bit 16.
    count: u32,
    /// Whether opcode and operands come from an interrupting device instead of from memory.
    pub(crate) acknowledging: bool,
}

const ACCESS: u32 = 1 << 16;

impl<'a, B> Counted<'a, B> {
    #[inline(always)]
    pub(crate) fn new(bus: &'a mut B) -> Self {
        Counted { bus, count: 0, acknowledging: false }
    }

    #[inline(always)]
    pub(crate) fn step(&self) -> Step {
        Step { cycles: self.count & (ACCESS - 1), accesses: self.count / ACCESS }
    }

    /// Cycles without an access.
    #[inline(always)]
    pub(crate) fn wait(&mut self, cycles: u32) {
        self.count += cycles;
    }

    #[inline(always)]
    pub(crate) fn fetch<D: Domain>(&mut self, address: u16, cycles: u32) -> u8
    where
        B: Decide<D>,
    {
        self.count += ACCESS + cycles;
        let opcode = self.bus.fetch(address);
        self.bus.settle(opcode)
    }

    #[inline(always)]
    pub(crate) fn read<D: Domain>(&mut self, address: D::Word, cycles: u32) -> D
    where
        B: Decide<D>,
    {
        self.count += ACCESS + cycles;
        self.bus.read(address)
    }

    #[inline(always)]
    pub(crate) fn write<D: Domain>(&mut self, address: D::Word, value: D, cycles: u32)
    where
        B: Decide<D>,
    {
        self.count += ACCESS + cycles;
        self.bus.write(address, value);
    }

    #[inline(always)]
    pub(crate) fn input<D: Domain>(&mut self, port: D::Word, cycles: u32) -> D
    where
        B: Decide<D>,
    {
        self.count += ACCESS + cycles;
        self.bus.input(port)
    }

    #[inline(always)]
    pub(crate) fn output<D: Domain>(&mut self, port: D::Word, value: D, cycles: u32)
    where
        B: Decide<D>,
    {
        self.count += ACCESS + cycles;
        self.bus.output(port, value);
    }

    #[inline(always)]
    pub(crate) fn acknowledge<D: Domain>(&mut self, cycles: u32) -> D
    where
        B: Decide<D>,
    {
        self.count += ACCESS + cycles;
        self.bus.acknowledge()
    }
}
