//! Every opcode in thousands of random states, with mos6502 and robo6502 as witnesses.
//!
//! What the witnesses have wrong stands in [`FAULTS`]. A difference that is not there fails, and so does a row without
//! a difference.

use std::collections::BTreeSet;

use arcadian_cpu::{Core, Mos6502};
use arcadian_isa::mos6502::TABLE;
use mos6502::instruction::Nmos6502;
use mos6502::registers::{StackPointer, Status};
use robo6502::Cpu as _;

use crate::machine::{Chance, FLAGS, Machine};
use crate::rows::crosses;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Witness {
    Mos,
    Robo,
}
use Witness::{Mos, Robo};

/// When a fault shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum When {
    Always,
    /// D is set.
    Decimal,
    /// The instruction took its extra cycle, or would have if it had one.
    Crossed,
    /// The instruction wrote over its own operand.
    Overwritten,
}

struct Fault {
    witness: Witness,
    /// In hexadecimal.
    opcodes: &'static str,
    when: When,
    /// Registers and flags by their letters, `pc`, `cycles`, `bus`, `memory`, `all` if it does nothing.
    what: &'static str,
    #[expect(dead_code, reason = "for the reader")]
    why: &'static str,
}

const FAULTS: &[Fault] = &[
    Fault {
        witness: Mos,
        opcodes: "93 9B 9C 9E 9F AB",
        when: When::Always,
        what: "all",
        why: "SHA, TAS, SHY, SHX and LXA are not implemented",
    },
    Fault {
        witness: Mos,
        opcodes: "61 65 69 6D 71 75 79 7D 63 67 6F 73 77 7B 7F",
        when: When::Decimal,
        what: "N V Z",
        why: "ADC and RRA take the flags from the corrected sum",
    },
    Fault {
        witness: Mos,
        opcodes: "E1 E5 E9 ED F1 F5 F9 FD EB E3 E7 EF F3 F7 FB FF",
        when: When::Decimal,
        what: "N Z",
        why: "SBC and ISC take the flags from the corrected difference",
    },
    Fault { witness: Mos, opcodes: "6B", when: When::Decimal, what: "A C", why: "ARR does not heed D" },
    Fault { witness: Mos, opcodes: "8B", when: When::Always, what: "A Z", why: "XAA has the constant FF" },
    Fault {
        witness: Mos,
        opcodes: "20",
        when: When::Overwritten,
        what: "pc",
        why: "JSR takes the high byte of its target before the pushes",
    },
    Fault {
        witness: Mos,
        opcodes: "1E 3E 5E 7E DE FE 13 1B 1F 33 3B 3F 53 5B 5F 73 7B 7F D3 DB DF F3 FB FF",
        when: When::Crossed,
        what: "cycles",
        why: "one more cycle across a page, where the chip always takes it",
    },
    Fault { witness: Robo, opcodes: "8B", when: When::Always, what: "A Z", why: "XAA has the constant FF" },
    Fault {
        witness: Robo,
        opcodes: "AB",
        when: When::Always,
        what: "A X N Z",
        why: "LXA has the constant 00",
    },
    Fault { witness: Robo, opcodes: "BB", when: When::Always, what: "N Z", why: "LAS leaves the flags" },
    Fault {
        witness: Robo,
        opcodes: "02 12 22 32 42 52 62 72 92 B2 D2 F2",
        when: When::Always,
        what: "pc bus",
        why: "JAM stands on its opcode and does not read the byte after it",
    },
];

/// What both sides say of one execution.
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

/// Holds differences against the list and notes the rows that explained one.
struct Judge {
    seen: BTreeSet<(usize, &'static str, u8)>,
}

impl Judge {
    fn hears(&mut self, witness: Witness, opcode: u8, situations: &[When], what: &'static str, case: &str) {
        let text = format!("{opcode:02X}");
        let row = FAULTS.iter().position(|fault| {
            fault.witness == witness
                && fault.opcodes.split(' ').any(|code| code == text)
                && situations.contains(&fault.when)
                && fault.what.split(' ').any(|known| known == what)
        });
        let row = row.unwrap_or_else(|| panic!("{witness:?} differs in {what}\n{case}"));
        self.seen.insert((row, what, opcode));
    }

