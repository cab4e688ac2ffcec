//! The diagrams of one proof.

use std::collections::{BTreeSet, HashMap};

use super::{
    BddRef, Bounds,
    tables::{ComputedTable, Key, Node, NodeTable},
};
use crate::cancellation::is_cancelled;

/// Below this number of nodes garbage is not collected.
const MIN_THRESHOLD: usize = 1 << 17;

/// Garbage is collected when there are this many times the nodes that the last collection kept.
const GROWTH: usize = 4;

/// The part of the room that is left for what can be given up.
const LIMITED_PART: usize = 4;

/// The number of steps of operations after which a cancellation is noticed.
const POLL_INTERVAL: u64 = 1 << 12;

/// A problem whose cofactors are being solved.
pub(super) struct OpenProblem {
    pub(super) operands: Key,
    pub(super) is_complemented: bool,
    /// The first variable of the operands.
    pub(super) variable: u32,
    /// The operands for the variable's value 1.
    pub(super) high: Key,
    /// The result for the variable's value 0, once it is known.
    pub(super) low_result: Option<BddRef>,
}

pub(super) struct Manager {
    pub(super) nodes: NodeTable,
    pub(super) computed: ComputedTable,
    /// The unfinished problems of an operation, empty between operations.
    pub(super) stack: Vec<OpenProblem>,
    variables: Vec<BddRef>,
    pinned: Vec<BddRef>,
    /// Results of an expensive function that are needed again and again. The inputs are variables, which are never freed.
    remembered: HashMap<Vec<[BddRef; 8]>, Vec<[BddRef; 8]>>,
    max_variables: usize,
    max_nodes: usize,
    is_aborted: bool,
    /// The number of nodes above which garbage is collected.
    threshold: usize,
    /// The steps of operations so far, and those after which they are aborted.
    steps: u64,
    max_steps: u64,
}

impl Manager {
    pub(super) fn new(max_variables: usize, bounds: Bounds) -> Self {
        let mut manager = Manager {
            nodes: NodeTable::new(),
            computed: ComputedTable::new(),
            stack: Vec::new(),
            variables: Vec::new(),
            pinned: Vec::new(),
            remembered: HashMap::new(),
            max_variables,
            // The index of a node has 31 bits.
            max_nodes: bounds.nodes.min(i32::MAX as usize),
            is_aborted: is_cancelled(),
            threshold: 0,
            steps: 0,
            max_steps: u64::MAX,
        };
        manager.set_threshold();
        manager
    }

    pub(super) fn is_aborted(&self) -> bool {
        self.is_aborted
    }

    pub(super) fn node_count(&self) -> usize {
        self.nodes.len()
    }

    pub(super) fn limit_steps(&mut self, steps: u64) {
        self.max_steps = steps;
    }

    /// Limits the number of nodes to a part of the room that is left. Returns the limit so far, or `None` if operations were
    /// aborted.
    pub(super) fn limit_nodes(&mut self) -> Option<usize> {
        if self.is_aborted {
            return None;
        }
        let limit = self.max_nodes;
        let room = limit.saturating_sub(self.nodes.len());
        self.max_nodes = self.nodes.len() + room / LIMITED_PART;
        Some(limit)
    }

    /// Restores a limit. Returns whether no operation was aborted since. If one was because of the lower limit, later ones work
    /// again.
    pub(super) fn restore_limit(&mut self, limit: usize) -> bool {
        let is_complete = !self.is_aborted;
        if !is_complete && self.nodes.len() < limit && !is_cancelled() {
            self.is_aborted = false;
            // It contains results of aborted operations.
            self.computed = ComputedTable::new();
        }
        self.max_nodes = limit;
        is_complete
    }

    fn exceed_budget(&mut self) -> BddRef {
        self.is_aborted = true;
        BddRef::FALSE
    }

    pub(super) fn new_variable(&mut self) -> BddRef {
        if self.variables.len() >= self.max_variables {
            return self.exceed_budget();
        }
        let variable = self.make_node(self.variables.len() as u32, BddRef::FALSE, BddRef::TRUE);
        self.variables.push(variable);
        variable
    }

    /// Returns the function that is `low` where the variable is 0 and `high` where it is 1.
    #[inline]
    pub(super) fn make_node(&mut self, variable: u32, low: BddRef, high: BddRef) -> BddRef {
        if low == high {
            return low;
        }
        let is_complemented = low.is_complemented();
        let [low, high] = [low, high].map(|child| child.complement_if(is_complemented));
        let node = Node { variable, low, high };
        let index = match self.nodes.find(node) {
            Ok(index) => index,
            Err(_) if self.nodes.len() >= self.max_nodes => return self.exceed_budget(),
            Err(bucket) => {
                self.computed.grow(self.nodes.len());
                match self.nodes.insert(node, bucket) {
                    Some(index) => index,
                    None => return self.exceed_budget(),
                }
            }
        };
        BddRef(index << 1).complement_if(is_complemented)
    }

