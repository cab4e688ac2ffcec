//! A damaged listing into which chosen repairs are written. Everything else of the file stays as it is.

use std::{
    collections::{HashMap, HashSet},
    fmt::Write,
    ops::Range,
};

use arcadian_basic::{
    Line,
    listing::{
        Edit, FaultKind, Form, Repair,
        account::Account,
        doubts::{Choice, Doubt, Place, doubts},
        survey::Survey,
    },
};
use arcadian_files::{edited, program::Damaged, with_line_feeds};
use serde_json::{Value, json};

/// The maximum number of times that repairs are applied without one that failed.
const MOST_TRIES: usize = 50;
/// The most doubtful lines that a report names.
const MOST_NAMED: usize = 20;

#[derive(Debug)]
pub struct Mending {
    text: String,
    form: Form,
    dialect: Option<arcadian_basic::Dialect>,
    survey: Survey,
    account: Account,
    /// Whether the text has the errata's repairs.
    has_errata: bool,
    /// The number of rows before any change.
    rows: usize,
    changes: Vec<Change>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    pub place: Place,
    /// The number of the repair; none for a line that was typed.
    pub number: Option<usize>,
    /// The damage that it assumes.
    pub why: String,
    /// The rows as printed, wraps joined.
    pub before: String,
    pub after: String,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MendError {
    #[error("there is no {0} in the listing that can be repaired; `arcadian sz` shows the numbers")]
    NoPlace(Place),
    #[error("{0} is a row of a line; name the line")]
    IsALine(Place),
    #[error("{0} has no proposed repair; --walk lets you type it anew")]
    NoRepair(Place),
    #[error("{place} has no repair {number}: {}", numbers(*.count))]
    NoSuchRepair { place: Place, number: usize, count: usize },
    #[error("{place} has {count} repairs: say which one, such as `{example}`")]
    Ambiguous { place: Place, count: usize, example: String },
    #[error("{0} is named twice: it can have one repair at a time")]
    Twice(Place),
    #[error(
        "the repair of {0} changes rows that another repair changes too: choose one, and the other one in a second run"
    )]
    Overlap(Place),
    #[error(
        "repair {number} of {place} cannot be written, because the row would not be read as this line: another row has its number, or \
         blanks are at the edge of a row, for which a header line such as `#! _: blank` declares a character"
    )]
    NotReadBack { place: Place, number: usize },
    #[error(
        "the errata make lines that a listing cannot have, such as blanks at the end of a row; --as-printed leaves them out"
    )]
    Errata,
    #[error("a line begins with its number: 10 PRINT A, or (1794) 10 PRINT A")]
    NotALine,
    #[error("line {number} cannot stand before line {before}, after line {after}")]
    OutOfOrder { number: u16, after: u16, before: u16 },
    #[error("this cannot be read as a line: {0}")]
    Unreadable(String),
}

fn numbers(count: usize) -> String {
    match count {
        1 => "it has one, number 1".to_owned(),
        count => format!("its repairs are 1 to {count}"),
    }
}

impl Mending {
    /// Begins with a listing and its errata, which are written, too.
    pub fn new(damaged: Damaged) -> Result<Self, MendError> {
        if !damaged.is_writable {
            return Err(MendError::Errata);
        }
        let account = damaged.survey.account();
        let Damaged { survey, text, form, dialect, has_errata, .. } = damaged;
        let rows = count_rows(&text);
        Ok(Self { text, form, dialect, survey, account, has_errata, rows, changes: Vec::new() })
    }

    /// Returns the text of the file with all changes.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the account of the listing with all changes.
    pub fn account(&self) -> &Account {
        &self.account
    }

    pub fn changes(&self) -> &[Change] {
        &self.changes
    }

    /// Returns the number that a row had before the changes above it, as reports that were made by then name it.
    pub fn printed_row(&self, row: usize) -> usize {
        (row + self.rows).saturating_sub(count_rows(&self.text))
    }

    /// Returns the rows of the file in a range of its text with line feeds, as printed.
    pub fn rows(&self, span: Range<usize>) -> String {
        with_line_feeds(&self.text).get(span).unwrap_or_default().to_owned()
    }

