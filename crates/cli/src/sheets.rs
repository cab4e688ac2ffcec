//! The sources and binaries with contracts and budgets: those that the user names, those of a project, and those below folders.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
    time::Duration,
};

use anyhow::{Result, anyhow, bail};
use arcadian_asm::{
    Assembly, Dialect,
    sheet::{Block, Unmarked, block, has_contract, names_routine, stating, unmarked},
};
use arcadian_files::{
    Error, FileKind, Files, LONGEST_SOURCE, PROJECT, diagnostic::render_in_line, error::message, escape,
    source_text,
};
use arcadian_program::{
    Kind, Located, Options, Program, RoutineOptions, cycles::stated, map_beside, project::Project, warning,
};
use arcadian_proof::Routine;
use arcadian_verify::routine::is_bundled;

use crate::{
    files::{Disk, output, project},
    reports::{files_below, is_lost},
};

const SOURCES: [&str; 4] = ["asm", "a65", "s", "z80"];
/// More endings of what a class hands in.
const HANDED_IN: [&str; 4] = ["a80", "mac", "src", "txt"];
/// The endings of sources whose contracts are judged in a binary.
const COMPILED: [&str; 2] = ["c", "h"];

/// A source or a binary that was read.
pub struct Source {
    pub path: PathBuf,
    pub found: Result<Found, Located>,
}

/// The routines of a program.
pub struct Found {
    /// The routines, and what is wrong with contracts that have none.
    pub routines: Vec<Result<Routine, Located>>,
    /// The files that it consists of; the first is the source itself.
    pub files: Vec<PathBuf>,
    recognized: Option<Dialect>,
}

/// Reads sheets and programs.
pub fn read(sheets: &[PathBuf], options: &Options, chosen: &RoutineOptions) -> Vec<Source> {
    let found = |path: &PathBuf| {
        let program = arcadian_program::open(&Disk, path, options)?;
        note_unread(&program, Block::Contract);
        let files = program
            .assembly()
            .map_or_else(Vec::new, |assembly| assembly.files.iter().map(PathBuf::from).collect());
        // Budgets need no contract.
        let has_only_budgets = |it: &Assembly| {
            it.contracts().is_empty() && it.check_contracts(false).is_ok() && !stated(it).is_empty()
        };
        let routines = match program.assembly() {
            Some(assembly) if has_only_budgets(assembly) => Vec::new(),
            _ => program.contracts(&Disk, chosen)?,
        };
        Ok(Found { routines, files, recognized: program.recognized() })
    };
    let read = |path: &PathBuf| Source { path: path.clone(), found: found(path) };
    let all: Vec<Source> = sheets.iter().map(read).collect();
    let mut dialects: BTreeMap<&str, usize> = BTreeMap::new();
    let found = all.iter().filter_map(|source| source.found.as_ref().ok());
    for dialect in found.filter_map(|found| found.recognized) {
        *dialects.entry(dialect.name()).or_default() += 1;
    }
    for (dialect, count) in dialects {
        let sources = if count == 1 { "1 source is".to_owned() } else { format!("{count} sources are") };
        output::remark(&format!("{sources} read as {dialect} source; the option --dialect names the syntax"));
    }
    all
}

/// Names the comments of a kind that state nothing because the assembler has not read them, or only as the text of a macro.
pub fn note_unread(program: &Program, kind: Block) {
    let (Some(text), Some(assembly)) = (program.text(), program.assembly()) else { return };
    let own = assembly.lines.iter().filter(|line| line.file == 0 && !line.is_left_out);
    let read: BTreeSet<usize> = own.map(|line| line.number).collect();
    for (number, line) in stating(text).into_iter().filter(|(number, _)| !read.contains(number)) {
        if block([line]) == kind {
            output::note(&format!(
                "note: {}:{number}: `{}` is not judged: a condition leaves it out, no line calls its macro, or the source ends above it",
                program.name,
                escape::line(line.trim())
            ));
        }
    }
}

