//! Error messages with an excerpt of the text, the error underlined, and a suggestion.

use std::{fmt, ops::Range};

use arcadian_asm::{Severity, SourceLocation};

use crate::escape;
#[cfg(not(feature = "snippets"))]
use plain as render;
#[cfg(feature = "snippets")]
use snippets as render;

/// A rendered error. `Display` writes it as plain text.
#[derive(Clone, Debug)]
pub struct Diagnostic {
    plain: String,
    /// The rendering with the colors of a terminal. All text from outside is escaped.
    styled: String,
}

/// The content of a message: a title with its excerpt and a suggestion, then related places.
struct Message<'a> {
    severity: Severity,
    title: String,
    excerpt: Option<&'a Excerpt>,
    help: Option<String>,
    related: Vec<(String, &'a Excerpt)>,
}

impl<'a> Message<'a> {
    fn error(title: &str, excerpt: Option<&'a Excerpt>, help: Option<&str>) -> Self {
        let [title, help] = [Some(title), help].map(|text| text.map(|text| escape::text(text).into_owned()));
        Message {
            severity: Severity::Error,
            title: title.unwrap_or_default(),
            excerpt,
            help,
            related: Vec::new(),
        }
    }
}

impl Diagnostic {
    pub fn without_excerpt(title: &str) -> Self {
        render::message(&Message::error(title, None, None))
    }

    pub fn with_help(title: &str, help: &str) -> Self {
        render::message(&Message::error(title, None, Some(help)))
    }

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
    render::message(&Message::error(title, Some(&excerpt), help))
}

pub fn render_in_line(
    path: &str,
    number: usize,
    line: &str,
    span: Range<usize>,
    title: &str,
    help: Option<&str>,
) -> Diagnostic {
    let excerpt = Excerpt::new(Some(path), number, line, span);
    render::message(&Message::error(title, Some(&excerpt), help))
}

/// Renders an error in a line that is not part of a file, with a line `number` at its left.
pub fn render_line(number: Option<u16>, source: &str, span: Range<usize>, title: &str) -> Diagnostic {
    let mut excerpt = Excerpt::new(None, number.map_or(1, usize::from), source, span);
    excerpt.is_numbered = number.is_some();
    render::message(&Message::error(title, Some(&excerpt), None))
}

/// Renders the errors of a source with empty lines between them.
pub fn render_failure(failure: &arcadian_asm::Failure) -> Diagnostic {
    let rendered: Vec<Diagnostic> = failure.diagnostics.iter().map(render_source).collect();
    let joined = |text: fn(&Diagnostic) -> &str| rendered.iter().map(text).collect::<Vec<_>>().join("\n\n");
    let all = Diagnostic { plain: joined(|each| &each.plain), styled: joined(|each| &each.styled) };
    if failure.omitted > 0 { all.with_line(&format!("\nand {} more", failure.omitted)) } else { all }
}

/// Renders an error of a source with its line and related lines.
pub fn render_source(found: &arcadian_asm::Diagnostic) -> Diagnostic {
    let excerpt = Excerpt::of(&found.location);
    let related: Vec<_> = found.related.iter().map(|other| Excerpt::of(&other.location)).collect();
    let messages = found.related.iter().map(|other| escape::line(&other.message).into_owned());
    render::message(&Message {
        severity: found.severity,
        title: escape::line(&found.fault.to_string()).into_owned(),
        excerpt: Some(&excerpt),
        help: found.hint.as_ref().map(|hint| escape::line(&hint.text).into_owned()),
        related: messages.zip(&related).collect(),
    })
}

/// The text around an error, with hidden characters escaped.
struct Excerpt {
    path: Option<String>,
    text: String,
    /// The range of the error in `text`.
    span: Range<usize>,
    /// Line and column of the error in the file, counted from 1.
    line: usize,
    column: usize,
    /// Whether the line has its number at its left.
    is_numbered: bool,
}

impl Excerpt {
    fn new(path: Option<&str>, first_line: usize, source: &str, span: Range<usize>) -> Self {
        let span = clamp(source, span);
        let (line, column) = line_and_column(source, span.start);
        // Each character is escaped on its own, so a prefix of the source becomes a prefix of the text.
        let escaped_offset = |at: usize| escape::text(&source[..at]).len();
        Self {
            path: path.map(|path| escape::line(path).into_owned()),
            text: escape::text(source).into_owned(),
            span: escaped_offset(span.start)..escaped_offset(span.end),
            line: first_line + line - 1,
            column,
            is_numbered: true,
        }
    }

