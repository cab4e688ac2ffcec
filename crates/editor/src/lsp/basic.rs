//! Listings and programs of Bally BASIC.

mod view;

use std::path::Path;

use arcadian_basic::{
    listing::{
        Edit, Entry, Form, Listing, Repair,
        account::{Account, LineAccount},
        doubts::{Doubt, doubts},
        survey::Survey,
    },
    width_before,
};
use arcadian_files::{
    FileKind, Files, count, escape,
    program::{self, Reading},
    with_line_feeds,
};
use lsp_types::{DiagnosticSeverity, Range, TextEdit};

use crate::lsp::{
    source::{Cancellation, Fix, Kind, Problem, Problems, Source, Stopped},
    text::{Encoding, Text},
    uri::Overlay,
};

pub(crate) use view::{BasicView, complete};

/// Reads a listing or a program, with the byte account and the errors of its lines.
pub(crate) fn analyze(
    source: &Source,
    files: &Overlay<'_>,
    cancelled: &Cancellation,
) -> Result<(Problems, Option<BasicView>), Stopped> {
    let text = Text::new(with_line_feeds(source.text.as_str()));
    // An empty document is not wrong yet.
    if text.as_str().trim().is_empty() {
        return Ok((Problems::default(), None));
    }
    let read = read(source, &text, files);
    cancelled.check()?;
    let (found, view) = match read {
        Ok((survey, has_errata)) => {
            let account = survey.account();
            cancelled.check()?;
            let found = of(&account, &survey.listing, &text, source.snapshot.encoding, has_errata);
            (found, Some(BasicView::new(survey.listing, text)))
        }
        Err(problem) => (vec![*problem], None),
    };
    Ok((Problems::from([(source.path.clone(), found)]), view))
}

/// Reads the listing of a document, with its errata if it has any.
fn read(source: &Source, text: &Text, files: &Overlay<'_>) -> Result<(Survey, bool), Box<Problem>> {
    if has_errata(files, &source.path) {
        let damaged = program::survey(files, &source.path, &Reading::default())
            .map_err(|error| Box::new(Problem::error(Kind::Basic, Range::default(), error.title())))?;
        return Ok((damaged.survey, damaged.has_errata || !damaged.is_writable));
    }
    let form = Form::of(&escape::source_name(&source.path), text.as_str());
    let survey = Survey::read(text.as_str(), form).map_err(|error| {
        let help = error.kind.help().map(|help| format!("\n{help}")).unwrap_or_default();
        let range = text.range_of(error.span.clone(), source.snapshot.encoding);
        Box::new(Problem::error(Kind::Basic, range, format!("{error}{help}")))
    })?;
    Ok((survey, false))
}

fn has_errata(files: &Overlay<'_>, path: &Path) -> bool {
    files.kind(&path.with_extension("errata.toml")) != FileKind::Missing
}

/// The number of problems after which no more lines are looked at. A machine full of the shortest lines has 601 lines.
const MOST: usize = 100;
/// The longest line of which a part is underlined. No line of the machine is longer.
const LONGEST: usize = 400;

/// Returns the problems of an account. With errata it is of another text than that of the document, so there are no repairs, and
/// whole rows are underlined.
pub(super) fn of(
    account: &Account,
    listing: &Listing,
    text: &Text,
    encoding: Encoding,
    has_errata: bool,
) -> Vec<Problem> {
    let place = Places { listing, text, encoding, has_errata };
    let all = doubts(account);
    let mut wrong = all.iter().filter(|doubt| is_wrong(doubt));
    let mut problems: Vec<Problem> = Vec::new();
    while problems.len() < MOST
        && let Some(doubt) = wrong.next()
    {
        problems.extend(place.of_doubt(doubt));
    }
    let left_out = wrong.count();
    if left_out > 0 {
        let message = format!("{left_out} more lines with errors are not shown");
        problems.push(Problem::new(Kind::Basic, Range::default(), DiagnosticSeverity::INFORMATION, message));
    }
    problems
}

/// Returns whether there is anything to report, which may also be that the memory is full.
fn is_wrong(doubt: &Doubt<'_>) -> bool {
    doubt.is_doubtful() || doubt.line.is_some_and(|line| !line.ok)
}

struct Places<'a> {
    listing: &'a Listing,
    text: &'a Text,
    encoding: Encoding,
    has_errata: bool,
}