/// Names the comments about code of a binary of which its map has no lines, in the files of the folders with its sources.
pub fn note_without_lines(program: &Program) {
    let mut sources = BTreeMap::new();
    for folder in program.source_folders() {
        let here = if folder.as_os_str().is_empty() { Path::new(".") } else { &folder };
        let entries = std::fs::read_dir(here).into_iter().flatten().flatten();
        let paths = entries.map(|entry| folder.join(entry.file_name()));
        let paths = paths.filter(|path| is_source(path) || is_compiled(path));
        sources.extend(paths.filter_map(|path| Some((path.canonicalize().ok()?, path))));
    }
    for path in sources.into_values() {
        let text = Disk.source(&path).unwrap_or_default();
        let found = program.without_lines(&text);
        let Some((number, _)) = found.first() else { continue };
        let labels: Vec<&str> = found.iter().map(|(_, label)| label.as_str()).collect();
        output::note(&format!(
            "warning: {}:{number}: what this file states of {} is not judged: the map of {} has no lines of that code; assemble or compile \
             the file with debug data too (`sdasz80 -y`, `sdcc --debug`), and build again",
            escape::path(&path),
            labels.join(", "),
            program.name
        ));
    }
}

/// Drops sources that cannot be read by themselves, if they are parts of others or of a binary, and are not named.
pub fn drop_parts(all: &mut Vec<Source>, named: &[PathBuf]) {
    let found = all.iter().filter_map(|source| source.found.as_ref().ok());
    let parts: BTreeSet<PathBuf> = found
        .flat_map(|found| found.files.iter().skip(1))
        .filter_map(|file| file.canonicalize().ok())
        .collect();
    all.retain(|source| {
        let is_part = || source.path.canonicalize().is_ok_and(|path| parts.contains(&path));
        source.found.is_ok() || named.contains(&source.path) || !is_part()
    });
}

/// Adds an error for each contract in the sources of a compiler that are not sources of a binary that was read.
pub fn add_unbuilt(all: &mut Vec<Source>, compiled: &[PathBuf]) {
    let found = all.iter().filter_map(|source| source.found.as_ref().ok());
    let built: BTreeSet<PathBuf> =
        found.flat_map(|found| &found.files).filter_map(|file| file.canonicalize().ok()).collect();
    for path in compiled.iter().filter(|path| path.canonicalize().is_ok_and(|path| !built.contains(&path))) {
        let text = Disk.source(path).unwrap_or_default();
        all.extend(stating(&text).into_iter().map(|(line, text)| {
            let span = text.len() - text.trim_start().len()..text.trim_end().len();
            let message = "no binary that was read has the code of this source";
            let help = "build it with debug data, and name the binary or, as `build-dir` in arcadian.toml, its folder";
            let error = render_in_line(&escape::source_name(path), line, text, span, message, Some(help)).into();
            Source { path: path.clone(), found: Err(Located { file: None, line, error }) }
        }));
    }
}

/// The sources with something to verify. One can be among both.
#[derive(Default)]
pub struct Sources {
    /// Sources with a contract.
    pub sheets: Vec<PathBuf>,
    /// Sources with comments that state cycles.
    pub with_budgets: Vec<PathBuf>,
    /// Sources of a compiler with either.
    pub compiled: Vec<PathBuf>,
}

/// What is verified: what the user names, or the project, or the current folder. A folder with the file of a project stands for it.
pub struct Scope {
    pub paths: Vec<PathBuf>,
    /// The binaries with maps in the folders for them.
    pub built: Vec<PathBuf>,
    /// The project of the first path.
    project: Option<Project>,
    /// The projects that are verified as a whole.
    whole: Vec<Project>,
}

