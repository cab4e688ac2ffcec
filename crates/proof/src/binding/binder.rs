//! Interprets the terms of a sheet's header.

use std::ops::Range;

use arcadian_asm::{Assembly, sheet::Term};

use super::{Binding, BindingError, ParamLocation, Pointer};
use crate::{field::Field, registers::RegisterMap};

/// Interprets terms in the context of a sheet and its fields.
pub(super) struct Binder<'a> {
    pub(super) assembly: &'a Assembly,
    pub(super) registers: &'static RegisterMap,
    pub(super) inputs: &'a [Field<String>],
    pub(super) outputs: &'a [Field<String>],
}

impl Binder<'_> {
    pub(super) fn bind_clobber(&self, term: &Term, binding: &mut Binding) -> Result<(), BindingError> {
        let unknown = || BindingError::Location(term.place.clone());
        if let Some((symbol, length)) = parenthesized(&term.place) {
            let length = length.map_or(Some(1), arcadian_asm::number).ok_or_else(unknown)?;
            let first = u32::from(self.address(symbol).ok_or_else(unknown)?);
            binding.clobbered_memory.push(first..first + u32::try_from(length).map_err(|_| unknown())?);
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
                binding.inputs.extend(pointees(number, bytes));
            }
            // A pointer passed to the routine may also point to an output only.
            let output = self.field_bytes(term, self.outputs);
            return if output.is_err() { input.map(drop) } else { Ok(()) };
        }
        let bytes = self.field_bytes(term, self.inputs)?;
        let locations = self.check_unused(term, self.locations(term, &bytes)?, &binding.initialized())?;
        binding.inputs.extend(locations.into_iter().zip(bytes));
        Ok(())
    }

    pub(super) fn bind_output(&self, term: &Term, binding: &mut Binding) -> Result<(), BindingError> {
        let bytes = self.field_bytes(term, self.outputs)?;
        if term.points {
            let locations = self.locations(term, &(0..2))?;
            let known = binding.pointers.iter().position(|pointer| pointer.bytes[..] == locations);
            let number = known.ok_or_else(|| BindingError::Pointer(term.place.clone()))?;
            binding.outputs.extend(pointees(number, &bytes));
        } else {
            let used: Vec<_> = binding.outputs.iter().map(|(location, _)| *location).collect();
            let locations = self.check_unused(term, self.locations(term, &bytes)?, &used)?;
            binding.outputs.extend(locations.into_iter().zip(bytes));
        }
        Ok(())
    }

    /// Binds a term of the state at a label.
    pub(super) fn bind_state(
        &self,
        term: &Term,
        pointers: &[Pointer],
        found: &mut Vec<(ParamLocation, usize)>,
    ) -> Result<(), BindingError> {
        let bytes = self.field_bytes(term, self.inputs)?;
        let pointee = parenthesized(&term.place).and_then(|(name, _)| {
            pointers.iter().position(|pointer| pointer.field.eq_ignore_ascii_case(name))
        });
        if term.points {
            return Err(BindingError::Location(format!("{} ->", term.place)));
        }
        let used: Vec<_> = found.iter().map(|(location, _)| *location).collect();
        let locations = match pointee {
            Some(pointer) => (0..bytes.len()).map(|n| ParamLocation::Pointee(pointer, n as u16)).collect(),
            None => self.locations(term, &bytes)?,
        };
        let locations = self.check_unused(term, locations, &used)?;
        found.extend(locations.into_iter().zip(bytes));
        Ok(())
    }

    /// Returns the locations of a term unless one of them is in use. A flag overlaps the flag register.
    fn check_unused(
        &self,
        term: &Term,
        locations: Vec<ParamLocation>,
        used: &[ParamLocation],
    ) -> Result<Vec<ParamLocation>, BindingError> {
        let flag_register = ParamLocation::Register(self.registers.flag_register);
        let is_flag = |location: &ParamLocation| {
            *location == flag_register || matches!(location, ParamLocation::Flag(_))
        };
        let is_used = |location: &ParamLocation| {
            used.contains(location)
                || (*location == flag_register && used.iter().any(is_flag))
                || (is_flag(location) && used.contains(&flag_register))
        };
        if locations.iter().any(is_used) {
            Err(BindingError::Duplicate(term.place.clone()))
        } else {
            Ok(locations)
        }
    }

    /// Adds the pointer that a term describes and returns its number.
    fn add_pointer(&self, term: &Term, binding: &mut Binding) -> Result<usize, BindingError> {
        let locations = self.check_unused(term, self.locations(term, &(0..2))?, &binding.initialized())?;
        let [low, high] = locations.as_slice() else {
            return Err(BindingError::Location(term.place.clone()));
        };
        let field = Meaning::parse(&term.meaning).map_or("", |meaning| meaning.name).to_owned();
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
        Err(BindingError::Field { location: term.place.clone(), meaning, fields })
    }

    /// Returns the locations that a term names for a range of bytes, low byte first.
    fn locations(&self, term: &Term, bytes: &Range<usize>) -> Result<Vec<ParamLocation>, BindingError> {
        let location = term.place.as_str();
        let unknown = || BindingError::Location(location.to_owned());
        let locations = if let Some((symbol, size)) = parenthesized(location) {
            if size.is_some_and(|size| arcadian_asm::number(size) != i32::try_from(bytes.len()).ok()) {
                return Err(unknown());
            }
            let first = self.address(symbol).ok_or_else(unknown)?;
            (0..bytes.len()).map(|n| ParamLocation::Memory(first.wrapping_add(n as u16))).collect()
        } else if let Some(registers) = self.registers.parameter(location) {
            registers.into_iter().map(ParamLocation::Register).collect()
        } else if let Some(flag) = self.registers.flag(location) {
            vec![ParamLocation::Flag(flag)]
        } else {
            return Err(unknown());
        };
        if locations.len() == bytes.len() {
            return Ok(locations);
        }
        let (location, meaning) = (location.to_owned(), first_word(&term.meaning).to_owned());
        Err(BindingError::Size { location, has: locations.len(), meaning, wants: bytes.len() })
    }

    fn address(&self, symbol: &str) -> Option<u16> {
        self.assembly.symbol(symbol)?.value.try_into().ok()
    }
}

fn pointees(pointer: usize, bytes: &Range<usize>) -> impl Iterator<Item = (ParamLocation, usize)> {
    bytes.clone().enumerate().map(move |(n, byte)| (ParamLocation::Pointee(pointer, n as u16), byte))
}

fn first_word(text: &str) -> &str {
    text.split_whitespace().next().unwrap_or("")
}

/// Splits `(SYMBOL)` or `(SYMBOL:n)` into `SYMBOL` and `n`.
pub(crate) fn parenthesized(location: &str) -> Option<(&str, Option<&str>)> {
    let inside = location.strip_prefix('(')?.strip_suffix(')')?;
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
