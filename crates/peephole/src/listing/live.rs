//! Liveness: the registers, flags and cells that matter before each item of a function. Cells are bytes of memory that are used as registers.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap, HashSet},
    ops::Range,
};

use arcadian_asm::fragment::{Term, Unplaced};
use arcadian_isa::{Control, Mode, Operand, Page, Processor, Row};
use arcadian_parallel::{
    cancellation::is_cancelled,
    flow::{AbstractBit, AbstractByte, BytePlace, Resources, StatePart, flow_of},
};

use crate::listing::{
    convention::{CELLS_START, Convention},
    functions::{Data, Function},
    item::{Body, Code, Item},
    library::Library,
    matching::falls_through,
    operands::Text,
};

/// What the analysis knows of all functions.
#[derive(Clone, Debug)]
pub(crate) struct Analysis {
    pub(crate) state: State,
    convention: Convention,
    /// The addresses of cells by their names.
    addresses: HashMap<String, u16>,
    /// What is live at the entries of the functions of the new version, by name.
    entries: HashMap<String, Resources>,
    pub(crate) library: Library,
}

/// How much of what calls and returns may pass counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Passed {
    /// All of it.
    All,
    /// None: only what the function itself uses.
    None,
}

impl Analysis {
    /// `name` returns our name for the compiler's.
    pub(crate) fn new(
        processor: Processor,
        convention: Convention,
        name: &mut dyn FnMut(&str) -> String,
    ) -> Analysis {
        let addresses = convention.cells().into_iter().map(|(cell, address)| (name(cell), address)).collect();
        Analysis {
            state: State::new(processor, &convention),
            convention,
            addresses,
            entries: HashMap::new(),
            library: Library::default(),
        }
    }

    /// Returns the address of a cell and a number, if that is what the terms are.
    fn address(&self, terms: &[Term], names: &[String]) -> Option<u16> {
        let cell = |number: &usize| self.addresses.get(names.get(*number)?).copied();
        match terms {
            [Term::Number(number)] => u16::try_from(*number).ok(),
            [Term::Parameter(number)] => cell(number),
            [Term::Parameter(number), Term::Number(offset), Term::Add] => {
                cell(number)?.checked_add(u16::try_from(*offset).ok()?)
            }
            _ => None,
        }
    }

    /// Returns what matters after a return or another jump to a computed address.
    pub(crate) fn at_return(&self, row: &Row, is_void: bool) -> Resources {
        // The return from an interrupt goes to any code.
        if matches!(row.mnemonic, "RETI" | "RETN" | "RTI") {
            return self.state.all();
        }
        // Another jump to a computed address can be a call as well.
        let is_return = row.mnemonic.starts_with('R');
        let is_dead = |name: &str| self.convention.is_dead_at_return(name, is_void && is_return);
        let returned = self.state.all() & !self.state.named(is_dead);
        if is_return { returned } else { returned | self.at_call("_") }
    }

    fn at_call(&self, callee: &str) -> Resources {
        self.state.all() & !self.state.named(|name| self.convention.is_dead_at_call(callee, name))
    }

    /// Returns what matters at a place outside of a function, by its name.
    pub(crate) fn outside(&self, target: Option<&String>) -> Resources {
        let known = |target: &String| self.entries.get(target).copied().unwrap_or(self.state.all());
        target.map_or(self.state.all(), |target| self.at_call(target) & known(target))
    }

    /// Adds the routines of the compiler's library whose code is known.
    pub(crate) fn add_library(&mut self, mut library: Library) {
        library.add_effects(|code| self.effects(code));
        self.library = library;
    }

    /// Finds what is live at the entries of functions, so that it is known where they are called.
    pub(crate) fn add_functions(&mut self, functions: &[Function], in_data: &HashSet<String>) {
        for function in functions.iter().take_while(|_| !is_cancelled()) {
            let live = live(function, &entries(function, in_data), self, Passed::All);
            let known = live.first().copied().unwrap_or(self.state.all());
            self.entries.insert(function.name.clone(), known);
        }
    }

