//! Interrupts, RESET and JAM: what happens between instructions.
//!
//! The lines are polled before the last cycle of each instruction. So CLI, SEI and PLP, which change I in their last
//! cycle, act one instruction late, RTI at once. A branch polls before its second cycle, whether it is taken or not, and
//! again only before a fourth. The sequence of an interrupt, and BRK, do not poll at all: the first instruction of the
//! handler is always executed.
//!
//! An edge of SO sets V before the next instruction, and before P is pushed. CLV loses one that comes while it is executed;
//! the other instructions that write V do so too on the chip, and not here.

use super::counted::Counted;
use super::state::{Mos6502, flag};
use crate::bus::Decide;
use crate::domain::Domain;
use crate::step::Step;

/// What the next step does instead of executing an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signal {
    /// Nothing.
    None,
    /// Accepts IRQ.
    Irq,
    /// Accepts NMI.
    Nmi,
    /// Gets stuck.
    Jam,
    /// Is stuck.
    Jammed,
    /// RESET is active.
    Held,
    /// RESET was active: goes through its sequence.
    Reset,
}

const NMI: u16 = 0xFFFA;
const RESET: u16 = 0xFFFC;
const IRQ: u16 = 0xFFFE;

/// Bits 4 and 5 of a P pushed by an instruction.
pub(super) const BY_INSTRUCTION: u8 = 0x30;
const BY_INTERRUPT: u8 = 0x20;

impl<T: Domain> Mos6502<T> {
    /// RESET: seven cycles as of an interrupt, but the stack is read instead of written. Sets I and leaves D.
    pub fn reset<B: Decide<T>>(&mut self, bus: &mut B) -> Step {
        let mut bus = Counted::new(bus);
        self.restart(&mut bus);
        bus.step()
    }

    fn restart<B: Decide<T>>(&mut self, bus: &mut Counted<B>) {
        self.signal = Signal::None;
        self.skip(bus);
        for _ in 0..3 {
            self.peek_stack(bus);
            self.s = self.s.difference(T::from(1), false.into()).0;
        }
        self.set_flag(flag::I, true.into());
        self.follow(RESET, bus);
    }

    /// The two reads at PC before an interrupt: an opcode and the byte after it, of which neither is used.
    fn skip<B: Decide<T>>(&mut self, bus: &mut Counted<B>) {
        bus.fetch_unused(self.pc);
        bus.fetch_unused(self.pc);
    }

    /// Whether something else than an instruction comes now.
    #[inline(always)]
    pub(super) fn is_interrupted<B: Decide<T>>(&mut self, bus: &mut Counted<B>) -> bool {
        if bus.bus.reset() {
            self.signal = Signal::Held;
        }
        self.signal != Signal::None
    }

    /// Sets V if an edge of SO has come.
    #[inline(always)]
    pub(super) fn set_overflow<B: Decide<T>>(&mut self, bus: &mut Counted<B>) {
        if bus.bus.overflow() {
            self.set_flag(flag::V, true.into());
        }
    }

    /// Polls the lines. Where the bus has none, nothing of this is left.
    #[inline(always)]
    pub(super) fn poll<B: Decide<T>>(&mut self, bus: &mut Counted<B>) {
        if bus.bus.irq() && self.signal == Signal::None && bus.bus.decide(!self.flag(flag::I)) {
            self.signal = Signal::Irq;
        }
        if bus.bus.nmi() {
            self.signal = Signal::Nmi;
        }
    }

    /// The step that is no instruction. By value, so that the state of a running processor can stay in registers.
    #[cold]
    pub(super) fn attend<B: Decide<T>>(mut self, bus: &mut B) -> (Self, Step) {
        let mut bus = Counted::new(bus);
        match self.signal {
            Signal::Jam => {
                for address in [0xFFFF, 0xFFFE, 0xFFFE] {
                    bus.read(T::Word::from(address));
                }
                self.signal = Signal::Jammed;
            }
            Signal::Jammed => {
                bus.read(T::Word::from(0xFFFF));
            }
            Signal::Held => {
                bus.fetch_unused(self.pc);
                self.signal = Signal::Reset;
            }
            Signal::Reset => self.restart(&mut bus),
            Signal::None | Signal::Irq | Signal::Nmi => {
                self.skip(&mut bus);
                self.interrupt(BY_INTERRUPT, &mut bus);
            }
        }
        (self, bus.step())
    }

    /// BRK: an interrupt that comes from the program. The byte that follows it is skipped.
    #[inline(always)]
    pub(super) fn brk<B: Decide<T>>(&mut self, bus: &mut Counted<B>) {
        self.operand(bus);
        self.interrupt(BY_INSTRUCTION, bus);
    }

    /// Pushes PC and P and goes through the vector. NMI takes the vector over if it comes before P is pushed.
    #[inline(always)]
    fn interrupt<B: Decide<T>>(&mut self, by: u8, bus: &mut Counted<B>) {
        self.set_overflow(bus);
        self.push_pc(bus);
        let nmi = bus.bus.nmi() || self.signal == Signal::Nmi;
        self.signal = Signal::None;
        self.push((self.p & T::from(flag::ALL)) | T::from(by), bus);
        self.set_flag(flag::I, true.into());
        self.follow(if nmi { NMI } else { IRQ }, bus);
    }

    #[inline(always)]
    fn follow<B: Decide<T>>(&mut self, vector: u16, bus: &mut Counted<B>) {
        let low = bus.read(T::Word::from(vector));
        if vector == NMI {
            // An edge that came after the vector was chosen is lost.
            bus.bus.nmi();
        }
        let high = bus.read(T::Word::from(vector + 1));
        self.pc = bus.bus.locate(T::join(high, low));
    }

    /// JAM: is stuck until RESET, and reads FFFF, twice FFFE, and FFFF for ever.
    #[inline(always)]
    pub(super) fn jam<B: Decide<T>>(&mut self, bus: &mut Counted<B>) {
        self.discard(bus);
        self.signal = Signal::Jam;
    }
}
