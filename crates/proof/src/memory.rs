//! The memory of many machines.

use arcadian_cpu::{Bus, Decide};

use crate::{many::Many, permuter::Permuter};

/// How an address is kept.
mod flag {
    /// The machines have values of their own.
    pub(super) const OWN: u8 = 1;
    /// The value before the run is in the journal.
    pub(super) const NOTED: u8 = 2;
    /// Nobody has said what is there.
    pub(super) const UNKNOWN: u8 = 4;
    /// The permuting device answers.
    pub(super) const DEVICE: u8 = 8;
}

/// Memory in which each machine has its own bytes, written only by those that act at the moment.
pub(crate) struct Memory<D: Many> {
    /// What all have, where the flag does not say otherwise.
    image: Vec<u8>,
    /// Pages of 256 bytes of their own; those that nobody has are empty.
    own: Vec<Vec<D>>,
    flags: Vec<u8>,
    /// Address and value before the run, for everything written in it.
    journal: Vec<(u16, D)>,
    device: Option<Permuter<D>>,
    unknown: fn(u16) -> D,
    /// Addresses of which nothing was said and that were read, in this order.
    guessed: Vec<u16>,
    /// Who acts.
    active: D::Bit,
    everybody: bool,
    /// Who acted when the instruction began, if some were left behind since.
    began: Option<D::Bit>,
    /// Whether the instruction at work has written.
    wrote: bool,
    /// Whether machines parted after their instruction had written.
    pub(crate) torn: bool,
    /// Where the last opcode came from.
    pub(crate) fetched: u16,
    /// The opcode just fetched, if it is the same for all: it is settled next, and needs no comparing.
    opcode: Option<u8>,
}

