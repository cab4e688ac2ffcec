//! Proof by induction over the cut points of a sheet.
//!
//! Every run is cut where it reaches a label with `at`. From the state on entry, and from every state at a label that satisfies the
//! invariants there, the code is explored up to the next label or the return. If the invariants hold at each label reached, and the
//! postconditions at each return, they hold in every run, however often its loops are executed. `decreases` shows that a run
//! reaches only finitely many labels.
//!
//! Of what `at` names only the invariants are known. They need not mention what the loops do not change: any other part of the state
//! at a label is first assumed to be as when the label was first reached; if some path reaches the label with another value, the part
//! becomes unknown, and everything is explored again (Flanagan and Leino, "Houdini, an Annotation Assistant for ESC/Java", 2001).

mod attempt;
mod fault;
mod refute;
mod state;

use std::collections::BTreeMap;

use arcadian_cpu::{Core, Domain};

use crate::{
    bdd::{self, BddRef},
    binding::ParamLocation,
    bit::ParallelBit,
    byte::Byte,
    cancellation::Cancelled,
    cut_point::{CutPoint, known_fields},
    expectation::Expectation,
    explore::{Explorer, Outcome},
    expression::{Evaluator, Expr, Number, Side},
    field::Field,
    harness::Harness,
    input_space::{Case, InputSpace, VariableOrder},
    memory::Memory,
    parallel::ParallelDomain,
    path_group::PathGroup,
    placement::{Slot, SymbolicPlacement},
    prove::{ProveError, interleaved, unconstrained},
    routine::{RETURN_ADDRESS, Routine},
    specification::{Condition, bits, values},
};
use attempt::Attempt;
pub use attempt::prove_by_induction;
pub use fault::{InductionFault, InductionStep};
use refute::Hypotheses;
use state::{CutState, Unknown};

type Symbol = Byte<BddRef>;

/// The size in bytes of the fields whose invariants are assumed while code is explored. The others are only used where something
/// would fail without them: their diagrams would be part of everything.
const MAX_SMALL: usize = 4;

/// The maximum number of fields of the state at a label for whose values code is explored separately.
const MAX_SPLIT: usize = 2;

/// A proof by induction.
struct Induction<'a, C: Core<Symbol>> {
    routine: &'a Routine,
    harness: Harness<'a, Symbol>,
    memory: Memory<Symbol>,
    explorer: Explorer,
    attempt: Attempt,
    /// The fields that are known at every cut point, and their bits.
    known: Vec<Field<String>>,
    known_bits: Vec<[BddRef; 8]>,
    /// The valid inputs.
    is_valid: BddRef,
    /// What else is assumed of the inputs.
    assumptions: Hypotheses,
    /// The valid placements.
    is_valid_placement: BddRef,
    expected: Expectation<Symbol>,
    /// The core on entry.
    entry: C,
    /// The value on entry of each byte of memory that some run has changed.
    entry_memory: BTreeMap<Slot, Symbol>,
    unknown: Unknown,
    /// The state at each cut point, once it was reached.
    states: Vec<Option<CutState<C>>>,
}

/// What is assumed of the start of a segment.
#[derive(Default)]
struct Segment {
    /// The cut point where it starts, or `None` for the entry.
    start: Option<usize>,
    /// The invariants there, what `expands` adds, and what is assumed of the inputs.
    hypotheses: Hypotheses,
    /// The numbers that must decrease.
    measure: Option<Vec<Number<BddRef>>>,
    /// The bytes of the fields that the cut point names.
    state: Vec<Symbol>,
    /// The number of fields for whose values code can be explored separately.
    splittable: usize,
}

