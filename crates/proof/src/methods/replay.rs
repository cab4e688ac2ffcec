//! Scalar execution of single inputs, on any engine: turns failures into counterexamples, and double-checks the other
//! methods.

mod explain;

use std::collections::BTreeSet;

use arcadian_cpu::RunCost;
use arcadian_machine::{Addresses, CallFrame};

use crate::{
    contract::{
        binding::Place,
        claim::Claim,
        field::Field,
        inputs::InitialState,
        placement::Placement,
        registers::RegisterMap,
        routine::{Routine, specification::Rule},
        scope::{FixedPlace, Placed},
    },
    methods::result::{Counterexample, Fault},
    run::engine::{Engine, Ram, ScalarMachine, address_set, machine},
};
use arcadian_parallel::{
    cancellation::{Cancelled, is_cancelled},
    random::{Random, filler},
};
use explain::Explainer;

/// The number of instructions after which a run asks whether it is cancelled.
const POLL_INTERVAL: u64 = 1 << 16;

/// The number of instructions executed one by one after which it is asked.
const SINGLE_STEPS: u64 = 1 << 12;

/// A scalar machine with a routine in its memory.
pub struct Replay<'a> {
    routine: &'a Routine,
    registers: &'static RegisterMap,
    machine: Box<dyn ScalarMachine>,
    code: Addresses,
    instruction_limit: u64,
    engine: Engine,
    reference: Option<Reference<'a>>,
    /// Addresses at which the sheet lacks code.
    absent: BTreeSet<u16>,
}

/// The number of such addresses that are told from others. A vector of which nothing is known can have any.
const MAX_ABSENT: usize = 16;

/// The values that are added to bytes of a vector: with one of them it may happen to lead into the code.
const LEADS: [u8; 5] = [0, 0xFF, 1, 0x80, 0x55];

/// What a run says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Judged {
    Right(RunCost),
    Wrong,
    /// It needs code that the sheet lacks, or the outputs of another routine that does not return.
    Open,
}

struct Repetition {
    /// The number of instructions after which it has recurred.
    found_after: u64,
    /// The number of instructions from a state to the same state.
    period: u64,
}

#[derive(Default)]
struct RunCheck {
    expected: Vec<(String, Vec<u8>)>,
    found: Vec<(String, Vec<u8>)>,
    faults: Vec<Fault>,
}

impl<'a> Replay<'a> {
    /// Creates a machine that executes up to `instruction_limit` instructions per run, or returns `None` if the engine
    /// does not emulate the routine's processor.
    pub fn new(routine: &'a Routine, engine: Engine, instruction_limit: u64) -> Option<Self> {
        let reference = Some(Reference::new(routine, instruction_limit));
        Some(Replay { reference, ..Replay::filled(routine, engine, instruction_limit, filler)? })
    }

    /// Creates a machine whose memory outside the sheet has these values, and which does not know the right outputs.
    fn filled(
        routine: &'a Routine,
        engine: Engine,
        instruction_limit: u64,
        fill: fn(u16) -> u8,
    ) -> Option<Self> {
        let mut bytes: Vec<u8> = (0..=0xFFFF).map(fill).collect();
        let origin = usize::from(routine.assembly.origin);
        bytes.iter_mut().skip(origin).zip(routine.image()).for_each(|(byte, own)| *byte = *own);
        let registers = RegisterMap::of(routine.processor());
        let machine = machine(engine, routine.processor(), Ram::new(bytes, routine.device))?;
        let (code, absent) = (routine.code(), BTreeSet::new());
        Some(Replay { routine, registers, machine, code, instruction_limit, engine, reference: None, absent })
    }

    /// Runs the routine from an initial state and returns its cost, or a counterexample if it violates its contract. A run that is
    /// cancelled says nothing.
    pub fn run(&mut self, start: &InitialState) -> Result<Result<RunCost, Box<Counterexample>>, Cancelled> {
        let state_before = self.set_up(start);
        let checked = self.run_and_check(start, &state_before);
        self.undo();
        let (cost, RunCheck { expected, found, faults }) = checked?;
        Ok(match cost {
            Some(cost) if faults.is_empty() => Ok(cost),
            _ => Err(Box::new(Counterexample {
                input: by_field(self.routine.specification.inputs(), &start.input),
                placed: self.placed(&start.placement),
                registers: Vec::new(),
                memory: Vec::new(),
                expected,
                found,
                faults,
                lost_after: None,
            })),
        })
    }

