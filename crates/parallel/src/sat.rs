//! A SAT solver for [circuits](crate::circuit) whose proofs are checked.
//!
//! The solver is batsat, a MiniSat in Rust. Every clause that it learns goes to a [`Checker`] of a few lines
//! at once, which shares no code with it. An answer that no values satisfy the clauses counts only if the checker has derived the
//! same. Values need no proof: the circuit is evaluated with them.
//!
//! ```
//! use arcadian_parallel::circuit::{Solved, Solver};
//! use arcadian_parallel::sat::CheckedSolver;
//!
//! // Literals are twice the number of a variable, plus 1 for the complement.
//! let mut solver = CheckedSolver::default();
//! solver.add_clause(&[0, 2]);
//! solver.add_clause(&[0, 3]);
//! assert_eq!(solver.solve(&[1], 100), Solved::Unsatisfiable);
//! assert!(matches!(solver.solve(&[], 100), Solved::Satisfiable(values) if values[0]));
//! ```

pub mod checker;

use crate::{
    cancellation::is_cancelled,
    circuit::{Literal, Solved, Solver},
};
use batsat::{Callbacks, ClauseKind, Lit, SolverInterface, SolverOpts, Var, lbool};

use checker::Checker;

pub struct CheckedSolver(batsat::Solver<Witness>);

/// Observer of each step of a proof.
#[derive(Default)]
struct Witness {
    checker: Checker,
    clause: Vec<Literal>,
    conflicts: u64,
    /// The number of conflicts at which the solver gives up.
    limit: u64,
    is_wrong: bool,
}

fn literal(lit: Lit) -> Literal {
    lit.var().idx() << 1 | u32::from(!lit.sign())
}

impl Witness {
    fn take(&mut self, lits: &[Lit]) {
        self.clause.clear();
        self.clause.extend(lits.iter().map(|lit| literal(*lit)));
    }
}

impl Callbacks for Witness {
    fn on_new_clause(&mut self, lits: &[Lit], _: ClauseKind) {
        self.conflicts += 1;
        self.take(lits);
        self.is_wrong |= !self.checker.learn(&self.clause);
    }

    fn on_delete_clause(&mut self, lits: &[Lit]) {
        self.take(lits);
        self.checker.delete(&self.clause);
    }

    fn stop(&self) -> bool {
        self.is_wrong || self.conflicts >= self.limit || is_cancelled()
    }
}

impl Default for CheckedSolver {
    fn default() -> Self {
        CheckedSolver(batsat::Solver::new(SolverOpts::default(), Witness::default()))
    }
}

impl CheckedSolver {
    fn lit(&mut self, literal: Literal) -> Lit {
        Lit::new(self.0.var_of_int(literal >> 1), literal & 1 == 0)
    }

    fn lits(&mut self, literals: &[Literal]) -> Vec<Lit> {
        literals.iter().map(|literal| self.lit(*literal)).collect()
    }
}

impl Solver for CheckedSolver {
    fn add_clause(&mut self, clause: &[Literal]) {
        self.0.cb_mut().checker.add(clause);
        let mut lits = self.lits(clause);
        self.0.add_clause_reuse(&mut lits);
    }

    fn solve(&mut self, literals: &[Literal], conflicts: u64) -> Solved {
        let lits = self.lits(literals);
        let witness = self.0.cb_mut();
        witness.limit = witness.conflicts.saturating_add(conflicts);
        let result = self.0.solve_limited(&lits);
        let complements: Vec<_> = literals.iter().map(|literal| literal ^ 1).collect();
        let witness = self.0.cb_mut();
        if witness.is_wrong {
            Solved::Unproven
        } else if result == lbool::FALSE {
            if witness.checker.follows(&complements) { Solved::Unsatisfiable } else { Solved::Unproven }
        } else if result == lbool::TRUE {
            let value = |number| self.0.value_var(Var::unsafe_from_idx(number)) == lbool::TRUE;
            Solved::Satisfiable((0..self.0.num_vars()).map(value).collect())
        } else {
            Solved::Unknown
        }
    }

    fn conflicts(&self) -> u64 {
        self.0.cb().conflicts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_step_makes_all_answers_worthless() {
        let mut solver = CheckedSolver::default();
        solver.add_clause(&[0, 2]);
        let lits = solver.lits(&[0]);
        solver.0.cb_mut().on_new_clause(&lits, ClauseKind::Learnt);
        assert_eq!(solver.solve(&[1, 3], 100), Solved::Unproven);
        assert_eq!(solver.solve(&[], 100), Solved::Unproven);
    }
}
