//! The byte account of a listing: the size of each line, compared with its printed numbers.

use std::{borrow::Cow, ops::Range};

use super::{Entry, Fault, Finding, Listing, Repair, findings, misreading, repair};
use crate::{Dialect, first_error, hint, store::EMPTY, width_before};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    pub dialect: Dialect,
    /// SZ of an empty machine.
    pub empty: usize,
    /// The lines in the order they were entered.
    pub lines: Vec<LineAccount>,
    /// Faults apart from the byte counts.
    pub findings: Vec<Finding>,
    /// Faults of rows that a survey read in spite of them, in the order of the file.
    pub faults: Vec<Fault>,
}

impl Account {
    /// Returns whether every printed number is correct, the program fits, and no other fault was found.
    pub fn ok(&self) -> bool {
        self.findings.is_empty() && self.faults.is_empty() && self.lines.iter().all(|line| line.ok)
    }

    pub fn bytes(&self) -> usize {
        self.lines.iter().map(|line| line.bytes).sum()
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineAccount {
    pub number: u16,
    /// The number of its first row in the file, from 1.
    pub row: usize,
    /// Its bytes in the file.
    pub span: Range<usize>,
    /// The first line whose bytes its printed number includes: this line, or the first of the lines without a number
    /// before it.
    pub from: u16,
    pub bytes: usize,
    /// Its size according to its own printed number and the one before.
    pub expected: Option<i32>,
    /// SZ after it: SZ before it, as printed if it is, less its bytes. So a damaged line does not make the lines
    /// after it wrong.
    pub sz: i32,
    /// The printed number; `None` if there is none or it contains letters.
    pub printed: Option<i32>,
    /// Whether the printed number is absent or correct.
    pub is_correct: bool,
    /// Whether the printed number is absent or correct, and the line fits in memory.
    pub ok: bool,
    /// For a printed number that SZ cannot be there: its place, and what SZ can be.
    pub impossible: Option<String>,
    /// For a line whose printed number is not correct: repairs, best first.
    pub repairs: Vec<Repair>,
    /// For a line with too few bytes: whether they can be blanks at its end, which the file cannot show.
    pub has_hidden_end: bool,
    /// For a line with too few bytes: the line that can be lost before it.
    pub lost: Option<LostLines>,
    /// For a line whose printed number is absent or correct: its first syntax error.
    pub syntax_error: Option<SyntaxError>,
}

/// A line that is not in the listing, as the printed number after it shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LostLines {
    pub bytes: usize,
    /// The lowest number it can have.
    pub first: u16,
    /// The highest number it can have.
    pub last: u16,
}

/// The bytes of the shortest line: its number, a character, the carriage return.
const SHORTEST: usize = 4;

impl LineAccount {
    /// Returns the number of bytes that are missing according to the printed numbers; negative for surplus bytes.
    pub fn missing(&self) -> i32 {
        self.expected.map_or(0, |expected| expected - self.bytes as i32)
    }
}

/// The first place in a line at which BASIC reports WHAT?.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    /// Column in the line as `list` shows it, from 1.
    pub column: usize,
    pub why: String,
    /// Repairs with the same number of bytes that BASIC understands.
    pub repairs: Vec<Repair>,
}

/// The bytes of lines in which repairs are searched for. A longer program cannot be one of this machine, and the
/// search must be bounded.
const MOST_REPAIRED: usize = 2 * EMPTY;

/// Returns the lines whose printed numbers are not correct, without searching for repairs.
pub fn wrong_lines(listing: &Listing) -> Vec<u16> {
    counted(listing).into_iter().filter(|line| !line.is_correct).map(|line| line.number).collect()
}

/// Returns the accounts of the lines, without searching for repairs.
pub(super) fn counted(listing: &Listing) -> Vec<LineAccount> {
    walk(listing, |_, _| {})
}

/// Returns the SZ before each line, and whether its printed number is correct.
pub(super) fn before(listing: &Listing) -> Vec<(i32, bool)> {
    let mut before = Vec::with_capacity(listing.entries.len());
    walk(listing, |line, place| before.push((place.before, line.is_correct)));
    before
}