    /// Applies chosen repairs, all or none of them.
    pub fn choose(&mut self, choices: &[Choice]) -> Result<(), MendError> {
        let account = self.account.clone();
        let doubts = doubts(&account);
        let mut taken: Vec<ChosenRepair<'_>> = Vec::new();
        for choice in choices {
            if let Choice::One(place, number) = *choice {
                if taken.iter().any(|taken| taken.doubt.place == place) {
                    return Err(MendError::Twice(place));
                }
                taken.push(ChosenRepair::find(&doubts, place, number)?);
            }
        }
        self.apply(&taken)?;
        if choices.contains(&Choice::Single) {
            let named: HashSet<Place> = taken.iter().map(|taken| taken.doubt.place).collect();
            self.choose_single(named);
        }
        Ok(())
    }

    /// Applies the repair of every line with exactly one, except for those in `passed`. One that cannot be written with the
    /// others stays among the doubtful lines, which the report names.
    fn choose_single(&mut self, mut passed: HashSet<Place>) {
        let account = self.account.clone();
        let doubts = doubts(&account);
        for _ in 0..MOST_TRIES {
            let single = doubts.iter().filter(|doubt| !passed.contains(&doubt.place));
            let only = single
                .filter_map(|doubt| Some(ChosenRepair { doubt, number: 1, repair: doubt.only_repair()? }));
            match self.apply(&only.collect::<Vec<_>>()) {
                Err(MendError::Overlap(place) | MendError::NotReadBack { place, .. }) => passed.insert(place),
                _ => return,
            };
        }
    }

    /// Applies a repair of a line or row.
    pub fn take(&mut self, place: Place, number: usize) -> Result<(), MendError> {
        self.choose(&[Choice::One(place, Some(number))])
    }

