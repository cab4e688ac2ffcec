//! Reading a damaged listing: a row that cannot be read is a fault with its place, and the rest is read.
//!
//! A damaged row that can only mean one thing (two lines on one row, a line number `Z0`) is read that way, so that it does not make the
//! lines after it wrong.

use std::{
    collections::{HashMap, HashSet},
    ops::Range,
};

use super::{
    Edit, Entry, ErrorKind, Fault, FaultKind, Form, Header, Listing, ListingError, Repair,
    account::{self, Account},
    entry, entry_of, latest,
    misreading::is_misreading,
    repair::{self, literal_places},
    split::{self, Inner, Raw, inner_heads},
};
use crate::{LAST_NUMBER, Line, line, typing};

/// A damaged listing with the faults of its rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Survey {
    /// The lines in the order in which they were entered.
    pub listing: Listing,
    /// The faults of rows of the file, in their order.
    pub faults: Vec<Fault>,
}

/// The longest row that is examined for two lines and for unknown characters. No line of a listing is longer.
const LONGEST: usize = 1000;
/// The most unknown characters of a row that are replaced.
const MOST_UNKNOWN: usize = 32;
/// The most free line numbers that are compared with a misread one.
const MOST_FREE: u16 = 1000;

impl Survey {
    /// Reads a file. Returns an error if its header cannot be read, or no line.
    pub fn read(source: &str, form: Form) -> Result<Self, ListingError> {
        let (header, raws) = split::split(source, form)?;
        let parts = raws.iter().filter_map(|raw| split::parts(raw, &header).ok());
        let numbers = parts.map(|parts| parts.number).collect();
        let mut reader = Reader { header: &header, numbers, faults: Vec::new(), error: None };
        let mut entries = Vec::new();
        for raw in raws {
            for line in reader.parted(raw) {
                entries.extend(reader.entry(line));
            }
        }
        let none = || ListingError { kind: ErrorKind::NoLines, span: source.len()..source.len() };
        if entries.is_empty() {
            return Err(reader.error.unwrap_or_else(none));
        }
        let (entries, earlier) = latest(entries, form);
        for (replaced, earlier) in &earlier {
            let later = entries.iter().find(|entry| entry.row() == replaced.by);
            later.into_iter().for_each(|later| reader.retyped(earlier, later));
        }
        let entries = reader.distinct(entries);
        let (mut faults, numbers) = (reader.faults, reader.numbers);
        let mut listing = Listing { header, entries, replaced: Vec::new() };
        faults.extend(restore(&mut listing, source));
        faults.extend(out_of_order(&listing.entries, &numbers, &faults));
        faults.sort_by_key(|fault| fault.row);
        Ok(Self { listing, faults })
    }

    /// Returns the byte account, with repairs of its lines and rows.
    pub fn account(&self) -> Account {
        let mut account = account::account(&self.listing);
        account.faults.clone_from(&self.faults);
        let places: HashMap<u16, usize> =
            account.lines.iter().enumerate().map(|(at, line)| (line.number, at)).collect();
        let unread = |fault: &&mut Fault| fault.kind == FaultKind::PrintedNumber && fault.repairs.is_empty();
        for fault in account.faults.iter_mut().filter(unread) {
            let Some(&at) = fault.line.and_then(|line| places.get(&line)) else { continue };
            // The number after it proves the bytes of the line.
            if account.lines.get(at + 1).is_some_and(|next| next.is_correct && next.printed.is_some()) {
                let (listing, sz) = (&self.listing, account.lines[at].sz);
                fault.repairs.push(repair::of_number(listing, &listing.entries[at], sz));
            }
        }
        for (line, entry) in account.lines.iter().zip(&self.listing.entries) {
            let Some(why) = line.impossible.clone() else { continue };
            let fault = fault(Some(line.number), &entry.raw, FaultKind::PrintedNumber, Vec::new());
            account.faults.push(Fault { why, ..fault });
        }
        account.faults.sort_by_key(|fault| fault.row);
        account
    }
}

