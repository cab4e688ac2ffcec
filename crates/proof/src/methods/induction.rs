//! Proof by induction over the cut points of a sheet.
//!
//! Every run is cut where it reaches a label with `at`. From the state on entry, and from every state at a label that satisfies the
//! invariants there, the code is explored up to the next label or the return. If the invariants hold at each label reached, and the
//! postconditions at each return, they hold in every run, however often its loops are executed. `decreases` shows that a run
//! reaches only finitely many labels.
//!
//! Of what `at` names only the invariants are known. They need not mention what the loops do not change: any other part of the
//! state at a label is first assumed to be as when the label was first reached; if some path reaches the label with another value,
//! the part becomes unknown, and everything is explored again (Flanagan and Leino, "Houdini, an Annotation Assistant for ESC/Java",
//! 2001).

mod algebra;
mod check;
mod equation;
mod segment;
mod state;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use arcadian_cpu::Domain;
use arcadian_parallel::{
    any_core::AnyCore,
    bdd::{self, BddRef, Bounds},
    cancellation::{Cancelled, is_cancelled},
    symbol::{MAX_VARIABLES, SymbolicByte, interleaved, unconstrained},
};

use crate::{
    contract::{
        expression::Evaluator,
        field::Field,
        input_space::{Case, InputSpace, VariableOrder},
        placement::{RETURN_ADDRESS, Slot, SymbolicPlacement},
        routine::{
            Routine,
            cut_point::{CutPoint, known_fields},
            specification::{Condition, bits, values},
        },
    },
    methods::result::{InductionFault, InductionStep, ProveError},
    run::{
        explore::{Ends, Explorer, Outcome, PathGroup},
        harness::{Expectation, Harness},
        memory::Memory,
    },
};
use algebra::Algebra;
use equation::{Equation, Invariant};
use segment::{Hypotheses, Segment};
use state::{CutState, Unknown};

pub use check::CycleProof;

struct Induction<'a> {
    routine: &'a Routine,
    harness: Harness<'a, SymbolicByte>,
    memory: Memory<SymbolicByte>,
    explorer: Explorer,
    attempt: Attempt,
    /// The fields that are known at every cut point, and their bits.
    known: Vec<Field<String>>,
    known_bits: Vec<[BddRef; 8]>,
    is_valid: BddRef,
    assumptions: Hypotheses,
    is_valid_placement: BddRef,
    expected: Expectation<SymbolicByte>,
    entry: AnyCore<SymbolicByte>,
    /// The value on entry of each byte of memory that some run has changed.
    entry_memory: BTreeMap<Slot, SymbolicByte>,
    unknown: Unknown,
    /// The state at each cut point, once it was reached.
    states: Vec<Option<CutState>>,
    /// The result for the stated cycles, unless something fails later.
    cycle_proof: CycleProof,
}

impl<'a> Induction<'a> {
    /// Sets up the state on entry. Returns `None` if the diagrams grow too large.
    fn new(routine: &'a Routine, attempt: Attempt, case: &Case) -> Option<Self> {
        let instruction_limit = attempt.instruction_limit;
        let placement = SymbolicPlacement::new(routine.layout());
        let is_valid_placement = placement.placements.is_valid;
        let addresses: Vec<_> =
            placement.placements.pointers.iter().map(|word| SymbolicByte::split(*word)).collect();
        let inputs = &routine.specification.inputs;
        let (named, named_fields) = state::named_places(&routine.cut_points);
        let space = InputSpace::new(&[inputs.clone(), named_fields].concat());
        let (all, is_valid) = space.symbolic_input(attempt.order(), case);
        let (input, named_bytes) = all.split_at(Field::all_bytes(inputs));
        let harness = Harness::new(routine, placement.placements);
        let registers = interleaved(harness.state().len());
        let mut memory = harness.memory(unconstrained);
        bdd::pin(memory.permanent_bits().chain([is_valid_placement]));
        let is_valid = is_valid & routine.specification.allows(input);
        bdd::pin([is_valid].into_iter());
        let expected = Expectation::new(routine, input, is_valid, instruction_limit)?;
        bdd::pin(expected.bits());
        let mut entry = harness.prepare(&mut memory, &registers);
        harness.store_input(&mut entry, &mut memory, input);
        let mut explorer = Explorer::single_stepping(instruction_limit, RETURN_ADDRESS, &routine.code());
        routine.cut_points.iter().for_each(|cut_point| explorer.stop_at(cut_point.address));
        let known_bytes: Vec<SymbolicByte> =
            input.iter().copied().chain(addresses.into_iter().flat_map(|(high, low)| [low, high])).collect();
        Some(Induction {
            routine,
            harness,
            memory,
            explorer,
            attempt,
            known: known_fields(&routine.specification, &routine.binding),
            known_bits: bits(&known_bytes),
            is_valid,
            assumptions: Hypotheses::default(),
            is_valid_placement,
            expected,
            entry,
            entry_memory: BTreeMap::new(),
            unknown: Unknown::new(named.into_iter().zip(named_bytes.iter().copied()).collect()),
            states: routine.cut_points.iter().map(|_| None).collect(),
            cycle_proof: attempt.cost_limit.map_or(CycleProof::NotStated, |_| CycleProof::Proven),
        })
    }

