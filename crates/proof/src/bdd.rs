//! Boolean functions of the input bits, as reduced ordered binary decision diagrams (BDDs).
//!
//! A core copies its values freely, so a function is a small handle. The diagrams are hash-consed in a per-thread
//! [`Manager`]: equal functions have equal handles, and 0 and 1 are the constants.

use std::{
    cell::RefCell,
    collections::HashMap,
    ops::{BitAnd, BitOr, BitXor, Not},
};

use biodivine_lib_bdd::{Bdd, BddVariable, BddVariableSet, op_function};

use crate::{bit::ParallelBit, cancellation::is_cancelled};

/// A handle to a Boolean function of the input bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct BddRef(u32);

/// Limits on the size of decision diagrams, in nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The maximum size of one diagram. Default: 200,000 nodes.
    pub diagram: usize,
    /// The maximum size of all diagrams of a proof together. Default: 8,000,000 nodes.
    pub total: usize,
}

impl Default for Bounds {
    fn default() -> Self {
        Bounds { diagram: 200_000, total: 8_000_000 }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Operation {
    And,
    Or,
    Xor,
}

/// The diagrams of one proof.
struct Manager {
    variables: BddVariableSet,
    next_variable: u16,
    diagrams: Vec<Bdd>,
    /// The unique table: the handle of each diagram.
    handles: HashMap<Bdd, BddRef>,
    /// The computed table: results of operations.
    computed: HashMap<(Operation, BddRef, BddRef), BddRef>,
    bounds: Bounds,
    nodes: usize,
    is_aborted: bool,
}

impl Manager {
    fn new(variables: u16, bounds: Bounds) -> Self {
        let variables = BddVariableSet::new_anonymous(variables);
        let constants = [variables.mk_false(), variables.mk_true()];
        let handles = constants.iter().cloned().zip([BddRef::FALSE, BddRef::TRUE]).collect();
        let diagrams = constants.to_vec();
        Manager {
            variables,
            next_variable: 0,
            diagrams,
            handles,
            computed: HashMap::new(),
            bounds,
            nodes: 0,
            is_aborted: false,
        }
    }

    fn diagram(&self, handle: BddRef) -> &Bdd {
        // A stale handle has no meaning, and must not panic.
        self.diagrams.get(handle.0 as usize).unwrap_or(&self.diagrams[0])
    }

    /// Returns the handle of a diagram; `None` is an operation that exceeded its bound.
    fn intern(&mut self, diagram: Option<Bdd>) -> BddRef {
        self.is_aborted |= is_cancelled();
        let Some(diagram) = diagram.filter(|_| !self.is_aborted) else {
            self.is_aborted = true;
            return BddRef::FALSE;
        };
        if let Some(handle) = self.handles.get(&diagram) {
            return *handle;
        }
        let handle = BddRef(self.diagrams.len() as u32);
        self.nodes += diagram.size();
        self.is_aborted |= self.nodes > self.bounds.total;
        self.diagrams.push(diagram.clone());
        self.handles.insert(diagram, handle);
        handle
    }

    fn new_variable(&mut self) -> BddRef {
        let index = self.next_variable;
        self.next_variable = index.saturating_add(1);
        let exists = index < self.variables.num_vars();
        let diagram = exists.then(|| self.variables.mk_var(BddVariable::from_index(index.into())));
        self.intern(diagram)
    }

    fn combine(&mut self, operation: Operation, one: BddRef, other: BddRef) -> BddRef {
        let key = (operation, one.min(other), one.max(other));
        if let Some(result) = self.computed.get(&key) {
            return *result;
        }
        let (one, other) = (self.diagram(one), self.diagram(other));
        let limit = self.bounds.diagram;
        let diagram = match operation {
            Operation::And => Bdd::binary_op_with_limit(limit, one, other, op_function::and),
            Operation::Or => Bdd::binary_op_with_limit(limit, one, other, op_function::or),
            Operation::Xor => Bdd::binary_op_with_limit(limit, one, other, op_function::xor),
        };
        let result = self.intern(diagram);
        self.computed.insert(key, result);
        result
    }
}

thread_local! {
    static MANAGER: RefCell<Manager> = RefCell::new(Manager::new(0, Bounds::default()));
}

fn with_manager<R>(act: impl FnOnce(&mut Manager) -> R) -> R {
    MANAGER.with(|manager| act(&mut manager.borrow_mut()))
}

/// Resets the thread's manager for a number of variables. Existing handles become invalid.
pub(crate) fn reset(variables: u16, bounds: Bounds) {
    with_manager(|manager| *manager = Manager::new(variables, bounds));
}

/// Whether operations were aborted: a bound was exceeded, or the verification was cancelled. Every result computed after
/// that is invalid.
pub(crate) fn is_aborted() -> bool {
    with_manager(|manager| manager.is_aborted)
}

/// Returns the number of nodes of all diagrams together.
pub(crate) fn node_count() -> usize {
    with_manager(|manager| manager.nodes)
}

impl BddRef {
    /// The constant 0.
    pub(crate) const FALSE: BddRef = BddRef(0);
    /// The constant 1.
    pub(crate) const TRUE: BddRef = BddRef(1);

    /// Creates the next variable. Variables are ordered as they are created.
    pub(crate) fn new_variable() -> BddRef {
        with_manager(Manager::new_variable)
    }

    /// Returns an assignment of all variables, in their order, that satisfies the function, or `None` if it is
    /// unsatisfiable.
    pub(crate) fn witness(self) -> Option<Vec<bool>> {
        with_manager(|manager| manager.diagram(self).sat_witness()).map(|valuation| valuation.into_vector())
    }

    fn min(self, other: BddRef) -> BddRef {
        BddRef(self.0.min(other.0))
    }

    fn max(self, other: BddRef) -> BddRef {
        BddRef(self.0.max(other.0))
    }
}

impl ParallelBit for BddRef {
    fn select(self, set: BddRef, clear: BddRef) -> BddRef {
        if set == clear { set } else { (self & set) | (!self & clear) }
    }

    fn simplify(self, mask: BddRef) -> BddRef {
        self.constant(mask).map_or(self, BddRef::from)
    }

    fn is_aborted() -> bool {
        is_aborted()
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
        match (self, other) {
            (BddRef::FALSE, _) | (_, BddRef::FALSE) => BddRef::FALSE,
            (BddRef::TRUE, function) | (function, BddRef::TRUE) => function,
            _ if self == other => self,
            _ => with_manager(|manager| manager.combine(Operation::And, self, other)),
        }
    }
}

impl BitOr for BddRef {
    type Output = BddRef;
    fn bitor(self, other: BddRef) -> BddRef {
        match (self, other) {
            (BddRef::TRUE, _) | (_, BddRef::TRUE) => BddRef::TRUE,
            (BddRef::FALSE, function) | (function, BddRef::FALSE) => function,
            _ if self == other => self,
            _ => with_manager(|manager| manager.combine(Operation::Or, self, other)),
        }
    }
}

impl BitXor for BddRef {
    type Output = BddRef;
    fn bitxor(self, other: BddRef) -> BddRef {
        match (self, other) {
            (BddRef::FALSE, function) | (function, BddRef::FALSE) => function,
            _ if self == other => BddRef::FALSE,
            _ => with_manager(|manager| manager.combine(Operation::Xor, self, other)),
        }
    }
}

impl Not for BddRef {
    type Output = BddRef;
    fn not(self) -> BddRef {
        self ^ BddRef::TRUE
    }
}
