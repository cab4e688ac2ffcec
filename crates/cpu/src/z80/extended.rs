//! The page behind ED.

use crate::bus::Decide;
use crate::dispatch::dispatch;
use crate::domain::Domain;
use crate::flow::Flow;
use crate::registers::{A, B, F, H as HL};
use crate::z80::alu;
use crate::z80::alu::flag::{C as CARRY, P};
use crate::z80::interrupt::After;
use crate::z80::refresh::Refresh;
use crate::z80::state::Running;

/// The modes of IM in the order of the opcodes.
const MODES: [u8; 4] = [0, 0, 1, 2];

impl<T: Domain> Running<'_, T> {
    #[inline(always)]
    pub(super) fn extended<W: Decide<T>>(&mut self, m: &mut Flow<'_, W>) {
        let opcode = self.fetch(m);
        dispatch!(opcode, OP => self.extended_of::<{ OP }, W>(m));
    }

    #[inline(always)]
    fn extended_of<const OP: u8, W: Decide<T>>(&mut self, m: &mut Flow<'_, W>) {
        let place = usize::from(OP >> 3 & 7);
        match OP {
            0x40 | 0x48 | 0x50 | 0x58 | 0x60 | 0x68 | 0x70 | 0x78 => self.input(m, place),
            0x41 | 0x49 | 0x51 | 0x59 | 0x61 | 0x69 | 0x71 | 0x79 => self.output(m, place),
            0x42 | 0x52 | 0x62 | 0x72 => self.with_carry(m, OP, alu::subtract_words),
            0x4A | 0x5A | 0x6A | 0x7A => self.with_carry(m, OP, alu::add_words),
            0x43 | 0x53 | 0x63 | 0x73 => {
                let address = m.operand_word::<T>();
                let word = self.r.word(OP);
                self.store_word(m, address, word);
            }
            0x4B | 0x5B | 0x6B | 0x7B => {
                let address = m.operand_word::<T>();
                let word = self.load_word(m, address);
                self.r.set_word(OP, word);
            }
            0x44 | 0x4C | 0x54 | 0x5C | 0x64 | 0x6C | 0x74 | 0x7C => {
                let (result, flags) = alu::subtract(0.into(), self.r[A], false.into());
                self.r[A] = result;
                self.set_flags(flags);
            }
            // RETI is for the devices to see; the processor does what it does for RETN.
            0x45 | 0x4D | 0x55 | 0x5D | 0x65 | 0x6D | 0x75 | 0x7D => {
                if self.z.iff1 != self.z.iff2 {
                    self.z.iff1 = self.z.iff2;
                    self.after = After::Retn;
                }
                self.ret(m);
            }
            0x46 | 0x4E | 0x56 | 0x5E | 0x66 | 0x6E | 0x76 | 0x7E => self.z.im = MODES[place & 3],
            0x47 => {
                m.wait(1);
                self.z.i = self.r[A];
            }
            0x4F => {
                m.wait(1);
                self.z.refresh = Refresh::new(self.r[A]);
            }
            0x57 => self.load_interrupt_or_refresh(m, self.z.i),
            0x5F => self.load_interrupt_or_refresh(m, self.z.refresh.value()),
            0x67 => self.rotate_digits(m, |a, value| ((value & 0x0F.into()), a << 4 | value >> 4)),
            0x6F => self.rotate_digits(m, |a, value| (value >> 4, value << 4 | (a & 0x0F.into()))),
            0xA0 | 0xA1 | 0xA2 | 0xA3 | 0xA8 | 0xA9 | 0xAA | 0xAB | 0xB0 | 0xB1 | 0xB2 | 0xB3 | 0xB8
            | 0xB9 | 0xBA | 0xBB => self.block(m, OP),
            // Empty codes take their eight cycles and do nothing.
            _ => {}
        }
    }

    #[inline(always)]
    fn input<W: Decide<T>>(&mut self, m: &mut Flow<'_, W>, place: usize) {
        let port = self.r.pair(B);
        let value = m.input(port, 4);
        self.z.wz = T::offset(port, 1);
        if place != F {
            self.r[place] = value;
        }
        self.set_flags(value.sign_zero_parity() | (self.r[F] & CARRY.into()));
    }

    #[inline(always)]
    fn output<W: Decide<T>>(&mut self, m: &mut Flow<'_, W>, place: usize) {
        let port = self.r.pair(B);
        let value = if place == F { 0.into() } else { self.r[place] };
        m.output(port, value, 4);
        self.z.wz = T::offset(port, 1);
    }

    #[inline(always)]
    fn with_carry<W: Decide<T>>(&mut self, m: &mut Flow<'_, W>, opcode: u8, operation: alu::OnWords<T>) {
        m.wait(7);
        let word = self.r.pair(HL);
        let (result, flags) = operation(word, self.r.word(opcode), self.r[F].bit(0));
        self.z.wz = T::offset(word, 1);
        self.r.set_pair(HL, result);
        self.set_flags(flags);
    }

    #[inline(always)]
    fn load_interrupt_or_refresh<W: Decide<T>>(&mut self, m: &mut Flow<'_, W>, value: T) {
        m.wait(1);
        self.r[A] = value;
        let shown = value.sign_zero_parity() & (!P).into();
        self.set_flags(shown | T::place(self.z.iff2.into(), 2) | (self.r[F] & CARRY.into()));
        self.after = After::LoadFromIr;
    }

    /// RLD and RRD: the new low digit of A, and the new byte.
    #[inline(always)]
    fn rotate_digits<W: Decide<T>>(&mut self, m: &mut Flow<'_, W>, rotate: impl FnOnce(T, T) -> (T, T)) {
        let address = self.r.pair(HL);
        let value = m.read(address, 3);
        let (digit, rotated) = rotate(self.r[A], value);
        m.wait(4);
        m.write(address, rotated, 3);
        self.z.wz = T::offset(address, 1);
        self.r[A] = (self.r[A] & 0xF0.into()) | digit;
        self.set_flags(self.r[A].sign_zero_parity() | (self.r[F] & CARRY.into()));
    }
}
