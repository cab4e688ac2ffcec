//! Bit-sliced simulation: runs a routine on many inputs in lock step, one input per lane; and single inputs one by one, on any engine.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Range,
};

use arcadian_cpu::RunCost;
use arcadian_machine::Addresses;
use arcadian_parallel::{
    any_core::AnyCore,
    bitslice::{self, BitSlice, LANES, Lanes},
    byte::ParallelBit,
    cancellation::{Cancelled, is_cancelled},
    random::{Random, filler},
};

use crate::{
    contract::{
        field::Field,
        inputs::{InitialState, InputSequence, Inputs},
        placement::{Placement, Placements, RETURN_ADDRESS},
        registers::RegisterMap,
        routine::Routine,
    },
    methods::{
        replay::{Judged, Reference, Replay},
        result::{CheckResult, CostRange, Extremes},
    },
    run::{
        engine::Engine,
        explore::{Elsewhere, Ends, Explorer, Outcome, PathGroup},
        harness::{Expectation, Harness},
        memory::Memory,
    },
};

/// Runs a routine on ranges of inputs in lock step.
///
/// Ranges are independent of each other. To use several threads, give each a sweep of its own.
pub struct Sweep<'a> {
    routine: &'a Routine,
    inputs: InputSequence<'a>,
    /// Whether each batch is run at one placement only, in rotation, and not at all of them.
    rotates_placements: bool,
    placed: Vec<PlacedRoutine<'a>>,
    reference: Reference<'a>,
    instruction_limit: u64,
}

/// If there are more inputs than this, each is run at one placement only.
const MAX_INPUTS_AT_EACH_PLACEMENT: u64 = 1 << 32;

/// The number of inputs after which unconstrained registers and memory get new random values.
const RANDOMIZE_INTERVAL: u64 = 1 << 15;

impl<'a> Sweep<'a> {
    /// Creates a sweep. Each machine may execute up to `instruction_limit` instructions.
    pub fn new(routine: &'a Routine, inputs: Inputs, instruction_limit: u64) -> Self {
        let code = routine.code();
        let place = |placement| PlacedRoutine::new(routine, placement, instruction_limit, &code);
        let placed: Vec<_> = placements(routine).into_iter().map(place).collect();
        let count = routine.input_count().exact();
        let rotates_placements =
            inputs == Inputs::All && count.is_none_or(|count| count > MAX_INPUTS_AT_EACH_PLACEMENT);
        let reference = Reference::new(routine, instruction_limit);
        Sweep {
            routine,
            inputs: InputSequence::new(&routine.specification, inputs),
            rotates_placements,
            placed,
            reference,
            instruction_limit,
        }
    }

    /// Runs the inputs with these numbers. Stops after the first batch of [`LANES`] inputs that contains one with a fault. The result
    /// does not depend on what was checked before.
    pub fn check(&mut self, numbers: Range<u64>) -> CheckResult {
        bitslice::reset(numbers.end.saturating_sub(numbers.start));
        self.placed.iter_mut().for_each(PlacedRoutine::forget);
        let empty = BitSlice::watermark();
        let mut prepared = empty;
        let mut input = vec![Lanes::from(0); Field::all_bytes(self.routine.specification.inputs())];
        let mut tracker = CostTracker::default();
        let mut found = CheckResult::default();
        let (instruction_limit, elsewhere) = (self.instruction_limit, Elsewhere::HidesJump);
        let mut judge = Judge { instruction_limit, replay: None, known: BTreeSet::new(), elsewhere };
        let mut registers = Vec::new();
        let mut cores: Vec<AnyCore<Lanes>> = Vec::new();
        let mut batches = numbers.clone().step_by(LANES);
        let mut next = batches.next();
        while let Some(first) = next {
            if is_cancelled() {
                break;
            }
            if first % RANDOMIZE_INTERVAL == 0 || registers.is_empty() {
                bitslice::truncate(empty);
                registers = self.random_registers(&mut Random::new(first));
                let placed = self.placed.iter_mut();
                cores = placed.map(|placed| placed.prepare(&registers, first)).collect();
                prepared = BitSlice::watermark();
            }
            bitslice::truncate(prepared);
            let mask = self.fill(first..numbers.end, &mut input);
            if mask == false.into() {
                next = batches.next();
                continue;
            }
            let expected = Expectation::of_lanes(
                self.routine,
                |input| self.reference.outputs(input).ok().flatten(),
                &input,
                mask,
                self.instruction_limit,
            );
            let created = self.created();
            let batch = Batch { first, mask, input: &input, expected: &expected };
            let of_batch = self.run_batch(&batch, (&cores, &registers), &mut tracker, &mut judge);
            if self.created() > created {
                // A newly accessed byte had the same value for all machines. Run this batch again with random ones.
                registers.clear();
            } else {
                next = batches.next();
            }
            if is_cancelled() {
                // What is expected may be incomplete.
                found = CheckResult::default();
                break;
            }
            found = found.merge(of_batch);
            if found.is_fault() {
                break;
            }
        }
        CheckResult { cost: tracker.cost(|number| self.inputs.input(number)), ..found }
    }

