//! Interrupts.

use crate::bus::Decide;
use crate::domain::Domain;
use crate::i8080::state::I8080;
use crate::step::Counted;

impl<T: Domain> I8080<T> {
    /// Accepts an interrupt if there is one: executes the instruction that the device gives, usually RST or CALL,
    /// without counting PC up.
    #[inline(always)]
    pub(super) fn accept<W: Decide<T>>(&mut self, m: &mut Counted<'_, W>) -> bool {
        let after_ei = core::mem::take(&mut self.after_ei);
        if !self.interrupts || after_ei || !m.bus.irq() {
            return false;
        }
        self.interrupts = false;
        self.halted = false;
        m.acknowledging = true;
        let opcode = self.r.fetch(m);
        self.execute(m, opcode);
        true
    }
}