    /// Every row must have explained something for each of its opcodes, and each of its differences somewhere.
    fn ends(&self) {
        for (row, fault) in FAULTS.iter().enumerate() {
            for code in fault.opcodes.split(' ') {
                let opcode = u8::from_str_radix(code, 16).unwrap();
                let occurs = self.seen.iter().any(|seen| seen.0 == row && seen.2 == opcode);
                assert!(occurs, "{:?} has nothing wrong with {code}: {}", fault.witness, fault.what);
            }
            for what in fault.what.split(' ') {
                let occurs = self.seen.iter().any(|seen| seen.0 == row && seen.1 == what);
                assert!(occurs, "{:?} is right in {what} of {}", fault.witness, fault.opcodes);
            }
        }
    }
}

const CASES: usize = 3000;

#[test]
fn every_opcode() {
    let mut chance = Chance::new(3);
    let memory = chance.memory();
    let [mut machine, mut robo_machine] = [0, 1].map(|_| Machine::new(&memory));
    let mut mos = mos6502::cpu::CPU::new(Machine::new(&memory), Nmos6502);
    let robo_new = robo6502::Nmos::standard();
    let mut judge = Judge { seen: BTreeSet::new() };

    for (opcode, row) in (0..=0xFF).zip(&TABLE) {
        for _ in 0..CASES {
            let start = chance.state();
            let bytes = [opcode, chance.byte(), chance.byte()];
            for machine in [&mut machine, &mut robo_machine, &mut mos.memory] {
                machine.put(start.pc, &bytes);
            }

            let mut situations = vec![When::Always];
            if start.p & 0x08 != 0 {
                situations.push(When::Decimal);
            }
            if crosses(&start, row, bytes, &machine.memory) {
                situations.push(When::Crossed);
            }

            let mut cpu = start;
            let step = cpu.step(&mut machine);
            assert_eq!(step.cycles, step.accesses);
            assert_eq!(step.accesses as usize, machine.log.len());

            let operand = [1, 2].map(|at| start.pc.wrapping_add(at));
            if machine.writes().iter().any(|(address, _)| operand.contains(address)) {
                situations.push(When::Overwritten);
            }
            let case = format!("{bytes:02X?} {start:02X?}\nthen {cpu:02X?}\n{:04X?}", machine.log);

            let mut robo = robo_new.clone();
            robo.set_a(start.a);
            robo.set_x(start.x);
            robo.set_y(start.y);
            robo.set_sp(start.s);
            robo.set_status(start.p);
            robo.set_pc(start.pc);
            robo.run_instruction(&mut robo_machine);
            let outcome = Outcome {
                a: robo.a(),
                x: robo.x(),
                y: robo.y(),
                s: robo.sp(),
                p: robo.status() & FLAGS,
                pc: robo.pc(),
            };
            for what in ours(cpu).differences(&outcome) {
                judge.hears(Robo, opcode, &situations, what, &case);
            }
            if machine.log != robo_machine.log {
                judge.hears(Robo, opcode, &situations, "bus", &format!("{case}\n{:04X?}", robo_machine.log));
            }

            // Wakes it from JAM.
            mos.reset();
            mos.memory.log.clear();
            mos.registers.accumulator = start.a;
            mos.registers.index_x = start.x;
            mos.registers.index_y = start.y;
            mos.registers.stack_pointer = StackPointer(start.s);
            mos.registers.status = Status::from_bits_truncate(start.p);
            mos.registers.program_counter = start.pc;
            let before = mos.cycles;
            if mos.single_step() {
                let registers = &mos.registers;
                let outcome = Outcome {
                    a: registers.accumulator,
                    x: registers.index_x,
                    y: registers.index_y,
                    s: registers.stack_pointer.0,
                    p: registers.status.bits() & FLAGS,
                    pc: registers.program_counter,
                };
                for what in ours(cpu).differences(&outcome) {
                    judge.hears(Mos, opcode, &situations, what, &format!("{case}\n{registers:02X?}"));
                }
                if mos.cycles - before != u64::from(step.cycles) {
                    judge.hears(Mos, opcode, &situations, "cycles", &case);
                }
                let changed = |(address, _): &(u16, u8)| {
                    let at = usize::from(*address);
                    machine.memory[at] != mos.memory.memory[at]
                };
                if machine.writes().iter().chain(&mos.memory.writes()).any(changed) {
                    judge.hears(Mos, opcode, &situations, "memory", &case);
                }
            } else {
                judge.hears(Mos, opcode, &situations, "all", &case);
            }

            for machine in [&mut machine, &mut robo_machine, &mut mos.memory] {
                machine.restore();
            }
        }
    }
    judge.ends();
}
