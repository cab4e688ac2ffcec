//! What a core sees of the world: memory, ports, lines.

use crate::domain::Domain;

/// Memory, ports and lines around a core. Each access comes in the order of the machine's own.
pub trait Bus<D: Domain = u8> {
    /// Reads memory. Devices may notice.
    fn read(&mut self, address: D::Word) -> D;

    /// Writes memory.
    fn write(&mut self, address: D::Word, value: D);

    /// What [`Bus::read`] would give, without anything noticing.
    fn peek(&self, address: u16) -> D;

    /// Fetches an opcode or prefix (M1 of the Z80 and 8080, SYNC of the 6502).
    #[inline(always)]
    fn fetch(&mut self, address: u16) -> D {
        self.read(address.into())
    }

    /// Reads a port. The 8080 puts its eight bits on both halves of the address; the Z80 has A or B on the upper one.
    fn input(&mut self, _port: D::Word) -> D {
        0xFF.into()
    }

    /// Writes a port.
    fn output(&mut self, _port: D::Word, _value: D) {}

    /// Whether the interrupt line (INT, IRQ) is active.
    #[inline(always)]
    fn irq(&mut self) -> bool {
        false
    }

    /// Whether the non-maskable interrupt has come since this was last asked.
    #[inline(always)]
    fn nmi(&mut self) -> bool {
        false
    }

    /// A byte of what the interrupting device puts on the bus when the 8080 or Z80 accepts: an opcode and what belongs
    /// to it, or the low byte of a vector. Without a device the bus floats high, which is `RST 7`.
    fn acknowledge(&mut self) -> D {
        0xFF.into()
    }
}

/// What a core must ask when a value is to choose the way.
///
/// For [`u8`] the value itself is the answer, so every [`Bus`] has this. Where a byte is many values, the one who
/// runs the core answers for some of them and remembers the others.
pub trait Decide<D: Domain>: Bus<D> {
    /// Whether the bit is set.
    fn decide(&mut self, bit: D::Bit) -> bool;

    /// Which value it is.
    fn settle(&mut self, value: D) -> u8;

    /// Which address it is.
    #[inline(always)]
    fn locate(&mut self, word: D::Word) -> u16 {
        let (high, low) = D::split(word);
        u16::from_be_bytes([self.settle(high), self.settle(low)])
    }
}

impl<B: Bus> Decide<u8> for B {
    #[inline(always)]
    fn decide(&mut self, bit: bool) -> bool {
        if bit {
            // Keeps this a branch. Of a conditional move, the host could not guess the outcome and run ahead.
            core::hint::black_box(());
        }
        bit
    }

    #[inline(always)]
    fn settle(&mut self, value: u8) -> u8 {
        value
    }
}
