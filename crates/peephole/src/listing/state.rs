//! The state that functions work on, as resources of the data flow: registers, flags, and bytes of memory that are used as registers.
//! Calling conventions of compilers: which of these pass nothing to a called function and nothing back.

use arcadian_asm::fragment::{Term, Unplaced};
use arcadian_isa::{Mode, Operand, Page, Processor, Row};
use arcadian_parallel::flow::{AbstractBit, AbstractByte, BytePlace, Resources, StatePart, flow_of};

use crate::listing::compiler::Compiler;

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

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Convention {
    /// Registers and flags that pass nothing to a called function of the compiled program.
    call: &'static [&'static str],
    /// Registers and flags that pass nothing back to the caller.
    back: &'static [&'static str],
    /// Registers and cells that can pass a result back. They are dead at the return of a function that has none.
    results: &'static [&'static str],
    /// Registers and flags that pass nothing to a routine of the compiler's library. Its name has one of `library` at the beginning.
    library_call: &'static [&'static str],
    library: &'static [&'static str],
    /// The routines of the library to which everything is passed, by the beginnings of their names.
    unknown: &'static [&'static str],
    /// Bytes of memory that are used as registers, to which no pointer leads: names and sizes.
    cells: &'static [(&'static str, u16)],
    /// The cells whose values no function of the program receives and none returns.
    scratch: &'static [&'static str],
    pub requires: &'static [&'static str],
    pub words: &'static [&'static str],
}

/// The address of the first cell. Where cells are does not matter, as long as they are apart.
pub(crate) const CELLS_START: u16 = 0x80;

const NONE: Convention = Convention {
    call: &[],
    back: &[],
    results: &[],
    library_call: &[],
    library: &[],
    unknown: &[],
    cells: &[],
    scratch: &[],
    requires: &[],
    words: &["calls and returns pass all registers and flags"],
};

const Z80_FLAGS: &[&str] = &["S", "Z", "YF", "HF", "XF", "PV", "N", "CY"];

/// Source of the facts: SDCC `doc/sdccman.lyx`, "Z80 SDCC calling convention, version 1" and "version 0": parameters are in A,
/// HL, DE and on the stack, results in A, DE, HLDE or L, HL, DEHL. IX is the frame pointer, and is preserved (`src/z80/gen.c`).
/// The routines whose names begin with `___sdcc` are called by the compiler with registers of their own choice.
const SDCC: Convention = Convention {
    call: &["B", "C", "IYH", "IYL", "S", "Z", "YF", "HF", "XF", "PV", "N", "CY"],
    back: &["B", "C", "IYH", "IYL", "S", "Z", "YF", "HF", "XF", "PV", "N", "CY"],
    results: &["A", "D", "E", "H", "L"],
    library_call: Z80_FLAGS,
    library: &["___sdcc"],
    words: &[
        "calls and returns pass nothing in B, C, IY and the flags (SDCC calling conventions 0 and 1)",
        "functions that a comment calls void return nothing",
    ],
    ..NONE
};

/// Source of the facts: z88dk `src/sccz80/codegen.c` and `callfunc.c`: a function's results are in HL, DEHL, or more registers for
/// floating point; its flags are not tested. Routines of the library, whose names have no underscore, may do both.
const Z88DK: Convention = Convention {
    call: Z80_FLAGS,
    back: Z80_FLAGS,
    results: &["A", "B", "C", "D", "E", "H", "L"],
    library: &[""],
    words: &[
        "calls of functions and returns pass nothing in the flags",
        "functions that a comment calls void return nothing",
    ],
    ..NONE
};

/// Source of the facts: cc65 `doc/cc65-intern.sgml`, "Calling conventions" and "Clobbered state"; `src/cc65/codeinfo.c` for the
/// routines of the library: none but `bool…` and the jumps through vectors depends on flags.
const CC65: Convention = Convention {
    call: &["N", "V", "Z", "C"],
    back: &["Y", "N", "V", "Z", "C"],
    results: &["A", "X", "sreg"],
    library_call: &["N", "V", "Z", "C"],
    library: &[""],
    unknown: &["bool", "jmpvec", "callax", "callptr4"],
    cells: &[
        ("sp", 2),
        ("c_sp", 2),
        ("sreg", 2),
        ("regsave", 4),
        ("ptr1", 2),
        ("ptr2", 2),
        ("ptr3", 2),
        ("ptr4", 2),
        ("tmp1", 1),
        ("tmp2", 1),
        ("tmp3", 1),
        ("tmp4", 1),
    ],
    scratch: &["regsave", "ptr1", "ptr2", "ptr3", "ptr4", "tmp1", "tmp2", "tmp3", "tmp4"],
    requires: &["D = 0"],
    words: &[
        "calls pass nothing in the flags, returns nothing in Y and the flags, both nothing in regsave, ptr1 to ptr4 and tmp1 to tmp4",
        "functions that a comment calls void return nothing",
        "D = 0",
        "no pointer leads to the compiler's cells in the zero page",
    ],
};

impl Convention {
    pub fn of(compiler: Compiler) -> Convention {
        match compiler {
            Compiler::Sdcc => SDCC,
            Compiler::Z88dk => Z88DK,
            Compiler::Cc65 => CC65,
        }
    }

    /// Returns the convention that assumes nothing.
    pub fn none() -> Convention {
        NONE
    }

    /// Returns the names of the bytes of all cells: `ptr1`, `ptr1+1`.
    pub(crate) fn cell_names(self) -> impl Iterator<Item = String> {
        let bytes = |(name, size): &'static (&'static str, u16)| {
            (0..*size).map(move |byte| if byte == 0 { (*name).to_owned() } else { format!("{name}+{byte}") })
        };
        self.cells.iter().flat_map(bytes)
    }

    pub fn cells(self) -> Vec<(&'static str, u16)> {
        let mut address = CELLS_START;
        let place = |(name, size): &(&'static str, u16)| {
            address += size;
            (*name, address - size)
        };
        self.cells.iter().map(place).collect()
    }

    /// Returns the first and the last address of the cells, if there are any.
    pub fn cell_addresses(self) -> Option<(u16, u16)> {
        let size: u16 = self.cells.iter().map(|(_, size)| *size).sum();
        (size > 0).then(|| (CELLS_START, CELLS_START + size - 1))
    }

    /// Returns whether the routine with this name, as the compiler wrote it, is one of its library.
    fn is_library(self, name: &str) -> bool {
        let begins = |beginning: &&str| {
            if beginning.is_empty() { !name.starts_with('_') } else { name.starts_with(*beginning) }
        };
        self.library.iter().any(begins)
    }

    /// Returns whether a resource passes nothing to a called routine.
    pub(crate) fn is_dead_at_call(self, callee: &str, resource: &str) -> bool {
        if self.unknown.iter().any(|beginning| callee.starts_with(beginning)) {
            return false;
        }
        if self.is_library(callee) {
            return self.library_call.contains(&resource);
        }
        self.call.contains(&resource) || self.is_scratch(resource)
    }

    /// Returns whether a resource passes nothing back from a function, which may be one without a result.
    pub(crate) fn is_dead_at_return(self, resource: &str, is_void: bool) -> bool {
        let cell = resource.split('+').next().unwrap_or(resource);
        self.back.contains(&resource) || self.is_scratch(resource) || is_void && self.results.contains(&cell)
    }

    fn is_scratch(self, resource: &str) -> bool {
        let cell = resource.split('+').next().unwrap_or(resource);
        self.scratch.contains(&cell)
    }
}
