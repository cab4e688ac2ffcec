//! The opcodes without prefix. Behind DD and FD they are the same with IX or IY in place of HL.

use crate::bus::Decide;
use crate::domain::Domain;
use crate::registers::{A, B, D as DE, F, H as HL, IX, IY};
use crate::step::Counted;
use crate::z80::alu;
use crate::z80::alu::flag::{C as CARRY, H as HALF, N, P, S, X as FLAG_X, Y as FLAG_Y, Z};
use crate::z80::interrupt::After;
use crate::z80::state::Z80;

impl<T: Domain> Z80<T> {
    /// Executes an opcode. `X` is the place of the pair that is meant by HL; `q` is what the instruction before put
    /// into F.
    #[inline(always)]
    pub(super) fn execute<const X: usize, W: Decide<T>>(&mut self, m: &mut Counted<'_, W>, opcode: u8, q: T) {
        match opcode {
            0x00 => {}
            0x01 | 0x11 | 0x21 | 0x31 => {
                let word = self.r.operand_word(m);
                self.r.set_word(opcode, X, word);
            }
            0x02 | 0x12 => self.store_a(m, self.r.pair(usize::from(opcode >> 3))),
            0x0A | 0x1A => {
                let address = self.r.pair(usize::from(opcode >> 3 & 2));
                self.load_a(m, address);
            }
            0x03 | 0x13 | 0x23 | 0x33 => {
                m.wait(2);
                self.r.set_word(opcode, X, T::offset(self.r.word(opcode, X), 1));
            }
            0x0B | 0x1B | 0x2B | 0x3B => {
                m.wait(2);
                self.r.set_word(opcode, X, T::offset(self.r.word(opcode, X), 0xFFFF));
            }
            0x09 | 0x19 | 0x29 | 0x39 => self.add_to_hl::<X, W>(m, opcode),
            0x34 => self.modify::<X, W>(m, alu::increment),
            0x35 => self.modify::<X, W>(m, alu::decrement),
            0x36 => self.store_immediate::<X, W>(m),
            0x04 | 0x0C | 0x14 | 0x1C | 0x24 | 0x2C | 0x3C => {
                let place = place::<X>(opcode >> 3);
                let (value, flags) = alu::increment(self.r[place], self.flags());
                self.r[place] = value;
                self.set_flags(flags);
            }
            0x05 | 0x0D | 0x15 | 0x1D | 0x25 | 0x2D | 0x3D => {
                let place = place::<X>(opcode >> 3);
                let (value, flags) = alu::decrement(self.r[place], self.flags());
                self.r[place] = value;
                self.set_flags(flags);
            }
            0x06 | 0x0E | 0x16 | 0x1E | 0x26 | 0x2E | 0x3E => {
                self.r[place::<X>(opcode >> 3)] = self.r.operand(m);
            }
            0x07 | 0x0F | 0x17 | 0x1F => {
                let (value, flags) = alu::shift(opcode >> 3, self.r[A], self.flags());
                self.r[A] = value;
                self.set_flags(alu::rotated(self.flags(), flags));
            }
            0x08 => {
                (self.r[A], self.alternate[A]) = (self.alternate[A], self.r[A]);
                (self.r[F], self.alternate[F]) = (self.alternate[F], self.r[F]);
            }
            0x10 => {
                m.wait(1);
                self.r[B] = self.r[B].difference(1.into(), false.into()).0;
                self.jump_relative_if(m, !self.r[B].is_zero());
            }
            0x18 => self.jump_relative_if(m, true.into()),
            0x20 | 0x28 | 0x30 | 0x38 => self.jump_relative_if(m, self.r.condition(opcode >> 3 & 3)),
            0x22 => {
                let address = self.r.operand_word(m);
                self.store_word(m, address, self.r.pair(X));
            }
            0x2A => {
                let address = self.r.operand_word(m);
                let word = self.load_word(m, address);
                self.r.set_pair(X, word);
            }
            0x32 => {
                let address = self.r.operand_word(m);
                self.store_a(m, address);
            }
            0x3A => {
                let address = self.r.operand_word(m);
                self.load_a(m, address);
            }
            0x27 => {
                let (value, flags) = alu::adjust(self.r[A], self.flags());
                self.r[A] = value;
                self.set_flags(flags);
            }
            0x2F => {
                self.r[A] = !self.r[A];
                let kept = self.flags() & (S | Z | P | CARRY).into();
                self.set_flags(kept | (HALF | N).into() | (self.r[A] & (FLAG_X | FLAG_Y).into()));
            }
            0x37 => self.set_carry(q, CARRY.into()),
            0x3F => {
                let carry = self.flags() & CARRY.into();
                self.set_carry(q, carry << 4 | (carry ^ CARRY.into()));
            }

            0x76 => self.halted = true,
            0x46 | 0x4E | 0x56 | 0x5E | 0x66 | 0x6E | 0x7E => {
                let address = self.address::<X, W>(m);
                self.r[usize::from(opcode >> 3 & 7)] = m.read(address, 3);
            }
            0x70..=0x77 => {
                let address = self.address::<X, W>(m);
                m.write(address, self.r[usize::from(opcode & 7)], 3);
            }
            0x40..=0x7F => self.r[place::<X>(opcode >> 3)] = self.r[place::<X>(opcode)],

            0x86 | 0x8E | 0x96 | 0x9E | 0xA6 | 0xAE | 0xB6 | 0xBE => {
                let address = self.address::<X, W>(m);
                let value = m.read(address, 3);
                self.accumulate(opcode, value);
            }
            0xC6 | 0xCE | 0xD6 | 0xDE | 0xE6 | 0xEE | 0xF6 | 0xFE => {
                let value = self.r.operand(m);
                self.accumulate(opcode, value);
            }
            0x80..=0xBF => self.accumulate(opcode, self.r[place::<X>(opcode)]),

            0xC0 | 0xC8 | 0xD0 | 0xD8 | 0xE0 | 0xE8 | 0xF0 | 0xF8 => {
                m.wait(1);
                if m.bus.decide(self.r.condition(opcode >> 3)) {
                    self.ret(m);
                }
            }
            0xC2 | 0xCA | 0xD2 | 0xDA | 0xE2 | 0xEA | 0xF2 | 0xFA => {
                self.wz = self.r.operand_word(m);
                if m.bus.decide(self.r.condition(opcode >> 3)) {
                    self.go(self.wz, m);
                }
            }
            0xC4 | 0xCC | 0xD4 | 0xDC | 0xE4 | 0xEC | 0xF4 | 0xFC => {
                self.wz = self.r.operand_word(m);
                if m.bus.decide(self.r.condition(opcode >> 3)) {
                    self.call(m, self.wz);
                }
            }
            0xC3 => {
                let target = self.r.operand_word(m);
                self.go(target, m);
            }
            0xC9 => self.ret(m),
            0xCD => {
                let target = self.r.operand_word(m);
                self.call(m, target);
            }
            0xC7 | 0xCF | 0xD7 | 0xDF | 0xE7 | 0xEF | 0xF7 | 0xFF => {
                self.call(m, u16::from(opcode & 0x38).into());
            }
            // No latch takes part, so WZ stays.
            0xE9 => self.r.pc = m.bus.locate(self.r.pair(X)),

            0xC1 | 0xD1 => {
                let word = self.r.pop(m);
                self.r.set_pair(usize::from(opcode >> 3 & 2), word);
            }
            0xE1 => {
                let word = self.r.pop(m);
                self.r.set_pair(X, word);
            }
            0xF1 => (self.r[A], self.r[F]) = T::split(self.r.pop(m)),
            0xC5 | 0xD5 => self.push_after_pause(m, self.r.pair(usize::from(opcode >> 3 & 2))),
            0xE5 => self.push_after_pause(m, self.r.pair(X)),
            0xF5 => self.push_after_pause(m, T::join(self.r[A], self.r[F])),

            0xD3 => {
                let low = self.r.operand(m);
                m.output(T::join(self.r[A], low), self.r[A], 4);
                self.wz = T::join(self.r[A], low.sum(1.into(), false.into()).0);
            }
            0xDB => {
                let port = T::join(self.r[A], self.r.operand(m));
                self.wz = T::offset(port, 1);
                self.r[A] = m.input(port, 4);
            }
            0xD9 => {
                for place in B..F {
                    (self.r[place], self.alternate[place]) = (self.alternate[place], self.r[place]);
                }
            }
            // Not exchanged with IX: EX DE,HL has no other form.
            0xEB => {
                let word = self.r.pair(DE);
                self.r.set_pair(DE, self.r.pair(HL));
                self.r.set_pair(HL, word);
            }
            0xE3 => self.exchange_with_stack::<X, W>(m),
            0xF9 => {
                m.wait(2);
                self.r.sp = self.r.pair(X);
            }
            0xF3 => (self.iff1, self.iff2) = (false, false),
            0xFB => {
                (self.iff1, self.iff2) = (true, true);
                self.after = After::Ei;
            }

            0xCB => self.bits(m),
            0xED => self.extended(m),
            0xDD => self.indexed::<IX, W>(m, q),
            0xFD => self.indexed::<IY, W>(m, q),
        }
    }

