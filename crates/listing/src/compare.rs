//! Two versions of a compiler's output.

use std::{
    collections::{HashMap, HashSet},
    ops::Range,
};

use crate::{
    check::{Checked, Judge, Judgement, check},
    convention::Convention,
    cuts::Versions,
    dialect::Dialect,
    item::{Body, Item},
    library::Library,
    listing::{Data, Function, Listing, read},
    live::{Analysis, Passed, entries, jump_tables, live},
    names::Names,
    region::Regions,
    uncovered::{Uncovered, uncovered},
};

/// Two versions of a compiler's output, without and with the optimizer.
#[derive(Debug)]
pub struct Listings {
    dialect: Dialect,
    convention: Convention,
    old: Listing,
    new: Listing,
    analysis: Analysis,
}

/// What is known of a function.
#[derive(Clone, Debug)]
pub struct FunctionReport<T> {
    /// Its name as the compiler wrote it.
    pub name: String,
    /// The lines where it begins in both files.
    pub lines: (usize, usize),
    /// The bytes of its instructions in both versions.
    pub bytes: (usize, usize),
    /// The regions that changed.
    pub regions: Vec<Checked<T>>,
    /// Why the function is not covered, if it is not.
    pub fault: Option<String>,
}

impl<T> FunctionReport<T> {
    /// Whether both versions are the same.
    pub fn is_same(&self) -> bool {
        self.fault.is_none()
            && self.regions.iter().all(|region| matches!(region.judgement, Judgement::Same { .. }))
    }
}

impl Listings {
    /// Reads two versions of a compiler's output. `library` are sources of its library: where a version calls a routine and the
    /// other one does not, the code of the routine is looked at.
    pub fn read(
        dialect: Dialect,
        convention: Convention,
        [old, new]: [&str; 2],
        library: &[String],
    ) -> Listings {
        let mut names = Names::new(dialect.processor());
        // First, so that cells have their own names.
        let mut analysis = Analysis::new(dialect.processor(), convention, &mut |name| names.name(name));
        let old = read(dialect, old, &mut names);
        let mut new = read(dialect, new, &mut names);
        new.rename(&data_names(&old, &new));
        let mut routines = Library::default();
        library.iter().for_each(|text| routines.add(dialect, text, &mut names));
        analysis.add_library(routines);
        // Twice, because functions call functions that come after them.
        (0..2).for_each(|_| analysis.add_functions(&new.functions, &new.data));
        Listings { dialect, convention, old, new, analysis }
    }

    /// Returns the number of functions of the first version.
    pub fn functions(&self) -> usize {
        self.old.functions.len()
    }

    /// Returns what is assumed of calls and returns.
    pub fn convention(&self) -> Convention {
        self.convention
    }

    /// Returns what differs beside the code of functions.
    pub fn uncovered(&self) -> Vec<Uncovered> {
        uncovered(&self.old, &self.new)
    }

    fn partner(&self, name: &str) -> Option<&Function> {
        self.new.functions.iter().find(|function| function.name == name)
    }

    /// Compares a function of the first version with that of the second one; `None` if there is none.
    pub fn check<T: Clone>(&self, number: usize, judge: Judge<'_, T>) -> Option<FunctionReport<T>> {
        let old = self.old.functions.get(number)?;
        let new = self.partner(&old.name)?;
        let mut report = FunctionReport {
            name: old.original.clone(),
            lines: (old.line, new.line),
            bytes: (old.length(), new.length()),
            regions: Vec::new(),
            fault: unreadable(&self.old, old, "first").or_else(|| unreadable(&self.new, new, "second")),
        };
        if report.fault.is_none() {
            self.check_versions(old, new, judge, &mut report);
        }
        Some(report)
    }

    fn check_versions<T: Clone>(
        &self,
        old: &Function,
        new: &Function,
        judge: Judge<'_, T>,
        report: &mut FunctionReport<T>,
    ) {
        let versions = Versions::new(old, new);
        let (old_entries, new_entries) = (entries(old, &self.old.data), entries(new, &self.new.data));
        let fault = changed_data(&versions)
            .or_else(|| changed_tables(&versions))
            .or_else(|| unmatched(&versions, &old_entries, &new_entries));
        if let Some(fault) = fault {
            report.fault = Some(fault);
            return;
        }
        let used = live(new, &new_entries, &self.analysis, Passed::None);
        let live = live(new, &new_entries, &self.analysis, Passed::All);
        let computed = new_entries.iter().fold(0, |any, at| any | live.get(*at).copied().unwrap_or(0));
        let regions = Regions {
            versions: &versions,
            analysis: &self.analysis,
            processor: self.dialect.processor(),
            live: &live,
            used: &used,
            computed,
        };
        let outcome = check(&regions, &old_entries, judge);
        report.regions = outcome.regions;
        report.fault = outcome.fault.map(|fault| fault.to_string());
        if outcome.reaches_end && self.old.next(old) != self.new.next(new) {
            let message = "execution continues after its last instruction, and another function is there";
            report.fault.get_or_insert_with(|| message.to_owned());
        }
    }
}

/// Returns why a function of a file cannot be compared.
fn unreadable(listing: &Listing, function: &Function, file: &str) -> Option<String> {
    if let Some((item, why)) = function.unread() {
        return Some(format!("cannot read line {} of the {file} file, `{}`: {why}", item.line, item.text));
    }
    if let Some((label, line)) = &function.repeated {
        return Some(format!("the label `{label}` is there twice, again in line {line} of the {file} file"));
    }
    let (item, label) = listing.use_of_others(function)?;
    let Item { line, text, .. } = item;
    Some(format!("line {line} of the {file} file, `{text}`, uses a label within another function, `{label}`"))
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

/// Finds the data that has another name in the new version: the names that a compiler numbers, and no other file knows.
fn data_names(old: &Listing, new: &Listing) -> HashMap<String, String> {
    let known: HashSet<&String> = old.data.iter().map(|data| &data.name).collect();
    let known_new: HashSet<&String> = new.data.iter().map(|data| &data.name).collect();
    let mut candidates: Vec<&Data> = old.data.iter().filter(|data| !known_new.contains(&data.name)).collect();
    let mut names = HashMap::new();
    for data in new.data.iter().filter(|data| !known.contains(&data.name)) {
        let is_public = |listing: &Listing, data: &Data| listing.public.contains(&data.original);
        let is_partner = |other: &&&Data| {
            other.section == data.section
                && other.lines == data.lines
                && without_digits(&other.original).eq(without_digits(&data.original))
                && !is_public(old, other)
                && !is_public(new, data)
        };
        if let Some(partner) = candidates.iter().position(|other| is_partner(&other)) {
            names.insert(data.name.clone(), candidates.remove(partner).name.clone());
        }
    }
    names
}

fn without_digits(name: &str) -> impl Iterator<Item = char> {
    name.chars().filter(|c| !c.is_ascii_digit())
}
