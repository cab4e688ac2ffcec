//! The header lines `;! key: value`.

use std::ops::Range;
use std::rc::Rc;

use super::{Amount, CutPoint, HeaderLine, Noted, Sheet, Term};
use crate::fault::{Fault, Hint};
use crate::options::Dialect;
use crate::suggestions::nearest;
use crate::syntax::number::number;
use crate::syntax::scan::{At, run, slice, trim};
use crate::words;

/// The header of a file.
#[derive(Debug, Default)]
pub(crate) struct HeaderScan {
    pub(crate) sheet: Sheet,
    /// The header line (from 0) and byte range that name the processor.
    pub(crate) cpu_at: Option<(usize, Range<usize>)>,
    pub(crate) faults: Vec<(usize, At)>,
}

impl HeaderScan {
    /// Returns the fault because of which no line names the processor, if any: a wrong name, or a line whose key cannot be read.
    pub(crate) fn cpu_fault(&self) -> Option<&(usize, At)> {
        let is_cpu = |fault: &Fault| matches!(fault, Fault::HeaderValue { key: "cpu", .. });
        let is_key = |fault: &Fault| matches!(fault, Fault::HeaderKey(_) | Fault::HeaderSyntax);
        let find = |is: &dyn Fn(&Fault) -> bool| self.faults.iter().find(|(_, at)| is(&at.fault));
        find(&is_cpu).or_else(|| find(&is_key))
    }

    pub(crate) fn is_sheet(&self) -> bool {
        self.sheet.routine.is_some() || self.sheet.processor.is_some()
    }
}

/// A header key: name, description of its value, whether it may be repeated, and its parser.
struct Key {
    name: &'static str,
    takes: &'static str,
    repeats: bool,
    take: Take,
}

/// Stores a value, or returns `None` if it is not valid.
type Take = fn(&mut Sheet, &str) -> Option<()>;

const fn key(name: &'static str, takes: &'static str, repeats: bool, take: Take) -> Key {
    Key { name, takes, repeats, take }
}

const TERMS: &str = "a list such as `A = letter, HL`, or `none`";
const TEXT: &str = "a text";
const CONDITION: &str = "a condition such as `y = x + 1`";

/// The maximum number of bytes that `pops` states.
const MAX_POPS: u16 = 64;

