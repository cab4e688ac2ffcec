//! Reads and writes at addresses that may differ between machines or depend on the placement; regions, fetched instructions, and memory as
//! the cores see it.

use arcadian_isa::Processor;
use arcadian_parallel::{byte::ParallelBit, byte::ParallelBus, domain::ParallelDomain};

use super::{Memory, REFRESH_BIT_7, flag};
use crate::contract::placement::{FIRST_PLACED, Slot};

impl<D: ParallelDomain> Memory<D> {
    /// Returns whether an address depends on the placement.
    pub(super) fn is_placed(&self, address: D::Word) -> bool {
        self.placement_variables.is_some_and(|count| D::depends_on_first(address, count))
    }

    #[inline]
    fn slot_at(&self, address: u16) -> Slot {
        if self.flags[usize::from(address)] & flag::UNDECLARED == 0 {
            return address.into();
        }
        self.regions.iter().find_map(|region| region.slot(address)).unwrap_or(address.into())
    }

    /// Returns the slot that an address denotes in all machines of the mask, if it is the same.
    pub(super) fn common_slot(&self, address: D::Word) -> Option<Slot> {
        if self.is_placed(address) {
            let address = D::constrain_word(address, self.instruction.mask);
            let mut regions = self.likely_regions(address).into_iter();
            regions.find_map(|region| region.common_slot(address, self.instruction.mask))
        } else {
            D::constant_word(address, self.instruction.mask).map(|address| self.slot_at(address))
        }
    }

    /// Returns the regions to which an address that depends on the placement can belong: bit 0 of an address in a region
    /// differs from that of the region's base by something that does not depend on the placement. If no region is like that,
    /// the mask may determine bit 0, and the address can belong to any.
    fn likely_regions(&self, address: D::Word) -> Vec<Region<D>> {
        let bit = D::split(address).1.bit(0);
        let likely: Vec<_> = self.regions.iter().filter(|region| region.shares_root(bit)).copied().collect();
        if likely.is_empty() { self.regions.clone() } else { likely }
    }

    /// Divides the machines of the mask by the likely region that contains an address, and calls `visit` with the slot of the first
    /// byte, the machines and the offset. Returns the machines whose address is in none of them.
    fn divide(
        &mut self,
        address: D::Word,
        mask: D::Bit,
        mut visit: impl FnMut(&mut Self, Slot, D::Bit, D::Word),
    ) -> D::Bit {
        let address = D::constrain_word(address, mask);
        let mut rest = mask;
        for region in self.likely_regions(address) {
            if rest & self.is_valid == false.into() {
                return false.into();
            }
            let (inside, offset) = region.inside(address);
            let machines = rest & inside;
            if machines != false.into() {
                visit(self, region.first(), machines, offset);
                rest = rest & !inside;
            }
        }
        rest
    }

    /// Returns whether an address of the machines of a mask, which is in no likely region, is unknown: it depends on the placement. A
    /// read there has any value, and a write is a fault, wherever it is.
    fn is_wild(&self, address: D::Word, mask: D::Bit) -> bool {
        self.is_placed(D::constrain_word(address, mask))
    }

    pub(super) fn read_slot(&mut self, slot: Slot) -> D {
        if self.flags[slot as usize] == 0 {
            self.image[slot as usize].into()
        } else {
            let value = self.load(slot);
            if self.instruction.is_full_mask { value } else { value.simplify(self.instruction.mask) }
        }
    }

    /// Reads at an address that differs between the machines.
    pub(super) fn read_scattered(&mut self, address: D::Word) -> D {
        let (mut value, mut rest) = (D::from(0), self.instruction.mask);
        if self.is_placed(address) {
            rest = self.divide(address, rest, |memory, first, machines, offset| {
                value =
                    value | D::load_each(offset, machines, |offset| memory.load(first + Slot::from(offset)));
            });
        }
        if rest == false.into() {
            value
        } else if self.is_wild(address, rest) {
            D::select(rest, self.create(None), value)
        } else {
            value | D::load_each(address, rest, |address| self.load(self.slot_at(address)))
        }
    }

