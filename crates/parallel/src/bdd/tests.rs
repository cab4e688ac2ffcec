//! The diagrams compared with truth tables.

use std::{
    array::from_fn,
    collections::HashSet,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use proptest::{collection::vec, prelude::*};

use super::{BddRef, Bounds, is_aborted, node_count, pin, reset, with_manager, within_part};
use crate::{byte::ParallelBit, cancellation::cancellable, random::Random};

const VARIABLES: usize = 10;

/// The value for each assignment. Bit `n` of an assignment's number is the value of variable `n`.
type TruthTable = [bool; 1 << VARIABLES];

type Function = (BddRef, TruthTable);

/// An operation on functions built before: kind and operands.
type Step = (u8, [usize; 3]);

fn steps() -> impl Strategy<Value = Vec<Step>> {
    vec((0..5_u8, any::<[usize; 3]>()), 1..60)
}

fn new_variables() -> Vec<Function> {
    (0..VARIABLES).map(|n| (BddRef::new_variable(), from_fn(|assignment| assignment >> n & 1 != 0))).collect()
}

fn apply((kind, operands): Step, functions: &[Function]) -> Function {
    let [(f, f_table), (g, g_table), (h, h_table)] = operands.map(|n| functions[n % functions.len()]);
    match kind {
        0 => (f & g, from_fn(|n| f_table[n] & g_table[n])),
        1 => (f | g, from_fn(|n| f_table[n] | g_table[n])),
        2 => (f ^ g, from_fn(|n| f_table[n] ^ g_table[n])),
        3 => (!f, from_fn(|n| !f_table[n])),
        _ => (f.select(g, h), from_fn(|n| if f_table[n] { g_table[n] } else { h_table[n] })),
    }
}

fn build(mut functions: Vec<Function>, steps: &[Step]) -> Vec<Function> {
    for step in steps {
        functions.push(apply(*step, &functions));
    }
    functions
}

fn new_functions(steps: &[Step]) -> Vec<Function> {
    reset(VARIABLES, Bounds::default());
    build(new_variables(), steps)
}

fn value(function: BddRef, assignment: usize) -> bool {
    let mut function = function;
    while function.index() != 0 {
        let node = with_manager(|manager| manager.nodes.node(function));
        let (low, high) = node.cofactors(function, node.variable);
        function = if assignment >> node.variable & 1 != 0 { high } else { low };
    }
    function == BddRef::TRUE
}

fn has_table((function, table): &Function) -> bool {
    table.iter().enumerate().all(|(assignment, expected)| value(*function, assignment) == *expected)
}

fn least_witness(table: &TruthTable) -> Option<Vec<bool>> {
    let assignments = (0..table.len()).filter(|assignment| table[*assignment]);
    assignments.map(|assignment| (0..VARIABLES).map(|n| assignment >> n & 1 != 0).collect()).min()
}

proptest! {
    #[test]
    fn operations(steps in steps()) {
        prop_assert!(new_functions(&steps).iter().all(has_table));
    }

    #[test]
    fn equal_functions_have_equal_handles(steps in steps()) {
        let functions = new_functions(&steps);
        for (one, one_table) in &functions {
            for (other, other_table) in &functions {
                prop_assert_eq!(one == other, one_table == other_table);
                prop_assert_eq!(*one == !*other, *one_table == other_table.map(|value| !value));
            }
        }
    }

    #[test]
    fn constants_under_a_mask(steps in steps()) {
        let functions = new_functions(&steps);
        for (mask, mask_table) in &functions {
            prop_assert_eq!(mask.witness(), least_witness(mask_table));
            for (function, table) in &functions {
                let values: HashSet<bool> = (0..table.len()).filter(|n| mask_table[*n]).map(|n| table[n]).collect();
                prop_assert_eq!(mask.intersects(*function), values.contains(&true));
                if let Some(value) = values.iter().next() {
                    prop_assert_eq!(function.constant(*mask), (values.len() == 1).then_some(*value));
                }
            }
        }
    }

    #[test]
    fn garbage_collection(first in steps(), second in steps(), live in any::<usize>(), pinned in any::<usize>()) {
        let functions = new_functions(&first);
        let [live, pinned] = [live, pinned].map(|n| functions[n % functions.len()]);
        pin([pinned.0].into_iter());
        let before = node_count();
        BddRef::collect_garbage(BddRef::watermark(), [live.0].into_iter());
        prop_assert!(node_count() <= before);
        prop_assert!(has_table(&live) && has_table(&pinned));

        // New nodes take the places of the freed ones.
        prop_assert!(build([&functions[..VARIABLES], &[live, pinned]].concat(), &second).iter().all(has_table));
        let again = build(functions[..VARIABLES].to_vec(), &first);
        for (function, table) in again {
            prop_assert!(has_table(&(function, table)));
            for (kept, kept_table) in [live, pinned] {
                prop_assert_eq!(function == kept, table == kept_table);
            }
        }
    }
}

/// A function with more than 2^(n/2) nodes in this variable order: n bits equal the next n bits.
fn equality(n: usize) -> BddRef {
    let [one, other]: [Vec<_>; 2] = from_fn(|_| (0..n).map(|_| BddRef::new_variable()).collect());
    one.into_iter().zip(other).fold(BddRef::TRUE, |equal, (one, other)| equal & !(one ^ other))
}

#[test]
fn everything_dead_is_freed() {
    reset(24, Bounds::default());
    equality(12);
    assert!(node_count() > 4096);
    BddRef::collect_garbage(0, [].into_iter());
    assert_eq!(node_count(), 25, "the variables and the constant");
}

#[test]
fn the_node_limit() {
    reset(24, Bounds { nodes: 1000 });
    equality(12);
    assert!(is_aborted());
    assert!(node_count() <= 1000);
    reset(24, Bounds { nodes: 1000 });
    assert!(!is_aborted());
    assert!(equality(2).witness().is_some());
    assert!(!is_aborted());
}

#[test]
fn the_variable_limit() {
    reset(2, Bounds::default());
    let [one, other] = from_fn(|_| BddRef::new_variable());
    assert_eq!((!one & other).witness(), Some(vec![false, true]));
    assert_eq!(BddRef::new_variable(), BddRef::FALSE);
    assert!(is_aborted());
}

#[test]
fn collection_makes_room_within_the_limit() {
    reset(16, Bounds { nodes: 2500 });
    let variables: Vec<_> = (0..16).map(|_| BddRef::new_variable()).collect();
    let mut nodes = 0;
    for different in 0..8 {
        let equal = (0..8).fold(BddRef::TRUE, |equal, n| {
            equal & !(variables[n] ^ variables[8 + n] ^ (n == different).into())
        });
        assert!(equal.witness().is_some());
        nodes += node_count();
        assert!(BddRef::needs_collection());
        BddRef::collect_garbage(0, [].into_iter());
        assert!(!BddRef::needs_collection());
    }
    assert!(nodes > 2500 && !is_aborted());
}

#[test]
fn a_cancellation_ends_a_long_operation() {
    let flag = Arc::new(AtomicBool::new(false));
    let result = cancellable(&flag, || {
        reset(40, Bounds::default());
        flag.store(true, Ordering::Relaxed);
        equality(20);
        assert!(is_aborted());
        assert!(node_count() < 100_000);
    });
    assert!(result.is_err());
}

#[test]
fn ten_thousand_variables_on_a_small_stack() {
    let work = || {
        reset(10_000, Bounds::default());
        let variables: Vec<_> = (0..10_000).map(|_| BddRef::new_variable()).collect();
        let parity = variables.iter().rev().fold(BddRef::FALSE, |parity, variable| parity ^ *variable);
        let all = variables.iter().rev().fold(BddRef::TRUE, |all, variable| all & *variable);
        assert!(all.intersects(!parity) && !all.intersects(parity));
        assert_eq!(all & parity, BddRef::FALSE);
        assert_eq!(parity.select(!all, all), parity | all);
        assert_eq!(all.witness(), Some(vec![true; 10_000]));
        BddRef::collect_garbage(0, [parity].into_iter());
        assert_eq!(node_count(), 1 + 2 * 10_000 - 1);
    };
    std::thread::Builder::new()
        .stack_size(64 << 10)
        .spawn(work)
        .expect("a thread")
        .join()
        .expect("no overflow");
}

/// A generalized cofactor equals the function under the mask, and forgets what the mask determines.
#[test]
fn generalized_cofactors() {
    reset(8, Bounds::default());
    let variables: Vec<_> = (0..8).map(|_| BddRef::new_variable()).collect();
    let mut random = Random::new(1);
    let mut functions = variables.clone();
    for _ in 0..2000 {
        let mut pick = || functions[random.below(functions.len() as u32) as usize];
        let (one, other, mask) = (pick(), pick(), pick());
        let cofactor = one.constrain(mask);
        assert_eq!(cofactor & mask, one & mask);
        assert_eq!((!one).constrain(mask), if mask == BddRef::FALSE { !one } else { !cofactor });
        functions.push(match random.below(3) {
            0 => one & !other,
            1 => one ^ other,
            _ => mask.select(one, !other),
        });
    }
    let [first, second, ..] = variables[..] else { panic!("eight variables") };
    assert_eq!((first & second).constrain(first), second);
    assert_eq!((first ^ second).constrain(!(first ^ second)), BddRef::FALSE);
}

/// Returns where two numbers of `bits` bits are equal, which is large: all bits of the one come before those of the other.
fn distant_equality(bits: usize) -> BddRef {
    (0..bits).fold(BddRef::TRUE, |equal, n| equal & !(BddRef::variable(n) ^ BddRef::variable(n + bits)))
}

/// Checks that an operation that takes too many nodes can be given up. Nothing of it may be used later.
#[test]
fn a_part_that_is_too_large_is_forgotten() {
    const BITS: usize = 9;
    reset(2 * BITS, Bounds { nodes: 6_000 });
    (0..2 * BITS).for_each(|_| _ = BddRef::new_variable());
    assert_eq!(within_part(|| distant_equality(BITS)), None);
    assert!(!is_aborted());
    let equal = distant_equality(BITS);
    assert!(!is_aborted());
    for numbers in [[0_u32, 0], [511, 511], [256, 0], [0, 1], [300, 301]] {
        let assignment: Vec<bool> =
            numbers.iter().flat_map(|number| (0..BITS).map(move |n| number >> n & 1 != 0)).collect();
        assert_eq!(equal.evaluate(&assignment), numbers[0] == numbers[1], "{numbers:?}");
    }
    assert_eq!(within_part(|| distant_equality(3)), Some(distant_equality(3)));
}