    /// Runs the routine from an initial state. A return address to which the run does not return, but happens to lead, is moved, and so
    /// is what is over memory that leads there.
    pub(crate) fn judge(&mut self, start: &mut InitialState) -> Result<Judged, Cancelled> {
        let mut wrong = match self.run(start)? {
            Ok(cost) => return Ok(Judged::Right(cost)),
            Err(wrong) => wrong,
        };
        if wrong.faults.iter().any(|fault| matches!(fault, Fault::Stack(..) | Fault::Popped(..))) {
            let mut moved = start.clone();
            moved.placement.return_address = moved.placement.return_address.wrapping_add(1);
            if let Err(other) = self.run(&moved)?
                && matches!(other.faults[..], [Fault::LeftCode(_), ..])
            {
                (*start, wrong) = (moved, other);
            }
        }
        let is_open = match wrong.faults[..] {
            [Fault::Reference(_)] => true,
            [Fault::LeftCode(pc), ..] if !self.absent.contains(&pc) && self.absent.len() < MAX_ABSENT => {
                let start = self.with_all_reads(start);
                let explainer = Explainer::new(self.routine, self.engine, self.instruction_limit, &wrong);
                let is_absent = explainer.map_or(Ok(true), |mut explainer| explainer.lacks_code(&start))?;
                if is_absent {
                    self.absent.insert(pc);
                }
                is_absent
            }
            [Fault::LeftCode(_), ..] => true,
            _ => self.led_by_unknown(start)?.is_some_and(|led| {
                *start = led;
                true
            }),
        };
        Ok(if is_open { Judged::Open } else { Judged::Wrong })
    }

    /// Returns a state from which the code is left because memory that the header does not name decides where a run jumps, if it does:
    /// with other bytes it is left for other addresses. Other placements are tried for bytes over which the stack is placed.
    pub(crate) fn led_by_unknown(&mut self, start: &InitialState) -> Result<Option<InitialState>, Cancelled> {
        let [standard, random, _] = self.routine.layout().sample(&mut Random::new(0));
        let mut placements = vec![start.placement.clone(), standard, random];
        placements.dedup();
        let (mut read, mut tried) = (None, BTreeSet::new());
        for placement in placements {
            let moved = self.with_all_reads(&InitialState { placement, ..start.clone() });
            let (all, placement) = (moved.memory.iter().map(|(address, _)| *address), &moved.placement);
            let read = read.get_or_insert_with(|| address_set(all.clone()));
            let is_unknown =
                |at: u16| !self.is_declared(at, placement) && !explain::is_at_stack(placement, at);
            let unknown =
                address_set(all.filter(|at| read.contains(at) && is_unknown(*at) && tried.insert(*at)));
            let mut places = BTreeSet::new();
            for change in LEADS.into_iter().filter(|_| !unknown.is_empty()) {
                let mut other = moved.clone();
                let bytes = other.memory.iter_mut().filter(|(address, _)| unknown.contains(address));
                bytes.for_each(|(_, byte)| *byte = byte.wrapping_add(change));
                if let Err(wrong) = self.run(&other)?
                    && let [Fault::LeftCode(pc), ..] = wrong.faults[..]
                    && places.insert(pc)
                    && places.len() > 1
                {
                    return Ok(Some(other));
                }
            }
        }
        Ok(None)
    }

    fn run_and_check(
        &mut self,
        start: &InitialState,
        state_before: &[Option<u8>],
    ) -> Result<(Option<RunCost>, RunCheck), Cancelled> {
        let return_address = start.placement.return_address;
        let cost = self.advance(self.routine.entry, return_address, self.instruction_limit)?;
        let accessed_port = self.machine.ram().take_accessed_port();
        let found = self.found(&start.placement);
        let mut check = RunCheck::default();
        match cost {
            None => {
                check.expected = self.expected(&start.input)?;
                let fault = self.no_return(return_address);
                // What follows cannot undo this.
                let lasting = match fault {
                    Fault::LeftCode(_) => {
                        let mut journal = self.machine.ram().journal().to_vec().into_iter();
                        let written = journal.find(|(at, _)| !self.is_declared(*at, &start.placement));
                        let written = written.map(|(address, _)| self.undeclared_write(address));
                        written.or(accessed_port.map(Fault::Port))
                    }
                    _ => None,
                };
                check.faults.push(lasting.unwrap_or(fault));
            }
            Some(_) => {
                check = self.check_outputs(&start.input, &found)?;
                check.faults.extend(self.side_effects(&start.placement, state_before));
                check.faults.extend(accessed_port.map(Fault::Port));
            }
        }
        Ok((cost, check))
    }

