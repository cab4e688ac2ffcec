//! Interrupts: acceptance, cost, and the resulting state.

use arcadian_cpu::registers::{A, F};
use arcadian_cpu::z80::{After, Refresh, flag};
use arcadian_cpu::{Core, I8080, MachineCycle, Z80};

use super::test_bus::{Access, Random, TestBus};

const PC: u16 = 0x1234;
const SP: u16 = 0x8000;

fn bus(code: &[u8]) -> TestBus {
    let mut bus = TestBus::new(&mut Random::new(5));
    bus.load(PC, code);
    bus
}

fn z80(im: u8) -> Z80 {
    let mut cpu = Z80 { im, iff1: true, iff2: true, i: 0x40, refresh: Refresh::new(0x80), ..Z80::default() };
    (cpu.r.pc, cpu.r.sp) = (PC, SP);
    cpu
}

fn i8080() -> I8080 {
    let mut cpu = I8080 { inte: true, ..I8080::default() };
    (cpu.r.pc, cpu.r.sp) = (PC, SP);
    cpu
}

fn pushed(bus: &TestBus) -> u16 {
    u16::from_le_bytes([bus.memory[usize::from(SP) - 2], bus.memory[usize::from(SP) - 1]])
}

#[test]
fn z80_modes() {
    // Mode, bytes from the device, cycles, target.
    for (im, given, cycles, target) in [
        (0, &[0xFF][..], 13, 0x0038),
        (0, &[0xC7], 13, 0x0000),
        (0, &[0xCD], 19, 0x5656),
        (1, &[0x00], 13, 0x0038),
        (2, &[0x42], 19, 0xBEEF),
    ] {
        let mut bus = bus(&[0x56]);
        bus.load(0x4042, &[0xEF, 0xBE]);
        (bus.irq, bus.given) = (true, given.to_vec());
        let mut cpu = z80(im);
        let step = cpu.step(&mut bus);
        assert_eq!((step.cycles, cpu.pc()), (cycles, target), "mode {im}, {given:02X?}");
        assert_eq!(pushed(&bus), PC, "mode {im}");
        assert_eq!((cpu.iff1, cpu.iff2, cpu.r.sp), (false, false, SP - 2), "mode {im}");
        assert_eq!(cpu.refresh.value(), 0x81, "mode {im}");
        assert_eq!(step.accesses as usize, bus.accesses.len(), "mode {im}");
        assert_eq!(bus.accesses[0], Access::Acknowledge(true), "mode {im}");
    }
}

#[test]
fn z80_mode_0_executes_an_instruction_without_changing_pc() {
    let mut bus = bus(&[0x00]);
    (bus.irq, bus.given) = (true, vec![0x3C]);
    let mut cpu = z80(0);
    cpu.r[A] = 7;
    assert_eq!(cpu.step(&mut bus).cycles, 6);
    assert_eq!((cpu.r[A], cpu.pc()), (8, PC));
}

/// An instruction from a device with the byte in memory at PC, and the expected result.
struct DeviceInstruction {
    bytes: &'static [u8],
    memory: u8,
    pc: u16,
    cycles: u32,
    reads: usize,
}

