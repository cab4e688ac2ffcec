//! The page ED; the pages CB, DD CB and FD CB: shifts, rotations and bit operations.
//!
//! The notation of the mnemonics is that of `execute.rs`. A `*` marks undocumented opcodes.

use crate::{
    bus::Decide,
    domain::{Domain, is_set, mask_if},
    execution_context::{ExecutionContext, dispatch},
    registers::{A, BC, F, HL},
    z80::{
        After, Refresh, WorkingCopy,
        alu::{self, flag},
    },
};

/// The interrupt modes in the order of the IM opcodes.
const MODES: [u8; 4] = [0, 0, 1, 2];

impl<Byte: Domain> WorkingCopy<'_, Byte> {
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn extended<Bus: Decide<Byte>>(&mut self, cx: &mut ExecutionContext<'_, Bus>) {
        let opcode = self.fetch(cx);
        dispatch!(Byte, Bus, opcode, op => self.execute_extended(op, cx));
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn execute_extended<Bus: Decide<Byte>>(&mut self, opcode: u8, cx: &mut ExecutionContext<'_, Bus>) {
        let number = usize::from(opcode >> 3 & 7);
        match opcode {
            // IN r,(C); IN F,(C)*
            0x40 | 0x48 | 0x50 | 0x58 | 0x60 | 0x68 | 0x70 | 0x78 => self.input(cx, number),
            // OUT (C),r; OUT (C),0*
            0x41 | 0x49 | 0x51 | 0x59 | 0x61 | 0x69 | 0x71 | 0x79 => self.output(cx, number),
            // SBC HL,rr
            0x42 | 0x52 | 0x62 | 0x72 => self.accumulate_word(cx, opcode, alu::subtract_words),
            // ADC HL,rr
            0x4A | 0x5A | 0x6A | 0x7A => self.accumulate_word(cx, opcode, alu::add_words),
            // LD (nn),rr
            0x43 | 0x53 | 0x63 | 0x73 => {
                let address = cx.operand_word::<Byte>();
                let word = self.r.word(opcode);
                self.store_word(cx, address, word);
            }
            // LD rr,(nn)
            0x4B | 0x5B | 0x6B | 0x7B => {
                let address = cx.operand_word::<Byte>();
                let word = self.load_word(cx, address);
                self.r.set_word(opcode, word);
            }
            // NEG, NEG*
            0x44 | 0x4C | 0x54 | 0x5C | 0x64 | 0x6C | 0x74 | 0x7C => {
                let (result, flags) = alu::subtract(0.into(), self.r[A], false.into());
                self.r[A] = result;
                self.set_flags(flags);
            }
            // RETN, RETI, RETN*: RETI differs only for devices that decode it on the bus.
            0x45 | 0x4D | 0x55 | 0x5D | 0x65 | 0x6D | 0x75 | 0x7D => {
                if self.state.iff1 != self.state.iff2 {
                    self.state.iff1 = self.state.iff2;
                    self.after = After::Retn;
                }
                self.ret(cx);
            }
            // IM n, IM* n
            0x46 | 0x4E | 0x56 | 0x5E | 0x66 | 0x6E | 0x76 | 0x7E => self.state.im = MODES[number & 3].into(),
            // LD I,A
            0x47 => {
                cx.internal(1);
                self.state.i = self.r[A];
            }
            // LD R,A
            0x4F => {
                cx.internal(1);
                self.state.refresh = Refresh::new(self.r[A]);
            }
            // LD A,I
            0x57 => self.load_interrupt_or_refresh(cx, self.state.i),
            // LD A,R
            0x5F => {
                let value = cx.bus.refresh(self.state.refresh.value());
                self.load_interrupt_or_refresh(cx, value);
            }
            // RRD
            0x67 => self.rotate_digits(cx, |a, value| ((value & 0x0F.into()), a << 4 | value >> 4)),
            // RLD
            0x6F => self.rotate_digits(cx, |a, value| (value >> 4, value << 4 | (a & 0x0F.into()))),
            // LDI, CPI, INI, OUTI, LDD, CPD, IND, OUTD and their repeating forms
            0xA0 | 0xA1 | 0xA2 | 0xA3 | 0xA8 | 0xA9 | 0xAA | 0xAB | 0xB0 | 0xB1 | 0xB2 | 0xB3 | 0xB8
            | 0xB9 | 0xBA | 0xBB => self.block(cx, opcode),
            // NOP*
            _ => {}
        }
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn input<Bus: Decide<Byte>>(&mut self, cx: &mut ExecutionContext<'_, Bus>, number: usize) {
        let port = self.r.pair(BC);
        let value = cx.input(port, 4);
        self.state.wz = Byte::offset(port, 1);
        if number != F {
            self.r[number] = value;
        }
        self.set_flags(value.sign_zero_parity() | (self.r[F] & flag::C.into()));
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn output<Bus: Decide<Byte>>(&mut self, cx: &mut ExecutionContext<'_, Bus>, number: usize) {
        let port = self.r.pair(BC);
        let value = if number == F { 0.into() } else { self.r[number] };
        cx.output(port, value, 4);
        self.state.wz = Byte::offset(port, 1);
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn accumulate_word<Bus: Decide<Byte>>(
        &mut self,
        cx: &mut ExecutionContext<'_, Bus>,
        opcode: u8,
        operation: alu::WordOperation<Byte>,
    ) {
        cx.internal(7);
        let word = self.r.pair(HL);
        let carry = is_set(self.r[F], flag::C);
        let (result, flags) = operation(word, self.r.word(opcode), carry);
        self.state.wz = Byte::offset(word, 1);
        self.r.set_pair(HL, result);
        self.set_flags(flags);
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn load_interrupt_or_refresh<Bus: Decide<Byte>>(
        &mut self,
        cx: &mut ExecutionContext<'_, Bus>,
        value: Byte,
    ) {
        cx.internal(1);
        self.r[A] = value;
        let flags = value.sign_zero_parity() & (!flag::P).into();
        self.set_flags(flags | mask_if(self.state.iff2, flag::P) | (self.r[F] & flag::C.into()));
        self.after = After::LoadFromIr;
    }

    /// Executes RLD or RRD. `rotate` returns the new low digit of A and the new byte.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn rotate_digits<Bus: Decide<Byte>>(
        &mut self,
        cx: &mut ExecutionContext<'_, Bus>,
        rotate: impl FnOnce(Byte, Byte) -> (Byte, Byte),
    ) {
        let address = self.r.pair(HL);
        let value = cx.read(address, 3);
        let (digit, rotated) = rotate(self.r[A], value);
        cx.internal(4);
        cx.write(address, rotated, 3);
        self.state.wz = Byte::offset(address, 1);
        self.r[A] = (self.r[A] & 0xF0.into()) | digit;
        self.set_flags(self.r[A].sign_zero_parity() | (self.r[F] & flag::C.into()));
    }
}

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
