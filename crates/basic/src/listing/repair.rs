//! The search for repairs of damaged lines.
//!
//! The search tries every change of one character that gives the line its expected size, then pairs of likely changes.
//! A change is ranked by how common such damage is (a separator lost at a wrap, a character read twice, a word with a
//! wrong letter) and by whether BASIC understands the line afterwards.

use std::ops::Range;

use super::{
    Edit, Entry, Header, Listing,
    misreading::{MERGED, is_misreading, is_misspelling, is_similar, similar},
    split::{self, Raw},
};
use crate::{
    Dialect, Line, first_error, line,
    words::{WORDS, starts_with},
};

/// A reading of a printed line that agrees with the printed numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repair {
    /// The whole line in the notation of the listing: `(1784) 2 GOTO 12`. If the repair makes more lines, each is a row;
    /// if it removes the row, there is none.
    pub text: String,
    pub canonical: String,
    /// The damage that it assumes.
    pub why: String,
    /// Whether BASIC understands the line afterwards.
    pub is_understood: bool,
    /// Whether only a person should choose it: it removes a row that holds a statement, fills in blanks where a letter can be lost, or
    /// replaces a printed number by the count that the number should have checked.
    pub is_for_a_person: bool,
    pub lines: Vec<Line>,
    pub edits: Vec<Edit>,
}

impl Repair {
    pub(super) fn of_lines(texts: &[String], lines: Vec<Line>, why: String, edits: Vec<Edit>) -> Self {
        let canonical: Vec<String> = lines.iter().map(Line::to_text).collect();
        Self {
            text: texts.join("\n"),
            canonical: canonical.join("\n"),
            why,
            is_understood: true,
            is_for_a_person: false,
            lines,
            edits,
        }
    }

    /// Returns the repair that removes a line with all its rows.
    pub(super) fn removal(raw: &Raw, why: String) -> Self {
        Self::of_lines(&[], Vec::new(), why, raw.removal())
    }
}

/// The most repairs offered for a line.
const OFFERED: usize = 8;
/// The highest penalty of a change that is tried in pairs.
const LIKELY: u32 = 25;
/// The most changes that are tried in pairs.
const PAIRED: usize = 160;
/// The longest text that is searched; no line of a listing is longer.
const LONGEST: usize = 400;
/// The most blanks that a repair inserts: a row of the screen.
const MOST_BLANKS: usize = 26;
/// The most repetitions tried; a line that consists of one sign has thousands.
const REPEATS: usize = 100;
/// The penalty of a result that BASIC does not understand.
const NOT_UNDERSTOOD: u32 = 100;

/// Returns repairs of a line whose text or printed number is damaged, best first. `before` is the SZ before the line;
/// `is_confirmed` means that the next line agrees with this line's printed number, which then was read correctly.
pub(super) fn repairs(
    listing: &Listing,
    entry: &Entry,
    before: i32,
    is_number_damaged: bool,
    is_confirmed: bool,
) -> Vec<Repair> {
    let Some(printed) = &entry.printed else { return Vec::new() };
    let search = RepairSearch::new(listing, entry);
    let mut offers = Vec::new();
    let counted = before - entry.line.cost() as i32;
    if printed.value == counted || is_number_damaged || !is_confirmed && is_misreading(printed.value, counted)
    {
        let is_certain = printed.value == counted || is_number_damaged;
        offers.push(search.number(counted, if is_certain { 0 } else { 70 }));
    }
    if printed.value != counted && !is_number_damaged && search.text.len() <= LONGEST {
        offers.extend(search.text_repairs(before - printed.value));
    }
    ranked(offers)
}

/// Returns repairs for a difference that may come from the line itself (`own`) or from one of the lines without a
/// number before it. Lines that BASIC does not understand come first.
pub(super) fn repairs_of_group(
    listing: &Listing,
    before: &[&Entry],
    own: Vec<Repair>,
    missing: i32,
) -> Vec<Repair> {
    let has_error = |entry: &&&Entry| first_error(&entry.line.text, listing.dialect()).is_some();
    // A page number with a heading is read as a line.
    let foreign = before.iter().filter(|entry| entry.line.cost() as i32 == -missing).map(|entry| {
        let why = format!("the row `{}` is not part of the program", entry.as_printed());
        Repair { is_for_a_person: !has_error(&entry), ..Repair::removal(&entry.raw, why) }
    });
    let repairs_of = |entry: &&Entry| {
        let search = RepairSearch::new(listing, entry);
        let fits = search.text.len() <= LONGEST;
        ranked(if fits { search.text_repairs(entry.line.cost() as i32 + missing) } else { Vec::new() })
    };
    let first = before.iter().filter(has_error).flat_map(repairs_of);
    let last = before
        .iter()
        .filter(|entry| !has_error(entry))
        .flat_map(|entry| repairs_of(entry).into_iter().take(2));
    foreign.chain(first).chain(own).chain(last).take(OFFERED).collect()
}

