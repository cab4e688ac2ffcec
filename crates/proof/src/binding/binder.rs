//! Interprets the terms of a sheet's header.

use std::ops::Range;

use arcadian_asm::{Assembly, sheet::Term};

use super::{Binding, BindingError, ParamLocation, Pointer};
use crate::{claim::Claim, field::Field, registers::RegisterMap};

/// Interprets terms in the context of a sheet and a claim.
pub(super) struct Binder<'a> {
    pub(super) assembly: &'a Assembly,
    pub(super) registers: &'static RegisterMap,
    pub(super) claim: &'static Claim,
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
            let input = self.field_bytes(term, self.claim.inputs);
            if let Ok(bytes) = &input {
                binding.inputs.extend(pointees(number, bytes));
            }
            // A pointer passed to the routine may also point to an output only.
            let output = self.field_bytes(term, self.claim.outputs);
            return if output.is_err() { input.map(drop) } else { Ok(()) };
        }
        let bytes = self.field_bytes(term, self.claim.inputs)?;
        let locations = self.check_unused(term, self.locations(term, &bytes)?, &binding.initialized())?;
        binding.inputs.extend(locations.into_iter().zip(bytes));
        Ok(())
    }

    pub(super) fn bind_output(&self, term: &Term, binding: &mut Binding) -> Result<(), BindingError> {
        let bytes = self.field_bytes(term, self.claim.outputs)?;
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
        let field = first_word(&term.meaning).to_owned();
        binding.pointers.push(Pointer { bytes: [*low, *high], field });
        Ok(binding.pointers.len() - 1)
    }

    /// Returns the indices of the bytes that a term's `FIELD`, `FIELD.n` or `FIELD.n-m` denotes.
    fn field_bytes(&self, term: &Term, fields: &[Field]) -> Result<Range<usize>, BindingError> {
        let word = first_word(&term.meaning);
        let (name, selector) = word.split_once('.').unwrap_or((word, ""));
        let mut first = 0;
        for field in fields {
            let all = first..first + field.bytes();
            if field.name.eq_ignore_ascii_case(name)
                && let Some(range) = select_bytes(selector, &all)
            {
                return Ok(range);
            }
            first = all.end;
        }
        let fields = fields.iter().map(|field| format!("`{}`", field.name)).collect::<Vec<_>>().join(", ");
        Err(BindingError::Field { location: term.place.clone(), meaning: word.to_owned(), fields })
    }

    /// Returns the locations that a term names for a range of bytes, low byte first.
    fn locations(&self, term: &Term, bytes: &Range<usize>) -> Result<Vec<ParamLocation>, BindingError> {
        let location = term.place.as_str();
        let unknown = || BindingError::Location(location.to_owned());
        let locations = if let Some((symbol, None)) = parenthesized(location) {
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
fn parenthesized(location: &str) -> Option<(&str, Option<&str>)> {
    let inside = location.strip_prefix('(')?.strip_suffix(')')?;
    Some(inside.split_once(':').map_or((inside.trim(), None), |(name, n)| (name.trim(), Some(n.trim()))))
}

/// Returns bytes `n` or `n-m` of a field, or all of them if the selector is empty.
fn select_bytes(selector: &str, all: &Range<usize>) -> Option<Range<usize>> {
    if selector.is_empty() {
        return Some(all.clone());
    }
    let (first, last) = selector.split_once('-').unwrap_or((selector, selector));
    let (first, last) = (first.parse::<usize>().ok()?, last.parse::<usize>().ok()?);
    (first <= last && last < all.len()).then(|| all.start + first..all.start + last + 1)
}
