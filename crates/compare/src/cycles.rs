//! How many cycles code takes: the fewest and the most over all ways through it, from all states on entry.
//!
//! ```
//! use arcadian_compare::{cycles::{Question, Time, measure}, placed::Program};
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

use std::collections::BTreeSet;

use arcadian_cpu::Domain;
use arcadian_parallel::{
    bdd::Bounds,
    byte::{MAX_VARIABLES, Word},
    cancellation::is_cancelled,
    circuit,
    domain::ParallelDomain,
    formula::{self, Formula, FormulaByte},
};

use crate::{
    attempt::{is_valid, solver},
    code::Step,
    condition::Condition,
    counterexample::{Value, entry},
    execute::{Assignment, Choices, Executed, execute},
    explore::Open,
    memory::Memory,
    path::{Callee, Cost, Event, Exit, Limits, Path, Style, Surroundings},
    placed::{BEYOND, Placed, Program, decode},
    reason::Reason,
    unknowns::{Constant, START, Setup, Unknowns, literal},
    verdict::Method,
};

/// The code whose cycles are asked for.
pub struct Question<'a> {
    pub program: Program<'a>,
    /// Where the code begins.
    pub start: u16,
    /// Addresses at which it ends, besides returns, and jumps to where the program has no code.
    pub ends: Vec<u16>,
    /// What is true on entry.
    pub requires: Vec<Condition>,
    /// Names with their values, for the conditions.
    pub constants: Vec<(String, u16)>,
    /// The most cycles that it may take. More are not looked for.
    pub budget: Option<u64>,
    /// Limits on the work.
    pub limits: Limits,
}

/// The cycles that code takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The cycles.
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

/// The cycles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Time {
    /// No way through the code takes fewer or more than these.
    Within {
        /// A way with the fewest cycles.
        least: Box<Way>,
        most: Box<Way>,
        /// Where ways end.
        ends: BTreeSet<Ending>,
    },
    /// A way exceeds the budget. It need not have ended.
    Over(Box<Way>),
}

/// Where a way ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ending {
    /// At one of the ends.
    End,
    Return,
    /// By another jump to an address that it computes.
    Computed {
        /// The line of the jump, from 1.
        line: usize,
    },
    /// By a jump to this address, where the program has no code.
    Jump(u16),
    /// It runs on where the program has no code.
    Beyond,
    /// The processor stops.
    Stop,
}

/// A way through code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Way {
    /// The cycles it takes.
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
    matches!(
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

/// The greatest number of different durations that are told apart at one place.
const MOST_DURATIONS: usize = 2048;

/// What was found out.
pub(super) enum Measured {
    Known(Answer),
    /// There is code at this address that was not decoded.
    Leads(u16),
}

pub(super) fn measure_placed(
    question: &Question,
    placed: &Placed,
    states: Formula,
    unknowns: &mut Unknowns,
    forgets_memory: bool,
) -> Result<Measured, Reason> {
    let constant_memory =
        |address: u16| placed.own.contains(&address).then(|| (question.program.byte)(address)).flatten();
    let mut measuring = Measuring { question, placed, calls: BTreeSet::new(), leads: None };
    let mut surroundings = Surroundings {
        divides_by_duration: true,
        forgets_memory,
        constant_memory: &constant_memory,
        ..Surroundings::unplaced(unknowns, &[], Style::Merged, true)
    };
    let time = measuring.time(states, &mut surroundings)?;
    let Measuring { calls, leads, .. } = measuring;
    Ok(match leads {
        Some(address) => Measured::Leads(address),
        None => Measured::Known(Answer { time, calls }),
    })
}

/// A measurement.
pub(super) struct Measuring<'a> {
    pub(super) question: &'a Question<'a>,
    pub(super) placed: &'a Placed,
    calls: BTreeSet<Call>,
    /// The address of code that was not decoded.
    leads: Option<u16>,
}

/// What is left of paths that have ended.
struct Ended {
    mask: Formula,
    cost: Cost,
    ending: Ending,
}