#[rustfmt::skip]
const DEVICE_INSTRUCTIONS: &[DeviceInstruction] = &[
    DeviceInstruction { bytes: &[0x00],       memory: 0x00, pc: PC,        cycles: 6,  reads: 0 }, // NOP
    DeviceInstruction { bytes: &[0x3E],       memory: 0x42, pc: PC,        cycles: 9,  reads: 1 }, // LD A,n
    DeviceInstruction { bytes: &[0x01],       memory: 0x42, pc: PC,        cycles: 12, reads: 2 }, // LD BC,nn
    DeviceInstruction { bytes: &[0xC3],       memory: 0x42, pc: 0x4242,    cycles: 12, reads: 2 }, // JP nn
    DeviceInstruction { bytes: &[0xCD],       memory: 0x42, pc: 0x4242,    cycles: 19, reads: 2 }, // CALL nn
    DeviceInstruction { bytes: &[0x18],       memory: 0x10, pc: PC + 0x10, cycles: 14, reads: 1 }, // JR d
    DeviceInstruction { bytes: &[0x10],       memory: 0x10, pc: PC + 0x10, cycles: 15, reads: 1 }, // DJNZ d
    DeviceInstruction { bytes: &[0xCB, 0x07], memory: 0x00, pc: PC,        cycles: 12, reads: 0 }, // RLC A
    DeviceInstruction { bytes: &[0xED, 0x44], memory: 0x00, pc: PC,        cycles: 12, reads: 0 }, // NEG
    DeviceInstruction { bytes: &[0xED, 0x01], memory: 0x00, pc: PC,        cycles: 12, reads: 0 }, // unassigned opcode
    DeviceInstruction { bytes: &[0xDD, 0x21], memory: 0x42, pc: PC,        cycles: 18, reads: 2 }, // LD IX,nn
    DeviceInstruction { bytes: &[0xDD, 0x00], memory: 0x42, pc: PC,        cycles: 12, reads: 0 }, // NOP
    DeviceInstruction { bytes: &[0xFD, 0xCB], memory: 0x46, pc: PC,        cycles: 24, reads: 3 }, // BIT 0,(IY+46)
    DeviceInstruction { bytes: &[0x76],       memory: 0x00, pc: PC,        cycles: 6,  reads: 0 }, // HALT
];

/// Opcodes and prefixes are read in acknowledge cycles, two cycles longer than a fetch. Operands are read at PC, which is not
/// incremented (Zilog, The Z80 Family Program Interrupt Structure, 1978; Visual Z80 Remix).
#[test]
fn z80_mode_0_reads_operands_without_incrementing_pc() {
    for given in DEVICE_INSTRUCTIONS {
        let bytes = given.bytes;
        let mut bus = bus(&[given.memory]);
        (bus.irq, bus.given) = (true, bytes.to_vec());
        let mut cpu = z80(0);
        let step = cpu.step(&mut bus);
        assert_eq!((cpu.pc(), step.cycles), (given.pc, given.cycles), "{bytes:02X?}");
        let count = |kind: fn(&Access) -> bool| bus.accesses.iter().filter(|access| kind(access)).count();
        assert_eq!(count(|access| matches!(access, Access::Acknowledge(_))), bytes.len(), "{bytes:02X?}");
        assert_eq!(count(|access| matches!(access, Access::Read(_))), given.reads, "{bytes:02X?}");
        assert_eq!(bus.accesses[0], Access::Acknowledge(true), "{bytes:02X?}");
        assert_eq!(cpu.refresh.value(), 0x80 + bytes.len() as u8, "{bytes:02X?}");
    }
}

#[test]
fn z80_mode_0_a_device_can_supply_operands() {
    let mut bus = bus(&[0x00]);
    (bus.irq, bus.given, bus.supplied) = (true, vec![0xCD], vec![0x78, 0x56]);
    let mut cpu = z80(0);
    cpu.step(&mut bus);
    assert_eq!((cpu.pc(), pushed(&bus)), (0x5678, PC));
    let expected = [Access::Acknowledge(true), Access::Read(PC), Access::Read(PC)];
    assert_eq!(bus.accesses[..3], expected);
}

/// After a prefix overridden by another the device still supplies the opcode. Each prefix is a step, and no interrupt is accepted
/// between them.
#[test]
fn z80_mode_0_accepts_chains_of_prefixes() {
    for (given, steps, cycles) in
        [(&[0xDD, 0xFD, 0x2C][..], 2, 18), (&[0xDD, 0xDD, 0xFD, 0x2C], 3, 24), (&[0xFD, 0xED, 0x44], 2, 18)]
    {
        let mut bus = bus(&[0x00]);
        (bus.irq, bus.given) = (true, given.to_vec());
        let mut cpu = z80(0);
        (cpu.iy, cpu.r[A]) = (0x0041, 0x01);
        let mut total = 0;
        for _ in 0..steps {
            total += cpu.step(&mut bus).cycles;
            (bus.nmi, cpu.iff1) = (true, true);
        }
        assert_eq!((cpu.pc(), total), (PC, cycles), "{given:02X?}");
        assert_eq!(cpu.iy == 0x0042, given.contains(&0x2C), "{given:02X?}");
        assert_eq!(cpu.r[A] == 0xFF, given.contains(&0x44), "{given:02X?}");
        let firsts: Vec<_> = bus.accesses.iter().map(|access| *access == Access::Acknowledge(true)).collect();
        assert_eq!(firsts.iter().filter(|first| **first).count(), 1);
        assert_eq!(firsts.len(), given.len(), "{given:02X?}");
        cpu.step(&mut bus);
        assert_eq!(cpu.pc(), 0x0066);
    }
}

