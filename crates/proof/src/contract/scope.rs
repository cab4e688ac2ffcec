//! The parts of a contract that hosts and tools need: the locations of inputs and outputs, the state that code may use, and complete
//! states on entry.

use std::{collections::BTreeSet, fmt};

use arcadian_asm::{Host, Options, assemble};
use arcadian_machine::CallFrame;
use arcadian_parallel::random::Random;

use crate::contract::{
    binding::Place,
    field::Field,
    inputs::{InitialState, InputSequence, Inputs},
    placement::{Placement, RETURN_ADDRESS},
    registers::{RegisterMap, StateByte},
    routine::Routine,
    sheet_error::SheetError,
};

/// A byte of the processor's state or of memory, as the contract of a routine describes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScopeByte {
    pub place: FixedPlace,
    /// The bits that are unknown on entry.
    pub unknown: u8,
    /// The bits that are 1 on entry.
    pub set: u8,
    /// The bits that code for this contract may read and change: the header names them.
    pub usable: u8,
    /// The bits whose value after the return is determined: outputs, and what must be preserved.
    pub required: u8,
}

impl Routine {
    /// Returns the processor's state and the memory that the header names, byte by byte.
    pub fn scope(&self) -> Vec<ScopeByte> {
        let map = RegisterMap::of(self.processor());
        let registers = map.state.iter().map(|byte| self.register_scope(map, byte));
        let memory: BTreeSet<u32> = self.binding.memory().flatten().collect();
        registers.chain(memory.into_iter().map(|address| self.memory_scope(address as u16))).collect()
    }

    fn register_scope(&self, map: &RegisterMap, byte: &StateByte) -> ScopeByte {
        let outputs = self.named_bits(map, byte, self.binding.outputs.iter());
        let inputs = self.named_bits(map, byte, self.binding.inputs.iter());
        let flags: u8 = map.flag_mask();
        let whole = if byte.name == map.flag_register { flags } else { 0xFF };
        let clobbered = self.binding.clobbered_registers.contains(&byte.name);
        let clobbered_flags = if byte.name == map.flag_register { self.binding.clobbered_flags } else { 0 };
        let clobbered = if clobbered { whole } else { clobbered_flags };
        ScopeByte {
            place: FixedPlace::Register(byte.name),
            unknown: byte.unknown,
            set: byte.set,
            usable: (inputs | outputs) & whole | clobbered,
            required: outputs | self.preserved_bits(map, byte),
        }
    }

    /// Returns the bits of a register that are at one of these places.
    fn named_bits<'a>(
        &self,
        map: &RegisterMap,
        byte: &StateByte,
        places: impl Iterator<Item = &'a (Place, usize)>,
    ) -> u8 {
        let bits = |place: &Place| match place {
            Place::Register(name) if *name == byte.name => 0xFF,
            Place::Flag(n) if byte.name == map.flag_register => 1 << n,
            _ => 0,
        };
        places.fold(0, |all, (place, _)| all | bits(place))
    }

    fn memory_scope(&self, address: u16) -> ScopeByte {
        let place = Place::Memory(address);
        let is_output = self.binding.outputs.iter().any(|(output, _)| *output == place);
        let is_free = self.may_change(address.into()) && !is_output;
        ScopeByte {
            place: FixedPlace::Memory(address),
            unknown: 0xFF,
            set: 0,
            usable: 0xFF,
            required: if is_free { 0 } else { 0xFF },
        }
    }

    /// Assembles a sheet and binds it to the specification of this routine, ignoring the one that its header states.
    pub fn read_like(&self, name: &str, text: &str, host: &mut dyn Host) -> Result<Routine, SheetError> {
        let assembly = assemble(name, text, &Options::default(), host)?;
        Routine::of(name, assembly, self.specification.clone())
    }

    /// Returns where the output fields are after a return, with the number of the byte in each place; `None` if one is not at a
    /// fixed place.
    pub fn fixed_output_places(&self) -> Option<Vec<(FixedPlace, usize)>> {
        let map = RegisterMap::of(self.processor());
        let fixed = |place: Place| match place {
            Place::Register(name) => Some(FixedPlace::Register(name)),
            Place::Flag(bit) => Some(FixedPlace::Flag(map.flag_register, bit)),
            Place::Memory(address) => Some(FixedPlace::Memory(address)),
            Place::Pointee(..) | Place::Stack(_) => None,
        };
        let outputs = self.binding.outputs.iter();
        outputs.map(|(place, byte)| Some((fixed(*place)?, *byte))).collect()
    }

    pub fn is_valid_input(&self, input: &[u8]) -> bool {
        self.specification.allows_input(input)
    }

    /// Returns a state on entry with this input, the bytes of the input fields. Everything that the header leaves open is
    /// random and depends only on the seed.
    pub fn state_on_entry(&self, input: Vec<u8>, seed: u64) -> InitialState {
        let mut random = Random::new(seed);
        let state = RegisterMap::of(self.processor()).state;
        let registers = state.iter().map(|_| random.next_u8()).collect();
        let memory = self.changeable().map(|address| (address, random.next_u8())).collect();
        InitialState { placement: self.call_site.clone(), input, registers, memory }
    }

    /// Returns what to store where before a call from this state. Of several values for one place the last counts.
    pub fn entry_values(&self, start: &InitialState) -> Vec<(FixedPlace, u8)> {
        let memory = start.memory.iter().rev().map(|(address, value)| (FixedPlace::Memory(*address), *value));
        let state = RegisterMap::of(self.processor()).state.iter().zip(&start.registers);
        let registers = state.map(|(byte, value)| (FixedPlace::Register(byte.name), byte.on_entry(*value)));
        memory.chain(registers).chain(self.arguments(&start.input)).collect()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FixedPlace {
    Register(&'static str),
    /// A flag: the register that holds it and its bit number.
    Flag(&'static str, u32),
    Memory(u16),
}

/// Something that the header leaves open where it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Placed {
    /// The data of a field, which a pointer points to, or a stack in memory.
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
            pointers.map(|(pointer, address)| (Placed::Field(pointer.name().to_owned()), *address)).collect();
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
                    .filter(|(pointer, _)| pointer.name() == name)
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
