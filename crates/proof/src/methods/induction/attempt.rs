//! Attempts to prove a routine by induction, from cheap to expensive, and to refute it.

use arcadian_parallel::{
    bdd::{self, Bounds},
    cancellation::{Cancelled, is_cancelled},
    symbol::MAX_VARIABLES,
};

use super::{CycleProof, Induction, InductionStep};
use crate::{
    contract::{
        input_space::{Case, VariableOrder},
        routine::{Routine, specification::Condition},
    },
    methods::prove_error::ProveError,
};

/// How to try a proof.
#[derive(Clone, Copy, Debug)]
pub(super) struct Attempt {
    bounds: Bounds,
    pub(super) instruction_limit: u64,
    /// The number of input fields of one byte for whose values there is a proof each.
    pub(super) split_inputs: usize,
    /// Whether code is explored separately for each value of the first fields of one byte at a label.
    splits_state: bool,
    /// The order of the variables, if conditions with large products are proven by algebra.
    algebra: Option<VariableOrder>,
    /// Whether all invariants are assumed while code is explored, not only those on small fields.
    pub(super) assumes_all: bool,
    /// If the stated cycles are proven as well, how many costs of a segment are distinguished. Of more only the least and the
    /// greatest are known.
    pub(super) cost_limit: Option<usize>,
}

/// Proves that a routine holds for all inputs, by induction over the invariants of its sheet. Returns what is proven of its cycles.
/// A segment between two labels in which a path executes `instruction_limit` instructions counts as one that fails.
pub fn prove_by_induction(
    routine: &Routine,
    bounds: Bounds,
    instruction_limit: u64,
) -> Result<CycleProof, ProveError> {
    if routine.device.is_some() {
        return Err(InductionStep::Device.alone().into());
    }
    let (routine, assumptions) = &routine.with_quantified_fields().ok_or(ProveError::NoFormula)?;
    let small = bounds.first_try();
    let first = Attempt {
        bounds: small,
        instruction_limit,
        split_inputs: 0,
        splits_state: false,
        algebra: None,
        assumes_all: false,
        cost_limit: None,
    };
    let algebra = |order| Attempt { bounds, algebra: Some(order), ..first };
    let attempts = [
        first,
        algebra(VariableOrder::Aligned),
        algebra(VariableOrder::AlignedHigh),
        Attempt { bounds, splits_state: true, ..first },
        Attempt { split_inputs: 1, ..first },
        Attempt { bounds, ..first },
    ];
    let prove = |cost_limit| {
        let (mut last_error, mut undecided) = (ProveError::NoFormula, None);
        let is_useful = |attempt: &Attempt| !attempt.uses_algebra() || routine.has_large_products();
        for attempt in attempts.into_iter().filter(is_useful) {
            match (Attempt { cost_limit, ..attempt }).prove_cases(routine, assumptions) {
                Err(error @ ProveError::TooLarge(_)) => last_error = error,
                // What algebra does not prove can be true.
                Err(ProveError::NotInductive(fault)) if attempt.uses_algebra() => {
                    let is_clear = matches!(fault.step, InductionStep::Products(..));
                    undecided = undecided.or(is_clear.then_some(ProveError::NotInductive(fault)));
                }
                result => return result,
            }
        }
        Err(undecided.unwrap_or(last_error))
    };
    if !routine.states_remaining_cycles() {
        let unproven = || CycleProof::NotProven(InductionStep::NoRemaining.alone().into());
        return prove(None).map(|_| routine.stated_cycles.map_or(CycleProof::NotStated, |_| unproven()));
    }
    match prove(Some(0)) {
        // The routine may hold although its cycles are too much to prove.
        Err(error @ ProveError::TooLarge(_)) => prove(None).map(|_| CycleProof::NotProven(error)),
        // What the costs of two paths that merge depend on may matter.
        Ok(not_proven @ CycleProof::NotProven(_)) => match prove(Some(MAX_COSTS)) {
            Ok(CycleProof::Proven) => Ok(CycleProof::Proven),
            Err(error @ ProveError::Cancelled(_)) => Err(error),
            _ => Ok(not_proven),
        },
        result => result,
    }
}

/// The number of costs of a segment that are distinguished where their range alone proves too little. The masks of the machines
/// that have a cost can be larger than everything else.
const MAX_COSTS: usize = 32;

/// The maximum number of fields of the state at a label for whose values code is explored separately.
const MAX_SPLIT: usize = 2;

impl Attempt {
    /// Returns whether conditions with large products are proven by algebra, and not evaluated.
    pub(super) fn uses_algebra(self) -> bool {
        self.algebra.is_some()
    }

    pub(super) fn order(self) -> VariableOrder {
        self.algebra.unwrap_or(VariableOrder::Interleaved)
    }

    /// Returns the maximum number of fields of the state at a label for whose values code is explored separately. Algebra needs the
    /// values of one that counts shifts.
    pub(super) fn split_state(self) -> usize {
        if self.splits_state { MAX_SPLIT } else { usize::from(self.uses_algebra()) }
    }

    fn prove_cases(self, routine: &Routine, assumptions: &[Condition]) -> Result<CycleProof, ProveError> {
        let space = routine.specification.input_space();
        let cases = space.cases(self.split_inputs).ok_or(ProveError::TooLarge(0))?;
        cases.iter().try_fold(CycleProof::default(), |proof, case| {
            let result = match self.prove_case(routine, assumptions, case) {
                Err(ProveError::NotInductive(fault)) if fault.step.may_need_all() => {
                    Attempt { assumes_all: true, ..self }.prove_case(routine, assumptions, case)
                }
                result => result,
            };
            Ok(proof.merge(result?))
        })
    }

    fn prove_case(
        self,
        routine: &Routine,
        assumptions: &[Condition],
        case: &Case,
    ) -> Result<CycleProof, ProveError> {
        bdd::reset(MAX_VARIABLES, self.bounds);
        let result = Induction::new(routine, self, case).map(|mut induction| {
            induction.assume(assumptions);
            induction.prove(self.split_inputs == 0).map(|()| induction.cycle_proof)
        });
        // What was found after an aborted operation means nothing.
        match result {
            _ if is_cancelled() => Err(Cancelled.into()),
            Some(result) if !bdd::is_aborted() => result,
            _ => Err(ProveError::TooLarge(bdd::node_count())),
        }
    }
}