    pub(super) fn write_scattered(&mut self, address: D::Word, value: D) {
        let mut rest = self.instruction.mask;
        if self.is_placed(address) {
            rest = self.divide(address, rest, |memory, first, machines, offset| {
                D::for_each_address(offset, machines, |offset, machines| {
                    memory.write_slot(first + Slot::from(offset), value, machines, false);
                });
            });
        }
        if rest != false.into() && self.is_wild(address, rest) {
            self.events.undeclared_write = self.events.undeclared_write | rest;
        } else {
            D::for_each_address(address, rest, |address, machines| {
                self.write_slot(self.slot_at(address), value, machines, false);
            });
        }
    }

    pub(super) fn write_slot(&mut self, slot: Slot, value: D, mask: D::Bit, is_full_mask: bool) {
        let flags = self.flags[slot as usize];
        if flags & flag::DEVICE != 0 {
            if let Some(device) = &mut self.device {
                device.write(slot as u16, value, mask);
            }
            return;
        }
        if flags & flag::UNDECLARED != 0 {
            self.events.undeclared_write = self.events.undeclared_write | mask;
            return;
        }
        if slot >= FIRST_PLACED {
            // The region may be where these bytes are.
            self.forget_undeclared();
        }
        let before = self.load(slot);
        let flags = &mut self.flags[slot as usize];
        if *flags & flag::JOURNALED == 0 {
            *flags = flag::PER_MACHINE | flag::JOURNALED;
            self.journal.push((slot, before));
        }
        self.store_in_page(slot, if is_full_mask { value } else { D::select(mask, value, before) });
    }
}

/// The data that a pointer points to, or the stack.
#[derive(Clone, Copy)]
pub(super) struct Region<D: ParallelDomain> {
    base: D::Word,
    /// The same, if all machines share it.
    shared_base: Option<u16>,
    /// The slot of the first byte.
    first: Slot,
    /// The length in bytes.
    length: u32,
    /// Whether addresses wrap around within the page of the base, as on the 6502's stack.
    is_page: bool,
}

impl<D: ParallelDomain> Region<D> {
    pub(super) fn new(base: D::Word, first: Slot, length: u32, is_page: bool) -> Self {
        Region { base, shared_base: D::constant_word(base, true.into()), first, length, is_page }
    }

    pub(super) fn first(&self) -> Slot {
        self.first
    }

    /// Returns whether a function is of the same first variable as bit 0 of the base.
    pub(super) fn shares_root(&self, bit: D::Bit) -> bool {
        D::split(self.base).1.bit(0).root() == bit.root()
    }

    /// Returns the slot after the last.
    pub(super) fn end(&self) -> Slot {
        self.first + self.length
    }

    pub(super) fn bits(&self) -> impl Iterator<Item = D::Bit> + use<D> {
        let (high, low) = D::split(self.base);
        high.bits().into_iter().chain(low.bits())
    }

    /// Returns the slot of an address, if all machines share the base and the address is in the region.
    #[inline]
    pub(super) fn slot(&self, address: u16) -> Option<Slot> {
        let base = self.shared_base?;
        if self.is_page && (address ^ base) & 0xFF00 != 0 {
            return None;
        }
        let offset = address.wrapping_sub(base) & if self.is_page { 0xFF } else { 0xFFFF };
        (u32::from(offset) < self.length).then_some(self.first + u32::from(offset))
    }

    /// Returns the slot of an address that depends on the placement, if it is the same for all machines of the mask.
    pub(super) fn common_slot(&self, address: D::Word, mask: D::Bit) -> Option<Slot> {
        let offset = D::constant_word(self.offset(address), mask)?;
        (u32::from(offset) < self.length).then_some(self.first + u32::from(offset))
    }

