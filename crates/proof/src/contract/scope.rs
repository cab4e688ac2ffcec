//! What a tool that writes code for a contract needs: the state that the code may use, and complete states on entry.

use std::collections::BTreeSet;

use arcadian_asm::{Host, Options, assemble};

use crate::contract::{
    binding::Place,
    inputs::InitialState,
    places::FixedPlace,
    registers::{RegisterMap, StateByte},
    routine::Routine,
    sheet_error::SheetError,
};
use arcadian_parallel::random::Random;

/// A byte of the processor's state or of memory, as the contract of a routine describes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScopeByte {
    /// A register or an address.
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

    /// Returns whether an input satisfies the conditions of the header.
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
