//! Loading routines: bundled sheets and files.

use std::{
    borrow::Cow,
    path::{Path, PathBuf},
    sync::Arc,
};

use arcadian_asm::{Host, did_you_mean, nearest};
use arcadian_claims::{BundledFiles, Sheet, sheets};
use arcadian_files::{
    FileKind, Files, LONGEST_SOURCE,
    error::{Result, refuse},
    escape,
    source::Folders,
};
use arcadian_program::{Located, Options, Program, RoutineOptions, Sheets};
use arcadian_proof::{Routine, SheetError};

pub use arcadian_program::to_error;

pub fn bundled() -> Result<Vec<Routine>> {
    sheets().map(|sheet| arcadian_claims::read(sheet).map_err(to_error)).collect()
}

/// Reads a sheet whose header can name a claim about a game.
fn read(name: &str, text: &str, host: &mut dyn Host) -> std::result::Result<Routine, SheetError> {
    Routine::read(name, text, host, arcadian_claims::all())
}

/// Returns the title of the sheet, or the description of its specification.
pub fn title(routine: &Routine) -> String {
    let sheet = routine.assembly.sheet.as_ref();
    let title = sheet.and_then(|sheet| sheet.about.iter().find(|(key, _)| key == "title"));
    title.map_or_else(|| routine.specification.about(), |(_, title)| title.clone())
}

struct Source {
    /// The name in messages.
    name: String,
    text: Cow<'static, str>,
    /// The file, unless the sheet is a bundled one.
    path: Option<PathBuf>,
}

impl Source {
    /// Reads the sheet with the files that it includes or names.
    fn read<T>(
        &self,
        files: &dyn Files,
        read: impl FnOnce(&str, &str, &mut dyn Host) -> std::result::Result<T, SheetError>,
    ) -> Result<T> {
        match &self.path {
            None => read(&self.name, &self.text, &mut BundledFiles),
            Some(path) => read(&self.name, &self.text, &mut Folders::new(files, path, &[])),
        }
        .map_err(to_error)
    }
}

/// Returns the bundled routines with a name, one per processor, or the routine in a file. `other` is another known name
/// for suggestions.
pub fn named(files: &dyn Files, path: &Path, other: Option<&str>) -> Result<Vec<Routine>> {
    let found = sources(files, path, other)?;
    found.iter().map(|source| source.read(files, read)).collect()
}

/// Returns what [`named`] returns, each with the text of its sheet.
pub fn sheets_named(files: &dyn Files, path: &Path) -> Result<Vec<(Routine, String)>> {
    let with_text = |source: &Source| Ok((source.read(files, read)?, source.text.to_string()));
    sources(files, path, None)?.iter().map(with_text).collect()
}

/// Returns the routines with a name as in [`named`], each of which must compute the same as a reference. This is a file or a
/// bundled routine; of several the one for the same processor.
pub fn same_as(files: &dyn Files, path: &Path, reference: &Path) -> Result<Vec<Routine>> {
    let read_reference = |name: &str, text: &str, host: &mut dyn Host| {
        Routine::read_reference(name, text, host, arcadian_claims::all())
    };
    let references: Vec<Arc<Routine>> = sources(files, reference, None)?
        .iter()
        .map(|source| source.read(files, read_reference).map(Arc::new))
        .collect::<Result<_>>()?;
    let mut routines = Vec::new();
    for source in sources(files, path, None)? {
        let read = |reference: &Arc<Routine>| {
            let reference = Arc::clone(reference);
            source.read(files, |name, text, host| Routine::read_same_as(name, text, host, reference))
        };
        let Some(first) = references.first() else { continue };
        let routine = read(first)?;
        let processor = routine.processor();
        let better = references.iter().skip(1).find(|other| other.processor() == processor);
        routines.push(match better.filter(|_| first.processor() != processor) {
            Some(better) => read(better)?,
            None => routine,
        });
    }
    Ok(routines)
}

/// Returns the routines that a user names: bundled ones, that of a sheet, or those of a program. `note` gets what the user has to know.
pub fn chosen(
    files: &dyn Files,
    path: &Path,
    options: &Options,
    chosen: &RoutineOptions,
    note: &mut dyn FnMut(&str),
) -> Result<Vec<Routine>> {
    if is_bundled(path) || is_missing(files, path) {
        check_bundled(path, options, chosen)?;
        return named(files, path, None);
    }
    let (program, chosen) = open(files, path, options, chosen)?;
    program.notes.iter().for_each(|text| note(text));
    Ok(program.routines(files, &chosen)?)
}

