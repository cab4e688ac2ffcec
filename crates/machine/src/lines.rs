//! The connections of devices and processor: lines and I/O ports; and the clock.

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

    /// Returns the lines as one number, which the host compares at once.
    fn bits(self) -> u32 {
        u32::from_ne_bytes([self.irq, self.nmi, self.reset, self.overflow].map(u8::from))
    }

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
    level: Lines,
    /// The lines that became active since the processor last checked them.
    edges: Lines,
    /// Whether INT, NMI or RESET is active, so that an instruction costs one check of all three.
    is_any_active: bool,
}

impl Pins {
    /// Sets the levels driven by the devices. Returns whether RESET has become active.
    #[inline]
    pub(crate) fn drive(&mut self, level: Lines) -> bool {
        if level.bits() == self.level.bits() {
            return false;
        }
        let edges = level.rising(self.level);
        self.level = level;
        self.set_edges(self.edges | edges);
        edges.reset
    }

    pub(crate) fn set_edges(&mut self, edges: Lines) {
        self.edges = edges;
        let Lines { irq, nmi, reset, .. } = self.effective();
        self.is_any_active = irq | nmi | reset;
    }

    #[inline(always)]
    pub(crate) fn is_any_active(&self) -> bool {
        self.is_any_active
    }

    #[inline(always)]
    pub(crate) fn level(&self) -> Lines {
        self.level
    }

    #[inline(always)]
    pub(crate) fn edges(&self) -> Lines {
        self.edges
    }

    /// Returns whether an NMI edge is pending, and clears it.
    #[inline(always)]
    pub(crate) fn take_nmi(&mut self) -> bool {
        self.take(|edges| &mut edges.nmi)
    }

    /// Returns whether RESET is active or an edge is pending, and clears the edge.
    #[inline(always)]
    pub(crate) fn take_reset(&mut self) -> bool {
        self.take(|edges| &mut edges.reset) | self.level.reset
    }

    /// Returns whether an SO edge is pending, and clears it.
    #[inline(always)]
    pub(crate) fn take_overflow(&mut self) -> bool {
        self.take(|edges| &mut edges.overflow)
    }

    /// Returns and clears an edge. The write is conditional, because edges are rare.
    #[inline(always)]
    fn take(&mut self, edge: impl FnOnce(&mut Lines) -> &mut bool) -> bool {
        let mut edges = self.edges;
        let is_pending = std::mem::take(edge(&mut edges));
        if is_pending {
            self.set_edges(edges);
        }
        is_pending
    }

    /// Returns the lines as the processor sees them: levels, and pending edges.
    pub(crate) fn effective(&self) -> Lines {
        let Pins { level, edges, .. } = *self;
        Lines { irq: level.irq, nmi: edges.nmi, reset: level.reset | edges.reset, overflow: edges.overflow }
    }
}

/// The device or the constant byte at each port, by the low eight bits of the port address.
#[derive(Clone, Debug)]
pub(crate) struct Ports {
    bytes: [u8; 256],
    devices: [Option<usize>; 256],
}

impl Default for Ports {
    fn default() -> Self {
        Ports { bytes: [0xFF; 256], devices: [None; 256] }
    }
}

impl Ports {
    pub(crate) fn set(&mut self, port: u8, value: u8) {
        self.bytes[usize::from(port)] = value;
    }

    pub(crate) fn attach(&mut self, port: u8, slot: usize) {
        self.devices[usize::from(port)] = Some(slot);
    }

    pub(crate) fn byte(&self, port: u16) -> u8 {
        self.bytes[usize::from(low(port))]
    }

    pub(crate) fn device(&self, port: u16) -> Option<usize> {
        self.devices[usize::from(low(port))]
    }
}

fn low(port: u16) -> u8 {
    port.to_be_bytes()[1]
}

/// The time in clock cycles, the next due time of a device, and the deadline of the run.
///
/// It counts the cycles down to the earlier of the two, its alarm, so that an access costs one subtraction and the check of a
/// sign.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clock {
    // The cycles until the last one before `alarm`; negative when the alarm has passed.
    left: i64,
    // The earlier of `due` and `deadline`, or a time before both if they are too far away to count down.
    alarm: u64,
    // The time at which a device runs next.
    due: u64,
    // The time at which the run ends.
    deadline: u64,
    // Whether the deadline has passed. It is checked only when the alarm has.
    is_past_deadline: bool,
}

/// The longest countdown.
const LONGEST: u64 = i64::MAX as u64;

impl Default for Clock {
    fn default() -> Self {
        let mut clock =
            Clock { left: 0, alarm: 0, due: u64::MAX, deadline: u64::MAX, is_past_deadline: false };
        clock.set_now(0);
        clock
    }
}

impl Clock {
    #[inline(always)]
    pub(crate) fn now(&self) -> u64 {
        self.alarm.wrapping_sub(self.left as u64).wrapping_sub(1)
    }

    /// Sets the time, and checks the deadline.
    pub(crate) fn set_now(&mut self, cycles: u64) {
        self.alarm = self.due.min(self.deadline).min(cycles.saturating_add(LONGEST));
        self.left = self.alarm.wrapping_sub(cycles).wrapping_sub(1) as i64;
        self.is_past_deadline = cycles >= self.deadline;
    }

    /// Advances the time. Returns whether the alarm has passed. The caller then runs the devices that are due, and calls
    /// [`set_now`](Clock::set_now), which checks the deadline.
    #[inline(always)]
    pub(crate) fn elapse(&mut self, cycles: u32) -> bool {
        self.left -= i64::from(cycles);
        self.left < 0
    }

    pub(crate) fn due(&self) -> u64 {
        self.due
    }

    pub(crate) fn set_due(&mut self, cycles: u64) {
        if cycles != self.due {
            self.due = cycles;
            self.set_now(self.now());
        }
    }

    /// Sets the time at which the run ends. A run on the plain bus ignores it and is limited in instructions instead.
    pub(crate) fn set_deadline(&mut self, cycles: u64) {
        self.deadline = cycles;
        self.set_now(self.now());
    }

    #[inline(always)]
    pub(crate) fn is_past_deadline(&self) -> bool {
        self.is_past_deadline
    }

    /// Returns whether any device is due in the future.
    pub(crate) fn has_due(&self) -> bool {
        self.due != u64::MAX
    }

    pub(crate) fn cycles_to_deadline(&self) -> u64 {
        self.deadline.saturating_sub(self.now())
    }
}
