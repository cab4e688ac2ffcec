//! Single inputs one by one, on any engine.

use std::ops::Range;

use arcadian_cpu::RunCost;

use crate::{
    contract::{
        inputs::{InitialState, InputSequence, Inputs},
        registers::RegisterMap,
        routine::Routine,
    },
    methods::{
        check_result::{CheckResult, CostRange, Extremes},
        replay::Replay,
    },
    run::engine::Engine,
};
use arcadian_parallel::{
    cancellation::{Cancelled, is_cancelled},
    random::Random,
};

/// The number of samples without a valid input, one after another, after which sampling ends.
const MAX_REJECTED: u32 = 4;

/// Runs the inputs with these numbers one by one, each at several placements, up to the first that fails. Unconstrained
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
            Ok(None) => {}
            Ok(failing) => return Some(CheckResult { failing, ..result }),
            Err(Cancelled) => break,
        }
    }
    Some(result)
}

/// The number of random states of everything but the input with which each example is run, at several placements each.
const STATES_OF_EXAMPLE: u64 = 4;

/// Runs the examples of a routine, up to the first that fails. Returns `None` if the engine does not emulate the routine's
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
                Ok(None) => {}
                Ok(failing) => return Some(CheckResult { failing, ..result }),
                Err(Cancelled) => return Some(result),
            }
        }
    }
    Some(result)
}

/// Runs an input at several placements. Everything else holds random values that follow from a seed. Returns the first state that
/// fails.
fn run_input(
    routine: &Routine,
    machine: &mut Replay,
    input: &[u8],
    seed: u64,
    result: &mut CheckResult,
) -> Result<Option<InitialState>, Cancelled> {
    let mut random = Random::new(seed);
    for placement in routine.layout().sample(&mut random) {
        let registers = RegisterMap::of(routine.processor()).state.iter().map(|_| random.next_u8()).collect();
        let unknown = routine.changeable().chain(routine.device);
        let memory = unknown.map(|address| (address, random.next_u8())).collect();
        let start = InitialState { placement, input: input.to_vec(), registers, memory };
        match machine.run(&start)? {
            Ok(cost) => result.record(cost, &start.input),
            Err(_) => return Ok(Some(start)),
        }
    }
    Ok(None)
}

impl CheckResult {
    /// Adds the cost of an input. The input is copied only if it is an extreme.
    fn record(&mut self, cost: RunCost, input: &[u8]) {
        let is_within = self.cost.as_ref().is_some_and(|known| {
            (known.cycles.min..=known.cycles.max).contains(&cost.cycles)
                && (known.instructions.min..=known.instructions.max).contains(&cost.instructions)
        });
        if !is_within {
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
}
