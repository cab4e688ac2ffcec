//! The memory of many machines at once.
//!
//! A [`Slot`] holds a byte. There is one for each absolute address, and more for the regions: what pointers point to, and the
//! stack. So a byte of a region is in the same slot in all machines, wherever each of them places the region.

use arcadian_isa::Processor;
use arcadian_parallel::domain::ParallelDomain;

use crate::contract::{
    placement::{FRAME_BYTES, Layout, Placements, RETURN_ADDRESS, Slot, stack_space},
    routine::Routine,
};
use access::Region;

mod access;

pub(crate) use access::{Fork, Instruction};

/// For each of the four addresses, the latch bit that drives each bit read, bit 0 first.
const WIRES: [[u32; 8]; 4] =
    [[0, 1, 2, 3, 4, 5, 6, 7], [4, 7, 6, 5, 0, 3, 2, 1], [0, 7, 6, 5, 4, 3, 2, 1], [4, 5, 6, 7, 0, 1, 2, 3]];

/// A write to the base address latches a byte. The four addresses from the base read it back unchanged, permuted by
/// Table 1, permuted by Table 2, and with its nibbles swapped.
pub(crate) struct Permuter<D> {
    base: u16,
    latch: D,
    /// The latch before the run.
    initial: D,
}

impl<D: ParallelDomain> Permuter<D> {
    pub(crate) fn new(base: u16, initial: D) -> Self {
        Permuter { base, latch: initial, initial }
    }

    pub(crate) fn base(&self) -> u16 {
        self.base
    }

    /// Restores the state before the run.
    pub(crate) fn reset(&mut self) {
        self.latch = self.initial;
    }

    pub(crate) fn set_initial(&mut self, value: D) {
        self.initial = value;
        self.latch = value;
    }

    pub(crate) fn initial(&self) -> D {
        self.initial
    }

    pub(crate) fn latch(&self) -> D {
        self.latch
    }

    pub(crate) fn read(&self, address: u16) -> D {
        let wires = WIRES[usize::from(address.wrapping_sub(self.base)) % 4];
        (0..).zip(wires).fold(0.into(), |byte, (n, source)| byte | D::place(self.latch.bit(source), n))
    }

    pub(crate) fn write(&mut self, address: u16, value: D, mask: D::Bit) {
        if address == self.base {
            self.latch = D::select(mask, value, self.latch);
        }
    }
}

/// Flags of slots. No flag: all machines have the byte of the image.
mod flag {
    /// The value is in `pages` and may differ between machines.
    pub(super) const PER_MACHINE: u8 = 1;
    /// The value before the run is in the journal.
    pub(super) const JOURNALED: u8 = 2;
    /// The byte is unconstrained and has not been accessed yet.
    pub(super) const UNCONSTRAINED: u8 = 4;
    /// The permuting device decodes this address.
    pub(super) const DEVICE: u8 = 8;
    /// The header does not name this address. Only a placement decides what is there.
    pub(super) const UNDECLARED: u8 = 16;
}

/// Bit 7 of the Z80's R, which instructions do not count.
pub(crate) const REFRESH_BIT_7: u8 = 0x80;

/// The maximum number of unconstrained bytes that are in no slot. Each makes the diagrams of a loop larger.
const MAX_ELSEWHERE: usize = 64;

/// The opcode of RTS of the 6502.
const RTS: u8 = 0x60;

/// Memory in which each machine has its own bytes; writes affect only the active machines.
pub(crate) struct Memory<D: ParallelDomain> {
    layout: Layout,
    image: Vec<u8>,
    /// Pages of 256 slots, allocated on first use.
    pages: Vec<Vec<D>>,
    flags: Vec<u8>,
    /// The data of each pointer, then the stack.
    regions: Vec<Region<D>>,
    /// The address after the call, for which [`RETURN_ADDRESS`] stands.
    return_address: D::Word,
    pushed: D::Word,
    /// As in [`Placements`].
    placement_variables: Option<u32>,
    /// As in [`Placements`].
    is_valid: D::Bit,
    /// Slot and previous value of each byte written during the run.
    journal: Vec<(Slot, D)>,
    device: Option<Permuter<D>>,
    /// The bytes at undeclared addresses that have been read since the last write to a region.
    undeclared: Vec<Slot>,
    /// Creates the value of an unconstrained byte on first access (lazy initialization).
    unconstrained: fn(u16) -> D,
    /// The slot of each unconstrained byte created so far, in order; `None` if it has none.
    created: Vec<Option<Slot>>,
    /// The unconstrained bytes created that are in no slot.
    elsewhere: usize,
    pub(crate) instruction: Instruction<D::Bit>,
    /// The machines that have done what a contract can forbid.
    pub(crate) events: Events<D::Bit>,
}

