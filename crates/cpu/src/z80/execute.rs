//! The opcodes without prefix. After DD and FD they are the same with IX or IY in place of HL.

use crate::bus::Decide;
use crate::dispatch::dispatch;
use crate::domain::Domain;
use crate::flow::{Flow, Source};
use crate::registers::{A, B, D as DE, F, H};
use crate::z80::alu;
use crate::z80::alu::flag::{C as CARRY, H as HALF, N, P, S, X as FLAG_X, Y as FLAG_Y, Z};
use crate::z80::interrupt::After;
use crate::z80::state::{HL, IX, IY, Running};

impl<T: Domain> Running<'_, T> {
    /// Executes an opcode. `X` is what stands for HL; `q` is whether the instruction before
    /// set flags.
    #[inline(always)]
    pub(super) fn execute<const OP: u8, const X: usize, W: Decide<T>>(
        &mut self,
        m: &mut Flow<'_, W>,
        q: bool,
    ) {
        match OP {
            0x00 => {}
            0x01 | 0x11 | 0x21 | 0x31 => {
                let word = m.operand_word::<T>();
                self.set_word::<X>(OP, word);
            }
            0x02 | 0x12 => self.store_a(m, self.r.pair(usize::from(OP >> 3))),
            0x0A | 0x1A => {
                let address = self.r.pair(usize::from(OP >> 3 & 2));
                self.load_a(m, address);
            }
            0x03 | 0x13 | 0x23 | 0x33 => {
                m.wait(2);
                self.set_word::<X>(OP, T::offset(self.word::<X>(OP), 1));
            }
            0x0B | 0x1B | 0x2B | 0x3B => {
                m.wait(2);
                self.set_word::<X>(OP, T::offset(self.word::<X>(OP), 0xFFFF));
            }
            0x09 | 0x19 | 0x29 | 0x39 => self.add_to_hl::<X, W>(m, OP),
            0x34 => self.modify::<X, W>(m, alu::increment),
            0x35 => self.modify::<X, W>(m, alu::decrement),
            0x36 => self.store_immediate::<X, W>(m),
            0x04 | 0x0C | 0x14 | 0x1C | 0x24 | 0x2C | 0x3C => {
                let (value, flags) = alu::increment(self.register::<X>(OP >> 3), self.r[F]);
                self.set_register::<X>(OP >> 3, value);
                self.set_flags(flags);
            }
            0x05 | 0x0D | 0x15 | 0x1D | 0x25 | 0x2D | 0x3D => {
                let (value, flags) = alu::decrement(self.register::<X>(OP >> 3), self.r[F]);
                self.set_register::<X>(OP >> 3, value);
                self.set_flags(flags);
            }
            0x06 | 0x0E | 0x16 | 0x1E | 0x26 | 0x2E | 0x3E => {
                let value = m.operand(3);
                self.set_register::<X>(OP >> 3, value);
            }
            0x07 | 0x0F | 0x17 | 0x1F => {
                let (value, flags) = alu::shift(OP >> 3, self.r[A], self.r[F]);
                self.r[A] = value;
                self.set_flags(alu::rotated(self.r[F], flags));
            }
            0x08 => {
                (self.r[A], self.z.alternate[A]) = (self.z.alternate[A], self.r[A]);
                (self.r[F], self.z.alternate[F]) = (self.z.alternate[F], self.r[F]);
            }
            0x10 => {
                m.wait(1);
                self.r[B] = self.r[B].difference(1.into(), false.into()).0;
                self.jump_relative_if(m, !self.r[B].is_zero());
            }
            0x18 => self.jump_relative_if(m, true.into()),
            0x20 | 0x28 | 0x30 | 0x38 => self.jump_relative_if(m, self.r.condition(OP >> 3 & 3)),
            0x22 => {
                let address = m.operand_word::<T>();
                self.store_word(m, address, self.hl::<X>());
            }
            0x2A => {
                let address = m.operand_word::<T>();
                let word = self.load_word(m, address);
                self.set_hl::<X>(word);
            }
            0x32 => {
                let address = m.operand_word::<T>();
                self.store_a(m, address);
            }
            0x3A => {
                let address = m.operand_word::<T>();
                self.load_a(m, address);
            }
            0x27 => {
                let (value, flags) = alu::adjust(self.r[A], self.r[F]);
                self.r[A] = value;
                self.set_flags(flags);
            }
            0x2F => {
                self.r[A] = !self.r[A];
                let kept = self.r[F] & (S | Z | P | CARRY).into();
                self.set_flags(kept | (HALF | N).into() | (self.r[A] & (FLAG_X | FLAG_Y).into()));
            }
            0x37 => self.set_carry(q, CARRY.into()),
            0x3F => {
                let carry = self.r[F] & CARRY.into();
                self.set_carry(q, carry << 4 | (carry ^ CARRY.into()));
            }

            0x76 => self.after = After::Halt,
            0x46 | 0x4E | 0x56 | 0x5E | 0x66 | 0x6E | 0x7E => {
                let address = self.address::<X, W>(m);
                self.r[usize::from(OP >> 3 & 7)] = m.read(address, 3);
            }
            0x70 | 0x71 | 0x72 | 0x73 | 0x74 | 0x75 | 0x77 => {
                let address = self.address::<X, W>(m);
                m.write(address, self.r[usize::from(OP & 7)], 3);
            }
            0x40 | 0x41 | 0x42 | 0x43 | 0x44 | 0x45 | 0x47 | 0x48 | 0x49 | 0x4A | 0x4B | 0x4C | 0x4D
            | 0x4F | 0x50 | 0x51 | 0x52 | 0x53 | 0x54 | 0x55 | 0x57 | 0x58 | 0x59 | 0x5A | 0x5B | 0x5C
            | 0x5D | 0x5F | 0x60 | 0x61 | 0x62 | 0x63 | 0x64 | 0x65 | 0x67 | 0x68 | 0x69 | 0x6A | 0x6B
            | 0x6C | 0x6D | 0x6F | 0x78 | 0x79 | 0x7A | 0x7B | 0x7C | 0x7D | 0x7F => {
                self.set_register::<X>(OP >> 3, self.register::<X>(OP));
            }

            0x86 => self.accumulate_memory::<X, W>(m, 0),
            0xC6 => self.accumulate_operand(m, 0),
            0x80 | 0x81 | 0x82 | 0x83 | 0x84 | 0x85 | 0x87 => self.accumulate(0, self.register::<X>(OP)),
            0x8E => self.accumulate_memory::<X, W>(m, 1),
            0xCE => self.accumulate_operand(m, 1),
            0x88 | 0x89 | 0x8A | 0x8B | 0x8C | 0x8D | 0x8F => self.accumulate(1, self.register::<X>(OP)),
            0x96 => self.accumulate_memory::<X, W>(m, 2),
            0xD6 => self.accumulate_operand(m, 2),
            0x90 | 0x91 | 0x92 | 0x93 | 0x94 | 0x95 | 0x97 => self.accumulate(2, self.register::<X>(OP)),
            0x9E => self.accumulate_memory::<X, W>(m, 3),
            0xDE => self.accumulate_operand(m, 3),
            0x98 | 0x99 | 0x9A | 0x9B | 0x9C | 0x9D | 0x9F => self.accumulate(3, self.register::<X>(OP)),
            0xA6 => self.accumulate_memory::<X, W>(m, 4),
            0xE6 => self.accumulate_operand(m, 4),
            0xA0 | 0xA1 | 0xA2 | 0xA3 | 0xA4 | 0xA5 | 0xA7 => self.accumulate(4, self.register::<X>(OP)),
            0xAE => self.accumulate_memory::<X, W>(m, 5),
            0xEE => self.accumulate_operand(m, 5),
            0xA8 | 0xA9 | 0xAA | 0xAB | 0xAC | 0xAD | 0xAF => self.accumulate(5, self.register::<X>(OP)),
            0xB6 => self.accumulate_memory::<X, W>(m, 6),
            0xF6 => self.accumulate_operand(m, 6),
            0xB0 | 0xB1 | 0xB2 | 0xB3 | 0xB4 | 0xB5 | 0xB7 => self.accumulate(6, self.register::<X>(OP)),
            0xBE => self.accumulate_memory::<X, W>(m, 7),
            0xFE => self.accumulate_operand(m, 7),
            0xB8 | 0xB9 | 0xBA | 0xBB | 0xBC | 0xBD | 0xBF => self.accumulate(7, self.register::<X>(OP)),

            0xC0 | 0xC8 | 0xD0 | 0xD8 | 0xE0 | 0xE8 | 0xF0 | 0xF8 => {
                m.wait(1);
                if m.bus.decide(self.r.condition(OP >> 3)) {
                    self.ret(m);
                }
            }
            0xC2 | 0xCA | 0xD2 | 0xDA | 0xE2 | 0xEA | 0xF2 | 0xFA => {
                self.z.wz = m.operand_word::<T>();
                if m.bus.decide(self.r.condition(OP >> 3)) {
                    self.go(self.z.wz, m);
                }
            }
            0xC4 | 0xCC | 0xD4 | 0xDC | 0xE4 | 0xEC | 0xF4 | 0xFC => {
                self.z.wz = m.operand_word::<T>();
                if m.bus.decide(self.r.condition(OP >> 3)) {
                    self.call(m, self.z.wz);
                }
            }
            0xC3 => {
                let target = m.operand_word::<T>();
                self.go(target, m);
            }
            0xC9 => self.ret(m),
            0xCD => {
                let target = m.operand_word::<T>();
                self.call(m, target);
            }
            0xC7 | 0xCF | 0xD7 | 0xDF | 0xE7 | 0xEF | 0xF7 | 0xFF => {
                self.call(m, u16::from(OP & 0x38).into());
            }
            // No latch takes part, so WZ stays.
            0xE9 => m.go(self.hl::<X>()),

            0xC1 | 0xD1 => {
                let word = self.r.pop(m);
                self.r.set_pair(usize::from(OP >> 3 & 2), word);
            }
            0xE1 => {
                let word = self.r.pop(m);
                self.set_hl::<X>(word);
            }
            0xF1 => (self.r[A], self.r[F]) = T::split(self.r.pop(m)),
            0xC5 | 0xD5 => self.push_after_pause(m, self.r.pair(usize::from(OP >> 3 & 2))),
            0xE5 => self.push_after_pause(m, self.hl::<X>()),
            0xF5 => self.push_after_pause(m, T::join(self.r[A], self.r[F])),

            0xD3 => {
                let low = m.operand(3);
                m.output(T::join(self.r[A], low), self.r[A], 4);
                self.z.wz = T::join(self.r[A], low.sum(1.into(), false.into()).0);
            }
            0xDB => {
                let port = T::join(self.r[A], m.operand(3));
                self.z.wz = T::offset(port, 1);
                self.r[A] = m.input(port, 4);
            }
            0xD9 => {
                for place in B..F {
                    (self.r[place], self.z.alternate[place]) = (self.z.alternate[place], self.r[place]);
                }
            }
            // Not exchanged with IX: EX DE,HL has no other form.
            0xEB => {
                let word = self.r.pair(DE);
                self.r.set_pair(DE, self.r.pair(H));
                self.r.set_pair(H, word);
            }
            0xE3 => self.exchange_with_stack::<X, W>(m),
            0xF9 => {
                m.wait(2);
                self.r.sp = self.hl::<X>();
            }
            0xF3 => (self.z.iff1, self.z.iff2) = (false, false),
            0xFB => {
                (self.z.iff1, self.z.iff2) = (true, true);
                self.after = After::Ei;
            }

            0xCB => self.bits(m),
            0xED => self.extended(m),
            0xDD => self.aside(m, |cpu, m| cpu.indexed::<IX, W>(m)),
            0xFD => self.aside(m, |cpu, m| cpu.indexed::<IY, W>(m)),
        }
    }

    /// DD and FD. Before another such prefix or ED they are without effect, but for Q, which they clear.
    #[inline(always)]
    fn indexed<const X: usize, W: Decide<T>>(&mut self, m: &mut Flow<'_, W>) {
        if m.source == Source::Memory {
            let next = m.bus.peek(m.pc);
            if is_prefix(m.bus.settle(next)) {
                self.after = After::Prefix;
                return;
            }
        }
        match self.fetch(m) {
            0xCB => self.aside(m, |cpu, m| cpu.bits_indexed(m, X)),
            // What a device will give cannot be known before it has given it.
            opcode if is_prefix(opcode) && m.source == Source::Opcodes => self.after = After::given(opcode),
            // A device in memory that shows another byte than it gives.
            opcode if is_prefix(opcode) => {}
            opcode => dispatch!(opcode, OP => self.execute::<{ OP }, X, W>(m, false)),
        }
    }

    /// What stands for HL.
    #[inline(always)]
    fn hl<const X: usize>(&self) -> T::Word {
        match X {
            HL => self.r.pair(H),
            _ => self.z.index(X),
        }
    }

    #[inline(always)]
    fn set_hl<const X: usize>(&mut self, word: T::Word) {
        match X {
            HL => self.r.set_pair(H, word),
            _ => self.z.set_index(X, word),
        }
    }

    /// The register of this number; H and L are the halves of what stands for HL.
    #[inline(always)]
    fn register<const X: usize>(&self, code: u8) -> T {
        match (X, code & 7) {
            (IX | IY, 4) => T::split(self.z.index(X)).0,
            (IX | IY, 5) => T::split(self.z.index(X)).1,
            (_, code) => self.r[usize::from(code)],
        }
    }

    #[inline(always)]
    fn set_register<const X: usize>(&mut self, code: u8, value: T) {
        let (high, low) = T::split(self.z.index(X));
        match (X, code & 7) {
            (IX | IY, 4) => self.z.set_index(X, T::join(value, low)),
            (IX | IY, 5) => self.z.set_index(X, T::join(high, value)),
            (_, code) => self.r[usize::from(code)] = value,
        }
    }

    /// BC, DE, HL or SP, whichever the opcode's bits 4 and 5 mean.
    #[inline(always)]
    fn word<const X: usize>(&self, opcode: u8) -> T::Word {
        if opcode >> 4 & 3 == 2 { self.hl::<X>() } else { self.r.word(opcode) }
    }

    #[inline(always)]
    fn set_word<const X: usize>(&mut self, opcode: u8, word: T::Word) {
        if opcode >> 4 & 3 == 2 { self.set_hl::<X>(word) } else { self.r.set_word(opcode, word) }
    }

    /// Where (HL) or (IX+d) is.
    #[inline(always)]
    fn address<const X: usize, W: Decide<T>>(&mut self, m: &mut Flow<'_, W>) -> T::Word {
        if X == HL {
            return self.r.pair(H);
        }
        let displacement = m.operand(3);
        m.wait(5);
        self.z.wz = T::displace(self.hl::<X>(), displacement);
        self.z.wz
    }

    /// `LD (HL),n`. `LD (IX+d),n` reads n while it adds.
    fn store_immediate<const X: usize, W: Decide<T>>(&mut self, m: &mut Flow<'_, W>) {
        let mut address = self.hl::<X>();
        if X != HL {
            address = T::displace(address, m.operand(3));
            self.z.wz = address;
            m.wait(2);
        }
        let value = m.operand(3);
        m.write(address, value, 3);
    }

    fn modify<const X: usize, W: Decide<T>>(&mut self, m: &mut Flow<'_, W>, operation: fn(T, T) -> (T, T)) {
        let address = self.address::<X, W>(m);
        let (value, flags) = operation(m.read(address, 4), self.r[F]);
        m.write(address, value, 3);
        self.set_flags(flags);
    }

    #[inline(always)]
    fn accumulate_memory<const X: usize, W: Decide<T>>(&mut self, m: &mut Flow<'_, W>, operation: u8) {
        let address = self.address::<X, W>(m);
        let value = m.read(address, 3);
        self.accumulate(operation, value);
    }

    #[inline(always)]
    fn accumulate_operand<W: Decide<T>>(&mut self, m: &mut Flow<'_, W>, operation: u8) {
        let value = m.operand(3);
        self.accumulate(operation, value);
    }

    /// One of the eight operations on A, numbered as in opcodes.
    #[inline(always)]
    fn accumulate(&mut self, operation: u8, value: T) {
        let a = self.r[A];
        let carry = self.r[F].bit(0);
        let (result, flags) = match operation {
            0 => alu::add(a, value, false.into()),
            1 => alu::add(a, value, carry),
            2 => alu::subtract(a, value, false.into()),
            3 => alu::subtract(a, value, carry),
            4 => (a & value, (a & value).sign_zero_parity() | HALF.into()),
            5 => (a ^ value, (a ^ value).sign_zero_parity()),
            6 => (a | value, (a | value).sign_zero_parity()),
            _ => (a, alu::compare(a, value)),
        };
        self.r[A] = result;
        self.set_flags(flags);
    }

    #[inline(always)]
    fn add_to_hl<const X: usize, W: Decide<T>>(&mut self, m: &mut Flow<'_, W>, opcode: u8) {
        m.wait(7);
        let word = self.hl::<X>();
        let (sum, flags) = alu::add_words::<T>(word, self.word::<X>(opcode), false.into());
        self.z.wz = T::offset(word, 1);
        self.set_hl::<X>(sum);
        let kept = self.r[F] & (S | Z | P).into();
        self.set_flags(kept | (flags & (FLAG_X | FLAG_Y | HALF | CARRY).into()));
    }

    /// SCF and CCF. X and Y are those of A, and also those of F if the instruction before left F alone.
    fn set_carry(&mut self, q: bool, half_carry: T) {
        let flags = self.r[F];
        let beside = if q { 0.into() } else { flags };
        let shown = (beside | self.r[A]) & (FLAG_X | FLAG_Y).into();
        self.set_flags((flags & (S | Z | P).into()) | shown | half_carry);
    }

    #[inline(always)]
    pub(super) fn go<W: Decide<T>>(&mut self, target: T::Word, m: &mut Flow<'_, W>) {
        self.z.wz = target;
        m.go(target);
    }

    #[inline(always)]
    fn jump_relative_if<W: Decide<T>>(&mut self, m: &mut Flow<'_, W>, condition: T::Bit) {
        let displacement = m.operand(3);
        if m.bus.decide(condition) {
            m.wait(5);
            self.go(T::displace(m.pc.into(), displacement), m);
        }
    }

    #[inline(always)]
    fn call<W: Decide<T>>(&mut self, m: &mut Flow<'_, W>, target: T::Word) {
        self.push_after_pause(m, m.pc.into());
        self.go(target, m);
    }

    #[inline(always)]
    pub(super) fn ret<W: Decide<T>>(&mut self, m: &mut Flow<'_, W>) {
        let target = self.r.pop(m);
        self.go(target, m);
    }

    #[inline(always)]
    fn push_after_pause<W: Decide<T>>(&mut self, m: &mut Flow<'_, W>, word: T::Word) {
        m.wait(1);
        self.r.push(m, word);
    }

    fn exchange_with_stack<const X: usize, W: Decide<T>>(&mut self, m: &mut Flow<'_, W>) {
        let word = self.r.pop(m);
        m.wait(1);
        self.r.push(m, self.hl::<X>());
        m.wait(2);
        self.set_hl::<X>(word);
        self.z.wz = word;
    }

    #[inline(always)]
    fn load_a<W: Decide<T>>(&mut self, m: &mut Flow<'_, W>, address: T::Word) {
        self.r[A] = m.read(address, 3);
        self.z.wz = T::offset(address, 1);
    }

    /// Stores A; its low half counted up, the address stays in WZ beside A.
    #[inline(always)]
    fn store_a<W: Decide<T>>(&mut self, m: &mut Flow<'_, W>, address: T::Word) {
        m.write(address, self.r[A], 3);
        let (_, low) = T::split(T::offset(address, 1));
        self.z.wz = T::join(self.r[A], low);
    }

    #[inline(always)]
    pub(super) fn load_word<W: Decide<T>>(&mut self, m: &mut Flow<'_, W>, address: T::Word) -> T::Word {
        let low = m.read(address, 3);
        self.z.wz = T::offset(address, 1);
        T::join(m.read(self.z.wz, 3), low)
    }

    #[inline(always)]
    pub(super) fn store_word<W: Decide<T>>(&mut self, m: &mut Flow<'_, W>, address: T::Word, word: T::Word) {
        let (high, low) = T::split(word);
        m.write(address, low, 3);
        self.z.wz = T::offset(address, 1);
        m.write(self.z.wz, high, 3);
    }
}

const fn is_prefix(opcode: u8) -> bool {
    matches!(opcode, 0xDD | 0xED | 0xFD)
}
