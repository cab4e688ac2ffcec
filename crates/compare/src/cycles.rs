//! Cycles of code: the fewest and the most over all ways through it, from all states on entry.
//!
//! ```
//! use arcadian_compare::{cycles::{Question, Time, measure}, code::Program};
//! use arcadian_isa::Processor;
//!
//! // LD B,A / AND 7 / RET Z / NOP / RET at 4000H
//! let code = [0x47, 0xE6, 0x07, 0xC8, 0x00, 0xC9];
//! let byte = |address: u16| code.get(usize::from(address.checked_sub(0x4000)?)).copied();
//! let program = Program { processor: Processor::Z80, byte: &byte, line: &|_| 1 };
//! let Time::Within { least, most, .. } = measure(&Question::new(program, 0x4000))?.time else { panic!("no budget") };
//! assert_eq!((least.cycles, most.cycles), (4 + 7 + 11, 4 + 7 + 5 + 4 + 10));
//! # Ok::<(), arcadian_compare::Reason>(())
//! ```

mod measuring;

use std::collections::BTreeSet;

use arcadian_cpu::Domain;
use arcadian_parallel::{
    bdd::Bounds,
    byte::Word,
    circuit,
    domain::ParallelDomain,
    formula::{self, Formula, FormulaByte},
    symbol::MAX_VARIABLES,
};

use crate::{
    attempt::{is_valid, solver},
    code::{Placed, Program},
    condition::Condition,
    counterexample::{Value, entry},
    execute::execute,
    memory::Memory,
    operand::{Assignment, Choices},
    path::{Exit, Limits, Path, Style, Surroundings},
    reason::Reason,
    unknowns::{Constant, START, Setup, Unknowns},
    verdict::Method,
};
use measuring::{Measured, Measuring, measure_placed};

pub struct Question<'a> {
    pub program: Program<'a>,
    pub start: u16,
    /// Addresses at which it ends, in addition to returns and to jumps to where the program has no code.
    pub ends: Vec<u16>,
    pub requires: Vec<Condition>,
    /// Names with their values, for the conditions.
    pub constants: Vec<(String, u16)>,
    /// The most cycles that it may take. More are not looked for.
    pub budget: Option<u64>,
    pub limits: Limits,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    pub time: Time,
    /// The calls of code that the program does not have. Their duration is not counted, and they may change everything.
    pub calls: BTreeSet<Call>,
}