impl<'a, C: Core<Symbol>> Induction<'a, C> {
    /// Sets up the state on entry. Returns `None` if the diagrams grow too large.
    fn new(routine: &'a Routine, attempt: Attempt, case: &Case) -> Option<Self> {
        let instruction_limit = attempt.instruction_limit;
        let placement = SymbolicPlacement::new(routine.layout());
        let is_valid_placement = placement.places.is_valid;
        let addresses: Vec<_> = placement.places.pointers.iter().map(|word| Symbol::split(*word)).collect();
        let inputs = &routine.specification.inputs;
        let (named, named_fields) = state::named_locations(&routine.cut_points);
        let space = InputSpace::new(&[inputs.clone(), named_fields].concat());
        let (all, is_valid) = space.symbolic_input(VariableOrder::Interleaved, case);
        let (input, named_bytes) = all.split_at(Field::all_bytes(inputs));
        let harness = Harness::new(routine, placement.places);
        let registers = interleaved(harness.state().len());
        let mut memory = harness.memory(unconstrained);
        bdd::pin(memory.permanent_bits().chain([is_valid_placement]));
        let is_valid = is_valid & routine.specification.allows(input);
        bdd::pin([is_valid].into_iter());
        let expected = Expectation::new(routine, input, is_valid, instruction_limit)?;
        bdd::pin(expected.bytes().iter().flat_map(|byte| byte.0));
        let mut entry: C = harness.prepare(&mut memory, &registers);
        harness.store_input(&mut entry, &mut memory, input);
        let mut explorer = Explorer::single_stepping(instruction_limit, RETURN_ADDRESS, &routine.code());
        routine.cut_points.iter().for_each(|cut_point| explorer.stop_at(cut_point.address));
        let known_bytes: Vec<Symbol> =
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
        })
    }

    /// Assumes conditions on the inputs.
    fn assume(&mut self, conditions: &[Condition]) {
        let mut evaluator = Evaluator::new(values(&self.known, &self.known_bits), Vec::new());
        let clauses = |condition: &Condition| condition.clauses(&mut evaluator, self.is_valid);
        let clauses: Vec<_> = conditions.iter().flat_map(clauses).collect();
        self.assumptions.add(clauses);
    }

    /// Explores until the parts of the state that change are known, then verifies. `is_complete` tells whether all inputs are
    /// explored, so that every cut point must be reached.
    fn prove(&mut self, is_complete: bool) -> Result<(), ProveError> {
        if self.is_valid == BddRef::FALSE {
            return Ok(());
        }
        // What the last round verified assumed of the state what it found itself.
        while self.round(false)? || self.round(true)? {}
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
        let mut has_changed = false;
        let mut cases: Vec<Vec<u8>> = vec![Vec::new()];
        while let Some(case) = cases.pop() {
            self.restart();
            let mut start = self.at_cut_point(cut, &case, false);
            let splittable = start.2.splittable.min(MAX_SPLIT);
            if start.1 == BddRef::FALSE {
                // No such state satisfies the invariants.
            } else if self.attempt.splits_state && case.len() < splittable {
                cases.extend((0..=0xFF).rev().map(|value| [&case[..], &[value]].concat()));
            } else {
                if verifies {
                    start = self.at_cut_point(cut, &case, true);
                }
                has_changed |= self.explore(start, verifies)?;
            }
            self.unpin_after(pinned);
        }
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
        (core, mask, segment): (C, BddRef, Segment),
        verifies: bool,
    ) -> Result<bool, ProveError> {
        let group = PathGroup::without_costs(core, mask);
        // The entry itself can be a cut point.
        let is_cut = segment.start.is_none() && self.cut_point_at(group.core.pc()).is_some();
        let (returned, stopped, not_returned, is_complete) = match is_cut {
            true => (Vec::new(), vec![group], BddRef::FALSE, true),
            false => match self.explorer.explore(&mut self.memory, group) {
                Outcome::Done { returned, stopped, not_returned, is_complete } => {
                    (returned, stopped, not_returned, is_complete)
                }
                Outcome::Cancelled => return Err(Cancelled.into()),
                Outcome::Restart | Outcome::Infeasible => {
                    return Err(ProveError::TooLarge(bdd::node_count()));
                }
            },
        };
        if let Some(failing) = segment.hypotheses.refute(not_returned & self.is_valid_placement) {
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
                self.check_invariants(&segment, cut, group, groups)?;
            }
        }
        if verifies {
            returned.iter().try_for_each(|group| self.check_return(&segment, group))?;
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

    fn at_entry(&mut self) -> (C, BddRef, Segment) {
        for (slot, value) in &self.entry_memory {
            self.memory.initialize(*slot, *value);
        }
        let hypotheses = self.assumptions.clone();
        let assumed = hypotheses.clauses().filter(|_| self.attempt.assumes_all);
        let mask = assumed.fold(self.is_valid, |mask, clause| mask & clause);
        bdd::pin([mask].into_iter());
        (self.entry, mask, Segment { hypotheses, ..Segment::default() })
    }

    /// Sets up every state at a cut point that satisfies what is known of it, with these values of the first fields that are
    /// unknown. Only what is assumed while code is explored is computed unless `verifies` is set.
    fn at_cut_point(&mut self, cut: usize, case: &[u8], verifies: bool) -> (C, BddRef, Segment) {
        let routine = self.routine;
        let cut_point = &routine.cut_points[cut];
        let (mut core, mut mask, mut segment) = self.at_entry();
        if let Some(state) = &mut self.states[cut] {
            for slot in &state.changing_slots {
                self.entry_memory.entry(*slot).or_insert_with(|| self.memory.load(*slot));
            }
            core = state.assume(&self.harness, &mut self.memory, &mut self.unknown);
        }
        self.define(cut_point, &mut core);
        segment.splittable = self.fix(cut_point, &mut core, case);
        segment.start = Some(cut);
        segment.state = self.state(cut_point, &core);
        let mut evaluator = self.evaluator(cut_point, &segment.state);
        for condition in &cut_point.invariants {
            let is_assumed = self.is_assumed(cut_point, condition);
            if !is_assumed && !verifies {
                continue;
            }
            let clauses = condition.clauses(&mut evaluator, mask);
            if is_assumed {
                mask = clauses.iter().fold(mask, |mask, clause| mask & *clause);
            }
            segment.hypotheses.add(clauses);
        }
        if let Some(expands) = cut_point.expands.as_ref().filter(|_| verifies) {
            segment.hypotheses.add(expands.clauses_where_defined(&mut evaluator, mask));
        }
        segment.measure = evaluator.naturals(&cut_point.decreases).ok().map(|(numbers, _)| numbers);
        let live = segment.measure.iter().flatten().flat_map(Number::all_bits).copied();
        bdd::pin(live.chain(segment.state.iter().flat_map(|byte| byte.0)).chain([mask]));
        (core, mask, segment)
    }

    /// Gives the first fields of one byte that have unknown values those of a case. Returns the number of such fields.
    fn fix(&mut self, cut_point: &CutPoint, core: &mut C, case: &[u8]) -> usize {
        let state = self.state(cut_point, core);
        let firsts = (0..cut_point.fields.len()).map(|n| Field::all_bytes(&cut_point.fields[..n]));
        let bytes = firsts.zip(&cut_point.fields).filter(|(_, field)| field.bytes() == 1);
        let is_unknown =
            |first: &usize| self.unknown.named(cut_point.locations[*first]) == Some(state[*first]);
        let unknown: Vec<usize> = bytes.map(|(first, _)| first).filter(is_unknown).collect();
        for (first, value) in unknown.iter().zip(case) {
            self.harness.store(core, &mut self.memory, cut_point.locations[*first], (*value).into());
        }
        unknown.len()
    }

    /// Whether a condition at a cut point is assumed while code is explored.
    fn is_assumed(&self, cut_point: &CutPoint, condition: &Condition) -> bool {
        let fields = condition.expr.fields();
        let is_small = |(side, field)| self.field_bytes(cut_point, side, field) <= MAX_SMALL;
        self.attempt.assumes_all || fields.into_iter().all(is_small)
    }

    fn field_bytes(&self, cut_point: &CutPoint, side: Side, number: usize) -> usize {
        let fields = match side {
            Side::Entry => &self.known,
            Side::Exit => &cut_point.fields,
        };
        fields.get(number).map_or(0, Field::bytes)
    }

    /// Gives fields with unknown values those of the equations in the invariants: `field = value`. An unknown value that is a
    /// function of others keeps diagrams small.
    fn define(&mut self, cut_point: &CutPoint, core: &mut C) {
        let mut is_defined = vec![false; cut_point.fields.len()];
        let conjuncts = cut_point.invariants.iter().flat_map(|invariant| invariant.expr.conjuncts());
        for (number, value) in conjuncts.filter_map(Expr::as_equation) {
            let first = Field::all_bytes(&cut_point.fields[..number]);
            let locations = &cut_point.locations[first..first + cut_point.fields[number].bytes()];
            let state = self.state(cut_point, core);
            let is_unknown = locations
                .iter()
                .zip(&state[first..])
                .all(|(location, byte)| self.unknown.named(*location) == Some(*byte));
            if is_defined[number] || !is_unknown {
                continue;
            }
            let mut evaluator = self.evaluator(cut_point, &state);
            let Ok((bits, _)) = evaluator.number_bits(value, 8 * locations.len()) else { continue };
            is_defined[number] = true;
            for (location, bits) in locations.iter().zip(bits.chunks(8)) {
                let byte = Byte::from_fn(|n| bits[n]);
                bdd::pin(byte.0.into_iter());
                self.harness.store(core, &mut self.memory, *location, byte);
            }
        }
    }

    /// Returns the bytes of the fields that a cut point names.
    fn state(&mut self, cut_point: &CutPoint, core: &C) -> Vec<Symbol> {
        let locations = cut_point.locations.iter();
        locations.map(|location| self.harness.load(&mut self.memory, core, *location)).collect()
    }

    /// Simplifies the byte of a location that a cut point names: outside the mask it is that of other paths. A bit that is as at
    /// the start of the segment stays a variable, so that what is assumed of it there has the same diagrams.
    fn simplify(&self, byte: Symbol, location: ParamLocation, mask: BddRef) -> Symbol {
        let before = self.unknown.named(location).unwrap_or(byte);
        let bit = |n: usize| if byte.0[n] == before.0[n] { byte.0[n] } else { byte.0[n].simplify(mask) };
        Byte::from_fn(bit)
    }

    /// Returns an evaluator of conditions at a cut point.
    fn evaluator(&self, cut_point: &CutPoint, state: &[Symbol]) -> Evaluator<BddRef> {
        Evaluator::new(values(&self.known, &self.known_bits), values(&cut_point.fields, &bits(state)))
    }

    /// Remembers the values on entry of the bytes that the last run has changed.
    fn record_writes(&mut self) {
        let written: Vec<_> = self.memory.written().map(|(slot, before, _)| (slot, before)).collect();
        for (slot, before) in written {
            self.entry_memory.entry(slot).or_insert(before);
        }
    }

    /// Compares the state of a group that has reached a cut point with what is known of the state there. Returns whether less is
    /// known now.
    fn arrive(
        &mut self,
        segment: &Segment,
        cut: usize,
        group: &PathGroup<C, Symbol>,
    ) -> Result<bool, ProveError> {
        let label = || self.routine.cut_points[cut].label.clone();
        let Some(depth) = group.depth(self.entry.stack()) else {
            return Err(InductionStep::StackDepth(label()).alone().into());
        };
        let cut_point = &self.routine.cut_points[cut];
        let named: Vec<_> =
            cut_point.locations.iter().filter_map(|location| state::slot(&self.memory, *location)).collect();
        let slots: Vec<Slot> =
            self.entry_memory.keys().copied().filter(|slot| !named.contains(slot)).collect();
        let memory: BTreeMap<Slot, Symbol> =
            slots.into_iter().map(|slot| (slot, self.kept_byte(slot, group.mask))).collect();
        match &mut self.states[cut] {
            Some(state) if state.depth != depth => Err(InductionStep::StackDepth(label()).alone().into()),
            Some(state) => {
                let widened = state.widen(group, &memory, &self.entry_memory, self.is_valid_placement);
                widened.map_err(|step| step.alone().into())
            }
            none => {
                let changes = segment.start.is_some().then(|| self.unknown.variables());
                let mut state = CutState::new(group, (&self.entry, depth), memory, changes);
                state.mark_named(&self.memory, cut_point);
                *none = Some(state);
                Ok(true)
            }
        }
    }

    /// Returns the byte of a slot as in a group.
    fn kept_byte(&mut self, slot: Slot, mask: BddRef) -> Symbol {
        let now = self.memory.load(slot);
        let before = self.entry_memory.get(&slot).copied().unwrap_or(now);
        state::kept_value(before, now, mask)
    }

    /// Checks the invariants of a cut point that a group has reached, and that the numbers have decreased.
    fn check_invariants<'b>(
        &mut self,
        segment: &Segment,
        cut: usize,
        group: &PathGroup<C, Symbol>,
        groups: impl Iterator<Item = &'b PathGroup<C, Symbol>> + Clone,
    ) -> Result<(), ProveError> {
        let (routine, hypotheses) = (self.routine, &segment.hypotheses);
        let cut_point = &routine.cut_points[cut];
        let state: Vec<_> = self.state(cut_point, &group.core);
        let named = state.iter().zip(&cut_point.locations);
        let state: Vec<_> =
            named.map(|(byte, location)| self.simplify(*byte, *location, group.mask)).collect();
        bdd::pin(state.iter().flat_map(|byte| byte.0));
        let mut evaluator = self.evaluator(cut_point, &state);
        for invariant in &cut_point.invariants {
            let clauses = invariant.clauses(&mut evaluator, group.mask);
            bdd::pin(clauses.iter().copied());
            for (n, clause) in clauses.iter().enumerate().filter(|(_, clause)| !hypotheses.contains(**clause))
            {
                let failing = group.mask & !*clause & self.is_valid_placement;
                if let Some(failing) = hypotheses.refute_clause(failing, n, clauses.len()) {
                    let step = InductionStep::Invariant(cut_point.label.clone(), invariant.text.clone());
                    return Err(self.fault(segment, step, failing));
                }
                if BddRef::needs_collection() {
                    let live = groups.clone().flat_map(PathGroup::live_bits);
                    BddRef::collect_garbage(0, live.chain(self.memory.live_bits()));
                }
            }
        }
        let (numbers, are_natural) = match evaluator.naturals(&cut_point.decreases) {
            Ok(numbers) => numbers,
            Err(_) => (Vec::new(), BddRef::FALSE),
        };
        // On entry nothing has to be less than something yet.
        let is_first = BddRef::from(segment.start.is_none());
        let decreases = segment.measure.as_ref().map_or(is_first, |before| is_less(&numbers, before));
        let failing = group.mask & !(are_natural & decreases) & self.is_valid_placement;
        match segment.hypotheses.refute(failing) {
            Some(failing) => {
                Err(self.fault(segment, InductionStep::Decreases(cut_point.label.clone()), failing))
            }
            None => Ok(()),
        }
    }

    /// Checks the postconditions of a group that has returned.
    fn check_return(&mut self, segment: &Segment, group: &PathGroup<C, Symbol>) -> Result<(), ProveError> {
        let slots: Vec<_> = self.entry_memory.iter().map(|(slot, before)| (*slot, *before)).collect();
        let written: Vec<_> = slots
            .into_iter()
            .map(|(slot, before)| (slot, before, self.memory.load(slot).simplify(group.mask)))
            .collect();
        let (is_valid_placement, hypotheses) = (self.is_valid_placement, &segment.hypotheses);
        let simplified = hypotheses.simplified(group.mask);
        let violations = |holds: BddRef| match simplified.iter().any(|assumed| !assumed.intersects(!holds)) {
            true => None,
            false => hypotheses.refute(group.mask & !holds & is_valid_placement),
        };
        let (memory, expected) = (&mut self.memory, &self.expected);
        let found = self.harness.violations(memory, &self.entry, group, (expected, &written), &violations);
        match found {
            Some(failing) => Err(self.fault(segment, InductionStep::Result, failing)),
            None => Ok(()),
        }
    }

    /// Describes a failing machine.
    fn fault(&self, segment: &Segment, step: InductionStep, failing: BddRef) -> ProveError {
        let from = segment.start.map(|cut| &self.routine.cut_points[cut]);
        let assignment = failing.witness().unwrap_or_default();
        let byte = |bits: &[BddRef; 8]| {
            bits.iter().rev().fold(0, |byte, bit| byte << 1 | u8::from(bit.evaluate(&assignment)))
        };
        let state = bits(&segment.state);
        let fields = from.map_or(&[][..], |cut_point| &cut_point.fields);
        let mut bytes = self.known_bits.iter().chain(&state);
        let given = self
            .known
            .iter()
            .chain(fields)
            .map(|field| (field.name.clone(), bytes.by_ref().take(field.bytes()).map(byte).collect()));
        let given = given.collect();
        InductionFault { from: from.map(|cut_point| cut_point.label.clone()), step, given }.into()
    }
}

/// Returns where numbers are less than others in lexicographic order.
fn is_less(numbers: &[Number<BddRef>], others: &[Number<BddRef>]) -> BddRef {
    let pairs = numbers.iter().zip(others).rev();
    pairs.fold(BddRef::FALSE, |is_less, (number, other)| {
        number.is_less_than(other) | number.equals(other) & is_less
    })
}

#[cfg(test)]
mod tests;
