//! Finding what was lost or doubled between the machine and the page.
//!
//! Every single change of a character that brings the line's bytes right is tried, then pairs of the
//! likely ones. A change is ranked by how such damage happens (a separator lost at a wrap, a character
//! read twice, a word with a wrong letter) and by whether BASIC understands the line afterwards.

use std::ops::Range;

use super::{Entry, Header, Listing, split::DIGIT_LOOKALIKES};
use crate::{
    Dialect, Line, first_error, line,
    words::{WORDS, starts_with},
};

/// A reading of a printed line that brings its count right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repair {
    /// The whole line in the notation of the listing: `(1784) 2 GOTO 12`.
    pub text: String,
    /// The line in canonical characters.
    pub canonical: String,
    /// What would have happened to it.
    pub why: String,
}

/// Most repairs offered for a line.
const OFFERED: usize = 8;
/// Changes likely enough to be tried in pairs, by their unlikelihood.
const LIKELY: u32 = 25;
/// How many of them.
const PAIRED: usize = 160;
/// The longest text that is worked on: longer ones are no lines of a listing.
const LONGEST: usize = 400;
/// Repeated stretches tried; a line of one sign over and over has thousands.
const REPEATS: usize = 100;
/// Added where BASIC would not understand the result.
const NOT_UNDERSTOOD: u32 = 100;

/// Repairs of a line whose bytes or number are wrong, best first. `before` is the SZ before the line;
/// `confirmed` says that the next line comes out from this line's number, which was then read right.
pub(super) fn repairs(
    listing: &Listing,
    entry: &Entry,
    before: i32,
    number_damaged: bool,
    confirmed: bool,
) -> Vec<Repair> {
    let Some(printed) = &entry.printed else { return Vec::new() };
    let workshop = Workshop::new(listing, entry);
    let mut offers = Vec::new();
    let counted = before - entry.line.cost() as i32;
    if printed.value == counted || number_damaged || !confirmed && is_misreading(printed.value, counted) {
        let sure = printed.value == counted || number_damaged;
        offers.push(workshop.number(counted, if sure { 0 } else { 70 }));
    }
    if printed.value != counted && !number_damaged && workshop.text.len() <= LONGEST {
        offers.extend(workshop.text_repairs(before - printed.value));
    }
    ranked(offers)
}

/// Repairs for a difference that may lie in the line itself (`own`) or in one of those before it that have
/// no number. Lines that BASIC does not understand come first.
pub(super) fn of_stretch(
    listing: &Listing,
    before: &[&Entry],
    own: Vec<Repair>,
    missing: i32,
) -> Vec<Repair> {
    let doubted = |entry: &&&Entry| first_error(&entry.line.text, listing.dialect()).is_some();
    let of = |entry: &&Entry| {
        let workshop = Workshop::new(listing, entry);
        let fits = workshop.text.len() <= LONGEST;
        ranked(if fits { workshop.text_repairs(entry.line.cost() as i32 + missing) } else { Vec::new() })
    };
    let first = before.iter().filter(doubted).flat_map(of);
    let last = before.iter().filter(|entry| !doubted(entry)).flat_map(|entry| of(entry).into_iter().take(2));
    first.chain(own).chain(last).take(OFFERED).collect()
}

/// Readings of a line that BASIC does not understand: the same bytes, one character read differently.
pub(super) fn readings(listing: &Listing, entry: &Entry) -> Vec<Repair> {
    let workshop = Workshop::new(listing, entry);
    let bytes = entry.line.cost() as i32;
    let changes = workshop.look_alikes().into_iter().filter_map(|change| workshop.offer(&[&change], bytes));
    ranked(changes.filter(|offer| offer.unlikely < NOT_UNDERSTOOD).collect())
}