#[test]
fn z80_endless_prefixes_from_a_device_are_separate_steps() {
    let mut bus = bus(&[0x00]);
    (bus.irq, bus.given) = (true, vec![0xDD; 1000]);
    let mut cpu = z80(0);
    let accesses: Vec<_> = (0..5).map(|_| cpu.step(&mut bus).accesses).collect();
    assert_eq!(accesses, [2, 1, 1, 1, 1]);
}

#[test]
fn z80_ei_delays_by_one_instruction() {
    let mut bus = bus(&[0xFB, 0xFB, 0x00, 0x00]);
    bus.irq = true;
    let mut cpu = Z80 { iff1: false, iff2: false, ..z80(1) };
    let addresses: Vec<u16> = (0..4)
        .map(|_| {
            cpu.step(&mut bus);
            cpu.pc()
        })
        .collect();
    assert_eq!(addresses, [PC + 1, PC + 2, PC + 3, 0x0038]);
}

#[test]
fn z80_di_after_ei_prevents_the_interrupt() {
    let mut bus = bus(&[0xFB, 0xF3, 0x00]);
    bus.irq = true;
    let mut cpu = Z80 { iff1: false, ..z80(1) };
    for _ in 0..3 {
        cpu.step(&mut bus);
    }
    assert_eq!(cpu.pc(), PC + 3);
}

#[test]
fn z80_no_interrupt_is_accepted_between_prefixes() {
    let mut bus = bus(&[0xDD, 0xFD, 0x21, 0x34, 0x12]);
    let mut cpu = z80(1);
    assert_eq!(cpu.step(&mut bus).cycles, 4);
    (bus.irq, bus.nmi) = (true, true);
    assert_eq!(cpu.step(&mut bus).cycles, 14);
    assert_eq!((cpu.iy, cpu.pc()), (0x1234, PC + 5));
    cpu.step(&mut bus);
    assert_eq!(cpu.pc(), 0x0066);
}

/// NMI is accepted immediately after EI and keeps the IFF2 set by EI. The transistor-level netlist of Visual Z80 clears
/// IFF2 here, because its simulator resolves a node driven high and low as low; the chip does not (David Banks, "NMI during
/// EI Anomaly", and the schematic in issue 3 of floooh/v6502r).
#[test]
fn z80_nmi_immediately_after_ei_keeps_iff2() {
    let mut bus = bus(&[0xFB]);
    let mut cpu = Z80 { iff1: false, iff2: false, ..z80(1) };
    cpu.step(&mut bus);
    (bus.irq, bus.nmi) = (true, true);
    cpu.step(&mut bus);
    assert_eq!((cpu.pc(), cpu.iff1, cpu.iff2), (0x0066, false, true));
}

#[test]
fn z80_nmi_keeps_iff2_and_retn_restores_it() {
    let mut bus = bus(&[0x00]);
    bus.load(0x0066, &[0xED, 0x45]);
    (bus.irq, bus.nmi) = (true, true);
    let mut cpu = z80(1);
    let step = cpu.step(&mut bus);
    assert_eq!((step.cycles, cpu.pc(), pushed(&bus)), (11, 0x0066, PC));
    assert_eq!((cpu.iff1, cpu.iff2, cpu.refresh.value()), (false, true, 0x81));
    cpu.step(&mut bus);
    assert_eq!((cpu.iff1, cpu.pc()), (true, PC));
}

