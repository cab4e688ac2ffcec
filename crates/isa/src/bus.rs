//! Machine cycles: the bus activity of an instruction in order, with the duration of each cycle.
//!
//! The tables use a short notation, a letter for the [`CycleKind`] and the number of clock cycles (default 1):
//! `f4 n3 n3 / -1 s3 s3` is the Z80's `CALL NZ,nn`. Cycles after `/` occur only if the condition holds, the branch is
//! taken, or the block instruction repeats. A `?` marks a cycle that occurs only if an indexed address or a branch
//! crosses a page (6502).

/// One machine cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cycle {
    /// The bus activity.
    pub kind: CycleKind,
    /// The number of clock cycles.
    pub states: u8,
    /// The condition under which it occurs.
    pub when: When,
}

/// The bus activity of a machine cycle. The letter is the notation of the tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CycleKind {
    /// `f`: fetches a prefix or an opcode (M1).
    Fetch,
    /// `n`: reads an operand byte at PC; also the opcode after DD CB d, which is not an M1 cycle.
    Operand,
    /// `r`: reads data.
    Read,
    /// `w`: writes data.
    Write,
    /// `s`: pushes a byte on the stack.
    Push,
    /// `u`: pulls a byte from the stack.
    Pull,
    /// `i`: reads a port.
    Input,
    /// `o`: writes a port.
    Output,
    /// `-`: no bus access.
    Internal,
    /// `d`: 6502, reads the byte at PC and discards it.
    Discard,
    /// `x`: 6502, reads at the indexed address (for a branch: PC) before the carry into its high byte.
    Uncarried,
    /// `z`: 6502, reads at the zero-page address before the index is added.
    Unindexed,
    /// `t`: 6502, reads at the stack pointer and discards the byte.
    Top,
    /// `p`: 6502, reads a byte of a pointer.
    Pointer,
    /// `m`: 6502, writes back the unmodified value.
    WriteBack,
    /// `v`: 6502, reads a byte of the vector.
    Vector,
}

/// The condition of a machine cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum When {
    /// Always.
    Always,
    /// If the condition holds, the branch is taken, or the block instruction repeats.
    Taken,
    /// If an indexed address or a taken branch crosses a page.
    Crossed,
}

/// The maximum number of machine cycles, that of the 6502's read-modify-write instructions with (n),Y.
pub const MAX_CYCLES: usize = 8;

/// The machine cycles of an instruction in order.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct BusSequence {
    cycles: [Cycle; MAX_CYCLES],
    count: u8,
}

impl core::fmt::Debug for BusSequence {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_list().entries(self.cycles()).finish()
    }
}

/// The duration of an instruction in clock cycles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Hash)]
pub struct Cycles {
    /// The minimum.
    pub base: u8,
    /// Additional cycles if the condition holds, the branch is taken, or the block instruction repeats.
    pub taken: u8,
    /// Additional cycles if an indexed address or a taken branch crosses a page.
    pub crossed: u8,
}

impl BusSequence {
    pub(crate) const NONE: BusSequence = BusSequence {
        cycles: [Cycle { kind: CycleKind::Internal, states: 0, when: When::Always }; MAX_CYCLES],
        count: 0,
    };

    /// Returns the machine cycles.
    pub fn cycles(&self) -> &[Cycle] {
        self.cycles.get(..usize::from(self.count)).unwrap_or(&[])
    }

    /// Returns whether a cycle of this kind is among them.
    pub const fn has(&self, kind: CycleKind) -> bool {
        let mut at = 0;
        while at < self.count as usize {
            if self.cycles[at].kind as u8 == kind as u8 {
                return true;
            }
            at += 1;
        }
        false
    }

    /// Returns the length of the instruction: the number of bytes fetched as opcode or operand.
    pub(crate) const fn length(&self) -> u8 {
        let (mut at, mut bytes) = (0, 0);
        while at < self.count as usize {
            if matches!(self.cycles[at].kind, CycleKind::Fetch | CycleKind::Operand) {
                bytes += 1;
            }
            at += 1;
        }
        bytes
    }

    pub(crate) const fn time(&self) -> Cycles {
        let mut sum = Cycles { base: 0, taken: 0, crossed: 0 };
        let mut at = 0;
        while at < self.count as usize {
            let cycle = self.cycles[at];
            match cycle.when {
                When::Always => sum.base += cycle.states,
                When::Taken => sum.taken += cycle.states,
                When::Crossed => sum.crossed += cycle.states,
            }
            at += 1;
        }
        sum
    }

    pub(crate) const fn first(&self) -> Cycle {
        self.cycles[0]
    }

    pub(crate) const fn then(mut self, cycle: Cycle) -> BusSequence {
        self.cycles[self.count as usize] = cycle;
        self.count += 1;
        self
    }

    /// Appends the cycles of another sequence from index `from` on.
    pub(crate) const fn then_from(mut self, other: &BusSequence, from: usize) -> BusSequence {
        let mut at = from;
        while at < other.count as usize {
            self = self.then(other.cycles[at]);
            at += 1;
        }
        self
    }

    /// Parses the short notation, at compile time only.
    pub(crate) const fn parse(text: &str) -> BusSequence {
        let text = text.as_bytes();
        let (mut bus, mut when, mut at) = (BusSequence::NONE, When::Always, 0);
        while at < text.len() {
            match text[at] {
                b' ' => {}
                b'/' => when = When::Taken,
                b'?' => {
                    bus.count -= 1;
                    let last = bus.cycles[bus.count as usize];
                    bus = bus.then(Cycle { when: When::Crossed, ..last });
                }
                letter => {
                    let digit = at + 1 < text.len() && text[at + 1].is_ascii_digit();
                    let states = if digit { text[at + 1] - b'0' } else { 1 };
                    bus = bus.then(Cycle { kind: kind(letter), states, when });
                    at += digit as usize;
                }
            }
            at += 1;
        }
        bus
    }
}

const fn kind(letter: u8) -> CycleKind {
    match letter {
        b'f' => CycleKind::Fetch,
        b'n' => CycleKind::Operand,
        b'r' => CycleKind::Read,
        b'w' => CycleKind::Write,
        b's' => CycleKind::Push,
        b'u' => CycleKind::Pull,
        b'i' => CycleKind::Input,
        b'o' => CycleKind::Output,
        b'-' => CycleKind::Internal,
        b'd' => CycleKind::Discard,
        b'x' => CycleKind::Uncarried,
        b'z' => CycleKind::Unindexed,
        b't' => CycleKind::Top,
        b'p' => CycleKind::Pointer,
        b'm' => CycleKind::WriteBack,
        b'v' => CycleKind::Vector,
        _ => panic!("unknown machine cycle"),
    }
}
