//! Executes one instruction on the processor's core.

use arcadian_cpu::Domain;
use arcadian_isa::{Control, Page, Processor, Row};
use arcadian_parallel::{
    byte::ParallelBit,
    byte::ParallelBus,
    byte::Word,
    domain::ParallelDomain,
    formula::{Formula, FormulaByte},
};

use super::{
    operand::{Choices, Chooser},
    unknowns::{Unknowns, literal},
};
use crate::{
    code::{ADDRESS, MARKER, RETURNING, Step},
    path::{Event, Path, Style, Surroundings},
    returns::{Jump, Landing},
};

pub(crate) struct Executed {
    pub(crate) path: Path,
    /// The choices that were made where states differ in what they do.
    pub(crate) choices: Vec<bool>,
    pub(crate) pc: u16,
    /// The address that a jump has computed.
    pub(crate) jump: Option<Word<Formula>>,
    pub(crate) landing: Landing,
    /// As in [`Jump`].
    pub(crate) pulled: Vec<Option<FormulaByte>>,
    pub(crate) written: Vec<(Word<Formula>, FormulaByte)>,
    /// The stack pointer before.
    pub(crate) stack: Word<Formula>,
    /// Whether it read R when that was of a called routine.
    pub(crate) reads_called_refresh: bool,
}

/// Executes an instruction. Where states differ in what they do, `choices` are made first; then the states that do not branch.
pub(crate) fn execute(
    step: &Step,
    mut path: Path,
    choices: Choices,
    surroundings: &mut Surroundings,
) -> Executed {
    let mut core = path.core;
    let stack = core.stack();
    core.set_pc(ADDRESS);
    let mask = path.mask;
    let mut bus = InstructionBus {
        step,
        path: &mut path,
        surroundings,
        chooser: Chooser { mask, given: choices, made: Vec::new() },
        read: 0,
        jump: None,
        landing: Landing::Outside,
        pulled: Vec::new(),
        written: Vec::new(),
        may_cross_page: step.may_cross_page,
        crossings: 0,
        reads_called_refresh: false,
    };
    let cost = FormulaByte::run(&mut core, &mut bus, 1, &mut |_| false);
    let InstructionBus { chooser, jump, landing, pulled, written, crossings, reads_called_refresh, .. } = bus;
    let Chooser { mask, made: choices, .. } = chooser;
    path.mask = mask;
    // The return of a routine to which the part jumps is one of the routine.
    let cycles = if path.at == RETURNING { 0 } else { cost.cycles };
    path.add_cost(cycles, crossings);
    path.core = core;
    path.has_called_refresh &= !loads_refresh(step.row);
    Executed { path, choices, pc: core.pc(), jump, landing, pulled, written, stack, reads_called_refresh }
}

/// Whether it is LD R,A.
fn loads_refresh(row: &Row) -> bool {
    row.page == Page::Ed && row.opcode == 0x4F
}

struct InstructionBus<'a, 'b> {
    step: &'a Step,
    path: &'a mut Path,
    surroundings: &'a mut Surroundings<'b>,
    chooser: Chooser<'a>,
    /// The number of bytes of the instruction that were read. Later reads at the same addresses are of data.
    read: u16,
    jump: Option<Word<Formula>>,
    landing: Landing,
    /// The bytes that a return pulls; `None` for those that have not certainly been written.
    pulled: Vec<Option<FormulaByte>>,
    written: Vec<(Word<Formula>, FormulaByte)>,
    /// Whether a choice is still to come that is only about the duration.
    may_cross_page: bool,
    /// The cycles for crossing a page that there may be.
    crossings: u64,
    reads_called_refresh: bool,
}

impl InstructionBus<'_, '_> {
    /// Returns the next byte of the instruction, if it is at this address.
    fn next_byte(&mut self, address: Word<Formula>) -> Option<FormulaByte> {
        let byte = self.step.bytes.get(usize::from(self.read))?;
        (address == Word::Concrete(ADDRESS + self.read)).then(|| {
            self.read += 1;
            *byte
        })
    }

