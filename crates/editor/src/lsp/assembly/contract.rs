//! The contract in the header of a sheet.

use arcadian_asm::{Assembly, Host, SourceLocation};
use arcadian_files::escape;
use arcadian_program::{cycles::StatedError, routine_of};
use arcadian_proof::{HeaderError, Routine, SheetError};
use lsp_types::{Position, Range};

use super::problems;
use crate::lsp::analysis::{Analysis, Kind, Problem, Source};

/// Reads the comments that state cycles, and adds what is wrong with the first wrong one.
pub(super) fn check_cycles(analysis: &mut Analysis, source: &Source, assembly: &Assembly) {
    if let Err(StatedError { location, problem }) = arcadian_program::cycles::stated(assembly) {
        let range = problems::range(&location, source.snapshot.encoding);
        let problem = Problem::error(Kind::Contract, range, problem.to_string());
        analysis.problems.entry(problems::path(source, &location.file)).or_default().push(problem);
    }
}

/// Returns the first error in what the comments of a source state, if there is one.
pub(super) fn first_error(
    assembly: &Assembly,
    name: &str,
    text: &str,
    host: &mut dyn Host,
) -> Option<String> {
    if let Err(StatedError { problem, .. }) = arcadian_program::cycles::stated(assembly) {
        return Some(problem.to_string());
    }
    let of_label = |contract| routine_of(assembly, &contract, &[], host, arcadian_claims::all()).err();
    let error = assembly.contracts().into_iter().find_map(of_label);
    if let Some(error) = error.filter(|error| matches!(error, SheetError::Header(_))) {
        return Some(error.to_string());
    }
    let sheet = assembly.sheet.as_ref()?;
    if sheet.routine.is_none() || !sheet.has_specification() {
        return None;
    }
    Routine::read(name, text, host, arcadian_claims::all()).err().map(|error| error.to_string())
}

/// Reads the contracts above labels, and adds what is wrong with their header lines. What depends on where the program is linked is
/// found by a proof.
pub(super) fn check_above_labels(
    analysis: &mut Analysis,
    source: &Source,
    assembly: &Assembly,
    host: &mut dyn Host,
) {
    for contract in assembly.contracts() {
        if let Err(SheetError::Header(error)) =
            routine_of(assembly, &contract, &[], host, arcadian_claims::all())
        {
            add(analysis, source, *error);
        }
    }
}

/// Reads the contract of a sheet, and adds what is wrong with it. A sheet without a specification has none.
pub(super) fn check(
    analysis: &mut Analysis,
    source: &Source,
    assembly: &Assembly,
    text: &str,
    host: &mut dyn Host,
) {
    let Some(sheet) = &assembly.sheet else { return };
    if sheet.routine.is_none() || !sheet.has_specification() {
        return;
    }
    let name = escape::source_name(&source.path);
    let Err(error) = Routine::read(&name, text, host, arcadian_claims::all()) else { return };
    match error {
        SheetError::Assembly(failure) => {
            for found in &failure.diagnostics {
                problems::add(analysis, source, Kind::Contract, found);
            }
        }
        SheetError::Header(error) => add(analysis, source, *error),
        other => {
            let message = other.to_string();
            let message = message.strip_prefix(&format!("{name}: ")).unwrap_or(&message).to_owned();
            let problem = Problem::error(Kind::Contract, header_range(text), message);
            analysis.problems.entry(source.path.clone()).or_default().push(problem);
        }
    }
}

fn add(analysis: &mut Analysis, source: &Source, error: HeaderError) {
    let HeaderError { file, line, span, message, help } = error;
    let location = SourceLocation { file, line: line.number, span, text: line.text };
    let encoding = source.snapshot.encoding;
    let range = problems::range(&location, encoding);
    let hint = help.as_ref().map(|help| format!("\n{help}")).unwrap_or_default();
    let mut problem = Problem::error(Kind::Contract, range, format!("{message}{hint}"));
    problem.fixes = help.iter().flat_map(|help| problems::of_hint(help, &location, encoding)).collect();
    analysis.problems.entry(problems::path(source, &location.file)).or_default().push(problem);
}

/// Returns the range of the header line that names the routine.
fn header_range(text: &str) -> Range {
    let is_header =
        |line: &str| line.strip_prefix(";!").is_some_and(|rest| rest.trim_start().starts_with("routine"));
    let found = text.lines().enumerate().find(|(_, line)| is_header(line));
    let (number, line) = found.unwrap_or((0, ""));
    let number = u32::try_from(number).unwrap_or(u32::MAX);
    // The line is ASCII up to its value, and a column after the end of a line is its end.
    let end = u32::try_from(line.len()).unwrap_or(u32::MAX);
    Range::new(Position::new(number, 0), Position::new(number, end))
}
