//! Matching of the items and labels of two versions of a function, and its cuts: pairs of positions at which both have the same state,
//! except for what is dead.
//!
//! A wrong guess is never a wrong proof: the comparisons of the regions check what is assumed here.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use arcadian_parallel::cancellation::is_cancelled;

use crate::listing::{
    functions::Function,
    item::{Body, Code, Item},
    operands::renamed,
};

#[derive(Debug)]
pub(crate) struct Matching {
    pub(crate) items: Vec<(usize, usize)>,
    /// Labels of the old version with those of the new one.
    pub(crate) labels: HashMap<String, String>,
}

/// An element of a function: a label, or an item with its labels replaced.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Token {
    Label(String),
    Item(String),
}

/// A label for which no other is known.
const ANY: &str = "@";

impl Matching {
    /// `fixed` are labels that have the same names in both versions, because data uses them.
    pub(crate) fn new(old: &Function, new: &Function, fixed: &[String]) -> Matching {
        let any = |function: &Function| -> Vec<String> {
            function.items.iter().map(|item| key(item, function, &|_| ANY.to_owned())).collect()
        };
        let labels = labels(old, new, &common(&any(old), &any(new)), fixed);
        let taken: HashSet<&String> = labels.values().collect();
        // A label without a partner is equal to none.
        let old_name = |name: &str| labels.get(name).cloned().unwrap_or_else(|| format!("{ANY}old {name}"));
        let new_name = |name: &str| {
            if taken.contains(&name.to_owned()) { name.to_owned() } else { format!("{ANY}new {name}") }
        };
        let (old_tokens, old_items) = tokens(old, &old_name);
        let (new_tokens, new_items) = tokens(new, &new_name);
        let pairs = common(&old_tokens, &new_tokens);
        let items = pairs.into_iter().filter_map(|(one, other)| Some((old_items[one]?, new_items[other]?)));
        Matching { items: items.collect(), labels }
    }
}

/// Returns an item as text, with the names of local labels replaced.
fn key(item: &Item, function: &Function, name: &dyn Fn(&str) -> String) -> String {
    let mut name = |word: &str| if function.labels.contains_key(word) { name(word) } else { word.to_owned() };
    match &item.body {
        Body::Code(code) => renamed(&code.source, &mut name),
        Body::Data(text) => {
            let mut text = text.clone();
            text.rename(&mut name);
            text.to_string()
        }
        Body::Unread(text) => text.clone(),
    }
}

/// Returns the labels and items of a function, and the number of the item that each token is.
fn tokens(function: &Function, name: &dyn Fn(&str) -> String) -> (Vec<Token>, Vec<Option<usize>>) {
    let (mut tokens, mut items) = (Vec::new(), Vec::new());
    for position in 0..=function.items.len() {
        let mut labels: Vec<String> = function.labels_at(position).map(|label| name(label)).collect();
        labels.sort_unstable();
        items.extend(labels.iter().map(|_| None));
        tokens.extend(labels.into_iter().map(Token::Label));
        if let Some(item) = function.items.get(position) {
            tokens.push(Token::Item(key(item, function, name)));
            items.push(Some(position));
        }
    }
    (tokens, items)
}

/// Finds the labels that correspond: those that are used in equal instructions, or stand beside them.
fn labels(
    old: &Function,
    new: &Function,
    pairs: &[(usize, usize)],
    fixed: &[String],
) -> HashMap<String, String> {
    let mut votes: BTreeMap<(&String, &String), usize> = BTreeMap::new();
    let mut vote = |one, other| *votes.entry((one, other)).or_default() += 2;
    for (one, other) in pairs {
        let target = |function: &'_ Function, number: usize| {
            function.items[number].code().and_then(|code| code.target.clone())
        };
        if let (Some(one), Some(other)) = (target(old, *one), target(new, *other))
            && let Some((one, _)) = old.labels.get_key_value(&one)
            && let Some((other, _)) = new.labels.get_key_value(&other)
        {
            vote(one, other);
        }
        for (at, new_at) in [(*one, *other), (one + 1, other + 1)] {
            for label in old.labels_at(at) {
                new.labels_at(new_at).for_each(|other| vote(label, other));
            }
        }
    }
    let mut ranked: Vec<_> = votes
        .into_iter()
        .map(|((one, other), votes)| (votes + usize::from(one == other), one, other))
        .collect();
    ranked.sort_by(|one, other| other.0.cmp(&one.0).then_with(|| one.1.cmp(other.1)));
    let mut labels: HashMap<String, String> = fixed.iter().map(|name| (name.clone(), name.clone())).collect();
    let mut taken: HashSet<&String> = fixed.iter().collect();
    for (_, one, other) in ranked {
        if !labels.contains_key(one) && taken.insert(other) {
            labels.insert(one.clone(), other.clone());
        }
    }
    labels
}

