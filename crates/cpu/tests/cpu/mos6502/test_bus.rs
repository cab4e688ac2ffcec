//! A bus that logs accesses, a random number generator, and random processor states.

use arcadian_cpu::{Bus, Core, MachineCycle, Mos6502, mos6502::Event};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Access {
    pub(crate) writes: bool,
    pub(crate) address: u16,
    pub(crate) value: u8,
}

/// 64 KB of memory with a log of accesses, and lines.
pub(crate) struct TestBus {
    pub(crate) memory: Vec<u8>,
    pub(crate) log: Vec<Access>,
    pub(crate) old: Vec<(u16, u8)>,
    /// The number of accesses after which IRQ is active.
    pub(crate) irq_from: Option<usize>,
    /// The number of accesses after which an NMI edge occurs.
    pub(crate) nmi_at: Option<usize>,
    /// The number of accesses after which another NMI edge occurs.
    pub(crate) nmi_again: Option<usize>,
    /// The number of accesses after which an SO edge occurs.
    pub(crate) overflow_at: Option<usize>,
    /// The number of steps for which RESET stays active.
    pub(crate) reset: usize,
    /// An address and the number of wait states of its reads.
    pub(crate) slow: Option<(u16, u16)>,
    pub(crate) elapsed: u64,
    /// The addresses from which an opcode was fetched.
    pub(crate) fetches: Vec<u16>,
}

impl TestBus {
    pub(crate) fn new(memory: &[u8]) -> TestBus {
        TestBus {
            memory: memory.to_vec(),
            log: Vec::new(),
            old: Vec::new(),
            irq_from: None,
            nmi_at: None,
            nmi_again: None,
            overflow_at: None,
            reset: 0,
            slow: None,
            elapsed: 0,
            fetches: Vec::new(),
        }
    }

    pub(crate) fn set(&mut self, address: u16, value: u8) {
        self.old.push((address, std::mem::replace(&mut self.memory[usize::from(address)], value)));
    }

    /// Writes bytes to memory, wrapping around at its end.
    pub(crate) fn load(&mut self, address: u16, bytes: &[u8]) {
        for (at, byte) in (0..).zip(bytes) {
            self.set(address.wrapping_add(at), *byte);
        }
    }

    /// Undoes the last changes of memory and clears the log.
    pub(crate) fn undo(&mut self, changes: usize) {
        for (address, value) in self.old.drain(self.old.len() - changes..).rev() {
            self.memory[usize::from(address)] = value;
        }
        self.log.clear();
    }

    /// Restores the initial memory.
    pub(crate) fn restore(&mut self) {
        self.undo(self.old.len());
    }

    /// Returns the writes in order.
    pub(crate) fn writes(&self) -> Vec<(u16, u8)> {
        self.log.iter().filter(|access| access.writes).map(|access| (access.address, access.value)).collect()
    }

    fn read_and_log(&mut self, address: u16) -> u8 {
        let value = self.memory[usize::from(address)];
        self.log.push(Access { writes: false, address, value });
        value
    }

    fn write_and_log(&mut self, address: u16, value: u8) {
        self.set(address, value);
        self.log.push(Access { writes: true, address, value });
    }

    fn has_irq(&self) -> bool {
        self.irq_from.is_some_and(|from| self.log.len() >= from)
    }

    fn take_nmi(&mut self) -> bool {
        let count = self.log.len();
        [&mut self.nmi_at, &mut self.nmi_again]
            .into_iter()
            .fold(false, |edge, line| edge | line.take_if(|at| count >= *at).is_some())
    }
}

impl Bus for TestBus {
    fn read(&mut self, address: u16) -> u8 {
        self.read_and_log(address)
    }

    fn fetch(&mut self, address: u16) -> u8 {
        self.fetches.push(address);
        self.read_and_log(address)
    }

    fn write(&mut self, address: u16, value: u8) {
        self.write_and_log(address, value);
    }

    fn peek(&self, address: u16) -> u8 {
        self.memory[usize::from(address)]
    }

    fn irq(&mut self) -> bool {
        self.has_irq()
    }

    fn nmi(&mut self) -> bool {
        self.take_nmi()
    }

    fn overflow(&mut self) -> bool {
        self.overflow_at.take_if(|at| self.log.len() >= *at).is_some()
    }

    fn reset(&mut self) -> bool {
        let active = self.reset > 0;
        self.reset -= usize::from(active);
        active
    }

