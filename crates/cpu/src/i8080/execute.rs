//! The 256 opcodes, interrupts and RESET.
//!
//! The mnemonics after an arm are those of its opcodes: `r` is a register, `M` the memory at HL, `rp` BC, DE, HL or SP
//! (PSW in PUSH and POP), `cc` a condition. A `*` marks undocumented opcodes.

use crate::{
    bus::Decide,
    domain::{Domain, is_set},
    execution_context::{ExecutionContext, Source},
    i8080::{
        I8080,
        alu::{
            self, ALWAYS_SET,
            flag::{AC, CY, P, S, Z},
        },
    },
    registers::{A, DE, F, H, HL, L},
};

impl<Byte: Domain> I8080<Byte> {
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn execute<Bus: Decide<Byte>>(&mut self, opcode: u8, cx: &mut ExecutionContext<'_, Bus>) {
        let source = usize::from(opcode & 7);
        let target = usize::from(opcode >> 3 & 7);
        let operation = opcode >> 3 & 7;
        match opcode {
            // NOP, NOP*
            0x00 | 0x08 | 0x10 | 0x18 | 0x20 | 0x28 | 0x30 | 0x38 => {}
            // LXI rp,d16
            0x01 | 0x11 | 0x21 | 0x31 => {
                let word = cx.operand_word::<Byte>();
                self.r.set_word(opcode, word);
            }
            // STAX B, STAX D
            0x02 | 0x12 => cx.write(self.r.word(opcode), self.r[A], 3),
            // LDAX B, LDAX D
            0x0A | 0x1A => self.r[A] = cx.read(self.r.word(opcode), 3),
            // INX rp
            0x03 | 0x13 | 0x23 | 0x33 => {
                cx.internal(1);
                self.r.set_word(opcode, Byte::offset(self.r.word(opcode), 1));
            }
            // DCX rp
            0x0B | 0x1B | 0x2B | 0x3B => {
                cx.internal(1);
                self.r.set_word(opcode, Byte::offset(self.r.word(opcode), 0xFFFF));
            }
            // DAD rp
            0x09 | 0x19 | 0x29 | 0x39 => self.add_to_hl(cx, opcode),
            // INR M
            0x34 => self.modify_memory(cx, alu::increment),
            // DCR M
            0x35 => self.modify_memory(cx, alu::decrement),
            // INR r
            0x04 | 0x0C | 0x14 | 0x1C | 0x24 | 0x2C | 0x3C => {
                cx.internal(1);
                (self.r[target], self.r[F]) = alu::increment(self.r[target], self.r[F]);
            }
            // DCR r
            0x05 | 0x0D | 0x15 | 0x1D | 0x25 | 0x2D | 0x3D => {
                cx.internal(1);
                (self.r[target], self.r[F]) = alu::decrement(self.r[target], self.r[F]);
            }
            // MVI M,d8
            0x36 => {
                let value = cx.operand(3);
                cx.write(self.r.pair(HL), value, 3);
            }
            // MVI r,d8
            0x06 | 0x0E | 0x16 | 0x1E | 0x26 | 0x2E | 0x3E => self.r[target] = cx.operand(3),
            // RLC, RRC, RAL, RAR
            0x07 | 0x0F | 0x17 | 0x1F => {
                let (value, carry) = alu::rotate(operation, self.r[A], self.r[F]);
                self.r[A] = value;
                self.set_carry(carry);
            }
            // SHLD m16
            0x22 => {
                let address = cx.operand_word::<Byte>();
                cx.write(address, self.r[L], 3);
                cx.write(Byte::offset(address, 1), self.r[H], 3);
            }
            // LHLD m16
            0x2A => {
                let address = cx.operand_word::<Byte>();
                self.r[L] = cx.read(address, 3);
                self.r[H] = cx.read(Byte::offset(address, 1), 3);
            }
            // STA m16
            0x32 => {
                let address = cx.operand_word::<Byte>();
                cx.write(address, self.r[A], 3);
            }
            // LDA m16
            0x3A => {
                let address = cx.operand_word::<Byte>();
                self.r[A] = cx.read(address, 3);
            }
            // DAA
            0x27 => (self.r[A], self.r[F]) = alu::decimal_adjust(self.r[A], self.r[F]),
            // CMA
            0x2F => self.r[A] = !self.r[A],
            // STC
            0x37 => self.r[F] = self.r[F] | CY.into(),
            // CMC
            0x3F => self.r[F] = self.r[F] ^ CY.into(),

            // HLT
            0x76 => {
                cx.internal(3);
                self.halted = true;
            }
            // MOV r,M
            0x46 | 0x4E | 0x56 | 0x5E | 0x66 | 0x6E | 0x7E => self.r[target] = cx.read(self.r.pair(HL), 3),
            // MOV M,r
            0x70..=0x75 | 0x77 => cx.write(self.r.pair(HL), self.r[source], 3),
            // MOV r,r
            0x40..=0x7F => {
                cx.internal(1);
                self.r[target] = self.r[source];
            }

            // ADD M, ADC M, SUB M, SBB M, ANA M, XRA M, ORA M, CMP M
            0x86 | 0x8E | 0x96 | 0x9E | 0xA6 | 0xAE | 0xB6 | 0xBE => {
                let value = cx.read(self.r.pair(HL), 3);
                self.accumulate(operation, value);
            }
            // ADI d8, ACI d8, SUI d8, SBI d8, ANI d8, XRI d8, ORI d8, CPI d8
            0xC6 | 0xCE | 0xD6 | 0xDE | 0xE6 | 0xEE | 0xF6 | 0xFE => {
                let value = cx.operand(3);
                self.accumulate(operation, value);
            }
            // ADD r, ADC r, SUB r, SBB r, ANA r, XRA r, ORA r, CMP r
            0x80..=0xBF => self.accumulate(operation, self.r[source]),

            // Rcc
            0xC0 | 0xC8 | 0xD0 | 0xD8 | 0xE0 | 0xE8 | 0xF0 | 0xF8 => {
                cx.internal(1);
                if cx.bus.decide(self.r.condition(opcode >> 3)) {
                    self.ret(cx);
                }
            }
            // Jcc a16
            0xC2 | 0xCA | 0xD2 | 0xDA | 0xE2 | 0xEA | 0xF2 | 0xFA => {
                let target = cx.operand_word::<Byte>();
                if cx.bus.decide(self.r.condition(opcode >> 3)) {
                    cx.jump(target);
                }
            }
            // Ccc a16
            0xC4 | 0xCC | 0xD4 | 0xDC | 0xE4 | 0xEC | 0xF4 | 0xFC => {
                cx.internal(1);
                let target = cx.operand_word::<Byte>();
                if cx.bus.decide(self.r.condition(opcode >> 3)) {
                    self.call(cx, target);
                }
            }
            // JMP a16, JMP* a16
            0xC3 | 0xCB => {
                let target = cx.operand_word::<Byte>();
                cx.jump(target);
            }
            // RET, RET*
            0xC9 | 0xD9 => self.ret(cx),
            // CALL a16, CALL* a16
            0xCD | 0xDD | 0xED | 0xFD => {
                cx.internal(1);
                let target = cx.operand_word::<Byte>();
                self.call(cx, target);
            }
            // RST n
            0xC7 | 0xCF | 0xD7 | 0xDF | 0xE7 | 0xEF | 0xF7 | 0xFF => {
                cx.internal(1);
                self.call(cx, u16::from(opcode & 0x38).into());
            }
            // PCHL
            0xE9 => {
                cx.internal(1);
                cx.jump(self.r.pair(HL));
            }

            // POP rp
            0xC1 | 0xD1 | 0xE1 => {
                let word = self.r.pop(cx);
                self.r.set_pair(usize::from(opcode >> 3 & 6), word);
            }
            // POP PSW
            0xF1 => {
                let (a, flags) = Byte::split(self.r.pop(cx));
                self.r[A] = a;
                self.r[F] = (flags & (S | Z | AC | P | CY).into()) | ALWAYS_SET.into();
            }
            // PUSH rp
            0xC5 | 0xD5 | 0xE5 => {
                cx.internal(1);
                let word = self.r.pair(usize::from(opcode >> 3 & 6));
                self.r.push(cx, word);
            }
            // PUSH PSW
            0xF5 => {
                cx.internal(1);
                self.r.push(cx, Byte::join(self.r[A], self.r[F]));
            }
            // XTHL
            0xE3 => {
                let word = self.r.pop(cx);
                self.r.push(cx, self.r.pair(HL));
                cx.internal(2);
                self.r.set_pair(HL, word);
            }
            // XCHG
            0xEB => {
                let word = self.r.pair(DE);
                self.r.set_pair(DE, self.r.pair(HL));
                self.r.set_pair(HL, word);
            }
            // SPHL
            0xF9 => {
                cx.internal(1);
                self.r.sp = self.r.pair(HL);
            }

            // OUT p8: the port number is on both halves of the address bus.
            0xD3 => {
                let port = cx.operand(3);
                cx.output(Byte::join(port, port), self.r[A], 3);
            }
            // IN p8
            0xDB => {
                let port = cx.operand(3);
                self.r[A] = cx.input(Byte::join(port, port), 3);
            }
            // DI
            0xF3 => self.inte = false.into(),
            // EI
            0xFB => {
                self.inte = true.into();
                self.after_ei = true;
            }
        }
    }

