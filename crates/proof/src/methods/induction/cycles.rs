//! Proof of the stated cycles.
//!
//! From each label, `remaining` states the fewest and the most cycles to the return. If that agrees with the cost of every segment
//! and with what is stated where the segment ends, it is true of every run, however often its loops are executed (the potential
//! method of Tarjan, "Amortized Computational Complexity", 1985).

use super::{Induction, InductionStep, Segment, SymbolicByte};
use crate::{
    contract::expression::{Evaluator, Expr, Number},
    methods::prove_error::ProveError,
    run::path_group::PathGroup,
};
use arcadian_parallel::bdd::BddRef;

/// What a proof by induction says of the cycles that the sheet states.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum CycleProof {
    /// The sheet states none.
    #[default]
    NotStated,
    /// Every run takes as many as the sheet states, or a number in the stated range.
    Proven,
    /// They are not proven, for a reason.
    NotProven(ProveError),
}

impl CycleProof {
    /// Returns the proof for both sets of inputs.
    pub(super) fn merge(self, other: CycleProof) -> CycleProof {
        if matches!(self, CycleProof::NotProven(_)) { self } else { other }
    }
}

/// A stated number of cycles to the return.
struct Stated<'a> {
    evaluator: Evaluator<BddRef>,
    /// The fewest and the most.
    bounds: &'a [Expr; 2],
}

impl Induction<'_> {
    /// Checks the cycles of a group that has reached a cut point or has returned. Remembers the first fault.
    pub(super) fn check_cycles(
        &mut self,
        segment: &Segment,
        end: Option<(usize, &[SymbolicByte])>,
        group: &PathGroup<SymbolicByte>,
    ) {
        if self.cycle_proof != CycleProof::Proven {
            return;
        }
        let label = end.map(|(cut, _)| self.routine.cut_points[cut].label.clone());
        let wrong = self.wrong_cycles(segment, end, group).unwrap_or(group.mask);
        if let Some(failing) = segment.refute(wrong & self.is_valid_placement) {
            let step = InductionStep::Cycles(label);
            self.cycle_proof = CycleProof::NotProven(self.fault(segment, step, failing));
        }
    }

    /// Returns the machines whose cycles are not within what is stated, or `None` if that cannot be computed.
    fn wrong_cycles(
        &self,
        segment: &Segment,
        end: Option<(usize, &[SymbolicByte])>,
        group: &PathGroup<SymbolicByte>,
    ) -> Option<BddRef> {
        let (whole, nothing) = (self.whole_run(), [Expr::constant(0), Expr::constant(0)]);
        let at = |place: Option<(usize, &[SymbolicByte])>, otherwise| match place {
            Some((cut, state)) => self.remaining(cut, state),
            None => Some(Stated { evaluator: Evaluator::new(Vec::new(), Vec::new()), bounds: otherwise }),
        };
        let start = segment.start.map(|cut| (cut, &segment.state[..]));
        let (mut start, mut end) = (at(start, &whole)?, at(end, &nothing)?);
        let mut spent = |n: usize| {
            let (one, other) = (&start.bounds[n], &end.bounds[n]);
            start.evaluator.difference(one, &mut end.evaluator, other, group.mask).ok()
        };
        let ((least, is_least_defined), (most, is_most_defined)) = (spent(0)?, spent(1)?);
        let undefined = group.mask & !(is_least_defined & is_most_defined);
        group.cycles().into_iter().try_fold(undefined, |wrong, (fewest, greatest, machines)| {
            let cycles = |cycles| i64::try_from(cycles).ok().map(Number::constant);
            let is_outside = cycles(fewest)?.is_less_than(&least) | most.is_less_than(&cycles(greatest)?);
            Some(wrong | machines & is_outside)
        })
    }

    /// Returns the cycles that the sheet states for the whole routine.
    fn whole_run(&self) -> [Expr; 2] {
        let stated = self.routine.stated_cycles.map_or([0, 0], |cycles| [cycles.least, cycles.most]);
        stated.map(|cycles| Expr::constant(i64::try_from(cycles).unwrap_or(i64::MAX)))
    }

    fn remaining(&self, cut: usize, state: &[SymbolicByte]) -> Option<Stated<'_>> {
        let cut_point = &self.routine.cut_points[cut];
        Some(Stated { evaluator: self.evaluator(cut_point, state), bounds: cut_point.remaining.as_ref()? })
    }
}
