//! The 256 opcodes.

use crate::bus::Decide;
use crate::domain::Domain;
use crate::flow::Flow;
use crate::i8080::alu;
use crate::i8080::alu::ALWAYS_SET;
use crate::i8080::alu::flag::{AC, CY, P, S, Z};
use crate::i8080::state::I8080;
use crate::registers::{A, D, F, H};

impl<T: Domain> I8080<T> {
    #[inline(always)]
    pub(super) fn execute<const OP: u8, W: Decide<T>>(&mut self, m: &mut Flow<'_, W>) {
        let source = usize::from(OP & 7);
        let target = usize::from(OP >> 3 & 7);
        match OP {
            0x00 | 0x08 | 0x10 | 0x18 | 0x20 | 0x28 | 0x30 | 0x38 => {}
            0x01 | 0x11 | 0x21 | 0x31 => {
                let word = m.operand_word::<T>();
                self.r.set_word(OP, word);
            }
            0x02 | 0x12 => m.write(self.r.word(OP), self.r[A], 3),
            0x0A | 0x1A => self.r[A] = m.read(self.r.word(OP), 3),
            0x03 | 0x13 | 0x23 | 0x33 => {
                m.wait(1);
                self.r.set_word(OP, T::offset(self.r.word(OP), 1));
            }
            0x0B | 0x1B | 0x2B | 0x3B => {
                m.wait(1);
                self.r.set_word(OP, T::offset(self.r.word(OP), 0xFFFF));
            }
            0x09 | 0x19 | 0x29 | 0x39 => self.add_to_hl(m, OP),
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
                let value = m.operand(3);
                m.write(self.r.pair(H), value, 3);
            }
            0x06 | 0x0E | 0x16 | 0x1E | 0x26 | 0x2E | 0x3E => self.r[target] = m.operand(3),
            0x07 | 0x0F | 0x17 | 0x1F => {
                let (value, carry) = alu::rotate(OP >> 3, self.r[A], self.r[F]);
                self.r[A] = value;
                self.set_carry(carry);
            }
            0x22 => {
                let address = m.operand_word::<T>();
                m.write(address, self.r[H + 1], 3);
                m.write(T::offset(address, 1), self.r[H], 3);
            }
            0x2A => {
                let address = m.operand_word::<T>();
                self.r[H + 1] = m.read(address, 3);
                self.r[H] = m.read(T::offset(address, 1), 3);
            }
            0x32 => {
                let address = m.operand_word::<T>();
                m.write(address, self.r[A], 3);
            }
            0x3A => {
                let address = m.operand_word::<T>();
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
            0x70 | 0x71 | 0x72 | 0x73 | 0x74 | 0x75 | 0x77 => m.write(self.r.pair(H), self.r[source], 3),
            0x40 | 0x41 | 0x42 | 0x43 | 0x44 | 0x45 | 0x47 | 0x48 | 0x49 | 0x4A | 0x4B | 0x4C | 0x4D
            | 0x4F | 0x50 | 0x51 | 0x52 | 0x53 | 0x54 | 0x55 | 0x57 | 0x58 | 0x59 | 0x5A | 0x5B | 0x5C
            | 0x5D | 0x5F | 0x60 | 0x61 | 0x62 | 0x63 | 0x64 | 0x65 | 0x67 | 0x68 | 0x69 | 0x6A | 0x6B
            | 0x6C | 0x6D | 0x6F | 0x78 | 0x79 | 0x7A | 0x7B | 0x7C | 0x7D | 0x7F => {
                m.wait(1);
                self.r[target] = self.r[source];
            }

            0x86 => self.accumulate_memory(m, 0),
            0xC6 => self.accumulate_operand(m, 0),
            0x80 | 0x81 | 0x82 | 0x83 | 0x84 | 0x85 | 0x87 => self.accumulate(0, self.r[source]),
            0x8E => self.accumulate_memory(m, 1),
            0xCE => self.accumulate_operand(m, 1),
            0x88 | 0x89 | 0x8A | 0x8B | 0x8C | 0x8D | 0x8F => self.accumulate(1, self.r[source]),
            0x96 => self.accumulate_memory(m, 2),
            0xD6 => self.accumulate_operand(m, 2),
            0x90 | 0x91 | 0x92 | 0x93 | 0x94 | 0x95 | 0x97 => self.accumulate(2, self.r[source]),
            0x9E => self.accumulate_memory(m, 3),
            0xDE => self.accumulate_operand(m, 3),
            0x98 | 0x99 | 0x9A | 0x9B | 0x9C | 0x9D | 0x9F => self.accumulate(3, self.r[source]),
            0xA6 => self.accumulate_memory(m, 4),
            0xE6 => self.accumulate_operand(m, 4),
            0xA0 | 0xA1 | 0xA2 | 0xA3 | 0xA4 | 0xA5 | 0xA7 => self.accumulate(4, self.r[source]),
            0xAE => self.accumulate_memory(m, 5),
            0xEE => self.accumulate_operand(m, 5),
            0xA8 | 0xA9 | 0xAA | 0xAB | 0xAC | 0xAD | 0xAF => self.accumulate(5, self.r[source]),
            0xB6 => self.accumulate_memory(m, 6),
            0xF6 => self.accumulate_operand(m, 6),
            0xB0 | 0xB1 | 0xB2 | 0xB3 | 0xB4 | 0xB5 | 0xB7 => self.accumulate(6, self.r[source]),
            0xBE => self.accumulate_memory(m, 7),
            0xFE => self.accumulate_operand(m, 7),
            0xB8 | 0xB9 | 0xBA | 0xBB | 0xBC | 0xBD | 0xBF => self.accumulate(7, self.r[source]),

            0xC0 | 0xC8 | 0xD0 | 0xD8 | 0xE0 | 0xE8 | 0xF0 | 0xF8 => {
                m.wait(1);
                if m.bus.decide(self.r.condition(OP >> 3)) {
                    self.ret(m);
                }
            }
            0xC2 | 0xCA | 0xD2 | 0xDA | 0xE2 | 0xEA | 0xF2 | 0xFA => {
                let target = m.operand_word::<T>();
                if m.bus.decide(self.r.condition(OP >> 3)) {
                    m.go(target);
                }
            }
            0xC4 | 0xCC | 0xD4 | 0xDC | 0xE4 | 0xEC | 0xF4 | 0xFC => {
                m.wait(1);
                let target = m.operand_word::<T>();
                if m.bus.decide(self.r.condition(OP >> 3)) {
                    self.call(m, target);
                }
            }
            0xC3 | 0xCB => {
                let target = m.operand_word::<T>();
                m.go(target);
            }
            0xC9 | 0xD9 => self.ret(m),
            0xCD | 0xDD | 0xED | 0xFD => {
                m.wait(1);
                let target = m.operand_word::<T>();
                self.call(m, target);
            }
            0xC7 | 0xCF | 0xD7 | 0xDF | 0xE7 | 0xEF | 0xF7 | 0xFF => {
                m.wait(1);
                self.call(m, u16::from(OP & 0x38).into());
            }
            0xE9 => {
                m.wait(1);
                m.go(self.r.pair(H));
            }

            0xC1 | 0xD1 | 0xE1 => {
                let word = self.r.pop(m);
                self.r.set_pair(usize::from(OP >> 3 & 6), word);
            }
            0xF1 => {
                let (a, flags) = T::split(self.r.pop(m));
                self.r[A] = a;
                self.r[F] = (flags & (S | Z | AC | P | CY).into()) | ALWAYS_SET.into();
            }
            0xC5 | 0xD5 | 0xE5 => {
                m.wait(1);
                let word = self.r.pair(usize::from(OP >> 3 & 6));
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
                let port = m.operand(3);
                m.output(T::join(port, port), self.r[A], 3);
            }
            0xDB => {
                let port = m.operand(3);
                self.r[A] = m.input(T::join(port, port), 3);
            }
            0xF3 => self.interrupts = false,
            0xFB => {
                self.interrupts = true;
                self.after_ei = true;
            }
        }
    }

