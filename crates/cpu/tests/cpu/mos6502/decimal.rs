//! Comparison of every sum and difference in decimal mode with the sequences in Bruce Clark's "Decimal Mode", appendix A.

use arcadian_cpu::{Core, Mos6502};

use super::test_bus::{Random, TestBus};

/// A, then N, V, Z, C.
type Outcome = (u8, bool, bool, bool, bool);

fn low_byte(value: i32) -> u8 {
    u8::try_from(value & 0xFF).unwrap()
}

fn signed(value: i32) -> i32 {
    if value >= 0x80 { value - 0x100 } else { value }
}

/// Sequence 1 determines A and C, sequence 2 N and V, the binary sum Z.
fn add(a: i32, b: i32, c: i32) -> Outcome {
    let mut al = (a & 0x0F) + (b & 0x0F) + c;
    if al >= 0x0A {
        al = ((al + 0x06) & 0x0F) + 0x10;
    }
    let mut sum = (a & 0xF0) + (b & 0xF0) + al;
    if sum >= 0xA0 {
        sum += 0x60;
    }
    let between = signed(a & 0xF0) + signed(b & 0xF0) + al;
    let n = between & 0x80 != 0;
    let v = !(-128..=127).contains(&between);
    (low_byte(sum), n, v, low_byte(a + b + c) == 0, sum >= 0x100)
}

/// Sequence 3 determines A, the binary difference all flags.
fn subtract(a: i32, b: i32, c: i32) -> Outcome {
    let mut al = (a & 0x0F) - (b & 0x0F) + c - 1;
    if al < 0 {
        al = ((al - 0x06) & 0x0F) - 0x10;
    }
    let mut difference = (a & 0xF0) - (b & 0xF0) + al;
    if difference < 0 {
        difference -= 0x60;
    }
    let binary = a - b + c - 1;
    let v = !(-128..=127).contains(&(signed(a) - signed(b) + c - 1));
    (low_byte(difference), binary & 0x80 != 0, v, low_byte(binary) == 0, binary >= 0)
}

/// Checks an opcode with an immediate operand for every A, operand and carry.
fn check(opcode: u8, expected: fn(i32, i32, i32) -> Outcome) {
    let mut bus = TestBus::new(&Random::new(1).memory());
    for case in 0..0x20000_u32 {
        let [a, b, c, _] = case.to_le_bytes();
        bus.load(0x0200, &[opcode, b]);
        let mut cpu = Mos6502 { a, p: 0x08 | c, pc: 0x0200, ..Mos6502::default() };
        cpu.step(&mut bus);
        let flag = |bit: u32| cpu.p >> bit & 1 != 0;
        let found = (cpu.a, flag(7), flag(6), flag(1), flag(0));
        assert_eq!(found, expected(a.into(), b.into(), c.into()), "{opcode:02X}: {a:02X} {b:02X} {c}");
        bus.restore();
    }
}

#[test]
fn sums() {
    check(0x69, add);
}

#[test]
fn differences() {
    check(0xE9, subtract);
    check(0xEB, subtract);
}