/// Returns the repairs that write other characters in place of those from `at` on in the text, without a change of the size.
pub(super) fn replacements(
    listing: &Listing,
    entry: &Entry,
    at: Range<usize>,
    others: impl IntoIterator<Item = String>,
) -> Vec<Repair> {
    // A long line can have very many such places.
    if entry.raw.chars.len() > LONGEST {
        return Vec::new();
    }
    let search = RepairSearch::new(listing, entry);
    let Some(here) = search.text.get(at.clone()) else { return Vec::new() };
    let here: String = here.iter().collect();
    let change = |insert: String| {
        let why = format!("`{here}` was read for `{insert}`");
        Change { at: at.start, remove: at.len(), insert, penalty: 15, why }
    };
    let bytes = entry.printed.as_ref().map(|_| entry.line.cost() as i32);
    let changes = others.into_iter().map(change).collect();
    ranked(search.offers(changes, bytes).into_iter().filter(|offer| offer.penalty < NOT_UNDERSTOOD).collect())
}

/// Returns the repair of a printed number that cannot be read, for a line with the right bytes.
pub(super) fn of_number(listing: &Listing, entry: &Entry, counted: i32) -> Repair {
    RepairSearch::new(listing, entry).number(counted, 0).repair
}

/// Returns repairs of a line that BASIC does not understand: one character is read as a similar one. The size stays the same,
/// if it was printed.
pub(super) fn rereadings(listing: &Listing, entry: &Entry) -> Vec<Repair> {
    let search = RepairSearch::new(listing, entry);
    if search.text.len() > LONGEST {
        return Vec::new();
    }
    let bytes = entry.printed.as_ref().map(|_| entry.line.cost() as i32);
    let offers = search.offers(search.similar_characters(), bytes);
    ranked(offers.into_iter().filter(|offer| offer.penalty < NOT_UNDERSTOOD).collect())
}

/// Returns whether blanks can be lost at the end of a line, in a file that cannot show them there.
pub(super) fn has_hidden_end(listing: &Listing, entry: &Entry) -> bool {
    RepairSearch::new(listing, entry).has_hidden_end()
}

/// Returns whether a row begins with a printed number, damaged or not, or BASIC understands it.
pub(super) fn holds_statement(row: &[char], header: &Header) -> bool {
    let bytes = line::scan(row, &header.conventions).unwrap_or_default();
    split::is_numbered(row)
        || !bytes.is_empty() && first_error(&bytes, header.dialect.unwrap_or_default()).is_none()
}

/// A repair with its rank.
struct Offer {
    penalty: u32,
    repair: Repair,
    bytes: Vec<u8>,
}

/// Sorts repairs, best first, and removes duplicates. Repairs that BASIC does not understand remain only if there are
/// no others.
fn ranked(mut offers: Vec<Offer>) -> Vec<Repair> {
    offers.sort_by_key(|offer| offer.penalty);
    if offers.first().is_some_and(|best| best.penalty < NOT_UNDERSTOOD) {
        offers.retain(|offer| offer.penalty < NOT_UNDERSTOOD);
    }
    let mut seen: Vec<Vec<u8>> = Vec::new();
    offers.retain(|offer| {
        let new = !seen.contains(&offer.bytes);
        if new {
            seen.push(offer.bytes.clone());
        }
        new
    });
    offers.into_iter().map(|offer| offer.repair).take(OFFERED).collect()
}

/// A change of the printed text: `insert` replaces `remove` characters at `at`.
#[derive(Clone)]
struct Change {
    at: usize,
    remove: usize,
    insert: String,
    penalty: u32,
    why: String,
}

