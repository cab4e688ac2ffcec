//! Simplification of a failing initial state.

use std::mem::replace;

use super::Explainer;
use crate::{
    contract::{inputs::InitialState, placement::Placement},
    methods::counterexample::Counterexample,
};
use arcadian_parallel::cancellation::is_cancelled;

/// The maximum number of bytes of memory that are simplified.
pub(super) const MAX_MEMORY: usize = 256;

/// About the number of instructions that simplification of the input may execute.
const MAX_INSTRUCTIONS: u64 = 1 << 26;

/// The maximum number of runs for it.
const MAX_TRIES: u64 = 1 << 13;

/// About the number of instructions that all of the simplification may execute.
const MAX_ALL_INSTRUCTIONS: u64 = 1 << 29;

/// The size in bytes up to which a field is probably a number.
const MAX_NUMBER: usize = 4;

/// Numbers below this one are tried before any other.
const SMALL: u8 = 16;

fn little_endian(value: u8, bytes: usize) -> Vec<u8> {
    (0..bytes).map(|n| if n == 0 { value } else { 0 }).collect()
}

/// A state that fails, and how it does.
type Failing = (InitialState, Counterexample);

impl Explainer<'_> {
    /// Makes a state as simple as possible while the fault remains: everything is in its usual place, the input is small, and
    /// registers and memory are those of a new machine. Returns `None` if the state itself does not fail, or if the verification is
    /// cancelled before that is known.
    pub(super) fn simplify(&mut self, start: &InitialState) -> Option<Failing> {
        let mut failing = (start.clone(), self.wrong_in(start)?);
        self.limit_runs(start);
        // Where an endless loop is found depends on the limit.
        failing.1 = self.wrong_in(start).unwrap_or(failing.1);
        self.simplify_placement(&mut failing);
        self.simplify_input(&mut failing);
        self.simplify_registers(&mut failing);
        self.simplify_memory(&mut failing);
        Some(failing)
    }

    /// Allows runs that are somewhat longer than that of a state, and as many of them as do not take long.
    fn limit_runs(&mut self, start: &InitialState) {
        let Ok(length) = self.replay.length(start, &self.fault) else { return };
        self.replay.instruction_limit = self.replay.instruction_limit.min(4 * length + 1000);
        self.tries = (MAX_INSTRUCTIONS / self.replay.instruction_limit).clamp(1, MAX_TRIES);
        self.runs = MAX_ALL_INSTRUCTIONS / self.replay.instruction_limit;
    }

    /// Keeps a change of the state if the fault remains.
    fn keeps(&mut self, failing: &mut Failing, change: impl FnOnce(&mut InitialState)) -> bool {
        let mut changed = failing.0.clone();
        change(&mut changed);
        if changed == failing.0 {
            return false;
        }
        let Some(wrong) = self.wrong_in(&changed) else { return false };
        *failing = (changed, wrong);
        true
    }

    /// Moves the return address, the stack and the data of pointers to their usual places.
    fn simplify_placement(&mut self, failing: &mut Failing) {
        let usual = self.replay.routine.layout().standard();
        self.moves(failing, |placement| placement.clone_from(&usual));
        self.moves(failing, |placement| placement.return_address = usual.return_address);
        self.moves(failing, |placement| placement.stack = usual.stack);
        for n in 0..usual.pointers.len() {
            self.moves(failing, |placement| placement.pointers[n] = usual.pointers[n]);
        }
    }

    fn moves(&mut self, failing: &mut Failing, change: impl FnOnce(&mut Placement)) {
        let mut placement = failing.0.placement.clone();
        change(&mut placement);
        let layout = self.replay.routine.layout();
        if placement == layout.standard() || layout.allows(&placement) {
            self.keeps(failing, |start| start.placement = placement);
        }
    }

    /// Makes fields as small as possible. Then clears bytes and bits of the input, the high ones first, and counts bytes down, as
    /// long as the fault remains.
    fn simplify_input(&mut self, failing: &mut Failing) {
        let count = self.replay.routine.specification.inputs().len();
        for number in 0..count {
            let bytes = self.replay.routine.specification.input_bytes(number);
            let is_number = (1..=MAX_NUMBER).contains(&bytes.len());
            let mut small = if is_number { 0..SMALL } else { 0..1 };
            small.find(|value| {
                failing.0.input[bytes.clone()] == little_endian(*value, bytes.len())
                    || self.lowers(failing, |input| {
                        input[bytes.clone()].copy_from_slice(&little_endian(*value, bytes.len()));
                    })
            });
        }
        let mut has_changed = true;
        while replace(&mut has_changed, false) {
            for n in (0..failing.0.input.len()).rev() {
                has_changed |= self.lowers(failing, |input| input[n] = 0);
                for bit in (0..8).rev() {
                    has_changed |= self.lowers(failing, |input| input[n] &= !(1 << bit));
                }
                has_changed |= self.lowers(failing, |input| input[n] = input[n].saturating_sub(1));
            }
        }
    }

    /// Keeps a change of the input if it is valid and the fault remains, as long as there are tries left.
    fn lowers(&mut self, failing: &mut Failing, change: impl FnOnce(&mut [u8])) -> bool {
        // Conditions of the input can take long.
        if self.tries == 0 || is_cancelled() {
            return false;
        }
        let mut input = failing.0.input.clone();
        change(&mut input);
        if input == failing.0.input || !self.is_valid(&input) {
            return false;
        }
        self.tries -= 1;
        self.keeps(failing, |start| start.input = input)
    }

    fn is_valid(&self, input: &[u8]) -> bool {
        self.replay.routine.specification.input_fault(input).is_none()
    }

    fn simplify_registers(&mut self, failing: &mut Failing) {
        for n in 0..failing.0.registers.len() {
            let Some(new) = self.new.get(n).copied().flatten() else { continue };
            self.keeps(failing, |start| start.registers[n] = new);
        }
    }

    fn simplify_memory(&mut self, failing: &mut Failing) {
        for n in 0..failing.0.memory.len().min(MAX_MEMORY) {
            let new = self.replay.routine.assembly.byte_at(failing.0.memory[n].0).unwrap_or(0);
            self.keeps(failing, |start| start.memory[n].1 = new);
        }
    }
}
