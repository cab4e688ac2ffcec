//! Runs a part on an independent emulator.

use std::collections::{HashMap, HashSet};

use arcadian_isa::{Control, Processor};
use arcadian_parallel::cancellation::is_cancelled;

use super::Peer;
use crate::{
    code::{Code, Destination, RETURNING, Step},
    counterexample::{EventValue, ExitValue},
    operand::Assignment,
    state::Component,
};

/// The maximum number of instructions.
const LIMIT: usize = 30_000;

/// The number of instructions after which it is looked whether the time is over.
const POLL_INTERVAL: usize = 256;

/// Result of a run of a part: its exit and events, and the states before calls and at the end.
pub(super) struct Ended {
    pub(super) exit: ExitValue,
    /// The instructions that it executed.
    pub(super) steps: usize,
    pub(super) events: Vec<EventValue>,
    /// The states before calls.
    pub(super) calls: Vec<Snapshot>,
    pub(super) end: Snapshot,
}

pub(super) struct Snapshot {
    /// The values of what is compared.
    pub(super) components: Vec<Option<u16>>,
    stack: u16,
    /// The values that the stack pointer has had since the last call.
    stacks: HashSet<u16>,
    /// The bytes that were written. The other part must write the same, or have it there on entry.
    written: HashMap<u16, u8>,
    /// The bytes on entry at the addresses that were written.
    initial: HashMap<u16, u8>,
    /// The addresses of the return addresses of the part on the stack.
    returns: HashSet<u16>,
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
        let components = all.iter().map(value).collect();
        let written = std::mem::take(&mut peer.world.written);
        let initial = written.keys().map(|address| (*address, peer.world.value(*address))).collect();
        peer.world.written.clone_from(&written);
        let stacks = stacks.clone();
        Snapshot { components, stack, stacks, written, initial, returns: HashSet::new(), processor }
    }

    /// Returns whether memory differs, except below both stack pointers and at these addresses.
    pub(super) fn memory_differs(&self, other: &Snapshot, is_stack_live: bool, dead: &[u16]) -> bool {
        let depth = |each: &Snapshot| {
            if is_stack_live { 0 } else { each.depth(&self.stacks).max(each.depth(&other.stacks)) }
        };
        let depths = (depth(self), depth(other));
        let is_free = |address| self.is_below(address, depths.0) && other.is_below(address, depths.1);
        let value = |one: &Snapshot, two: &Snapshot, address: u16| {
            one.written.get(&address).or_else(|| two.initial.get(&address)).copied()
        };
        let is_return = |address| self.returns.contains(address) && other.returns.contains(address);
        let addresses = self.written.keys().chain(other.written.keys());
        addresses.filter(|address| !is_return(address)).any(|address| {
            value(self, other, *address) != value(other, self, *address)
                && !is_free(*address)
                && !dead.contains(address)
        })
    }

    /// Returns the distance from the stack pointer down to the lowest of these values.
    fn depth(&self, stacks: &HashSet<u16>) -> u16 {
        let distance = |used: &u16| {
            let distance = match self.processor {
                Processor::Mos6502 => {
                    i16::from(self.stack.wrapping_sub(*used).to_le_bytes()[0].cast_signed())
                }
                _ => self.stack.wrapping_sub(*used).cast_signed(),
            };
            u16::try_from(distance).unwrap_or(0)
        };
        stacks.iter().map(distance).max().unwrap_or(0)
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
        if steps % POLL_INTERVAL == 0 && is_cancelled() {
            return None;
        }
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
    /// The calls inside the part that have not returned, the outermost first.
    frames: Vec<Frame>,
}

/// A call inside the part that has not returned.
struct Frame {
    caller: usize,
    /// The target of the return, as it is pushed.
    pushed: u16,
    /// The addresses of its high and low byte.
    slots: [u16; 2],
}

enum Next {
    Instruction(usize),
    /// A call of something outside, and then an instruction.
    Call(EventValue, usize),
    Enter(usize),
    /// The instruction after the call of the frame with this number.
    Return(usize),
    Leave(u16),
}

impl<'a> Run<'a> {
    fn begin(
        code: &'a Code,
        peer: &'a mut Peer,
        assignment: &'a Assignment,
        all: &'a [Component],
    ) -> Option<Self> {
        let (registers, stack) = peer.world.registers()?.clone();
        peer.set_registers(&registers);
        peer.set_stack(stack);
        let (calls, stacks, frames) = (Vec::new(), HashSet::from([stack]), Vec::new());
        Some(Run { code, peer, assignment, all, at: 0, calls, stacks, frames })
    }

