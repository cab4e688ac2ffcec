//! Turns a failing initial state into a counterexample that shows what the fault depends on, and simplifies it.

#[cfg(test)]
mod tests;

use std::{
    collections::BTreeMap,
    iter::once,
    mem::{discriminant, replace},
};

use arcadian_parallel::cancellation::{Cancelled, is_cancelled};

use super::{Reference, Replay, SINGLE_STEPS, State};
use crate::{
    contract::{
        binding::Place,
        inputs::InitialState,
        placement::{Layout, Placement},
        routine::Routine,
    },
    methods::{
        replay::Repetition,
        result::{Counterexample, Fault},
    },
    run::engine::{Engine, address_set},
};

/// The values that are added to a byte to determine whether a fault depends on it.
const CHANGES: [u8; 3] = [0xFF, 1, 0x80];

impl Counterexample {
    /// Runs a failing initial state and explains why it fails. The state is simplified while the fault remains: the input is
    /// small, and a register or byte of memory that the fault does not depend on has the value that it has in a new machine.
    /// Returns `None` if the state does not fail, or if the engine does not emulate the routine's processor. If the verification is
    /// cancelled while the state is simplified, it stays as it is by then.
    pub fn explain(
        routine: &Routine,
        engine: Engine,
        instruction_limit: u64,
        failing: &InitialState,
    ) -> Result<Option<Counterexample>, Cancelled> {
        let Some(mut replay) = Replay::new(routine, engine, instruction_limit) else { return Ok(None) };
        let Err(wrong) = replay.run(failing)? else { return Ok(None) };
        let explainer = Explainer::new(routine, engine, instruction_limit, &wrong);
        let Some(mut explainer) = explainer.filter(|_| !wrong.is_limited()) else { return Ok(Some(*wrong)) };
        let start = replay.with_all_reads(failing);
        let is_absent = explainer.lacks_code(&start)?;
        let mut found = match explainer.explain(&start, is_absent) {
            Some(explained) => explained,
            None if is_cancelled() => explainer.with_relevant(&start, *wrong),
            // The fault depends on what cannot be set.
            None => *wrong,
        };
        if let ([Fault::LeftCode(pc), ..], true) = (&found.faults[..], is_absent) {
            found.faults[0] = Fault::Absent(*pc);
        }
        Ok(Some(found))
    }
}

impl Fault {
    /// Returns whether two faults are the same but for values.
    fn is_like(&self, other: &Fault) -> bool {
        match (self, other) {
            (Fault::Output(one), Fault::Output(other)) | (Fault::Ensures(one), Fault::Ensures(other)) => {
                one == other
            }
            (Fault::Example(one, what), Fault::Example(other, other_what)) => {
                (one, what) == (other, other_what)
            }
            (Fault::Register(one, ..), Fault::Register(other, ..)) => one == other,
            (Fault::Flags(one, ..), Fault::Flags(other, ..)) => one == other,
            (Fault::Memory(one, ..), Fault::Memory(other, ..)) => one == other,
            (Fault::LeftCode(one), Fault::Absent(other)) => one == other,
            _ => discriminant(self) == discriminant(other),
        }
    }
}

/// The number of addresses, of 256, from which on a byte leads to nearly any.
const NEARLY_ANY: usize = 128;

/// The bytes above the stack pointer that can be those of a caller.
const POPPED: u16 = 8;

/// Returns whether an address is in the page that the reference reserves for the stack, or among what a routine pops beyond its return
/// address. What a sheet calls through further away is a vector.
pub(super) fn is_at_stack(placement: &Placement, address: u16) -> bool {
    address >> 8 == placement.stack.wrapping_sub(1) >> 8 || address.wrapping_sub(placement.stack) < POPPED
}

/// Returns a state with another return address, pointer, or byte of the input, the registers or a stack, by its number.
fn changed(layout: &Layout, start: &InitialState, n: usize, by: u8) -> Option<InitialState> {
    let mut other = start.clone();
    let InitialState { placement, input, registers, memory } = &mut other;
    let bytes_of_words = 2 * (1 + placement.pointers.len());
    let mut words = once(&mut placement.return_address).chain(&mut placement.pointers);
    if let Some(word) = words.nth(n / 2) {
        *word = word.wrapping_add(u16::from(by) << (8 * (n % 2)));
        return Some(other);
    }
    let is_on_stack = |at| is_at_stack(placement, at) || layout.is_free_stack(placement, at);
    let on_stack = memory.iter_mut().filter(|(at, _)| is_on_stack(*at)).map(|(_, byte)| byte);
    let byte = input.iter_mut().chain(registers).chain(on_stack).nth(n - bytes_of_words)?;
    *byte = byte.wrapping_add(by);
    Some(other)
}