    fn apply(&mut self, taken: &[ChosenRepair<'_>]) -> Result<(), MendError> {
        let edits: Vec<Edit> = taken.iter().flat_map(|one| one.repair.edits.clone()).collect();
        let text = match (edited(&self.text, &edits), overlapping(taken)) {
            (Some(text), None) => text,
            (_, Some(place)) => return Err(MendError::Overlap(place)),
            (None, None) => return Err(MendError::NotALine),
        };
        let Ok(survey) = self.read(&text) else {
            // Without its last line the file is not a listing.
            return taken.first().map_or(Ok(()), |one| Err(one.not_read_back()));
        };
        let lines: HashMap<u16, &Line> =
            survey.listing.entries.iter().map(|entry| (entry.line.number, &entry.line)).collect();
        let is_there = |line: &Line| lines.get(&line.number) == Some(&line);
        if let Some(lost) = taken.iter().find(|one| !one.repair.lines.iter().all(is_there)) {
            return Err(lost.not_read_back());
        }
        let changes: Vec<Change> = taken.iter().map(|one| self.change(one)).collect();
        self.changes.extend(changes);
        self.take_text(text, survey);
        Ok(())
    }

    fn read(&self, text: &str) -> Result<Survey, arcadian_basic::listing::ListingError> {
        let mut survey = Survey::read(&with_line_feeds(text), self.form)?;
        let header = &mut survey.listing.header;
        header.dialect = self.dialect.or(header.dialect);
        Ok(survey)
    }

    fn take_text(&mut self, text: String, survey: Survey) {
        self.account = survey.account();
        (self.text, self.survey) = (text, survey);
    }

    fn change(&self, taken: &ChosenRepair<'_>) -> Change {
        let ChosenRepair { doubt, number, repair } = *taken;
        Change {
            place: doubt.place,
            number: Some(number),
            why: repair.why.clone(),
            before: self.before(doubt, repair),
            after: repair.text.clone(),
        }
    }

    /// Returns the rows that a repair changes, as printed.
    fn before(&self, doubt: &Doubt<'_>, repair: &Repair) -> String {
        if repair.lines.is_empty() {
            let removed = repair.edits.iter().map(|edit| self.rows(edit.span.clone()));
            return removed.collect::<String>().trim_end().to_owned();
        }
        let mut faults = doubt.faults.iter().filter(|fault| fault.kind != FaultKind::Swapped);
        if let Some(fault) = faults.find(|fault| fault.repairs.contains(repair)) {
            return fault.text.clone();
        }
        let numbers: Vec<u16> = repair.lines.iter().map(|line| line.number).collect();
        let mut entries: Vec<_> =
            self.survey.listing.entries.iter().filter(|entry| numbers.contains(&entry.line.number)).collect();
        entries.sort_by_key(|entry| entry.row());
        entries.iter().map(|entry| entry.as_printed()).collect::<Vec<_>>().join("\n")
    }

    /// Returns the listing with a line typed in place of a line or row, or before it.
    pub fn typed(&self, place: Place, text: &str, is_before: bool) -> Result<TypedLine, MendError> {
        let doubts = doubts(&self.account);
        let doubt = doubts.iter().find(|doubt| doubt.place == place).ok_or(MendError::NoPlace(place))?;
        let span = doubt.span();
        let typed = self.with_number(doubt, text.trim(), is_before)?;
        let edit = if is_before {
            Edit { span: span.start..span.start, text: format!("{typed}\n") }
        } else {
            Edit { span: span.clone(), text: typed.clone() }
        };
        let text = edited(&self.text, &[edit]).ok_or(MendError::NotALine)?;
        let survey = self.read(&text).map_err(|error| MendError::Unreadable(error.to_string()))?;
        let account = survey.account();
        if is_before && let Some(error) = out_of_order(&account, span.start) {
            return Err(error);
        }
        if let Some(fault) = account.faults.iter().find(|fault| fault.span.start == span.start) {
            return Err(MendError::Unreadable(fault.why.clone()));
        }
        let line = account.lines.iter().find(|line| line.span.start == span.start);
        let number = line.ok_or(MendError::NotALine)?.number;
        let before = if is_before { String::new() } else { self.rows(span).replace('\n', "") };
        let why = if is_before { "a line that was lost, typed anew" } else { "typed anew" };
        let change = Change { place, number: None, why: why.to_owned(), before, after: typed };
        Ok(TypedLine { text, survey, account, number, change })
    }

    /// Returns a typed line with the printed number of the line that it replaces, if it has none of its own.
    fn with_number(&self, doubt: &Doubt<'_>, typed: &str, is_before: bool) -> Result<String, MendError> {
        let first = typed.chars().next().ok_or(MendError::NotALine)?;
        if first == '(' {
            return Ok(typed.to_owned());
        }
        if !first.is_ascii_digit() {
            return Err(MendError::NotALine);
        }
        let printed = doubt.line.and_then(|line| line.expected.map(|_| line)).filter(|_| !is_before);
        let head = printed.and_then(|line| {
            let entries = &self.survey.listing.entries;
            entries.iter().find(|entry| entry.line.number == line.number)?.printed.as_ref()
        });
        Ok(head.map_or(typed.to_owned(), |head| format!("({}) {typed}", head.text)))
    }

    pub fn keep(&mut self, typed: TypedLine) {
        self.changes.push(typed.change);
        (self.text, self.survey, self.account) = (typed.text, typed.survey, typed.account);
    }
}

/// A listing with a line typed anew.
#[derive(Debug)]
pub struct TypedLine {
    text: String,
    survey: Survey,
    account: Account,
    number: u16,
    change: Change,
}

impl TypedLine {
    pub fn number(&self) -> u16 {
        self.number
    }

    pub fn account(&self) -> &Account {
        &self.account
    }
}

/// Returns an error if the line at this place of the file is not between its neighbors by its number.
fn out_of_order(account: &Account, start: usize) -> Option<MendError> {
    let at = account.lines.iter().position(|line| line.span.start == start)?;
    let number = account.lines[at].number;
    let after = at.checked_sub(1).map_or(0, |above| account.lines[above].number);
    let before = account.lines.get(at + 1)?.number;
    (after < before && !(after..before).contains(&number) || number == after)
        .then_some(MendError::OutOfOrder { number, after, before })
}

fn count_rows(text: &str) -> usize {
    with_line_feeds(text).lines().count()
}

#[derive(Clone, Copy)]
struct ChosenRepair<'a> {
    doubt: &'a Doubt<'a>,
    number: usize,
    repair: &'a Repair,
}