    /// Counts a step of an operation. Returns whether the operation must give up.
    #[inline]
    pub(super) fn must_stop(&mut self) -> bool {
        self.steps = self.steps.wrapping_add(1);
        if self.steps.is_multiple_of(POLL_INTERVAL) {
            self.is_aborted |= self.steps > self.max_steps || is_cancelled();
        }
        self.is_aborted
    }

    /// Returns the variable of the root of a function, or `None` if it is a constant.
    pub(super) fn root(&self, function: BddRef) -> Option<u32> {
        (function.index() != 0).then(|| self.nodes.node(function).variable)
    }

    pub(super) fn is_larger_than(&self, function: BddRef, count: usize) -> bool {
        let (mut seen, mut rest) = (BTreeSet::new(), vec![function]);
        while let Some(function) = rest.pop() {
            if function.index() != 0 && seen.insert(function.index()) {
                let node = self.nodes.node(function);
                rest.extend([node.low, node.high]);
            }
            if seen.len() > count {
                return true;
            }
        }
        false
    }

    pub(super) fn support(&self, function: BddRef) -> BTreeSet<usize> {
        let mut is_support = vec![false; self.variables.len()];
        let (mut is_new, mut rest) = (vec![true; self.nodes.capacity()], vec![function]);
        while let Some(function) = rest.pop() {
            if let Some(is_new @ true) = is_new.get_mut(function.index()) {
                *is_new = false;
                let node = self.nodes.node(function);
                // The terminal node has no variable.
                if let Some(is_support) = is_support.get_mut(node.variable as usize) {
                    *is_support = true;
                }
                rest.extend([node.low, node.high]);
            }
        }
        (0..is_support.len()).filter(|variable| is_support[*variable]).collect()
    }

    /// Returns the value of a function for an assignment. Variables that it does not list are 0.
    pub(super) fn evaluate(&self, mut function: BddRef, assignment: &[bool]) -> bool {
        while function.index() != 0 {
            let node = self.nodes.node(function);
            let (low, high) = node.cofactors(function, node.variable);
            let is_set = assignment.get(node.variable as usize).copied().unwrap_or(false);
            function = if is_set { high } else { low };
        }
        function == BddRef::TRUE
    }

    pub(super) fn variable(&self, number: usize) -> BddRef {
        self.variables.get(number).copied().unwrap_or(BddRef::FALSE)
    }

    pub(super) fn branches(&self, function: BddRef) -> Option<(usize, BddRef, BddRef)> {
        let node = (function.index() != 0).then(|| self.nodes.node(function))?;
        let (low, high) = node.cofactors(function, node.variable);
        Some((node.variable as usize, low, high))
    }

    pub(super) fn witness(&self, mut function: BddRef) -> Option<Vec<bool>> {
        let mut assignment = vec![false; self.variables.len()];
        while function.index() != 0 {
            let node = self.nodes.node(function);
            let (low, high) = node.cofactors(function, node.variable);
            let is_set = low == BddRef::FALSE;
            // A stale handle has no meaning, and must not panic.
            *assignment.get_mut(node.variable as usize)? = is_set;
            function = if is_set { high } else { low };
        }
        (function == BddRef::TRUE).then_some(assignment)
    }

    pub(super) fn pin(&mut self, functions: impl Iterator<Item = BddRef>) {
        self.pinned.extend(functions);
    }

    pub(super) fn unpin_after(&mut self, count: usize) {
        self.pinned.truncate(count);
    }

    pub(super) fn pinned_count(&self) -> usize {
        self.pinned.len()
    }

    pub(super) fn remembered(&self, input: &[[BddRef; 8]]) -> Option<Vec<[BddRef; 8]>> {
        self.remembered.get(input).cloned()
    }

    /// Remembers a result, if it is a function of variables and constants.
    pub(super) fn remember(&mut self, input: &[[BddRef; 8]], output: &[[BddRef; 8]]) {
        let is_lasting = |bit: &BddRef| match self.root(*bit) {
            Some(variable) => self.variables.get(variable as usize) == Some(bit),
            None => true,
        };
        if !self.is_aborted && input.iter().flatten().all(is_lasting) {
            self.remembered.insert(input.to_vec(), output.to_vec());
        }
    }

    pub(super) fn needs_collection(&self) -> bool {
        self.nodes.len() > self.threshold
    }

    /// Frees every node that is not part of a function in `live`, of a pinned one or of a variable.
    pub(super) fn collect_garbage(&mut self, mut live: Vec<BddRef>) {
        live.extend(self.variables.iter().chain(&self.pinned));
        live.extend(self.remembered.values().flatten().flatten());
        let is_live = self.nodes.collect_garbage(live);
        self.computed.retain(&is_live);
        self.set_threshold();
    }

    /// Lets the number of nodes grow before the next collection, but fill at most a quarter of the room that is left: a single
    /// instruction can need the rest.
    fn set_threshold(&mut self) {
        let nodes = self.nodes.len();
        let room = self.max_nodes.saturating_sub(nodes);
        self.threshold = (GROWTH * nodes).max(MIN_THRESHOLD).min(nodes + room / 4);
    }
}