pub(super) struct Explainer<'a> {
    replay: Replay<'a>,
    new: State,
    fault: Fault,
    /// The number of runs that may still be made to simplify the input.
    tries: u64,
    /// The number of runs that may still be made at all.
    runs: u64,
}

impl<'a> Explainer<'a> {
    pub(super) fn new(
        routine: &'a Routine,
        engine: Engine,
        instruction_limit: u64,
        wrong: &Counterexample,
    ) -> Option<Self> {
        // A debugger starts with memory like this.
        let filled = || Replay::filled(routine, engine, instruction_limit, |_| 0);
        Some(Explainer {
            replay: Replay { reference: Some(Reference::new(routine, instruction_limit)), ..filled()? },
            new: filled()?.state(),
            fault: wrong.faults.first()?.clone(),
            tries: 0,
            runs: u64::MAX,
        })
    }

    /// Returns `None` if the state does not fail on a new machine, or if the verification is cancelled before that is known.
    fn explain(&mut self, start: &InitialState, is_absent: bool) -> Option<Counterexample> {
        let (mut simple, mut wrong) = self.simplify(start)?;
        if self.lacks_code(&simple).ok()? != is_absent {
            // The simplest input takes another path.
            if let [Fault::LeftCode(pc), ..] = self.wrong_in(start)?.faults[..] {
                self.fault = Fault::Absent(pc);
            }
            (simple, wrong) = self.simplify(start)?;
        }
        // What is elsewhere now reads other bytes.
        let start = self.replay.with_all_reads(&simple);
        let lost_after = self.replay.step_of(&start, &self.fault).ok();
        if self.replay.routine.is_contradictory_for(&start.input) {
            wrong.faults.push(Fault::Contradiction);
        }
        Some(Counterexample { lost_after, ..self.with_relevant(&start, wrong) })
    }

    /// Returns the counterexample if a state fails in the same way. It is taken not to fail if the verification is cancelled, or if
    /// there have been too many runs: then the state remains as it is.
    fn wrong_in(&mut self, start: &InitialState) -> Option<Counterexample> {
        if self.runs == 0 || is_cancelled() {
            return None;
        }
        self.runs -= 1;
        let wrong = self.replay.run(start).ok()?.err()?;
        wrong.faults.first().is_some_and(|fault| fault.is_like(&self.fault)).then_some(*wrong)
    }

    fn fails(&mut self, start: &InitialState) -> bool {
        self.wrong_in(start).is_some()
    }

    /// Adds the registers and the bytes of memory on which the fault depends.
    fn with_relevant(&mut self, start: &InitialState, wrong: Counterexample) -> Counterexample {
        let (registers, memory) = (self.relevant_registers(start), self.relevant_memory(start));
        Counterexample { registers, memory, ..wrong }
    }

    /// Returns whether another value of one byte of an initial state makes a difference, such as that of a new machine, where the
    /// counterexample is shown.
    fn depends_on(
        &mut self,
        start: &InitialState,
        new: u8,
        byte: impl Fn(&mut InitialState) -> &mut u8,
    ) -> bool {
        let mut other = start.clone();
        let own = *byte(&mut other);
        let mut others = CHANGES.map(|change| own.wrapping_add(change)).into_iter().chain([new]);
        others.any(|value| {
            *byte(&mut other) = value;
            value != own && !self.fails(&other)
        })
    }

    /// Returns whether a run leaves the code of the sheet for an address at which it lacks code. A byte of the sheet that the contract
    /// lets change is there.
    pub(super) fn lacks_code(&mut self, start: &InitialState) -> Result<bool, Cancelled> {
        if !matches!(self.fault, Fault::LeftCode(_)) {
            return Ok(false);
        }
        self.limit_runs(start);
        let image = |address| self.replay.routine.assembly.byte_at(address);
        let of_sheet: Vec<_> = start
            .memory
            .iter()
            .enumerate()
            .filter_map(|(n, (address, _))| Some((n, image(*address)?)))
            .collect();
        let is_absent = self.replay.led_by_unknown(start)?.is_some()
            || !self.is_astray(start)
                && !of_sheet
                    .into_iter()
                    .any(|(n, new)| self.depends_on(start, new, |start| &mut start.memory[n].1));
        // A search that was cut off has found no other address.
        if is_cancelled() { Err(Cancelled) } else { Ok(is_absent) }
    }

