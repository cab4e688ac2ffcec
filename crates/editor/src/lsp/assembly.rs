//! Assembly sources and sheets.

mod complete;
mod early;
mod hover;
mod line;
mod problems;
mod symbols;
mod view;

use arcadian_asm::{Dialect, Options};
use arcadian_files::{escape, source::Folders, with_line_feeds};

use crate::lsp::{
    source::{Cancellation, Kind, Problems, Source, Stopped},
    uri::Overlay,
};

pub(crate) use complete::{MOST as MOST_ITEMS, complete};
pub(crate) use early::errors as early_errors;
pub(crate) use symbols::document_symbol;
pub(crate) use view::AssemblyView;
use view::{Given, Includes, Reading};

/// Assembles a source and reads the contract of a sheet.
pub(crate) fn analyze(
    source: &Source,
    files: &Overlay<'_>,
    cancelled: &Cancellation,
) -> Result<(Problems, Option<AssemblyView>), Stopped> {
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
    let mut found = Problems::default();
    if let Some(note) = &guess {
        problems::add(&mut found, source, Kind::Assembler, note);
    }
    problems::add_all(&mut found, source, &attempt);
    let is_right = attempt.diagnostics.iter().all(|found| found.severity != arcadian_asm::Severity::Error);
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

/// Returns whether the source names another processor than the one that the client asked for, which is only a default.
fn is_other_processor(attempt: &arcadian_asm::Attempt) -> bool {
    let is_other =
        |found: &arcadian_asm::Diagnostic| matches!(found.fault, arcadian_asm::Fault::OneProcessor { .. });
    attempt.diagnostics.iter().any(is_other)
}