impl Places<'_> {
    fn of_doubt(&self, doubt: &Doubt<'_>) -> Vec<Problem> {
        let range = self.range_of_doubt(doubt);
        let fault = |fault: &&arcadian_basic::listing::Fault| {
            self.problem(Kind::Basic, range, fault.why.clone(), &fault.repairs)
        };
        let finding = |finding: &arcadian_basic::listing::Finding| {
            let range = self.range_of_columns(doubt, finding.column, finding.width).unwrap_or(range);
            self.problem(Kind::Basic, range, finding.why.clone(), &finding.repairs)
        };
        let mut problems: Vec<Problem> = doubt.faults.iter().map(fault).collect();
        problems.extend(doubt.findings.iter().map(finding));
        let Some(line) = doubt.line else { return problems };
        if !line.is_correct {
            problems.push(self.problem(Kind::Size, range, size(line), &line.repairs));
        } else if line.sz < 0 {
            let message =
                format!("SORRY: the program does not fit; {} bytes too many up to this line", -line.sz);
            problems.push(self.problem(Kind::Size, range, message, &[]));
        }
        if let Some(error) = &line.syntax_error {
            // A finding about the same error has a place of its own.
            let repairs = self.fixes(&error.repairs);
            match problems.iter_mut().find(|problem| problem.diagnostic.message == error.why) {
                Some(problem) => problem.fixes.extend(repairs),
                None => {
                    let range = self.range_of_columns(doubt, error.column, 1).unwrap_or(range);
                    problems.push(self.problem(Kind::Basic, range, error.why.clone(), &error.repairs));
                }
            }
        }
        problems
    }

    fn problem(&self, kind: Kind, range: Range, message: String, repairs: &[Repair]) -> Problem {
        let mut problem = Problem::new(kind, range, DiagnosticSeverity::ERROR, message);
        problem.fixes = self.fixes(repairs);
        problem
    }

    /// Returns the rows of a line. The errata change no row's number.
    fn range_of_doubt(&self, doubt: &Doubt<'_>) -> Range {
        let row = doubt.row().saturating_sub(1);
        if self.has_errata {
            return self.text.range(row, 0..self.text.line(row).len(), self.encoding);
        }
        let span = doubt.span();
        let whole = self.text.as_str().get(span.clone()).unwrap_or("");
        self.text.range_of(span.start..span.start + whole.trim_end().len(), self.encoding)
    }

    /// Returns the range of columns of a line, counted from 1 as `list` shows it.
    fn range_of_columns(&self, doubt: &Doubt<'_>, column: usize, width: usize) -> Option<Range> {
        let number = doubt.line.filter(|_| !self.has_errata)?.number;
        let entry = self.listing.entries.iter().find(|entry| entry.line.number == number)?;
        let text = &entry.line.text;
        if text.len() > LONGEST {
            return None;
        }
        let first = number.to_string().len() + 2;
        let byte = |column: usize| (0..text.len()).find(|at| first + width_before(text, *at) >= column);
        let (start, end) = (byte(column)?, byte(column + width));
        let origins = self.listing.origins(entry);
        let start = *origins.get(start)?;
        let after = self.text.as_str().get(start..)?.chars().next().map_or(0, char::len_utf8);
        let end = end.and_then(|end| origins.get(end).copied()).unwrap_or(self.end_of(entry));
        Some(self.text.range_of(start..end.max(start + after), self.encoding))
    }

    /// Returns the end of the last row of a line, without blanks.
    fn end_of(&self, entry: &Entry) -> usize {
        let span = entry.span();
        let whole = self.text.as_str().get(span.clone()).unwrap_or("");
        span.start + whole.trim_end().len()
    }

    fn fixes(&self, repairs: &[Repair]) -> Vec<Fix> {
        if self.has_errata {
            return Vec::new();
        }
        let edit = |edit: &Edit| {
            TextEdit::new(self.text.range_of(edit.span.clone(), self.encoding), edit.text.clone())
        };
        let fix = |repair: &Repair| Fix {
            title: format!("{}: {}", repair.why, shown(&repair.text)),
            edits: repair.edits.iter().map(edit).collect(),
        };
        repairs.iter().map(fix).collect()
    }
}

/// Returns the text of a repair on one line.
fn shown(text: &str) -> String {
    if text.is_empty() { "remove it".to_owned() } else { text.replace('\n', " / ") }
}

/// Returns what is wrong with the size of a line.
fn size(line: &LineAccount) -> String {
    let missing = line.missing();
    let lines = if line.from == line.number {
        format!("line {}", line.number)
    } else {
        format!("lines {} to {}", line.from, line.number)
    };
    let bytes = |number: i32| count(number, "byte");
    let mut message = match missing {
        0 => format!("the printed number of line {} is damaged", line.number),
        missing if missing > 0 => {
            format!("{} missing in {lines} according to the printed number", bytes(missing))
        }
        missing => format!("{} too many in {lines} according to the printed number", bytes(-missing)),
    };
    if let Some(expected) = line.expected.filter(|_| missing != 0) {
        message += &format!(": it has {}, and SZ requires {expected}", bytes(line.bytes as i32));
    }
    if let Some(lost) = line.lost {
        message += &format!(
            "\na line of {} with a number from {} to {} may be missing before it",
            bytes(lost.bytes as i32),
            lost.first,
            lost.last
        );
    }
    message
}