struct Reader<'a> {
    header: &'a Header,
    /// The line numbers in the file.
    numbers: HashSet<u16>,
    faults: Vec<Fault>,
    /// The first error.
    error: Option<ListingError>,
}

impl Reader<'_> {
    /// Parts a row with two or more lines.
    fn parted(&mut self, raw: Raw) -> Vec<Raw> {
        let (mut lines, mut last) = (Vec::new(), raw);
        while let Some((first, second, fault)) = self.cut(&last).or_else(|| self.unnumbered(&last)) {
            self.numbers.extend(split::parts(&second, self.header).map(|parts| parts.number));
            self.faults.push(fault);
            lines.push(first);
            last = second;
        }
        lines.push(last);
        lines
    }

    /// Finds a second line on a row.
    fn cut(&self, raw: &Raw) -> Option<(Raw, Raw, Fault)> {
        if raw.chars.len() > LONGEST {
            return None;
        }
        let text_at = split::parts(raw, self.header).ok()?.number_at.end;
        let meant: Vec<char> = raw.chars[text_at..].iter().map(|&c| self.header.meant(c)).collect();
        let literal = literal_places(&meant);
        let inner = inner_heads(raw, self.header).into_iter().filter(|inner| inner.at > text_at);
        inner.filter_map(|inner| self.cut_at(raw, &inner, !literal[inner.at - text_at])).next()
    }

    /// Finds a row that lost its line number: by its printed number it is the line after the one with which it was joined.
    fn unnumbered(&self, raw: &Raw) -> Option<(Raw, Raw, Fault)> {
        let cuts = raw.wraps.iter().filter(|_| raw.chars.len() <= LONGEST);
        cuts.filter_map(|wrap| self.unnumbered_at(raw, *wrap)).next()
    }

    fn unnumbered_at(&self, raw: &Raw, wrap: usize) -> Option<(Raw, Raw, Fault)> {
        let (first, row) = (raw.part(0..wrap), raw.part(wrap..raw.chars.len()));
        let close = 1 + row.chars.iter().position(|c| *c == ')')?;
        let sz = row.chars[..close].iter().collect::<String>();
        let sz: i32 = sz.strip_prefix('(')?.strip_suffix(')')?.parse().ok()?;
        let above = entry(first.clone(), self.header).ok()?;
        let number = above.line.number;
        let below = self.numbers.iter().copied().filter(|other| *other > number).min();
        let read = |new: u16| {
            let mut second = row.clone();
            second.replace(close..close, &format!(" {new}"));
            let entry = entry(second.clone(), self.header).ok()?;
            (entry.line.number == new && above.printed.as_ref()?.value - entry.line.cost() as i32 == sz)
                .then_some((second, entry))
        };
        let free = || number.saturating_add(1)..below.unwrap_or(LAST_NUMBER + 1);
        let (second, _) = read(free().next()?)?;
        let repair = |new: u16| {
            let (second, entry) = read(new)?;
            let why = format!("line number lost: read as `{}`", second.text());
            let edit = row.edit(close..close, &format!(" {new}"));
            Some(Repair::of_lines(&[second.text()], vec![entry.line], why, vec![edit]))
        };
        let repairs: Vec<Repair> = free().take(MOST_NUMBERS).filter_map(repair).collect();
        let why = format!("the line number is lost; here it counts as line {}", free().next()?);
        let fault = fault(free().next(), &row, FaultKind::LineNumber, repairs);
        Some((first, second, Fault { why, ..fault }))
    }

    /// Cuts a row before a printed number, if that is clear: by its parentheses, or because its value is right.
    fn cut_at(&self, raw: &Raw, inner: &Inner, is_code: bool) -> Option<(Raw, Raw, Fault)> {
        let blanks = raw.chars[..inner.at].iter().rev().take_while(|c| **c == ' ').count();
        let end = inner.at - blanks;
        let (first, mut second) = (raw.part(0..end), raw.part(inner.at..raw.chars.len()));
        let head: String = second.chars[..inner.close].iter().collect();
        let mut written = head.clone();
        if !inner.is_exact {
            written = format!("({})", split::half_number(&second.chars[..inner.close])?.value);
            second.replace(0..inner.close, &written);
        }
        let (above, below) =
            (entry(first.clone(), self.header).ok()?, entry(second.clone(), self.header).ok()?);
        let (number, next) = (above.line.number, below.line.number);
        let printed = |entry: &Entry| entry.printed.as_ref().map(|printed| printed.value);
        let is_right = printed(&above)? - below.line.cost() as i32 == printed(&below)?;
        let is_new = next > number && !self.numbers.contains(&next);
        let is_clear = is_right || inner.is_exact && is_code;
        if !(is_new && is_clear) {
            return None;
        }
        let (texts, lines) = (vec![first.text(), second.text()], vec![above.line, below.line]);
        let at_wrap = raw.wraps.contains(&inner.at);
        let (kind, why, edit) = if at_wrap {
            let why = format!("the number: read `{head}` as {written}");
            (FaultKind::PrintedNumber, why, raw.edit(inner.at..inner.at + inner.close, &written))
        } else {
            let why = format!("lines {number} and {next} are on one row");
            let close = if inner.is_exact { inner.at } else { inner.at + inner.close };
            let new = if inner.is_exact { String::new() } else { written };
            (FaultKind::Merged, why, raw.edit(end..close, &format!("\n{new}")))
        };
        let repairs = vec![Repair::of_lines(&texts, lines, why.clone(), vec![edit])];
        let damaged = if at_wrap { raw.part(inner.at..raw.chars.len()) } else { raw.clone() };
        let line = Some(if at_wrap { next } else { number });
        Some((first, second, Fault { why, ..fault(line, &damaged, kind, repairs) }))
    }

    /// Reads a line. If it is damaged, its fault is noted.
    fn entry(&mut self, raw: Raw) -> Option<Entry> {
        let parts = match split::parts(&raw, self.header) {
            Ok(parts) => parts,
            Err(error) => return self.unread(&raw, error),
        };
        let read = match entry_of(raw.clone(), &parts, self.header) {
            Err(error) if matches!(error.kind, ErrorKind::UnknownCharacter(_)) => {
                self.with_known_characters(&raw, &parts, error)?
            }
            Err(error) => return self.unread(&raw, error),
            Ok(entry) => entry,
        };
        for damage in parts.damage {
            let (kind, repairs) = match &damage.kind {
                ErrorKind::DamagedNumber { text, value } => {
                    let why = format!("the line number: read `{text}` as {value}");
                    (FaultKind::LineNumber, vec![renumbered(&read, *value as u16, why)])
                }
                _ => (FaultKind::PrintedNumber, Vec::new()),
            };
            self.note(Some(read.line.number), &raw, kind, damage, repairs);
        }
        Some(read)
    }

    fn note(
        &mut self,
        line: Option<u16>,
        raw: &Raw,
        kind: FaultKind,
        error: ListingError,
        repairs: Vec<Repair>,
    ) {
        self.faults.push(Fault { why: error.to_string(), ..fault(line, raw, kind, repairs) });
        self.error.get_or_insert(error);
    }

    /// Notes a row that is not a line.
    fn unread(&mut self, raw: &Raw, error: ListingError) -> Option<Entry> {
        let is_foreign = !raw.chars.starts_with(&['(']);
        let is_for_a_person = repair::holds_statement(&raw.chars, self.header);
        let removal = || Repair::removal(raw, "the row is not part of the program".to_owned());
        let repairs = is_foreign.then(|| Repair { is_for_a_person, ..removal() });
        self.note(None, raw, FaultKind::Unread, error, repairs.into_iter().collect());
        None
    }

    /// Reads a line with characters that the machine lacks: what they mean, otherwise `?`, stands for them.
    fn with_known_characters(
        &mut self,
        raw: &Raw,
        parts: &split::Parts,
        error: ListingError,
    ) -> Option<Entry> {
        if raw.chars.len() > LONGEST {
            return self.unread(raw, error);
        }
        let (mut read, text_at) = (raw.clone(), parts.number_at.end);
        let (mut edits, mut is_known) = (Vec::new(), true);
        while let Err(unknown) = line::scan(&read.chars[text_at..], &self.header.conventions) {
            let means = typing::replacement(unknown.character);
            is_known &= means.is_some();
            let (at, means) = (text_at + unknown.at, means.unwrap_or("?"));
            // What follows is as it was, so the distance to the end is that of the printed row.
            let printed = raw.chars.len() - (read.chars.len() - at);
            edits.push(raw.edit(printed..printed + 1, means));
            read.replace(at..at + 1, means);
            if edits.len() > MOST_UNKNOWN {
                return self.unread(raw, error);
            }
        }
        let entry = match entry_of(read, parts, self.header) {
            Ok(entry) => entry,
            Err(_) => return self.unread(raw, error),
        };
        let why = "characters that the machine lacks were read for similar ones".to_owned();
        let lines = vec![entry.line.clone()];
        let repair = is_known.then(|| Repair::of_lines(&[entry.raw.text()], lines, why, edits));
        self.note(Some(entry.line.number), raw, FaultKind::Character, error, repair.into_iter().collect());
        Some(entry)
    }

    /// Returns the lines without those whose number another one has. If a number must be misread, the line has the free
    /// number that it can be.
    fn distinct(&mut self, entries: Vec<Entry>) -> Vec<Entry> {
        let mut first: HashMap<u16, usize> = HashMap::new();
        let mut kept: Vec<Entry> = Vec::with_capacity(entries.len());
        let mut coming = entries.into_iter().peekable();
        while let Some(mut entry) = coming.next() {
            let number = entry.line.number;
            if let Some(&at) = first.get(&number) {
                let above = kept.last().map_or(0, |above| above.line.number);
                let below = coming.peek().map_or(LAST_NUMBER, |below| below.line.number);
                let own = free(&self.numbers, number, above, below);
                let is_in_order = above < number && number < below;
                let above = at.checked_sub(1).map_or(0, |above| kept[above].line.number);
                let others = free(
                    &self.numbers,
                    number,
                    above,
                    kept.get(at + 1).map_or(number, |below| below.line.number),
                );
                let is_repeated = kept[at].line == entry.line;
                if is_repeated || own.is_empty() && others.is_empty() {
                    self.twice(&kept[at], &entry, is_repeated);
                    continue;
                }
                // Either of the two can be the misread one; rather the one that is out of order.
                if own.is_empty() || is_in_order && !others.is_empty() {
                    self.renumber(&mut kept[at], &others, &entry);
                    first.insert(kept[at].line.number, at);
                } else {
                    self.renumber(&mut entry, &own, &kept[at]);
                }
            }
            first.insert(entry.line.number, kept.len());
            kept.push(entry);
        }
        kept
    }

    /// Gives a line the first of these numbers. `other` is the other line with its number: unless one number fits, either may be a copy.
    fn renumber(&mut self, entry: &mut Entry, numbers: &[u16], other: &Entry) {
        let Some(&first) = numbers.first() else { return };
        let number = entry.line.number;
        let repair =
            |&new: &u16| renumbered(entry, new, format!("the line number: read `{number}` as {new}"));
        let mut repairs: Vec<Repair> = numbers.iter().map(repair).collect();
        if repairs.len() > 1 {
            let likely = repairs.len().min(MOST_NUMBERS);
            let copies = [without(entry), without(other)];
            repairs.splice(likely..likely, copies);
        }
        let error =
            ListingError { kind: ErrorKind::Twice { number, first: other.row() }, span: entry.span() };
        self.note(Some(first), &entry.raw, FaultKind::Twice, error, repairs);
        self.faults.iter_mut().next_back().into_iter().for_each(|fault| {
            fault.why += &format!("; here it counts as line {first}");
        });
        self.numbers.insert(first);
        entry.line.number = first;
    }

    /// Notes a line whose number an earlier one has.
    fn twice(&mut self, first: &Entry, second: &Entry, is_repeated: bool) {
        let kind = ErrorKind::Twice { number: second.line.number, first: first.row() };
        let repairs = if is_repeated {
            vec![Repair::removal(&second.raw, "the row is printed twice".to_owned())]
        } else {
            vec![without(second), without(first)]
        };
        self.note(None, &second.raw, FaultKind::Twice, ListingError { kind, span: second.span() }, repairs);
    }

    /// Notes a typed line that a later one with its number replaces.
    fn retyped(&mut self, first: &Entry, second: &Entry) {
        let kind = ErrorKind::Replaced { number: first.line.number, by: second.row() };
        let repairs = vec![without(first)];
        self.note(None, &first.raw, FaultKind::Twice, ListingError { kind, span: first.span() }, repairs);
    }
}