const KEYS: [Key; 27] = [
    key("routine", "a label", false, |sheet, value| {
        sheet.routine = Some(value.to_owned()).filter(|name| crate::syntax::scan::is_name(name));
        sheet.routine.as_ref().map(drop)
    }),
    key("cpu", "8080, z80 or 6502", false, |sheet, value| {
        sheet.processor = words::processor(value);
        sheet.processor.map(drop)
    }),
    key("dialect", "the name of an assembler, such as ca65", false, |_, value| {
        Dialect::named(value).map(drop)
    }),
    key("org", "an address such as 0100H", false, |sheet, value| {
        sheet.origin = number(value).and_then(|value| value.try_into().ok());
        sheet.origin.map(drop)
    }),
    key("in", TERMS, true, |sheet, value| terms(&mut sheet.inputs, value)),
    key("out", TERMS, true, |sheet, value| terms(&mut sheet.outputs, value)),
    key("clobbers", TERMS, true, |sheet, value| terms(&mut sheet.clobbers, value)),
    key("stack", "a word in memory such as `(sp)`", false, |sheet, value| {
        let mut list = Vec::new();
        terms(&mut list, value)?;
        let is_place = |term: &Term| term.place.starts_with('(') && term.meaning.is_empty() && !term.points;
        sheet.stack = list.pop().filter(is_place);
        (list.is_empty() && sheet.stack.is_some()).then_some(())
    }),
    key("pops", "a number of bytes, at most 64", false, |sheet, value| {
        let count = noted(value, |word| number(word)?.try_into().ok())?.value;
        sheet.pops = count;
        (count <= MAX_POPS).then_some(())
    }),
    key("oracle", "a name", false, |sheet, value| {
        sheet.oracle = noted(value, |word| Some(word.to_owned()));
        sheet.oracle.as_ref().map(drop)
    }),
    key("requires", CONDITION, true, |_, value| is_given(value)),
    key("ensures", CONDITION, true, |_, value| is_given(value)),
    key("example", "inputs and outputs, as in `x = 1, y = 2 => z = 3`", true, |_, value| is_given(value)),
    key("same-as", "the file of another sheet", false, |_, value| is_given(value)),
    key("at", "a label and what is there, as in `LOOP: B = n`", true, |_, value| cut_point(value).map(drop)),
    key("invariant", CONDITION, true, |_, value| is_given(value)),
    key("decreases", "a number such as `n`, or several", true, |_, value| is_given(value)),
    key("expands", "an element such as `x`", true, |_, value| is_given(value)),
    key(
        "remaining",
        "a number of cycles such as `25 * n + 10`, or the fewest and the most",
        true,
        |_, value| is_given(value),
    ),
    key("bytes", "a number, or a budget as in <= 23", false, |sheet, value| {
        let (value, note) = Amount::parse(value)?;
        sheet.bytes = Some(Noted { value, note: note.to_owned() });
        (value.is_budget || value.least == value.most).then_some(())
    }),
    key("cycles", "a number, two as in 17-23, or a budget as in <= 23", false, |sheet, value| {
        let (value, note) = Amount::parse(value)?;
        sheet.cycles = Some(Noted { value, note: note.to_owned() });
        Some(())
    }),
    key("device", "a device and its address, as in `permuter 0D000H`", false, |sheet, value| {
        let (name, address) = value.split_once([' ', '\t'])?;
        let address = number(address.trim()).and_then(|address| address.try_into().ok())?;
        sheet.device = Some((name.to_owned(), address));
        Some(())
    }),
    key("title", TEXT, true, |sheet, value| about(sheet, "title", value)),
    key("author", TEXT, true, |sheet, value| about(sheet, "author", value)),
    key("date", TEXT, true, |sheet, value| about(sheet, "date", value)),
    key("source", TEXT, true, |sheet, value| about(sheet, "source", value)),
    key("note", TEXT, true, |sheet, value| about(sheet, "note", value)),
];

/// Returns the keys of header lines, each with a description of its value.
pub fn keys() -> impl Iterator<Item = (&'static str, &'static str)> {
    KEYS.iter().map(|key| (key.name, key.takes))
}

/// Accepts the text of a key that is kept with its place, by [`Found::line`].
fn is_given(value: &str) -> Option<()> {
    (!value.is_empty()).then_some(())
}

fn about(sheet: &mut Sheet, key: &str, value: &str) -> Option<()> {
    sheet.about.push((key.to_owned(), value.to_owned()));
    Some(())
}

/// Parses terms. The span of each is its place in the value; [`place`] completes its line.
fn terms(list: &mut Vec<Term>, value: &str) -> Option<()> {
    let code = value.split(';').next().unwrap_or_default();
    if code.trim().eq_ignore_ascii_case("none") {
        return Some(());
    }
    let mut next = 0;
    for term in code.split(',') {
        let span = trim(code, next..next + term.len());
        next += term.len() + 1;
        let points = term.contains("->");
        let sign = if points { "->" } else { "=" };
        let (place, meaning) = term.split_once(sign).unwrap_or((term, ""));
        let (place, meaning) = (place.trim().to_owned(), meaning.trim().to_owned());
        if place.is_empty() {
            return None;
        }
        let line = HeaderLine { number: 0, text: String::new(), span };
        list.push(Term { place, points, meaning, line });
    }
    Some(())
}

/// States in which line terms are that were just parsed, from this byte of it on.
fn place(list: &mut [Term], line: &HeaderLine, first: usize) {
    for term in list.iter_mut().filter(|term| term.line.number == 0) {
        let span = first + term.line.span.start..first + term.line.span.end;
        term.line = HeaderLine { span, ..line.clone() };
    }
}

