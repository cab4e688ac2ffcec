//! The sources and binaries below folders.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
};

use anyhow::{Result, bail};
use arcadian_asm::sheet::{Block, block, names_routine};
use arcadian_files::{Error, FileKind, Files, LONGEST_SOURCE, error::message, escape};
use arcadian_program::{Located, Options, Program, RoutineOptions, cycles::stated};

use super::{Found, Source};
use crate::{
    files::{Disk, output},
    reports::files_below,
};

const SOURCES: [&str; 4] = ["asm", "a65", "s", "z80"];

/// The sources with something to verify. One can be among both.
#[derive(Default)]
pub(super) struct Sources {
    /// Sources with a contract.
    pub(super) sheets: Vec<PathBuf>,
    /// Sources with comments that state cycles.
    pub(super) with_budgets: Vec<PathBuf>,
}

/// Returns the sources below the folders among some paths, and the files among them, each once. Fails if there are none. If all must be
/// sheets, none is skipped.
pub(super) fn sources(paths: &[PathBuf], must_be_sheets: bool) -> Result<Sources> {
    let mut found = Vec::new();
    let mut skipped = 0;
    for path in paths {
        match Disk.kind(path) {
            FileKind::Folder => {
                let sources = files_below(path, &is_source)?;
                let contents = |source: &PathBuf| {
                    let contents = contents(source);
                    Contents { contract: contents.contract || must_be_sheets, ..contents }
                };
                let sources = sources.into_iter().map(|source| (contents(&source), source)).collect();
                let (relevant, others) = relevant(sources);
                found.extend(relevant);
                skipped += others.len();
            }
            // A misspelled path is not a failing sheet.
            FileKind::Missing if !escape::is_stream(path) => return Err(Disk.missing(path, &[]).into()),
            _ => {
                let contents = contents(path);
                // A file that is named is a sheet, if need be a wrong one.
                let contract = contents.contract || !contents.budgets;
                found.push((Contents { contract, ..contents }, path.clone()));
            }
        }
    }
    if found.is_empty() {
        let names = paths.iter().map(|path| escape::path(path)).collect::<Vec<_>>().join(", ");
        let sources = if skipped == 0 { String::new() } else { format!(" among {skipped} sources") };
        bail!(
            "there is nothing to verify in {names}{sources}; a sheet has a header line `;! routine: NAME`, a program has contracts \
             above labels, such as `;! in: A = n`, a budget is a comment `;! cycles: <= 114`"
        );
    }
    let mut seen = BTreeSet::new();
    found.retain(|(_, path)| seen.insert(path.clone()));
    let with = |is: fn(&Contents) -> bool| {
        found.iter().filter(|(contents, _)| is(contents)).map(|(_, path)| path.clone()).collect()
    };
    Ok(Sources {
        sheets: with(|contents| contents.contract),
        with_budgets: with(|contents| contents.budgets),
    })
}

/// A source and what there is to verify in it.
type Known = (Contents, PathBuf);

/// Separates the sources with something to verify, and those that include them, from others.
fn relevant(sources: Vec<Known>) -> (Vec<Known>, Vec<Known>) {
    let name = |path: &Path| path.file_name().map(|name| escape::os_text(name).to_ascii_lowercase());
    let mut names: BTreeMap<String, Contents> = BTreeMap::new();
    // A sheet is verified by itself, whatever includes it.
    for (contents, path) in sources.iter().filter(|(contents, _)| contents.is_any() && !contents.is_sheet) {
        names.extend(name(path).map(|name| (name, contents.clone())));
    }
    // A file that is included can include as well.
    let mut sources = sources;
    loop {
        let mut is_changed = false;
        for (contents, path) in &mut sources {
            let of_parts: Vec<&Contents> =
                contents.includes.iter().filter_map(|part| names.get(part)).collect();
            let contract = contents.contract || of_parts.iter().any(|part| part.contract);
            let budgets = contents.budgets || of_parts.iter().any(|part| part.budgets);
            if !contents.is_sheet && (contract, budgets) != (contents.contract, contents.budgets) {
                (contents.contract, contents.budgets, is_changed) = (contract, budgets, true);
                names.extend(name(path).map(|name| (name, contents.clone())));
            }
        }
        if !is_changed {
            return sources.into_iter().partition(|(contents, _)| contents.is_any());
        }
    }
}

