//! Comparison of every opcode with mos6502 and robo6502 in thousands of random states.
//!
//! Their known faults are listed in `faults.txt`. A difference that is not listed fails, and so does a listed one that does not
//! occur.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use arcadian_cpu::{Core, Mos6502};
use arcadian_isa::mos6502::TABLE;
use arcadian_peers::{Mos6502 as PeerMos6502, Peer};
use robo6502::Cpu as _;

use super::rows::crosses;
use super::test_bus::{FLAGS, Random, TestBus};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reference {
    Mos,
    Robo,
}
use Reference::{Mos, Robo};

/// The condition under which a fault occurs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum When {
    Always,
    /// If D is set.
    Decimal,
    /// If the indexed address or the branch crosses a page.
    Crossed,
    /// If the instruction overwrites its own operand.
    Overwritten,
}

struct Fault {
    reference: Reference,
    when: When,
    what: &'static str,
    /// The opcodes in hexadecimal.
    opcodes: &'static str,
}

impl Fault {
    fn concerns(&self, reference: Reference, opcode: u8) -> bool {
        let text = format!("{opcode:02X}");
        self.reference == reference && self.opcodes.split(' ').any(|code| code == text)
    }
}

pub(crate) fn has_fault_in_robo6502(opcode: u8) -> bool {
    FAULTS.iter().any(|fault| fault.concerns(Robo, opcode))
}

static FAULTS: LazyLock<Vec<Fault>> = LazyLock::new(|| {
    let lines = include_str!("faults.txt").lines().filter(|line| !line.starts_with('#'));
    let faults = lines.map(|line| {
        let [reference, when, what, opcodes, _why] = *line.split(" | ").collect::<Vec<_>>() else {
            panic!("{line}")
        };
        let reference = if reference == "Mos" { Mos } else { Robo };
        let whens = [When::Always, When::Decimal, When::Crossed, When::Overwritten];
        let when = whens.into_iter().find(|other| format!("{other:?}") == when).expect(line);
        Fault { reference, when, what, opcodes }
    });
    faults.collect()
});

/// The registers after an execution.
#[derive(Clone, Copy)]
struct Outcome {
    a: u8,
    x: u8,
    y: u8,
    s: u8,
    p: u8,
    pc: u16,
}

impl Outcome {
    fn differences(&self, other: &Outcome) -> impl Iterator<Item = &'static str> {
        let (one, other) = (*self, *other);
        let registers = [
            (one.a != other.a, "A"),
            (one.x != other.x, "X"),
            (one.y != other.y, "Y"),
            (one.s != other.s, "S"),
            (one.pc != other.pc, "pc"),
        ];
        let flag = move |bit: u32| (one.p ^ other.p) >> bit & 1 != 0;
        let flags = [(7, "N"), (6, "V"), (3, "D"), (2, "I"), (1, "Z"), (0, "C")];
        let flags = flags.map(|(bit, name)| (flag(bit), name));
        registers.into_iter().chain(flags).filter(|(differ, _)| *differ).map(|(_, name)| name)
    }
}

fn ours(cpu: Mos6502) -> Outcome {
    Outcome { a: cpu.a, x: cpu.x, y: cpu.y, s: cpu.s, p: cpu.p, pc: cpu.pc }
}

fn theirs(cpu: &dyn Peer) -> Outcome {
    let [a, x, y, s, p] = ["A", "X", "Y", "S", "P"].map(|name| cpu.get(name).expect("a register"));
    Outcome { a, x, y, s, p: p & FLAGS, pc: cpu.pc() }
}

/// Looks up differences in the list and records the entries used.
struct FaultChecker {
    seen: BTreeSet<(usize, &'static str, u8)>,
}

impl FaultChecker {
    fn report(
        &mut self,
        reference: Reference,
        opcode: u8,
        situations: &[When],
        what: &'static str,
        case: &str,
    ) {
        let row = FAULTS.iter().position(|fault| {
            fault.concerns(reference, opcode)
                && situations.contains(&fault.when)
                && fault.what.split(' ').any(|known| known == what)
        });
        let row = row.unwrap_or_else(|| panic!("{reference:?} differs in {what}\n{case}"));
        self.seen.insert((row, what, opcode));
    }