impl<'a> ChosenRepair<'a> {
    fn find(doubts: &'a [Doubt<'a>], place: Place, number: Option<usize>) -> Result<Self, MendError> {
        let doubt =
            doubts.iter().find(|doubt| doubt.place == place).ok_or_else(|| no_place(doubts, place))?;
        let repairs = doubt.repairs();
        let count = repairs.len();
        let number = match (number, count) {
            (_, 0) => return Err(MendError::NoRepair(place)),
            (None, 1) => 1,
            (None, count) => {
                let example = arcadian_basic::listing::doubts::choice(place, 1);
                return Err(MendError::Ambiguous { place, count, example });
            }
            (Some(number), _) => number,
        };
        let repair = repairs.get(number - 1).copied();
        let repair = repair.ok_or(MendError::NoSuchRepair { place, number, count })?;
        Ok(Self { doubt, number, repair })
    }

    fn not_read_back(&self) -> MendError {
        MendError::NotReadBack { place: self.doubt.place, number: self.number }
    }
}

/// Returns the first place whose repair changes what the repair of another one changes.
fn overlapping(taken: &[ChosenRepair<'_>]) -> Option<Place> {
    let edits =
        taken.iter().flat_map(|one| one.repair.edits.iter().map(|edit| (&edit.span, one.doubt.place)));
    let mut edits: Vec<_> = edits.collect();
    edits.sort_by_key(|(span, _)| (span.start, span.end));
    edits.windows(2).find(|pair| pair[1].0.start < pair[0].0.end).map(|pair| pair[1].1)
}

fn no_place(doubts: &[Doubt<'_>], place: Place) -> MendError {
    let is_a_line = doubts.iter().any(|doubt| doubt.line.is_some() && Place::Row(doubt.row()) == place);
    if is_a_line { MendError::IsALine(place) } else { MendError::NoPlace(place) }
}

/// Returns the changes, and what is left.
pub fn report(mending: &Mending, file: &str) -> String {
    let mut out = String::new();
    for change in &mending.changes {
        let number = change.number.map(|number| format!(", repair {number}")).unwrap_or_default();
        let _ = writeln!(out, "{}{number}: {}", change.place, change.why);
        let rows =
            |text: &str, sign: &str| text.lines().map(|row| format!("  {sign} {row}\n")).collect::<String>();
        out += &(rows(&change.before, "-") + &rows(&change.after, "+"));
    }
    let count = mending.changes.len();
    let gap = if count == 0 { "" } else { "\n" };
    let changes = arcadian_files::count(count, "change");
    let errata = if mending.has_errata { " and the errata" } else { "" };
    let _ = writeln!(out, "{gap}{file}: {changes}{errata}. {}", left(&mending.account));
    out + &super::summary(&mending.account)
}

/// Returns a sentence on the lines and rows that are still in doubt.
fn left(account: &Account) -> String {
    let doubts = doubts(account);
    let doubtful: Vec<_> = doubts.iter().filter(|doubt| doubt.is_doubtful()).collect();
    if doubtful.is_empty() {
        return "Nothing is left in doubt.".to_owned();
    }
    let named: Vec<String> = doubtful.iter().take(MOST_NAMED).map(|doubt| with_count(doubt)).collect();
    let more = match doubtful.len().saturating_sub(MOST_NAMED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    format!("Left as printed: {}{more}.", named.join(", "))
}

/// Returns the name of a line with the number of its repairs.
fn with_count(doubt: &Doubt<'_>) -> String {
    let repairs = match doubt.repairs().len() {
        0 => "no repair".to_owned(),
        number => arcadian_files::count(number, "repair"),
    };
    format!("{} ({repairs})", doubt.place)
}

/// Returns the JSON object of `sz --json`: the report on the listing with its changes, and what was changed.
pub fn json(mending: &Mending, file: &str) -> Value {
    let change = |change: &Change| {
        let line = match change.place {
            Place::Line(number) => json!({ "line": number }),
            Place::Row(number) => json!({ "row": number }),
        };
        json!({
            "place": line,
            "repair": change.number,
            "why": change.why,
            "before": change.before,
            "after": change.after,
        })
    };
    let mut report = super::json(&mending.account);
    report["changes"] = mending.changes.iter().map(change).collect();
    report["errata"] = mending.has_errata.into();
    report["written"] = file.into();
    report
}