/// Computes the account of a listing, with repairs of its damaged lines.
pub fn account(listing: &Listing) -> Account {
    let mut total = 0;
    // The lines without a number since the last one with a number: a difference may come from any of them.
    let mut unnumbered: Vec<&Entry> = Vec::new();
    let lines = walk(listing, |line, place| {
        let Place { entry, next, before, is_number_damaged, .. } = *place;
        total += line.bytes;
        line.from = unnumbered.first().map_or(line.number, |first| first.line.number);
        if entry.printed.is_none() {
            unnumbered.push(entry);
        }
        if total > MOST_REPAIRED {
            return;
        }
        if line.is_correct {
            line.syntax_error = syntax_error(listing, entry);
        } else {
            let own = repair::repairs(listing, entry, before, is_number_damaged, is_confirmed(entry, next));
            line.repairs = repair::repairs_of_group(listing, &unnumbered, own, line.missing());
            line.has_hidden_end =
                line.missing() > 0 && !is_number_damaged && repair::has_hidden_end(listing, entry);
            line.lost = lost(listing, line, place);
            // Nothing but the count of the line itself speaks for a number that is unlike the printed one.
            let is_near =
                entry.printed.as_ref().is_some_and(|own| misreading::is_misreading(own.value, line.sz));
            if line.impossible.is_some()
                && !is_near
                && !number_is_damaged(entry, next, before, listing.dialect())
            {
                line.repairs.iter_mut().for_each(|repair| repair.is_for_a_person = true);
            }
            // The line is right, so a change that BASIC does not understand cannot be the repair.
            if line.lost.is_some() {
                line.repairs.retain(|repair| repair.is_understood);
            }
        }
        if entry.printed.is_some() {
            unnumbered.clear();
        }
    });
    let are_correct: Vec<bool> = lines.iter().map(|line| line.is_correct).collect();
    let mut findings = findings::findings(listing, &are_correct);
    let mut left = &mut findings[..];
    for line in &lines {
        let own = left.iter().take_while(|finding| finding.line == line.number).count();
        let (own, rest) = left.split_at_mut(own);
        left = rest;
        let repairs = line.syntax_error.iter().flat_map(|error| &error.repairs);
        let texts: Vec<&str> = repairs.map(|repair| repair.text.as_str()).collect();
        // A repair has one number, so it is proposed once.
        for finding in own {
            finding.repairs.retain(|repair| !texts.contains(&repair.text.as_str()));
        }
    }
    Account { dialect: listing.dialect(), empty: EMPTY, lines, findings, faults: Vec::new() }
}

/// Returns the line that can be lost before one that BASIC understands and whose printed number is read correctly.
fn lost(listing: &Listing, line: &LineAccount, place: &Place) -> Option<LostLines> {
    let bytes = usize::try_from(line.missing()).ok().filter(|bytes| *bytes >= SHORTEST)?;
    let is_sound = line.from == line.number
        && line.printed.is_some()
        && !place.is_number_damaged
        && first_error(&place.entry.line.text, listing.dialect()).is_none();
    let first = place.previous.map_or(0, |previous| previous.line.number) + 1;
    let last = line.number - 1;
    (is_sound && first <= last).then_some(LostLines { bytes, first, last })
}

/// A line of a listing among its neighbors.
struct Place<'a> {
    entry: &'a Entry,
    previous: Option<&'a Entry>,
    next: Option<&'a Entry>,
    /// The SZ before it.
    before: i32,
    /// Whether its printed number rather than its text is damaged.
    is_number_damaged: bool,
}

