//! Names of addresses, divided into labels and constants.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use arcadian_isa::Processor;

use super::{flow::target, pieces::Piece};
use crate::syntax::scan::is_name;
use crate::words::{Words, directive};

pub(super) struct Names {
    by_address: BTreeMap<u16, String>,
    /// The addresses where a piece of the image begins.
    starts: BTreeSet<u16>,
    /// The named addresses that some instruction refers to.
    used: BTreeSet<u16>,
}

impl Names {
    pub(super) fn new(
        processor: Processor,
        pieces: &[Piece<'_>],
        symbols: &[(String, i32)],
        entries: &[u16],
    ) -> Self {
        let words = Words::of(processor);
        let mut taken = HashSet::new();
        let mut by_address = BTreeMap::new();
        for (name, value) in symbols {
            let Ok(address) = u16::try_from(*value) else { continue };
            if is_usable(words, name)
                && !by_address.contains_key(&address)
                && taken.insert(name.to_uppercase())
            {
                by_address.insert(address, name.clone());
            }
        }
        let targets = pieces.iter().filter_map(|piece| target(piece.address, piece.instruction()?));
        for target in targets.chain(entries.iter().copied()) {
            by_address.entry(target).or_insert_with(|| generated(target, &mut taken));
        }
        let starts = pieces.iter().map(|piece| piece.address).collect();
        let mut names = Self { by_address, starts, used: BTreeSet::new() };
        names.used = pieces.iter().flat_map(|piece| names.mentioned(piece)).collect();
        names
    }

    /// Returns the named addresses that an instruction refers to.
    fn mentioned(&self, piece: &Piece<'_>) -> Vec<u16> {
        let Some(instruction) = piece.instruction() else { return Vec::new() };
        let target = target(piece.address, instruction);
        let all = target.into_iter().chain([instruction.value]);
        all.filter(|address| self.by_address.contains_key(address)).collect()
    }

    pub(super) fn name(&self, address: u16) -> Option<&str> {
        self.by_address.get(&address).map(String::as_str)
    }

    /// Returns the label of the piece at this address.
    pub(super) fn label(&self, address: u16) -> Option<&str> {
        self.name(address).filter(|_| self.starts.contains(&address))
    }

    /// Returns the names that are used and are not labels.
    pub(super) fn constants(&self) -> impl Iterator<Item = (&str, u16)> {
        let outside = self.used.iter().filter(|address| !self.starts.contains(address));
        outside.filter_map(|address| self.name(*address).map(|name| (name, *address)))
    }
}

/// Returns whether a name is valid as a label and cannot be confused with a reserved word.
fn is_usable(words: &Words, name: &str) -> bool {
    let local = name.starts_with(['.', '@']);
    is_name(name)
        && !local
        && !words.is_mnemonic(name)
        && words.reserved(name).is_none()
        && directive(name).is_none()
}

fn generated(address: u16, taken: &mut HashSet<String>) -> String {
    let mut name = format!("L{address:04X}");
    while !taken.insert(name.clone()) {
        name.push('_');
    }
    name
}