/// The greatest number of differences. With more of them the rest counts as different.
const MOST: usize = 4_000;

/// Returns the pairs of equal elements, in order.
pub(crate) fn common<T: PartialEq>(old: &[T], new: &[T]) -> Vec<(usize, usize)> {
    let start = old.iter().zip(new).take_while(|(old, new)| old == new).count();
    let (rest, new_rest) = (&old[start..], &new[start..]);
    let end = rest.iter().rev().zip(new_rest.iter().rev()).take_while(|(old, new)| old == new).count();
    let (middle, new_middle) = (&rest[..rest.len() - end], &new_rest[..new_rest.len() - end]);
    let mut pairs: Vec<(usize, usize)> = (0..start).map(|number| (number, number)).collect();
    pairs.extend(myers(middle, new_middle).into_iter().map(|(old, new)| (start + old, start + new)));
    pairs.extend((0..end).rev().map(|back| (old.len() - 1 - back, new.len() - 1 - back)));
    pairs
}

/// Searches for the shortest way through the edit graph, and keeps the furthest points of each step.
fn myers<T: PartialEq>(old: &[T], new: &[T]) -> Vec<(usize, usize)> {
    let most = (old.len() + new.len()).min(MOST);
    let mut furthest = vec![0_usize; 2 * most + 2];
    let mut trace = Vec::new();
    for differences in 0..=most {
        if is_cancelled() {
            break;
        }
        trace.push(furthest.clone());
        for step in 0..=differences {
            let diagonal = most + 2 * step - differences;
            let is_down =
                step == 0 || step != differences && before(&furthest, diagonal) < furthest[diagonal + 1];
            let mut x = if is_down { furthest[diagonal + 1] } else { before(&furthest, diagonal) + 1 };
            // The diagonal is x - y + most.
            while let Some(y) = (x + most).checked_sub(diagonal)
                && old.get(x).zip(new.get(y)).is_some_and(|(old, new)| old == new)
            {
                x += 1;
            }
            furthest[diagonal] = x;
            if x >= old.len() && x + most >= new.len() + diagonal {
                return backtrack(&trace, most, (old.len(), new.len()));
            }
        }
    }
    Vec::new()
}

fn before(furthest: &[usize], diagonal: usize) -> usize {
    diagonal.checked_sub(1).map_or(0, |before| furthest[before])
}

/// Follows the way back, and collects its diagonal steps.
fn backtrack(trace: &[Vec<usize>], most: usize, end: (usize, usize)) -> Vec<(usize, usize)> {
    let (mut x, mut y) = end;
    let mut pairs = Vec::new();
    for (differences, furthest) in trace.iter().enumerate().rev() {
        let diagonal = x + most - y;
        let step = (diagonal + differences - most) / 2;
        let is_down = step == 0 || step != differences && before(furthest, diagonal) < furthest[diagonal + 1];
        let previous = if is_down { diagonal + 1 } else { diagonal - 1 };
        let from_x = if differences == 0 { 0 } else { furthest[previous] };
        let from_y = if differences == 0 { 0 } else { from_x + most - previous };
        while x > from_x && y > from_y {
            (x, y) = (x - 1, y - 1);
            pairs.push((x, y));
        }
        (x, y) = (from_x, from_y);
    }
    pairs.reverse();
    pairs
}

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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The length of the longest common subsequence, by its definition.
    fn longest(old: &[u8], new: &[u8]) -> usize {
        let mut table = vec![vec![0; new.len() + 1]; old.len() + 1];
        for (x, one) in old.iter().enumerate() {
            for (y, other) in new.iter().enumerate() {
                table[x + 1][y + 1] =
                    if one == other { table[x][y] + 1 } else { table[x][y + 1].max(table[x + 1][y]) };
            }
        }
        table[old.len()][new.len()]
    }

    proptest! {
        #[test]
        fn the_pairs_are_the_longest(old in prop::collection::vec(0_u8..4, 0..30), new in prop::collection::vec(0_u8..4, 0..30)) {
            let pairs = common(&old, &new);
            prop_assert!(pairs.iter().all(|(x, y)| old[*x] == new[*y]));
            prop_assert!(pairs.windows(2).all(|pair| pair[0].0 < pair[1].0 && pair[0].1 < pair[1].1));
            prop_assert_eq!(pairs.len(), longest(&old, &new));
        }
    }
}
