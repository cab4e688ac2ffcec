//! The calling convention of a routine: which place holds which byte of its input and output, and errors of it.

mod binder;

use std::ops::Range;

use arcadian_asm::{
    Assembly,
    sheet::{HeaderLine, Term},
};

use crate::contract::{
    field::Field,
    placement::{MEMORY_STACK_SPACE, Placement, Pointee},
};
use binder::Binder;

pub(crate) use binder::{Meaning, place_size};

/// The location of a byte or a flag of the input or output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    Register(&'static str),
    /// A bit of the flag register.
    Flag(u32),
    /// A byte at a fixed address.
    Memory(u16),
    /// A byte that a pointer points to: the number of the pointer and the byte's offset.
    Pointee(usize, u16),
    /// A byte on the stack above the return address: the distance from the stack pointer before the call.
    Stack(u16),
}

impl Place {
    /// Returns the place a number of bytes further in memory.
    fn plus(self, count: u16) -> Place {
        match self {
            Place::Memory(address) => Place::Memory(address.wrapping_add(count)),
            Place::Pointee(pointer, offset) => Place::Pointee(pointer, offset + count),
            Place::Stack(offset) => Place::Stack(offset + count),
            other => other,
        }
    }

    /// Returns the memory address, or `None` for a register or flag.
    pub(crate) fn address(self, placement: &Placement) -> Option<u16> {
        match self {
            Place::Memory(address) => Some(address),
            Place::Pointee(pointer, offset) => Some(placement.pointers[pointer].wrapping_add(offset)),
            Place::Stack(offset) => Some(placement.stack.wrapping_add(offset)),
            Place::Register(_) | Place::Flag(_) => None,
        }
    }
}

/// A 16-bit pointer that is passed to the routine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Pointer {
    /// The places of its low and its high byte.
    pub(crate) bytes: [Place; 2],
    /// The field that it points to, or `(SYMBOL)` if it is the pointer of a stack without arguments.
    pub(crate) field: String,
}

impl Pointer {
    /// Returns its name in reports and options.
    pub(crate) fn name(&self) -> &str {
        self.field.trim_matches(['(', ')'])
    }
}

/// The calling convention that a sheet's header states.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Binding {
    /// Places of the input, each with the index of the input byte it holds.
    pub(crate) inputs: Vec<(Place, usize)>,
    /// Places of the output, each with the index of the output byte it holds.
    pub(crate) outputs: Vec<(Place, usize)>,
    pub(crate) pointers: Vec<Pointer>,
    /// Whether the first pointer is that of a stack in memory.
    pub(crate) has_stack: bool,
    /// Names of [`StateByte`](crate::contract::registers::StateByte)s.
    pub(crate) clobbered_registers: Vec<&'static str>,
    /// A bit mask over the flag register.
    pub(crate) clobbered_flags: u8,
    /// Address ranges, as `u32` so that they can end at 10000H.
    pub(crate) clobbered_memory: Vec<Range<u32>>,
    /// Ranges of distances as in [`Place::Stack`].
    pub(crate) clobbered_stack: Vec<Range<u16>>,
}

impl Binding {
    /// Binds the terms of a sheet's header to fields.
    pub(crate) fn read(
        assembly: &Assembly,
        inputs: &[Field<String>],
        outputs: &[Field<String>],
    ) -> Result<Binding, TermError> {
        let binder = Binder::new(assembly, inputs, outputs);
        let mut binding = Binding::default();
        if let Some(sheet) = &assembly.sheet {
            if let Some(term) = &sheet.stack {
                binder.bind_stack(term, &mut binding).map_err(|error| error.in_term(term))?;
            }
            for term in &sheet.clobbers {
                binder.bind_clobber(term, &mut binding).map_err(|error| error.in_term(term))?;
            }
            for term in &sheet.inputs {
                binder.bind_input(term, &mut binding).map_err(|error| error.in_term(term))?;
            }
            for term in &sheet.outputs {
                binder.bind_output(term, &mut binding).map_err(|error| error.in_term(term))?;
            }
        }
        check_complete("in", inputs, &binding.inputs)?;
        check_complete("out", outputs, &binding.outputs)?;
        Ok(binding)
    }

    /// Returns the place of each byte of fields that terms name at a label. `(FIELD)` is what a pointer to an input or output
    /// field points to.
    pub(crate) fn locate(
        &self,
        assembly: &Assembly,
        fields: &[Field<String>],
        terms: &[Term],
    ) -> Result<Vec<Place>, BindingError> {
        let binder = Binder::new(assembly, fields, &[]);
        let mut found = Vec::new();
        for term in terms {
            binder.bind_state(term, &self.pointers, &mut found)?;
        }
        check_complete("at", fields, &found)?;
        found.sort_by_key(|(_, byte)| *byte);
        Ok(found.into_iter().map(|(place, _)| place).collect())
    }

