//! A bus with random memory that logs accesses, a random number generator, and random processor states.

use arcadian_cpu::{
    Bus, I8080, MachineCycle, Z80,
    registers::{B, C, F},
    z80::{After, Refresh},
};

/// A deterministic random number generator (xorshift64*).
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Random(seed.wrapping_mul(2) | 1)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 16
    }

    pub(crate) fn byte(&mut self) -> u8 {
        self.next() as u8
    }

    pub(crate) fn word(&mut self) -> u16 {
        self.next() as u16
    }

    /// Returns a byte; with probability 1/4 a boundary value.
    pub(crate) fn edge(&mut self) -> u8 {
        const EDGES: [u8; 10] = [0x00, 0x01, 0x0F, 0x10, 0x7F, 0x80, 0x99, 0x9A, 0xFE, 0xFF];
        match self.next() % 4 {
            0 => EDGES[self.next() as usize % EDGES.len()],
            _ => self.byte(),
        }
    }

    pub(crate) fn flag(&mut self) -> bool {
        self.next() & 1 != 0
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Access {
    Fetch(u16),
    Read(u16),
    Write(u16, u8),
    Input(u16),
    Output(u16, u8),
    /// Whether it is the first acknowledge cycle of an interrupt.
    Acknowledge(bool),
}

/// A bus whose memory can be restored.
pub(crate) struct TestBus {
    pub(crate) memory: Vec<u8>,
    old: Vec<(u16, u8)>,
    pub(crate) accesses: Vec<Access>,
    pub(crate) irq: bool,
    pub(crate) nmi: bool,
    /// The number of accesses after which an NMI edge occurs.
    pub(crate) nmi_at: Option<usize>,
    /// The number of cycles after which an NMI edge occurs.
    pub(crate) nmi_at_cycle: Option<u64>,
    /// The decoded bits of a port address.
    pub(crate) port_bits: u16,
    /// The bytes supplied in acknowledge cycles.
    pub(crate) given: Vec<u8>,
    /// The operand bytes supplied instead of memory.
    pub(crate) supplied: Vec<u8>,
    /// The number of steps for which RESET stays active.
    pub(crate) reset: usize,
    /// The kinds of access with wait states, and their number.
    pub(crate) slow: (Vec<MachineCycle>, u16),
    pub(crate) elapsed: u64,
    /// The elapsed cycles at the start of each access.
    pub(crate) begun: Vec<u64>,
}

impl TestBus {
    pub(crate) fn new(random: &mut Random) -> Self {
        let memory = (0..0x10000).map(|_| random.edge()).collect();
        TestBus {
            memory,
            old: Vec::new(),
            accesses: Vec::new(),
            irq: false,
            nmi: false,
            nmi_at: None,
            nmi_at_cycle: None,
            port_bits: 0xFFFF,
            given: Vec::new(),
            supplied: Vec::new(),
            reset: 0,
            slow: (Vec::new(), 0),
            elapsed: 0,
            begun: Vec::new(),
        }
    }

    /// Writes bytes to memory until the next `restore`.
    pub(crate) fn load(&mut self, at: u16, bytes: &[u8]) {
        for (offset, byte) in (0..).zip(bytes) {
            self.set(at.wrapping_add(offset), *byte);
        }
    }

    fn set(&mut self, address: u16, value: u8) {
        let byte = &mut self.memory[usize::from(address)];
        self.old.push((address, *byte));
        *byte = value;
    }

    /// Returns the addresses written or loaded since the last `restore`.
    pub(crate) fn touched(&self) -> impl Iterator<Item = u16> + '_ {
        self.old.iter().map(|(address, _)| *address)
    }

    pub(crate) fn restore(&mut self) {
        while let Some((address, value)) = self.old.pop() {
            self.memory[usize::from(address)] = value;
        }
        self.accesses.clear();
    }
}

/// Returns the value read from a port.
pub(crate) fn port(address: u16) -> u8 {
    (address.wrapping_mul(0x9E37) >> 8) as u8
}