struct RepairSearch<'a> {
    entry: &'a Entry,
    header: &'a Header,
    dialect: Dialect,
    number: u16,
    /// `(1784) 2`
    head: String,
    /// The text of the line as printed.
    text: Vec<char>,
    wraps: Vec<usize>,
    /// For each position in the text, and the end: whether it is inside a string or remark.
    literal: Vec<bool>,
    /// Whether the text ends inside a string.
    is_open: bool,
    /// The text in capitals, except for characters with a convention.
    capitals: Vec<char>,
    is_remark: bool,
}

impl<'a> RepairSearch<'a> {
    fn new(listing: &'a Listing, entry: &'a Entry) -> Self {
        let at = entry.text_at;
        let text = entry.raw.chars[at..].to_vec();
        let capitals: Vec<char> = text.iter().map(|&c| listing.header.capital(c)).collect();
        let meant: Vec<char> = text.iter().map(|&c| listing.header.meant(c)).collect();
        let literal = literal_places(&meant);
        let is_remark = meant.iter().find(|c| **c != ' ') == Some(&'.');
        Self {
            is_open: !is_remark && literal.last() == Some(&true),
            entry,
            header: &listing.header,
            dialect: listing.dialect(),
            number: entry.line.number,
            head: entry.raw.chars[..at].iter().collect(),
            literal,
            wraps: entry.raw.wraps.iter().filter_map(|wrap| wrap.checked_sub(at)).collect(),
            text,
            capitals,
            is_remark,
        }
    }

    /// Returns the repair that changes the printed number instead of the text.
    fn number(&self, counted: i32, penalty: u32) -> Offer {
        let [close, text_at] = [self.entry.close, self.entry.text_at];
        let [head, line_number] = [0..close, close..text_at].map(|range| &self.entry.raw.chars[range]);
        let inside = head.strip_prefix(&['(']).and_then(|head| head.strip_suffix(&[')'])).unwrap_or(head);
        let printed: String = inside.iter().collect();
        let line_number: String = line_number.iter().collect();
        let text: String = self.text.iter().collect();
        let bytes = self.scan(&self.text).unwrap_or_default();
        let line = Line { number: self.number, text: bytes.clone() };
        let why = format!("the number: read `{printed}` as {counted}");
        let text = format!("({counted}) {}{text}", line_number.trim_start());
        let edit = self.entry.raw.edit(0..close, &format!("({counted})"));
        Offer {
            penalty,
            repair: Repair::of_lines(&[text], vec![line], why, vec![edit]),
            // Differs from a change of the text that gives the same bytes.
            bytes: [bytes, counted.to_string().into_bytes()].concat(),
        }
    }

    fn scan(&self, text: &[char]) -> Option<Vec<u8>> {
        line::scan(text, &self.header.conventions).ok()
    }

    /// Returns repairs of the text that give the line `wanted` bytes.
    fn text_repairs(&self, wanted: i32) -> Vec<Offer> {
        let missing = wanted - self.scan(&self.text).map_or(0, |bytes| bytes.len() as i32 + 3);
        let mut changes = self.deletions();
        changes.extend(self.insertions());
        changes.extend(self.similar_characters());
        changes.extend(self.blanks(missing));
        changes.extend(self.repeats(-missing));
        changes.extend(self.foreign_rows());
        self.offers(changes, Some(wanted))
    }

    /// Returns the repairs by one of these changes; if BASIC understands none of them, also those by two likely changes.
    fn offers(&self, mut changes: Vec<Change>, wanted: Option<i32>) -> Vec<Offer> {
        let single: Vec<Offer> = changes.iter().filter_map(|change| self.offer(&[change], wanted)).collect();
        if single.iter().any(|offer| offer.penalty < NOT_UNDERSTOOD) {
            return single;
        }
        changes.retain(|change| change.penalty <= LIKELY);
        changes.sort_by_key(|change| change.penalty);
        changes.truncate(PAIRED);
        let pairs =
            changes.iter().enumerate().flat_map(|(i, a)| changes[i + 1..].iter().map(move |b| [a, b]));
        single.into_iter().chain(pairs.filter_map(|pair| self.offer(&pair, wanted))).collect()
    }

