//! Comparing the hand-assembled columns with the assembled addresses and bytes.
//!
//! One mistake is one error: after a line with a byte too many all addresses are off by one, but only that line is
//! reported.

use std::collections::HashMap;
use std::ops::Range;

use super::{Hand, Sheet};
use crate::engine::{END, Engine};
use crate::fault::Fault;
use crate::scan::At;

/// A line and its continuation lines.
struct Group {
    record: usize,
    bytes: Vec<(u8, usize, Range<usize>)>,
}

/// What the assembler makes of a line of the first file, macros and included files with it.
#[derive(Default)]
struct Own {
    bytes: Vec<u8>,
    /// The address of the first byte; a macro may set the location before.
    start: Option<u32>,
    wrong: bool,
}

/// The difference between hand-assembled and assembled addresses: the current one, and the one that a wrong number of
/// bytes explains.
#[derive(Clone, Copy, Default)]
struct Ahead {
    now: i64,
    explained: i64,
}

impl Engine<'_> {
    /// Compares the hand columns.
    pub(crate) fn check_columns(&mut self, made: &[Vec<u8>]) {
        let faults = self.hand_faults(made);
        for (record, at) in faults {
            self.report_at(record, at);
        }
    }

    /// Compares the size that the header states. A source that is not a sheet can state one too.
    pub(crate) fn check_size(&mut self, sheet: &Sheet, size: usize) {
        if let (Some(says), Some((line, span))) = (&sheet.bytes, &sheet.bytes_at)
            && says.value != size
            && self.diagnostics.errors == 0
        {
            let fault = Fault::HeaderBytes { says: says.value, has: size };
            self.report_in_file(*line, At::new(fault, span.clone()));
        }
    }

    fn hand_faults(&self, made: &[Vec<u8>]) -> Vec<(usize, At)> {
        let mut own: HashMap<usize, Own> = HashMap::new();
        for (record, bytes) in self.records.iter().zip(made) {
            let own = own.entry(record.root).or_default();
            own.start = own.start.or((!bytes.is_empty()).then_some(record.address));
            own.bytes.extend(bytes);
            own.wrong |= record.wrong;
        }
        let mut faults = Vec::new();
        let mut ahead = Ahead::default();
        for group in self.groups(&mut faults, &mut ahead, &own) {
            let root = self.records.get(group.record).map_or(0, |record| record.root);
            if let Some(Own { bytes, wrong: false, .. }) = own.get(&root) {
                compare(&group, bytes, &mut faults);
            }
        }
        faults
    }

    /// Groups the lines with hand-assembled bytes and checks their addresses.
    fn groups(
        &self,
        faults: &mut Vec<(usize, At)>,
        ahead: &mut Ahead,
        own: &HashMap<usize, Own>,
    ) -> Vec<Group> {
        let mut groups: Vec<Group> = Vec::new();
        for (index, record) in self.records.iter().enumerate() {
            let Some(hand) = &record.hand else { continue };
            if hand.unclear.is_some() {
                continue;
            }
            let bytes = hand.bytes.iter().map(|(byte, span)| (*byte, index, span.clone()));
            let source = record.text.get(hand.rest..record.comment.start).unwrap_or("").trim();
            let continues = source.is_empty() && !hand.bytes.is_empty();
            let own_of = |record: usize| self.records.get(record).and_then(|record| own.get(&record.root));
            let start = |record: usize| own_of(record).and_then(|own| own.start);
            match groups.last_mut().filter(|_| continues) {
                Some(group) => {
                    let address = self.records.get(group.record).map_or(0, |record| record.address);
                    let right = start(group.record).unwrap_or(address) + group.bytes.len() as u32;
                    ahead.check(index, hand, &[right % END], faults);
                    group.bytes.extend(bytes);
                }
                None => {
                    if let Some(group) = groups.last() {
                        let count = own_of(group.record).map_or(0, |own| match own.wrong {
                            true => group.bytes.len(),
                            false => own.bytes.len(),
                        });
                        if !group.bytes.is_empty() {
                            ahead.explained = ahead.now + group.bytes.len() as i64 - count as i64;
                        }
                    }
                    let first = start(index).unwrap_or(record.address);
                    // On an ORG line the address before or after it is accepted.
                    let after = if hand.bytes.is_empty() { record.end } else { record.address };
                    ahead.check(index, hand, &[first, record.address, after], faults);
                    groups.push(Group { record: index, bytes: bytes.collect() });
                }
            }
        }
        groups
    }
}

impl Ahead {
    fn check(&mut self, record: usize, hand: &Hand, right: &[u32], faults: &mut Vec<(usize, At)>) {
        let is = |ahead: i64| right.iter().any(|right| i64::from(*right) + ahead == i64::from(hand.address));
        let known = [self.now, self.explained, 0].into_iter().find(|ahead| is(*ahead));
        let first = right.first().copied().unwrap_or(0);
        self.now = known.unwrap_or(i64::from(hand.address) - i64::from(first));
        self.explained = self.now;
        if known.is_none() {
            let fault = Fault::HandAddress { hand: hand.address, right: first };
            faults.push((record, At::new(fault, Hand::ADDRESS)));
        }
    }
}

fn compare(group: &Group, own: &[u8], faults: &mut Vec<(usize, At)>) {
    let (Some((_, record, first)), Some((_, last, end))) = (group.bytes.first(), group.bytes.last()) else {
        return;
    };
    if group.bytes.len() != own.len() {
        let right: Vec<String> = own.iter().take(16).map(|byte| format!("{byte:02X}")).collect();
        let span = if record == last { first.start..end.end } else { first.clone() };
        let fault = Fault::HandCount { hand: group.bytes.len(), right: own.len() };
        let more = if own.len() > 16 { " …" } else { "" };
        faults.push((*record, At::new(fault, span).hint(format!("the bytes are {}{more}", right.join(" ")))));
        return;
    }
    for ((hand, record, span), right) in
        group.bytes.iter().zip(own).filter(|((hand, ..), right)| hand != *right)
    {
        faults.push((*record, At::new(Fault::HandByte { hand: *hand, right: *right }, span.clone())));
    }
}
