//! Comparing the hand-assembled columns with the assembled addresses and bytes.
//!
//! One mistake is one error: after a line with a byte too many all addresses are off by one, but only that line is
//! reported.

use std::collections::HashMap;

use arcadian_isa::hex;

use super::{Hand, Sheet};
use crate::diagnostic::Severity;
use crate::engine::{END, Engine};
use crate::fault::{Fault, Hint};
use crate::syntax::{At, Span};

/// A line and its continuation lines.
struct Group {
    record: usize,
    bytes: Vec<(u8, usize, Span)>,
}

/// The output of the assembler for a line of the first file, including that of its macros and included files.
#[derive(Default)]
struct Assembled {
    bytes: Vec<u8>,
    /// The address of the first byte. It can differ from the line's address: a macro may set the location first.
    start: Option<u32>,
    has_errors: bool,
}

/// The offset of the hand-assembled addresses from the assembled ones: the current one, and the one that a wrong number of
/// bytes explains.
#[derive(Clone, Copy, Default)]
struct Offset {
    now: i64,
    explained: i64,
}

impl Engine<'_> {
    /// Compares the hand-assembled columns.
    pub(crate) fn check_columns(&mut self, emitted: &[Vec<u8>]) {
        let faults = self.hand_faults(emitted);
        for (record, at) in faults {
            self.report(record, at);
        }
    }

    /// Compares the size stated in the header with the actual one. A source that is not a sheet can state one too.
    pub(crate) fn check_size(&mut self, sheet: &Sheet, size: usize) {
        if let (Some(says), Some((line, span))) = (&sheet.bytes, &sheet.bytes_at)
            && !says.value.is_met_by(size as u64, size as u64)
            && self.input.diagnostics.errors == 0
        {
            let fault = Fault::HeaderBytes { says: says.value.to_string(), has: size };
            // Code above a budget is there to be judged.
            let severity = if says.value.is_budget { Severity::Warning } else { Severity::Error };
            self.remark_in_file(*line, At::new(fault, span.clone()), severity);
        }
    }

    fn hand_faults(&self, emitted: &[Vec<u8>]) -> Vec<(usize, At)> {
        let mut by_root: HashMap<usize, Assembled> = HashMap::new();
        for (record, bytes) in self.input.records.iter().zip(emitted) {
            let line = by_root.entry(record.root).or_default();
            line.start = line.start.or((!bytes.is_empty()).then_some(record.address));
            line.bytes.extend(bytes);
            line.has_errors |= record.wrong;
        }
        let mut faults = Vec::new();
        let mut offset = Offset::default();
        for group in self.groups(&mut faults, &mut offset, &by_root) {
            let root = self.input.records.get(group.record).map_or(0, |record| record.root);
            if let Some(Assembled { bytes, has_errors: false, .. }) = by_root.get(&root) {
                compare(&group, bytes, &mut faults);
            }
        }
        faults
    }

    /// Groups the lines with hand-assembled bytes and checks their addresses.
    fn groups(
        &self,
        faults: &mut Vec<(usize, At)>,
        offset: &mut Offset,
        by_root: &HashMap<usize, Assembled>,
    ) -> Vec<Group> {
        let mut groups: Vec<Group> = Vec::new();
        for (index, record) in self.input.records.iter().enumerate() {
            // The columns of an included sheet are for another place.
            let Some(hand) = record.hand.as_ref().filter(|_| record.file == 0) else { continue };
            if hand.unclear.is_some() {
                continue;
            }
            let bytes = hand.bytes.iter().map(|(byte, span)| (*byte, index, span.clone()));
            let source = record.text.get(hand.rest..record.comment.start).unwrap_or("").trim();
            let continues = source.is_empty() && !hand.bytes.is_empty();
            let assembled =
                |record: usize| self.input.records.get(record).and_then(|record| by_root.get(&record.root));
            let start = |record: usize| assembled(record).and_then(|line| line.start);
            match groups.last_mut().filter(|_| continues) {
                Some(group) => {
                    let address = self.input.records.get(group.record).map_or(0, |record| record.address);
                    let right = start(group.record).unwrap_or(address) + group.bytes.len() as u32;
                    offset.check(index, hand, &[right % END], faults);
                    group.bytes.extend(bytes);
                }
                None => {
                    if let Some(group) = groups.last() {
                        let count = assembled(group.record).map_or(0, |line| {
                            if line.has_errors { group.bytes.len() } else { line.bytes.len() }
                        });
                        if !group.bytes.is_empty() {
                            offset.explained = offset.now + group.bytes.len() as i64 - count as i64;
                        }
                    }
                    let first = start(index).unwrap_or(record.address);
                    // On an ORG line the address before or after it is accepted.
                    let after = if hand.bytes.is_empty() { record.end } else { record.address };
                    offset.check(index, hand, &[first, record.address, after], faults);
                    groups.push(Group { record: index, bytes: bytes.collect() });
                }
            }
        }
        groups
    }
}

impl Offset {
    fn check(&mut self, record: usize, hand: &Hand, right: &[u32], faults: &mut Vec<(usize, At)>) {
        let fits =
            |offset: i64| right.iter().any(|right| i64::from(*right) + offset == i64::from(hand.address));
        let known = [self.now, self.explained, 0].into_iter().find(|offset| fits(*offset));
        let first = right.first().copied().unwrap_or(0);
        self.now = known.unwrap_or(i64::from(hand.address) - i64::from(first));
        self.explained = self.now;
        if known.is_none() {
            let fault = Fault::HandAddress { hand: hand.address, right: first };
            faults.push((record, At::new(fault, Hand::ADDRESS)));
        }
    }
}

fn compare(group: &Group, assembled: &[u8], faults: &mut Vec<(usize, At)>) {
    let (Some((_, record, first)), Some((_, last, end))) = (group.bytes.first(), group.bytes.last()) else {
        return;
    };
    if group.bytes.len() != assembled.len() {
        let right = hex::bytes(&assembled[..assembled.len().min(16)]);
        let span = if record == last { first.start..end.end } else { first.clone() };
        let fault = Fault::HandCount { hand: group.bytes.len(), right: assembled.len() };
        let hint = match assembled.len() {
            0..=16 => Hint::new(format!("the bytes are {right}"), right.to_string()),
            _ => format!("the bytes are {right} …").into(),
        };
        faults.push((*record, At::new(fault, span).hint(hint)));
        return;
    }
    for ((hand, record, span), right) in
        group.bytes.iter().zip(assembled).filter(|((hand, ..), right)| hand != *right)
    {
        faults.push((*record, At::new(Fault::HandByte { hand: *hand, right: *right }, span.clone())));
    }
}