    /// Returns the repair that consists of some changes, if the line then has `wanted` bytes; any number if `None`.
    fn offer(&self, changes: &[&Change], wanted: Option<i32>) -> Option<Offer> {
        let text = apply(&self.text, changes)?;
        let has_size = |bytes: &Vec<u8>| wanted.is_none_or(|wanted| bytes.len() as i32 + 3 == wanted);
        let bytes = self.scan(&text).filter(has_size)?;
        let error = first_error(&bytes, self.dialect).is_some();
        let penalty =
            changes.iter().map(|change| change.penalty).sum::<u32>() + if error { NOT_UNDERSTOOD } else { 0 };
        let reasons: Vec<&str> = changes.iter().map(|change| change.why.as_str()).collect();
        let text = self.head.chars().chain(text).collect();
        let why = reasons.join(" and ") + if error { "; BASIC says WHAT? even so" } else { "" };
        let line = Line { number: self.number, text: bytes.clone() };
        let at = self.entry.text_at;
        let edit = |change: &&Change| {
            self.entry.raw.edit(at + change.at..at + change.at + change.remove, &change.insert)
        };
        let edits = changes.iter().map(edit).collect();
        let repair = Repair::of_lines(&[text], vec![line], why, edits);
        let is_for_a_person =
            changes.iter().any(|change| self.drops_statement(change) || self.fills_in(change));
        Some(Offer { penalty, repair: Repair { is_understood: !error, is_for_a_person, ..repair }, bytes })
    }

    /// Returns the deletions of whole rows, such as a heading or the number of a page, which were read as a continuation.
    fn foreign_rows(&self) -> Vec<Change> {
        let ends = self.wraps.iter().skip(1).copied().chain([self.text.len()]);
        let row = |(at, end): (usize, usize)| {
            let text: String = self.text[at..end].iter().collect();
            let why = format!("the row `{}` is not part of the program", text.trim());
            Change { at, remove: end - at, insert: String::new(), penalty: 15, why }
        };
        self.wraps.iter().copied().zip(ends).filter(|(at, end)| at < end).map(row).collect()
    }

    /// Returns whether a change removes a row that holds a statement, or makes statements a remark or a tape statement.
    fn drops_statement(&self, change: &Change) -> bool {
        let end = change.at + change.remove;
        let is_row = |at| self.wraps.contains(&at);
        let is_row = change.insert.is_empty() && is_row(change.at) && (is_row(end) || end == self.text.len());
        is_row && holds_statement(&self.text[change.at..end], self.header)
            || !self.literal[change.at] && matches!(change.insert.as_str(), "." | ":")
    }

    /// Returns whether a change inserts nothing but blanks.
    fn fills_in(&self, change: &Change) -> bool {
        !change.insert.is_empty() && change.insert.chars().all(|c| self.header.meant(c) == ' ')
    }

    fn deletions(&self) -> Vec<Change> {
        (0..self.text.len()).map(|at| self.deletion(at)).collect()
    }

    fn deletion(&self, at: usize) -> Change {
        let here = self.text[at];
        let neighbors = [at.checked_sub(1), Some(at + 1)].map(|i| i.and_then(|i| self.text.get(i)).copied());
        let last = at + 1 == self.text.len();
        let (penalty, why) = if here == '"' && last {
            (9, "a closing quote, which is not needed at the end of the line, was added".to_owned())
        } else if neighbors.contains(&Some(here)) {
            (10, format!("`{here}` was doubled"))
        } else if neighbors.iter().flatten().any(|&other| is_similar(here, other)) {
            let penalty = if here.is_ascii_digit() { 11 } else { 10 };
            (penalty, format!("one character was read as two: the `{here}` is surplus"))
        } else if here == ' ' {
            (20, "a blank is surplus".to_owned())
        } else {
            (60, format!("`{here}` is surplus"))
        };
        Change { at, remove: 1, insert: String::new(), penalty, why }
    }

    /// Returns insertions of one character.
    fn insertions(&self) -> Vec<Change> {
        const SIGNS: &str = ";,\"():=#+-×÷<>@.";
        // Before the first character there can only be a remark's period, and a guess would make any line a remark.
        let places = 1..=self.text.len();
        let mut changes: Vec<Change> =
            places.flat_map(|at| SIGNS.chars().map(move |sign| self.insertion(at, sign))).collect();
        changes.extend((0..self.text.len()).filter(|&at| !self.literal[at]).map(|at| {
            let sign = self.text[at];
            self.insert(at, sign.to_string(), 65, format!("one of two `{sign}` was lost"))
        }));
        changes
    }

