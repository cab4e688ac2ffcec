//! Symbolic proof: runs a routine on all inputs at once, with Boolean functions of the input as bits.

use arcadian_cpu::{Core, I8080, Mos6502};
use arcadian_isa::Processor;

use crate::{
    bdd::{self, BddRef, Bounds},
    byte::Byte,
    cancellation::{Cancelled, is_cancelled},
    check_result::{CheckResult, InitialState},
    claim::Formula,
    cost::{CostRange, Extremes},
    explore::{Explorer, Outcome},
    field::Field,
    harness::Harness,
    input_space::{InputSpace, VariableOrder},
    memory::Memory,
    path_group::PathGroup,
    routine::{RETURN_ADDRESS, Routine},
};

/// Why a routine could not be proven.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProveError {
    /// The claim has no formula.
    #[error("its claim is not written as a formula")]
    NoFormula,
    /// The diagrams exceeded their bounds, or there were too many execution paths.
    #[error("its decision diagrams grow too large (stopped at {0} nodes)")]
    TooLarge(usize),
    /// The verification was cancelled.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

/// The maximum number of variables for unconstrained memory. A correct routine may read some: the 6502 does when an
/// indexed access crosses a page.
const MEMORY_VARIABLES: usize = 1024 * 8;

/// Proves that a routine holds for all inputs, or finds one for which it does not.
///
/// If the diagrams exceed `bounds`, the proof is tried with another variable order and then case by case: for each value
/// of the first field, of the first two fields, and so on, as long as these are single bytes. A path that executes
/// `instruction_limit` instructions counts as one that does not return.
pub fn prove(routine: &Routine, bounds: Bounds, instruction_limit: u64) -> Result<CheckResult, ProveError> {
    let formula = routine.claim.formula.filter(|_| routine.claim.sample.is_none());
    let formula = formula.ok_or(ProveError::NoFormula)?;
    let space = InputSpace::new(routine.claim.inputs);
    let mut last_error = ProveError::NoFormula;
    for split in 0.. {
        let Some(cases) = space.cases(split) else { break };
        for order in [VariableOrder::Forward, VariableOrder::Backward] {
            let attempt = Attempt { routine, formula, space: &space, order, bounds, instruction_limit };
            match attempt.prove_cases(&cases) {
                Err(error @ ProveError::TooLarge(_)) => last_error = error,
                result => return result,
            }
        }
    }
    Err(last_error)
}

/// An attempt to prove a routine with one variable order.
struct Attempt<'a> {
    routine: &'a Routine,
    formula: Formula,
    space: &'a InputSpace,
    order: VariableOrder,
    bounds: Bounds,
    instruction_limit: u64,
}

