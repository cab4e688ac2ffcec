//! Reads and writes at addresses that may differ between machines or depend on the placement.

use super::{Memory, flag, region::Region};
use crate::contract::placement::{FIRST_PLACED, Slot};
use arcadian_parallel::domain::ParallelDomain;

impl<D: ParallelDomain> Memory<D> {
    /// Whether an address depends on the placement.
    pub(super) fn is_placed(&self, address: D::Word) -> bool {
        self.placement_variables.is_some_and(|count| D::depends_on_first(address, count))
    }

    /// Returns the slot of an absolute address.
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

    /// Whether an address of the machines of a mask, which is in no likely region, is unknown: it depends on the placement. A
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

    /// Writes at an address that differs between the machines.
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
