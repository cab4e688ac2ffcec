//! The 256 opcodes.

use crate::bus::Decide;
use crate::domain::Domain;
use crate::i8080::alu;
use crate::i8080::alu::ALWAYS_SET;
use crate::i8080::alu::flag::{AC, CY, P, S, Z};
use crate::i8080::state::I8080;
use crate::registers::{A, D, F, H};
use crate::step::Counted;

impl<T: Domain> I8080<T> {
    #[inline(always)]
    pub(super) fn execute<W: Decide<T>>(&mut self, m: &mut Counted<'_, W>, opcode: u8) {
        let source = usize::from(opcode & 7);
        let target = usize::from(opcode >> 3 & 7);
        match opcode {
            0x00 | 0x08 | 0x10 | 0x18 | 0x20 | 0x28 | 0x30 | 0x38 => {}
            0x01 | 0x11 | 0x21 | 0x31 => {
                let word = self.r.operand_word(m);
                self.r.set_word(opcode, H, word);
            }
            0x02 | 0x12 => m.write(self.r.word(opcode, H), self.r[A], 3),
            0x0A | 0x1A => self.r[A] = m.read(self.r.word(opcode, H), 3),
            0x03 | 0x13 | 0x23 | 0x33 => {
                m.wait(1);
                self.r.set_word(opcode, H, T::offset(self.r.word(opcode, H), 1));
            }
            0x0B | 0x1B | 0x2B | 0x3B => {
                m.wait(1);
                self.r.set_word(opcode, H, T::offset(self.r.word(opcode, H), 0xFFFF));
            }
            0x09 | 0x19 | 0x29 | 0x39 => self.add_to_hl(m, opcode),
            0x34 => self.modify(m, alu::increment),
            0x35 => self.modify(m, alu::decrement),
            0x04 | 0x0C | 0x14 | 0x1C | 0x24 | 0x2C | 0x3C => {
                m.wait(1);
                (self.r[target], self.r[F]) = alu::increment(self.r[target], self.r[F]);
            }
            0x05 | 0x0D | 0x15 | 0x1D | 0x25 | 0x2D | 0x3D => {
                m.wait(1);
                (self.r[target], self.r[F]) = alu::decrement(self.r[target], self.r[F]);
            }
            0x36 => {
                let value = self.r.operand(m);
                m.write(self.r.pair(H), value, 3);
            }
            0x06 | 0x0E | 0x16 | 0x1E | 0x26 | 0x2E | 0x3E => self.r[target] = self.r.operand(m),
            0x07 | 0x0F | 0x17 | 0x1F => {
                let (value, carry) = alu::rotate(opcode >> 3, self.r[A], self.r[F]);
                self.r[A] = value;
                self.set_carry(carry);
            }
            0x22 => {
                let address = self.r.operand_word(m);
                m.write(address, self.r[H + 1], 3);
                m.write(T::offset(address, 1), self.r[H], 3);
            }
            0x2A => {
                let address = self.r.operand_word(m);
                self.r[H + 1] = m.read(address, 3);
                self.r[H] = m.read(T::offset(address, 1), 3);
            }
            0x32 => {
                let address = self.r.operand_word(m);
                m.write(address, self.r[A], 3);
            }
            0x3A => {
                let address = self.r.operand_word(m);
                self.r[A] = m.read(address, 3);
            }
            0x27 => (self.r[A], self.r[F]) = alu::adjust(self.r[A], self.r[F]),
            0x2F => self.r[A] = !self.r[A],
            0x37 => self.r[F] = self.r[F] | CY.into(),
            0x3F => self.r[F] = self.r[F] ^ CY.into(),

            0x76 => {
                m.wait(3);
                self.halted = true;
            }
            0x46 | 0x4E | 0x56 | 0x5E | 0x66 | 0x6E | 0x7E => self.r[target] = m.read(self.r.pair(H), 3),
            0x70..=0x77 => m.write(self.r.pair(H), self.r[source], 3),
            0x40..=0x7F => {
                m.wait(1);
                self.r[target] = self.r[source];
            }

            0x86 | 0x8E | 0x96 | 0x9E | 0xA6 | 0xAE | 0xB6 | 0xBE => {
                let value = m.read(self.r.pair(H), 3);
                self.accumulate(opcode, value);
            }
            0xC6 | 0xCE | 0xD6 | 0xDE | 0xE6 | 0xEE | 0xF6 | 0xFE => {
                let value = self.r.operand(m);
                self.accumulate(opcode, value);
            }
            0x80..=0xBF => self.accumulate(opcode, self.r[source]),

            0xC0 | 0xC8 | 0xD0 | 0xD8 | 0xE0 | 0xE8 | 0xF0 | 0xF8 => {
                m.wait(1);
                if m.bus.decide(self.r.condition(opcode >> 3)) {
                    self.ret(m);
                }
            }
            0xC2 | 0xCA | 0xD2 | 0xDA | 0xE2 | 0xEA | 0xF2 | 0xFA => {
                let target = self.r.operand_word(m);
                if m.bus.decide(self.r.condition(opcode >> 3)) {
                    self.r.pc = m.bus.locate(target);
                }
            }
            0xC4 | 0xCC | 0xD4 | 0xDC | 0xE4 | 0xEC | 0xF4 | 0xFC => {
                m.wait(1);
                let target = self.r.operand_word(m);
                if m.bus.decide(self.r.condition(opcode >> 3)) {
                    self.call(m, target);
                }
            }
            0xC3 | 0xCB => {
                let target = self.r.operand_word(m);
                self.r.pc = m.bus.locate(target);
            }
            0xC9 | 0xD9 => self.ret(m),
            0xCD | 0xDD | 0xED | 0xFD => {
                m.wait(1);
                let target = self.r.operand_word(m);
                self.call(m, target);
            }
            0xC7 | 0xCF | 0xD7 | 0xDF | 0xE7 | 0xEF | 0xF7 | 0xFF => {
                m.wait(1);
                self.call(m, u16::from(opcode & 0x38).into());
            }
            0xE9 => {
                m.wait(1);
                self.r.pc = m.bus.locate(self.r.pair(H));
            }

            0xC1 | 0xD1 | 0xE1 => {
                let word = self.r.pop(m);
                self.r.set_pair(usize::from(opcode >> 3 & 6), word);
            }
            0xF1 => {
                let (a, flags) = T::split(self.r.pop(m));
                self.r[A] = a;
                self.r[F] = (flags & (S | Z | AC | P | CY).into()) | ALWAYS_SET.into();
            }
            0xC5 | 0xD5 | 0xE5 => {
                m.wait(1);
                let word = self.r.pair(usize::from(opcode >> 3 & 6));
                self.r.push(m, word);
            }
            0xF5 => {
                m.wait(1);
                self.r.push(m, T::join(self.r[A], self.r[F]));
            }
            0xE3 => {
                let word = self.r.pop(m);
                self.r.push(m, self.r.pair(H));
                m.wait(2);
                self.r.set_pair(H, word);
            }
            0xEB => {
                let word = self.r.pair(D);
                self.r.set_pair(D, self.r.pair(H));
                self.r.set_pair(H, word);
            }
            0xF9 => {
                m.wait(1);
                self.r.sp = self.r.pair(H);
            }

            // The number of the port is on both halves of the address bus.
            0xD3 => {
                let port = self.r.operand(m);
                m.output(T::join(port, port), self.r[A], 3);
            }
            0xDB => {
                let port = self.r.operand(m);
                self.r[A] = m.input(T::join(port, port), 3);
            }
            0xF3 => self.interrupts = false,
            0xFB => {
                self.interrupts = true;
                self.after_ei = true;
            }
        }
    }

