//! Comparison with the chip, cycle by cycle: waits by RDY, and interrupts during them.
//!
//! `chip.txt` was recorded from a simulation of the transistors of the NMOS 6502 (visual6502.org). A case has the lines in each
//! cycle and one item per cycle of the bus: `address:value` is a read, `address=value` a write, `-` a read that RDY repeats.
//!
//! Comparison of every sum and difference in decimal mode with the sequences in Bruce Clark's "Decimal Mode", appendix A.

use arcadian_cpu::{Bus, Core, MachineCycle, Mos6502};

use super::test_bus::{Random, TestBus};

/// A case of `chip.txt`.
#[derive(Default)]
struct Case {
    name: &'static str,
    rdy: &'static str,
    irq: &'static str,
    nmi: &'static str,
    cycles: Vec<&'static str>,
}

impl Case {
    fn parse(text: &'static str) -> Case {
        let (name, lines) = text.split_once('\n').unwrap();
        let mut case = Case { name, ..Case::default() };
        for line in lines.lines() {
            let (key, value) = line.split_once(' ').unwrap();
            match key {
                "rdy" => case.rdy = value,
                "irq" => case.irq = value,
                "nmi" => case.nmi = value,
                "bus" => case.cycles.extend(value.split(' ')),
                _ => panic!("{name}: {line}"),
            }
        }
        case
    }
}

fn is_active(line: &str, cycle: usize) -> bool {
    line.as_bytes().get(cycle).is_some_and(|state| *state != b'.')
}

/// Compares each access with a case. Reads return what the chip read.
struct Replay<'a> {
    case: &'a Case,
    now: usize,
    polled: usize,
}

impl Replay<'_> {
    fn is_over(&self) -> bool {
        self.now >= self.case.cycles.len()
    }

    /// Returns the recorded access in the last cycle. After the end of the case any access is right.
    fn expect(&self, access: &str) -> u8 {
        let Some(cycle) = self.case.cycles.get(self.now - 1) else { return 0xEA };
        let (kept, value) = cycle.split_at(cycle.len() - 2);
        assert_eq!(access.get(..5), Some(kept), "{}: cycle {}", self.case.name, self.now - 1);
        u8::from_str_radix(value, 16).unwrap()
    }
}

impl Bus for Replay<'_> {
    fn read(&mut self, address: u16) -> u8 {
        self.expect(&format!("{address:04X}:"))
    }

    fn write(&mut self, address: u16, value: u8) {
        let recorded = self.expect(&format!("{address:04X}="));
        assert!(self.now > self.case.cycles.len() || recorded == value, "{}: {address:04X}", self.case.name);
    }

    fn peek(&self, _address: u16) -> u8 {
        unreachable!()
    }

    fn irq(&mut self) -> bool {
        is_active(self.case.irq, self.now - 1)
    }

    fn nmi(&mut self) -> bool {
        let since = std::mem::replace(&mut self.polled, self.now);
        let line = self.case.nmi;
        (since..self.now).any(|cycle| is_active(line, cycle) && (cycle == 0 || !is_active(line, cycle - 1)))
    }

    fn is_nmi_active(&mut self) -> bool {
        is_active(self.case.nmi, self.now - 1)
    }

    fn wait_states(&mut self, _cycle: MachineCycle, _address: u16) -> u16 {
        (self.now..).take_while(|cycle| is_active(self.case.rdy, *cycle)).count().try_into().unwrap()
    }

    fn elapse(&mut self, cycles: u32) {
        self.now += cycles as usize;
    }
}

#[test]
fn the_core_agrees_with_the_chip_in_each_cycle() {
    for case in include_str!("chip.txt").split_terminator("\n\n").map(Case::parse) {
        let start = u16::from_str_radix(&case.cycles[0][..4], 16).unwrap();
        let mut cpu: Mos6502 = Mos6502 { pc: start, ..Mos6502::default() };
        let mut bus = Replay { case: &case, now: 0, polled: 0 };
        while !bus.is_over() {
            cpu.step(&mut bus);
        }
    }
}

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