    /// Runs a batch at each of its placements, up to the first with a fault.
    fn run_batch(
        &mut self,
        batch: &Batch,
        (cores, registers): (&[AnyCore<Lanes>], &[Lanes]),
        tracker: &mut CostTracker,
        judge: &mut Judge<'a>,
    ) -> CheckResult {
        let batch_number = (batch.first / LANES as u64) as usize;
        let only = batch_number.checked_rem(self.placed.len()).filter(|_| self.rotates_placements);
        let placed = self.placed.iter_mut().zip(cores).enumerate();
        let mut found = CheckResult::default();
        for (_, (placed, core)) in placed.filter(|(n, _)| only.is_none_or(|only| *n == only)) {
            let mut ran = placed.run(batch, core, tracker);
            loop {
                let start = |lane| placed.initial_state(lane, batch.input, registers);
                if let Some(lane) = ran.failing {
                    let mut failing = start(lane);
                    let is_open = judge.is_open(self.routine, &mut failing);
                    return found.merge(CheckResult { failing: Some(failing), is_open, cost: None });
                }
                for (place, lane) in ran.open {
                    // Others that leave the code there are like the first.
                    if judge.known.insert(place) {
                        let mut start = start(lane);
                        let is_open = judge.is_open(self.routine, &mut start);
                        if ran.hides_others && !judge.is_led_by_unknown(self.routine, &start) {
                            judge.elsewhere = Elsewhere::HidesNothing;
                        }
                        found = found.merge(CheckResult { failing: Some(start), is_open, cost: None });
                    }
                }
                if found.is_fault() {
                    return found;
                }
                if !ran.hides_others {
                    break;
                }
                placed.explorer.set_elsewhere(judge.elsewhere);
                ran = placed.run(batch, core, tracker);
            }
        }
        found
    }

    /// Writes the first inputs of a range to the lanes and returns the lanes that hold one.
    fn fill(&self, numbers: Range<u64>, input: &mut [Lanes]) -> BitSlice {
        let first = numbers.start;
        let mask = self.inputs.lanes(numbers.clone(), input);
        let mask = if numbers.end - first < LANES as u64 {
            mask & BitSlice::from_fn(|lane| first + (lane as u64) < numbers.end)
        } else {
            mask
        };
        mask & self.routine.specification.allows(input)
    }

    fn random_registers(&self, random: &mut Random) -> Vec<Lanes> {
        RegisterMap::of(self.routine.processor()).state.iter().map(|_| Lanes::random(random)).collect()
    }

    /// Returns the number of unconstrained bytes accessed so far, at all placements.
    fn created(&self) -> usize {
        self.placed.iter().map(|placed| placed.memory.created().len()).sum()
    }
}

/// Returns the placements at which inputs run in lock step: only the standard one if there are no pointers.
fn placements(routine: &Routine) -> Vec<Placement> {
    let count = if routine.has_pointers() { usize::MAX } else { 1 };
    routine.layout().sample(&mut Random::new(0)).into_iter().take(count).collect()
}

/// A value and the number of an input that attains it.
type Attained = (u64, u64);

