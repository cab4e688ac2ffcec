//! Rows that are not in the order in which the lines were entered. Each printed number is the SZ after its line, so the numbers
//! prove the order.

use super::{
    Edit, Entry, Listing, Repair, account,
    survey::{Fault, FaultKind},
};

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
        faults.push(fault(&listing.entries[at..at + order.len()], &entries, source));
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

fn fault(old: &[Entry], new: &[Entry], source: &str) -> Fault {
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
