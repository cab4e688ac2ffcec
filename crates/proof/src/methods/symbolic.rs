//! Symbolic proof: runs a routine on all inputs at once, with Boolean functions of the input as bits.

use std::{collections::BTreeSet, ops::Range};

use crate::{
    contract::{
        input_space::{Case, InputSpace, KnownBits, VariableOrder},
        inputs::InitialState,
        placement::{self, RETURN_ADDRESS, Slot, SymbolicPlacement},
        registers::RegisterMap,
        routine::Routine,
    },
    methods::{
        replay::{Judged, Replay},
        result::{CheckResult, CostRange, Extremes, ProveError},
    },
    run::{
        engine::Engine,
        explore::{Elsewhere, Ends, Explorer, Outcome, PathGroup},
        harness::{Expectation, Harness},
        memory::REFRESH_BIT_7,
    },
};
use arcadian_parallel::{
    bdd::{self, BddRef, Bounds},
    cancellation::{Cancelled, is_cancelled},
    symbol::{MAX_VARIABLES, SymbolicByte, interleaved, unconstrained},
};

/// Proves that a routine holds for all inputs, or finds one for which it does not.
///
/// If the diagrams exceed a part of `bounds`, and later `bounds`, the proof is tried with another variable order and then case by
/// case: for each value of the first field of one byte, of the first two, and so on. A path that executes
/// `instruction_limit` instructions counts as one that does not return.
pub fn prove(routine: &Routine, bounds: Bounds, instruction_limit: u64) -> Result<CheckResult, ProveError> {
    prove_from(routine, bounds, instruction_limit, 0)
}

/// Tries a proof without cases, with a small part of the bounds.
pub(crate) fn prove_quickly(
    routine: &Routine,
    bounds: Bounds,
    instruction_limit: u64,
) -> Result<CheckResult, ProveError> {
    prove_within(routine, bounds.first_try(), instruction_limit, 0..1)
}

/// Tries every attempt with a small part of the bounds, beginning with cases of `first_split` fields, then every attempt with all
/// of them.
pub(crate) fn prove_from(
    routine: &Routine,
    bounds: Bounds,
    instruction_limit: u64,
    first_split: usize,
) -> Result<CheckResult, ProveError> {
    match prove_within(routine, bounds.first_try(), instruction_limit, first_split..usize::MAX) {
        Err(ProveError::TooLarge(_)) => prove_within(routine, bounds, instruction_limit, 0..usize::MAX),
        result => result,
    }
}

/// Tries every attempt with the same bounds: with all variable orders, for cases of these numbers of fields.
fn prove_within(
    routine: &Routine,
    bounds: Bounds,
    instruction_limit: u64,
    splits: Range<usize>,
) -> Result<CheckResult, ProveError> {
    if !routine.specification.is_provable() {
        return Err(ProveError::NoFormula);
    }
    let space = routine.specification.input_space();
    let mut last_error = ProveError::TooLarge(0);
    for cases in splits.map_while(|split| space.cases(split)) {
        for order in orders(routine) {
            let order = *order;
            let (keeps_all_costs, elsewhere) = (false, Elsewhere::Ends);
            let attempt = Attempt {
                routine,
                space: &space,
                order,
                bounds,
                instruction_limit,
                keeps_all_costs,
                elsewhere,
            };
            match attempt.prove_cases(&cases) {
                Err(error @ ProveError::TooLarge(_)) => last_error = error,
                result => return result,
            }
        }
    }
    Err(last_error)
}

/// Returns the variable orders to be tried. The fields of the claims are in an order that suits their routines.
fn orders(routine: &Routine) -> &'static [VariableOrder] {
    match routine.specification.claim() {
        Some(_) => &[VariableOrder::Forward, VariableOrder::Backward],
        None => &[
            VariableOrder::Interleaved,
            VariableOrder::Columns,
            VariableOrder::Forward,
            VariableOrder::Backward,
        ],
    }
}

