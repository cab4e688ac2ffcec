//! Sums of unknown words as clauses.

use std::collections::HashMap;

use super::{Literal, Solver};

/// A bit of a word: a literal, or `None` for 0.
pub(super) type Bit = Option<Literal>;

/// The sums that the solver knows.
pub(super) struct Adders {
    /// The number of variables.
    variables: u32,
    /// The sums by image and set of terms.
    sums: HashMap<(usize, u32), Vec<Bit>>,
}

impl Adders {
    /// Creates no sum; the first variables are taken.
    pub(super) fn new(taken: usize) -> Self {
        Self { variables: taken as u32, sums: HashMap::new() }
    }

    /// Returns the sum of a set of terms of an image. Sums share the sums of their lower terms.
    pub(super) fn sum(
        &mut self,
        solver: &mut impl Solver,
        image: usize,
        set: u32,
        term: &impl Fn(usize) -> Vec<Bit>,
    ) -> Vec<Bit> {
        let Some(highest) = set.checked_ilog2() else { return vec![None; 64] };
        if let Some(sum) = self.sums.get(&(image, set)) {
            return sum.clone();
        }
        let rest = self.sum(solver, image, set ^ 1 << highest, term);
        let sum = self.add(solver, &rest, &term(highest as usize));
        self.sums.insert((image, set), sum.clone());
        sum
    }

    /// Adds two words; a carry out of the last bit is lost.
    fn add(&mut self, solver: &mut impl Solver, one: &[Bit], other: &[Bit]) -> Vec<Bit> {
        let mut carry = None;
        let mut sum = Vec::new();
        for (&one, &other) in one.iter().zip(other) {
            let half = self.xor(solver, one, other);
            sum.push(self.xor(solver, half, carry));
            carry = self.majority(solver, [one, other, carry]);
        }
        sum
    }

    /// Returns whether two bits differ.
    pub(super) fn xor(&mut self, solver: &mut impl Solver, one: Bit, other: Bit) -> Bit {
        let (Some(a), Some(b)) = (one, other) else { return one.or(other) };
        if a == b {
            return None;
        }
        let out = self.variable();
        for clause in [[a, b, out ^ 1], [a ^ 1, b ^ 1, out ^ 1], [a, b ^ 1, out], [a ^ 1, b, out]] {
            solver.add_clause(&clause);
        }
        Some(out)
    }

    /// Returns whether at least two of three bits are 1.
    fn majority(&mut self, solver: &mut impl Solver, bits: [Bit; 3]) -> Bit {
        let mut literals = bits.into_iter().flatten();
        match [literals.next(), literals.next(), literals.next()] {
            [Some(a), Some(b), None] if a == b => Some(a),
            [Some(a), Some(b), None] => {
                let out = self.variable();
                for clause in [&[a ^ 1, b ^ 1, out][..], &[a, out ^ 1], &[b, out ^ 1]] {
                    solver.add_clause(clause);
                }
                Some(out)
            }
            [Some(a), Some(b), Some(c)] => {
                let out = self.variable();
                for (one, other) in [(a, b), (a, c), (b, c)] {
                    solver.add_clause(&[one ^ 1, other ^ 1, out]);
                    solver.add_clause(&[one, other, out ^ 1]);
                }
                Some(out)
            }
            _ => None,
        }
    }

    fn variable(&mut self) -> Literal {
        self.variables += 1;
        2 * (self.variables - 1)
    }
}