impl Bus for TestBus {
    /// Code for each opcode on its own takes long to compile: it is tested in release mode.
    const IS_FAST: bool = !cfg!(debug_assertions);

    fn read(&mut self, address: u16) -> u8 {
        self.accesses.push(Access::Read(address));
        self.peek(address)
    }

    fn write(&mut self, address: u16, value: u8) {
        self.accesses.push(Access::Write(address, value));
        self.set(address, value);
    }

    fn peek(&self, address: u16) -> u8 {
        self.memory[usize::from(address)]
    }

    fn fetch(&mut self, address: u16) -> u8 {
        self.accesses.push(Access::Fetch(address));
        self.peek(address)
    }

    fn input(&mut self, address: u16) -> u8 {
        self.accesses.push(Access::Input(address));
        port(address & self.port_bits)
    }

    fn output(&mut self, address: u16, value: u8) {
        self.accesses.push(Access::Output(address, value));
    }

    fn irq(&mut self) -> bool {
        self.irq
    }

    fn nmi(&mut self) -> bool {
        let at_access = self.nmi_at.take_if(|at| self.accesses.len() >= *at).is_some();
        let at_cycle = self.nmi_at_cycle.take_if(|at| self.elapsed >= *at).is_some();
        std::mem::take(&mut self.nmi) | at_access | at_cycle
    }

    fn reset(&mut self) -> bool {
        let active = self.reset > 0;
        self.reset -= usize::from(active);
        active
    }

    fn acknowledge(&mut self, first: bool) -> u8 {
        self.accesses.push(Access::Acknowledge(first));
        if self.given.is_empty() { 0xFF } else { self.given.remove(0) }
    }

    fn supply(&mut self, pc: u16) -> u8 {
        let value = self.read(pc);
        if self.supplied.is_empty() { value } else { self.supplied.remove(0) }
    }

    fn wait_states(&mut self, cycle: MachineCycle, _address: u16) -> u16 {
        self.begun.push(self.elapsed);
        if self.slow.0.contains(&cycle) { self.slow.1 } else { 0 }
    }

    fn elapse(&mut self, cycles: u32) {
        self.elapsed += u64::from(cycles);
    }
}

impl arcadian_peers::Memory for TestBus {
    fn read(&mut self, address: u16) -> u8 {
        self.memory[usize::from(address)]
    }

    fn write(&mut self, address: u16, value: u8) {
        self.set(address, value);
    }

    fn input(&mut self, address: u16) -> u8 {
        port(address & self.port_bits)
    }
}

pub(crate) const FLAGS_8080: u8 = 0xD5;
const ALWAYS_SET: u8 = 0x02;

pub(crate) fn i8080(random: &mut Random) -> I8080 {
    let mut cpu = I8080 { inte: random.flag(), ..I8080::default() };
    for number in 0..8 {
        cpu.r[number] = random.edge();
    }
    cpu.r[F] = cpu.r[F] & FLAGS_8080 | ALWAYS_SET;
    (cpu.r.sp, cpu.r.pc) = (random.word(), random.word());
    cpu
}

pub(crate) fn z80(random: &mut Random) -> Z80 {
    let mut cpu = Z80 {
        ix: random.word(),
        iy: random.word(),
        alternate: std::array::from_fn(|_| random.byte()),
        wz: random.word(),
        i: random.edge(),
        refresh: Refresh::new(random.edge()),
        q: random.flag(),
        iff1: random.flag(),
        iff2: random.flag(),
        im: random.byte() % 3,
        after: After::Nothing,
        ..Z80::default()
    };
    for number in 0..8 {
        cpu.r[number] = random.edge();
    }
    // Block instructions end when B or BC is 1; make that frequent.
    if random.byte() < 32 {
        cpu.r[B] = random.byte() % 2;
        cpu.r[C] = random.byte() % 3;
    }
    (cpu.r.sp, cpu.r.pc) = (random.word(), random.word());
    cpu
}
