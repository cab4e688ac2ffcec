//! The checker of proofs, and circuits decided by the SAT solver: they agree with decision diagrams, whichever way they are decided.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use arcadian_cpu::Domain;
use arcadian_parallel::bdd::Bounds;
use arcadian_parallel::cancellation::{Cancelled, cancellable};
use arcadian_parallel::circuit::{Failure, Limits, Literal, Solved, Solver, statistics};
use arcadian_parallel::domain::ParallelDomain;
use arcadian_parallel::formula::{Formula, FormulaByte, failure, interleaved, use_circuits, use_diagrams};
use arcadian_parallel::sat::CheckedSolver;
use arcadian_parallel::sat::checker::Checker;
use batsat::{Callbacks, ClauseKind, Lit, SolverInterface, SolverOpts, lbool};
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
    let mut solver = batsat::Solver::new(SolverOpts::default(), Recorder::default());
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

const BOTH: Limits = Limits { gates: 100_000, conflicts: 1_000_000, tried: 1 << 30 };
const ONLY_TRYING: Limits = Limits { conflicts: 0, ..BOTH };
const ONLY_SOLVER: Limits = Limits { tried: 0, ..BOTH };

fn circuits(limits: Limits) {
    use_circuits(limits, Some(Box::new(CheckedSolver::default())));
}

/// An operation and the places of its operands.
type Step = (u8, usize, usize, usize);

/// Computes with three unknown bytes. Returns the bits of the last results.
fn compute(steps: &[Step]) -> Vec<Formula> {
    let mut bytes = interleaved(3);
    bytes.push(FormulaByte::from(0x5A));
    for (operation, one, two, three) in steps {
        let [one, two, three] = [one, two, three].map(|place| bytes[place % bytes.len()]);
        bytes.push(match operation {
            0 => one.sum(two, three.bit(7)).0,
            1 => one & two,
            2 => one ^ two,
            3 => FormulaByte::select(three.bit(0), one, two),
            4 => one << 1,
            _ => FormulaByte::place(one.equals(two), 3) | three,
        });
    }
    bytes.iter().rev().take(2).flat_map(|byte| byte.0).collect()
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    proptest::collection::vec((0_u8..6, 0_usize..20, 0_usize..20, 0_usize..20), 1..10)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn circuits_and_diagrams_agree(steps in steps(), values in proptest::collection::vec(any::<bool>(), 24)) {
        use_diagrams(24, Bounds::default());
        let diagrams = compute(&steps);
        let never: Vec<_> = diagrams.iter().map(|bit| bit.is_never()).collect();
        let value: Vec<_> = diagrams.iter().map(|bit| bit.evaluate(&values)).collect();
        let mut witnesses = Vec::new();
        for limits in [BOTH, ONLY_TRYING, ONLY_SOLVER] {
            circuits(limits);
            let bits = compute(&steps);
            prop_assert_eq!(&bits.iter().map(|bit| bit.evaluate(&values)).collect::<Vec<_>>(), &value);
            prop_assert_eq!(&bits.iter().map(|bit| bit.is_never()).collect::<Vec<_>>(), &never);
            witnesses.extend(bits.iter().enumerate().filter_map(|(n, bit)| Some((n, bit.witness()?))));
            prop_assert_eq!(failure(), None);
        }
        use_diagrams(24, Bounds::default());
        let diagrams = compute(&steps);
        for (n, witness) in witnesses {
            prop_assert!(diagrams[n].evaluate(&witness));
        }
    }

    #[test]
    fn simplified_conjunctions_are_the_same(places in proptest::collection::vec((0_usize..30, any::<[bool; 2]>()), 2..24)) {
        let compute = || {
            let mut bits: Vec<Formula> = (0..4).map(|_| Formula::new_variable()).collect();
            for (place, [one, other]) in &places {
                let (left, right) = (bits[place % bits.len()], bits[place / 2 % bits.len()]);
                bits.push((left ^ Formula::from(*one)) & (right ^ Formula::from(*other)));
            }
            bits
        };
        let values = |bits: &[Formula]| -> Vec<bool> {
            let assignments = (0..16_u32).map(|n| (0..4).map(|bit| n >> bit & 1 != 0).collect::<Vec<_>>());
            assignments.flat_map(|values| bits.iter().map(|bit| bit.evaluate(&values)).collect::<Vec<_>>()).collect()
        };
        use_diagrams(4, Bounds::default());
        let expected = values(&compute());
        circuits(BOTH);
        prop_assert_eq!(values(&compute()), expected);
    }
}

fn product(one: FormulaByte, other: FormulaByte, from_least: bool) -> [FormulaByte; 2] {
    let zero = FormulaByte::from(0);
    let (mut high, mut low) = (zero, zero);
    for turn in 0..8 {
        let n = if from_least { turn } else { 7 - turn };
        let bit = other.bit(n);
        let (by, shifted) = if from_least { (n, [one >> (8 - n), one << n]) } else { (1, [zero, one]) };
        if !from_least {
            (high, low) = (high << by | low >> 7, low << by);
        }
        let [add_high, add_low] = shifted.map(|byte| FormulaByte::select(bit, byte, zero));
        let (sum, carries) = low.sum(add_low, false.into());
        (low, high) = (sum, high.sum(add_high, carries.bit(7)).0);
    }
    [high, low]
}