/// Returns the free numbers between those of two lines that a number can be a misreading of.
fn free(numbers: &HashSet<u16>, number: u16, above: u16, below: u16) -> Vec<u16> {
    let between = above.saturating_add(1)..below.min(above.saturating_add(MOST_FREE));
    between.filter(|free| !numbers.contains(free) && is_misreading(number.into(), (*free).into())).collect()
}

/// The number of lines for each that may be out of order. If more are, the lines were typed in this order, except for one between two.
const ASCENDING: usize = 4;

/// Returns faults of lines whose numbers do not ascend in a listing with printed numbers. `known` are those that explain the order
/// otherwise.
fn out_of_order(entries: &[Entry], numbers: &HashSet<u16>, known: &[Fault]) -> Vec<Fault> {
    if entries.iter().all(|entry| entry.printed.is_none()) {
        return Vec::new();
    }
    let (mut above, mut found) = (0, Vec::new());
    for (at, entry) in entries.iter().enumerate() {
        let number = entry.line.number;
        let below = entries.get(at + 1).map(|below| below.line.number);
        let is_too_large = below.is_some_and(|below| above < below && below < number);
        if number > above && !is_too_large {
            above = number;
        } else if known.iter().all(|fault| fault.line != Some(number)) {
            found.push((entry, above, below.filter(|below| *below > above)));
        }
    }
    let is_between = matches!(found[..], [(_, 1.., Some(_))]) && entries.len() == 3;
    if found.len() * ASCENDING > entries.len() && !is_between {
        return Vec::new();
    }
    let fault = |(entry, above, below): (&Entry, u16, Option<u16>)| {
        let number = entry.line.number;
        let place = match (above, below) {
            (0, Some(below)) => format!("before {below}"),
            (above, Some(below)) => format!("between {above} and {below}"),
            (above, None) => format!("after {above}"),
        };
        let repair = |new: u16| renumbered(entry, new, format!("the line number: read `{number}` as {new}"));
        let likely = free(numbers, number, above, below.unwrap_or(LAST_NUMBER));
        let repairs = likely.into_iter().take(MOST_NUMBERS).map(repair).collect();
        let fault = fault(Some(number), &entry.raw, FaultKind::LineNumber, repairs);
        Fault { why: format!("line {number} stands {place}"), ..fault }
    };
    found.into_iter().map(fault).collect()
}

