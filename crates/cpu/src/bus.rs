//! The two interfaces of a core: to the rest of the machine (memory, ports, lines, time), and the one that is common to the three cores.

use core::fmt::Debug;

use arcadian_isa::Processor;

use crate::domain::Domain;

/// Memory, ports and lines around a core. Accesses occur in the same order as on the chip.
///
/// Only [`read`](Bus::read), [`write`](Bus::write) and [`peek`](Bus::peek) are required. The default methods compile to
/// nothing.
pub trait Bus<Byte: Domain = u8> {
    /// Whether an interrupting device can supply an opcode ([`acknowledge`](Bus::acknowledge)). The code for that, as large as
    /// the one for opcodes from memory, is left out otherwise.
    const SUPPLIES_OPCODES: bool = true;

    /// Whether the cores of the 8080 and the Z80 are compiled for each opcode on its own: faster, and much more code.
    const IS_FAST: bool = true;

    /// Reads memory. A device may change its state.
    fn read(&mut self, address: Byte::Word) -> Byte;

    /// Writes memory.
    fn write(&mut self, address: Byte::Word, value: Byte);

    /// Returns the value that [`Bus::read`] would return, without side effects.
    fn peek(&self, address: u16) -> Byte;

    /// Fetches an opcode or prefix (M1 of the Z80 and 8080, SYNC of the 6502).
    #[inline(always)]
    fn fetch(&mut self, address: u16) -> Byte {
        self.read(address.into())
    }

    /// Fetches an opcode and discards it: during HALT, when the Z80 accepts NMI, and when the 6502 accepts any interrupt.
    /// For memory and devices this is a [`fetch`](Bus::fetch); watched addresses on reads ignore it.
    #[inline(always)]
    fn fetch_unused(&mut self, address: u16) {
        self.fetch(address);
    }

    /// Reads memory and discards the byte: the dummy reads of the 6502. For memory and devices this is a [`read`](Bus::read).
    #[inline(always)]
    fn read_unused(&mut self, address: Byte::Word) {
        self.read(address);
    }

    /// Reads a port. The 8080 drives the port number on both halves of the address bus; the Z80 drives A or B on the upper
    /// half.
    fn input(&mut self, _port: Byte::Word) -> Byte {
        0xFF.into()
    }

    /// Writes a port.
    fn output(&mut self, _port: Byte::Word, _value: Byte) {}

    /// Returns whether [`reset`](Bus::reset), [`nmi`](Bus::nmi) or [`irq`](Bus::irq) may return true. If not, the Z80 does not
    /// call them before an instruction.
    #[inline(always)]
    fn may_have_active_line(&self) -> bool {
        true
    }

    /// Returns whether the interrupt line (INT, IRQ) is active.
    #[inline(always)]
    fn irq(&mut self) -> bool {
        false
    }

    /// Returns whether an NMI edge has occurred since the last call.
    #[inline(always)]
    fn nmi(&mut self) -> bool {
        false
    }

    /// Returns whether the NMI line is active now. The 6502 loses an edge during its response to an IRQ if the line is released
    /// before the response ends. A bus that has edges only keeps the default.
    #[inline(always)]
    fn is_nmi_active(&mut self) -> bool {
        true
    }

    /// Returns whether RESET is active or has been since the last call. Called before each instruction.
    #[inline(always)]
    fn reset(&mut self) -> bool {
        false
    }

    /// Returns whether an edge on the 6502's SO pin, which sets V, has occurred since the last call.
    #[inline(always)]
    fn overflow(&mut self) -> bool {
        false
    }

    /// Returns the byte with which an unstable opcode of the 6502 combines its operands: on XAA and LXA it is ORed with A, on SHA,
    /// SHX, SHY and TAS it is ANDed with the stored value. It depends on the chip, its temperature and other chips; `typical`
    /// is what most recorded chips show.
    #[inline(always)]
    fn unstable(&mut self, typical: Byte) -> Byte {
        typical
    }

    /// Returns what `LD A,R` loads; `counted` is R according to the core. A bus that runs many machines together need not know
    /// how many instructions each of them has executed.
    #[inline(always)]
    fn refresh(&mut self, counted: Byte) -> Byte {
        counted
    }

