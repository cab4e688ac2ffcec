//! Assembly sources and sheets: the diagnostics of the assembler as those of the protocol, and quick fixes.

mod complete;
mod hover;
mod line;
mod symbols;
mod view;

use std::{ops, path::PathBuf};

use arcadian_asm::{
    Attempt, Diagnostic, Fault, Hint, Options, Severity, SourceLocation,
    sheet::{Unmarked, unmarked},
};
use arcadian_files::{
    Files as _, LONGEST_SOURCE, escape,
    source::{Defaults, Folders, Syntax},
    with_line_feeds,
};
use arcadian_program::project::Project;
use lsp_types::{DiagnosticRelatedInformation, DiagnosticSeverity, Location, Position, Range, TextEdit};

use crate::lsp::{
    source::{Cancellation, Fix, Kind, Problem, Problems, Source, Stopped},
    text::{Encoding, Text},
    uri::Overlay,
};
use view::{Given, Includes, Reading};

pub(crate) use complete::{MOST as MOST_ITEMS, complete};
pub(crate) use line::errors as early_errors;
pub(crate) use symbols::document_symbol;
pub(crate) use view::AssemblyView;

/// Assembles a source and reads the contract of a sheet.
pub(crate) fn analyze(
    source: &Source,
    files: &Overlay<'_>,
    cancelled: &Cancellation,
) -> Result<(Problems, Option<AssemblyView>), Stopped> {
    let text = with_line_feeds(source.text.as_str());
    let name = escape::source_name(&source.path);
    let mut found = Problems::default();
    let (syntax, defaults) = settings(source, files, &mut found);
    let include = syntax.or(&defaults.syntax).linking.include;
    let folders = Folders::new(files, &source.path, &include);
    let mut host = Includes { folders, cancelled, given: Given::default() };
    // The settings have nothing that a source could contradict.
    let (options, guess) = syntax.options(None, &defaults, &name, &text).unwrap_or_default();
    // A module of a program is right although the editor does not know the other modules.
    let options = Options { has_placeholders: true, has_names: true, ..options };
    let dialect = options.dialect;
    let attempt = arcadian_asm::attempt(&name, &text, &options, &mut host);
    cancelled.check()?;
    if let Some(note) = &guess {
        add(&mut found, source, Kind::Assembler, note);
    }
    add_all(&mut found, source, &attempt);
    found
        .entry(source.path.clone())
        .or_default()
        .extend(unmarked(&text).iter().map(|found| meant(found, source)));
    let is_right = attempt.diagnostics.iter().all(|found| found.severity != Severity::Error);
    if is_right && let Some(assembly) = &attempt.assembly {
        view::check_cycles(&mut found, source, assembly);
        view::check(&mut found, source, assembly, &text, &mut host);
        view::check_above_labels(&mut found, source, assembly, &mut host);
    }
    let view = attempt.assembly.map(|assembly| {
        let reading = Reading { name, options, given: host.given, diagnostics: attempt.diagnostics };
        AssemblyView::new(source, assembly, dialect, text, files, reading)
    });
    Ok((found, view))
}

/// Returns the syntax that the client asked for, and what counts for sources that state nothing, by the client or the project. An
/// error in the file of the project is a problem there.
fn settings(source: &Source, files: &Overlay<'_>, found: &mut Problems) -> (Syntax, Defaults) {
    let (syntax, own) = source.snapshot.settings();
    let Some(file) = files.project(&source.path) else { return (syntax, own) };
    let problem = |range, why: String| Problem::error(Kind::File, range, why);
    let text = files.text(&file, "the file of a project", LONGEST_SOURCE);
    let wrong = match text {
        Err(error) => problem(Range::default(), error.title()),
        Ok(text) => match Project::parse(&file, &text) {
            Ok(project) => return (syntax, own.or(&project.defaults)),
            Err(error) => {
                let help = error.help.map(|help| format!("\n{help}")).unwrap_or_default();
                let range = Text::new(text).range_of(error.span, source.snapshot.encoding);
                problem(range, format!("{}{help}", error.message))
            }
        },
    };
    found.entry(file).or_default().push(wrong);
    (syntax, own)
}

/// Returns the warning about a comment that is probably meant as a line of a contract.
fn meant(found: &Unmarked, source: &Source) -> Problem {
    let range = source.text.range(found.line - 1, found.sign.clone(), source.snapshot.encoding);
    let mut problem = Problem::new(Kind::Contract, range, DiagnosticSeverity::WARNING, found.to_string());
    let sign = found.right_sign();
    problem.fixes =
        vec![Fix { title: format!("Write `{sign}`"), edits: vec![TextEdit::new(range, sign.to_owned())] }];
    problem
}