impl Scope {
    /// Returns what is verified if the user names these paths. The project of a student does not choose what is judged in an `exercise`.
    pub fn of(named: &[PathBuf], exercise: Option<&Path>) -> Result<Scope> {
        let here = [PathBuf::from(".")];
        let mut scope = Scope { paths: Vec::new(), built: Vec::new(), project: None, whole: Vec::new() };
        let is_whole = |path: &Path, project: &Project| {
            named.is_empty() || Disk.is_same(&path.join(PROJECT), &project.file)
        };
        for (number, path) in if named.is_empty() { &here[..] } else { named }.iter().enumerate() {
            // A bundled routine belongs to no project.
            let project = match project(path) {
                _ if is_bundled(path) => None,
                // Each sheet below says it.
                Err(_) if exercise.is_some() => None,
                found => found?,
            };
            if number == 0 {
                scope.project.clone_from(&project);
            }
            match project.filter(|project| exercise.is_none() && is_whole(path, project)) {
                None => scope.paths.push(path.clone()),
                Some(project) => {
                    check_paths(&project)?;
                    let before = scope.built.len();
                    for folder in &project.build_dir {
                        binaries(folder, !project.map.is_empty(), &mut scope.built)?;
                    }
                    if scope.built.len() == before {
                        check_binaries(&project)?;
                    }
                    scope.paths.extend(project.paths());
                    scope.whole.push(project);
                }
            }
        }
        Ok(scope)
    }

    /// Separates the binaries among the paths from sources and folders.
    pub fn split(&self, options: &Options) -> (Vec<PathBuf>, Vec<PathBuf>) {
        let is_binary = |path: &PathBuf| {
            Disk.kind(path) != FileKind::Folder && Kind::of(&Disk, path, options) == Kind::Binary
        };
        self.paths.iter().cloned().partition(is_binary)
    }

    /// Whether a project is verified as a whole.
    pub fn is_project(&self) -> bool {
        !self.whole.is_empty()
    }

    pub fn time_limit(&self, stated: Option<Duration>) -> Option<Duration> {
        stated.or_else(|| self.project.as_ref()?.time_limit)
    }

    pub fn max_instructions(&self, stated: Option<u64>) -> Option<u64> {
        stated.or_else(|| self.project.as_ref()?.max_instructions)
    }

    /// Returns the sources below the folders among some paths, and the files among them, each once. Fails if there are none, unless there
    /// are binaries. For an `exercise` each is judged as a sheet, and files that are no sources are named.
    pub fn sources(&self, paths: &[PathBuf], exercise: Option<&Path>) -> Result<Sources> {
        let (mut found, mut compiled) = (Vec::new(), Vec::new());
        let (mut skipped, mut unmarked) = (0, Vec::new());
        for path in paths {
            match Disk.kind(path) {
                FileKind::File if is_compiled(path) => compiled.push(path.clone()),
                FileKind::Folder => {
                    let all = files_below(path)?;
                    compiled.extend(all.iter().filter(|path| is_compiled(path)).cloned());
                    let is_own = |path: &Path| exercise.is_some_and(|exercise| Disk.is_same(path, exercise));
                    let is_judged = |path: &&PathBuf| {
                        is_source(path) || exercise.is_some() && has_ending(path, &HANDED_IN) || is_lost(path)
                    };
                    let (sources, others): (Vec<_>, Vec<_>) =
                        all.iter().filter(|path| !is_own(path)).partition(is_judged);
                    if exercise.is_some() {
                        others.into_iter().for_each(|path| not_judged(path));
                    }
                    let contents = |source: &PathBuf| {
                        let contents = contents(source);
                        Contents { contract: contents.contract || exercise.is_some(), ..contents }
                    };
                    let mut sources: Vec<Known> =
                        sources.into_iter().map(|source| (contents(source), source.clone())).collect();
                    let parts = parts(&all, &sources);
                    let is_part: BTreeSet<PathBuf> = parts.iter().map(|(_, path)| path.clone()).collect();
                    sources.extend(parts);
                    let (mut relevant, mut others) = relevant(sources);
                    for known in [&mut relevant, &mut others] {
                        known.retain(|(_, path)| !is_part.contains(path));
                    }
                    found.extend(relevant);
                    skipped += others.len();
                    unmarked.extend(others);
                }
                // A misspelled path is not a failing sheet.
                FileKind::Missing if !escape::is_stream(path) => return Err(self.missing(path)),
                _ => {
                    let contents = contents(path);
                    // A file that is named is a sheet, if need be a wrong one.
                    let contract = contents.contract || !contents.budgets;
                    // The files that it includes can state cycles.
                    let budgets = contents.budgets || !contents.includes.is_empty();
                    found.push((Contents { contract, budgets, ..contents }, path.clone()));
                }
            }
        }
        for (contents, path) in found.iter().chain(&unmarked) {
            contents.unmarked.iter().for_each(|found| output::note(&warning(path, found)));
        }
        compiled.sort();
        compiled.dedup();
        compiled.retain(|path| match Disk.source(path) {
            Ok(text) => !stating(&text).is_empty(),
            Err(_) => {
                found.push((contents(path), path.clone()));
                false
            }
        });
        if found.is_empty() && compiled.is_empty() && self.built.is_empty() && !paths.is_empty() {
            return Err(nothing(paths, skipped));
        }
        let mut seen = BTreeSet::new();
        found.retain(|(_, path)| seen.insert(path.clone()));
        let with = |is: fn(&Contents) -> bool| {
            found.iter().filter(|(contents, _)| is(contents)).map(|(_, path)| path.clone()).collect()
        };
        Ok(Sources {
            sheets: with(|contents| contents.contract),
            with_budgets: with(|contents| contents.budgets),
            compiled,
        })
    }

