//! RESET, IRQ, NMI, BRK and JAM: polling of the lines, and bus activity.
//!
//! A line activated "at" a number of accesses is active after that many accesses.

use arcadian_cpu::mos6502::Event;
use arcadian_cpu::{Core, Mos6502, StepCost};
use robo6502::Cpu as _;

use super::references::has_fault_in_robo6502;
use super::test_bus::{Access, FLAGS, Random, TestBus};

const PROGRAM: u16 = 0x0200;
const NMI: u16 = 0x0300;
const IRQ: u16 = 0x0400;
const RESET: u16 = 0x0500;

const I: u8 = 0x04;

/// Returns a bus with NOPs, the program and the vectors.
fn bus(program: &[u8]) -> TestBus {
    let mut bus = TestBus::new(&[0xEA; 0x10000]);
    bus.load(PROGRAM, program);
    for (vector, handler) in [(0xFFFA, NMI), (0xFFFC, RESET), (0xFFFE, IRQ)] {
        bus.load(vector, &handler.to_le_bytes());
    }
    bus
}

fn start(p: u8) -> Mos6502 {
    Mos6502 { p, pc: PROGRAM, ..Mos6502::default() }
}

/// Checks PC after each step.
fn check(case: &str, bus: &mut TestBus, p: u8, expected: &[u16]) {
    let mut cpu = start(p);
    let found: Vec<_> = expected
        .iter()
        .map(|_| {
            cpu.step(bus);
            cpu.pc
        })
        .collect();
    assert_eq!(found, expected, "{case}: {found:04X?}");
}

fn check_irq(case: &str, program: &[u8], p: u8, at: usize, expected: &[u16]) {
    let mut bus = bus(program);
    bus.irq_from = Some(at);
    check(case, &mut bus, p, expected);
}

fn check_nmi(case: &str, program: &[u8], at: usize, expected: &[u16]) {
    let mut bus = bus(program);
    bus.nmi_at = Some(at);
    check(case, &mut bus, I, expected);
}

#[test]
fn lines_are_polled_before_the_last_cycle() {
    // LDA $1234 has four cycles.
    let load = [0xAD, 0x34, 0x12];
    for at in 0..=3 {
        check_irq("in time", &load, 0, at, &[0x0203, IRQ, IRQ + 1]);
        check_nmi("in time", &load, at, &[0x0203, NMI, NMI + 1]);
    }
    check_irq("too late", &load, 0, 4, &[0x0203, 0x0204, IRQ]);
    check_nmi("too late", &load, 4, &[0x0203, 0x0204, NMI]);
    check_irq("masked", &load, I, 0, &[0x0203, 0x0204, 0x0205]);
}

#[test]
fn a_change_of_i_takes_effect_one_instruction_late() {
    check_irq("CLI", &[0x58], I, 0, &[0x0201, 0x0202, IRQ]);
    check_irq("SEI", &[0x78], 0, 0, &[0x0201, IRQ, IRQ + 1]);
    check_irq("CLI, SEI", &[0x58, 0x78], I, 0, &[0x0201, 0x0202, IRQ]);
    check_irq("SEI, too late", &[0x78], 0, 2, &[0x0201, 0x0202, 0x0203]);
    // LDX #FE; TXS; PLP from 01FF.
    let pull = [0xA2, 0xFE, 0x9A, 0x28];
    for (case, p, stored, expected) in [
        ("PLP clears I", I, 0, [0x0202, 0x0203, 0x0204, 0x0205, IRQ]),
        ("PLP sets I", 0, I, [0x0202, 0x0203, 0x0204, IRQ, IRQ + 1]),
    ] {
        let mut bus = bus(&pull);
        bus.set(0x01FF, stored);
        bus.irq_from = Some(7);
        check(case, &mut bus, p, &expected);
    }
}

#[test]
fn rti_takes_effect_immediately() {
    // P and PC from 01FD.
    let program = [0xA2, 0xFC, 0x9A, 0x40];
    for (case, p, stored, expected) in [
        ("RTI clears I", I, 0, [0x0202, 0x0203, 0x0600, IRQ]),
        ("RTI sets I", 0, I, [0x0202, 0x0203, 0x0600, 0x0601]),
    ] {
        let mut bus = bus(&program);
        bus.load(0x01FD, &[stored, 0x00, 0x06]);
        bus.irq_from = Some(6);
        check(case, &mut bus, p, &expected);
    }
}

