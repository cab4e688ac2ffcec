//! Text for a narrow terminal.

use std::ops::Range;

/// The least width for which text is laid out.
const NARROWEST: usize = 30;

/// Breaks the lines of a text that are longer than `width`, at a blank if there is one near the end. What follows is indented
/// as the line is.
pub(super) fn wrapped(text: &str, width: usize) -> String {
    let width = width.max(NARROWEST);
    text.split_inclusive('\n').map(|line| wrapped_line(line, width)).collect()
}

fn wrapped_line(line: &str, width: usize) -> String {
    let mut left: Vec<char> = line.chars().collect();
    let indent = left.iter().take_while(|c| **c == ' ').count().min(NARROWEST / 2);
    let mut out = String::new();
    while left.iter().filter(|c| **c != '\n').count() > width {
        let near = (width * 2 / 3..=width).rev().find(|at| left[*at] == ' ');
        let end = near.unwrap_or(width);
        out.extend(left.drain(..end));
        out.push('\n');
        let blank = usize::from(near.is_some());
        left.splice(..blank, std::iter::repeat_n(' ', indent));
    }
    out.extend(left);
    out
}

/// Returns the part of a text around a place with the place marked below it, both in at most `width` characters and indented.
pub(super) fn excerpt(text: &str, place: Range<usize>, indent: usize, width: usize) -> String {
    let chars: Vec<char> = text.chars().collect();
    let room = width.max(NARROWEST).saturating_sub(indent + 2);
    let place = place.start.min(chars.len())..place.end.clamp(place.start.min(chars.len()), chars.len());
    let before = room.saturating_sub(place.len().max(1)) / 2;
    let latest = chars.len().saturating_sub(room);
    let start = place.start.saturating_sub(before).min(latest);
    let end = chars.len().min(start + room);
    let (left, right) = (if start > 0 { "…" } else { "" }, if end < chars.len() { "…" } else { "" });
    let shown: String = chars[start..end].iter().collect();
    let gap = " ".repeat(indent + left.chars().count() + place.start.saturating_sub(start));
    let mark = "^".repeat(place.end.min(end).saturating_sub(place.start).max(1));
    format!("{:indent$}{left}{shown}{right}\n{gap}{mark}\n", "")
}

/// Returns where a text differs from another one.
pub(super) fn difference(old: &str, new: &str) -> Range<usize> {
    let (old, new): (Vec<char>, Vec<char>) = (old.chars().collect(), new.chars().collect());
    let same = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let rest = old.len().min(new.len()) - same;
    let end = old.iter().rev().zip(new.iter().rev()).take(rest).take_while(|(a, b)| a == b).count();
    same..new.len() - end
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_wrapped_with_their_indent() {
        for (text, expected) in [
            ("short\n", "short\n"),
            ("  aaaa bbbb cccc dddd eeee ffff gggg\n", "  aaaa bbbb cccc dddd eeee\n  ffff gggg\n"),
            ("(1) 5 A=1;B=2;C=3;D=4;E=5;F=6;G=7", "(1) 5 A=1;B=2;C=3;D=4;E=5;F=6;\nG=7"),
            ("", ""),
        ] {
            assert_eq!(wrapped(text, 30), expected);
        }
    }

    #[test]
    fn an_excerpt_shows_the_place() {
        let long = "A=1;B=2;C=3;D=4;E=5;F=6;G=7;H=8;I=9";
        for (text, place, expected) in [
            ("A=1;B=2", 3..4, "  A=1;B=2\n     ^\n"),
            (long, 0..1, "  A=1;B=2;C=3;D=4;E=5;F=6;G=…\n  ^\n"),
            (long, 34..35, "  …=3;D=4;E=5;F=6;G=7;H=8;I=9\n                            ^\n"),
            ("AB", 2..2, "  AB\n    ^\n"),
            ("", 0..0, "  \n  ^\n"),
            ("AB", 7..9, "  AB\n    ^\n"),
        ] {
            assert_eq!(excerpt(text, place, 2, 30), expected, "{text}");
        }
    }

    #[test]
    fn differences() {
        for (old, new, expected) in [
            ("ABC", "AXBC", 1..2),
            ("ABC", "AC", 1..1),
            ("AABB", "AAABB", 2..3),
            ("", "A", 0..1),
            ("A", "A", 1..1),
        ] {
            assert_eq!(difference(old, new), expected, "{old} {new}");
        }
    }
}
