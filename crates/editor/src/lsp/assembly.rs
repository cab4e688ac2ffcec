//! Assembly sources and sheets.

mod complete;
mod hover;
mod line;
mod problems;
mod reading;
mod symbols;
mod view;

use arcadian_asm::{Dialect, Options};
use arcadian_files::{escape, source::Folders, with_line_feeds};

use crate::lsp::{
    analysis::{Analysis, Cancellation, Content, Kind, Source, Stopped},
    uri::Overlay,
};

pub(crate) use complete::{MOST as MOST_ITEMS, complete};
pub(crate) use reading::errors as early_errors;
use reading::{Given, Includes, Reading};
pub(crate) use symbols::document_symbol;
pub(crate) use view::AssemblyView;

/// Assembles a source and reads the contract of a sheet.
pub(crate) fn analyze(
    source: &Source,
    files: &Overlay<'_>,
    cancelled: &Cancellation,
) -> Result<Analysis, Stopped> {
    let text = with_line_feeds(source.text.as_str());
    let name = escape::source_name(&source.path);
    let folders = Folders::new(files, &source.path, &source.snapshot.folders);
    let mut host = Includes { folders, cancelled, given: Given::default() };
    let (dialect, guess) = match source.snapshot.dialect.or_else(|| Dialect::stated(&text)) {
        Some(dialect) => (dialect, None),
        None => Dialect::guess(&name, &text)
            .map_or_else(Default::default, |(dialect, note)| (dialect, Some(note))),
    };
    // A module of a program is right although the editor does not know the other modules.
    let base = Options { dialect, has_placeholders: true, has_names: true, ..Options::default() };
    let mut options = Options { processor: source.snapshot.processor, ..base.clone() };
    let mut attempt = arcadian_asm::attempt(&name, &text, &options, &mut host);
    if is_other_processor(&attempt) {
        options = base;
        attempt = arcadian_asm::attempt(&name, &text, &options, &mut host);
    }
    cancelled.check()?;
    let mut analysis = Analysis::default();
    if let Some(note) = &guess {
        problems::add(&mut analysis, source, Kind::Assembler, note);
    }
    problems::add_all(&mut analysis, source, &attempt);
    let is_right = attempt.diagnostics.iter().all(|found| found.severity != arcadian_asm::Severity::Error);
    if is_right && let Some(assembly) = &attempt.assembly {
        view::check_cycles(&mut analysis, source, assembly);
        view::check(&mut analysis, source, assembly, &text, &mut host);
        view::check_above_labels(&mut analysis, source, assembly, &mut host);
    }
    analysis.read = files.read_files();
    if let Some(assembly) = attempt.assembly {
        let (given, diagnostics) = (host.given, attempt.diagnostics);
        let reading = Reading { name, options, given, diagnostics };
        let view = AssemblyView::new(source, assembly, dialect, text, files, reading);
        analysis.content = Content::Assembly(Box::new(view));
    }
    Ok(analysis)
}

/// Returns whether the source names another processor than the one that the client asked for, which is only a default.
fn is_other_processor(attempt: &arcadian_asm::Attempt) -> bool {
    let is_other =
        |found: &arcadian_asm::Diagnostic| matches!(found.fault, arcadian_asm::Fault::OneProcessor { .. });
    attempt.diagnostics.iter().any(is_other)
}