    /// Reads the byte that the interrupting device drives in an acknowledge cycle. Without a device the bus floats high,
    /// which is `RST 7`.
    ///
    /// The Z80 has one acknowledge cycle for a vector or an opcode and one more for the byte after each prefix (IM 0). The
    /// 8080 has one for every byte of the instruction. `first` is set in the first acknowledge cycle of an interrupt.
    fn acknowledge(&mut self, _first: bool) -> Byte {
        0xFF.into()
    }

    /// Reads an operand byte of an instruction supplied by [`acknowledge`](Bus::acknowledge) (Z80, IM 0). The chip reads
    /// memory at PC without incrementing it; a device that supplies operands must disable memory.
    fn supply(&mut self, pc: u16) -> Byte {
        self.read(pc.into())
    }

    /// Returns the number of wait states of the next access (WAIT, READY, RDY). Not called for writes of the NMOS 6502,
    /// which ignore RDY.
    #[inline(always)]
    fn wait_states(&mut self, _cycle: MachineCycle, _address: Byte::Word) -> u16 {
        0
    }

    /// Advances time by clock cycles. The cycles of an access elapse before the access.
    #[inline(always)]
    fn elapse(&mut self, _cycles: u32) {}

    /// Returns whether a [run](crate::Core::run) ends after this instruction.
    #[inline(always)]
    fn ends_run(&mut self) -> bool {
        false
    }

    /// Returns whether a line may change just because time elapses. If so, a [run](crate::Core::run) of a halted processor
    /// waits.
    #[inline(always)]
    fn is_clocked(&self) -> bool {
        false
    }
}

/// The kind of an access, on which its wait states depend.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MachineCycle {
    /// Fetches an opcode or prefix.
    Fetch,
    /// Reads data or an operand.
    Read,
    /// Writes data.
    Write,
    /// Reads a port.
    Input,
    /// Writes a port.
    Output,
    /// Acknowledges an interrupt. The address is PC.
    Acknowledge,
}

/// The decisions on which the control flow of a core depends.
///
/// A `u8` decides for itself, so every [`Bus`] over `u8` implements this trait. For a domain of many values the
/// implementation selects one outcome and must execute the other outcomes separately.
pub trait Decide<Byte: Domain>: Bus<Byte> {
    /// Returns whether the bit is set.
    fn decide(&mut self, bit: Byte::Bit) -> bool;

    /// Returns the value as a concrete byte.
    fn concretize(&mut self, value: Byte) -> u8;

    /// Returns the word as a concrete address.
    #[inline(always)]
    fn concretize_word(&mut self, word: Byte::Word) -> u16 {
        let (high, low) = Byte::split(word);
        u16::from_be_bytes([self.concretize(high), self.concretize(low)])
    }
}

impl<B: Bus> Decide<u8> for B {
    #[inline(always)]
    fn decide(&mut self, bit: bool) -> bool {
        if bit {
            // Forces a branch instead of a conditional move, so that the host's branch predictor is used.
            core::hint::black_box(());
        }
        bit
    }

    #[inline(always)]
    fn concretize(&mut self, value: u8) -> u8 {
        value
    }
}