    fn insertion(&self, at: usize, sign: char) -> Change {
        let is_after_quote = at > 0 && self.text[at - 1] == '"' && !self.literal[at];
        let at_wrap = self.wraps.contains(&at);
        let (penalty, why) = match sign {
            ';' if at_wrap && !self.literal[at] => (8, "the `;` was lost at the wrap".to_owned()),
            ',' if is_after_quote && matches!(self.text.get(at), None | Some(';')) => {
                (12, "the `,` after the closing quote was lost; without it PRINT ends its line".to_owned())
            }
            ',' if is_after_quote => (14, "the `,` after the closing quote was lost".to_owned()),
            '"' if at == self.text.len() => (30, "the closing quote was lost".to_owned()),
            // In an open string, a closing quote is likely before a separator.
            '"' if self.literal[at] && self.is_open && matches!(self.text[at], ';' | ',') => {
                (20, "the closing quote was lost".to_owned())
            }
            // After either BASIC does not check the rest: it is a remark or a tape statement.
            '.' | ':' if !self.literal[at] => (90, format!("`{sign}` was lost")),
            _ if at_wrap && !self.literal[at] => (35, format!("`{sign}` was lost at the wrap")),
            _ if self.literal[at] => (70, format!("`{sign}` was lost")),
            ';' => (25, "the `;` between two statements was lost".to_owned()),
            _ => (45, format!("`{sign}` was lost")),
        };
        self.insert(at, self.header.written(sign).to_string(), penalty, why)
    }

    fn insert(&self, at: usize, insert: String, penalty: u32, why: String) -> Change {
        Change { at, remove: 0, insert, penalty, why }
    }

    /// Returns insertions of blanks: next to a blank, at the ends of strings and remarks, and at wraps.
    fn blanks(&self, missing: i32) -> Vec<Change> {
        let count = usize::try_from(missing).unwrap_or_default();
        if !(1..=MOST_BLANKS).contains(&count) {
            return Vec::new();
        }
        let blank = self.header.written(' ').to_string();
        let lost = if count == 1 { "a blank was".to_owned() } else { format!("{count} blanks were") };
        let places = (0..=self.text.len()).filter_map(|at| Some((at, self.blank_place(at, count)?)));
        places
            .map(|(at, (penalty, place))| {
                self.insert(at, blank.repeat(count), penalty, format!("{lost} lost {place}"))
            })
            .collect()
    }

    /// Returns the penalty of blanks inserted at a position, and its description.
    fn blank_place(&self, at: usize, count: usize) -> Option<(u32, &'static str)> {
        if at == self.text.len() && self.has_hidden_end() {
            return None;
        }
        let is_blank =
            |i: Option<usize>| i.and_then(|i| self.text.get(i)).is_some_and(|&c| self.header.meant(c) == ' ');
        if !self.literal[at] {
            let letter =
                |i: Option<usize>| i.and_then(|i| self.capitals.get(i)).is_some_and(char::is_ascii_uppercase);
            if count == 1 && letter(at.checked_sub(1)) && letter(Some(at)) {
                return Some((16, "between two names"));
            }
            return self.wraps.contains(&at).then_some((40, "at the wrap"));
        }
        if self.wraps.contains(&at) {
            return Some((7, "at the wrap"));
        }
        if is_blank(at.checked_sub(1)) {
            // A run of blanks is one position: its end.
            return (!is_blank(Some(at)))
                .then_some((if self.is_remark { 8 } else { 18 }, "where only one is left"));
        }
        if at == self.text.len() && self.is_open {
            return Some((10, "at the end of the line, where they cannot be seen"));
        }
        let is_start = self.text[at - 1] == '"';
        let is_edge = is_start || self.text.get(at).is_none_or(|next| *next == '"');
        let place = if is_start { "at the start of the string" } else { "at the end of the string" };
        is_edge.then_some((if self.is_remark { 28 } else { 22 }, place))
    }

    /// Returns whether the text can end in blanks that the file cannot show: at the edge of a row they are not read.
    fn has_hidden_end(&self) -> bool {
        self.header.written(' ') == ' ' && self.literal.last() == Some(&true)
    }

    /// Returns deletions of repeated text, as occurs at page breaks.
    fn repeats(&self, surplus: i32) -> Vec<Change> {
        let mut changes: Vec<Change> = Vec::new();
        for length in 2..=usize::try_from(surplus).unwrap_or(0).saturating_mul(6).min(self.text.len() / 2) {
            for at in 0..=self.text.len() - 2 * length {
                let (first, second) = self.text[at..at + 2 * length].split_at(length);
                if first == second && changes.len() < REPEATS {
                    let why = format!("`{}` occurs twice", first.iter().collect::<String>());
                    changes.push(Change { at, remove: length, insert: String::new(), penalty: 12, why });
                }
            }
        }
        changes
    }