impl Attempt<'_> {
    /// Proves every case at every placement, up to the first that fails.
    fn prove_cases(&self, cases: &[Vec<u8>]) -> Result<CheckResult, ProveError> {
        let mut all = CheckResult::default();
        for placement in self.routine.placements() {
            let Some(harness) = Harness::new(self.routine, *placement) else { continue };
            for case in cases {
                let result = match self.routine.processor() {
                    Processor::Mos6502 => self.prove_case::<Mos6502<Byte<BddRef>>>(&harness, case),
                    _ => self.prove_case::<I8080<Byte<BddRef>>>(&harness, case),
                }?;
                all = all.merge(result);
                if all.failing.is_some() {
                    return Ok(all);
                }
            }
        }
        Ok(all)
    }

    fn prove_case<C: Core<Byte<BddRef>>>(
        &self,
        harness: &Harness,
        case: &[u8],
    ) -> Result<CheckResult, ProveError> {
        let register_count = harness.registers().len();
        let variables = self.space.variable_count() + 8 * register_count + MEMORY_VARIABLES;
        bdd::reset(variables, self.bounds);
        let (input, is_valid) = self.space.symbolic_input(self.order, case);
        let registers: Vec<_> = (0..register_count).map(|_| unconstrained(0)).collect();
        let mut expected = vec![Byte::from(0); Field::all_bytes(self.routine.claim.outputs)];
        (self.formula.symbolic)(&input, &mut expected);
        // The rest of the initial state consists of variables and constants.
        bdd::pin(expected.iter().flat_map(|byte| byte.0));

        let assembly = &self.routine.assembly;
        let mut memory = Memory::new(assembly.origin, &assembly.image, self.routine.device, unconstrained);
        let mut core: C = harness.prepare(&mut memory, &registers);
        harness.store_input(&mut core, &mut memory, &input);
        let mut explorer =
            Explorer::single_stepping(self.instruction_limit, RETURN_ADDRESS, &self.routine.code());
        let outcome = explorer.explore(&mut memory, PathGroup::new(core, is_valid));
        let (returned, mut failing) = match outcome {
            Outcome::Done { returned, not_returned } => (returned, not_returned),
            Outcome::Cancelled => return Err(Cancelled.into()),
            Outcome::Restart | Outcome::Infeasible => return Err(ProveError::TooLarge(bdd::node_count())),
        };
        for group in &returned {
            failing = failing | harness.violations(&mut memory, &core, group, &expected);
        }
        let decoder = Decoder { attempt: self, harness, case, addresses: memory.lazily_initialized() };
        let result = CheckResult { failing: decoder.initial_state(failing), cost: decoder.cost(&returned) };
        match bdd::is_aborted() {
            _ if is_cancelled() => Err(Cancelled.into()),
            true => Err(ProveError::TooLarge(bdd::node_count())),
            false => Ok(result),
        }
    }
}

/// Decodes satisfying assignments into initial states. Variables are, in order: the input, the registers, unconstrained
/// memory in order of access.
struct Decoder<'a> {
    attempt: &'a Attempt<'a>,
    harness: &'a Harness<'a>,
    case: &'a [u8],
    /// The unconstrained memory that was accessed.
    addresses: &'a [u16],
}

impl Decoder<'_> {
    /// Returns an initial state of a machine in the mask, or `None` if the mask is empty.
    fn initial_state(&self, mask: BddRef) -> Option<InitialState> {
        let Attempt { space, order, .. } = *self.attempt;
        let assignment = mask.witness()?;
        let (input, rest) = assignment.split_at(space.variable_count().min(assignment.len()));
        let mut bytes =
            rest.chunks(8).map(|bits| bits.iter().rev().fold(0, |byte, bit| byte << 1 | u8::from(*bit)));
        let registers = bytes.by_ref().take(self.harness.registers().len()).collect();
        let memory = self.addresses.iter().copied().zip(bytes).collect();
        let input = space.assigned_input(order, self.case, input);
        Some(InitialState { placement: self.harness.placement, input, registers, memory })
    }

    fn cost<C>(&self, groups: &[PathGroup<C, Byte<BddRef>>]) -> Option<CostRange> {
        let costs = || groups.iter().flat_map(|group| &group.costs);
        let cycles = self.extremes(costs().map(|(cost, mask)| (cost.cycles, *mask)))?;
        let instructions = self.extremes(costs().map(|(cost, mask)| (cost.instructions, *mask)))?;
        Some(CostRange { cycles, instructions })
    }

    fn extremes(&self, values: impl Iterator<Item = (u64, BddRef)> + Clone) -> Option<Extremes> {
        let min = values.clone().min_by_key(|(value, _)| *value)?;
        let max = values.max_by_key(|(value, _)| *value)?;
        let extremes =
            |(value, mask): (u64, BddRef)| Some(Extremes::of(value, &self.initial_state(mask)?.input));
        Some(extremes(min)?.merge(extremes(max)?))
    }
}

/// Creates a byte of eight new variables.
fn unconstrained(_: u16) -> Byte<BddRef> {
    Byte::from_fn(|_| BddRef::new_variable())
}
