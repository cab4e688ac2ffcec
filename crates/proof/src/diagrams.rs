//! Boolean functions of a routine's input bits, as binary decision diagrams with small numbers for names.
//!
//! A core copies its values freely, so a bit must be a plain number. The diagrams themselves stand in a table of the
//! thread, each once, so that equal functions have equal numbers; 0 and 1 are the constants.

use std::{cell::RefCell, collections::HashMap};

use biodivine_lib_bdd::{Bdd, BddVariable, BddVariableSet, op_function};

use crate::bits::Set;

/// A Boolean function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Bit(u32);

/// How much may be kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Nodes of one diagram.
    pub diagram: usize,
    /// Nodes of all together.
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

struct Table {
    variables: BddVariableSet,
    next: u16,
    diagrams: Vec<Bdd>,
    numbers: HashMap<Bdd, Bit>,
    known: HashMap<(Operation, Bit, Bit), Bit>,
    bounds: Bounds,
    nodes: usize,
    exhausted: bool,
}

impl Table {
    fn new(variables: u16, bounds: Bounds) -> Self {
        let variables = BddVariableSet::new_anonymous(variables);
        let constants = [variables.mk_false(), variables.mk_true()];
        let numbers = constants.iter().cloned().zip([Bit::FALSE, Bit::TRUE]).collect();
        let diagrams = constants.to_vec();
        Table {
            variables,
            next: 0,
            diagrams,
            numbers,
            known: HashMap::new(),
            bounds,
            nodes: 0,
            exhausted: false,
        }
    }

    fn diagram(&self, bit: Bit) -> &Bdd {
        // Numbers of another table can only come from a bit kept too long; they mean nothing here.
        self.diagrams.get(bit.0 as usize).unwrap_or(&self.diagrams[0])
    }

    fn number(&mut self, diagram: Option<Bdd>) -> Bit {
        let Some(diagram) = diagram.filter(|_| !self.exhausted) else {
            self.exhausted = true;
            return Bit::FALSE;
        };
        if let Some(bit) = self.numbers.get(&diagram) {
            return *bit;
        }
        let bit = Bit(self.diagrams.len() as u32);
        self.nodes += diagram.size();
        self.exhausted |= self.nodes > self.bounds.total;
        self.diagrams.push(diagram.clone());
        self.numbers.insert(diagram, bit);
        bit
    }

    fn variable(&mut self) -> Bit {
        let index = self.next;
        self.next = index.saturating_add(1);
        let known = index < self.variables.num_vars();
        let diagram = known.then(|| self.variables.mk_var(BddVariable::from_index(index.into())));
        self.number(diagram)
    }

    fn combine(&mut self, operation: Operation, one: Bit, other: Bit) -> Bit {
        let key = (operation, one.min(other), one.max(other));
        if let Some(bit) = self.known.get(&key) {
            return *bit;
        }
        let (one, other) = (self.diagram(one), self.diagram(other));
        let limit = self.bounds.diagram;
        let diagram = match operation {
            Operation::And => Bdd::binary_op_with_limit(limit, one, other, op_function::and),
            Operation::Or => Bdd::binary_op_with_limit(limit, one, other, op_function::or),
            Operation::Xor => Bdd::binary_op_with_limit(limit, one, other, op_function::xor),
        };
        let bit = self.number(diagram);
        self.known.insert(key, bit);
        bit
    }
}

thread_local! {
    static TABLE: RefCell<Table> = RefCell::new(Table::new(0, Bounds::default()));
}

fn with<R>(act: impl FnOnce(&mut Table) -> R) -> R {
    TABLE.with(|table| act(&mut table.borrow_mut()))
}

/// Begins a new table of this thread with so many variables. Bits made before mean nothing any more.
pub(crate) fn begin(variables: u16, bounds: Bounds) {
    with(|table| *table = Table::new(variables, bounds));
}

/// Whether a bound was reached. Nothing that was computed since is true.
pub(crate) fn is_exhausted() -> bool {
    with(|table| table.exhausted)
}

/// Nodes of all diagrams together.
pub(crate) fn nodes() -> usize {
    with(|table| table.nodes)
}

impl Bit {
    /// The constant 0.
    pub(crate) const FALSE: Bit = Bit(0);
    /// The constant 1.
    pub(crate) const TRUE: Bit = Bit(1);

    /// The next variable, in the order of the diagrams.
    pub(crate) fn variable() -> Bit {
        with(Table::variable)
    }

    /// Values of the variables, in their order, for which it is 1.
    pub(crate) fn witness(self) -> Option<Vec<bool>> {
        with(|table| table.diagram(self).sat_witness()).map(|valuation| valuation.into_vector())
    }

    fn min(self, other: Bit) -> Bit {
        Bit(self.0.min(other.0))
    }

    fn max(self, other: Bit) -> Bit {
        Bit(self.0.max(other.0))
    }
}

impl Set for Bit {
    fn select(self, set: Bit, clear: Bit) -> Bit {
        if set == clear { set } else { (self & set) | (!self & clear) }
    }

    fn within(self, among: Bit) -> Bit {
        self.constant(among).map_or(self, Bit::from)
    }

    fn is_exhausted() -> bool {
        is_exhausted()
    }
}

impl From<bool> for Bit {
    #[inline]
    fn from(value: bool) -> Self {
        Bit(value.into())
    }
}

impl std::ops::BitAnd for Bit {
    type Output = Bit;
    fn bitand(self, other: Bit) -> Bit {
        match (self, other) {
            (Bit::FALSE, _) | (_, Bit::FALSE) => Bit::FALSE,
            (Bit::TRUE, bit) | (bit, Bit::TRUE) => bit,
            _ if self == other => self,
            _ => with(|table| table.combine(Operation::And, self, other)),
        }
    }
}

impl std::ops::BitOr for Bit {
    type Output = Bit;
    fn bitor(self, other: Bit) -> Bit {
        match (self, other) {
            (Bit::TRUE, _) | (_, Bit::TRUE) => Bit::TRUE,
            (Bit::FALSE, bit) | (bit, Bit::FALSE) => bit,
            _ if self == other => self,
            _ => with(|table| table.combine(Operation::Or, self, other)),
        }
    }
}

impl std::ops::BitXor for Bit {
    type Output = Bit;
    fn bitxor(self, other: Bit) -> Bit {
        match (self, other) {
            (Bit::FALSE, bit) | (bit, Bit::FALSE) => bit,
            _ if self == other => Bit::FALSE,
            _ => with(|table| table.combine(Operation::Xor, self, other)),
        }
    }
}

impl std::ops::Not for Bit {
    type Output = Bit;
    fn not(self) -> Bit {
        self ^ Bit::TRUE
    }
}