    /// DD and FD. Before another such prefix or ED they are without effect.
    fn indexed<const X: usize, W: Decide<T>>(&mut self, m: &mut Counted<'_, W>, q: T) {
        if !m.acknowledging {
            let next = m.bus.peek(self.r.pc);
            if is_prefix(m.bus.settle(next)) {
                self.after = After::Prefix;
                return;
            }
        }
        match self.fetch(m) {
            0xCB => self.bits_indexed(m, X),
            // Only where the next byte could not be known: a device that interrupts, or shows another byte than it gives.
            opcode if is_prefix(opcode) => {}
            opcode => self.execute::<X, W>(m, opcode, q),
        }
    }

    /// Where (HL) or (IX+d) is.
    #[inline(always)]
    fn address<const X: usize, W: Decide<T>>(&mut self, m: &mut Counted<'_, W>) -> T::Word {
        if X == HL {
            return self.r.pair(HL);
        }
        let displacement = self.r.operand(m);
        m.wait(5);
        self.wz = T::displace(self.r.pair(X), displacement);
        self.wz
    }

    /// `LD (HL),n`. `LD (IX+d),n` reads n while it adds.
    fn store_immediate<const X: usize, W: Decide<T>>(&mut self, m: &mut Counted<'_, W>) {
        let mut address = self.r.pair(X);
        if X != HL {
            address = T::displace(address, self.r.operand(m));
            self.wz = address;
            m.wait(2);
        }
        let value = self.r.operand(m);
        m.write(address, value, 3);
    }