/// RETN and RETI defer INT by one instruction, like EI, if they change IFF1 (Manuel Sainz de Baranda, seen in Visual Z80
/// Remix).
#[test]
fn z80_retn_defers_an_interrupt_if_it_changes_iff1() {
    // IFF1, IFF2, and PC after RETN and after each of two more steps.
    const CASES: [(bool, bool, [u16; 3]); 3] = [
        (false, true, [0x2000, 0x2001, 0x0038]),
        (true, true, [0x2000, 0x0038, 0x0039]),
        (false, false, [0x2000, 0x2001, 0x2002]),
    ];
    for opcode in [0x45, 0x4D, 0x55, 0x5D, 0x65, 0x6D, 0x75, 0x7D] {
        for (iff1, iff2, expected) in CASES {
            let mut bus = bus(&[0xED, opcode]);
            bus.load(0x2000, &[0x00, 0x00]);
            bus.load(0x0038, &[0x00]);
            bus.load(SP, &[0x00, 0x20]);
            let mut cpu = Z80 { iff1, iff2, ..z80(1) };
            let mut addresses = [0; 3];
            for address in &mut addresses {
                cpu.step(&mut bus);
                *address = cpu.pc();
                bus.irq = true;
            }
            assert_eq!(addresses, expected, "ED {opcode:02X}, {iff1} {iff2}");
        }
    }
}

#[test]
fn z80_a_second_retn_does_not_defer_again() {
    let mut bus = bus(&[0xED, 0x45]);
    bus.load(0x2000, &[0xED, 0x45]);
    bus.load(SP, &[0x00, 0x20, 0x00, 0x30]);
    let mut cpu = Z80 { iff1: false, ..z80(1) };
    bus.irq = true;
    let addresses: Vec<u16> = (0..3).map(|_| (cpu.step(&mut bus), cpu.pc()).1).collect();
    assert_eq!(addresses, [0x2000, 0x3000, 0x0038]);
}

#[test]
fn z80_nmi_is_not_deferred_by_retn() {
    let mut bus = bus(&[0xED, 0x45]);
    let mut cpu = Z80 { iff1: false, ..z80(1) };
    cpu.step(&mut bus);
    bus.nmi = true;
    cpu.step(&mut bus);
    assert_eq!(cpu.pc(), 0x0066);
}

/// A second edge during the response is lost: at least one instruction is executed between two responses.
#[test]
fn z80_an_nmi_edge_during_the_response_is_lost() {
    for (at, lost) in [(0, true), (1, true), (2, true), (3, true), (4, false)] {
        let mut bus = bus(&[0x00]);
        bus.load(0x0066, &[0x00, 0x00]);
        (bus.nmi, bus.nmi_at) = (true, Some(at));
        let mut cpu = z80(1);
        cpu.step(&mut bus);
        assert_eq!(cpu.pc(), 0x0066);
        cpu.step(&mut bus);
        cpu.step(&mut bus);
        assert_eq!(cpu.pc(), if lost { 0x0068 } else { 0x0066 }, "an edge after {at} accesses");
    }
}

/// The response takes 11 cycles. An edge in the first cycle of the handler is lost as well, one in its second is not (Visual
/// Z80 Remix).
#[test]
fn z80_an_nmi_edge_in_the_first_cycle_of_the_handler_is_lost() {
    for (waits, halted) in [(0, false), (0, true), (7, false)] {
        for at in 1..=15 {
            let mut bus = bus(&[0x00]);
            bus.load(0x0066, &[0x00, 0x00]);
            bus.slow = (vec![MachineCycle::Fetch], waits);
            let mut cpu = Z80 { after: if halted { After::Halt } else { After::Nothing }, ..z80(1) };
            bus.nmi = true;
            bus.nmi_at_cycle = Some(u64::from(waits) + at);
            let cycles: Vec<u32> = (0..3).map(|_| cpu.step(&mut bus).cycles).collect();
            let (lost, fetch) = (at <= 12, 4 + u32::from(waits));
            assert_eq!(
                cycles,
                [7 + fetch, fetch, if lost { fetch } else { 7 + fetch }],
                "an edge in cycle {at}"
            );
            assert_eq!(cpu.pc(), if lost { 0x0068 } else { 0x0066 }, "an edge in cycle {at}");
        }
    }
}

