//! Where the operand is, and the cycles it takes to get there and to use it.
//!
//! An addressing mode is a function that reads the operand bytes and whatever else the chip reads on the way, and gives
//! the address. An access is a function that takes an operation and a mode and owns the cycles at that address.

use arcadian_isa::mos6502::Access;

use super::counted::Counted;
use super::state::{Mos6502, flag};
use crate::bus::Decide;
use crate::domain::Domain;

/// One more, within the page.
fn next<T: Domain>(low: T) -> T {
    low.sum(T::from(1), false.into()).0
}

/// Reads that mean something in themselves.
impl<T: Domain> Mos6502<T> {
    #[inline(always)]
    pub(super) fn operand<B: Decide<T>>(&mut self, bus: &mut Counted<B>) -> T {
        let byte = bus.read(T::Word::from(self.pc));
        self.pc = self.pc.wrapping_add(1);
        byte
    }

    /// Two operand bytes, the high one first in the pair and last in memory.
    #[inline(always)]
    fn operands<B: Decide<T>>(&mut self, bus: &mut Counted<B>) -> (T, T) {
        let low = self.operand(bus);
        (self.operand(bus), low)
    }

    /// Reads the byte at PC for nothing.
    #[inline(always)]
    pub(super) fn discard<B: Decide<T>>(&mut self, bus: &mut Counted<B>) {
        bus.read(T::Word::from(self.pc));
    }

    #[inline(always)]
    pub(super) fn push<B: Decide<T>>(&mut self, value: T, bus: &mut Counted<B>) {
        bus.write(T::join(T::from(1), self.s), value);
        self.s = self.s.difference(T::from(1), false.into()).0;
    }

    #[inline(always)]
    pub(super) fn push_pc<B: Decide<T>>(&mut self, bus: &mut Counted<B>) {
        let (high, low) = T::split(T::Word::from(self.pc));
        self.push(high, bus);
        self.push(low, bus);
    }

    #[inline(always)]
    pub(super) fn pull<B: Decide<T>>(&mut self, bus: &mut Counted<B>) -> T {
        self.s = next(self.s);
        self.peek_stack(bus)
    }

    /// Reads where S points; before a pull, for nothing.
    #[inline(always)]
    pub(super) fn peek_stack<B: Decide<T>>(&mut self, bus: &mut Counted<B>) -> T {
        bus.read(T::join(T::from(1), self.s))
    }
}

/// The addressing modes.
impl<T: Domain> Mos6502<T> {
    #[inline(always)]
    pub(super) fn imm<B: Decide<T>>(&mut self, _: Access, _: &mut Counted<B>) -> T::Word {
        let address = T::Word::from(self.pc);
        self.pc = self.pc.wrapping_add(1);
        address
    }

    #[inline(always)]
    pub(super) fn zp<B: Decide<T>>(&mut self, _: Access, bus: &mut Counted<B>) -> T::Word {
        T::join(T::from(0), self.operand(bus))
    }

    #[inline(always)]
    pub(super) fn zp_x<B: Decide<T>>(&mut self, _: Access, bus: &mut Counted<B>) -> T::Word {
        T::join(T::from(0), self.zp_indexed(self.x, bus))
    }

    #[inline(always)]
    pub(super) fn zp_y<B: Decide<T>>(&mut self, _: Access, bus: &mut Counted<B>) -> T::Word {
        T::join(T::from(0), self.zp_indexed(self.y, bus))
    }

    #[inline(always)]
    pub(super) fn abs<B: Decide<T>>(&mut self, _: Access, bus: &mut Counted<B>) -> T::Word {
        let (high, low) = self.operands(bus);
        T::join(high, low)
    }

    #[inline(always)]
    pub(super) fn abs_x<B: Decide<T>>(&mut self, access: Access, bus: &mut Counted<B>) -> T::Word {
        self.abs_by_x(bus).carried(access, bus)
    }

    #[inline(always)]
    pub(super) fn abs_y<B: Decide<T>>(&mut self, access: Access, bus: &mut Counted<B>) -> T::Word {
        self.abs_by_y(bus).carried(access, bus)
    }

    #[inline(always)]
    pub(super) fn ind_x<B: Decide<T>>(&mut self, _: Access, bus: &mut Counted<B>) -> T::Word {
        let pointer = self.zp_indexed(self.x, bus);
        let (high, low) = pointed(pointer, bus);
        T::join(high, low)
    }

    #[inline(always)]
    pub(super) fn ind_y<B: Decide<T>>(&mut self, access: Access, bus: &mut Counted<B>) -> T::Word {
        self.ind_by_y(bus).carried(access, bus)
    }

    /// The operand is read from while the index is added to it; the sum stays in the page.
    #[inline(always)]
    fn zp_indexed<B: Decide<T>>(&mut self, index: T, bus: &mut Counted<B>) -> T {
        let base = self.operand(bus);
        bus.read(T::join(T::from(0), base));
        base.sum(index, false.into()).0
    }
}

/// The address stored in the zero page; its high byte may come from the page's other end.
#[inline(always)]
fn pointed<T: Domain, B: Decide<T>>(pointer: T, bus: &mut Counted<B>) -> (T, T) {
    let low = bus.read(T::join(T::from(0), pointer));
    (bus.read(T::join(T::from(0), next(pointer))), low)
}

/// A base and an index added to its low byte, the carry still to come.
pub(super) struct Indexed<T: Domain> {
    high: T,
    low: T,
    carry: T::Bit,
}

impl<T: Domain> Indexed<T> {
    #[inline(always)]
    fn new((high, low): (T, T), index: T) -> Self {
        let (low, carries) = low.sum(index, false.into());
        Indexed { high, low, carry: carries.bit(7) }
    }

