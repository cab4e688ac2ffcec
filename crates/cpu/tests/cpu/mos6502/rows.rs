//! Comparison of the core with each row of the opcode table: bytes, cycles, order and kind of accesses, flags.

use arcadian_cpu::{Core, Mos6502};
use arcadian_isa::mos6502::TABLE;
use arcadian_isa::{CycleKind, Mode, Row, Status, When};

use super::test_bus::{Access, FLAGS, Random, TestBus};

const CASES: usize = 1000;

/// Returns whether the branch is taken: bit 5 of the opcode is the required value of N, V, C or Z.
fn is_taken(start: &Mos6502, row: &Row) -> bool {
    row.mode() == Mode::Relative && (start.p & row.flags.read != 0) == (row.opcode & 0x20 != 0)
}

/// Returns the base address and the index of an indexed mode.
fn base(start: &Mos6502, row: &Row, bytes: [u8; 3], memory: &[u8]) -> Option<(u16, u8)> {
    let absolute = u16::from_le_bytes([bytes[1], bytes[2]]);
    let pointer =
        || u16::from_le_bytes([bytes[1], bytes[1].wrapping_add(1)].map(|at| memory[usize::from(at)]));
    match row.mode() {
        Mode::AbsoluteX => Some((absolute, start.x)),
        Mode::AbsoluteY => Some((absolute, start.y)),
        Mode::IndirectY => Some((pointer(), start.y)),
        _ => None,
    }
}

/// Returns whether an indexed address or a taken branch crosses a page, given the memory before the instruction.
pub(crate) fn crosses(start: &Mos6502, row: &Row, bytes: [u8; 3], memory: &[u8]) -> bool {
    let pages = |from: u16, to: u16| from >> 8 != to >> 8;
    if is_taken(start, row) {
        let next = start.pc.wrapping_add(2);
        return pages(next, next.wrapping_add_signed(i16::from(bytes[1].cast_signed())));
    }
    base(start, row, bytes, memory).is_some_and(|(base, index)| pages(base, base.wrapping_add(index.into())))
}

/// Returns the addresses of the two bytes of a pointer.
fn pointer(start: &Mos6502, row: &Row, bytes: [u8; 3]) -> [u16; 2] {
    let page = if row.mode() == Mode::Indirect { bytes[2] } else { 0 };
    let low = if row.mode() == Mode::IndirectX { bytes[1].wrapping_add(start.x) } else { bytes[1] };
    [low, low.wrapping_add(1)].map(|low| u16::from_be_bytes([page, low]))
}

/// Returns the address of the operand.
fn operand(start: &Mos6502, row: &Row, bytes: [u8; 3], memory: &[u8]) -> u16 {
    let [n, high] = [bytes[1], bytes[2]];
    match row.mode() {
        Mode::ZeroPageX => n.wrapping_add(start.x).into(),
        Mode::ZeroPageY => n.wrapping_add(start.y).into(),
        Mode::Absolute => u16::from_le_bytes([n, high]),
        Mode::IndirectX => {
            u16::from_le_bytes(pointer(start, row, bytes).map(|address| memory[usize::from(address)]))
        }
        _ => {
            base(start, row, bytes, memory).map_or(n.into(), |(base, index)| base.wrapping_add(index.into()))
        }
    }
}

/// Checks the accesses against the cycles of a row.
struct AccessChecker {
    bytes: [u8; 3],
    pc: u16,
    s: u8,
    operand: u16,
    uncarried: u16,
    pointer: [u16; 2],
    pointers: usize,
    vectors: u16,
    /// The value read.
    old: u8,
}

impl AccessChecker {
    fn new(start: &Mos6502, row: &Row, bytes: [u8; 3], memory: &[u8]) -> AccessChecker {
        let next = start.pc.wrapping_add(2);
        let (base, index) = base(start, row, bytes, memory).unwrap_or((next, bytes[1]));
        AccessChecker {
            bytes,
            pc: start.pc,
            s: start.s,
            operand: operand(start, row, bytes, memory),
            uncarried: (base & 0xFF00) | (base.wrapping_add(index.into()) & 0x00FF),
            pointer: pointer(start, row, bytes),
            pointers: 0,
            vectors: 0xFFFE,
            old: 0,
        }
    }

    fn stack(&self) -> u16 {
        0x0100 | u16::from(self.s)
    }

    fn check(&mut self, kind: CycleKind, access: Access) {
        let writes = matches!(kind, CycleKind::Write | CycleKind::WriteBack | CycleKind::Push);
        assert_eq!(access.writes, writes, "{kind:?}");
        let address = match kind {
            CycleKind::Fetch | CycleKind::Operand => {
                self.pc = self.pc.wrapping_add(1);
                self.pc.wrapping_sub(1)
            }
            CycleKind::Discard => self.pc,
            CycleKind::Unindexed => self.bytes[1].into(),
            CycleKind::Top => self.stack(),
            CycleKind::Push => {
                self.s = self.s.wrapping_sub(1);
                0x0100 | u16::from(self.s.wrapping_add(1))
            }
            CycleKind::Pull => {
                self.s = self.s.wrapping_add(1);
                self.stack()
            }
            CycleKind::Vector => {
                self.vectors = self.vectors.wrapping_add(1);
                self.vectors.wrapping_sub(1)
            }
            CycleKind::Pointer => {
                self.pointers += 1;
                self.pointer[self.pointers - 1]
            }
            CycleKind::Uncarried => self.uncarried,
            CycleKind::Read | CycleKind::Write | CycleKind::WriteBack => self.operand,
            CycleKind::Input | CycleKind::Output | CycleKind::Internal => {
                panic!("the 6502 has no such cycle")
            }
        };
        assert_eq!(access.address, address, "{kind:?}");
        match kind {
            CycleKind::Read => self.old = access.value,
            CycleKind::WriteBack => assert_eq!(access.value, self.old),
            _ => {}
        }
    }
}