/// Parses `LABEL: terms` or `LABEL`.
fn cut_point(value: &str) -> Option<(String, Vec<Term>)> {
    let code = value.split(';').next().unwrap_or_default();
    let (label, state) = code.split_once(':').unwrap_or((code, "none"));
    let mut list = Vec::new();
    terms(&mut list, state)?;
    let label = label.trim();
    crate::syntax::scan::is_name(label).then(|| (label.to_owned(), list))
}

/// Parses the first word as a value and keeps the rest as a note.
fn noted<T>(value: &str, parse: impl Fn(&str) -> Option<T>) -> Option<Noted<T>> {
    let (word, note) = value.split_once([' ', '\t']).unwrap_or((value, ""));
    let (word, note) = (word.trim_end_matches([',', ';']), note.trim().to_owned());
    parse(word).map(|value| Noted { value, note })
}

/// Parses the header lines among the comments at the top of a file.
pub(crate) fn read(lines: &[Rc<str>]) -> HeaderScan {
    let mut found = HeaderScan::default();
    let mut seen: Vec<&'static str> = Vec::new();
    for (number, line) in lines.iter().enumerate() {
        let start = line.trim_start();
        if !(start.is_empty() || start.starts_with(';')) {
            break;
        }
        let Some(text) = after_mark(line) else { continue };
        if let Err(at) = found.line(number, line, text, &mut seen) {
            found.faults.push((number, at));
        }
    }
    if !found.is_sheet() {
        // Above the first instruction of a program this is not a key of a header: it states the cycles of a part.
        found.faults.retain(|(_, at)| !matches!(&at.fault, Fault::HeaderKey(key) if is_about_part(key)));
    }
    found
}

/// Returns the byte after the sign of a header line: `;!`, in dialects with comments of that kind also `//!`.
pub(super) fn after_mark(line: &str) -> Option<usize> {
    let start = line.len() - line.trim_start().len();
    let rest = line.get(start..)?;
    MARKS.iter().find(|mark| rest.starts_with(*mark)).map(|mark| start + mark.len())
}

/// The beginning of a header line.
pub(super) const MARKS: [&str; 2] = [";!", "//!"];

/// Whether a key states the cycles up to a label: `cycles to LABEL`.
pub(super) fn is_about_part(key: &str) -> bool {
    let mut words = key.split_whitespace();
    let mut is = |word: &str| words.next().is_some_and(|own| own.eq_ignore_ascii_case(word));
    is("cycles") && is("to")
}

/// Returns the key with a name, in any case.
pub(super) fn is_key(name: &str) -> bool {
    KEYS.iter().any(|key| key.name.eq_ignore_ascii_case(name))
}

/// Reads a header line without its sign, `key: value`, alone. The error says what the key takes.
pub fn read_line(text: &str) -> Result<Sheet, Fault> {
    let (written, value) = text.split_once(':').ok_or(Fault::HeaderSyntax)?;
    let written = written.trim();
    let key = KEYS.iter().find(|key| key.name.eq_ignore_ascii_case(written));
    let key = key.ok_or_else(|| Fault::HeaderKey(written.to_owned()))?;
    let mut sheet = Sheet::default();
    let taken = (key.take)(&mut sheet, value.trim());
    taken.map(|()| sheet).ok_or(Fault::HeaderValue { key: key.name, takes: key.takes })
}