/// The numbers that are proposed for a line before its removal is.
const MOST_NUMBERS: usize = 3;

fn without(entry: &Entry) -> Repair {
    Repair::removal(&entry.raw, format!("without row {}", entry.row()))
}

/// Returns a fault without its explanation.
fn fault(line: Option<u16>, raw: &Raw, kind: FaultKind, repairs: Vec<Repair>) -> Fault {
    let (row, span) = (raw.row(), raw.whole_span());
    Fault { line, row, span, kind, text: raw.text(), why: String::new(), repairs }
}

fn renumbered(entry: &Entry, number: u16, why: String) -> Repair {
    let at = number_at(entry);
    let chars = &entry.raw.chars;
    let [before, after] = [&chars[..at.start], &chars[at.end..]].map(|part| part.iter().collect::<String>());
    let line = Line { number, text: entry.line.text.clone() };
    let edits: Vec<Edit> = vec![entry.raw.edit(at, &number.to_string())];
    Repair::of_lines(&[format!("{before}{number}{after}")], vec![line], why, edits)
}

/// Returns where the line number is: after the printed number and blanks.
fn number_at(entry: &Entry) -> Range<usize> {
    let blanks = entry.raw.chars[entry.close..].iter().take_while(|c| **c == ' ').count();
    entry.close + blanks..entry.text_at
}

