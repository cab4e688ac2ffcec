//! The start of a segment, and the assumptions there.

use arcadian_parallel::byte::ParallelBit;
use std::{cell::OnceCell, cmp::Reverse, collections::HashSet, rc::Rc};

use arcadian_parallel::{
    any_core::AnyCore,
    bdd::{self, BddRef},
    byte::Byte,
};

use super::{Algebra, Induction, Invariant, SymbolicByte, algebra::Literals};
use crate::contract::{
    expression::{Expr, Number, Side},
    field::Field,
    routine::{cut_point::CutPoint, specification::Condition},
};

/// A condition that holds in every machine.
#[derive(Clone, Debug)]
struct Hypothesis {
    holds: BddRef,
    support: OnceCell<Variables>,
}

impl Hypothesis {
    fn new(holds: BddRef) -> Self {
        Hypothesis { holds, support: OnceCell::new() }
    }

    /// Returns how well the hypothesis fits a function of these variables: how many of its own that lacks, and how many they share.
    fn distance(&self, variables: &Variables) -> (u32, Reverse<u32>) {
        let (mut shared, mut lacking) = (0, 0);
        for (n, own) in self.support.get_or_init(|| Variables::of(self.holds)).0.iter().enumerate() {
            let others = variables.0.get(n).copied().unwrap_or(0);
            shared += (own & others).count_ones();
            lacking += (own & !others).count_ones();
        }
        (lacking, Reverse(shared))
    }
}

#[derive(Clone, Debug, Default)]
pub(super) struct Hypotheses {
    all: Vec<Hypothesis>,
    known: HashSet<BddRef>,
}

impl Hypotheses {
    /// Adds the clauses of a condition, and keeps them from garbage collection.
    pub(super) fn add(&mut self, clauses: &[BddRef]) {
        bdd::pin(clauses.iter().copied());
        for clause in clauses {
            if *clause != BddRef::TRUE && self.known.insert(*clause) {
                self.all.push(Hypothesis::new(*clause));
            }
        }
    }

    pub(super) fn clauses(&self) -> impl Iterator<Item = BddRef> {
        self.all.iter().map(|hypothesis| hypothesis.holds)
    }

    /// Returns what the clauses say of the machines in a mask, each as simple as possible. Where one of them contradicts a
    /// violation, the mask need not be part of the diagram.
    pub(super) fn simplified(&self, mask: BddRef) -> Vec<BddRef> {
        self.clauses().map(|clause| clause.simplify(mask)).collect()
    }

    pub(super) fn contains(&self, clause: BddRef) -> bool {
        self.known.contains(&clause)
    }

    /// Returns those of some failing machines that satisfy the hypotheses, or `None` if none do.
    pub(super) fn refute(&self, failing: BddRef) -> Option<BddRef> {
        let mut rest = failing;
        let mut unused: Vec<&Hypothesis> = self.all.iter().collect();
        while rest != BddRef::FALSE && !bdd::is_aborted() {
            let Some(machine) = rest.witness() else { return Some(rest) };
            let violated = |n: &usize| !unused[*n].holds.evaluate(&machine);
            let violated: Vec<usize> = (0..unused.len()).filter(violated).collect();
            // Often one of them suffices, whatever other variables it has.
            if violated.iter().any(|n| !rest.intersects(unused[*n].holds)) {
                return None;
            }
            let variables = Variables::of(rest);
            let Some(nearest) = violated.into_iter().min_by_key(|n| unused[*n].distance(&variables)) else {
                return Some(rest);
            };
            rest = rest & unused.swap_remove(nearest).holds;
        }
        None
    }
}

/// A set of variables, one bit each.
#[derive(Clone, Debug, Default)]
struct Variables(Vec<u64>);

impl Variables {
    fn of(function: BddRef) -> Self {
        let mut words = Vec::new();
        for variable in function.support() {
            if words.len() <= variable / 64 {
                words.resize(variable / 64 + 1, 0);
            }
            words[variable / 64] |= 1 << (variable % 64);
        }
        Variables(words)
    }
}

/// The size in bytes of the fields whose invariants are assumed while code is explored. The others are only used where something
/// would fail without them: their diagrams would be part of everything.
const MAX_SMALL: usize = 4;

/// Likewise, if algebra is used: together.
const MAX_COUNTER: usize = 2;

/// The maximum number of rounds in which equations and hypotheses refute failing machines.
const MAX_ROUNDS: usize = 4;

