//! Thinning of a machine's checkpoints: the pages of a removed checkpoint move to the previous one.

use crate::core::MachineCore;

use super::checkpoint::Checkpoint;
use crate::{memory::SavedPage, thinning::Checkpoints};

impl<C: MachineCore> Checkpoints for Vec<Checkpoint<C>> {
    /// Returns the approximate size in bytes.
    fn size(&self) -> usize {
        self.iter().map(Checkpoint::size).sum()
    }

    fn retain(&mut self, keep: &mut dyn FnMut(u64) -> bool) {
        for checkpoint in std::mem::take(self) {
            match (keep(checkpoint.at), self.last_mut()) {
                (false, Some(last)) => merge(&mut last.pages, checkpoint.pages),
                _ => self.push(checkpoint),
            }
        }
    }
}

/// Adds the pages that the older checkpoint did not save. If both saved a page, the older copy is valid.
fn merge(older: &mut Vec<SavedPage>, newer: Vec<SavedPage>) {
    let mut has = [false; 256];
    older.iter().for_each(|saved| has[usize::from(saved.page)] = true);
    older.extend(newer.into_iter().filter(|saved| !has[usize::from(saved.page)]));
}