    fn assume(&mut self, conditions: &[Condition]) {
        let mut evaluator = Evaluator::new(values(&self.known, &self.known_bits), Vec::new());
        let clauses = |condition: &Condition| condition.clauses(&mut evaluator, self.is_valid);
        let clauses: Vec<_> = conditions.iter().flat_map(clauses).collect();
        self.assumptions.add(&clauses);
    }

    /// Explores until the parts of the state that change are known, then verifies. `is_complete` tells whether all inputs are
    /// explored, so that every cut point must be reached.
    fn prove(&mut self, is_complete: bool) -> Result<(), ProveError> {
        if self.is_valid == BddRef::FALSE {
            return Ok(());
        }
        // What a round finds is true of all states only if nothing more changes in it. A fault is one in any case: a state that is
        // known better is one of those that are unknown.
        while self.round(false)? {}
        while self.round(true)? {}
        match self.states.iter().position(Option::is_none).filter(|_| is_complete) {
            Some(never) => {
                Err(InductionStep::Unreached(self.routine.cut_points[never].label.clone()).alone().into())
            }
            None => Ok(()),
        }
    }

    /// Explores every segment. Returns whether more of the state turned out to change.
    fn round(&mut self, verifies: bool) -> Result<bool, ProveError> {
        let pinned = bdd::pinned_count();
        self.restart();
        let at_entry = self.at_entry();
        let mut has_changed = self.explore(at_entry, verifies)?;
        self.unpin_after(pinned);
        let mut explored = vec![false; self.states.len()];
        let next = |induction: &Self, explored: &[bool]| {
            (0..explored.len()).find(|n| !explored[*n] && induction.states[*n].is_some())
        };
        while let Some(cut) = next(self, &explored) {
            explored[cut] = true;
            has_changed |= self.explore_from(cut, verifies)?;
        }
        Ok(has_changed)
    }

    /// Explores the segments that start at a cut point, if need be for each value of some fields.
    fn explore_from(&mut self, cut: usize, verifies: bool) -> Result<bool, ProveError> {
        let pinned = bdd::pinned_count();
        self.restart();
        let cut_point = &self.routine.cut_points[cut];
        let (_, mask, mut all) = self.at_cut_point(cut, &[], None);
        let split = all.splittable.len().min(self.attempt.split_state());
        if verifies {
            let fields = all.splittable[..split].to_vec();
            self.assume_others(cut_point, mask, &mut all, &fields, None);
        }
        let shared = bdd::pinned_count();
        let mut has_changed = false;
        let mut cases: Vec<Vec<u8>> = vec![Vec::new()];
        while let Some(case) = cases.pop() {
            if is_cancelled() {
                return Err(Cancelled.into());
            }
            self.restart();
            let (mut core, mask, mut segment) = self.at_cut_point(cut, &case, Some(&all));
            if mask == BddRef::FALSE {
                // No such state satisfies the invariants.
            } else if case.len() < split {
                cases.extend((0..=0xFF).rev().map(|value| [&case[..], &[value]].concat()));
            } else if verifies || is_sample(&case) {
                if verifies {
                    self.assume_others(cut_point, mask, &mut segment, &[], Some(&all));
                    self.assume_expanded(cut_point, mask, &mut segment);
                    self.assume_equations(cut_point, &mut core, mask, &mut segment);
                }
                has_changed |= self.explore((core, mask, segment), verifies)?;
            }
            self.unpin_after(shared);
        }
        self.unpin_after(pinned);
        Ok(has_changed)
    }

