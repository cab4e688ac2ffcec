//! Interprets the terms of a sheet's header.

use std::ops::Range;

use arcadian_asm::{Assembly, sheet::Term};
use arcadian_isa::Processor;

use super::{Binding, BindingError, Place, Pointer};
use crate::contract::{field::Field, placement::FRAME_BYTES, registers::RegisterMap};

pub(super) struct Binder<'a> {
    pub(super) assembly: &'a Assembly,
    pub(super) registers: &'static RegisterMap,
    pub(super) inputs: &'a [Field<String>],
    pub(super) outputs: &'a [Field<String>],
}

impl<'a> Binder<'a> {
    pub(super) fn new(
        assembly: &'a Assembly,
        inputs: &'a [Field<String>],
        outputs: &'a [Field<String>],
    ) -> Self {
        Binder { assembly, registers: RegisterMap::of(assembly.processor), inputs, outputs }
    }

    pub(super) fn bind_clobber(&self, term: &Term, binding: &mut Binding) -> Result<(), BindingError> {
        let unknown = || BindingError::Place(term.place.clone());
        if let Some((symbol, length)) = parenthesized(&term.place) {
            let length = length.map_or(Some(1), arcadian_asm::number).ok_or_else(unknown)?;
            let length = u32::try_from(length).map_err(|_| unknown())?;
            match self.place_in_memory(&term.place, symbol, length as usize)? {
                Place::Stack(first) => {
                    binding.clobbered_stack.push(first..first + length as u16);
                }
                Place::Memory(first) => {
                    binding.clobbered_memory.push(u32::from(first)..u32::from(first) + length);
                }
                _ => return Err(unknown()),
            }
        } else if let Some(registers) = self.registers.clobber(&term.place) {
            binding.clobbered_registers.extend(registers);
        } else if let Some(flag) = self.registers.flag(&term.place) {
            binding.clobbered_flags |= 1 << flag;
        } else {
            return Err(unknown());
        }
        Ok(())
    }

    pub(super) fn bind_input(&self, term: &Term, binding: &mut Binding) -> Result<(), BindingError> {
        if term.points {
            let number = self.add_pointer(term, binding)?;
            let input = self.field_bytes(term, self.inputs);
            if let Ok(bytes) = &input {
                let places = pointees(number, bytes).map(|(place, _)| place).collect();
                self.check_unused(term, places, &binding.initialized())?;
                binding.inputs.extend(pointees(number, bytes));
            }
            // A pointer passed to the routine may also point to an output only.
            let output = self.field_bytes(term, self.outputs);
            return if output.is_err() { input.map(drop) } else { Ok(()) };
        }
        let bytes = self.field_bytes(term, self.inputs)?;
        let places = self.check_unused(term, self.places(term, &bytes)?, &binding.initialized())?;
        binding.inputs.extend(places.into_iter().zip(bytes));
        Ok(())
    }

    pub(super) fn bind_output(&self, term: &Term, binding: &mut Binding) -> Result<(), BindingError> {
        let bytes = self.field_bytes(term, self.outputs)?;
        if term.points {
            let places = self.places(term, &(0..2))?;
            let known = binding.pointers.iter().position(|pointer| pointer.bytes[..] == places);
            let number = known.ok_or_else(|| BindingError::Pointer(term.place.clone()))?;
            binding.outputs.extend(pointees(number, &bytes));
        } else {
            let used: Vec<_> = binding.outputs.iter().map(|(place, _)| *place).collect();
            let places = self.check_unused(term, self.places(term, &bytes)?, &used)?;
            binding.outputs.extend(places.into_iter().zip(bytes));
        }
        Ok(())
    }

    /// Binds the word that is the pointer of a stack in memory: it is the first pointer.
    pub(super) fn bind_stack(&self, term: &Term, binding: &mut Binding) -> Result<(), BindingError> {
        let places = self.places(term, &(0..2))?;
        let [low @ Place::Memory(_), high @ Place::Memory(_)] = places[..] else {
            return Err(BindingError::StackPointer(term.place.clone()));
        };
        let field = parenthesized(&term.place).map_or("", |(name, _)| name);
        binding.pointers.push(Pointer { bytes: [low, high], field: format!("({field})") });
        binding.has_stack = true;
        Ok(())
    }

