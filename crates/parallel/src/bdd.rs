//! Boolean functions of the input bits, as reduced ordered binary decision diagrams (BDDs).
//!
//! A core copies its values freely, so a function is a small handle. All functions of a proof share the nodes of one
//! per-thread `Manager`: equal functions have equal handles, and a node that many functions contain is stored once.
//! The design is that of Brace, Rudell and Bryant, "Efficient Implementation of a BDD Package" (DAC 1990): a unique table
//! of nodes (`node_table`), a computed table of results (`computed_table`), and complement edges.

mod manager;
mod operations;
mod tables;
#[cfg(test)]
mod tests;

use std::{
    cell::RefCell,
    collections::BTreeSet,
    ops::{BitAnd, BitOr, BitXor, Not},
};

pub(crate) use operations::Reduced;
use tables::Key;

use self::{
    manager::Manager,
    operations::{And, Constrain, Intersects, Ite, Xor},
};
use crate::{byte::ParallelBit, cancellation::is_cancelled};
use operations::Operation;

/// A handle to a Boolean function of the input bits: twice the index of a node, plus 1 for the complement.
///
/// The function of a node is 0 where all variables are 0, so a complemented handle is 1 there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BddRef(u32);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The maximum number of nodes of all diagrams of a proof together, which share equal nodes. Default: 2,000,000.
    pub nodes: usize,
}

impl Bounds {
    /// Returns the bounds with which every attempt is made first: what is small in one variable order or case by case should not
    /// wait until the others have become too large.
    pub fn first_try(self) -> Bounds {
        Bounds { nodes: self.nodes / 16 }
    }
}

impl Default for Bounds {
    fn default() -> Self {
        Bounds { nodes: 2_000_000 }
    }
}

thread_local! {
    static MANAGER: RefCell<Manager> = RefCell::new(Manager::new(0, Bounds::default()));
}

fn with_manager<R>(act: impl FnOnce(&mut Manager) -> R) -> R {
    MANAGER.with(|manager| act(&mut manager.borrow_mut()))
}

/// Resets the thread's manager for up to a number of variables. Existing handles become invalid.
pub fn reset(max_variables: usize, bounds: Bounds) {
    with_manager(|manager| *manager = Manager::new(max_variables, bounds));
}

/// Limits the steps of all operations together, until the next [`reset`]. An operation can pass over many pairs of nodes without
/// making new ones, so that a bound of their number does not end it.
pub fn limit_steps(steps: u64) {
    with_manager(|manager| manager.limit_steps(steps));
}

/// Returns whether operations were aborted: a bound was exceeded, or the verification was cancelled. Every result computed after
/// that is invalid.
pub fn is_aborted() -> bool {
    is_cancelled() || with_manager(|manager| manager.is_aborted())
}

/// Computes something with a part of the nodes that are left. Returns `None` if they do not suffice: then everything that was
/// computed is invalid, and operations work again.
pub fn within_part<T>(compute: impl FnOnce() -> T) -> Option<T> {
    let limit = with_manager(Manager::limit_nodes)?;
    let result = compute();
    with_manager(|manager| manager.restore_limit(limit)).then_some(result)
}

/// Returns what an expensive function of bytes computes. There is one such function in a proof; results for variables and constants
/// are remembered until the next [`reset`].
pub fn remembered(input: &[[BddRef; 8]], compute: impl FnOnce() -> Vec<[BddRef; 8]>) -> Vec<[BddRef; 8]> {
    if let Some(known) = with_manager(|manager| manager.remembered(input)) {
        return known;
    }
    let output = compute();
    with_manager(|manager| manager.remember(input, &output));
    output
}

/// Exempts functions from garbage collection until the next [`reset`].
pub fn pin(functions: impl Iterator<Item = BddRef>) {
    with_manager(|manager| manager.pin(functions));
}

/// Undoes every [`pin`] but that of the first `count` functions.
pub fn unpin_after(count: usize) {
    with_manager(|manager| manager.unpin_after(count));
}

pub fn pinned_count() -> usize {
    with_manager(|manager| manager.pinned_count())
}

pub fn node_count() -> usize {
    with_manager(|manager| manager.node_count())
}

/// Returns the normal form of if-then-else.
#[cfg(feature = "circuits")]
pub(crate) fn normal_form(operands: [BddRef; 3]) -> Reduced {
    Ite::reduce(operands)
}

fn apply<O: Operation>(operands: Key) -> BddRef {
    match O::reduce(operands) {
        Reduced::Solved(result) => result,
        Reduced::Problem(operands, is_complemented) => {
            with_manager(|manager| manager.apply::<O>(operands)).complement_if(is_complemented)
        }
    }
}

impl BddRef {
    pub const FALSE: BddRef = BddRef(0);
    pub const TRUE: BddRef = BddRef(1);

    /// Creates the next variable. Variables are ordered as they are created.
    pub fn new_variable() -> BddRef {
        with_manager(Manager::new_variable)
    }

    pub fn variable(number: usize) -> BddRef {
        with_manager(|manager| manager.variable(number))
    }

