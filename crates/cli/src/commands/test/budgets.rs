//! The cycles that comments of sources state.

use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
    sync::{Arc, atomic::AtomicBool},
    time::{Duration, Instant},
};

use anyhow::{Context, Result};
use arcadian_asm::{Assembly, Options, Severity, assemble, sheet::names_routine};
use arcadian_compare::Reason;
use arcadian_files::{
    Files as _, LONGEST_SOURCE,
    diagnostic::{self, Diagnostic},
    escape,
    source::Folders,
    source::Syntax,
};
use arcadian_program::cycles::{Code, Finding, Part, StatedError, Verdict, stated};
use arcadian_proof::cancellable;
use arcadian_verify::{
    program::Program,
    suite::{Case, Status},
};

use super::of;
use crate::{files::Disk, terminal::deadline::Deadline};

/// How long a part is measured if no time limit is given.
const TIME: Duration = Duration::from_secs(60);

/// What is wrong with a source, and in which line.
pub(super) struct Wrong {
    line: usize,
    title: String,
    shown: Diagnostic,
}

/// A source with the parts whose cycles its comments state.
type Source = (Assembly, Vec<Part>);

/// Reads sources. A file that another one includes is a part of it: unless it is among the paths of the arguments, it need not be a source
/// by itself.
pub(super) fn read_all<'a>(
    paths: &'a [PathBuf],
    program: &Program,
    named: &[PathBuf],
) -> Vec<(&'a Path, std::result::Result<Source, Wrong>)> {
    let mut all: Vec<_> = paths.iter().map(|path| (path.as_path(), read(path, program))).collect();
    let read = all.iter().filter_map(|(_, source)| source.as_ref().ok());
    let files = read.flat_map(|(assembly, _)| assembly.files.iter().skip(1));
    let included: BTreeSet<PathBuf> = files.filter_map(|file| Path::new(file).canonicalize().ok()).collect();
    all.retain(|(path, source)| {
        let is_part = || path.canonicalize().is_ok_and(|path| included.contains(&path));
        source.is_ok() || named.iter().any(|name| name == path) || !is_part()
    });
    all
}

/// Measures every part of a source whose cycles a comment states.
pub(super) fn cases(
    path: &Path,
    source: std::result::Result<Source, Wrong>,
    time_limit: Option<Duration>,
    interrupted: &Arc<AtomicBool>,
) -> Result<Vec<Case>> {
    match source {
        Ok((assembly, parts)) => measured(path, &assembly, &parts, time_limit, interrupted),
        Err(wrong) => Ok(vec![wrong.case(path)]),
    }
}

/// Measures every part of a binary whose cycles a comment of its sources states.
pub(super) fn of_code(
    path: &Path,
    code: &dyn Code,
    time_limit: Option<Duration>,
    interrupted: &Arc<AtomicBool>,
) -> Result<Vec<Case>> {
    match stated(code) {
        Ok(parts) => measured(path, code, &parts, time_limit, interrupted),
        Err(error) => {
            let file = PathBuf::from(&error.location.file);
            Ok(vec![Wrong::of(error).case(&file)])
        }
    }
}

fn measured(
    path: &Path,
    code: &dyn Code,
    parts: &[Part],
    time_limit: Option<Duration>,
    interrupted: &Arc<AtomicBool>,
) -> Result<Vec<Case>> {
    let mut cases = Vec::new();
    for part in parts {
        let limit = Deadline::after(Some(time_limit.unwrap_or(TIME)), interrupted)
            .context("cannot start a thread")?;
        let start = Instant::now();
        let found = cancellable(limit.flag(), || Finding::of(code, part))
            .unwrap_or_else(|_| Finding::unknown(code, part, Reason::Time));
        cases.push(Case { seconds: start.elapsed().as_secs_f64(), ..case(path, &found) });
    }
    Ok(cases)
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

fn read(path: &Path, program: &Program) -> std::result::Result<Source, Wrong> {
    let unreadable = |title: String| {
        let shown = Diagnostic::without_excerpt(&title);
        Wrong { line: 1, title, shown }
    };
    let text = Disk.text(path, "a source", LONGEST_SOURCE).map_err(|error| unreadable(error.title()))?;
    let mut host = Folders::new(&Disk, path, &program.syntax.folders);
    let name = escape::source_name(path);
    let own = Syntax::default();
    let syntax = if names_routine(&text) { &own } else { &program.syntax };
    let (options, _) =
        syntax.options(program.processor, &name, &text).map_err(|error| unreadable(error.title()))?;
    let options = Options { has_placeholders: true, ..options };
    let assembly = assemble(&name, &text, &options, &mut host).map_err(|failure| {
        let first = failure.diagnostics.iter().find(|found| found.severity == Severity::Error);
        let own = first.filter(|found| found.location.file == name);
        let shown = diagnostic::render_failure(&failure);
        Wrong { line: own.map_or(1, |found| found.location.line), title: shown.title().to_owned(), shown }
    })?;
    let parts = stated(&assembly).map_err(Wrong::of)?;
    Ok((assembly, parts))
}

/// Returns the case of a part, without its time.
fn case(path: &Path, found: &Finding) -> Case {
    let status = match found.verdict() {
        Verdict::Holds | Verdict::Measured => Status::Passed,
        Verdict::Fails => Status::Failed,
        Verdict::Undecided => Status::Undecided,
    };
    let to = found.part.end.as_ref().map_or_else(String::new, |(name, _)| format!(" to {name}"));
    let mut details = format!("{}\n{}\n", arcadian_program::cycles::HEAD, found.line());
    for note in found.notes() {
        details += &format!("  {note}\n");
    }
    for way in found.wrong() {
        details += &found.way(way);
    }
    let (file, line) = &found.part.place;
    let is_own = found.code.file() == file;
    Case {
        name: escape::line(&format!("cycles of {}{to}", found.part.name)).into_owned(),
        processor: Some(found.code.processor().to_string()),
        line: *line,
        status,
        message: escape::text(&found.message()).into_owned(),
        details: escape::text(&details).into_owned(),
        ..of(if is_own { path } else { Path::new(file) })
    }
}