/// The device that decides about wait states sees the access when it begins (Visual Z80 Remix).
#[test]
fn z80_ld_indexed_n_reads_n_in_the_first_cycles_of_five() {
    let mut bus = bus(&[0xDD, 0x36, 0x00, 0x00]);
    z80(1).step(&mut bus);
    assert_eq!(bus.begun, [0, 4, 8, 11, 16]);
}

#[test]
fn z80_a_prefix_clears_q() {
    // XOR A; CP 28; DD or FD; SCF or CCF.
    for (prefix, opcode, flags) in
        [(0xDD, 0x37, 0xA9), (0xFD, 0x37, 0xA9), (0xDD, 0x3F, 0xB8), (0xFD, 0x3F, 0xB8)]
    {
        let mut bus = bus(&[0xAF, 0xFE, 0x28, prefix, opcode]);
        let mut cpu = z80(1);
        for _ in 0..3 {
            cpu.step(&mut bus);
        }
        assert_eq!(cpu.r[F], flags, "{prefix:02X} {opcode:02X}");
    }
    let mut bus = bus(&[0xAF, 0xFE, 0x28, 0x37]);
    let mut cpu = z80(1);
    for _ in 0..3 {
        cpu.step(&mut bus);
    }
    assert_eq!(cpu.r[F], 0x81);
}

/// A discarded opcode is read by a fetch and not as data.
#[test]
fn z80_discarded_opcodes_are_fetched() {
    let mut bus = bus(&[0x76, 0x3C]);
    let mut cpu = z80(1);
    cpu.step(&mut bus);
    cpu.step(&mut bus);
    assert_eq!(bus.accesses, [Access::Fetch(PC), Access::Fetch(PC + 1)]);
    bus.accesses.clear();
    bus.nmi = true;
    cpu.step(&mut bus);
    let [high, low] = (PC + 1).to_be_bytes();
    assert_eq!(
        bus.accesses,
        [Access::Fetch(PC + 1), Access::Write(SP - 1, high), Access::Write(SP - 2, low)]
    );
}

#[test]
fn z80_halt_fetches_until_an_interrupt_and_pushes_the_next_address() {
    for (irq, nmi, target) in [(true, false, 0x0038), (false, true, 0x0066)] {
        let mut bus = bus(&[0x76, 0x3C]);
        let mut cpu = z80(1);
        cpu.step(&mut bus);
        assert!(cpu.is_halted());
        for _ in 0..3 {
            assert_eq!(cpu.step(&mut bus).cycles, 4);
        }
        assert_eq!((cpu.pc(), cpu.refresh.value()), (PC + 1, 0x84));
        (bus.irq, bus.nmi) = (irq, nmi);
        cpu.step(&mut bus);
        assert_eq!((cpu.pc(), pushed(&bus), cpu.is_halted()), (target, PC + 1, false));
    }
}

#[test]
fn z80_halt_with_interrupts_disabled_is_permanent() {
    let mut bus = bus(&[0x76]);
    bus.irq = true;
    let mut cpu = Z80 { iff1: false, ..z80(1) };
    for _ in 0..5 {
        cpu.step(&mut bus);
    }
    assert!(cpu.is_halted());
}

#[test]
fn z80_an_interrupt_immediately_after_ld_a_i_clears_p() {
    for code in [[0xED, 0x57], [0xED, 0x5F]] {
        let mut bus = bus(&code);
        let mut cpu = z80(1);
        cpu.step(&mut bus);
        assert_eq!(cpu.r[F] & flag::P, flag::P);
        bus.irq = true;
        let mut later = cpu;
        cpu.step(&mut bus);
        assert_eq!((cpu.r[F] & flag::P, cpu.pc()), (0, 0x0038));
        bus.irq = false;
        later.step(&mut bus);
        bus.irq = true;
        let flags = later.r[F];
        later.step(&mut bus);
        assert_eq!(later.r[F], flags);
    }
}

