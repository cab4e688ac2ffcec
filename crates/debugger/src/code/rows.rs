//! Disassembly of memory as rows, with the labels and comments of the source, and the views of machine code. Names of
//! registers, flags and counters in expressions.

use arcadian_cpu::{Bus, Register};
use arcadian_isa::{Instruction, Processor, hex};
use arcadian_machine::{Backplane, Change, DeviceEvent, Machine, MachineCore, MachineView};

use super::{Hardware, HardwareValue, Source, call_stack::CallStack};
use crate::{
    debuggee::{
        CodeRow, Group, Language, Location, Lvalue, Screen, SetError, Space, State, ValueId, Variable,
    },
    notation::Notation,
};

/// The length of the longest instruction.
const LONGEST: u16 = 4;

/// The most bytes of data in one row.
const DATA: u16 = 8;

/// Returns up to `before` rows before the row at a location, that row, and up to `after` rows after it.
pub(super) fn around<C: MachineCore>(
    machine: &Machine<C>,
    source: &Source,
    around: Location,
    before: usize,
    after: usize,
) -> Vec<CodeRow> {
    let here = around.0 as u16;
    let mut rows = Vec::new();
    let mut address = first(machine, source, here, before);
    let mut remaining = usize::MAX;
    while remaining > 0 {
        if address == here {
            remaining = after + 1;
        }
        let row = row(machine, source, address);
        let next = address.wrapping_add(row.bytes.len() as u16);
        rows.push(row);
        remaining -= 1;
        if next < address {
            break;
        }
        address = next;
    }
    rows
}

/// Returns an address from which `before` rows, or fewer, lead exactly to `here`.
fn first<C: MachineCore>(machine: &Machine<C>, source: &Source, here: u16, before: usize) -> u16 {
    // Disassembly that starts inside an instruction synchronizes after a few instructions, so it starts earlier.
    const EXTRA: u16 = 8;
    let before = u16::try_from(before).unwrap_or(u16::MAX / LONGEST);
    let farthest = here.saturating_sub(before.saturating_add(EXTRA).saturating_mul(LONGEST));
    let chain = |start: u16| {
        let step =
            |address: &u16| address.checked_add(size(machine, source, *address)).filter(|next| *next <= here);
        let starts: Vec<u16> = std::iter::successors(Some(start), step).collect();
        (starts.last() == Some(&here)).then_some(starts)
    };
    let mut candidates = (farthest..here).filter(|address| !source.is_inside(*address));
    let starts = candidates.find_map(chain).unwrap_or_else(|| vec![here]);
    starts.iter().rev().nth(before.into()).or(starts.first()).copied().unwrap_or(here)
}

fn size<C: MachineCore>(machine: &Machine<C>, source: &Source, address: u16) -> u16 {
    let length = decode(machine, source, address).0.len() as u16;
    length.min(u16::MAX - address).max(1)
}

/// Returns the bytes of the row at an address, and its instruction if it is not data.
fn decode<C: MachineCore>(
    machine: &Machine<C>,
    source: &Source,
    address: u16,
) -> (Vec<u8>, Option<Instruction>) {
    let bytes = |count: u16| (0..count).map(|n| machine.peek(address.wrapping_add(n))).collect::<Vec<_>>();
    if let Some(size) = source.data_at(address) {
        return (bytes((size as u16).clamp(1, DATA)), None);
    }
    match C::PROCESSOR.decode(&bytes(LONGEST)) {
        Ok(instruction) if !source.begins_within(address, instruction.length()) => {
            (bytes(instruction.length().into()), Some(instruction))
        }
        _ => (bytes(1), None),
    }
}

fn row<C: MachineCore>(machine: &Machine<C>, source: &Source, address: u16) -> CodeRow {
    let (bytes, instruction) = decode(machine, source, address);
    let hex = hex::bytes(&bytes);
    CodeRow {
        location: Location(address.into()),
        gutter: format!(" {address:04X}  {hex:11}  "),
        labels: source.labels(address).map(str::to_owned).collect(),
        text: instruction.map_or_else(|| hex.to_string(), |instruction| text(source, address, instruction)),
        bytes,
        comment: source.comment(address).to_owned(),
        statement: None,
    }
}

/// Writes an instruction with its operands in a column of their own.
fn text(source: &Source, address: u16, instruction: Instruction) -> String {
    let text = instruction.at(address).with(&|address| source.name(address)).to_string();
    match text.split_once(' ') {
        Some((mnemonic, operands)) => format!("{mnemonic:4} {operands}"),
        None => text,
    }
}

/// The state of a machine during a run.
pub(super) struct View<'a, C: MachineCore> {
    pub(super) moment: &'a MachineView<'a, C>,
    pub(super) calls: &'a CallStack,
    pub(super) names: &'a Names<C>,
    pub(super) hardware: Option<&'a dyn Hardware<C>>,
    pub(super) first: u64,
}

impl<C: MachineCore> State for View<'_, C> {
    fn location(&self) -> Location {
        Location(self.moment.core.pc().into())
    }

    fn steps(&self) -> u64 {
        self.moment.instructions - self.first
    }

    fn cycles(&self) -> u64 {
        self.moment.cycles
    }

    fn depth(&self) -> usize {
        self.calls.depth()
    }

    fn is_halted(&self) -> bool {
        self.moment.core.is_halted()
    }

    fn value(&self, id: ValueId) -> i64 {
        self.names.value(id, self)
    }

    fn load(&self, space: Space, index: i64) -> Option<i64> {
        load(self.moment.backplane, space, index)
    }

    fn screen(&self) -> Option<Screen> {
        self.hardware?.screen(self.moment.backplane)
    }

    fn events(&self) -> &[DeviceEvent] {
        self.moment.backplane.events()
    }
}

/// Returns the current state of a machine as an observer sees it.
pub(super) fn moment<C: MachineCore>(machine: &Machine<C>) -> MachineView<'_, C> {
    MachineView {
        core: &machine.core,
        backplane: &machine.backplane,
        instructions: machine.instructions(),
        cycles: machine.cycles(),
    }
}

const fn machine_code(name: &'static str, description: &'static str) -> Language {
    Language {
        name,
        description,
        steps: "instructions",
        cycles: "cycles",
        notation: Notation::Hexadecimal,
        bases: &[('%', 2, "binary"), ('#', 10, "decimal")],
        arrays: &[],
        has_hash_operator: false,
    }
}

static I8080: Language = machine_code("8080", "8080 machine code");
static Z80: Language = machine_code("Z80", "Z80 machine code");
static MOS6502: Language = machine_code("6502", "6502 machine code");

pub(super) fn of(processor: Processor) -> &'static Language {
    match processor {
        Processor::I8080 => &I8080,
        Processor::Z80 => &Z80,
        Processor::Mos6502 => &MOS6502,
    }
}

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