/// About the number of cases that are tried if one decides nothing.
const CASES_OF_OPEN: usize = 64;

struct Attempt<'a> {
    routine: &'a Routine,
    space: &'a InputSpace,
    order: VariableOrder,
    bounds: Bounds,
    instruction_limit: u64,
    /// Whether every cost is kept, and not only the extremes.
    keeps_all_costs: bool,
    elsewhere: Elsewhere,
}

impl Attempt<'_> {
    /// Proves every case at every placement, up to the first with a fault. After one that decides nothing, some cases must do: all of
    /// them prove no more.
    fn prove_cases(&self, cases: &[Case]) -> Result<CheckResult, ProveError> {
        let (mut all, mut next) = (CheckResult::default(), 0);
        while let Some(case) = cases.get(next).filter(|_| !all.is_fault()) {
            all = all.merge(self.prove_case(case)?);
            // An odd step meets every value of each field.
            next += if all.is_open { (cases.len() / CASES_OF_OPEN) | 1 } else { 1 };
        }
        Ok(all)
    }

    fn prove_case(&self, case: &[KnownBits]) -> Result<CheckResult, ProveError> {
        bdd::reset(MAX_VARIABLES, self.bounds);
        let placement = SymbolicPlacement::new(self.routine.layout());
        let (input, is_valid) = self.space.symbolic_input(self.order, case);
        let is_valid_placement = placement.placements.is_valid;
        let harness = Harness::new(self.routine, placement.placements);
        let registers = interleaved(harness.state().len());
        let mut memory = harness.memory(unconstrained);
        bdd::pin(memory.permanent_bits().chain([placement.is_standard, is_valid]));
        let is_valid = is_valid & self.routine.specification.allows(&input);
        if bdd::is_aborted() {
            return Err(self.abort_reason());
        }
        bdd::pin([is_valid].into_iter());
        if is_valid == BddRef::FALSE {
            return Ok(CheckResult::default());
        }
        let expected = Expectation::new(self.routine, &input, is_valid, self.instruction_limit);
        let Some(expected) = expected else { return Err(self.abort_reason()) };
        // The rest of the initial state consists of variables and constants.
        bdd::pin(expected.bits());
        let mut core = harness.prepare(&mut memory, &registers);
        harness.store_input(&mut core, &mut memory, &input);
        let mut explorer =
            Explorer::single_stepping(self.instruction_limit, RETURN_ADDRESS, &self.routine.code());
        explorer.set_elsewhere(self.elsewhere);
        let start = if self.keeps_all_costs {
            PathGroup::new(core, is_valid)
        } else {
            PathGroup::with_extreme_costs(core, is_valid)
        };
        let outcome = explorer.explore(&mut memory, start);
        let Ends { returned, not_returned, left, is_complete, .. } = match outcome {
            Outcome::Done(ends) => ends,
            Outcome::Cancelled | Outcome::Restart | Outcome::Infeasible => return Err(self.abort_reason()),
        };
        let (failing, unknown) = harness.failures(&mut memory, &core, &returned, &expected);
        let decoder = Decoder {
            attempt: self,
            case,
            registers: registers.len(),
            is_valid: is_valid_placement,
            is_standard: placement.is_standard,
            created: memory.created(),
        };
        // A run that leaves the code may need code that the sheet lacks, so that it decides nothing.
        let open = left.into_values().chain([unknown]);
        let failing: Vec<_> =
            [failing, not_returned].into_iter().chain(open).flat_map(|mask| decoder.failing(mask)).collect();
        let cost = decoder.cost(&returned);
        let is_exact = decoder.has_no_other(cost.as_ref(), &returned);
        if is_cancelled() || bdd::is_aborted() {
            return Err(self.abort_reason());
        }
        if failing.is_empty() && !self.keeps_all_costs && !is_exact {
            return Attempt { keeps_all_costs: true, ..*self }.prove_case(case);
        }
        let Some((failing, is_open)) = self.confirm(failing)? else {
            return Ok(CheckResult { cost, ..CheckResult::default() });
        };
        if is_open
            && !is_complete
            && let Some(elsewhere) = self.after_open(&failing)
            && let Ok(result) = (Attempt { elsewhere, ..*self }).prove_case(case)
        {
            return Ok(result);
        }
        Ok(CheckResult { failing: Some(failing), is_open, cost })
    }

    /// Returns how to explore what was hidden by a state from which the code is left.
    fn after_open(&self, open: &InitialState) -> Option<Elsewhere> {
        let mut replay = Replay::new(self.routine, Engine::Own, self.instruction_limit)?;
        let led = replay.led_by_unknown(open).ok().filter(|_| self.elsewhere == Elsewhere::Ends)?;
        Some(if led.is_some() { Elsewhere::HidesJump } else { Elsewhere::HidesNothing })
    }

    fn abort_reason(&self) -> ProveError {
        if is_cancelled() { Cancelled.into() } else { ProveError::TooLarge(bdd::node_count()) }
    }

    /// Returns the first of these initial states that fails, and whether it decides nothing: such a state is returned if all are like
    /// that. None of them fails if the exploration assumed an unknown value where a real machine has none: memory that is not
    /// declared can be what a pointer points to, or the stack. Where it is not, the unknown values are tried there.
    fn confirm(&self, found: Vec<Candidate>) -> Result<Option<(InitialState, bool)>, ProveError> {
        if found.is_empty() {
            return Ok(None);
        }
        let replay = Replay::new(self.routine, Engine::Own, self.instruction_limit);
        let mut replay = replay.ok_or(ProveError::Unconfirmed)?;
        let mut open = None;
        let mut is_wrong = |replay: &mut Replay, start: &mut InitialState| {
            let judged = replay.judge(start)?;
            if judged == Judged::Open {
                open.get_or_insert_with(|| start.clone());
            }
            Ok::<_, Cancelled>(judged == Judged::Wrong)
        };
        for mut start in found.iter().flat_map(|candidate| self.variants(candidate.start.clone())) {
            if is_wrong(&mut replay, &mut start)? {
                return Ok(Some((start, false)));
            }
        }
        for Candidate { start, unknown } in found {
            for value in unknown.into_iter().take(MAX_UNKNOWN) {
                let mut start = replay.with_undeclared(&start, value)?;
                if is_wrong(&mut replay, &mut start)? {
                    return Ok(Some((start, false)));
                }
            }
        }
        open.map(|start| Some((start, true))).ok_or(ProveError::Unconfirmed)
    }

    /// Returns an initial state with every count in R. The exploration does not keep track of this count.
    fn variants(&self, start: InitialState) -> impl Iterator<Item = InitialState> {
        let state = RegisterMap::of(self.routine.processor()).state;
        let refresh = state.iter().position(|byte| byte.name == "R");
        let counts = if refresh.is_some() { 0..REFRESH_BIT_7 } else { 0..1 };
        counts.map(move |count| {
            let mut start = start.clone();
            if let Some(value) = refresh.and_then(|n| start.registers.get_mut(n)) {
                *value ^= count;
            }
            start
        })
    }
}