    fn wait_states(&mut self, cycle: MachineCycle, address: u16) -> u16 {
        assert_ne!(cycle, MachineCycle::Write, "RDY does not affect writes");
        self.slow.map_or(0, |(at, states)| if at == address { states } else { 0 })
    }

    fn elapse(&mut self, cycles: u32) {
        self.elapsed += u64::from(cycles);
    }
}

impl robo6502::Sys for TestBus {
    fn read(&mut self, address: u16) -> Option<u8> {
        Some(self.read_and_log(address))
    }

    fn write(&mut self, address: u16, value: u8) -> Option<()> {
        self.write_and_log(address, value);
        Some(())
    }

    fn irq(&self) -> bool {
        self.has_irq()
    }

    fn poll_nmi(&mut self) -> bool {
        self.take_nmi()
    }

    fn peek_nmi(&self) -> bool {
        self.nmi_at.is_some_and(|at| self.log.len() >= at)
    }
}

impl arcadian_peers::Memory for TestBus {
    fn read(&mut self, address: u16) -> u8 {
        self.read_and_log(address)
    }

    fn write(&mut self, address: u16, value: u8) {
        self.write_and_log(address, value);
    }
}

/// A deterministic random number generator (xorshift64*).
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 16
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        usize::try_from(self.next()).unwrap() % bound
    }

    /// Returns a byte; with probability 1/2 a boundary value.
    pub(crate) fn byte(&mut self) -> u8 {
        const EDGES: [u8; 16] =
            [0, 1, 0x7F, 0x80, 0x81, 0xFE, 0xFF, 0x0F, 0x10, 0x09, 0x0A, 0x99, 0x9A, 0x50, 0xF0, 0xEE];
        if self.below(2) == 0 { EDGES[self.below(16)] } else { self.next().to_le_bytes()[0] }
    }

    pub(crate) fn word(&mut self) -> u16 {
        u16::from_be_bytes([self.byte(), self.byte()])
    }

    pub(crate) fn memory(&mut self) -> Vec<u8> {
        (0..0x10000).map(|_| self.byte()).collect()
    }

    /// Returns a processor state. With probability 1/16 pushes overwrite the instruction.
    pub(crate) fn state(&mut self) -> Mos6502 {
        let mut cpu = Mos6502 {
            a: self.byte(),
            x: self.byte(),
            y: self.byte(),
            s: self.byte(),
            p: self.next().to_le_bytes()[0] & FLAGS,
            pc: self.word(),
            ..Mos6502::default()
        };
        if self.below(16) == 0 {
            cpu.pc = cpu.stack().wrapping_sub(2);
        }
        cpu
    }
}

/// The flags in P.
pub(crate) const FLAGS: u8 = 0xCF;

#[test]
fn the_state_is_small() {
    assert!(size_of::<Mos6502>() <= 64);
}

#[test]
fn a_copy_executes_identically() {
    let mut random = Random::new(2);
    let mut bus = TestBus::new(&random.memory());
    for _ in 0..1000 {
        let start = random.state();
        let runs = [0, 1].map(|_| {
            let mut cpu = start;
            let steps: Vec<_> = (0..20).map(|_| cpu.step(&mut bus)).collect();
            let log = bus.log.clone();
            bus.restore();
            (cpu, steps, log)
        });
        assert_eq!(runs[0], runs[1]);
    }
}

#[test]
fn registers_have_names() {
    let names: Vec<_> = Mos6502::<u8>::REGISTERS.iter().map(|register| register.name).collect();
    assert_eq!(names, ["A", "X", "Y", "S", "P"]);
    let mut cpu = Mos6502::default();
    for (value, register) in (1..).zip(Mos6502::REGISTERS) {
        (register.set)(&mut cpu, 0xFFC0 | value);
        assert_eq!(
            (register.get)(&cpu),
            (0xC0 | value) & if register.name == "P" { FLAGS.into() } else { 0xFF }
        );
    }
    assert_eq!((cpu.a, cpu.x, cpu.y, cpu.s, cpu.p), (0xC1, 0xC2, 0xC3, 0xC4, 0xC5));
    assert_eq!(cpu.stack(), 0x01C4);
    assert!(Mos6502::<u8>::register("x").is_some() && Mos6502::<u8>::register("Q").is_none());
    assert_eq!(cpu.event, Event::None);
}
