//! Interrupts and RESET.

use crate::bus::Decide;
use crate::domain::Domain;
use crate::execution_context::{ExecutionContext, Source};
use crate::i8080::state::I8080;

impl<Byte: Domain> I8080<Byte> {
    /// Accepts a pending interrupt. The device then supplies the next instruction, usually RST or CALL, and PC is not
    /// incremented.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn accept_interrupt<Bus: Decide<Byte>>(&mut self, cx: &mut ExecutionContext<'_, Bus>) {
        let after_ei = core::mem::take(&mut self.after_ei);
        let may_accept = self.inte != false.into() && !after_ei;
        if may_accept && cx.bus.irq() && cx.bus.decide(self.inte) {
            self.inte = false.into();
            self.halted = false;
            cx.begin_acknowledge(Source::Device);
        }
    }

    /// Spends one cycle in RESET.
    #[cold]
    pub(super) fn hold_in_reset<Bus: Decide<Byte>>(&mut self, cx: &mut ExecutionContext<'_, Bus>) {
        self.reset();
        self.in_reset = true;
        cx.pc = 0;
        cx.internal(1);
    }
}
