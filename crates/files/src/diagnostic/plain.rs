//! Messages in a simple layout, for hosts that download the code: it is a fiftieth of the size of `snippets.rs` with its library.

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
