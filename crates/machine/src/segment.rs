//! Segments of a run.

use crate::{backplane::Backplane, core::MachineCore};

/// The outcome of a segment.
pub(crate) struct Segment {
    pub(crate) instructions: u64,
    pub(crate) cycles: u64,
    /// Whether the last instruction jumped to itself.
    pub(crate) is_self_jump: bool,
}

impl Segment {
    /// Executes up to `limit` instructions, until the next one is at an address in `stops` or, if `stops_at_self_jump`, an
    /// instruction has jumped to itself.
    pub(crate) fn run<C: MachineCore>(
        core: &mut C,
        backplane: &mut Backplane,
        limit: u64,
        stops: &[u64; 1024],
        stops_at_self_jump: bool,
    ) -> Self {
        let (cost, is_self_jump) = core.run_on(backplane, limit, stops, stops_at_self_jump);
        Segment { instructions: cost.instructions, cycles: cost.cycles, is_self_jump }
    }
}