/// A call of code that the program does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Call {
    /// The line, from 1.
    pub line: usize,
    /// The address that is called; `None` if it waits for an interrupt.
    pub address: Option<u16>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Time {
    /// No way through the code takes fewer or more than these.
    Within { least: Box<Way>, most: Box<Way>, ends: BTreeSet<Ending> },
    /// A way exceeds the budget. It need not have ended.
    Over(Box<Way>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ending {
    End,
    Return,
    /// By another jump to an address that it computes.
    Computed {
        /// The line of the jump, from 1.
        line: usize,
    },
    /// By a jump to this address, where the program has no code.
    Jump(u16),
    /// Execution runs on where the program has no code.
    Beyond,
    Stop,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Way {
    pub cycles: u64,
    /// The instructions that were executed: their addresses, with the cycles that each took.
    pub steps: Vec<(u16, u64)>,
    /// Registers and flags on entry that are not 0.
    pub entry: Vec<Value>,
    /// All values on entry and from outside.
    pub setup: Setup,
}

impl<'a> Question<'a> {
    /// Asks for the cycles up to the return, from every state.
    pub fn new(program: Program<'a>, start: u16) -> Self {
        let limits = Limits { instructions: 200_000, ..Limits::default() };
        Question {
            program,
            start,
            ends: Vec::new(),
            requires: Vec::new(),
            constants: Vec::new(),
            budget: None,
            limits,
        }
    }
}

/// The attempts: the method, the part of the limits on diagrams, and whether reads of memory forget what was written. Then there are
/// more ways than really exist, so that an answer counts only if the ways that it names exist.
const ATTEMPTS: [(Method, usize, bool); 5] = [
    (Method::Diagrams, 16, true),
    (Method::Circuits, 1, true),
    (Method::Diagrams, 16, false),
    (Method::Circuits, 1, false),
    (Method::Diagrams, 1, false),
];

/// Returns the cycles that code takes, which are proven. The thread's formulas are reset.
///
/// The code does not write to itself, and no pointer leads to it or to a return address of it; a known address that is written is
/// checked.
pub fn measure(question: &Question) -> Result<Answer, Reason> {
    let mut answer = Err(Reason::Size);
    for (method, part, forgets_memory) in ATTEMPTS {
        let Limits { nodes, gates, conflicts, tried, .. } = question.limits;
        match method {
            Method::Circuits => formula::use_circuits(circuit::Limits { gates, conflicts, tried }, solver()),
            _ => formula::use_diagrams(MAX_VARIABLES, Bounds { nodes: nodes / part }),
        }
        let start = Constant { name: START.to_owned(), is_byte: false, is_offset: false };
        let mut unknowns = Unknowns::new(question.program.processor, &[start]);
        answer = attempt(question, &mut unknowns, forgets_memory);
        if answer != Err(Reason::Size) && !(unknowns.has_forgotten && is_of_memory(&answer)) {
            break;
        }
    }
    answer
}

/// Returns whether an attempt that forgets memory can have failed because of that.
fn is_of_memory(answer: &Result<Answer, Reason>) -> bool {
    use Reason::{Depth, Disagreement, Durations, OwnCode, Paths, ReturnAddress, Steps};
    let is_computed = |answer: &Answer| match &answer.time {
        Time::Within { ends, .. } => ends.iter().any(|end| matches!(end, Ending::Computed { .. })),
        Time::Over(_) => false,
    };
    answer.as_ref().is_ok_and(is_computed)
        || matches!(
            answer,
            Err(Disagreement(_)
                | Durations { .. }
                | Steps(_)
                | Paths(_)
                | ReturnAddress { .. }
                | OwnCode { .. }
                | Depth { .. })
        )
}

fn attempt(question: &Question, unknowns: &mut Unknowns, forgets_memory: bool) -> Result<Answer, Reason> {
    for (name, value) in &question.constants {
        unknowns.parameters.push((name.clone(), FormulaByte::split(Word::Concrete(*value))));
    }
    // What calls push can be read as data.
    let placed = FormulaByte::words_equal(unknowns.named(START), Word::Concrete(question.start));
    let states = question.requires.iter();
    let states = states.fold(placed, |all, condition| all & condition.states(unknowns));
    let is_impossible = states.is_never();
    is_valid()?;
    if is_impossible {
        return Err(Reason::NeverTrue);
    }
    let mut others = Vec::new();
    loop {
        let placed = Placed::new(question.program, question.start, &others, &question.ends, unknowns)?;
        let answer = measure_placed(question, &placed, states, unknowns, forgets_memory);
        // If formulas are too large, nothing that they say is true.
        is_valid()?;
        match answer? {
            Measured::Known(answer) => return Ok(answer),
            // Code that only a computed jump leads to.
            Measured::Leads(address) => others.push(address),
        }
    }
}

impl Measuring<'_> {
    /// Follows one of these states, with the memory that it has, until it has taken a number of cycles.
    pub(super) fn way(
        &self,
        states: Formula,
        cycles: u64,
        surroundings: &mut Surroundings,
    ) -> Result<Way, Reason> {
        let wrong =
            || Reason::Disagreement("a state takes another way than the one it was found on".to_owned());
        let assignment = Assignment(states.witness().ok_or_else(wrong)?);
        let setup = Setup::of(surroundings.unknowns, &assignment);
        let mut surroundings = Surroundings {
            divides_by_duration: true,
            constant_memory: surroundings.constant_memory,
            ..Surroundings::unplaced(surroundings.unknowns, &[], Style::Merged, false)
        };
        let mut path = Path { at: self.placed.first, ..Path::start(surroundings.unknowns, Formula::TRUE) };
        path.fix(&assignment, &setup);
        let (mut steps, mut spent) = (Vec::new(), 0);
        while spent < cycles {
            let step = self.placed.code.step(path.at).ok_or_else(wrong)?;
            let address = self.placed.addresses.get(path.at).copied().unwrap_or(self.question.start);
            let calls = path.memory.calls;
            let done = execute(step, path, Choices::Of(&assignment), &mut surroundings);
            let is_own = |(address, _): &(Word<Formula>, FormulaByte)| {
                self.placed.own.contains(&assignment.word(*address))
            };
            if done.written.iter().any(is_own) {
                return Err(wrong());
            }
            let exit;
            (path, exit) = done.continued(step, surroundings.unknowns)?;
            let next = match exit {
                None => Some(path.at),
                Some(Exit::Jump(to)) => self.placed.number(assignment.word(to)),
                Some(_) => None,
            };
            path.at = next.unwrap_or(path.at);
            if path.memory.calls > calls {
                path.fix(&assignment, &setup);
                path.restore_return_addresses();
            }
            path.events.clear();
            path.stacks.clear();
            let now = path.costs.first().map_or(0, |cost| cost.cycles);
            steps.push((address, now - spent));
            spent = now;
            if next.is_none() {
                break;
            }
        }
        if spent != cycles {
            return Err(wrong());
        }
        let mut entry = entry(surroundings.unknowns, &assignment, &|_| true);
        entry.retain(|value| value.value != 0 && !value.is_constant);
        Ok(Way { cycles, steps, entry, setup })
    }
}

impl Path {
    /// Gives registers and memory the values of an assignment.
    fn fix(&mut self, assignment: &Assignment, setup: &Setup) {
        let core = self.core;
        self.core.combine(&core, |_, word, _| Word::Concrete(assignment.word(word)));
        let calls = self.memory.calls;
        let bytes = setup.states.get(calls).map_or(&[][..], |state| &state.memory);
        self.memory = Memory::of(calls, bytes);
    }
}
