//! Two versions of a compiler's output.

use std::collections::{HashMap, HashSet};

use crate::{
    check::{Checked, Judge, Judgement, check},
    convention::Convention,
    cuts::Versions,
    dialect::Dialect,
    item::{Body, Item},
    library::Library,
    listing::{Data, Function, Listing, read},
    live::{Analysis, Passed, entries, live},
    names::Names,
    region::Regions,
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

/// Something that differs and that no region covers.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Uncovered {
    /// What differs.
    pub message: String,
    /// The line in the first file.
    pub old_line: Option<usize>,
    /// The line in the second file.
    pub new_line: Option<usize>,
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
        let mut all = Vec::new();
        for function in &self.old.functions {
            if self.partner(&function.name).is_none() {
                let message = format!("function `{}` is only in the first file", function.original);
                all.push(Uncovered { message, old_line: Some(function.line), new_line: None });
            }
        }
        for function in &self.new.functions {
            if !self.old.functions.iter().any(|other| other.name == function.name) {
                let message = format!("function `{}` is only in the second file", function.original);
                all.push(Uncovered { message, old_line: None, new_line: Some(function.line) });
            }
        }
        for (listing, file) in [(&self.old, "first"), (&self.new, "second")] {
            for (number, function) in listing.functions.iter().enumerate() {
                if listing.functions.iter().take(number).any(|other| other.name == function.name) {
                    let message = format!("function `{}` is twice in the {file} file", function.original);
                    let line = |is_this: bool| is_this.then_some(function.line);
                    all.push(Uncovered {
                        message,
                        old_line: line(file == "first"),
                        new_line: line(file == "second"),
                    });
                }
            }
        }
        if self.old.constants != self.new.constants {
            let message = "the definitions of constants differ".to_owned();
            all.push(Uncovered { message, old_line: None, new_line: None });
        }
        all.extend(data_differences(&self.old.data, &self.new.data));
        all
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
            fault: self.unread(old, "first").or_else(|| self.unread(new, "second")),
        };
        if report.fault.is_none() {
            self.check_versions(old, new, judge, &mut report);
        }
        Some(report)
    }

    fn unread(&self, function: &Function, file: &str) -> Option<String> {
        let (item, why) = function.unread()?;
        Some(format!("cannot read line {} of the {file} file, `{}`: {why}", item.line, item.text))
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
        let fault = changed_data(&versions).or_else(|| unmatched(&versions, &old_entries, &new_entries));
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

/// Finds the data that has another name in the new version: the names that a compiler numbers.
fn data_names(old: &Listing, new: &Listing) -> HashMap<String, String> {
    let known: HashSet<&String> = old.data.iter().map(|data| &data.name).collect();
    let known_new: HashSet<&String> = new.data.iter().map(|data| &data.name).collect();
    let mut candidates: Vec<&Data> = old.data.iter().filter(|data| !known_new.contains(&data.name)).collect();
    let mut names = HashMap::new();
    for data in new.data.iter().filter(|data| !known.contains(&data.name)) {
        let is_partner = |other: &&&Data| other.section == data.section && other.lines == data.lines;
        if let Some(partner) = candidates.iter().position(|other| is_partner(&other)) {
            names.insert(data.name.clone(), candidates.remove(partner).name.clone());
        }
    }
    names
}

/// Returns the data that is not the same.
fn data_differences(old: &[Data], new: &[Data]) -> Vec<Uncovered> {
    let mut all = Vec::new();
    for data in old {
        let Some(other) = new.iter().find(|other| other.name == data.name && other.section == data.section)
        else {
            let message = format!("data `{}` is only in the first file", data.original);
            all.push(Uncovered { message, old_line: Some(data.line), new_line: None });
            continue;
        };
        if data.lines != other.lines {
            let message = format!("data `{}` is not the same", data.original);
            all.push(Uncovered { message, old_line: Some(data.line), new_line: Some(other.line) });
        }
    }
    for data in new {
        if !old.iter().any(|other| other.name == data.name && other.section == data.section) {
            let message = format!("data `{}` is only in the second file", data.original);
            all.push(Uncovered { message, old_line: None, new_line: Some(data.line) });
        }
    }
    all
}
