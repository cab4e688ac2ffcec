//! Machine cycles: what an instruction does on the bus, in order, and how long each takes.
//!
//! The tables write them in a short form, a letter for the [`Kind`] and the number of clock cycles (one if left
//! out): `f4 n3 n3 / -1 s3 s3` is the Z80's `CALL NZ,nn`. Behind `/` stands what happens only when a condition holds,
//! a branch is taken or a block instruction repeats; a `?` marks a cycle that is there only when an index or a
//! branch leaves the page (6502).

/// One machine cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cycle {
    /// What happens on the bus.
    pub kind: Kind,
    /// Its clock cycles.
    pub states: u8,
    /// Whether it always happens.
    pub when: When,
}

/// What a machine cycle does. The letter is the tables' short form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// `f`: a prefix or opcode is fetched (M1).
    Fetch,
    /// `n`: an operand byte is read at PC; also the opcode behind DD CB d, which is no M1.
    Operand,
    /// `r`: data is read.
    Read,
    /// `w`: data is written.
    Write,
    /// `s`: a byte goes to the stack.
    Push,
    /// `u`: a byte comes from the stack.
    Pull,
    /// `i`: a port is read.
    Input,
    /// `o`: a port is written.
    Output,
    /// `-`: no access.
    Internal,
    /// `d`: 6502, the byte at PC is read and thrown away.
    Discard,
    /// `x`: 6502, a read at the indexed address (for a branch: PC) before the carry has reached its high byte.
    Uncarried,
    /// `z`: 6502, a read at the zero-page address before the index is added.
    Unindexed,
    /// `t`: 6502, a read at the stack pointer, thrown away.
    Top,
    /// `p`: 6502, a byte of a pointer is read.
    Pointer,
    /// `m`: 6502, the unmodified value is written back.
    WriteBack,
    /// `v`: 6502, a byte of the vector is read.
    Vector,
}

/// The condition of a machine cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum When {
    /// Always.
    Always,
    /// When the condition holds, the branch is taken, the block instruction repeats.
    Taken,
    /// When an index or a taken branch leaves the page.
    Crossed,
}

/// The longest sequence, that of the 6502's read-modify-write through (n),Y.
pub const LONGEST: usize = 8;

/// The machine cycles of an instruction in order.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Bus {
    cycles: [Cycle; LONGEST],
    count: u8,
}

impl core::fmt::Debug for Bus {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_list().entries(self.cycles()).finish()
    }
}

/// Clock cycles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Hash)]
pub struct Cycles {
    /// Without any of the extras.
    pub base: u8,
    /// More when the condition holds, the branch is taken, the block instruction repeats.
    pub taken: u8,
    /// More when an index or a taken branch leaves the page.
    pub crossed: u8,
}

impl Cycles {
    /// The longest time.
    pub const fn most(self) -> u8 {
        self.base + self.taken + self.crossed
    }
}

impl Bus {
    pub(crate) const NONE: Bus =
        Bus { cycles: [Cycle { kind: Kind::Internal, states: 0, when: When::Always }; LONGEST], count: 0 };

    /// The machine cycles.
    pub fn cycles(&self) -> &[Cycle] {
        self.cycles.get(..usize::from(self.count)).unwrap_or(&[])
    }

    /// Whether a cycle of this kind is among them.
    pub const fn has(&self, kind: Kind) -> bool {
        let mut at = 0;
        while at < self.count as usize {
            if self.cycles[at].kind as u8 == kind as u8 {
                return true;
            }
            at += 1;
        }
        false
    }

    /// The bytes of the instruction: those fetched as opcode or operand.
    pub(crate) const fn length(&self) -> u8 {
        let (mut at, mut bytes) = (0, 0);
        while at < self.count as usize {
            if matches!(self.cycles[at].kind, Kind::Fetch | Kind::Operand) {
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

    pub(crate) const fn then(mut self, cycle: Cycle) -> Bus {
        self.cycles[self.count as usize] = cycle;
        self.count += 1;
        self
    }

    /// These cycles and then those of the other from number `from` on.
    pub(crate) const fn then_from(mut self, other: &Bus, from: usize) -> Bus {
        let mut at = from;
        while at < other.count as usize {
            self = self.then(other.cycles[at]);
            at += 1;
        }
        self
    }

    /// Reads the short form. It is only called for the tables, when they are compiled.
    pub(crate) const fn parse(text: &str) -> Bus {
        let text = text.as_bytes();
        let (mut bus, mut when, mut at) = (Bus::NONE, When::Always, 0);
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

const fn kind(letter: u8) -> Kind {
    match letter {
        b'f' => Kind::Fetch,
        b'n' => Kind::Operand,
        b'r' => Kind::Read,
        b'w' => Kind::Write,
        b's' => Kind::Push,
        b'u' => Kind::Pull,
        b'i' => Kind::Input,
        b'o' => Kind::Output,
        b'-' => Kind::Internal,
        b'd' => Kind::Discard,
        b'x' => Kind::Uncarried,
        b'z' => Kind::Unindexed,
        b't' => Kind::Top,
        b'p' => Kind::Pointer,
        b'm' => Kind::WriteBack,
        b'v' => Kind::Vector,
        _ => panic!("no such machine cycle"),
    }
}