/// Whether one number can be print for the other: one digit differs, was lost or added, or two neighbours
/// are exchanged.
pub(super) fn is_misreading(printed: i32, meant: i32) -> bool {
    let (printed, meant) = (printed.to_string().into_bytes(), meant.to_string().into_bytes());
    if printed.len().abs_diff(meant.len()) == 1 {
        let (long, short) = if printed.len() > meant.len() { (&printed, &meant) } else { (&meant, &printed) };
        return (0..long.len()).any(|i| long[..i] == short[..i] && long[i + 1..] == short[i..]);
    }
    if printed.len() != meant.len() {
        return false;
    }
    let differing: Vec<usize> = (0..meant.len()).filter(|&i| printed[i] != meant[i]).collect();
    match differing[..] {
        [] | [_] => true,
        [a, b] => b == a + 1 && printed[a] == meant[b] && printed[b] == meant[a],
        _ => false,
    }
}

struct Offer {
    unlikely: u32,
    repair: Repair,
    bytes: Vec<u8>,
}

/// Best first, each reading once; what BASIC does not understand only if it understands nothing else.
fn ranked(mut offers: Vec<Offer>) -> Vec<Repair> {
    offers.sort_by_key(|offer| offer.unlikely);
    if offers.first().is_some_and(|best| best.unlikely < NOT_UNDERSTOOD) {
        offers.retain(|offer| offer.unlikely < NOT_UNDERSTOOD);
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

/// A change of the printed text: `remove` characters at `at` become `insert`.
#[derive(Clone)]
struct Change {
    at: usize,
    remove: usize,
    insert: String,
    unlikely: u32,
    why: String,
}

/// A line on the bench.
struct Workshop<'a> {
    header: &'a Header,
    dialect: Dialect,
    number: u16,
    /// `(1784) 2`
    head: String,
    /// The text of the line as printed.
    text: Vec<char>,
    wraps: Vec<usize>,
    /// For each place of the text, and behind it: whether it lies in a string or remark.
    literal: Vec<bool>,
    /// Whether a string is left open at the end.
    open: bool,
    /// The text with small letters as the machine's capitals, but for the typewriter's conventions.
    capitals: Vec<char>,
    /// Whether the line is a remark.
    remark: bool,
}

impl<'a> Workshop<'a> {
    fn new(listing: &'a Listing, entry: &Entry) -> Self {
        let at = entry.text_at;
        let text = entry.raw.chars[at..].to_vec();
        let capitals: Vec<char> = text.iter().map(|&c| listing.header.capital(c)).collect();
        let meant: Vec<char> = text.iter().map(|&c| listing.header.meant(c)).collect();
        let literal = literal_places(&meant);
        let remark = meant.iter().find(|c| **c != ' ') == Some(&'.');
        Self {
            open: !remark && literal.last() == Some(&true),
            header: &listing.header,
            dialect: listing.dialect(),
            number: entry.line.number,
            head: entry.raw.chars[..at].iter().collect(),
            literal,
            wraps: entry.raw.wraps.iter().filter_map(|wrap| wrap.checked_sub(at)).collect(),
            text,
            capitals,
            remark,
        }
    }

    /// The reading in which the number in parentheses is wrong and the line right.
    fn number(&self, counted: i32, unlikely: u32) -> Offer {
        let line_number = self.head.rsplit(')').next().unwrap_or_default().trim_start();
        let text: String = self.text.iter().collect();
        let bytes = self.scan(&self.text).unwrap_or_default();
        let printed = self.head.trim_start_matches('(').split(')').next().unwrap_or_default();
        Offer {
            unlikely,
            repair: Repair {
                text: format!("({counted}) {line_number}{text}"),
                canonical: Line { number: self.number, text: bytes.clone() }.to_text(),
                why: format!("the number: read `{printed}` as {counted}"),
            },
            // Not the same reading as a change of the text that happens to leave the same bytes.
            bytes: [bytes, counted.to_string().into_bytes()].concat(),
        }
    }

    fn scan(&self, text: &[char]) -> Option<Vec<u8>> {
        line::scan(text, &self.header.conventions).ok()
    }

    /// Changes that give the line `wanted` bytes.
    fn text_repairs(&self, wanted: i32) -> Vec<Offer> {
        let missing = wanted - self.scan(&self.text).map_or(0, |bytes| bytes.len() as i32 + 3);
        let mut changes = self.deletions();
        changes.extend(self.insertions());
        changes.extend(self.look_alikes());
        changes.extend(self.blanks(missing));
        changes.extend(self.repeats(-missing));
        let single: Vec<Offer> = changes.iter().filter_map(|change| self.offer(&[change], wanted)).collect();
        if single.iter().any(|offer| offer.unlikely < NOT_UNDERSTOOD) {
            return single;
        }
        changes.retain(|change| change.unlikely <= LIKELY);
        changes.sort_by_key(|change| change.unlikely);
        changes.truncate(PAIRED);
        let pairs =
            changes.iter().enumerate().flat_map(|(i, a)| changes[i + 1..].iter().map(move |b| [a, b]));
        single.into_iter().chain(pairs.filter_map(|pair| self.offer(&pair, wanted))).collect()
    }

    /// The line after some changes, if it then has `wanted` bytes.
    fn offer(&self, changes: &[&Change], wanted: i32) -> Option<Offer> {
        let text = apply(&self.text, changes)?;
        let bytes = self.scan(&text).filter(|bytes| bytes.len() as i32 + 3 == wanted)?;
        let error = first_error(&bytes, self.dialect).is_some();
        let unlikely = changes.iter().map(|change| change.unlikely).sum::<u32>()
            + if error { NOT_UNDERSTOOD } else { 0 };
        let reasons: Vec<&str> = changes.iter().map(|change| change.why.as_str()).collect();
        let text: String = text.iter().collect();
        Some(Offer {
            unlikely,
            repair: Repair {
                text: format!("{}{text}", self.head),
                canonical: Line { number: self.number, text: bytes.clone() }.to_text(),
                why: reasons.join(" and "),
            },
            bytes,
        })
    }

    fn deletions(&self) -> Vec<Change> {
        (0..self.text.len()).map(|at| self.deletion(at)).collect()
    }

    fn deletion(&self, at: usize) -> Change {
        let here = self.text[at];
        let neighbours = [at.checked_sub(1), Some(at + 1)].map(|i| i.and_then(|i| self.text.get(i)).copied());
        let last = at + 1 == self.text.len();
        let (unlikely, why) = if here == '"' && last {
            (9, "the closing quote at the end of the line is not needed and was added".to_owned())
        } else if neighbours.contains(&Some(here)) {
            (10, format!("`{here}` was doubled"))
        } else if neighbours.iter().flatten().any(|&other| look_alike(here, other)) {
            let unlikely = if here.is_ascii_digit() { 11 } else { 10 };
            (unlikely, format!("one character was read as two: the `{here}` is too many"))
        } else if here == ' ' {
            (20, "a blank is too many".to_owned())
        } else {
            (60, format!("`{here}` is too many"))
        };
        Change { at, remove: 1, insert: String::new(), unlikely, why }
    }

    /// One character put in. At a wrap a separator is easily lost; elsewhere what BASIC needs there.
    fn insertions(&self) -> Vec<Change> {
        const SIGNS: &str = ";,\"():=#+-×÷<>@.";
        // Nothing but a remark's point stands before the first character, and that needs no guess.
        let places = 1..=self.text.len();
        let mut changes: Vec<Change> =
            places.flat_map(|at| SIGNS.chars().map(move |sign| self.insertion(at, sign))).collect();
        changes.extend((0..self.text.len()).filter(|&at| !self.literal[at]).map(|at| {
            let sign = self.text[at];
            self.put_in(at, sign.to_string(), 65, format!("one of two `{sign}` was lost"))
        }));
        changes
    }

    fn insertion(&self, at: usize, sign: char) -> Change {
        let behind_quote = at > 0 && self.text[at - 1] == '"' && !self.literal[at];
        let at_wrap = self.wraps.contains(&at);
        let (unlikely, why) = match sign {
            ';' if at_wrap && !self.literal[at] => (8, "the `;` was lost at the wrap".to_owned()),
            ',' if behind_quote && matches!(self.text.get(at), None | Some(';')) => {
                (12, "the `,` behind the closing quote was lost; without it PRINT ends its line".to_owned())
            }
            ',' if behind_quote => (14, "the `,` behind the closing quote was lost".to_owned()),
            '"' if at == self.text.len() => (30, "the closing quote was lost".to_owned()),
            // An open string: a closing quote belongs before a separator.
            '"' if self.literal[at] && self.open && matches!(self.text[at], ';' | ',') => {
                (20, "the closing quote was lost".to_owned())
            }
            // Either makes BASIC take the rest on trust: a remark, a tape statement.
            '.' | ':' if !self.literal[at] => (90, format!("`{sign}` was lost")),
            _ if at_wrap && !self.literal[at] => (35, format!("`{sign}` was lost at the wrap")),
            _ if self.literal[at] => (70, format!("`{sign}` was lost")),
            ';' => (25, "the `;` between two statements was lost".to_owned()),
            _ => (45, format!("`{sign}` was lost")),
        };
        self.put_in(at, self.header.written(sign).to_string(), unlikely, why)
    }

    fn put_in(&self, at: usize, insert: String, unlikely: u32, why: String) -> Change {
        Change { at, remove: 0, insert, unlikely, why }
    }

    /// Blanks that collapsed into one or into none: beside a blank, at the ends of strings and
    /// remarks, at wraps.
    fn blanks(&self, missing: i32) -> Vec<Change> {
        let Ok(count) = usize::try_from(missing) else { return Vec::new() };
        if count == 0 {
            return Vec::new();
        }
        let blank = self.header.written(' ').to_string();
        let says = if count == 1 { "a blank was".to_owned() } else { format!("{count} blanks were") };
        let places = (0..=self.text.len()).filter_map(|at| Some((at, self.blank_place(at, count)?)));
        places
            .map(|(at, (unlikely, place))| {
                self.put_in(at, blank.repeat(count), unlikely, format!("{says} lost {place}"))
            })
            .collect()
    }

    fn blank_place(&self, at: usize, count: usize) -> Option<(u32, &'static str)> {
        let is_blank =
            |i: Option<usize>| i.and_then(|i| self.text.get(i)).is_some_and(|&c| self.header.meant(c) == ' ');
        let remark = self.remark;
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
            // Each run of blanks is one place: behind it.
            return (!is_blank(Some(at))).then_some((if remark { 8 } else { 18 }, "where one stands"));
        }
        if at == self.text.len() && self.open {
            return Some((10, "at the end of the line, where they cannot be seen"));
        }
        let edge = at == self.text.len() || self.text.get(at) == Some(&'"') || self.text[at - 1] == '"';
        edge.then_some((if remark { 28 } else { 22 }, "at the end of the string"))
    }

    /// A stretch that stands twice, as happens where a page breaks.
    fn repeats(&self, surplus: i32) -> Vec<Change> {
        let mut changes: Vec<Change> = Vec::new();
        for length in 2..=usize::try_from(surplus).unwrap_or(0).saturating_mul(6).min(self.text.len() / 2) {
            for at in 0..=self.text.len() - 2 * length {
                let (first, second) = self.text[at..at + 2 * length].split_at(length);
                if first == second && changes.len() < REPEATS {
                    let why = format!("`{}` stands twice", first.iter().collect::<String>());
                    changes.push(Change { at, remove: length, insert: String::new(), unlikely: 12, why });
                }
            }
        }
        changes
    }

    /// One character read as another that looks like it, and a letter wrong inside a word.
    fn look_alikes(&self) -> Vec<Change> {
        let mut changes = Vec::new();
        for (at, &here) in self.text.iter().enumerate().filter(|(at, _)| !self.literal[*at]) {
            for other in similar(here) {
                let why = format!("`{here}` was read for `{other}`");
                changes.push(Change { at, remove: 1, insert: other.to_string(), unlikely: 15, why });
            }
        }
        changes.extend(self.broken_words());
        changes
    }

    /// Where the text has words that are in order.
    fn words(&self) -> Vec<Range<usize>> {
        let starts = (0..self.text.len()).filter(|&at| !self.literal[at]);
        starts
            .flat_map(|at| {
                let fits = move |word: &&&str| word.len() > 2 && starts_with(&self.capitals[at..], word);
                WORDS.iter().filter(fits).map(move |word| at..at + word.len())
            })
            .collect()
    }

    /// Words with one letter wrong, lost or too many, or with a blank inside.
    fn broken_words(&self) -> Vec<Change> {
        let mut changes = Vec::new();
        let words = self.words();
        let intact =
            |range: Range<usize>| words.iter().any(|word| word.start < range.end && range.start < word.end);
        let spelled = ["STOP", "TRACE", "ABS", "CALL", "LET"];
        for word in WORDS.iter().copied().chain(spelled).filter(|word| word.len() > 2) {
            let letters: Vec<char> = word.chars().collect();
            for at in (0..self.text.len()).filter(|&at| !self.literal[at]) {
                for remove in word.len() - 1..=word.len() + 1 {
                    let Some(found) = self.capitals.get(at..at + remove) else { continue };
                    if found[0].is_ascii_alphabetic() && one_slip(found, &letters) && !intact(at..at + remove)
                    {
                        let why = format!("`{}` was read for {word}", found.iter().collect::<String>());
                        changes.push(Change { at, remove, insert: word.to_owned(), unlikely: 14, why });
                    }
                }
            }
        }
        changes
    }
}