// Rows that are not in the order in which the lines were entered. Each printed number is the SZ after its line, so the numbers
// prove the order.

/// The most lines between two that have changed places.
const FARTHEST: usize = 64;
/// The most wrong lines that are tried. If there are more, the header lacks a convention.
const MOST_WRONG: usize = 40;

/// Brings the lines into the order of their printed numbers where these prove it, and returns the faults.
pub(super) fn restore(listing: &mut Listing, source: &str) -> Vec<Fault> {
    let mut faults = Vec::new();
    let mut from = 0;
    for _ in 0..MOST_WRONG {
        let before = account::before(listing);
        let wrong = (from..before.len()).filter(|at| !before[*at].1).take(MOST_WRONG);
        let found = wrong.filter_map(|at| Some((at, order_from(&listing.entries, at, before[at].0)?))).next();
        let Some((at, order)) = found else { break };
        let entries: Vec<Entry> = order.iter().map(|place| listing.entries[at + place].clone()).collect();
        faults.push(order_fault(&listing.entries[at..at + order.len()], &entries, source));
        from = at + order.len();
        listing.entries.splice(at..from, entries);
    }
    faults
}

/// Returns the order of the lines from a wrong one on in which all their printed numbers are right. `before` is the SZ
/// before them.
fn order_from(entries: &[Entry], at: usize, before: i32) -> Option<Vec<usize>> {
    let last = entries.len().min(at + FARTHEST + 1);
    (at + 1..last).find_map(|other| {
        let count = other - at + 1;
        orders(count).into_iter().find(|order| is_right(&entries[at..=other], order, before))
    })
}