    /// Returns the machines whose address is in the region, and the offset there.
    pub(super) fn inside(&self, address: D::Word) -> (D::Bit, D::Word) {
        let offset = self.offset(address);
        (D::word_is_below(offset, self.length), offset)
    }

    fn offset(&self, address: D::Word) -> D::Word {
        if !self.is_page {
            return D::words_difference(address, self.base);
        }
        let ((high, low), (page, base)) = (D::split(address), D::split(self.base));
        D::join(high ^ page, low.difference(base, false.into()).0)
    }
}

/// The state of an instruction that is being executed, or of a burst of them.
pub(crate) struct Instruction<B> {
    /// Whether R of the Z80 holds what it counts in the machines of the group.
    pub(super) knows_refresh: bool,
    pub(super) mask: B,
    pub(super) is_full_mask: bool,
    /// The mask at the start of the instruction, if it has forked since.
    mask_before_fork: Option<B>,
    pub(super) has_written: bool,
    /// Whether an instruction forked after it had written. It can then not be re-executed for the other machines.
    pub(crate) forked_after_write: bool,
    pub(crate) fetch_address: u16,
    /// The opcode just fetched, if all machines share it. The core concretizes it next, which then needs no comparison.
    pub(super) concrete_opcode: Option<u8>,
    pub(super) opcode: u8,
    /// Whether the core concretizes an opcode next.
    pub(super) is_opcode_next: bool,
}

/// The groups into which an instruction divided the machines that executed it.
pub(crate) struct Fork<B> {
    pub(crate) executed: B,
    /// The machines that must execute it again, separately.
    pub(crate) deferred: B,
}

impl<B: ParallelBit> Default for Instruction<B> {
    fn default() -> Self {
        Instruction {
            knows_refresh: true,
            mask: true.into(),
            is_full_mask: true,
            mask_before_fork: None,
            has_written: false,
            forked_after_write: false,
            fetch_address: 0,
            concrete_opcode: None,
            opcode: 0,
            is_opcode_next: false,
        }
    }
}

impl<B: ParallelBit> Instruction<B> {
    /// Starts an instruction, or a burst of them, that the machines of a mask execute.
    #[inline(always)]
    pub(crate) fn begin(&mut self, mask: B, knows_refresh: bool) {
        self.mask = mask;
        self.knows_refresh = knows_refresh;
        self.is_full_mask = mask == true.into();
        self.mask_before_fork = None;
        self.has_written = false;
    }

    pub(super) fn narrow(&mut self, mask: B) {
        self.forked_after_write |= self.has_written;
        self.mask_before_fork.get_or_insert(self.mask);
        self.mask = mask;
        self.is_full_mask = false;
    }

    /// Returns how the machines forked since [`begin`](Self::begin), if they did.
    pub(crate) fn fork(&self) -> Option<Fork<B>> {
        let before = self.mask_before_fork?;
        Some(Fork { executed: self.mask, deferred: before & !self.mask })
    }

    /// Returns the opcode that was fetched last.
    pub(crate) fn opcode(&self) -> u8 {
        self.opcode
    }

    /// Forgets that it forked.
    pub(super) fn forget(&mut self) {
        self.mask_before_fork = None;
        self.forked_after_write = false;
    }
}

/// The prefixes of the Z80 that select IX and IY.
const INDEX_PREFIXES: [u8; 2] = [0xDD, 0xFD];

impl<D: ParallelDomain> Memory<D> {
    fn concretize(&mut self, value: D) -> u8 {
        match value.constant(self.instruction.mask) {
            Some(byte) => byte,
            None => (0..8).rev().fold(0, |byte, n| byte << 1 | u8::from(self.decide(value.bit(n)))),
        }
    }
}

impl<D: ParallelDomain> ParallelBus<D> for Memory<D> {
    fn read(&mut self, address: D::Word) -> D {
        match self.common_slot(address) {
            Some(slot) => self.read_slot(slot),
            None => self.read_scattered(address),
        }
    }

