//! What a core sees of the world: memory, ports, lines, time.

use crate::domain::Domain;

/// Memory, ports and lines around a core. Accesses come in the order of the chip's own.
///
/// Only [`read`](Bus::read), [`write`](Bus::write) and [`peek`](Bus::peek) are required. Whatever else a bus leaves out
/// compiles to nothing.
pub trait Bus<D: Domain = u8> {
    /// Reads memory. Devices may notice.
    fn read(&mut self, address: D::Word) -> D;

    /// Writes memory.
    fn write(&mut self, address: D::Word, value: D);

    /// Returns what [`Bus::read`] would give, without anything noticing.
    fn peek(&self, address: u16) -> D;

    /// Fetches an opcode or prefix (M1 of the Z80 and 8080, SYNC of the 6502).
    #[inline(always)]
    fn fetch(&mut self, address: u16) -> D {
        self.read(address.into())
    }

    /// Fetches an opcode that is thrown away: while HALT lasts, and where the Z80 accepts NMI or the 6502 any interrupt.
    /// It is a [`fetch`](Bus::fetch) to memory and devices, and no data to a watchpoint.
    #[inline(always)]
    fn fetch_unused(&mut self, address: u16) {
        self.fetch(address);
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

    /// Whether an edge of the non-maskable interrupt has come since this was last asked.
    #[inline(always)]
    fn nmi(&mut self) -> bool {
        false
    }

    /// Whether RESET is active, or was since this was last asked. Asked before each instruction.
    #[inline(always)]
    fn reset(&mut self) -> bool {
        false
    }

    /// Whether an edge of the 6502's SO pin, which sets V, has come since this was last asked.
    #[inline(always)]
    fn overflow(&mut self) -> bool {
        false
    }

    /// Reads what the interrupting device puts on the bus in an acknowledge cycle. Without a device the bus floats high,
    /// which is `RST 7`.
    ///
    /// The Z80 acknowledges once for a vector or an opcode, and once more for the byte after each prefix (IM 0); the 8080
    /// for every byte of the instruction. `first` says that a new response begins.
    fn acknowledge(&mut self, _first: bool) -> D {
        0xFF.into()
    }

    /// Reads an operand byte of an instruction that came by [`acknowledge`](Bus::acknowledge) (Z80, IM 0). The chip reads
    /// memory at PC, which does not move; a device that has more than one byte to give must keep memory off the bus.
    fn supply(&mut self, pc: u16) -> D {
        self.read(pc.into())
    }

    /// The wait states of the access that comes next (WAIT, READY, RDY). The NMOS 6502 does not ask when it writes.
    #[inline(always)]
    fn wait_states(&mut self, _cycle: MachineCycle, _address: D::Word) -> u16 {
        0
    }

    /// Lets clock cycles pass. Those of an access pass before it is made.
    #[inline(always)]
    fn elapse(&mut self, _cycles: u32) {}

    /// Whether a [run](crate::Core::run) is to end after this instruction.
    #[inline(always)]
    fn ends_run(&mut self) -> bool {
        false
    }

    /// Whether time alone can change a line. Then a processor that is halted stays in a [run](crate::Core::run).
    #[inline(always)]
    fn is_clocked(&self) -> bool {
        false
    }
}

/// A kind of access, as wait states depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MachineCycle {
    /// An opcode or prefix is fetched.
    Fetch,
    /// Data or an operand is read.
    Read,
    /// Data is written.
    Write,
    /// A port is read.
    Input,
    /// A port is written.
    Output,
    /// An interrupt is acknowledged. The address is PC.
    Acknowledge,
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