    /// Binds a term of the state at a label.
    pub(super) fn bind_state(
        &self,
        term: &Term,
        pointers: &[Pointer],
        found: &mut Vec<(Place, usize)>,
    ) -> Result<(), BindingError> {
        let bytes = self.field_bytes(term, self.inputs)?;
        let pointee = parenthesized(&term.place).and_then(|(name, _)| {
            pointers.iter().position(|pointer| pointer.field.eq_ignore_ascii_case(name))
        });
        if term.points {
            return Err(BindingError::Place(format!("{} ->", term.place)));
        }
        let used: Vec<_> = found.iter().map(|(place, _)| *place).collect();
        let places = match pointee {
            Some(pointer) => (0..bytes.len()).map(|n| Place::Pointee(pointer, n as u16)).collect(),
            None => self.places(term, &bytes)?,
        };
        let places = self.check_unused(term, places, &used)?;
        found.extend(places.into_iter().zip(bytes));
        Ok(())
    }

    /// Returns the places of a term unless one of them is in use or named twice. A flag overlaps the flag register.
    fn check_unused(
        &self,
        term: &Term,
        places: Vec<Place>,
        used: &[Place],
    ) -> Result<Vec<Place>, BindingError> {
        let flag_register = Place::Register(self.registers.flag_register);
        let is_flag = |place: &Place| *place == flag_register || matches!(place, Place::Flag(_));
        let is_used = |place: &Place| {
            used.contains(place)
                || (*place == flag_register && used.iter().any(is_flag))
                || (is_flag(place) && used.contains(&flag_register))
        };
        let is_repeated = (1..places.len()).any(|n| places[..n].contains(&places[n]));
        if is_repeated || places.iter().any(is_used) {
            Err(BindingError::Duplicate(term.place.clone()))
        } else {
            Ok(places)
        }
    }

    /// Adds the pointer that a term describes and returns its number.
    fn add_pointer(&self, term: &Term, binding: &mut Binding) -> Result<usize, BindingError> {
        let places = self.places(term, &(0..2))?;
        let field = Meaning::parse(&term.meaning).map_or("", |meaning| meaning.name).to_owned();
        // The pointer of a stack is known before a term says what it points to.
        let stack = binding.pointers.first_mut().filter(|pointer| {
            binding.has_stack && pointer.bytes[..] == places && pointer.field.starts_with('(')
        });
        if let Some(stack) = stack {
            stack.field = field;
            return Ok(0);
        }
        let places = self.check_unused(term, places, &binding.initialized())?;
        let [low, high] = places.as_slice() else {
            return Err(BindingError::Place(term.place.clone()));
        };
        binding.pointers.push(Pointer { bytes: [*low, *high], field });
        Ok(binding.pointers.len() - 1)
    }

    /// Returns the indices of the bytes that a term's `FIELD`, `FIELD.n` or `FIELD.n-m` denotes.
    fn field_bytes(&self, term: &Term, fields: &[Field<String>]) -> Result<Range<usize>, BindingError> {
        let meaning = Meaning::parse(&term.meaning);
        let mut first = 0;
        for field in fields {
            let all = first..first + field.bytes();
            if let Some(meaning) = &meaning
                && field.name.eq_ignore_ascii_case(meaning.name)
                && let Some(range) = meaning.select(&all)
            {
                return Ok(range);
            }
            first = all.end;
        }
        let sized = |field: &Field<String>| match field.bytes() {
            1 => format!("`{}`", field.name),
            bytes => format!("`{}` ({bytes} bytes)", field.name),
        };
        let fields = match fields.iter().map(sized).collect::<Vec<_>>().join(", ") {
            none if none.is_empty() => "none".to_owned(),
            listed => listed,
        };
        let meaning = first_word(&term.meaning).to_owned();
        Err(BindingError::Field { place: term.place.clone(), meaning, fields })
    }

    /// Returns the places that a term names for a range of bytes, low byte first.
    fn places(&self, term: &Term, bytes: &Range<usize>) -> Result<Vec<Place>, BindingError> {
        let place = term.place.as_str();
        let places = if place.contains('/') {
            let parts = place.split('/').map(|part| self.part(part.trim(), None));
            parts.collect::<Result<Vec<_>, _>>()?.concat()
        } else {
            self.part(place, Some(bytes.len()))?
        };
        if places.len() == bytes.len() {
            return Ok(places);
        }
        let (place, meaning) = (place.to_owned(), first_word(&term.meaning).to_owned());
        Err(BindingError::Size { place, has: places.len(), meaning, wants: bytes.len() })
    }

