//! The translations of the program, the direct command and the answer to INPUT.
//!
//! All of them are discarded when an edit or a poke changes program bytes, and execution continues at the same place in the new text.

use super::{Origin, stack::ReturnAddress};
use crate::{
    Dialect, Why, cost,
    op::{Code, Op, Pc},
    store::{LinePlace, Store},
    translate::{self, Begin, Source},
    words::code,
};

/// Lines translated at a time. More gains nothing, and costs a program that overwrites itself in a loop.
const BATCH: usize = 16;

/// A text outside the program, with its translation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct OtherText {
    text: Vec<u8>,
    code: Code,
}

impl OtherText {
    fn replace(&mut self, text: Vec<u8>) {
        self.text = text;
        self.code.clear();
    }
}

/// A cache of translations. The program's lines are translated when they are first executed, and all
/// translations are discarded when the program changes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Translations {
    dialect: Dialect,
    program: Code,
    direct: OtherText,
    answer: OtherText,
    /// The program's lines, in memory order.
    lines: Vec<LinePlace>,
    /// For each line, where its translation begins.
    entries: Vec<Option<Pc>>,
    /// Counts how often translations were discarded. A position in a translation is valid for one epoch.
    epoch: u32,
    /// Whether lines are translated for TRACE.
    is_tracing: bool,
    /// Whether each line's number is greater than the one before. Writes with `%` can change that.
    is_ordered: bool,
    found: FoundLines,
}

/// The lines that GOTO and GOSUB found last: in each of four places a number and the index of its line. They matter only
/// if numbers are out of order. Evidence: choice, as our cartridge does.
type FoundLines = [Option<(u16, u16)>; 4];

/// Returns the instruction after a line that ends at `end`. A program that has overwritten its own carriage return
/// continues where no line begins.
fn after_line(lines: &[LinePlace], end: usize, store: &Store) -> Op {
    let next = lines.partition_point(|line| line.text < end + 3);
    match lines.get(next) {
        Some(line) if line.text > end + 3 => Op::NextText(end as u16 + 3),
        None if end + 3 < store.end() => Op::NextText(end as u16 + 3),
        _ => Op::NextLine(next as u16),
    }
}

/// Returns the address of the carriage return that ends a line's text. If a program has overwritten its last one, the line
/// continues with the free bytes.
fn end_of_text(store: &Store, from: usize) -> usize {
    let rest = store.bytes().get(from..).unwrap_or_default();
    from + rest.iter().position(|&byte| byte == code::GO).unwrap_or(rest.len())
}

/// Returns the place of a line number in [`FoundLines`].
fn place_of(number: u16) -> usize {
    usize::from((number as u8 >> 1).wrapping_add(number as u8) & 3)
}

impl Translations {
    pub(super) fn new(dialect: Dialect) -> Self {
        Self { dialect, is_ordered: true, ..Self::default() }
    }

    /// Returns empty translations for which no position of these is valid.
    pub(super) fn successor(&self) -> Self {
        Self { epoch: self.epoch.wrapping_add(1), ..Self::new(self.dialect) }
    }

    pub(super) fn dialect(&self) -> Dialect {
        self.dialect
    }

    pub(super) fn lines(&self) -> &[LinePlace] {
        &self.lines
    }

    pub(super) fn epoch(&self) -> u32 {
        self.epoch
    }

    pub(super) fn code(&self, origin: Origin) -> &Code {
        match origin {
            Origin::Program => &self.program,
            Origin::Direct => &self.direct.code,
            Origin::Answer => &self.answer.code,
        }
    }

    pub(super) fn code_mut(&mut self, origin: Origin) -> &mut Code {
        match origin {
            Origin::Program => &mut self.program,
            Origin::Direct => &mut self.direct.code,
            Origin::Answer => &mut self.answer.code,
        }
    }

    /// Returns the bytes that a translation was made from.
    pub(super) fn text<'a>(&'a self, origin: Origin, store: &'a Store) -> &'a [u8] {
        match origin {
            Origin::Program => store.bytes(),
            Origin::Direct => &self.direct.text,
            Origin::Answer => &self.answer.text,
        }
    }

