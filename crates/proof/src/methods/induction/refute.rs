//! Refutation of failing machines by hypotheses.
//!
//! The conjunction of all hypotheses can be far larger than what a contradiction needs. So they are added one by one: only one that
//! is false for some machine left, and among these first the one that speaks of nothing new, with the fewest variables that do not
//! occur so far.

use std::{cell::OnceCell, cmp::Reverse, collections::HashSet};

use arcadian_parallel::{
    bdd::{self, BddRef},
    bit::ParallelBit,
};

/// A condition that holds in every machine.
#[derive(Clone, Debug)]
struct Hypothesis {
    holds: BddRef,
    /// Its variables, once somebody has asked for them.
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

/// What is assumed.
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

    /// Returns the clauses.
    pub(super) fn clauses(&self) -> impl Iterator<Item = BddRef> {
        self.all.iter().map(|hypothesis| hypothesis.holds)
    }

    /// Returns what the clauses say of the machines in a mask, each as simple as possible. Where one of them contradicts a
    /// violation, the mask need not be part of the diagram.
    pub(super) fn simplified(&self, mask: BddRef) -> Vec<BddRef> {
        self.clauses().map(|clause| clause.simplify(mask)).collect()
    }

    /// Whether a clause is one of these.
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