    #[inline(always)]
    fn accumulate_memory<W: Decide<T>>(&mut self, m: &mut Flow<'_, W>, operation: u8) {
        let value = m.read(self.r.pair(H), 3);
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
            4 => alu::and(a, value),
            5 => (a ^ value, alu::flags(a ^ value)),
            6 => (a | value, alu::flags(a | value)),
            _ => (a, alu::subtract(a, value, false.into()).1),
        };
        self.r[A] = result;
        self.r[F] = flags;
    }

    fn modify<W: Decide<T>>(&mut self, m: &mut Flow<'_, W>, operation: fn(T, T) -> (T, T)) {
        let address = self.r.pair(H);
        let (value, flags) = operation(m.read(address, 3), self.r[F]);
        m.write(address, value, 3);
        self.r[F] = flags;
    }

    /// DAD sets only the carry.
    fn add_to_hl<W: Decide<T>>(&mut self, m: &mut Flow<'_, W>, opcode: u8) {
        m.wait(6);
        let (high, low) = T::split(self.r.word(opcode));
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
    fn call<W: Decide<T>>(&mut self, m: &mut Flow<'_, W>, target: T::Word) {
        self.r.push(m, m.pc.into());
        m.go(target);
    }

    #[inline(always)]
    fn ret<W: Decide<T>>(&mut self, m: &mut Flow<'_, W>) {
        let target = self.r.pop(m);
        m.go(target);
    }
}
