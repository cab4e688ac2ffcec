//! Which items and labels of two versions of a function correspond.
//!
//! A wrong guess is never a wrong proof: the comparisons of the regions check what is assumed here.

use std::collections::{BTreeMap, HashMap, HashSet};

use crate::listing::{
    diff::common,
    functions::Function,
    item::{Body, Item},
    names::renamed,
};

/// What corresponds in two versions of a function.
#[derive(Debug)]
pub(crate) struct Matching {
    /// Equal items.
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