impl Measuring<'_> {
    fn time(&mut self, states: Formula, surroundings: &mut Surroundings) -> Result<Time, Reason> {
        let start = Path { at: self.placed.first, ..Path::start(surroundings.unknowns, states) };
        let mut open = Open { paths: vec![(start, Vec::new())], merges: true, tells_pointers: true };
        let (mut ended, mut executed) = (Vec::new(), 0);
        while let Some((path, choices)) = open.pop().filter(|_| self.leads.is_none()) {
            let Some(step) = self.placed.code.step(path.at) else {
                let ending = if path.at == BEYOND { Ending::Beyond } else { Ending::End };
                ended.extend(costs(&path, ending));
                continue;
            };
            executed += 1;
            self.check(step, &path, executed, open.paths.len())?;
            let done = execute(step, path.clone(), Choices::First(&choices), surroundings);
            for forked in (choices.len()..done.choices.len()).rev() {
                let mut other = done.choices[..=forked].to_vec();
                other[forked] = !other[forked];
                open.paths.push((path.clone(), other));
            }
            let (path, exit) = self.continued(step, done, surroundings)?;
            if let Some(way) = self.exceeding(&path, surroundings)? {
                return Ok(Time::Over(Box::new(way)));
            }
            match exit.map(|exit| self.ending(step, exit)) {
                Some(Continued::No(ending)) => ended.extend(costs(&path, ending)),
                Some(Continued::At(at)) => open.push(Path { at, ..path }),
                None => open.push(path),
            }
        }
        self.within(ended, surroundings)
    }

    fn check(&self, step: &Step, path: &Path, executed: u64, paths: usize) -> Result<(), Reason> {
        let limits = self.question.limits;
        if is_cancelled() {
            Err(Reason::Time)
        } else if formula::failure().is_some() {
            Err(Reason::Size)
        } else if path.costs.len() > MOST_DURATIONS {
            Err(Reason::Durations { line: step.line, limit: MOST_DURATIONS })
        } else if paths > limits.paths {
            Err(Reason::Paths(limits.paths))
        } else if executed > limits.instructions {
            Err(Reason::Steps(limits.instructions))
        } else {
            Ok(())
        }
    }

    /// Returns the path after an instruction. What only a comparison needs is forgotten, so that more paths meet.
    fn continued(
        &mut self,
        step: &Step,
        done: Executed,
        surroundings: &mut Surroundings,
    ) -> Result<(Path, Option<Exit>), Reason> {
        let own = &self.placed.own;
        let is_own = |(address, _): &(Word<Formula>, FormulaByte)| {
            literal(*address).is_some_and(|address| own.contains(&address))
        };
        if done.written.iter().any(is_own) {
            return Err(Reason::OwnCode { line: step.line });
        }
        let (mut path, exit) = done.continued(step, surroundings.unknowns)?;
        for event in path.events.drain(..) {
            if let Event::Call(callee, _) = event {
                let address = match callee {
                    Callee::Routine(address) => literal(address),
                    Callee::Interrupt => None,
                };
                self.calls.insert(Call { line: step.line, address });
            }
        }
        path.keep_private(&self.ranges(), path.mask);
        path.keep_return_addresses_apart();
        for list in [&mut path.accessed, &mut path.pushed, &mut path.returned, &mut path.stacks] {
            list.clear();
        }
        Ok((path, exit))
    }

    /// Returns the first and last addresses of the parts of the code.
    fn ranges(&self) -> Vec<(u16, u16)> {
        let mut ranges: Vec<(u16, u16)> = Vec::new();
        for address in &self.placed.own {
            match ranges.last_mut() {
                Some((_, last)) if last.checked_add(1) == Some(*address) => *last = *address,
                _ => ranges.push((*address, *address)),
            }
        }
        ranges
    }

    /// Returns a way that has exceeded the budget, if there is one on a path.
    fn exceeding(&self, path: &Path, surroundings: &mut Surroundings) -> Result<Option<Way>, Reason> {
        let Some(budget) = self.question.budget else { return Ok(None) };
        let over = path.costs.iter().filter(|cost| cost.cycles > budget);
        for cost in over {
            let states = cost.mask & path.mask;
            if !states.is_never() {
                return self.way(states, cost.cycles, surroundings).map(Some);
            }
        }
        Ok(None)
    }

    /// Returns where a path goes on that has left the code in the eyes of its last instruction.
    fn ending(&mut self, step: &Step, exit: Exit) -> Continued {
        let Exit::Jump(to) = exit else {
            return Continued::No(if exit == Exit::Stop { Ending::Stop } else { Ending::End });
        };
        let Some(address) = literal(to) else {
            let is_return = step.row.mnemonic.starts_with('R');
            return Continued::No(if is_return {
                Ending::Return
            } else {
                Ending::Computed { line: step.line }
            });
        };
        if let Some(number) = self.placed.number(address) {
            return Continued::At(number);
        }
        if decode(self.question.program, address).is_some() {
            self.leads.get_or_insert(address);
        }
        Continued::No(Ending::Jump(address))
    }

    /// Returns the extremes of all ways.
    fn within(&self, mut ended: Vec<Ended>, surroundings: &mut Surroundings) -> Result<Time, Reason> {
        ended.sort_by_key(|end| end.cost.cycles);
        let is_possible = |end: &&Ended| !(end.mask & end.cost.mask).is_never();
        let (least, most) = (ended.iter().find(is_possible), ended.iter().rev().find(is_possible));
        let (Some(least), Some(most)) = (least, most) else { return Err(Reason::Apart) };
        let mut ends = BTreeSet::new();
        for end in &ended {
            if !ends.contains(&end.ending) && is_possible(&end) {
                ends.insert(end.ending);
            }
        }
        let mut way = |end: &Ended| {
            let states = end.mask & end.cost.mask;
            self.way(states, end.cost.cycles, surroundings).map(Box::new)
        };
        Ok(Time::Within { least: way(least)?, most: way(most)?, ends })
    }
}

fn costs(path: &Path, ending: Ending) -> impl Iterator<Item = Ended> {
    path.costs.iter().map(move |cost| Ended { mask: path.mask, cost: *cost, ending })
}

/// Where a path goes on.
enum Continued {
    /// At the instruction with this number.
    At(usize),
    No(Ending),
}