    /// Returns whether the address for which a run leaves the code comes from the input, a register or the stack: another value of
    /// one byte leads to nearly any other address.
    fn is_astray(&mut self, start: &InitialState) -> bool {
        let layout = self.replay.routine.layout();
        let mut leads_to = |n, by| {
            let other = changed(layout, start, n, by).filter(|other| self.is_valid(&other.input))?;
            match self.wrong_in(&other)?.faults[..] {
                [Fault::LeftCode(pc), ..] => Some(pc),
                _ => None,
            }
        };
        let own = leads_to(0, 0);
        let words = 1 + start.placement.pointers.len();
        let count = 2 * words + start.input.len() + start.registers.len() + start.memory.len();
        (0..count).any(|n| {
            CHANGES.iter().any(|by| leads_to(n, *by).is_some_and(|pc| own != Some(pc)))
                && address_set((0..=u8::MAX).filter_map(|by| leads_to(n, by))).len() >= NEARLY_ANY
        })
    }

    fn relevant_registers(&mut self, start: &InitialState) -> Vec<(&'static str, u8)> {
        let values = self.replay.set_up(start);
        self.replay.undo();
        let state = self.replay.registers.state.iter().zip(values).enumerate();
        let named = state.filter_map(|(n, (byte, value))| Some((n, byte, value?)));
        let named = named.filter(|(_, byte, _)| byte.copy_of.is_none());
        named
            .filter(|(n, _, value)| {
                let new = self.new.get(*n).copied().flatten().unwrap_or(*value);
                self.depends_on(start, new, |start| &mut start.registers[*n])
            })
            .map(|(_, byte, value)| (byte.name, value))
            .collect()
    }

    fn relevant_memory(&mut self, start: &InitialState) -> Vec<(u16, u8)> {
        let routine = self.replay.routine;
        let relevant = |n: &usize| {
            let new = routine.assembly.byte_at(start.memory[*n].0).unwrap_or(0);
            self.depends_on(start, new, |start| &mut start.memory[*n].1)
        };
        let numbers = (0..start.memory.len()).take(MAX_MEMORY).filter(relevant);
        numbers.map(|n| start.memory[n]).collect()
    }
}

impl Replay<'_> {
    /// Adds the bytes of memory that a run reads to an initial state, and removes those that it does not access: nothing else can
    /// matter. Of a run that is cancelled this is what it accessed by then.
    pub(super) fn with_all_reads(&mut self, start: &InitialState) -> InitialState {
        self.machine.ram().trace_reads();
        let _ = self.execute(start);
        let reads = self.machine.ram().take_reads();
        let written = address_set(self.machine.ram().journal().iter().map(|(address, _)| *address));
        self.undo();
        let routine = self.routine;
        let is_accessed = |address: &u16| {
            reads.contains(address) || written.contains(address) || routine.device == Some(*address)
        };
        let mut memory: BTreeMap<u16, u8> = BTreeMap::new();
        memory.extend(start.memory.iter().rev().copied());
        memory.retain(|address, _| is_accessed(address));
        let is_known =
            |address: u16| routine.assembly.byte_at(address).is_some() && !routine.may_change(address.into());
        self.set_up(start);
        for address in reads.iter().copied().filter(|address| !is_known(*address)) {
            let value = self.machine.ram().get(address);
            memory.entry(address).or_insert(value);
        }
        self.undo();
        InitialState { memory: memory.into_iter().collect(), ..start.clone() }
    }

    /// Returns the number of instructions of a run. An endless one is as long as it takes to show that.
    fn length(&mut self, start: &InitialState, fault: &Fault) -> Result<u64, Cancelled> {
        let cost = self.execute(start);
        self.undo();
        Ok(match (cost?, fault) {
            (Some(cost), _) => cost.instructions,
            (None, Fault::Endless(_)) => {
                self.recurrence(start)?.map_or(self.instruction_limit, |found| found.first + 2 * found.period)
            }
            // To its end, although a fault from before that may be the one that is reported.
            (None, _) => self.step_of(start, &Fault::LeftCode(0))? + 1,
        })
    }

    /// Returns the number of instructions before the one that causes a fault: the last one that changes what is wrong, or the last
    /// one of all. For an endless loop it is the number after which the machine is in a state that recurs.
    fn step_of(&mut self, start: &InitialState, fault: &Fault) -> Result<u64, Cancelled> {
        if matches!(fault, Fault::Endless(_))
            && let Some(found) = self.recurrence(start)?
        {
            return Ok(found.first);
        }
        self.set_up(start);
        let return_address = start.placement.return_address;
        let mut pc = self.routine.entry;
        let mut seen = self.watched(fault, &start.placement);
        let (mut last, mut cause) = (0, None);
        for step in 0..self.instruction_limit {
            if (step + 1).is_multiple_of(SINGLE_STEPS) && is_cancelled() {
                self.undo();
                return Err(Cancelled);
            }
            last = step;
            self.machine.run(pc, return_address, 1, &self.code);
            pc = self.machine.pc();
            let now = self.watched(fault, &start.placement);
            if replace(&mut seen, now.clone()) != now {
                cause = Some(step);
            }
            if pc == return_address || self.machine.is_halted() || !self.code.contains(pc) {
                break;
            }
        }
        self.undo();
        Ok(cause.unwrap_or(last))
    }

    /// Returns the bytes that a fault is about.
    fn watched(&mut self, fault: &Fault, placement: &Placement) -> Vec<u8> {
        match fault {
            Fault::Ensures(_) | Fault::Example(..) => {
                self.found(placement).into_iter().map(|(_, value)| value).collect()
            }
            Fault::Output(field) => {
                let outputs = self.routine.binding.outputs.iter();
                let places: Vec<Place> = outputs
                    .filter(|(_, byte)| self.routine.output_field(*byte) == Some(field))
                    .map(|(place, _)| *place)
                    .collect();
                places.into_iter().map(|place| self.load(place, placement)).collect()
            }
            Fault::Register(name, ..) | Fault::Flags(_, name, ..) => {
                self.machine.get(name).into_iter().collect()
            }
            Fault::Memory(address, ..) => vec![self.machine.ram().get(*address)],
            Fault::UndeclaredWrite(address, _) => {
                let written = self.machine.ram().journal().iter().any(|(at, _)| at == address);
                vec![written.into()]
            }
            Fault::MemoryStack { .. } => {
                let bytes = self.routine.memory_stack().map(|(bytes, _)| bytes);
                bytes.into_iter().flatten().map(|place| self.load(place, placement)).collect()
            }
            Fault::Port(_) => vec![self.machine.ram().has_accessed_port().into()],
            Fault::InterruptEnable(..) => {
                ["INTE", "IFF1", "IFF2"].iter().filter_map(|name| self.machine.get(name)).collect()
            }
            Fault::Contradiction
            | Fault::Reference(_)
            | Fault::NoReturn(..)
            | Fault::Endless(_)
            | Fault::Halted(_)
            | Fault::LeftCode(_)
            | Fault::Absent(_)
            | Fault::NoCode(_)
            | Fault::Stack(..)
            | Fault::Popped(..) => Vec::new(),
        }
    }
}

