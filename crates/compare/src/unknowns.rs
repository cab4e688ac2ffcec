//! Unknown values that are the same in both parts: the state on entry, constants, memory, what ports return, the state after a call.

use arcadian_cpu::Domain;
use arcadian_isa::Processor;
use arcadian_parallel::{
    any_core::AnyCore,
    byte::ParallelBit,
    byte::Word,
    domain::ParallelDomain,
    formula::{Formula, FormulaByte, interleaved},
};

use crate::{
    operand::Assignment,
    random::Random,
    state::{Component, byte_count, flag_register, named, pairs, unknown_core},
};

/// The name of the address of the first instruction. Both parts begin at the same one. It matters only for what calls push.
pub(crate) const START: &str = "$";

/// Values of all unknowns of a comparison in a counterexample.
/// [`Counterexample::entry`](crate::Counterexample::entry) has only those that matter.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Setup {
    pub constants: Vec<(String, u16)>,
    /// The state on entry, then the state after each call.
    pub states: Vec<MachineState>,
    /// Values that the ports and volatile cells return, in the order of the accesses.
    pub inputs: Vec<u8>,
}

impl Setup {
    pub(crate) fn of(unknowns: &Unknowns, assignment: &Assignment) -> Setup {
        let constant = |(name, (high, low)): &(String, (FormulaByte, FormulaByte))| {
            (name.clone(), assignment.word(Word::Bytes(*high, *low)))
        };
        let cores = [&unknowns.entry].into_iter().chain(&unknowns.after_calls).enumerate();
        let cells = |number: usize| unknowns.cells.get(number).map_or(&[][..], Vec::as_slice);
        let state = |(number, core)| MachineState {
            registers: registers(core, assignment),
            memory: memory(cells(number), assignment),
        };
        Setup {
            constants: unknowns.parameters.iter().map(constant).collect(),
            states: cores.map(state).collect(),
            inputs: unknowns.inputs.iter().map(|byte| assignment.byte(*byte)).collect(),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MachineState {
    /// The registers of eight bits, the stack pointer, and latches, by name.
    pub registers: Vec<(&'static str, u16)>,
    /// The bytes of memory that are read or written. The rest is 0.
    pub memory: Vec<(u16, u8)>,
}

fn registers(core: &AnyCore<FormulaByte>, assignment: &Assignment) -> Vec<(&'static str, u16)> {
    let mut registers = Vec::new();
    let mut copy = *core;
    copy.combine(core, |name, word, _| {
        registers.push((name, assignment.word(word)));
        word
    });
    registers
}

/// Returns the bytes of memory. Of cells with the same address the first counts.
fn memory(cells: &[Cell], assignment: &Assignment) -> Vec<(u16, u8)> {
    let mut memory: Vec<(u16, u8)> = Vec::new();
    for cell in cells {
        let address = assignment.word(cell.address);
        if !memory.iter().any(|(known, _)| *known == address) {
            memory.push((address, assignment.byte(cell.value)));
        }
    }
    memory
}

/// The number of bytes of memory whose bits are neighbors of those of the registers: it keeps their sums small.
const NEIGHBORS: usize = 8;

pub(crate) struct Unknowns {
    processor: Processor,
    pub(crate) entry: AnyCore<FormulaByte>,
    /// The values of names, each with its high and low byte.
    pub(crate) parameters: Vec<(String, (FormulaByte, FormulaByte))>,
    /// For the time up to each call: the cells of memory that were read.
    pub(crate) cells: Vec<Vec<Cell>>,
    /// Bytes that the ports and volatile cells return, in the order of the accesses.
    pub(crate) inputs: Vec<FormulaByte>,
    pub(crate) after_calls: Vec<AnyCore<FormulaByte>>,
    pub(crate) routines: Vec<KnownRoutine>,
    /// Whether a read has returned less than is known of memory.
    pub(crate) has_forgotten: bool,
    /// Unknown bytes that are not used yet.
    spare: Vec<FormulaByte>,
    /// All unknown bytes.
    all: Vec<FormulaByte>,
}

/// A name that stands for an unknown constant.
pub(crate) struct Constant {
    pub(crate) name: String,
    /// Whether an instruction uses it alone where only a byte fits.
    pub(crate) is_byte: bool,
    /// Whether an instruction uses it alone as a displacement.
    pub(crate) is_offset: bool,
}

impl Constant {
    /// Returns the high and the low byte that it can have, of unknown ones.
    pub(crate) fn limited(&self, high: FormulaByte, low: FormulaByte) -> (FormulaByte, FormulaByte) {
        let zero = FormulaByte::from(0);
        match (self.is_byte, self.is_offset) {
            (false, false) => (high, low),
            (true, false) => (zero, low),
            (false, true) => (FormulaByte::from_fn(|_| low.0[7]), low),
            (true, true) => (zero, low & FormulaByte::from(0x7F)),
        }
    }
}

#[derive(Clone)]
pub(crate) struct KnownRoutine {
    pub(crate) address: Word<Formula>,
    /// The registers and flags that it does not change.
    pub(crate) keeps: Vec<Component>,
    /// The registers and flags that it does not depend on.
    pub(crate) ignores: Vec<Component>,
}

/// A byte of memory whose initial value matters.
#[derive(Clone, Copy)]
pub(crate) struct Cell {
    pub(crate) address: Word<Formula>,
    /// Its initial value, unless its address is that of a cell before it.
    pub(crate) value: FormulaByte,
}

impl Unknowns {
    /// Creates the unknown values, with those of names. Resets the diagrams' variables.
    pub(crate) fn new(processor: Processor, names: &[Constant]) -> Self {
        let all = interleaved(byte_count(processor) + 2 * names.len() + NEIGHBORS);
        let mut bytes = all.clone().into_iter();
        let mut fresh = || bytes.next().unwrap_or(FormulaByte::from(0));
        let entry = unknown_core(processor, &mut fresh);
        let parameter = |constant: &Constant| {
            let (high, low) = (fresh(), fresh());
            (constant.name.clone(), constant.limited(high, low))
        };
        let parameters = names.iter().map(parameter).collect();
        let spare = bytes.rev().collect();
        Unknowns {
            processor,
            entry,
            parameters,
            cells: vec![Vec::new()],
            inputs: Vec::new(),
            after_calls: Vec::new(),
            routines: Vec::new(),
            has_forgotten: false,
            spare,
            all,
        }
    }

    /// Returns the value on entry of a register, a pair, a flag or a constant; 0 for a name that is none of them.
    pub(crate) fn named(&self, name: &str) -> Word<Formula> {
        let zero = FormulaByte::from(0);
        let is = |(known, _): &&(String, _)| known.eq_ignore_ascii_case(name);
        if let Some((_, (high, low))) = self.parameters.iter().find(is) {
            return Word::Bytes(*high, *low);
        }
        let byte = |component: &Component| {
            let byte = self.entry.get(component.register) & FormulaByte::from(component.mask as u8);
            if component.is_flag { FormulaByte::place(!byte.is_zero(), 0) } else { byte }
        };
        let components = named(self.processor, name).unwrap_or_default();
        match &components[..] {
            [component] if component.name == "SP" => self.entry.stack(),
            [component] => FormulaByte::join(zero, byte(component)),
            [high, low] if !high.is_flag => FormulaByte::join(byte(high), byte(low)),
            [accumulator, ..] if !accumulator.is_flag => {
                FormulaByte::join(byte(accumulator), self.entry.get(flag_register(self.processor)))
            }
            [] => Word::Concrete(0),
            _ => FormulaByte::join(zero, self.entry.get(flag_register(self.processor))),
        }
    }

    /// Returns the state of an assignment on entry, with any memory.
    pub(crate) fn only(&self, assignment: &Assignment) -> Formula {
        let is_set = |variable: usize| assignment.0.get(variable).copied().unwrap_or(false);
        let used = self.all.len() - self.spare.len();
        let variables = self.all[..used].iter().flat_map(|byte| byte.0).flat_map(|bit| bit.support());
        let mut variables: Vec<usize> = variables.collect();
        variables.sort_unstable();
        variables.into_iter().rev().fold(Formula::TRUE, |all, variable| {
            let bit = Formula::variable(variable);
            all & if is_set(variable) { bit } else { !bit }
        })
    }

    pub(crate) fn any_word(&mut self) -> Word<Formula> {
        Word::Bytes(self.fresh(), self.fresh())
    }

    fn block(&mut self, count: usize) -> Vec<FormulaByte> {
        let bytes = interleaved(count);
        self.all.extend(&bytes);
        bytes
    }

    fn fresh(&mut self) -> FormulaByte {
        if self.spare.is_empty() {
            self.spare = self.block(NEIGHBORS);
            self.spare.reverse();
        }
        self.spare.pop().unwrap_or(FormulaByte::from(0))
    }

    /// Returns the number of the cell of an address on entry, or after a number of calls.
    fn cell_number(&mut self, calls: usize, address: Word<Formula>) -> usize {
        if self.cells.len() <= calls {
            self.cells.resize(calls + 1, Vec::new());
        }
        let known = self.cells[calls].iter().position(|cell| cell.address == address);
        known.unwrap_or_else(|| {
            let value = self.fresh();
            self.cells[calls].push(Cell { address, value });
            self.cells[calls].len() - 1
        })
    }

    /// Returns the byte that memory has at an address on entry, or after a number of calls, for the states in a mask: that of
    /// the first cell with this address.
    pub(crate) fn cell(&mut self, calls: usize, address: Word<Formula>, mask: Formula) -> FormulaByte {
        let number = self.cell_number(calls, address);
        let cells = &self.cells[calls];
        cells[..number].iter().rev().fold(cells[number].value, |value, cell| {
            let is_same = FormulaByte::words_equal(cell.address, address);
            match is_same.constant(mask) {
                Some(true) => cell.value,
                Some(false) => value,
                None => FormulaByte::select(is_same, cell.value, value),
            }
        })
    }

    /// Returns the value of the cell of an address, whether or not a cell before it has this address too.
    pub(crate) fn separate_cell(&mut self, calls: usize, address: Word<Formula>) -> FormulaByte {
        self.has_forgotten |= literal(address).is_none();
        let number = self.cell_number(calls, address);
        self.cells[calls][number].value
    }

    pub(crate) fn any_byte(&mut self) -> FormulaByte {
        self.has_forgotten = true;
        self.fresh()
    }

    /// Returns the same after choosing, where states differ in that, which cell it is.
    pub(crate) fn cell_case(
        &mut self,
        calls: usize,
        address: Word<Formula>,
        choose: &mut dyn FnMut(Formula) -> bool,
    ) -> FormulaByte {
        let number = self.cell_number(calls, address);
        let cells = &self.cells[calls];
        let first =
            cells[..number].iter().find(|cell| choose(FormulaByte::words_equal(cell.address, address)));
        first.unwrap_or(&cells[number]).value
    }

    pub(crate) fn input(&mut self, number: usize) -> FormulaByte {
        while self.inputs.len() <= number {
            let fresh = self.fresh();
            self.inputs.push(fresh);
        }
        self.inputs[number]
    }

    pub(crate) fn after_call(&mut self, number: usize) -> AnyCore<FormulaByte> {
        while self.after_calls.len() <= number {
            let mut bytes = self.block(byte_count(self.processor)).into_iter();
            let core = unknown_core(self.processor, &mut || bytes.next().unwrap_or(FormulaByte::from(0)));
            self.after_calls.push(core);
        }
        self.after_calls[number]
    }
}

impl Unknowns {
    /// Returns random values, often at borders, and register pairs that are often close to each other.
    pub(crate) fn random(&self, random: &mut Random) -> Assignment {
        let mut assignment = Assignment(Vec::new());
        for byte in &self.all {
            assignment.set(*byte, random.byte());
        }
        let base = u16::from_be_bytes([random.byte(), random.byte()]);
        let pairs = pairs(self.processor).iter();
        let pairs = pairs.map(|(_, [high, low])| Word::Bytes(self.entry.get(high), self.entry.get(low)));
        // No pointer leads to the code: its address is any, so that hardly anything is it by chance.
        let (start, constants): (Vec<_>, Vec<_>) =
            self.parameters.iter().partition(|(name, _)| name == START);
        for byte in start.iter().flat_map(|(_, (high, low))| [high, low]) {
            assignment.set(*byte, random.next().to_be_bytes()[0]);
        }
        let constants = constants.into_iter();
        let constants = constants.map(|(_, (high, low))| Word::Bytes(*high, *low));
        for word in pairs.chain([self.entry.stack()]).chain(constants) {
            if random.below(2) == 0 {
                let near = base.wrapping_add(random.below(5) as u16).wrapping_sub(2);
                let ((high, low), [near_high, near_low]) = (FormulaByte::split(word), near.to_be_bytes());
                assignment.set(high, near_high);
                assignment.set(low, near_low);
            }
        }
        assignment
    }
}

impl Unknowns {
    /// Returns where the return address is on entry: the addresses of its low and high byte.
    pub(crate) fn return_slots(&self) -> [Word<Formula>; 2] {
        let entry = self.entry.stack();
        let (page, low) = FormulaByte::split(entry);
        [0_u8, 1].map(|distance| match self.processor {
            Processor::Mos6502 => FormulaByte::join(page, low.sum((distance + 1).into(), false.into()).0),
            Processor::I8080 | Processor::Z80 => FormulaByte::offset(entry, distance.into()),
        })
    }

    pub(crate) fn routine(&self, address: Word<Formula>) -> Option<&KnownRoutine> {
        self.routines.iter().find(|routine| routine.address == address)
    }
}

/// Returns the number that a word is for all states, without a look at what is possible.
pub(crate) fn literal(word: Word<Formula>) -> Option<u16> {
    let (high, low) = FormulaByte::split(word);
    high.0.iter().rev().chain(low.0.iter().rev()).try_fold(0, |number, bit| match *bit {
        Formula::FALSE => Some(number << 1),
        Formula::TRUE => Some(number << 1 | 1),
        _ => None,
    })
}

/// Returns the low byte of the distance of a word from the stack pointer, if it is known. It is computed bit by bit: of a word that has
/// nothing to do with the stack pointer the first bit is not known, and the formulas of the others would be large.
pub(crate) fn known_distance(word: Word<Formula>, stack: Word<Formula>, mask: Formula) -> Option<u8> {
    let [low, stack] = [word, stack].map(|word| FormulaByte::split(word).1);
    let mut borrow: Formula = false.into();
    let mut distance = 0;
    for (bit, (one, other)) in low.0.into_iter().zip(stack.0).enumerate() {
        let differs = one ^ other;
        distance |= u8::from((differs ^ borrow).constant(mask)?) << bit;
        borrow = (!one & other) | (!differs & borrow);
    }
    Some(distance)
}
