//! Two versions of a compiler's output.

use std::collections::{BTreeSet, HashMap, HashSet};

use arcadian_asm::Failure;
use arcadian_parallel::{cancellation::is_cancelled, flow::Resources};

use crate::listing::{
    assembled::{Assembled, defined, elsewhere},
    check::{Checked, Judge, Judgement, check},
    compiler::Compiler,
    convention::Convention,
    cuts::Versions,
    fault::{uncomparable, unreadable},
    functions::{Data, Function, Listing, read},
    library::Library,
    live::{Analysis, Passed, entries, labels_in_data, live, names_in_data},
    operands::Names,
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
    /// The names that the data of each version uses.
    in_data: [HashSet<String>; 2],
    analysis: Analysis,
    /// Whether both have the same statements, so that the assembler makes the same of them.
    are_equal: bool,
}

#[derive(Clone, Debug)]
pub struct FunctionReport<T> {
    /// Its name as the compiler wrote it.
    pub name: String,
    /// The lines where it begins in both files.
    pub lines: (usize, usize),
    /// The bytes of its instructions in both versions.
    pub bytes: (usize, usize),
    pub regions: Vec<Checked<T>>,
    /// The reason that the function is not covered, if it is not.
    pub fault: Option<String>,
}

impl<T> FunctionReport<T> {
    pub fn is_same(&self) -> bool {
        self.fault.is_none()
            && self.regions.iter().all(|region| matches!(region.judgement, Judgement::Same { .. }))
    }
}

impl Listings {
    /// Reads two versions of a compiler's output, given by their names and texts. `library` are sources of its library: where a version calls a routine and the
    /// other one does not, the code of the routine is looked at. Fails with what the compiler's assembler
    /// would say if it refused a version.
    pub fn read(
        compiler: Compiler,
        convention: Convention,
        files: [(&str, &str); 2],
        library: &[String],
    ) -> Result<Listings, [Option<Failure>; 2]> {
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
        let in_data = [names_in_data(&old.data), names_in_data(&new.data)];
        (0..2).for_each(|_| analysis.add_functions(&new.functions, &in_data[1]));
        let are_equal = are_equal(&both);
        Ok(Listings { compiler, convention, old, new, in_data, analysis, are_equal })
    }

    /// Returns the number of functions of the first version.
    pub fn functions(&self) -> usize {
        self.old.functions.len()
    }

    pub fn convention(&self) -> Convention {
        self.convention
    }

    /// Returns whether two names that are used in regions may be the same address: both are constants in the files, or one is defined by
    /// other names.
    pub fn may_be_equal(&self, names: [&str; 2]) -> bool {
        let is_in = |set: fn(&Listing) -> &BTreeSet<String>, name: &str| {
            [&self.old, &self.new].iter().any(|listing| set(listing).contains(name))
        };
        names.iter().all(|name| is_in(|listing| &listing.fixed, name))
            || names.iter().any(|name| is_in(|listing| &listing.aliases, name))
    }

    pub fn uncovered(&self) -> Vec<Uncovered> {
        if self.are_equal { Vec::new() } else { uncovered(&self.old, &self.new) }
    }

    pub fn functions_in_common(&self) -> usize {
        self.old.functions.iter().filter(|function| self.new.function(&function.name).is_some()).count()
    }

    /// Returns a report about a function of the first version that is not compared, and why; `None` if the second one does not have it.
    pub fn not_compared<T>(&self, number: usize, fault: Option<String>) -> Option<FunctionReport<T>> {
        let old = self.old.functions.get(number)?;
        let new = self.new.function(&old.name)?;
        Some(FunctionReport {
            name: old.original.clone(),
            lines: (old.line, new.line),
            bytes: (old.length(), new.length()),
            regions: Vec::new(),
            fault,
        })
    }

    /// Finds what corresponds in a function of the first version and that of the second one, or why it cannot be compared.
    pub fn correspondence(&self, number: usize) -> Correspondence<'_> {
        let found = || {
            let old = self.old.functions.get(number)?;
            let new = self.new.function(&old.name)?;
            (!self.are_equal).then(|| self.versions(old, new))
        };
        Correspondence { listings: self, number, versions: found() }
    }

    fn versions<'a>(&'a self, old: &'a Function, new: &'a Function) -> Result<Matched<'a>, String> {
        let fault = unreadable([&self.old, &self.new], old, "first")
            .or_else(|| unreadable([&self.new, &self.old], new, "second"));
        if let Some(fault) = fault {
            return Err(fault);
        }
        // Data is compared by its text.
        let [in_old, in_new] = &self.in_data;
        let fixed = labels_in_data(old, in_old);
        let fixed: Vec<String> = fixed.intersection(&labels_in_data(new, in_new)).cloned().collect();
        let versions = Versions::new(old, new, &fixed);
        let (old_entries, new_entries) = (entries(old, in_old), entries(new, in_new));
        if let Some(fault) = uncomparable(&versions, &old_entries, &new_entries) {
            return Err(fault);
        }
        let used = live(new, &new_entries, &self.analysis, Passed::None);
        let live = live(new, &new_entries, &self.analysis, Passed::All);
        let computed = new_entries.iter().fold(0, |any, at| any | live.get(*at).copied().unwrap_or(0));
        Ok(Matched { versions, old_entries, used, live, computed })
    }
}