/// Returns what [`chosen`] returns, each with the text of its sheet. Those of a program become sheets in our own syntax.
pub fn chosen_sheets(
    files: &dyn Files,
    path: &Path,
    options: &Options,
    chosen: &RoutineOptions,
    note: &mut dyn FnMut(&str),
) -> Result<Vec<(Routine, String)>> {
    if is_bundled(path) || is_missing(files, path) {
        check_bundled(path, options, chosen)?;
        return sheets_named(files, path);
    }
    let (program, chosen) = open(files, path, options, chosen)?;
    program.notes.iter().for_each(|text| note(text));
    program.own_sheets(files, &chosen)
}

/// Refuses options for programs.
fn check_bundled(path: &Path, options: &Options, chosen: &RoutineOptions) -> Result<()> {
    options.check_source(path)?;
    let is_other = |name: &String| !path.as_os_str().eq_ignore_ascii_case(name);
    let surplus = [
        ("--routine", chosen.names.iter().any(is_other)),
        ("--contract", chosen.contracts.is_some()),
        ("--constant", !chosen.constant.is_empty()),
    ];
    match surplus.iter().find(|(_, is_given)| is_bundled(path) && *is_given) {
        None => Ok(()),
        Some((option, _)) => {
            refuse!("{} is a bundled routine with its own sheet: leave out {option}", escape::path(path))
        }
    }
}

fn is_missing(files: &dyn Files, path: &Path) -> bool {
    !escape::is_stream(path) && files.kind(path) == FileKind::Missing
}

/// Reads a program whose routines are to be verified. If its header names a routine, it is the sheet of this routine, unless labels are
/// chosen.
fn open(
    files: &dyn Files,
    path: &Path,
    options: &Options,
    chosen: &RoutineOptions,
) -> std::result::Result<(Program, RoutineOptions), Located> {
    let sheets = if chosen.names.is_empty() { Sheets::InOwnSyntax } else { Sheets::Sources };
    let program = arcadian_program::open(files, path, &Options { sheets, ..options.clone() })?;
    Ok((program, RoutineOptions { claims: arcadian_claims::all(), ..chosen.clone() }))
}

pub fn is_bundled(path: &Path) -> bool {
    sheets().any(|sheet| path.as_os_str().eq_ignore_ascii_case(stem(sheet.file)))
}

fn sources(files: &dyn Files, path: &Path, other: Option<&str>) -> Result<Vec<Source>> {
    let is_named = |file: &str| path.as_os_str().eq_ignore_ascii_case(stem(file));
    let bundled = |sheet: &'static Sheet| Source {
        name: sheet.file.to_owned(),
        text: Cow::Borrowed(sheet.text()),
        path: None,
    };
    let own: Vec<_> = sheets().filter(|sheet| is_named(sheet.file)).map(bundled).collect();
    if !own.is_empty() {
        return Ok(own);
    }
    let name = escape::path(path);
    if files.kind(path) == FileKind::Missing && !escape::is_stream(path) && !name.contains(['/', '.']) {
        let names: Vec<String> = sheets().map(|sheet| stem(sheet.file).to_uppercase()).collect();
        let near = nearest(&name, names.iter().map(String::as_str).chain(other));
        let hint = near.map_or_else(String::new, |near| did_you_mean(near) + " ");
        refuse!(
            "there is no routine `{name}`; {hint}`arcadian verify --bundled --list` lists the routines; name a sheet by its file"
        );
    }
    Ok(vec![file(files, path)?])
}

fn file(files: &dyn Files, path: &Path) -> Result<Source> {
    let text = files.text(path, "a sheet", LONGEST_SOURCE)?.into();
    Ok(Source { name: escape::source_name(path), text, path: Some(path.to_owned()) })
}

/// Returns the name of a routine from its file: `t2cw` for `8080/t2cw.asm`.
fn stem(file: &str) -> &str {
    Path::new(file).file_stem().and_then(|stem| stem.to_str()).unwrap_or(file)
}