fn add_all(problems: &mut Problems, source: &Source, attempt: &Attempt) {
    for found in &attempt.diagnostics {
        add(problems, source, Kind::Assembler, found);
    }
    if attempt.omitted > 0 {
        let message = format!("{} more errors and warnings are not shown", attempt.omitted);
        let problem =
            Problem::new(Kind::Assembler, Range::default(), DiagnosticSeverity::INFORMATION, message);
        problems.entry(source.path.clone()).or_default().push(problem);
    }
}

fn add(problems: &mut Problems, source: &Source, kind: Kind, found: &Diagnostic) {
    let encoding = source.snapshot.encoding;
    let severity = match found.severity {
        Severity::Error => DiagnosticSeverity::ERROR,
        Severity::Warning => DiagnosticSeverity::WARNING,
        Severity::Note => DiagnosticSeverity::HINT,
    };
    let hint = found.hint.as_ref().map(|hint| format!("\n{hint}")).unwrap_or_default();
    let marked = range(&found.location, encoding);
    let mut problem = Problem::new(kind, marked, severity, format!("{}{hint}", found.fault));
    let related = found.related.iter().filter_map(|related| {
        let location = Location::new(
            source.snapshot.uri(&path(source, &related.location.file))?,
            range(&related.location, encoding),
        );
        Some(DiagnosticRelatedInformation { location, message: related.message.clone() })
    });
    let related: Vec<_> = related.collect();
    problem.diagnostic.related_information = Some(related).filter(|related| !related.is_empty());
    problem.fixes = of(found, encoding);
    if found.fault == Fault::NoProcessor {
        problem.fixes = processors();
    }
    problems.entry(path(source, &found.location.file)).or_default().push(problem);
}

/// Returns the path of a file by the name that the assembler uses.
fn path(source: &Source, name: &str) -> PathBuf {
    if name == escape::source_name(&source.path) {
        source.path.clone()
    } else {
        crate::lsp::uri::normal(name.as_ref())
    }
}

fn range(location: &SourceLocation, encoding: Encoding) -> Range {
    let line = u32::try_from(location.line.saturating_sub(1)).unwrap_or(u32::MAX);
    let position = |byte| Position::new(line, encoding.column(&location.text, byte));
    Range::new(position(location.span.start), position(location.span.end.max(location.span.start)))
}

fn of(found: &Diagnostic, encoding: Encoding) -> Vec<Fix> {
    let replace = |text: String| vec![fix(&found.location, found.location.span.clone(), &text, encoding)];
    match &found.fault {
        Fault::HandByte { right, .. } => replace(format!("{right:02X}")),
        Fault::HandAddress { right, .. } => replace(format!("{right:04X}")),
        Fault::HeaderBytes { has, .. } => {
            let value = found.location.text.get(found.location.span.clone()).unwrap_or("");
            let digits = value.bytes().take_while(u8::is_ascii_digit).count();
            let start = found.location.span.start;
            let number = (digits > 0).then(|| start..start + digits);
            number.map(|span| fix(&found.location, span, &has.to_string(), encoding)).into_iter().collect()
        }
        _ => found.hint.iter().flat_map(|hint| of_hint(hint, &found.location, encoding)).collect(),
    }
}

fn of_hint(hint: &Hint, location: &SourceLocation, encoding: Encoding) -> Option<Fix> {
    let replacement = hint.replacement.as_ref()?;
    let span = replacement.span.clone().unwrap_or_else(|| location.span.clone());
    Some(fix(location, span, &replacement.text, encoding))
}

fn fix(location: &SourceLocation, span: ops::Range<usize>, text: &str, encoding: Encoding) -> Fix {
    let written = location.text.get(span.clone()).unwrap_or("");
    let is_lowercase = written.contains(|c: char| c.is_ascii_lowercase())
        && !written.contains(|c: char| c.is_ascii_uppercase());
    let text = if is_lowercase { text.to_lowercase() } else { text.to_owned() };
    let range = range(&SourceLocation { span, ..location.clone() }, encoding);
    Fix { title: format!("Write `{text}`"), edits: vec![TextEdit::new(range, text)] }
}

/// Returns the directives that name a processor, for the first line.
fn processors() -> Vec<Fix> {
    let fix = |name: &str| {
        let text = format!("        CPU {name}\n");
        let start = Position::new(0, 0);
        let edit = TextEdit::new(Range::new(start, start), text);
        Fix { title: format!("Name the processor: CPU {name}"), edits: vec![edit] }
    };
    ["8080", "z80", "6502"].map(fix).into()
}