    /// Returns the files of the projects.
    pub fn project_files(&self) -> impl Iterator<Item = &PathBuf> {
        self.project.iter().chain(&self.whole).map(|project| &project.file)
    }

    /// Returns the error for a path that does not exist.
    fn missing(&self, path: &Path) -> anyhow::Error {
        let error = Disk.missing(path, &[]);
        match self.whole.iter().find(|project| project.sheets.iter().any(|sheet| sheet == path)) {
            Some(project) => {
                anyhow!("{}; `sheets` in {} names it", error.title(), escape::path(&project.file))
            }
            None => error.into(),
        }
    }

    /// Returns the error if no contract and no budget was found.
    pub fn nothing(&self) -> anyhow::Error {
        let all: Vec<PathBuf> = self.paths.iter().chain(&self.built).cloned().collect();
        nothing(&all, 0)
    }

    /// Adds the routines of binaries to what was read. Returns the binaries whose sources state cycles. A binary that the user does not
    /// name need not have a contract.
    pub fn read_binaries(
        &self,
        named: &[PathBuf],
        options: &Options,
        chosen: &RoutineOptions,
        read: &mut Vec<Source>,
    ) -> Vec<(PathBuf, Program)> {
        let mut measured = Vec::new();
        let all = named.iter().map(|path| (path, true)).chain(self.built.iter().map(|path| (path, false)));
        for (path, is_named) in all {
            let found = match tested(path, options, chosen, is_named) {
                Ok(None) => continue,
                Ok(Some((found, program))) => {
                    measured.extend(program.map(|program| (path.clone(), program)));
                    Ok(found)
                }
                Err(error) => Err(Located::from(error)),
            };
            read.push(Source { path: path.clone(), found });
        }
        measured
    }
}

fn not_judged(path: &Path) {
    let endings = SOURCES.iter().chain(&HANDED_IN).map(|ending| format!(".{ending}")).collect::<Vec<_>>();
    output::note(&format!(
        "note: {} is not judged: below a folder only files ending in {} are; name the file to judge it",
        escape::path(path),
        endings.join(", ")
    ));
}

fn nothing(paths: &[PathBuf], skipped: usize) -> anyhow::Error {
    let names = paths.iter().map(|path| escape::path(path)).collect::<Vec<_>>().join(", ");
    let sources = if skipped == 0 { String::new() } else { format!(" among {skipped} sources") };
    anyhow!(
        "there is nothing to verify in {names}{sources}; a sheet has a header line `;! routine: NAME`, a program has contracts \
         above labels, such as `;! in: A = n`, a budget is a comment `;! cycles: <= 114`"
    )
}