    fn modify<const X: usize, W: Decide<T>>(
        &mut self,
        m: &mut Counted<'_, W>,
        operation: fn(T, T) -> (T, T),
    ) {
        let address = self.address::<X, W>(m);
        let (value, flags) = operation(m.read(address, 4), self.flags());
        m.write(address, value, 3);
        self.set_flags(flags);
    }

    /// One of the eight operations on A, numbered as in opcodes.
    #[inline(always)]
    fn accumulate(&mut self, opcode: u8, value: T) {
        let a = self.r[A];
        let carry = self.flags().bit(0);
        let (result, flags) = match opcode >> 3 & 7 {
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
    fn add_to_hl<const X: usize, W: Decide<T>>(&mut self, m: &mut Counted<'_, W>, opcode: u8) {
        m.wait(7);
        let word = self.r.pair(X);
        let (sum, flags) = alu::add_words::<T>(word, self.r.word(opcode, X), false.into());
        self.wz = T::offset(word, 1);
        self.r.set_pair(X, sum);
        let kept = self.flags() & (S | Z | P).into();
        self.set_flags(kept | (flags & (FLAG_X | FLAG_Y | HALF | CARRY).into()));
    }

    /// SCF and CCF. X and Y are those of A, and also those of F if the instruction before left F alone.
    fn set_carry(&mut self, q: T, half_carry: T) {
        let flags = self.flags();
        let shown = ((q ^ flags) | self.r[A]) & (FLAG_X | FLAG_Y).into();
        self.set_flags((flags & (S | Z | P).into()) | shown | half_carry);
    }

    #[inline(always)]
    pub(super) fn go<W: Decide<T>>(&mut self, target: T::Word, m: &mut Counted<'_, W>) {
        self.wz = target;
        self.r.pc = m.bus.locate(target);
    }

    #[inline(always)]
    fn jump_relative_if<W: Decide<T>>(&mut self, m: &mut Counted<'_, W>, condition: T::Bit) {
        let displacement = self.r.operand(m);
        if m.bus.decide(condition) {
            m.wait(5);
            self.go(T::displace(self.r.pc.into(), displacement), m);
        }
    }

    #[inline(always)]
    fn call<W: Decide<T>>(&mut self, m: &mut Counted<'_, W>, target: T::Word) {
        self.push_after_pause(m, self.r.pc.into());
        self.go(target, m);
    }

    #[inline(always)]
    pub(super) fn ret<W: Decide<T>>(&mut self, m: &mut Counted<'_, W>) {
        let target = self.r.pop(m);
        self.go(target, m);
    }

    #[inline(always)]
    fn push_after_pause<W: Decide<T>>(&mut self, m: &mut Counted<'_, W>, word: T::Word) {
        m.wait(1);
        self.r.push(m, word);
    }

    fn exchange_with_stack<const X: usize, W: Decide<T>>(&mut self, m: &mut Counted<'_, W>) {
        let word = self.r.pop(m);
        m.wait(1);
        self.r.push(m, self.r.pair(X));
        m.wait(2);
        self.r.set_pair(X, word);
        self.wz = word;
    }

    #[inline(always)]
    fn load_a<W: Decide<T>>(&mut self, m: &mut Counted<'_, W>, address: T::Word) {
        self.r[A] = m.read(address, 3);
        self.wz = T::offset(address, 1);
    }

    /// Stores A; its low half counted up, the address stays in WZ beside A.
    #[inline(always)]
    fn store_a<W: Decide<T>>(&mut self, m: &mut Counted<'_, W>, address: T::Word) {
        m.write(address, self.r[A], 3);
        let (_, low) = T::split(T::offset(address, 1));
        self.wz = T::join(self.r[A], low);
    }

    #[inline(always)]
    pub(super) fn load_word<W: Decide<T>>(&mut self, m: &mut Counted<'_, W>, address: T::Word) -> T::Word {
        let low = m.read(address, 3);
        self.wz = T::offset(address, 1);
        T::join(m.read(self.wz, 3), low)
    }

    #[inline(always)]
    pub(super) fn store_word<W: Decide<T>>(
        &mut self,
        m: &mut Counted<'_, W>,
        address: T::Word,
        word: T::Word,
    ) {
        let (high, low) = T::split(word);
        m.write(address, low, 3);
        self.wz = T::offset(address, 1);
        m.write(self.wz, high, 3);
    }
}

/// The place of a register by its number in the opcode; H and L are the halves of `X`.
#[inline(always)]
const fn place<const X: usize>(code: u8) -> usize {
    let code = (code & 7) as usize;
    if X != HL && (code == HL || code == HL + 1) { X + code - HL } else { code }
}

const fn is_prefix(opcode: u8) -> bool {
    matches!(opcode, 0xDD | 0xED | 0xFD)
}