    /// Executes up to a number of instructions from an address. Returns their cost if the routine returns.
    fn advance(
        &mut self,
        mut pc: u16,
        return_address: u16,
        limit: u64,
    ) -> Result<Option<RunCost>, Cancelled> {
        let mut cost = RunCost::default();
        while cost.instructions < limit {
            if cost.instructions > 0 && is_cancelled() {
                return Err(Cancelled);
            }
            let part = POLL_INTERVAL.min(limit - cost.instructions);
            let ran = self.machine.run(pc, return_address, part, &self.code);
            cost = cost + ran;
            pc = self.machine.pc();
            if pc == return_address {
                return Ok(Some(cost));
            }
            if ran.instructions < part || self.machine.is_halted() || !self.code.contains(pc) {
                break;
            }
        }
        Ok(None)
    }

    /// Returns the bytes of the output fields; a field in two places has two values.
    fn found(&mut self, placement: &Placement) -> Vec<(usize, u8)> {
        let outputs = self.routine.binding.outputs.iter();
        outputs.map(|(place, byte)| (*byte, self.load(*place, placement))).collect()
    }

    /// Returns the expected values of the output fields that are determined.
    fn expected(&mut self, input: &[u8]) -> Result<Vec<(String, Vec<u8>)>, Cancelled> {
        let reference = self.reference_outputs(input)?;
        Ok(self.with_defined(reference, input))
    }

    /// Returns the output fields of the reference, or none if there is no reference or it does not return.
    fn reference_outputs(&mut self, input: &[u8]) -> Result<Vec<(String, Vec<u8>)>, Cancelled> {
        let Some(reference) = &mut self.reference else { return Ok(Vec::new()) };
        let bytes = reference.outputs(input)?;
        Ok(bytes.map_or(Vec::new(), |bytes| by_field(self.routine.specification.outputs(), &bytes)))
    }

    /// Replaces fields by those that conditions and examples determine.
    fn with_defined(&self, fields: Vec<(String, Vec<u8>)>, input: &[u8]) -> Vec<(String, Vec<u8>)> {
        let mut all = self.routine.specification.defined_outputs(input);
        for (name, bytes) in fields {
            if all.iter().all(|(other, _)| *other != name) {
                all.push((name, bytes));
            }
        }
        for field in self.routine.specification.outputs() {
            let of_field: Vec<_> = all.extract_if(.., |(name, _)| *name == field.name).collect();
            all.extend(of_field);
        }
        all
    }

    fn check_outputs(&mut self, input: &[u8], found: &[(usize, u8)]) -> Result<RunCheck, Cancelled> {
        let specification = &self.routine.specification;
        let mut bytes = vec![0; Field::all_bytes(specification.outputs())];
        found.iter().rev().for_each(|(byte, value)| bytes[*byte] = *value);
        let reference = self.reference_outputs(input)?;
        let found_fields = by_field(specification.outputs(), &bytes);
        let mut faults = Vec::new();
        if !specification.ensures().is_empty() {
            let violated = specification.violated(input, &bytes);
            faults.extend(violated.into_iter().map(|condition| Fault::Ensures(condition.to_owned())));
        } else if reference.is_empty() && !specification.outputs().is_empty() {
            faults.push(Fault::Reference(specification.about()));
        } else {
            let fields = reference.iter().zip(&found_fields).filter(|(right, found)| right != found);
            faults.extend(fields.map(|((name, _), _)| Fault::Output(name.clone())));
        }
        let violated = specification.violated_examples(input, &bytes);
        faults.extend(violated.into_iter().map(|(line, text)| Fault::Example(line, text.to_owned())));
        for (byte, value) in found {
            let field = self.routine.output_field(*byte).unwrap_or_default();
            let fault = Fault::Output(field.to_owned());
            if *value != bytes[*byte] && !faults.contains(&fault) {
                faults.push(fault);
            }
        }
        Ok(RunCheck { expected: self.with_defined(reference, input), found: found_fields, faults })
    }

