//! The ways through a part: each a set of states on entry, and what the part does from them. Paths that meet are merged.

use arcadian_cpu::Domain;
use arcadian_isa::Processor;
use arcadian_parallel::{
    any_core::AnyCore,
    byte::ParallelBit,
    byte::Word,
    domain::ParallelDomain,
    formula::{Formula, FormulaByte},
};

use crate::{
    code::ADDRESS,
    memory::Memory,
    unknowns::{KnownRoutine, Unknowns, known_distance},
};

/// A call inside the part that has not returned.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Frame {
    /// The number of the instruction that calls.
    pub(crate) caller: usize,
    /// The number of the instruction after it.
    pub(crate) follower: usize,
    pub(crate) line: usize,
    /// The stack pointer before.
    pub(crate) stack: Word<Formula>,
    /// The bytes that it has pushed, the high one first, and their addresses.
    pub(crate) pushed: (FormulaByte, FormulaByte),
    pub(crate) slots: Vec<Word<Formula>>,
}

impl Frame {
    pub(crate) fn address(&self) -> Word<Formula> {
        FormulaByte::join(self.pushed.0, self.pushed.1)
    }
}

/// The pushed bytes to which no pointer is assumed to lead.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StackApart {
    /// None: a pointer may lead to each.
    #[default]
    No,
    /// The bytes that are pulled again.
    Pulled,
    /// All that the parts push.
    Pushed,
}

#[derive(Clone, PartialEq)]
pub(crate) struct Path {
    /// The states on entry from which the part takes this path.
    pub(crate) mask: Formula,
    pub(crate) core: AnyCore<FormulaByte>,
    pub(crate) memory: Memory,
    pub(crate) events: Vec<Event>,
    /// The values that the stack pointer has had since the last call, each once.
    pub(crate) stacks: Vec<Word<Formula>>,
    pub(crate) costs: Vec<Cost>,
    /// The addresses that were pushed to, and those that other instructions accessed.
    pub(crate) pushed: Vec<Word<Formula>>,
    pub(crate) accessed: Vec<Word<Formula>>,
    /// The addresses of the stack from which a return address was pulled.
    pub(crate) returned: Vec<Word<Formula>>,
    /// The calls inside the part that have not returned, the outermost first.
    pub(crate) frames: Vec<Frame>,
    /// The number of the next instruction.
    pub(crate) at: usize,
    /// The number of values that came from outside.
    pub(crate) inputs: usize,
    /// Whether R of the Z80 is that of a called routine, which counts on from what it was before.
    pub(crate) has_called_refresh: bool,
}

#[derive(Clone, Copy, PartialEq)]
pub(crate) struct Cost {
    /// The states that have this cost. Only those that take the path count.
    pub(crate) mask: Formula,
    /// The cycles, without those for crossing a page.
    pub(crate) cycles: u64,
    /// The cycles for crossing a page that there may be.
    pub(crate) crossings: u64,
}

/// Something that is observed outside.
#[derive(Clone, PartialEq)]
pub(crate) enum Event {
    Input(Word<Formula>),
    Output(Word<Formula>, FormulaByte),
    /// A volatile cell is read.
    Read(Word<Formula>),
    /// A volatile cell is written.
    Write(Word<Formula>, FormulaByte),
    /// A routine is called, an interrupt handler or another processor runs: it may do anything.
    Call(Callee, Box<Path>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Callee {
    Routine(Word<Formula>),
    /// The handler of interrupts after HALT.
    Interrupt,
}

/// Where parts continue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place<Label = String> {
    /// After the last instruction of the old part, in the code that follows it.
    End,
    /// Wherever the last instruction of the old part can lead: as `End`, and where it jumps or returns to, from which instruction ever.
    Last,
    /// A label outside.
    Label(Label),
    /// Anywhere but at the labels outside that are named.
    Else,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    /// After the last instruction.
    End,
    Jump(Word<Formula>),
    /// The processor stops for good.
    Stop,
}

pub(crate) struct End {
    pub(crate) path: Path,
    pub(crate) exit: Exit,
}

#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The instructions that are executed on all paths of a part together.
    pub instructions: u64,
    /// The paths through a part.
    pub paths: usize,
    /// The nodes of the decision diagrams.
    pub nodes: usize,
    /// The gates of the circuit.
    pub gates: usize,
    /// The conflicts of the SAT solver.
    pub conflicts: u64,
    /// The gates that are evaluated, each for 512 assignments, to try all values that a formula depends on.
    pub tried: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            instructions: 10_000,
            paths: 2_000,
            nodes: 1_600_000,
            gates: 800_000,
            conflicts: 200_000,
            tried: 1 << 29,
        }
    }
}

