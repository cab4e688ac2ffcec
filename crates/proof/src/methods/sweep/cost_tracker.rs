//! Cost extremes of a sweep, with input numbers in place of inputs.

use arcadian_cpu::RunCost;

use crate::methods::cost::{CostRange, Extremes};
use arcadian_parallel::bitslice::BitSlice;

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
