//! Interrupts, and standing still.

use crate::bus::Decide;
use crate::domain::Domain;
use crate::registers::{F, H as HL};
use crate::step::Counted;
use crate::z80::alu::flag::P;
use crate::z80::state::Z80;

/// What the last instruction means for an interrupt that comes now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum After {
    /// Nothing.
    #[default]
    Nothing,
    /// It was EI: one more instruction comes before an interrupt.
    Ei,
    /// It was `LD A,I` or `LD A,R`: an interrupt that comes now clears the copy of IFF2 in P.
    LoadFromIr,
    /// It was a prefix undone by the next one: nothing can come between.
    Prefix,
}

impl<T: Domain> Z80<T> {
    /// Accepts an interrupt if there is one.
    #[inline(always)]
    pub(super) fn accept<W: Decide<T>>(&mut self, m: &mut Counted<'_, W>) -> bool {
        let after = core::mem::take(&mut self.after);
        if after == After::Prefix {
            return false;
        }
        if m.bus.nmi() {
            self.non_maskable(m);
            return true;
        }
        if !self.iff1 || after == After::Ei || !m.bus.irq() {
            return false;
        }
        if after == After::LoadFromIr {
            self.r[F] = self.r[F] & (!P).into();
        }
        self.interrupt(m);
        true
    }

    fn non_maskable<W: Decide<T>>(&mut self, m: &mut Counted<'_, W>) {
        self.wake();
        self.iff1 = false;
        m.fetch(self.r.pc, 5);
        self.r.push(m, self.r.pc.into());
        self.go(0x0066.into(), m);
    }

    fn interrupt<W: Decide<T>>(&mut self, m: &mut Counted<'_, W>) {
        let q = self.q;
        self.wake();
        self.iff1 = false;
        self.iff2 = false;
        // The acknowledging cycle is two cycles longer than a fetch, to give the devices time.
        let given = m.acknowledge(6);
        match self.im {
            0 => {
                let opcode = m.bus.settle(given);
                m.acknowledging = true;
                self.execute::<HL, W>(m, opcode, q);
            }
            1 => {
                m.wait(1);
                self.r.push(m, self.r.pc.into());
                self.go(0x0038.into(), m);
            }
            _ => {
                m.wait(1);
                self.r.push(m, self.r.pc.into());
                let vector = T::join(self.i, given);
                let low = m.read(vector, 3);
                let high = m.read(T::offset(vector, 1), 3);
                self.go(T::join(high, low), m);
            }
        }
    }

    fn wake(&mut self) {
        self.halted = false;
        self.q = 0.into();
        self.count_refresh();
    }

    /// HALT goes on fetching the opcode behind it, and does not execute it.
    #[inline(always)]
    pub(super) fn idle<W: Decide<T>>(&mut self, m: &mut Counted<'_, W>) {
        self.q = 0.into();
        self.count_refresh();
        m.fetch(self.r.pc, 4);
    }
}
