//! Comparing the hand-assembled columns with the assembled addresses and bytes.
//!
//! One mistake is one error: after a line with a byte too many all addresses are off by one, but only that line is
//! reported.

use std::collections::HashMap;
use std::ops::Range;

use super::{Hand, Sheet};
use crate::engine::Engine;
use crate::fault::Fault;
use crate::scan::At;

/// A line and its continuation lines.
struct Group {
    record: usize,
    bytes: Vec<(u8, usize, Range<usize>)>,
}

/// The difference between hand-assembled and assembled addresses: the current one, and the one that a wrong number of
/// bytes explains.
#[derive(Clone, Copy, Default)]
struct Ahead {
    now: i64,
    explained: i64,
}

impl Engine<'_> {
    pub(crate) fn check_sheet(&mut self, sheet: &Sheet, made: &[Vec<u8>], size: usize) {
        let faults = self.hand_faults(made);
        for (record, at) in faults {
            self.report_at(record, at);
        }
        if let (Some(says), Some((line, span))) = (&sheet.bytes, &sheet.bytes_at)
            && says.value != size
            && self.diagnostics.errors == 0
        {
            let fault = Fault::HeaderBytes { says: says.value, has: size };
            self.report_in_file(*line, At::new(fault, span.clone()));
        }
    }

    fn hand_faults(&self, made: &[Vec<u8>]) -> Vec<(usize, At)> {
        let mut own: HashMap<usize, (Vec<u8>, bool)> = HashMap::new();
        for (record, bytes) in self.records.iter().zip(made) {
            let (all, wrong) = own.entry(record.root).or_default();
            all.extend(bytes);
            *wrong |= record.wrong;
        }
        let mut faults = Vec::new();
        let mut ahead = Ahead::default();
        for group in self.groups(&mut faults, &mut ahead, &own) {
            let root = self.records.get(group.record).map_or(0, |record| record.root);
            if let Some((own, false)) = own.get(&root) {
                compare(&group, own, &mut faults);
            }
        }
        faults
    }

    /// Groups the lines with hand-assembled bytes and checks their addresses.
    fn groups(
        &self,
        faults: &mut Vec<(usize, At)>,
        ahead: &mut Ahead,
        own: &HashMap<usize, (Vec<u8>, bool)>,
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
            match groups.last_mut().filter(|_| continues) {
                Some(group) => {
                    let first = self.records.get(group.record).map_or(0, |record| record.address);
                    let right = first + group.bytes.len() as u32;
                    ahead.check(index, hand, &[right], faults);
                    group.bytes.extend(bytes);
                }
                None => {
                    if let Some(group) = groups.last() {
                        let root = self.records.get(group.record).map_or(0, |record| record.root);
                        let count = own
                            .get(&root)
                            .map_or(0, |(own, wrong)| if *wrong { group.bytes.len() } else { own.len() });
                        if !group.bytes.is_empty() {
                            ahead.explained = ahead.now + group.bytes.len() as i64 - count as i64;
                        }
                    }
                    // On an ORG line the address before or after it is accepted.
                    let after = if hand.bytes.is_empty() { record.end } else { record.address };
                    ahead.check(index, hand, &[record.address, after], faults);
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
