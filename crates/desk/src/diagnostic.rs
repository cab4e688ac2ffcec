//! Errors for people: what, where with the text underlined, and what to do.

use std::{fmt, ops::Range};

use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Renderer, Snippet};
use arcadian_asm::{Place, Severity};

use crate::border::{visible, visible_line};

/// An error that shows its place. `Display` is the whole rendering in plain text.
#[derive(Clone, Debug)]
pub struct Diagnostic {
    plain: String,
    /// With the colors of a terminal; all text from outside has been made visible.
    styled: String,
}

impl Diagnostic {
    fn of(report: &[Group<'_>]) -> Self {
        Self { plain: Renderer::plain().render(report), styled: Renderer::styled().render(report) }
    }

    /// Returns an error without a place.
    pub fn without_place(title: &str) -> Self {
        Self::of(&[Group::with_title(Level::ERROR.primary_title(visible(title)))])
    }

    /// An error without a place, and what to do.
    pub fn with_help(title: &str, help: &str) -> Self {
        let error = Level::ERROR.primary_title(visible(title));
        Self::of(&[error.element(Level::HELP.message(visible(help)))])
    }

    /// Adds a line of text below.
    pub fn with_line(mut self, text: &str) -> Self {
        let line = format!("\n{}", visible(text));
        self.plain += &line;
        self.styled += &line;
        self
    }

    /// What is wrong, without the place.
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

/// An error at a place of a file: `span` counts bytes of `source`. `help` may say what to do.
pub fn render(path: &str, source: &str, span: Range<usize>, title: &str, help: Option<&str>) -> Diagnostic {
    let excerpt = Excerpt::new(Some(path), 1, source, span);
    excerpt.corrected(show(excerpt.snippet(AnnotationKind::Primary), title, help))
}

/// An error in a single line that stands in no file; `number` is shown at its left.
pub fn render_line(number: Option<u16>, source: &str, span: Range<usize>, title: &str) -> Diagnostic {
    let excerpt = Excerpt::new(None, number.map_or(1, usize::from), source, span);
    show(excerpt.snippet(AnnotationKind::Primary).line_numbering(number.is_some()), title, None)
}

fn show<'a>(snippet: Snippet<'a, Annotation<'a>>, title: &'a str, help: Option<&'a str>) -> Diagnostic {
    let error = Level::ERROR.primary_title(visible(title)).element(snippet);
    Diagnostic::of(&[match help {
        Some(help) => error.element(Level::HELP.message(visible(help))),
        None => error,
    }])
}

/// What is wrong with a source: one error or several, with an empty line between them.
pub fn render_sources(found: &[arcadian_asm::Diagnostic]) -> Diagnostic {
    let shown: Vec<Diagnostic> = found.iter().map(render_source).collect();
    let joined = |text: fn(&Diagnostic) -> &str| shown.iter().map(text).collect::<Vec<_>>().join("\n\n");
    Diagnostic { plain: joined(|one| &one.plain), styled: joined(|one| &one.styled) }
}

/// What is wrong with a source: the line, and other lines that have to do with it.
pub fn render_source(found: &arcadian_asm::Diagnostic) -> Diagnostic {
    let level = match found.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let (place, related): (_, Vec<_>) =
        (Excerpt::of(&found.place), found.related.iter().map(|other| Excerpt::of(&other.place)).collect());
    let title = visible_line(&found.fault.to_string()).into_owned();
    let main = level.primary_title(title).element(place.snippet(AnnotationKind::Primary));
    let main = match &found.hint {
        Some(hint) => main.element(Level::HELP.message(visible_line(hint))),
        None => main,
    };
    let others = found.related.iter().zip(&related).map(|(other, place)| {
        let note = Level::NOTE.secondary_title(visible_line(&other.message));
        note.element(place.snippet(AnnotationKind::Context))
    });
    let groups: Vec<Group<'_>> = std::iter::once(main).chain(others).collect();
    let shown = Diagnostic::of(&groups);
    related.iter().fold(place.corrected(shown), |shown, place| place.corrected(shown))
}

/// Text around a place, with its hidden characters escaped.
struct Excerpt {
    path: Option<String>,
    first_line: usize,
    text: String,
    /// The place in `text`.
    span: Range<usize>,
    /// Line and column of the place as the file has them, counted from 1.
    line: usize,
    column: usize,
}

impl Excerpt {
    fn new(path: Option<&str>, first_line: usize, source: &str, span: Range<usize>) -> Self {
        let span = within(source, span);
        let (line, column) = line_and_column(source, span.start);
        // Each character is escaped on its own, so a prefix of the source becomes a prefix of the text.
        let moved = |at: usize| visible(&source[..at]).len();
        Self {
            path: path.map(|path| visible_line(path).into_owned()),
            first_line,
            text: visible(source).into_owned(),
            span: moved(span.start)..moved(span.end),
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

    /// The renderer counts columns of the escaped text; messages give those of the file.
    fn corrected(&self, shown: Diagnostic) -> Diagnostic {
        let Some(path) = &self.path else { return shown };
        let (_, column) = line_and_column(&self.text, self.span.start);
        let [wrong, right] = [column, self.column].map(|column| format!("{path}:{}:{column}", self.line));
        let replaced = |text: String| text.replacen(&wrong, &right, 1);
        if column == self.column {
            return shown;
        }
        Diagnostic { plain: replaced(shown.plain), styled: replaced(shown.styled) }
    }
}

/// Line and column of a byte of a text, in characters, counted from 1.
fn line_and_column(text: &str, at: usize) -> (usize, usize) {
    let before = &text[..at];
    let start = before.rfind('\n').map_or(0, |end| end + 1);
    (before.matches('\n').count() + 1, before[start..].chars().count() + 1)
}

/// The span brought inside the source and onto character boundaries.
fn within(source: &str, span: Range<usize>) -> Range<usize> {
    let start = (0..=span.start.min(source.len())).rev().find(|at| source.is_char_boundary(*at)).unwrap_or(0);
    let end = (span.end.max(start)..source.len()).find(|at| source.is_char_boundary(*at));
    start..end.unwrap_or(source.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_span_is_brought_inside() {
        let source = "10 A=1÷0\n";
        for span in [0..0, 6..7, 7..8, 9..9, 10..10, 10..99, 99..100] {
            let shown = render("x.bas", source, span.clone(), "wrong", Some("do better")).to_string();
            assert!(shown.starts_with("error: wrong\n"), "{span:?}: {shown}");
        }
        assert!(render("x.bas", "", 0..1, "wrong", None).to_string().contains("wrong"));
    }

    /// The place of an error stays under the text that it is about.
    #[test]
    fn hidden_characters_before_a_place_move_it() {
        let source = "10 A=1\n20 \u{9b}\u{202e}\u{1b}BAD\u{7f}\n";
        let start = source.find("BAD").expect("the place");
        let shown = render("a\u{1b}\n.bas", source, start..start + 4, "wrong \u{85}", Some("better\u{7}"))
            .to_string();
        insta::assert_snapshot!(shown);
        let styled = render("a", source, start..start + 4, "wrong \u{9b}", None).styled;
        assert!(
            !styled.contains(['\u{9b}', '\u{202e}', '\u{7f}']) && !styled.contains("\u{1b}B"),
            "{styled:?}"
        );
    }
}