    /// Returns the first variable on which the function depends, with the functions that remain if it is 0 and 1; `None` if the
    /// function is constant.
    pub fn branches(self) -> Option<(usize, BddRef, BddRef)> {
        with_manager(|manager| manager.branches(self))
    }

    /// Returns an assignment of all variables, in their order, that satisfies the function, or `None` if it is
    /// unsatisfiable. It is the lexicographically least: `false` where possible.
    pub fn witness(self) -> Option<Vec<bool>> {
        with_manager(|manager| manager.witness(self))
    }

    pub fn evaluate(self, assignment: &[bool]) -> bool {
        with_manager(|manager| manager.evaluate(self, assignment))
    }

    /// Returns whether both functions are 1 for some assignment. Unlike `self & other` this creates no nodes.
    pub fn intersects(self, other: BddRef) -> bool {
        apply::<Intersects>([self, other, BddRef::TRUE]) == BddRef::TRUE
    }

    pub fn support(self) -> BTreeSet<usize> {
        with_manager(|manager| manager.support(self))
    }

    /// Returns the conjunction of the variables, or their complements, that are true wherever the function is.
    pub fn implied_literals(self) -> BddRef {
        self.support().into_iter().map(BddRef::variable).fold(BddRef::TRUE, |all, variable| {
            all & match variable.constant(self) {
                Some(true) => variable,
                Some(false) => !variable,
                None => BddRef::TRUE,
            }
        })
    }

    /// Returns the numbers of the variables whose conjunction the function is, if these are two.
    pub fn factors(self) -> Option<[usize; 2]> {
        let (first, clear, set) = self.branches()?;
        let (second, ..) = set.branches().filter(|_| clear == BddRef::FALSE && set.is_variable())?;
        Some([first, second])
    }

    pub fn is_variable(self) -> bool {
        self.branches().is_some_and(|(_, clear, set)| clear == BddRef::FALSE && set == BddRef::TRUE)
    }

    /// Returns the function or its complement, whichever is 0 where all variables are 0.
    pub fn positive(self) -> BddRef {
        self.regular()
    }

    pub(crate) fn number(self) -> u32 {
        self.0
    }

    pub(crate) fn from_number(number: u32) -> Self {
        BddRef(number)
    }

    fn index(self) -> usize {
        self.0 as usize >> 1
    }

    fn is_complemented(self) -> bool {
        self.0 & 1 != 0
    }

    fn regular(self) -> BddRef {
        BddRef(self.0 & !1)
    }

    fn complement_if(self, condition: bool) -> BddRef {
        BddRef(self.0 ^ u32::from(condition))
    }
}

impl ParallelBit for BddRef {
    const IS_SYMBOLIC: bool = true;

    fn select(self, set: BddRef, clear: BddRef) -> BddRef {
        apply::<Ite>([self, set, clear])
    }

    fn constant(self, mask: BddRef) -> Option<bool> {
        if !mask.intersects(self) {
            Some(false)
        } else if !mask.intersects(!self) {
            Some(true)
        } else {
            None
        }
    }

    fn simplify(self, mask: BddRef) -> BddRef {
        self.constrain(mask)
    }

    fn is_small(self) -> bool {
        const MAX_SMALL: usize = 1000;
        !with_manager(|manager| manager.is_larger_than(self, MAX_SMALL))
    }

    fn constrain(self, mask: BddRef) -> BddRef {
        if mask == BddRef::FALSE { self } else { apply::<Constrain>([self, mask, mask]) }
    }

    fn root(self) -> Option<u32> {
        with_manager(|manager| manager.root(self))
    }

    fn is_aborted() -> bool {
        is_aborted()
    }

    fn is_cancelled() -> bool {
        is_cancelled()
    }

    fn needs_collection() -> bool {
        with_manager(|manager| manager.needs_collection())
    }

    // The watermark is unused: variables and pinned functions are kept, wherever they were allocated.
    fn collect_garbage(_watermark: usize, live: impl Iterator<Item = Self>) {
        // Collected first: the iterator may itself use the manager, which `with_manager` borrows.
        let live: Vec<_> = live.collect();
        with_manager(|manager| manager.collect_garbage(live));
    }
}

impl From<bool> for BddRef {
    #[inline]
    fn from(value: bool) -> Self {
        BddRef(value.into())
    }
}

impl BitAnd for BddRef {
    type Output = BddRef;
    fn bitand(self, other: BddRef) -> BddRef {
        apply::<And>([self, other, BddRef::FALSE])
    }
}

impl BitOr for BddRef {
    type Output = BddRef;
    fn bitor(self, other: BddRef) -> BddRef {
        !(!self & !other)
    }
}

impl BitXor for BddRef {
    type Output = BddRef;
    fn bitxor(self, other: BddRef) -> BddRef {
        apply::<Xor>([self, !other, other])
    }
}

impl Not for BddRef {
    type Output = BddRef;
    #[inline]
    fn not(self) -> BddRef {
        self.complement_if(true)
    }
}
