//! Names of registers, flags and counters in expressions.

use arcadian_cpu::{Bus, Register};
use arcadian_isa::Processor;
use arcadian_machine::{Backplane, Change, Machine, MachineCore};

use super::{Hardware, HardwareValue, View};
use crate::debuggee::{Group, Lvalue, SetError, Space, State, ValueId, Variable};

/// A flag: its name, and its bit in the flag register.
type Flag = (&'static str, u32);

/// Returns the flag register and the flags, under the names that sheets use. Flags of the Z80 end in F where the letter
/// alone is a register.
const fn flags(processor: Processor) -> (&'static str, &'static [Flag]) {
    match processor {
        Processor::I8080 => ("F", &[("S", 7), ("Z", 6), ("AC", 4), ("P", 2), ("CY", 0)]),
        Processor::Z80 => ("F", &[("S", 7), ("Z", 6), ("HF", 4), ("PV", 2), ("N", 1), ("CY", 0)]),
        Processor::Mos6502 => ("P", &[("N", 7), ("V", 6), ("D", 3), ("I", 2), ("Z", 1), ("C", 0)]),
    }
}

/// Registers whose changes are not reported: pairs and the flag register are shown by their parts, the program counter
/// by the row of code, and R changes with every instruction.
const DERIVED: [(&str, u32); 9] =
    [("AF", 16), ("PSW", 16), ("BC", 16), ("DE", 16), ("HL", 16), ("WZ", 16), ("F", 8), ("P", 8), ("R", 8)];

/// The register, flag, counter or value that a name refers to.
#[derive(Debug)]
enum Meaning<C: MachineCore> {
    Register(&'static Register<C>),
    Flag(&'static Register<C>, u32),
    ProgramCounter,
    /// The address that the stack pointer of the 6502 stands for.
    StackPointer,
    Steps,
    Cycles,
    /// A value of the hardware, by its index.
    Hardware(usize, HardwareValue),
}

type Entry<C> = (&'static str, Meaning<C>);

/// All names. A [`ValueId`] is an index into them.
#[derive(Debug)]
pub(super) struct Names<C: MachineCore> {
    entries: Vec<Entry<C>>,
}

impl<C: MachineCore> Names<C> {
    pub(super) fn new(hardware: &[HardwareValue]) -> Self {
        let mut entries = vec![("PC", Meaning::ProgramCounter)];
        entries.extend(C::REGISTERS.iter().map(|register| (register.name, Meaning::Register(register))));
        let (holder, flags) = flags(C::PROCESSOR);
        if let Some(register) = C::register(holder) {
            entries.extend(flags.iter().map(|(name, bit)| (*name, Meaning::Flag(register, *bit))));
        }
        if C::register("SP").is_none() {
            entries.push(("SP", Meaning::StackPointer));
        }
        entries.extend([("STEP", Meaning::Steps), ("CYCLES", Meaning::Cycles)]);
        let hardware = hardware.iter().enumerate();
        entries.extend(hardware.map(|(index, value)| (value.name, Meaning::Hardware(index, *value))));
        Names { entries }
    }

    pub(super) fn all(&self) -> impl Iterator<Item = &'static str> {
        self.entries.iter().map(|(name, _)| *name)
    }

    pub(super) fn find(&self, text: &str) -> Option<ValueId> {
        self.entries.iter().position(|(name, _)| name.eq_ignore_ascii_case(text)).map(ValueId)
    }

    pub(super) fn is_hardware(&self, id: ValueId) -> bool {
        matches!(self.entries.get(id.0), Some((_, Meaning::Hardware(..))))
    }

    pub(super) fn value(&self, id: ValueId, view: &View<C>) -> i64 {
        let core = view.moment.core;
        match self.entries.get(id.0).map(|(_, meaning)| meaning) {
            Some(Meaning::Register(register)) => (register.get)(core).into(),
            Some(Meaning::Flag(register, bit)) => ((register.get)(core) >> bit & 1).into(),
            Some(Meaning::ProgramCounter) => core.pc().into(),
            Some(Meaning::StackPointer) => core.stack().into(),
            Some(Meaning::Steps) => view.steps() as i64,
            Some(Meaning::Cycles) => view.cycles() as i64,
            Some(Meaning::Hardware(index, _)) => {
                view.hardware.map_or(0, |hardware| hardware.value(*index, view.moment.backplane))
            }
            None => 0,
        }
    }

    /// Returns the change of the machine that sets a value.
    pub(super) fn change(
        &self,
        id: ValueId,
        value: i64,
        machine: &Machine<C>,
    ) -> Result<Change<C>, SetError> {
        let unknown = || SetError::ReadOnly("an unknown value".to_owned());
        let (name, meaning) = self.entries.get(id.0).ok_or_else(unknown)?;
        Ok(match meaning {
            Meaning::Register(register) => Change::Register(register, fit(name, value, register.bits)?),
            Meaning::Flag(register, bit) => {
                let others = (register.get)(&machine.core) & !(1 << bit);
                Change::Register(register, others | fit(name, value, 1)? << bit)
            }
            Meaning::ProgramCounter => Change::Pc(fit(name, value, 16)?),
            Meaning::StackPointer | Meaning::Steps | Meaning::Cycles | Meaning::Hardware(..) => {
                return Err(SetError::ReadOnly((*name).to_owned()));
            }
        })
    }

    /// Returns the program counter with the registers, the flags, and the values of the hardware.
    pub(super) fn groups(&self, machine: &Machine<C>, hardware: Option<&dyn Hardware<C>>) -> Vec<Group> {
        let mut groups = vec![Group::empty("Registers"), Group::empty("Flags")];
        for (index, (name, meaning)) in self.entries.iter().enumerate() {
            let (group, value, bits) = match meaning {
                Meaning::ProgramCounter => ("Registers", machine.core.pc().into(), 16),
                Meaning::Register(register) => {
                    ("Registers", (register.get)(&machine.core).into(), register.bits)
                }
                Meaning::Flag(register, bit) => {
                    ("Flags", ((register.get)(&machine.core) >> bit & 1).into(), 1)
                }
                Meaning::Hardware(index, value) => {
                    let now = hardware.map_or(0, |hardware| hardware.value(*index, &machine.backplane));
                    (value.group, now, value.bits)
                }
                Meaning::StackPointer | Meaning::Steps | Meaning::Cycles => continue,
            };
            let is_settable = !matches!(meaning, Meaning::Hardware(..));
            let target = is_settable.then_some(Lvalue::Value(ValueId(index)));
            let is_derived = meaning.is_derived(name, bits);
            let variable = Variable { name: (*name).to_owned(), target, value, bits, is_derived };
            add(&mut groups, group, variable);
        }
        groups
    }
}

impl<C: MachineCore> Meaning<C> {
    /// Returns whether changes are evident from other values, or not worth reporting.
    fn is_derived(&self, name: &str, bits: u32) -> bool {
        match self {
            Meaning::Hardware(_, value) => value.is_derived,
            Meaning::ProgramCounter => true,
            _ => DERIVED.contains(&(name, bits)),
        }
    }
}

/// Adds a value to the group of this name, which is new or exists.
fn add(groups: &mut Vec<Group>, name: &'static str, variable: Variable) {
    match groups.iter_mut().find(|group| group.name == name) {
        Some(group) => group.values.push(variable),
        None => groups.push(Group { name, values: vec![variable] }),
    }
}

/// Converts a value to a number of bits; a negative one to two's complement.
fn fit(name: &str, value: i64, bits: u32) -> Result<u16, SetError> {
    let most = (1 << bits) - 1;
    let least = if bits == 1 { 0 } else { -(1 << (bits - 1)) };
    SetError::check(name, value, least, most).map(|value| (value & most) as u16)
}

/// Reads a byte or word of memory.
pub(super) fn load(backplane: &Backplane, space: Space, index: i64) -> Option<i64> {
    let address = u16::try_from(index).ok()?;
    match space {
        Space::Byte => Some(backplane.peek(address).into()),
        Space::Word => {
            let bytes = [address, address.wrapping_add(1)].map(|address| backplane.peek(address));
            Some(u16::from_le_bytes(bytes).into())
        }
        Space::Array(_) => None,
    }
}

/// Returns the bytes, with their addresses, that give a byte or word of memory a value.
pub(super) fn bytes(space: Space, index: i64, value: i64) -> Result<Vec<(u16, u8)>, SetError> {
    let Ok(address) = u16::try_from(index) else { return Err(SetError::NoElement(index)) };
    let name = format!("[{address:04X}]");
    match space {
        Space::Byte => Ok(vec![(address, fit(&name, value, 8)? as u8)]),
        Space::Word => {
            let [low, high] = fit(&name, value, 16)?.to_le_bytes();
            Ok(vec![(address, low), (address.wrapping_add(1), high)])
        }
        Space::Array(_) => Err(SetError::NoElement(index)),
    }
}