    /// Returns a part of a text, cut off at its end.
    pub(super) fn slice<'a>(
        &'a self,
        origin: Origin,
        store: &'a Store,
        (from, length): (u16, u16),
    ) -> &'a [u8] {
        let text = self.text(origin, store);
        let from = usize::from(from).min(text.len());
        &text[from..(from + usize::from(length)).min(text.len())]
    }

    /// Discards the translations: the program's bytes have changed.
    pub(super) fn discard(&mut self, store: &Store) {
        self.lines.clear();
        self.lines.extend(store.places());
        self.is_ordered = self.lines.is_sorted_by(|a, b| a.number < b.number);
        self.forget_found();
        self.entries.clear();
        self.entries.resize(self.lines.len(), None);
        self.program.clear();
        self.direct.code.clear();
        self.epoch = self.epoch.wrapping_add(1);
    }

    pub(super) fn toggle_tracing(&mut self) {
        self.is_tracing = !self.is_tracing;
    }

    pub(super) fn set_direct(&mut self, text: Vec<u8>) {
        self.direct.replace(text);
    }

    /// Translates an answer to INPUT; its code begins at 0.
    pub(super) fn set_answer(&mut self, text: Vec<u8>) {
        self.answer.replace(text);
        let OtherText { text, code } = &mut self.answer;
        let after = Some(Op::Answered);
        let source = Source { text, end: text.len(), after, lines: &self.lines, dialect: self.dialect };
        translate::answer(source, code);
    }

    /// Returns where the translation of a line begins, if it has one.
    #[inline]
    pub(super) fn entry(&self, index: usize) -> Option<Pc> {
        self.entries.get(index).copied().flatten()
    }

    /// Returns where the translation of a line begins, and makes it if necessary.
    pub(super) fn enter_line(&mut self, index: usize, store: &Store) -> Pc {
        if self.entries[index].is_none() {
            self.translate_batch(index, store);
        }
        self.entries[index].unwrap_or(0)
    }

    /// Translates a line and the untranslated lines after it, so that one runs into the next.
    fn translate_batch(&mut self, first: usize, store: &Store) {
        let count = self.entries[first..].iter().take(BATCH).take_while(|entry| entry.is_none()).count();
        for index in first..first + count {
            let place = self.lines[index];
            self.entries[index] = Some(self.program.next());
            if self.is_tracing {
                self.program.push(Op::Traced(place.number), place.text);
            }
            let is_last = index + 1 == first + count;
            let source = Source {
                text: store.bytes(),
                end: end_of_text(store, place.text),
                after: is_last.then_some(Op::NextLine(index as u16 + 1)),
                lines: if self.is_ordered { &self.lines } else { &[] },
                dialect: self.dialect,
            };
            translate::rest(source, place.text, Begin::Statement, &mut self.program);
        }
    }

    /// Translates the rest of a text from `at` and returns where it begins.
    pub(super) fn translate_rest(&mut self, origin: Origin, at: usize, begin: Begin, store: &Store) -> Pc {
        let (lines, dialect) = (self.lines.as_slice(), self.dialect);
        let known = if self.is_ordered { lines } else { &[] };
        let OtherText { text, code } = match origin {
            Origin::Program => {
                let end = end_of_text(store, at);
                let after = Some(after_line(lines, end, store));
                let source = Source { text: store.bytes(), end, after, lines: known, dialect };
                return translate::rest(source, at, begin, &mut self.program);
            }
            Origin::Direct => &mut self.direct,
            Origin::Answer => &mut self.answer,
        };
        let source = Source { text, end: text.len(), after: Some(Op::Stop), lines: known, dialect };
        translate::rest(source, at, begin, code)
    }

    /// Returns the address of the instruction at `pc` in `code`, which belongs to `origin`. Its place in the text is
    /// that of the instruction before.
    pub(super) fn return_address(&self, origin: Origin, code: &Code, pc: usize) -> ReturnAddress {
        ReturnAddress { origin, at: code.places[pc - 1], pc: pc as u32, epoch: self.epoch }
    }

    pub(super) fn forget_found(&mut self) {
        self.found = FoundLines::default();
    }

    /// Returns the index of the line to which GOTO or GOSUB at `at` goes.
    pub(super) fn find_line(&mut self, number: i16, origin: Origin, at: u16) -> Result<usize, Why> {
        let wanted = u16::try_from(number).map_err(|_| Why::NoSuchLine(number))?;
        let found = if self.is_ordered {
            self.lines.binary_search_by_key(&wanted, |line| line.number).ok()
        } else {
            self.find_out_of_order(wanted, (origin == Origin::Program).then_some(usize::from(at)))
        };
        found.ok_or(Why::NoSuchLine(number))
    }

    /// Searches as our cartridge does: what it remembers, the lines after the current one if the number is not less than the
    /// next line's, and then from the start.
    fn find_out_of_order(&mut self, wanted: u16, at: Option<usize>) -> Option<usize> {
        if let Some((number, index)) = self.found[place_of(wanted)]
            && number == wanted
        {
            return Some(usize::from(index));
        }
        let next = at.map_or(self.lines.len(), |at| self.lines.partition_point(|line| line.text <= at));
        let is_ahead = self.lines.get(next).is_some_and(|line| wanted >= line.number);
        let search = |from: usize| {
            let found = self.lines[from..].iter().position(|line| line.number == wanted);
            found.map(|index| from + index)
        };
        let found = is_ahead.then(|| search(next)).flatten().or_else(|| search(0))?;
        self.found[place_of(wanted)] = Some((wanted, found as u16));
        Some(found)
    }

    /// Returns the T-states in which GOTO or GOSUB at `at` finds a line, and remembers the line. If numbers are out of order,
    /// [`find_line`](Self::find_line) has remembered it, and the search is not counted.
    #[inline]
    pub(super) fn search_cost(&mut self, index: usize, origin: Origin, at: u16) -> u64 {
        let number = self.lines[index].number;
        let place = &mut self.found[place_of(number)];
        let wanted = Some((number, index as u16));
        if *place == wanted {
            return 0;
        }
        *place = wanted;
        self.passing_cost(index, (origin == Origin::Program).then_some(usize::from(at)))
    }

    /// Returns the T-states of a search from the line after `at` if it is ahead, else from the start of the program.
    #[inline(never)]
    fn passing_cost(&self, index: usize, at: Option<usize>) -> u64 {
        let next = at.map_or(self.lines.len(), |at| self.lines.partition_point(|line| line.text <= at));
        let first = if next <= index { next } else { 0 };
        let bytes = self.lines[index].text - self.lines[first].text;
        u64::from(cost::SEARCH)
            + u64::from(cost::LINE_PASSED) * (index - first) as u64
            + u64::from(cost::BYTE_PASSED) * bytes as u64
    }

    /// Returns the bytes of memory outside this value itself.
    pub(super) fn heap_bytes(&self) -> usize {
        let size = |code: &Code| size_of_val(&code.ops[..]) + size_of_val(&code.places[..]);
        let code = size(&self.program) + size(&self.direct.code) + size(&self.answer.code);
        let lines = size_of_val(&self.lines[..]) + size_of_val(&self.entries[..]);
        code + lines + self.direct.text.len() + self.answer.text.len()
    }
}
