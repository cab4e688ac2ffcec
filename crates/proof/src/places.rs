//! Where a routine's input and output are, for whoever runs it by hand.

use crate::{
    binding::Spot,
    field::Field,
    names::Names,
    routine::{HOME, Routine},
    sweep::{Inputs, Sweep},
};

/// A place of one byte, or of a flag.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// A register of one byte.
    Register(&'static str),
    /// A flag: the register that holds it, and its bit.
    Flag(&'static str, u32),
    /// A byte of memory.
    Memory(u16),
}

impl Routine {
    /// Where the routine returns to when it is verified; no code may be there.
    pub const HOME: u16 = HOME;

    /// What is put where before it is called: pointers, then the input, whose missing bytes are 0.
    pub fn given(&self, input: &[u8]) -> Vec<(Place, u8)> {
        let placement = self.placement();
        let mut given = Vec::new();
        for (pointer, number) in self.binding.pointers.iter().zip(0..) {
            let bytes = Routine::slot(placement, number).to_le_bytes();
            given.extend(pointer.spots.iter().zip(bytes).map(|(spot, byte)| (self.place(*spot), byte)));
        }
        let value = |byte: usize| input.get(byte).copied().unwrap_or(0);
        given.extend(self.binding.inputs.iter().map(|(spot, byte)| (self.place(*spot), value(*byte))));
        given
    }

    /// An input of its claim by chance, the same for the same number and seed.
    pub fn sample(&self, seed: u64, number: u64) -> Vec<u8> {
        Sweep::new(self, Inputs::Sampled(seed), 1).input(number)
    }

    /// The input with this number, of those that can be counted.
    pub fn numbered(&self, number: u64) -> Vec<u8> {
        Sweep::new(self, Inputs::All, 1).input(number)
    }

    /// Where each byte of a field of the input is; a byte that stands at several places is taken at the first.
    pub fn input_places(&self, field: &str) -> Vec<Place> {
        self.places(self.claim.inputs, &self.binding.inputs, field)
    }

    /// Where each byte of a field of the output will be.
    pub fn output_places(&self, field: &str) -> Vec<Place> {
        self.places(self.claim.outputs, &self.binding.outputs, field)
    }

    /// The first address at which the byte-permuting device answers, if the routine needs it.
    pub fn device(&self) -> Option<u16> {
        self.device
    }

    fn places(&self, fields: &[Field], bound: &[(Spot, usize)], field: &str) -> Vec<Place> {
        let mut first = 0;
        for candidate in fields {
            if candidate.name == field {
                let bytes = first..first + candidate.bytes();
                let spot =
                    |byte: usize| bound.iter().find(|(_, bound)| *bound == byte).map(|(spot, _)| *spot);
                return bytes.filter_map(spot).map(|spot| self.place(spot)).collect();
            }
            first += candidate.bytes();
        }
        Vec::new()
    }

    fn placement(&self) -> u16 {
        self.placements().first().copied().unwrap_or_default()
    }

    fn place(&self, spot: Spot) -> Place {
        let flags = Names::of(self.processor()).map_or("F", |names| names.flag_register);
        match (spot, Routine::address(spot, self.placement())) {
            (Spot::Register(name), _) => Place::Register(name),
            (Spot::Flag(bit), _) => Place::Flag(flags, bit),
            (_, address) => Place::Memory(address.unwrap_or_default()),
        }
    }
}