/// An initial state that may fail, and the values of what the exploration read at addresses that it does not know.
struct Candidate {
    start: InitialState,
    unknown: BTreeSet<u8>,
}

/// The maximum number of such values that are tried.
const MAX_UNKNOWN: usize = 8;

/// Decodes satisfying assignments into initial states. Variables are, in order: the placement, the input, the registers,
/// unconstrained memory in order of access.
struct Decoder<'a> {
    attempt: &'a Attempt<'a>,
    case: &'a [KnownBits],
    registers: usize,
    is_valid: BddRef,
    is_standard: BddRef,
    /// The slots of the unconstrained bytes that were accessed.
    created: &'a [Option<Slot>],
}

impl Decoder<'_> {
    /// Returns initial states of machines in the mask: one with the standard placement and one with another.
    fn failing(&self, mask: BddRef) -> Vec<Candidate> {
        let others = self.is_valid & !self.is_standard;
        [self.is_standard, others]
            .into_iter()
            .filter_map(|placement| self.candidate(mask & placement))
            .collect()
    }

    /// Returns the initial state of a machine in the mask, or `None` if it is empty.
    fn initial_state(&self, mask: BddRef) -> Option<InitialState> {
        self.candidate(mask).map(|candidate| candidate.start)
    }

    fn candidate(&self, mask: BddRef) -> Option<Candidate> {
        let Attempt { space, order, routine, .. } = *self.attempt;
        let assignment = mask.witness()?;
        let (placement, rest) = split_off(&assignment, placement::variable_count(routine.layout()));
        let (input, rest) = split_off(rest, space.variable_count());
        let placement = SymbolicPlacement::assigned(routine.layout(), placement);
        let (registers, rest) = split_off(rest, 8 * self.registers);
        let bit = |byte, n: usize| registers.get((7 - n) * self.registers + byte).is_some_and(|bit| *bit);
        let registers =
            (0..self.registers).map(|byte| (0..8).fold(0, |value, n| value | u8::from(bit(byte, n)) << n));
        let registers = registers.collect();
        let bytes =
            rest.chunks(8).map(|bits| bits.iter().rev().fold(0, |byte, bit| byte << 1 | u8::from(*bit)));
        let (mut memory, mut unknown) = (Vec::new(), BTreeSet::new());
        for (slot, byte) in self.created.iter().zip(bytes) {
            match slot {
                Some(slot) => memory.push((routine.layout().address(&placement, *slot), byte)),
                None => drop(unknown.insert(byte)),
            }
        }
        let input = space.assigned_input(order, self.case, input);
        Some(Candidate { start: InitialState { placement, input, registers, memory }, unknown })
    }

    fn cost(&self, groups: &[PathGroup<SymbolicByte>]) -> Option<CostRange> {
        let costs = || groups.iter().flat_map(|group| &group.costs);
        let cycles = self.extremes(costs().map(|(cost, mask)| (cost.cycles, *mask)))?;
        let instructions = self.extremes(costs().map(|(cost, mask)| (cost.instructions, *mask)))?;
        Some(CostRange { cycles, instructions })
    }

    /// Returns whether no path of the groups, which may have kept only extremes, has a lesser or a greater cost.
    fn has_no_other(&self, cost: Option<&CostRange>, groups: &[PathGroup<SymbolicByte>]) -> bool {
        let is_within = |least: u64, known: &Extremes, most: u64| known.min <= least && most <= known.max;
        let is_known = |PathGroup { least, most, .. }: &PathGroup<_>| {
            cost.is_some_and(|cost| {
                is_within(least.cycles, &cost.cycles, most.cycles)
                    && is_within(least.instructions, &cost.instructions, most.instructions)
            })
        };
        groups.iter().filter(|group| group.mask.intersects(self.is_valid)).all(is_known)
    }

    fn extremes(&self, values: impl Iterator<Item = (u64, BddRef)>) -> Option<Extremes> {
        let values: Vec<_> = values.filter(|(_, mask)| mask.intersects(self.is_valid)).collect();
        let values = values.into_iter();
        let min = values.clone().min_by_key(|(value, _)| *value)?;
        let max = values.max_by_key(|(value, _)| *value)?;
        let extremes = |(value, mask): (u64, BddRef)| {
            Some(Extremes::of(value, &self.initial_state(mask & self.is_valid)?.input))
        };
        Some(extremes(min)?.merge(extremes(max)?))
    }
}

fn split_off(assignment: &[bool], count: usize) -> (&[bool], &[bool]) {
    assignment.split_at(count.min(assignment.len()))
}
