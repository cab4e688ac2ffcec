//! Runs a part on an independent emulator.

use std::collections::{HashMap, HashSet};

use arcadian_isa::{Control, Processor};

use super::peer::Peer;
use crate::{
    assignment::Assignment,
    code::{Code, Destination, RETURNING, Step},
    counterexample::{EventValue, ExitValue},
    state::Component,
};

/// The maximum number of instructions.
const LIMIT: usize = 30_000;

/// How a part ended.
pub(super) struct Ended {
    pub(super) exit: ExitValue,
    /// The instructions that it executed.
    pub(super) steps: usize,
    pub(super) events: Vec<EventValue>,
    /// The states before calls.
    pub(super) calls: Vec<Snapshot>,
    pub(super) end: Snapshot,
}

/// A state.
pub(super) struct Snapshot {
    /// The values of what is compared.
    pub(super) components: Vec<Option<u16>>,
    stack: u16,
    /// The depth to which the stack was used below the stack pointer.
    depth: u16,
    /// What was written, and what the other part must have there if it did not write.
    written: HashMap<u16, u8>,
    /// What is there on entry.
    initial: HashMap<u16, u8>,
    processor: Processor,
}

impl Snapshot {
    fn new(peer: &mut Peer, all: &[Component], stacks: &HashSet<u16>, processor: Processor) -> Self {
        let registers = peer.registers();
        let stack = peer.stack();
        let value = |component: &Component| {
            if component.name == "SP" {
                return Some(stack);
            }
            let found = registers.iter().find(|(name, _)| *name == component.register);
            found.map(|(_, value)| u16::from(*value) & component.mask)
        };
        let distance = |other: &u16| {
            let distance = match processor {
                Processor::Mos6502 => i16::from(stack.wrapping_sub(*other).to_le_bytes()[0].cast_signed()),
                _ => stack.wrapping_sub(*other).cast_signed(),
            };
            u16::try_from(distance).unwrap_or(0)
        };
        let depth = stacks.iter().map(distance).max().unwrap_or(0);
        let components = all.iter().map(value).collect();
        let written = std::mem::take(&mut peer.world().written);
        let initial = written.keys().map(|address| (*address, peer.world().value(*address))).collect();
        peer.world().written.clone_from(&written);
        Snapshot { components, stack, depth, written, initial, processor }
    }

    /// Whether memory differs, except below the stack pointer and at these addresses.
    pub(super) fn memory_differs(&self, other: &Snapshot, is_stack_live: bool, dead: &[u16]) -> bool {
        let depth = if is_stack_live || self.stack != other.stack { 0 } else { self.depth.max(other.depth) };
        let value = |one: &Snapshot, two: &Snapshot, address: u16| {
            one.written.get(&address).or_else(|| two.initial.get(&address)).copied()
        };
        self.written.keys().chain(other.written.keys()).any(|address| {
            value(self, other, *address) != value(other, self, *address)
                && !self.is_below(*address, depth)
                && !dead.contains(address)
        })
    }

    fn is_below(&self, address: u16, depth: u16) -> bool {
        match self.processor {
            Processor::Mos6502 => {
                let distance = self.stack.wrapping_sub(address).to_le_bytes()[0];
                address >> 8 == 1 && u16::from(distance) < depth
            }
            _ => self.stack.wrapping_sub(address.wrapping_add(1)) < depth,
        }
    }
}

/// Runs a part. Returns `None` if the emulator is known to be wrong about an instruction of it, or the part does not end soon.
pub(super) fn run(code: &Code, peer: &mut Peer, assignment: &Assignment, all: &[Component]) -> Option<Ended> {
    let mut run = Run::begin(code, peer, assignment, all)?;
    for steps in 0..LIMIT {
        if let Some(exit) = run.step()? {
            return Some(run.ended(steps, exit));
        }
    }
    None
}

/// A part on an independent emulator.
struct Run<'a> {
    code: &'a Code,
    peer: &'a mut Peer,
    assignment: &'a Assignment,
    all: &'a [Component],
    /// The number of the next instruction.
    at: usize,
    /// The states before calls.
    calls: Vec<Snapshot>,
    /// The values that the stack pointer has had since the last call.
    stacks: HashSet<u16>,
}