    /// Returns the places that a term names, or one of its parts between slashes, which is not given the number of bytes that
    /// it must have.
    fn part(&self, place: &str, wanted: Option<usize>) -> Result<Vec<Place>, BindingError> {
        let unknown = || BindingError::Place(place.to_owned());
        if let Some((address, size)) = parenthesized(place) {
            let size = match size {
                Some(size) => Some(part_size(size).ok_or_else(unknown)?),
                None => None,
            };
            if size.is_some_and(|size| wanted.is_some_and(|wanted| wanted != size)) {
                return Err(unknown());
            }
            let size = wanted.or(size).unwrap_or(1);
            let first = self.place_in_memory(place, address, size)?;
            return Ok((0..size).map(|n| first.plus(n as u16)).collect());
        }
        let registers = || self.registers.parameter(place);
        match (registers(), self.registers.flag(place).filter(|_| wanted.is_some())) {
            (Some(registers), _) => Ok(registers.into_iter().map(Place::Register).collect()),
            (None, Some(flag)) => Ok(vec![Place::Flag(flag)]),
            (None, None) => Err(unknown()),
        }
    }

    /// Returns the first byte of memory that a term names, as in `(TABLE+2)` or `(SP+2)`. `place` is its text.
    fn place_in_memory(&self, place: &str, address: &str, size: usize) -> Result<Place, BindingError> {
        let unknown = || BindingError::Place(place.to_owned());
        if let Some(distance) = self.memory_stack_distance(address) {
            let distance = distance.and_then(|distance| u16::try_from(distance).ok()).ok_or_else(unknown)?;
            if usize::from(distance) + size > usize::from(MAX_ARGUMENTS) {
                return Err(BindingError::FarArgument { place: place.to_owned(), limit: MAX_ARGUMENTS });
            }
            return Ok(Place::Pointee(0, distance));
        }
        let Some(distance) = self.stack_distance(address) else {
            let address = self.sum(address).and_then(|address| u16::try_from(address).ok());
            return address.map(Place::Memory).ok_or_else(unknown);
        };
        let first = first_argument(self.assembly.processor);
        let distance = distance.and_then(|distance| u16::try_from(distance).ok()).ok_or_else(unknown)?;
        if distance < first {
            return Err(BindingError::ReturnAddress { place: place.to_owned(), first });
        }
        if usize::from(distance) + size > usize::from(first + MAX_ARGUMENTS) {
            return Err(BindingError::FarArgument { place: place.to_owned(), limit: MAX_ARGUMENTS });
        }
        Ok(Place::Stack(distance - FRAME_BYTES as u16))
    }

    /// Returns the distance from the stack pointer on entry that an address names, as in `SP+2`, or `None` if it names no such
    /// thing.
    fn stack_distance(&self, address: &str) -> Option<Option<i64>> {
        let register = self.assembly.processor.stack_pointer();
        let end = address.find(['+', '-']).unwrap_or(address.len());
        let (name, distance) = address.split_at(end);
        let is_stack =
            name.trim().eq_ignore_ascii_case(register) && self.assembly.symbol(name.trim()).is_none();
        is_stack.then(|| if distance.is_empty() { Some(0) } else { self.sum(&format!("0{distance}")) })
    }

    /// Returns the distance from the pointer of the stack in memory that an address names, as in `(sp)+2`, or `None` if it names no
    /// such thing.
    fn memory_stack_distance(&self, address: &str) -> Option<Option<i64>> {
        let (pointer, distance) = address.strip_prefix('(')?.split_once(')')?;
        let stack = self.assembly.sheet.as_ref()?.stack.as_ref()?;
        let (own, _) = parenthesized(&stack.place)?;
        let (pointer, distance) = (self.sum(pointer)?, distance.trim());
        let is_sum = distance.is_empty() || distance.starts_with(['+', '-']);
        (Some(pointer) == self.sum(own) && is_sum).then(|| self.sum(&format!("0{distance}")))
    }

