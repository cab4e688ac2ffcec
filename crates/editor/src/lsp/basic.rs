//! Listings and programs of Bally BASIC.

mod problems;
mod view;

use std::path::Path;

use arcadian_basic::listing::{Form, survey::Survey};
use arcadian_files::{
    FileKind, Files, escape,
    program::{self, Reading},
    with_line_feeds,
};
use lsp_types::Range;

use crate::lsp::{
    analysis::{Analysis, Cancellation, Content, Kind, Problem, Source, Stopped},
    text::Text,
    uri::Overlay,
};

pub(crate) use view::{BasicView, complete};

/// Reads a listing or a program, with the byte account and the errors of its lines.
pub(crate) fn analyze(
    source: &Source,
    files: &Overlay<'_>,
    cancelled: &Cancellation,
) -> Result<Analysis, Stopped> {
    let mut analysis = Analysis::default();
    let text = Text::new(with_line_feeds(source.text.as_str()));
    // An empty document is not wrong yet.
    if text.as_str().trim().is_empty() {
        return Ok(analysis);
    }
    let read = read(source, &text, files);
    cancelled.check()?;
    let found = match read {
        Ok((survey, has_errata)) => {
            let account = survey.account();
            cancelled.check()?;
            let found = problems::of(&account, &survey.listing, &text, source.snapshot.encoding, has_errata);
            analysis.content = Content::Basic(Box::new(BasicView::new(survey.listing, text)));
            found
        }
        Err(problem) => vec![*problem],
    };
    analysis.problems.insert(source.path.clone(), found);
    analysis.read = files.read_files();
    Ok(analysis)
}

/// Reads the listing of a document, with its errata if it has any.
fn read(source: &Source, text: &Text, files: &Overlay<'_>) -> Result<(Survey, bool), Box<Problem>> {
    if has_errata(files, &source.path) {
        let damaged = program::survey(files, &source.path, &Reading::default())
            .map_err(|error| Box::new(Problem::error(Kind::Basic, Range::default(), error.title())))?;
        return Ok((damaged.survey, damaged.has_errata || !damaged.is_writable));
    }
    let form = Form::of(&escape::source_name(&source.path), text.as_str());
    let survey = Survey::read(text.as_str(), form).map_err(|error| {
        let help = error.kind.help().map(|help| format!("\n{help}")).unwrap_or_default();
        let range = text.range_of(error.span.clone(), source.snapshot.encoding);
        Box::new(Problem::error(Kind::Basic, range, format!("{error}{help}")))
    })?;
    Ok((survey, false))
}

fn has_errata(files: &Overlay<'_>, path: &Path) -> bool {
    files.kind(&path.with_extension("errata.toml")) != FileKind::Missing
}