#[test]
fn z80_an_interrupt_clears_q() {
    let mut bus = bus(&[0xAF]);
    bus.load(0x0038, &[0x37]);
    let mut cpu = z80(1);
    cpu.step(&mut bus);
    assert!(cpu.q);
    bus.irq = true;
    cpu.step(&mut bus);
    assert!(!cpu.q);
}

#[test]
fn z80_reset() {
    let mut cpu = Z80 { im: 2, after: After::Halt, ..z80(2) };
    cpu.reset();
    assert_eq!((cpu.pc(), cpu.im, cpu.iff1, cpu.iff2, cpu.i), (0, 0, false, false, 0));
    assert_eq!((cpu.is_halted(), cpu.refresh.value(), cpu.r.sp), (false, 0, SP));
}

#[test]
fn reset_holds_the_processor() {
    fn check<C: Core>(mut cpu: C) {
        let mut bus = bus(&[0x00]);
        bus.load(0, &[0x00]);
        (bus.reset, bus.irq, bus.nmi) = (3, true, false);
        for _ in 0..3 {
            let step = cpu.step(&mut bus);
            assert_eq!((step.cycles, step.accesses, cpu.pc(), cpu.is_halted()), (1, 0, 0, true));
        }
        let step = cpu.step(&mut bus);
        assert_eq!((step.cycles, cpu.pc(), cpu.is_halted()), (4, 1, false));
    }
    check(z80(2));
    check(Z80 { after: After::Halt, ..z80(1) });
    check(i8080());
    check(I8080 { halted: true, ..i8080() });
}

#[test]
fn wait_states_count_as_cycles_and_elapse() {
    use MachineCycle::{Acknowledge, Fetch, Input, Output, Read, Write};
    fn check<C: Core>(start: C, code: &[u8], counts: &[(MachineCycle, u32)]) {
        for kind in [Fetch, Read, Write, Input, Output, Acknowledge] {
            let mut plain = bus(code);
            let mut slow = bus(code);
            slow.slow = (vec![kind], 10);
            let (mut one, mut other) = (start, start);
            let cycles = one.step(&mut plain).cycles;
            let step = other.step(&mut slow);
            let count = counts.iter().find(|(of, _)| *of == kind).map_or(0, |(_, count)| *count);
            assert_eq!((step.cycles, other), (cycles + 10 * count, one), "{code:02X?}, {kind:?}");
            assert_eq!((plain.elapsed, slow.elapsed), (cycles.into(), step.cycles.into()));
        }
    }
    check(z80(1), &[0x34], &[(Fetch, 1), (Read, 1), (Write, 1)]);
    check(z80(1), &[0xDD, 0xCB, 0x00, 0x06], &[(Fetch, 2), (Read, 3), (Write, 1)]);
    check(z80(1), &[0xED, 0xA2], &[(Fetch, 2), (Input, 1), (Write, 1)]);
    check(z80(1), &[0xD3, 0x00], &[(Fetch, 1), (Read, 1), (Output, 1)]);
    check(i8080(), &[0xE3], &[(Fetch, 1), (Read, 2), (Write, 2)]);
    check(i8080(), &[0xDB, 0x00], &[(Fetch, 1), (Read, 1), (Input, 1)]);
    check(Z80 { after: After::Halt, ..z80(1) }, &[0x00], &[(Fetch, 1)]);
}

#[test]
fn acknowledge_cycles_have_wait_states() {
    for im in 0..=2 {
        let mut bus = bus(&[0x00]);
        (bus.irq, bus.slow) = (true, (vec![MachineCycle::Acknowledge], 5));
        let mut cpu = z80(im);
        let cycles = cpu.step(&mut bus).cycles;
        assert_eq!(cycles, if im == 2 { 24 } else { 18 }, "mode {im}");
    }
}

/// The cycle count of a long run exceeds 32 bits.
#[test]
fn many_wait_states_are_counted() {
    use MachineCycle::{Fetch, Read, Write};
    let mut bus = bus(&[]);
    bus.memory.fill(0);
    bus.slow = (vec![Fetch, Read, Write], u16::MAX);
    let ran = z80(1).run(&mut bus, 200_000, |_| false);
    assert_eq!((ran.instructions, ran.accesses), (200_000, 200_000));
    assert_eq!(ran.cycles, 200_000 * (4 + u64::from(u16::MAX)));
}