fn walk<'a>(listing: &'a Listing, mut each: impl FnMut(&mut LineAccount, &Place<'a>)) -> Vec<LineAccount> {
    let mut before = EMPTY as i32;
    let mut lines = Vec::with_capacity(listing.entries.len());
    for (i, entry) in listing.entries.iter().enumerate() {
        let next = listing.entries.get(i + 1);
        let previous = i.checked_sub(1).map(|i| &listing.entries[i]);
        let mut line = line_account(entry, before);
        line.impossible = if line.is_correct { None } else { impossible(entry, next) };
        let is_number_damaged = line.impossible.is_some() && !is_confirmed(entry, next)
            || number_is_damaged(entry, next, before, listing.dialect());
        each(&mut line, &Place { entry, previous, next, before, is_number_damaged });
        // Continue from the printed number, unless it is damaged.
        before = match &entry.printed {
            Some(printed) if !is_number_damaged => printed.value,
            _ => line.sz,
        };
        lines.push(line);
    }
    lines
}

fn line_account(entry: &Entry, before: i32) -> LineAccount {
    let bytes = entry.line.cost();
    let sz = before - bytes as i32;
    let is_correct = entry.printed.as_ref().is_none_or(|printed| printed.is_clean && printed.value == sz);
    LineAccount {
        number: entry.line.number,
        row: entry.row(),
        span: entry.span(),
        from: entry.line.number,
        bytes,
        expected: entry.printed.as_ref().map(|printed| before - printed.value),
        sz,
        printed: entry.printed.as_ref().filter(|printed| printed.is_clean).map(|printed| printed.value),
        is_correct,
        ok: is_correct && sz >= 0,
        impossible: None,
        repairs: Vec::new(),
        has_hidden_end: false,
        lost: None,
        syntax_error: None,
    }
}

/// Says that a printed number cannot be SZ. Rows can have changed places, so the lines before it do not count.
fn impossible(entry: &Entry, next: Option<&Entry>) -> Option<String> {
    let value = entry.printed.as_ref()?.value;
    let (least, most) = (if next.is_some() { SHORTEST } else { 0 }, EMPTY - SHORTEST);
    let row = entry.raw.rows.first().map_or(0, |row| row.span.start);
    let column = entry.raw.span(1..entry.close).start.saturating_sub(row) + 1;
    (!(least as i32..=most as i32).contains(&value)).then(|| {
        format!(
            "column {column}: SZ cannot be {value} after this line: an empty machine has {EMPTY}, and a line takes {SHORTEST} or \
             more, so it is {least} to {most}"
        )
    })
}

/// Returns whether the printed number rather than the line is damaged: with the number that follows from the line's
/// bytes, both this line and the next are correct.
fn number_is_damaged(entry: &Entry, next: Option<&Entry>, before: i32, dialect: Dialect) -> bool {
    let sz = before - entry.line.cost() as i32;
    let Some(printed) = entry.printed.as_ref().filter(|printed| printed.value != sz) else { return false };
    let follows = next.and_then(|next| Some((next.printed.as_ref()?.value, next.line.cost() as i32)));
    // Two adjacent damaged lines whose differences cancel are not rare if these are small, but then BASIC usually
    // does not understand one of them.
    let is_understood = |entry: &Entry| first_error(&entry.line.text, dialect).is_none();
    let is_likely = (printed.value - sz).abs() > 2
        || misreading::is_misreading(printed.value, sz)
            && is_understood(entry)
            && next.is_some_and(is_understood);
    is_likely && follows.is_some_and(|(value, bytes)| value == sz - bytes)
}

/// Returns whether the next line is correct according to this line's printed number, which then was read correctly.
fn is_confirmed(entry: &Entry, next: Option<&Entry>) -> bool {
    let (Some(next), Some(own)) = (next, &entry.printed) else { return false };
    next.printed.as_ref().is_some_and(|printed| printed.value == own.value - next.line.cost() as i32)
}

fn syntax_error(listing: &Listing, entry: &Entry) -> Option<SyntaxError> {
    let (at, why) = first_error(&entry.line.text, listing.dialect())?;
    let column = entry.line.number.to_string().len() + 2 + width_before(&entry.line.text, at);
    let why = hint::hint(&entry.line.text, at, why).map_or_else(|| why.to_string(), Cow::into_owned);
    Some(SyntaxError { column, why, repairs: repair::rereadings(listing, entry) })
}
