//! Comparison with the chip, cycle by cycle: waits by RDY, and interrupts during them.
//!
//! `chip.txt` was recorded from a simulation of the transistors of the NMOS 6502 (visual6502.org). A case has the lines in each
//! cycle and one item per cycle of the bus: `address:value` is a read, `address=value` a write, `-` a read that RDY repeats.

use arcadian_cpu::{Bus, Core, MachineCycle, Mos6502};

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

/// Returns whether a line is active in a cycle.
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
