//! Bit-sliced simulation: runs a routine on many inputs in lock step, one input per lane.

mod placed;

use std::ops::Range;

use arcadian_cpu::RunCost;
use arcadian_parallel::{
    any_core::AnyCore,
    bit::ParallelBit,
    bitslice::{self, BitSlice, LANES},
    cancellation::is_cancelled,
    lanes::Lanes,
    random::Random,
};

use crate::{
    contract::{
        field::Field,
        inputs::{InitialState, InputSequence, Inputs},
        placement::Placement,
        registers::RegisterMap,
        routine::Routine,
    },
    methods::{
        check_result::{CheckResult, CostRange, Extremes},
        replay::Reference,
    },
    run::harness::Expectation,
};
use placed::{Batch, PlacedRoutine};

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

    /// Runs the inputs with these numbers. Stops after the first batch of [`LANES`] inputs that contains a failing one. The result
    /// does not depend on what was checked before.
    pub fn check(&mut self, numbers: Range<u64>) -> CheckResult {
        bitslice::reset(numbers.end.saturating_sub(numbers.start));
        self.placed.iter_mut().for_each(PlacedRoutine::forget);
        let empty = BitSlice::watermark();
        let mut prepared = empty;
        let mut input = vec![Lanes::from(0); Field::all_bytes(self.routine.specification.inputs())];
        let mut tracker = CostTracker::default();
        let mut failing = None;
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
            failing = self.run_batch(&batch, &cores, &registers, &mut tracker);
            if self.created() > created {
                // A newly accessed byte had the same value for all machines. Run this batch again with random ones.
                registers.clear();
            } else {
                next = batches.next();
            }
            if is_cancelled() {
                // What is expected may be incomplete.
                failing = None;
                break;
            }
            if failing.is_some() {
                break;
            }
        }
        CheckResult { failing, cost: tracker.cost(|number| self.inputs.input(number)) }
    }

    /// Runs a batch at each of its placements. Returns the initial state of a failing machine.
    fn run_batch(
        &mut self,
        batch: &Batch,
        cores: &[AnyCore<Lanes>],
        registers: &[Lanes],
        tracker: &mut CostTracker,
    ) -> Option<InitialState> {
        let batch_number = (batch.first / LANES as u64) as usize;
        let only = batch_number.checked_rem(self.placed.len()).filter(|_| self.rotates_placements);
        let placed = self.placed.iter_mut().zip(cores).enumerate();
        for (_, (placed, core)) in placed.filter(|(n, _)| only.is_none_or(|only| *n == only)) {
            if let Some(lane) = placed.run(batch, core, tracker) {
                return Some(placed.initial_state(lane, batch.input, registers));
            }
        }
        None
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