    /// Chooses whether an address is one of volatile cells.
    fn is_volatile(&mut self, address: Word<Formula>) -> bool {
        let inside = |(first, bytes): &(Word<Formula>, u32)| {
            FormulaByte::word_is_below(FormulaByte::words_difference(address, *first), *bytes)
        };
        let is_any = self.surroundings.volatile.iter().map(inside).fold(Formula::FALSE, |any, bit| any | bit);
        self.chooser.choose(is_any)
    }

    /// Returns the byte at an address that is known, if nothing changes it.
    fn constant_byte(&self, address: Word<Formula>) -> Option<u8> {
        (self.surroundings.constant_memory)(literal(address)?)
    }

    /// Notes an access to memory: pushes, and what is no access to the stack.
    fn note(&mut self, address: Word<Formula>, is_write: bool) {
        let list = match (self.step.is_stack_access, is_write) {
            _ if !self.surroundings.notes_accesses => return,
            (true, true) => &mut self.path.pushed,
            (true, false) if self.step.control == Control::Computed => &mut self.path.returned,
            (true, false) => return,
            (false, _) => &mut self.path.accessed,
        };
        if !list.contains(&address) {
            list.push(address);
        }
    }

    /// Returns whether a dummy read of the 6502 is one of data: not of the code, and not on the way of a jump, a call or a return.
    fn is_dummy_read_of_data(&self, address: Word<Formula>) -> bool {
        let is_next_opcode = self.step.bytes.len() == 1 && address == Word::Concrete(ADDRESS + 1);
        self.step.control == Control::Ordinary && !is_next_opcode
    }

    /// Pushes a byte of a return address: first the high one. That of a call to the outside is not compared.
    fn push_return_address(&mut self, address: Word<Formula>) {
        let Some((high, low)) = self.step.pushed else { return };
        self.write_to_memory(address, if self.written.is_empty() { high } else { low });
    }

    fn write_to_memory(&mut self, address: Word<Formula>, value: FormulaByte) {
        self.note(address, true);
        if self.surroundings.forgets_memory && !self.step.is_stack_access && literal(address).is_none() {
            // What was written before may be what is overwritten now.
            let slots = self.path.frames.iter().flat_map(|frame| frame.slots.clone());
            let slots: Vec<_> = slots.chain(self.surroundings.unknowns.return_slots()).collect();
            self.path.memory.forget_except(&slots, self.chooser.mask);
        }
        self.path.memory.write(address, value);
        self.written.push((address, value));
    }

    /// Returns the number of a port. The 8080 repeats its eight bits in the upper half of the address.
    fn port(&self, address: Word<Formula>) -> Word<Formula> {
        match self.path.core.processor() {
            Processor::I8080 => FormulaByte::join(FormulaByte::from(0), FormulaByte::split(address).1),
            _ => address,
        }
    }

    fn next_input(&mut self) -> FormulaByte {
        self.path.inputs += 1;
        self.surroundings.unknowns.input(self.path.inputs - 1)
    }
}

impl ParallelBus<FormulaByte> for InstructionBus<'_, '_> {
    fn read(&mut self, address: Word<Formula>) -> FormulaByte {
        if let Some(byte) = self.next_byte(address) {
            return byte;
        }
        if self.is_volatile(address) {
            self.path.events.push(Event::Read(address));
            return self.next_input();
        }
        if let Some(byte) = self.constant_byte(address) {
            return byte.into();
        }
        self.note(address, false);
        if self.step.is_stack_access && self.step.control == Control::Computed {
            self.pulled.push(self.path.memory.last_certain(address, self.chooser.mask));
        }
        let Surroundings { unknowns, style, forgets_memory, .. } = &mut *self.surroundings;
        // No pointer leads to a return address.
        let is_return = self.step.is_stack_access && self.step.control == Control::Computed;
        if *forgets_memory && !is_return {
            self.path.memory.read_forgetfully(address, unknowns)
        } else if *style == Style::ByCases {
            self.path.memory.read_case(address, unknowns, &mut |bit| self.chooser.choose(bit))
        } else {
            self.path.memory.read(address, self.chooser.mask, unknowns)
        }
    }

