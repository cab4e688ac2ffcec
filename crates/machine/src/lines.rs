//! The lines between devices and the processor.

use std::ops::BitOr;

/// Lines by name, each active or not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Lines {
    /// INT or IRQ: an interrupt is asked for as long as this is active.
    pub irq: bool,
    /// NMI: an interrupt comes when this becomes active.
    pub nmi: bool,
    /// RESET: the processor is halted as long as this is active, the devices are reset when it becomes so.
    pub reset: bool,
    /// SO of the 6502: V is set when this becomes active.
    pub overflow: bool,
}

impl Lines {
    /// None.
    pub const NONE: Lines = Lines { irq: false, nmi: false, reset: false, overflow: false };
    /// All.
    pub const ALL: Lines = Lines { irq: true, nmi: true, reset: true, overflow: true };
    /// The interrupt line alone.
    pub const IRQ: Lines = Lines { irq: true, ..Lines::NONE };

    /// Those that are active here and were not there.
    fn since(self, then: Lines) -> Lines {
        Lines {
            irq: self.irq & !then.irq,
            nmi: self.nmi & !then.nmi,
            reset: self.reset & !then.reset,
            overflow: self.overflow & !then.overflow,
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

/// The processor's inputs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Pins {
    pub(crate) level: Lines,
    /// What became active and was not yet noticed.
    pub(crate) edges: Lines,
}

impl Pins {
    /// Takes over what the devices drive. Says whether RESET has become active.
    pub(crate) fn drive(&mut self, level: Lines) -> bool {
        let edges = level.since(self.level);
        self.level = level;
        self.edges = self.edges | edges;
        edges.reset
    }

    /// What a processor would notice now.
    pub(crate) fn noticed(&self) -> Lines {
        let Pins { level, edges } = *self;
        Lines { irq: level.irq, nmi: edges.nmi, reset: level.reset | edges.reset, overflow: edges.overflow }
    }
}