/// The machines that have done something, each a mask.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Events<B> {
    pub(crate) port: B,
    pub(crate) undeclared_write: B,
    /// Jumped to the return address that the call pushed.
    pub(crate) returned: B,
}

/// Whether a byte is unknown at some time of a run.
pub(crate) enum Unknown {
    No,
    /// It is before the run, and was not written.
    Before,
    /// Machines have written different values.
    Written,
}

impl<B: From<bool> + Copy> Events<B> {
    fn none() -> Self {
        let none = B::from(false);
        Events { port: none, undeclared_write: none, returned: none }
    }

    fn masks(self) -> [B; 3] {
        [self.port, self.undeclared_write, self.returned]
    }
}

impl<D: ParallelDomain> Memory<D> {
    /// Creates memory that holds the image of a routine and its device. All other bytes are unconstrained. Those that the
    /// routine may change are too, because a call may follow another. `unconstrained` creates each one when it is first accessed.
    pub(crate) fn new(routine: &Routine, placements: &Placements<D>, unconstrained: fn(u16) -> D) -> Self {
        let layout = routine.layout();
        let mut flags = vec![flag::UNCONSTRAINED | flag::UNDECLARED; 0x1_0000];
        let mut image = vec![0; 0x1_0000];
        for address in layout.declared.iter().cloned().flatten() {
            let byte = routine.assembly.byte_at(address as u16);
            image[address as usize] = byte.unwrap_or(0);
            let is_known = byte.is_some() && !routine.may_change(address);
            flags[address as usize] = if is_known { 0 } else { flag::UNCONSTRAINED };
        }
        if let Some(base) = routine.device {
            (base..=0xFFFF).take(4).for_each(|address| flags[usize::from(address)] = flag::DEVICE);
        }
        let is_6502 = layout.processor == Processor::Mos6502;
        let regions = regions(layout, placements);
        let end = regions.last().map_or(0, |stack| stack.end());
        flags.resize(end as usize, flag::UNCONSTRAINED);
        let mut memory = Memory {
            layout: layout.clone(),
            image,
            pages: vec![Vec::new(); flags.len() / 0x100 + 1],
            flags,
            regions,
            return_address: placements.return_address,
            // RTS of the 6502 adds 1 to the address that it pulls.
            pushed: D::offset(placements.return_address, if is_6502 { 0xFFFF } else { 0 }),
            placement_variables: placements.variables,
            is_valid: placements.is_valid,
            journal: Vec::new(),
            device: None,
            unconstrained,
            created: Vec::new(),
            undeclared: Vec::new(),
            elsewhere: 0,
            instruction: Instruction::default(),
            events: Events::none(),
        };
        memory.device = routine.device.map(|base| Permuter::new(base, unconstrained(base)));
        memory.created.extend(routine.device.map(|base| Some(base.into())));
        memory.push_return_address();
        memory
    }

    pub(crate) fn pointee_slot(&self, pointer: usize, offset: u16) -> Slot {
        let space = self.layout.pointees.get(pointer).map_or(0, |pointee| pointee.space);
        self.regions.get(pointer).map_or(0, |region| region.first()) + space + Slot::from(offset)
    }

    /// Returns the slot of a byte on the stack, by its distance from the stack pointer before the call.
    pub(crate) fn stack_slot(&self, distance: u16) -> Slot {
        self.regions.last().map_or(0, |stack| stack.first()) + self.layout.argument_offset(distance)
    }

