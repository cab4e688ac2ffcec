//! Faults of rows that cannot be read as printed, and of lines that BASIC does not understand; the search for the latter.

use std::{
    borrow::Cow,
    collections::{HashMap, HashSet},
    ops::Range,
};

use super::{
    Entry, Listing, Repair,
    misreading::{SIMILAR_TO_DIGITS, is_misreading},
    repair::replacements,
};
use crate::{
    Why, hint,
    line::{self, literal, width_before},
    op::Target,
    translate::Uses,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FindingKind {
    /// BASIC does not understand the line.
    What,
    /// BASIC understands the line, but it is impossible.
    How,
    /// GOTO or GOSUB names a line that does not exist.
    Line,
    /// A variable is read and never set.
    Variable,
    /// A lowercase letter in a listing in capitals, without a convention.
    Lowercase,
}

impl FindingKind {
    pub fn name(self) -> &'static str {
        match self {
            FindingKind::What => "what",
            FindingKind::How => "how",
            FindingKind::Line => "line",
            FindingKind::Variable => "variable",
            FindingKind::Lowercase => "lowercase",
        }
    }
}

/// The most faults of one kind that are reported of a line. A line can have many thousands in a file that is not a listing.
const MOST_ALIKE: usize = 20;
/// The most lines whose numbers are compared with one that does not exist. A machine full of the shortest lines has 601.
const MOST_COMPARED: usize = 1000;

/// A fault of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    pub line: u16,
    /// Its first column in the line as `list` shows it, from 1.
    pub column: usize,
    pub width: usize,
    pub kind: FindingKind,
    /// The line as `list` shows it.
    pub text: String,
    pub why: String,
    /// Repairs of this fault, best first.
    pub repairs: Vec<Repair>,
}

/// A row of the file that is not as it should be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The line, unless the row is none.
    pub line: Option<u16>,
    /// The number of the row, from 1.
    pub row: usize,
    /// Its bytes in the file.
    pub span: Range<usize>,
    pub kind: FaultKind,
    /// The row as printed.
    pub text: String,
    pub why: String,
    /// Repairs, best first.
    pub repairs: Vec<Repair>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultKind {
    /// The printed number cannot be read.
    PrintedNumber,
    /// The line number cannot be read.
    LineNumber,
    /// A character that the machine lacks.
    Character,
    /// Two rows have the same line number.
    Twice,
    /// Two lines are on one row.
    Merged,
    /// Rows are not in the order of their printed numbers.
    Swapped,
    /// The row is not a line.
    Unread,
}

impl FaultKind {
    pub fn name(self) -> &'static str {
        match self {
            FaultKind::PrintedNumber => "printed-number",
            FaultKind::LineNumber => "line-number",
            FaultKind::Character => "character",
            FaultKind::Twice => "twice",
            FaultKind::Merged => "merged",
            FaultKind::Swapped => "swapped",
            FaultKind::Unread => "unread",
        }
    }
}

/// Returns the faults of the lines whose byte counts are correct, in the order of the listing. `are_correct` has an entry for
/// each line.
///
/// Variables that a damaged line sets are not known, so variables are judged only if no line is damaged.
pub(super) fn findings(listing: &Listing, are_correct: &[bool]) -> Vec<Finding> {
    let program = Program::new(listing, are_correct);
    let mut findings: Vec<Finding> =
        program.lines.iter().filter(|line| line.is_correct).flat_map(|line| program.of_line(line)).collect();
    if program.lines.iter().all(|line| line.is_correct && line.uses.error.is_none()) {
        findings.extend(program.variables());
    }
    let rows: HashMap<u16, usize> =
        listing.entries.iter().enumerate().map(|(row, entry)| (entry.line.number, row)).collect();
    findings.sort_by_key(|finding| (rows.get(&finding.line), finding.column));
    findings
}

struct ProgramLine<'a> {
    entry: &'a Entry,
    is_correct: bool,
    uses: Uses,
}

