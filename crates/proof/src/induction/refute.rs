//! Refutation of failing machines by hypotheses.
//!
//! The conjunction of all hypotheses can be far larger than what a contradiction needs. So they are added one by one, first those
//! that speak of nothing new: the fewest variables that do not occur so far. What shares no variable is left for the end.

use std::{cmp::Reverse, collections::HashSet};

use crate::{
    bdd::{self, BddRef},
    bit::ParallelBit,
};

/// A condition that holds in every machine.
#[derive(Clone, Debug)]
struct Hypothesis {
    holds: BddRef,
    support: Variables,
}

impl Hypothesis {
    fn new(holds: BddRef) -> Self {
        Hypothesis { holds, support: Variables::of(holds) }
    }

    /// Returns what the hypothesis says of the machines in a mask, or `None` if it is true for all of them.
    fn within(self, mask: BddRef) -> Option<Self> {
        let holds = self.holds.constrain(mask);
        match holds {
            BddRef::TRUE => None,
            _ if holds == self.holds => Some(self),
            _ => Some(Hypothesis::new(holds)),
        }
    }

    /// Returns how well the hypothesis fits a function of these variables: how many of its own it lacks, and how many it shares.
    fn distance(&self, variables: &Variables) -> (bool, u32, Reverse<u32>) {
        let (mut shared, mut lacking) = (0, 0);
        for (n, own) in self.support.0.iter().enumerate() {
            let others = variables.0.get(n).copied().unwrap_or(0);
            shared += (own & others).count_ones();
            lacking += (own & !others).count_ones();
        }
        (shared == 0, lacking, Reverse(shared))
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

/// The number of new variables, and of such steps, up to which hypotheses are taken as they are. Simplifying all of them first, for
/// the machines in question, takes longer than a few steps that may not help.
const MAX_LACKING: u32 = 8;
const MAX_STEPS: usize = 12;

/// What is assumed.
#[derive(Clone, Debug, Default)]
pub(super) struct Hypotheses {
    all: Vec<Hypothesis>,
    known: HashSet<BddRef>,
    /// The clauses of each condition added.
    clauses: Vec<Vec<BddRef>>,
}

impl Hypotheses {
    /// Adds the clauses of a condition, and keeps them from garbage collection.
    pub(super) fn add(&mut self, clauses: Vec<BddRef>) {
        bdd::pin(clauses.iter().copied());
        for clause in &clauses {
            if *clause != BddRef::TRUE && self.known.insert(*clause) {
                self.all.push(Hypothesis::new(*clause));
            }
        }
        self.clauses.push(clauses);
    }

    /// Returns the clauses.
    pub(super) fn clauses(&self) -> impl Iterator<Item = BddRef> {
        self.all.iter().map(|hypothesis| hypothesis.holds)
    }

    /// Whether a clause is one of these.
    pub(super) fn contains(&self, clause: BddRef) -> bool {
        self.known.contains(&clause)
    }

    /// Like [`refute`](Self::refute), for machines that violate clause `n` of `count`. The same clause of a similar hypothesis is most
    /// likely to suffice.
    pub(super) fn refute_clause(&self, failing: BddRef, n: usize, count: usize) -> Option<BddRef> {
        let similar = self.clauses.iter().filter(|clauses| clauses.len() == count);
        let mut same = similar.filter_map(|clauses| clauses.get(n));
        match same.any(|clause| !failing.intersects(*clause)) {
            true => None,
            false => self.refute(failing),
        }
    }

    /// Returns those of some failing machines that satisfy the hypotheses, or `None` if none do.
    pub(super) fn refute(&self, failing: BddRef) -> Option<BddRef> {
        let mut rest = failing;
        let mut unused = self.all.clone();
        let mut steps = 0;
        while rest != BddRef::FALSE && !bdd::is_aborted() {
            let variables = Variables::of(rest);
            let Some(nearest) = nearest(&unused, &variables) else { return Some(rest) };
            let (_, lacking, _) = unused[nearest].distance(&variables);
            if lacking == 0 || lacking <= MAX_LACKING && steps < MAX_STEPS {
                let before = rest;
                rest = rest & unused.swap_remove(nearest).holds;
                steps += usize::from(rest != before);
                continue;
            }
            // A hypothesis can say less than it seems to: `bit(x, i)` is a single bit of x where i is known.
            let relevant = unused.into_iter().filter_map(|hypothesis| hypothesis.within(rest));
            unused = relevant.collect();
            let Some(nearest) = self::nearest(&unused, &variables) else { return Some(rest) };
            rest = rest & unused.swap_remove(nearest).holds;
        }
        None
    }
}

/// Returns the index of the hypothesis that fits a function of these variables best.
fn nearest(hypotheses: &[Hypothesis], variables: &Variables) -> Option<usize> {
    (0..hypotheses.len()).min_by_key(|n| hypotheses[*n].distance(variables))
}