    fn of(location: &SourceLocation) -> Self {
        Self::new(Some(&location.file), location.line, &location.text, location.span.clone())
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

/// Messages in a simple layout, for hosts that download the code: it is a fiftieth of the size of `snippets` with its library.
#[cfg(any(test, not(feature = "snippets")))]
mod plain {
    use std::fmt::{self, Write};

    use arcadian_asm::Severity;

    use super::{Diagnostic, Excerpt, Message, line_and_column};

    pub(super) fn message(message: &Message) -> Diagnostic {
        let mut plain = String::new();
        // A `String` takes all that is written to it.
        let _ = write_message(&mut plain, message);
        Diagnostic { styled: plain.clone(), plain }
    }

    fn write_message(out: &mut String, message: &Message) -> fmt::Result {
        let severity = match message.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "note",
        };
        write!(out, "{severity}: {}", message.title)?;
        message.excerpt.map_or(Ok(()), |excerpt| write_excerpt(out, excerpt))?;
        if let Some(help) = &message.help {
            write!(out, "\nhelp: {help}")?;
        }
        for (text, excerpt) in &message.related {
            write!(out, "\nnote: {text}")?;
            write_excerpt(out, excerpt)?;
        }
        Ok(())
    }

    /// Writes the place, the line, and a line below that marks the error.
    fn write_excerpt(out: &mut String, excerpt: &Excerpt) -> fmt::Result {
        let (_, column) = line_and_column(&excerpt.text, excerpt.span.start);
        let start = excerpt.text[..excerpt.span.start].rfind('\n').map_or(0, |end| end + 1);
        let line = excerpt.text[start..].lines().next().unwrap_or_default();
        let end = excerpt.span.end.min(start + line.len()).max(excerpt.span.start);
        let marks = excerpt.text[excerpt.span.start..end].chars().count().max(1);
        let number = if excerpt.is_numbered { excerpt.line.to_string() } else { String::new() };
        let (margin, indent) = (" ".repeat(number.len()), " ".repeat(column - 1));
        if let Some(path) = &excerpt.path {
            write!(out, "\n{margin}--> {path}:{}:{}", excerpt.line, excerpt.column)?;
        }
        write!(out, "\n{number} | {line}\n{margin} | {indent}{}", "^".repeat(marks))
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn the_error_is_marked_below_its_line() {
            let excerpt = Excerpt::new(Some("x.bas"), 1, "10 A=1\n20 PRINT é\n30 STOP\n", 16..18);
            let text =
                message(&Message::error("the machine has no é", Some(&excerpt), Some("write E"))).to_string();
            assert_eq!(
                text,
                "error: the machine has no é\n --> x.bas:2:10\n2 | 20 PRINT é\n  |          ^\nhelp: write E"
            );
        }

        #[test]
        fn any_span_is_marked() {
            for (source, span) in [("", 0..1), ("a\nb", 1..2), ("a\nb", 0..3), ("abc", 3..9)] {
                let excerpt = Excerpt::new(None, 1, source, span.clone());
                let text = message(&Message::error("wrong", Some(&excerpt), None)).to_string();
                assert!(text.ends_with('^'), "{span:?}: {text}");
            }
        }
    }
}

/// Messages with the layout of rustc, in color for terminals.
#[cfg(feature = "snippets")]
mod snippets {
    use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Renderer, Snippet};
    use arcadian_asm::Severity;

    use super::{Diagnostic, Excerpt, Message, line_and_column};

    pub(super) fn message(message: &Message) -> Diagnostic {
        let level = match message.severity {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
            Severity::Note => Level::NOTE,
        };
        let title = level.primary_title(&message.title);
        let help = message.help.as_deref().map(|help| Level::HELP.message(help));
        let main = match (message.excerpt, help) {
            (None, None) => Group::with_title(title),
            (None, Some(help)) => title.element(help),
            (Some(excerpt), None) => title.element(snippet(excerpt, AnnotationKind::Primary)),
            (Some(excerpt), Some(help)) => {
                title.element(snippet(excerpt, AnnotationKind::Primary)).element(help)
            }
        };
        let others = message.related.iter().map(|(text, excerpt)| {
            Level::NOTE.secondary_title(text).element(snippet(excerpt, AnnotationKind::Context))
        });
        let report: Vec<Group<'_>> = std::iter::once(main).chain(others).collect();
        let rendered = Diagnostic {
            plain: Renderer::plain().render(&report),
            styled: Renderer::styled().render(&report),
        };
        let excerpts = message.excerpt.into_iter().chain(message.related.iter().map(|(_, excerpt)| *excerpt));
        excerpts.fold(rendered, correct_column)
    }

    fn snippet(excerpt: &Excerpt, kind: AnnotationKind) -> Snippet<'_, Annotation<'_>> {
        let (line, _) = line_and_column(&excerpt.text, excerpt.span.start);
        let snippet =
            Snippet::source(&excerpt.text).path(excerpt.path.as_deref()).line_start(excerpt.line + 1 - line);
        snippet.line_numbering(excerpt.is_numbered).annotation(kind.span(excerpt.span.clone()))
    }

    /// Replaces the renderer's column, which counts characters of the escaped text, by the column in the file.
    fn correct_column(rendered: Diagnostic, excerpt: &Excerpt) -> Diagnostic {
        let Some(path) = &excerpt.path else { return rendered };
        let (_, column) = line_and_column(&excerpt.text, excerpt.span.start);
        if column == excerpt.column {
            return rendered;
        }
        let [wrong, right] =
            [column, excerpt.column].map(|column| format!("{path}:{}:{column}", excerpt.line));
        let replaced = |text: String| text.replacen(&wrong, &right, 1);
        Diagnostic { plain: replaced(rendered.plain), styled: replaced(rendered.styled) }
    }
}
