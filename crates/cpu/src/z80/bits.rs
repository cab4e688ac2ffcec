//! The pages CB, DD CB and FD CB: shifts, rotations and bit operations.

use crate::bus::Decide;
use crate::dispatch::dispatch;
use crate::domain::Domain;
use crate::execution_context::ExecutionContext;
use crate::registers::{F, HL};
use crate::z80::alu;
use crate::z80::alu::flag;
use crate::z80::state::WorkingCopy;

impl<Byte: Domain> WorkingCopy<'_, Byte> {
    /// Executes the instruction after CB, whose operand is a register or (HL).
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn bits<Bus: Decide<Byte>>(&mut self, cx: &mut ExecutionContext<'_, Bus>) {
        let opcode = self.fetch(cx);
        dispatch!(Byte, Bus, opcode, op => self.execute_bits(op, cx));
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn execute_bits<Bus: Decide<Byte>>(&mut self, opcode: u8, cx: &mut ExecutionContext<'_, Bus>) {
        let number = usize::from(opcode & 7);
        if number == F {
            self.modify_at(cx, opcode, self.r.pair(HL), |_, _| {});
        } else if let Some(result) = self.bit_operation(opcode, self.r[number], self.r[number]) {
            self.r[number] = result;
        }
    }

    /// Executes the instruction after DD CB. The operand is (IX+d); the result is also copied to the register that
    /// the opcode selects.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn bits_indexed<Bus: Decide<Byte>>(&mut self, cx: &mut ExecutionContext<'_, Bus>) {
        let displacement = cx.operand(3);
        self.state.wz = Byte::displace(self.state.ix, displacement);
        let opcode = cx.operand(3);
        let opcode = cx.bus.concretize(opcode);
        cx.internal(2);
        self.modify_at(cx, opcode, self.state.wz, |cpu, result| {
            let number = usize::from(opcode & 7);
            if number != F {
                cpu.r[number] = result;
            }
        });
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn modify_at<Bus: Decide<Byte>>(
        &mut self,
        cx: &mut ExecutionContext<'_, Bus>,
        opcode: u8,
        address: Byte::Word,
        copy_to_register: impl FnOnce(&mut Self, Byte),
    ) {
        let value = cx.read(address, 4);
        let (wz_high, _) = Byte::split(self.state.wz);
        if let Some(result) = self.bit_operation(opcode, value, wz_high) {
            cx.write(address, result, 3);
            copy_to_register(self, result);
        }
    }

    /// Executes a shift, BIT, RES or SET. Returns the result, or `None` for BIT, which only sets flags; its X and Y come from
    /// `xy`.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn bit_operation(&mut self, opcode: u8, value: Byte, xy: Byte) -> Option<Byte> {
        let bit: Byte = (1 << (opcode >> 3 & 7)).into();
        match opcode >> 6 {
            // RLC, RRC, RL, RR, SLA, SRA, SLL, SRL
            0 => {
                let (result, flags) = alu::shift(opcode >> 3, value, self.r[F]);
                self.set_flags(flags);
                Some(result)
            }
            // BIT
            1 => {
                let tested = (value & bit).sign_zero_parity() & (!(flag::X | flag::Y)).into();
                self.set_flags(
                    tested
                        | flag::H.into()
                        | (xy & (flag::X | flag::Y).into())
                        | (self.r[F] & flag::C.into()),
                );
                None
            }
            // RES
            2 => Some(value & !bit),
            // SET
            _ => Some(value | bit),
        }
    }
}
