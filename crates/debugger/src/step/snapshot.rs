//! Snapshots of values and memory, for marking changes.

use crate::{
    Debuggee,
    debuggee::{Group, Space},
};

use crate::step::figure::{BoardBytes, Figures, Mark};

/// The values and memory at one time.
#[derive(Clone, Debug, Default)]
pub struct Snapshot {
    /// Registers and flags, or variables.
    pub groups: Vec<Group>,
    /// The 64 KB of memory; empty for BASIC.
    pub memory: Vec<u8>,
    /// The bytes of the boards.
    pub boards: BoardBytes,
}

impl Snapshot {
    /// Takes a snapshot.
    pub fn of(program: &dyn Debuggee, figures: Option<&Figures>) -> Self {
        let byte = |address: i64| program.load(Space::Byte, address).unwrap_or(0) as u8;
        let memory = match program.processor() {
            Some(_) => (0..=0xFFFF).map(byte).collect(),
            None => Vec::new(),
        };
        Snapshot {
            groups: program.groups(),
            memory,
            boards: figures.map_or(Vec::new(), |figures| figures.read(program)),
        }
    }

    /// Returns a value by its name, or 0 if it is not listed.
    pub fn value(&self, name: &str) -> i64 {
        let all = self.groups.iter().flat_map(|group| &group.values);
        all.into_iter().find(|value| value.name == name).map_or(0, |value| value.value)
    }

    fn byte(&self, address: u16) -> u8 {
        self.memory.get(usize::from(address)).copied().unwrap_or(0)
    }
}

/// The snapshots at the start and before the last move.
#[derive(Clone, Debug)]
pub struct Past {
    /// The state at the start.
    pub start: Snapshot,
    /// The state before the last move.
    pub before: Snapshot,
}

impl Past {
    /// Returns the change mark of a value.
    pub fn value(&self, name: &str, now: i64) -> Mark {
        Mark::of(&self.start.value(name), &self.before.value(name), &now)
    }

    /// Returns the change mark of a byte of memory.
    pub fn byte(&self, address: u16, now: u8) -> Mark {
        Mark::of(&self.start.byte(address), &self.before.byte(address), &now)
    }
}
