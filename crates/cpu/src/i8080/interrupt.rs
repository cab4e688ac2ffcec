//! Interrupts and RESET.

use crate::bus::Decide;
use crate::domain::Domain;
use crate::flow::{Flow, Source};
use crate::i8080::state::I8080;

impl<T: Domain> I8080<T> {
    /// Accepts an interrupt if there is one: the next instruction is what the device gives, usually RST or CALL, and PC
    /// does not count up.
    #[inline(always)]
    pub(super) fn accept<W: Decide<T>>(&mut self, m: &mut Flow<'_, W>) {
        let after_ei = core::mem::take(&mut self.after_ei);
        if self.interrupts && !after_ei && m.bus.irq() {
            self.interrupts = false;
            self.halted = false;
            m.respond(Source::Device);
        }
    }

    /// A cycle in which RESET is active.
    #[cold]
    pub(super) fn hold_in_reset<W: Decide<T>>(&mut self, m: &mut Flow<'_, W>) {
        self.reset();
        self.in_reset = true;
        m.pc = 0;
        m.wait(1);
    }
}