/// The part of the limits that the first attempts have.
pub(crate) const FIRST_PART: usize = 16;

impl Limits {
    /// Returns the limits of an attempt: a part of the nodes, and in the first ones of everything.
    pub(crate) fn of_attempt(self, part: usize) -> Limits {
        let nodes = self.nodes / part;
        if part < FIRST_PART {
            return Limits { nodes, ..self };
        }
        Limits {
            instructions: self.instructions / 16,
            paths: self.paths / 5,
            nodes,
            gates: self.gates / 16,
            conflicts: self.conflicts / 16,
            tried: self.tried / 16,
        }
    }
}

/// Context of an exploration: its settings and unknowns, the same for all paths.
pub(crate) struct Surroundings<'a> {
    pub(crate) unknowns: &'a mut Unknowns,
    /// The addresses of volatile cells, with the number of bytes from each on.
    pub(crate) volatile: &'a [(Word<Formula>, u32)],
    pub(crate) style: Style,
    /// Whether the addresses of accesses are kept, to tell those to the stack apart.
    pub(crate) notes_accesses: bool,
    /// The states on entry in which an address is looked at, if no pointer leads to a return address.
    pub(crate) keeps_returns_apart: Option<Formula>,
    /// Whether states divide where they differ only in duration: where an indexed address crosses a page (6502).
    pub(crate) divides_by_duration: bool,
    /// Whether a read returns any byte if it may be of a byte that was written or read through another address. That includes what
    /// really happens, and keeps formulas small.
    pub(crate) forgets_memory: bool,
    /// Bytes of memory that nothing changes.
    pub(crate) constant_memory: &'a dyn Fn(u16) -> Option<u8>,
}

impl<'a> Surroundings<'a> {
    /// Returns those of code that is not placed.
    pub(crate) fn unplaced(
        unknowns: &'a mut Unknowns,
        volatile: &'a [(Word<Formula>, u32)],
        style: Style,
        notes_accesses: bool,
    ) -> Self {
        Surroundings {
            unknowns,
            volatile,
            style,
            notes_accesses,
            keeps_returns_apart: None,
            divides_by_duration: false,
            forgets_memory: false,
            constant_memory: &|_| None,
        }
    }
}

/// Policy for dividing and merging paths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Style {
    /// Paths divide where states differ in what they do, and never merge again.
    Apart,
    /// Paths divide also where the same and different addresses differ in what a read returns.
    ByCases,
    /// Paths merge where they meet.
    Merged,
}

impl Path {
    pub(crate) fn add_cost(&mut self, cycles: u64, crossings: u64) {
        for cost in &mut self.costs {
            cost.cycles += cycles;
            cost.crossings += crossings;
        }
    }

    /// Leaves out the states in which a pointer leads to what is pushed, or to the return address. `allowed` are the states on entry.
    ///
    /// An address that is that of a pushed byte in all of them does not count as a pointer: code computes it from the stack pointer.
    /// The states of the path do not tell that. A path on which a pointer has changed a return address has no others left than those in
    /// which the pointer leads there.
    pub(crate) fn keep_stack_apart(&mut self, stack: StackApart, allowed: Formula) {
        let is_apart = |pushed: &&Word<Formula>| match stack {
            StackApart::No => false,
            StackApart::Pulled => self.is_pulled(**pushed),
            StackApart::Pushed => true,
        };
        let returned = self.returned.iter().filter(|_| stack != StackApart::No);
        let apart: Vec<_> = self.pushed.iter().filter(is_apart).chain(returned).copied().collect();
        self.keep_apart(&apart, allowed);
    }

