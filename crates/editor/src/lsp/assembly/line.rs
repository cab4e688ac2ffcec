//! Words in a line of assembly, without knowledge of a dialect; and the errors that changed lines have by themselves, before the whole
//! source is assembled.

use std::ops::Range;

use arcadian_asm::{DialectFault, Fault, NoFiles, Options, Severity, Symbol, attempt};

use super::{super::assembly, AssemblyView};
use crate::lsp::{
    source::{Kind, Problem},
    text::{Encoding, Shift, Text},
};

/// Returns whether a word can begin with this byte.
const fn is_start(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || matches!(byte, b'_' | b'?' | b'.' | b'@')
}

const fn is_part(byte: u8) -> bool {
    byte.is_ascii_digit() || is_start(byte)
}

const fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | 0x0C)
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Piece {
    Word(Range<usize>),
    /// A number or a string.
    Literal,
    Comment(usize),
}

/// Returns the pieces of a line from a byte on, other than signs.
fn pieces(line: &str, from: usize) -> Vec<Piece> {
    let bytes = line.as_bytes();
    let run = |at: usize, holds: fn(u8) -> bool| {
        at + bytes.get(at..).unwrap_or(&[]).iter().take_while(|byte| holds(**byte)).count()
    };
    let (mut pieces, mut at) = (Vec::new(), from);
    while let Some(&byte) = bytes.get(at) {
        let end = match byte {
            b';' => {
                pieces.push(Piece::Comment(at));
                return pieces;
            }
            b'"' | b'\'' => closed(bytes, at),
            b'$' | b'%' | b'#' => run(at + 1, is_part).max(at + 1),
            byte if is_start(byte) => {
                let end = run(at, is_part);
                // The apostrophe of AF' does not begin a string.
                let end = end + usize::from(bytes.get(end) == Some(&b'\''));
                pieces.push(Piece::Word(at..run(at, is_part)));
                at = end;
                continue;
            }
            byte if byte.is_ascii_digit() => run(at, is_part),
            _ => {
                at += 1;
                continue;
            }
        };
        // A marked name, such as `#LABEL`, is a word too.
        let name = at + 1..end;
        if byte == b'#' && bytes.get(at + 1).is_some_and(|next| is_start(*next)) {
            pieces.push(Piece::Word(name));
        } else {
            pieces.push(Piece::Literal);
        }
        at = end;
    }
    pieces
}

/// Returns the end of a string. An apostrophe without a second one quotes one character.
fn closed(bytes: &[u8], at: usize) -> usize {
    let quote = bytes.get(at).copied();
    let end = (at + 1..bytes.len()).find(|end| bytes.get(*end).copied() == quote);
    match end {
        Some(end) => end + 1,
        None if quote == Some(b'\'') => (at + 2).min(bytes.len()),
        None => bytes.len(),
    }
}

/// Returns the words of a line from a byte on, outside of strings and comments.
pub(super) fn words(line: &str, from: usize) -> impl Iterator<Item = Range<usize>> {
    pieces(line, from).into_iter().filter_map(|piece| match piece {
        Piece::Word(span) => Some(span),
        _ => None,
    })
}

/// Returns the bytes of a line from a byte on that are neither comment nor blanks at either end.
pub(super) fn code(line: &str, from: usize) -> Range<usize> {
    let comment = pieces(line, from).into_iter().find_map(|piece| match piece {
        Piece::Comment(at) => Some(at),
        _ => None,
    });
    trim(line, from..comment.unwrap_or(line.len()))
}

fn trim(line: &str, span: Range<usize>) -> Range<usize> {
    let bytes = line.as_bytes();
    let is_blank_at = |at: &usize| bytes.get(*at).copied().is_none_or(is_blank);
    let start = span.clone().find(|at| !is_blank_at(at)).unwrap_or(span.end);
    let end = (start..span.end).rev().find(|at| !is_blank_at(at)).map_or(start, |at| at + 1);
    start..end
}

