//! Interrupts, HALT and RESET.

use crate::bus::Decide;
use crate::dispatch::dispatch;
use crate::domain::Domain;
use crate::flow::{Flow, Source};
use crate::registers::F;
use crate::z80::alu::flag::P;
use crate::z80::state::{HL, Running};

/// What the last instruction means for what comes now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum After {
    /// Nothing special.
    #[default]
    Nothing,
    /// It was EI: one more instruction comes before an interrupt.
    Ei,
    /// It was `LD A,I` or `LD A,R`: an interrupt that comes now clears the copy of IFF2 in P.
    LoadFromIr,
    /// It was a prefix undone by the next one: nothing can come between.
    Prefix,
    /// It was a RETN or RETI that changed IFF1: one more instruction comes before an interrupt.
    Retn,
    /// It was a prefix of an interrupting device, undone by a DD from that device, which comes now.
    GivenDd,
    /// So too with ED.
    GivenEd,
    /// So too with FD.
    GivenFd,
    /// It was HALT: it is halted until an interrupt. PC is after the HALT.
    Halt,
    /// RESET was active.
    Reset,
}

impl After {
    /// Another prefix than CB, given by an interrupting device after DD or FD.
    pub(super) fn given(prefix: u8) -> Self {
        match prefix {
            0xDD => After::GivenDd,
            0xED => After::GivenEd,
            _ => After::GivenFd,
        }
    }

    /// Whether only an interrupt or the end of RESET lets it go on.
    #[inline(always)]
    pub(super) fn stands_still(self) -> bool {
        self >= After::Halt
    }

    /// Whether no opcode is fetched from memory now.
    #[inline(always)]
    pub(super) fn replaces_fetch(self) -> bool {
        (After::GivenDd..=After::Halt).contains(&self)
    }

    /// Whether neither kind of interrupt is accepted now.
    #[inline(always)]
    fn is_undivided(self) -> bool {
        matches!(self, After::Prefix | After::GivenDd | After::GivenEd | After::GivenFd)
    }

    /// Whether INT is not accepted now.
    #[inline(always)]
    fn defers_int(self) -> bool {
        self.is_undivided() | matches!(self, After::Ei | After::Retn)
    }
}

/// The cycles of an acknowledge: two more than of a fetch, to give the devices time.
pub(super) const ACKNOWLEDGE: u32 = 6;

impl<T: Domain> Running<'_, T> {
    /// Accepts an interrupt if there is one.
    #[inline(always)]
    pub(super) fn accept<W: Decide<T>>(&mut self, m: &mut Flow<'_, W>, after: After) -> bool {
        if m.bus.reset() {
            self.aside(m, |cpu, m| cpu.hold_in_reset(m));
            return true;
        }
        if !after.is_undivided() && m.bus.nmi() {
            self.aside(m, |cpu, m| cpu.non_maskable(m));
            return true;
        }
        if !self.z.iff1 || after.defers_int() || !m.bus.irq() {
            return false;
        }
        self.aside(m, |cpu, m| cpu.interrupt(m, after));
        true
    }

    /// A cycle in which RESET is active.
    #[inline(always)]
    fn hold_in_reset<W: Decide<T>>(&mut self, m: &mut Flow<'_, W>) {
        self.z.reset();
        self.q = false;
        self.after = After::Reset;
        m.pc = 0;
        m.wait(1);
    }

    /// IFF2 keeps what IFF1 was. An edge during the response is lost.
    #[inline(always)]
    fn non_maskable<W: Decide<T>>(&mut self, m: &mut Flow<'_, W>) {
        self.wake();
        self.z.iff1 = false;
        m.fetch_unused(5);
        self.r.push(m, m.pc.into());
        self.go(0x0066.into(), m);
        m.bus.nmi();
    }

    #[inline(always)]
    fn interrupt<W: Decide<T>>(&mut self, m: &mut Flow<'_, W>, after: After) {
        let q = self.q;
        if after == After::LoadFromIr {
            self.r[F] = self.r[F] & (!P).into();
        }
        self.wake();
        self.z.iff1 = false;
        self.z.iff2 = false;
        m.respond(Source::Opcodes);
        let given = m.acknowledge(ACKNOWLEDGE);
        m.source = Source::Memory;
        match self.z.im {
            0 => {
                let opcode = m.bus.settle(given);
                self.execute_given(m, opcode, q);
            }
            1 => {
                m.wait(1);
                self.r.push(m, m.pc.into());
                self.go(0x0038.into(), m);
            }
            _ => {
                m.wait(1);
                self.r.push(m, m.pc.into());
                let vector = T::join(self.z.i, given);
                let low = m.read(vector, 3);
                let high = m.read(T::offset(vector, 1), 3);
                self.go(T::join(high, low), m);
            }
        }
    }

    /// Executes an opcode that an interrupting device gave: it also gives what is fetched after a prefix, but operands are
    /// read from memory at PC, and PC stays.
    #[inline(never)]
    fn execute_given<W: Decide<T>>(&mut self, m: &mut Flow<'_, W>, opcode: u8, q: bool) {
        m.source = Source::Opcodes;
        dispatch!(opcode, OP => self.execute::<{ OP }, HL, W>(m, q));
        m.source = Source::Memory;
    }

    fn wake(&mut self) {
        self.q = false;
        self.z.refresh.count();
    }

    /// What comes now if not an instruction from memory.
    #[inline(always)]
    pub(super) fn instead_of_fetch<W: Decide<T>>(&mut self, m: &mut Flow<'_, W>, after: After) {
        match after {
            After::GivenDd => self.execute_given(m, 0xDD, false),
            After::GivenEd => self.execute_given(m, 0xED, false),
            After::GivenFd => self.execute_given(m, 0xFD, false),
            _ => self.idle(m),
        }
    }

    /// HALT goes on fetching the opcode after it, and does not execute it.
    #[inline(always)]
    fn idle<W: Decide<T>>(&mut self, m: &mut Flow<'_, W>) {
        self.after = After::Halt;
        self.wake();
        m.fetch_unused(4);
    }
}