/// The endings of binaries. Of files with the same name otherwise, the first ending counts.
const BINARIES: [&str; 9] = ["ihx", "hex", "ihex", "prg", "com", "nes", "rom", "cim", "bin"];

/// Returns the place of a binary's ending in the list.
fn of_binary(path: &Path) -> Option<usize> {
    let ending = path.extension()?;
    BINARIES.iter().position(|known| ending.eq_ignore_ascii_case(known))
}

/// Refuses a project whose folders and files are not there: what is in them would not be verified, and nothing would say so.
fn check_paths(project: &Project) -> Result<()> {
    let stated =
        [("build-dir", &project.build_dir[..]), ("source-dir", &project.source_dir), ("map", &project.map)];
    let contract = project.contract.as_slice();
    for (key, paths) in stated.into_iter().chain([("contract", contract)]) {
        if let Some(missing) = paths.iter().find(|path| Disk.kind(path) == FileKind::Missing) {
            let advice = if key == "build-dir" { "; build the project first" } else { "" };
            bail!(
                "cannot verify the project: {} is not there (`{key}` in {}){advice}",
                escape::path(missing),
                escape::path(&project.file)
            );
        }
    }
    Ok(())
}

/// Refuses a project without a binary, if it states where one is, or contracts of one.
fn check_binaries(project: &Project) -> Result<()> {
    if let Some(folder) = project.build_dir.first() {
        bail!(
            "cannot verify the project: no binary with a map beside it is in {} (`build-dir` in {}); build the project with debug data",
            escape::path(folder),
            escape::path(&project.file)
        );
    }
    let Some(file) = &project.contract else { return Ok(()) };
    let text = Disk.text(file, "contracts", LONGEST_SOURCE)?;
    if text.lines().any(|line| line.trim_start().starts_with(";!")) {
        bail!(
            "cannot judge the contracts of {}: no binary with a map is in `build-dir` of {}; build the project, and name the folder",
            escape::path(file),
            escape::path(&project.file)
        );
    }
    Ok(())
}

/// Adds the binaries below a folder that have a map, in order. A build that was not made yet has none.
fn binaries(folder: &Path, has_maps: bool, found: &mut Vec<PathBuf>) -> Result<()> {
    let mut files: BTreeMap<PathBuf, (usize, PathBuf)> = BTreeMap::new();
    let (lost, all): (Vec<_>, Vec<_>) = files_below(folder)?.into_iter().partition(|path| is_lost(path));
    found.extend(lost);
    for path in all {
        let ending = of_binary(&path).filter(|_| has_maps || map_beside(&Disk, &path).is_some());
        if let Some(ending) = ending {
            let new = (ending, path.clone());
            let kept = files.entry(path.with_extension("")).or_insert_with(|| new.clone());
            *kept = new.min(kept.clone());
        }
    }
    found.extend(files.into_values().map(|(_, path)| path));
    Ok(())
}

/// A source and what there is to verify in it.
type Known = (Contents, PathBuf);

/// Returns the included files that are not among the sources: where the source names them, or anywhere among all files of the folder.
fn parts(all: &[PathBuf], sources: &[Known]) -> Vec<Known> {
    let beside = |(contents, path): &Known| {
        let folder = path.parent().unwrap_or(Path::new("")).to_owned();
        contents.includes.iter().map(|name| folder.join(name)).collect::<Vec<_>>()
    };
    let names: BTreeSet<String> =
        sources.iter().flat_map(|(contents, _)| &contents.includes).map(|name| base(name)).collect();
    let has_name =
        |path: &&PathBuf| path.file_name().is_some_and(|name| names.contains(&base(&escape::os_text(name))));
    let mut seen: BTreeSet<PathBuf> = sources.iter().map(|(_, path)| path.clone()).collect();
    let mut open: Vec<PathBuf> = sources.iter().flat_map(beside).collect();
    open.extend(all.iter().filter(has_name).cloned());
    let mut parts = Vec::new();
    while let Some(path) = open.pop() {
        if path.is_file() && seen.insert(path.clone()) {
            let part = (contents(&path), path);
            open.extend(beside(&part));
            parts.push(part);
        }
    }
    parts
}

