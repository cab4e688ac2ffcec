//! Addressing modes and accesses, with their bus cycles.
//!
//! An addressing mode is a function that performs the reads before the access, including dummy reads, and returns the
//! address. An access is a function that applies an operation at the address returned by a mode.

use arcadian_isa::mos6502::OperandAccess;

use super::CountingBus;
use super::Mos6502;
use super::alu::flag;
use crate::bus::Decide;
use crate::domain::Domain;

/// Increments the low byte of an address, without a carry into the high byte.
fn next_in_page<Byte: Domain>(low: Byte) -> Byte {
    low.sum(Byte::from(1), false.into()).0
}

/// Elementary accesses.
impl<Byte: Domain> Mos6502<Byte> {
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn operand<Bus: Decide<Byte>>(&mut self, bus: &mut CountingBus<Bus>) -> Byte {
        let byte = bus.read(Byte::Word::from(self.pc));
        self.pc = self.pc.wrapping_add(1);
        byte
    }

    /// Reads two operand bytes. Returns the high byte first.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn operands<Bus: Decide<Byte>>(&mut self, bus: &mut CountingBus<Bus>) -> (Byte, Byte) {
        let low = self.operand(bus);
        (self.operand(bus), low)
    }

    /// Polls and reads, in the last cycle of an instruction.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn last_read<Bus: Decide<Byte>>(
        &mut self,
        address: Byte::Word,
        bus: &mut CountingBus<Bus>,
    ) -> Byte {
        self.poll(bus);
        self.begin_last_read(address, bus);
        bus.bus.read(address)
    }

    /// Polls and performs a dummy read, in the last cycle of an instruction.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn last_read_unused<Bus: Decide<Byte>>(
        &mut self,
        address: Byte::Word,
        bus: &mut CountingBus<Bus>,
    ) {
        self.poll(bus);
        self.begin_last_read(address, bus);
        bus.bus.read_unused(address);
    }

    /// Polls and reads an operand byte, in the last cycle of an instruction.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn last_operand<Bus: Decide<Byte>>(&mut self, bus: &mut CountingBus<Bus>) -> Byte {
        let byte = self.last_read(Byte::Word::from(self.pc), bus);
        self.pc = self.pc.wrapping_add(1);
        byte
    }

    /// Performs a dummy read at PC.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn read_pc<Bus: Decide<Byte>>(&mut self, bus: &mut CountingBus<Bus>) {
        bus.read_unused(Byte::Word::from(self.pc));
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn push<Bus: Decide<Byte>>(&mut self, value: Byte, bus: &mut CountingBus<Bus>) {
        bus.write(Byte::join(Byte::from(1), self.s), value);
        self.s = self.s.difference(Byte::from(1), false.into()).0;
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn push_pc<Bus: Decide<Byte>>(&mut self, bus: &mut CountingBus<Bus>) {
        let (high, low) = Byte::split(Byte::Word::from(self.pc));
        self.push(high, bus);
        self.push(low, bus);
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn pull<Bus: Decide<Byte>>(&mut self, bus: &mut CountingBus<Bus>) -> Byte {
        self.s = next_in_page(self.s);
        bus.read(Byte::join(Byte::from(1), self.s))
    }

    /// Polls and pulls, in the last cycle of an instruction.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn last_pull<Bus: Decide<Byte>>(&mut self, bus: &mut CountingBus<Bus>) -> Byte {
        self.s = next_in_page(self.s);
        self.last_read(Byte::join(Byte::from(1), self.s), bus)
    }

    /// Performs a dummy read at the stack pointer.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn read_stack<Bus: Decide<Byte>>(&mut self, bus: &mut CountingBus<Bus>) {
        bus.read_unused(Byte::join(Byte::from(1), self.s));
    }
}

