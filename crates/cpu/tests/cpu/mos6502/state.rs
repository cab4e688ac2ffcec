//! The processor state and its registers.

use arcadian_cpu::mos6502::Event;
use arcadian_cpu::{Core, Mos6502};

use super::test_bus::{FLAGS, Random, TestBus};

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