impl<D: Many> Memory<D> {
    /// Memory with an image; what else is read comes from `unknown`.
    pub(crate) fn new(origin: u16, image: &[u8], device: Option<u16>, unknown: fn(u16) -> D) -> Self {
        let mut memory = Memory {
            image: vec![0; 0x1_0000],
            own: vec![Vec::new(); 0x100],
            flags: vec![flag::UNKNOWN; 0x1_0000],
            journal: Vec::new(),
            device: device.map(Permuter::new),
            unknown,
            guessed: Vec::new(),
            active: true.into(),
            everybody: true,
            began: None,
            wrote: false,
            torn: false,
            fetched: 0,
            opcode: None,
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

    /// Everything as before the run.
    pub(crate) fn restore(&mut self) {
        while let Some((address, value)) = self.journal.pop() {
            self.put(address, value);
        }
        self.device.iter_mut().for_each(Permuter::clear);
        self.began = None;
        self.torn = false;
    }

    /// Puts a byte there for everybody, before the run.
    pub(crate) fn put(&mut self, address: u16, value: D) {
        self.keep(address, value);
        self.flags[usize::from(address)] = flag::OWN;
    }

    fn keep(&mut self, address: u16, value: D) {
        let [page, at] = address.to_be_bytes().map(usize::from);
        let page = &mut self.own[page];
        if page.is_empty() {
            page.resize(0x100, D::from(0));
        }
        page[at] = value;
    }

    fn kept(&self, address: u16) -> D {
        let [page, at] = address.to_be_bytes().map(usize::from);
        self.own[page].get(at).copied().unwrap_or(0.into())
    }

    /// What is there.
    pub(crate) fn look(&mut self, address: u16) -> D {
        let at = usize::from(address);
        match self.flags[at] {
            0 => self.image[at].into(),
            flags if flags & flag::UNKNOWN != 0 => {
                let value = (self.unknown)(address);
                self.guessed.push(address);
                self.put(address, value);
                value
            }
            flags if flags & flag::DEVICE != 0 => {
                self.device.as_ref().map_or(0xFF.into(), |device| device.read(address))
            }
            _ => self.kept(address),
        }
    }

    /// The addresses of which nothing was said and that were read, in order.
    pub(crate) fn guessed(&self) -> &[u16] {
        &self.guessed
    }

    /// Gives what was guessed other values, before a run.
    pub(crate) fn guess_again(&mut self, mut value: impl FnMut() -> D) {
        for at in 0..self.guessed.len() {
            self.put(self.guessed[at], value());
        }
    }

    /// What was written in the run: address, value before it and now.
    pub(crate) fn written(&self) -> impl Iterator<Item = (u16, D, D)> {
        self.journal.iter().map(|(address, before)| (*address, *before, self.kept(*address)))
    }

    /// The bits of all that the run has changed. What was guessed in it is the same for all.
    pub(crate) fn bits(&self) -> impl Iterator<Item = D::Bit> {
        let written = self.written().flat_map(|(_, before, now)| [before, now]);
        let latch = self.device.iter().map(|device| device.latched());
        written.chain(latch).flat_map(D::bits)
    }

    /// Lets these act next, in a new instruction.
    #[inline(always)]
    pub(crate) fn begin(&mut self, active: D::Bit) {
        self.active = active;
        self.everybody = active == true.into();
        self.began = None;
        self.wrote = false;
    }

    /// Those who act still, and those whom a question left behind.
    pub(crate) fn parted(&self) -> Option<(D::Bit, D::Bit)> {
        self.began.map(|began| (self.active, began & !self.active))
    }

    #[inline(never)]
    fn asked(&mut self, value: D) -> u8 {
        match value.agreed(self.active) {
            Some(byte) => byte,
            None => (0..8).rev().fold(0, |byte, n| byte << 1 | u8::from(self.decide(value.bit(n)))),
        }
    }

    fn narrow(&mut self, to: D::Bit) {
        self.torn |= self.wrote;
        self.began.get_or_insert(self.active);
        self.active = to;
        self.everybody = false;
    }

    fn at(&mut self, address: u16) -> D {
        if self.flags[usize::from(address)] == 0 {
            self.image[usize::from(address)].into()
        } else {
            let value = self.look(address);
            if self.everybody { value } else { value.within(self.active) }
        }
    }

    fn set(&mut self, address: u16, value: D, who: D::Bit, everybody: bool) {
        let at = usize::from(address);
        if self.flags[at] & flag::DEVICE != 0 {
            if let Some(device) = &mut self.device {
                device.write(address, value, who);
            }
            return;
        }
        let before = self.look(address);
        if self.flags[at] & flag::NOTED == 0 {
            self.journal.push((address, before));
            self.flags[at] = flag::OWN | flag::NOTED;
        }
        self.keep(address, if everybody { value } else { D::select(who, value, before) });
    }
}

impl<D: Many> Bus<D> for Memory<D> {
    #[inline(never)]
    fn read(&mut self, address: D::Word) -> D {
        match D::agreed_word(address, self.active) {
            Some(address) => self.at(address),
            None => D::look_up(address, self.active, |address| self.look(address)),
        }
    }

    #[inline(never)]
    fn write(&mut self, address: D::Word, value: D) {
        self.wrote = true;
        let (active, everybody) = (self.active, self.everybody);
        match D::agreed_word(address, active) {
            Some(address) => self.set(address, value, active, everybody),
            None => D::spread(address, active, |address, here| self.set(address, value, here, false)),
        }
    }

    fn peek(&self, address: u16) -> D {
        match self.flags[usize::from(address)] {
            0 => self.image[usize::from(address)].into(),
            _ => self.kept(address),
        }
    }

    #[inline(always)]
    fn fetch(&mut self, address: u16) -> D {
        self.fetched = address;
        if self.flags[usize::from(address)] == 0 {
            let opcode = self.image[usize::from(address)];
            self.opcode = Some(opcode);
            return opcode.into();
        }
        self.at(address)
    }
}

impl<D: Many> Decide<D> for Memory<D> {
    #[inline(never)]
    fn decide(&mut self, bit: D::Bit) -> bool {
        let yes = self.active & bit;
        if yes == false.into() {
            return false;
        }
        if self.active & !bit != false.into() {
            self.narrow(yes);
        }
        true
    }

    #[inline(always)]
    fn settle(&mut self, value: D) -> u8 {
        match self.opcode.take() {
            Some(opcode) => opcode,
            None => self.asked(value),
        }
    }
}