/// A function in two versions, with the items and labels that correspond.
pub struct Correspondence<'a> {
    listings: &'a Listings,
    number: usize,
    /// There is nothing to compare if the second version does not have it, or both have the same statements.
    versions: Option<Result<Matched<'a>, String>>,
}

struct Matched<'a> {
    versions: Versions<'a>,
    old_entries: Vec<usize>,
    used: Vec<Resources>,
    live: Vec<Resources>,
    computed: Resources,
}

impl Correspondence<'_> {
    /// Compares both versions; `None` if the second one does not have the function. It asks after each region whether it is cancelled, and reports then
    /// what is known.
    pub fn check<T: Clone>(&self, judge: Judge<'_, T>) -> Option<FunctionReport<T>> {
        let listings = self.listings;
        let mut report = listings.not_compared(self.number, None)?;
        let matched = match &self.versions {
            None => return Some(report),
            Some(Err(fault)) => {
                report.fault = Some(fault.clone());
                return Some(report);
            }
            Some(Ok(matched)) => matched,
        };
        let regions = Regions {
            versions: &matched.versions,
            analysis: &listings.analysis,
            processor: listings.compiler.processor(),
            live: &matched.live,
            used: &matched.used,
            computed: matched.computed,
        };
        let outcome = check(&regions, &matched.old_entries, judge);
        report.regions = outcome.regions;
        report.fault = outcome.fault.map(|fault| fault.to_string());
        let next = |listing: &'_ Listing, function: &Function| {
            listing.next(&function.section, function.order).cloned()
        };
        let Versions { old, new, .. } = matched.versions;
        if outcome.reaches_end && next(&listings.old, old) != next(&listings.new, new) {
            let message = "execution continues after its last instruction, and another function is there";
            report.fault.get_or_insert_with(|| message.to_owned());
        }
        Some(report)
    }
}

/// Assembles both versions. A name that one of them defines and the other uses without a definition was lost.
fn assembled(
    compiler: Compiler,
    files: [(&str, &str); 2],
    both: &[Vec<Statement>; 2],
) -> Result<[Assembled; 2], [Option<Failure>; 2]> {
    let defined = [defined(compiler, &both[0]), defined(compiler, &both[1])];
    let of = |file: usize| {
        let elsewhere = elsewhere(compiler, files[file].1, &both[file], &defined[1 - file]);
        Assembled::of(compiler, files[file], &both[file], elsewhere)
    };
    match [of(0), of(1)] {
        [Ok(old), Ok(new)] => Ok([old, new]),
        failed => Err(failed.map(Result::err)),
    }
}

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
        let Some(other) = old.function_mut(&function.name) else { continue };
        let is_void = function.is_void && other.is_void;
        (function.is_void, other.is_void) = (is_void, is_void);
    }
}

/// Finds the data that has another name in the new version: the names that a compiler numbers, and no other file knows.
fn data_names(old: &Listing, new: &Listing) -> HashMap<String, String> {
    let known: HashSet<&String> = old.data.iter().map(|data| &data.name).collect();
    let known_new: HashSet<&String> = new.data.iter().map(|data| &data.name).collect();
    let key = |data: &'_ Data| (data.section.clone(), without_digits(&data.original));
    let mut candidates: HashMap<(String, String), Vec<&Data>> = HashMap::new();
    let is_public = |listing: &Listing, data: &Data| listing.public.contains(&data.original);
    for data in old.data.iter().filter(|data| !known_new.contains(&data.name) && !is_public(old, data)) {
        candidates.entry(key(data)).or_default().push(data);
    }
    let mut names = HashMap::new();
    for data in new.data.iter().filter(|data| !known.contains(&data.name) && !is_public(new, data)) {
        if is_cancelled() {
            break;
        }
        let Some(candidates) = candidates.get_mut(&key(data)) else { continue };
        if let Some(partner) = candidates.iter().position(|other| other.lines == data.lines) {
            names.insert(data.name.clone(), candidates.remove(partner).name.clone());
        }
    }
    names
}

fn without_digits(name: &str) -> String {
    name.chars().filter(|c| !c.is_ascii_digit()).collect()
}
