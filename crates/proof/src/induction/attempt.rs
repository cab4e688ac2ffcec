//! Attempts to prove a routine by induction, from cheap to expensive.

use arcadian_cpu::{Core, I8080, Mos6502, Z80};
use arcadian_isa::Processor;

use super::{Induction, InductionStep, Symbol};
use crate::{
    bdd::{self, Bounds},
    cancellation::{Cancelled, is_cancelled},
    check_result::CheckResult,
    input_space::{Case, InputSpace},
    prove::{FIRST_TRY, MAX_VARIABLES, ProveError},
    routine::Routine,
    specification::Condition,
};

/// How to try a proof.
#[derive(Clone, Copy, Debug)]
pub(super) struct Attempt {
    bounds: Bounds,
    pub(super) instruction_limit: u64,
    /// The number of input fields of one byte for whose values there is a proof each.
    pub(super) split_inputs: usize,
    /// Whether code is explored separately for each value of the first fields of one byte at a label.
    pub(super) splits_state: bool,
    /// Whether all invariants are assumed while code is explored, not only those on small fields.
    pub(super) assumes_all: bool,
}

/// Proves that a routine holds for all inputs, by induction over the invariants of its sheet. The cost of its runs remains unknown.
/// A segment between two labels in which a path executes `instruction_limit` instructions counts as one that fails.
pub fn prove_by_induction(
    routine: &Routine,
    bounds: Bounds,
    instruction_limit: u64,
) -> Result<CheckResult, ProveError> {
    if routine.device.is_some() {
        return Err(InductionStep::Device.alone().into());
    }
    let (routine, assumptions) = &routine.with_quantified_fields()?;
    let small = Bounds { nodes: bounds.nodes / FIRST_TRY };
    let first = Attempt {
        bounds: small,
        instruction_limit,
        split_inputs: 0,
        splits_state: false,
        assumes_all: false,
    };
    let attempts = [
        first,
        Attempt { bounds, splits_state: true, ..first },
        Attempt { split_inputs: 1, ..first },
        Attempt { bounds, ..first },
    ];
    let mut last_error = ProveError::NoFormula;
    for attempt in attempts {
        match attempt.prove_cases(routine, assumptions) {
            Ok(()) => return Ok(CheckResult::default()),
            Err(error @ ProveError::TooLarge(_)) => last_error = error,
            Err(error) => return Err(error),
        }
    }
    Err(last_error)
}

impl Attempt {
    fn prove_cases(self, routine: &Routine, assumptions: &[Condition]) -> Result<(), ProveError> {
        let space = InputSpace::new(routine.specification.inputs());
        let cases = space.cases(self.split_inputs).ok_or(ProveError::TooLarge(0))?;
        cases.iter().try_for_each(|case| match self.prove_case(routine, assumptions, case) {
            Err(ProveError::NotInductive(fault)) if fault.step.may_need_all() => {
                Attempt { assumes_all: true, ..self }.prove_case(routine, assumptions, case)
            }
            result => result,
        })
    }

    fn prove_case(self, routine: &Routine, assumptions: &[Condition], case: &Case) -> Result<(), ProveError> {
        match routine.processor() {
            Processor::I8080 => self.prove::<I8080<Symbol>>(routine, assumptions, case),
            Processor::Z80 => self.prove::<Z80<Symbol>>(routine, assumptions, case),
            Processor::Mos6502 => self.prove::<Mos6502<Symbol>>(routine, assumptions, case),
        }
    }

    fn prove<C: Core<Symbol>>(
        self,
        routine: &Routine,
        assumptions: &[Condition],
        case: &Case,
    ) -> Result<(), ProveError> {
        bdd::reset(MAX_VARIABLES, self.bounds);
        let result = Induction::<C>::new(routine, self, case).map(|mut induction| {
            induction.assume(assumptions);
            induction.prove(case.is_empty())
        });
        // What was found after an aborted operation means nothing.
        match result {
            _ if is_cancelled() => Err(Cancelled.into()),
            Some(result) if !bdd::is_aborted() => result,
            _ => Err(ProveError::TooLarge(bdd::node_count())),
        }
    }
}