#[test]
fn a_taken_branch_polls_early() {
    // BCC +2 and BCS +2 with C clear; BCC -16 to another page.
    for (case, program, in_time, pc) in [
        ("taken", [0x90, 0x02], 1, 0x0204),
        ("not taken", [0xB0, 0x02], 1, 0x0202),
        ("crossing", [0x90, 0xF0], 3, 0x01F2),
    ] {
        check_irq(case, &program, 0, in_time, &[pc, IRQ]);
        check_nmi(case, &program, in_time, &[pc, NMI]);
        check_irq(case, &program, 0, in_time + 1, &[pc, pc + 1, IRQ]);
        check_nmi(case, &program, in_time + 1, &[pc, pc + 1, NMI]);
    }
}

#[test]
fn an_interrupt_takes_seven_cycles() {
    for (case, pc, vector, mut bus) in [
        ("IRQ", IRQ, 0xFFFE, TestBus { irq_from: Some(0), ..bus(&[]) }),
        ("NMI", NMI, 0xFFFA, TestBus { nmi_at: Some(0), ..bus(&[]) }),
    ] {
        // D does not change; bits 4 and 5 of the pushed P are 0 and 1.
        let mut cpu = Mos6502 { s: 0x01, ..start(0xCB) };
        cpu.step(&mut bus);
        bus.log.clear();
        assert_eq!(cpu.step(&mut bus), StepCost { cycles: 7, accesses: 7 });
        assert_eq!((cpu.pc, cpu.p, cpu.s), (pc, 0xCF, 0xFE), "{case}");
        let [low, high] = pc.to_le_bytes();
        let access = |writes, address, value| Access { writes, address, value };
        let expected = [
            access(false, 0x0201, 0xEA),
            access(false, 0x0201, 0xEA),
            access(true, 0x0101, 0x02),
            access(true, 0x0100, 0x01),
            access(true, 0x01FF, 0xEB),
            access(false, vector, low),
            access(false, vector + 1, high),
        ];
        assert_eq!(bus.log, expected, "{case}");
    }
}

#[test]
fn the_first_instruction_of_a_handler_is_executed() {
    // Both lines from the start: NMI has priority, IRQ is masked until the handler's RTI.
    let mut both = bus(&[]);
    (both.irq_from, both.nmi_at) = (Some(0), Some(0));
    both.set(NMI + 1, 0x40);
    check("both", &mut both, 0, &[0x0201, NMI, NMI + 1, 0x0201, IRQ]);
    // NMI during the last cycles of the IRQ sequence.
    let mut late = bus(&[]);
    (late.irq_from, late.nmi_at) = (Some(0), Some(7));
    check("late", &mut late, 0, &[0x0201, IRQ, IRQ + 1, NMI]);
}

#[test]
fn nmi_takes_over_a_vector() {
    for at in 0..=4 {
        let mut bus = bus(&[0x00]);
        bus.nmi_at = Some(at);
        let mut cpu = start(0);
        cpu.step(&mut bus);
        assert_eq!(cpu.pc, NMI, "BRK, {at}");
        assert_eq!(bus.memory[0x01FB], 0x30, "the pushed P shows BRK");
        cpu.step(&mut bus);
        cpu.step(&mut bus);
        assert_eq!(cpu.pc, NMI + 2, "NMI is accepted once");
    }
    check_nmi("BRK, too late", &[0x00], 5, &[IRQ, IRQ + 1, NMI]);
    // The IRQ sequence starts after two accesses.
    for at in 2..=6 {
        let mut bus = bus(&[]);
        (bus.irq_from, bus.nmi_at) = (Some(0), Some(at));
        check("IRQ", &mut bus, 0, &[0x0201, NMI, NMI + 1, NMI + 2]);
    }
}