    // No read has a side effect.
    fn read_unused(&mut self, _address: D::Word) {}

    fn write(&mut self, address: D::Word, value: D) {
        self.instruction.has_written = true;
        match self.common_slot(address) {
            Some(slot) => self.write_slot(slot, value, self.instruction.mask, self.instruction.is_full_mask),
            None => self.write_scattered(address, value),
        }
    }

    // Where placements are numbers, inputs are only sampled, and a replay must find the same fault.
    fn unstable(&mut self, typical: D) -> D {
        if self.placement_variables.is_some() { self.create(None) } else { typical }
    }

    fn refresh(&mut self, counted: D) -> D {
        if self.instruction.knows_refresh {
            return counted;
        }
        let unknown = self.create(None);
        counted & REFRESH_BIT_7.into() | unknown & (!REFRESH_BIT_7).into()
    }

    fn input(&mut self, _port: D::Word) -> D {
        self.events.port = self.events.port | self.instruction.mask;
        0xFF.into()
    }

    fn output(&mut self, _port: D::Word, _value: D) {
        self.events.port = self.events.port | self.instruction.mask;
    }

    fn peek(&self, address: u16) -> D {
        match self.flags[usize::from(address)] {
            0 => self.image[usize::from(address)].into(),
            _ => self.load_from_page(address.into()),
        }
    }

    // Unlike `fetch` this does not keep the opcode for the decision that follows.
    fn fetch_unused(&mut self, address: u16) {
        self.read_slot(address.into());
    }

    fn fetch(&mut self, address: u16) -> D {
        self.instruction.fetch_address = address;
        self.instruction.is_opcode_next = true;
        if self.flags[usize::from(address)] == 0 {
            let opcode = self.image[usize::from(address)];
            self.instruction.concrete_opcode = Some(opcode);
            return opcode.into();
        }
        self.read_slot(address.into())
    }

    /// Continues with the machines whose bit is set, if there are any; the others are deferred.
    fn decide(&mut self, bit: D::Bit) -> bool {
        let set = self.instruction.mask & bit;
        if set == false.into() {
            return false;
        }
        if self.instruction.mask & !bit != false.into() {
            self.instruction.narrow(set);
        }
        true
    }

    fn concretize(&mut self, value: D) -> u8 {
        let byte = match self.instruction.concrete_opcode.take() {
            Some(opcode) => opcode,
            None => self.concretize(value),
        };
        if std::mem::take(&mut self.instruction.is_opcode_next) {
            self.instruction.opcode = byte;
            if self.layout.processor == Processor::Z80 && INDEX_PREFIXES.contains(&byte) {
                // The core peeks at the byte after it, which must exist by then.
                self.load(self.instruction.fetch_address.wrapping_add(1).into());
            }
        }
        byte
    }

    /// Recognizes the return address, for which the sentinel stands: its value may be unknown.
    fn concretize_word(&mut self, word: D::Word) -> u16 {
        let (known, sentinel) = self.return_word();
        let address = D::constant_word(word, self.instruction.mask);
        let is_possible = match D::constant_word(known, self.instruction.mask) {
            Some(known) => address.is_none_or(|address| address == known),
            // A word that does not depend on the placement can equal an unknown return address only coincidentally.
            None => self.is_placed(word),
        };
        if is_possible && self.decide(D::words_equal(word, known)) {
            self.events.returned = self.events.returned | self.instruction.mask;
            return sentinel;
        }
        if let Some(address) = address {
            return address;
        }
        // A machine elsewhere fails, so that the address itself does not matter; there may be many. It gets to the
        // sentinel without being one that returned.
        if self.decide(!self.may_be_code(word)) {
            return sentinel;
        }
        let (high, low) = D::split(word);
        u16::from_be_bytes([self.concretize(high), self.concretize(low)])
    }
}