    /// Returns the effects of the instructions of an item.
    fn effects(&self, code: &Code) -> Vec<Effects> {
        let effects = |step| self.state.effects(step, |terms| self.address(terms, &code.names));
        code.steps.iter().map(effects).collect()
    }
}

/// Returns what is live before each item of a function, and at its end.
pub(crate) fn live(
    function: &Function,
    entries: &[usize],
    analysis: &Analysis,
    passed: Passed,
) -> Vec<Resources> {
    let all = analysis.state.all();
    let effects: Vec<Vec<Effects>> = function
        .items
        .iter()
        .map(|item| item.code().map_or(Vec::new(), |code| analysis.effects(code)))
        .collect();
    let mut live = vec![0; function.items.len()];
    live.push(if passed == Passed::All { all } else { 0 });
    let mut has_changed = true;
    while has_changed && !is_cancelled() {
        has_changed = false;
        let computed =
            entries.iter().fold(0, |any, position| any | live.get(*position).copied().unwrap_or(all));
        for number in (0..function.items.len()).rev() {
            let before = before(function, number, &live, computed, &effects, analysis, passed);
            has_changed |= live[number] != before;
            live[number] = before;
        }
    }
    live
}

/// Returns the names that data uses.
pub(crate) fn names_in_data(data: &[Data]) -> HashSet<String> {
    data.iter().flat_map(|data| &data.lines).flat_map(Text::names).cloned().collect()
}

/// Returns the labels of a function that data, which uses these names, or other files use.
pub(crate) fn labels_in_data(function: &Function, in_data: &HashSet<String>) -> BTreeSet<String> {
    let used = function.labels.keys().filter(|name| in_data.contains(*name)).cloned();
    used.chain(function.public.iter().cloned()).collect()
}

/// Returns the positions that code may continue at by their addresses: labels that are used other than by a jump, jumps in tables,
/// and what comes after the data that a called routine reads at its return address.
pub(crate) fn entries(function: &Function, in_data: &HashSet<String>) -> Vec<usize> {
    let in_data = labels_in_data(function, in_data);
    let addresses: HashSet<&String> = function.items.iter().flat_map(addresses).collect();
    let is_address = |name: &String| addresses.contains(name) || in_data.contains(name);
    let labels = function.labels.iter().filter(|(name, _)| is_address(name)).map(|(_, position)| *position);
    let tables = jump_tables(function).into_values().flatten();
    let mut entries: Vec<usize> = labels.chain(tables).chain(after_inline_data(function)).collect();
    entries.sort_unstable();
    entries.dedup();
    entries
}

/// Returns the names that an item uses, but not that of the place to which it jumps.
fn addresses(item: &Item) -> impl Iterator<Item = &String> {
    let target = item.code().and_then(|code| code.target.as_ref());
    item.names().into_iter().filter(move |name| Some(*name) != target)
}

/// Returns the positions after data that execution seems to run into.
fn after_inline_data(function: &Function) -> Vec<usize> {
    let is_data = |at: usize| function.items.get(at).is_some_and(|item| item.code().is_none());
    let runs_on = |at: &usize| function.items[*at].code().is_some_and(falls_through) && is_data(at + 1);
    let last = function.items.len();
    let end = |at: usize| (at + 1..last).find(|at| !is_data(*at)).unwrap_or(last);
    (0..last).filter(runs_on).map(end).collect()
}

/// Returns the tables of jumps by their labels: jumps one after another, from a label whose address code uses.
pub(crate) fn jump_tables(function: &Function) -> BTreeMap<String, Range<usize>> {
    let code = function.items.iter().filter(|item| item.code().is_some());
    let addresses: HashSet<&String> = code.flat_map(addresses).collect();
    let positions: HashSet<usize> = function.labels.values().copied().collect();
    let is_jump = |at: &usize| {
        let code = function.items.get(*at).and_then(Item::code);
        code.is_some_and(|code| code.control == Control::Branch && !code.is_conditional)
    };
    let table = |(name, start): (&String, &usize)| {
        if !is_jump(start) || !addresses.contains(name) {
            return None;
        }
        let is_in_table = |at: &usize| is_jump(at) && !positions.contains(at);
        let end = (start + 1..).take_while(is_in_table).last().unwrap_or(*start);
        Some((name.clone(), *start..end + 1))
    };
    function.labels.iter().filter_map(table).collect()
}