    /// Leaves out the states in which a pointer leads to where a return address was pulled from.
    pub(crate) fn keep_returns_apart(&mut self, allowed: Formula) {
        self.keep_apart(&self.returned.clone(), allowed);
    }

    fn keep_apart(&mut self, apart: &[Word<Formula>], mut allowed: Formula) {
        for accessed in &self.accessed {
            for pushed in apart {
                let is_same = FormulaByte::words_equal(*pushed, *accessed);
                if is_same.constant(allowed).is_none() {
                    allowed = allowed & !is_same;
                }
            }
        }
        self.mask = self.mask & allowed;
    }

    /// Returns whether a pushed byte is certainly free.
    pub(crate) fn is_pulled(&self, pushed: Word<Formula>) -> bool {
        let stack = self.core.stack();
        match self.core.processor() {
            // In page 1; the byte at the stack pointer is free.
            Processor::Mos6502 => {
                let (stack, pushed) = (FormulaByte::split(stack).1, FormulaByte::split(pushed).1);
                let distance = stack.difference(pushed, false.into()).0.constant(self.mask);
                distance.is_some_and(|distance| distance.cast_signed() >= 0)
            }
            _ => {
                let distance = FormulaByte::words_difference(stack, pushed);
                let distance = FormulaByte::constant_word(distance, self.mask);
                distance.is_some_and(|distance| distance.cast_signed() > 0)
            }
        }
    }

    /// Leaves out the states in which a pointer leads to these addresses. An address that is known in all states on entry that are
    /// `allowed` does not count as a pointer.
    pub(crate) fn keep_private(&mut self, ranges: &[(u16, u16)], allowed: Formula) {
        let mut apart = Formula::TRUE;
        for accessed in &self.accessed {
            if FormulaByte::constant_word(*accessed, allowed).is_none() {
                for (first, last) in ranges {
                    let is_below = FormulaByte::word_is_below(*accessed, u32::from(*first));
                    apart = apart & (is_below | !FormulaByte::word_is_below(*accessed, u32::from(*last) + 1));
                }
            }
        }
        self.mask = self.mask & apart;
    }

    pub(crate) fn start(unknowns: &Unknowns, mask: Formula) -> Self {
        let core = unknowns.entry;
        Path {
            mask,
            core,
            memory: Memory::default(),
            events: Vec::new(),
            stacks: vec![core.stack()],
            costs: vec![Cost { mask: Formula::TRUE, cycles: 0, crossings: 0 }],
            pushed: Vec::new(),
            accessed: Vec::new(),
            returned: Vec::new(),
            frames: Vec::new(),
            at: 0,
            inputs: 0,
            has_called_refresh: false,
        }
    }

    /// Calls something unknown: afterwards everything is unknown but the stack pointer, which is what it was.
    pub(crate) fn call(&mut self, callee: Callee, stack: Word<Formula>, unknowns: &mut Unknowns) {
        self.core.set_stack(stack);
        let before = Path { events: Vec::new(), ..self.clone() };
        self.events.push(Event::Call(callee, Box::new(before)));
        let known = callee.routine(unknowns).map_or(Vec::new(), |routine| routine.keeps.clone());
        let before = self.core;
        self.core = unknowns.after_call(self.memory.calls);
        for component in known {
            let mask = FormulaByte::from(component.mask as u8);
            let (old, new) = (before.get(component.register), self.core.get(component.register));
            self.core.set(component.register, (new & !mask) | (old & mask));
        }
        self.core.set_stack(stack);
        self.has_called_refresh = true;
        self.memory = Memory::after_calls(self.memory.calls + 1);
        self.restore_return_addresses();
        self.stacks = vec![stack];
    }
}

