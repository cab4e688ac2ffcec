//! The ways through a part: each a set of states on entry, and what the part does from them.

use arcadian_cpu::Domain;
use arcadian_isa::Processor;
use arcadian_parallel::{
    any_core::AnyCore,
    bdd::{self, BddRef},
    byte::Word,
    cancellation::is_cancelled,
    symbol::SymbolicByte,
};

use crate::{
    code::{Code, Destination},
    control::Control,
    execute::{Choices, Executed, execute},
    memory::Memory,
    reason::Reason,
    unknowns::Unknowns,
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

/// Follows all paths of a part from all states in a mask.
pub(crate) fn explore(
    code: &Code,
    surroundings: &mut Surroundings,
    mask: BddRef,
    limits: Limits,
) -> Result<Vec<End>, Reason> {
    let start = Path::start(surroundings.unknowns, mask);
    let (mut ends, mut open, mut steps) = (Vec::new(), vec![(start, Vec::new())], 0);
    while let Some((path, choices)) = open.pop() {
        steps += 1;
        check(steps, open.len() + ends.len(), limits)?;
        let Some(step) = code.instructions.get(path.at) else {
            ends.push(End { path, exit: Exit::End });
            continue;
        };
        let executed = execute(step, path.clone(), Choices::First(&choices), surroundings);
        for forked in (choices.len()..executed.choices.len()).rev() {
            let mut other = executed.choices[..=forked].to_vec();
            other[forked] = !other[forked];
            open.push((path.clone(), other));
        }
        let (path, exit) = executed.continued(step, surroundings.unknowns);
        match exit {
            Some(exit) => ends.push(End { path, exit }),
            None => open.push((path, Vec::new())),
        }
    }
    Ok(ends)
}

/// With more paths than these too much work is rather a matter of branches than of a loop.
const FEW_PATHS: usize = 20;

fn check(steps: u64, paths: usize, limits: Limits) -> Result<(), Reason> {
    if is_cancelled() {
        Err(Reason::Time)
    } else if bdd::is_aborted() {
        Err(Reason::Size)
    } else if paths > limits.paths || steps > limits.instructions && paths > FEW_PATHS {
        Err(Reason::Paths(limits.paths))
    } else if steps > limits.instructions {
        Err(Reason::Steps(limits.instructions))
    } else {
        Ok(())
    }
}

impl Executed {
    /// Returns the path after an instruction, and where it leaves the part if it does.
    pub(crate) fn continued(self, step: &crate::code::Step, unknowns: &mut Unknowns) -> (Path, Option<Exit>) {
        let mut path = self.path;
        let next = path.at + 1;
        let is_taken = self.pc != step.next();
        let exit = match (step.control, step.target) {
            (Control::Branch, Some(destination)) if is_taken => {
                path.core.set_jump_target(destination);
                match destination {
                    Destination::Inside(index) => path.at = index,
                    Destination::Outside(address) => return (path, Some(Exit::Jump(address))),
                }
                None
            }
            (Control::Call, Some(Destination::Outside(address))) if is_taken => {
                path.call(Callee::Routine(address), self.stack, unknowns);
                path.at = next;
                None
            }
            (Control::Restart(address), _) => {
                path.call(Callee::Routine(address.into()), self.stack, unknowns);
                path.at = next;
                None
            }
            (Control::Wait, _) => {
                path.call(Callee::Interrupt, self.stack, unknowns);
                path.at = next;
                None
            }
            (Control::Computed, _) if self.jump.is_some() => self.jump.map(|address| {
                // RTS continues after the address that it pulls.
                let is_rts = step.row.mnemonic == "RTS";
                Exit::Jump(if is_rts { SymbolicByte::offset(address, 1) } else { address })
            }),
            _ if path.core.is_halted() => Some(Exit::Stop),
            // A block instruction that repeats leaves PC where it is.
            (Control::Ordinary, _) if is_taken => None,
            _ => {
                path.at = next;
                None
            }
        };
        if !path.stacks.contains(&path.core.stack()) {
            path.stacks.push(path.core.stack());
        }
        (path, exit)
    }
}

impl Path {
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
            at: 0,
            inputs: 0,
        }
    }

    /// Calls something unknown: afterwards everything is unknown but the stack pointer, which is what it was.
    fn call(&mut self, callee: Callee, stack: Word<BddRef>, unknowns: &mut Unknowns) {
        self.core.set_stack(stack);
        let before = Path { events: Vec::new(), ..self.clone() };
        self.events.push(Event::Call(callee, Box::new(before)));
        let known = unknowns.routine(callee).map_or(Vec::new(), |routine| routine.keeps.clone());
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

/// What a jump leaves in a register that programs cannot read directly.
trait JumpTarget {
    fn set_jump_target(&mut self, destination: Destination);
}

impl JumpTarget for AnyCore<SymbolicByte> {
    /// WZ holds the target of the last jump of the Z80; a branch is executed with another one.
    fn set_jump_target(&mut self, destination: Destination) {
        if let (Processor::Z80, Destination::Outside(address)) = (self.processor(), destination) {
            let (high, low) = SymbolicByte::split(address);
            self.set("WZH", high);
            self.set("WZL", low);
        }
    }
}
