//! The ways through a part: each a set of states on entry, and what the part does from them.

use arcadian_cpu::Domain;
use arcadian_isa::Processor;
use arcadian_parallel::{
    any_core::AnyCore, bdd::BddRef, bit::ParallelBit, byte::Word, domain::ParallelDomain,
    symbol::SymbolicByte,
};

use crate::{
    memory::Memory,
    unknowns::{KnownRoutine, Unknowns},
};

/// The state on a path.
#[derive(Clone)]
pub(crate) struct Path {
    /// The states on entry from which the part takes this path.
    pub(crate) mask: BddRef,
    pub(crate) core: AnyCore<SymbolicByte>,
    pub(crate) memory: Memory,
    pub(crate) events: Vec<Event>,
    /// The values that the stack pointer has had since the last call, each once.
    pub(crate) stacks: Vec<Word<BddRef>>,
    /// The cycles so far, without those for crossing a page.
    pub(crate) cycles: u64,
    /// The cycles for crossing a page that there may be.
    pub(crate) crossings: u64,
    /// The addresses that were pushed to, and those that other instructions accessed.
    pub(crate) pushed: Vec<Word<BddRef>>,
    pub(crate) accessed: Vec<Word<BddRef>>,
    /// The addresses of the stack from which a return address was pulled.
    pub(crate) returned: Vec<Word<BddRef>>,
    /// The number of the next instruction.
    pub(crate) at: usize,
    /// The number of values that came from outside.
    pub(crate) inputs: usize,
}

/// Something that is observed outside.
#[derive(Clone)]
pub(crate) enum Event {
    /// A port is read.
    Input(Word<BddRef>),
    /// A port is written.
    Output(Word<BddRef>, SymbolicByte),
    /// A volatile cell is read.
    Read(Word<BddRef>),
    /// A volatile cell is written.
    Write(Word<BddRef>, SymbolicByte),
    /// A routine is called, an interrupt handler or another processor runs: it may do anything.
    Call(Callee, Box<Path>),
}

/// What is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Callee {
    /// The routine at an address.
    Routine(Word<BddRef>),
    /// The handler of interrupts after HALT.
    Interrupt,
}

/// Where a path leaves the part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    /// After the last instruction.
    End,
    /// To an address.
    Jump(Word<BddRef>),
    /// The processor stops for good.
    Stop,
}

/// The end of a path.
pub(crate) struct End {
    pub(crate) path: Path,
    pub(crate) exit: Exit,
}

/// Limits on the work.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The instructions that are executed on all paths of a part together.
    pub instructions: u64,
    /// The paths through a part.
    pub paths: usize,
    /// The nodes of the decision diagrams.
    pub nodes: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { instructions: 10_000, paths: 2_000, nodes: 1_600_000 }
    }
}

/// What does not change during an exploration.
pub(crate) struct Surroundings<'a> {
    pub(crate) unknowns: &'a mut Unknowns,
    /// The first and last addresses of volatile cells.
    pub(crate) volatile: &'a [(u16, u16)],
    /// Whether paths divide where the same and different addresses differ in what a read returns.
    pub(crate) is_by_cases: bool,
}

impl Path {
    /// Leaves out the states in which a pointer leads to what is pushed and pulled again, or to the return address. An address that is certainly that of a pushed
    /// byte is no pointer: code computes it from the stack pointer.
    pub(crate) fn keep_stack_apart(&mut self) {
        let pulled = self.pushed.iter().filter(|pushed| self.is_pulled(**pushed));
        for pushed in pulled.chain(&self.returned).copied().collect::<Vec<_>>() {
            for accessed in &self.accessed {
                let is_same = SymbolicByte::words_equal(pushed, *accessed);
                if is_same.constant(self.mask) != Some(true) {
                    self.mask = self.mask & !is_same;
                }
            }
        }
    }

    /// Whether a pushed byte is certainly free at the end.
    fn is_pulled(&self, pushed: Word<BddRef>) -> bool {
        let stack = self.core.stack();
        match self.core.processor() {
            // In page 1; the byte at the stack pointer is free.
            Processor::Mos6502 => {
                let (stack, pushed) = (SymbolicByte::split(stack).1, SymbolicByte::split(pushed).1);
                let distance = stack.difference(pushed, false.into()).0.constant(self.mask);
                distance.is_some_and(|distance| distance.cast_signed() >= 0)
            }
            _ => {
                let distance = SymbolicByte::words_difference(stack, pushed);
                let distance = SymbolicByte::constant_word(distance, self.mask);
                distance.is_some_and(|distance| distance.cast_signed() > 0)
            }
        }
    }

    /// Leaves out the states in which a pointer leads to these addresses. An address that is known is no pointer.
    pub(crate) fn keep_private(&mut self, ranges: &[(u16, u16)]) {
        for (first, last) in ranges {
            for accessed in &self.accessed {
                if SymbolicByte::constant_word(*accessed, self.mask).is_none() {
                    let is_below = SymbolicByte::word_is_below(*accessed, u32::from(*first));
                    self.mask = self.mask
                        & (is_below | !SymbolicByte::word_is_below(*accessed, u32::from(*last) + 1));
                }
            }
        }
    }

    /// Returns the state on entry.
    pub(crate) fn start(unknowns: &Unknowns, mask: BddRef) -> Self {
        let core = unknowns.entry;
        Path {
            mask,
            core,
            memory: Memory::default(),
            events: Vec::new(),
            stacks: vec![core.stack()],
            cycles: 0,
            crossings: 0,
            pushed: Vec::new(),
            accessed: Vec::new(),
            returned: Vec::new(),
            at: 0,
            inputs: 0,
        }
    }

    /// Calls something unknown: afterwards everything is unknown but the stack pointer, which is what it was.
    pub(crate) fn call(&mut self, callee: Callee, stack: Word<BddRef>, unknowns: &mut Unknowns) {
        self.core.set_stack(stack);
        let before = Path { events: Vec::new(), ..self.clone() };
        self.events.push(Event::Call(callee, Box::new(before)));
        let known = callee.routine(unknowns).map_or(Vec::new(), |routine| routine.keeps.clone());
        let before = self.core;
        self.core = unknowns.after_call(self.memory.calls);
        for component in known {
            let mask = SymbolicByte::from(component.mask as u8);
            let (old, new) = (before.get(component.register), self.core.get(component.register));
            self.core.set(component.register, (new & !mask) | (old & mask));
        }
        self.core.set_stack(stack);
        self.memory = Memory::after_calls(self.memory.calls + 1);
        self.stacks = vec![stack];
    }
}

impl Callee {
    /// Returns what is known of it.
    pub(crate) fn routine(self, unknowns: &Unknowns) -> Option<&KnownRoutine> {
        match self {
            Callee::Routine(address) => unknowns.routine(address),
            Callee::Interrupt => None,
        }
    }
}