/// Addressing modes.
impl<Byte: Domain> Mos6502<Byte> {
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn imm<Bus: Decide<Byte>>(
        &mut self,
        _: OperandAccess,
        _: &mut CountingBus<Bus>,
    ) -> Byte::Word {
        let address = Byte::Word::from(self.pc);
        self.pc = self.pc.wrapping_add(1);
        address
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn zp<Bus: Decide<Byte>>(
        &mut self,
        _: OperandAccess,
        bus: &mut CountingBus<Bus>,
    ) -> Byte::Word {
        Byte::join(Byte::from(0), self.operand(bus))
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn zp_x<Bus: Decide<Byte>>(
        &mut self,
        _: OperandAccess,
        bus: &mut CountingBus<Bus>,
    ) -> Byte::Word {
        Byte::join(Byte::from(0), self.zp_indexed(self.x, bus))
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn zp_y<Bus: Decide<Byte>>(
        &mut self,
        _: OperandAccess,
        bus: &mut CountingBus<Bus>,
    ) -> Byte::Word {
        Byte::join(Byte::from(0), self.zp_indexed(self.y, bus))
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn abs<Bus: Decide<Byte>>(
        &mut self,
        _: OperandAccess,
        bus: &mut CountingBus<Bus>,
    ) -> Byte::Word {
        let (high, low) = self.operands(bus);
        Byte::join(high, low)
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn abs_x<Bus: Decide<Byte>>(
        &mut self,
        access: OperandAccess,
        bus: &mut CountingBus<Bus>,
    ) -> Byte::Word {
        self.abs_by_x(bus).address(access, bus)
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn abs_y<Bus: Decide<Byte>>(
        &mut self,
        access: OperandAccess,
        bus: &mut CountingBus<Bus>,
    ) -> Byte::Word {
        self.abs_by_y(bus).address(access, bus)
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn ind_x<Bus: Decide<Byte>>(
        &mut self,
        _: OperandAccess,
        bus: &mut CountingBus<Bus>,
    ) -> Byte::Word {
        let pointer = self.zp_indexed(self.x, bus);
        let (high, low) = read_pointer(pointer, bus);
        Byte::join(high, low)
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn ind_y<Bus: Decide<Byte>>(
        &mut self,
        access: OperandAccess,
        bus: &mut CountingBus<Bus>,
    ) -> Byte::Word {
        self.ind_by_y(bus).address(access, bus)
    }

    /// Adds an index to a zero-page address, modulo 256, with a dummy read at the unindexed address.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn zp_indexed<Bus: Decide<Byte>>(&mut self, index: Byte, bus: &mut CountingBus<Bus>) -> Byte {
        let base = self.operand(bus);
        bus.read_unused(Byte::join(Byte::from(0), base));
        base.sum(index, false.into()).0
    }
}

/// Reads a pointer in the zero page, which wraps around at its end. Returns the high byte first.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
fn read_pointer<Byte: Domain, Bus: Decide<Byte>>(pointer: Byte, bus: &mut CountingBus<Bus>) -> (Byte, Byte) {
    let low = bus.read(Byte::join(Byte::from(0), pointer));
    (bus.read(Byte::join(Byte::from(0), next_in_page(pointer))), low)
}

/// An indexed address before the carry into its high byte.
pub(super) struct Indexed<Byte: Domain> {
    high: Byte,
    low: Byte,
    carry: Byte::Bit,
}

impl<Byte: Domain> Indexed<Byte> {
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn new((high, low): (Byte, Byte), index: Byte) -> Self {
        let (low, carries) = low.sum(index, false.into());
        Indexed { high, low, carry: carries.bit(7) }
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn read_uncarried<Bus: Decide<Byte>>(&self, bus: &mut CountingBus<Bus>) {
        bus.read_uncarried(Byte::join(self.high, self.low), self.carried());
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn carried(&self) -> Byte::Word {
        Byte::join(self.high.sum(Byte::from(0), self.carry).0, self.low)
    }

    /// Returns the address after the carry. A read has no cycle for the carry if there is none.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn address<Bus: Decide<Byte>>(self, access: OperandAccess, bus: &mut CountingBus<Bus>) -> Byte::Word {
        if access != OperandAccess::Read || bus.bus.decide(self.carry) {
            self.read_uncarried(bus);
        }
        self.carried()
    }
}

/// Addressing modes of JMP.
impl<Byte: Domain> Mos6502<Byte> {
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn direct<Bus: Decide<Byte>>(&mut self, bus: &mut CountingBus<Bus>) -> Byte::Word {
        let low = self.operand(bus);
        Byte::join(self.last_operand(bus), low)
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn ind<Bus: Decide<Byte>>(&mut self, bus: &mut CountingBus<Bus>) -> Byte::Word {
        let (page, low) = self.operands(bus);
        let target = bus.read(Byte::join(page, low));
        Byte::join(self.last_read(Byte::join(page, next_in_page(low)), bus), target)
    }
}

/// Indexed modes before the carry.
impl<Byte: Domain> Mos6502<Byte> {
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn abs_by_x<Bus: Decide<Byte>>(&mut self, bus: &mut CountingBus<Bus>) -> Indexed<Byte> {
        Indexed::new(self.operands(bus), self.x)
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn abs_by_y<Bus: Decide<Byte>>(&mut self, bus: &mut CountingBus<Bus>) -> Indexed<Byte> {
        Indexed::new(self.operands(bus), self.y)
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn ind_by_y<Bus: Decide<Byte>>(&mut self, bus: &mut CountingBus<Bus>) -> Indexed<Byte> {
        let pointer = self.operand(bus);
        Indexed::new(read_pointer(pointer, bus), self.y)
    }
}

/// Accesses.
impl<Byte: Domain> Mos6502<Byte> {
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn read<Bus: Decide<Byte>>(
        &mut self,
        operation: impl FnOnce(&mut Self, Byte),
        mode: impl FnOnce(&mut Self, OperandAccess, &mut CountingBus<Bus>) -> Byte::Word,
        bus: &mut CountingBus<Bus>,
    ) {
        let address = mode(self, OperandAccess::Read, bus);
        let value = self.last_read(address, bus);
        operation(self, value);
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn write<Bus: Decide<Byte>>(
        &mut self,
        operation: impl FnOnce(&mut Self) -> Byte,
        mode: impl FnOnce(&mut Self, OperandAccess, &mut CountingBus<Bus>) -> Byte::Word,
        bus: &mut CountingBus<Bus>,
    ) {
        let address = mode(self, OperandAccess::Write, bus);
        self.poll(bus);
        bus.write(address, operation(self));
    }

    /// Reads, writes the old value back, then writes the new one.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn modify<Bus: Decide<Byte>>(
        &mut self,
        operation: impl FnOnce(&mut Self, Byte) -> Byte,
        mode: impl FnOnce(&mut Self, OperandAccess, &mut CountingBus<Bus>) -> Byte::Word,
        bus: &mut CountingBus<Bus>,
    ) {
        let address = mode(self, OperandAccess::Modify, bus);
        let value = bus.read(address);
        bus.write(address, value);
        let value = operation(self, value);
        self.poll(bus);
        bus.write(address, value);
    }

    /// Performs [`Self::read`] with an operation that depends on D.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn read_d<Bus: Decide<Byte>>(
        &mut self,
        operation: impl FnOnce(&mut Self, Byte, bool),
        mode: impl FnOnce(&mut Self, OperandAccess, &mut CountingBus<Bus>) -> Byte::Word,
        bus: &mut CountingBus<Bus>,
    ) {
        let decimal = bus.bus.decide(self.flag(flag::D));
        self.read(|cpu, value| operation(cpu, value, decimal), mode, bus);
    }

    /// Performs [`Self::modify`] with an operation that depends on D.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn modify_d<Bus: Decide<Byte>>(
        &mut self,
        operation: impl FnOnce(&mut Self, Byte, bool) -> Byte,
        mode: impl FnOnce(&mut Self, OperandAccess, &mut CountingBus<Bus>) -> Byte::Word,
        bus: &mut CountingBus<Bus>,
    ) {
        let decimal = bus.bus.decide(self.flag(flag::D));
        self.modify(|cpu, value| operation(cpu, value, decimal), mode, bus);
    }

    /// Stores the value ANDed with the high byte of the base address plus one. If the index carries, the stored value also
    /// replaces the high byte of the address.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn write_unstable<Bus: Decide<Byte>>(
        &mut self,
        value: Byte,
        indexed: Indexed<Byte>,
        bus: &mut CountingBus<Bus>,
    ) {
        indexed.read_uncarried(bus);
        self.poll(bus);
        let value = value & bus.bus.unstable(next_in_page(indexed.high));
        let high = Byte::select(indexed.carry, value, indexed.high);
        bus.write(Byte::join(high, indexed.low), value);
    }

    /// Executes an operation on registers, with a dummy read at PC. The operation precedes the waits: CLI and SEI change what
    /// is polled after them.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn implied<Bus: Decide<Byte>>(
        &mut self,
        operation: impl FnOnce(&mut Self),
        bus: &mut CountingBus<Bus>,
    ) {
        let pc = Byte::Word::from(self.pc);
        self.poll(bus);
        operation(self);
        self.begin_last_read(pc, bus);
        bus.bus.read_unused(pc);
    }

    /// Executes a modifying operation on A, with a dummy read at PC.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn modify_a<Bus: Decide<Byte>>(
        &mut self,
        operation: impl FnOnce(&mut Self, Byte) -> Byte,
        bus: &mut CountingBus<Bus>,
    ) {
        self.last_read_unused(Byte::Word::from(self.pc), bus);
        self.a = operation(self, self.a);
    }
}
