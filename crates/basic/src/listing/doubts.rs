//! The lines and rows of an account with everything that is known of each, and the numbers of the repairs.

use std::{collections::HashMap, fmt, ops::Range, str::FromStr};

use super::{
    Fault, Finding, Repair,
    account::{Account, LineAccount},
};

/// A line, or a row that is not a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    Line(u16),
    /// A row of the file, from 1.
    Row(usize),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Line(number) => write!(f, "line {number}"),
            Place::Row(number) => write!(f, "row {number}"),
        }
    }
}

/// A line or a row with what is in doubt.
#[derive(Clone, Debug)]
pub struct Doubt<'a> {
    pub place: Place,
    pub line: Option<&'a LineAccount>,
    /// Faults of its rows.
    pub faults: Vec<&'a Fault>,
    /// Faults of its text.
    pub findings: &'a [Finding],
}

impl<'a> Doubt<'a> {
    pub fn is_doubtful(&self) -> bool {
        let has_error = |line: &LineAccount| !line.is_correct || line.syntax_error.is_some();
        !self.faults.is_empty() || !self.findings.is_empty() || self.line.is_some_and(has_error)
    }

    /// Returns its bytes in the file.
    pub fn span(&self) -> Range<usize> {
        let of_row = self.faults.first().map(|fault| fault.span.clone());
        self.line.map(|line| line.span.clone()).or(of_row).unwrap_or_default()
    }

    /// Returns the number of its first row in the file, from 1.
    pub fn row(&self) -> usize {
        let of_row = self.faults.first().map_or(0, |fault| fault.row);
        self.line.map_or(of_row, |line| line.row)
    }

    /// Returns the repairs in the order of their numbers, which begin with 1: those of the rows, of single faults of the text,
    /// of the size, and of the syntax.
    pub fn repairs(&self) -> Vec<&'a Repair> {
        let of_rows = self.faults.iter().flat_map(|fault| &fault.repairs);
        let of_text = self.findings.iter().flat_map(|finding| &finding.repairs);
        let of_size = self.line.into_iter().flat_map(|line| &line.repairs);
        let errors = self.line.into_iter().flat_map(|line| &line.syntax_error);
        of_rows.chain(of_text).chain(of_size).chain(errors.flat_map(|error| &error.repairs)).collect()
    }

    /// Returns the only repair, if nothing else can explain the line, BASIC understands it then, and no person has to decide.
    pub fn only_repair(&self) -> Option<&'a Repair> {
        let has_other_cause = self.line.is_some_and(|line| line.lost.is_some() || line.has_hidden_end);
        match self.repairs()[..] {
            [repair] if repair.is_understood && !repair.is_for_a_person && !has_other_cause => Some(repair),
            _ => None,
        }
    }
}

/// Returns all lines in the order of the account, and the rows that are not lines.
pub fn doubts(account: &Account) -> Vec<Doubt<'_>> {
    let mut of_lines: HashMap<u16, Vec<&Fault>> = HashMap::new();
    let mut of_rows: Vec<&Fault> = Vec::new();
    for fault in &account.faults {
        match fault.line {
            Some(line) => of_lines.entry(line).or_default().push(fault),
            None => of_rows.push(fault),
        }
    }
    let mut rows = of_rows.into_iter().map(of_row).peekable();
    let mut doubts = Vec::with_capacity(account.lines.len());
    let mut left = &account.findings[..];
    for line in &account.lines {
        while let Some((_, row)) = rows.next_if(|(number, _)| *number < line.row) {
            doubts.push(row);
        }
        let count = left.iter().take_while(|finding| finding.line == line.number).count();
        let (findings, rest) = left.split_at(count);
        left = rest;
        let faults = of_lines.remove(&line.number).unwrap_or_default();
        doubts.push(Doubt { place: Place::Line(line.number), line: Some(line), faults, findings });
    }
    doubts.extend(rows.map(|(_, row)| row));
    doubts
}

fn of_row(fault: &Fault) -> (usize, Doubt<'_>) {
    (fault.row, Doubt { place: Place::Row(fault.row), line: None, faults: vec![fault], findings: &[] })
}

/// The repairs to apply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// A repair of a line or row, by its number; without a number its only one.
    One(Place, Option<usize>),
    /// The repair of every line and row that has exactly one.
    Single,
}

const SINGLE: &str = "single";

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` is not a repair: write LINE:N, such as 31:2, or rowROW:N for a row that is not a line, or `{SINGLE}`"
)]
pub struct NotAChoice(String);

impl FromStr for Choice {
    type Err = NotAChoice;

    fn from_str(text: &str) -> Result<Self, NotAChoice> {
        if text == SINGLE {
            return Ok(Choice::Single);
        }
        let (place, number) = match text.split_once(':') {
            Some((place, number)) => (place, Some(number)),
            None => (text, None),
        };
        let digits =
            |text: &str| text.parse::<usize>().ok().filter(|_| text.bytes().all(|b| b.is_ascii_digit()));
        let place = match place.strip_prefix("row") {
            Some(row) => digits(row).map(Place::Row),
            None => digits(place).and_then(|line| u16::try_from(line).ok()).map(Place::Line),
        };
        let number = number.map(|number| digits(number).filter(|number| *number > 0));
        match (place, number) {
            (Some(place), None) => Ok(Choice::One(place, None)),
            (Some(place), Some(Some(number))) => Ok(Choice::One(place, Some(number))),
            _ => Err(NotAChoice(text.to_owned())),
        }
    }
}

/// Returns how a repair is chosen: `31:2`.
pub fn choice(place: Place, number: usize) -> String {
    match place {
        Place::Line(line) => format!("{line}:{number}"),
        Place::Row(row) => format!("row{row}:{number}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices() {
        let line = |line, number| Some(Choice::One(Place::Line(line), number));
        for (text, expected) in [
            ("31:2", line(31, Some(2))),
            ("31", line(31, None)),
            ("row7:1", Some(Choice::One(Place::Row(7), Some(1)))),
            ("row7", Some(Choice::One(Place::Row(7), None))),
            ("single", Some(Choice::Single)),
            ("", None),
            ("31:0", None),
            ("31:", None),
            (":1", None),
            ("+31:1", None),
            ("31:+1", None),
            ("99999:1", None),
            ("31:99999999999999999999", None),
            ("row:1", None),
            ("all", None),
        ] {
            assert_eq!(text.parse().ok(), expected, "{text}");
            if let Some(Choice::One(place, Some(number))) = expected {
                assert_eq!(choice(place, number), text);
            }
        }
    }
}
