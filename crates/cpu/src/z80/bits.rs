//! The pages behind CB, DD CB and FD CB: shifts, and single bits.

use crate::bus::Decide;
use crate::dispatch::dispatch;
use crate::domain::Domain;
use crate::flow::Flow;
use crate::registers::{F, H as HL};
use crate::z80::alu;
use crate::z80::alu::flag::{C, H, X, Y};
use crate::z80::state::Running;

impl<T: Domain> Running<'_, T> {
    /// CB: the operand is a register, or (HL).
    #[inline(always)]
    pub(super) fn bits<W: Decide<T>>(&mut self, m: &mut Flow<'_, W>) {
        let opcode = self.fetch(m);
        dispatch!(opcode, OP => self.bits_of::<{ OP }, W>(m));
    }

    #[inline(always)]
    fn bits_of<const OP: u8, W: Decide<T>>(&mut self, m: &mut Flow<'_, W>) {
        let place = usize::from(OP & 7);
        if place == F {
            self.operate_at(m, OP, self.r.pair(HL), |_, _| {});
        } else if let Some(result) = self.operate(OP, self.r[place], self.r[place]) {
            self.r[place] = result;
        }
    }

    /// DD CB d, FD CB d: the operand is (IX+d), and the result also goes to the register that the code names.
    #[inline(always)]
    pub(super) fn bits_indexed<W: Decide<T>>(&mut self, m: &mut Flow<'_, W>, index: usize) {
        let displacement = m.operand(3);
        self.z.wz = T::displace(self.z.index(index), displacement);
        let opcode = m.operand(3);
        let opcode = m.bus.settle(opcode);
        m.wait(2);
        self.operate_at(m, opcode, self.z.wz, |cpu, result| {
            let place = usize::from(opcode & 7);
            if place != F {
                cpu.r[place] = result;
            }
        });
    }

    #[inline(always)]
    fn operate_at<W: Decide<T>>(
        &mut self,
        m: &mut Flow<'_, W>,
        opcode: u8,
        address: T::Word,
        copy: impl FnOnce(&mut Self, T),
    ) {
        let value = m.read(address, 4);
        let (latch, _) = T::split(self.z.wz);
        if let Some(result) = self.operate(opcode, value, latch) {
            m.write(address, result, 3);
            copy(self, result);
        }
    }

    /// The result, unless the operation is BIT, which only sets flags; X and Y of `shown`.
    #[inline(always)]
    fn operate(&mut self, opcode: u8, value: T, shown: T) -> Option<T> {
        let bit: T = (1 << (opcode >> 3 & 7)).into();
        match opcode >> 6 {
            0 => {
                let (result, flags) = alu::shift(opcode >> 3, value, self.r[F]);
                self.set_flags(flags);
                Some(result)
            }
            1 => {
                let tested = (value & bit).sign_zero_parity() & (!(X | Y)).into();
                self.set_flags(tested | H.into() | (shown & (X | Y).into()) | (self.r[F] & C.into()));
                None
            }
            2 => Some(value & !bit),
            _ => Some(value | bit),
        }
    }
}