    /// One of the eight operations on A, numbered as in opcodes.
    #[inline(always)]
    fn accumulate(&mut self, opcode: u8, value: T) {
        let a = self.r[A];
        let carry = self.r[F].bit(0);
        let (result, flags) = match opcode >> 3 & 7 {
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

    fn modify<W: Decide<T>>(&mut self, m: &mut Counted<'_, W>, operation: fn(T, T) -> (T, T)) {
        let address = self.r.pair(H);
        let (value, flags) = operation(m.read(address, 3), self.r[F]);
        m.write(address, value, 3);
        self.r[F] = flags;
    }

    /// DAD sets only the carry.
    fn add_to_hl<W: Decide<T>>(&mut self, m: &mut Counted<'_, W>, opcode: u8) {
        m.wait(6);
        let (high, low) = T::split(self.r.word(opcode, H));
        let (low, carries) = self.r[H + 1].sum(low, false.into());
        let (high, carries) = self.r[H].sum(high, carries.bit(7));
        self.r.set_pair(H, T::join(high, low));
        self.set_carry(carries >> 7);
    }

    #[inline(always)]
    fn set_carry(&mut self, carry: T) {
        self.r[F] = (self.r[F] & (!CY).into()) | carry;
    }

    #[inline(always)]
    fn call<W: Decide<T>>(&mut self, m: &mut Counted<'_, W>, target: T::Word) {
        self.r.push(m, self.r.pc.into());
        self.r.pc = m.bus.locate(target);
    }

    #[inline(always)]
    fn ret<W: Decide<T>>(&mut self, m: &mut Counted<'_, W>) {
        let target = self.r.pop(m);
        self.r.pc = m.bus.locate(target);
    }
}