/// A processor core: its complete state, and the execution of instructions.
pub trait Core<Byte: Domain = u8>: 'static + Copy + Eq + Debug + Default {
    /// The processor that the core models.
    const PROCESSOR: Processor;

    /// The registers, in the usual order for display.
    const REGISTERS: &'static [Register<Self, Byte>];

    /// The rest of the state, except PC: halves of registers that are stored as words, flip-flops, latches.
    const PARTS: &'static [Register<Self, Byte>];

    /// Executes one instruction, accepts one interrupt, or spends one cycle in RESET.
    fn step<B: Decide<Byte>>(&mut self, bus: &mut B) -> StepCost;

    /// Executes up to `limit` instructions. The run ends early when `stop` returns `true` for the address of the next
    /// instruction, when the bus [ends it](Bus::ends_run), or when the processor halts. Unless `limit` is 0, at least one
    /// instruction is executed. A processor that is already halted waits if the bus [is clocked](Bus::is_clocked).
    ///
    /// This is faster than repeated steps.
    fn run<B: Decide<Byte>>(&mut self, bus: &mut B, limit: u64, stop: impl FnMut(u16) -> bool) -> RunCost;

    /// Returns the address of the next instruction.
    fn pc(&self) -> u16;

    /// Sets the address of the next instruction.
    fn set_pc(&mut self, address: u16);

    /// Returns the address in the stack pointer. On the 6502 it is in page 1 and points to the first free byte.
    fn stack(&self) -> Byte::Word;

    /// Returns whether the processor is halted: by HALT until an interrupt, by JAM until RESET, or while RESET is active.
    fn is_halted(&self) -> bool;

    /// Returns the register or part with this name, ignoring case.
    fn register(name: &str) -> Option<&'static Register<Self, Byte>> {
        let mut all = Self::REGISTERS.iter().chain(Self::PARTS);
        all.find(|register| register.name.eq_ignore_ascii_case(name))
    }
}

/// A named register.
#[derive(Debug)]
pub struct Register<C, Byte: Domain = u8> {
    /// The name in the data sheet.
    pub name: &'static str,
    /// The width: 8 or 16, or 1 or 2 for latches.
    pub bits: u32,
    /// Returns the value; one of up to 8 bits is in the low byte.
    pub get: fn(&C) -> Byte::Word,
    /// Sets the value; a register of up to 8 bits uses the low byte.
    pub set: fn(&mut C, Byte::Word),
}

/// Expands to an entry of [`Core::REGISTERS`] or [`Core::PARTS`]: a bit, a byte, a half of a word, a word, or a word stored as
/// a pair of bytes.
macro_rules! register {
    (bit $name:literal, |$cpu:ident| $latch:expr) => {
        Register {
            name: $name,
            bits: 1,
            get: |$cpu| Byte::join(0.into(), Byte::place($latch, 0)),
            set: |$cpu, word| $latch = Byte::split(word).1.bit(0),
        }
    };
    (byte $name:literal, |$cpu:ident| $register:expr) => {
        Register {
            name: $name,
            bits: 8,
            get: |$cpu| Byte::join(0.into(), $register),
            set: |$cpu, word| $register = Byte::split(word).1,
        }
    };
    (high $name:literal, |$cpu:ident| $word:expr) => {
        Register {
            name: $name,
            bits: 8,
            get: |$cpu| Byte::join(0.into(), Byte::split($word).0),
            set: |$cpu, word| $word = Byte::join(Byte::split(word).1, Byte::split($word).1),
        }
    };
    (low $name:literal, |$cpu:ident| $word:expr) => {
        Register {
            name: $name,
            bits: 8,
            get: |$cpu| Byte::join(0.into(), Byte::split($word).1),
            set: |$cpu, word| $word = Byte::join(Byte::split($word).0, Byte::split(word).1),
        }
    };
    (word $name:literal, |$cpu:ident| pair $high:expr, $low:expr) => {
        Register {
            name: $name,
            bits: 16,
            get: |$cpu| Byte::join($high, $low),
            set: |$cpu, word| ($high, $low) = Byte::split(word),
        }
    };
    (word $name:literal, |$cpu:ident| $register:expr) => {
        Register { name: $name, bits: 16, get: |$cpu| $register, set: |$cpu, word| $register = word }
    };
}
pub(crate) use register;

/// The cost of one step: of an instruction, of accepting an interrupt, or of one cycle in a halted state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct StepCost {
    /// Clock cycles (T-states).
    pub cycles: u32,
    /// Accesses to memory and ports, including interrupt acknowledge cycles.
    pub accesses: u32,
}

/// The cost of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct RunCost {
    /// Steps.
    pub instructions: u64,
    /// Clock cycles (T-states).
    pub cycles: u64,
    /// Accesses to memory and ports.
    pub accesses: u64,
}

impl core::ops::Add for RunCost {
    type Output = RunCost;

    fn add(self, other: RunCost) -> RunCost {
        RunCost {
            instructions: self.instructions + other.instructions,
            cycles: self.cycles + other.cycles,
            accesses: self.accesses + other.accesses,
        }
    }
}
