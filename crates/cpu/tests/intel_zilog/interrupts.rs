//! When interrupts are accepted, what they take, and what they leave.

use arcadian_cpu::registers::{A, F};
use arcadian_cpu::z80::{After, Refresh, flag};
use arcadian_cpu::{Core, I8080, Z80};

use super::world::{Access, Random, World};

const PC: u16 = 0x1234;
const SP: u16 = 0x8000;

fn world(code: &[u8]) -> World {
    let mut world = World::new(&mut Random::new(5));
    world.place(PC, code);
    world
}

fn z80(im: u8) -> Z80 {
    let mut cpu = Z80 { im, iff1: true, iff2: true, i: 0x40, refresh: Refresh::new(0x80), ..Z80::default() };
    (cpu.r.pc, cpu.r.sp) = (PC, SP);
    cpu
}

fn i8080() -> I8080 {
    let mut cpu = I8080 { interrupts: true, ..I8080::default() };
    (cpu.r.pc, cpu.r.sp) = (PC, SP);
    cpu
}

fn pushed(world: &World) -> u16 {
    u16::from_le_bytes([world.memory[usize::from(SP) - 2], world.memory[usize::from(SP) - 1]])
}

#[test]
fn z80_modes() {
    // Mode, what the device gives, cycles, target.
    for (im, given, cycles, target) in [
        (0, &[0xFF][..], 13, 0x0038),
        (0, &[0xC7], 13, 0x0000),
        (0, &[0xCD, 0x78, 0x56], 19, 0x5678),
        (1, &[0x00], 13, 0x0038),
        (2, &[0x42], 19, 0xBEEF),
    ] {
        let mut world = world(&[0x00]);
        world.place(0x4042, &[0xEF, 0xBE]);
        (world.irq, world.given) = (true, given.to_vec());
        let mut cpu = z80(im);
        let step = cpu.step(&mut world);
        assert_eq!((step.cycles, cpu.pc()), (cycles, target), "mode {im}, {given:02X?}");
        assert_eq!(pushed(&world), PC, "mode {im}");
        assert_eq!((cpu.iff1, cpu.iff2, cpu.r.sp), (false, false, SP - 2), "mode {im}");
        assert_eq!(cpu.refresh.value(), 0x81, "mode {im}");
        assert_eq!(step.accesses as usize, world.accesses.len(), "mode {im}");
        let acknowledged = world.accesses.iter().filter(|access| **access == Access::Acknowledge).count();
        assert_eq!(acknowledged, given.len(), "mode {im}");
    }
}

#[test]
fn z80_mode_0_executes_an_instruction_without_operands_where_it_is() {
    let mut world = world(&[0x00]);
    (world.irq, world.given) = (true, vec![0x3C]);
    let mut cpu = z80(0);
    cpu.r[A] = 7;
    assert_eq!(cpu.step(&mut world).cycles, 6);
    assert_eq!((cpu.r[A], cpu.pc()), (8, PC));
}

#[test]
fn z80_mode_0_prefixes_come_from_the_device() {
    let mut world = world(&[0x00]);
    (world.irq, world.given) = (true, vec![0xDD, 0x21, 0x34, 0x12]);
    let mut cpu = z80(0);
    cpu.step(&mut world);
    assert_eq!((cpu.ix, cpu.pc()), (0x1234, PC));
}

#[test]
fn z80_endless_prefixes_from_a_device_end() {
    let mut world = world(&[0x00]);
    (world.irq, world.given) = (true, vec![0xDD; 1000]);
    let mut cpu = z80(0);
    assert_eq!(cpu.step(&mut world).accesses, 2);
}

#[test]
fn z80_ei_delays_by_one_instruction() {
    let mut world = world(&[0xFB, 0xFB, 0x00, 0x00]);
    world.irq = true;
    let mut cpu = Z80 { iff1: false, iff2: false, ..z80(1) };
    let places: Vec<u16> = (0..4)
        .map(|_| {
            cpu.step(&mut world);
            cpu.pc()
        })
        .collect();
    assert_eq!(places, [PC + 1, PC + 2, PC + 3, 0x0038]);
}

