//! The state that functions work on, as resources of the data flow: registers, flags, and bytes of memory that are used as
//! registers.

use arcadian_asm::fragment::{Term, Unplaced};
use arcadian_isa::{Mode, Operand, Page, Processor, Row};
use arcadian_parallel::flow::{AbstractBit, AbstractByte, BytePlace, Resources, StatePart, flow_of};

use crate::listing::convention::{CELLS_START, Convention};

/// The registers of eight bits, with the halves of longer ones.
const Z80: &[&str] = &[
    "A", "B", "C", "D", "E", "H", "L", "IXH", "IXL", "IYH", "IYL", "I", "A'", "F'", "B'", "C'", "D'", "E'",
    "H'", "L'", "IFF1", "IFF2", "IM",
];
const MOS6502: &[&str] = &["A", "X", "Y", "S"];

/// The state of a processor, with the cells of a convention.
#[derive(Clone, Debug)]
pub(crate) struct State {
    processor: Processor,
    parts: Vec<StatePart>,
    /// The name of each resource: of a register, a flag, or a cell.
    names: Vec<String>,
    /// The addresses of cells, with their resources.
    cells: Vec<(u16, usize)>,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Effects {
    /// The resources on which memory, ports and the order of execution depend.
    pub(crate) uses: Resources,
    /// Each resource that it changes, with those that the new value depends on.
    pub(crate) flow: Vec<(usize, Resources)>,
}

impl Effects {
    /// Returns the resources that matter before it, if these matter after it.
    pub(crate) fn live_before(&self, live: Resources) -> Resources {
        let written = self.flow.iter().fold(0, |all, (resource, _)| all | 1 << resource);
        let flows = self.flow.iter().filter(|(resource, _)| live >> resource & 1 != 0);
        flows.fold(live & !written | self.uses, |all, (_, sources)| all | sources)
    }
}

impl State {
    pub(crate) fn new(processor: Processor, convention: &Convention) -> State {
        let mut state = State { processor, parts: Vec::new(), names: Vec::new(), cells: Vec::new() };
        let registers = if processor == Processor::Mos6502 { MOS6502 } else { Z80 };
        for name in registers {
            state.add(BytePlace::Register(name), name);
        }
        if processor != Processor::Mos6502 {
            state.add(BytePlace::Half("SP", true), "SP");
            state.add(BytePlace::Half("SP", false), "SP");
        }
        state.add_flags();
        for (number, name) in convention.cell_names().enumerate() {
            let address = CELLS_START + number as u16;
            state.cells.push((address, state.names.len()));
            state.add(BytePlace::Memory(address), &name);
        }
        state
    }

    fn add(&mut self, place: BytePlace, name: &str) {
        let resource = self.names.len() as u8;
        let entry = AbstractByte(std::array::from_fn(|bit| AbstractBit::Entry(resource, bit as u8)));
        self.parts.push(StatePart { place, entry });
        self.names.push(name.to_owned());
    }

    fn add_flags(&mut self) {
        let holder = if self.processor == Processor::Mos6502 { "P" } else { "F" };
        let flags = self.processor.flags();
        let resource = |bit: usize| {
            let index = flags.iter().position(|(_, number)| *number as usize == bit);
            index.map_or(AbstractBit::Known(false), |index| {
                AbstractBit::Entry((self.names.len() + index) as u8, bit as u8)
            })
        };
        let entry = AbstractByte(std::array::from_fn(resource));
        self.parts.push(StatePart { place: BytePlace::Register(holder), entry });
        self.names.extend(flags.iter().map(|(name, _)| (*name).to_owned()));
    }

    pub(crate) fn all(&self) -> Resources {
        (1 << self.names.len()) - 1
    }

    pub(crate) fn named(&self, is_named: impl Fn(&str) -> bool) -> Resources {
        let numbers =
            (0..self.names.len()).filter(|number| self.names.get(*number).is_some_and(|name| is_named(name)));
        numbers.fold(0, |all, number| all | 1 << number)
    }

    pub(crate) fn registers(&self, resources: Resources) -> Vec<String> {
        let cells = |number: usize| self.cells.iter().any(|(_, cell)| *cell == number);
        let numbers = (0..self.names.len()).filter(|number| resources >> number & 1 != 0 && !cells(*number));
        let mut names: Vec<String> = numbers.filter_map(|number| self.names.get(number).cloned()).collect();
        names.dedup();
        names
    }

    pub(crate) fn cells(&self, resources: Resources) -> Vec<u16> {
        self.cells
            .iter()
            .filter(|(_, cell)| resources >> cell & 1 != 0)
            .map(|(address, _)| *address)
            .collect()
    }

    fn all_cells(&self) -> Resources {
        self.cells.iter().fold(0, |all, (_, cell)| all | 1 << cell)
    }

    /// Returns what an instruction does. Of a jump it is what it depends on.
    pub(crate) fn effects(&self, step: &Unplaced, address: impl Fn(&[Term]) -> Option<u16>) -> Effects {
        let flow = flow_of(self.processor, &bytes(step, address), &self.parts);
        let mut effects = Effects { uses: flow.seen | flow.branches_on.unwrap_or(0), flow: Vec::new() };
        // An indexed address in the zero page can be that of a cell.
        if matches!(step.row.mode(), Mode::ZeroPageX | Mode::ZeroPageY | Mode::IndirectX) {
            effects.uses |= self.all_cells();
        }
        for (part, after) in self.parts.iter().zip(&flow.after) {
            self.add_changes(&part.entry, after, &mut effects);
        }
        effects
    }

    fn add_changes(&self, entry: &AbstractByte, after: &AbstractByte, effects: &mut Effects) {
        for (before, after) in entry.0.iter().zip(&after.0) {
            let AbstractBit::Entry(resource, _) = before else { continue };
            let resource = usize::from(*resource);
            let known = effects.flow.iter().position(|(changed, _)| *changed == resource);
            match known {
                Some(known) => effects.flow[known].1 |= after.sources(),
                None => effects.flow.push((resource, after.sources())),
            }
        }
        // What every bit keeps is not changed.
        effects.flow.retain(|(resource, sources)| *sources != 1 << resource);
    }
}

/// Returns the bytes of an instruction. Operands that are not known are unknown bytes.
fn bytes(step: &Unplaced, address: impl Fn(&[Term]) -> Option<u16>) -> Vec<AbstractByte> {
    let row = step.row;
    let byte = |value: Option<u8>| value.map_or(AbstractByte::unknown(0), AbstractByte::from);
    let displacement = byte(None);
    let is_displaced = row.operands().iter().any(|operand| matches!(operand, Operand::Indexed(_)));
    let mut bytes: Vec<AbstractByte> =
        row.page.prefix().iter().map(|byte| AbstractByte::from(*byte)).collect();
    if matches!(row.page, Page::DdCb | Page::FdCb) {
        bytes.extend([displacement, row.opcode.into()]);
    } else {
        bytes.push(row.opcode.into());
        bytes.extend(is_displaced.then_some(displacement));
    }
    let value = address(&step.value).map(u16::to_le_bytes);
    let left = usize::from(row.length).saturating_sub(bytes.len());
    let operand = [byte(value.map(|[low, _]| low)), byte(value.map(|[_, high]| high))];
    let is_target = is_relative(row);
    bytes.extend(
        operand.into_iter().map(|byte| if is_target { AbstractByte::unknown(0) } else { byte }).take(left),
    );
    bytes
}

fn is_relative(row: &Row) -> bool {
    row.operands().iter().any(|operand| matches!(operand, Operand::Relative | Operand::Mos(Mode::Relative)))
}