/// Records the least and the greatest cost. The inputs themselves are computed only at the end.
#[derive(Default)]
pub(super) struct CostTracker {
    cycles: Option<[Attained; 2]>,
    instructions: Option<[Attained; 2]>,
}

impl CostTracker {
    /// Records the cost of the machines in a mask; `first` is the input number of lane 0.
    pub(super) fn record(&mut self, cost: RunCost, mask: BitSlice, first: u64) {
        let number = || first + mask.first_lane().unwrap_or(0) as u64;
        widen(&mut self.cycles, cost.cycles, number);
        widen(&mut self.instructions, cost.instructions, number);
    }

    /// Returns the recorded cost range, or `None` if nothing was recorded. `input` converts input numbers.
    pub(super) fn cost(&self, input: impl Fn(u64) -> Vec<u8>) -> Option<CostRange> {
        let extremes = |[min, max]: [Attained; 2]| Extremes {
            min: min.0,
            min_input: input(min.1),
            max: max.0,
            max_input: input(max.1),
        };
        Some(CostRange { cycles: extremes(self.cycles?), instructions: extremes(self.instructions?) })
    }
}

/// Extends a range to include a value. The input number is computed only if it does.
fn widen(range: &mut Option<[Attained; 2]>, value: u64, number: impl Fn() -> u64) {
    match range {
        None => *range = Some([(value, number()); 2]),
        Some([min, _]) if value < min.0 => *min = (value, number()),
        Some([_, max]) if value > max.0 => *max = (value, number()),
        Some(_) => {}
    }
}

/// Memory and explorer for one placement. The explorer keeps what it has learned from batch to batch.
pub(super) struct PlacedRoutine<'a> {
    pub(super) harness: Harness<'a, Lanes>,
    placement: Placement,
    pub(super) memory: Memory<Lanes>,
    explorer: Explorer,
}

/// What is known of the instructions with which runs leave the code.
struct Judge<'a> {
    instruction_limit: u64,
    replay: Option<Replay<'a>>,
    known: BTreeSet<Option<u16>>,
    /// How to explore what such runs have hidden.
    elsewhere: Elsewhere,
}

impl<'a> Judge<'a> {
    /// Returns whether a run decides nothing, as one does that is cancelled.
    fn is_open(&mut self, routine: &'a Routine, start: &mut InitialState) -> bool {
        self.replay(routine)
            .is_some_and(|replay| matches!(replay.judge(start), Ok(Judged::Open) | Err(Cancelled)))
    }

    fn is_led_by_unknown(&mut self, routine: &'a Routine, start: &InitialState) -> bool {
        self.replay(routine).is_some_and(|replay| matches!(replay.led_by_unknown(start), Ok(Some(_))))
    }

    fn replay(&mut self, routine: &'a Routine) -> Option<&mut Replay<'a>> {
        if self.replay.is_none() {
            self.replay = Replay::new(routine, Engine::Own, self.instruction_limit);
        }
        self.replay.as_mut()
    }
}

/// Lanes of a batch.
#[derive(Default)]
pub(super) struct Ran {
    failing: Option<usize>,
    /// One for each instruction with which runs leave the code, by its address, and for a reference that does not return.
    open: BTreeMap<Option<u16>, usize>,
    /// Whether a run that leaves the code ended the exploration of others.
    hides_others: bool,
}

/// Inputs that run in lock step.
pub(super) struct Batch<'a> {
    /// The input number of lane 0.
    pub(super) first: u64,
    /// The lanes that hold an input.
    pub(super) mask: BitSlice,
    pub(super) input: &'a [Lanes],
    pub(super) expected: &'a Expectation<Lanes>,
}

impl<'a> PlacedRoutine<'a> {
    pub(super) fn new(
        routine: &'a Routine,
        placement: Placement,
        instruction_limit: u64,
        code: &Addresses,
    ) -> Self {
        let harness = Harness::new(routine, Placements::same(routine.processor(), &placement));
        let memory = new_memory(&harness);
        let explorer = Explorer::adaptive(instruction_limit, RETURN_ADDRESS, code);
        PlacedRoutine { harness, placement, memory, explorer }
    }

