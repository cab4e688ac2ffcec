//! The checker accepts what follows, and refuses wrong proofs.

use arcadian_parallel::circuit::Literal;
use arcadian_parallel::sat::checker::Checker;
use batsat::{Callbacks, ClauseKind, Lit, Solver, SolverInterface, SolverOpts, lbool};
use proptest::prelude::*;

type Clause = Vec<Literal>;

fn checker(clauses: &[Clause]) -> Checker {
    let mut checker = Checker::default();
    clauses.iter().for_each(|clause| checker.add(clause));
    checker
}

fn is_true(literal: Literal, values: u32) -> bool {
    (values >> (literal >> 1) & 1 != 0) != (literal & 1 != 0)
}

fn is_implied(clauses: &[Clause], clause: &Clause, variables: u32) -> bool {
    let is_satisfied = |clause: &Clause, values| clause.iter().any(|literal| is_true(*literal, values));
    (0..1 << variables)
        .filter(|values| clauses.iter().all(|clause| is_satisfied(clause, *values)))
        .all(|values| is_satisfied(clause, values))
}

#[test]
fn a_step_counts_if_it_follows() {
    // Variables 0, 1 and 2: x or y, not x or z, not y or z.
    let mut checker = checker(&[vec![0, 2], vec![1, 4], vec![3, 4]]);
    assert!(!checker.follows(&[0]));
    assert!(!checker.learn(&[5]));
    assert!(checker.learn(&[4]));
    assert!(!checker.follows(&[]));
    checker.add(&[5]);
    assert!(checker.follows(&[]));
}

#[test]
fn nothing_follows_from_a_deleted_clause() {
    let mut checker = checker(&[vec![0, 2, 4], vec![1, 2, 4]]);
    assert!(checker.follows(&[2, 4]));
    checker.delete(&[4, 1, 2]);
    assert!(!checker.follows(&[2, 4]));
    // A clause that is not there is not deleted.
    checker.delete(&[0, 2]);
    assert!(checker.follows(&[4, 2, 0]));
}

#[test]
fn the_empty_clause_is_a_contradiction() {
    assert!(checker(&[vec![]]).follows(&[]));
    assert!(checker(&[vec![0], vec![1]]).follows(&[]));
    assert!(!checker(&[vec![0, 1], vec![0]]).follows(&[]));
}

/// Pigeons in one hole less: each in one, no two in the same.
fn pigeons(count: u32) -> Vec<Clause> {
    let is_in = |pigeon: u32, hole: u32| (pigeon * (count - 1) + hole) << 1;
    let mut clauses: Vec<Clause> =
        (0..count).map(|pigeon| (0..count - 1).map(|hole| is_in(pigeon, hole)).collect()).collect();
    for hole in 0..count - 1 {
        for one in 0..count {
            clauses.extend((0..one).map(|other| vec![is_in(one, hole) | 1, is_in(other, hole) | 1]));
        }
    }
    clauses
}

#[derive(Default)]
struct Recorder(Vec<Clause>);

impl Callbacks for Recorder {
    fn on_new_clause(&mut self, lits: &[Lit], _: ClauseKind) {
        self.0.push(lits.iter().map(|lit| lit.var().idx() << 1 | u32::from(!lit.sign())).collect());
    }
}

/// Returns the clauses that the solver learns on its way to a contradiction.
fn proof(clauses: &[Clause]) -> Vec<Clause> {
    let mut solver = Solver::new(SolverOpts::default(), Recorder::default());
    for clause in clauses {
        let lit = |literal: &Literal| (*literal >> 1, *literal & 1 == 0);
        let mut lits = Vec::new();
        for (variable, sign) in clause.iter().map(lit) {
            lits.push(Lit::new(solver.var_of_int(variable), sign));
        }
        solver.add_clause_reuse(&mut lits);
    }
    assert!(solver.solve_limited(&[]) == lbool::FALSE);
    std::mem::take(&mut solver.cb_mut().0)
}

/// Returns the number of the first step that is refused, or the number of steps if none is and the proof is complete.
fn accepted(clauses: &[Clause], proof: &[Clause]) -> Option<usize> {
    let mut checker = checker(clauses);
    let wrong = proof.iter().position(|step| !checker.learn(step));
    wrong.or_else(|| checker.follows(&[]).then_some(proof.len()))
}

#[test]
fn a_proof_of_the_solver_is_accepted() {
    let clauses = pigeons(5);
    let proof = proof(&clauses);
    assert!(proof.len() > 20);
    assert_eq!(accepted(&clauses, &proof), Some(proof.len()));
    // The clauses alone do not suffice.
    assert_eq!(accepted(&clauses, &[]), None);
}

#[test]
fn a_proof_of_something_else_is_refused() {
    let clauses = pigeons(4);
    let proof = proof(&clauses);
    // Without one clause there is no contradiction, so each proof has a wrong step or no end.
    for left_out in 0..clauses.len() {
        let mut fewer = clauses.clone();
        fewer.remove(left_out);
        assert!(!is_implied(&fewer, &vec![], 12));
        assert_ne!(accepted(&fewer, &proof), Some(proof.len()), "without clause {left_out}");
    }
}

fn clauses(variables: u32) -> impl Strategy<Value = Vec<Clause>> {
    proptest::collection::vec(proptest::collection::vec(0..2 * variables, 0..4), 0..16)
}

proptest! {
    #[test]
    fn what_is_accepted_follows(
        given in clauses(6),
        steps in clauses(6),
        deleted in proptest::collection::vec(0_usize..16, 0..4),
    ) {
        let mut checker = checker(&given);
        let mut left = given.clone();
        for step in &steps {
            prop_assert!(!checker.learn(step) || is_implied(&given, step, 6));
        }
        for number in deleted {
            if number < left.len() {
                checker.delete(&left.remove(number));
            }
        }
        // What is left of the clauses still follows.
        for clause in &left {
            prop_assert!(checker.follows(clause));
        }
        for step in &steps {
            prop_assert!(!checker.follows(step) || is_implied(&given, step, 6));
        }
    }
}