#[test]
fn cycles() {
    let mut random = Random::new(4);
    let mut bus = TestBus::new(&random.memory());
    for (opcode, row) in (0..=0xFF).zip(&TABLE) {
        for _ in 0..CASES {
            let start = random.state();
            let bytes = [opcode, random.byte(), random.byte()];
            bus.load(start.pc, &bytes);
            let taken = is_taken(&start, row);
            let crossed = crosses(&start, row, bytes, &bus.memory);
            let mut checker = AccessChecker::new(&start, row, bytes, &bus.memory);

            let mut cpu = start;
            let step = cpu.step(&mut bus);
            let states = |when, holds| if holds { when } else { 0 };
            let cycles =
                row.cycles.base + states(row.cycles.taken, taken) + states(row.cycles.crossed, crossed);
            assert_eq!(step.cycles, u32::from(cycles), "{row:?}");
            let expected = row.bus.cycles().iter().filter(|cycle| match cycle.when {
                When::Always => true,
                When::Taken => taken,
                When::Crossed => crossed,
            });
            let mut accesses = bus.log.iter();
            for cycle in expected {
                let access = *accesses.next().expect("an access for each cycle");
                if crossed && row.status == Status::Unstable && cycle.kind == CycleKind::Write {
                    // The stored value replaces the high byte of the address.
                    checker.operand = u16::from_be_bytes([access.value, access.address.to_le_bytes()[0]]);
                }
                if row.mnemonic == "RTS" && cycle.kind == CycleKind::Pull {
                    // The low byte is pulled first.
                    checker.pc = u16::from_be_bytes([access.value, checker.pc.to_be_bytes()[0]]);
                }
                checker.check(cycle.kind, access);
            }
            assert!(accesses.next().is_none(), "{row:?}");
            let straight = !matches!(row.mnemonic, "JMP" | "JSR" | "RTS" | "RTI" | "BRK") && !taken;
            if straight {
                assert_eq!(cpu.pc, start.pc.wrapping_add(row.length.into()), "{row:?}");
            }
            bus.restore();
        }
    }
}

/// Executes one instruction. Returns the state and the writes, which are undone.
fn run(bus: &mut TestBus, start: Mos6502) -> (Mos6502, Vec<(u16, u8)>) {
    let mut cpu = start;
    cpu.step(bus);
    let writes = bus.writes();
    bus.undo(writes.len());
    (cpu, writes)
}

#[test]
fn flags() {
    let mut random = Random::new(5);
    let mut bus = TestBus::new(&random.memory());
    for (opcode, row) in (0..=0xFF).zip(&TABLE) {
        let flags = row.flags;
        for _ in 0..CASES {
            let start = random.state();
            bus.load(start.pc, &[opcode, random.byte(), random.byte()]);
            let (cpu, writes) = run(&mut bus, start);
            assert_eq!((start.p ^ cpu.p) & FLAGS & !flags.written(), 0, "{row:?}");
            assert_eq!(cpu.p & (flags.set | flags.cleared), flags.set, "{row:?}");
            assert_eq!(cpu.p & !FLAGS, 0);
            for flag in (0..8).map(|bit| 1 << bit).filter(|flag| FLAGS & !flags.read & flag != 0) {
                let (mut other, same) = run(&mut bus, Mos6502 { p: start.p ^ flag, ..start });
                other.p ^= flag & !flags.written();
                assert_eq!((other, same), (cpu, writes.clone()), "{flag:02X} of {row:?}");
            }
            bus.restore();
        }
    }
}

/// Each flag listed as read influences the result in at least one case.
#[test]
fn flags_read_have_an_influence() {
    let mut random = Random::new(6);
    let mut bus = TestBus::new(&random.memory());
    for (opcode, row) in (0..=0xFF).zip(&TABLE) {
        let mut influences = 0;
        for _ in 0..CASES {
            let start = random.state();
            bus.load(start.pc, &[opcode, random.byte(), random.byte()]);
            let outcome = run(&mut bus, start);
            for flag in (0..8).map(|bit| 1 << bit).filter(|flag| row.flags.read & flag != 0) {
                let mut other = run(&mut bus, Mos6502 { p: start.p ^ flag, ..start });
                other.0.p ^= flag & !row.flags.written();
                influences |= if other == outcome { 0 } else { flag };
            }
            bus.restore();
        }
        assert_eq!(influences, row.flags.read, "{row:?}");
    }
}
