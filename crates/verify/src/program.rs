//! The routines of a program: a source with contracts in comments above labels, in any dialect.
//!
//! What a proof knows of the program is the code that a routine can reach by jumps and calls, segments that hold no variables by
//! convention, and addresses that the user calls constant. Everything else can have changed when the routine is called.

use std::path::{Path, PathBuf};

use arcadian_asm::{
    Assembly, Dialect, Disassembly, Failure, Host, Severity, code_ranges, nearest,
    sheet::{Contract, names_routine},
};
use arcadian_files::{
    Error, FileKind, Files, LONGEST_SOURCE, diagnostic,
    error::{Context, Result, message, refuse},
    escape,
    source::Folders,
    source::Syntax,
};
use arcadian_isa::Processor;
use arcadian_proof::{Routine, SheetError};

use crate::{
    own_sheet,
    routine::{self, Located, line_of, to_error},
};

/// The segments that ld65's own configurations make read-only.
const READ_ONLY: [&str; 6] = ["CODE", "RODATA", "STARTUP", "LOWCODE", "ONCE", "INIT"];

/// Which routines of a program are meant, and how its source is read.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// How the source is read.
    pub syntax: Syntax,
    /// The processor, if the user names it.
    pub processor: Option<Processor>,
    /// The labels of the routines; none for all that have a contract.
    pub names: Vec<String>,
    /// Addresses whose bytes do not change, besides code.
    pub constant: Vec<(u16, u16)>,
}

/// The routines of a program.
#[derive(Debug)]
pub struct Found {
    /// The routines, in the order of the source.
    pub routines: Vec<Routine>,
    /// The contract of each; none for a sheet.
    pub contracts: Vec<Contract>,
    /// The files that the source consists of; the first is the source itself.
    pub files: Vec<PathBuf>,
    /// The dialect, if it was recognized.
    pub recognized: Option<Dialect>,
}

/// Whether a source is read as a program: it has no header that makes it the sheet of one routine, or the user says more than a sheet
/// needs.
pub fn is_program(text: &str, program: &Program) -> bool {
    let is_foreign = program.syntax.dialect.is_some_and(|dialect| dialect != Dialect::OWN);
    is_foreign || !program.names.is_empty() || !names_routine(text)
}

/// Returns the routines of a program. An error has the line that it is about.
pub fn routines(
    files: &dyn Files,
    path: &Path,
    text: &str,
    program: &Program,
) -> std::result::Result<Found, Located> {
    let name = escape::source_name(path);
    let whole = |error: Error| Located { line: 1, error };
    let (options, note) = program.syntax.options(program.processor, &name, text).map_err(whole)?;
    let mut host = Folders::new(files, path, &program.syntax.folders);
    let assembly = arcadian_asm::assemble(&name, text, &options, &mut host);
    let assembly = assembly.map_err(|failure| located(&name, failure))?;
    assembly.check_contracts(false).map_err(|failure| located(&name, failure))?;
    let contracts = chosen(&assembly, program).map_err(whole)?;
    let read = |contract: &Contract| {
        let mut routine = routine_of(&assembly, contract, &program.constant, &mut host)
            .map_err(|error| wrong(&name, error, options.dialect))?;
        routine.arguments = Some(arguments(path, program, &contract.label));
        Ok(routine)
    };
    let routines = contracts.iter().map(read).collect::<std::result::Result<_, Located>>()?;
    let recognized = note.is_some().then_some(options.dialect);
    let files = assembly.files.iter().map(PathBuf::from).collect();
    Ok(Found { routines, contracts, files, recognized })
}