    /// Forgets which unconstrained bytes were accessed.
    pub(super) fn forget(&mut self) {
        self.memory = new_memory(&self.harness);
    }

    /// Sets up everything but the inputs, with random values in unconstrained memory. They follow from a seed and from where the
    /// bytes are, not from the order in which they were first accessed. Returns the core.
    pub(super) fn prepare(&mut self, registers: &[Lanes], seed: u64) -> AnyCore<Lanes> {
        self.memory.reinitialize(|slot| Lanes::random(&mut Random::new(seed ^ u64::from(slot) << 40)));
        self.harness.prepare(&mut self.memory, registers)
    }

    pub(super) fn initial_state(&self, lane: usize, input: &[Lanes], registers: &[Lanes]) -> InitialState {
        let lane_bytes = |bytes: &[Lanes]| bytes.iter().map(|lanes| lanes.to_bytes()[lane]).collect();
        let layout = self.harness.routine.layout();
        let address = |slot| layout.address(&self.placement, slot);
        let byte = |slot| (address(slot), self.memory.created_value(slot).to_bytes()[lane]);
        let memory = self.memory.created().iter().flatten().copied().map(byte).collect();
        InitialState {
            placement: self.placement.clone(),
            input: lane_bytes(input),
            registers: lane_bytes(registers),
            memory,
        }
    }

    /// Runs a batch from the prepared core. Returns the lanes that fail: none if the verification is cancelled.
    pub(super) fn run(&mut self, batch: &Batch, prepared: &AnyCore<Lanes>, tracker: &mut CostTracker) -> Ran {
        let watermark = BitSlice::watermark();
        loop {
            bitslice::truncate(watermark);
            let mut core = *prepared;
            self.harness.store_input(&mut core, &mut self.memory, batch.input);
            match self.explorer.explore(&mut self.memory, PathGroup::new(core, batch.mask)) {
                Outcome::Done(Ends { returned, not_returned, left, is_complete, .. }) => {
                    let (wrong, unknown) =
                        self.harness.failures(&mut self.memory, &core, &returned, batch.expected);
                    let failing = not_returned | wrong;
                    for (cost, mask) in returned.iter().flat_map(|group| &group.costs) {
                        let right = *mask & !wrong;
                        if right != false.into() {
                            tracker.record(*cost, right, batch.first);
                        }
                    }
                    self.memory.restore();
                    let left = left.into_iter().map(|(place, lanes)| (Some(place), lanes));
                    let open = left.chain([(None, unknown)]);
                    let open = open.filter_map(|(place, lanes)| Some((place, lanes.first_lane()?))).collect();
                    return Ran { failing: failing.first_lane(), open, hides_others: !is_complete };
                }
                Outcome::Restart => self.memory.restore(),
                Outcome::Cancelled => {
                    self.memory.restore();
                    return Ran::default();
                }
                Outcome::Infeasible => {
                    self.memory.restore();
                    return self.run_one_by_one(batch, prepared, tracker);
                }
            }
        }
    }

    /// Runs each machine of a batch alone: a single machine never forks.
    fn run_one_by_one(&mut self, batch: &Batch, prepared: &AnyCore<Lanes>, tracker: &mut CostTracker) -> Ran {
        let lanes: Vec<_> = batch.mask.lanes().collect();
        if let [lane] = lanes[..] {
            return Ran { failing: Some(lane), ..Ran::default() };
        }
        let mut all = Ran::default();
        for lane in lanes.into_iter().take_while(|_| !is_cancelled()) {
            let single = Batch { mask: BitSlice::from_fn(|other| other == lane), ..*batch };
            let ran = self.run(&single, prepared, tracker);
            for (place, lane) in ran.open {
                all.open.entry(place).or_insert(lane);
            }
            if ran.failing.is_some() {
                return Ran { failing: ran.failing, ..all };
            }
        }
        all
    }
}

/// Creates the memory on entry, in which no unconstrained byte has been accessed.
fn new_memory(harness: &Harness<Lanes>) -> Memory<Lanes> {
    harness.memory(|address| filler(address).into())
}