    /// Returns the memory around the address in each pointer. `pops` is the number of bytes that the routine removes from a stack
    /// in memory.
    pub(crate) fn pointees(&self, pops: u16) -> Vec<Pointee> {
        let mut pointees = vec![Pointee::default(); self.pointers.len()];
        let outputs = self.outputs.iter().map(|(place, _)| *place);
        for place in self.initialized().into_iter().chain(outputs) {
            if let Place::Pointee(pointer, offset) = place {
                let length = &mut pointees[pointer].length;
                *length = (*length).max(u32::from(offset) + 1);
            }
        }
        if let Some(stack) = pointees.first_mut().filter(|_| self.has_stack) {
            let popped = pops.into();
            *stack = Pointee { space: MEMORY_STACK_SPACE, length: stack.length.max(popped), popped };
        }
        pointees
    }

    /// Returns the distance from the stack pointer before the call to the end of the arguments that the header names.
    pub(crate) fn stack_end(&self) -> u16 {
        let outputs = self.outputs.iter().map(|(place, _)| *place);
        let named = self.initialized().into_iter().chain(outputs).filter_map(|place| match place {
            Place::Stack(offset) => Some(offset + 1),
            _ => None,
        });
        named.chain(self.clobbered_stack.iter().map(|range| range.end)).max().unwrap_or(0)
    }

    /// Returns whether a byte on the stack may change: the header lists it in `out` or `clobbers`.
    pub(crate) fn may_change_on_stack(&self, offset: u16) -> bool {
        let is_output = |(place, _): &(Place, usize)| *place == Place::Stack(offset);
        self.outputs.iter().any(is_output) || self.clobbered_stack.iter().any(|range| range.contains(&offset))
    }

    /// Returns the places that are initialized on entry: inputs and pointers, but not what pointers point to.
    fn initialized(&self) -> Vec<Place> {
        let pointers = self.pointers.iter().flat_map(|pointer| pointer.bytes);
        self.inputs.iter().map(|(place, _)| *place).chain(pointers).collect()
    }

    /// Iterates over the address ranges that the header names.
    pub(crate) fn memory(&self) -> impl Iterator<Item = Range<u32>> {
        let outputs = self.outputs.iter().map(|(place, _)| *place);
        let named = self.initialized().into_iter().chain(outputs).filter_map(|place| match place {
            Place::Memory(address) => Some(u32::from(address)..u32::from(address) + 1),
            _ => None,
        });
        named.chain(self.clobbered_memory.iter().cloned())
    }
}

fn check_complete(
    key: &'static str,
    fields: &[Field<String>],
    bound: &[(Place, usize)],
) -> Result<(), BindingError> {
    let all = fields.iter().flat_map(|field| (0..field.bytes()).map(move |byte| (&field.name, byte)));
    match all.enumerate().find(|(n, _)| bound.iter().all(|(_, byte)| byte != n)) {
        Some((_, (field, byte))) => Err(BindingError::Missing { key, field: field.to_string(), byte }),
        None => Ok(()),
    }
}

/// An error and the term that it is in, if it is in one.
#[derive(Debug)]
pub(crate) struct TermError {
    pub(crate) line: Option<HeaderLine>,
    pub(crate) error: BindingError,
}

impl From<BindingError> for TermError {
    fn from(error: BindingError) -> Self {
        TermError { line: None, error }
    }
}

impl BindingError {
    /// Adds the line of the term that is wrong.
    pub(crate) fn in_term(self, term: &Term) -> TermError {
        TermError { line: Some(term.line.clone()), error: self }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BindingError {
    #[error("`{0}` is not a register, a flag or a `(SYMBOL)` of the sheet")]
    Place(String),
    #[error(
        "`{place}` is not an argument: the return address is on top of the stack, and arguments begin {first} bytes above the stack pointer"
    )]
    ReturnAddress {
        place: String,
        /// The distance of the first argument from the stack pointer on entry.
        first: u16,
    },
    #[error("`{place}` is too far from the stack pointer: arguments can have {limit} bytes")]
    FarArgument {
        place: String,
        /// The maximum size of all arguments.
        limit: u16,
    },
    #[error("cannot bind `{place}` to `{meaning}`: the fields are {fields}")]
    Field {
        place: String,
        meaning: String,
        /// The known fields, quoted and separated by commas.
        fields: String,
    },
    /// A term whose text does not begin with a field.
    #[error("`{place}` needs the name of a field, as in `x`, `x:16`, `x.0` or `x.2-3`, not `{meaning}`")]
    Meaning { place: String, meaning: String },
    /// A field with the name of an operator or keyword of conditions.
    #[error("`{place}` needs another name for its field: `{name}` is a word of conditions")]
    Keyword { place: String, name: String },
    #[error(
        "`{0}` is not a pointer of `;! in:`; what it points to in `out` is at the address that it has on entry"
    )]
    Pointer(String),
    #[error("`{0}` is not a word in memory: a stack pointer is one, as in `;! stack: (sp)`")]
    StackPointer(String),
    #[error("cannot bind `{0}` twice: another term already uses it")]
    Duplicate(String),
    #[error("cannot bind `{place}`, {has} byte(s), to `{meaning}`, {wants} byte(s)")]
    Size {
        place: String,
        /// Its size in bytes.
        has: usize,
        meaning: String,
        /// The size of the field in bytes.
        wants: usize,
    },
    /// A byte of a field without a place.
    #[error("byte {byte} of `{field}` has no place; add a term for it to `;! {key}:`")]
    Missing {
        /// `in` or `out`.
        key: &'static str,
        field: String,
        /// The byte, counted from 0.
        byte: usize,
    },
}