    #[inline(always)]
    fn read_uncarried<B: Decide<T>>(&self, bus: &mut Counted<B>) {
        bus.read(T::join(self.high, self.low));
    }

    /// The address. One who only reads goes without the cycle that adds the carry when there is none.
    #[inline(always)]
    fn carried<B: Decide<T>>(self, access: Access, bus: &mut Counted<B>) -> T::Word {
        if access != Access::Read || bus.bus.decide(self.carry) {
            self.read_uncarried(bus);
        }
        T::join(self.high.sum(T::from(0), self.carry).0, self.low)
    }
}

/// The targets of JMP.
impl<T: Domain> Mos6502<T> {
    #[inline(always)]
    pub(super) fn direct<B: Decide<T>>(&mut self, bus: &mut Counted<B>) -> T::Word {
        let low = self.operand(bus);
        self.poll(bus);
        T::join(self.operand(bus), low)
    }

    #[inline(always)]
    pub(super) fn ind<B: Decide<T>>(&mut self, bus: &mut Counted<B>) -> T::Word {
        let (page, low) = self.operands(bus);
        let target = bus.read(T::join(page, low));
        self.poll(bus);
        T::join(bus.read(T::join(page, next(low))), target)
    }
}

/// The indexed modes before the carry.
impl<T: Domain> Mos6502<T> {
    #[inline(always)]
    pub(super) fn abs_by_x<B: Decide<T>>(&mut self, bus: &mut Counted<B>) -> Indexed<T> {
        Indexed::new(self.operands(bus), self.x)
    }

    #[inline(always)]
    pub(super) fn abs_by_y<B: Decide<T>>(&mut self, bus: &mut Counted<B>) -> Indexed<T> {
        Indexed::new(self.operands(bus), self.y)
    }

    #[inline(always)]
    pub(super) fn ind_by_y<B: Decide<T>>(&mut self, bus: &mut Counted<B>) -> Indexed<T> {
        let pointer = self.operand(bus);
        Indexed::new(pointed(pointer, bus), self.y)
    }
}

/// The accesses.
impl<T: Domain> Mos6502<T> {
    #[inline(always)]
    pub(super) fn read<B: Decide<T>>(
        &mut self,
        operation: impl FnOnce(&mut Self, T),
        mode: impl FnOnce(&mut Self, Access, &mut Counted<B>) -> T::Word,
        bus: &mut Counted<B>,
    ) {
        let address = mode(self, Access::Read, bus);
        self.poll(bus);
        let value = bus.read(address);
        operation(self, value);
    }

    #[inline(always)]
    pub(super) fn write<B: Decide<T>>(
        &mut self,
        operation: impl FnOnce(&mut Self) -> T,
        mode: impl FnOnce(&mut Self, Access, &mut Counted<B>) -> T::Word,
        bus: &mut Counted<B>,
    ) {
        let address = mode(self, Access::Write, bus);
        self.poll(bus);
        bus.write(address, operation(self));
    }

    /// The old value is written back while the new one is computed.
    #[inline(always)]
    pub(super) fn modify<B: Decide<T>>(
        &mut self,
        operation: impl FnOnce(&mut Self, T) -> T,
        mode: impl FnOnce(&mut Self, Access, &mut Counted<B>) -> T::Word,
        bus: &mut Counted<B>,
    ) {
        let address = mode(self, Access::Modify, bus);
        let value = bus.read(address);
        bus.write(address, value);
        let value = operation(self, value);
        self.poll(bus);
        bus.write(address, value);
    }

    /// [`Self::read`] with an operation that adds as D says.
    #[inline(always)]
    pub(super) fn read_d<B: Decide<T>>(
        &mut self,
        operation: impl FnOnce(&mut Self, T, bool),
        mode: impl FnOnce(&mut Self, Access, &mut Counted<B>) -> T::Word,
        bus: &mut Counted<B>,
    ) {
        let decimal = bus.bus.decide(self.flag(flag::D));
        self.read(|cpu, value| operation(cpu, value, decimal), mode, bus);
    }

    /// [`Self::modify`] with an operation that adds as D says.
    #[inline(always)]
    pub(super) fn modify_d<B: Decide<T>>(
        &mut self,
        operation: impl FnOnce(&mut Self, T, bool) -> T,
        mode: impl FnOnce(&mut Self, Access, &mut Counted<B>) -> T::Word,
        bus: &mut Counted<B>,
    ) {
        let decimal = bus.bus.decide(self.flag(flag::D));
        self.modify(|cpu, value| operation(cpu, value, decimal), mode, bus);
    }

    /// Stores what the high byte of the base, plus one, lets through. The carry changes nothing in the high byte of the
    /// address: where there is one, the stored value is that byte.
    #[inline(always)]
    pub(super) fn write_high<B: Decide<T>>(&mut self, value: T, indexed: Indexed<T>, bus: &mut Counted<B>) {
        indexed.read_uncarried(bus);
        self.poll(bus);
        let value = value & next(indexed.high);
        let high = T::select(indexed.carry, value, indexed.high);
        bus.write(T::join(high, indexed.low), value);
    }

    /// An operation within the processor. The next byte is read for nothing.
    #[inline(always)]
    pub(super) fn implied<B: Decide<T>>(&mut self, operation: impl FnOnce(&mut Self), bus: &mut Counted<B>) {
        self.poll(bus);
        self.discard(bus);
        operation(self);
    }

    /// One that modifies, with A in the place of memory.
    #[inline(always)]
    pub(super) fn modify_a<B: Decide<T>>(
        &mut self,
        operation: impl FnOnce(&mut Self, T) -> T,
        bus: &mut Counted<B>,
    ) {
        self.poll(bus);
        self.discard(bus);
        self.a = operation(self, self.a);
    }
}
