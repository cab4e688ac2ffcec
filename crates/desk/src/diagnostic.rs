//! Error messages with an excerpt of the text, the error underlined, and a suggestion.

use std::{fmt, ops::Range};

use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Renderer, Snippet};
use arcadian_asm::{Place, Severity};

use crate::escape;

/// A rendered error. `Display` writes it as plain text.
#[derive(Clone, Debug)]
pub struct Diagnostic {
    plain: String,
    /// The rendering with the colors of a terminal. All text from outside is escaped.
    styled: String,
}

impl Diagnostic {
    fn render(report: &[Group<'_>]) -> Self {
        Self { plain: Renderer::plain().render(report), styled: Renderer::styled().render(report) }
    }

    /// Returns an error without an excerpt.
    pub fn without_excerpt(title: &str) -> Self {
        Self::render(&[Group::with_title(Level::ERROR.primary_title(escape::text(title)))])
    }

    /// Returns an error without an excerpt, with a suggestion.
    pub fn with_help(title: &str, help: &str) -> Self {
        let error = Level::ERROR.primary_title(escape::text(title));
        Self::render(&[error.element(Level::HELP.message(escape::text(help)))])
    }

    /// Adds a line of text below.
    pub fn with_line(mut self, text: &str) -> Self {
        let line = format!("\n{}", escape::text(text));
        self.plain += &line;
        self.styled += &line;
        self
    }

    /// Returns the message without the excerpt.
    pub fn title(&self) -> &str {
        let first = self.plain.lines().next().unwrap_or_default();
        first.strip_prefix("error: ").unwrap_or(first)
    }

    /// Returns the whole rendering with the colors of a terminal.
    pub fn styled(&self) -> &str {
        &self.styled
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.plain)
    }
}

impl std::error::Error for Diagnostic {}

/// Renders an error in a file. `span` is a range of bytes of `source`; `help` is a suggestion.
pub fn render(path: &str, source: &str, span: Range<usize>, title: &str, help: Option<&str>) -> Diagnostic {
    let excerpt = Excerpt::new(Some(path), 1, source, span);
    excerpt.correct_column(with_excerpt(excerpt.snippet(AnnotationKind::Primary), title, help))
}

/// Renders an error in one line of a file.
pub fn render_in_line(
    path: &str,
    number: usize,
    line: &str,
    span: Range<usize>,
    title: &str,
    help: Option<&str>,
) -> Diagnostic {
    let excerpt = Excerpt::new(Some(path), number, line, span);
    excerpt.correct_column(with_excerpt(excerpt.snippet(AnnotationKind::Primary), title, help))
}

/// Renders an error in a line that is not part of a file, with a line `number` at its left.
pub fn render_line(number: Option<u16>, source: &str, span: Range<usize>, title: &str) -> Diagnostic {
    let excerpt = Excerpt::new(None, number.map_or(1, usize::from), source, span);
    with_excerpt(excerpt.snippet(AnnotationKind::Primary).line_numbering(number.is_some()), title, None)
}

fn with_excerpt<'a>(
    snippet: Snippet<'a, Annotation<'a>>,
    title: &'a str,
    help: Option<&'a str>,
) -> Diagnostic {
    let error = Level::ERROR.primary_title(escape::text(title)).element(snippet);
    Diagnostic::render(&[match help {
        Some(help) => error.element(Level::HELP.message(escape::text(help))),
        None => error,
    }])
}

/// Renders the errors of a source with empty lines between them.
pub fn render_sources(found: &[arcadian_asm::Diagnostic]) -> Diagnostic {
    let rendered: Vec<Diagnostic> = found.iter().map(render_source).collect();
    let joined = |text: fn(&Diagnostic) -> &str| rendered.iter().map(text).collect::<Vec<_>>().join("\n\n");
    Diagnostic { plain: joined(|each| &each.plain), styled: joined(|each| &each.styled) }
}

/// Renders an error of a source with its line and related lines.
pub fn render_source(found: &arcadian_asm::Diagnostic) -> Diagnostic {
    let level = match found.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let excerpt = Excerpt::of(&found.place);
    let related: Vec<_> = found.related.iter().map(|other| Excerpt::of(&other.place)).collect();
    let title = escape::line(&found.fault.to_string()).into_owned();
    let main = level.primary_title(title).element(excerpt.snippet(AnnotationKind::Primary));
    let main = match &found.hint {
        Some(hint) => main.element(Level::HELP.message(escape::line(hint))),
        None => main,
    };
    let others = found.related.iter().zip(&related).map(|(other, excerpt)| {
        let note = Level::NOTE.secondary_title(escape::line(&other.message));
        note.element(excerpt.snippet(AnnotationKind::Context))
    });
    let groups: Vec<Group<'_>> = std::iter::once(main).chain(others).collect();
    let rendered = Diagnostic::render(&groups);
    related
        .iter()
        .fold(excerpt.correct_column(rendered), |rendered, excerpt| excerpt.correct_column(rendered))
}

