//! Messages with the layout of rustc, in color for terminals.

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
        (Some(excerpt), Some(help)) => title.element(snippet(excerpt, AnnotationKind::Primary)).element(help),
    };
    let others = message.related.iter().map(|(text, excerpt)| {
        Level::NOTE.secondary_title(text).element(snippet(excerpt, AnnotationKind::Context))
    });
    let report: Vec<Group<'_>> = std::iter::once(main).chain(others).collect();
    let rendered =
        Diagnostic { plain: Renderer::plain().render(&report), styled: Renderer::styled().render(&report) };
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
    let [wrong, right] = [column, excerpt.column].map(|column| format!("{path}:{}:{column}", excerpt.line));
    let replaced = |text: String| text.replacen(&wrong, &right, 1);
    Diagnostic { plain: replaced(rendered.plain), styled: replaced(rendered.styled) }
}
