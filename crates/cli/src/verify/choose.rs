//! Which routines.

use std::path::Path;

use anyhow::{Result, anyhow, bail};
use arcadian_proof::{
    Routine, SheetError,
    claims::{BundledFiles, sheets},
};

use super::{EngineName, VerifyArgs};
use crate::{
    asm::{Folders, LONGEST_SOURCE},
    border, diagnostic, input,
};

/// The routines that the arguments ask for, at least one.
pub fn routines(args: &VerifyArgs) -> Result<Vec<Routine>> {
    let mut routines = Vec::new();
    if args.routines.is_empty() {
        for sheet in sheets() {
            routines.push(read(sheet.file, sheet.text)?);
        }
    }
    for name in &args.routines {
        routines.extend(named(name, None)?);
    }
    let fits = |routine: &Routine| {
        args.cpu.is_none_or(|cpu| cpu == routine.processor())
            && args.engine.processor().is_none_or(|cpu| cpu == routine.processor())
    };
    routines.retain(fits);
    match (routines.is_empty(), args.engine) {
        (false, _) => Ok(routines),
        (true, EngineName::Own) => bail!("no routine is left: none of these is for that processor"),
        (true, _) => {
            bail!("no routine is left: iz80 runs only those for the 8080, mos6502 only those for the 6502")
        }
    }
}

fn read(file: &str, text: &str) -> Result<Routine> {
    Routine::read(file, text, &mut BundledFiles).map_err(explained)
}

/// What is wrong with a sheet, with its place where it has one.
pub fn explained(error: SheetError) -> anyhow::Error {
    match error {
        SheetError::Assembly(failure) => diagnostic::render_sources(&failure.diagnostics).into(),
        other => anyhow!(other),
    }
}

/// The routines of a name, for each processor one, or of a file. `other` is a name that would do too.
pub fn named(path: &Path, other: Option<&str>) -> Result<Vec<Routine>> {
    let is_named = |file: &str| path.as_os_str().eq_ignore_ascii_case(stem(file));
    let own: Vec<_> = sheets().filter(|sheet| is_named(sheet.file)).collect();
    if !own.is_empty() {
        return own.into_iter().map(|sheet| read(sheet.file, sheet.text)).collect();
    }
    let name = border::shown(path);
    if !path.exists() && !border::is_stream(path) && !name.contains(['/', '.']) {
        let names: Vec<String> = sheets().map(|sheet| stem(sheet.file).to_uppercase()).collect();
        let near = arcadian_asm::nearest(&name, names.iter().map(String::as_str).chain(other));
        let hint = near.map_or(String::new(), |near| format!(", perhaps {near}"));
        bail!(
            "there is no routine `{name}`{hint}; `arcadian verify --list` lists them, a sheet is given by its file name"
        );
    }
    let text = input::text(path, "a sheet", LONGEST_SOURCE)?;
    let routine =
        Routine::read(&border::name(path), &text, &mut Folders::new(path, &[])).map_err(explained)?;
    Ok(vec![routine])
}

/// `t2cw` of `8080/t2cw.asm`.
fn stem(file: &str) -> &str {
    Path::new(file).file_stem().and_then(|stem| stem.to_str()).unwrap_or(file)
}