impl HeaderScan {
    /// Reads a line whose sign ends before a byte.
    pub(super) fn line(
        &mut self,
        number: usize,
        line: &str,
        start: usize,
        seen: &mut Vec<&'static str>,
    ) -> Result<(), At> {
        let colon = slice(line, start..line.len()).find(':').map(|colon| start + colon);
        let colon = colon.ok_or_else(|| no_colon(line, start))?;
        let (name, value) = (trim(line, start..colon), trim(line, colon + 1..line.len()));
        let written = slice(line, name.clone());
        let Some(key) = KEYS.iter().find(|key| key.name.eq_ignore_ascii_case(written)) else {
            return Err(unknown(written, name));
        };
        if !key.repeats && seen.contains(&key.name) {
            return Err(At::new(Fault::HeaderTwice(key.name.to_owned()), name));
        }
        seen.push(key.name);
        (key.take)(&mut self.sheet, slice(line, value.clone())).ok_or_else(|| {
            let span = if value.is_empty() { 0..line.len() } else { value.clone() };
            At::new(Fault::HeaderValue { key: key.name, takes: key.takes }, span)
        })?;
        let whole = |span: Range<usize>| HeaderLine { number: number + 1, text: line.to_owned(), span };
        match key.name {
            "cpu" => self.cpu_at = Some((number, value)),
            "bytes" => self.sheet.bytes_at = Some((number, value)),
            "requires" => self.sheet.requires.push(whole(value)),
            "ensures" => self.sheet.ensures.push(whole(value)),
            "example" => self.sheet.examples.push(whole(value)),
            "same-as" => self.sheet.same_as = Some(whole(value)),
            "in" => place(&mut self.sheet.inputs, &whole(value.clone()), value.start),
            "out" => place(&mut self.sheet.outputs, &whole(value.clone()), value.start),
            "stack" => place(self.sheet.stack.as_mut_slice(), &whole(value.clone()), value.start),
            "clobbers" => place(&mut self.sheet.clobbers, &whole(value.clone()), value.start),
            "at" => self.add_cut_point(whole(value)),
            "invariant" | "decreases" | "expands" | "remaining" => {
                self.add_to_cut_point(key.name, whole(value), name)?;
            }
            _ => {}
        }
        Ok(())
    }

    fn add_cut_point(&mut self, line: HeaderLine) {
        if let Some((label, mut state)) = cut_point(line.value()) {
            let terms = line.value().find(':').map_or(0, |colon| colon + 1);
            place(&mut state, &line, line.span.start + terms);
            let (invariants, decreases, expands, remaining) = (Vec::new(), None, None, None);
            let cut_point = CutPoint { line, label, state, invariants, decreases, expands, remaining };
            self.sheet.cut_points.push(cut_point);
        }
    }

    /// Adds a line to the last cut point.
    fn add_to_cut_point(
        &mut self,
        key: &'static str,
        line: HeaderLine,
        name: Range<usize>,
    ) -> Result<(), At> {
        let Some(cut_point) = self.sheet.cut_points.last_mut() else {
            return Err(At::new(Fault::HeaderOrder { key, after: "at" }, name));
        };
        let only = match key {
            "decreases" => &mut cut_point.decreases,
            "expands" => &mut cut_point.expands,
            "remaining" => &mut cut_point.remaining,
            _ => {
                cut_point.invariants.push(line);
                return Ok(());
            }
        };
        match only.replace(line) {
            Some(_) => Err(At::new(Fault::HeaderTwice(key.to_owned()), name)),
            None => Ok(()),
        }
    }
}

fn unknown(written: &str, span: Range<usize>) -> At {
    let names = KEYS.iter().map(|key| key.name);
    let hint = match nearest(written, names.clone()) {
        Some(near) => Hint::did_you_mean(near),
        None => format!("the keys are {}", names.collect::<Vec<_>>().join(", ")).into(),
    };
    let span = if span.is_empty() { 0..2 } else { span };
    At::new(Fault::HeaderKey(written.to_owned()), span).hint(hint)
}

/// Returns the fault of a line without a colon. If its first word is a key, or nearly one, the hint shows the line with a colon.
fn no_colon(line: &str, start: usize) -> At {
    let at = At::new(Fault::HeaderSyntax, 0..line.len());
    let text = trim(line, start..line.len());
    let word = text.start..run(line, text.start, |byte| !byte.is_ascii_whitespace() && byte != b'=');
    let rest = slice(line, word.end..text.end).trim_start_matches(['=', ' ', '\t']);
    match nearest(slice(line, word), KEYS.iter().map(|key| key.name)) {
        Some(near) => {
            let right = format!(";! {near}: {rest}");
            at.hint(Hint::new(format!("write `{right}`"), right))
        }
        None => at,
    }
}