/// The number of samples without a valid input, one after another, after which sampling ends.
const MAX_REJECTED: u32 = 4;

/// Runs the inputs with these numbers one by one, each at several placements, up to the first with a fault. Unconstrained
/// registers and memory that may change hold random values. Returns `None` if the engine does not emulate the routine's
/// processor.
pub fn check_one_by_one(
    routine: &Routine,
    engine: Engine,
    inputs: Inputs,
    numbers: Range<u64>,
    instruction_limit: u64,
) -> Option<CheckResult> {
    let sequence = InputSequence::new(&routine.specification, inputs);
    let mut machine = Replay::new(routine, engine, instruction_limit)?;
    let mut result = CheckResult::default();
    let mut rejected = 0;
    for number in numbers.take_while(|_| !is_cancelled()) {
        let Some(input) = sequence.valid_input(number) else {
            rejected += 1;
            // Each of them stands for many tries.
            if matches!(inputs, Inputs::Sampled(_)) && rejected == MAX_REJECTED {
                break;
            }
            continue;
        };
        rejected = 0;
        match run_input(routine, &mut machine, &input, number, &mut result) {
            Ok(()) if !result.is_fault() => {}
            Ok(()) | Err(Cancelled) => break,
        }
    }
    Some(result)
}

/// The number of random states of everything but the input with which each example is run, at several placements each.
const STATES_OF_EXAMPLE: u64 = 4;

/// Runs the examples of a routine, up to the first with a fault. Returns `None` if the engine does not emulate the routine's
/// processor.
pub(crate) fn check_examples(
    routine: &Routine,
    engine: Engine,
    instruction_limit: u64,
) -> Option<CheckResult> {
    let mut machine = Replay::new(routine, engine, instruction_limit)?;
    let mut result = CheckResult::default();
    for example in routine.specification.examples.iter() {
        for seed in (0..STATES_OF_EXAMPLE).take_while(|_| !is_cancelled()) {
            match run_input(routine, &mut machine, &example.input, seed, &mut result) {
                Ok(()) if !result.is_fault() => {}
                Ok(()) | Err(Cancelled) => return Some(result),
            }
        }
    }
    Some(result)
}

/// Runs an input at several placements, up to the first with a fault. Everything else holds random values that follow from a seed.
fn run_input(
    routine: &Routine,
    machine: &mut Replay,
    input: &[u8],
    seed: u64,
    result: &mut CheckResult,
) -> Result<(), Cancelled> {
    let mut random = Random::new(seed);
    for placement in routine.layout().sample(&mut random) {
        let registers = RegisterMap::of(routine.processor()).state.iter().map(|_| random.next_u8()).collect();
        let unknown = routine.changeable().chain(routine.device);
        let memory = unknown.map(|address| (address, random.next_u8())).collect();
        let mut start = InitialState { placement, input: input.to_vec(), registers, memory };
        let is_open = match machine.judge(&mut start)? {
            Judged::Right(cost) if result.has(cost) => continue,
            Judged::Right(cost) => match machine.led_by_unknown(&start)? {
                Some(led) => {
                    start = led;
                    true
                }
                None => {
                    result.record(cost, &start.input);
                    continue;
                }
            },
            judged => judged == Judged::Open,
        };
        let failing = CheckResult { failing: Some(start), is_open, cost: None };
        *result = std::mem::take(result).merge(failing);
        if result.is_fault() {
            break;
        }
    }
    Ok(())
}

impl CheckResult {
    /// Returns whether a cost is within those that are known.
    fn has(&self, cost: RunCost) -> bool {
        self.cost.as_ref().is_some_and(|known| {
            (known.cycles.min..=known.cycles.max).contains(&cost.cycles)
                && (known.instructions.min..=known.instructions.max).contains(&cost.instructions)
        })
    }

    fn record(&mut self, cost: RunCost, input: &[u8]) {
        let cost = CostRange {
            cycles: Extremes::of(cost.cycles, input),
            instructions: Extremes::of(cost.instructions, input),
        };
        self.cost = Some(match self.cost.take() {
            Some(known) => known.merge(cost),
            None => cost,
        });
    }
}