/// Returns the orders of lines of which the first and the last have changed places, or one of them has been moved.
fn orders(count: usize) -> [Vec<usize>; 3] {
    let mut exchanged: Vec<usize> = (0..count).collect();
    let [mut first_moved, mut last_moved] = [exchanged.clone(), exchanged.clone()];
    exchanged.swap(0, count - 1);
    first_moved.rotate_left(1);
    last_moved.rotate_right(1);
    [exchanged, first_moved, last_moved]
}

fn is_right(entries: &[Entry], order: &[usize], before: i32) -> bool {
    let mut before = before;
    order.iter().all(|place| {
        let Entry { line, printed, .. } = &entries[*place];
        before -= line.cost() as i32;
        printed.as_ref().is_some_and(|printed| printed.is_clean && printed.value == before)
    })
}

fn order_fault(old: &[Entry], new: &[Entry], source: &str) -> Fault {
    let moved: Vec<(&Entry, &Entry)> = old.iter().zip(new).filter(|(old, new)| old != new).collect();
    let edits = moved
        .iter()
        .filter_map(|(old, new)| Some(Edit { span: old.span(), text: source.get(new.span())?.to_owned() }));
    let texts: Vec<String> = moved.iter().map(|(_, new)| new.as_printed()).collect();
    let lines = moved.iter().map(|(_, new)| new.line.clone()).collect();
    let rows: Vec<String> = moved.iter().map(|(_, new)| new.line.number.to_string()).collect();
    let why = format!("by their printed numbers, the order of the lines is {}", rows.join(", "));
    let repair = Repair::of_lines(&texts, lines, "the rows in this order".to_owned(), edits.collect());
    Fault {
        line: Some(old[0].line.number),
        row: old[0].row(),
        span: old[0].span(),
        kind: FaultKind::Swapped,
        text: old[0].as_printed(),
        why,
        repairs: vec![repair],
    }
}