    /// Runs the routine with an input from the initial state in which everything else is 0. Returns its outputs, or `None` if it
    /// does not return.
    fn outputs(&mut self, input: &[u8]) -> Result<Option<Vec<u8>>, Cancelled> {
        let placement = self.routine.layout().standard();
        let unknown = self.routine.changeable().chain(self.routine.device);
        let start = InitialState {
            input: input.to_vec(),
            registers: vec![0; self.registers.state.len()],
            memory: unknown.map(|address| (address, 0)).collect(),
            placement,
        };
        let cost = self.execute(&start);
        let found = self.found(&start.placement);
        self.undo();
        let mut bytes = vec![0; Field::all_bytes(self.routine.specification.outputs())];
        found.iter().rev().for_each(|(byte, value)| bytes[*byte] = *value);
        Ok(cost?.map(|_| bytes))
    }

    /// Runs the routine from an initial state and returns what these places hold after its return. Returns `None` if it does
    /// not return.
    pub fn results(
        &mut self,
        start: &InitialState,
        places: &[FixedPlace],
    ) -> Result<Option<Vec<u8>>, Cancelled> {
        let cost = self.execute(start);
        let values = places.iter().map(|place| match *place {
            FixedPlace::Register(name) => self.machine.get(name).unwrap_or_default(),
            FixedPlace::Flag(_, bit) => self.flags() >> bit & 1,
            FixedPlace::Memory(address) => self.machine.ram().get(address),
        });
        let values = values.collect();
        self.undo();
        Ok(cost?.map(|_| values))
    }

    /// Runs the routine from an initial state. [`undo`](Self::undo) must follow.
    fn execute(&mut self, start: &InitialState) -> Result<Option<RunCost>, Cancelled> {
        self.set_up(start);
        self.advance(self.routine.entry, start.placement.return_address, self.instruction_limit)
    }

    /// Returns an initial state with a value for each byte that a run from it reads although the header does not name it.
    pub(crate) fn with_undeclared(
        &mut self,
        start: &InitialState,
        value: u8,
    ) -> Result<InitialState, Cancelled> {
        self.machine.ram().trace_reads();
        let ran = self.execute(start);
        let reads = self.machine.ram().take_reads();
        self.undo();
        ran?;
        let is_new = |address: &u16| {
            !self.is_declared(*address, &start.placement) && start.memory.iter().all(|(at, _)| at != address)
        };
        let mut filled = start.clone();
        filled.memory.extend(reads.into_iter().filter(is_new).map(|address| (address, value)));
        Ok(filled)
    }

    /// Restores memory and forgets accesses to ports.
    fn undo(&mut self) {
        self.machine.ram().restore();
    }

    /// Stores an initial state and returns the processor's. [`undo`](Self::undo) must follow.
    fn set_up(&mut self, start: &InitialState) -> State {
        self.machine.reset();
        // Of several values for an address the first is stored last.
        for (address, value) in start.memory.iter().rev() {
            self.machine.ram().initialize(*address, *value);
        }
        for (byte, value) in self.registers.state.iter().zip(&start.registers) {
            let value = byte.copy_of.and_then(|other| self.machine.get(other)).unwrap_or(*value);
            self.machine.set(byte.name, byte.on_entry(value));
        }
        for (pointer, value) in self.routine.binding.pointers.iter().zip(&start.placement.pointers) {
            let bytes = pointer.bytes.iter().zip(value.to_le_bytes());
            bytes.for_each(|(place, byte)| self.store(*place, &start.placement, byte));
        }
        for (place, byte) in &self.routine.binding.inputs {
            self.store(*place, &start.placement, start.input.get(*byte).copied().unwrap_or(0));
        }
        self.push_return_address(&start.placement);
        self.state()
    }

    fn state(&self) -> State {
        self.registers.state.iter().map(|byte| self.machine.get(byte.name)).collect()
    }

    fn flags(&self) -> u8 {
        self.machine.get(self.registers.flag_register).unwrap_or_default()
    }

