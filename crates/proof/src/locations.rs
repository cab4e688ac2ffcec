//! Where a routine's input and output are, for a host that runs it itself.

use crate::{
    binding::ParamLocation,
    field::Field,
    registers::RegisterMap,
    routine::{RETURN_ADDRESS, Routine},
    sweep::{Inputs, Sweep},
};

/// Where a byte or a flag is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Location {
    /// An 8-bit register.
    Register(&'static str),
    /// A flag: the register that holds it and its bit number.
    Flag(&'static str, u32),
    /// A byte of memory.
    Memory(u16),
}

impl Routine {
    /// The sentinel return address: the routine is done when PC equals it. No code may be there.
    pub const RETURN_ADDRESS: u16 = RETURN_ADDRESS;

    /// Returns what to store where before calling the routine: its pointers, then its input. `input` holds the bytes
    /// of the claim's input fields; missing bytes are 0.
    pub fn arguments(&self, input: &[u8]) -> Vec<(Location, u8)> {
        let mut arguments = Vec::new();
        for (pointer, value) in self.binding.pointers.iter().zip(self.layout().standard().pointers) {
            let bytes = pointer.bytes.iter().zip(value.to_le_bytes());
            arguments.extend(bytes.map(|(location, byte)| (self.resolve(*location), byte)));
        }
        let value = |byte: usize| input.get(byte).copied().unwrap_or(0);
        let inputs = self.binding.inputs.iter();
        arguments.extend(inputs.map(|(location, byte)| (self.resolve(*location), value(*byte))));
        arguments
    }

    /// Returns a random input, as the bytes of the claim's input fields. It depends only on seed and number.
    pub fn sample_input(&self, seed: u64, number: u64) -> Vec<u8> {
        Sweep::new(self, Inputs::Sampled(seed), 1).input(number)
    }

    /// Returns the input with a number in `0..input_count()`, as the bytes of the claim's input fields.
    pub fn nth_input(&self, number: u64) -> Vec<u8> {
        Sweep::new(self, Inputs::All, 1).input(number)
    }

    /// Returns the location of each byte of an input field, or an empty vector if there is no such field. Of several
    /// locations for one byte the first is returned.
    pub fn input_locations(&self, field: &str) -> Vec<Location> {
        self.field_locations(self.claim.inputs, &self.binding.inputs, field)
    }

    /// Returns the location of each byte of an output field, or an empty vector if there is no such field.
    pub fn output_locations(&self, field: &str) -> Vec<Location> {
        self.field_locations(self.claim.outputs, &self.binding.outputs, field)
    }

    /// Returns the base address of the byte-permuting device, or `None` if the routine does not need it.
    pub fn device_address(&self) -> Option<u16> {
        self.device
    }

    fn field_locations(
        &self,
        fields: &[Field],
        bound: &[(ParamLocation, usize)],
        name: &str,
    ) -> Vec<Location> {
        let mut first = 0;
        for field in fields {
            if field.name == name {
                let bytes = first..first + field.bytes();
                let location = |byte: usize| bound.iter().find(|(_, bound)| *bound == byte);
                return bytes.filter_map(location).map(|(location, _)| self.resolve(*location)).collect();
            }
            first += field.bytes();
        }
        Vec::new()
    }

    fn resolve(&self, location: ParamLocation) -> Location {
        let flags = RegisterMap::of(self.processor()).map_or("F", |registers| registers.flag_register);
        match (location, location.address(&self.layout().standard())) {
            (ParamLocation::Register(name), _) => Location::Register(name),
            (ParamLocation::Flag(bit), _) => Location::Flag(flags, bit),
            (_, address) => Location::Memory(address.unwrap_or_default()),
        }
    }
}