    fn push_return_address(&mut self) {
        let Some(stack) = self.regions.last() else { return };
        let (high, low) = D::split(self.pushed);
        // The stack of the 6502 begins with the return address.
        let is_6502 = self.layout.processor == Processor::Mos6502;
        let frame = stack.first() + if is_6502 { 0 } else { stack_space(self.layout.processor) };
        self.initialize(frame, low);
        self.initialize(frame + 1, high);
    }

    /// Returns the word with which the current instruction jumps to the return address, and the word that stands for it.
    fn return_word(&self) -> (D::Word, u16) {
        match (self.layout.processor, self.instruction.opcode) {
            (Processor::Mos6502, RTS) => (self.pushed, RETURN_ADDRESS - 1),
            _ => (self.return_address, RETURN_ADDRESS),
        }
    }

    /// Undoes all writes of the run.
    pub(crate) fn restore(&mut self) {
        while let Some((slot, value)) = self.journal.pop() {
            self.initialize(slot, value);
        }
        self.device.iter_mut().for_each(Permuter::reset);
        self.instruction.forget();
        self.events = Events::none();
    }

    /// Discards what was read at addresses that the header does not name: what is there may have changed.
    pub(crate) fn forget_undeclared(&mut self) {
        for slot in self.undeclared.drain(..) {
            self.flags[slot as usize] |= flag::UNCONSTRAINED;
        }
    }

    /// Sets a byte for all machines before the run; it is not journaled.
    pub(crate) fn initialize(&mut self, slot: Slot, value: D) {
        self.store_in_page(slot, value);
        let flags = &mut self.flags[slot as usize];
        *flags = flag::PER_MACHINE | *flags & flag::UNDECLARED;
    }

    fn store_in_page(&mut self, slot: Slot, value: D) {
        let (page, offset) = (slot as usize / 0x100, slot as usize % 0x100);
        let page = &mut self.pages[page];
        if page.is_empty() {
            page.resize(0x100, D::from(0));
        }
        page[offset] = value;
    }

    fn load_from_page(&self, slot: Slot) -> D {
        let (page, offset) = (slot as usize / 0x100, slot as usize % 0x100);
        self.pages[page].get(offset).copied().unwrap_or(0.into())
    }

    /// Returns the byte of a slot for all machines, creating it if it is unconstrained.
    pub(crate) fn load(&mut self, slot: Slot) -> D {
        match self.flags[slot as usize] {
            0 => self.image[slot as usize].into(),
            flags if flags & flag::UNCONSTRAINED != 0 => {
                let value = self.create(Some(slot));
                self.initialize(slot, value);
                if flags & flag::UNDECLARED != 0 && self.placement_variables.is_some() {
                    self.undeclared.push(slot);
                }
                value
            }
            flags if flags & flag::DEVICE != 0 => {
                self.device.as_ref().map_or(0xFF.into(), |device| device.read(slot as u16))
            }
            _ => self.load_from_page(slot),
        }
    }

    fn create(&mut self, slot: Option<Slot>) -> D {
        self.created.push(slot);
        self.elsewhere += usize::from(slot.is_none());
        (self.unconstrained)(slot.unwrap_or(0) as u16)
    }

    /// Returns the slots of the unconstrained bytes created so far, in order; `None` for a byte that has none. The latch of
    /// the device is the first, under the device's address.
    pub(crate) fn created(&self) -> &[Option<Slot>] {
        &self.created
    }

    /// Gives the unconstrained bytes created so far new values, before a run.
    pub(crate) fn reinitialize(&mut self, value: impl Fn(Slot) -> D) {
        for n in 0..self.created.len() {
            match (self.created[n], &mut self.device) {
                (Some(slot), Some(device)) if slot == device.base().into() => device.set_initial(value(slot)),
                (Some(slot), _) => self.initialize(slot, value(slot)),
                (None, _) => {}
            }
        }
    }

    /// Returns the value of an unconstrained byte before the run.
    pub(crate) fn created_value(&self, slot: Slot) -> D {
        match &self.device {
            Some(device) if slot == device.base().into() => device.initial(),
            _ => self.load_from_page(slot),
        }
    }

