//! A walk through the doubtful lines of a listing: questions and answers as text.

use std::{fmt::Write, ops::Range};

use arcadian_basic::listing::{
    Finding,
    doubts::{Doubt, Place, doubts},
};

use super::{
    mending::{MendError, Mending, TypedLine},
    note, what_else,
};

/// The indent of a line below a fault or repair.
const INDENT: usize = 6;

const HELP: &str = "  a number  take this repair
  e         type the line anew; (SZ) may be left out
  i         type a line that was lost before this one
  s         skip the line, which stays as printed
  q         stop; what was chosen so far is written
";

/// A walk through the doubtful lines.
#[derive(Debug)]
pub struct Walk {
    mending: Mending,
    /// The position in the file from which on lines are shown.
    at: usize,
    question: Question,
    /// The columns of the terminal.
    width: usize,
}

#[derive(Debug)]
enum Question {
    /// The question about the next doubtful line. `is_shown` means that the line need not be shown again.
    Choose {
        is_shown: bool,
    },
    /// The text of the line, or of a line before it.
    Type {
        place: Place,
        is_before: bool,
    },
    /// Whether a typed line that is still in doubt is kept.
    Keep {
        typed: Box<TypedLine>,
        place: Place,
    },
    Over,
}

impl Walk {
    /// Begins with the first doubtful line, in a terminal with this number of columns.
    pub fn new(mending: Mending, width: usize) -> Self {
        Self { mending, at: 0, question: Question::Choose { is_shown: false }, width }
    }

    pub fn into_mending(self) -> Mending {
        self.mending
    }

    /// Returns the text that is shown before the next answer; none if the walk is over.
    pub fn prompt(&mut self) -> Option<String> {
        match &self.question {
            Question::Over => None,
            Question::Type { is_before, .. } => {
                let what = if *is_before { "the lost line" } else { "the line" };
                Some(format!("type {what}, or nothing to go back: "))
            }
            Question::Keep { .. } => Some("keep it? (y, n): ".to_owned()),
            Question::Choose { is_shown } => {
                let doubts = doubts(self.mending.account());
                let mut left = self.left(&doubts);
                let first = left.next()?;
                let shown = if *is_shown { String::new() } else { self.shown(first, left.count()) };
                Some(shown + &choices(first) + ": ")
            }
        }
    }

    /// Takes an answer, and returns what is said to it.
    pub fn answer(&mut self, answer: &str) -> String {
        match std::mem::replace(&mut self.question, Question::Choose { is_shown: true }) {
            Question::Over => String::new(),
            Question::Type { place, is_before } => self.read_line(place, answer, is_before),
            Question::Keep { typed, place } => match answer.trim() {
                "y" | "Y" => self.keep(*typed, place),
                _ => {
                    self.question = Question::Choose { is_shown: false };
                    "It stays as printed.\n".to_owned()
                }
            },
            Question::Choose { .. } => self.chosen(answer.trim()),
        }
    }

    /// Returns the doubtful lines and rows that were not shown yet, in the order of the file.
    fn left<'a>(&self, all: &'a [Doubt<'a>]) -> impl Iterator<Item = &'a Doubt<'a>> {
        let at = self.at;
        let mut left: Vec<&Doubt<'_>> =
            all.iter().filter(|doubt| doubt.is_doubtful() && doubt.span().start >= at).collect();
        left.sort_by_key(|doubt| doubt.span().start);
        left.into_iter()
    }

    fn shown(&self, doubt: &Doubt<'_>, more: usize) -> String {
        let row = self.mending.printed_row(doubt.row());
        let place = match doubt.place {
            Place::Line(line) => format!("line {line}, row {row}"),
            Place::Row(_) => Place::Row(row).to_string(),
        };
        let more = if more == 0 { "the last one".to_owned() } else { format!("{more} more") };
        let mut out = format!("\n{place}; {more}\n");
        self.mending.rows(doubt.span()).lines().for_each(|row| out += &format!("  {row}\n"));
        out + &wrapped(&count(doubt), self.width) + &self.details(doubt)
    }

    /// Returns the faults and repairs of a line or row. The line is shown already, so of each only the place is shown.
    fn details(&self, doubt: &Doubt<'_>) -> String {
        let mut out = String::new();
        for fault in &doubt.faults {
            let row = self.mending.printed_row(fault.row);
            out += &wrapped(&format!("     row {row}: {}\n", fault.why), self.width);
        }
        for found in doubt.findings {
            out += &wrapped(&format!("     column {}: {}\n", found.column, found.why), self.width);
            let place = found.column - 1..found.column - 1 + found.width;
            out += &excerpt(&found.text, place, INDENT, self.width);
        }
        let printed = self.mending.rows(doubt.span()).replace('\n', "");
        let repairs = doubt.repairs();
        for (at, repair) in repairs.iter().enumerate() {
            out += &wrapped(&format!("  {:2}. {}\n", at + 1, repair.why), self.width);
            out += &self.repaired(&printed, &repair.text);
        }
        match doubt.line {
            Some(line) if !line.is_correct => {
                out + &wrapped(&what_else(line, !repairs.is_empty()), self.width)
            }
            _ => out,
        }
    }

