//! The memory of many machines at once.

mod bus;

use crate::{parallel::ParallelDomain, permuter::Permuter};

/// Per-address flags. No flag: all machines have the byte of the image.
mod flag {
    /// The value is in `pages` and may differ between machines.
    pub(super) const PER_MACHINE: u8 = 1;
    /// The value before the run is in the journal.
    pub(super) const JOURNALED: u8 = 2;
    /// The byte is unconstrained and has not been accessed yet.
    pub(super) const UNCONSTRAINED: u8 = 4;
    /// The permuting device decodes this address.
    pub(super) const DEVICE: u8 = 8;
}

/// Memory in which each machine has its own bytes; writes affect only the active machines.
pub(crate) struct Memory<D: ParallelDomain> {
    image: Vec<u8>,
    /// Pages of 256 bytes, allocated on first use.
    pages: Vec<Vec<D>>,
    flags: Vec<u8>,
    /// Address and previous value of each byte written during the run.
    journal: Vec<(u16, D)>,
    device: Option<Permuter<D>>,
    /// Creates the value of an unconstrained byte on first access (lazy initialization).
    unconstrained: fn(u16) -> D,
    /// The unconstrained bytes accessed so far, in order of access.
    lazily_initialized: Vec<u16>,
    /// The machines executing the current instruction.
    mask: D::Bit,
    /// Whether `mask` contains all machines.
    is_full_mask: bool,
    /// The mask at the start of the instruction, if it has forked since.
    mask_before_fork: Option<D::Bit>,
    has_written: bool,
    /// Whether an instruction forked after it had written. It can then not be re-executed for the other machines.
    pub(crate) forked_after_write: bool,
    /// The address of the last opcode fetch.
    pub(crate) fetch_address: u16,
    /// The opcode just fetched, if all machines share it. The core concretizes it next, which then needs no comparison.
    concrete_opcode: Option<u8>,
    /// Whether the core concretizes an opcode next.
    is_opcode_next: bool,
    /// The machines that have executed an instruction with the opcode of EI or DI of the 8080.
    pub(crate) executed_ei_or_di: D::Bit,
    /// The machines that have accessed a port.
    pub(crate) accessed_port: D::Bit,
}

/// How an instruction divided the machines that executed it.
pub(crate) struct Fork<B> {
    /// The machines that executed it.
    pub(crate) executed: B,
    /// The machines that must execute it again, separately.
    pub(crate) deferred: B,
}

impl<D: ParallelDomain> Memory<D> {
    /// Creates memory that holds an image at `origin` and, if given, the permuting device. All other bytes are
    /// unconstrained: `unconstrained` creates each one when it is first accessed.
    pub(crate) fn new(origin: u16, image: &[u8], device: Option<u16>, unconstrained: fn(u16) -> D) -> Self {
        let mut memory = Memory {
            image: vec![0; 0x1_0000],
            pages: vec![Vec::new(); 0x100],
            flags: vec![flag::UNCONSTRAINED; 0x1_0000],
            journal: Vec::new(),
            device: device.map(Permuter::new),
            unconstrained,
            lazily_initialized: Vec::new(),
            mask: true.into(),
            is_full_mask: true,
            mask_before_fork: None,
            has_written: false,
            forked_after_write: false,
            fetch_address: 0,
            concrete_opcode: None,
            is_opcode_next: false,
            executed_ei_or_di: false.into(),
            accessed_port: false.into(),
        };
        for (address, byte) in (origin..=0xFFFF).zip(image) {
            memory.image[usize::from(address)] = *byte;
            memory.flags[usize::from(address)] = 0;
        }
        if let Some(base) = device {
            (base..=0xFFFF).take(4).for_each(|address| memory.flags[usize::from(address)] = flag::DEVICE);
        }
        memory
    }

    /// Undoes all writes of the run.
    pub(crate) fn restore(&mut self) {
        while let Some((address, value)) = self.journal.pop() {
            self.initialize(address, value);
        }
        self.device.iter_mut().for_each(Permuter::reset);
        self.mask_before_fork = None;
        self.forked_after_write = false;
        self.executed_ei_or_di = false.into();
        self.accessed_port = false.into();
    }

