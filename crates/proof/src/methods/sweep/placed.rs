//! Bit-sliced machines for one placement of the data that pointers point to.

use arcadian_machine::Addresses;

use super::CostTracker;
use crate::{
    contract::{
        inputs::InitialState,
        placement::{Placement, Placements, RETURN_ADDRESS},
        routine::Routine,
    },
    run::{
        explore::{Explorer, Outcome},
        harness::{Checks, Expectation, Harness},
        memory::Memory,
        path_group::PathGroup,
    },
};
use arcadian_parallel::{
    any_core::AnyCore,
    bit::ParallelBit,
    bitslice::{self, BitSlice},
    cancellation::is_cancelled,
    lanes::Lanes,
    random::{Random, filler},
};

/// Memory and explorer for one placement. The explorer keeps what it has learned from batch to batch.
pub(super) struct PlacedRoutine<'a> {
    pub(super) harness: Harness<'a, Lanes>,
    placement: Placement,
    pub(super) memory: Memory<Lanes>,
    explorer: Explorer,
}

/// Inputs that run in lock step.
pub(super) struct Batch<'a> {
    /// The input number of lane 0.
    pub(super) first: u64,
    /// The lanes that hold an input.
    pub(super) mask: BitSlice,
    /// The bytes of the input.
    pub(super) input: &'a [Lanes],
    /// What is expected of the output.
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

    /// Returns the initial state of the machine in a lane.
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

    /// Runs a batch from the prepared core. Returns a lane that fails, if there is one; none if the verification is cancelled.
    pub(super) fn run(
        &mut self,
        batch: &Batch,
        prepared: &AnyCore<Lanes>,
        tracker: &mut CostTracker,
    ) -> Option<usize> {
        let watermark = BitSlice::watermark();
        loop {
            bitslice::truncate(watermark);
            let mut core = *prepared;
            self.harness.store_input(&mut core, &mut self.memory, batch.input);
            match self.explorer.explore(&mut self.memory, PathGroup::new(core, batch.mask)) {
                Outcome::Done { returned, not_returned, .. } => {
                    let mut failing = not_returned;
                    for group in &returned {
                        let written: Vec<_> = self.memory.written().collect();
                        let violations = |holds: BitSlice| {
                            let failing = group.mask & !holds;
                            (failing != false.into()).then_some(failing)
                        };
                        let wanted = (batch.expected, &written[..]);
                        let found = self.harness.violations(
                            &mut self.memory,
                            &core,
                            group,
                            wanted,
                            &Checks::computed(&violations),
                        );
                        failing = failing | found.map_or(false.into(), |(_, failing)| failing);
                        group.costs.iter().for_each(|(cost, mask)| tracker.record(*cost, *mask, batch.first));
                    }
                    self.memory.restore();
                    return failing.first_lane();
                }
                Outcome::Restart => self.memory.restore(),
                Outcome::Cancelled => {
                    self.memory.restore();
                    return None;
                }
                Outcome::Infeasible => {
                    self.memory.restore();
                    return self.run_one_by_one(batch, prepared, tracker);
                }
            }
        }
    }

    /// Runs each machine of a batch alone: a single machine never forks.
    fn run_one_by_one(
        &mut self,
        batch: &Batch,
        prepared: &AnyCore<Lanes>,
        tracker: &mut CostTracker,
    ) -> Option<usize> {
        let lanes: Vec<_> = batch.mask.lanes().collect();
        if let [lane] = lanes[..] {
            return Some(lane);
        }
        lanes.into_iter().take_while(|_| !is_cancelled()).find(|lane| {
            let single = Batch { mask: BitSlice::from_fn(|other| other == *lane), ..*batch };
            self.run(&single, prepared, tracker).is_some()
        })
    }
}

/// Creates the memory on entry, in which no unconstrained byte has been accessed.
fn new_memory(harness: &Harness<Lanes>) -> Memory<Lanes> {
    harness.memory(|address| filler(address).into())
}
