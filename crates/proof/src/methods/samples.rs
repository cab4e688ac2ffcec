//! Single inputs one by one, on any engine.

use std::ops::Range;

use arcadian_cpu::RunCost;

use crate::{
    contract::{
        initial_state::InitialState,
        inputs::{InputSequence, Inputs},
        registers::RegisterMap,
        routine::Routine,
    },
    methods::{
        check_result::CheckResult,
        cost::{CostRange, Extremes},
        replay::Replay,
    },
    run::engine::Engine,
};
use arcadian_parallel::{cancellation::is_cancelled, random::Random};

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
        let mut random = Random::new(number);
        for placement in routine.layout().sample(&mut random) {
            let input = input.clone();
            let registers =
                RegisterMap::of(routine.processor()).state.iter().map(|_| random.next_u8()).collect();
            let unknown = routine.changeable().chain(routine.device);
            let memory = unknown.map(|address| (address, random.next_u8())).collect();
            let start = InitialState { placement, input, registers, memory };
            match machine.run(&start) {
                Ok(cost) => result.record(cost, &start.input),
                Err(_) => return Some(CheckResult { failing: Some(start), ..result }),
            }
        }
    }
    Some(result)
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