#[test]
fn i8080_executes_the_instruction_of_the_device() {
    for (given, cycles, target, stack) in [
        (&[0xFF][..], 11, 0x0038, SP - 2),
        (&[0xC7], 11, 0x0000, SP - 2),
        (&[0xCD, 0x78, 0x56], 17, 0x5678, SP - 2),
        (&[0xC3, 0x78, 0x56], 10, 0x5678, SP),
        (&[0x00], 4, PC, SP),
    ] {
        let mut bus = bus(&[0x00]);
        (bus.irq, bus.given) = (true, given.to_vec());
        let mut cpu = i8080();
        let step = cpu.step(&mut bus);
        assert_eq!((step.cycles, cpu.pc(), cpu.r.sp), (cycles, target, stack), "{given:02X?}");
        assert!(!cpu.inte);
        if stack != SP {
            assert_eq!(pushed(&bus), PC);
        }
    }
}

#[test]
fn i8080_ei_delays_by_one_instruction() {
    let mut bus = bus(&[0xFB, 0x00, 0x00]);
    bus.irq = true;
    let mut cpu = I8080 { inte: false, ..i8080() };
    let addresses: Vec<u16> = (0..3)
        .map(|_| {
            cpu.step(&mut bus);
            cpu.pc()
        })
        .collect();
    assert_eq!(addresses, [PC + 1, PC + 2, 0x0038]);
}

#[test]
fn i8080_hlt_waits_for_an_interrupt() {
    let mut bus = bus(&[0x76]);
    let mut cpu = i8080();
    assert_eq!(cpu.step(&mut bus).cycles, 7);
    let waiting = cpu;
    assert_eq!((cpu.step(&mut bus).accesses, cpu), (0, waiting));
    bus.irq = true;
    cpu.step(&mut bus);
    assert_eq!((cpu.pc(), pushed(&bus), cpu.is_halted()), (0x0038, PC + 1, false));
}

#[test]
fn i8080_hlt_with_interrupts_disabled_is_permanent() {
    let mut bus = bus(&[0x76]);
    bus.irq = true;
    let mut cpu = I8080 { inte: false, ..i8080() };
    for _ in 0..5 {
        cpu.step(&mut bus);
    }
    assert!(cpu.is_halted());
}

#[test]
fn states_are_small() {
    assert!(
        size_of::<I8080>() <= 64 && size_of::<Z80>() <= 64,
        "{} {}",
        size_of::<I8080>(),
        size_of::<Z80>()
    );
}

#[test]
fn a_run_equals_single_steps() {
    let mut random = Random::new(9);
    for _ in 0..50 {
        let mut bus = TestBus::new(&mut Random::new(random.next()));
        let mut stepped = TestBus::new(&mut Random::new(0));
        stepped.memory.clone_from(&bus.memory);
        let mut one = super::test_bus::z80(&mut random);
        let mut two = one;
        let ran = one.run(&mut bus, 500, |_| false);
        let mut cycles = 0;
        for _ in 0..ran.instructions {
            cycles += u64::from(two.step(&mut stepped).cycles);
        }
        assert_eq!((one, ran.cycles), (two, cycles));
        assert_eq!(bus.memory, stepped.memory);
        assert_eq!(ran.accesses as usize, bus.accesses.len());
        assert!(ran.instructions == 500 || one.is_halted());
    }
}

#[test]
fn a_run_continues_after_an_interrupt() {
    let mut bus = bus(&[0xFB, 0x00, 0x00]);
    bus.load(0x0038, &[0x3C, 0x3C, 0x3C]);
    bus.irq = true;
    let mut one = I8080 { inte: false, ..i8080() };
    let mut two = one;
    one.run(&mut bus, 6, |_| false);
    for _ in 0..6 {
        two.step(&mut bus);
    }
    assert_eq!((one, one.pc()), (two, 0x003B));
}