/// In a response to NMI only, an edge while P is pushed or the low byte of the vector is read is lost (Visual 6502).
#[test]
fn an_nmi_edge_late_in_the_response_to_nmi_is_lost() {
    // The response starts after two accesses, or is a BRK taken over by an edge in its first cycles.
    for (case, program, first, begin) in [("NMI", &[][..], 0, 2), ("BRK taken over", &[0x00], 1, 0)] {
        for at in begin + 4..=begin + 8 {
            let mut bus = bus(program);
            bus.nmi_at = Some(first);
            let mut cpu = start(I);
            while cpu.pc != NMI {
                bus.nmi_again = Some(at);
                cpu.step(&mut bus);
            }
            cpu.step(&mut bus);
            cpu.step(&mut bus);
            let expected = if at <= begin + 6 { NMI + 2 } else { NMI };
            assert_eq!(cpu.pc, expected, "{case}, an edge after {at} accesses");
        }
    }
}

/// The discarded opcode before an interrupt is read by a fetch and not as data.
#[test]
fn discarded_opcodes_are_fetched() {
    let mut bus = bus(&[]);
    bus.irq_from = Some(0);
    let mut cpu = start(0);
    cpu.step(&mut bus);
    assert_eq!(bus.fetches, [0x0200]);
    cpu.step(&mut bus);
    assert_eq!(bus.fetches, [0x0200, 0x0201, 0x0201]);
    cpu.reset(&mut bus);
    assert_eq!(bus.fetches[3..], [IRQ, IRQ]);
}

/// SO edges after a number of accesses, and V as seen by the program (Visual 6502).
#[test]
fn so_sets_v() {
    // The program, and the numbers of accesses at which an edge is seen: after CLV, before the instruction that tests V.
    for (case, program, seen) in [
        ("PHP", &[0xB8, 0xEA, 0x08][..], 3..=5),
        ("BVS", &[0xB8, 0xEA, 0x70, 0x10], 3..=4),
        ("BVC", &[0xB8, 0xEA, 0x50, 0x10], 3..=4),
    ] {
        for at in 0..=9 {
            let mut bus = bus(program);
            bus.overflow_at = Some(at);
            let mut cpu = start(I);
            for _ in 0..3 {
                cpu.step(&mut bus);
            }
            let overflow = match case {
                "PHP" => bus.memory[0x01FD] & 0x40 != 0,
                "BVS" => cpu.pc == PROGRAM + 0x14,
                _ => cpu.pc == PROGRAM + 4,
            };
            // CLV clears the effect of an earlier edge.
            assert_eq!(overflow, seen.contains(&at), "{case}, an edge after {at} accesses");
        }
    }
    let mut pushed = bus(&[]);
    (pushed.irq_from, pushed.overflow_at) = (Some(0), Some(3));
    let mut cpu = start(0);
    cpu.step(&mut pushed);
    cpu.step(&mut pushed);
    assert_eq!((cpu.pc, pushed.memory[0x01FB]), (IRQ, 0x60));
}

#[test]
fn rdy_repeats_reads() {
    // INC $0210: RDY delays the read, but not the two writes.
    for (case, address, cycles) in
        [("data", 0x0210, 6 + 9), ("opcode", PROGRAM, 6 + 9), ("elsewhere", 0x0300, 6)]
    {
        let mut bus = bus(&[0xEE, 0x10, 0x02]);
        bus.slow = Some((address, 9));
        let step = start(0).step(&mut bus);
        assert_eq!((step.cycles, bus.elapsed, bus.log.len()), (cycles, u64::from(cycles), 6), "{case}");
        let mut bus = TestBus { slow: Some((address, 9)), ..self::bus(&[0xEE, 0x10, 0x02]) };
        assert_eq!(start(0).run(&mut bus, 1, |_| false).cycles, u64::from(cycles), "{case}");
    }
}

#[test]
fn reset_holds_the_processor() {
    for jammed in [false, true] {
        let mut bus = bus(&[if jammed { 0x02 } else { 0xEA }]);
        let mut cpu = start(0);
        cpu.step(&mut bus);
        bus.reset = 3;
        for _ in 0..3 {
            assert_eq!(cpu.step(&mut bus).cycles, 1);
            assert!(cpu.is_halted());
        }
        assert_eq!(cpu.step(&mut bus).cycles, 7);
        assert_eq!((cpu.pc, cpu.p & I, cpu.is_halted()), (RESET, I, false));
    }
}