/// Returns the routines that a user names: bundled ones, that of a sheet, or those of a program. `note` is told that a dialect was
/// recognized.
pub fn named(
    files: &dyn Files,
    path: &Path,
    program: &Program,
    note: &mut dyn FnMut(&str),
) -> Result<Vec<Routine>> {
    if routine::is_bundled(path) || !is_readable(files, path) {
        return routine::named(files, path, None);
    }
    let text = files.text(path, "a sheet", LONGEST_SOURCE)?;
    if !is_program(&text, program) {
        return Ok(vec![routine::in_text(files, path, text)?]);
    }
    // It explains errors as well.
    let (_, recognized) = program.syntax.options(program.processor, &escape::source_name(path), &text)?;
    recognized.iter().for_each(|found| note(&escape::line(&found.to_string())));
    Ok(routines(files, path, &text, program).map_err(|located| located.error)?.routines)
}

/// Returns the routines that a user names with the texts of their sheets. Those of a program become sheets in our own syntax.
pub fn sheets_named(
    files: &dyn Files,
    path: &Path,
    program: &Program,
    note: &mut dyn FnMut(&str),
) -> Result<Vec<(Routine, String)>> {
    if routine::is_bundled(path) || !is_readable(files, path) {
        return routine::sheets_named(files, path);
    }
    let text = files.text(path, "a sheet", LONGEST_SOURCE)?;
    if !is_program(&text, program) {
        return Ok(vec![(routine::in_text(files, path, text.clone())?, text)]);
    }
    let (_, recognized) = program.syntax.options(program.processor, &escape::source_name(path), &text)?;
    recognized.iter().for_each(|found| note(&escape::line(&found.to_string())));
    let found = routines(files, path, &text, program).map_err(|located| located.error)?;
    let own = found.routines.iter().zip(&found.contracts).map(|(routine, contract)| {
        let text = own_sheet::text(routine, contract)?;
        Ok((routine::in_text(files, path, text.clone())?, text))
    });
    own.collect()
}

fn is_readable(files: &dyn Files, path: &Path) -> bool {
    escape::is_stream(path) || files.kind(path) == FileKind::File
}

/// Returns the routines of a file: that of a sheet, whatever the dialect of programs is, or those of a program.
pub fn in_file_located(
    files: &dyn Files,
    path: &Path,
    program: &Program,
) -> std::result::Result<Found, Located> {
    let text = files.text(path, "a sheet", LONGEST_SOURCE).map_err(|error| Located { line: 1, error })?;
    if !names_routine(&text) {
        return routines(files, path, &text, program);
    }
    let routine = routine::in_text_located(files, path, text)?;
    let files = vec![path.to_owned()];
    Ok(Found { routines: vec![routine], contracts: Vec::new(), files, recognized: None })
}

fn wrong(name: &str, error: SheetError, dialect: Dialect) -> Located {
    let line = line_of(&error, name).unwrap_or(1);
    let error = match &error {
        SheetError::Reserved { .. } if dialect != Dialect::OWN => {
            message!("{error}; --org ADDR and --segment NAME=ADDR place the program elsewhere")
        }
        _ => to_error(error),
    };
    Located { line, error }
}

fn located(name: &str, failure: Failure) -> Located {
    let first = failure.diagnostics.iter().find(|found| found.severity == Severity::Error);
    let line = first.filter(|found| found.location.file == name).map_or(1, |found| found.location.line);
    Located { line, error: diagnostic::render_failure(&failure).into() }
}

/// Returns the contracts of the chosen routines.
fn chosen(assembly: &Assembly, program: &Program) -> Result<Vec<Contract>> {
    let all = assembly.contracts();
    let file = escape::text(assembly.files.first().map_or("the source", String::as_str));
    if all.is_empty() {
        refuse!(
            "{file} has no contract: write header lines such as `;! in: A = n` above a label, or at its top those of a sheet, \
             beginning with `;! routine: LABEL`"
        );
    }
    if program.names.is_empty() {
        return Ok(all);
    }
    let named = |name: &String| {
        let address = assembly.symbol(name).map(|symbol| symbol.value);
        let is_it =
            |contract: &&Contract| contract.label == *name || address == Some(i32::from(contract.address));
        all.iter().find(is_it).cloned().ok_or_else(|| no_contract(assembly, &all, name))
    };
    program.names.iter().map(named).collect()
}