    /// Iterates over the bytes written during the run: slot, value before the run, current value.
    pub(crate) fn written(&self) -> impl Iterator<Item = (Slot, D, D)> {
        self.journal.iter().map(|(slot, before)| (*slot, *before, self.load_from_page(*slot)))
    }

    /// Returns whether a slot is on a stack, below the stack pointer after the return.
    pub(crate) fn is_free_stack(&self, slot: Slot) -> bool {
        let Some(stack) = self.regions.last() else { return false };
        let Some(offset) = slot.checked_sub(stack.first()) else { return self.layout.is_free_pointee(slot) };
        self.layout.is_free_stack_offset(offset)
    }

    /// Iterates over the bits that the run has stored; garbage collection must keep them. Lazily initialized bytes
    /// need not be listed, as they are the same for all machines.
    pub(crate) fn live_bits(&self) -> impl Iterator<Item = D::Bit> {
        let written = self.written().flat_map(|(_, before, now)| [before, now]);
        let latch = self.device.iter().map(|device| device.latch());
        written.chain(latch).flat_map(D::bits).chain(self.events.masks())
    }

    /// Iterates over the bits that every run refers to.
    pub(crate) fn permanent_bits(&self) -> impl Iterator<Item = D::Bit> {
        let words = [self.return_address, self.pushed].map(D::split);
        let bits = words.into_iter().flat_map(|(high, low)| [high, low]).flat_map(D::bits);
        self.regions.iter().flat_map(|region| region.bits()).chain(bits).chain([self.is_valid])
    }

    /// Returns whether one of these machines, or one that has done what no contract allows, has a valid placement: the routine fails,
    /// whatever the others do.
    pub(crate) fn is_violation(&self, failed: D::Bit) -> bool {
        self.is_valid(failed | self.forbidden())
    }

    /// Returns whether one of these machines has a valid placement.
    pub(crate) fn is_valid(&self, machines: D::Bit) -> bool {
        machines != false.into() && machines & self.is_valid != false.into()
    }

    pub(crate) fn forbidden(&self) -> D::Bit {
        self.events.port | self.events.undeclared_write
    }

    /// Returns the machines for which a word may be the address of code, or the address before it.
    fn may_be_code(&self, word: D::Word) -> D::Bit {
        self.layout.declared.iter().fold(false.into(), |any, range| {
            let is_before = D::word_is_below(word, range.start.saturating_sub(1));
            any | (D::word_is_below(word, range.end) & !is_before)
        })
    }

    pub(crate) fn unknown(&self, address: u16, mask: D::Bit) -> Unknown {
        let flags = self.flags[usize::from(address)];
        match flags & flag::JOURNALED {
            0 if flags & (flag::UNCONSTRAINED | flag::PER_MACHINE) != 0 => Unknown::Before,
            flag::JOURNALED if self.load_from_page(address.into()).constant(mask).is_none() => {
                Unknown::Written
            }
            _ => Unknown::No,
        }
    }

    /// Returns whether a loop probably waits for a value from outside: every reading of it is new.
    pub(crate) fn has_too_many_unknowns(&self) -> bool {
        self.elsewhere > MAX_ELSEWHERE
    }
}

/// Returns the regions: what each pointer points to, then the stack.
fn regions<D: ParallelDomain>(layout: &Layout, placements: &Placements<D>) -> Vec<Region<D>> {
    let is_6502 = layout.processor == Processor::Mos6502;
    let space = stack_space(layout.processor);
    let stack = if is_6502 {
        let (page, low) = D::split(placements.stack);
        (D::join(page, low.sum(1.into(), false.into()).0), 0x100)
    } else {
        let length = space + FRAME_BYTES + layout.arguments;
        (D::offset(placements.stack, (space as u16).wrapping_neg()), length)
    };
    let placed = placements.pointees(layout).map(|place| (place, false)).chain([(stack, is_6502)]);
    let placed = placed.zip(layout.first_slots());
    placed.map(|(((base, length), is_page), first)| Region::new(base, first, length, is_page)).collect()
}
