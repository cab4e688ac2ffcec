//! Where a routine's input and output are, for a host that runs it itself.

use std::fmt;

use arcadian_machine::CallFrame;

use crate::contract::{
    binding::Place,
    field::Field,
    inputs::{InputSequence, Inputs},
    placement::{Placement, RETURN_ADDRESS},
    registers::RegisterMap,
    routine::Routine,
};

/// Where a byte or a flag is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FixedPlace {
    /// An 8-bit register.
    Register(&'static str),
    /// A flag: the register that holds it and its bit number.
    Flag(&'static str, u32),
    /// A byte of memory.
    Memory(u16),
}

/// Something that the header leaves open where it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Placed {
    /// The data of a field, which a pointer points to.
    Field(String),
    /// The stack pointer on entry, and its name.
    StackPointer(&'static str),
    ReturnAddress,
}

impl Placed {
    /// Returns its name in options.
    pub fn name(&self) -> &str {
        match self {
            Placed::Field(name) => name,
            Placed::StackPointer(name) => name,
            Placed::ReturnAddress => "return",
        }
    }
}

impl fmt::Display for Placed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if *self == Placed::ReturnAddress { "return address" } else { self.name() })
    }
}

impl Routine {
    /// Returns what a host that runs the routine has placed, and where.
    pub fn placed(&self) -> Vec<(Placed, u16)> {
        self.placed_at(&self.call_site)
    }

    pub(crate) fn placed_at(&self, placement: &Placement) -> Vec<(Placed, u16)> {
        let pointers = self.binding.pointers.iter().zip(&placement.pointers);
        let mut placed: Vec<_> =
            pointers.map(|(pointer, address)| (Placed::Field(pointer.field.clone()), *address)).collect();
        let processor = self.processor();
        let stack = Placed::StackPointer(processor.stack_pointer());
        placed.push((stack, placement.entry_stack(processor)));
        placed.push((Placed::ReturnAddress, placement.return_address));
        placed
    }

    /// Places something elsewhere for a host that runs the routine. [`arguments`](Self::arguments) and the places of
    /// fields follow.
    pub fn place(&mut self, what: &Placed, address: u16) {
        let processor = self.processor();
        match what {
            Placed::Field(name) => {
                let pointers = self.binding.pointers.iter().zip(&mut self.call_site.pointers);
                pointers
                    .filter(|(pointer, _)| pointer.field == *name)
                    .for_each(|(_, place)| *place = address);
            }
            Placed::StackPointer(_) => self.call_site.set_entry_stack(processor, address),
            Placed::ReturnAddress => self.call_site.return_address = address,
        }
    }

    /// Returns where a host that runs the routine lets it return to. No code may be there.
    pub fn return_address(&self) -> u16 {
        self.call_site.return_address
    }

    /// Returns what a call of the routine pushes.
    pub fn call_frame(&self) -> CallFrame {
        CallFrame::new(self.processor(), self.call_site.stack, self.call_site.return_address)
    }

    /// The sentinel return address: the routine is done when PC equals it. No code may be there.
    pub const RETURN_ADDRESS: u16 = RETURN_ADDRESS;

    /// Returns what to store where before calling the routine: its pointers, then its input. `input` holds the bytes
    /// of the claim's input fields; missing bytes are 0.
    pub fn arguments(&self, input: &[u8]) -> Vec<(FixedPlace, u8)> {
        let mut arguments = Vec::new();
        for (pointer, value) in self.binding.pointers.iter().zip(&self.call_site.pointers) {
            let bytes = pointer.bytes.iter().zip(value.to_le_bytes());
            arguments.extend(bytes.map(|(place, byte)| (self.resolve(*place), byte)));
        }
        let value = |byte: usize| input.get(byte).copied().unwrap_or(0);
        let inputs = self.binding.inputs.iter();
        arguments.extend(inputs.map(|(place, byte)| (self.resolve(*place), value(*byte))));
        arguments
    }

    /// Returns a random input, as the bytes of the claim's input fields. It depends only on seed and number.
    pub fn sample_input(&self, seed: u64, number: u64) -> Vec<u8> {
        InputSequence::new(&self.specification, Inputs::Sampled(seed)).input(number)
    }

    /// Returns the input with a number in `0..input_count()`, as the bytes of the claim's input fields.
    pub fn nth_input(&self, number: u64) -> Vec<u8> {
        InputSequence::new(&self.specification, Inputs::All).input(number)
    }

    /// Returns the place of each byte of an input field, or an empty vector if there is no such field. Of several
    /// places for one byte the first is returned.
    pub fn input_places(&self, field: &str) -> Vec<FixedPlace> {
        self.field_places(self.specification.inputs(), &self.binding.inputs, field)
    }

    /// Returns the place of each byte of an output field, or an empty vector if there is no such field.
    pub fn output_places(&self, field: &str) -> Vec<FixedPlace> {
        self.field_places(self.specification.outputs(), &self.binding.outputs, field)
    }

    /// Returns the base address of the byte-permuting device, or `None` if the routine does not need it.
    pub fn device_address(&self) -> Option<u16> {
        self.device
    }

    fn field_places(
        &self,
        fields: &[Field<String>],
        bound: &[(Place, usize)],
        name: &str,
    ) -> Vec<FixedPlace> {
        let mut first = 0;
        for field in fields {
            if field.name == name {
                let bytes = first..first + field.bytes();
                let place = |byte: usize| bound.iter().find(|(_, bound)| *bound == byte);
                return bytes.filter_map(place).map(|(place, _)| self.resolve(*place)).collect();
            }
            first += field.bytes();
        }
        Vec::new()
    }

    fn resolve(&self, place: Place) -> FixedPlace {
        let flags = RegisterMap::of(self.processor()).flag_register;
        match (place, place.address(&self.call_site)) {
            (Place::Register(name), _) => FixedPlace::Register(name),
            (Place::Flag(bit), _) => FixedPlace::Flag(flags, bit),
            (_, address) => FixedPlace::Memory(address.unwrap_or_default()),
        }
    }
}