fn before(
    function: &Function,
    number: usize,
    live: &[Resources],
    computed: Resources,
    effects: &[Vec<Effects>],
    analysis: &Analysis,
    passed: Passed,
) -> Resources {
    let all = analysis.state.all();
    let Body::Code(code) = &function.items[number].body else { return all };
    let next = live[number + 1];
    let Some((row, last)) = code.steps.last().map(|step| step.row).zip(effects[number].last()) else {
        return all;
    };
    let falls = if code.is_conditional { next } else { 0 };
    let local =
        code.target.as_ref().and_then(|target| function.labels.get(target)).map(|position| live[*position]);
    let filter = if passed == Passed::All { all } else { 0 };
    let outside = || analysis.outside(code.target.as_ref()) & filter;
    let routine = |after| analysis.library.live_before(code.target.as_ref()?, after);
    let after_last = match code.control {
        Control::Ordinary => last.live_before(next),
        Control::Branch => last.live_before(local.unwrap_or_else(outside) | falls),
        Control::Call => match routine(next) {
            Some(before) => last.uses | before | falls,
            None => last.uses | outside() | falls,
        },
        Control::Computed => {
            // A jump to an address on the stack or in a register returns, or continues in the function.
            last.uses | analysis.at_return(row, function.is_void) & filter | computed | falls
        }
        Control::Restart(_) | Control::Wait => filter | falls,
    };
    let earlier = effects[number].split_last().map_or(&[][..], |(_, earlier)| earlier);
    earlier.iter().rev().fold(after_last, |live, effects| effects.live_before(live))
}

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

/// What an instruction does to the state.
#[derive(Clone, Debug, Default)]
pub(crate) struct Effects {
    /// What memory, ports and the order of execution depend on.
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

    /// Returns the resources with one of these names.
    pub(crate) fn named(&self, is_named: impl Fn(&str) -> bool) -> Resources {
        let numbers =
            (0..self.names.len()).filter(|number| self.names.get(*number).is_some_and(|name| is_named(name)));
        numbers.fold(0, |all, number| all | 1 << number)
    }

    /// Returns the registers and flags among resources.
    pub(crate) fn registers(&self, resources: Resources) -> Vec<String> {
        let cells = |number: usize| self.cells.iter().any(|(_, cell)| *cell == number);
        let numbers = (0..self.names.len()).filter(|number| resources >> number & 1 != 0 && !cells(*number));
        let mut names: Vec<String> = numbers.filter_map(|number| self.names.get(number).cloned()).collect();
        names.dedup();
        names
    }

    /// Returns the addresses of the cells among resources.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::listing::{
        assembled::Assembled, compiler::Compiler, functions::read, operands::Names, statement::statements,
    };

    /// Returns which of these registers and flags are live before each instruction.
    fn live_of(compiler: Compiler, text: &str, among: &[&str]) -> Vec<String> {
        let mut names = Names::new(compiler.processor());
        let convention = Convention::of(compiler);
        let analysis = Analysis::new(compiler.processor(), convention, &mut |name| names.name(name));
        let statements = statements(compiler.syntax(), text);
        let listing = read(compiler, text, &statements, &Assembled::default(), &mut names);
        let live = live(&listing.functions[0], &[], &analysis, Passed::None);
        let named = |live: &Resources| {
            let found = analysis.state.registers(*live);
            let found: Vec<String> =
                found.into_iter().filter(|name| among.contains(&name.as_str())).collect();
            found.join(" ")
        };
        live.iter().map(named).collect()
    }

    #[test]
    fn what_instructions_use() {
        let flags = ["A", "X", "Y", "N", "Z", "C", "V"];
        let text = ".proc _f: near\n lda _n\n ldx _n+1\n cpx #$00\n bne L1\n cmp _m\nL1: beq L2\n inc _n\nL2: rts\n.endproc\n";
        let expected = ["", "A", "A X", "A Z", "A", "Z", "", "", ""];
        assert_eq!(live_of(Compiler::Cc65, text, &flags), expected);
    }
}