    /// Sets a byte for all machines before the run; it is not journaled.
    pub(crate) fn initialize(&mut self, address: u16, value: D) {
        self.store_in_page(address, value);
        self.flags[usize::from(address)] = flag::PER_MACHINE;
    }

    fn store_in_page(&mut self, address: u16, value: D) {
        let [page, offset] = address.to_be_bytes().map(usize::from);
        let page = &mut self.pages[page];
        if page.is_empty() {
            page.resize(0x100, D::from(0));
        }
        page[offset] = value;
    }

    fn load_from_page(&self, address: u16) -> D {
        let [page, offset] = address.to_be_bytes().map(usize::from);
        self.pages[page].get(offset).copied().unwrap_or(0.into())
    }

    /// Returns the byte at an address for all machines, creating it if it is unconstrained.
    pub(crate) fn load(&mut self, address: u16) -> D {
        let index = usize::from(address);
        match self.flags[index] {
            0 => self.image[index].into(),
            flags if flags & flag::UNCONSTRAINED != 0 => {
                let value = (self.unconstrained)(address);
                self.lazily_initialized.push(address);
                self.initialize(address, value);
                value
            }
            flags if flags & flag::DEVICE != 0 => {
                self.device.as_ref().map_or(0xFF.into(), |device| device.read(address))
            }
            _ => self.load_from_page(address),
        }
    }

    /// Returns the addresses of the unconstrained bytes accessed so far, in order of access.
    pub(crate) fn lazily_initialized(&self) -> &[u16] {
        &self.lazily_initialized
    }

    /// Gives the lazily initialized bytes new values, before a run.
    pub(crate) fn reinitialize(&mut self, mut value: impl FnMut() -> D) {
        for n in 0..self.lazily_initialized.len() {
            self.initialize(self.lazily_initialized[n], value());
        }
    }

    /// Iterates over the bytes written during the run: address, value before the run, current value.
    pub(crate) fn written(&self) -> impl Iterator<Item = (u16, D, D)> {
        self.journal.iter().map(|(address, before)| (*address, *before, self.load_from_page(*address)))
    }

    /// Iterates over the bits that the run has stored; garbage collection must keep them. Lazily initialized bytes
    /// need not be listed, as they are the same for all machines.
    pub(crate) fn live_bits(&self) -> impl Iterator<Item = D::Bit> {
        let written = self.written().flat_map(|(_, before, now)| [before, now]);
        let latch = self.device.iter().map(|device| device.latch());
        written.chain(latch).flat_map(D::bits).chain([self.executed_ei_or_di, self.accessed_port])
    }

    /// Starts an instruction (or a burst of them) that the machines of a mask execute.
    #[inline(always)]
    pub(crate) fn begin_instruction(&mut self, mask: D::Bit) {
        self.mask = mask;
        self.is_full_mask = mask == true.into();
        self.mask_before_fork = None;
        self.has_written = false;
    }

    /// Returns how the machines forked since [`begin_instruction`](Self::begin_instruction), if they did.
    pub(crate) fn fork(&self) -> Option<Fork<D::Bit>> {
        let before = self.mask_before_fork?;
        Some(Fork { executed: self.mask, deferred: before & !self.mask })
    }

    fn read_concrete(&mut self, address: u16) -> D {
        if self.flags[usize::from(address)] == 0 {
            self.image[usize::from(address)].into()
        } else {
            let value = self.load(address);
            if self.is_full_mask { value } else { value.simplify(self.mask) }
        }
    }

    fn write_concrete(&mut self, address: u16, value: D, mask: D::Bit, is_full_mask: bool) {
        let index = usize::from(address);
        if self.flags[index] & flag::DEVICE != 0 {
            if let Some(device) = &mut self.device {
                device.write(address, value, mask);
            }
            return;
        }
        let before = self.load(address);
        if self.flags[index] & flag::JOURNALED == 0 {
            self.journal.push((address, before));
            self.flags[index] = flag::PER_MACHINE | flag::JOURNALED;
        }
        self.store_in_page(address, if is_full_mask { value } else { D::select(mask, value, before) });
    }
}
