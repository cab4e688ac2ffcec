//! The cycles that comments of sources state.

use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use anyhow::{Context, Result};
use arcadian_asm::sheet::Block;
use arcadian_compare::Reason;
use arcadian_files::{
    Error,
    diagnostic::{self, Diagnostic},
    escape,
};
use arcadian_program::cycles::{Code, Finding, Part, StatedError, Verdict, stated};
use arcadian_program::{Located, Options, Program};
use arcadian_proof::cancellable;
use arcadian_verify::suite::{Case, Division, Status};

use super::of;
use crate::{files::Disk, sheets::note_unread, terminal::deadline::Deadline};

/// The time limit for a part if none is given.
const TIME: Duration = Duration::from_secs(60);

/// An error in a source, with its line.
pub(super) struct Wrong {
    line: usize,
    title: String,
    shown: Diagnostic,
}

/// A source with the parts whose cycles its comments state, and what is wrong with other comments.
type Source = (Program, Vec<std::result::Result<Part, StatedError>>);

/// Reads sources. A file that another one includes is a part of it: unless it is among the paths of the arguments, it need not be a source
/// by itself.
pub(super) fn read_all<'a>(
    paths: &'a [PathBuf],
    options: &Options,
    named: &[PathBuf],
) -> Vec<(&'a Path, std::result::Result<Source, Wrong>)> {
    let mut all: Vec<_> = paths.iter().map(|path| (path.as_path(), read(path, options))).collect();
    let read = all.iter().filter_map(|(_, source)| source.as_ref().ok());
    let assemblies = read.filter_map(|(program, _)| program.assembly());
    let files = assemblies.flat_map(|assembly| assembly.files.iter().skip(1));
    let included: BTreeSet<PathBuf> = files.filter_map(|file| Path::new(file).canonicalize().ok()).collect();
    all.retain(|(path, source)| {
        let is_part = || path.canonicalize().is_ok_and(|path| included.contains(&path));
        source.is_ok() || named.iter().any(|name| name == path) || !is_part()
    });
    all
}

/// Returns the sources that have contracts.
pub(super) fn with_contracts(
    all: &[(&Path, std::result::Result<Source, Wrong>)],
) -> impl Iterator<Item = PathBuf> {
    let has_contracts = |(program, _): &Source| {
        let assembly = program.assembly();
        assembly.is_some_and(|it| !it.contracts().is_empty() || it.check_contracts(false).is_err())
    };
    let found = all.iter().filter(move |(_, source)| source.as_ref().is_ok_and(has_contracts));
    found.map(|(path, _)| path.to_path_buf())
}

/// What bounds a measurement.
#[derive(Clone, Copy)]
pub(super) struct Limits<'a> {
    /// The time for a part.
    pub(super) time: Option<Duration>,
    pub(super) interrupted: &'a Arc<AtomicBool>,
}

/// Measures every part of a source whose cycles a comment states.
pub(super) fn cases(
    path: &Path,
    source: std::result::Result<Source, Wrong>,
    limits: Limits,
    division: &mut Division,
) -> Result<Vec<Case>> {
    match source {
        Ok((program, parts)) => measured(path, program.code()?.code(), parts, limits, division),
        Err(wrong) => Ok(division.take(wrong.case(path)).into_iter().collect()),
    }
}

/// Measures every part of a binary whose cycles a comment of its sources states.
pub(super) fn of_code(
    path: &Path,
    code: &dyn Code,
    limits: Limits,
    division: &mut Division,
) -> Result<Vec<Case>> {
    measured(path, code, stated(code), limits, division)
}

fn measured(
    path: &Path,
    code: &dyn Code,
    parts: Vec<std::result::Result<Part, StatedError>>,
    limits: Limits,
    division: &mut Division,
) -> Result<Vec<Case>> {
    let mut cases = Vec::new();
    for part in parts {
        let part = match part {
            Ok(part) => part,
            Err(error) => {
                let place = place(path, code, &error.location.file).to_owned();
                cases.extend(division.take(Wrong::of(error).case(&place)));
                continue;
            }
        };
        let Some(case) = division.take(unmeasured(path, code, &part)) else { continue };
        let limit = Deadline::after(Some(limits.time.unwrap_or(TIME)), limits.interrupted)
            .context("cannot start a thread")?;
        let start = Instant::now();
        let found = cancellable(limit.flag(), || Finding::of(code, &part))
            .unwrap_or_else(|_| Finding::unknown(code, &part, Reason::Time));
        // An interrupted measurement says nothing.
        if limits.interrupted.load(Ordering::Relaxed) {
            break;
        }
        cases.push(judged(Case { seconds: start.elapsed().as_secs_f64(), ..case }, &found));
    }
    Ok(cases)
}

impl From<Located> for Wrong {
    fn from(Located { line, error, .. }: Located) -> Self {
        let title = error.title();
        let shown = match error {
            Error::Diagnostic(shown) => shown,
            Error::Message(_) => Diagnostic::without_excerpt(&title),
        };
        Wrong { line, title, shown }
    }
}

impl Wrong {
    fn of(StatedError { location, problem }: StatedError) -> Self {
        let title = problem.to_string();
        let shown = diagnostic::render_in_line(
            &location.file,
            location.line,
            &location.text,
            location.span,
            &title,
            None,
        );
        Wrong { line: location.line, title, shown }
    }

    fn case(self, path: &Path) -> Case {
        let Wrong { line, title, shown } = self;
        Case { line, message: title, details: shown.to_string(), ..of(path) }
    }
}

fn read(path: &Path, options: &Options) -> std::result::Result<Source, Wrong> {
    // The addresses of other modules do not matter to the cycles of this one.
    let options = Options { has_placeholders: true, ..options.clone() };
    let open = |options: &Options| arcadian_program::open(&Disk, path, options).map_err(Wrong::from);
    let mut program = open(&options)?;
    if program.assembly().is_none() {
        // A sheet is in our own syntax.
        program = open(&Options { cpu: options.cpu, has_placeholders: true, ..Options::default() })?;
    }
    note_unread(&program, Block::Budget);
    let parts = program.assembly().map_or_else(Vec::new, |assembly| stated(assembly));
    Ok((program, parts))
}

/// Returns the case of a part before it is measured.
fn unmeasured(path: &Path, code: &dyn Code, part: &Part) -> Case {
    let to = part.end.as_ref().map_or_else(String::new, |(name, _)| format!(" to {name}"));
    let (file, line) = &part.place;
    Case {
        name: escape::line(&format!("cycles of {}{to}", part.name)).into_owned(),
        processor: Some(code.processor().to_string()),
        line: *line,
        ..of(place(path, code, file))
    }
}

/// Returns the path of a file that code names.
fn place<'a>(path: &'a Path, code: &dyn Code, file: &'a str) -> &'a Path {
    if code.file() == file { path } else { Path::new(file) }
}

/// Adds what was found to the case of a part.
fn judged(case: Case, found: &Finding) -> Case {
    let status = match found.verdict() {
        Verdict::Holds | Verdict::Measured => Status::Passed,
        Verdict::Fails => Status::Failed,
        Verdict::Undecided => Status::Undecided,
        Verdict::Uncounted => Status::Invalid,
    };
    let mut details = format!("{}\n{}\n", arcadian_program::cycles::HEAD, found.line());
    for note in found.notes() {
        details += &format!("  {note}\n");
    }
    for way in found.wrong() {
        details += &found.way(way);
    }
    Case {
        status,
        message: escape::text(&found.message()).into_owned(),
        details: escape::text(&details).into_owned(),
        ..case
    }
}
