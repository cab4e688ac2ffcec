//! Errors and warnings in sources as the page marks them.

use std::ops::Range;

use arcadian_asm::{Diagnostic, Severity};
use serde_json::{Value, json};

/// Returns an error or a warning with its line, from 1, and its place in the line.
pub fn fault(found: &Diagnostic) -> Value {
    let place = &found.location;
    json!({
        "isError": found.severity == Severity::Error,
        "line": place.line,
        "from": units(&place.text, &place.span).start,
        "to": units(&place.text, &place.span).end,
        "message": found.fault.to_string(),
        "hint": found.hint,
    })
}

/// Returns a range of bytes in UTF-16 code units, in which the page counts.
pub fn units(text: &str, span: &Range<usize>) -> Range<usize> {
    let units = |end: usize| text.get(..end).unwrap_or_default().encode_utf16().count();
    units(span.start)..units(span.end)
}
