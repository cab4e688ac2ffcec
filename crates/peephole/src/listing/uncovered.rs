//! Differences outside the code of functions.

use std::collections::{BTreeSet, HashMap, VecDeque};

use crate::listing::functions::{Data, Listing};

/// Something that differs and that no region covers.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Uncovered {
    pub message: String,
    pub old_line: Option<usize>,
    pub new_line: Option<usize>,
}

/// A file of two.
#[derive(Clone, Copy, PartialEq, Eq)]
enum File {
    First,
    Second,
}

impl File {
    const BOTH: [File; 2] = [File::First, File::Second];

    fn name(self) -> &'static str {
        match self {
            File::First => "first",
            File::Second => "second",
        }
    }

    /// Returns what is found in a line of this file.
    fn found(self, message: String, line: Option<usize>) -> Uncovered {
        match self {
            File::First => Uncovered { message, old_line: line, new_line: None },
            File::Second => Uncovered { message, old_line: None, new_line: line },
        }
    }
}

/// Returns what differs beside the code of functions.
pub(crate) fn uncovered(old: &Listing, new: &Listing) -> Vec<Uncovered> {
    let mut all = functions(old, new);
    for (file, listing) in File::BOTH.into_iter().zip([old, new]) {
        all.extend(repeated(file, listing));
        let message = |text: &String| format!("`{text}` depends on the address of the code");
        let line = |line: &usize| Some(*line).filter(|line| *line > 0);
        all.extend(listing.places.iter().map(|(text, at)| file.found(message(text), line(at))));
        let message = |name: &String| format!("`{name}` has more than one value");
        all.extend(listing.variables.iter().map(|(name, at)| file.found(message(name), line(at))));
        all.extend(ends_of_data(file, listing, if file == File::First { new } else { old }));
    }
    if old.sections != new.sections {
        let message = "the files name their sections in another order".to_owned();
        all.push(Uncovered { message, old_line: None, new_line: None });
    }
    if old.constants != new.constants {
        let message = "the definitions of constants differ".to_owned();
        all.push(Uncovered { message, old_line: None, new_line: None });
    }
    all.extend(settings(old, new));
    all.extend(public_names(old, new));
    all.extend(data_differences(&old.data, &new.data));
    all
}

/// Returns the functions that are in one file only, or in different sections.
fn functions(old: &Listing, new: &Listing) -> Vec<Uncovered> {
    let mut all = Vec::new();
    for (file, one, other) in [(File::First, old, new), (File::Second, new, old)] {
        for function in &one.functions {
            if other.function(&function.name).is_none() {
                let message = format!("function `{}` is only in the {} file", function.original, file.name());
                all.push(file.found(message, Some(function.line)));
            }
        }
    }
    for function in &old.functions {
        let Some(other) = new.function(&function.name) else { continue };
        if function.section != other.section {
            let message = format!(
                "function `{}` is in the section `{}`, and in the second file in `{}`",
                function.original, function.section, other.section
            );
            all.push(Uncovered { message, old_line: Some(function.line), new_line: Some(other.line) });
        }
    }
    all
}

/// Returns the functions and data that are twice in a file.
fn repeated(file: File, listing: &Listing) -> Vec<Uncovered> {
    let mut names = BTreeSet::new();
    let functions = listing
        .functions
        .iter()
        .map(|function| (&function.name, &function.original, function.line, "function"));
    let data = listing.data.iter().filter(|data| data.has_label);
    let data = data.map(|data| (&data.name, &data.original, data.line, "data"));
    functions
        .chain(data)
        .filter(|(name, ..)| !names.insert(*name))
        .map(|(_, original, line, what)| {
            file.found(format!("{what} `{original}` is twice in the {} file", file.name()), Some(line))
        })
        .collect()
}

/// Returns the labels without data of their own after which something else is than in the other file.
fn ends_of_data(file: File, listing: &Listing, other: &Listing) -> Vec<Uncovered> {
    let by_name: HashMap<&String, &Data> = other.data.iter().rev().map(|data| (&data.name, data)).collect();
    let is_moved = |data: &&Data| {
        let partner = by_name.get(&data.name);
        let next = |listing: &Listing, data: &Data| listing.next(&data.section, data.order).cloned();
        data.lines.is_empty() && partner.is_some_and(|partner| next(listing, data) != next(other, partner))
    };
    let moved = listing.data.iter().filter(is_moved);
    let message = |data: &Data| format!("something else is after `{}` than in the other file", data.original);
    moved.map(|data| file.found(message(data), Some(data.line))).collect()
}

fn settings(old: &Listing, new: &Listing) -> Vec<Uncovered> {
    let only = |file: File, one: &BTreeSet<String>, other: &BTreeSet<String>| -> Vec<Uncovered> {
        let message = |text: &String| format!("`{text}` is only in the {} file", file.name());
        one.difference(other).map(|text| file.found(message(text), None)).collect()
    };
    let mut all = only(File::First, &old.settings, &new.settings);
    all.extend(only(File::Second, &new.settings, &old.settings));
    all
}

/// Returns the names that one file defines and makes known to others, and the other file does not.
fn public_names(old: &Listing, new: &Listing) -> Vec<Uncovered> {
    let only = |file: File, one: &Listing, other: &Listing| -> Vec<Uncovered> {
        // Functions and data that are missing are reported as such.
        let functions = one.functions.iter().map(|function| &function.original);
        let parts: BTreeSet<&String> = functions.chain(one.data.iter().map(|data| &data.original)).collect();
        let is_public = |listing: &Listing, name: &String| {
            listing.public.contains(name) && listing.defined.contains(name)
        };
        let is_reported = |name: &String| parts.contains(name) && !other.defined.contains(name);
        let names = one.public.iter().filter(|name| is_public(one, name) && !is_public(other, name));
        let message = |name: &String| format!("`{name}` is public only in the {} file", file.name());
        names.filter(|name| !is_reported(name)).map(|name| file.found(message(name), None)).collect()
    };
    let mut all = only(File::First, old, new);
    all.extend(only(File::Second, new, old));
    all
}

fn data_differences(old: &[Data], new: &[Data]) -> Vec<Uncovered> {
    let mut all = Vec::new();
    let mut left: HashMap<(&String, &String), VecDeque<&Data>> = HashMap::new();
    new.iter().for_each(|data| left.entry((&data.name, &data.section)).or_default().push_back(data));
    for data in old {
        let partner = left.get_mut(&(&data.name, &data.section)).and_then(VecDeque::pop_front);
        let Some(other) = partner else {
            let message = format!("data `{}` is only in the first file", data.original);
            all.push(File::First.found(message, Some(data.line)));
            continue;
        };
        if data.lines != other.lines {
            let message = format!("data `{}` is not the same", data.original);
            all.push(Uncovered { message, old_line: Some(data.line), new_line: Some(other.line) });
        }
    }
    let mut left: Vec<&Data> = left.into_values().flatten().collect();
    left.sort_by_key(|data| data.order);
    for data in left {
        let message = format!("data `{}` is only in the second file", data.original);
        all.push(File::Second.found(message, Some(data.line)));
    }
    all
}