    fn push_return_address(&mut self, placement: &Placement) {
        let frame = CallFrame::new(self.routine.processor(), placement.stack, placement.return_address);
        frame.bytes.into_iter().for_each(|(address, byte)| self.machine.ram().initialize(address, byte));
        self.machine.set_stack(frame.stack);
    }

    /// Returns what is placed and where: the data of pointers, and what else is not where it usually is.
    fn placed(&self, placement: &Placement) -> Vec<(Placed, u16)> {
        let usual = self.routine.placed_at(&self.routine.layout().standard());
        let placed = self.routine.placed_at(placement).into_iter().zip(usual);
        let reported = placed.filter(|(now, usual)| matches!(now.0, Placed::Field(_)) || now != usual);
        reported.map(|(now, _)| now).collect()
    }

    fn store(&mut self, place: Place, placement: &Placement, value: u8) {
        match (place, place.address(placement)) {
            (Place::Register(name), _) => self.machine.set(name, value),
            (Place::Flag(n), _) => {
                let flags = self.flags() & !(1 << n);
                self.machine.set(self.registers.flag_register, flags | (value & 1) << n);
            }
            (_, Some(address)) => self.machine.ram().initialize(address, value),
            (_, None) => {}
        }
    }

    fn load(&mut self, place: Place, placement: &Placement) -> u8 {
        match (place, place.address(placement)) {
            (Place::Register(name), _) => self.machine.get(name).unwrap_or_default(),
            (Place::Flag(n), _) => self.flags() >> n & 1,
            (_, Some(address)) => self.machine.ram().get(address),
            (_, None) => 0,
        }
    }

    /// Returns whether the header names an address: in the sheet, in a field, in `clobbers`, or on the stack.
    fn is_declared(&self, address: u16, placement: &Placement) -> bool {
        let layout = self.routine.layout();
        layout.declared.iter().any(|range| range.contains(&address.into()))
            || layout.is_placed(placement, address)
    }

    fn may_change(&self, address: u16, placement: &Placement) -> bool {
        let outputs = || self.routine.binding.outputs.iter().map(|(place, _)| *place);
        self.routine.may_change(address.into())
            || self.routine.is_memory_stack(address.into())
            || self.routine.layout().is_free_stack(placement, address)
            || outputs().any(|place| place.address(placement) == Some(address))
            || self.routine.binding.may_change_on_stack(address.wrapping_sub(placement.stack))
    }

    fn no_return(&mut self, return_address: u16) -> Fault {
        let pc = self.machine.pc();
        if self.machine.is_halted() {
            Fault::Halted(pc)
        } else if !self.code.contains(pc) {
            Fault::LeftCode(pc)
        } else if self.repetition(return_address).is_some() {
            Fault::Endless(self.machine.pc())
        } else {
            Fault::NoReturn(self.instruction_limit, pc)
        }
    }

    /// Goes on with the run until a state of the machine recurs. Returns after how many instructions it does, and how many the loop
    /// has, or `None` if no state recurs within the instruction limit, or before the verification is cancelled. The states compared
    /// are those after 1, 2, 4, 8 and so on instructions (Brent, "An improved Monte Carlo factorization algorithm", 1980).
    fn repetition(&mut self, return_address: u16) -> Option<Repetition> {
        let (mut past, mut memory, mut next_past) = (self.place(), self.machine.ram().copy(), 1);
        let (mut past_state, mut past_at) = (self.state(), 0);
        for instruction in 1..=self.instruction_limit {
            if instruction.is_multiple_of(SINGLE_STEPS) && is_cancelled() {
                return None;
            }
            let pc = self.machine.pc();
            self.machine.run(pc, return_address, 1, &self.code);
            if self.machine.pc() == return_address || !self.code.contains(self.machine.pc()) {
                return None;
            }
            // Few states are at the same place, and the rest of the state takes longer to read.
            if self.place() == past && self.state() == past_state && self.machine.ram().is_same(&memory) {
                return Some(Repetition { found_after: instruction, period: instruction - past_at });
            }
            if instruction == next_past {
                (past, memory, past_at) = (self.place(), self.machine.ram().copy(), instruction);
                past_state = self.state();
                next_past *= 2;
            }
        }
        None
    }