/// The kind of text at a byte of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Typed {
    /// The name of a header key, or the value of one.
    Key,
    Value(String),
    /// An operation: an instruction, a directive or a macro.
    Operation,
    Operand,
    /// A comment or a string.
    Text,
}

/// Returns what is typed at a byte of a line whose source begins at `from`.
pub(super) fn typed(line: &str, from: usize, byte: usize) -> Typed {
    let before = line.get(..byte).unwrap_or(line);
    if let Some(header) = before.strip_prefix(";!") {
        return match header.split_once(':') {
            None => Typed::Key,
            Some((key, _)) => Typed::Value(key.trim().to_owned()),
        };
    }
    let last = before.get(from..).unwrap_or("");
    let is_open = last.matches('"').count() % 2 == 1;
    if is_open || pieces(before, from).iter().any(|piece| matches!(piece, Piece::Comment(_))) {
        return Typed::Text;
    }
    let complete: Vec<_> = words(before, from).filter(|word| word.end < before.len()).collect();
    let is_label = |word: &Range<usize>| {
        let colon = before.as_bytes().get(word.end) == Some(&b':');
        colon || word.start == 0
    };
    match complete.iter().filter(|word| !is_label(word)).count() {
        0 => Typed::Operation,
        _ => Typed::Operand,
    }
}

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
        defines: values(view, shift, &changed),
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
        let range = assembly::range(&found.location, encoding);
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
        line.contains("/*") || line.trim_end().ends_with('\\') || words(line, 0).any(opens)
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

/// Returns the values of the names in the lines, except for those whose definition has changed: the source may no longer have it.
fn values(view: &AssemblyView, shift: Option<Shift>, lines: &[&str]) -> Vec<(String, i32)> {
    let assembly = &view.assembly;
    let is_there = |symbol: &&Symbol| {
        let line = symbol.line.and_then(|index| assembly.lines.get(index)).filter(|line| line.file == 0);
        let (Some(line), Some(shift)) = (line, shift) else { return true };
        line.number.checked_sub(1).and_then(|number| shift.new_line(number)).is_some()
    };
    let words = lines.iter().flat_map(|text| words(text, 0).filter_map(|span| text.get(span)));
    let known = words.filter_map(|word| Some((word, assembly.symbol(word).filter(is_there)?)));
    known.map(|(word, symbol)| (word.to_owned(), symbol.value)).collect()
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_lines() {
        let words =
            |line: &str| words(line, 0).map(|span| line[span].to_owned()).collect::<Vec<_>>().join(" ");
        for (line, expected) in [
            ("LOOP: LD A,(IX+5) ; LOOP", "LOOP LD A IX"),
            (" EX AF,AF'", "EX AF AF"),
            (" MVI A,0FFH", "MVI A"),
            (" LDA #'A", "LDA"),
            (" LDA #COUNT", "LDA COUNT"),
            (" LDA $12,X", "LDA X"),
            (" DB \"A;B\",C,'D'", "DB C"),
            (" DB \"A", "DB"),
            (".next ÷ @a", ".next @a"),
        ] {
            assert_eq!(words(line), expected, "{line}");
        }
    }

    #[test]
    fn what_is_typed() {
        for (line, expected) in [
            (";! ro", Typed::Key),
            (";! cpu: z", Typed::Value("cpu".to_owned())),
            ("; comment", Typed::Text),
            (" DB \"te", Typed::Text),
            (" MO", Typed::Operation),
            ("LOOP: MO", Typed::Operation),
            ("LOOP MO", Typed::Operation),
            ("LO", Typed::Operation),
            ("", Typed::Operation),
            (" MOV A", Typed::Operand),
            (" MOV ", Typed::Operand),
            ("L: MOV A,", Typed::Operand),
        ] {
            assert_eq!(typed(line, 0, line.len()), expected, "{line}");
        }
    }
}
