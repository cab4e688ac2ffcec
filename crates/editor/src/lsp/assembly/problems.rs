//! The diagnostics of the assembler as those of the protocol, and quick fixes.

use std::{ops, path::PathBuf};

use arcadian_asm::{Attempt, Diagnostic, Fault, Hint, Severity, SourceLocation};
use arcadian_files::escape;
use lsp_types::{DiagnosticRelatedInformation, DiagnosticSeverity, Location, Position, Range, TextEdit};

use crate::lsp::{
    source::{Fix, Kind, Problem, Problems, Source},
    text::Encoding,
};

pub(super) fn add_all(problems: &mut Problems, source: &Source, attempt: &Attempt) {
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

pub(super) fn add(problems: &mut Problems, source: &Source, kind: Kind, found: &Diagnostic) {
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
    problem.fixes = of(found, encoding);
    if found.fault == Fault::NoProcessor {
        problem.fixes = processors();
    }
    problems.entry(path(source, &found.location.file)).or_default().push(problem);
}

/// Returns the path of a file by the name that the assembler uses.
pub(super) fn path(source: &Source, name: &str) -> PathBuf {
    if name == escape::source_name(&source.path) {
        source.path.clone()
    } else {
        crate::lsp::uri::normal(name.as_ref())
    }
}

pub(super) fn range(location: &SourceLocation, encoding: Encoding) -> Range {
    let line = u32::try_from(location.line.saturating_sub(1)).unwrap_or(u32::MAX);
    let position = |byte| Position::new(line, encoding.column(&location.text, byte));
    Range::new(position(location.span.start), position(location.span.end.max(location.span.start)))
}

pub(super) fn of(found: &Diagnostic, encoding: Encoding) -> Vec<Fix> {
    let replace = |text: String| vec![fix(&found.location, found.location.span.clone(), &text, encoding)];
    match &found.fault {
        Fault::HandByte { right, .. } => replace(format!("{right:02X}")),
        Fault::HandAddress { right, .. } => replace(format!("{right:04X}")),
        Fault::HeaderBytes { has, .. } => {
            let value = found.location.text.get(found.location.span.clone()).unwrap_or("");
            let digits = value.bytes().take_while(u8::is_ascii_digit).count();
            let start = found.location.span.start;
            vec![fix(&found.location, start..start + digits, &has.to_string(), encoding)]
        }
        _ => found.hint.iter().flat_map(|hint| of_hint(hint, &found.location, encoding)).collect(),
    }
}

pub(super) fn of_hint(hint: &Hint, location: &SourceLocation, encoding: Encoding) -> Option<Fix> {
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
pub(super) fn processors() -> Vec<Fix> {
    let fix = |name: &str| {
        let text = format!("        CPU {name}\n");
        let start = Position::new(0, 0);
        let edit = TextEdit::new(Range::new(start, start), text);
        Fix { title: format!("Name the processor: CPU {name}"), edits: vec![edit] }
    };
    ["8080", "z80", "6502"].map(fix).into()
}
