//! Boolean functions as circuits: a function is the output of a gate, and costs as much as the operations that made it.
//!
//! A decision diagram of a product has one node for each different product. Its circuit has a few hundred gates. In
//! return equal functions may be different gates, and whether a function is ever 1 must be decided: by its values for some
//! assignments, by trying all if it depends on few variables, or by a [`Solver`]. All circuits of a comparison share the gates
//! of one per-thread
//! `Circuit`. `sat` has a solver, and its tests those of circuits.

mod decide;
mod gates;

use std::{
    cell::RefCell,
    collections::BTreeSet,
    ops::{BitAnd, BitOr, BitXor, Not},
};

use self::{decide::Circuit, gates::normal_form};
use crate::byte::ParallelBit;
use gates::Cone;

/// A wire: twice the index of a gate, plus 1 for the complement of its output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Wire(u32);

/// A variable of a [`Solver`] or its complement: twice the number of the variable, plus 1 for the complement.
pub type Literal = u32;

/// Solver that finds values with which all of some clauses are true.
pub trait Solver {
    /// Adds a clause: one of its literals must be true.
    fn add_clause(&mut self, clause: &[Literal]);

    /// Looks for values with which all clauses and all these literals are true; gives up after a number of conflicts, or if the
    /// verification is cancelled.
    fn solve(&mut self, literals: &[Literal], conflicts: u64) -> Solved;

    fn conflicts(&self) -> u64;
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Solved {
    /// Values of the variables. Of those that are not listed any value will do.
    Satisfiable(Vec<bool>),
    /// A proof that there are no such values, which was checked.
    Unsatisfiable,
    /// Nothing: it gave up.
    Unknown,
    /// A proof that is wrong.
    Unproven,
}

/// Reason that operations were aborted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    /// A limit was exceeded, or the verification was cancelled.
    Limit,
    /// The solver was wrong.
    Unproven,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    pub gates: usize,
    /// The number of conflicts of the solver for all decisions together. A decision counts as a few more.
    pub conflicts: u64,
    /// The number of gates to be evaluated, each for 512 assignments, up to which all assignments are tried.
    pub tried: u64,
}

thread_local! {
    static CIRCUIT: RefCell<Circuit> = RefCell::new(Circuit::default());
}

fn with_circuit<R>(act: impl FnOnce(&mut Circuit) -> R) -> R {
    CIRCUIT.with(|circuit| act(&mut circuit.borrow_mut()))
}

/// Resets the thread's circuit. Existing wires become invalid. Without a solver only all values are tried.
pub fn reset(limits: Limits, solver: Option<Box<dyn Solver>>) {
    with_circuit(|circuit| *circuit = Circuit::new(limits, solver));
}

/// Returns why operations were aborted, if they were. Then every result is invalid.
pub fn failure() -> Option<Failure> {
    with_circuit(|circuit| circuit.failure())
}

/// Returns the number of gates, of decisions by trying all assignments and by the solver, and of its conflicts.
pub fn statistics() -> [u64; 4] {
    with_circuit(|circuit| circuit.statistics())
}

fn gate(inputs: [Wire; 3]) -> Wire {
    normal_form(inputs).unwrap_or_else(|_| with_circuit(|circuit| circuit.gate(inputs)))
}

impl Wire {
    pub const FALSE: Wire = Wire(0);
    pub const TRUE: Wire = Wire(1);

    pub fn new_variable() -> Wire {
        with_circuit(Circuit::new_variable)
    }

    pub fn variable(number: usize) -> Wire {
        with_circuit(|circuit| circuit.variable(number))
    }

    /// Returns whether the function is 0 for all values of the variables.
    pub fn is_never(self) -> bool {
        self == Wire::FALSE || self != Wire::TRUE && with_circuit(|circuit| !circuit.is_ever(self))
    }

    /// Returns whether both functions are 1 for some assignment.
    pub fn intersects(self, other: Wire) -> bool {
        !(self & other).is_never()
    }

    /// Returns an assignment of the variables that satisfies the function, or `None` if there is none. It is one with few 1s: none
    /// of them alone could be 0.
    pub fn witness(self) -> Option<Vec<bool>> {
        with_circuit(|circuit| circuit.witness(self))
    }

    /// Returns the value of the function for an assignment of the variables. Variables that it does not list are 0.
    pub fn evaluate(self, assignment: &[bool]) -> bool {
        with_circuit(|circuit| circuit.evaluate(self, assignment))
    }

    /// Returns the numbers of the variables that the circuit depends on. The function may depend on fewer.
    pub fn support(self) -> BTreeSet<usize> {
        with_circuit(|circuit| {
            Cone::of(circuit.gates(), self).variables().iter().map(|number| *number as usize).collect()
        })
    }

    pub fn is_variable(self) -> bool {
        !self.is_complemented() && self.root().is_some()
    }

    pub(crate) fn number(self) -> u32 {
        self.0
    }

    pub(crate) fn from_number(number: u32) -> Self {
        Wire(number)
    }

    fn index(self) -> usize {
        self.0 as usize >> 1
    }

    fn is_complemented(self) -> bool {
        self.0 & 1 != 0
    }

    fn complement_if(self, condition: bool) -> Wire {
        Wire(self.0 ^ u32::from(condition))
    }
}

impl ParallelBit for Wire {
    const IS_SYMBOLIC: bool = true;

    fn select(self, set: Wire, clear: Wire) -> Wire {
        gate([self, set, clear])
    }

    fn constant(self, mask: Wire) -> Option<bool> {
        if !mask.intersects(self) {
            Some(false)
        } else if !mask.intersects(!self) {
            Some(true)
        } else {
            None
        }
    }

    fn is_same(self, other: Wire, mask: Wire) -> bool {
        self == other || ((self ^ other) & mask).is_never()
    }

    /// Returns the variable, if the function is one or its complement.
    fn root(self) -> Option<u32> {
        with_circuit(|circuit| circuit.variable_of(self))
    }

    fn is_aborted() -> bool {
        failure().is_some()
    }
}

impl From<bool> for Wire {
    #[inline]
    fn from(value: bool) -> Self {
        Wire(value.into())
    }
}

impl BitAnd for Wire {
    type Output = Wire;
    fn bitand(self, other: Wire) -> Wire {
        gate([self, other, Wire::FALSE])
    }
}

impl BitOr for Wire {
    type Output = Wire;
    fn bitor(self, other: Wire) -> Wire {
        !(!self & !other)
    }
}

impl BitXor for Wire {
    type Output = Wire;
    fn bitxor(self, other: Wire) -> Wire {
        gate([self, !other, other])
    }
}

impl Not for Wire {
    type Output = Wire;
    #[inline]
    fn not(self) -> Wire {
        self.complement_if(true)
    }
}