#[test]
fn z80_di_wins_at_once() {
    let mut world = world(&[0xFB, 0xF3, 0x00]);
    world.irq = true;
    let mut cpu = Z80 { iff1: false, ..z80(1) };
    for _ in 0..3 {
        cpu.step(&mut world);
    }
    assert_eq!(cpu.pc(), PC + 3);
}

#[test]
fn z80_nothing_comes_between_prefixes() {
    let mut world = world(&[0xDD, 0xFD, 0x21, 0x34, 0x12]);
    let mut cpu = z80(1);
    assert_eq!(cpu.step(&mut world).cycles, 4);
    (world.irq, world.nmi) = (true, true);
    assert_eq!(cpu.step(&mut world).cycles, 14);
    assert_eq!((cpu.iy, cpu.pc()), (0x1234, PC + 5));
    cpu.step(&mut world);
    assert_eq!(cpu.pc(), 0x0066);
}

#[test]
fn z80_nmi_keeps_iff2_and_retn_brings_it_back() {
    let mut world = world(&[0x00]);
    world.place(0x0066, &[0xED, 0x45]);
    (world.irq, world.nmi) = (true, true);
    let mut cpu = z80(1);
    let step = cpu.step(&mut world);
    assert_eq!((step.cycles, cpu.pc(), pushed(&world)), (11, 0x0066, PC));
    assert_eq!((cpu.iff1, cpu.iff2, cpu.refresh.value()), (false, true, 0x81));
    cpu.step(&mut world);
    assert_eq!((cpu.iff1, cpu.pc()), (true, PC));
    cpu.step(&mut world);
    assert_eq!(cpu.pc(), 0x0038);
}

#[test]
fn z80_an_nmi_comes_right_after_ei() {
    let mut world = world(&[0xFB]);
    let mut cpu = z80(1);
    cpu.step(&mut world);
    (world.irq, world.nmi) = (true, true);
    cpu.step(&mut world);
    assert_eq!(cpu.pc(), 0x0066);
}

#[test]
fn z80_halt_fetches_until_an_interrupt_and_returns_behind_itself() {
    for (irq, nmi, target) in [(true, false, 0x0038), (false, true, 0x0066)] {
        let mut world = world(&[0x76, 0x3C]);
        let mut cpu = z80(1);
        cpu.step(&mut world);
        assert!(cpu.is_halted());
        for _ in 0..3 {
            assert_eq!(cpu.step(&mut world).cycles, 4);
        }
        assert_eq!((cpu.pc(), cpu.refresh.value()), (PC + 1, 0x84));
        (world.irq, world.nmi) = (irq, nmi);
        cpu.step(&mut world);
        assert_eq!((cpu.pc(), pushed(&world), cpu.is_halted()), (target, PC + 1, false));
    }
}

#[test]
fn z80_halt_with_interrupts_disabled_stays() {
    let mut world = world(&[0x76]);
    world.irq = true;
    let mut cpu = Z80 { iff1: false, ..z80(1) };
    for _ in 0..5 {
        cpu.step(&mut world);
    }
    assert!(cpu.is_halted());
}

#[test]
fn z80_an_interrupt_right_after_ld_a_i_clears_the_copy_of_iff2() {
    for code in [[0xED, 0x57], [0xED, 0x5F]] {
        let mut world = world(&code);
        let mut cpu = z80(1);
        cpu.step(&mut world);
        assert_eq!(cpu.r[F] & flag::P, flag::P);
        world.irq = true;
        let mut later = cpu;
        cpu.step(&mut world);
        assert_eq!((cpu.r[F] & flag::P, cpu.pc()), (0, 0x0038));
        world.irq = false;
        later.step(&mut world);
        world.irq = true;
        let flags = later.r[F];
        later.step(&mut world);
        assert_eq!(later.r[F], flags);
    }
}

