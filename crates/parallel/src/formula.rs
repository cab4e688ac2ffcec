//! Boolean functions of variables, as decision diagrams or as circuits, whichever the thread computes with.
//!
//! Code that computes with formulas is compiled once for both kinds.

use std::{
    cell::Cell,
    collections::BTreeSet,
    ops::{BitAnd, BitOr, BitXor, Not},
};

use crate::{
    bdd::{self, BddRef, Bounds},
    byte::{Byte, ParallelBit},
    circuit::{self, Failure, Limits, Solver, Wire},
    symbol::interleaved_of,
};

/// A Boolean function: a handle of the kind that the thread computes with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Formula(u32);

pub type FormulaByte = Byte<Formula>;

thread_local! {
    static IS_CIRCUIT: Cell<bool> = const { Cell::new(false) };
}

#[inline]
pub(crate) fn is_circuit() -> bool {
    IS_CIRCUIT.get()
}

/// Resets the thread's decision diagrams, and computes with them. Existing formulas become invalid.
pub fn use_diagrams(max_variables: usize, bounds: Bounds) {
    IS_CIRCUIT.set(false);
    bdd::reset(max_variables, bounds);
}

/// Resets the thread's circuit, and computes with it. Existing formulas become invalid. Without a solver only all values are tried.
pub fn use_circuits(limits: Limits, solver: Option<Box<dyn Solver>>) {
    IS_CIRCUIT.set(true);
    circuit::reset(limits, solver);
}

/// Returns why operations were aborted, if they were. Then every result is invalid.
pub fn failure() -> Option<Failure> {
    if is_circuit() { circuit::failure() } else { bdd::is_aborted().then_some(Failure::Limit) }
}

/// Creates bytes of new variables. Bits of equal weight are neighbors.
pub fn interleaved(count: usize) -> Vec<FormulaByte> {
    interleaved_of(count, Formula::new_variable)
}

impl From<BddRef> for Formula {
    #[inline(always)]
    fn from(bit: BddRef) -> Self {
        Formula(bit.number())
    }
}

impl From<Wire> for Formula {
    #[inline(always)]
    fn from(wire: Wire) -> Self {
        Formula(wire.number())
    }
}

/// Computes with formulas as what they are: `either!(one: self => one.support())`.
macro_rules! either {
    ($($bit:ident: $formula:expr),* => $result:expr) => {
        if is_circuit() {
            $(let $bit = Wire::from_number($formula.0);)*
            $result
        } else {
            $(let $bit = BddRef::from_number($formula.0);)*
            $result
        }
    };
}

impl Formula {
    pub const FALSE: Formula = Formula(0);
    pub const TRUE: Formula = Formula(1);

    pub fn new_variable() -> Formula {
        if is_circuit() { Wire::new_variable().into() } else { BddRef::new_variable().into() }
    }

    pub fn variable(number: usize) -> Formula {
        if is_circuit() { Wire::variable(number).into() } else { BddRef::variable(number).into() }
    }

    /// Returns whether the function is 0 for all values of the variables.
    #[inline]
    pub fn is_never(self) -> bool {
        // Of decision diagrams only one is.
        self == Formula::FALSE || is_circuit() && Wire::from_number(self.0).is_never()
    }

    /// Returns whether both functions are 1 for some assignment.
    pub fn intersects(self, other: Formula) -> bool {
        either!(one: self, other: other => one.intersects(other))
    }

    /// Returns an assignment of the variables that satisfies the function, or `None` if there is none. None of its 1s alone could
    /// be 0.
    pub fn witness(self) -> Option<Vec<bool>> {
        either!(one: self => one.witness())
    }

    /// Returns the value of the function for an assignment of the variables. Variables that it does not list are 0.
    pub fn evaluate(self, assignment: &[bool]) -> bool {
        either!(one: self => one.evaluate(assignment))
    }

    /// Returns the numbers of variables outside of which the function depends on none.
    pub fn support(self) -> BTreeSet<usize> {
        either!(one: self => one.support())
    }

    pub fn is_variable(self) -> bool {
        either!(one: self => one.is_variable())
    }

    pub(crate) fn number(self) -> u32 {
        self.0
    }

    pub(crate) fn from_number(number: u32) -> Self {
        Formula(number)
    }
}

impl ParallelBit for Formula {
    const IS_SYMBOLIC: bool = true;

    fn select(self, set: Formula, clear: Formula) -> Formula {
        either!(one: self, set: set, clear: clear => one.select(set, clear).into())
    }

    fn constant(self, mask: Formula) -> Option<bool> {
        either!(one: self, mask: mask => one.constant(mask))
    }

    fn is_same(self, other: Formula, mask: Formula) -> bool {
        either!(one: self, other: other, mask: mask => one.is_same(other, mask))
    }

    fn root(self) -> Option<u32> {
        either!(one: self => one.root())
    }

    fn is_aborted() -> bool {
        failure().is_some()
    }
}

impl From<bool> for Formula {
    #[inline]
    fn from(value: bool) -> Self {
        // In both kinds.
        Formula(value.into())
    }
}

impl BitAnd for Formula {
    type Output = Formula;
    fn bitand(self, other: Formula) -> Formula {
        either!(one: self, other: other => (one & other).into())
    }
}

impl BitOr for Formula {
    type Output = Formula;
    fn bitor(self, other: Formula) -> Formula {
        !(!self & !other)
    }
}

impl BitXor for Formula {
    type Output = Formula;
    fn bitxor(self, other: Formula) -> Formula {
        either!(one: self, other: other => (one ^ other).into())
    }
}

impl Not for Formula {
    type Output = Formula;
    #[inline]
    fn not(self) -> Formula {
        // In both kinds.
        Formula(self.0 ^ 1)
    }
}
