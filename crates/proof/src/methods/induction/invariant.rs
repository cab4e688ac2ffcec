//! Invariants in the states where a segment starts and ends.

use std::cell::OnceCell;

use crate::contract::{
    expression::{Evaluator, Implication},
    routine::specification::Condition,
};
use arcadian_parallel::bdd::{self, BddRef};

/// An invariant in some machines.
#[derive(Clone, Debug)]
pub(super) struct Invariant {
    sides: Implication<BddRef>,
    /// The clauses, if the sides are not defined in all machines.
    undefined: Option<Vec<BddRef>>,
    /// All clauses, once they are needed.
    clauses: OnceCell<Vec<BddRef>>,
}

impl Invariant {
    /// Evaluates an invariant for the machines in a mask, and keeps the result from garbage collection.
    pub(super) fn new(condition: &Condition, evaluator: &mut Evaluator<BddRef>, mask: BddRef) -> Self {
        let sides = condition.implication(evaluator, mask);
        let is_defined = !mask.intersects(!sides.is_defined);
        let undefined = (!is_defined).then(|| condition.clauses(evaluator, mask));
        let all = sides.conclusions.iter().chain(undefined.iter().flatten()).copied();
        bdd::pin(all.chain([sides.premise]));
        Invariant { sides, undefined, clauses: OnceCell::new() }
    }

    /// Returns the number of clauses.
    pub(super) fn len(&self) -> usize {
        self.undefined.as_ref().unwrap_or(&self.sides.conclusions).len()
    }

    /// Returns conditions that together are equivalent to the invariant.
    pub(super) fn clauses(&self) -> &[BddRef] {
        self.clauses.get_or_init(|| (0..self.len()).map(|n| self.clause(n)).collect())
    }

    /// Returns one of the clauses.
    pub(super) fn clause(&self, n: usize) -> BddRef {
        match &self.undefined {
            Some(clauses) => clauses[n],
            None => !self.sides.premise | self.sides.conclusions[n],
        }
    }

    /// Whether a clause is true in the machines of a mask because the invariant was true in an earlier state of them, `before`.
    /// This is what most proofs need, and far cheaper than a clause: where the premise was true before, the conclusion only has to
    /// be as it was.
    pub(super) fn is_preserved(&self, n: usize, before: &Invariant, mask: BddRef) -> bool {
        let (now, then) = (&self.sides, &before.sides);
        let (Some(after), Some(earlier)) = (now.conclusions.get(n), then.conclusions.get(n)) else {
            return false;
        };
        let (after, earlier) = (*after, *earlier);
        let mask = mask & now.premise;
        self.undefined.is_none()
            && now.conclusions.len() == then.conclusions.len()
            && !mask.intersects(!after & earlier)
            && !(mask & !then.premise).intersects(!after)
    }
}
