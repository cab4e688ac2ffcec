//! Fewer checkpoints the longer ago.

use arcadian_cpu::Core;

use super::checkpoint::Checkpoint;
use crate::memory::SavedPage;

/// Merges neighbours until what is kept takes at most so many bytes, or hardly any are left.
///
/// The gap that is allowed grows with the distance from now: a 4096th of it at first, then twice that, and so on.
pub(super) fn thin<C: Core>(checkpoints: &mut Vec<Checkpoint<C>>, spacing: u64, bytes: usize) {
    let mut share = 4096;
    while share > 0 && checkpoints.iter().map(Checkpoint::size).sum::<usize>() > bytes {
        let all = std::mem::take(checkpoints);
        let now = all.last().map_or(0, |last| last.at);
        let mut rest = all.into_iter().peekable();
        while let Some(checkpoint) = rest.next() {
            let end = rest.peek().map_or(now, |next| next.at);
            keep(checkpoints, checkpoint, end, spacing.max((now - end) / share));
        }
        share /= 2;
    }
}

/// Adds a checkpoint whose pages reach up to `end`, or lets the one before it reach so far.
fn keep<C: Core>(kept: &mut Vec<Checkpoint<C>>, next: Checkpoint<C>, end: u64, gap: u64) {
    match kept.last_mut() {
        Some(last) if end > next.at && end - last.at <= gap => merge(&mut last.pages, next.pages),
        _ => kept.push(next),
    }
}

/// The older page is what was there.
fn merge(older: &mut Vec<SavedPage>, newer: Vec<SavedPage>) {
    let mut has = [false; 256];
    older.iter().for_each(|saved| has[usize::from(saved.page)] = true);
    older.extend(newer.into_iter().filter(|saved| !has[usize::from(saved.page)]));
}