/// What follows an instruction.
enum Next {
    /// An instruction of the part.
    Instruction(usize),
    /// A call of something outside, and then an instruction.
    Call(EventValue, usize),
    /// What is at an address outside.
    Leave(u16),
}

impl<'a> Run<'a> {
    fn begin(
        code: &'a Code,
        peer: &'a mut Peer,
        assignment: &'a Assignment,
        all: &'a [Component],
    ) -> Option<Self> {
        let (registers, stack) = peer.world().registers()?.clone();
        peer.set_registers(&registers);
        peer.set_stack(stack);
        Some(Run { code, peer, assignment, all, at: 0, calls: Vec::new(), stacks: HashSet::from([stack]) })
    }

    fn snapshot(&mut self) -> Snapshot {
        Snapshot::new(self.peer, self.all, &self.stacks, self.code.processor)
    }

    fn ended(mut self, steps: usize, exit: ExitValue) -> Ended {
        let end = self.snapshot();
        let events = std::mem::take(&mut self.peer.world().events);
        Ended { exit, steps, events, calls: self.calls, end }
    }

    /// Executes an instruction. Returns where the part ends, if it does.
    fn step(&mut self) -> Option<Option<ExitValue>> {
        let Some(step) = self.code.step(self.at) else { return Some(Some(ExitValue::End)) };
        if !self.peer.knows(step.row, self.code.pushes_flags()) {
            return None;
        }
        let stack = self.peer.stack();
        let following = self.at.saturating_add(1);
        let next = match step.control {
            Control::Restart(address) => Next::Call(EventValue::Call(address), following),
            Control::Wait => Next::Call(EventValue::Wait, following),
            _ => self.execute(step, following)?,
        };
        let mut exit = None;
        match next {
            Next::Instruction(at) => self.at = at,
            Next::Call(event, at) => {
                self.at = at;
                self.call(event, stack)?;
            }
            Next::Leave(address) => exit = Some(ExitValue::Jump(address)),
        }
        self.stacks.insert(self.peer.stack());
        Some(exit)
    }

    /// Executes an instruction on the emulator.
    fn execute(&mut self, step: &Step, following: usize) -> Option<Next> {
        let stack = self.peer.stack();
        let bytes = step.bytes.iter().map(|byte| self.assignment.byte(*byte));
        self.peer.world().begin(bytes, step.control == Control::Call);
        let pc = self.peer.step()?;
        let is_taken = match step.control {
            Control::Computed => {
                matches!(step.row.mnemonic, "PCHL" | "JP" | "JMP") || self.peer.stack() != stack
            }
            _ => pc != step.next(),
        };
        let event = |address| EventValue::Call(self.assignment.word(address));
        Some(match (step.control, step.target) {
            _ if !is_taken => Next::Instruction(following),
            (Control::Branch, Some(Destination::Inside(index))) => Next::Instruction(index),
            (Control::Branch, Some(Destination::Outside(address))) => {
                Next::Leave(self.assignment.word(address))
            }
            (Control::Branch, Some(Destination::TailCall(address))) => Next::Call(event(address), RETURNING),
            (Control::Call, Some(Destination::Outside(address))) => Next::Call(event(address), following),
            // Calls of the part itself are not compared.
            (Control::Call, _) => return None,
            (Control::Computed, _) => Next::Leave(pc),
            // A block instruction that repeats.
            (Control::Ordinary, _) => Next::Instruction(self.at),
            _ => Next::Instruction(following),
        })
    }

    /// Calls something unknown: afterwards everything is unknown but the stack pointer.
    fn call(&mut self, event: EventValue, stack: u16) -> Option<()> {
        self.peer.set_stack(stack);
        self.peer.world().events.push(event);
        let before = self.snapshot();
        self.calls.push(before);
        self.peer.world().forget();
        let (registers, _) = self.peer.world().registers()?.clone();
        self.peer.set_registers(&registers);
        self.peer.set_stack(stack);
        self.stacks.clear();
        Some(())
    }
}
