//! The opcodes without prefix. After DD they operate on IX instead of HL. FD is executed as DD with IX and IY exchanged, so
//! that one copy of the code serves both.
//!
//! The mnemonics after an arm are those of its opcodes without prefix: `r` is a register, `rr` BC, DE, HL or SP (AF in PUSH
//! and POP), `cc` a condition, `n` a byte, `nn` a word, `e` a displacement.

use crate::bus::Decide;
use crate::domain::Domain;
use crate::domain::is_set;
use crate::execution_context::{ExecutionContext, Source};
use crate::registers::{A, B, DE, F, HL};
use crate::z80::alu;
use crate::z80::alu::flag;
use crate::z80::{After, IX, WorkingCopy};

impl<Byte: Domain> WorkingCopy<'_, Byte> {
    /// Executes an opcode. `INDEX` is the pair that it uses as HL: HL without a prefix, IX after one. `q` is
    /// whether the previous instruction set flags.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn execute<const INDEX: usize, Bus: Decide<Byte>>(
        &mut self,
        opcode: u8,
        cx: &mut ExecutionContext<'_, Bus>,
        q: Byte::Bit,
    ) {
        let operation = opcode >> 3 & 7;
        match opcode {
            // NOP
            0x00 => {}
            // LD rr,nn
            0x01 | 0x11 | 0x21 | 0x31 => {
                let word = cx.operand_word::<Byte>();
                self.set_word::<INDEX>(opcode, word);
            }
            // LD (BC),A; LD (DE),A
            0x02 | 0x12 => self.store_a(cx, self.r.pair(usize::from(opcode >> 3))),
            // LD A,(BC); LD A,(DE)
            0x0A | 0x1A => {
                let address = self.r.pair(usize::from(opcode >> 3 & 2));
                self.load_a(cx, address);
            }
            // INC rr
            0x03 | 0x13 | 0x23 | 0x33 => {
                cx.internal(2);
                self.set_word::<INDEX>(opcode, Byte::offset(self.word::<INDEX>(opcode), 1));
            }
            // DEC rr
            0x0B | 0x1B | 0x2B | 0x3B => {
                cx.internal(2);
                self.set_word::<INDEX>(opcode, Byte::offset(self.word::<INDEX>(opcode), 0xFFFF));
            }
            // ADD HL,rr
            0x09 | 0x19 | 0x29 | 0x39 => self.add_to_hl::<INDEX, Bus>(cx, opcode),
            // INC (HL)
            0x34 => self.modify_memory::<INDEX, Bus>(cx, alu::increment),
            // DEC (HL)
            0x35 => self.modify_memory::<INDEX, Bus>(cx, alu::decrement),
            // LD (HL),n
            0x36 => self.store_immediate::<INDEX, Bus>(cx),
            // INC r
            0x04 | 0x0C | 0x14 | 0x1C | 0x24 | 0x2C | 0x3C => {
                let (value, flags) = alu::increment(self.register::<INDEX>(opcode >> 3), self.r[F]);
                self.set_register::<INDEX>(opcode >> 3, value);
                self.set_flags(flags);
            }
            // DEC r
            0x05 | 0x0D | 0x15 | 0x1D | 0x25 | 0x2D | 0x3D => {
                let (value, flags) = alu::decrement(self.register::<INDEX>(opcode >> 3), self.r[F]);
                self.set_register::<INDEX>(opcode >> 3, value);
                self.set_flags(flags);
            }
            // LD r,n
            0x06 | 0x0E | 0x16 | 0x1E | 0x26 | 0x2E | 0x3E => {
                let value = cx.operand(3);
                self.set_register::<INDEX>(opcode >> 3, value);
            }
            // RLCA, RRCA, RLA, RRA
            0x07 | 0x0F | 0x17 | 0x1F => {
                let (value, flags) = alu::shift(operation, self.r[A], self.r[F]);
                self.r[A] = value;
                self.set_flags(alu::rotate_a_flags(self.r[F], flags));
            }
            // EX AF,AF'
            0x08 => {
                (self.r[A], self.state.alternate[A]) = (self.state.alternate[A], self.r[A]);
                (self.r[F], self.state.alternate[F]) = (self.state.alternate[F], self.r[F]);
            }
            // DJNZ e
            0x10 => {
                cx.internal(1);
                self.r[B] = self.r[B].difference(1.into(), false.into()).0;
                self.jump_relative_if(cx, !self.r[B].is_zero());
            }
            // JR e
            0x18 => self.jump_relative_if(cx, true.into()),
            // JR cc,e
            0x20 | 0x28 | 0x30 | 0x38 => self.jump_relative_if(cx, self.r.condition(opcode >> 3 & 3)),
            // LD (nn),HL
            0x22 => {
                let address = cx.operand_word::<Byte>();
                self.store_word(cx, address, self.hl::<INDEX>());
            }
            // LD HL,(nn)
            0x2A => {
                let address = cx.operand_word::<Byte>();
                let word = self.load_word(cx, address);
                self.set_hl::<INDEX>(word);
            }
            // LD (nn),A
            0x32 => {
                let address = cx.operand_word::<Byte>();
                self.store_a(cx, address);
            }
            // LD A,(nn)
            0x3A => {
                let address = cx.operand_word::<Byte>();
                self.load_a(cx, address);
            }
            // DAA
            0x27 => {
                let (value, flags) = alu::decimal_adjust(self.r[A], self.r[F]);
                self.r[A] = value;
                self.set_flags(flags);
            }
            // CPL
            0x2F => {
                self.r[A] = !self.r[A];
                let kept = self.r[F] & (flag::S | flag::Z | flag::P | flag::C).into();
                self.set_flags(kept | (flag::H | flag::N).into() | (self.r[A] & (flag::X | flag::Y).into()));
            }
            // SCF
            0x37 => self.set_carry_flags(q, flag::C.into()),
            // CCF
            0x3F => {
                let carry = self.r[F] & flag::C.into();
                self.set_carry_flags(q, carry << 4 | (carry ^ flag::C.into()));
            }

            // HALT
            0x76 => self.after = After::Halt,
            // LD r,(HL)
            0x46 | 0x4E | 0x56 | 0x5E | 0x66 | 0x6E | 0x7E => {
                let address = self.address::<INDEX, Bus>(cx);
                self.r[usize::from(opcode >> 3 & 7)] = cx.read(address, 3);
            }
            // LD (HL),r
            0x70..=0x75 | 0x77 => {
                let address = self.address::<INDEX, Bus>(cx);
                cx.write(address, self.r[usize::from(opcode & 7)], 3);
            }
            // LD r,r
            0x40..=0x7F => {
                self.set_register::<INDEX>(opcode >> 3, self.register::<INDEX>(opcode));
            }

            // ADD A,(HL); ADC A,(HL); SUB (HL); SBC A,(HL); AND (HL); XOR (HL); OR (HL); CP (HL)
            0x86 | 0x8E | 0x96 | 0x9E | 0xA6 | 0xAE | 0xB6 | 0xBE => {
                let address = self.address::<INDEX, Bus>(cx);
                let value = cx.read(address, 3);
                self.accumulate(operation, value);
            }
            // ADD A,n; ADC A,n; SUB n; SBC A,n; AND n; XOR n; OR n; CP n
            0xC6 | 0xCE | 0xD6 | 0xDE | 0xE6 | 0xEE | 0xF6 | 0xFE => {
                let value = cx.operand(3);
                self.accumulate(operation, value);
            }
            // ADD A,r; ADC A,r; SUB r; SBC A,r; AND r; XOR r; OR r; CP r
            0x80..=0xBF => self.accumulate(operation, self.register::<INDEX>(opcode)),

            // RET cc
            0xC0 | 0xC8 | 0xD0 | 0xD8 | 0xE0 | 0xE8 | 0xF0 | 0xF8 => {
                cx.internal(1);
                if cx.bus.decide(self.r.condition(opcode >> 3)) {
                    self.ret(cx);
                }
            }
            // JP cc,nn
            0xC2 | 0xCA | 0xD2 | 0xDA | 0xE2 | 0xEA | 0xF2 | 0xFA => {
                self.state.wz = cx.operand_word::<Byte>();
                if cx.bus.decide(self.r.condition(opcode >> 3)) {
                    self.jump(cx, self.state.wz);
                }
            }
            // CALL cc,nn
            0xC4 | 0xCC | 0xD4 | 0xDC | 0xE4 | 0xEC | 0xF4 | 0xFC => {
                self.state.wz = cx.operand_word::<Byte>();
                if cx.bus.decide(self.r.condition(opcode >> 3)) {
                    self.call(cx, self.state.wz);
                }
            }
            // JP nn
            0xC3 => {
                let target = cx.operand_word::<Byte>();
                self.jump(cx, target);
            }
            // RET
            0xC9 => self.ret(cx),
            // CALL nn
            0xCD => {
                let target = cx.operand_word::<Byte>();
                self.call(cx, target);
            }
            // RST n
            0xC7 | 0xCF | 0xD7 | 0xDF | 0xE7 | 0xEF | 0xF7 | 0xFF => {
                self.call(cx, u16::from(opcode & 0x38).into());
            }
            // JP (HL): the address does not pass through WZ.
            0xE9 => cx.jump(self.hl::<INDEX>()),

            // POP rr
            0xC1 | 0xD1 => {
                let word = self.r.pop(cx);
                self.r.set_pair(usize::from(opcode >> 3 & 2), word);
            }
            // POP HL
            0xE1 => {
                let word = self.r.pop(cx);
                self.set_hl::<INDEX>(word);
            }
            // POP AF
            0xF1 => (self.r[A], self.r[F]) = Byte::split(self.r.pop(cx)),
            // PUSH rr
            0xC5 | 0xD5 => self.push_delayed(cx, self.r.pair(usize::from(opcode >> 3 & 2))),
            // PUSH HL
            0xE5 => self.push_delayed(cx, self.hl::<INDEX>()),
            // PUSH AF
            0xF5 => self.push_delayed(cx, Byte::join(self.r[A], self.r[F])),

            // OUT (n),A
            0xD3 => {
                let low = cx.operand(3);
                cx.output(Byte::join(self.r[A], low), self.r[A], 4);
                self.state.wz = Byte::join(self.r[A], low.sum(1.into(), false.into()).0);
            }
            // IN A,(n)
            0xDB => {
                let port = Byte::join(self.r[A], cx.operand(3));
                self.state.wz = Byte::offset(port, 1);
                self.r[A] = cx.input(port, 4);
            }
            // EXX
            0xD9 => {
                for number in B..F {
                    (self.r[number], self.state.alternate[number]) =
                        (self.state.alternate[number], self.r[number]);
                }
            }
            // EX DE,HL: not affected by DD and FD.
            0xEB => {
                let word = self.r.pair(DE);
                self.r.set_pair(DE, self.r.pair(HL));
                self.r.set_pair(HL, word);
            }
            // EX (SP),HL
            0xE3 => self.exchange_with_stack::<INDEX, Bus>(cx),
            // LD SP,HL
            0xF9 => {
                cx.internal(2);
                self.r.sp = self.hl::<INDEX>();
            }
            // DI
            0xF3 => (self.state.iff1, self.state.iff2) = (false.into(), false.into()),
            // EI
            0xFB => {
                (self.state.iff1, self.state.iff2) = (true.into(), true.into());
                self.after = After::Ei;
            }

            // Prefixes CB, ED, DD and FD. After DD and FD they do not get here.
            0xCB | 0xED | 0xDD | 0xFD if INDEX != HL => {}
            0xCB => self.bits(cx),
            0xED => self.extended(cx),
            0xDD | 0xFD => {
                let is_iy = opcode == 0xFD;
                self.call_out_of_line(cx, move |cpu, cx| {
                    cpu.state.exchange_index_if(is_iy);
                    cpu.indexed(cx);
                    cpu.state.exchange_index_if(is_iy);
                });
            }
        }
    }

    /// Executes DD and the instruction after it. Before DD, ED or FD the prefix only clears Q.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn indexed<Bus: Decide<Byte>>(&mut self, cx: &mut ExecutionContext<'_, Bus>) {
        if cx.source == Source::Memory {
            let next = cx.bus.peek(cx.pc);
            if is_prefix(cx.bus.concretize(next)) {
                self.after = After::Prefix;
                return;
            }
        }
        match self.fetch(cx) {
            0xCB => self.call_out_of_line(cx, |cpu, cx| cpu.bits_indexed(cx)),
            // The next byte of a device cannot be peeked.
            opcode if is_prefix(opcode) && cx.source == Source::DeviceOpcode => {
                self.after = After::device_prefix(opcode);
            }
            // A memory-mapped device whose `peek` and `read` differ.
            opcode if is_prefix(opcode) => {}
            opcode => self.execute::<IX, Bus>(opcode, cx, false.into()),
        }
    }

    /// Returns HL or IX.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn hl<const INDEX: usize>(&self) -> Byte::Word {
        match INDEX {
            HL => self.r.pair(HL),
            _ => self.state.ix,
        }
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn set_hl<const INDEX: usize>(&mut self, word: Byte::Word) {
        match INDEX {
            HL => self.r.set_pair(HL, word),
            _ => self.state.ix = word,
        }
    }

    /// Returns a register. H and L are the halves of HL or IX.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn register<const INDEX: usize>(&self, number: u8) -> Byte {
        match (INDEX, number & 7) {
            (IX, 4) => Byte::split(self.state.ix).0,
            (IX, 5) => Byte::split(self.state.ix).1,
            (_, number) => self.r[usize::from(number)],
        }
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn set_register<const INDEX: usize>(&mut self, number: u8, value: Byte) {
        let (high, low) = Byte::split(self.state.ix);
        match (INDEX, number & 7) {
            (IX, 4) => self.state.ix = Byte::join(value, low),
            (IX, 5) => self.state.ix = Byte::join(high, value),
            (_, number) => self.r[usize::from(number)] = value,
        }
    }

    /// Returns BC, DE, HL (IX) or SP, selected by bits 4 and 5 of the opcode.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn word<const INDEX: usize>(&self, opcode: u8) -> Byte::Word {
        if opcode >> 4 & 3 == 2 { self.hl::<INDEX>() } else { self.r.word(opcode) }
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn set_word<const INDEX: usize>(&mut self, opcode: u8, word: Byte::Word) {
        if opcode >> 4 & 3 == 2 { self.set_hl::<INDEX>(word) } else { self.r.set_word(opcode, word) }
    }

    /// Returns the address of (HL) or (IX+d).
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn address<const INDEX: usize, Bus: Decide<Byte>>(
        &mut self,
        cx: &mut ExecutionContext<'_, Bus>,
    ) -> Byte::Word {
        if INDEX == HL {
            return self.r.pair(HL);
        }
        let displacement = cx.operand(3);
        cx.internal(5);
        self.state.wz = Byte::displace(self.hl::<INDEX>(), displacement);
        self.state.wz
    }

    /// Executes `LD (HL),n` or `LD (IX+d),n`, which reads n during the address addition.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn store_immediate<const INDEX: usize, Bus: Decide<Byte>>(&mut self, cx: &mut ExecutionContext<'_, Bus>) {
        let mut address = self.hl::<INDEX>();
        if INDEX != HL {
            address = Byte::displace(address, cx.operand(3));
            self.state.wz = address;
        }
        let value = cx.operand(if INDEX == HL { 3 } else { 5 });
        cx.write(address, value, 3);
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn modify_memory<const INDEX: usize, Bus: Decide<Byte>>(
        &mut self,
        cx: &mut ExecutionContext<'_, Bus>,
        operation: fn(Byte, Byte) -> (Byte, Byte),
    ) {
        let address = self.address::<INDEX, Bus>(cx);
        let (value, flags) = operation(cx.read(address, 4), self.r[F]);
        cx.write(address, value, 3);
        self.set_flags(flags);
    }

    /// Executes ADD, ADC, SUB, SBC, AND, XOR, OR or CP, numbered as in opcodes.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn accumulate(&mut self, operation: u8, value: Byte) {
        let a = self.r[A];
        let carry = is_set(self.r[F], flag::C);
        let (result, flags) = match operation {
            0 => alu::add(a, value, false.into()),
            1 => alu::add(a, value, carry),
            2 => alu::subtract(a, value, false.into()),
            3 => alu::subtract(a, value, carry),
            4 => (a & value, (a & value).sign_zero_parity() | flag::H.into()),
            5 => (a ^ value, (a ^ value).sign_zero_parity()),
            6 => (a | value, (a | value).sign_zero_parity()),
            _ => (a, alu::compare(a, value)),
        };
        self.r[A] = result;
        self.set_flags(flags);
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn add_to_hl<const INDEX: usize, Bus: Decide<Byte>>(
        &mut self,
        cx: &mut ExecutionContext<'_, Bus>,
        opcode: u8,
    ) {
        cx.internal(7);
        let word = self.hl::<INDEX>();
        let (sum, flags) = alu::add_words::<Byte>(word, self.word::<INDEX>(opcode), false.into());
        self.state.wz = Byte::offset(word, 1);
        self.set_hl::<INDEX>(sum);
        let kept = self.r[F] & (flag::S | flag::Z | flag::P).into();
        self.set_flags(kept | (flags & (flag::X | flag::Y | flag::H | flag::C).into()));
    }

    /// Executes SCF or CCF. X and Y are those of A, ORed with those of F if the previous instruction did not set flags.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn set_carry_flags(&mut self, q: Byte::Bit, half_carry: Byte) {
        let flags = self.r[F];
        let latched = Byte::select(q, 0.into(), flags);
        let xy = (latched | self.r[A]) & (flag::X | flag::Y).into();
        self.set_flags((flags & (flag::S | flag::Z | flag::P).into()) | xy | half_carry);
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn jump<Bus: Decide<Byte>>(&mut self, cx: &mut ExecutionContext<'_, Bus>, target: Byte::Word) {
        self.state.wz = target;
        cx.jump(target);
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn jump_relative_if<Bus: Decide<Byte>>(
        &mut self,
        cx: &mut ExecutionContext<'_, Bus>,
        condition: Byte::Bit,
    ) {
        let displacement = cx.operand(3);
        if cx.bus.decide(condition) {
            cx.internal(5);
            self.jump(cx, Byte::displace(cx.pc.into(), displacement));
        }
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn call<Bus: Decide<Byte>>(&mut self, cx: &mut ExecutionContext<'_, Bus>, target: Byte::Word) {
        self.push_delayed(cx, cx.pc.into());
        self.jump(cx, target);
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn ret<Bus: Decide<Byte>>(&mut self, cx: &mut ExecutionContext<'_, Bus>) {
        let target = self.r.pop(cx);
        self.jump(cx, target);
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn push_delayed<Bus: Decide<Byte>>(&mut self, cx: &mut ExecutionContext<'_, Bus>, word: Byte::Word) {
        cx.internal(1);
        self.r.push(cx, word);
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn exchange_with_stack<const INDEX: usize, Bus: Decide<Byte>>(
        &mut self,
        cx: &mut ExecutionContext<'_, Bus>,
    ) {
        let word = self.r.pop(cx);
        cx.internal(1);
        self.r.push(cx, self.hl::<INDEX>());
        cx.internal(2);
        self.set_hl::<INDEX>(word);
        self.state.wz = word;
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn load_a<Bus: Decide<Byte>>(&mut self, cx: &mut ExecutionContext<'_, Bus>, address: Byte::Word) {
        self.r[A] = cx.read(address, 3);
        self.state.wz = Byte::offset(address, 1);
    }

    /// Stores A. The low byte of WZ becomes that of the address + 1, the high byte becomes A.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn store_a<Bus: Decide<Byte>>(&mut self, cx: &mut ExecutionContext<'_, Bus>, address: Byte::Word) {
        cx.write(address, self.r[A], 3);
        let (_, low) = Byte::split(Byte::offset(address, 1));
        self.state.wz = Byte::join(self.r[A], low);
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn load_word<Bus: Decide<Byte>>(
        &mut self,
        cx: &mut ExecutionContext<'_, Bus>,
        address: Byte::Word,
    ) -> Byte::Word {
        let low = cx.read(address, 3);
        self.state.wz = Byte::offset(address, 1);
        Byte::join(cx.read(self.state.wz, 3), low)
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn store_word<Bus: Decide<Byte>>(
        &mut self,
        cx: &mut ExecutionContext<'_, Bus>,
        address: Byte::Word,
        word: Byte::Word,
    ) {
        let (high, low) = Byte::split(word);
        cx.write(address, low, 3);
        self.state.wz = Byte::offset(address, 1);
        cx.write(self.state.wz, high, 3);
    }
}

/// Returns whether the opcode overrides a preceding DD or FD.
const fn is_prefix(opcode: u8) -> bool {
    matches!(opcode, 0xDD | 0xED | 0xFD)
}