    /// Checks that each entry has been used for each of its opcodes, and for each of its differences.
    fn finish(&self) {
        for (row, fault) in FAULTS.iter().enumerate() {
            for code in fault.opcodes.split(' ') {
                let opcode = u8::from_str_radix(code, 16).unwrap();
                let occurs = self.seen.iter().any(|seen| seen.0 == row && seen.2 == opcode);
                assert!(occurs, "{:?} is correct for {code}: {}", fault.reference, fault.what);
            }
            for what in fault.what.split(' ') {
                let occurs = self.seen.iter().any(|seen| seen.0 == row && seen.1 == what);
                assert!(occurs, "{:?} is correct in {what} of {}", fault.reference, fault.opcodes);
            }
        }
    }
}

const CASES: usize = 3000;

#[test]
fn every_opcode() {
    let mut random = Random::new(3);
    let memory = random.memory();
    let [mut bus, mut robo_bus, mut mos_bus] = [0, 1, 2].map(|_| TestBus::new(&memory));
    let robo_new = robo6502::Nmos::standard();
    let mut checker = FaultChecker { seen: BTreeSet::new() };

    for (opcode, row) in (0..=0xFF).zip(&TABLE) {
        for _ in 0..CASES {
            let start = random.state();
            let bytes = [opcode, random.byte(), random.byte()];
            for bus in [&mut bus, &mut robo_bus, &mut mos_bus] {
                bus.load(start.pc, &bytes);
            }

            let mut situations = vec![When::Always];
            if start.p & 0x08 != 0 {
                situations.push(When::Decimal);
            }
            if crosses(&start, row, bytes, &bus.memory) {
                situations.push(When::Crossed);
            }

            let mut cpu = start;
            let step = cpu.step(&mut bus);
            assert_eq!(step.cycles, step.accesses);
            assert_eq!(step.accesses as usize, bus.log.len());

            let operand = [1, 2].map(|at| start.pc.wrapping_add(at));
            if bus.writes().iter().any(|(address, _)| operand.contains(address)) {
                situations.push(When::Overwritten);
            }
            let case = format!("{bytes:02X?} {start:02X?}\nthen {cpu:02X?}\n{:04X?}", bus.log);

            let mut robo = robo_new.clone();
            robo.set_a(start.a);
            robo.set_x(start.x);
            robo.set_y(start.y);
            robo.set_sp(start.s);
            robo.set_status(start.p);
            robo.set_pc(start.pc);
            robo.run_instruction(&mut robo_bus);
            let outcome = Outcome {
                a: robo.a(),
                x: robo.x(),
                y: robo.y(),
                s: robo.sp(),
                p: robo.status() & FLAGS,
                pc: robo.pc(),
            };
            for what in ours(cpu).differences(&outcome) {
                checker.report(Robo, opcode, &situations, what, &case);
            }
            if bus.log != robo_bus.log {
                checker.report(Robo, opcode, &situations, "bus", &format!("{case}\n{:04X?}", robo_bus.log));
            }

            let mut mos = PeerMos6502::default();
            mos.set(&[("A", start.a), ("X", start.x), ("Y", start.y), ("S", start.s), ("P", start.p)]);
            mos.set_pc(start.pc);
            if mos.step(&mut mos_bus) {
                for what in ours(cpu).differences(&theirs(&mos)) {
                    let case = format!("{case}\n{:02X?}", mos.registers());
                    checker.report(Mos, opcode, &situations, what, &case);
                }
                if mos.cycles() != u64::from(step.cycles) {
                    checker.report(Mos, opcode, &situations, "cycles", &case);
                }
                let changed = |(address, _): &(u16, u8)| {
                    let at = usize::from(*address);
                    bus.memory[at] != mos_bus.memory[at]
                };
                if bus.writes().iter().chain(&mos_bus.writes()).any(changed) {
                    checker.report(Mos, opcode, &situations, "memory", &case);
                }
            } else {
                checker.report(Mos, opcode, &situations, "all", &case);
            }

            for bus in [&mut bus, &mut robo_bus, &mut mos_bus] {
                bus.restore();
            }
        }
    }
    checker.finish();
}
