//! Reasons that functions cannot be compared part by part: lines that cannot be read, and code and data that is reached by its address.

use std::{collections::HashSet, ops::Range};

use arcadian_isa::Control;

use crate::listing::{
    functions::{Function, Listing},
    item::{Body, Item},
    live::jump_tables,
    matching::{Versions, reachable},
};

/// Returns why a function of a file cannot be compared.
pub(crate) fn unreadable([listing, other]: [&Listing; 2], function: &Function, file: &str) -> Option<String> {
    if let Some((item, why)) = function.unread() {
        return Some(format!("cannot read line {} of the {file} file, `{}`: {why}", item.line, item.text));
    }
    if let Some((label, line)) = &function.repeated {
        return Some(format!("the label `{label}` is there twice, again in line {line} of the {file} file"));
    }
    let (item, label) = listing.use_of_others(function, other)?;
    let Item { line, text, .. } = item;
    Some(format!("line {line} of the {file} file, `{text}`, uses a label within another function, `{label}`"))
}

/// Returns why two versions of a function cannot be compared part by part. Code continues at the entries by their addresses.
pub(crate) fn uncomparable(
    versions: &Versions,
    old_entries: &[usize],
    new_entries: &[usize],
) -> Option<String> {
    changed_data(versions)
        .or_else(|| changed_tables(versions))
        .or_else(|| unmatched(versions, old_entries, new_entries))
        .or_else(|| changed_beside(versions, old_entries, new_entries))
}

/// Returns where data between the instructions of a function is not the same.
fn changed_data(versions: &Versions) -> Option<String> {
    let Versions { old, new, matching, .. } = versions;
    let is_data = |item: &Item| matches!(item.body, Body::Data(_));
    let old_lines = old.items.iter().enumerate().filter(|(_, item)| is_data(item));
    let mut unmatched = old_lines.filter(|(at, _)| !matching.items.iter().any(|(one, _)| one == at));
    if let Some((_, item)) = unmatched.next() {
        return Some(format!(
            "the data in line {} of the first file is not the same in the second file",
            item.line
        ));
    }
    let new_lines = new.items.iter().enumerate().filter(|(_, item)| is_data(item));
    let mut added = new_lines.filter(|(at, _)| !matching.items.iter().any(|(_, other)| other == at));
    let (_, item) = added.next()?;
    Some(format!("the data in line {} of the second file is not the same in the first file", item.line))
}

/// Returns where a table of jumps is not the same: code computes an address in it, so each jump must be where it was.
fn changed_tables(versions: &Versions) -> Option<String> {
    let Versions { old, new, matching, cuts, .. } = versions;
    let (tables, new_tables) = (jump_tables(old), jump_tables(new));
    let is_same = |table: &Range<usize>, other: &Range<usize>| {
        let length = |function: &Function, at: usize| function.items[at].code().map(|code| code.length);
        table.len() == other.len()
            && table.clone().zip(other.clone()).all(|(one, other)| {
                cuts.new.get(&one) == Some(&other) && length(old, one) == length(new, other)
            })
    };
    let line = |at: usize| old.items.get(at).map_or(0, |item| item.line);
    let changed = |(label, table): (&String, &Range<usize>)| {
        let partner = matching.labels.get(label).and_then(|label| new_tables.get(label));
        let is_changed = !partner.is_some_and(|other| is_same(table, other));
        is_changed.then(|| line(table.start))
    };
    let at = tables.iter().find_map(changed)?;
    Some(format!(
        "the table of jumps at line {at} of the first file does not correspond to one in the second file"
    ))
}

/// Returns why the code that is reached by addresses does not correspond.
fn unmatched(versions: &Versions, old_entries: &[usize], new_entries: &[usize]) -> Option<String> {
    let cuts = &versions.cuts;
    let mapped: HashSet<usize> = old_entries.iter().filter_map(|at| cuts.new.get(at).copied()).collect();
    let line = |function: &Function, at: usize| function.items.get(at).map_or(0, |item| item.line);
    if let Some(at) = old_entries.iter().find(|at| !cuts.new.contains_key(at)) {
        return Some(format!(
            "the code at line {} of the first file, which a table or an address leads to, is not in the second file",
            line(versions.old, *at)
        ));
    }
    let is_apart = |(one, other): &(&String, &String)| {
        let (at, new_at) = (versions.old.labels.get(*one), versions.new.labels.get(*other));
        at.is_some_and(|at| old_entries.contains(at) && cuts.new.get(at) != new_at)
    };
    if let Some((label, _)) = versions.matching.labels.iter().find(is_apart) {
        return Some(format!(
            "the code at the label `{label}`, which a table or an address leads to, does not correspond"
        ));
    }
    let extra = new_entries.iter().find(|at| !mapped.contains(at))?;
    Some(format!(
        "the code at line {} of the second file, which a table or an address leads to, is not in the first file",
        line(versions.new, *extra)
    ))
}

/// Returns where code is not the same that nothing seems to reach, if the function jumps to addresses that it computes.
fn changed_beside(versions: &Versions, old_entries: &[usize], new_entries: &[usize]) -> Option<String> {
    let Versions { old, new, matching, .. } = versions;
    if !old.items.iter().chain(&new.items).any(is_computed_jump) {
        return None;
    }
    let line = |function: &Function, entries: &[usize], matched: &HashSet<usize>| {
        let reached = reachable(function, entries);
        let at = (0..function.items.len()).find(|at| !reached.contains(at) && !matched.contains(at))?;
        function.items.get(at).map(|item| item.line)
    };
    let (one, other): (HashSet<usize>, HashSet<usize>) = matching.items.iter().copied().unzip();
    let message = |line: usize, file: &str| {
        format!(
            "line {line} of the {file} file has changed, and may be reached only by a jump to a computed address"
        )
    };
    line(old, old_entries, &one)
        .map(|line| message(line, "first"))
        .or_else(|| line(new, new_entries, &other).map(|line| message(line, "second")))
}

/// Returns whether an item jumps to an address in a register or in memory, and is not a return.
fn is_computed_jump(item: &Item) -> bool {
    item.code().is_some_and(|code| {
        code.control == Control::Computed
            && code.steps.last().is_some_and(|step| !step.row.mnemonic.starts_with('R'))
    })
}
