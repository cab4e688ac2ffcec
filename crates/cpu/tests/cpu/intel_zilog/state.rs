//! Random processor states.

use arcadian_cpu::registers::{B, C, F};
use arcadian_cpu::z80::{After, Refresh};
use arcadian_cpu::{I8080, Z80};

use super::test_bus::Random;

/// The flags in F of the 8080.
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
