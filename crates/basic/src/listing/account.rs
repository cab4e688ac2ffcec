//! The byte accounts of a listing: what each line costs against what its printed numbers say.

use super::{Entry, Listing, Repair, repair};
use crate::{Dialect, first_error, hint, store::EMPTY, width_before};

/// A listing's accounts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    /// The dialect it was read in.
    pub dialect: Dialect,
    /// SZ of an empty machine.
    pub empty: usize,
    /// The lines in the order they were entered.
    pub lines: Vec<LineAccount>,
}

impl Account {
    /// Whether every printed number holds and the program fits.
    pub fn ok(&self) -> bool {
        self.lines.iter().all(|line| line.ok)
    }

    /// Bytes of all lines.
    pub fn bytes(&self) -> usize {
        self.lines.iter().map(|line| line.bytes).sum()
    }
}

/// The account of one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineAccount {
    /// Line number.
    pub number: u16,
    /// The first line whose bytes its printed number counts: itself, or the first of those before it that
    /// have no number.
    pub from: u16,
    /// Bytes it costs as it stands.
    pub bytes: usize,
    /// Bytes its printed numbers say, where there are both its own and one to start from.
    pub expected: Option<i32>,
    /// SZ after it: the SZ before, as printed where it is, less the bytes. So one damaged line does not
    /// make the ones behind it look wrong.
    pub sz: i32,
    /// The number printed; `None` where there is none or it is no clean number.
    pub printed: Option<i32>,
    /// Whether the printed number is a number and right, or there is none.
    pub right: bool,
    /// Right, and the line fits into memory.
    pub ok: bool,
    /// For a line that is not right: what would bring it right, best first.
    pub repairs: Vec<Repair>,
    /// The line counts right, or has no number, but BASIC would not understand it.
    pub doubt: Option<Doubt>,
}

impl LineAccount {
    /// Bytes that the printed numbers say and the line does not have; negative where it has too many.
    pub fn missing(&self) -> i32 {
        self.expected.map_or(0, |expected| expected - self.bytes as i32)
    }
}

/// A place in a line where BASIC says WHAT?.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Doubt {
    /// Column in the line as `list` shows it, from 1.
    pub column: usize,
    /// Why.
    pub why: String,
    /// Readings with the same number of bytes that BASIC understands.
    pub repairs: Vec<Repair>,
}

/// Repairs are looked for in so many bytes of lines. What is longer is no program of this machine, and
/// the search must come to an end.
const MOST_REPAIRED: usize = 2 * EMPTY;

/// The lines whose printed numbers do not hold, without a search for repairs.
pub fn wrong_lines(listing: &Listing) -> Vec<u16> {
    counted(listing).into_iter().filter(|line| !line.right).map(|line| line.number).collect()
}

/// The accounts of the lines, without a search for repairs.
pub(super) fn counted(listing: &Listing) -> Vec<LineAccount> {
    walk(listing, |_, _, _, _, _| {})
}

/// Counts a listing.
pub fn account(listing: &Listing) -> Account {
    let mut held = 0;
    // Lines without a number since the last one with: a difference may lie in any of them.
    let mut unnumbered: Vec<&Entry> = Vec::new();
    let lines = walk(listing, |line, entry, next, before, number_damaged| {
        held += line.bytes;
        line.from = unnumbered.first().map_or(line.number, |first| first.line.number);
        if entry.printed.is_none() {
            unnumbered.push(entry);
        }
        if held > MOST_REPAIRED {
            return;
        }
        if line.right {
            line.doubt = doubt(listing, entry);
        } else {
            let own = repair::repairs(listing, entry, before, number_damaged, is_confirmed(entry, next));
            line.repairs = repair::of_stretch(listing, &unnumbered, own, line.missing());
        }
        if entry.printed.is_some() {
            unnumbered.clear();
        }
    });
    Account { dialect: listing.dialect(), empty: EMPTY, lines }
}

/// Goes through the lines with the SZ before each and whether its number rather than its text is wrong.
fn walk<'a>(
    listing: &'a Listing,
    mut each: impl FnMut(&mut LineAccount, &'a Entry, Option<&'a Entry>, i32, bool),
) -> Vec<LineAccount> {
    let mut before = EMPTY as i32;
    let mut lines = Vec::with_capacity(listing.entries.len());
    for (i, entry) in listing.entries.iter().enumerate() {
        let next = listing.entries.get(i + 1);
        let damaged = number_is_damaged(entry, next, before, listing.dialect());
        let mut line = line_account(entry, before);
        each(&mut line, entry, next, before, damaged);
        // Go on from what is printed, unless the number itself is the damage.
        before = match &entry.printed {
            Some(printed) if !damaged => printed.value,
            _ => line.sz,
        };
        lines.push(line);
    }
    lines
}

fn line_account(entry: &Entry, before: i32) -> LineAccount {
    let bytes = entry.line.cost();
    let sz = before - bytes as i32;
    let right = entry.printed.as_ref().is_none_or(|printed| printed.clean && printed.value == sz);
    LineAccount {
        number: entry.line.number,
        from: entry.line.number,
        bytes,
        expected: entry.printed.as_ref().map(|printed| before - printed.value),
        sz,
        printed: entry.printed.as_ref().filter(|printed| printed.clean).map(|printed| printed.value),
        right,
        ok: right && sz >= 0,
        repairs: Vec::new(),
        doubt: None,
    }
}

/// Whether the printed number rather than the line is wrong: with the number that the line's bytes
/// give, both this line and the next come out.
fn number_is_damaged(entry: &Entry, next: Option<&Entry>, before: i32, dialect: Dialect) -> bool {
    let sz = before - entry.line.cost() as i32;
    let Some(printed) = entry.printed.as_ref().filter(|printed| printed.value != sz) else { return false };
    let follows = next.and_then(|next| Some((next.printed.as_ref()?.value, next.line.cost() as i32)));
    // Two damaged neighbours that cancel by a byte or two are not rare, and one of them BASIC will mostly
    // not understand; by more than that they are rare.
    let understood = |entry: &Entry| first_error(&entry.line.text, dialect).is_none();
    let likely = (printed.value - sz).abs() > 2
        || repair::is_misreading(printed.value, sz) && understood(entry) && next.is_some_and(understood);
    likely && follows.is_some_and(|(value, bytes)| value == sz - bytes)
}

/// Whether the next line comes out from this line's printed number: then it was read right.
fn is_confirmed(entry: &Entry, next: Option<&Entry>) -> bool {
    let (Some(next), Some(own)) = (next, &entry.printed) else { return false };
    next.printed.as_ref().is_some_and(|printed| printed.value == own.value - next.line.cost() as i32)
}

fn doubt(listing: &Listing, entry: &Entry) -> Option<Doubt> {
    let (at, why) = first_error(&entry.line.text, listing.dialect())?;
    let column = entry.line.number.to_string().len() + 2 + width_before(&entry.line.text, at);
    let why = hint::hint(&entry.line.text, at, why).map_or_else(|| why.to_string(), str::to_owned);
    Some(Doubt { column, why, repairs: repair::readings(listing, entry) })
}
