//! Where a routine finds its input and leaves its output, as its sheet says.

use std::ops::Range;

use arcadian_asm::{Assembly, sheet::Term};
use arcadian_isa::Processor;

use crate::{claim::Claim, field::Field, names::Names};

/// A place of one byte, or of a flag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Spot {
    Register(&'static str),
    Flag(u32),
    Memory(u16),
    /// A byte of what a pointer points to: the number of the pointer, and how far behind.
    Behind(usize, u16),
}

/// Something that holds an address, low byte first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Pointer {
    pub(crate) spots: [Spot; 2],
    /// What it points to.
    field: String,
}

/// Input, output and what else may change.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Binding {
    /// A place and the number of the input's byte that stands there.
    pub(crate) inputs: Vec<(Spot, usize)>,
    /// The same of the output.
    pub(crate) outputs: Vec<(Spot, usize)>,
    pub(crate) pointers: Vec<Pointer>,
    pub(crate) free_registers: Vec<&'static str>,
    pub(crate) free_flags: u8,
    pub(crate) free_memory: Vec<Range<u32>>,
}

/// What is wrong with a term of a header.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BindingError {
    /// A place that does not exist.
    #[error("`{0}` is no register, flag or `(SYMBOL)` of the sheet")]
    Place(String),
    /// A meaning that is no field.
    #[error("`{place}` should name one of {fields}, not `{meaning}`")]
    Field {
        /// The place of the term.
        place: String,
        /// What it says.
        meaning: String,
        /// What it could say.
        fields: String,
    },
    /// A place with two meanings.
    #[error("`{0}` has a meaning already by another term")]
    Twice(String),
    /// Too few or too many bytes.
    #[error("`{place}` has {has} byte(s), `{meaning}` {wants}")]
    Size {
        /// The place of the term.
        place: String,
        /// Its bytes.
        has: usize,
        /// What it is said to mean.
        meaning: String,
        /// The bytes of that.
        wants: usize,
    },
    /// Nothing says where a byte is.
    #[error("no `{key}:` says where byte {byte} of `{field}` is")]
    Missing {
        /// `in` or `out`.
        key: &'static str,
        /// The field.
        field: &'static str,
        /// Its byte, counted from 0.
        byte: usize,
    },
    /// Sheets for this processor cannot be verified.
    #[error("sheets for the {0} cannot be verified, only those for the 8080 and the 6502")]
    Processor(Processor),
}

/// Reads the terms of a sheet.
struct Reader<'a> {
    assembly: &'a Assembly,
    names: &'static Names,
    claim: &'static Claim,
}

impl Binding {
    pub(crate) fn read(assembly: &Assembly, claim: &'static Claim) -> Result<Binding, BindingError> {
        let processor = assembly.processor;
        let names = Names::of(processor).ok_or(BindingError::Processor(processor))?;
        let reader = Reader { assembly, names, claim };
        let mut binding = Binding::default();
        if let Some(sheet) = &assembly.sheet {
            for term in &sheet.clobbers {
                reader.clobber(term, &mut binding)?;
            }
            for term in &sheet.inputs {
                reader.input(term, &mut binding)?;
            }
            for term in &sheet.outputs {
                reader.output(term, &mut binding)?;
            }
        }
        complete("in", claim.inputs, &binding.inputs)?;
        complete("out", claim.outputs, &binding.outputs)?;
        Ok(binding)
    }

    /// The places that hold something when the routine begins, but for what pointers point to.
    fn given(&self) -> Vec<Spot> {
        let pointers = self.pointers.iter().flat_map(|pointer| pointer.spots);
        self.inputs.iter().map(|(spot, _)| *spot).chain(pointers).collect()
    }

    /// The addresses that terms name.
    pub(crate) fn memory(&self) -> impl Iterator<Item = Range<u32>> {
        let spots = self.given().into_iter().chain(self.outputs.iter().map(|(spot, _)| *spot));
        let named = spots.filter_map(|spot| match spot {
            Spot::Memory(address) => Some(u32::from(address)..u32::from(address) + 1),
            _ => None,
        });
        named.chain(self.free_memory.iter().cloned())
    }
}

fn complete(key: &'static str, fields: &[Field], bound: &[(Spot, usize)]) -> Result<(), BindingError> {
    let all = fields.iter().flat_map(|field| (0..field.bytes()).map(move |byte| (field.name, byte)));
    match all.enumerate().find(|(n, _)| bound.iter().all(|(_, byte)| byte != n)) {
        Some((_, (field, byte))) => Err(BindingError::Missing { key, field, byte }),
        None => Ok(()),
    }
}