    /// Returns the value of symbols and numbers with signs between them.
    fn sum(&self, text: &str) -> Option<i64> {
        let (mut total, mut sign, mut rest) = (0, 1, text);
        loop {
            let end = rest.find(['+', '-']).unwrap_or(rest.len());
            total += sign * self.value(rest[..end].trim())?;
            let Some(operator) = rest[end..].chars().next() else { return Some(total) };
            sign = if operator == '+' { 1 } else { -1 };
            rest = &rest[end + 1..];
        }
    }

    fn value(&self, term: &str) -> Option<i64> {
        let symbol = || Some(i64::from(self.assembly.symbol(term)?.value));
        symbol().or_else(|| arcadian_asm::number(term).map(i64::from))
    }
}

/// The maximum size of arguments on the stack in bytes.
const MAX_ARGUMENTS: u16 = 64;

/// Returns the distance from the stack pointer on entry to the first argument. That of the 6502 points to the byte below the return
/// address.
fn first_argument(processor: Processor) -> u16 {
    FRAME_BYTES as u16 + u16::from(processor == Processor::Mos6502)
}

fn part_size(size: &str) -> Option<usize> {
    usize::try_from(arcadian_asm::number(size)?).ok().filter(|size| *size <= MAX_SIZE)
}

/// Returns the number of bytes that the text of a place states or that its registers have.
pub(crate) fn place_size(place: &str, registers: &RegisterMap) -> Option<usize> {
    let is_single = !place.contains('/');
    let size = |part: &str| match parenthesized(part) {
        Some((_, Some(size))) => part_size(size),
        Some((_, None)) => (!is_single).then_some(1),
        None => registers.parameter(part).map(|registers| registers.len()),
    };
    place.split('/').map(|part| size(part.trim())).sum()
}

fn pointees(pointer: usize, bytes: &Range<usize>) -> impl Iterator<Item = (Place, usize)> {
    bytes.clone().enumerate().map(move |(n, byte)| (Place::Pointee(pointer, n as u16), byte))
}

fn first_word(text: &str) -> &str {
    text.split_whitespace().next().unwrap_or("")
}

/// Splits `(SYMBOL)` or `(SYMBOL:n)` into `SYMBOL` and `n`.
fn parenthesized(place: &str) -> Option<(&str, Option<&str>)> {
    let inside = place.strip_prefix('(')?.strip_suffix(')')?;
    Some(inside.split_once(':').map_or((inside.trim(), None), |(name, n)| (name.trim(), Some(n.trim()))))
}

/// The field or the part of it that the text of a term begins with: `FIELD`, `FIELD:size`, `FIELD.n` or `FIELD.n-m`.
pub(crate) struct Meaning<'a> {
    pub(crate) name: &'a str,
    pub(crate) size: Option<usize>,
    /// The bytes of the field.
    pub(crate) selector: Option<Range<usize>>,
}

/// The maximum size of a field in bytes.
const MAX_SIZE: usize = 0x1_0000;

impl<'a> Meaning<'a> {
    pub(crate) fn parse(text: &'a str) -> Option<Self> {
        let word = first_word(text);
        let (rest, selector) = match word.split_once('.') {
            Some((rest, selector)) => (rest, Some(parse_selector(selector)?)),
            None => (word, None),
        };
        let (name, size) = match rest.split_once(':') {
            Some((name, size)) => (name, Some(usize::try_from(arcadian_asm::number(size)?).ok()?)),
            None => (rest, None),
        };
        let is_name = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
            && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        let sizes = size.into_iter().chain(selector.as_ref().map(|range| range.end));
        let is_valid = is_name && sizes.into_iter().all(|size| (1..=MAX_SIZE).contains(&size));
        is_valid.then_some(Meaning { name, size, selector })
    }

    /// Returns the bytes it denotes of a field with these bytes.
    fn select(&self, all: &Range<usize>) -> Option<Range<usize>> {
        if self.size.is_some_and(|size| size != all.len()) {
            return None;
        }
        let Some(part) = &self.selector else { return Some(all.clone()) };
        (part.end <= all.len()).then(|| all.start + part.start..all.start + part.end)
    }
}

fn parse_selector(selector: &str) -> Option<Range<usize>> {
    let (first, last) = selector.split_once('-').unwrap_or((selector, selector));
    let (first, last) = (first.parse::<usize>().ok()?, last.parse::<usize>().ok()?);
    (first <= last && last < MAX_SIZE).then_some(first..last + 1)
}