struct Program<'a> {
    listing: &'a Listing,
    lines: Vec<ProgramLine<'a>>,
    numbers: HashSet<i32>,
    /// Whether words or names are in capitals.
    has_capitals: bool,
}

impl<'a> Program<'a> {
    fn new(listing: &'a Listing, are_correct: &[bool]) -> Self {
        let line = |(entry, is_correct): (&'a Entry, &bool)| ProgramLine {
            entry,
            is_correct: *is_correct,
            uses: Uses::of(&entry.line.text, listing.dialect()),
        };
        Self {
            listing,
            lines: listing.entries.iter().zip(are_correct).map(line).collect(),
            numbers: listing.entries.iter().map(|entry| i32::from(entry.line.number)).collect(),
            has_capitals: listing
                .entries
                .iter()
                .any(|entry| letters(listing, entry).any(|(_, written)| written.is_ascii_uppercase())),
        }
    }

    fn of_line(&self, line: &ProgramLine) -> Vec<Finding> {
        let entry = line.entry;
        let mut findings: Vec<Finding> =
            line.uses.error.and_then(|(at, why)| error(entry, at, why)).into_iter().collect();
        let missing =
            line.uses.targets.iter().filter(|(_, number)| !self.numbers.contains(&i32::from(*number)));
        findings.extend(missing.take(MOST_ALIKE).map(|(at, number)| {
            let found = finding(entry, at.clone(), FindingKind::Line, Why::NoSuchLine(*number).to_string());
            Finding { repairs: self.other_lines(entry, at, *number), ..found }
        }));
        if self.has_capitals {
            findings.extend(self.lone_lowercase_letters(entry).take(MOST_ALIKE));
        }
        findings
    }

    /// Returns repairs of a line number that does not exist: those that exist and that it can be a misreading of.
    fn other_lines(&self, entry: &'a Entry, at: &Range<usize>, number: i16) -> Vec<Repair> {
        if self.numbers.len() > MOST_COMPARED {
            return Vec::new();
        }
        let origins = self.origins(entry);
        let end = origins.get(at.end).copied().unwrap_or(entry.raw.chars.len() - entry.text_at);
        let Some(start) = origins.get(at.start) else { return Vec::new() };
        let mut similar: Vec<i32> =
            self.numbers.iter().copied().filter(|other| is_misreading(number.into(), *other)).collect();
        // A digit that was read as another one is more common than a lost digit.
        similar.sort_by_key(|other| (other.to_string().len().abs_diff(number.to_string().len()), *other));
        replacements(self.listing, entry, *start..end, similar.iter().map(ToString::to_string))
    }

    /// Returns, for each byte of a line's text, the index of its first character as printed.
    fn origins(&self, entry: &Entry) -> Vec<usize> {
        let text = &entry.raw.chars[entry.text_at..];
        line::scan_with_origins(text, &self.listing.header.conventions)
            .map_or(Vec::new(), |(_, origins)| origins)
    }

    fn lone_lowercase_letters(&self, entry: &'a Entry) -> impl Iterator<Item = Finding> {
        let text = &entry.raw.chars[entry.text_at..];
        let conventions = &self.listing.header.conventions;
        let has_convention =
            |written: char| conventions.iter().any(|convention| convention.written == written);
        // Beside capitals it is alone, too: `IelTO 16`, where `e` is a sign by convention.
        let is_lowercase = move |at: Option<usize>| {
            let written = at.and_then(|at| text.get(at)).copied();
            written.is_some_and(|written| written.is_ascii_lowercase() && !has_convention(written))
        };
        let origins = self.origins(entry);
        letters(self.listing, entry).filter_map(move |(at, written)| {
            let origin = origins[at];
            let is_alone = !is_lowercase(origin.checked_sub(1)) && !is_lowercase(Some(origin + 1));
            (written.is_ascii_lowercase() && is_alone).then(|| {
                let digit = similar_digit(written).map(String::from);
                let repairs = replacements(self.listing, entry, origin..origin + 1, digit);
                Finding { repairs, ..finding(entry, at..at + 1, FindingKind::Lowercase, lowercase(written)) }
            })
        })
    }

