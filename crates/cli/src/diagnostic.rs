//! Errors for people: what, where with the text underlined, and what to do.

use std::{
    fmt,
    io::{self, IsTerminal},
    ops::Range,
};

use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Renderer, Snippet};
use anyhow::Error;
use arcadian_asm::{Place, Severity};

use crate::output;

/// An error that shows its place; `Display` is the whole rendering.
#[derive(Debug)]
pub struct Diagnostic(pub String);

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Diagnostic {}

/// Shows an error on standard error.
pub fn report(error: &Error) {
    match error.downcast_ref::<Diagnostic>() {
        Some(diagnostic) => output::note(&diagnostic.0),
        None => output::note(&plain(error)),
    }
}

/// An error without a place: the message and its causes in one sentence.
fn plain(error: &Error) -> String {
    renderer().render(&[Group::with_title(Level::ERROR.primary_title(format!("{error:#}")))])
}

/// An error at a place of a file: `span` counts bytes of `source`. `help` may say what to do.
///
/// Plain ASCII unless standard error is a terminal and NO_COLOR is unset.
pub fn render(path: &str, source: &str, span: Range<usize>, title: &str, help: Option<&str>) -> String {
    show(Snippet::source(source).path(path), source, span, title, help)
}

/// An error in a single line that stands in no file; `number` is shown at its left.
pub fn render_line(number: Option<u16>, source: &str, span: Range<usize>, title: &str) -> String {
    let snippet =
        Snippet::source(source).line_start(number.map_or(1, usize::from)).line_numbering(number.is_some());
    show(snippet, source, span, title, None)
}

fn show<'a>(
    snippet: Snippet<'a, Annotation<'a>>,
    source: &str,
    span: Range<usize>,
    title: &'a str,
    help: Option<&'a str>,
) -> String {
    let marked = snippet.annotation(AnnotationKind::Primary.span(within(source, span)));
    let error = Level::ERROR.primary_title(title).element(marked);
    let report = match help {
        Some(help) => error.element(Level::HELP.message(help)),
        None => error,
    };
    renderer().render(&[report])
}

/// What is wrong with a source: the line, and other lines that have to do with it.
pub fn render_source(found: &arcadian_asm::Diagnostic) -> String {
    let level = match found.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let title = found.fault.to_string();
    let main = level.primary_title(&title).element(placed(&found.place, AnnotationKind::Primary));
    let main = match &found.hint {
        Some(hint) => main.element(Level::HELP.message(hint)),
        None => main,
    };
    let related = found.related.iter().map(|related| {
        let note = Level::NOTE.secondary_title(&related.message);
        note.element(placed(&related.place, AnnotationKind::Context))
    });
    let groups: Vec<Group<'_>> = std::iter::once(main).chain(related).collect();
    renderer().render(&groups)
}

fn placed(place: &Place, kind: AnnotationKind) -> Snippet<'_, Annotation<'_>> {
    let snippet = Snippet::source(&place.text).path(&place.file).line_start(place.line);
    snippet.annotation(kind.span(within(&place.text, place.span.clone())))
}

/// The span brought inside the source and onto character boundaries.
fn within(source: &str, span: Range<usize>) -> Range<usize> {
    let start = (0..=span.start.min(source.len())).rev().find(|at| source.is_char_boundary(*at)).unwrap_or(0);
    let end = (span.end.max(start)..source.len()).find(|at| source.is_char_boundary(*at));
    start..end.unwrap_or(source.len())
}

fn renderer() -> Renderer {
    if io::stderr().is_terminal() && !no_colour() { Renderer::styled() } else { Renderer::plain() }
}

/// Whether the person wants no colours (<https://no-color.org>).
pub fn no_colour() -> bool {
    std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_span_is_brought_inside() {
        let source = "10 A=1÷0\n";
        for span in [0..0, 6..7, 7..8, 9..9, 10..10, 10..99, 99..100] {
            let shown = render("x.bas", source, span.clone(), "wrong", Some("do better"));
            assert!(shown.starts_with("error: wrong\n"), "{span:?}: {shown}");
        }
        assert!(render("x.bas", "", 0..1, "wrong", None).contains("wrong"));
    }
}