    /// Frees what was pinned for a segment.
    fn unpin_after(&self, count: usize) {
        bdd::unpin_after(count);
        self.states.iter().flatten().for_each(CutState::pin);
    }

    fn restart(&mut self) {
        self.memory.restore();
        self.memory.forget_undeclared();
    }

    /// Explores a segment: from the entry or a cut point to every next cut point or return.
    fn explore(
        &mut self,
        (core, mask, segment): (AnyCore<SymbolicByte>, BddRef, Segment),
        verifies: bool,
    ) -> Result<bool, ProveError> {
        let cost_limit = self.attempt.cost_limit.filter(|_| verifies).unwrap_or(0);
        let group = PathGroup::with_cost_limit(core, mask, cost_limit);
        // The entry itself can be a cut point.
        let is_cut = segment.start.is_none() && self.cut_point_at(group.core.pc()).is_some();
        let (returned, stopped, not_returned, is_complete) = if is_cut {
            (Vec::new(), vec![group], BddRef::FALSE, true)
        } else {
            match self.explorer.explore(&mut self.memory, group) {
                Outcome::Done(Ends { returned, stopped, not_returned, left, is_complete }) => {
                    let left = left.into_values().fold(BddRef::FALSE, |all, machines| all | machines);
                    let is_complete = is_complete && !self.memory.is_valid(left);
                    (returned, stopped, not_returned | left, is_complete)
                }
                Outcome::Cancelled => return Err(Cancelled.into()),
                Outcome::Restart | Outcome::Infeasible => {
                    return Err(ProveError::TooLarge(bdd::node_count()));
                }
            }
        };
        if let Some(failing) = segment.refute(not_returned & self.is_valid_placement) {
            return Err(self.fault(&segment, self.step_not_returned(failing), failing));
        }
        // The machines that ended the exploration do not exist, but other paths were not followed to their ends.
        if !is_complete {
            return Err(self.fault(&segment, InductionStep::Returns, not_returned));
        }
        self.record_writes();
        let mut has_changed = false;
        for group in &stopped {
            let Some(cut) = self.cut_point_at(group.core.pc()) else { continue };
            has_changed |= self.arrive(&segment, cut, group)?;
            if verifies {
                let groups = stopped.iter().chain(&returned);
                let state = self.simplified_state(cut, group);
                self.check_invariants(&segment, (cut, &state), group, groups)?;
                self.check_cycles(&segment, Some((cut, &state)), group);
            }
        }
        if verifies {
            for group in &returned {
                self.check_return(&segment, group)?;
                self.check_cycles(&segment, None, group);
            }
        }
        Ok(has_changed)
    }

    fn step_not_returned(&self, failing: BddRef) -> InductionStep {
        let events = self.memory.events;
        if failing.intersects(events.port) {
            InductionStep::Port
        } else if failing.intersects(events.undeclared_write) {
            InductionStep::UndeclaredWrite
        } else {
            InductionStep::Returns
        }
    }

    fn cut_point_at(&self, address: u16) -> Option<usize> {
        self.routine.cut_points.iter().position(|cut_point| cut_point.address == address)
    }

    fn state(&mut self, cut_point: &CutPoint, core: &AnyCore<SymbolicByte>) -> Vec<SymbolicByte> {
        let places = cut_point.places.iter();
        places.map(|place| self.harness.load(&mut self.memory, core, *place)).collect()
    }

    fn evaluator(&self, cut_point: &CutPoint, state: &[SymbolicByte]) -> Evaluator<BddRef> {
        Evaluator::new(values(&self.known, &self.known_bits), values(&cut_point.fields, &bits(state)))
    }

    /// Remembers the values on entry of the bytes that the last run has changed.
    fn record_writes(&mut self) {
        let written: Vec<_> = self.memory.written().map(|(slot, before, _)| (slot, before)).collect();
        for (slot, before) in written {
            self.entry_memory.entry(slot).or_insert(before);
        }
    }
}

/// Returns whether a case is explored if only the parts of the state that change are wanted: nearly all of them change in these already.
fn is_sample(case: &[u8]) -> bool {
    case.iter().all(|value| *value == case[0])
}

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
