//! Loading routines: bundled sheets and files.

use std::{
    borrow::Cow,
    path::{Path, PathBuf},
    sync::Arc,
};

use arcadian_asm::{Host, Severity};
use arcadian_claims::{BundledFiles, Sheet, sheets};
use arcadian_files::{
    FileKind, Files, LONGEST_SOURCE, diagnostic,
    error::{Error, Result, refuse},
    escape,
    source::Folders,
};
use arcadian_proof::{HeaderError, Routine, SheetError};

/// Returns the routines of all bundled sheets.
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

/// Converts an error of a sheet; errors in a line include an excerpt.
pub fn to_error(error: SheetError) -> Error {
    match error {
        SheetError::Assembly(failure) => diagnostic::render_failure(&failure).into(),
        SheetError::Header(error) => {
            let HeaderError { file, line, span, message, help } = *error;
            diagnostic::render_in_line(&file, line.number, &line.text, span, &message, help.as_deref()).into()
        }
        other => Error::of(&other),
    }
}

/// A sheet to be read.
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

/// Returns the routine of a text that stands for a file.
pub fn in_text(files: &dyn Files, path: &Path, text: String) -> Result<Routine> {
    let name = escape::source_name(path);
    Source { name, text: text.into(), path: Some(path.to_owned()) }.read(files, read)
}

/// Returns the routine in a file, even if a bundled one has its name.
pub fn in_file(files: &dyn Files, path: &Path) -> Result<Routine> {
    file(files, path)?.read(files, read)
}

/// An error in a sheet with its line, from 1.
#[derive(Debug)]
pub struct Located {
    /// The line; 1 if the error is not about a line of this sheet.
    pub line: usize,
    pub error: Error,
}

/// Returns the routine of a text that stands for a file, with the line of an error.
pub fn in_text_located(
    files: &dyn Files,
    path: &Path,
    text: String,
) -> std::result::Result<Routine, Located> {
    let name = escape::source_name(path);
    let mut folders = Folders::new(files, path, &[]);
    read(&name, &text, &mut folders).map_err(|error| {
        let line = line_of(&error, &name).unwrap_or(1);
        Located { line, error: to_error(error) }
    })
}

/// Returns the line of a file that an error is about, from 1.
pub(crate) fn line_of(error: &SheetError, file: &str) -> Option<usize> {
    match error {
        SheetError::Assembly(failure) => {
            let first = failure.diagnostics.iter().find(|found| found.severity == Severity::Error);
            first.filter(|found| found.location.file == file).map(|found| found.location.line)
        }
        SheetError::Header(error) if error.file == file => Some(error.line.number),
        _ => None,
    }
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

/// Whether a name is that of a bundled routine.
pub fn is_bundled(path: &Path) -> bool {
    sheets().any(|sheet| path.as_os_str().eq_ignore_ascii_case(stem(sheet.file)))
}

fn sources(files: &dyn Files, path: &Path, other: Option<&str>) -> Result<Vec<Source>> {
    let is_named = |file: &str| path.as_os_str().eq_ignore_ascii_case(stem(file));
    let bundled = |sheet: &'static Sheet| Source {
        name: sheet.file.to_owned(),
        text: Cow::Borrowed(sheet.text),
        path: None,
    };
    let own: Vec<_> = sheets().filter(|sheet| is_named(sheet.file)).map(bundled).collect();
    if !own.is_empty() {
        return Ok(own);
    }
    let name = escape::path(path);
    if files.kind(path) == FileKind::Missing && !escape::is_stream(path) && !name.contains(['/', '.']) {
        let names: Vec<String> = sheets().map(|sheet| stem(sheet.file).to_uppercase()).collect();
        let near = arcadian_asm::nearest(&name, names.iter().map(String::as_str).chain(other));
        let hint = near.map_or(String::new(), |near| format!("did you mean {near}? "));
        refuse!(
            "there is no routine `{name}`; {hint}`arcadian verify --list` lists the routines; name a sheet by its file"
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
