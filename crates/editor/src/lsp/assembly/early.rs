//! The errors that changed lines have by themselves, before the whole source is assembled.

use std::ops::Range;

use arcadian_asm::{DialectFault, Fault, NoFiles, Options, Severity, attempt};

use super::{AssemblyView, line, problems};
use crate::lsp::{
    source::{Kind, Problem},
    text::{Encoding, Shift, Text},
};

/// The maximum number of lines. More are a paste, for which the analysis is soon enough.
const MOST_LINES: usize = 50;
/// The number of lines around the changed ones that say what they are part of.
const AROUND: usize = 200;
/// Words that begin a part in which lines have a meaning of their own.
const OPENING: [&str; 14] = [
    "STRUCT", "STRUC", "UNION", "ENUM", "MACRO", "MAC", "REPT", "REPEAT", "IRP", "IRPC", "DUP", "FOR",
    "DEFINE", "COMMENT",
];
/// The beginnings of words that change whether the lines after them are read.
const CONDITIONS: [&str; 4] = ["IF", "EL", "END", "EXIT"];

/// Returns the errors that lines of a text have by themselves. `shift` says which lines changed since the view was made.
pub(crate) fn errors(
    view: &AssemblyView,
    text: &Text,
    shift: Option<Shift>,
    lines: Range<usize>,
    encoding: Encoding,
) -> Vec<Problem> {
    if lines.len() > MOST_LINES || !is_code(view, text, shift, &lines) {
        return Vec::new();
    }
    let changed: Vec<&str> = lines.clone().map(|number| text.line(number)).collect();
    let options = Options {
        processor: Some(view.assembly.processor),
        dialect: view.dialect,
        defines: values(view, &changed),
        has_placeholders: true,
        ..Options::default()
    };
    let attempt = attempt("", &changed.join("\n"), &options, &mut NoFiles);
    let own = attempt.diagnostics.into_iter().filter(|found| {
        found.severity == Severity::Error
            && found.related.is_empty()
            && is_of_line(&found.fault, text, &lines)
    });
    own.map(|mut found| {
        found.location.line += lines.start;
        let hint = found.hint.map(|hint| format!("\n{hint}")).unwrap_or_default();
        let range = problems::range(&found.location, encoding);
        Problem::error(Kind::Assembler, range, format!("{}{hint}", found.fault))
    })
    .collect()
}

/// Returns whether the lines are code: no condition leaves out the lines around them, the source has not ended before, and they are not
/// in a macro, a structure or a comment.
fn is_code(view: &AssemblyView, text: &Text, shift: Option<Shift>, lines: &Range<usize>) -> bool {
    let old_line = |line: usize| shift.map_or(Some(line), |shift| shift.old_line(line));
    let above = lines.start.saturating_sub(AROUND)..lines.start;
    let below = lines.end..(lines.end + AROUND).min(text.lines().len());
    let record = |old: usize| view.record(0, old).map(|(_, record)| record);
    let before = above.clone().rev().find(|line| old_line(*line).is_some());
    let opens = |number: usize| {
        let line = text.line(number);
        // What the lines after the last analyzed one are, only it says.
        let is_old = old_line(number).is_some() && before != Some(number);
        let opens = |span: Range<usize>| opens(line.get(span).unwrap_or(""), is_old);
        line.contains("/*") || line.trim_end().ends_with('\\') || line::words(line, 0).any(opens)
    };
    before.and_then(old_line).is_none_or(|line| record(line).is_some_and(|record| !record.is_left_out))
        && !below.filter_map(old_line).find_map(record).is_some_and(|record| record.is_left_out)
        && !above.chain(lines.clone()).any(opens)
}

/// Returns whether a word begins a part of the source. Of a line that was analyzed it is known what its condition leaves out.
fn opens(word: &str, is_analyzed: bool) -> bool {
    let word = word.trim_start_matches(['.', '!']).to_ascii_uppercase();
    let is_condition = || CONDITIONS.iter().any(|start| word.starts_with(start));
    OPENING.contains(&word.as_str()) || !is_analyzed && is_condition()
}

/// Returns the values of the names in the lines.
fn values(view: &AssemblyView, lines: &[&str]) -> Vec<(String, i32)> {
    let words = lines.iter().flat_map(|text| line::words(text, 0).filter_map(|span| text.get(span)));
    words.filter_map(|word| Some((word.to_owned(), view.assembly.symbol(word)?.value))).collect()
}

/// Returns whether a fault is that of a line alone. A word that other lines have too can be a macro or a name of the source; which numbers
/// are valid depends on a directive.
fn is_of_line(fault: &Fault, text: &Text, lines: &Range<usize>) -> bool {
    match fault {
        Fault::UnknownMnemonic { word, .. }
        | Fault::Dialect(DialectFault::UnknownWord { word, .. })
        | Fault::UnknownDirective(word) => {
            !text.around(lines).iter().any(|part| part.contains(word.as_str()))
        }
        Fault::Unexpected(_)
        | Fault::ExpectedValue
        | Fault::Unterminated
        | Fault::TooNested(_)
        | Fault::MissingClose
        | Fault::BadOperands(_)
        | Fault::BadEscape => true,
        _ => false,
    }
}