impl Reader<'_> {
    fn clobber(&self, term: &Term, binding: &mut Binding) -> Result<(), BindingError> {
        let unknown = || BindingError::Place(term.place.clone());
        if let Some((symbol, length)) = in_parentheses(&term.place) {
            let length = length.map_or(Some(1), arcadian_asm::number).ok_or_else(unknown)?;
            let first = u32::from(self.address(symbol).ok_or_else(unknown)?);
            binding.free_memory.push(first..first + u32::try_from(length).map_err(|_| unknown())?);
        } else if let Some(register) = self.names.byte(&term.place) {
            binding.free_registers.push(register);
        } else if let Some(pair) = self.names.pair(&term.place) {
            binding.free_registers.extend(pair);
        } else if let Some(flag) = self.names.flag(&term.place) {
            binding.free_flags |= 1 << flag;
        } else {
            return Err(unknown());
        }
        Ok(())
    }

    fn input(&self, term: &Term, binding: &mut Binding) -> Result<(), BindingError> {
        if term.points {
            let number = self.point(term, binding)?;
            let input = self.bytes(term, self.claim.inputs);
            if let Ok(bytes) = &input {
                binding.inputs.extend(behind(number, bytes));
            }
            let output = self.bytes(term, self.claim.outputs);
            return if output.is_err() { input.map(drop) } else { Ok(()) };
        }
        let bytes = self.bytes(term, self.claim.inputs)?;
        let spots = self.alone(term, self.spots(term, &bytes)?, &binding.given())?;
        binding.inputs.extend(spots.into_iter().zip(bytes));
        Ok(())
    }

    fn output(&self, term: &Term, binding: &mut Binding) -> Result<(), BindingError> {
        let bytes = self.bytes(term, self.claim.outputs)?;
        if term.points {
            let field = first_word(&term.meaning);
            let known = binding.pointers.iter().position(|pointer| pointer.field.eq_ignore_ascii_case(field));
            let number = known.ok_or_else(|| BindingError::Place(term.place.clone()))?;
            binding.outputs.extend(behind(number, &bytes));
        } else {
            let taken: Vec<_> = binding.outputs.iter().map(|(spot, _)| *spot).collect();
            let spots = self.alone(term, self.spots(term, &bytes)?, &taken)?;
            binding.outputs.extend(spots.into_iter().zip(bytes));
        }
        Ok(())
    }

    /// The places of a term, if no other term has one of them.
    fn alone(&self, term: &Term, spots: Vec<Spot>, taken: &[Spot]) -> Result<Vec<Spot>, BindingError> {
        let flags = Spot::Register(self.names.flag_register);
        let in_flags = |spot: &Spot| *spot == flags || matches!(spot, Spot::Flag(_));
        let meets = |spot: &Spot| {
            taken.contains(spot)
                || (*spot == flags && taken.iter().any(in_flags))
                || (in_flags(spot) && taken.contains(&flags))
        };
        if spots.iter().any(meets) { Err(BindingError::Twice(term.place.clone())) } else { Ok(spots) }
    }

    /// Makes a pointer of a term and gives its number.
    fn point(&self, term: &Term, binding: &mut Binding) -> Result<usize, BindingError> {
        let spots = self.alone(term, self.spots(term, &(0..2))?, &binding.given())?;
        let [low, high] = spots.as_slice() else { return Err(BindingError::Place(term.place.clone())) };
        let field = first_word(&term.meaning).to_owned();
        binding.pointers.push(Pointer { spots: [*low, *high], field });
        Ok(binding.pointers.len() - 1)
    }

    /// The bytes of the input or output that a term means.
    fn bytes(&self, term: &Term, fields: &[Field]) -> Result<Range<usize>, BindingError> {
        let word = first_word(&term.meaning);
        let (name, part) = word.split_once('.').unwrap_or((word, ""));
        let mut first = 0;
        for field in fields {
            let all = first..first + field.bytes();
            if field.name.eq_ignore_ascii_case(name)
                && let Some(range) = within(part, &all)
            {
                return Ok(range);
            }
            first = all.end;
        }
        let fields = fields.iter().map(|field| format!("`{}`", field.name)).collect::<Vec<_>>().join(", ");
        Err(BindingError::Field { place: term.place.clone(), meaning: word.to_owned(), fields })
    }

    /// The places of a term, the low byte first, for so many bytes.
    fn spots(&self, term: &Term, bytes: &Range<usize>) -> Result<Vec<Spot>, BindingError> {
        let place = term.place.as_str();
        let spots = if let Some((symbol, None)) = in_parentheses(place) {
            let first = self.address(symbol).ok_or_else(|| BindingError::Place(place.to_owned()))?;
            (0..bytes.len()).map(|n| Spot::Memory(first.wrapping_add(n as u16))).collect()
        } else if let Some(register) = self.names.byte(place) {
            vec![Spot::Register(register)]
        } else if let Some(pair) = self.names.pair(place) {
            pair.map(Spot::Register).to_vec()
        } else if let Some(flag) = self.names.flag(place) {
            vec![Spot::Flag(flag)]
        } else {
            return Err(BindingError::Place(place.to_owned()));
        };
        if spots.len() == bytes.len() {
            return Ok(spots);
        }
        let (place, meaning) = (place.to_owned(), first_word(&term.meaning).to_owned());
        Err(BindingError::Size { place, has: spots.len(), meaning, wants: bytes.len() })
    }

    fn address(&self, symbol: &str) -> Option<u16> {
        self.assembly.symbol(symbol)?.value.try_into().ok()
    }
}

fn behind(pointer: usize, bytes: &Range<usize>) -> impl Iterator<Item = (Spot, usize)> {
    bytes.clone().enumerate().map(move |(n, byte)| (Spot::Behind(pointer, n as u16), byte))
}

fn first_word(text: &str) -> &str {
    text.split_whitespace().next().unwrap_or("")
}

/// `SYMBOL` and `n` of `(SYMBOL:n)`.
fn in_parentheses(place: &str) -> Option<(&str, Option<&str>)> {
    let inside = place.strip_prefix('(')?.strip_suffix(')')?;
    Some(inside.split_once(':').map_or((inside.trim(), None), |(name, n)| (name.trim(), Some(n.trim()))))
}

/// The part `n` or `n-m` of a field's bytes; all of them if there is none.
fn within(part: &str, all: &Range<usize>) -> Option<Range<usize>> {
    if part.is_empty() {
        return Some(all.clone());
    }
    let (first, last) = part.split_once('-').unwrap_or((part, part));
    let (first, last) = (first.parse::<usize>().ok()?, last.parse::<usize>().ok()?);
    (first <= last && last < all.len()).then(|| all.start + first..all.start + last + 1)
}