/// The start of a segment, and the assumptions there.
#[derive(Default)]
pub(super) struct Segment {
    /// The cut point where it starts, or `None` for the entry.
    pub(super) start: Option<usize>,
    /// The invariants there, what `expands` adds, and what is assumed of the inputs.
    pub(super) hypotheses: Hypotheses,
    /// The invariants of the cut point, those that were evaluated.
    pub(super) invariants: Vec<Option<Rc<Invariant>>>,
    /// The facts that algebra knows, if it is used, in several forms.
    pub(super) algebra: Vec<Algebra>,
    /// The numbers that must decrease.
    pub(super) measure: Option<Vec<Number<BddRef>>>,
    pub(super) state: Vec<SymbolicByte>,
    /// The numbers of the fields for whose values code can be explored separately.
    pub(super) splittable: Vec<usize>,
}

impl Segment {
    /// Returns those of some failing machines that satisfy what is assumed, or `None` if none do.
    pub(super) fn refute(&self, failing: BddRef) -> Option<BddRef> {
        let mut rest = self.hypotheses.refute(failing)?;
        // What follows from the equations can contradict further hypotheses.
        for _ in 0..MAX_ROUNDS {
            let before = rest;
            rest = self.algebra.iter().try_fold(rest, |rest, algebra| algebra.refute(rest))?;
            if rest == before {
                break;
            }
            rest = self.hypotheses.refute(rest)?;
        }
        Some(rest)
    }

    /// Returns an invariant of the cut point if it depends only on fields whose values here are those in `state`.
    fn invariant(&self, n: usize, cut_point: &CutPoint, state: &[SymbolicByte]) -> Option<&Rc<Invariant>> {
        let is_same = |(side, field)| match side {
            Side::Entry => true,
            Side::Exit => cut_point.bytes(field).all(|n| self.state.get(n) == state.get(n)),
        };
        let invariant = self.invariants.get(n)?.as_ref()?;
        cut_point.invariants[n].expr.fields().into_iter().all(is_same).then_some(invariant)
    }
}