/// The loop in which a run ends.
pub(super) struct Recurrence {
    /// The number of instructions before the first state that recurs.
    pub(super) first: u64,
    /// The number of instructions until it does.
    pub(super) period: u64,
}

impl Replay<'_> {
    /// Returns the first state of a run that recurs, or `None` if none is found within the instruction limit.
    pub(super) fn recurrence(&mut self, start: &InitialState) -> Result<Option<Recurrence>, Cancelled> {
        self.set_up(start);
        let found = match self.address_after(start, self.routine.entry, 1) {
            Ok(Some(_)) => self.repetition(start.placement.return_address),
            Ok(None) | Err(Cancelled) => None,
        };
        self.undo();
        if is_cancelled() {
            return Err(Cancelled);
        }
        let Some(Repetition { found_after, period }) = found else { return Ok(None) };
        // All states after one that recurs recur as well. Most loops begin early, so the steps are tried in doubling order first.
        let last = found_after + 1;
        let (mut first, mut recurring) = (0, 1);
        while recurring < last && !self.recurs(start, recurring, period)? {
            (first, recurring) = (recurring + 1, 2 * recurring);
        }
        recurring = recurring.min(last);
        while first < recurring {
            let middle = first + (recurring - first) / 2;
            if self.recurs(start, middle, period)? {
                recurring = middle;
            } else {
                first = middle + 1;
            }
        }
        Ok(Some(Recurrence { first, period }))
    }

    /// Returns whether the state after a number of instructions is the same a period later.
    fn recurs(&mut self, start: &InitialState, step: u64, period: u64) -> Result<bool, Cancelled> {
        self.set_up(start);
        let entry = self.routine.entry;
        let mut state_after = |pc, count| {
            let Some(pc) = self.address_after(start, pc, count)? else { return Ok(None) };
            Ok(Some((pc, self.machine.stack(), self.state(), self.machine.ram().copy())))
        };
        let mut compare = || {
            let Some(before) = state_after(entry, step)? else { return Ok(false) };
            Ok(state_after(before.0, period)?.is_some_and(|later| later == before))
        };
        let recurs = compare();
        self.undo();
        recurs
    }

    /// Executes a number of instructions from an address. Returns the next address, or `None` if the routine returns.
    fn address_after(&mut self, start: &InitialState, pc: u16, count: u64) -> Result<Option<u16>, Cancelled> {
        let returned = self.advance(pc, start.placement.return_address, count)?;
        Ok(if count == 0 { Some(pc) } else { returned.is_none().then(|| self.machine.pc()) })
    }
}

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

    /// Limits the length of runs to somewhat more than that of a state, and their number to what does not take long.
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
