//! Cuts: pairs of positions of two versions of a function at which both have the same state, except for what is dead.

use std::collections::{BTreeSet, HashMap};

use crate::listing::{
    functions::Function,
    item::{Code, Item},
    matching::Matching,
};

/// The pairs of positions of two versions. Each position is in one pair at most.
#[derive(Debug)]
pub(crate) struct Cuts {
    /// The new position of an old one.
    pub(crate) new: HashMap<usize, usize>,
    /// The old position of a new one.
    pub(crate) old: HashMap<usize, usize>,
}

#[derive(Debug)]
pub(crate) struct Versions<'a> {
    pub(crate) old: &'a Function,
    pub(crate) new: &'a Function,
    pub(crate) matching: Matching,
    pub(crate) cuts: Cuts,
    /// The equal items by the old number.
    equal: HashMap<usize, usize>,
}

impl Cuts {
    fn new(old: &Function, new: &Function, matching: &Matching) -> Cuts {
        let mut cuts = Cuts { new: HashMap::new(), old: HashMap::new() };
        cuts.add(0, 0);
        cuts.add(old.items.len(), new.items.len());
        let mut labels: Vec<_> = matching.labels.iter().collect();
        labels.sort_unstable();
        for (one, other) in labels {
            if let (Some(at), Some(new_at)) = (old.labels.get(one), new.labels.get(other)) {
                cuts.add(*at, *new_at);
            }
        }
        matching.items.iter().for_each(|(one, other)| cuts.add(*one, *other));
        matching.items.iter().for_each(|(one, other)| cuts.add(one + 1, other + 1));
        cuts
    }

    /// Adds a pair unless one of the positions is in another pair.
    fn add(&mut self, one: usize, other: usize) {
        if !self.new.contains_key(&one) && !self.old.contains_key(&other) {
            self.new.insert(one, other);
            self.old.insert(other, one);
        }
    }

    fn has(&self, one: usize, other: usize) -> bool {
        self.new.get(&one) == Some(&other)
    }
}

impl<'a> Versions<'a> {
    /// `fixed` are labels that have the same names in both versions.
    pub(crate) fn new(old: &'a Function, new: &'a Function, fixed: &[String]) -> Versions<'a> {
        let matching = Matching::new(old, new, fixed);
        let cuts = Cuts::new(old, new, &matching);
        let equal = matching.items.iter().copied().collect();
        Versions { old, new, matching, cuts, equal }
    }

    /// Returns whether the items after a cut are equal, and lead to cuts.
    pub(crate) fn is_unchanged(&self, old: usize) -> bool {
        let Some(new) = self.cuts.new.get(&old).copied() else { return false };
        if self.equal.get(&old) != Some(&new) {
            return false;
        }
        let successors = |function: &Function, at| successors(function, at);
        let (one, other) = (successors(self.old, old), successors(self.new, new));
        one.len() == other.len() && one.into_iter().zip(other).all(|(one, other)| self.cuts.has(one, other))
    }
}

/// Returns the positions in a function that can follow an item, in a fixed order. After data there is none: nothing executes it.
pub(crate) fn successors(function: &Function, position: usize) -> Vec<usize> {
    let Some(code) = function.items.get(position).and_then(Item::code) else { return Vec::new() };
    let mut all = Vec::new();
    if falls_through(code) {
        all.push(position + 1);
    }
    all.extend(local_target(function, code));
    all
}

/// Returns the positions that can be executed from the beginning and from these positions on.
pub(crate) fn reachable(function: &Function, entries: &[usize]) -> BTreeSet<usize> {
    let mut reached = BTreeSet::new();
    let mut open = vec![0];
    open.extend(entries);
    while let Some(at) = open.pop() {
        if reached.insert(at) {
            open.extend(successors(function, at));
        }
    }
    reached
}

pub(crate) fn local_target(function: &Function, code: &Code) -> Option<usize> {
    use arcadian_isa::Control;
    let target = code.target.as_ref().filter(|_| code.control == Control::Branch)?;
    function.labels.get(target).copied()
}

pub(crate) fn falls_through(code: &Code) -> bool {
    use arcadian_isa::Control::{Branch, Call, Computed, Ordinary, Restart, Wait};
    match code.control {
        Ordinary | Call | Restart(_) | Wait => true,
        Branch | Computed => code.is_conditional,
    }
}

/// Returns whether an item is a jump in the function that is always taken, and nothing else.
pub(crate) fn is_plain_jump(function: &Function, position: usize) -> bool {
    let code = function.items.get(position).and_then(Item::code);
    code.is_some_and(|code| {
        code.steps.len() == 1
            && !code.is_conditional
            && local_target(function, code).is_some_and(|to| to != position)
    })
}

/// Returns whether an item returns to the caller, and does nothing else.
pub(crate) fn is_return(function: &Function, position: usize) -> bool {
    let code = function.items.get(position).and_then(Item::code);
    code.is_some_and(|code| {
        let is_plain = code.steps.last().is_some_and(|step| matches!(step.row.mnemonic, "RET" | "RTS"));
        is_plain && code.steps.len() == 1 && !code.is_conditional
    })
}
