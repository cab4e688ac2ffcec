//! Words in a row of a listing.

use std::ops::Range;

use arcadian_basic::{Dialect, words};

/// Returns the word of the language at a byte of a row and its bytes. Strings and remarks have none.
pub(super) fn word_at(row: &str, byte: usize, dialect: Dialect) -> Option<(String, Range<usize>)> {
    let run = letters_at(row, byte)?;
    if is_text(row, run.start) {
        return None;
    }
    let capitals = row.get(run.clone())?.to_ascii_uppercase();
    let mut at = 0;
    while at < capitals.len() {
        let rest = capitals.get(at..)?;
        let characters: Vec<char> = rest.chars().collect();
        let short = words::leading_word(&characters).map(|(_, length)| length);
        let length =
            short.or_else(|| words::longest_name(rest.as_bytes(), dialect).map(|(_, length)| length));
        let end = at + length.unwrap_or(1);
        if run.start + end > byte || end == capitals.len() {
            let word = length.and_then(|_| capitals.get(at..end))?;
            return Some((word.to_owned(), run.start + at..run.start + end));
        }
        at = end;
    }
    None
}

/// Returns the run of letters around a byte, or that ends at it.
pub(super) fn letters_at(row: &str, byte: usize) -> Option<Range<usize>> {
    run_at(row, byte, |byte| byte.is_ascii_alphabetic())
}

/// Returns the number at a byte and its bytes.
pub(super) fn number_at(row: &str, byte: usize) -> Option<(u16, Range<usize>)> {
    let run = run_at(row, byte, |byte| byte.is_ascii_digit())?;
    Some((row.get(run.clone())?.parse().ok()?, run))
}

fn run_at(row: &str, byte: usize, holds: fn(&u8) -> bool) -> Option<Range<usize>> {
    let bytes = row.as_bytes();
    let before = bytes.get(..byte)?.iter().rev().take_while(|byte| holds(byte)).count();
    let after = bytes.get(byte..)?.iter().take_while(|byte| holds(byte)).count();
    (before + after > 0).then(|| byte - before..byte + after)
}

/// Whether a byte of a row is in a string or in a remark.
pub(super) fn is_text(row: &str, byte: usize) -> bool {
    let before = row.get(..byte).unwrap_or(row);
    if before.starts_with("#!") || before.matches('"').count() % 2 == 1 {
        return true;
    }
    // A remark begins with a period at the start of a statement.
    let head = |c: char| c.is_ascii_digit() || " ()".contains(c);
    let text = before.trim_start_matches(head);
    let mut is_string = false;
    let statements = text.split(|c| {
        is_string ^= c == '"';
        c == ';' && !is_string
    });
    statements.into_iter().any(|statement| statement.trim_start().starts_with('.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_rows() {
        for (row, byte, expected) in [
            ("10 PRINT A", 4, Some("PRINT")),
            ("10 print a", 8, Some("PRINT")),
            ("8 FORI=0TO 999;NEXT I", 2, Some("FOR")),
            ("8 FORI=0TO 999;NEXT I", 5, None),
            ("8 FORI=0TO 999;NEXT I", 9, Some("TO")),
            ("(1784) 2 GOTO 12", 9, Some("GOTO")),
            ("10 CX=BC", 7, Some("BC")),
            ("10 .PRINT", 5, None),
            ("10 A=1;.PRINT", 9, None),
            ("10 PRINT \"GOTO", 11, None),
            ("10 PRINT \"A;.\";GOTO 10", 16, Some("GOTO")),
            ("10 A=.5", 3, None),
            ("#! dialect: astro", 4, None),
            ("", 0, None),
        ] {
            assert_eq!(
                word_at(row, byte, Dialect::Bally).map(|(word, _)| word).as_deref(),
                expected,
                "{row} {byte}"
            );
        }
    }
}
