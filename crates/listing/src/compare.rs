//! Two versions of a compiler's output.

use std::collections::{HashMap, HashSet};

use crate::{
    check::{Checked, Judge, Judgement, check},
    compiler::Compiler,
    convention::Convention,
    cuts::Versions,
    fault::{uncomparable, unreadable},
    library::Library,
    listing::{Data, Function, Listing, read},
    live::{Analysis, Passed, entries, labels_in_data, live},
    names::Names,
    region::Regions,
    uncovered::{Uncovered, uncovered},
};

/// Two versions of a compiler's output, without and with the optimizer.
#[derive(Debug)]
pub struct Listings {
    compiler: Compiler,
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
        compiler: Compiler,
        convention: Convention,
        [old, new]: [&str; 2],
        library: &[String],
    ) -> Listings {
        let mut names = Names::new(compiler.processor());
        // First, so that cells have their own names.
        let mut analysis = Analysis::new(compiler.processor(), convention, &mut |name| names.name(name));
        let old = read(compiler, old, &mut names);
        let mut new = read(compiler, new, &mut names);
        new.rename(&data_names(&old, &new));
        let mut routines = Library::default();
        library.iter().for_each(|text| routines.add(compiler, text, &mut names));
        analysis.add_library(routines);
        // Twice, because functions call functions that come after them.
        (0..2).for_each(|_| analysis.add_functions(&new.functions, &new.data));
        Listings { compiler, convention, old, new, analysis }
    }

    /// Returns the number of functions of the first version.
    pub fn functions(&self) -> usize {
        self.old.functions.len()
    }

    /// Returns what is assumed of calls and returns.
    pub fn convention(&self) -> Convention {
        self.convention
    }

    /// Whether a name that is used in regions is a constant in one of the files. Two constants may be the same address.
    pub fn is_fixed(&self, name: &str) -> bool {
        self.old.fixed.contains(name) || self.new.fixed.contains(name)
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
        // Data is compared by its text.
        let fixed = labels_in_data(old, &self.old.data);
        let fixed: Vec<String> = fixed.intersection(&labels_in_data(new, &self.new.data)).cloned().collect();
        let versions = Versions::new(old, new, &fixed);
        let (old_entries, new_entries) = (entries(old, &self.old.data), entries(new, &self.new.data));
        if let Some(fault) = uncomparable(&versions, &old_entries, &new_entries) {
            report.fault = Some(fault);
            return;
        }
        let used = live(new, &new_entries, &self.analysis, Passed::None);
        let live = live(new, &new_entries, &self.analysis, Passed::All);
        let computed = new_entries.iter().fold(0, |any, at| any | live.get(*at).copied().unwrap_or(0));
        let regions = Regions {
            versions: &versions,
            analysis: &self.analysis,
            processor: self.compiler.processor(),
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
