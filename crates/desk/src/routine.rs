//! Loading routines: bundled sheets and files.

use std::path::Path;

use arcadian_proof::{
    Routine, SheetError,
    claims::{BundledFiles, Sheet, sheets},
};

use crate::{
    diagnostic,
    error::{Error, Result, refuse},
    escape,
    files::{Files, Kind, LONGEST_SOURCE},
    include::Folders,
};

/// Returns the routines of all bundled sheets.
pub fn bundled() -> Result<Vec<Routine>> {
    sheets().map(|sheet| read(sheet.file, sheet.text)).collect()
}

fn read(file: &str, text: &str) -> Result<Routine> {
    Routine::read(file, text, &mut BundledFiles).map_err(to_error)
}

/// Converts an error of a sheet; errors of the assembler include an excerpt.
pub fn to_error(error: SheetError) -> Error {
    match error {
        SheetError::Assembly(failure) => diagnostic::render_sources(&failure.diagnostics).into(),
        other => Error::of(&other),
    }
}

/// Returns the bundled routines with a name, one per processor, or the routine in a file. `other` is another known name
/// for suggestions.
pub fn named(files: &dyn Files, path: &Path, other: Option<&str>) -> Result<Vec<Routine>> {
    Ok(sheets_named(files, path, other)?.into_iter().map(|(routine, _)| routine).collect())
}

/// Returns what [`named`] returns, each with the text of its sheet.
pub fn sheets_named(files: &dyn Files, path: &Path, other: Option<&str>) -> Result<Vec<(Routine, String)>> {
    let is_named = |file: &str| path.as_os_str().eq_ignore_ascii_case(stem(file));
    let own: Vec<_> = sheets().filter(|sheet| is_named(sheet.file)).collect();
    if !own.is_empty() {
        let read = |sheet: &Sheet| Ok((read(sheet.file, sheet.text)?, sheet.text.to_owned()));
        return own.into_iter().map(read).collect();
    }
    let name = escape::path(path);
    if files.kind(path) == Kind::Missing && !escape::is_stream(path) && !name.contains(['/', '.']) {
        let names: Vec<String> = sheets().map(|sheet| stem(sheet.file).to_uppercase()).collect();
        let near = arcadian_asm::nearest(&name, names.iter().map(String::as_str).chain(other));
        let hint = near.map_or(String::new(), |near| format!("did you mean {near}? "));
        refuse!(
            "there is no routine `{name}`; {hint}`arcadian verify --list` lists the routines; name a sheet by its file"
        );
    }
    let text = files.text(path, "a sheet", LONGEST_SOURCE)?;
    let routine = Routine::read(&escape::source_name(path), &text, &mut Folders::new(files, path, &[]))
        .map_err(to_error)?;
    Ok(vec![(routine, text)])
}

/// Returns the name of a routine from its file: `t2cw` for `8080/t2cw.asm`.
fn stem(file: &str) -> &str {
    Path::new(file).file_stem().and_then(|stem| stem.to_str()).unwrap_or(file)
}