    /// Returns PC and the stack pointer.
    fn place(&self) -> (u16, u16) {
        (self.machine.pc(), self.machine.stack())
    }

    fn undeclared_write(&self, address: u16) -> Fault {
        Fault::UndeclaredWrite(address, self.routine.name_of(address).map(str::to_owned))
    }

    /// Returns the changes of registers, memory and stack pointer that the sheet does not allow.
    fn side_effects(&mut self, placement: &Placement, state_before: &[Option<u8>]) -> Vec<Fault> {
        let mut faults: Vec<Fault> = Vec::new();
        for ((byte, before), now) in self.registers.state.iter().zip(state_before).zip(self.state()) {
            let (Some(before), Some(now)) = (*before, now) else { continue };
            let preserved = self.routine.preserved_bits(self.registers, byte);
            let fault = match byte.name {
                "INTE" => Fault::InterruptEnable("INTE", now != 0),
                "IFF1" | "IFF2" => Fault::InterruptEnable("IFF", now != 0),
                name if name == self.registers.flag_register => {
                    Fault::Flags(self.registers.flag_names((now ^ before) & preserved), name, before, now)
                }
                name => Fault::Register(name, before, now),
            };
            if (now ^ before) & preserved != 0 && !faults.contains(&fault) {
                faults.push(fault);
            }
        }
        for (address, before) in self.machine.ram().journal().to_vec() {
            let now = self.machine.ram().get(address);
            if !self.is_declared(address, placement) {
                faults.push(self.undeclared_write(address));
            } else if now != before && !self.may_change(address, placement) {
                faults.push(Fault::Memory(address, before, now));
            }
        }
        let (before, now) = (placement.stack, self.machine.stack());
        match self.routine.layout().stack_after(placement) {
            expected if expected == now => {}
            expected if expected == before => faults.push(Fault::Stack(before, now)),
            expected => faults.push(Fault::Popped(expected, now)),
        }
        if let Some((bytes, expected)) = self.routine.memory_stack_after(placement) {
            let now = u16::from_le_bytes(bytes.map(|place| self.load(place, placement)));
            faults.extend((now != expected).then_some(Fault::MemoryStack { expected, now }));
        }
        faults
    }
}

/// Computes the right outputs of single inputs, if the specification determines them.
pub(crate) struct Reference<'a> {
    claim: Option<&'static Claim>,
    /// The routine that this one is compared with, or this one itself.
    other: Option<Box<Replay<'a>>>,
}

impl<'a> Reference<'a> {
    pub(crate) fn new(routine: &'a Routine, instruction_limit: u64) -> Self {
        let specification = &routine.specification;
        let other = match &specification.rule {
            Rule::SameAs(other) => Some(&**other),
            Rule::Itself => Some(routine),
            Rule::Claim(_) | Rule::Ensures(_) => None,
        };
        let replay = other.and_then(|other| Replay::filled(other, Engine::Own, instruction_limit, |_| 0));
        Reference { claim: specification.claim(), other: replay.map(Box::new) }
    }

    /// Returns the right outputs, or `None` if the specification does not determine them or the other routine does not return.
    pub(crate) fn outputs(&mut self, input: &[u8]) -> Result<Option<Vec<u8>>, Cancelled> {
        match (self.claim, &mut self.other) {
            (Some(claim), _) => Ok(Some(claim.output(input))),
            (None, Some(other)) => other.outputs(input),
            (None, None) => Ok(None),
        }
    }
}

impl Routine {
    /// Returns the right outputs for an input, or `None` if the sheet states conditions on them instead, or the routine that it
    /// is compared with does not return within a number of instructions.
    pub fn right_outputs(&self, input: &[u8], instruction_limit: u64) -> Option<Vec<u8>> {
        Reference::new(self, instruction_limit).outputs(input).ok().flatten()
    }
}

/// The processor's state, in the order of [`RegisterMap::state`]; `None` for what the engine does not show.
type State = Vec<Option<u8>>;

fn by_field(fields: &[Field<String>], bytes: &[u8]) -> Vec<(String, Vec<u8>)> {
    let mut rest = bytes.iter();
    fields
        .iter()
        .map(|field| (field.name.to_string(), rest.by_ref().take(field.bytes()).copied().collect()))
        .collect()
}