/// Whether exactly one character is wrong, lost or too many, or two neighbours are exchanged.
fn one_slip(found: &[char], word: &[char]) -> bool {
    let same = found.iter().zip(word).take_while(|(a, b)| a == b).count();
    let (found_rest, word_rest) = (&found[same..], &word[same..]);
    match found.len().cmp(&word.len()) {
        std::cmp::Ordering::Equal => {
            let exchanged = same + 1 < word.len() && found_rest[..2] == [word_rest[1], word_rest[0]];
            same < word.len()
                && (found_rest[1..] == word_rest[1..] || exchanged && found_rest[2..] == word_rest[2..])
        }
        std::cmp::Ordering::Less => *found_rest == word_rest[1..],
        std::cmp::Ordering::Greater => found_rest[1..] == *word_rest,
    }
}

/// The characters that a page confuses with one.
fn similar(character: char) -> Vec<char> {
    const SIGNS: [(char, char); 8] =
        [(',', ';'), ('.', ','), (':', ';'), ('-', '='), ('(', 'C'), ('x', '×'), ('÷', '+'), ('O', 'Q')];
    let pairs = DIGIT_LOOKALIKES.iter().chain(&SIGNS);
    pairs
        .filter_map(|&(a, b)| if a == character { Some(b) } else { (b == character).then_some(a) })
        .filter(|other| !other.is_ascii_lowercase() && *other != '|')
        .collect()
}

fn look_alike(a: char, b: char) -> bool {
    let digit = |c| DIGIT_LOOKALIKES.iter().find(|(read, _)| *read == c).map_or(c, |(_, digit)| *digit);
    a != b && digit(a) == digit(b)
}

/// Text after changes, which must not overlap; from the last to the first.
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

/// For each place of a text, and the one behind it: whether a character put there is inside a string
/// or remark.
fn literal_places(text: &[char]) -> Vec<bool> {
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
