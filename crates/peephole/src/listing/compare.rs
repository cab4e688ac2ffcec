//! Two versions of a compiler's output.

use std::collections::{BTreeSet, HashMap, HashSet};

use arcadian_asm::Failure;

use crate::listing::{
    assembled::{Assembled, defined, elsewhere},
    check::{Checked, Judge, Judgement, check},
    compiler::Compiler,
    convention::Convention,
    cuts::Versions,
    fault::{uncomparable, unreadable},
    functions::{Data, Function, Listing, read},
    library::Library,
    live::{Analysis, Passed, entries, labels_in_data, live},
    names::Names,
    region::Regions,
    statement::{Statement, statements, with_single_blanks},
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
    /// Whether both have the same statements, so that the assembler makes the same of them.
    are_equal: bool,
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
    /// Reads two versions of a compiler's output, given by their names and texts. `library` are sources of its library: where a version calls a routine and the
    /// other one does not, the code of the routine is looked at. Fails if the compiler's assembler would refuse a version.
    pub fn read(
        compiler: Compiler,
        convention: Convention,
        files: [(&str, &str); 2],
        library: &[String],
    ) -> Result<Listings, Failure> {
        let both = files.map(|(_, text)| statements(compiler.syntax(), text));
        let [assembled_old, assembled_new] = assembled(compiler, files, &both)?;
        let [(_, old), (_, new)] = files;
        let mut names = Names::new(compiler.processor());
        // First, so that cells have their own names.
        let mut analysis = Analysis::new(compiler.processor(), convention, &mut |name| names.name(name));
        let mut old = read(compiler, old, &both[0], &assembled_old, &mut names);
        let mut new = read(compiler, new, &both[1], &assembled_new, &mut names);
        agree_on_void(&mut old, &mut new);
        new.rename(&data_names(&old, &new));
        let mut routines = Library::default();
        library.iter().for_each(|text| routines.add(compiler, text, &mut names));
        analysis.add_library(routines);
        // Twice, because functions call functions that come after them.
        (0..2).for_each(|_| analysis.add_functions(&new.functions, &new.data));
        let are_equal = are_equal(&both);
        Ok(Listings { compiler, convention, old, new, analysis, are_equal })
    }

    /// Returns the number of functions of the first version.
    pub fn functions(&self) -> usize {
        self.old.functions.len()
    }

    /// Returns what is assumed of calls and returns.
    pub fn convention(&self) -> Convention {
        self.convention
    }

    /// Whether two names that are used in regions may be the same address: both are constants in the files, or one is defined by
    /// other names.
    pub fn may_be_equal(&self, names: [&str; 2]) -> bool {
        let is_in = |set: fn(&Listing) -> &BTreeSet<String>, name: &str| {
            [&self.old, &self.new].iter().any(|listing| set(listing).contains(name))
        };
        names.iter().all(|name| is_in(|listing| &listing.fixed, name))
            || names.iter().any(|name| is_in(|listing| &listing.aliases, name))
    }

    /// Returns what differs beside the code of functions.
    pub fn uncovered(&self) -> Vec<Uncovered> {
        if self.are_equal { Vec::new() } else { uncovered(&self.old, &self.new) }
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
            fault: None,
        };
        if self.are_equal {
            return Some(report);
        }
        report.fault = unreadable([&self.old, &self.new], old, "first")
            .or_else(|| unreadable([&self.new, &self.old], new, "second"));
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
        let next = |listing: &'_ Listing, function: &Function| {
            listing.next(&function.section, function.order).cloned()
        };
        if outcome.reaches_end && next(&self.old, old) != next(&self.new, new) {
            let message = "execution continues after its last instruction, and another function is there";
            report.fault.get_or_insert_with(|| message.to_owned());
        }
    }
}

/// Assembles both versions. A name that one of them defines and the other uses without a definition was lost.
fn assembled(
    compiler: Compiler,
    files: [(&str, &str); 2],
    both: &[Vec<Statement>; 2],
) -> Result<[Assembled; 2], Failure> {
    let defined = [defined(compiler, &both[0]), defined(compiler, &both[1])];
    let of = |file: usize| {
        let elsewhere = elsewhere(compiler, files[file].1, &both[file], &defined[1 - file]);
        Assembled::of(compiler, files[file], &both[file], elsewhere)
    };
    match [of(0), of(1)] {
        [Ok(old), Ok(new)] => Ok([old, new]),
        [Err(mut failure), Err(other)] => {
            failure.diagnostics.extend(other.diagnostics);
            failure.omitted += other.omitted;
            Err(failure)
        }
        [Err(failure), _] | [_, Err(failure)] => Err(failure),
    }
}

/// Whether both have the same statements.
fn are_equal(both: &[Vec<Statement>; 2]) -> bool {
    let [old, new] = both;
    let is_same = |(one, other): (&Statement, &Statement)| {
        one.kind == other.kind && with_single_blanks(one.text) == with_single_blanks(other.text)
    };
    old.len() == new.len() && old.iter().zip(new).all(is_same)
}

/// Takes a function as one that returns nothing only if the comments of both files say so.
fn agree_on_void(old: &mut Listing, new: &mut Listing) {
    for function in &mut new.functions {
        let Some(other) = old.functions.iter_mut().find(|other| other.name == function.name) else {
            continue;
        };
        let is_void = function.is_void && other.is_void;
        (function.is_void, other.is_void) = (is_void, is_void);
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