    /// Returns replacements of a character by a similar one, and of misspelled words.
    fn similar_characters(&self) -> Vec<Change> {
        let mut changes = Vec::new();
        for (at, &here) in self.text.iter().enumerate().filter(|(at, _)| !self.literal[*at]) {
            for other in similar(here) {
                let why = format!("`{here}` was read for `{other}`");
                changes.push(Change { at, remove: 1, insert: other.to_string(), penalty: 15, why });
            }
            // A `;` that is hardly visible. A blank that is part of a word cannot be one, by the byte count.
            changes.extend((here == ' ').then(|| {
                let why = "a blank was read for `;`".to_owned();
                Change { at, remove: 1, insert: self.header.written(';').to_string(), penalty: 16, why }
            }));
            changes.extend(self.merged_letters(at));
        }
        changes.extend(self.misspelled_words());
        changes
    }

    /// Returns replacements of letters that were read as one, or of one that was read as two.
    fn merged_letters(&self, at: usize) -> impl Iterator<Item = Change> {
        let pairs = MERGED.iter().flat_map(|(two, one)| [(*two, *one), (*one, *two)]);
        let found = pairs.filter(move |(read, _)| starts_with(&self.capitals[at..], read));
        found.map(move |(read, meant)| Change {
            at,
            remove: read.len(),
            insert: meant.to_owned(),
            penalty: 18,
            why: format!("`{read}` was read for `{meant}`"),
        })
    }

    /// Returns the ranges of correctly spelled words.
    fn words(&self) -> Vec<Range<usize>> {
        let starts = (0..self.text.len()).filter(|&at| !self.literal[at]);
        starts
            .flat_map(|at| {
                let fits = move |word: &&&str| word.len() > 2 && starts_with(&self.capitals[at..], word);
                WORDS.iter().filter(fits).map(move |word| at..at + word.len())
            })
            .collect()
    }

    /// Returns replacements of words with one letter wrong, lost, added or exchanged with the next.
    fn misspelled_words(&self) -> Vec<Change> {
        let mut changes = Vec::new();
        let words = self.words();
        let is_in_word =
            |range: Range<usize>| words.iter().any(|word| word.start < range.end && range.start < word.end);
        let spelled = ["STOP", "TRACE", "ABS", "CALL", "LET"];
        for word in WORDS.iter().copied().chain(spelled).filter(|word| word.len() > 2) {
            let letters: Vec<char> = word.chars().collect();
            for at in (0..self.text.len()).filter(|&at| !self.literal[at]) {
                for remove in word.len() - 1..=word.len() + 1 {
                    let Some(found) = self.capitals.get(at..at + remove) else { continue };
                    if found[0].is_ascii_alphabetic()
                        && is_misspelling(found, &letters)
                        && !is_in_word(at..at + remove)
                    {
                        let why = format!("`{}` was read for {word}", found.iter().collect::<String>());
                        changes.push(Change { at, remove, insert: word.to_owned(), penalty: 14, why });
                    }
                }
            }
        }
        changes
    }
}

/// Applies changes; returns `None` if they overlap.
fn apply(text: &[char], changes: &[&Change]) -> Option<Vec<char>> {
    let mut sorted = changes.to_vec();
    sorted.sort_by_key(|change| std::cmp::Reverse(change.at));
    if sorted.windows(2).any(|pair| pair[1].at + pair[1].remove.max(1) > pair[0].at) {
        return None;
    }
    let mut text = text.to_vec();
    for change in sorted {
        text.splice(change.at..change.at + change.remove, change.insert.chars());
    }
    Some(text)
}

/// Returns, for each position in a text and its end, whether a character inserted there is inside a string or remark.
pub(super) fn literal_places(text: &[char]) -> Vec<bool> {
    let (mut quoted, mut remark, mut start) = (false, false, true);
    let mut places = Vec::with_capacity(text.len() + 1);
    for &character in text {
        places.push(quoted || remark);
        remark |= start && !quoted && character == '.';
        quoted ^= !remark && character == '"';
        start = !quoted && (character == ';' || (start && character == ' '));
    }
    places.push(quoted || remark);
    places
}