impl Induction<'_> {
    pub(super) fn at_entry(&mut self) -> (AnyCore<SymbolicByte>, BddRef, Segment) {
        for (slot, value) in &self.entry_memory {
            self.memory.initialize(*slot, *value);
        }
        let hypotheses = self.assumptions.clone();
        let assumed = hypotheses.clauses().filter(|_| self.attempt.assumes_all);
        let mask = assumed.fold(self.is_valid, |mask, clause| mask & clause);
        bdd::pin([mask].into_iter());
        (self.entry, mask, Segment { hypotheses, ..Segment::default() })
    }

    /// Sets up every state at a cut point that satisfies what is assumed while code is explored, with these values of the first
    /// fields that are unknown. `known` is a segment that starts in more states.
    pub(super) fn at_cut_point(
        &mut self,
        cut: usize,
        case: &[u8],
        known: Option<&Segment>,
    ) -> (AnyCore<SymbolicByte>, BddRef, Segment) {
        let routine = self.routine;
        let cut_point = &routine.cut_points[cut];
        let (mut core, mut mask, mut segment) = self.at_entry();
        if let Some(state) = &mut self.states[cut] {
            for slot in &state.changing_slots {
                self.entry_memory.entry(*slot).or_insert_with(|| self.memory.load(*slot));
            }
            core = state.assume(&self.harness, &mut self.memory, &mut self.unknown);
        }
        if !self.attempt.uses_algebra() {
            self.define(cut_point, &mut core);
        }
        segment.splittable = self.fix(cut_point, &mut core, case);
        segment.start = Some(cut);
        segment.state = self.state(cut_point, &core);
        segment.invariants = vec![None; cut_point.invariants.len()];
        for (n, condition) in cut_point.invariants.iter().enumerate() {
            if self.is_assumed(cut_point, condition) {
                let invariant = self.assume_invariant(cut_point, n, mask, &mut segment, known);
                mask = invariant.clauses().iter().fold(mask, |mask, clause| mask & *clause);
            }
        }
        if self.attempt.uses_algebra() {
            self.store_constants(cut_point, &mut core, &Literals::implied_by(mask));
            segment.state = self.state(cut_point, &core);
        }
        let mut evaluator = self.evaluator(cut_point, &segment.state);
        segment.measure = evaluator.naturals(&cut_point.decreases).ok().map(|(numbers, _)| numbers);
        let live = segment.measure.iter().flatten().flat_map(Number::all_bits).copied();
        bdd::pin(live.chain(segment.state.iter().flat_map(|byte| byte.0)).chain([mask]));
        (core, mask, segment)
    }

    /// Adds an invariant to the hypotheses of a segment. It is not evaluated again if it is known.
    fn assume_invariant(
        &self,
        cut_point: &CutPoint,
        n: usize,
        mask: BddRef,
        segment: &mut Segment,
        known: Option<&Segment>,
    ) -> Rc<Invariant> {
        let invariant = match known.and_then(|known| known.invariant(n, cut_point, &segment.state)) {
            Some(known) => Rc::clone(known),
            None => {
                let mut evaluator = self.evaluator(cut_point, &segment.state);
                Rc::new(Invariant::new(&cut_point.invariants[n], &mut evaluator, mask))
            }
        };
        segment.hypotheses.add(invariant.clauses());
        segment.invariants[n] = Some(Rc::clone(&invariant));
        invariant
    }

    /// Adds the other invariants of the cut point to the hypotheses of a segment, except those that mention some of its fields.
    pub(super) fn assume_others(
        &self,
        cut_point: &CutPoint,
        mask: BddRef,
        segment: &mut Segment,
        except: &[usize],
        known: Option<&Segment>,
    ) {
        for (n, condition) in cut_point.invariants.iter().enumerate() {
            let is_excepted = except.iter().any(|field| condition.expr.mentions_output(*field));
            if segment.invariants[n].is_none() && !is_excepted && !self.is_algebraic(condition) {
                self.assume_invariant(cut_point, n, mask, segment, known);
            }
        }
    }

    /// Adds the successors of the element that the cut point expands to the hypotheses.
    pub(super) fn assume_expanded(&self, cut_point: &CutPoint, mask: BddRef, segment: &mut Segment) {
        if let Some(expands) = &cut_point.expands {
            let mut evaluator = self.evaluator(cut_point, &segment.state);
            segment.hypotheses.add(&expands.clauses_where_defined(&mut evaluator, mask));
        }
    }

    /// Gives the first fields of one byte that have unknown values those of a case. Returns the numbers of all such fields.
    fn fix(&mut self, cut_point: &CutPoint, core: &mut AnyCore<SymbolicByte>, case: &[u8]) -> Vec<usize> {
        let state = self.state(cut_point, core);
        let is_unknown = |field: &usize| {
            let first = cut_point.bytes(*field).start;
            (cut_point.fields[*field].bytes() == 1 || self.attempt.uses_algebra())
                && self.unknown.named(cut_point.places[first]) == Some(state[first])
        };
        let counters = self.attempt.uses_algebra().then(|| cut_point.counters());
        let can_split = |field: &usize| counters.as_ref().is_none_or(|counters| counters.contains(field));
        let unknown: Vec<usize> = (0..cut_point.fields.len()).filter(can_split).filter(is_unknown).collect();
        for (field, value) in unknown.iter().zip(case) {
            let place = cut_point.places[cut_point.bytes(*field).start];
            self.harness.store(core, &mut self.memory, place, (*value).into());
        }
        unknown
    }

    /// Returns whether a condition at a cut point is assumed while code is explored.
    fn is_assumed(&self, cut_point: &CutPoint, condition: &Condition) -> bool {
        let fields = condition.expr.fields();
        let bytes = |(side, field)| self.field_bytes(cut_point, side, field);
        if self.attempt.uses_algebra() {
            return !condition.has_large_product()
                && (self.attempt.assumes_all || fields.into_iter().map(bytes).sum::<usize>() <= MAX_COUNTER);
        }
        self.attempt.assumes_all || fields.into_iter().all(|field| bytes(field) <= MAX_SMALL)
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
    fn define(&mut self, cut_point: &CutPoint, core: &mut AnyCore<SymbolicByte>) {
        let mut is_defined = vec![false; cut_point.fields.len()];
        let conjuncts = cut_point.invariants.iter().flat_map(|invariant| invariant.expr.conjuncts());
        for (number, value) in conjuncts.filter_map(Expr::as_equation) {
            let bytes = cut_point.bytes(number);
            let places = &cut_point.places[bytes.clone()];
            let state = self.state(cut_point, core);
            let is_unknown = places
                .iter()
                .zip(&state[bytes])
                .all(|(place, byte)| self.unknown.named(*place) == Some(*byte));
            if is_defined[number] || !is_unknown {
                continue;
            }
            let mut evaluator = self.evaluator(cut_point, &state);
            let Ok((bits, _)) = evaluator.number_bits(value, 8 * places.len()) else { continue };
            is_defined[number] = true;
            for (place, bits) in places.iter().zip(bits.chunks(8)) {
                let byte = Byte::from_fn(|n| bits[n]);
                bdd::pin(byte.0.into_iter());
                self.harness.store(core, &mut self.memory, *place, byte);
            }
        }
    }
}
