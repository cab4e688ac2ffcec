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
mod attempt;
mod check;
mod equation;
mod segment;
mod state;

use std::collections::BTreeMap;

use arcadian_cpu::Domain;

use crate::{
    contract::{
        expression::Evaluator,
        field::Field,
        input_space::{Case, InputSpace},
        placement::{RETURN_ADDRESS, Slot, SymbolicPlacement},
        routine::{
            Routine,
            cut_point::{CutPoint, known_fields},
            specification::{Condition, bits, values},
        },
    },
    methods::prove_error::{InductionFault, InductionStep, ProveError},
    run::{
        explore::{Explorer, Outcome},
        harness::{Expectation, Harness},
        memory::Memory,
        path_group::PathGroup,
    },
};
use algebra::Algebra;
use arcadian_parallel::{
    any_core::AnyCore,
    bdd::{self, BddRef},
    cancellation::{Cancelled, is_cancelled},
    symbol::{SymbolicByte, interleaved, unconstrained},
};
use attempt::Attempt;
pub use attempt::prove_by_induction;
pub use check::CycleProof;
use equation::Equation;
use equation::Invariant;
use segment::Hypotheses;
use segment::Segment;
use state::{CutState, Unknown};

/// A proof by induction.
struct Induction<'a> {
    routine: &'a Routine,
    harness: Harness<'a, SymbolicByte>,
    memory: Memory<SymbolicByte>,
    explorer: Explorer,
    attempt: Attempt,
    /// The fields that are known at every cut point, and their bits.
    known: Vec<Field<String>>,
    known_bits: Vec<[BddRef; 8]>,
    /// The valid inputs.
    is_valid: BddRef,
    /// What else is assumed of the inputs.
    assumptions: Hypotheses,
    is_valid_placement: BddRef,
    expected: Expectation<SymbolicByte>,
    /// The core on entry.
    entry: AnyCore<SymbolicByte>,
    /// The value on entry of each byte of memory that some run has changed.
    entry_memory: BTreeMap<Slot, SymbolicByte>,
    unknown: Unknown,
    /// The state at each cut point, once it was reached.
    states: Vec<Option<CutState>>,
    /// What is proven of the stated cycles, unless something fails later.
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
        bdd::pin(expected.bytes().iter().flat_map(|byte| byte.0));
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

    /// Assumes conditions on the inputs.
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
                Outcome::Done { returned, stopped, not_returned, is_complete } => {
                    (returned, stopped, not_returned, is_complete)
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

    /// Returns why machines have not returned.
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

    /// Returns the bytes of the fields that a cut point names.
    fn state(&mut self, cut_point: &CutPoint, core: &AnyCore<SymbolicByte>) -> Vec<SymbolicByte> {
        let places = cut_point.places.iter();
        places.map(|place| self.harness.load(&mut self.memory, core, *place)).collect()
    }

    /// Returns an evaluator of conditions at a cut point.
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

#[cfg(test)]
mod tests;
