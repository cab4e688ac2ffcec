//! Disassembly of memory as rows, with the labels and comments of the source, and the views of machine code.

use arcadian_isa::{Instruction, Processor, hex};
use arcadian_machine::{DeviceEvent, Machine, MachineCore, MachineView};

use super::{
    Source,
    call_stack::CallStack,
    hardware::Hardware,
    names::{self, Names},
};
use crate::{
    debuggee::{CodeRow, Language, Location, Screen, Space, State, ValueId},
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
        names::load(self.moment.backplane, space, index)
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