    /// Executes ADD, ADC, SUB, SBB, ANA, XRA, ORA or CMP, numbered as in opcodes.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn accumulate(&mut self, operation: u8, value: Byte) {
        let a = self.r[A];
        let carry = is_set(self.r[F], CY);
        let (result, flags) = match operation {
            0 => alu::add(a, value, false.into()),
            1 => alu::add(a, value, carry),
            2 => alu::subtract(a, value, false.into()),
            3 => alu::subtract(a, value, carry),
            4 => alu::and(a, value),
            5 => (a ^ value, alu::flags(a ^ value)),
            6 => (a | value, alu::flags(a | value)),
            _ => (a, alu::subtract(a, value, false.into()).1),
        };
        self.r[A] = result;
        self.r[F] = flags;
    }

    fn modify_memory<Bus: Decide<Byte>>(
        &mut self,
        cx: &mut ExecutionContext<'_, Bus>,
        operation: fn(Byte, Byte) -> (Byte, Byte),
    ) {
        let address = self.r.pair(HL);
        let (value, flags) = operation(cx.read(address, 3), self.r[F]);
        cx.write(address, value, 3);
        self.r[F] = flags;
    }

    /// Executes DAD, which changes only CY.
    fn add_to_hl<Bus: Decide<Byte>>(&mut self, cx: &mut ExecutionContext<'_, Bus>, opcode: u8) {
        cx.internal(6);
        let (high, low) = Byte::split(self.r.word(opcode));
        let (low, carries) = self.r[L].sum(low, false.into());
        let (high, carries) = self.r[H].sum(high, carries.bit(7));
        self.r.set_pair(HL, Byte::join(high, low));
        self.set_carry(carries >> 7);
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn set_carry(&mut self, carry: Byte) {
        self.r[F] = (self.r[F] & (!CY).into()) | carry;
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn call<Bus: Decide<Byte>>(&mut self, cx: &mut ExecutionContext<'_, Bus>, target: Byte::Word) {
        self.r.push(cx, cx.pc.into());
        cx.jump(target);
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn ret<Bus: Decide<Byte>>(&mut self, cx: &mut ExecutionContext<'_, Bus>) {
        let target = self.r.pop(cx);
        cx.jump(target);
    }
}

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