    /// Returns what a repair makes of a line, around the place that it changes.
    fn repaired(&self, printed: &str, text: &str) -> String {
        if text.is_empty() {
            return String::new();
        }
        if text.contains('\n') {
            return text.lines().map(|row| format!("{:INDENT$}{row}\n", "")).collect();
        }
        excerpt(text, difference(printed, text), INDENT, self.width)
    }

    fn chosen(&mut self, answer: &str) -> String {
        let account = self.mending.account().clone();
        let doubts = doubts(&account);
        let Some(doubt) = self.left(&doubts).next() else { return String::new() };
        let place = doubt.place;
        match answer {
            "?" => HELP.to_owned(),
            "q" => {
                self.question = Question::Over;
                String::new()
            }
            "s" => {
                self.at = doubt.span().start + 1;
                self.question = Question::Choose { is_shown: false };
                String::new()
            }
            "e" | "i" => {
                self.question = Question::Type { place, is_before: answer == "i" };
                String::new()
            }
            _ => match answer.parse::<usize>() {
                Ok(number) if number > 0 => self.take(doubt, number),
                _ => format!("The answers are {}.\n", choices(doubt)),
            },
        }
    }

    fn take(&mut self, doubt: &Doubt<'_>, number: usize) -> String {
        if let Err(error) = self.mending.take(doubt.place, number) {
            return wrapped(&refused(&error), self.width);
        }
        self.go_on(doubt.place, doubt.span().start);
        self.mending.changes().last().map_or(String::new(), |change| rows_after(&change.after))
    }

    /// Continues at a line, which is shown again if it is still in doubt. `at` is where it was.
    fn go_on(&mut self, place: Place, at: usize) {
        let doubts = doubts(self.mending.account());
        let same = doubts.iter().find(|doubt| doubt.place == place && doubt.line.is_some());
        self.at = same.map_or(at, |doubt| doubt.span().start);
        self.question = Question::Choose { is_shown: false };
    }

    fn read_line(&mut self, place: Place, answer: &str, is_before: bool) -> String {
        if answer.trim().is_empty() {
            return String::new();
        }
        let typed = match self.mending.typed(place, answer, is_before) {
            Ok(typed) => typed,
            Err(error) => {
                self.question = Question::Type { place, is_before };
                return wrapped(&refused(&error), self.width);
            }
        };
        let number = typed.number();
        let doubts = doubts(typed.account());
        let Some(doubt) = doubts.iter().find(|doubt| doubt.place == Place::Line(number)) else {
            return String::new();
        };
        let said = wrapped(&count(doubt), self.width);
        if doubt.is_doubtful() {
            let fault = |found: &Finding| format!("     column {}: {}\n", found.column, found.why);
            let said = said + &wrapped(&doubt.findings.iter().map(fault).collect::<String>(), self.width);
            self.question = Question::Keep { typed: Box::new(typed), place };
            return said;
        }
        said + &self.keep(typed, place)
    }

    fn keep(&mut self, typed: TypedLine, place: Place) -> String {
        let number = typed.number();
        let is_before = Place::Line(number) != place;
        self.mending.keep(typed);
        let doubts = doubts(self.mending.account());
        let shown = if is_before { place } else { Place::Line(number) };
        let at = doubts.iter().find(|doubt| doubt.place == shown).map_or(self.at, |doubt| doubt.span().start);
        // A typed line that was kept is not asked for again.
        self.at = if is_before { at } else { at + 1 };
        self.question = Question::Choose { is_shown: false };
        "Kept.\n".to_owned()
    }
}

fn refused(error: &MendError) -> String {
    format!("Not possible: {error}\n")
}

fn rows_after(text: &str) -> String {
    if text.is_empty() {
        return "Removed.\n".to_owned();
    }
    text.lines().map(|row| format!("  + {row}\n")).collect()
}

/// Returns the bytes of a line and what its printed numbers say.
fn count(doubt: &Doubt<'_>) -> String {
    let Some(line) = doubt.line else { return String::new() };
    let mut out = format!("  line {}: {}, SZ {}", line.number, super::bytes(line.bytes as i32), line.sz);
    if let Some(printed) = line.printed {
        let _ = write!(out, ", printed {printed}");
    }
    let note = note(line, doubt);
    out + if note.is_empty() { "   right" } else { &note } + "\n"
}

/// Returns the question for a line.
fn choices(doubt: &Doubt<'_>) -> String {
    let numbers = match doubt.repairs().len() {
        0 => String::new(),
        1 => "1, ".to_owned(),
        count => format!("1-{count}, "),
    };
    let lost = if doubt.line.is_some_and(|line| line.lost.is_some()) { "i, " } else { "" };
    format!("{numbers}e, {lost}s, q, ?")
}

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
