//! The verification harness: sets up the initial state of many machines and checks the postconditions and expectations. These are what the
//! function of a claim computes, what the conditions allow, or what another routine computes.
//!
//! The outputs of another routine are those from one initial state. Whether they are the same from every other is part of its own
//! verification.

use arcadian_parallel::{
    any_core::AnyCore,
    bitslice::{BitSlice, LANES, Lanes},
    byte::Byte,
    byte::ParallelBit,
    cancellation::is_cancelled,
    domain::ParallelDomain,
    handle::HandleBit,
};

use crate::{
    contract::{
        binding::Place,
        claim::{Evaluable, Formula, Function},
        expression::Evaluator,
        field::Field,
        placement::{FRAME_BYTES, Placements, RETURN_ADDRESS, Slot},
        registers::{RegisterMap, StateByte},
        routine::{
            Routine,
            specification::{Condition, Rule, Specification, bits},
        },
    },
    run::{
        explore::{Elsewhere, Ends, Explorer, Outcome, PathGroup},
        memory::Memory,
    },
};

/// Returns the machines that violate a condition of `ensures`, if any do, or `None` if its value has to be computed.
pub(crate) type Decide<'a, B> = dyn Fn(&Condition, &Evaluator<B>) -> Option<Option<B>> + 'a;

pub(crate) struct Checks<'a, B> {
    /// Returns the machines that violate a condition, if any do.
    pub(crate) violations: &'a dyn Fn(B) -> Option<B>,
    pub(crate) decide: &'a Decide<'a, B>,
}

