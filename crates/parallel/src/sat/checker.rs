//! A checker of proofs: it accepts a clause only if unit propagation shows that it follows from those before.
//!
//! A solver proves that clauses contradict each other by a sequence of further clauses, each of which follows from those before by
//! reverse unit propagation (Goldberg and Novikov, "Verification of proofs of unsatisfiability for CNF formulas", 2003): if all its
//! literals are assumed to be false, then clauses of which all literals but one are false give further values, until one clause has
//! only false literals. The checker shares no code with the solver.

use std::collections::HashMap;

use crate::circuit::Literal;

/// The clauses so far, and what follows from them alone.
#[derive(Default)]
pub struct Checker {
    clauses: Vec<Vec<Literal>>,
    /// The clauses by a hash of their literals, to find those that are deleted.
    by_hash: HashMap<u64, Vec<usize>>,
    /// For each literal the clauses of which it is one of the first two. One of these is not false, or the clause is a unit.
    watched: Vec<Vec<Watch>>,
    is_true: Vec<bool>,
    /// The literals that are true, in the order in which they became so.
    trail: Vec<Literal>,
    /// The number of literals on the trail whose consequences are on it.
    propagated: usize,
    is_contradiction: bool,
}

/// A clause that a literal is watched for.
#[derive(Clone, Copy)]
struct Watch {
    clause: usize,
    /// Another literal of the clause: where it is true, the clause need not be looked at.
    other: Literal,
}

/// The clauses contradict the assumptions.
struct Conflict;

fn complement(literal: Literal) -> Literal {
    literal ^ 1
}

/// A hash that does not depend on the order of the literals.
fn hash(clause: &[Literal]) -> u64 {
    let mixed = |literal: &Literal| (u64::from(*literal) + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    clause.iter().fold(0, |sum: u64, literal| sum.wrapping_add(mixed(literal) ^ mixed(literal) >> 29))
}

impl Checker {
    /// Adds a clause that is given.
    pub fn add(&mut self, clause: &[Literal]) {
        self.make_room(clause);
        let mut clause = clause.to_vec();
        clause.sort_unstable();
        clause.dedup();
        // The literals that are not false come first, to be watched.
        clause.sort_by_key(|literal| self.is_false(*literal));
        let is_satisfied = clause.iter().any(|literal| self.is_true[*literal as usize]);
        let is_open = clause.get(1).is_some_and(|second| !self.is_false(*second));
        let conflict = match clause.first() {
            _ if is_satisfied => None,
            Some(first) if is_open || !self.is_false(*first) => {
                let first = *first;
                self.store(clause);
                let conflict = if is_open { Ok(()) } else { self.assume(first) };
                conflict.and_then(|()| self.propagate()).err()
            }
            _ => Some(Conflict),
        };
        self.is_contradiction |= conflict.is_some();
    }

    /// Adds a clause if it follows from those before. Returns whether it does.
    pub fn learn(&mut self, clause: &[Literal]) -> bool {
        let follows = self.follows(clause);
        if follows {
            self.add(clause);
        }
        follows
    }

    /// Forgets a clause. What followed from it is still known, and nothing new follows.
    pub fn delete(&mut self, clause: &[Literal]) {
        let mut sorted = clause.to_vec();
        sorted.sort_unstable();
        let is_same = |other: &Vec<Literal>| {
            let mut other = other.clone();
            other.sort_unstable();
            other == sorted
        };
        let Some(candidates) = self.by_hash.get_mut(&hash(clause)) else { return };
        let Some(place) = candidates.iter().position(|number| is_same(&self.clauses[*number])) else {
            return;
        };
        // Those that watch its literals find it empty.
        self.clauses[candidates.swap_remove(place)] = Vec::new();
    }

    /// Returns whether a clause follows from the clauses by reverse unit propagation.
    pub fn follows(&mut self, clause: &[Literal]) -> bool {
        if self.is_contradiction {
            return true;
        }
        self.make_room(clause);
        let known = self.trail.len();
        let assumed = clause.iter().try_for_each(|literal| self.assume(complement(*literal)));
        let follows = assumed.and_then(|()| self.propagate()).is_err();
        for literal in self.trail.drain(known..) {
            self.is_true[literal as usize] = false;
        }
        self.propagated = known;
        follows
    }

    fn make_room(&mut self, clause: &[Literal]) {
        let needed = clause.iter().map(|literal| (*literal as usize | 1) + 1).max().unwrap_or(0);
        if self.is_true.len() < needed {
            self.is_true.resize(needed, false);
            self.watched.resize(needed, Vec::new());
        }
    }

    fn is_false(&self, literal: Literal) -> bool {
        self.is_true[complement(literal) as usize]
    }

    /// Stores a clause, and watches its first two literals.
    fn store(&mut self, clause: Vec<Literal>) {
        let number = self.clauses.len();
        self.by_hash.entry(hash(&clause)).or_default().push(number);
        for (place, literal) in clause.iter().take(2).enumerate() {
            let other = clause.get(1 - place).copied().unwrap_or(*literal);
            self.watched[*literal as usize].push(Watch { clause: number, other });
        }
        self.clauses.push(clause);
    }

    fn assume(&mut self, literal: Literal) -> Result<(), Conflict> {
        if self.is_false(literal) {
            return Err(Conflict);
        }
        if !self.is_true[literal as usize] {
            self.is_true[literal as usize] = true;
            self.trail.push(literal);
        }
        Ok(())
    }

    /// Finds all values that follow from those on the trail.
    fn propagate(&mut self) -> Result<(), Conflict> {
        while let Some(literal) = self.trail.get(self.propagated).copied() {
            self.propagated += 1;
            let false_literal = complement(literal);
            let mut watched = std::mem::take(&mut self.watched[false_literal as usize]);
            let result = self.visit(false_literal, &mut watched);
            self.watched[false_literal as usize] = watched;
            result?;
        }
        Ok(())
    }

    /// Visits the clauses that watch a literal that has become false; `watched` keeps those that still do.
    fn visit(&mut self, false_literal: Literal, watched: &mut Vec<Watch>) -> Result<(), Conflict> {
        let mut place = 0;
        while let Some(Watch { clause, other }) = watched.get(place).copied() {
            if self.is_true[other as usize] {
                place += 1;
            } else if self.clauses[clause].is_empty() {
                watched.swap_remove(place);
            } else if let Some(literal) = self.watch_another(false_literal, clause) {
                let other = self.clauses[clause][0];
                self.watched[literal as usize].push(Watch { clause, other });
                watched.swap_remove(place);
            } else {
                let first = self.clauses[clause][0];
                watched[place].other = first;
                self.assume(first)?;
                place += 1;
            }
        }
        Ok(())
    }

    /// Looks for a literal of a clause that is not false, to be watched instead. If there is none, the other watched one is
    /// moved to the first place.
    fn watch_another(&mut self, false_literal: Literal, number: usize) -> Option<Literal> {
        let (clause, is_true) = (&mut self.clauses[number], &self.is_true);
        if clause[0] == false_literal && clause.len() > 1 {
            clause.swap(0, 1);
        }
        if is_true[clause[0] as usize] {
            return None;
        }
        let free = (2..clause.len()).find(|place| !is_true[complement(clause[*place]) as usize])?;
        clause.swap(1, free);
        Some(clause[1])
    }
}