    fn snapshot(&mut self) -> Snapshot {
        Snapshot::new(self.peer, self.all, &self.stacks, self.code.processor)
    }

    fn ended(mut self, steps: usize, exit: ExitValue) -> Ended {
        let end = self.snapshot();
        let events = std::mem::take(&mut self.peer.world.events);
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
            Control::Restart(_) if step.target.is_some() => self.execute(step, following)?,
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
            Next::Enter(routine) => {
                self.push_return_address(step);
                self.at = routine;
            }
            Next::Return(frame) => {
                self.at = self.frames[frame].caller + 1;
                self.frames.truncate(frame);
            }
            Next::Leave(address) => exit = Some(ExitValue::Jump(address)),
        }
        self.stacks.insert(self.peer.stack());
        Some(exit)
    }

    fn execute(&mut self, step: &Step, following: usize) -> Option<Next> {
        let stack = self.peer.stack();
        let bytes = step.bytes.iter().map(|byte| self.assignment.byte(*byte));
        let is_call = matches!(step.control, Control::Call | Control::Restart(_));
        self.peer.world.begin(bytes, is_call);
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
            (_, Some(Destination::LastCall(address, _))) => {
                self.peer.set_stack(stack);
                Next::Leave(self.assignment.word(address))
            }
            (Control::Branch, Some(Destination::Inside(index))) => Next::Instruction(index),
            (Control::Branch, Some(Destination::Outside(address))) => {
                Next::Leave(self.assignment.word(address))
            }
            (Control::Branch, Some(Destination::TailCall(address))) => Next::Call(event(address), RETURNING),
            (Control::Call, Some(Destination::Outside(address))) => Next::Call(event(address), following),
            (Control::Call, Some(Destination::Inside(index))) => Next::Enter(index),
            (Control::Computed, _) => self.jumped(pc),
            // A block instruction that repeats.
            (Control::Ordinary, _) => Next::Instruction(self.at),
            _ => Next::Instruction(following),
        })
    }

    /// Returns where a computed jump leads.
    fn jumped(&self, pc: u16) -> Next {
        let is_6502 = self.code.processor == Processor::Mos6502;
        let pushed = pc.wrapping_sub(u16::from(is_6502));
        let frame = self.frames.iter().rposition(|frame| frame.pushed == pushed);
        frame.map_or(Next::Leave(pc), Next::Return)
    }

    /// Writes what a call inside the part pushes: the address of its call in the part.
    fn push_return_address(&mut self, call: &Step) {
        let Some((high, low)) = call.pushed else { return };
        let stack = self.peer.stack();
        let slots = match self.code.processor {
            // The stack is page 1, and the byte at the stack pointer is free.
            Processor::Mos6502 => [2, 1].map(|offset| 0x100 | stack.wrapping_add(offset) & 0xFF),
            _ => [1, 0].map(|offset| stack.wrapping_add(offset)),
        };
        let pushed = [high, low].map(|byte| self.assignment.byte(byte));
        self.frames.push(Frame { caller: self.at, pushed: u16::from_be_bytes(pushed), slots });
        self.peer.world.written.extend(slots.into_iter().zip(pushed));
    }

    /// Returns the addresses and bytes of the return addresses of the part that are on the stack.
    fn return_addresses(&self) -> HashMap<u16, u8> {
        let stack = self.peer.stack();
        let is_free = |slot: &u16| match self.code.processor {
            Processor::Mos6502 => stack.wrapping_sub(*slot).to_le_bytes()[0].cast_signed() >= 0,
            _ => stack.wrapping_sub(*slot).cast_signed() > 0,
        };
        let on_stack = self.frames.iter().filter(|frame| !frame.slots.iter().all(is_free));
        on_stack.flat_map(|frame| frame.slots.into_iter().zip(frame.pushed.to_be_bytes())).collect()
    }

    /// Calls something unknown: afterwards everything is unknown but the stack pointer.
    fn call(&mut self, event: EventValue, stack: u16) -> Option<()> {
        self.peer.set_stack(stack);
        self.peer.world.events.push(event);
        let returns = self.return_addresses();
        let before = Snapshot { returns: returns.keys().copied().collect(), ..self.snapshot() };
        self.calls.push(before);
        self.peer.world.forget();
        // Code outside is assumed not to change them.
        self.peer.world.written.extend(returns);
        let (registers, _) = self.peer.world.registers()?.clone();
        self.peer.set_registers(&registers);
        self.peer.set_stack(stack);
        self.stacks.clear();
        Some(())
    }
}