#[test]
fn brk_skips_a_byte() {
    let mut bus = bus(&[0x00]);
    bus.set(IRQ, 0x40);
    check("BRK, RTI", &mut bus, 0, &[IRQ, 0x0202]);
}

#[test]
fn reset_reads_the_stack() {
    let mut bus = bus(&[]);
    let mut cpu = Mos6502 { s: 0x01, ..start(0xCB) };
    assert_eq!(cpu.reset(&mut bus), StepCost { cycles: 7, accesses: 7 });
    assert_eq!((cpu.pc, cpu.s, cpu.p), (RESET, 0xFE, 0xCF));
    let addresses: Vec<_> = bus.log.iter().map(|access| access.address).collect();
    assert_eq!(addresses, [0x0200, 0x0200, 0x0101, 0x0100, 0x01FF, 0xFFFC, 0xFFFD]);
    assert!(bus.writes().is_empty());
    cpu.s = 0;
    cpu.reset(&mut bus);
    assert_eq!(cpu.s, Mos6502::<u8>::default().s);
}

#[test]
fn only_reset_ends_jam() {
    for opcode in [0x02, 0x12, 0x22, 0x32, 0x42, 0x52, 0x62, 0x72, 0x92, 0xB2, 0xD2, 0xF2] {
        let mut bus = bus(&[opcode]);
        (bus.irq_from, bus.nmi_at) = (Some(0), Some(1));
        let mut cpu = start(0);
        let mut cycles = 0;
        for _ in 0..10 {
            cycles += cpu.step(&mut bus).cycles;
            assert!(cpu.is_halted());
            assert_eq!(Mos6502 { event: Event::None, ..cpu }, Mos6502 { pc: PROGRAM + 1, ..start(0) });
        }
        let addresses: Vec<_> = bus.log.iter().map(|access| access.address).collect();
        assert_eq!(addresses[..6], [0x0200, 0x0201, 0xFFFF, 0xFFFE, 0xFFFE, 0xFFFF]);
        assert!(addresses[6..].iter().all(|address| *address == 0xFFFF));
        assert_eq!(addresses.len(), cycles as usize);
        cpu.reset(&mut bus);
        assert!(!cpu.is_halted());
        assert_eq!(cpu.pc, RESET);
    }
}

/// Compares random instructions with random lines, access by access, with robo6502.
#[test]
fn random_programs_agree_with_robo6502() {
    let mut random = Random::new(7);
    let mut memory = random.memory();
    for byte in &mut memory {
        // A read-modify-write instead.
        if has_fault_in_robo6502(*byte) {
            *byte = 0xEE;
        }
    }
    let [mut ours, mut theirs] = [0, 1].map(|_| TestBus::new(&memory));
    let new = robo6502::Nmos::standard();
    for _ in 0..50_000 {
        let mut cpu = random.state();
        let mut robo = new.clone();
        robo.set_a(cpu.a);
        robo.set_x(cpu.x);
        robo.set_y(cpu.y);
        robo.set_sp(cpu.s);
        robo.set_status(cpu.p);
        robo.set_pc(cpu.pc);
        let lines = [0, 1].map(|_| Some(random.below(40)).filter(|at| *at < 30));
        for bus in [&mut ours, &mut theirs] {
            [bus.irq_from, bus.nmi_at] = lines;
        }
        for _ in 0..8 {
            if robo.run_instruction(&mut theirs).is_none() {
                // A JAM written by the program itself.
                break;
            }
            cpu.step(&mut ours);
            assert_eq!(ours.log, theirs.log);
            let same = (robo.a(), robo.x(), robo.y(), robo.sp(), robo.status() & FLAGS, robo.pc());
            assert_eq!((cpu.a, cpu.x, cpu.y, cpu.s, cpu.p, cpu.pc), same);
        }
        ours.restore();
        theirs.restore();
    }
}