#[test]
fn products_from_either_end_are_equal() {
    for limits in [ONLY_TRYING, BOTH] {
        circuits(limits);
        let [one, other] = interleaved(2)[..] else { panic!("two bytes") };
        let [first, second] = [true, false].map(|from_least| product(one, other, from_least));
        let differs = !(first[0].equals(second[0]) & first[1].equals(second[1]));
        assert!(differs.is_never());
        assert_eq!(failure(), None);
        // 255 * 255 is the only product with this high byte.
        let is_greatest = first[0].equals(FormulaByte::from(0xFE));
        let witness = is_greatest.witness().expect("there is one");
        assert_eq!(witness, vec![true; 16]);
    }
}

#[test]
fn the_solver_proves_an_equality_of_many_variables() {
    circuits(ONLY_SOLVER);
    let bytes = interleaved(12);
    let sum = |bytes: &mut dyn Iterator<Item = &FormulaByte>| {
        bytes.fold(FormulaByte::from(0), |sum, byte| sum.sum(*byte, false.into()).0)
    };
    let (forward, backward) = (sum(&mut bytes[..4].iter()), sum(&mut bytes[..4].iter().rev()));
    assert!((!forward.equals(backward)).is_never());
    let [_, _, solved, conflicts] = statistics();
    assert!(solved > 0 && conflicts > 0, "{:?}", statistics());
}

/// A formula that is never 1 but does not look so.
fn hidden_contradiction() -> Formula {
    let bytes = interleaved(6);
    let equal = (0..3).fold(Formula::TRUE, |all, n| all & bytes[n].equals(bytes[n + 3]));
    let (sum, carries) = bytes[0].sum(!bytes[3], true.into());
    equal & !(sum.is_zero() & carries.bit(7))
}

struct Constant(Solved);

impl Solver for Constant {
    fn add_clause(&mut self, _: &[Literal]) {}

    fn solve(&mut self, _: &[Literal], _: u64) -> Solved {
        self.0.clone()
    }

    fn conflicts(&self) -> u64 {
        0
    }
}

#[test]
fn a_wrong_or_missing_answer_aborts() {
    let cases = [
        (Solved::Satisfiable(vec![false; 48]), Some(Failure::Unproven)),
        (Solved::Satisfiable(Vec::new()), Some(Failure::Unproven)),
        (Solved::Unproven, Some(Failure::Unproven)),
        (Solved::Unknown, Some(Failure::Limit)),
    ];
    for (said, expected) in cases {
        use_circuits(ONLY_SOLVER, Some(Box::new(Constant(said))));
        let formula = hidden_contradiction();
        assert_eq!(failure(), None);
        formula.is_never();
        assert_eq!(failure(), expected);
    }
}

#[test]
fn limits_and_cancellation_abort() {
    for limits in [Limits { gates: 20, ..BOTH }, Limits { conflicts: 0, tried: 0, ..BOTH }] {
        circuits(limits);
        hidden_contradiction().is_never();
        assert_eq!(failure(), Some(Failure::Limit));
    }
    let flag = Arc::new(AtomicBool::new(false));
    let cancelled = cancellable(&flag, || {
        circuits(ONLY_SOLVER);
        let formula = hidden_contradiction();
        flag.store(true, Ordering::Relaxed);
        formula.is_never();
        assert_eq!(failure(), Some(Failure::Limit));
    });
    assert_eq!(cancelled, Err(Cancelled));
    circuits(ONLY_SOLVER);
    assert!(hidden_contradiction().is_never());
    assert_eq!(failure(), None);
}

#[test]
fn a_solver_agrees_with_all_values() {
    for seed in 0..300_u32 {
        let mut state = seed.wrapping_mul(0x9E37_79B9) | 1;
        let mut next = |limit: u32| {
            state ^= state << 13;
            state ^= state >> 17;
            state ^= state << 5;
            state % limit
        };
        let clauses: Vec<Vec<Literal>> =
            (0..next(40) + 1).map(|_| (0..next(3) + 1).map(|_| next(16)).collect()).collect();
        let assumed: Vec<Literal> = (0..next(3)).map(|_| next(16)).collect();
        let is_true = |literal: Literal, values: u32| (values >> (literal >> 1) ^ literal) & 1 != 0;
        let mut models = (0..256).filter(|values| {
            clauses.iter().all(|clause| clause.iter().any(|literal| is_true(*literal, *values)))
                && assumed.iter().all(|literal| is_true(*literal, *values))
        });
        let mut solver = CheckedSolver::default();
        clauses.iter().for_each(|clause| solver.add_clause(clause));
        let is_satisfiable = models.next().is_some();
        match solver.solve(&assumed, 1000) {
            Solved::Satisfiable(found) => {
                let values = found.iter().rev().fold(0, |all, bit| all << 1 | u32::from(*bit));
                assert!(is_satisfiable, "{clauses:?} {assumed:?}");
                let is_satisfied =
                    |clause: &Vec<Literal>| clause.iter().any(|literal| is_true(*literal, values));
                assert!(clauses.iter().all(is_satisfied) && assumed.iter().all(|one| is_true(*one, values)));
            }
            answer => assert_eq!((answer, is_satisfiable), (Solved::Unsatisfiable, false)),
        }
    }
}
