//! The diagnostics of the assembler as those of the protocol.

use std::path::PathBuf;

use arcadian_asm::{Attempt, Diagnostic, Fault, Severity, SourceLocation};
use arcadian_files::escape;
use lsp_types::{DiagnosticRelatedInformation, DiagnosticSeverity, Location, Position, Range};

use super::fixes;
use crate::lsp::{
    analysis::{Analysis, Kind, Problem},
    job::Source,
    text::Encoding,
};

/// Adds everything that the assembler reports.
pub(super) fn add_all(analysis: &mut Analysis, source: &Source, attempt: &Attempt) {
    for found in &attempt.diagnostics {
        add(analysis, source, Kind::Assembler, found);
    }
    if attempt.omitted > 0 {
        let message = format!("{} more errors and warnings are not shown", attempt.omitted);
        let problem =
            Problem::new(Kind::Assembler, Range::default(), DiagnosticSeverity::INFORMATION, message);
        analysis.problems.entry(source.path.clone()).or_default().push(problem);
    }
}

/// Adds a diagnostic of the assembler.
pub(super) fn add(analysis: &mut Analysis, source: &Source, kind: Kind, found: &Diagnostic) {
    let encoding = source.snapshot.encoding;
    let severity = match found.severity {
        Severity::Error => DiagnosticSeverity::ERROR,
        Severity::Warning => DiagnosticSeverity::WARNING,
        Severity::Note => DiagnosticSeverity::HINT,
    };
    let hint = found.hint.as_ref().map(|hint| format!("\n{hint}")).unwrap_or_default();
    let range = range(&found.location, encoding);
    let mut problem = Problem::new(kind, range, severity, format!("{}{hint}", found.fault));
    let related = found.related.iter().filter_map(|related| {
        let location = Location::new(
            source.snapshot.uri(&path(source, &related.location.file))?,
            self::range(&related.location, encoding),
        );
        Some(DiagnosticRelatedInformation { location, message: related.message.clone() })
    });
    let related: Vec<_> = related.collect();
    problem.diagnostic.related_information = Some(related).filter(|related| !related.is_empty());
    problem.fixes = fixes::of(found, encoding);
    if found.fault == Fault::NoProcessor {
        problem.fixes = fixes::processors();
    }
    analysis.problems.entry(path(source, &found.location.file)).or_default().push(problem);
}

/// Returns the path of a file by the name that the assembler uses.
pub(super) fn path(source: &Source, name: &str) -> PathBuf {
    if name == escape::source_name(&source.path) {
        source.path.clone()
    } else {
        crate::lsp::uri::normal(name.as_ref())
    }
}

/// Returns the range of a location.
pub(super) fn range(location: &SourceLocation, encoding: Encoding) -> Range {
    let line = u32::try_from(location.line.saturating_sub(1)).unwrap_or(u32::MAX);
    let position = |byte| Position::new(line, encoding.column(&location.text, byte));
    Range::new(position(location.span.start), position(location.span.end.max(location.span.start)))
}
