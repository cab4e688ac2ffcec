//! Words in a line of assembly, without knowledge of a dialect.

use std::ops::Range;

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