impl Callee {
    pub(crate) fn routine(self, unknowns: &Unknowns) -> Option<&KnownRoutine> {
        match self {
            Callee::Routine(address) => unknowns.routine(address),
            Callee::Interrupt => None,
        }
    }
}

impl Path {
    /// Returns whether two paths are at the same instruction and differ only in values. What was observed outside must be the same, and
    /// how the stack was used. If `tells_pointers`, no address that is computed from the stack pointer meets another value.
    pub(crate) fn meets(&self, other: &Self, tells_pointers: bool) -> bool {
        self.at == other.at
            && self.frames == other.frames
            && self.inputs == other.inputs
            && self.has_called_refresh == other.has_called_refresh
            && self.memory.calls == other.memory.calls
            && have_same(&self.stacks, &other.stacks)
            && have_same(&self.pushed, &other.pushed)
            && have_same(&self.accessed, &other.accessed)
            && have_same(&self.returned, &other.returned)
            && self.events == other.events
            && placed(self.core).is_equal_except_registers(&placed(other.core))
            && self.has_same_stack(other)
            && !(tells_pointers && self.differs_in_stack_address(other))
    }

    /// Returns whether the stack pointer is the same, if it matters what is below it: nothing is below a pointer that is one of two.
    fn has_same_stack(&self, other: &Self) -> bool {
        let stacks = (self.core.stack(), other.core.stack());
        let mask = self.mask | other.mask;
        self.stacks.is_empty()
            || stacks.0 == stacks.1
            || FormulaByte::words_equal(stacks.0, stacks.1).constant(mask) == Some(true)
    }

    /// Returns whether a register has another distance from the stack pointer on one of the paths, and a known one there. If it became one
    /// of two values, nothing would tell that it is no pointer from elsewhere.
    fn differs_in_stack_address(&self, other: &Self) -> bool {
        let distance = |path: &Self, word: Word<Formula>| known_distance(word, path.core.stack(), path.mask);
        let mut differs = false;
        let mut core = self.core;
        core.combine(&other.core, |_, one, two| {
            differs |= one != two && distance(self, one) != distance(other, two);
            one
        });
        differs
    }

    pub(crate) fn merge(mut self, other: Self) -> Self {
        let mask = self.mask;
        self.core = placed(self.core);
        self.core.combine(&other.core, |_, one, other| select(mask, one, other));
        self.costs = costs(mask, &self.costs, &other.costs);
        self.memory = self.memory.merge(other.memory, mask);
        self.mask = mask | other.mask;
        self
    }
}

fn have_same(one: &[Word<Formula>], other: &[Word<Formula>]) -> bool {
    // Each value is in a list once.
    one.len() == other.len() && one.iter().all(|word| other.contains(word))
}

/// Returns the costs of two paths, each once. `mask` are the states on the first one.
fn costs(mask: Formula, ones: &[Cost], others: &[Cost]) -> Vec<Cost> {
    let only = |cost: &Cost, mask: Formula| Cost { mask: cost.mask & mask, ..*cost };
    let mut all: Vec<Cost> = ones.iter().map(|cost| only(cost, mask)).collect();
    for cost in others {
        let is_same = |known: &&mut Cost| (known.cycles, known.crossings) == (cost.cycles, cost.crossings);
        match all.iter_mut().find(is_same) {
            Some(known) => known.mask = mask.select(known.mask, cost.mask),
            None => all.push(only(cost, !mask)),
        }
    }
    all
}

/// Returns a core at the address at which every instruction is executed.
fn placed(mut core: AnyCore<FormulaByte>) -> AnyCore<FormulaByte> {
    core.set_pc(ADDRESS);
    core
}

fn select(mask: Formula, one: Word<Formula>, other: Word<Formula>) -> Word<Formula> {
    if one == other {
        return one;
    }
    let ((high, low), (other_high, other_low)) = (FormulaByte::split(one), FormulaByte::split(other));
    FormulaByte::join(FormulaByte::select(mask, high, other_high), FormulaByte::select(mask, low, other_low))
}