    fn write(&mut self, address: Word<Formula>, value: FormulaByte) {
        if matches!(self.step.control, Control::Call | Control::Restart(_)) {
            self.push_return_address(address);
            return;
        }
        if self.is_volatile(address) {
            self.path.events.push(Event::Write(address, value));
        } else {
            self.write_to_memory(address, value);
        }
    }

    fn peek(&self, address: u16) -> FormulaByte {
        let byte = self.step.bytes.get(usize::from(address.wrapping_sub(ADDRESS)));
        byte.copied().unwrap_or(FormulaByte::from(0))
    }

    fn fetch(&mut self, address: u16) -> FormulaByte {
        self.next_byte(address.into()).unwrap_or(FormulaByte::from(0))
    }

    fn fetch_unused(&mut self, _: u16) {}

    fn read_unused(&mut self, address: Word<Formula>) {
        if self.is_dummy_read_of_data(address) && self.is_volatile(address) {
            self.path.events.push(Event::Read(address));
            self.next_input();
        }
    }

    fn input(&mut self, port: Word<Formula>) -> FormulaByte {
        let port = self.port(port);
        self.path.events.push(Event::Input(port));
        self.next_input()
    }

    fn output(&mut self, port: Word<Formula>, value: FormulaByte) {
        let port = self.port(port);
        self.path.events.push(Event::Output(port, value));
    }

    fn unstable(&mut self, typical: FormulaByte) -> FormulaByte {
        typical
    }

    fn refresh(&mut self, counted: FormulaByte) -> FormulaByte {
        self.reads_called_refresh = self.path.has_called_refresh;
        counted
    }

    fn decide(&mut self, bit: Formula) -> bool {
        // A page is crossed once the operand is known. Before that D is asked.
        let is_operand_known = usize::from(self.read) == self.step.bytes.len();
        // With volatile cells it is not only about the duration: there is a dummy read.
        let is_duration = self.surroundings.volatile.is_empty() && !self.surroundings.divides_by_duration;
        if is_operand_known && std::mem::take(&mut self.may_cross_page) && is_duration {
            let known = bit.constant(self.chooser.mask);
            self.crossings += u64::from(known.is_none());
            return known.unwrap_or(false);
        }
        self.chooser.choose(bit)
    }

    fn concretize(&mut self, value: FormulaByte) -> u8 {
        value.constant(self.chooser.mask).unwrap_or(0)
    }

    fn concretize_word(&mut self, word: Word<Formula>) -> u16 {
        let constant = FormulaByte::constant_word(word, self.chooser.mask);
        self.jump = Some(word);
        let jump = Jump { to: word, row: self.step.row, pulled: &self.pulled };
        self.landing = jump.landing(&self.path.frames, self.surroundings.unknowns, &mut self.chooser);
        constant.unwrap_or(MARKER)
    }
}

impl Executed {
    /// Returns whether a jump certainly leads to the return address on entry: it pulls what the code has not certainly written, with the
    /// stack pointer of the entry, or it has the address from there.
    pub(crate) fn is_return(&self, unknowns: &mut Unknowns) -> bool {
        let (Some(to), mask) = (self.jump, self.path.mask) else { return false };
        let is_same = |one, other| FormulaByte::words_equal(one, other).constant(mask) == Some(true);
        let slots = unknowns.return_slots();
        if matches!(self.pulled[..], [.., None, None]) && !self.path.memory.has_partly_written(&slots, mask) {
            return is_same(self.stack, unknowns.entry.stack());
        }
        let [low, high] = slots.map(|slot| unknowns.cell(0, slot, mask));
        is_same(to, FormulaByte::join(high, low))
    }
}
