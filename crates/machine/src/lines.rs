//! The lines between devices and the processor.

use std::ops::BitOr;

/// The state of each line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Lines {
    /// INT or IRQ: requests an interrupt while active.
    pub irq: bool,
    /// NMI: triggers an interrupt when it becomes active.
    pub nmi: bool,
    /// RESET: halts the processor while active; resets the devices when it becomes active.
    pub reset: bool,
    /// SO of the 6502: sets V when it becomes active.
    pub overflow: bool,
}

impl Lines {
    /// No line active.
    pub const NONE: Lines = Lines { irq: false, nmi: false, reset: false, overflow: false };
    /// All lines active.
    pub const ALL: Lines = Lines { irq: true, nmi: true, reset: true, overflow: true };
    /// Only the interrupt line active.
    pub const IRQ: Lines = Lines { irq: true, ..Lines::NONE };

    /// Returns the lines that are active and were not active before.
    fn rising(self, before: Lines) -> Lines {
        Lines {
            irq: self.irq & !before.irq,
            nmi: self.nmi & !before.nmi,
            reset: self.reset & !before.reset,
            overflow: self.overflow & !before.overflow,
        }
    }
}

impl BitOr for Lines {
    type Output = Lines;

    fn bitor(self, other: Lines) -> Lines {
        Lines {
            irq: self.irq | other.irq,
            nmi: self.nmi | other.nmi,
            reset: self.reset | other.reset,
            overflow: self.overflow | other.overflow,
        }
    }
}

/// The inputs of the processor.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Pins {
    pub(crate) level: Lines,
    /// The lines that became active since the processor last checked them.
    pub(crate) edges: Lines,
}

impl Pins {
    /// Sets the levels driven by the devices. Returns whether RESET has become active.
    pub(crate) fn drive(&mut self, level: Lines) -> bool {
        let edges = level.rising(self.level);
        self.level = level;
        self.edges = self.edges | edges;
        edges.reset
    }

    /// Returns the lines as the processor sees them: levels, and pending edges.
    pub(crate) fn effective(&self) -> Lines {
        let Pins { level, edges } = *self;
        Lines { irq: level.irq, nmi: edges.nmi, reset: level.reset | edges.reset, overflow: edges.overflow }
    }
}
