//! Runs a part on an independent emulator.

use std::collections::{HashMap, HashSet};

use arcadian_isa::{Control, Processor};

use super::peer::Peer;
use crate::{
    assignment::Assignment,
    code::{Code, Destination},
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
    let processor = code.processor;
    let (registers, stack) = peer.world().registers()?.clone();
    peer.set_registers(&registers);
    peer.set_stack(stack);
    let (mut at, mut calls, mut stacks) = (0, Vec::new(), HashSet::from([stack]));
    let end = |peer: &mut Peer, steps, exit, calls, stacks: &HashSet<u16>| {
        let end = Snapshot::new(peer, all, stacks, processor);
        Some(Ended { exit, steps, events: std::mem::take(&mut peer.world().events), calls, end })
    };
    for steps in 0..LIMIT {
        let Some(step) = code.instructions.get(at) else {
            return end(peer, steps, ExitValue::End, calls, &stacks);
        };
        if !peer.knows(step.row, code.pushes_flags()) {
            return None;
        }
        let stack = peer.stack();
        let call = match step.control {
            Control::Restart(address) => Some(EventValue::Call(address)),
            Control::Wait => Some(EventValue::Wait),
            _ => None,
        };
        let mut call = call;
        let mut is_taken = false;
        let mut pc = step.next();
        if call.is_none() {
            let bytes = step.bytes.iter().map(|byte| assignment.byte(*byte));
            peer.world().begin(bytes, step.control == Control::Call);
            pc = peer.step()?;
            is_taken = match step.control {
                Control::Computed => {
                    matches!(step.row.mnemonic, "PCHL" | "JP" | "JMP") || peer.stack() != stack
                }
                _ => pc != step.next(),
            };
        }
        at += 1;
        match (step.control, step.target) {
            (Control::Branch, Some(Destination::Inside(index))) if is_taken => at = index,
            (Control::Branch, Some(Destination::Outside(address))) if is_taken => {
                stacks.insert(peer.stack());
                return end(peer, steps, ExitValue::Jump(assignment.word(address)), calls, &stacks);
            }
            (Control::Call, Some(Destination::Outside(address))) if is_taken => {
                call = Some(EventValue::Call(assignment.word(address)));
            }
            // Calls of the part itself are not compared.
            (Control::Call, _) if is_taken => return None,
            // A block instruction that repeats.
            (Control::Ordinary, _) if is_taken => at -= 1,
            (Control::Computed, _) if is_taken => {
                stacks.insert(peer.stack());
                return end(peer, steps, ExitValue::Jump(pc), calls, &stacks);
            }
            _ => {}
        }
        if let Some(event) = call {
            peer.set_stack(stack);
            peer.world().events.push(event);
            calls.push(Snapshot::new(peer, all, &stacks, processor));
            peer.world().forget();
            let (registers, _) = peer.world().registers()?.clone();
            peer.set_registers(&registers);
            peer.set_stack(stack);
            stacks.clear();
        }
        stacks.insert(peer.stack());
    }
    None
}
