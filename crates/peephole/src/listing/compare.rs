//! Two versions of a compiler's output, and their differences outside the code of functions.

use std::collections::{BTreeSet, HashMap, HashSet, VecDeque};

use arcadian_asm::Failure;
use arcadian_parallel::{cancellation::is_cancelled, flow::Resources};

use crate::listing::{
    assembled::{Assembled, defined, elsewhere},
    check::{Checked, Judge, Judgement, check},
    compiler::Compiler,
    fault::{uncomparable, unreadable},
    functions::{Data, Function, Listing, read},
    library::Library,
    live::{Analysis, Passed, entries, labels_in_data, live, names_in_data},
    matching::Versions,
    operands::Names,
    region::Regions,
    state::Convention,
    statement::{Statement, statements, with_single_blanks},
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
    /// The reason for which a function is not covered.
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