/// Returns the last part of a path of any system, in lower case.
fn base(name: &str) -> String {
    name.rsplit(['/', '\\']).next().unwrap_or(name).to_ascii_lowercase()
}

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
                contents.includes.iter().filter_map(|part| names.get(&base(part))).collect();
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

/// Returns the names of the files that a source includes.
fn includes(text: &str) -> Vec<String> {
    let lines = text.lines().filter(|line| {
        let line = line.split(';').next().unwrap_or_default().to_ascii_lowercase();
        ["include", "!source", "!src", "maclib", ".incl"].iter().any(|word| line.contains(word))
    });
    let files = lines.filter_map(|line| {
        let quoted = line.split(['"', '\'', '<', '>']).nth(1);
        Some(quoted.or_else(|| line.split_whitespace().last())?.replace('\\', "/"))
    });
    files.collect()
}

fn is_source(path: &Path) -> bool {
    has_ending(path, &SOURCES)
}

fn is_compiled(path: &Path) -> bool {
    has_ending(path, &COMPILED)
}

fn has_ending(path: &Path, endings: &[&str]) -> bool {
    path.extension().is_some_and(|own| endings.iter().any(|ending| own.eq_ignore_ascii_case(ending)))
}

/// The parts of a source that can be verified, and the files that it includes.
#[derive(Clone, Default)]
struct Contents {
    contract: bool,
    budgets: bool,
    /// Whether it has the header of a sheet.
    is_sheet: bool,
    includes: Vec<String>,
    /// Comments that are probably meant as lines of a contract.
    unmarked: Vec<Unmarked>,
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
    let text = source_text(bytes);
    let keys = || {
        text.lines().filter_map(|line| line.split_once(";!")?.1.split_once(':')).map(|(key, _)| key.trim())
    };
    let is = |key: &str, name: &str| key.eq_ignore_ascii_case(name);
    let states_cycles = |key: &str| is(key.split_whitespace().next().unwrap_or_default(), "cycles");
    let (contract, budgets) = (has_contract(&text), keys().any(states_cycles));
    Contents {
        contract,
        budgets,
        is_sheet: names_routine(&text),
        includes: includes(&text),
        unmarked: unmarked(&text),
    }
}

/// Reads a binary and its routines, and returns the program if its sources state cycles. Returns nothing if they state nothing and the
/// user does not name the binary.
fn tested(
    path: &Path,
    options: &Options,
    chosen: &RoutineOptions,
    is_named: bool,
) -> Result<Option<(Found, Option<Program>)>, Error> {
    let program = arcadian_program::open(&Disk, path, options)?;
    // A wrong comment is reported as a case of its own.
    let states_cycles = program.code().map(|code| !stated(code.code()).is_empty());
    let has_contracts = program.has_contracts(&Disk, chosen);
    if !is_named && matches!((&has_contracts, &states_cycles), (Ok(false), Ok(false))) {
        return Ok(None);
    }
    program.notes.iter().for_each(|note| output::remark(note));
    if is_named && chosen.contracts.is_none() {
        note_without_lines(&program);
    }
    let (states_cycles, has_contracts) = (states_cycles?, has_contracts?);
    if !has_contracts && !states_cycles {
        return Err(message!(
            "no source of {} has a contract above a label, such as `;! in: A = n`, or states cycles, as `;! cycles: <= 114` does",
            program.name
        ));
    }
    let routines = if has_contracts { program.contracts(&Disk, chosen)? } else { Vec::new() };
    let parts = program.sources().map(PathBuf::from);
    let found =
        Found { routines, files: std::iter::once(path.to_owned()).chain(parts).collect(), recognized: None };
    Ok(Some((found, states_cycles.then_some(program))))
}