    /// Returns the variables that are read, but never set, and the NEXTs without a FOR.
    fn variables(&self) -> Vec<Finding> {
        let uses = || self.lines.iter().map(|line| &line.uses);
        let mut known: HashSet<u8> = uses().flat_map(|uses| uses.sets.iter().copied()).collect();
        known.extend(self.lines.iter().flat_map(|line| named_in_remark(&line.entry.line.text)));
        let loops: Vec<Target> = uses().flat_map(|uses| uses.loops.iter().copied()).collect();
        let mut findings = Vec::new();
        for ProgramLine { entry, uses, .. } in &self.lines {
            let lost = uses.nexts.iter().filter(|(_, target)| !loops.contains(target));
            for (at, _) in lost.take(MOST_ALIKE) {
                let why = "there is no FOR of this variable".to_owned();
                findings.push(finding(entry, *at..at + 1, FindingKind::What, why));
            }
            for (at, name) in &uses.reads {
                if known.insert(*name) && !self.has_poke() {
                    let why = format!("{} is never set", char::from(b'A' + name));
                    findings.push(finding(entry, *at..at + 1, FindingKind::Variable, why));
                }
            }
        }
        findings
    }

    /// Returns whether the program writes memory, in which the variables are.
    fn has_poke(&self) -> bool {
        self.lines.iter().any(|line| line.uses.has_poke)
    }
}

/// Returns an error that a line always has; none for what a real machine may have and for limits of this one.
fn error(entry: &Entry, at: usize, why: Why) -> Option<Finding> {
    let kind = match why {
        Why::NumberTooLarge => FindingKind::How,
        why if why.code() == crate::ErrorCode::What => FindingKind::What,
        _ => return None,
    };
    let sentence = hint::hint(&entry.line.text, at, why).map_or_else(|| why.to_string(), Cow::into_owned);
    Some(finding(entry, at..at + 1, kind, sentence))
}

fn finding(entry: &Entry, at: Range<usize>, kind: FindingKind, why: String) -> Finding {
    let text = &entry.line.text;
    let before = entry.line.number.to_string().len() + 1;
    let start = width_before(text, at.start);
    Finding {
        line: entry.line.number,
        column: before + start + 1,
        width: width_before(text, at.end).saturating_sub(start).max(1),
        kind,
        text: entry.line.to_text(),
        why,
        repairs: Vec::new(),
    }
}

/// Returns the bytes of an entry that are letters outside of strings and remarks or words, with the characters as written.
/// Characters with a convention are left out.
fn letters(listing: &Listing, entry: &Entry) -> impl Iterator<Item = (usize, char)> {
    let text = &entry.raw.chars[entry.text_at..];
    let conventions = &listing.header.conventions;
    let (bytes, origins) = line::scan_with_origins(text, conventions).unwrap_or_default();
    let is_code: Vec<bool> = literal(&bytes).into_iter().map(|is_literal| !is_literal).collect();
    let has_convention = |written: char| conventions.iter().any(|convention| convention.written == written);
    origins.into_iter().enumerate().map(move |(at, origin)| (at, text[origin])).filter(
        move |(at, written)| is_code[*at] && written.is_ascii_alphabetic() && !has_convention(*written),
    )
}

fn similar_digit(written: char) -> Option<char> {
    SIMILAR_TO_DIGITS.iter().find(|(read, _)| *read == written).map(|(_, digit)| *digit)
}

/// Returns why a lowercase letter is in doubt.
fn lowercase(written: char) -> String {
    let digit = similar_digit(written);
    let example = match written {
        'x' => Some('×'),
        'e' => Some('='),
        _ => digit,
    };
    let example = example.map(|means| format!(", such as `#! {written}: {means}`")).unwrap_or_default();
    format!(
        "`{written}` is read as the letter {}; if it stands for another character, declare that in the header{example}",
        written.to_ascii_uppercase()
    )
}

