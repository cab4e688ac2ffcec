//! Conditions where a segment ends, and the cycles up to there.

use std::{cell::Cell, collections::BTreeMap};

use arcadian_parallel::{
    bdd::{self, BddRef},
    byte::Byte,
    byte::ParallelBit,
    domain::ParallelDomain,
};

use super::{
    CutState, Induction, InductionFault, InductionStep, Invariant, Segment, SymbolicByte,
    algebra::known::Known, state,
};
use crate::{
    contract::{
        binding::Place,
        expression::{Evaluator, Expr, Number},
        placement::Slot,
        routine::specification::{Condition, bits},
    },
    methods::result::ProveError,
    run::{explore::PathGroup, harness::Checks},
};

impl Induction<'_> {
    /// Compares the state of a group that has reached a cut point with what is known of the state there. Returns whether less is
    /// known now.
    pub(super) fn arrive(
        &mut self,
        segment: &Segment,
        cut: usize,
        group: &PathGroup<SymbolicByte>,
    ) -> Result<bool, ProveError> {
        let label = || self.routine.cut_points[cut].label.clone();
        let Some(depth) = group.depth(self.entry.stack()) else {
            return Err(InductionStep::StackDepth(label()).alone().into());
        };
        let cut_point = &self.routine.cut_points[cut];
        let named: Vec<_> =
            cut_point.places.iter().filter_map(|place| state::slot(&self.memory, *place)).collect();
        let slots: Vec<Slot> =
            self.entry_memory.keys().copied().filter(|slot| !named.contains(slot)).collect();
        let memory: BTreeMap<Slot, SymbolicByte> =
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
    fn kept_byte(&mut self, slot: Slot, mask: BddRef) -> SymbolicByte {
        let now = self.memory.load(slot);
        let before = self.entry_memory.get(&slot).copied().unwrap_or(now);
        state::kept_value(before, now, mask)
    }

    /// Returns the bytes of the fields that a cut point names, in the machines of a group that has reached it.
    pub(super) fn simplified_state(
        &mut self,
        cut: usize,
        group: &PathGroup<SymbolicByte>,
    ) -> Vec<SymbolicByte> {
        let cut_point = &self.routine.cut_points[cut];
        let state: Vec<_> = self.state(cut_point, &group.core);
        let named = state.iter().zip(&cut_point.places);
        let state: Vec<_> = named.map(|(byte, place)| self.simplify(*byte, *place, group.mask)).collect();
        bdd::pin(state.iter().flat_map(|byte| byte.0));
        state
    }

    /// Checks the invariants of a cut point that a group has reached, and that the numbers have decreased.
    pub(super) fn check_invariants<'b>(
        &mut self,
        segment: &Segment,
        (cut, state): (usize, &[SymbolicByte]),
        group: &PathGroup<SymbolicByte>,
        groups: impl Iterator<Item = &'b PathGroup<SymbolicByte>> + Clone,
    ) -> Result<(), ProveError> {
        let (routine, hypotheses) = (self.routine, &segment.hypotheses);
        let cut_point = &routine.cut_points[cut];
        let mut evaluator = self.evaluator(cut_point, state);
        let known = Known::new(&self.known, segment, group.mask, self.is_valid_placement);
        for condition in &cut_point.invariants {
            if self.is_algebraic(condition) {
                if !known.proves(condition, &evaluator) {
                    let step = InductionStep::Products(Some(cut_point.label.clone()), condition.text.clone());
                    return Err(self.undecided(segment, step));
                }
                if BddRef::needs_collection() {
                    let live = groups.clone().flat_map(PathGroup::live_bits);
                    BddRef::collect_garbage(0, live.chain(self.memory.live_bits()));
                }
                continue;
            }
            let invariant = Invariant::new(condition, &mut evaluator, group.mask);
            let before = self.same_invariant(segment, condition);
            let is_preserved = |n| before.is_some_and(|before| invariant.is_preserved(n, before, group.mask));
            for clause in (0..invariant.len()).filter(|n| !is_preserved(*n)).map(|n| invariant.clause(n)) {
                if hypotheses.contains(clause) {
                    continue;
                }
                if let Some(failing) = segment.refute(group.mask & !clause & self.is_valid_placement) {
                    let step = InductionStep::Invariant(cut_point.label.clone(), condition.text.clone());
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
        match segment.refute(failing) {
            Some(failing) => {
                Err(self.fault(segment, InductionStep::Decreases(cut_point.label.clone()), failing))
            }
            None => Ok(()),
        }
    }

    pub(super) fn check_return(
        &mut self,
        segment: &Segment,
        group: &PathGroup<SymbolicByte>,
    ) -> Result<(), ProveError> {
        let slots: Vec<_> = self.entry_memory.iter().map(|(slot, before)| (*slot, *before)).collect();
        let written: Vec<_> = slots
            .into_iter()
            .map(|(slot, before)| (slot, before, self.memory.load(slot).simplify(group.mask)))
            .collect();
        let (is_valid_placement, hypotheses) = (self.is_valid_placement, &segment.hypotheses);
        let simplified = hypotheses.simplified(group.mask);
        let violations = |holds: BddRef| {
            if simplified.iter().any(|assumed| !assumed.intersects(!holds)) {
                None
            } else {
                segment.refute(group.mask & !holds & is_valid_placement)
            }
        };
        let undecided = Cell::new(None);
        let known = Known::new(&self.known, segment, group.mask, is_valid_placement);
        let uses_algebra = self.attempt.uses_algebra();
        let decide = |condition: &Condition, evaluator: &Evaluator<BddRef>| {
            if !uses_algebra || !condition.has_large_product() {
                return None;
            }
            let is_proven = known.proves(condition, evaluator);
            if !is_proven {
                undecided.set(Some(InductionStep::Products(None, condition.text.clone())));
            }
            Some((!is_proven).then_some(group.mask))
        };
        let checks = Checks { violations: &violations, decide: &decide };
        let found = self.harness.violations(
            &mut self.memory,
            &self.entry,
            group,
            (&self.expected, &written),
            &checks,
        );
        if let Some(step) = undecided.take() {
            return Err(self.undecided(segment, step));
        }
        match found {
            Some((violated, failing)) => {
                let what = violated.describe(&self.routine.specification);
                Err(self.fault(segment, InductionStep::Result(what), failing))
            }
            None => Ok(()),
        }
    }

    /// Simplifies the byte of a place that a cut point names: outside the mask it is that of other paths. A bit that is as at
    /// the start of the segment stays a variable, so that what is assumed of it there has the same diagrams.
    fn simplify(&self, byte: SymbolicByte, place: Place, mask: BddRef) -> SymbolicByte {
        let before = self.unknown.named(place).unwrap_or(byte);
        let bit = |n: usize| if byte.0[n] == before.0[n] { byte.0[n] } else { byte.0[n].simplify(mask) };
        Byte::from_fn(bit)
    }

    /// Returns the invariant with the same text where a segment starts.
    fn same_invariant<'b>(&self, segment: &'b Segment, condition: &Condition) -> Option<&'b Invariant> {
        let conditions = &self.routine.cut_points.get(segment.start?)?.invariants;
        let same = conditions.iter().position(|other| other.text == condition.text)?;
        segment.invariants.get(same)?.as_deref()
    }

    /// Describes what algebra does not prove.
    fn undecided(&self, segment: &Segment, step: InductionStep) -> ProveError {
        let from = segment.start.map(|cut| self.routine.cut_points[cut].label.clone());
        InductionFault { from, ..step.alone() }.into()
    }

    pub(super) fn fault(&self, segment: &Segment, step: InductionStep, failing: BddRef) -> ProveError {
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

/// The result of a proof by induction for the cycles that the sheet states.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum CycleProof {
    #[default]
    NotStated,
    /// Every run takes the number of cycles that the sheet states, or a number in the stated range.
    Proven,
    NotProven(ProveError),
}

impl CycleProof {
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