impl<'a, B> Checks<'a, B> {
    /// All values are computed.
    pub(crate) fn computed(violations: &'a dyn Fn(B) -> Option<B>) -> Self {
        Checks { violations, decide: &|_, _| None }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Postcondition {
    /// The routine has returned to its caller, with the stack as it was.
    Return,
    /// A byte of the outputs.
    Output(usize),
    Ensures(usize),
    /// A register that must be preserved.
    Register(&'static str),
    /// Memory that must be preserved.
    Memory,
    /// The routine that this one is compared with returns: otherwise its outputs are not known.
    Reference,
}

impl Postcondition {
    /// Describes the postcondition as a clause.
    pub(crate) fn describe(self, specification: &Specification) -> String {
        match self {
            Postcondition::Return => "the routine returns as it should".to_owned(),
            Postcondition::Output(byte) => {
                let ends = (1..).map(|count| Field::all_bytes(&specification.outputs()[..count]));
                let field = specification.outputs().iter().zip(ends).find(|(_, end)| byte < *end);
                field.map_or("the outputs are right".to_owned(), |(field, _)| {
                    format!("the output `{}` is right", field.name)
                })
            }
            Postcondition::Ensures(n) => match specification.ensures().get(n) {
                Some(condition) => format!("`{}`", condition.text),
                None => "the conditions are true".to_owned(),
            },
            Postcondition::Register(name) => format!("{name} is preserved"),
            Postcondition::Memory => "memory that must not change is preserved".to_owned(),
            Postcondition::Reference => "the routine that it is compared with returns".to_owned(),
        }
    }
}

/// A routine and where many machines place what its header leaves open.
pub(crate) struct Harness<'a, D: ParallelDomain> {
    pub(crate) routine: &'a Routine,
    placements: Placements<D>,
    registers: &'static RegisterMap,
}

impl<'a, D: ParallelDomain<Bit: Evaluable>> Harness<'a, D> {
    pub(crate) fn new(routine: &'a Routine, placements: Placements<D>) -> Self {
        Harness { routine, placements, registers: RegisterMap::of(routine.processor()) }
    }

    /// Creates the memory on entry. `unconstrained` creates a byte when it is first accessed.
    pub(crate) fn memory(&self, unconstrained: fn(u16) -> D) -> Memory<D> {
        Memory::new(self.routine, &self.placements, unconstrained)
    }

    /// Returns the state of the processor, which is unknown unless it holds an input.
    pub(crate) fn state(&self) -> &'static [StateByte] {
        self.registers.state
    }

    /// Sets up everything but the inputs: the unknown state, the pointers and the stack. `values` has an arbitrary value for
    /// each byte of the [`state`](Self::state). Returns the core at the entry point.
    pub(crate) fn prepare(&self, memory: &mut Memory<D>, values: &[D]) -> AnyCore<D> {
        let mut core = AnyCore::new(self.routine.processor());
        for (byte, value) in self.state().iter().zip(values) {
            let value = byte.copy_of.map_or(*value, |other| core.get(other));
            core.set(byte.name, value & byte.unknown.into() | byte.set.into());
        }
        for (pointer, value) in self.routine.binding.pointers.iter().zip(&self.placements.pointers) {
            let (high, low) = D::split(*value);
            self.store(&mut core, memory, pointer.bytes[0], low);
            self.store(&mut core, memory, pointer.bytes[1], high);
        }
        core.set_stack(self.placements.stack);
        core.set_pc(self.routine.entry);
        core
    }

    pub(crate) fn store_input(&self, core: &mut AnyCore<D>, memory: &mut Memory<D>, input: &[D]) {
        for (place, byte) in &self.routine.binding.inputs {
            self.store(core, memory, *place, input[*byte]);
        }
    }

    pub(crate) fn store(&self, core: &mut AnyCore<D>, memory: &mut Memory<D>, place: Place, value: D) {
        match place {
            Place::Register(name) => core.set(name, value),
            Place::Flag(n) => {
                let others = core.get(self.registers.flag_register) & (!(1_u8 << n)).into();
                core.set(self.registers.flag_register, others | D::place(value.bit(0), n));
            }
            Place::Memory(address) => memory.initialize(address.into(), value),
            Place::Pointee(pointer, offset) => {
                memory.initialize(memory.pointee_slot(pointer, offset), value);
            }
            Place::Stack(distance) => memory.initialize(memory.stack_slot(distance), value),
        }
    }

    /// Returns the machines of returned groups that violate the contract, and those of which the right outputs are not known.
    pub(crate) fn failures(
        &self,
        memory: &mut Memory<D>,
        before: &AnyCore<D>,
        returned: &[PathGroup<D>],
        expected: &Expectation<D>,
    ) -> (D::Bit, D::Bit) {
        let (mut failing, mut unknown) = (D::Bit::from(false), D::Bit::from(false));
        for group in returned {
            let written: Vec<_> = memory.written().collect();
            let violations = |holds: D::Bit| {
                let failing = group.mask & !holds;
                (failing & self.placements.is_valid != false.into()).then_some(failing)
            };
            let checks = Checks::computed(&violations);
            match self.violations(memory, before, group, (expected, &written), &checks) {
                Some((Postcondition::Reference, machines)) => unknown = unknown | machines,
                Some((_, machines)) => failing = failing | machines,
                None => {}
            }
        }
        (failing, unknown)
    }

    /// Returns the first postcondition that machines of a returned group violate, and these machines: the diagram of all violations
    /// together can be far larger than each. `before` is the core on entry; `written` lists the slots that may have
    /// changed since, with their values on entry and now.
    pub(crate) fn violations(
        &self,
        memory: &mut Memory<D>,
        before: &AnyCore<D>,
        group: &PathGroup<D>,
        (expected, written): (&Expectation<D>, &[(Slot, D, D)]),
        checks: &Checks<D::Bit>,
    ) -> Option<(Postcondition, D::Bit)> {
        let violations = checks.violations;
        let events = memory.events;
        let popped = FRAME_BYTES + self.routine.layout().popped;
        let stack = D::words_equal(group.core.stack(), D::offset(before.stack(), popped as u16));
        let memory_stack = self.keeps_memory_stack(memory, &group.core);
        let states = [events.returned, !memory.forbidden(), stack, memory_stack];
        let wrong_state =
            || states.into_iter().find_map(violations).map(|failing| (Postcondition::Return, failing));
        let wrong_register = || {
            self.state().iter().find_map(|byte| {
                let failing = violations(self.keeps_register(byte, before, &group.core))?;
                Some((Postcondition::Register(byte.name), failing))
            })
        };
        let wrong_memory = |memory: &Memory<D>| {
            let must_stay = written.iter().filter(|(slot, ..)| !self.may_change(memory, *slot));
            let failing = must_stay.map(|(_, before, now)| before.equals(*now)).find_map(violations)?;
            Some((Postcondition::Memory, failing))
        };
        wrong_state()
            .or_else(|| self.wrong_output(memory, (&group.core, group.mask), expected, checks))
            .or_else(wrong_register)
            .or_else(|| wrong_memory(memory))
            .or_else(|| match expected {
                // Last: whatever the right outputs are, everything else must be right.
                Expectation::Bytes(_, known) => Some((Postcondition::Reference, violations(*known)?)),
                Expectation::Conditions(_) => None,
            })
    }

    /// Returns the machines in which the pointer of a stack in memory is restored, or as much higher as `pops` says.
    fn keeps_memory_stack(&self, memory: &mut Memory<D>, core: &AnyCore<D>) -> D::Bit {
        let stack = self.routine.memory_stack().zip(self.placements.pointers.first());
        let Some((([low, high], popped), before)) = stack else { return true.into() };
        let now = D::join(self.load(memory, core, high), self.load(memory, core, low));
        D::words_equal(now, D::offset(*before, popped))
    }

    /// Returns the first wrong output, and the machines that have it.
    fn wrong_output(
        &self,
        memory: &mut Memory<D>,
        (core, mask): (&AnyCore<D>, D::Bit),
        expected: &Expectation<D>,
        Checks { violations, decide }: &Checks<D::Bit>,
    ) -> Option<(Postcondition, D::Bit)> {
        let specification = &self.routine.specification;
        match expected {
            Expectation::Bytes(expected, known) => {
                let mut outputs = self.outputs(memory, core);
                outputs.find_map(|(byte, value)| {
                    let failing = violations(value.equals(*expected.get(byte)?) | !*known)?;
                    Some((Postcondition::Output(byte), failing))
                })
            }
            Expectation::Conditions(input) => {
                let mut found: Vec<Option<D>> = vec![None; Field::all_bytes(specification.outputs())];
                for (byte, value) in self.outputs(memory, core) {
                    // Outside the group the values are those of other paths.
                    let value = value.simplify(mask);
                    // A field in two places must have the same value in both.
                    let first = *found[byte].get_or_insert(value);
                    if let Some(wrong) = violations(value.equals(first)) {
                        return Some((Postcondition::Output(byte), wrong));
                    }
                }
                let output: Vec<D> = found.into_iter().map(|byte| byte.unwrap_or(0.into())).collect();
                let mut evaluator = specification.evaluator(&bits(input), &bits(&output));
                specification.ensures().iter().enumerate().find_map(|(n, condition)| {
                    let failing = decide(condition, &evaluator).unwrap_or_else(|| {
                        condition.clauses(&mut evaluator, mask).into_iter().find_map(violations)
                    })?;
                    Some((Postcondition::Ensures(n), failing))
                })
            }
        }
    }

    /// Returns the outputs, each with the index of its byte.
    pub(crate) fn outputs(
        &self,
        memory: &mut Memory<D>,
        core: &AnyCore<D>,
    ) -> impl Iterator<Item = (usize, D)> {
        let outputs = self.routine.binding.outputs.iter();
        outputs.map(|(place, byte)| (*byte, self.load(memory, core, *place)))
    }

    fn keeps_register(&self, byte: &StateByte, before: &AnyCore<D>, now: &AnyCore<D>) -> D::Bit {
        let changed = || before.get(byte.name) ^ now.get(byte.name);
        match self.routine.preserved_bits(self.registers, byte) {
            0 => true.into(),
            preserved => (changed() & preserved.into()).is_zero(),
        }
    }

    fn may_change(&self, memory: &Memory<D>, slot: Slot) -> bool {
        let is_output = |place: Place| match place {
            Place::Pointee(pointer, offset) => memory.pointee_slot(pointer, offset) == slot,
            _ => false,
        };
        self.routine.may_change(slot)
            || self.routine.is_memory_stack(slot)
            || memory.is_free_stack(slot)
            || self.may_change_on_stack(memory, slot)
            || self.routine.binding.outputs.iter().any(|(place, _)| is_output(*place))
    }

    fn may_change_on_stack(&self, memory: &Memory<D>, slot: Slot) -> bool {
        let distance =
            slot.checked_sub(memory.stack_slot(0)).and_then(|distance| u16::try_from(distance).ok());
        distance.is_some_and(|distance| self.routine.binding.may_change_on_stack(distance))
    }

    pub(crate) fn load(&self, memory: &mut Memory<D>, core: &AnyCore<D>, place: Place) -> D {
        match place {
            Place::Register(name) => core.get(name),
            Place::Flag(n) => D::place(core.get(self.registers.flag_register).bit(n), 0),
            Place::Memory(address) => memory.load(address.into()),
            Place::Pointee(pointer, offset) => memory.load(memory.pointee_slot(pointer, offset)),
            Place::Stack(distance) => memory.load(memory.stack_slot(distance)),
        }
    }
}

pub(crate) enum Expectation<D: ParallelDomain> {
    /// Bytes, and the machines for which they are known.
    Bytes(Vec<D>, D::Bit),
    /// Bytes that satisfy the conditions of the specification for these input bytes.
    Conditions(Vec<D>),
}

impl<D: ParallelDomain> Expectation<D> {
    /// Iterates over the bits that every check refers to.
    pub(crate) fn bits(&self) -> impl Iterator<Item = D::Bit> {
        let (bytes, known) = match self {
            Expectation::Bytes(bytes, known) => (bytes, Some(*known)),
            Expectation::Conditions(bytes) => (bytes, None),
        };
        bytes.iter().flat_map(|byte| byte.bits()).chain(known)
    }
}

pub(crate) trait Calculable: ParallelDomain<Bit: Evaluable> {
    fn compute(function: &Function, input: &[Self], output: &mut [Self]);
}

impl<B: HandleBit + Evaluable> Calculable for Byte<B> {
    fn compute(function: &Function, input: &[Self], output: &mut [Self]) {
        function.compute(input, output);
    }
}

impl<D: Calculable> Expectation<D> {
    /// Returns what is expected for the inputs of the machines in a mask, or `None` if that cannot be computed for all of them at
    /// once.
    pub(crate) fn new(routine: &Routine, input: &[D], mask: D::Bit, instruction_limit: u64) -> Option<Self> {
        let specification = &routine.specification;
        let of_routine = |routine: &Routine| outputs(routine, input, mask, instruction_limit);
        match &specification.rule {
            Rule::Claim(claim) => {
                let Formula::Function(function) = claim.formula? else { return None };
                let mut expected = vec![D::from(0); Field::all_bytes(specification.outputs())];
                D::compute(&function, input, &mut expected);
                Some(Expectation::Bytes(expected, true.into()))
            }
            Rule::Ensures(_) => Some(Expectation::Conditions(input.to_vec())),
            Rule::SameAs(other) => of_routine(other),
            Rule::Itself => of_routine(routine),
        }
    }
}

impl Expectation<Lanes> {
    /// Like [`new`](Self::new), but if need be lane by lane: `right_output` computes the output for the input of one.
    pub(crate) fn of_lanes(
        routine: &Routine,
        mut right_output: impl FnMut(&[u8]) -> Option<Vec<u8>>,
        input: &[Lanes],
        mask: BitSlice,
        instruction_limit: u64,
    ) -> Self {
        if let Some(expected) = Expectation::new(routine, input, mask, instruction_limit) {
            return expected;
        }
        let input: Vec<_> = input.iter().map(|lanes| lanes.to_bytes()).collect();
        let mut outputs = vec![[0; LANES]; Field::all_bytes(routine.specification.outputs())];
        let mut known = [false; LANES];
        for lane in mask.lanes().take_while(|_| !is_cancelled()) {
            let lane_input: Vec<_> = input.iter().map(|bytes| bytes[lane]).collect();
            let output = right_output(&lane_input);
            known[lane] = output.is_some();
            let output = output.unwrap_or_default();
            outputs.iter_mut().zip(&output).for_each(|(bytes, byte)| bytes[lane] = *byte);
        }
        let outputs = outputs.iter().map(Lanes::from_bytes).collect();
        Expectation::Bytes(outputs, BitSlice::from_fn(|lane| known[lane]))
    }
}

/// Returns the outputs of a routine for the inputs of the machines in a mask, known where it returns, or `None` if these cannot be run
/// together.
fn outputs<D: ParallelDomain<Bit: Evaluable>>(
    routine: &Routine,
    input: &[D],
    mask: D::Bit,
    instruction_limit: u64,
) -> Option<Expectation<D>> {
    let harness = Harness::new(routine, Placements::same(routine.processor(), &routine.layout().standard()));
    let mut memory = harness.memory(|_| 0.into());
    let registers = vec![D::from(0); harness.state().len()];
    let mut core = harness.prepare(&mut memory, &registers);
    harness.store_input(&mut core, &mut memory, input);
    let mut explorer = Explorer::single_stepping(instruction_limit, RETURN_ADDRESS, &routine.code());
    explorer.set_elsewhere(Elsewhere::HidesNothing);
    // What it costs does not matter, and the machines with each cost can be a large function.
    let start = PathGroup::with_cost_limit(core, mask, 0);
    let Outcome::Done(Ends { returned, .. }) = explorer.explore(&mut memory, start) else {
        return None;
    };
    let mut outputs = vec![D::from(0); Field::all_bytes(routine.specification.outputs())];
    let mut known = D::Bit::from(false);
    for group in &returned {
        known = known | group.mask & memory.events.returned;
        for (byte, value) in harness.outputs(&mut memory, &group.core) {
            let zero = D::from(0);
            let own = outputs.get(byte).copied().unwrap_or(zero);
            let bits = value.bits().into_iter().zip(own.bits());
            outputs[byte] = bits
                .enumerate()
                .fold(zero, |all, (n, (value, own))| all | D::place(group.mask.select(value, own), n as u32));
        }
    }
    Some(Expectation::Bytes(outputs, known))
}