/// Returns the variables that a remark names as single letters: their values may be set before RUN.
fn named_in_remark(text: &[u8]) -> Vec<u8> {
    let literal = literal(text);
    let Some(start) = (0..text.len()).find(|at| text[*at] == b'.' && literal.get(at + 1) == Some(&true))
    else {
        return Vec::new();
    };
    let remark = &text[start..];
    let is_letter = |at: Option<usize>| at.and_then(|at| remark.get(at)).is_some_and(u8::is_ascii_uppercase);
    let is_alone =
        |at: &usize| is_letter(Some(*at)) && !is_letter(at.checked_sub(1)) && !is_letter(Some(at + 1));
    (0..remark.len()).filter(is_alone).map(|at| remark[at] - b'A').collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::listing::{Form, account::account};

    fn found(source: &str) -> Vec<String> {
        let listing = Listing::read(source, Form::of("", source)).expect("a listing");
        let account = account(&listing);
        assert_eq!(account.ok(), account.findings.is_empty() && account.lines.iter().all(|line| line.ok));
        let place = |finding: &Finding| {
            format!("{}:{}+{} {}", finding.line, finding.column, finding.width, finding.kind.name())
        };
        account.findings.iter().map(place).collect()
    }

    #[test]
    fn faults_of_a_program() {
        for (source, expected) in [
            ("10 PRINT 1/2\n", &["10:11+1 what"][..]),
            ("10 PRINT 'A'\n", &["10:10+1 what"]),
            ("10 A=40000\n20 PRINT A\n", &["10:11+1 how"]),
            ("10 GOTO 500\n", &["10:9+3 line"]),
            ("10 A=1\n20 IF A GOSUB (30 );GOTO 10\n", &["20:16+2 line"]),
            ("10 GOTO -5\n", &["10:10+1 line"]),
            ("10 A=1;PRINT A+B\n20 IF B>C CX=C\n", &["10:16+1 variable", "20:9+1 variable"]),
            ("10 NEXT I\n", &["10:9+1 what"]),
            ("10 A=l\n20 PRINT A\n", &["10:6+1 lowercase", "10:6+1 variable"]),
            (
                "10 l=5;PRINT l x 2\n",
                &["10:4+1 lowercase", "10:14+1 lowercase", "10:16+1 what", "10:16+1 lowercase"],
            ),
        ] {
            assert_eq!(found(source), expected, "{source}");
        }
    }

    #[test]
    fn good_programs_have_no_faults() {
        for source in [
            "10 INPUT A;FOR I=1TO A;PRINT I;NEXT I\n",
            "10 A=10;GOTO A×2\n20 GOTO 10+RND (1)\n",
            "10 .SPEED S, SET BEFORE RUN\n20 PRINT S\n",
            "10 %(19994)=5;PRINT A\n",
            "10 print a;a=a+1;goto 10\n",
            "10 print \"x\";A=7 mul 2;print A\n",
            "10 PRINT \"x y\";.a b\n",
            "10 $5\n",
            "10 A=@(0)+*(1);TV=A;:RETURN \n",
            "#! l: 1\n10 A=l;PRINT A\n",
            "10 GOSUB 100;STOP\n100 .A\n110 RETURN \n",
        ] {
            assert_eq!(found(source), Vec::<String>::new(), "{source}");
        }
    }

    /// The variables of a line that BASIC does not understand are not known.
    #[test]
    fn a_damaged_line_hides_what_it_sets() {
        assert_eq!(found("10 PRINT 1/2;A=5\n20 PRINT A\n"), ["10:11+1 what"]);
        assert_eq!(found("(1798) 10 A=1;B=2\n(1790) 20 PRINT C\n").len(), 0, "the count is wrong already");
    }
}