/// The text around an error, with hidden characters escaped.
struct Excerpt {
    path: Option<String>,
    first_line: usize,
    text: String,
    /// The range of the error in `text`.
    span: Range<usize>,
    /// Line and column of the error in the file, counted from 1.
    line: usize,
    column: usize,
}

impl Excerpt {
    fn new(path: Option<&str>, first_line: usize, source: &str, span: Range<usize>) -> Self {
        let span = clamp(source, span);
        let (line, column) = line_and_column(source, span.start);
        // Each character is escaped on its own, so a prefix of the source becomes a prefix of the text.
        let escaped_offset = |at: usize| escape::text(&source[..at]).len();
        Self {
            path: path.map(|path| escape::line(path).into_owned()),
            first_line,
            text: escape::text(source).into_owned(),
            span: escaped_offset(span.start)..escaped_offset(span.end),
            line: first_line - 1 + line,
            column,
        }
    }

    fn of(place: &Place) -> Self {
        Self::new(Some(&place.file), place.line, &place.text, place.span.clone())
    }

    fn snippet(&self, kind: AnnotationKind) -> Snippet<'_, Annotation<'_>> {
        let snippet = Snippet::source(&self.text).path(self.path.as_deref()).line_start(self.first_line);
        snippet.annotation(kind.span(self.span.clone()))
    }

    /// Replaces the renderer's column, which counts characters of the escaped text, by the column in the file.
    fn correct_column(&self, rendered: Diagnostic) -> Diagnostic {
        let Some(path) = &self.path else { return rendered };
        let (_, column) = line_and_column(&self.text, self.span.start);
        let [wrong, right] = [column, self.column].map(|column| format!("{path}:{}:{column}", self.line));
        let replaced = |text: String| text.replacen(&wrong, &right, 1);
        if column == self.column {
            return rendered;
        }
        Diagnostic { plain: replaced(rendered.plain), styled: replaced(rendered.styled) }
    }
}

/// Returns line and column of a byte offset, in characters, counted from 1.
fn line_and_column(text: &str, at: usize) -> (usize, usize) {
    let before = &text[..at];
    let start = before.rfind('\n').map_or(0, |end| end + 1);
    (before.matches('\n').count() + 1, before[start..].chars().count() + 1)
}

/// Clamps a span to the source and to character boundaries.
fn clamp(source: &str, span: Range<usize>) -> Range<usize> {
    let start = (0..=span.start.min(source.len())).rev().find(|at| source.is_char_boundary(*at)).unwrap_or(0);
    let end = (span.end.max(start)..source.len()).find(|at| source.is_char_boundary(*at));
    start..end.unwrap_or(source.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_span_is_clamped_to_the_source() {
        let source = "10 A=1÷0\n";
        for span in [0..0, 6..7, 7..8, 9..9, 10..10, 10..99, 99..100] {
            let rendered = render("x.bas", source, span.clone(), "wrong", Some("do better")).to_string();
            assert!(rendered.starts_with("error: wrong\n"), "{span:?}: {rendered}");
        }
        assert!(render("x.bas", "", 0..1, "wrong", None).to_string().contains("wrong"));
    }

    /// The underline stays below the wrong text, and the column is that of the file.
    #[test]
    fn hidden_characters_before_an_error() {
        let source = "10 A=1\n20 \u{9b}\u{202e}\u{1b}BAD\u{7f}\n";
        let start = source.find("BAD").expect("the error");
        let rendered = render("a\u{1b}\n.bas", source, start..start + 4, "wrong \u{85}", Some("better\u{7}"))
            .to_string();
        insta::assert_snapshot!(rendered);
        let styled = render("a", source, start..start + 4, "wrong \u{9b}", None).styled;
        assert!(
            !styled.contains(['\u{9b}', '\u{202e}', '\u{7f}']) && !styled.contains("\u{1b}B"),
            "{styled:?}"
        );
    }
}