#[test]
fn z80_q_does_not_survive_an_interrupt() {
    let mut world = world(&[0xAF]);
    world.place(0x0038, &[0x37]);
    let mut cpu = z80(1);
    cpu.step(&mut world);
    assert!(cpu.q);
    world.irq = true;
    cpu.step(&mut world);
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
fn i8080_executes_what_the_device_gives() {
    for (given, cycles, target, stack) in [
        (&[0xFF][..], 11, 0x0038, SP - 2),
        (&[0xC7], 11, 0x0000, SP - 2),
        (&[0xCD, 0x78, 0x56], 17, 0x5678, SP - 2),
        (&[0xC3, 0x78, 0x56], 10, 0x5678, SP),
        (&[0x00], 4, PC, SP),
    ] {
        let mut world = world(&[0x00]);
        (world.irq, world.given) = (true, given.to_vec());
        let mut cpu = i8080();
        let step = cpu.step(&mut world);
        assert_eq!((step.cycles, cpu.pc(), cpu.r.sp), (cycles, target, stack), "{given:02X?}");
        assert!(!cpu.interrupts);
        if stack != SP {
            assert_eq!(pushed(&world), PC);
        }
    }
}

#[test]
fn i8080_ei_delays_by_one_instruction() {
    let mut world = world(&[0xFB, 0x00, 0x00]);
    world.irq = true;
    let mut cpu = I8080 { interrupts: false, ..i8080() };
    let places: Vec<u16> = (0..3)
        .map(|_| {
            cpu.step(&mut world);
            cpu.pc()
        })
        .collect();
    assert_eq!(places, [PC + 1, PC + 2, 0x0038]);
}

#[test]
fn i8080_hlt_waits() {
    let mut world = world(&[0x76]);
    let mut cpu = i8080();
    assert_eq!(cpu.step(&mut world).cycles, 7);
    let waiting = cpu;
    assert_eq!((cpu.step(&mut world).accesses, cpu), (0, waiting));
    world.irq = true;
    cpu.step(&mut world);
    assert_eq!((cpu.pc(), pushed(&world), cpu.is_halted()), (0x0038, PC + 1, false));
}

#[test]
fn i8080_hlt_with_interrupts_disabled_stays() {
    let mut world = world(&[0x76]);
    world.irq = true;
    let mut cpu = I8080 { interrupts: false, ..i8080() };
    for _ in 0..5 {
        cpu.step(&mut world);
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
fn a_run_is_its_steps() {
    let mut random = Random::new(9);
    for _ in 0..50 {
        let mut straight = World::new(&mut Random::new(random.next()));
        let mut stepped = World::new(&mut Random::new(0));
        stepped.memory.clone_from(&straight.memory);
        let mut one = super::state::z80(&mut random);
        let mut two = one;
        let ran = one.run(&mut straight, 500, |_| false);
        let mut cycles = 0;
        for _ in 0..ran.instructions {
            cycles += u64::from(two.step(&mut stepped).cycles);
        }
        assert_eq!((one, ran.cycles), (two, cycles));
        assert_eq!(straight.memory, stepped.memory);
        assert_eq!(ran.accesses as usize, straight.accesses.len());
        assert!(ran.instructions == 500 || one.is_halted());
    }
}

#[test]
fn a_run_goes_on_behind_an_interrupt() {
    let mut world = world(&[0xFB, 0x00, 0x00]);
    world.place(0x0038, &[0x3C, 0x3C, 0x3C]);
    world.irq = true;
    let mut one = I8080 { interrupts: false, ..i8080() };
    let mut two = one;
    one.run(&mut world, 6, |_| false);
    for _ in 0..6 {
        two.step(&mut world);
    }
    assert_eq!((one, one.pc()), (two, 0x003B));
}
