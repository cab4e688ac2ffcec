//! What expressions call the parts of a machine.

use arcadian_cpu::{Bus, Core, Register};
use arcadian_isa::Processor;
use arcadian_machine::{Backplane, Change, Machine};

use super::Seen;
use crate::debuggee::{Group, Name, Refused, Space, State, Target, Variable};

/// A flag: its name, and its bit in the register of the flags.
type Flag = (&'static str, u32);

/// The flags as sheets call them. Those of the Z80 end in F where the letter alone is a register.
const fn flags(processor: Processor) -> (&'static str, &'static [Flag]) {
    match processor {
        Processor::I8080 => ("F", &[("S", 7), ("Z", 6), ("AC", 4), ("P", 2), ("CY", 0)]),
        Processor::Z80 => ("F", &[("S", 7), ("Z", 6), ("HF", 4), ("PV", 2), ("N", 1), ("CY", 0)]),
        Processor::Mos6502 => ("P", &[("N", 7), ("V", 6), ("D", 3), ("I", 2), ("Z", 1), ("C", 0)]),
    }
}

/// What a name stands for.
#[derive(Debug)]
enum Meaning<C: Core> {
    Register(&'static Register<C>),
    Flag(&'static Register<C>, u32),
    Pc,
    /// The address that the stack pointer means.
    Stack,
    Step,
    Cycles,
}

/// All names, a row each; a [`Name`] is the number of a row.
#[derive(Debug)]
pub(super) struct Names<C: Core> {
    rows: Vec<(&'static str, Meaning<C>)>,
}

impl<C: Core> Names<C> {
    pub(super) fn new() -> Self {
        let mut rows = vec![("PC", Meaning::Pc)];
        rows.extend(C::REGISTERS.iter().map(|register| (register.name, Meaning::Register(register))));
        let (holder, flags) = flags(C::PROCESSOR);
        if let Some(register) = C::register(holder) {
            rows.extend(flags.iter().map(|(name, bit)| (*name, Meaning::Flag(register, *bit))));
        }
        if C::register("SP").is_none() {
            rows.push(("SP", Meaning::Stack));
        }
        rows.extend([("STEP", Meaning::Step), ("CYCLES", Meaning::Cycles)]);
        Names { rows }
    }

    pub(super) fn all(&self) -> impl Iterator<Item = &'static str> {
        self.rows.iter().map(|(name, _)| *name)
    }

    pub(super) fn find(&self, text: &str) -> Option<Name> {
        self.rows.iter().position(|(name, _)| name.eq_ignore_ascii_case(text)).map(Name)
    }

    pub(super) fn value(&self, name: Name, seen: &Seen<C>) -> i64 {
        let core = seen.moment.core;
        match self.rows.get(name.0).map(|(_, meaning)| meaning) {
            Some(Meaning::Register(register)) => (register.get)(core).into(),
            Some(Meaning::Flag(register, bit)) => ((register.get)(core) >> bit & 1).into(),
            Some(Meaning::Pc) => core.pc().into(),
            Some(Meaning::Stack) => core.stack().into(),
            Some(Meaning::Step) => seen.now() as i64,
            Some(Meaning::Cycles) => seen.clock() as i64,
            None => 0,
        }
    }

    /// The change that gives something named a value.
    pub(super) fn change(&self, name: Name, value: i64, machine: &Machine<C>) -> Result<Change<C>, Refused> {
        let Some((name, meaning)) = self.rows.get(name.0) else { return Err(Refused::NothingThere(value)) };
        Ok(match meaning {
            Meaning::Register(register) => Change::Register(register, fitting(name, value, register.bits)?),
            Meaning::Flag(register, bit) => {
                let others = (register.get)(&machine.core) & !(1 << bit);
                Change::Register(register, others | fitting(name, value, 1)? << bit)
            }
            Meaning::Pc => Change::Pc(fitting(name, value, 16)?),
            Meaning::Stack | Meaning::Step | Meaning::Cycles => {
                return Err(Refused::ReadOnly((*name).to_owned()));
            }
        })
    }

    /// PC and the registers; the flags.
    pub(super) fn groups(&self, machine: &Machine<C>) -> Vec<Group> {
        let (mut registers, mut flags) = (Vec::new(), Vec::new());
        for (number, (name, meaning)) in self.rows.iter().enumerate() {
            let variable = |value: u16, bits| Variable {
                name: (*name).to_owned(),
                target: Target::Name(Name(number)),
                value: value.into(),
                bits,
            };
            match meaning {
                Meaning::Pc => registers.push(variable(machine.core.pc(), 16)),
                Meaning::Register(register) => {
                    registers.push(variable((register.get)(&machine.core), register.bits));
                }
                Meaning::Flag(register, bit) => {
                    flags.push(variable((register.get)(&machine.core) >> bit & 1, 1));
                }
                Meaning::Stack | Meaning::Step | Meaning::Cycles => {}
            }
        }
        vec![Group { name: "Registers", values: registers }, Group { name: "Flags", values: flags }]
    }
}

/// A value of so many bits; negative ones as two's complement.
fn fitting(name: &str, value: i64, bits: u32) -> Result<u16, Refused> {
    let most = (1 << bits) - 1;
    let least = if bits == 1 { 0 } else { -(1 << (bits - 1)) };
    match (least..=most).contains(&value) {
        true => Ok((value & most) as u16),
        false => Err(Refused::DoesNotFit { name: name.to_owned(), value, least, most }),
    }
}

/// A byte or word of memory.
pub(super) fn load(backplane: &Backplane, space: Space, index: i64) -> Option<i64> {
    let address = u16::try_from(index).ok()?;
    match space {
        Space::Byte => Some(backplane.peek(address).into()),
        Space::Word => {
            let bytes = [address, address.wrapping_add(1)].map(|address| backplane.peek(address));
            Some(u16::from_le_bytes(bytes).into())
        }
        Space::At | Space::Star | Space::Memory => None,
    }
}

/// The bytes that give a byte or word of memory a value, with their addresses.
pub(super) fn bytes(space: Space, index: i64, value: i64) -> Result<Vec<(u16, u8)>, Refused> {
    let Ok(address) = u16::try_from(index) else { return Err(Refused::NothingThere(index)) };
    let name = format!("[{address:04X}]");
    match space {
        Space::Byte => Ok(vec![(address, fitting(&name, value, 8)? as u8)]),
        Space::Word => {
            let [low, high] = fitting(&name, value, 16)?.to_le_bytes();
            Ok(vec![(address, low), (address.wrapping_add(1), high)])
        }
        Space::At | Space::Star | Space::Memory => Err(Refused::NothingThere(index)),
    }
}
