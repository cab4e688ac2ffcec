//! Interrupts, and standing still.

use crate::bus::Decide;
use crate::dispatch::dispatch;
use crate::domain::Domain;
use crate::flow::Flow;
use crate::registers::F;
use crate::z80::alu::flag::P;
use crate::z80::state::{HL, Running};

/// What the last instruction means for what comes now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
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
    /// It was HALT: it stands still until an interrupt. PC is behind the HALT.
    Halt,
}

impl<T: Domain> Running<'_, T> {
    /// Accepts an interrupt if there is one.
    #[inline(always)]
    pub(super) fn accept<W: Decide<T>>(&mut self, m: &mut Flow<'_, W>, after: After) -> bool {
        if after != After::Prefix && m.bus.nmi() {
            self.aside(m, |cpu, m| cpu.non_maskable(m));
            return true;
        }
        if !self.z.iff1 || matches!(after, After::Ei | After::Prefix) || !m.bus.irq() {
            return false;
        }
        self.aside(m, |cpu, m| cpu.interrupt(m, after));
        true
    }

    #[inline(always)]
    fn non_maskable<W: Decide<T>>(&mut self, m: &mut Flow<'_, W>) {
        self.wake();
        self.z.iff1 = false;
        m.read(m.pc.into(), 5);
        self.r.push(m, m.pc.into());
        self.go(0x0066.into(), m);
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
        // The acknowledging cycle is two cycles longer than a fetch, to give the devices time.
        let given = m.acknowledge(6);
        match self.z.im {
            0 => {
                let opcode = m.bus.settle(given);
                m.acknowledging = true;
                dispatch!(opcode, OP => self.execute::<{ OP }, HL, W>(m, q));
                m.acknowledging = false;
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

    fn wake(&mut self) {
        self.q = false;
        self.z.refresh.count();
    }

    /// HALT goes on fetching the opcode behind it, and does not execute it.
    #[inline(always)]
    pub(super) fn idle<W: Decide<T>>(&mut self, m: &mut Flow<'_, W>) {
        self.q = false;
        self.z.refresh.count();
        m.read(m.pc.into(), 4);
    }
}