/// Returns the names of the files that a source includes, without folders and in lower case.
fn includes(text: &str) -> Vec<String> {
    let lines = text.lines().filter(|line| {
        let line = line.split(';').next().unwrap_or_default().to_ascii_lowercase();
        ["include", "!source", "!src", "maclib", ".incl"].iter().any(|word| line.contains(word))
    });
    let files = lines.filter_map(|line| {
        let quoted = line.split(['"', '\'', '<', '>']).nth(1);
        let file = quoted.or_else(|| line.split_whitespace().last())?;
        Some(file.rsplit(['/', '\\']).next().unwrap_or(file).to_ascii_lowercase())
    });
    files.collect()
}

fn is_source(path: &Path) -> bool {
    let extension = path.extension();
    extension.is_some_and(|extension| SOURCES.iter().any(|source| extension.eq_ignore_ascii_case(source)))
}

/// The parts of a source that can be verified, and the files that it includes.
#[derive(Clone, Default)]
struct Contents {
    contract: bool,
    budgets: bool,
    /// Whether it has the header of a sheet.
    is_sheet: bool,
    includes: Vec<String>,
}

impl Contents {
    fn is_any(&self) -> bool {
        self.contract || self.budgets
    }
}

/// Returns what there is to verify in a source. One that cannot be read may be a sheet, and is reported.
fn contents(path: &Path) -> Contents {
    if escape::is_stream(path) {
        // It can be read only once.
        return Contents { contract: true, ..Contents::default() };
    }
    let Ok(bytes) = Disk.bytes(path, "a source", LONGEST_SOURCE) else {
        return Contents { contract: true, ..Contents::default() };
    };
    let text = String::from_utf8_lossy(&bytes);
    let keys = || {
        text.lines().filter_map(|line| line.split_once(";!")?.1.split_once(':')).map(|(key, _)| key.trim())
    };
    let is = |key: &str, name: &str| key.eq_ignore_ascii_case(name);
    let states_cycles = |key: &str| is(key.split_whitespace().next().unwrap_or_default(), "cycles");
    let (contract, budgets) = (has_contract(&text), keys().any(states_cycles));
    Contents { contract, budgets, is_sheet: names_routine(&text), includes: includes(&text) }
}

/// Whether comments that follow each other state the contract of a routine.
fn has_contract(text: &str) -> bool {
    let lines: Vec<&str> = text.lines().collect();
    let is_comment = |line: &str| {
        let start = line.trim_start();
        start.is_empty() || start.starts_with(';') || start.starts_with("//")
    };
    let groups = lines.chunk_by(|one, next| is_comment(one) == is_comment(next));
    groups.into_iter().any(|lines| block(lines.iter().copied()) == Block::Contract)
}

/// Adds the routines of binaries to what was read. Returns the binaries whose sources state cycles.
pub(super) fn read(
    binaries: &[PathBuf],
    options: &Options,
    chosen: &RoutineOptions,
    read: &mut Vec<Source>,
) -> Vec<(PathBuf, Program)> {
    let mut measured = Vec::new();
    for path in binaries {
        let found = match tested(path, options, chosen) {
            Ok((found, program)) => {
                measured.extend(program.map(|program| (path.clone(), program)));
                Ok(found)
            }
            Err(error) => Err(Located::from(error)),
        };
        read.push(Source { path: path.clone(), found });
    }
    measured
}

fn tested(
    path: &Path,
    options: &Options,
    chosen: &RoutineOptions,
) -> Result<(Found, Option<Program>), Error> {
    let program = arcadian_program::open(&Disk, path, options)?;
    program.notes.iter().for_each(|note| output::note(note));
    // A wrong comment is reported as a case of its own.
    let states_cycles = stated(program.code()?.code()).map_or(true, |parts| !parts.is_empty());
    let has_contracts = program.has_contracts(&Disk, chosen)?;
    if !has_contracts && !states_cycles {
        return Err(message!(
            "no source of {} has a contract above a label, such as `;! in: A = n`, or states cycles, as `;! cycles: <= 114` does",
            program.name
        ));
    }
    let routines = if has_contracts { program.routines(&Disk, chosen)? } else { Vec::new() };
    let found = Found { routines, files: vec![path.to_owned()], recognized: None };
    Ok((found, states_cycles.then_some(program)))
}