fn no_contract(assembly: &Assembly, all: &[Contract], name: &str) -> Error {
    let labels = all.iter().map(|contract| contract.label.as_str());
    let near = nearest(name, labels.clone());
    let known = labels.collect::<Vec<_>>().join(", ");
    let hint = near
        .map_or_else(|| format!("there are contracts of {known}"), |near| format!("did you mean {near}?"));
    let shown = escape::text(name);
    if assembly.symbol(name).is_some() {
        message!(
            "{shown} has no contract: write header lines such as `;! in: A = n` above it; {}",
            escape::text(&hint)
        )
    } else {
        message!("the source has no label {shown}; {}", escape::text(&hint))
    }
}

/// Returns the routine of a contract: a sheet of the part of the program that it needs.
pub fn routine_of(
    assembly: &Assembly,
    contract: &Contract,
    constant: &[(u16, u16)],
    host: &mut dyn Host,
) -> std::result::Result<Routine, SheetError> {
    let code = reached(assembly.processor, assembly.origin, &assembly.image, entry(assembly, contract));
    let named = |segment: &&arcadian_asm::Segment| READ_ONLY.contains(&segment.name.as_str());
    let read_only = assembly.segments.iter().filter(named).filter_map(|segment| {
        let last = segment.size.checked_sub(1)?.try_into().ok()?;
        Some((segment.address, segment.address.saturating_add(last)))
    });
    let data: Vec<(u16, u16)> = read_only.chain(constant.iter().copied()).collect();
    let is_kept = kept(code.unwrap_or_default(), data);
    let sheet = assembly.with_contract(contract, &is_kept)?;
    let file = assembly.files.get(contract.file).cloned().unwrap_or_default();
    Routine::of_assembly(&file, sheet, host, arcadian_claims::all())
}

/// Returns which bytes a proof knows: those of code and of constant data. The place of the return address cannot be data as well; ROMs
/// have the last byte of a vector there, of which nothing is known then.
pub fn kept(code: Vec<(u16, u16)>, data: Vec<(u16, u16)>) -> impl Fn(u16) -> bool {
    let is_in = |ranges: &[(u16, u16)], address: u16| {
        ranges.iter().any(|(first, last)| (*first..=*last).contains(&address))
    };
    move |address| is_in(&code, address) || address != Routine::RETURN_ADDRESS && is_in(&data, address)
}

/// Returns the address of the routine that a contract names.
fn entry(assembly: &Assembly, contract: &Contract) -> u16 {
    let named = assembly.symbol(&contract.label).and_then(|symbol| u16::try_from(symbol.value).ok());
    named.unwrap_or(contract.address)
}

/// Returns the ranges of code that a routine can reach by jumps and calls.
pub fn reached(processor: Processor, origin: u16, image: &[u8], entry: u16) -> Result<Vec<(u16, u16)>> {
    let entries = [entry];
    let how = Disassembly { origin, trace: Some(&entries), ..Disassembly::default() };
    let ranges = code_ranges(processor, image, &how).context("cannot find the code of the routine")?;
    Ok(ranges.iter().map(|range| (range.first, range.last)).collect())
}

/// Returns the arguments of `arcadian step` that name a routine.
fn arguments(path: &Path, program: &Program, label: &str) -> Vec<String> {
    let cpu = program.processor.map(|processor| ("--cpu", processor.to_string().to_ascii_lowercase()));
    let constant = program.constant.iter().map(|(from, to)| ("--constant", format!("{from:04X}-{to:04X}")));
    let all = cpu.into_iter().chain(constant).chain([("--routine", label.to_owned())]);
    let words = all.flat_map(|(option, value)| [option.to_owned(), value]);
    std::iter::once(path.to_string_lossy().into_owned())
        .chain(program.syntax.arguments())
        .chain(words)
        .collect()
}
